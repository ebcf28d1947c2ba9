"""The four champion modules (section 4.5)."""

from __future__ import annotations

import pytest

from engines.volt.activation import order
from engines.volt.cards import CHAMPIONS
from engines.volt.effects import of_champion
from engines.volt.happenings import Cooled, Destroyed, Earned, Fired, Hurt, Moved, Tripped
from tests.engines.volt.boards import cell, done, happened, places, position, program

FAR = ("A8", "H9")
"""Where robots stand out of the way, on quad."""


def test_every_champion_module_has_an_effect() -> None:
    assert {of_champion(module).id for module in CHAMPIONS} == set(CHAMPIONS)


# Overclock (rulings 27, 78)


def test_overclock_acts_one_pip_earlier() -> None:
    """Its red 3 comes before a red 3 and ties with a red 2: there the turn marker decides."""
    programs = [program("R3N B1N R1N"), program("R3N B1N R1N"), program("R2N B1N R1N")]
    robots = position("tri", "A2", "B9", "H9", champion={1: "overclock"}).robots
    assert [robot for robot, _ in order(programs, robots, 0)] == [1, 2, 0]


def test_overclock_makes_a_one_a_zero() -> None:
    programs = [program("R1N B1N R1N"), program("R1N B1N R1N")]
    robots = position("duel", "A2", "B9", champion={1: "overclock"}).robots
    assert [robot for robot, _ in order(programs, robots, 0)] == [1, 0]


def test_ruling_78_overclock_leaves_blue_dice_alone() -> None:
    programs = [program("B3N R1N R1N"), program("B3N R1N R1N")]
    robots = position("duel", "A2", "B9", champion={1: "overclock"}).robots
    assert [robot for robot, _ in order(programs, robots, 0)] == [0, 1]


def test_overclock_changes_nothing_but_the_order() -> None:
    assert places(done(position("quad", "A4", "B9", *FAR, champion={0: "overclock"}), "R3E"))[0] == "A4"


# Reflector (ruling 62)


def test_reflector_sends_the_first_beam_back_to_the_shooter() -> None:
    board = done(position("quad", "A4", "D4", *FAR, champion={1: "reflector"}), "R1E")
    assert board.log == [
        Fired(((3, 0), (3, 1), (3, 2), (3, 3)), (1,)),
        Fired(((3, 3), (3, 2), (3, 1), (3, 0)), (0,), mirror=1),
        Hurt(0, cell("A4"), 1),
    ]
    assert board.damage == [1, 0, 0, 0]
    assert board.reflected == (False, True, False, False)


def test_reflector_works_once_a_round() -> None:
    assert done(position("quad", "A4", "D4", *FAR, champion={1: "reflector"}), "R1E", "R1E").damage == [1, 1, 0, 0]
    assert done(position("quad", "A4", "D4", *FAR, champion={1: "reflector"}, reflected=[1]), "R1E").damage[1] == 1


def test_reflector_case_4_9_13_kills_the_shooter_and_scores() -> None:
    board = done(position("quad", "A4", "D4", *FAR, champion={1: "reflector"}, damage={0: 2}), "R1E")
    assert places(board)[0] is None
    assert happened(board, Destroyed, Earned) == [Destroyed(0, cell("A4"), "beam"), Earned(1, 1)]


def test_a_reflected_beam_is_not_reflected_again() -> None:
    board = done(position("quad", "A4", "D4", *FAR, champion={0: "reflector", 1: "reflector"}), "R1E")
    assert board.damage == [1, 0, 0, 0]
    assert len(happened(board, Fired)) == 2
    assert board.reflected == (False, True, False, False)


def test_reflector_sends_diagonal_beams_back_along_their_line() -> None:
    board = done(position("quad", "D4", "F6", *FAR, champion={1: "reflector"}), "R1SE")
    assert board.damage == [1, 0, 0, 0]


def test_reflector_is_off_while_cooling() -> None:
    board = done(position("quad", "A4", "D4", *FAR, champion={1: "reflector"}, cooling=[1]), "R1E")
    assert board.damage == [0, 1, 0, 0]


