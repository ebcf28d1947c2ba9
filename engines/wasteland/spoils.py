"""How an invasion ends: its mech is shared out, or everybody who fought loses a part (section 5.5, I7 and I8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, cast

from engines.core import Ask, Seat
from engines.wasteland import holdings
from engines.wasteland.cards import part_at, points, up
from engines.wasteland.happenings import LostPart, Returned, Spoiled
from engines.wasteland.mech import keywords
from engines.wasteland.model import EMPTY, SLOTS, Action, Lose, Roamer, Spoils, Stage, Wish
from engines.wasteland.sight import own
from engines.wasteland.stages import Asking, Phase
from engines.wasteland.yard import Yard

# ---- I7


class SpoilsPhase:
    """I7: the fighters take a part each, round after round, in the order that the settlement gave (L48, L51)."""

    def asks(self, yard: Yard) -> Asking | None:
        seat = yard.queue[0]
        if yard.options.planning == "plans":
            waiting = [other for other in yard.queue if other not in yard.plans]
            return Asking("spoils", {other: Ask("spoils") for other in waiting}) if waiting else None
        parts = left(yard)
        if len(parts) == 1 and len(holdings.places(own(yard.areas[seat]), part_at(parts[0]))) == 1:
            return None
        return Asking("spoil_now", {seat: Ask("spoil_now")})

    def go_on(self, yard: Yard) -> None:
        seat = yard.queue[0]
        plan = yard.plans.get(seat)
        _take(yard, seat, plan.wishes if isinstance(plan, Spoils) else ())

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        plans = {seat: cast(Spoils, action) for seat, action in answers.items()}
        if yard.options.planning == "plans":
            yard.plans |= plans
            return
        for seat, plan in plans.items():
            _take(yard, seat, plan.wishes)


def left(yard: Yard) -> list[str]:
    """The invader's parts that nobody has taken yet."""
    cards = yard.invader.cards if yard.invader is not None else ()
    return [slot for slot, card in zip(SLOTS, cards, strict=False) if card != EMPTY]


def _take(yard: Yard, seat: Seat, wishes: Iterable[Wish]) -> None:
    """The first of the queue takes the first part wished for that is left; without one, the most points (R32)."""
    invader = cast(Roamer, yard.invader)
    parts = left(yard)
    best = max(parts, key=lambda part: points(invader.cards[SLOTS.index(part)]))  # the first of equals
    part, where = next((wish for wish in wishes if wish.part in parts), Wish(best))
    card = invader.cards[SLOTS.index(part)]
    cards = tuple(EMPTY if slot == part else other for slot, other in zip(SLOTS, invader.cards, strict=True))
    yard.invader = replace(invader, cards=cards) if any(cards) else None
    yard.queue = [*yard.queue[1:], seat]
    kept, slot, old = yard.gain(seat, card, where)
    yard.note(Spoiled(seat, part, card, kept, slot, old))
    if yard.invader is None:
        yard.plans.clear()
        season_over(yard)


# ---- I8


class FailurePhase:
    """I8: nobody beat it, so each fighter in seat order discards an assembled part of the mech that fought (L50)."""

    def asks(self, yard: Yard) -> Asking | None:
        concerned = yard.queue if yard.options.planning == "plans" else yard.queue[:1]
        asks = {seat: Ask("lose_part") for seat in concerned if len(_losable(yard, seat)) > 1}
        return Asking("failure", asks) if asks else None

    def go_on(self, yard: Yard) -> None:
        _lose(yard, yard.queue[0], next(iter(_losable(yard, yard.queue[0])), ""))
        _close(yard)

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        for seat in tuple(yard.queue) if yard.options.planning == "plans" else tuple(answers):
            slots = _losable(yard, seat)
            given = cast(Lose, answers[seat]).slots if seat in answers else ()
            _lose(yard, seat, next(iter((*given, *slots)), ""))
            if yard.over:
                return
        _close(yard)


def _evades(yard: Yard, seat: Seat) -> bool:
    mine = next(fighter for fighter in yard.fighters if fighter.seat == seat)
    return "evade" in keywords(yard.bay(seat, mine.mech))


def _losable(yard: Yard, seat: Seat) -> tuple[str, ...]:
    """What the seat may lose: nothing with Evade."""
    mine = next(fighter for fighter in yard.fighters if fighter.seat == seat)
    return () if _evades(yard, seat) else holdings.losable(own(yard.areas[seat]), mine.mech)


def _lose(yard: Yard, seat: Seat, slot: str) -> None:
    """The first of the queue loses this part, or nothing; whoever has no core then is out at once (section 8.2)."""
    yard.queue.remove(seat)
    face = EMPTY
    evades = _evades(yard, seat)
    if slot:
        card = yard.remove(seat, slot)
        yard.throw(card)
        face = up(card)
    yard.note(LostPart(seat, slot, face, evades))
    yard.check_out((seat,))


def _close(yard: Yard) -> None:
    if not yard.queue and not yard.over:
        send_back(yard)
        season_over(yard)


# ---- the end of it


def send_back(yard: Yard) -> None:
    """The invader returns to supervision, at its old place by age."""
    invader = yard.invader
    if invader is None:
        return
    roamers = sorted((*yard.supervision.roamers, invader), key=lambda roamer: roamer.number)
    yard.supervision = replace(yard.supervision, roamers=tuple(roamers))
    yard.invader = None
    yard.note(Returned(invader.number))


def season_over(yard: Yard) -> None:
    """The invasion season ends; the storm season begins with the duel."""
    yard.season_ends("invasion")
    yard.enter("duel")


def leaves(yard: Yard, seat: Seat) -> None:
    """A seat that was just put out takes and loses nothing any more; it goes on without it (ruling R26)."""
    yard.queue = [other for other in yard.queue if other != seat]
    if yard.queue:
        return
    if yard.stage == "spoils" and yard.invader is not None:
        for card in filter(None, yard.invader.cards):  # nobody is left to take it
            yard.throw(card)
        yard.invader = None
    send_back(yard)
    season_over(yard)


PHASES: Final[dict[Stage, Phase]] = {"spoils": SpoilsPhase(), "failure": FailurePhase()}
