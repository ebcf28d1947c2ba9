"""What is told of a plain command: one line first, then what did not fit into it."""

from __future__ import annotations

import pytest

from engines.core import Event, Listing, Step, Term, Who
from engines.volt.model import Mark, View
from tests.conformance.sentences import check_sentence
from tests.engines.volt.boards import cell, play, position, steps
from tests.engines.volt.tales import PLAIN, STAY


def first(kind: str) -> Step[View]:
    state, text = PLAIN[kind]
    return steps(play(state, text, STAY), "pad-1")[0]


@pytest.mark.parametrize("kind", PLAIN)
def test_the_first_event_tells_the_whole_command(kind: str) -> None:
    event = first(kind).events[0]
    assert event.kind == kind
    assert event.facts["who"] == Who(0)
    assert event.facts["code"] == PLAIN[kind][1].split()[0]
    assert isinstance(event.facts["dir"], Term)
    check_sentence(f"volt.event.{kind}", event.facts)


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("drive", {"start": "A5", "end": "D5"}),
        ("drive_short", {"start": "C5", "end": "A5"}),
        ("drive_stuck", {"start": "A5"}),
        ("drive_pinned", {"start": "B5", "victim": Who(1)}),
        ("drive_pit", {"start": "E4", "end": "C4"}),
        ("push", {"start": "A5", "end": "C5", "victims": Listing((Who(1),))}),
        ("push_short", {"start": "C5", "end": "B5", "victims": Listing((Who(1),))}),
        ("kill", {"start": "E4", "end": "D4", "victims": Listing((Who(1),)), "pit": "C4"}),
        ("kill_pit", {"start": "E4", "victims": Listing((Who(1),)), "pit": "C4"}),
        ("miss", {"start": "A5"}),
        ("hit", {"start": "A5", "victim": Who(1), "cell": "I5", "hp": 2}),
        ("shot_down", {"start": "A5", "victim": Who(1), "cell": "I5"}),
    ],
)
def test_the_facts_of_a_command(kind: str, facts: dict[str, object]) -> None:
    event = first(kind).events[0]
    assert {name: fact for name, fact in event.facts.items() if name not in ("who", "code", "dir")} == facts


def test_the_rest_of_the_step_tells_who_was_pushed_where_and_who_scored() -> None:
    turnout = play(position("tri", "F4", "E4", "D4"), "B1W R6N R6N", "R6E R6E B6S", "R6E R6E B6S")
    told = steps(turnout, "pad-1")[0].events
    assert [event.kind for event in told] == ["kill", "pushed", "vp"]
    assert told[1] == Event("pushed", {"who": Who(1), "start": "E4", "end": "D4"})
    assert told[2] == Event("vp", {"who": Who(0), "vp": 1, "target": 3})


def test_two_victims_are_one_sentence_and_one_score() -> None:
    turnout = play(position("tri", "F4", "E4", "D4"), "B2W R6N R6N", "R6E R6E B6S", "R6E R6E B6S")
    told = steps(turnout, "pad-1")[0].events
    assert [event.kind for event in told] == ["kill", "vp"]
    assert told[0].facts["victims"] == Listing((Who(2), Who(1)))
    assert told[1].facts["vp"] == 2


def test_the_marks_of_a_kill() -> None:
    assert first("kill").view.marks == (
        Mark("fall", (cell("D4"), cell("C4")), 1, 0),
        Mark("path", (cell("E4"), cell("D4")), 0, 0),
        Mark("destroyed", (cell("C4"),), 1, 0),
        Mark("scored", (cell("D4"),), 0, 0),
    )


def test_the_marks_of_who_scored() -> None:
    both = play(position("tri", "F4", "E4", "D4"), "B2W R6N R6N", "R6E R6E B6S", "R6E R6E B6S")
    assert [mark for mark in steps(both, "pad-1")[0].view.marks if mark.kind == "scored"] == [
        Mark("scored", (cell("D4"), cell("D4")), 0, 0)
    ]
    fell = first("kill_pit").view.marks
    assert all(mark.kind != "scored" for mark in fell)


def test_the_reveal_tells_every_program_in_turn_order() -> None:
    turnout = play(position("tri", "A5", "H1", turn=(2, 1)), "B3E R6N R1NW", STAY)
    assert [event.facts for event in turnout.steps[0].events] == [
        {"who": Who(1), "program": "R6N R6N B1N"},
        {"who": Who(0), "program": "B3E R6N R1NW"},
    ]


def test_the_round_end_marks_what_changed() -> None:
    turnout = play(position("tri", "D5", "I5", damage={1: 2}), "R1E B1E R6W", STAY)
    scored, refill, restart, new = steps(turnout, "round-end")
    assert scored.view.marks == (Mark("scored", (cell("E5"),), 0),)
    assert refill.view.marks == (Mark("refill", (cell("E5"),)),)
    home = turnout.state.robots[1].pos
    assert home is not None
    assert restart.view.marks == (Mark("restart", (home,), 1),)
    assert new.view.marks == ()
    assert new.view.round == 3
