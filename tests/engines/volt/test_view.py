"""What is public, and the plan that only its owner sees (rulings 22, 25)."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from engines.chance import FastChance
from engines.core import IllegalAction
from engines.grid import Cell
from engines.volt import GAME
from engines.volt.model import Command, Mark, Program, State, View, bare
from tests.engines.volt.boards import cell, play, position, program, steps

IDLE = "B1N R6N R6N"


def plan(state: State, text: str, seat: int = 0) -> tuple[Mark, ...]:
    drawn = GAME.drafts(GAME.view(state, seat), seat, program(text)).plan
    assert drawn is not None
    return drawn.marks


def cells(*names: str) -> tuple[Cell, ...]:
    return tuple(cell(name) for name in names)


def test_ruling_25_everything_on_the_table_is_public() -> None:
    state = position("tri", "A5", None, "B9", damage={0: 2}, vp={1: 2}, turn=(2, 3, 1))
    view = GAME.view(state, None)
    assert [(robot.pos, robot.damage, robot.vp, robot.marker) for robot in view.robots] == [
        (cell("A5"), 2, 0, 2),
        (None, 0, 2, 3),
        (cell("B9"), 0, 0, 1),
    ]
    assert (view.arena, view.round, view.phase, view.target) == ("tri", 2, "programming", 3)
    assert view.markers == ((cell("E5"), 1),)


def test_ruling_25_a_seat_sees_no_more_than_the_public() -> None:
    state = position("tri", "A5", "I5", "B9")
    for seat in range(3):
        assert replace(GAME.view(state, seat), seat=None) == GAME.view(state, None)


def test_ruling_22_programs_are_shown_from_the_reveal_on_until_the_next() -> None:
    state = position("tri", "B1", "H1")
    assert [robot.program for robot in GAME.view(state, None).robots] == [None, None]
    turnout = play(state, IDLE, "R6N B1N R6N")
    for step in turnout.steps:
        assert [robot.program for robot in step.view.robots] == [program(IDLE), program("R6N B1N R6N")]
    assert turnout.steps[0].chapter == "reveal"
    assert GAME.view(turnout.state, 0).robots[1].program == program("R6N B1N R6N"), "last round's stays to be read"


def test_a_step_shows_whose_command_it_was_and_what_it_did() -> None:
    turnout = play(position("tri", "A5", "I5"), "R1E B1N R6N", "R6N R6N B1S")
    first = steps(turnout, "pad-1")[0].view
    assert (first.phase, first.pad, first.actor, first.command) == ("activation", 0, 0, Command("red", 1, "E"))
    assert first.seat is None
    assert [mark.kind for mark in first.marks] == ["beam", "hit"]
    assert steps(turnout, "round-end")[0].view.phase == "resolution"


def test_the_last_step_leaves_the_view_of_the_new_state() -> None:
    for programs in ((IDLE, IDLE), ("B1E R6N R6N", IDLE)):
        turnout = play(position("tri", "D5", "B1", vp={0: 2}), *programs)
        assert bare(turnout.steps[-1].view) == GAME.view(turnout.state, None)


def test_every_field_of_the_view_is_filled_on_purpose() -> None:
    """A new field in the state stays hidden until the view names it."""
    hidden = {field.name for field in fields(State)} - {field.name for field in fields(View)}
    assert hidden == {"options", "programs", "reason", "ai_deck", "outfits"}


# ---- plans


def test_a_plan_grows_pad_by_pad() -> None:
    state = position("tri", "A5", "I5")
    assert plan(state, "- - -") == ()
    assert plan(state, "B2E - -") == (Mark("path", cells("A5", "B5", "C5"), 0, 0),)
    assert plan(state, "B2E - B1S") == (
        Mark("path", cells("A5", "B5", "C5"), 0, 0),
        Mark("path", cells("C5", "C6"), 0, 2),
    )


def test_a_plan_shows_a_fall_and_nothing_after_it() -> None:
    marks = plan(position("tri", "E4", "I5"), "B3W R1N B1E")
    assert marks == (
        Mark("path", cells("E4", "D4"), 0, 0),
        Mark("fall", cells("D4", "C4"), 0, 0),
        Mark("destroyed", cells("C4"), 0, 0),
    )


def test_a_plan_pushes_and_hits_those_who_stand_there_now() -> None:
    marks = plan(position("tri", "C5", "D5", "B9"), "B2E R1E -")
    assert marks == (
        Mark("push", cells("D5", "E5", "F5"), 1, 0),
        Mark("path", cells("C5", "D5", "E5"), 0, 0),
        Mark("beam", cells("E5", "F5"), 0, 1),
        Mark("hit", cells("F5"), 1, 1),
    )


def test_a_plan_shows_what_blocks() -> None:
    assert plan(position("tri", "B5", "A5"), "B3W - -") == (Mark("blocked", ((4, 0), (4, -1)), 1, 0),)


def test_a_plan_shows_a_kill() -> None:
    marks = plan(position("tri", "A5", "I5", damage={1: 2}), "R1E - -")
    assert [(mark.kind, mark.cells[-1], mark.seat) for mark in marks] == [
        ("beam", cell("I5"), 0),
        ("hit", cell("I5"), 1),
        ("destroyed", cell("I5"), 1),
        ("scored", cell("A5"), 0),
    ]


def test_a_plan_is_in_its_owners_view_only() -> None:
    state = position("tri", "A5", "I5")
    mine = GAME.view(state, 0)
    drawn = GAME.drafts(mine, 0, program("B2E - -"))
    assert drawn.plan is not None
    assert drawn.plan.seat == 0
    assert mine.plan is None
    assert GAME.view(state, 1).plan is None
    assert replace(drawn, plan=None) == mine


@pytest.mark.parametrize("others", ["B5N R1N R1N", "R3S B1E B4W"])
def test_a_plan_does_not_know_what_the_others_program(others: str) -> None:
    """Nor does anything before the reveal."""
    state = position("tri", "A5", "I5")
    GAME.drafts(GAME.view(state, 1), 1, program(others))
    assert plan(state, "B6E R1E -") == plan(position("tri", "A5", "I5"), "B6E R1E -")


def test_no_draft_after_the_end_or_for_who_has_left() -> None:
    state = GAME.resign(position("tri", "A5", "I5", "B9"), 1, FastChance(1)).state
    with pytest.raises(IllegalAction, match="not_asked"):
        GAME.drafts(GAME.view(state, 1), 1, Program())
    over = GAME.resign(state, 0, FastChance(1)).state
    with pytest.raises(IllegalAction, match="not_asked"):
        GAME.drafts(GAME.view(over, 2), 2, Program())
