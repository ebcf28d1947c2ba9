"""The acceptance tests of section 4.9 about driving, slams and drifting: 1 to 11."""

from __future__ import annotations

import pytest

from engines.thunder_road import geometry
from engines.thunder_road.model import DIRS, Drive, Shoot, spot_name
from tests.engines.thunder_road.boards import Scene, board, spot

NEIGHBOURS = {
    "A6": ("A7", None, "B6", "A5", None, "B5"),
    "B6": ("B7", "A7", "C7", "B5", "A6", "C6"),
    "C4": ("C5", "B4", "D4", "C3", "B3", "D3"),
    "D4": ("D5", "C5", "E5", "D3", "C4", "E4"),
    "E9": ("E10", "D9", "F9", "E8", "D8", "F8"),
    "F8": ("F9", "E9", None, "F7", "E8", None),
}
"""F, FL, FR, B, BL, BR of some spaces, by 4.1."""


@pytest.mark.parametrize("name", NEIGHBOURS)
def test_acceptance_1_neighbours(name: str) -> None:
    here = spot(name)
    for direction, wanted in zip(DIRS, NEIGHBOURS[name], strict=True):
        there = geometry.step(here, direction)
        assert geometry.on_lanes(there) == (wanted is not None)
        if wanted is not None:
            assert spot_name(there) == wanted


def test_acceptance_1_opposites_lead_back() -> None:
    for back, there in (("B", "F"), ("BR", "FL"), ("BL", "FR"), ("F", "B"), ("FL", "BR"), ("FR", "BL")):
        for name in ("C4", "D4"):
            assert geometry.step(geometry.step(spot(name), there), back) == spot(name)


def test_acceptance_1_a_line_is_the_same_step_again() -> None:
    assert geometry.line(spot("B3"), "FR", 3) == spot("E5")
    assert geometry.line(spot("C9"), "F", 4) == spot("C13")
    assert geometry.line(spot("E9"), "BL", 2) == spot("C8")


def test_acceptance_2_mud_may_be_entered_with_one_left() -> None:
    scene = Scene(board("ES B12", tiles="C2 B1 C2")).assign("ES", 1, "F")
    assert scene.at("ES") == "B13"
    assert scene.asked == "T assign"


def test_acceptance_2_mud_takes_two() -> None:
    scene = Scene(board("ES B12", tiles="C2 B1 C2")).assign("ES", 3, "F")
    assert scene.at("ES") == "B13"
    assert (scene.asked, scene.turn.left) == ("E drive", 1)


def test_acceptance_3_hidden_mud_costs_one_more_and_ends_the_condition() -> None:
    scene = Scene(board("ES C10", tokens={"C11": "mud"})).assign("ES", 3, "F")
    assert scene.tokens == {"C11": "mud up"}
    assert (scene.asked, scene.turn.left, scene.turn.all_road) == ("E drive", 1, False)
    assert scene.drive("F").asked == "T assign"


def test_acceptance_3_hidden_clear_on_off_road_ground_is_road() -> None:
    scene = Scene(board("ES B10", tokens={"A11": "clear"})).assign("ES", 2, "FL")
    assert scene.tokens == {"A11": "clear up"}
    assert (scene.turn.left, scene.turn.all_road) == (1, True)
    assert scene.drive("FR").asked == "E bonus"


def test_acceptance_4_the_bonus_is_offered_and_may_be_declined() -> None:
    scene = Scene(board("ES C10", road=3)).assign("ES", 2, "F F")
    assert scene.asked == "E bonus"
    assert scene.window.asks[0].facts["moves"] == 3
    scene.bonus(False)
    assert (scene.at("ES"), scene.asked) == ("C12", "T assign")


def test_acceptance_4_the_bonus_is_taken_whole_and_may_leave_the_road() -> None:
    scene = Scene(board("ES C10", road=3)).assign("ES", 2, "F F").bonus(True)
    assert (scene.asked, scene.turn.left, scene.turn.on_bonus) == ("E drive", 3, True)
    scene.refused("no_path", Drive(()))
    scene.refused("kind", Shoot(None))
    scene.drive("FL FL F")
    assert (scene.at("ES"), scene.asked) == ("A14", "T assign")


