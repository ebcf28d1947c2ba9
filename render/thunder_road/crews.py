"""What each crew looks like: its colours and its sign, so that colour is never the only difference."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from PIL import Image

from engines.core import Seat
from render.canvas import Point, Sketch
from render.palette import (
    CREW,
    CREW_DARK,
    CREW_DEEP,
    CREW_LIT,
    INK,
    IRON,
    PIT,
    STEEL,
    STEEL_LIT,
    WHITE,
    Colour,
)


class Tones(NamedTuple):
    base: Colour
    lit: Colour
    dark: Colour
    deep: Colour


def tones(seat: Seat | None) -> Tones:
    """A crew's colours; nobody's are grey."""
    if seat is None:
        return Tones(STEEL, STEEL_LIT, IRON, PIT)
    return Tones(CREW[seat], CREW_LIT[seat], CREW_DARK[seat], CREW_DEEP[seat])


def ink(seat: Seat) -> Colour:
    """What can be read on the crew's colour."""
    return INK if seat == BONE else WHITE


BONE: Final = 2


def emblem(s: Sketch, seat: Seat, x: float, y: float, r: float, colour: Colour, hole: Colour) -> None:
    """The crew's sign in a circle of radius ``r`` about (x, y); ``hole`` is what shows through it."""

    def at(points: list[Point]) -> list[Point]:
        return [(x + a * r / 50, y + b * r / 50) for a, b in points]

    k = r / 50
    if seat == 0:
        s.poly(
            at(
                [
                    (-4, -50),
                    (14, -24),
                    (22, -34),
                    (36, -2),
                    (34, 22),
                    (20, 44),
                    (-20, 44),
                    (-34, 22),
                    (-36, 0),
                    (-24, -26),
                    (-14, -14),
                ]
            ),
            colour,
        )
        s.circle(x, y + 16 * k, 32 * k, colour)
        s.poly(at([(0, -6), (14, 14), (14, 34), (-14, 34), (-14, 14)]), hole)
        s.circle(x, y + 26 * k, 14 * k, hole)
    elif seat == 1:
        for dy in (-26, 4, 34):
            s.line(
                at([(-46, dy + 4), (-30, dy - 10), (-14, dy - 4), (0, dy + 8), (16, dy + 4), (30, dy - 10), (46, dy)]),
                15 * k,
                colour,
            )
    elif seat == 2:
        s.circle(x, y - 10 * k, 38 * k, colour)
        s.rect(x - 22 * k, y + 10 * k, x + 22 * k, y + 46 * k, colour, 6 * k)
        for dx in (-16, 16):
            s.circle(x + dx * k, y - 6 * k, 12 * k, hole)
        s.poly(at([(0, 8), (7, 20), (-7, 20)]), hole)
        for dx in (-8, 8):
            s.rect(x + (dx - 2.5) * k, y + 28 * k, x + (dx + 2.5) * k, y + 46 * k, hole)
    else:
        s.line(
            at(
                [
                    (30, -22),
                    (8, -36),
                    (-18, -30),
                    (-24, -14),
                    (-8, 0),
                    (14, 6),
                    (24, 20),
                    (12, 36),
                    (-14, 38),
                    (-34, 26),
                ]
            ),
            18 * k,
            colour,
        )
        s.poly(at([(18, -40), (50, -30), (48, -12), (22, -8)]), colour)
        s.circle(x + 33 * k, y - 25 * k, 5 * k, hole)


@cache
def badge(seat: Seat, size: int, *, dull: bool = False) -> Image.Image:
    """The crew's sign on its colour."""
    tone = tones(None if dull else seat)
    s = Sketch(size)
    s.circle(50, 50, 50, INK)
    s.circle(50, 50, 45, tone.dark)
    s.circle(50, 48, 42, tone.base)
    emblem(s, seat, 50, 49, 32, PIT if seat == BONE and not dull else WHITE, tone.dark if seat != BONE else tone.base)
    return s.done()
