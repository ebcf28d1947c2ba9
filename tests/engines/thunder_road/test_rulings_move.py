"""Driving: rulings 27 to 45."""

from __future__ import annotations

import pytest

from engines.thunder_road import GAME
from engines.thunder_road.model import Assign, Bonus, Drive, Shoot
from tests.engines.thunder_road.boards import Scene, board


def test_ruling_27_each_space_is_a_decision_and_a_path_may_be_queued() -> None:
    scene = Scene(board("ES C10", dice={"E": "6 1 1 1"})).assign("ES", 6)
    assert (scene.asked, scene.turn.left, scene.at("ES")) == ("E drive", 6, "C10")
    scene.drive("F")
    assert (scene.turn.left, scene.at("ES")) == (5, "C11")
    scene.drive("FL FR")
    assert (scene.turn.left, scene.at("ES")) == (3, "C12")
    scene.drive("FR F F")
    assert (scene.asked, scene.at("ES")) == ("E bonus", "D14")
    assert scene.turn.queue == ()


def test_ruling_27_a_drive_is_at_least_one_space() -> None:
    scene = Scene(board("ES C10")).assign("ES", 4)
    scene.refused("no_path", Drive(()))
    scene.refused("path_over", Drive(("F",) * 5))
    scene.refused("kind", Bonus(False))
    scene.refused("kind", Assign(0, 1))


@pytest.mark.parametrize(
    ("pieces", "tokens", "tiles"),
    [
        ((), {"C11": "clear"}, "C2 C2 C2"),
        ((), {"C11": "oil up"}, "C2 C2 C2"),
        (("TS C11",), {}, "C2 C2 C2"),
        ((), {}, "C2 A2 C2"),
    ],
)
def test_ruling_27_a_path_ends_where_something_is_revealed_or_rolled(
    pieces: tuple[str, ...], tokens: dict[str, str], tiles: str
) -> None:
    """A2's rocks begin in C12; there the path begins a space behind them."""
    rock = tiles != "C2 C2 C2"
    scene = Scene(board("ES C11" if rock else "ES C10", *pieces, tokens=tokens, tiles=tiles, dice={"E": "4 1 1 1"}))
    scene.refused("path_over", scene.assignment("ES", 4, "F F"))


def test_ruling_27_a_path_may_end_over_the_front_edge() -> None:
    state = board("ES C23", dice={"E": "4 1 1 1"})
    scene = Scene(state)
    scene.refused("path_over", scene.assignment("ES", 4, "F F F"))
    scene.assign("ES", 4, "F F")
    assert (scene.asked, scene.at("ES"), scene.turn.left) == ("E drive", "C25", 2)


def test_ruling_28_any_of_the_six_rear_spaces() -> None:
    state = board("ES start", tiles="S1 C2 C2", dice={"E": "3 2 1m 1m"})
    firsts = {
        action.path[0]
        for action in GAME.choices(state, 0)
        if isinstance(action, Assign) and action.path and action.command is None
    }
    assert firsts == {"A1", "B1", "C1", "D1", "E1", "F1"}
    scene = Scene(state)
    scene.refused("path_lane", scene.assignment("ES", 2, "F"))
    scene.assign("ES", 3, "F1 FL F")
    assert (scene.at("ES"), scene.asked) == ("E3", "E bonus")


def test_ruling_28_the_rear_edge_of_the_rear_tile_and_its_cost() -> None:
    state = board("ES start", tiles="C2 C2 C2", base=2)
    scene = Scene(state)
    scene.refused("path_lane", scene.assignment("ES", 1, "A1"))
    scene.assign("ES", 2, "A17")
    assert (scene.at("ES"), scene.turn.left, scene.turn.all_road) == ("A17", 1, False)


def test_ruling_28_slamming_on_entry() -> None:
    state = board("ES start", "TS C1")
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 3, "C1")
    assert (scene.at("ES"), scene.at("TS"), scene.asked) == ("C1", "C2", "E shoot")


@pytest.mark.parametrize("round_", [1, 4])
def test_ruling_29_the_start_area_counts_as_road(round_: int) -> None:
    scene = Scene(board("ES start", tiles="S2 C2 C2", round=round_)).assign("ES", 2, "D1 F")
    assert scene.asked == "E bonus"


@pytest.mark.parametrize(("at", "bad", "good"), [("A10", "FL", {"F", "FR"}), ("F10", "FR", {"F", "FL"})])
def test_ruling_30_there_is_nothing_beside_the_road(at: str, bad: str, good: set[str]) -> None:
    scene = Scene(board(f"ES {at}"))
    scene.refused("path_step", scene.assignment("ES", 1, bad))
    scene.refused("path_step", scene.assignment("ES", 1, "B"))
    scene.assign("ES", 1)
    assert {action.path for action in GAME.choices(scene.state, 0) if isinstance(action, Drive)} == {
        (move,) for move in good
    }


