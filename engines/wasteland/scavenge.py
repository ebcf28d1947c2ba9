"""The scavenge season: explorers take and plant wasteland cards until none is left (section 5.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, cast

from engines.core import Ask, Seat
from engines.wasteland import instinct
from engines.wasteland.cards import down, is_down, is_up, part_of, up
from engines.wasteland.happenings import Disrupted, Looked, Took
from engines.wasteland.holdings import free_bays, places
from engines.wasteland.model import EMPTY, Action, Card, Deed, Forage, Part, Pick, Stage
from engines.wasteland.sight import own, seen
from engines.wasteland.stages import Asking, Phase
from engines.wasteland.views import View
from engines.wasteland.yard import Yard


def begin(yard: Yard) -> None:
    """The season begins; with nobody who explored, or nothing to find, it is over already."""
    if yard.explorers and yard.wasteland:
        yard.season_begins("scavenge")
        yard.enter("scavenge", yard.explorers)
    else:
        _to_invasion(yard)


def _to_invasion(yard: Yard) -> None:
    yard.season_begins("invasion")
    yard.enter("tribute")


class Scavenging:
    """C1 and C2: the first of the queue acts, by plan or asked; then it goes to the end of the queue."""

    def asks(self, yard: Yard) -> Asking | None:
        if not yard.queue or not yard.wasteland:
            return None
        if yard.options.planning == "plans" and not yard.plans:
            return Asking("scavenge", {seat: Ask("scavenge") for seat in yard.queue})
        seat = yard.queue[0]
        if yard.looking is not None:
            if not _asks_unseen(yard, seat):
                return None
            return Asking("look", {seat: Ask("look", {"number": yard.looking})})
        if _decides(yard, seat) or _only_pick(yard, seat) is not None:
            return None
        return Asking("pick", {seat: Ask("pick")})

    def go_on(self, yard: Yard) -> None:
        if not yard.queue or not yard.wasteland:
            yard.plans = {}
            yard.season_ends("scavenge")
            _to_invasion(yard)
            return
        seat = yard.queue[0]
        if yard.looking is not None:
            _do(yard, yard.looking, _own_deed(yard, seat, yard.looking))
            return
        pick = _next_pick(yard, seat) or _only_pick(yard, seat)
        assert pick is not None, "who has no plan is asked"
        _pick(yard, pick)

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        if yard.options.planning == "plans" and not yard.plans:
            yard.plans = {seat: cast("Forage", action) for seat, action in answers.items()}
            return
        action = answers[yard.queue[0]]
        if isinstance(action, Deed):
            assert yard.looking is not None, "a deed is asked for a card that is looked at"
            _do(yard, yard.looking, action)
        else:
            _pick(yard, cast("Pick", action))


# ---- what a plan says


def _plan(yard: Yard, seat: Seat) -> Forage:
    """The seat's plan; without plans all is asked."""
    plan = yard.plans.get(seat)
    return plan if isinstance(plan, Forage) else Forage(rest="ask")


def _asks_unseen(yard: Yard, seat: Seat) -> bool:
    """Whether the seat is asked about the card that it looks at."""
    assert yard.looking is not None, "it looks at one"
    return _plan(yard, seat).unseen == "ask" and _only_deed(yard, seat, yard.lying(yard.looking)) is None


def _decides(yard: Yard, seat: Seat) -> bool:
    """Whether the seat's plan says which card comes next."""
    plan = _plan(yard, seat)
    return plan.rest == "auto" or any(_possible(yard, seat, pick) for pick in plan.picks)


def _next_pick(yard: Yard, seat: Seat) -> Pick | None:
    """The plan's next wish that is possible (ruling R32); none left: by instinct, or ``None`` to ask."""
    plan = _plan(yard, seat)
    wish = next((pick for pick in plan.picks if _possible(yard, seat, pick)), None)
    if wish is not None or plan.rest == "ask":
        return wish
    return instinct.pick(_seen_by(yard, seat), seat)


