"""The one palette of every picture: at most 128 colours, far enough apart for Pillow's fixed-palette quantizer."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

Colour = tuple[int, int, int]

LIMIT: Final = 128
APART: Final = 12.0
"""Least Euclidean distance between two entries: Pillow looks colours up in cells of 4x4x4, closer ones would merge."""


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """``a`` with ``share`` (0..1) of ``b`` in it."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def distance(a: Colour, b: Colour) -> float:
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2) ** 0.5


INK: Final[Colour] = (8, 10, 14)
COAL: Final[Colour] = (18, 22, 29)
PIT: Final[Colour] = (26, 31, 40)
GRAPHITE: Final[Colour] = (36, 43, 54)
PLATE: Final[Colour] = (46, 55, 68)
PLATE_LIT: Final[Colour] = (56, 66, 81)
IRON: Final[Colour] = (72, 83, 100)
STEEL: Final[Colour] = (94, 106, 124)
STEEL_LIT: Final[Colour] = (122, 135, 154)
ALLOY: Final[Colour] = (152, 164, 181)
ALLOY_LIT: Final[Colour] = (184, 195, 209)
SILVER: Final[Colour] = (214, 222, 232)
WHITE: Final[Colour] = (250, 252, 255)

HAZARD: Final[Colour] = (250, 196, 20)
HAZARD_LIT: Final[Colour] = (255, 228, 112)
HAZARD_DARK: Final[Colour] = (158, 116, 12)

GEM: Final[Colour] = (52, 220, 255)
GEM_LIT: Final[Colour] = (186, 245, 255)
GEM_DARK: Final[Colour] = (16, 140, 182)
GEM_DEEP: Final[Colour] = (12, 84, 112)

MOVE: Final[Colour] = (52, 116, 255)
MOVE_LIT: Final[Colour] = (134, 174, 255)
MOVE_DARK: Final[Colour] = (24, 66, 178)

FIRE: Final[Colour] = (255, 56, 48)
FIRE_LIT: Final[Colour] = (255, 142, 124)
FIRE_DARK: Final[Colour] = (170, 26, 28)
FIRE_DEEP: Final[Colour] = (92, 20, 26)

FLAME: Final[Colour] = (255, 122, 20)
SPARK: Final[Colour] = (255, 240, 176)

SEAT: Final[tuple[Colour, ...]] = ((255, 138, 30), (146, 222, 48), (238, 92, 206), (240, 233, 216))
"""Body colours by seat. Neither die's colour is among them, so that blue means move and red means fire everywhere."""
SEAT_LIT: Final[tuple[Colour, ...]] = ((255, 192, 124), (210, 248, 146), (252, 176, 238), (255, 255, 246))
SEAT_DARK: Final[tuple[Colour, ...]] = ((184, 84, 8), (82, 146, 22), (154, 44, 134), (176, 164, 136))
SEAT_DEEP: Final[tuple[Colour, ...]] = ((104, 50, 12), (46, 84, 20), (86, 30, 80), (108, 98, 78))

BOT: Final[tuple[Colour, ...]] = ((140, 84, 246), (192, 168, 255))
"""Body colours of the killbots: violet belongs to no seat."""
BOT_LIT: Final[tuple[Colour, ...]] = ((192, 150, 255), (228, 216, 255))
BOT_DARK: Final[tuple[Colour, ...]] = ((94, 46, 188), (126, 102, 206))
BOT_DEEP: Final[tuple[Colour, ...]] = ((54, 26, 112), (74, 58, 128))

RUST: Final[Colour] = (150, 62, 30)
TEAL: Final[Colour] = (10, 108, 112)
MOSS: Final[Colour] = (96, 104, 34)
"""Grounds of attack, movement and tactic cards: no die's colour, as a card's category is not its die."""

ASPHALT: Final[Colour] = (74, 70, 72)
ASPHALT_LIT: Final[Colour] = (94, 88, 86)
ASPHALT_DARK: Final[Colour] = (56, 53, 57)

SAND: Final[Colour] = (218, 170, 104)
SAND_LIT: Final[Colour] = (238, 202, 142)
SAND_DARK: Final[Colour] = (184, 134, 76)
SAND_DEEP: Final[Colour] = (134, 92, 50)

MUD: Final[Colour] = (96, 62, 36)
MUD_LIT: Final[Colour] = (126, 88, 58)
MUD_DARK: Final[Colour] = (68, 42, 26)

ROCK: Final[Colour] = (152, 112, 88)
ROCK_LIT: Final[Colour] = (200, 160, 130)
ROCK_DARK: Final[Colour] = (108, 74, 60)

CREW: Final[tuple[Colour, ...]] = ((217, 72, 43), (42, 159, 176), (216, 210, 194), (138, 79, 176))
"""Colours of four crews: flame, wave, bone, violet. Always with a symbol beside them."""
CREW_LIT: Final[tuple[Colour, ...]] = (FIRE_LIT, (126, 222, 226), WHITE, BOT_LIT[0])
CREW_DARK: Final[tuple[Colour, ...]] = (RUST, TEAL, SEAT_DARK[3], (98, 48, 128))
CREW_DEEP: Final[tuple[Colour, ...]] = (FIRE_DEEP, (8, 62, 74), SEAT_DEEP[3], BOT_DEEP[0])


@cache
def colours() -> tuple[Colour, ...]:
    """The palette: theme colours first, then the blends that soft edges and glows need."""
    theme = [
        *(INK, COAL, PIT, GRAPHITE, PLATE, PLATE_LIT, IRON, STEEL, STEEL_LIT, ALLOY, ALLOY_LIT, SILVER, WHITE),
        *(HAZARD, HAZARD_LIT, HAZARD_DARK, GEM, GEM_LIT, GEM_DARK, GEM_DEEP, MOVE, MOVE_LIT, MOVE_DARK),
        *(FIRE, FIRE_LIT, FIRE_DARK, FIRE_DEEP, FLAME, SPARK, *SEAT, *SEAT_LIT, *SEAT_DARK, *SEAT_DEEP),
        *(*BOT, *BOT_LIT, *BOT_DARK, *BOT_DEEP, RUST, TEAL, MOSS),
        *(ASPHALT, ASPHALT_LIT, ASPHALT_DARK, SAND, SAND_LIT, SAND_DARK, SAND_DEEP, MUD, MUD_LIT, MUD_DARK),
        *(ROCK, ROCK_LIT, ROCK_DARK, *CREW, CREW_LIT[1], CREW_DARK[3], CREW_DEEP[1]),
    ]
    vivid = (HAZARD, GEM, FIRE, MOVE, FLAME, *SEAT)
    blends = [mix(colour, ground, share) for share in (0.5, 0.75, 0.25) for ground in (PLATE, INK) for colour in vivid]
    chosen: list[Colour] = []
    for colour in theme + blends:
        if len(chosen) < LIMIT and all(distance(colour, other) >= APART for other in chosen):
            chosen.append(colour)
    return tuple(chosen)


@cache
def palette_image() -> Image.Image:
    """What ``Image.quantize`` wants as its ``palette``. Shared and read only."""
    entries = colours()
    flat = [channel for colour in entries for channel in colour]
    image = Image.new("P", (1, 1))
    image.putpalette(flat + list(entries[0]) * (256 - len(entries)))
    image.load()
    return image