def test_acceptance_5_no_bonus_after_a_slam_on_the_last_space() -> None:
    state = board("ES C10", "TS C12", road=3)
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 2, "F F")
    assert (scene.at("ES"), scene.at("TS")) == ("C12", "C13")
    assert scene.asked == "E shoot"


def test_acceptance_6_entry_costs_one_and_the_bonus_is_possible_in_round_one() -> None:
    start = board("ES start", "TS start", tiles="S1 C2 C2", round=1, road=2)
    scene = Scene(start).assign("ES", 1, "C1")
    assert (scene.at("ES"), scene.asked) == ("C1", "E bonus")
    scene.bonus(True).drive("F F")
    assert (scene.at("ES"), scene.asked) == ("C3", "T assign")
    scene = Scene(start).assign("ES", 3, "C1")
    assert (scene.asked, scene.turn.left) == ("E drive", 2)


def test_acceptance_6_nobody_shoots_in_round_one() -> None:
    state = board("ES start", "TS C2", tiles="S1 C2 C2", round=1)
    scene = Scene(state).assign("ES", 1, "C1").bonus(False)
    assert scene.asked == "T assign"


def test_acceptance_6_the_airstrike_of_round_one_places_without_a_shot() -> None:
    scene = Scene(board("ES start", "TS C5", tiles="S1 C2 C2", round=1))
    scene.refused("shot_round_one", scene.assignment("ES", 1, command="airstrike 4 C4 TS"))
    scene.assign("ES", 1, "C1", "airstrike 4 C4")
    assert scene.crew("E").chopper == spot("C4")
    assert scene.at("TS") == "C5"


def slam(*pieces: str, out: str = "", seats: int = 2) -> Scene:
    """Ember's ``car`` at C11 is in C12's slam; the first dice push what is there to C13."""
    state = board(*pieces, seats=seats, out={out: 1} if out else None)
    car = pieces[0].split()[0]
    return Scene(state, "slam bottom", "direction F").assign(car, 1, "F")


def test_acceptance_7_the_larger_one_s_owner_may_reroll_once() -> None:
    state = board("ES C11", "TL C12")
    scene = Scene(state, "slam bottom", "direction F", "slam top", "direction BL").assign("ES", 1, "F")
    assert scene.asked == "T reroll"
    assert (scene.window.kind, scene.window.patience) == ("right", 15)
    scene.reroll(True)
    assert (scene.at("ES"), scene.at("TL")) == ("B11", "C12")
    assert scene.asked == "E shoot", "C12 is in front of B11, to the right"


def test_acceptance_7_the_dice_stand_when_it_is_declined() -> None:
    scene = slam("ES C11", "TL C12").reroll(False)
    assert (scene.at("ES"), scene.at("TL")) == ("C12", "C13")


def test_acceptance_7_also_when_the_larger_one_is_inoperable() -> None:
    assert slam("ES C11", "TL C12 dent dent", "TS start").asked == "T reroll"


def test_acceptance_7_also_between_cars_of_one_player() -> None:
    scene = slam("ES C11", "EM C12")
    assert (scene.asked, scene.window.kind, scene.window.patience) == ("E reroll", "turn", None)


def test_acceptance_7_not_when_its_owner_is_out() -> None:
    scene = slam("ES C11", "TL C12 dent dent", out="T", seats=3)
    assert (scene.at("TL"), scene.asked) == ("C13", "B assign")


@pytest.mark.parametrize("pair", ["SS", "MM", "LL"])
def test_acceptance_7_not_between_equals(pair: str) -> None:
    scene = slam(f"E{pair[0]} C11", f"T{pair[1]} C12")
    assert (scene.at(f"T{pair[1]}"), scene.asked) == ("C13", "E shoot")


@pytest.mark.parametrize("size", "ML")
def test_acceptance_7_a_wreck_is_smaller_than_fang_and_maul(size: str) -> None:
    assert slam(f"E{size} C11", "W0 C12").asked == "E reroll"


def test_acceptance_7_a_wreck_is_as_small_as_a_dart() -> None:
    scene = slam("ES C11", "W0 C12")
    assert (scene.at("W0"), scene.asked) == ("C13", "E shoot")


