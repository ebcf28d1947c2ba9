"""What a player has and where a card could go, as a View shows it: every question and refusal is made of these."""

from __future__ import annotations

from typing import Final

from engines.core import Seat
from engines.wasteland.cards import is_down, is_up, part_at, slots_of, welded
from engines.wasteland.mech import LEGS
from engines.wasteland.model import BAYS, EMPTY, PARTS, SLOTS, STACK, BayName, Part
from engines.wasteland.views import AreaView, BayView, Face, View

DISCARD: Final = "discard"
"""Where a gained card may go when no slot of its type is free (section 3.4)."""


def slot_name(bay: BayName, at: int) -> str:
    return f"{bay}.{SLOTS[at]}"


def bay_of(area: AreaView, name: str) -> BayView:
    return area.bays[BAYS.index("A" if name == "A" else "B")]


def is_mech(area: AreaView, name: str) -> bool:
    """Its core slot is filled, face up or down (section 3.1)."""
    return name in BAYS and bay_of(area, name).slots[0] != EMPTY


def mechs(area: AreaView) -> tuple[BayName, ...]:
    return tuple(name for name in BAYS if is_mech(area, name))


def face_at(area: AreaView, slot: str) -> Face:
    """The card in ``"A.L2"`` or ``"R.S"``; empty for a slot that does not exist."""
    zone, _, name = slot.partition(".")
    if zone == "R" and name in PARTS:
        return area.research[PARTS.index(name)]
    if zone in BAYS and name in SLOTS:
        return bay_of(area, zone).slots[SLOTS.index(name)]
    return EMPTY


def strongest(area: AreaView) -> BayName:
    """The mech with the most points assembled; bay A of equals."""
    return max(mechs(area), key=lambda name: bay_of(area, name).points)


def assembly(area: AreaView) -> tuple[str, ...]:
    """The filled slots of both bays, bay A first, in the order of ``SLOTS``."""
    return tuple(
        slot_name(name, at) for name in BAYS for at, face in enumerate(bay_of(area, name).slots) if face != EMPTY
    )


def research(area: AreaView) -> tuple[str, ...]:
    """The research cards, as places."""
    return tuple(f"R.{part}" for part, face in zip(PARTS, area.research, strict=True) if face != EMPTY)


def cores(area: AreaView) -> tuple[str, ...]:
    """The filled core slots; research cores do not count (section 8.1)."""
    return tuple(slot for slot in assembly(area) if part_at(slot) == "C")


def face_down(area: AreaView) -> tuple[str, ...]:
    """What may be flipped to join an invasion (section 5.4)."""
    return tuple(slot for slot in assembly(area) if is_down(face_at(area, slot)))


def spare(area: AreaView) -> tuple[str, ...]:
    """Cards that may be given up and are no core: assembly without Welded, research, then a place for each token.

    Ruling R7. The owner's own view tells which cards are Welded.
    """
    parts = tuple(slot for slot in assembly(area) if part_at(slot) != "C" and not welded(face_at(area, slot)))
    return (*parts, *research(area), *((STACK,) * (area.tokens or 0)))


def payable(area: AreaView) -> int:
    """How many hand cards there are (section 3.5): the last core is none."""
    return len(spare(area)) + max(0, len(cores(area)) - 1)


def assembled(bay: BayView, name: BayName) -> tuple[str, ...]:
    """The slots of the assembled parts (section 3.2)."""
    if bay.slots[0] == EMPTY:
        return ()
    single = [at for at in range(LEGS) if is_up(bay.slots[at])]
    legs = sorted(LEGS + leg for pair in bay.pairs for leg in pair)
    return tuple(slot_name(name, at) for at in (*single, *legs))


def losable(area: AreaView, name: BayName) -> tuple[str, ...]:
    """What a failed annihilation may take of the fighting mech: the core only if nothing else is assembled (5.5)."""
    slots = assembled(bay_of(area, name), name)
    return tuple(slot for slot in slots if part_at(slot) != "C") or slots


def company(area: AreaView, name: BayName) -> tuple[str, ...]:
    """The cards of the mech that are no core, face up or down (section 7)."""
    return tuple(slot_name(name, at) for at, face in enumerate(bay_of(area, name).slots) if at and face != EMPTY)


def free_bays(area: AreaView, part: Part) -> tuple[BayName, ...]:
    """The bays with a free slot of this type."""
    return tuple(name for name in BAYS if any(bay_of(area, name).slots[at] == EMPTY for at in slots_of(part)))


def same_type(part: Part) -> tuple[str, ...]:
    """All slots of this type in both bays."""
    return tuple(slot_name(name, at) for name in BAYS for at in slots_of(part))


def places(area: AreaView, part: Part) -> tuple[str, ...]:
    """Where a gained card may go (section 3.4, ruling R6): a bay; else a slot to swap with, or ``"discard"``."""
    free = free_bays(area, part)
    if free:
        return free
    swaps = tuple(slot for slot in same_type(part) if not welded(face_at(area, slot)))
    return (*swaps, DISCARD)


def others(view: View, seat: Seat) -> tuple[Seat, ...]:
    """The other living players, in seat order from the dealer."""
    return tuple(other for other in living(view) if other != seat)


def living(view: View) -> tuple[Seat, ...]:
    """Who is still in play, in seat order from the dealer (section 3.9)."""
    start = view.order.index(view.dealer)
    around = (*view.order[start:], *view.order[:start])
    return tuple(seat for seat in around if not view.areas[seat].out)


def open_bays(view: View, seat: Seat, part: Part) -> tuple[tuple[Seat, BayName], ...]:
    """Where a card of this type may be planted: empty slots of the other living players (section 5.3)."""
    return tuple((other, bay) for other in others(view, seat) for bay in free_bays(view.areas[other], part))


def lying(view: View, number: int) -> Face:
    """The wasteland card of this number; empty without one."""
    return next((card.card for card in view.wasteland if card.number == number), EMPTY)
