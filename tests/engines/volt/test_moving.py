"""Moving and pushing (rulings 30 to 35, 38, 39).

Tri, with what matters here: pit at C4, walls at B4 and F2, a scoring cell at E5, row 5 open from A to I.
"""

from __future__ import annotations

import pytest

from engines.grid import Cell
from engines.volt.floor import Floor
from engines.volt.happenings import Blocked, Destroyed
from engines.volt.model import Command, State
from tests.engines.volt.boards import cell, floor, play, position, program, steps


def moved(state: State, text: str, seat: int = 0) -> Floor:
    """The floor after one blue command of a seat."""
    command = program(f"{text} R1N R1N").pads[0]
    assert command is not None
    board = floor(state)
    board.resolve(seat, command)
    return board


def cells(*names: str | None) -> list[Cell | None]:
    return [None if name is None else cell(name) for name in names]


@pytest.mark.parametrize("pip", range(1, 7))
def test_ruling_30_a_move_goes_exactly_the_pips(pip: int) -> None:
    assert moved(position("tri", "A5", "B9"), f"B{pip}E").pos[0] == (4, pip)


@pytest.mark.parametrize(("to", "end"), [("N", "E2"), ("E", "H5"), ("S", "E8"), ("W", "B5")])
def test_ruling_30_a_move_goes_the_way_of_its_key(to: str, end: str) -> None:
    assert moved(position("tri", "E5", "B9"), f"B3{to}").pos[0] == cell(end)


def test_ruling_30_there_is_no_stopping_on_the_way() -> None:
    """Not even on a scoring cell, and nothing is collected there (ruling 38)."""
    turnout = play(position("tri", "C5", "B9"), "B4E R6N R6N", "B1N R6N R6N")
    assert turnout.state.robots[0].pos == cell("G5")
    assert turnout.state.robots[0].vp == 0
    assert turnout.state.markers == ((cell("E5"), 1),)


@pytest.mark.parametrize(
    ("start", "text", "end"),
    [("B5", "B4W", "A5"), ("A5", "B1W", "A5"), ("F1", "B6S", "F1"), ("I2", "B4W", "G2"), ("A4", "B2E", "A4")],
)
def test_ruling_31_the_edge_and_solid_cells_end_the_move_without_damage(start: str, text: str, end: str) -> None:
    board = moved(position("tri", start, "B9"), text)
    assert board.pos[0] == cell(end)
    assert board.damage[0] == 0
    assert isinstance(board.log[-1], Blocked)


def test_ruling_31_a_robot_in_the_way_is_pushed_ahead() -> None:
    assert moved(position("tri", "C5", "D5"), "B1E").pos == cells("D5", "E5")


def test_ruling_31_a_chain_is_pushed_together() -> None:
    assert moved(position("tri", "C5", "D5", "E5", "F5"), "B2E").pos == cells("E5", "F5", "G5", "H5")


def test_ruling_31_a_gap_in_the_chain_closes_first() -> None:
    assert moved(position("tri", "C5", "D5", "F5"), "B2E").pos == cells("E5", "F5", "G5")


def test_ruling_31_case_4_9_2_against_a_wall_nobody_moves_and_the_rest_of_the_move_is_lost() -> None:
    state = position("tri", "B5", "A5")
    board = moved(state, "B3W")
    assert board.pos == cells("B5", "A5")
    assert board.damage == [0, 0]
    assert board.log == [Blocked(1, cell("A5"), (4, -1))]


def test_ruling_31_a_longer_chain_against_a_wall_stops_as_a_whole() -> None:
    assert moved(position("tri", "D5", "C5", "B5"), "B6W").pos == cells("C5", "B5", "A5")


def test_ruling_32_pushing_costs_no_steps() -> None:
    """A move of 5 against a robot pushes it 5 cells."""
    assert moved(position("tri", "A5", "B5"), "B5E").pos == cells("F5", "G5")


def test_ruling_33_driving_into_a_pit_destroys_and_nobody_scores() -> None:
    board = moved(position("tri", "D4", "B9"), "B1W")
    assert board.pos[0] is None
    assert board.vp == [0, 0]
    assert board.log[-1] == Destroyed(0, cell("C4"), "pit")


def test_ruling_33_the_rest_of_the_move_is_void() -> None:
    """C4 is not jumped over: a move of 6 from D4 ends in it."""
    board = moved(position("tri", "F4", "B9"), "B6W")
    assert board.pos[0] is None
    assert board.log[-1] == Destroyed(0, cell("C4"), "pit")


def test_ruling_34_case_4_9_1_a_pushes_b_pushes_c_into_a_pit_and_a_scores() -> None:
    """The chain behind closes up; the one next to the victim gets nothing."""
    board = moved(position("tri", "F4", "E4", "D4"), "B1W")
    assert board.pos == cells("E4", "D4", None)
    assert board.vp == [1, 0, 0]


def test_ruling_34_two_victims_in_one_move_are_two_vp() -> None:
    board = moved(position("tri", "F4", "E4", "D4"), "B2W")
    assert board.pos == cells("D4", None, None)
    assert board.vp == [2, 0, 0]


def test_ruling_34_the_move_goes_on_after_the_fall() -> None:
    board = moved(position("tri", "F4", "E4"), "B2W")
    assert board.pos == cells("D4", None)


def test_ruling_35_case_4_9_3_the_pusher_that_falls_in_behind_keeps_its_vp() -> None:
    board = moved(position("tri", "E4", "D4"), "B3W")
    assert board.pos == cells(None, None)
    assert board.vp == [1, 0]


def test_a_destroyed_robot_leaves_its_cell_and_its_damage() -> None:
    board = moved(position("tri", "D4", "B9", damage={0: 2}), "B1W")
    assert board.damage[0] == 0
    assert cell("C4") not in board.at
    assert cell("D4") not in board.at


def test_ruling_38_start_cells_are_floor() -> None:
    """Driving over the start cells of another seat changes nothing."""
    assert moved(position("tri", "B1", "H9"), "B6E").pos[0] == cell("H1")


def test_ruling_39_being_pushed_over_a_scoring_cell_does_nothing_before_phase_3() -> None:
    turnout = play(position("tri", "C5", "D5"), "B1E R6N R6N", "B6S R6N R6N")
    pushed = steps(turnout, "pad-1")[0].view
    assert pushed.robots[1].pos == cell("E5")
    assert pushed.robots[1].vp == 0
    assert pushed.markers == ((cell("E5"), 1),)


def test_ruling_39_whoever_was_pushed_onto_a_scoring_cell_takes_the_marker_in_phase_3() -> None:
    turnout = play(position("tri", "C5", "D5"), "B1E R6N R6N", "R1S R1S B1S")
    held = play(position("tri", "C5", "D5"), "R6N R6N B1E", "B1N B1S R6N")
    assert turnout.state.robots[1].vp == 0, "it drove on in pad 3"
    assert held.state.robots[1].vp == 1


def test_one_robot_a_cell_whatever_is_pushed() -> None:
    """Every move in every direction from a crowded corner leaves each robot on a cell of its own."""
    state = position("tri", "D4", "D5", "E4", "E5")
    for seat in range(4):
        for pip in range(1, 7):
            for direction in ("N", "E", "S", "W"):
                board = floor(state)
                board.resolve(seat, Command("blue", pip, direction))
                standing = [pos for pos in board.pos if pos is not None]
                assert len(set(standing)) == len(standing)
                assert board.at == {pos: at for at, pos in enumerate(board.pos) if pos is not None}
                assert not set(standing) & (board.arena.solid | board.arena.pits)
