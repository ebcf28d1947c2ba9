"""Assigning a die and giving a command: rulings 15 to 26."""

from __future__ import annotations

import pytest

from engines.thunder_road import GAME, legal
from engines.thunder_road.facts import FACES
from engines.thunder_road.model import Assign
from tests.engines.thunder_road.boards import Scene, board, name_of, spot

TWO = {"E": "1 2 1m 1m"}
"""Few dice, where every answer is listed."""


def test_ruling_15_moved_is_set_by_the_die_even_without_a_space_moved() -> None:
    """Ember's own chopper disables the assigned car before it moves."""
    state = board("ES C10 dent", "EM start", damage="dent")
    scene = Scene(state, "shot S,M").assign("ES", 2, command="airstrike 4 C9 ES")
    assert scene.at("ES") == "C10"
    assert (scene.car("ES").moved, scene.car("ES").operable) == (True, False)


def test_ruling_15_being_pushed_is_no_move() -> None:
    state = board("ES C10", "TS C11", "EM start")
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F")
    assert scene.car("ES").moved
    assert not scene.car("TS").moved
    state = board("ES C10", "EL C11", "TS start")
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F").reroll(False)
    assert (scene.at("EL"), scene.car("EL").moved) == ("C12", False)


def test_ruling_15_the_die_lies_on_the_car_s_dashboard() -> None:
    scene = Scene(board("ES C10", "EM start")).assign("ES", 2, "F")
    assert (scene.crew("E").dice[1].use, scene.crew("E").dice[1].car) == ("move", 0)
    assert scene.car("ES").moved


@pytest.mark.parametrize("die", [1, 6])
def test_ruling_16_coasting_ignores_the_die(die: int) -> None:
    scene = Scene(board("ES A10 moved", dice={"E": "1 6 2m 3n"})).assign("ES", die, "F")
    assert (scene.at("ES"), scene.asked) == ("A11", "T assign")
    assert (scene.car("ES").coasts, scene.car("ES").moved) == (1, True)
    assert [each.use for each in scene.crew("E").dice if each.value == die] == ["coast"]


def test_ruling_16_only_cars_that_have_moved_and_are_operable_coast_less_than_twice() -> None:
    scene = Scene(board("ES A10 coast", "EM C2 moved dent dent", "EL E2 coast coast"))
    scene.refused("inoperable", Assign(1, 0))
    scene.refused("coasted_out", Assign(2, 0))
    scene.assign("ES", 1, "F")
    assert scene.car("ES").coasts == 2


def test_ruling_16_coasting_is_one_space_into_mud_too() -> None:
    scene = Scene(board("ES B12 moved", tiles="C2 B1 C2", dice={"E": "3 3 4m 4"}))
    scene.refused("path_over", scene.assignment("ES", 3, "F F"))
    scene.assign("ES", 3, "F")
    assert (scene.at("ES"), scene.asked) == ("B13", "T assign")


def test_ruling_17_a_repaired_car_keeps_its_marks() -> None:
    state = board("ES A10", "EM C2 dent dent coast coast", dice={"E": "2 6 3 1"})
    scene = Scene(state).assign("ES", 2, "F F", "repair 6 EM")
    assert (scene.car("EM").operable, scene.car("EM").moved, scene.car("EM").coasts) == (True, True, 2)


def test_ruling_18_the_command_die_is_another_unused_die() -> None:
    scene = Scene(board("ES C10", dice={"E": "3 3m 2 6"}))
    scene.refused("die_used", Assign(0, 0, "nitro", 0))
    scene.refused("die_used", Assign(0, 0, "nitro", 1))
    scene.refused("die_used", Assign(0, 1))
    scene.refused("no_die", Assign(0, 4))
    scene.refused("no_die", Assign(0, -1))
    scene.refused("no_die", Assign(0))
    scene.refused("no_command_die", Assign(0, 0, "nitro"))
    scene.assign("ES", 3, "F", "nitro 2")
    assert [die.use for die in scene.crew("E").dice] == ["move", "move", "nitro", None]


def test_ruling_18_the_car_is_one_s_own_and_in_the_game() -> None:
    scene = Scene(board("ES C10"))
    scene.refused("no_car", Assign(None, 0))
    for number in (-1, 6, 77):
        scene.refused("no_car", Assign(number, 0))
    scene.refused("not_your_car", Assign(3, 0))
    scene.refused("car_gone", Assign(1, 0))


@pytest.mark.parametrize(
    ("command", "values"),
    [("airstrike", {1, 2, 3, 4, 5, 6}), ("nitro", {1, 2, 3}), ("drift", {3, 4, 5}), ("repair", {6})],
)
def test_section_3_4_which_dice_a_command_takes(command: str, values: set[int]) -> None:
    found: set[int] = set()
    needs = {"airstrike": "C12", "repair": "ES"}.get(command, "")
    for value in range(1, 7):
        scene = Scene(board("ES C10 dent", dice={"E": f"1 {value} 1m 1m"}))
        answer = scene.assignment("ES", 1, command=f"{command} {value} {needs}")
        if (command, 1) in legal.commands(scene.view, 0, 0, 0):
            GAME.allows(scene.state, 0, answer)
            found.add(value)
        else:
            scene.refused("command_die", answer)
    assert found == values


