"""Who may know what (section 2), worked out anew from the rules text: nothing that a viewer is shown depends on a
front that he may not know."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random
from typing import NamedTuple

from pydantic import TypeAdapter

from engines.chance import FastChance
from engines.core import Seat
from engines.wasteland import GAME
from engines.wasteland.model import SLOTS, Commit, Fighter, State
from engines.wasteland.views import View
from tests.engines.wasteland.boards import Play, area, roamer, table
from tests.engines.wasteland.games import Planning, every_game, game

VIEWS: TypeAdapter[View] = TypeAdapter(View)
BACKS = {"C4": 3, "S3": 2, "S4": 3, "P2": 2, "P4": 3, "L3": 2, "L5": 3}
"""The ammo values that are not 1."""


def written(view: View) -> str:
    return VIEWS.dump_json(view).decode()


def back(card: str) -> int:
    return BACKS.get(card.upper(), 1)


def looks(state: State, viewer: Seat | None, number: int) -> bool:
    """Whether the viewer may know this face-down wasteland card: he acts on it now, or he has X-ray."""
    if viewer is None or state.areas[viewer].out:
        return False
    acts = state.looking == number and state.queue[0] == viewer and state.stage in ("study", "scavenge")
    xray = any(bay.slots[0] and bay.slots[1] == "S3" for bay in state.areas[viewer].bays)
    return acts or (xray and state.season in ("war", "scavenge"))


def known(state: State, viewer: Seat | None) -> Counter[str]:
    """Every card whose front this viewer may see: capitals lie face up, small letters face down."""
    found = [card for card in state.supervision.assembly if card]
    for mech in (*state.supervision.roamers, *((state.invader,) if state.invader else ())):
        found += [card for card in mech.cards if card]
    for seat, one in enumerate(state.areas):
        cards = [*one.bays[0].slots, *one.bays[1].slots, *one.research]
        found += [card for card in cards if card and (card.isupper() or seat == viewer)]
    found += [card for number, card in state.wasteland if card.isupper() or looks(state, viewer, number)]
    return Counter(found)


@every_game
def test_2_a_view_shows_the_fronts_that_its_seat_may_know_and_no_other(
    seats: int, seed: int, planning: Planning
) -> None:
    for moment in islice(game(seats, seed, planning), 0, None, 3):
        for viewer in (None, *range(seats)):
            shown = Counter(re.findall(r'"([CSPLcspl][1-5])"', written(GAME.view(moment.state, viewer))))
            assert shown == known(moment.state, viewer)


# ---- cards that change places


class Place(NamedTuple):
    """Where a hidden card lies, and how much of it the viewer can tell all the same."""

    where: str
    seat: Seat
    at: int
    kind: tuple[object, ...]


def hidden(state: State, viewer: Seat | None) -> dict[Place, str]:
    """Every card that the viewer does not know. Of a slot he sees type and back, of the row and a top token the back,
    of all others nothing."""
    found: dict[Place, str] = {}
    for at, card in enumerate(state.draw):
        found[Place("draw", 0, at, ())] = card
    stacks = [("stack", seat, one.stack) for seat, one in enumerate(state.areas)]
    stacks += [("tokens", fighter.seat, fighter.tokens or ()) for fighter in state.fighters]
    stacks += [("pool", 0, state.supervision.stack), ("invader", 0, state.invader_stack)]
    for name, seat, cards in stacks:
        for at, card in enumerate(cards):
            found[Place(name, seat, at, () if at else ("back", back(card)))] = card
    for at, (number, card) in enumerate(state.wasteland):
        if card.islower() and not looks(state, viewer, number) and number != state.looking:
            found[Place("row", 0, at, ("back", back(card)))] = card
    for seat, one in enumerate(state.areas):
        if seat != viewer:
            for at, card in enumerate((*one.bays[0].slots, *one.bays[1].slots)):
                if card.islower():
                    found[Place("slot", seat, at, ("slot", card[0].upper(), back(card)))] = card
    return found


def fits(card: str, place: Place) -> bool:
    """Whether the viewer could not tell if this card lay there."""
    match place.kind:
        case ("back", value):
            return back(card) == value
        case ("slot", part, value):
            return card[0].upper() == part and back(card) == value
        case _:
            return True


def laid(state: State, place: Place, card: str) -> State:
    """The state with this card there, face down (the draw pile keeps each card's own face)."""
    where, seat, at, _ = place

    def put(cards: tuple[str, ...]) -> tuple[str, ...]:
        return (*cards[:at], card if where == "draw" else card.lower(), *cards[at + 1 :])

    one = state.areas[seat]
    match where:
        case "draw":
            return replace(state, draw=put(state.draw))
        case "pool":
            return replace(state, supervision=replace(state.supervision, stack=put(state.supervision.stack)))
        case "invader":
            return replace(state, invader_stack=put(state.invader_stack))
        case "tokens":
            fighters = [
                replace(each, tokens=put(each.tokens or ())) if each.seat == seat else each for each in state.fighters
            ]
            return replace(state, fighters=tuple(fighters))
        case "row":
            row = list(state.wasteland)
            row[at] = row[at]._replace(card=card.lower())
            return replace(state, wasteland=tuple(row))
        case "stack":
            one = replace(one, stack=put(one.stack))
        case _:
            cards = put((*one.bays[0].slots, *one.bays[1].slots))
            bays = [
                replace(bay, slots=cards[n : n + len(SLOTS)]) for bay, n in zip(one.bays, (0, len(SLOTS)), strict=True)
            ]
            one = replace(one, bays=(bays[0], bays[1]))
    return replace(state, areas=(*state.areas[:seat], one, *state.areas[seat + 1 :]))


def exchanged(state: State, viewer: Seat | None, whim: Random, times: int = 30) -> State:
    """The state after many exchanges of two cards that the viewer cannot tell from each other."""
    for _ in range(times):
        cards = hidden(state, viewer)
        one, card = whim.choice(sorted(cards.items()))
        others = [place for place in sorted(cards) if fits(card, place) and fits(cards[place], one)]
        two = whim.choice(others)
        state = laid(laid(state, two, card), one, cards[two])
    return state


@every_game
def test_2_hidden_cards_that_change_places_change_nothing_in_a_view(seats: int, seed: int, planning: Planning) -> None:
    whim = Random(seed)
    moments = game(seats, seed, planning)
    moved = 0
    for moment in whim.sample(moments[:-1], min(len(moments) - 1, 25)):
        viewer = whim.choice((None, *range(seats)))
        if not hidden(moment.state, viewer):
            continue
        other = exchanged(moment.state, viewer, whim)
        moved += other != moment.state
        assert written(GAME.view(other, viewer)) == written(GAME.view(moment.state, viewer))
    assert moved


def test_2_r4_of_the_draw_pile_only_the_count_is_shown_not_even_a_back() -> None:
    three = (area("C1", stack="L1 S3"), area("C2"), area("C3"))
    one = table(*three, wasteland="S1", draw="C1 S3 l1", stack="L1 L3")
    two = table(*three, wasteland="S1", draw="l5 p2 S1", stack="L1 C4")
    for viewer in (None, 0, 1):
        assert GAME.view(one, viewer) == GAME.view(two, viewer)
        assert GAME.view(one, viewer).pile == 3


def test_2_nobody_knows_the_tokens_of_a_stack_not_even_its_owner() -> None:
    three = (area("C2"), area("C3"))
    one, two = (Play(table(area("C1", stack=stack), *three, wasteland="S1")) for stack in ("L1 S3 C4", "S2 L5 P1"))
    assert one.view(0) == two.view(0)
    assert (one.view(0).areas[0].tokens, one.view(0).areas[0].top) == (3, 1)


# ---- answers that are not open yet


@every_game
def test_14_plans_of_others_are_not_shown(seats: int, seed: int, planning: Planning) -> None:
    for moment in game(seats, seed, planning):
        state = moment.state
        if not state.plans:
            continue
        window = GAME.window(state)
        assert window is not None
        for viewer in (None, *range(seats)):
            view = GAME.view(state, viewer)
            assert "picks" not in written(view)
            assert "wishes" not in written(view)
            # the plan of a seat that is not asked now could be any other without anybody noticing
            plans = tuple((seat, plan) for seat, plan in state.plans if seat in window.asks)
            if plans:
                assert written(GAME.view(replace(state, plans=plans), viewer)) == written(view)


def test_5_4_how_many_tokens_were_committed_of_how_many_cannot_be_told_before_the_settlement() -> None:
    shown: set[str] = set()
    for held in range(1, 5):
        for count in range(1, held + 1):
            state = table(
                area("C1 S1 P3", stack="L1"),
                area("C1 S1", stack="L3 " * held),
                area("C1"),
                stage="ammo",
                queue=(1,),
                fighters=(Fighter(0, "A"), Fighter(1, "A")),
                invader=roamer(1),
            )
            play = Play(state)
            assert play.asked == "commit 1"
            play.give(Commit(count=count))
            assert play.asked == "commit 0"
            shown |= {written(replace(play.view(viewer), seat=None)) for viewer in (None, 0, 2)}
    assert len(shown) == 1


# ---- what is told


@every_game
def test_2_what_is_told_in_public_does_not_depend_on_a_card_that_stays_hidden(
    seats: int, seed: int, planning: Planning
) -> None:
    """Two face-down cards in somebody's bays change places; whatever was told in public is told again, unless one of
    them was turned up or moved. Plans may leave it to instinct to think about one's own cards: they are left out."""
    whim = Random(seed)
    moments = game(seats, seed, planning)
    compared = 0
    for moment in whim.sample(moments[:-1], len(moments) - 1):
        if compared == 6:
            break
        state = moment.state
        slots = {place: card for place, card in hidden(state, None).items() if place.where == "slot"}
        pairs_ = [
            (one, two)
            for one in sorted(slots)
            for two in sorted(slots)
            if one < two and slots[one] != slots[two] and fits(slots[one], two) and fits(slots[two], one)
        ]
        if not pairs_ or (planning == "plans" and state.stage in ("scout", "study", "scavenge")):
            continue
        one, two = whim.choice(pairs_)
        other = laid(laid(state, one, slots[two]), two, slots[one])
        told = GAME.advance(state, moment.answers, FastChance(seed))
        again = GAME.advance(other, moment.answers, FastChance(seed))
        stays = all(hidden(told.state, None).get(place) == slots[place] for place in (one, two))
        if not stays:
            continue
        compared += 1
        assert [step.chapter for step in told.steps] == [step.chapter for step in again.steps]
        for first, second in zip(told.steps, again.steps, strict=True):
            assert [e for e in first.events if e.audience is None] == [e for e in second.events if e.audience is None]
            assert first.view == second.view
    assert compared
