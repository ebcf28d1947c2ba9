"""Secrecy of views: two hidden cards that look alike can change places, and nobody who may not know them notices.

Section 2. The states are those of whole games of random legal answers, in both ways of planning.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any, Literal, NamedTuple

import pytest
from pydantic import TypeAdapter

from engines.chance import FastChance
from engines.core import Level, Seat
from engines.wasteland import flow, mech
from engines.wasteland.cards import KEYS, KINDS, ammo, is_down
from engines.wasteland.game import Wasteland
from engines.wasteland.model import BAYS, SLOTS, Fighter, Lying, Options, State
from engines.wasteland.views import View
from engines.wasteland.yard import Yard
from tests.engines.wasteland.boards import area, table

GAME = Wasteland()
SEATS = 4
VIEW = TypeAdapter(View)
NOBODY = frozenset[Seat]()


class Hidden(NamedTuple):
    """A card of which somebody does not know the front."""

    card: str
    known: frozenset[Seat]
    """Who may know it."""
    at: tuple[Any, ...]


# ---- states


@cache
def states(planning: Literal["plans", "turns"], sensible: bool) -> tuple[State, ...]:
    """States of a game of random answers; of a longer one of stand-ins, every eighth."""
    rng, chance = random.Random(7), FastChance(7)
    state = flow.start(Options(planning=planning), SEATS, chance)
    found = [state]
    while (window := flow.window(state)) is not None:
        answers = {seat: _answer(state, seat, rng, sensible) for seat in window.asks}
        state = flow.advance(state, answers, chance)
        found.append(state)
    return tuple(found[:: 8 if sensible else 1])


def _answer(state: State, seat: Seat, rng: random.Random, sensible: bool) -> Any:
    if sensible:
        return GAME.stand_in(GAME.view(state, seat), seat, Level.NORMAL, FastChance(0))
    return rng.choice(list(islice(GAME.choices(state, seat), 100)))


EVERYWHERE = [(planning, sensible) for planning in ("plans", "turns") for sensible in (False, True)]


# ---- hidden cards


def hidden(state: State) -> Iterator[Hidden]:
    yield from _held(state)
    yield from _lying(state)
    piles: list[tuple[tuple[Any, ...], tuple[str, ...]]] = [
        (("supervision",), state.supervision.stack),
        (("invader",), state.invader_stack),
        (("draw",), state.draw),
        *((("stack", seat), each.stack) for seat, each in enumerate(state.areas)),
        *((("fighter", which), fighter.tokens or ()) for which, fighter in enumerate(state.fighters)),
    ]
    for place, cards in piles:
        for at, card in enumerate(cards):
            yield Hidden(card, NOBODY, (*place, at))


def _held(state: State) -> Iterator[Hidden]:
    for seat, each in enumerate(state.areas):
        for name, bay in zip(BAYS, each.bays, strict=True):
            for slot, card in zip(SLOTS, bay.slots, strict=True):
                if is_down(card):
                    yield Hidden(card, frozenset((seat,)), ("bay", seat, f"{name}.{slot}"))


def _lying(state: State) -> Iterator[Hidden]:
    seeing = frozenset(seat for seat in range(SEATS) if _xray(state, seat))
    for number, card in state.wasteland:
        if is_down(card):
            looking = frozenset(state.queue[:1]) if state.looking == number else NOBODY
            yield Hidden(card, seeing | looking, ("row", number))


def _xray(state: State, seat: Seat) -> bool:
    if state.season not in ("war", "scavenge") or state.areas[seat].out:
        return False
    return any("S3" in [bay.slots[at] for at in mech.assembled(bay)] for bay in state.areas[seat].bays)


def exchanged(cards: tuple[str, ...], at: int, card: str) -> tuple[str, ...]:
    return (*cards[:at], card, *cards[at + 1 :])


def laid(state: State, place: tuple[Any, ...], card: str) -> State:
    """The state with this card in a place of a hidden one."""
    yard = Yard(state, FastChance(0))
    match place:
        case ("bay", seat, slot):
            bay = yard.bay(seat, slot[0])
            yard.set_bay(seat, slot[0], replace(bay, slots=exchanged(bay.slots, SLOTS.index(slot[2:]), card)))
        case ("stack", seat, at):
            yard.areas[seat] = replace(yard.areas[seat], stack=exchanged(yard.areas[seat].stack, at, card))
        case ("row", number):
            yard.wasteland = [Lying(n, card if n == number else lying) for n, lying in yard.wasteland]
        case ("supervision", at):
            stack = exchanged(yard.supervision.stack, at, card)
            yard.supervision = replace(yard.supervision, stack=stack)
        case ("invader", at):
            yard.invader_stack = exchanged(yard.invader_stack, at, card)
        case ("fighter", which, at):
            tokens = exchanged(yard.fighters[which].tokens or (), at, card)
            yard.fighters[which] = replace(yard.fighters[which], tokens=tokens)
        case ("draw", at):
            yard.draw[at] = card
        case _:
            raise AssertionError(place)
    return yard.state()


def pairs(state: State, rng: random.Random) -> Iterator[tuple[Hidden, Hidden]]:
    """Some pairs of unlike hidden cards with equal backs and part types, of every kind of place."""
    cards = list(hidden(state))
    rng.shuffle(cards)
    met: set[tuple[str, str]] = set()
    for one in cards:
        for other in cards:
            kinds = (one.at[0], other.at[0])
            alike = (one.card[0].upper(), ammo(one.card)) == (other.card[0].upper(), ammo(other.card))
            if alike and one.card.upper() != other.card.upper() and kinds not in met:
                met.add(kinds)
                yield one, other


@pytest.mark.parametrize(("planning", "sensible"), EVERYWHERE)
def test_nobody_notices_that_hidden_cards_changed_places(planning: Any, sensible: bool) -> None:
    rng = random.Random(1)
    met: set[str] = set()
    for state in states(planning, sensible):
        before = {seat: VIEW.dump_json(GAME.view(state, seat)) for seat in (None, *range(SEATS))}
        for one, other in pairs(state, rng):
            face = str.lower if is_down(other.card) else str.upper
            back = str.lower if is_down(one.card) else str.upper
            twin = laid(laid(state, one.at, back(other.card)), other.at, face(one.card))
            met |= {one.at[0], other.at[0]}
            for seat, seen in before.items():
                if seat not in one.known | other.known:
                    assert VIEW.dump_json(GAME.view(twin, seat)) == seen, (one, other, seat)
                elif seat in one.known:
                    assert VIEW.dump_json(GAME.view(twin, seat)) != seen, (one, other, seat)
    assert {"bay", "stack", "row", "draw"} <= met
    assert not sensible or {"supervision", "invader", "fighter"} & met


# ---- one thing at a time


TOKENS = "c1 s3 l5"


def fighting(stage: Any, committed: tuple[str, ...] | None, seat: Seat = 1) -> State:
    """Seat 0 is the dealer; seat 1 fights as well, and has ``TOKENS`` left."""
    areas = (area("C1", stack="p1"), area("C2", stack=TOKENS), area("C3"))
    fighters = (Fighter(0, "A"), Fighter(seat, "A", committed))
    return table(*areas, stage=stage, fighters=fighters, queue=(0,), roamers=("C1 S1 P1 L1 L1 L1 L1",))


def test_l42_what_was_committed_is_hidden_until_it_is_opened_and_so_is_what_is_left() -> None:
    """Section 5.4: whether, and the value on top; not how many, and so no size of the stack either."""
    two, one = fighting("last_ammo", ("c4", "c1")), fighting("last_ammo", ("c4",))
    for seat in (None, 0, 2):
        view = GAME.view(two, seat)
        assert view == GAME.view(one, seat)
        assert (view.areas[1].tokens, view.areas[1].top) == (None, None)
        assert (view.fighters[1].committed, view.fighters[1].top, view.fighters[1].count) == (True, 3, None)
    own = GAME.view(two, 1)
    assert (own.areas[1].tokens, own.areas[1].top, own.fighters[1].count) == (3, 1, 2)


def test_l42_whoever_committed_nothing_has_nothing_to_hide() -> None:
    view = GAME.view(fighting("last_ammo", ()), None)
    assert (view.areas[1].tokens, view.areas[1].top) == (3, 1)
    assert (view.fighters[1].committed, view.fighters[1].count) == (False, 0)


def test_the_public_view_names_no_front_of_a_card_that_lies_face_down() -> None:
    for state in states("plans", True):
        view = GAME.view(state, None)
        faces = [face for each in view.areas for bay in each.bays for face in bay.slots]
        faces += [lying.card for lying in view.wasteland]
        assert set(faces) <= {"", "?1", "?2", "?3", *KEYS}


def test_an_eliminated_seat_sees_what_the_public_sees() -> None:
    state = states("plans", True)[-1]
    (out, *_) = [seat for seat, each in enumerate(state.areas) if each.out]
    assert replace(GAME.view(state, out), seat=None) == GAME.view(state, None)


def test_who_is_asked_is_said_in_the_view_as_in_the_window() -> None:
    for state in states("turns", False):
        window = flow.window(state)
        asks = {} if window is None else window.asks
        assert dict(GAME.view(state, None).asked) == {seat: ask.kind for seat, ask in asks.items()}


def test_while_plans_are_asked_nobody_is_next() -> None:
    areas = (area("C1"), area("C1"), area("C1"))
    for planning, queue in (("plans", ()), ("turns", (0, 1, 2))):
        assert GAME.view(table(*areas, wasteland="C1 c2", planning=planning), None).queue == queue


def test_the_discard_pile_is_counted_by_key() -> None:
    view = GAME.view(table(area("C1"), area("C1"), area("C1"), wasteland="C1", discard="L1 L1 S4"), None)
    assert {key: count for key, count in zip(KINDS, view.discard, strict=True) if count} == {"L1": 2, "S4": 1}
