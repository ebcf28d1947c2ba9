"""How supervision is supplied from the draw pile (S5, Z6)."""

from __future__ import annotations

from engines.core import Seat
from engines.wasteland.cards import part_of, up
from engines.wasteland.happenings import Supplied
from engines.wasteland.model import EMPTY, SLOTS
from engines.wasteland.yard import Yard


def supply(yard: Yard, seat: Seat | None) -> None:
    """Each free supervision slot takes the first card of the pile that fits, from the top (Z6, ruling R14).

    The rest of the pile stays as it is, and it is not made anew. ``seat`` has the credit for a mech.
    """
    slots: list[str] = []
    assembly = list(yard.supervision.assembly)
    left: list[str] = []
    for at, card in enumerate(yard.draw):
        if EMPTY not in assembly:
            left += yard.draw[at:]
            break
        fitting = next((i for i, slot in enumerate(SLOTS) if slot[0] == part_of(card) and assembly[i] == EMPTY), None)
        if fitting is None:
            left.append(card)
        else:
            assembly[fitting] = up(card)
            slots.append(SLOTS[fitting])
    if slots:
        yard.draw = left
        yard.set_assembly(assembly)
        yard.note(Supplied(tuple(slots), tuple([assembly[SLOTS.index(slot)] for slot in slots])))
        yard.form(seat)
