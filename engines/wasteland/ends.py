"""Who is out, who has won, and how all rank (section 8)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal

from engines.core import Result, Seat
from engines.wasteland.belongings import cards_of
from engines.wasteland.cards import ammo, up
from engines.wasteland.happenings import Out, Reserve, Spared, Victory
from engines.wasteland.model import EMPTY, Area, BayName, State

if TYPE_CHECKING:
    from engines.wasteland.yard import Yard


def check_out(yard: Yard, seats: Collection[Seat], why: Literal["core", "resigned"]) -> None:
    """Those of the seats that have no core left, or that resigned, are out together (section 8.2, ruling R18).

    A research core saves its owner, but nobody who resigns (section 1.3, ruling R26). Where nobody would be left, one
    is spared. The last one in play has won at once.
    """
    gone = [seat for seat in yard.in_order(seats) if why == "resigned" or not _has_core(yard, seat)]
    living = yard.living()
    if gone and len(gone) == len(living):
        spared = max(gone, key=lambda seat: _wealth(yard.areas[seat]))  # the first of equals
        gone.remove(spared)
        yard.note(Spared(spared))
    place = len(living) - len(gone) + 1
    for seat in gone:
        _put_out(yard, seat, place)
        yard.note(Out(seat, place, why))
    if gone and place == 2:
        _win(yard, next(seat for seat in living if seat not in gone))


def _has_core(yard: Yard, seat: Seat) -> bool:
    """Whether the seat has a core, perhaps only now from its research: into the fuller bay (section 1.3)."""
    if yard.cores(seat):
        return True
    if yard.card(seat, "R.C") == EMPTY:
        return False
    a, b = (sum(card != EMPTY for card in bay.slots) for bay in yard.areas[seat].bays)
    name: BayName = "A" if a >= b else "B"
    core = up(yard.remove(seat, "R.C"))
    yard.put(seat, f"{name}.C", core)
    yard.note(Reserve(seat, core, name))
    return True


def _wealth(area: Area) -> tuple[int, int]:
    return len(cards_of(area)), sum(map(ammo, area.stack))


def _put_out(yard: Yard, seat: Seat, place: int) -> None:
    """All its cards go to the discard pile, committed tokens too."""
    committed = [card for fighter in yard.fighters if fighter.seat == seat for card in fighter.tokens or ()]
    for card in (*cards_of(yard.areas[seat]), *committed):
        yard.throw(card)
    yard.fighters = [fighter for fighter in yard.fighters if fighter.seat != seat]
    yard.plans.pop(seat, None)
    yard.areas[seat] = Area(out=True)
    yard.places[seat] = place
    yard.lasted[seat] = yard.turn


def _win(yard: Yard, seat: Seat) -> None:
    """The last one has won; what was going on is abandoned (section 8.3)."""
    yard.places[seat] = 1
    yard.season = "over"
    yard.enter("over")
    yard.plans.clear()
    yard.looking = None
    yard.note(Victory(seat))


def result(state: State) -> Result | None:
    """Places as they fell, shared by those who went together; the scores are dealer turns survived (ruling R29)."""
    if state.season != "over":
        return None
    fates = zip(state.places, state.lasted, strict=True)
    scores = tuple(state.turn if place == 1 else lasted for place, lasted in fates)
    return Result(state.places, scores, "last")