def test_ruling_31_a_rock_may_be_chosen_and_eliminates() -> None:
    state = board("ES B12 dent", "EM start", "TS C14", tiles="C2 C1 C2", damage="")
    scene = Scene(state).assign("ES", 4, "F")
    assert (scene.at("ES"), scene.asked) == (None, "T assign")
    assert scene.damage == ["dent"]


@pytest.mark.parametrize(("die", "path", "left"), [(3, "F", 2), (3, "FL", 2), (4, "FL F", 2)])
def test_ruling_32_road_and_off_road_cost_one(die: int, path: str, left: int) -> None:
    scene = Scene(board("ES B10")).assign("ES", die, path)
    assert scene.turn.left == left


def test_ruling_32_mud_under_a_token_costs_two_and_a_clear_one_hides_mud() -> None:
    state = board("ES B12", tiles="C2 B1 C2", tokens={"B13": "clear up", "B14": "mud up"})
    scene = Scene(state).assign("ES", 4, "F")
    assert (scene.turn.left, scene.turn.all_road) == (3, True)
    assert scene.drive("F").turn.left == 1
    scene = Scene(board("ES C10", tokens={"C11": "mud up"})).assign("ES", 3, "F")
    assert (scene.turn.left, scene.turn.all_road) == (1, False)


def test_ruling_33_the_ground_is_paid_first() -> None:
    hidden = board("ES B12", tiles="C2 B1 C2", tokens={"B13": "clear"})
    scene = Scene(hidden).assign("ES", 3, "F")
    assert (scene.turn.left, scene.turn.all_road) == (1, True), "mud was paid, then it is road"


def test_ruling_33_hidden_mud_on_mud_costs_no_more() -> None:
    scene = Scene(board("ES B12", tiles="C2 B1 C2", tokens={"B13": "mud"})).assign("ES", 3, "F")
    assert scene.turn.left == 1


def test_ruling_33_hidden_mud_never_takes_more_than_is_left() -> None:
    scene = Scene(board("ES C10", tokens={"C11": "mud"})).assign("ES", 1, "F")
    assert (scene.at("ES"), scene.asked, scene.turn.seat) == ("C11", "T assign", 1)


def test_ruling_34_choppers_never_block() -> None:
    state = board("ES A10", "EM start", choppers={"E": "A11", "T": "A12"})
    scene = Scene(state).assign("ES", 3, "F F F")
    assert (scene.at("ES"), scene.asked) == ("A13", "T assign")
    scene = Scene(state).assign("ES", 2, "F F")
    assert scene.at("ES") is None


def test_ruling_35_damage_ends_the_move_and_the_bonus_but_not_the_shot() -> None:
    state = board("ES C10", "TS C12", tokens={"C11": "mine"}, damage="dent")
    scene = Scene(state).assign("ES", 1, "F")
    assert (scene.at("ES"), scene.asked) == ("C11", "E shoot")
    scene = Scene(board("ES C10", tokens={"C11": "mine"}, damage="dent")).assign("ES", 4, "F")
    assert (scene.at("ES"), scene.asked) == ("C11", "T assign")


def test_ruling_35_a_slam_as_the_top_vehicle_ends_the_move() -> None:
    scene = Scene(board("ES C10", "TS C11"), "slam top", "direction FR").assign("ES", 4, "F")
    assert (scene.at("ES"), scene.at("TS"), scene.asked) == ("D11", "C11", "T assign")


def test_ruling_35_leaving_the_road_ends_the_move() -> None:
    state = board("ES A10", "EM start", tokens={"A11": "oil"})
    scene = Scene(state, "direction FL").assign("ES", 4, "F")
    assert (scene.at("ES"), scene.asked) == (None, "T assign")


def test_ruling_36_oil_slides_for_free_and_the_car_goes_on() -> None:
    scene = Scene(board("ES C10", tokens={"C11": "oil"}), "direction FR").assign("ES", 3, "F")
    assert (scene.at("ES"), scene.asked, scene.turn.left) == ("D11", "E drive", 2)
    assert scene.tokens == {"C11": "oil up"}
    assert scene.drive("F F").asked == "E bonus"


def test_ruling_36_the_spaces_slid_into_count_for_the_road_condition() -> None:
    scene = Scene(board("ES B10", tokens={"B11": "oil up"}), "direction FL").assign("ES", 3, "F")
    assert (scene.at("ES"), scene.turn.left, scene.turn.all_road) == ("A12", 2, False)
    assert scene.drive("FR F").asked == "T assign"