def test_acceptance_8_pushed_over_the_side() -> None:
    state = board("ES B10", "TS A11 dazed", "TM start", damage="dent")
    scene = Scene(state, "slam bottom", "direction FL").assign("ES", 1, "FL")
    assert scene.at("TS") is None
    assert scene.damage == ["dazed", "dent"]
    assert scene.fate.log[-1] == "damage pile"
    assert scene.at("ES") == "A11"


def test_acceptance_8_pushed_behind_the_rear_edge() -> None:
    state = board("ES start", "TS C1 blast", "TM start", damage="")
    scene = Scene(state, "slam bottom", "direction B").assign("ES", 1, "C1")
    assert scene.at("TS") is None
    assert scene.damage == ["blast"]


def test_acceptance_8_pushed_into_a_rock() -> None:
    state = board("ES C12", "TS C13 dent", "TM start", tiles="C2 C1 C2", damage="")
    scene = Scene(state, "slam bottom", "direction FL").assign("ES", 1, "F")
    assert scene.at("TS") is None
    assert scene.damage == ["dent"]


def test_acceptance_8_pushed_over_the_front_edge_the_road_goes_on() -> None:
    state = board("ES C23", "TS C24", "TM start", pile="A1 B1 D1", bag="mud oil clear wreck mine")
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F")
    assert (scene.at("TS"), scene.at("ES")) == ("C25", "C24")
    assert scene.faces == "C2 C2 A1"


def test_acceptance_8_a_wreck_pushed_over_the_front_edge_is_removed() -> None:
    state = board("ES C23", "W0 C24")
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F")
    assert scene.at("W0") is None
    assert scene.road == state.road


def test_acceptance_9_a_chain_ends_with_one_vehicle_to_a_space() -> None:
    state = board("ES C10", "TS C11", "BS C12", "VS C13")
    scene = Scene(state, *["slam bottom", "direction F"] * 3).assign("ES", 1, "F")
    assert [scene.at(name) for name in ("ES", "TS", "BS", "VS")] == ["C11", "C12", "C13", "C14"]


def test_acceptance_10_a_drifter_passes_the_first_and_slams_the_second() -> None:
    state = board("ES C10", "TS C11", "BS C12", dice={"E": "3 3 5 6"})
    scene = Scene(state, "slam bottom", "direction FL").assign("ES", 3, "F F", "drift 3")
    assert [scene.at(name) for name in ("ES", "TS", "BS")] == ["C12", "C11", "B12"]
    assert scene.turn.drift == "used"


def test_acceptance_10_a_drifter_that_stops_on_the_first_slams_it() -> None:
    state = board("ES A10", "TS A11", dice={"E": "1 3 5 6"})
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F", "drift 3")
    assert (scene.at("ES"), scene.at("TS")) == ("A11", "A12")


def test_acceptance_10_a_drifter_on_the_first_may_still_take_the_bonus() -> None:
    state = board("ES C10", "TS C11", dice={"E": "1 3 5 6"}, road=2)
    scene = Scene(state).assign("ES", 1, "F", "drift 3")
    assert (scene.asked, scene.at("ES"), scene.at("TS")) == ("E bonus", "C11", "C11")
    scene.bonus(True).drive("F F")
    assert (scene.at("ES"), scene.at("TS")) == ("C13", "C11")


def test_acceptance_10_a_drifter_on_the_first_that_declines_slams() -> None:
    state = board("ES C10", "TS C11", dice={"E": "1 3 5 6"}, road=2)
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F", "drift 3").bonus(False)
    assert (scene.at("ES"), scene.at("TS")) == ("C11", "C12")
    assert scene.asked == "E shoot"


def test_acceptance_11_a_hidden_wreck_is_slammed_while_drifting() -> None:
    state = board("ES C10", tokens={"C11": "wreck"}, dice={"E": "3 3 5 6"})
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 3, "F", "drift 3")
    assert (scene.at("ES"), scene.at("W0")) == ("C11", "C12")
    assert scene.tokens == {}
    assert scene.road.discard == ("wreck",)
    assert scene.asked == "E shoot"
