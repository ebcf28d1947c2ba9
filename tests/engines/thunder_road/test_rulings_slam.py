"""Slams and their rerolls: rulings 46 to 56."""

from __future__ import annotations

import pytest

from engines.chance import FastChance
from engines.core import Level
from engines.thunder_road import GAME, stand_in
from engines.thunder_road.model import Reroll
from tests.engines.thunder_road.boards import Scene, board


def test_ruling_46_a_vehicle_that_is_pushed_in_slams() -> None:
    state = board("ES A10", "TS A11", "BS A12")
    scene = Scene(state, "slam bottom", "direction F", "slam bottom", "direction FR").assign("ES", 1, "F")
    assert (scene.at("ES"), scene.at("TS"), scene.at("BS")) == ("A11", "A12", "B12")


def test_ruling_46_choppers_never_slam() -> None:
    scene = Scene(board("ES A10", choppers={"T": "A11"})).assign("ES", 2, "F")
    assert scene.asked == "E drive"


@pytest.mark.parametrize(("mover", "places"), [("top", ("B11", "A11")), ("bottom", ("A11", "B11"))])
def test_ruling_47_top_entered_and_bottom_was_there(mover: str, places: tuple[str, str]) -> None:
    scene = Scene(board("ES A10", "TS A11"), f"slam {mover}", "direction FR").assign("ES", 4, "F")
    assert (scene.at("ES"), scene.at("TS")) == places
    assert scene.asked == {"top": "T assign", "bottom": "E shoot"}[mover], "the other moves are lost"


def test_ruling_47_the_bottom_vehicle_keeps_its_moves() -> None:
    state = board("ES C10", "TS C11", "TM start", damage="skid_B")
    scene = Scene(state, "shot S,M", "slam top", "direction BL").assign("ES", 3, command="airstrike 4 B10 TS")
    assert (scene.at("ES"), scene.at("TS")) == ("C10", "B9")
    assert (scene.asked, scene.turn.left) == ("E drive", 3)


def test_ruling_48_both_dice_are_rolled_together() -> None:
    scene = Scene(board("ES A10", "TL A11"), "slam bottom", "direction F").assign("ES", 1, "F")
    assert scene.fate.log == ["slam", "direction"]
    assert scene.asked == "T reroll"
    assert (scene.at("ES"), scene.at("TL")) == ("A11", "A11"), "not moved yet"
    assert [(roll.die, roll.face) for roll in scene.turn.rolls] == [("slam", "bottom"), ("direction", "F")]
    slam = scene.view.slam
    assert slam is not None
    assert (slam.top, slam.bottom, slam.mover, slam.dir) == (0, 5, "bottom", "F")


@pytest.mark.parametrize("direction", ["F", "FL", "FR", "B", "BL", "BR"])
def test_ruling_48_one_space_in_the_direction(direction: str) -> None:
    places = {"F": "C12", "FL": "B11", "FR": "D11", "B": "C10", "BL": "B10", "BR": "D10"}
    scene = Scene(board("ES C10", "TS C11"), "slam bottom", f"direction {direction}").assign("ES", 1, "F")
    assert (scene.at("ES"), scene.at("TS")) == ("C11", places[direction])


def test_ruling_49_the_larger_top_may_reroll_as_well() -> None:
    state = board("EL A10", "TS A11")
    scene = Scene(state, "slam bottom", "direction F", "slam bottom", "direction BR").assign("EL", 1, "F")
    assert scene.asked == "E reroll"
    scene.reroll(True)
    assert (scene.at("EL"), scene.at("TS"), scene.asked) == ("A11", "B10", "T assign")


def test_ruling_49_each_slam_of_a_chain_has_its_own() -> None:
    state = board("EM A10", "TS A11", "BL A12")
    scene = Scene(state, "slam bottom", "direction F", "slam bottom", "direction F", "slam bottom", "direction FR")
    scene.assign("EM", 1, "F")
    assert scene.asked == "E reroll"
    scene.reroll(False)
    assert scene.asked == "B reroll"
    scene.reroll(True)
    assert (scene.at("EM"), scene.at("TS"), scene.at("BL")) == ("A11", "A12", "B12")


def test_ruling_49_the_second_dice_stand() -> None:
    state = board("ES A10", "TL A11 dent", "TS start", damage="")
    scene = Scene(state, "slam bottom", "direction F", "slam bottom", "direction FL").assign("ES", 1, "F")
    scene.reroll(True)
    assert (scene.at("TL"), scene.asked) == (None, "T assign")


def test_ruling_49_two_wrecks_are_equal() -> None:
    state = board("ES A10", "W0 A11", "W1 A12")
    scene = Scene(state, "slam bottom", "direction F", "slam bottom", "direction F").assign("ES", 1, "F")
    assert (scene.at("W0"), scene.at("W1"), scene.asked) == ("A12", "A13", "E shoot")