def test_ruling_36_a_slide_on_the_last_move_still_leaves_the_bonus() -> None:
    scene = Scene(board("ES C10", tokens={"C11": "oil up"}), "direction BR").assign("ES", 1, "F")
    assert (scene.at("ES"), scene.asked) == ("D10", "E bonus")


def test_ruling_36_from_oil_to_oil() -> None:
    state = board("ES C10", tokens={"C11": "oil up", "D11": "oil"})
    scene = Scene(state, "direction FR", "direction F").assign("ES", 2, "F")
    assert (scene.at("ES"), scene.turn.left) == ("D12", 1)


def test_ruling_36_a_slide_into_another_vehicle_is_a_slam() -> None:
    state = board("ES C10", "TS C12", tokens={"C11": "oil up"})
    scene = Scene(state, "direction F", "slam bottom", "direction BL").assign("ES", 3, "F")
    assert (scene.at("ES"), scene.at("TS"), scene.asked) == ("C12", "B11", "T assign")


def test_ruling_37_the_start_space_counts() -> None:
    assert Scene(board("ES A10")).assign("ES", 1, "FR").asked == "T assign"
    assert Scene(board("ES C10", tokens={"C10": "mud up"})).assign("ES", 1, "F").asked == "T assign"
    assert Scene(board("ES A10", tokens={"A10": "clear up"})).assign("ES", 1, "FR").asked == "E bonus"


def test_ruling_37_any_other_space_ends_it() -> None:
    scene = Scene(board("ES B10")).assign("ES", 3, "FL FR F")
    assert (scene.at("ES"), scene.asked) == ("B12", "T assign")


def test_ruling_37_oil_keeps_the_ground_under_it() -> None:
    scene = Scene(board("ES B10", tokens={"A11": "oil up"}), "direction FR").assign("ES", 2, "FL")
    assert (scene.at("ES"), scene.turn.all_road) == ("B11", False), "the oil lies on off-road ground"


def test_ruling_38_the_bonus_is_exactly_the_road_die_on_any_ground() -> None:
    state = board("ES C12", tiles="C2 B1 C2", road=3, tokens={"C13": "clear up"}, dice={"E": "1 1 1 1"})
    scene = Scene(state).assign("ES", 1, "F")
    assert scene.asked == "T assign", "C12 is mud"
    state = board("ES B11", tiles="C2 B1 C2", road=3, dice={"E": "1 1 1 1"})
    scene = Scene(state).assign("ES", 1, "F").bonus(True)
    assert (scene.turn.left, scene.turn.on_bonus) == (3, True)
    scene.drive("F")
    assert (scene.turn.left, scene.asked) == (1, "E drive"), "mud costs two of the bonus too"
    scene.drive("F")
    assert (scene.at("ES"), scene.asked) == ("B14", "T assign"), "and is entered with one"


def test_ruling_38_all_rules_apply_to_the_bonus() -> None:
    state = board("ES C10", "TS C12", road=3)
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F").bonus(True).drive("F")
    assert (scene.at("ES"), scene.at("TS"), scene.asked) == ("C12", "C13", "E shoot")
    scene = Scene(board("ES C10", tokens={"C12": "mine"}, road=3, damage="dent")).assign("ES", 1, "F").bonus(True)
    assert scene.drive("F").asked == "T assign"


def test_ruling_38_there_is_no_bonus_for_a_coasting_car() -> None:
    assert Scene(board("ES C10 moved")).assign("ES", 1, "F").asked == "T assign"


def test_ruling_38_yes_or_no() -> None:
    scene = Scene(board("ES C10")).assign("ES", 1, "F")
    assert Bonus(True) in GAME.choices(scene.state, 0)
    assert Bonus(False) in GAME.choices(scene.state, 0)
    scene.refused("kind", Drive(("F",)))
    scene.refused("kind", Shoot(None))


def test_ruling_39_an_extension_disturbs_neither_moves_nor_condition() -> None:
    scene = Scene(board("ES C24", pile="C2 A1 B1")).assign("ES", 3, "F")
    assert (scene.turn.left, scene.turn.all_road, scene.at("ES")) == (2, True, "C25")
    assert scene.drive("F F").asked == "E bonus"


# ---- drifting


def drifter(*pieces: str, die: int, path: str, wishes: tuple[str, ...] = (), **more: object) -> Scene:
    state = board(*pieces, dice={"E": f"{die} 3 3m 3m"}, **more)  # pyright: ignore[reportArgumentType]
    return Scene(state, *wishes).assign("ES", die, path, "drift 3")


