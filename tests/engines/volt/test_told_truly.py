"""Whatever cards are declared: the sentences and marks of each command lead from the view before to the one after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from hypothesis import assume, given, settings

from engines.core import Event, Fact, Listing, Seat, Term, Who
from engines.grid import cell_name
from engines.volt.activation import Plan
from engines.volt.cards import AiCard
from engines.volt.model import Program, State, View
from engines.volt.rounds import Play
from tests.engines.volt.test_floor_properties import scenes

FALLS = ("drive_pit", "drive_pit_with", "turned_pit", "pushed_pit", "pulled_pit")
OWN_ENDS = (
    "drive",
    "drive_short",
    "push",
    "push_short",
    "kill",
    "drive_with",
    "drive_short_with",
    "turned",
    "teleport",
)


def robot(fact: Fact, view: View) -> Seat:
    if isinstance(fact, Who):
        return fact.seat
    assert isinstance(fact, Term)
    return next(one.seat for one in view.robots if one.killbot and fact.key == f"volt.killbot.{one.killbot}")


def told_destroyed(event: Event, view: View) -> Iterator[Seat]:
    if event.kind in FALLS or event.kind.startswith("destroyed_"):
        yield robot(event.facts["who"], view)
    if event.kind == "shot_down":
        yield robot(event.facts["victim"], view)
    if event.kind in ("kill", "kill_pit"):
        victims = event.facts["victims"]
        assert isinstance(victims, Listing)
        yield from (robot(victim, view) for victim in victims.items)
    if event.kind == "kill_pit":
        yield robot(event.facts["who"], view)


def told_hp(events: tuple[Event, ...], view: View) -> dict[Seat, Fact]:
    """The HP last told of each robot that is hurt."""
    hurt = [(event, "victim") for event in events if event.kind == "hit"]
    hurt += [(event, "who") for event in events if event.kind.startswith("hurt_")]
    return {robot(event.facts[whom], view): event.facts["hp"] for event, whom in hurt}


def told_vp(events: tuple[Event, ...], view: View) -> dict[Seat, Fact]:
    return {robot(event.facts["who"], view): event.facts["vp"] for event in events if event.kind == "vp"}


def steps_of(state: State, plans: list[Plan]) -> Iterator[tuple[View, View, tuple[Event, ...]]]:
    """Each command of the round: the view before, the view after, and what was told."""
    cards = [plan.id if isinstance(plan, AiCard) else None for plan in plans]
    state = replace(
        state,
        phase="activation",
        programs=tuple(plan for plan in plans if isinstance(plan, Program)),
        robots=tuple(replace(one, ai=card) for one, card in zip(state.robots, cards, strict=True)),
    )
    play = Play(state)
    play._tell("reveal", ())
    play.activate()
    for before, after in zip(play.steps, play.steps[1:], strict=False):
        yield before.view, after.view, after.events


@given(scenes())
@settings(max_examples=80, deadline=None)
def test_sentences_agree_with_the_view(scene: tuple[State, list[Plan]]) -> None:
    state, plans = scene
    killbots = [one.killbot for one in state.robots if one.killbot]
    assume(len(set(killbots)) == len(killbots))  # two with one name cannot be told apart
    for before, after, events in steps_of(state, plans):
        gone = [new.seat for old, new in zip(before.robots, after.robots, strict=True) if old.pos and not new.pos]
        assert sorted(seat for event in events for seat in told_destroyed(event, after)) == gone
        hp = told_hp(events, after)
        ends = [event.facts["end"] for event in events if event.kind in OWN_ENDS]
        moved = {
            robot(event.facts["who"], after): event.facts["end"]
            for event in events
            if event.kind in ("pushed", "pulled")
        }
        for old, new in zip(before.robots, after.robots, strict=True):
            if new.pos is None:
                continue
            assert (new.seat in hp) == (new.damage != old.damage)
            assert hp.get(new.seat, new.max_damage - new.damage) == new.max_damage - new.damage or new.cooling
            if new.seat == after.actor and ends:
                assert ends[-1] == cell_name(new.pos)
            elif new.pos != old.pos:
                assert moved[new.seat] == cell_name(new.pos)
        assert told_vp(events, after) == {
            new.seat: new.vp
            for old, new in zip(before.robots, after.robots, strict=True)
            if new.vp > old.vp and new.killbot is None
        }
        if after.bots is not None:
            bots = [event.facts["vp"] for event in events if event.kind == "bots_vp"]
            assert bots == ([] if after.bots == before.bots else [after.bots.vp])


@given(scenes())
@settings(max_examples=80, deadline=None)
def test_marks_agree_with_the_view(scene: tuple[State, list[Plan]]) -> None:
    state, plans = scene
    for before, after, _ in steps_of(state, plans):
        drawn = Counter((mark.kind, mark.seat) for mark in after.marks)
        laid = len(set(after.mines) - set(before.mines))
        assert sum(count for (kind, _), count in drawn.items() if kind == "laid") == laid
        for old, new in zip(before.robots, after.robots, strict=True):
            if old.pos is None:
                continue
            at = old.pos
            for mark in after.marks:
                if mark.seat == old.seat and mark.kind in ("path", "push", "pull", "jump", "fall"):
                    assert mark.cells[0] == at, "a way goes on where the last piece of it ended"
                    at = mark.cells[-1]
            ends = [mark.cells[0] for mark in after.marks if (mark.kind, mark.seat) == ("destroyed", old.seat)]
            assert (new.pos, ends) == ((at, []) if new.pos else (None, [at]))
            if new.pos:
                assert drawn["hit", new.seat] == new.damage - old.damage