def _spend(yard: Yard, seat: Seat, pick: Pick) -> None:
    """A wish and those passed over before it are gone from the plan."""
    plan = _plan(yard, seat)
    if seat in yard.plans:
        at = plan.picks.index(pick) + 1 if pick in plan.picks else len(plan.picks)
        yard.plans[seat] = replace(plan, picks=plan.picks[at:])


def _possible(yard: Yard, seat: Seat, pick: Pick) -> bool:
    card = yard.lying(pick.number)
    if card == EMPTY or (is_up(card) and pick.deed is None):
        return False
    if pick.deed is None or (pick.deed.act == "take" and is_down(card)):
        return True  # taken unseen, it goes where it fits
    return _feasible(yard, seat, card, pick.deed)


def _feasible(yard: Yard, seat: Seat, card: Card, deed: Deed) -> bool:
    """Whether exactly this can be done with the card now."""
    part = part_of(card)
    if deed.act == "disrupt":
        return deed.seat is not None and (deed.seat, deed.where) in _open_bays(yard, seat, part)
    return deed.where in ("", *_places(yard, seat, part))


def _places(yard: Yard, seat: Seat, part: Part) -> tuple[str, ...]:
    return places(own(yard.areas[seat]), part)


def _open_bays(yard: Yard, seat: Seat, part: Part) -> list[tuple[Seat, str]]:
    """Where a card of this type may be planted: the free slots of the other living players."""
    return [(other, bay) for other in yard.living() if other != seat for bay in free_bays(own(yard.areas[other]), part)]


def _only_deed(yard: Yard, seat: Seat, card: Card) -> Deed | None:
    """The only thing that can be done with the card, if it is the only one."""
    part = part_of(card)
    where, *more = _places(yard, seat, part)
    return None if more or _open_bays(yard, seat, part) else Deed(where=where)


def _only_pick(yard: Yard, seat: Seat) -> Pick | None:
    """The last card, where there is only one thing to do with it, or where one first has to look."""
    if len(yard.wasteland) > 1:
        return None
    number, card = yard.wasteland[0]
    if is_down(card):
        return Pick(number=number)
    deed = _only_deed(yard, seat, card)
    return None if deed is None else Pick(number=number, deed=deed)


def _own_deed(yard: Yard, seat: Seat, number: int) -> Deed:
    """What is done with the card that is looked at, without asking."""
    only = _only_deed(yard, seat, yard.lying(number))
    return instinct.deed(_seen_by(yard, seat), seat, number) if only is None else only


def _seen_by(yard: Yard, seat: Seat) -> View:
    return seen(yard.state(), seat)


# ---- what is done


def _pick(yard: Yard, pick: Pick) -> None:
    """A card with what is done with it; a face-down one without is looked at first."""
    seat = yard.queue[0]
    _spend(yard, seat, pick)
    if pick.deed is not None:
        _do(yard, pick.number, pick.deed)
        return
    yard.looking = pick.number
    if _asks_unseen(yard, seat):
        card = yard.lying(pick.number)
        yard.note(Looked(seat, pick.number, yard.public(card), down(card)))


def _do(yard: Yard, number: int, deed: Deed) -> None:
    """The first of the queue takes or plants the card, and the next one acts."""
    seat = yard.queue.pop(0)
    yard.queue.append(seat)
    yard.looking = None
    card = yard.pick_up(number)
    face = yard.public(card)
    if deed.act == "disrupt":
        assert deed.seat is not None, "a legal deed says whom it disrupts"
        slot = next(slot for slot in yard.free(deed.seat, part_of(card)) if slot[0] == deed.where)
        yard.put(deed.seat, slot, up(card))
        yard.note(Disrupted(seat, number, up(card), is_down(card), deed.seat, slot))
        return
    kept, slot, old = yard.gain(seat, card, deed.where)
    secret = down(card) if is_down(card) and kept != "discarded" else ""
    yard.note(Took(seat, number, face, kept, slot, old, secret))


PHASES: Final[dict[Stage, Phase]] = {"scavenge": Scavenging()}