def test_ruling_40_the_first_occupied_space_in_bonus_moves_is_protected() -> None:
    scene = drifter("ES C10", "TS C12", die=1, path="F", road=3).bonus(True).drive("F F F")
    assert (scene.at("ES"), scene.at("TS")) == ("C14", "C12")


def test_ruling_40_a_wreck_is_passed_as_well() -> None:
    scene = drifter("ES A10", "W0 A11", die=2, path="F F")
    assert (scene.at("ES"), scene.at("W0")) == ("A12", "A11")


def test_ruling_40_forced_entries_are_not_protected() -> None:
    scene = drifter(
        "ES C10", "TS C12", die=3, path="F", tokens={"C11": "oil up"},
        wishes=("direction F", "slam bottom", "direction BL"),
    )  # fmt: skip
    assert (scene.at("ES"), scene.at("TS"), scene.asked) == ("C12", "B11", "T assign")


def test_ruling_40_once_per_turn() -> None:
    scene = drifter("ES A10", "TS A11", "BS A13", die=4, path="F F F", wishes=("slam bottom", "direction F"))
    assert (scene.at("ES"), scene.at("TS"), scene.at("BS")) == ("A13", "A11", "A14")


def test_ruling_41_it_is_automatic_while_the_car_can_leave() -> None:
    scene = drifter("ES A10", "TS A11", die=2, path="F")
    assert (scene.asked, scene.turn.drift, scene.turn.left) == ("E drive", "passing", 1)
    scene.refused("no_path", Drive(()))


def test_ruling_41_in_the_last_bonus_move_it_cannot_leave() -> None:
    scene = drifter("ES C10", "TS C12", die=1, path="F", wishes=("slam bottom", "direction F"), road=1).bonus(True)
    scene.drive("F")
    assert (scene.at("ES"), scene.at("TS")) == ("C12", "C13")


def test_ruling_42_the_slam_after_a_declined_bonus_loses_nothing_more() -> None:
    scene = drifter("ES C10", "TL C11", die=1, path="F", wishes=("slam top", "direction FR")).bonus(False)
    assert scene.asked == "T reroll"
    scene.reroll(False)
    assert (scene.at("ES"), scene.at("TL"), scene.asked) == ("D11", "C11", "T assign")


def test_ruling_42_a_taken_bonus_leaves_the_space_and_may_slam_the_next() -> None:
    scene = drifter("ES C10", "TS C11", "BS C12", die=1, path="F", wishes=("slam bottom", "direction F"), road=2)
    scene.bonus(True).drive("F")
    assert (scene.at("ES"), scene.at("TS"), scene.at("BS")) == ("C12", "C11", "C13")


def test_ruling_43_the_ground_of_the_drifted_space_is_paid() -> None:
    muddy = {"tiles": "C2 B1 C2"}
    scene = drifter("ES B12", "TS B13", die=3, path="F", **muddy)
    assert (scene.asked, scene.turn.left, scene.turn.drift) == ("E drive", 1, "passing")
    scene = drifter("ES B12", "TS B13", die=2, path="F", wishes=("slam bottom", "direction F"), **muddy)
    assert (scene.at("ES"), scene.at("TS")) == ("B13", "B14")


def test_ruling_43_face_up_oil_in_the_drifted_space_slides() -> None:
    scene = drifter("ES C10", "TS C11", die=3, path="F", tokens={"C11": "oil up"}, wishes=("direction FR",))
    assert (scene.at("ES"), scene.at("TS"), scene.asked, scene.turn.left) == ("D11", "C11", "E drive", 2)


def test_ruling_43_the_slide_is_a_forced_entry() -> None:
    scene = drifter(
        "ES C10", "TS C11", "BS D11", die=3, path="F", tokens={"C11": "oil up"},
        wishes=("direction FR", "slam bottom", "direction F"),
    )  # fmt: skip
    assert (scene.at("ES"), scene.at("BS"), scene.asked) == ("D11", "D12", "E shoot")


def test_ruling_44_a_revealed_wreck_is_slammed() -> None:
    scene = drifter("ES A10", die=3, path="F", tokens={"A11": "wreck"}, wishes=("slam top", "direction B"))
    assert (scene.at("ES"), scene.at("W0"), scene.asked) == ("A10", "A11", "E shoot")


def test_ruling_45_without_a_drift_every_occupied_space_is_a_slam() -> None:
    scene = Scene(board("ES A10", "TS A11"), "slam bottom", "direction F").assign("ES", 4, "F")
    assert (scene.at("ES"), scene.at("TS"), scene.asked) == ("A11", "A12", "E shoot")
