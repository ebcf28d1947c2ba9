"""Colours: of seats, and of the four part types."""

from __future__ import annotations

from typing import Final, NamedTuple

from engines.core import Seat
from engines.wasteland.model import Part
from render.palette import (
    ALLOY,
    BOT_DARK,
    BOT_DEEP,
    BOT_LIT,
    CREW,
    FIRE,
    FIRE_DARK,
    FIRE_DEEP,
    FIRE_LIT,
    GEM,
    GEM_DARK,
    GEM_DEEP,
    GRAPHITE,
    HAZARD,
    HAZARD_DARK,
    HAZARD_LIT,
    INK,
    IRON,
    MOVE,
    MOVE_DARK,
    MOVE_LIT,
    PLATE,
    RUST,
    SEAT,
    SEAT_DARK,
    SEAT_DEEP,
    SEAT_LIT,
    STEEL,
    WHITE,
    Colour,
)


class Tone(NamedTuple):
    base: Colour
    lit: Colour
    dark: Colour
    deep: Colour
    ink: Colour
    """Text on ``base``."""


_SEATS: Final = (
    *(Tone(SEAT[k], SEAT_LIT[k], SEAT_DARK[k], SEAT_DEEP[k], INK) for k in range(4)),
    Tone(MOVE, MOVE_LIT, MOVE_DARK, PLATE, WHITE),
    Tone(FIRE, FIRE_LIT, FIRE_DARK, FIRE_DEEP, WHITE),
    Tone(HAZARD, HAZARD_LIT, HAZARD_DARK, SEAT_DEEP[0], INK),
)
NOBODY: Final = Tone(STEEL, ALLOY, IRON, GRAPHITE, WHITE)
"""Who is out, and what belongs to nobody."""


def of_seat(seat: Seat | None) -> Tone:
    """A seat's colours; a picture always shows its number as well."""
    return NOBODY if seat is None else _SEATS[seat]


OF_PART: Final[dict[Part, Tone]] = {
    "C": Tone(CREW[0], FIRE_LIT, RUST, FIRE_DEEP, WHITE),
    "S": Tone(GEM_DARK, GEM, GEM_DEEP, PLATE, WHITE),
    "P": Tone(BOT_DARK[0], BOT_LIT[0], BOT_DEEP[0], PLATE, WHITE),
    "L": Tone(SEAT_DARK[1], SEAT[1], SEAT_DEEP[1], PLATE, WHITE),
}
"""Core red, sensor cyan, suppressor violet, locomotion green; the outline differs as well."""
