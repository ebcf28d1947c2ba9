"""The seats' four robots and the two killbots. They differ in outline (crate, wedge, saw, spider; twin saws, tower of
one eye), eyes and colour, so that none of the three is needed alone. Each is drawn once per size and reduced.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from PIL import Image

from render.canvas import Point, Sketch, faded, ngon, polar, star
from render.palette import (
    ALLOY,
    BOT,
    BOT_DARK,
    BOT_DEEP,
    BOT_LIT,
    FIRE,
    FIRE_LIT,
    GEM_LIT,
    INK,
    SEAT,
    SEAT_DARK,
    SEAT_DEEP,
    SEAT_LIT,
    SILVER,
    STEEL,
    WHITE,
    Colour,
)
from render.sprites import SHADOW

Body = int | str
"""Whose robot: a seat, or a killbot by its name."""
KILLBOTS: Final = ("ripper", "watcher")


class Tones(NamedTuple):
    """A body's colours."""

    base: Colour
    lit: Colour
    dark: Colour
    deep: Colour


def tones(body: Body) -> Tones:
    """In which colours a robot and what belongs to it are drawn."""
    if isinstance(body, str):
        k = KILLBOTS.index(body)
        return Tones(BOT[k], BOT_LIT[k], BOT_DARK[k], BOT_DEEP[k])
    k = body % len(SEAT)
    return Tones(SEAT[k], SEAT_LIT[k], SEAT_DARK[k], SEAT_DEEP[k])


@cache
def robot(body: Body, size: int) -> Image.Image:
    """A robot, seen from above and lit from the north."""
    sketch = Sketch(size)
    if isinstance(body, str):
        _KILLBOTS[body](sketch, tones(body))
    else:
        _BUILDERS[body % 4](sketch, body % 4)
    return sketch.done()


@cache
def wreck(body: Body, size: int) -> Image.Image:
    """A robot that is gone: grey and half there."""
    sprite = robot(body, size)
    grey = sprite.convert("L").point([level // 2 for level in range(256)])
    dull = Image.merge("RGBA", (grey, grey, grey, sprite.getchannel("A")))
    return faded(dull, 0.85)


@cache
def ghost(body: Body, size: int) -> Image.Image:
    """Where a robot would stand."""
    return faded(robot(body, size), 0.5)


@cache
def frozen(body: Body, size: int) -> Image.Image:
    """A robot that cools: under ice, with icicles below and frost on its edges."""
    sprite = robot(body, size).copy()
    under = sprite.getchannel("A").point([0] * 180 + [104] * 76)
    iced = Image.composite(Image.new("RGBA", sprite.size, (*GEM_LIT, 255)), sprite, under)
    iced.putalpha(sprite.getchannel("A"))
    s = Sketch(size)
    for x, top, low in ((14, 62, 88), (28, 70, 100), (44, 74, 92), (58, 72, 100), (72, 72, 90), (86, 62, 86)):
        s.poly([(x - 9, top), (x + 9, top), (x, low)], INK)
        s.poly([(x - 6, top), (x + 6, top), (x, low - 6)], WHITE)
    s.line([(12, 66), (30, 73), (50, 75), (70, 73), (88, 66)], 9, WHITE)
    for x, y, r in ((20, 22, 7), (34, 13, 5), (78, 20, 8), (64, 12, 5), (88, 36, 5), (11, 40, 5)):
        s.circle(x, y, r, WHITE)
    iced.alpha_composite(s.done())
    return iced


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


def _ripper(s: Sketch, tone: Tones) -> None:
    """Two saws on a bar, and fangs."""
    for x, y in ((24, 50), (78, 50)):
        s.circle(x + 2, y + 6, 24, SHADOW)
    s.rect(22, 34, 82, 84, SHADOW, 8)
    for x in (23, 77):
        s.poly(star(x, 44, 25, 18, 9, 8), INK)
        s.poly(star(x, 44, 21.5, 15.5, 9, 8), SILVER)
        s.circle(x, 44, 8, INK)
        s.circle(x, 44, 4, tone.lit)
    for x in (36, 50, 64):
        s.poly([(x - 9, 32), (x + 9, 32), (x, 5)], INK)
        s.poly([(x - 5, 32), (x + 5, 32), (x, 12)], WHITE)
    s.poly([(30, 24), (70, 24), (76, 60), (66, 84), (34, 84), (24, 60)], INK)
    s.poly([(34, 30), (66, 30), (71, 60), (63, 80), (37, 80), (29, 60)], tone.deep)
    s.poly([(34, 28), (66, 28), (71, 58), (64, 70), (36, 70), (29, 58)], tone.base)
    s.poly([(35, 28), (65, 28), (66, 34), (34, 34)], tone.lit)
    s.poly([(34, 42), (66, 42), (62, 58), (38, 58)], INK)
    s.poly([(37, 44), (48, 52), (40, 55)], FIRE_LIT)
    s.poly([(63, 44), (52, 52), (60, 55)], FIRE_LIT)


def _watcher(s: Sketch, tone: Tones) -> None:
    """A tall diamond with one great eye, and a ring of lamps."""
    rim: list[Point] = [(50, 1), (97, 48), (50, 95), (3, 48)]
    s.poly([(x + 2, y + 5) for x, y in rim], SHADOW)
    s.poly(rim, INK)
    s.poly([(50, 8), (90, 48), (50, 88), (10, 48)], tone.deep)
    s.poly([(50, 8), (90, 48), (50, 80), (10, 48)], tone.dark)
    s.poly([(50, 8), (84, 42), (50, 70), (16, 42)], tone.base)
    s.line([(50, 11), (17, 44)], 4, tone.lit)
    s.circle(50, 48, 25, INK)
    s.circle(50, 48, 21, WHITE)
    s.circle(50, 48, 13, FIRE)
    s.circle(50, 48, 6.5, INK)
    s.circle(45, 43, 3.5, WHITE)


_KILLBOTS: dict[str, Callable[[Sketch, Tones], None]] = {"ripper": _ripper, "watcher": _watcher}
