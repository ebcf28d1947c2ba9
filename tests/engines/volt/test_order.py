"""The order of commands (rulings 26 to 29)."""

from __future__ import annotations

import pytest

from engines.volt.activation import order
from engines.volt.model import PADS
from tests.engines.volt.boards import after_pad, cell, play, position, program, steps

CORNERS = ("B1", "H1", "B9", "H9")
"""Far apart on tri; nobody disturbs anybody."""


def acted(*programs: str, turn: tuple[int, ...] | None = None) -> list[tuple[int | None, int | None]]:
    """(pad, seat) of every command in the order in which they were resolved."""
    turnout = play(position("tri", *CORNERS[: len(programs)], turn=turn), *programs)
    return [(step.view.pad, step.view.actor) for step in turnout.steps if step.chapter.startswith("pad-")]


def test_ruling_26_pad_one_of_everybody_comes_before_pad_two() -> None:
    assert [pad for pad, _ in acted("R6N B1N R1N", "R1N B6N R6N")] == [0, 0, 1, 1, 2, 2]


def test_ruling_26_lower_pips_act_first() -> None:
    assert [seat for _, seat in acted("R6N B1N R3N", "R1N B6N R2N")] == [1, 0, 0, 1, 1, 0]


def test_ruling_26_case_4_9_4_equal_pips_blue_before_red_whatever_the_turn_marker() -> None:
    """Blue 2 before red 2; a lower red before a higher blue."""
    assert acted("R2N B1N R1N", "B2N R1N R1N")[:2] == [(0, 1), (0, 0)]
    assert acted("R1N B1N R1N", "B2N R1N R1N")[:2] == [(0, 0), (0, 1)]


@pytest.mark.parametrize("turn", [(1, 2, 3, 4), (4, 3, 2, 1), (2, 4, 1, 3)])
def test_ruling_26_case_4_9_4_equal_dice_go_by_turn_marker(turn: tuple[int, ...]) -> None:
    same = ["B2N R2N R2N"] * 4
    by_marker = sorted(range(4), key=lambda seat: turn[seat])
    assert [seat for _, seat in acted(*same, turn=turn)] == by_marker * 3


def test_ruling_27_the_order_is_that_of_the_printed_pips() -> None:
    state = position("tri", *CORNERS)
    programs = [program(text) for text in ("B6N R1N R1N", "B5N R1N R2N", "R5N B1N R3N", "R4N B1N R4N")]
    assert [seat for seat, _ in order(programs, state.robots, PADS[0])] == [3, 1, 2, 0]


def test_a_seat_without_a_program_has_no_command() -> None:
    state = position("tri", *CORNERS[:2])
    assert order([None, program("B6N R1N R1N")], state.robots, 0) == [(1, program("B6N R1N R1N").pads[0])]


def test_ruling_28_case_4_9_6_the_third_hit_in_pad_one_voids_the_rest_of_the_program() -> None:
    """Seat 1 is down before its own pad 1, and does nothing in pads 2 and 3."""
    state = position("tri", "A5", "E5", damage={1: 2})
    turnout = play(state, "R1E B1N R6N", "B6N R1W R1W")
    assert [step.view.actor for step in turnout.steps if step.view.actor is not None] == [0, 0, 0]
    assert after_pad(turnout, 1).robots[1].pos is None


def test_ruling_28_a_robot_that_acted_before_it_was_destroyed_keeps_what_it_did() -> None:
    state = position("tri", "A5", "E5", damage={0: 2, 1: 2})
    turnout = play(state, "R2E B1N R6N", "R1W B1N R6N")
    assert steps(turnout, "pad-1")[0].view.actor == 1
    assert {step.view.actor for step in turnout.steps if step.view.actor is not None} == {1}


def test_ruling_29_one_command_is_one_step_with_all_that_it_set_off() -> None:
    """A move that pushes two robots into a pit is one step, and both VP are in its view."""
    state = position("tri", "F4", "E4", "D4", turn=(1, 2, 3))
    turnout = play(state, "B2W R6N R6N", "B6S R6N R6N", "B6S R6N R6N")
    first = steps(turnout, "pad-1")[0]
    assert [robot.pos for robot in first.view.robots] == [cell("D4"), None, None]
    assert first.view.robots[0].vp == 2


def test_ruling_29_victory_is_not_tested_in_the_middle_of_a_command() -> None:
    """The third VP falls with the first victim; the move goes on and takes the second too."""
    state = position("tri", "F4", "E4", "D4", vp={0: 2})
    turnout = play(state, "B2W R6N R6N", "B6S R6N R6N", "B6S R6N R6N")
    assert turnout.state.robots[0].vp == 4
    assert turnout.state.winners == (0,)
