"""The four robots. They differ in outline (crate, wedge, saw, spider), eyes and colour, so that none of the three is
needed alone. Each is drawn once per size and reduced.
"""

from __future__ import annotations

from functools import cache

from PIL import Image

from render.canvas import Point, Sketch, faded, ngon, polar, star
from render.palette import (
    ALLOY,
    FIRE,
    INK,
    SEAT,
    SEAT_DARK,
    SEAT_DEEP,
    SEAT_LIT,
    STEEL,
    WHITE,
)
from render.sprites import SHADOW


@cache
def robot(seat: int, size: int) -> Image.Image:
    """A seat's robot, seen from above and lit from the north."""
    sketch = Sketch(size)
    _BUILDERS[seat % 4](sketch, seat % 4)
    return sketch.done()


@cache
def wreck(seat: int, size: int) -> Image.Image:
    """A robot that is gone: grey and half there."""
    sprite = robot(seat, size)
    grey = sprite.convert("L").point([level // 2 for level in range(256)])
    dull = Image.merge("RGBA", (grey, grey, grey, sprite.getchannel("A")))
    return faded(dull, 0.85)


@cache
def ghost(seat: int, size: int) -> Image.Image:
    """Where a robot would stand."""
    return faded(robot(seat, size), 0.5)


def _crate(s: Sketch, seat: int) -> None:
    s.rect(8, 20, 96, 99, SHADOW, 12)
    for x in (5, 75):
        s.rect(x, 12, x + 20, 92, INK, 7)
        for k in range(6):
            s.rect(x + 3, 17 + k * 12.4, x + 17, 23 + k * 12.4, STEEL, 1)
    s.rect(15, 6, 85, 95, INK, 11)
    s.rect(19, 30, 81, 91, SEAT_DEEP[seat], 8)
    s.rect(19, 10, 81, 80, SEAT[seat], 8)
    s.rect(19, 10, 81, 19, SEAT_LIT[seat], 6)
    s.rect(19, 68, 81, 80, SEAT_DARK[seat], 6)
    s.rect(26, 27, 74, 58, INK, 7)
    for x in (34, 55):
        s.rect(x, 34, x + 12, 50, WHITE, 2)


def _wedge(s: Sketch, seat: int) -> None:
    outer: list[Point] = [(50, 12), (88, 84), (12, 84)]
    s.blob([(x + 3, y + 4) for x, y in outer], 8, SHADOW)
    s.blob(outer, 9, INK)
    s.blob([(50, 22), (86, 85), (14, 85)], 5, SEAT_DEEP[seat])
    s.blob([(50, 14), (84, 75), (16, 75)], 5, SEAT[seat])
    s.blob([(50, 14), (84, 75), (74, 75)], 5, SEAT_DARK[seat])
    s.blob([(50, 14), (71, 75), (26, 75)], 5, SEAT[seat])
    s.line([(49, 14), (18, 73)], 7, SEAT_LIT[seat])
    s.blob([(50, 40), (63, 64), (37, 64)], 5, INK)
    s.blob([(50, 47), (57, 61), (43, 61)], 2, WHITE)


def _saw(s: Sketch, seat: int) -> None:
    s.poly(star(53, 55, 47, 38, 10), SHADOW)
    teeth = [p for k in range(10) for p in _tooth(k * 36)]
    s.poly(teeth, INK)
    s.poly([(50 + (x - 50) * 0.88, 48 + (y - 48) * 0.88) for x, y in teeth], ALLOY)
    s.circle(50, 48, 35, INK)
    s.circle(50, 51, 31.5, SEAT_DEEP[seat])
    s.circle(50, 46, 31.5, SEAT_DARK[seat])
    s.circle(49, 44, 29, SEAT[seat])
    s.arc(49, 44, 28, 185, 300, 6, SEAT_LIT[seat])
    s.circle(50, 46, 17, INK)
    s.circle(50, 46, 10, WHITE)
    s.circle(52, 47, 4.5, INK)


def _tooth(degrees: float) -> list[Point]:
    return [polar(50, 48, 38, degrees - 16), polar(50, 48, 47, degrees - 9), polar(50, 48, 47, degrees + 9)]


def _spider(s: Sketch, seat: int) -> None:
    corners = [(12.0, 14.0), (88.0, 14.0), (88.0, 82.0), (12.0, 82.0)]
    for x, y in corners:
        s.line([(52, 54), (x + 3, y + 5)], 17, SHADOW)
    for x, y in corners:
        s.line([(50, 48), (x, y)], 22, INK)
        s.circle(x, y, 12, INK)
    for x, y in corners:
        s.line([(50, 48), (x, y)], 13, SEAT_DARK[seat])
        s.circle(x, y + 2, 8.5, SEAT_DEEP[seat])
        s.circle(x, y - 1, 8.5, SEAT[seat])
    s.poly(ngon(50, 49, 34, 8, 22.5), INK)
    s.poly(ngon(50, 52, 29, 8, 22.5), SEAT_DEEP[seat])
    s.poly(ngon(50, 45, 29, 8, 22.5), SEAT[seat])
    s.poly([(35, 20), (65, 20), (69, 27), (31, 27)], SEAT_LIT[seat])
    s.rect(28, 37, 72, 55, INK, 8)
    for x in (37, 50, 63):
        s.circle(x, 46, 5, FIRE if x == 50 else WHITE)


_BUILDERS = (_crate, _wedge, _saw, _spider)
