"""What one player has in the state: places by name, free slots, all cards, figures. No change is made in here."""

from __future__ import annotations

from typing import Final

from engines.wasteland.cards import slots_of
from engines.wasteland.mech import strength
from engines.wasteland.model import BAYS, EMPTY, PARTS, SLOTS, STACK, Area, Card, Count, Part

PLACES: Final[dict[str, tuple[int, int]]] = {
    f"{name}.{slot}": (bay, at) for bay, name in enumerate(BAYS) for at, slot in enumerate(SLOTS)
}
"""The slots of a player's bays by name: which bay, and where in ``SLOTS``."""
RESEARCH: Final[dict[str, int]] = {f"R.{part}": at for at, part in enumerate(PARTS)}
"""The places of research cards by name."""


def free_slots(area: Area, part: Part) -> list[str]:
    """The first free slot for this type of part of each bay that has one (``"A.L2"``)."""
    found: list[str] = []
    for name, bay in zip(BAYS, area.bays, strict=True):
        slot = next((SLOTS[at] for at in slots_of(part) if bay.slots[at] == EMPTY), None)
        if slot is not None:
            found.append(f"{name}.{slot}")
    return found


def cards_of(area: Area) -> list[Card]:
    """Everything a player has: assembly area, research and tokens."""
    places = (*area.bays[0].slots, *area.bays[1].slots, *area.research, *area.stack)
    return [card for card in places if card != EMPTY]


def counted(area: Area) -> Count:
    """How much a player has, in public figures."""
    return Count(
        points=sum(map(strength, area.bays)),
        parts=sum(card != EMPTY for bay in area.bays for card in bay.slots),
        tokens=len(area.stack),
        research=sum(card != EMPTY for card in area.research),
    )


def card_at(area: Area, place: str) -> Card:
    """What lies in a slot, as research (``"R.S"``) or on top of the stack (``"T"``); empty for nothing."""
    if place == STACK:
        return area.stack[0] if area.stack else EMPTY
    if place in RESEARCH:
        return area.research[RESEARCH[place]]
    bay, at = PLACES[place]
    return area.bays[bay].slots[at]