def test_section_3_4_one_command_a_round_and_none_when_coasting() -> None:
    scene = Scene(board("ES C10", dice={"E": "1 2 3 6n"}))
    scene.refused("command_used", scene.assignment("ES", 1, command="drift 3"))
    scene = Scene(board("ES C10 moved", dice={"E": "1 2 3 6m"}))
    scene.refused("command_coasting", scene.assignment("ES", 1, command="nitro 2"))


def test_section_3_4_each_command_has_only_what_it_needs() -> None:
    scene = Scene(board("ES C10 dent", dice={"E": "1 2 3 6"}))
    scene.refused("kind", Assign(0, 0, spot=spot("C12")))
    scene.refused("kind", Assign(0, 0, command_die=1))
    scene.refused("kind", Assign(0, 0, "nitro", 1, spot=spot("C12")))
    scene.refused("kind", Assign(0, 0, "nitro", 1, repaired=0))
    scene.refused("no_spot", Assign(0, 0, "airstrike", 1))
    scene.refused("no_repair", Assign(0, 0, "repair", 3))


def test_ruling_19_any_other_space_of_the_three_tiles() -> None:
    state = board("ES D10", "TS D3", tiles="S1 C1 A1", tokens={"C4": "mud"}, choppers={"E": "B20"}, dice=TWO)
    scene = Scene(state)
    spots = {
        action.spot for action in GAME.choices(state, 0) if isinstance(action, Assign) and action.command == "airstrike"
    }
    rocks = 0
    for row in range(24):
        for lane in range(6):
            face = {0: "S1", 1: "C1", 2: "A1"}[row // 8]
            rocks += FACES[face].rows[row % 8][lane] == "X"
    assert len(spots) == 144 - rocks - len({"D10", "D3", "C4", "B20"})
    assert spot("A1") in spots
    assert scene.assign("ES", 1, "F", "airstrike 2 A1").crew("E").chopper == spot("A1")


def test_ruling_20_the_chopper_s_front_arc() -> None:
    state = board(
        "ES C10", "EM D11", "TS C12", "TM B11", "TL C13", "W0 C14", "BS D14", "BM B14", "BL D13 dent dent", dice=TWO
    )
    aims = {
        at: {
            name_of(action.target)
            for action in GAME.choices(state, 0)
            if isinstance(action, Assign) and action.spot == spot(at) and action.target is not None
        }
        for at in ("C11", "B13", "D12")
    }
    assert aims["C11"] == {"EM", "TS", "TM"}, "own cars are legal; D11 and B11 are diagonally ahead of an even lane"
    assert aims["B13"] == {"W0", "BM"}, "from an odd lane the diagonals lie a row ahead"
    assert aims["D12"] == {"TL"}, "an inoperable car is no target"


def test_ruling_20_the_shot_is_optional_and_at_once() -> None:
    state = board("ES A10", "TS C12", "TM start", damage="skid_F")
    scene = Scene(state).assign("ES", 1, "F", "airstrike 4 C11")
    assert scene.at("TS") == "C12"
    scene = Scene(state, "shot S,M").assign("ES", 1, command="airstrike 4 C11 TS")
    assert (scene.at("TS"), scene.asked) == ("C13", "E drive"), "before the move"
    scene.refused("kind", Assign(0, 1))


def test_ruling_20_one_target_in_the_arc() -> None:
    scene = Scene(board("ES A10", "TS C13", "TM C12 dent dent", "TL B11"))
    scene.refused("no_target", scene.assignment("ES", 1, command="airstrike 4 C11 TS"))
    scene.refused("no_target", scene.assignment("ES", 1, command="airstrike 4 C11 TM"))
    scene.refused("path_after_shot", scene.assignment("ES", 1, "F", command="airstrike 4 C11 TL"))


def test_ruling_20_wrecks_are_legal_and_removed() -> None:
    scene = Scene(board("ES A10", "W0 C12"), "shot S,M").assign("ES", 1, command="airstrike 4 C11 W0")
    assert scene.state.wrecks == ()
    assert len(scene.road.damage) == 4


def test_ruling_21_a_car_that_is_hit_before_its_move_keeps_its_moves() -> None:
    """Tide's Dart skids back into the assigned car, which is pushed aside."""
    state = board("ES C10", "TS C11", "TM start", damage="skid_B")
    scene = Scene(state, "shot S,M", "slam bottom", "direction FR")
    scene.assign("ES", 3, command="airstrike 4 B10 TS")
    assert (scene.at("TS"), scene.at("ES")) == ("C10", "D10")
    assert (scene.asked, scene.turn.left, scene.turn.lost, scene.turn.all_road) == ("E drive", 3, False, True)
    scene.drive("F F F")
    assert (scene.at("ES"), scene.asked) == ("D13", "E bonus")


def test_ruling_21_the_road_condition_begins_where_the_car_now_stands() -> None:
    state = board("ES B10", "TS B11", "TM start", damage="skid_B")
    scene = Scene(state, "shot S,M", "slam bottom", "direction FL")
    scene.assign("ES", 1, command="airstrike 4 C11 TS")
    assert (scene.at("ES"), scene.turn.all_road) == ("A11", False)
    assert scene.drive("FR").asked == "T assign"


def test_ruling_21_damage_before_the_move_costs_no_moves() -> None:
    state = board("ES C10", damage="dent")
    scene = Scene(state, "shot S,M").assign("ES", 2, command="airstrike 4 C9 ES")
    assert scene.car("ES").damage == ("dent",)
    assert (scene.asked, scene.turn.left) == ("E drive", 2)
    assert scene.drive("F F").asked == "E bonus"


def test_ruling_21_a_car_that_slams_before_its_move_keeps_its_moves() -> None:
    """It is not moving yet, so being the top vehicle costs it nothing (ruling 35 speaks of remaining moves)."""
    state = board("ES C10", "TS C11", damage="skid_F")
    scene = Scene(state, "shot S,M", "slam bottom", "direction F").assign("ES", 2, command="airstrike 4 C9 ES")
    assert (scene.at("ES"), scene.at("TS")) == ("C11", "C12")
    assert (scene.asked, scene.turn.left) == ("E drive", 2)


def test_ruling_21_an_inoperable_car_neither_moves_nor_shoots() -> None:
    state = board("ES C10 dent", "EM start", "TS C11", damage="dent")
    scene = Scene(state, "shot S,M").assign("ES", 2, command="airstrike 4 C9 ES")
    assert scene.asked == "T assign"
    assert [die.use for die in scene.crew("E").dice] == [None, "move", None, "airstrike"]
    assert scene.crew("E").turns == 1


def test_ruling_21_a_car_that_is_gone_does_not_move() -> None:
    state = board("ES A10", "EM start", damage="skid_FL")
    scene = Scene(state, "shot S,M").assign("ES", 2, command="airstrike 4 A9 ES")
    assert (scene.at("ES"), scene.asked) == (None, "T assign")


def test_ruling_22_the_game_can_end_after_the_airstrike() -> None:
    state = board("ES A10", "TS C12 dent", damage="dent")
    scene = Scene(state, "shot S,M").assign("ES", 2, command="airstrike 4 C11 TS")
    assert (scene.asked, scene.state.winner, scene.state.reason) == ("over", 0, "last")


def test_ruling_23_nitro_adds_its_die() -> None:
    scene = Scene(board("ES C2", dice={"E": "2 3 5 6"})).assign("ES", 2, "F F F F", "nitro 3")
    assert (scene.asked, scene.turn.left) == ("E drive", 1)
    assert scene.drive("F").asked == "E bonus", "the bonus comes after all of them"


def test_ruling_24_repair_takes_the_last_token_from_any_own_car() -> None:
    state = board("ES A10 dazed blast", "EM C2 skid_F", "TS start", dice={"E": "2 6 3 1"}, damage="dent")
    scene = Scene(state)
    scene.refused("inoperable", Assign(0, 0))
    scene.assign("EM", 2, "F F", "repair 6 ES")
    assert scene.car("ES").damage == ("dazed",)
    assert scene.damage == ["blast", "dent"]
    assert scene.fate.log == ["damage pile"]


def test_ruling_24_the_active_car_too() -> None:
    scene = Scene(board("ES A10 dent", dice={"E": "2 6 3 1"}, damage="")).assign("ES", 2, "F F", "repair 6 ES")
    assert (scene.car("ES").damage, scene.damage) == ((), ["dent"])


def test_ruling_24_a_virtual_token_is_no_token_of_the_pile() -> None:
    scene = Scene(board("ES A10 virtual", dice={"E": "2 6 3 1"}, damage="")).assign("ES", 2, "F F", "repair 6 ES")
    assert (scene.car("ES").damage, scene.damage) == ((), [])


def test_ruling_24_only_damaged_own_cars() -> None:
    scene = Scene(board("ES A10", "EM start", "TS C2 dent", dice={"E": "2 6 3 1"}))
    scene.refused("no_repair", scene.assignment("ES", 2, command="repair 6 TS"))
    scene.refused("not_damaged", scene.assignment("ES", 2, command="repair 6 EM"))
    scene.refused("not_damaged", scene.assignment("ES", 2, command="repair 6 EL"))


def test_ruling_25_a_crew_without_an_operable_car_is_out_before_it_can_repair() -> None:
    state = board("ES A10", "TS A12 dent", "BS start", dice={"T": "6 6 6 6"}, damage="dent")
    scene = Scene(state, "shot S,M").assign("ES", 1, "F").shoot("TS")
    assert scene.crew("T").out == 1
    assert scene.asked == "B assign"
    assert scene.at("TS") == "A12"


def test_ruling_26_drift_makes_ready() -> None:
    scene = Scene(board("ES C10", dice={"E": "2 3 5 6"})).assign("ES", 2, command="drift 3")
    assert (scene.turn.drift, scene.turn.left) == ("ready", 2)
