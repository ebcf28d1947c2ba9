"""The seventeen parts as small pictures: each kind has an outline of its own. Drawn once per size and reduced."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from PIL import Image

from render.canvas import Point, Sketch, ngon, polar, star, turned
from render.palette import (
    ALLOY,
    BOT_LIT,
    CREW_LIT,
    FIRE,
    FLAME,
    GEM_LIT,
    HAZARD,
    HAZARD_LIT,
    INK,
    RUST,
    SEAT_LIT,
    SILVER,
    SPARK,
    STEEL,
    STEEL_LIT,
    TEAL,
    WHITE,
)

Draw = Callable[[Sketch], None]


@cache
def glyph(key: str, size: int) -> Image.Image:
    """The picture of a kind, ``C1`` .. ``L5``: square, without a ground."""
    s = Sketch(size)
    _GLYPHS[key](s)
    return s.done()


# ---- cores


def _furnace(s: Sketch) -> None:
    """A flame in a hearth."""
    s.blob([(50, 6), (74, 42), (72, 78), (50, 90), (28, 78), (26, 46), (38, 36)], 6, INK)
    s.blob([(50, 10), (72, 44), (70, 76), (50, 87), (30, 76), (29, 48), (40, 40)], 1, FLAME)
    s.blob([(51, 34), (62, 58), (60, 76), (50, 82), (40, 76), (40, 60)], 1, HAZARD_LIT)
    s.circle(50, 72, 8, WHITE)


def _fusion(s: Sketch) -> None:
    """Three rays about a bright kernel."""
    for bearing in (0, 120, 240):
        tip, a, b = polar(50, 52, 47, bearing), polar(50, 52, 30, bearing - 48), polar(50, 52, 30, bearing + 48)
        s.blob([tip, a, (50, 52), b], 4, INK)
    for bearing in (0, 120, 240):
        tip, a, b = polar(50, 52, 45, bearing), polar(50, 52, 27, bearing - 42), polar(50, 52, 27, bearing + 42)
        s.poly([tip, a, (50, 52), b], HAZARD)
    s.circle(50, 52, 19, INK)
    s.circle(50, 52, 14, WHITE)


def _warden(s: Sketch) -> None:
    """A tower shield."""
    shape: list[Point] = [(18, 14), (50, 6), (82, 14), (80, 56), (50, 92), (20, 56)]
    s.blob(shape, 4, INK)
    s.poly(shape, SILVER)
    s.poly([(50, 6), (82, 14), (80, 56), (50, 92)], ALLOY)
    s.rect(44, 20, 56, 70, INK)
    s.rect(28, 32, 72, 44, INK)


def _cracked(s: Sketch) -> None:
    """A broken disc with a bolt through it."""
    s.circle(50, 50, 46, INK)
    s.circle(50, 50, 40, STEEL_LIT)
    s.poly([(58, 2), (28, 54), (48, 54), (36, 98), (76, 40), (54, 40), (70, 2)], INK)
    s.poly([(60, 8), (36, 49), (55, 49), (46, 80), (67, 45), (48, 45), (65, 8)], SPARK)


# ---- sensors


def _scope(s: Sketch) -> None:
    """A lens with cross hairs."""
    s.circle(50, 50, 44, INK)
    s.circle(50, 50, 37, GEM_LIT)
    s.circle(50, 50, 25, INK)
    s.circle(50, 50, 20, TEAL)
    for line in (
        [(50.0, 2.0), (50.0, 32.0)],
        [(50.0, 68.0), (50.0, 98.0)],
        [(2.0, 50.0), (32.0, 50.0)],
        [(68.0, 50.0), (98.0, 50.0)],
    ):
        s.line(line, 9, INK)
        s.line(line, 4, WHITE)
    s.circle(50, 50, 8, FIRE)


def _radar(s: Sketch) -> None:
    """A dish on a foot, and waves."""
    s.poly([(30, 94), (48, 56), (60, 60), (66, 94)], INK)
    s.poly([(38, 90), (49, 64), (55, 66), (59, 90)], SILVER)
    bowl: list[Point] = [(12, 22), (30, 64), (74, 72)]
    s.blob(bowl, 5, INK)
    s.poly(bowl, SILVER)
    s.line([(40, 50), (62, 32)], 9, INK)
    s.line([(40, 50), (62, 32)], 4, WHITE)
    for r in (18, 32):
        s.arc(62, 32, r + 2, -80, 10, 11, INK)
        s.arc(62, 32, r, -76, 6, 6, GEM_LIT)


def _probe(s: Sketch) -> None:
    """An eye that looks through things."""
    outer: list[Point] = [(2, 50), (26, 22), (50, 14), (74, 22), (98, 50), (74, 78), (50, 86), (26, 78)]
    s.poly(outer, INK)
    s.poly([(x * 0.86 + 7, y * 0.82 + 9) for x, y in outer], WHITE)
    s.circle(50, 50, 24, INK)
    s.circle(50, 50, 19, GEM_LIT)
    s.circle(50, 50, 9, INK)
    s.line([(50, 90), (50, 99)], 8, INK)


def _warped(s: Sketch) -> None:
    """A lens out of shape, struck through."""
    shape = [(x * 1.1 - 5, y * 0.7 + 15 + (x - 50) * 0.3) for x, y in ngon(50, 50, 46, 14)]
    s.blob(shape, 3, INK)
    s.blob([(x * 0.84 + 8, y * 0.84 + 8) for x, y in shape], 1, ALLOY)
    s.blob([(x * 0.45 + 27, y * 0.45 + 27) for x, y in shape], 1, TEAL)
    s.line([(16, 88), (84, 12)], 20, INK)
    s.line([(16, 88), (84, 12)], 10, FIRE)


# ---- suppressors


def _damper(s: Sketch) -> None:
    """Rings that press inwards."""
    s.circle(50, 50, 47, INK)
    for r, tone in ((42, BOT_LIT[1]), (33, INK), (27, BOT_LIT[1]), (18, INK), (12, WHITE)):
        s.circle(50, 50, r, tone)
    for turn in (45, 135, 225, 315):
        s.poly(turned([(40, 0), (60, 0), (50, 26)], turn), INK)
        s.poly(turned([(44, 3), (56, 3), (50, 18)], turn), HAZARD)


def _jammer(s: Sketch) -> None:
    """A cartridge, struck through."""
    s.blob([(36, 34), (50, 8), (64, 34), (64, 90), (36, 90)], 5, INK)
    s.poly([(36, 36), (64, 36), (64, 90), (36, 90)], HAZARD)
    s.poly([(36, 34), (50, 8), (64, 34)], SILVER)
    s.rect(36, 78, 64, 84, INK)
    s.line([(12, 80), (88, 20)], 22, INK)
    s.line([(12, 80), (88, 20)], 12, FIRE)


def _plate(s: Sketch) -> None:
    """Three plates like bricks."""
    for x0, y0, x1, y1 in ((6, 10, 94, 36), (6, 38, 48, 64), (52, 38, 94, 64), (6, 66, 94, 92)):
        s.rect(x0, y0, x1, y1, INK, 6)
        s.rect(x0 + 5, y0 + 5, x1 - 5, y1 - 5, ALLOY, 3)
        s.rect(x0 + 5, y0 + 5, x1 - 5, y0 + 11, WHITE, 3)


def _shackle(s: Sketch) -> None:
    """A padlock, rusted shut."""
    s.arc(50, 38, 33, 180, 360, 18, INK)
    s.rect(17, 36, 35, 60, INK)
    s.rect(65, 36, 83, 60, INK)
    s.arc(50, 38, 29, 180, 360, 10, STEEL_LIT)
    s.rect(21, 37, 31, 56, STEEL_LIT)
    s.rect(69, 37, 79, 56, STEEL_LIT)
    s.rect(8, 48, 92, 96, INK, 8)
    s.rect(14, 54, 86, 90, RUST, 5)
    s.circle(50, 68, 9, INK)
    s.rect(46, 70, 54, 84, INK)


# ---- locomotion


def _wheel(s: Sketch) -> None:
    s.circle(50, 50, 48, INK)
    s.circle(50, 50, 41, STEEL)
    s.circle(50, 50, 30, INK)
    s.circle(50, 50, 25, SILVER)
    for bearing in range(0, 360, 60):
        s.line([(50, 50), polar(50, 50, 22, bearing)], 6, INK)
    s.circle(50, 50, 8, WHITE)


def _track(s: Sketch) -> None:
    s.rect(0, 24, 100, 80, INK, 28)
    s.rect(6, 30, 94, 74, STEEL, 22)
    s.rect(14, 38, 86, 66, INK, 14)
    for x in (27, 50, 73):
        s.circle(x, 52, 11, SILVER)
        s.circle(x, 52, 4, INK)
    for x in (20, 40, 60, 80):
        s.rect(x - 5, 16, x + 5, 26, INK)
        s.rect(x - 5, 78, x + 5, 88, INK)


def _leg(s: Sketch) -> None:
    """A bent leg with a claw."""
    way: list[Point] = [(30, 10), (66, 42), (40, 74)]
    s.line(way, 26, INK)
    s.line(way, 14, SEAT_LIT[1])
    s.poly([(40, 64), (92, 84), (92, 98), (14, 98)], INK)
    s.poly([(40, 76), (80, 88), (82, 92), (24, 92)], SILVER)
    s.circle(66, 42, 11, INK)
    s.circle(66, 42, 6, WHITE)


def _vane(s: Sketch) -> None:
    """A wing over its jet."""
    wing: list[Point] = [(4, 22), (96, 8), (78, 40), (44, 54), (12, 46)]
    s.blob(wing, 4, INK)
    s.poly(wing, WHITE)
    s.poly([(4, 22), (96, 8), (60, 28), (12, 46)], GEM_LIT)
    for x in (28, 50, 72):
        s.poly([(x - 8, 58), (x + 8, 58), (x, 96)], INK)
        s.poly([(x - 4, 60), (x + 4, 60), (x, 84)], GEM_LIT)


def _broken(s: Sketch) -> None:
    """Two halves of an axle that no longer meet."""
    for ends in ([(18.0, 22.0), (44.0, 46.0)], [(58.0, 56.0), (82.0, 80.0)]):
        s.line(ends, 22, INK)
        s.line(ends, 11, CREW_LIT[0])
    for x, y in ((18, 22), (82, 80)):
        s.circle(x, y, 18, INK)
        s.circle(x, y, 12, STEEL_LIT)
    s.poly(star(52, 50, 24, 8, 5, 20), INK)
    s.poly(star(52, 50, 17, 6, 5, 20), SPARK)


_GLYPHS: Final[dict[str, Draw]] = {
    "C1": _furnace,
    "C2": _fusion,
    "C3": _warden,
    "C4": _cracked,
    "S1": _scope,
    "S2": _radar,
    "S3": _probe,
    "S4": _warped,
    "P1": _damper,
    "P2": _jammer,
    "P3": _plate,
    "P4": _shackle,
    "L1": _wheel,
    "L2": _track,
    "L3": _leg,
    "L4": _vane,
    "L5": _broken,
}