# Titan Plating (ruling 65)


def test_titan_plating_is_destroyed_at_the_fourth_damage() -> None:
    state = position("quad", "A4", "D4", *FAR, champion={1: "titan_plating"})
    board = done(state, "R1E", "R1E", "R1E")
    assert (places(board)[1], board.damage[1]) == ("D4", 3)
    board = done(state, "R1E", "R1E", "R1E", "R1E")
    assert places(board)[1] is None
    assert board.vp[0] == 1


@pytest.mark.parametrize(("damage", "stands"), [(1, True), (2, False), (3, False)])
def test_titan_plating_off_the_next_point_that_brings_it_to_three_destroys(damage: int, stands: bool) -> None:
    state = position("quad", "A4", "D4", *FAR, champion={1: "titan_plating"}, damage={1: damage}, cooling=[1])
    assert (places(done(state, "R1E"))[1] is not None) == stands


def test_titan_plating_cooling_alone_destroys_nobody() -> None:
    state = position("quad", "A4", "C4", *FAR, champion={1: "titan_plating"}, damage={1: 3}, cards={0: ["emp_1"]})
    board = done(state, "R3E@emp_1")
    assert places(board)[1] == "C4"
    assert board.log[-1] == Cooled(1, cell("C4"))


def test_titan_plating_does_not_help_against_pits() -> None:
    board = done(position("quad", "E3", "E4", *FAR, champion={1: "titan_plating"}), "B1S")
    assert places(board)[1] is None


# Hover Skids (rulings 63, 64)


def test_hover_skids_pass_over_pits() -> None:
    board = done(position("quad", "E4", "B9", *FAR, champion={0: "hover_skids"}), "B2S")
    assert places(board)[0] == "E6"
    assert [type(entry) for entry in board.log] == [Moved, Moved]


def test_hover_skids_fall_when_the_move_ends_over_a_pit() -> None:
    board = done(position("quad", "E4", "B9", *FAR, champion={0: "hover_skids"}, vp={0: 1}), "B1S")
    assert places(board)[0] is None
    assert board.log[-1] == Destroyed(0, cell("E5"), "pit")
    assert board.vp == [1, 0, 0, 0]


def test_hover_skids_fall_when_the_move_is_stopped_over_a_pit() -> None:
    """G7 is a pit with the wall G8 south of it."""
    board = done(position("quad", "G6", "B9", *FAR, champion={0: "hover_skids"}), "B3S")
    assert places(board)[0] is None


def test_hover_skids_fall_when_pushed_and_the_pusher_scores() -> None:
    board = done(position("quad", "E3", "E4", *FAR, champion={1: "hover_skids"}), "B1S")
    assert places(board)[1] is None
    assert board.vp == [1, 0, 0, 0]


@pytest.mark.parametrize("owner", [None, 1])
def test_hover_skids_never_trigger_mines(owner: int | None) -> None:
    """Neither by own steps nor pushed."""
    state = position("quad", "B4", "B9", *FAR, champion={0: "hover_skids"}, mines={"C4": owner})
    board = done(state, "B1E")
    assert happened(board, Tripped) == []
    assert board.mines == {cell("C4"): owner}
    state = position("quad", "A4", "B4", *FAR, champion={1: "hover_skids"}, mines={"C4": owner if owner is None else 2})
    assert happened(done(state, "B1E"), Tripped) == []


def test_hover_skids_are_off_while_cooling() -> None:
    """Mines go off under a robot that cools and is pushed."""
    state = position("quad", "A4", "B4", *FAR, champion={1: "hover_skids"}, mines={"C4": None}, cooling=[1])
    assert done(state, "B1E").damage[1] == 1


def test_hover_skids_stand_over_a_mine_unhurt_and_leave_it_for_others() -> None:
    state = position("quad", "B4", "A4", *FAR, champion={0: "hover_skids"}, mines={"C4": None})
    board = done(state, "B1E", "B1E")
    assert places(board)[0] == "D4"
    assert cell("C4") in board.mines