def test_ruling_49_a_wreck_that_is_pushed_into_a_larger_car() -> None:
    state = board("ES A10", "W0 A11", "TM A12")
    scene = Scene(state, "slam bottom", "direction F", "slam top", "direction BR").assign("ES", 1, "F")
    assert scene.asked == "T reroll"
    assert scene.reroll(False).at("W0") == "B11"


def asked_of_the_larger(mover: str, direction: str, at: str = "C11", **more: object) -> bool:
    """Whether Tide's Maul, slammed by Ember's Dart, has a slam with these dice rolled again."""
    column, row = at[0], int(at[1:])
    more = {"tiles": "C2 C2 C2", **more}
    state = board(f"ES {column}{row - 1}", f"TL {at}", "TS start", **more)  # pyright: ignore[reportArgumentType]
    scene = Scene(state, f"slam {mover}", f"direction {direction}").assign("ES", 1, "F")
    return policy(scene)


def policy(scene: Scene) -> bool:
    (seat,) = scene.window.asks
    found = {
        stand_in.answer(GAME.view(scene.state, seat), seat, level, FastChance(seed))
        for level in Level
        for seed in range(3)
    }
    assert len(found) == 1, "the policy is no matter of luck"
    (answer,) = found
    assert isinstance(answer, Reroll)
    return answer.again


def test_ruling_50_the_policy_saves_an_own_car() -> None:
    assert asked_of_the_larger("bottom", "FL", "A11")
    assert asked_of_the_larger("bottom", "FR", "F11")
    assert asked_of_the_larger("bottom", "FL", "C13", tiles="C2 C1 C2"), "a rock"


def test_ruling_50_the_policy_saves_an_own_car_from_the_rear_edge() -> None:
    state = board("ES start", "TL C9", "TS start", base=1)
    scene = Scene(state, "slam bottom", "direction BL").assign("ES", 1, "C9")
    assert policy(scene)


@pytest.mark.parametrize("direction", ["F", "FL", "FR", "B", "BL", "BR"])
def test_ruling_50_the_policy_keeps_an_own_car_s_safe_push(direction: str) -> None:
    assert not asked_of_the_larger("bottom", direction)


@pytest.mark.parametrize(("direction", "again"), [("F", 1), ("FL", 1), ("FR", 1), ("B", 0), ("BL", 0), ("BR", 0)])
def test_ruling_50_the_policy_keeps_enemies_from_the_front(direction: str, again: int) -> None:
    assert asked_of_the_larger("top", direction) == bool(again)


def test_ruling_50_the_policy_keeps_what_destroys_an_enemy() -> None:
    assert not asked_of_the_larger("top", "FL", "A11")
    assert not asked_of_the_larger("top", "FL", "C13", tiles="C2 C1 C2")


def test_ruling_50_the_policy_keeps_what_moves_a_wreck() -> None:
    state = board("EM A10", "W0 A11")
    assert not policy(Scene(state, "slam bottom", "direction F").assign("EM", 1, "F"))


def test_ruling_50_the_policy_of_the_active_player_is_the_same() -> None:
    state = board("EM A10", "TS A11")
    assert policy(Scene(state, "slam bottom", "direction F").assign("EM", 1, "F"))
    assert not policy(Scene(state, "slam bottom", "direction FL").assign("EM", 1, "F"))
    state = board("EM B10", "ES A11")
    assert policy(Scene(state, "slam bottom", "direction FL").assign("EM", 1, "FL"))
    assert not policy(Scene(state, "slam bottom", "direction F").assign("EM", 1, "FL"))


def test_ruling_51_what_is_moved_resolves_its_space() -> None:
    state = board("ES A10", "TS A11", tokens={"A12": "oil"})
    scene = Scene(state, "slam bottom", "direction F", "direction FR").assign("ES", 1, "F")
    assert (scene.at("TS"), scene.tokens) == ("B12", {"A12": "oil up"})
    state = board("ES A10", "TS A11", tokens={"A12": "mud"})
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F")
    assert (scene.at("TS"), scene.tokens) == ("A12", {"A12": "mud up"})


def test_ruling_51_a_chain_may_come_back() -> None:
    """Tide is pushed onto oil and slides back into Ember, now as the top vehicle."""
    state = board("ES A10", "TS A11", tokens={"A12": "oil up"})
    scene = Scene(state, "slam bottom", "direction F", "direction B", "slam top", "direction BR").assign("ES", 1, "F")
    assert (scene.at("ES"), scene.at("TS")) == ("A11", "B10")


