"""What a player can fight with, pay with and lose, in the table's own state. No change is made in here."""

from __future__ import annotations

from collections.abc import Iterator

from engines.wasteland import mech
from engines.wasteland.cards import is_down, welded
from engines.wasteland.model import BAYS, EMPTY, PARTS, SLOTS, STACK, Area, Bay, BayName, Card, Part


def bay_of(area: Area, name: BayName) -> Bay:
    return area.bays[BAYS.index(name)]


def _parts(area: Area) -> Iterator[tuple[str, Card]]:
    """The filled slots of both bays, bay A first, with what lies there."""
    for name, bay in zip(BAYS, area.bays, strict=True):
        for slot, card in zip(SLOTS, bay.slots, strict=True):
            if card != EMPTY:
                yield f"{name}.{slot}", card


def mechs(area: Area) -> list[BayName]:
    """The bays that hold a mech (section 3.1)."""
    return [name for name, bay in zip(BAYS, area.bays, strict=True) if mech.is_mech(bay)]


def strongest(area: Area) -> BayName:
    """The mech with the most points assembled; bay A of equals."""
    return max(mechs(area), key=lambda name: mech.strength(bay_of(area, name)))


def face_down(area: Area) -> list[str]:
    """The slots whose cards may be flipped to join an invasion (section 5.4)."""
    return [slot for slot, card in _parts(area) if is_down(card)]


def spare(area: Area) -> list[str]:
    """Cards that may be given up and are no core: parts without Welded, research, each ammo token (ruling R7)."""
    parts = [slot for slot, card in _parts(area) if not slot.endswith("C") and not welded(card)]
    research = [f"R.{part}" for part, card in zip(PARTS, area.research, strict=True) if card != EMPTY]
    return [*parts, *research, *(STACK for _ in area.stack)]


def payable(area: Area) -> int:
    """How many hand cards there are; the last core is none (section 3.5)."""
    return len(spare(area)) + max(0, len(mechs(area)) - 1)


def losable(area: Area, name: BayName) -> list[str]:
    """What a failed annihilation may take: assembled parts, the core only where nothing else is (section 5.5, b-i)."""
    slots = [f"{name}.{SLOTS[at]}" for at in mech.assembled(bay_of(area, name))]
    return [slot for slot in slots if not slot.endswith("C")] or slots


def company(area: Area, name: BayName) -> list[str]:
    """The mech's cards besides its core, face up or down: what a duel may take (section 7)."""
    return [
        f"{name}.{slot}" for slot, card in zip(SLOTS, bay_of(area, name).slots, strict=True) if card and slot != "C"
    ]


def places(area: Area, part: Part) -> int:
    """In how many ways a gained card of this type could be put down (section 3.4, ruling R6)."""
    slots = [at for at, slot in enumerate(SLOTS) if slot[0] == part]
    free = sum(any(bay.slots[at] == EMPTY for at in slots) for bay in area.bays)
    swaps = sum(not welded(bay.slots[at]) for bay in area.bays for at in slots)
    return free or swaps + 1
