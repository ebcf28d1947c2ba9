"""Shooting (rulings 40 to 44, 46) and who is credited (section 3.7)."""

from __future__ import annotations

from itertools import product

import pytest

from engines.grid import ALL_DIRECTIONS, beside
from engines.volt.floor import Floor
from engines.volt.happenings import Destroyed, Earned, Fired, Hurt
from engines.volt.model import Command, State
from tests.engines.volt.boards import cell, floor, play, position, program


def shot(state: State, text: str, seat: int = 0) -> Floor:
    """The floor after one red command of a seat."""
    command = program(f"{text} B1N R1N").pads[0]
    assert command is not None
    board = floor(state)
    board.resolve(seat, command)
    return board


def lit(board: Floor) -> tuple[tuple[int, int], ...]:
    fired = board.log[0]
    assert isinstance(fired, Fired)
    return fired.cells


def test_ruling_40_the_range_is_unlimited() -> None:
    assert shot(position("tri", "A5", "I5"), "R1E").damage == [0, 1]


def test_ruling_40_only_the_first_robot_is_hit() -> None:
    board = shot(position("tri", "A5", "C5", "E5"), "R1E")
    assert board.damage == [0, 1, 0]
    assert lit(board) == (cell("A5"), cell("B5"), cell("C5"))


def test_ruling_40_an_adjacent_robot_is_hit() -> None:
    assert shot(position("tri", "A5", "B5"), "R1E").damage == [0, 1]


def test_ruling_40_a_solid_cell_stops_the_beam() -> None:
    board = shot(position("tri", "A4", "D4"), "R1E")
    assert board.damage == [0, 0]
    assert lit(board) == (cell("A4"),), "B4 is a wall: the beam does not even begin"


def test_ruling_40_the_edge_ends_the_beam() -> None:
    board = shot(position("tri", "H5", "A5"), "R1E")
    assert lit(board) == (cell("H5"), cell("I5"))


def test_ruling_40_markers_and_start_cells_are_transparent() -> None:
    """Row 5 has the marker at E5, row 1 the three starts of seat 1."""
    assert shot(position("tri", "A5", "I5"), "R1E").damage == [0, 1]
    assert shot(position("tri", "B1", "H1"), "R1E").damage == [0, 1]


def test_ruling_40_pits_are_transparent() -> None:
    """Duel: C5 is a pit between B5 and D5."""
    assert shot(position("duel", "B5", "D5"), "R1E").damage == [0, 1]


@pytest.mark.parametrize(("pip", "direction"), [*product(range(1, 7), ALL_DIRECTIONS)])
def test_ruling_41_a_beam_never_hits_its_shooter(pip: int, direction: str) -> None:
    assert shot(position("tri", "E5", "B9"), f"R{pip}{direction}").damage[0] == 0


def test_ruling_42_case_4_9_5_a_diagonal_passes_between_two_walls_that_touch() -> None:
    """F2 and G3 are solid; the beam from G2 goes southwest between them, over the pit at F3."""
    board = shot(position("tri", "G2", "E4"), "R1SW")
    assert {cell("F2"), cell("G3")} <= board.arena.solid
    assert lit(board) == (cell("G2"), cell("F3"), cell("E4"))
    assert board.damage == [0, 1]


@pytest.mark.parametrize("direction", ["NE", "SE", "SW", "NW"])
def test_ruling_42_only_the_cells_on_the_diagonal_count(direction: str) -> None:
    """Robots beside the ray are not hit."""
    start = cell("E5")
    board = shot(position("tri", "E5", "E6", "D5", "F5"), f"R1{direction}")
    assert all(at == beside(start, direction, n) for n, at in enumerate(lit(board)))  # type: ignore[arg-type]
    assert board.damage == [0] * 4


@pytest.mark.parametrize("pip", range(1, 7))
def test_ruling_43_pips_change_neither_range_nor_damage(pip: int) -> None:
    assert shot(position("tri", "A5", "I5"), f"R{pip}E").damage == [0, 1]


def test_ruling_44_a_hit_is_one_damage_and_the_third_destroys() -> None:
    first = shot(position("tri", "A5", "I5"), "R1E")
    assert first.log[1:] == [Hurt(1, cell("I5"), 1)]
    third = shot(position("tri", "A5", "I5", damage={1: 2}), "R1E")
    assert third.log[1:] == [Hurt(1, cell("I5"), 3), Destroyed(1, cell("I5"), "beam"), Earned(0, 1)]
    assert third.pos[1] is None


def test_ruling_44_damage_stays_over_rounds() -> None:
    state = play(position("tri", "A5", "I5"), "R1E R1E B1W", "B1E R6S R6S").state
    assert state.robots[1].damage == 2
    later = play(state, "B1W R1E B1W", "B1E R6S R6S")
    assert later.state.robots[0].vp == 1


def test_ruling_46_you_may_hit_whom_you_did_not_mean_to() -> None:
    """A robot that drove into the line takes the shot."""
    state = position("tri", "A5", "I5", "D4")
    turnout = play(state, "R6E B1W R6W", "B1E R6S R6S", "B1S B1N R6N")
    assert [robot.damage for robot in turnout.state.robots] == [0, 0, 1]


# ---- section 3.7: credit


def test_credit_3_7_a_beam_scores_for_the_shooter() -> None:
    assert shot(position("tri", "A5", "I5", damage={1: 2}), "R1E").vp == [1, 0]


def test_credit_3_7_a_push_into_a_pit_scores_for_the_owner_of_the_command() -> None:
    board = floor(position("tri", "F4", "E4", "D4"))
    board.resolve(0, Command("blue", 1, "W"))
    assert board.vp == [1, 0, 0]


def test_credit_3_7_the_own_step_into_a_pit_scores_for_nobody() -> None:
    board = floor(position("tri", "D4", "E4"))
    board.resolve(0, Command("blue", 1, "W"))
    assert board.vp == [0, 0]


def test_credit_3_7_nobody_scores_for_oneself() -> None:
    board = floor(position("tri", "D4", "E4"))
    board.destroy(0, credit=0, reason="beam")
    assert board.vp == [0, 0]


def test_credit_3_7_vp_are_never_lost() -> None:
    """Destroyed in every way, the victims keep theirs (ruling 16)."""
    beam = shot(position("tri", "A5", "I5", damage={1: 2}, vp={1: 2}), "R1E")
    assert beam.vp == [1, 2]
    pit = floor(position("tri", "D4", "E4", vp={0: 2, 1: 1}))
    pit.resolve(0, Command("blue", 1, "W"))
    assert pit.vp == [2, 1]