def test_ruling_52_forced_moves_pay_nothing() -> None:
    """Ember slides over mud: its moves stay."""
    state = board("ES C13", tiles="C2 B2 C2", tokens={"C14": "oil up"}, dice={"E": "3 1 1 1"})
    scene = Scene(state, "direction BL").assign("ES", 3, "F")
    assert (scene.at("ES"), scene.turn.left) == ("B13", 2)
    state = board("ES D13", tiles="C2 B2 C2", tokens={"D14": "oil up"}, dice={"E": "3 1 1 1"})
    scene = Scene(state, "direction BL").assign("ES", 3, "F")
    assert (scene.at("ES"), scene.turn.left, scene.turn.all_road) == ("C14", 2, True)


def test_ruling_52_a_slide_into_mud_costs_nothing() -> None:
    state = board("ES D12", tiles="C2 B1 C2", tokens={"D13": "oil up"}, dice={"E": "4 1 1 1"})
    scene = Scene(state, "direction F").assign("ES", 4, "F")
    assert (scene.at("ES"), scene.turn.left) == ("D14", 2), "two for the mud under the oil, none for D14"


@pytest.mark.parametrize(("at", "direction"), [("A11", "FL"), ("A11", "BL"), ("F11", "FR"), ("F11", "BR")])
def test_ruling_53_off_the_sides(at: str, direction: str) -> None:
    state = board(f"ES {at[0]}10", f"TS {at}", "TM start")
    scene = Scene(state, "slam bottom", f"direction {direction}").assign("ES", 1, "F")
    assert scene.at("TS") is None


@pytest.mark.parametrize(
    ("base", "direction", "gone"), [(0, "B", True), (0, "BL", True), (2, "BR", True), (1, "FL", False)]
)
def test_ruling_53_behind_the_rear_edge(base: int, direction: str, gone: bool) -> None:
    row = 8 * base + 1
    state = board("ES start", f"TS C{row}", "TM start", base=base, round=1)
    scene = Scene(state, "slam bottom", f"direction {direction}").assign("ES", 1, f"C{row}")
    assert (scene.at("TS") is None) == gone


def test_ruling_53_an_odd_lane_s_diagonals_stay_on_the_rear_row() -> None:
    state = board("ES start", "TS D1", "TM start")
    scene = Scene(state, "slam bottom", "direction BL").assign("ES", 1, "D1")
    assert scene.at("TS") == "C1"


def test_ruling_53_a_car_over_the_front_edge_lengthens_the_road_a_wreck_is_removed() -> None:
    state = board("ES A23", "TS A24", "W0 B20", pile="A1 B1 D1")
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F")
    assert (scene.at("TS"), scene.road.laid, scene.at("W0")) == ("A25", 4, "B20")
    scene = Scene(board("ES A23", "W0 A24"), "slam bottom", "direction F").assign("ES", 1, "F")
    assert (scene.at("W0"), scene.road.laid) == (None, 3)


def test_ruling_54_a_slam_damages_nobody() -> None:
    scene = Scene(board("ES A10", "TS A11"), "slam bottom", "direction F").assign("ES", 1, "F")
    assert (scene.car("ES").damage, scene.car("TS").damage) == ((), ())
    assert len(scene.road.damage) == 4


def test_ruling_55_after_the_slam_one_may_shoot() -> None:
    scene = Scene(board("ES A10", "TS A11"), "slam bottom", "direction F").assign("ES", 4, "F")
    assert (scene.asked, scene.targets) == ("E shoot", {"TS", None})


def test_ruling_55_not_when_it_has_left_the_road() -> None:
    state = board("ES A10", "EM start", "TS A11")
    scene = Scene(state, "slam top", "direction FL").assign("ES", 4, "F")
    assert (scene.at("ES"), scene.asked) == (None, "T assign")


def test_ruling_56_after_a_hundred_forced_moves_oil_is_dry() -> None:
    state = board("ES C10", tokens={"C11": "oil up", "C12": "oil up"})
    scene = Scene(state, *["direction F", "direction B"] * 50).assign("ES", 2, "F")
    assert (scene.at("ES"), scene.asked, scene.turn.left) == ("C11", "E drive", 1)


def test_ruling_56_after_a_hundred_forced_moves_the_top_vehicle_is_eliminated() -> None:
    state = board("ES A10", "EM start", "TS A11", "BS A12")
    scene = Scene(state, *["slam top", "direction F", "slam top", "direction B"] * 50).assign("ES", 1, "F")
    assert (scene.at("ES"), scene.at("TS"), scene.at("BS")) == (None, "A11", "A12")


def test_ruling_56_each_stack_counts_for_itself() -> None:
    state = board("ES C10", tokens={"C11": "oil up", "C13": "oil up"})
    scene = Scene(state, "direction F", "direction F").assign("ES", 2, "F")
    assert (scene.at("ES"), scene.turn.forced) == ("C12", 0)
    assert scene.drive("F").at("ES") == "C14"
