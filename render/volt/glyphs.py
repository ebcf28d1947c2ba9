"""One sign for each effect, champion module, card category and killbot mode: drawn in code, one colour, cut-outs clear.

Every sign fills a square of 100 units and must be told from all others at 36 pixels, by its form alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Final

from PIL import Image

from render.canvas import Point, Sketch, ngon, polar, star
from render.palette import Colour
from render.type import fit_size, write

CLEAR: Final = (0, 0, 0, 0)
Artist = Callable[[Sketch, Colour], None]

_ARTISTS: dict[str, Artist] = {}


@cache
def glyph(name: str, size: int, ink: Colour) -> Image.Image:
    """The sign for an effect (``brake``), champion module, category, ``least`` or mode (``CHASE``).

    What has no sign yet, as a new effect, shows two letters of its name. Shared and read only.
    """
    artist = _ARTISTS.get(name)
    if artist is None:
        return _letters(name, size, ink)
    s = Sketch(size)
    artist(s, ink)
    return s.done()


def _letters(name: str, size: int, ink: Colour) -> Image.Image:
    """The first letters of the first two words of a name, or the first two letters of its only word."""
    first, *others = name.split("_")
    text = (first[:1] + others[0][:1] if others else first[:2]).upper()
    image = Image.new("RGBA", (size, size), (*ink, 0))
    write(image, text, size / 2, size / 2, fit_size(text, size, size, 2), ink, anchor="middle")
    return image


def drawn() -> frozenset[str]:
    """All names that have a sign."""
    return frozenset(_ARTISTS)


def _sign(name: str) -> Callable[[Artist], Artist]:
    def keep(artist: Artist) -> Artist:
        _ARTISTS[name] = artist
        return artist

    return keep


def _arrow(s: Sketch, ink: Colour, start: Point, end: Point, wide: float = 12, head: float = 30) -> None:
    length = math.dist(start, end)
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    neck = (end[0] - x * head * 0.8, end[1] - y * head * 0.8)
    s.line([start, neck], wide, ink)
    base = (end[0] - x * head, end[1] - y * head)
    side = head * 0.66
    s.poly([end, (base[0] - y * side, base[1] + x * side), (base[0] + y * side, base[1] - x * side)], ink)


def _ring(s: Sketch, ink: Colour, x: float, y: float, r: float, wide: float) -> None:
    s.circle(x, y, r, ink)
    s.circle(x, y, r - wide, CLEAR)


# ---- attack


@_sign("crossfire")
def _crossfire(s: Sketch, ink: Colour) -> None:
    for bearing in (0, 90, 180, 270):
        _arrow(s, ink, polar(50, 50, 17, bearing), polar(50, 50, 50, bearing), 11, 25)
    s.circle(50, 50, 10, ink)


@_sign("grenade")
def _grenade(s: Sketch, ink: Colour) -> None:
    s.oval(46, 64, 32, 35, ink)
    for x in (35, 57):
        s.line([(x, 28), (x, 104)], 5, CLEAR)
    for y in (52, 74):
        s.line([(8, y), (84, y)], 5, CLEAR)
    s.rect(34, 8, 60, 27, ink, 3)
    s.line([(56, 12), (80, 18), (88, 44)], 10, ink)
    _ring(s, ink, 20, 18, 15, 6)


@_sign("power_beam")
def _power_beam(s: Sketch, ink: Colour) -> None:
    for x in (20, 52):
        s.rect(x, 16, x + 24, 84, ink, 5)
    s.line([(0, 50), (100, 50)], 36, CLEAR)
    _arrow(s, ink, (8, 50), (100, 50), 16, 28)


@_sign("knockback")
def _knockback(s: Sketch, ink: Colour) -> None:
    s.rect(62, 20, 98, 80, ink, 7)
    s.rect(72, 34, 88, 50, CLEAR, 3)
    _arrow(s, ink, (8, 50), (56, 50), 18, 36)
    for y in (18, 82):
        s.line([(28, y), (48, y)], 9, ink)


@_sign("swivel_head")
def _swivel(s: Sketch, ink: Colour) -> None:
    s.circle(50, 74, 24, ink)
    s.rect(42, 30, 58, 62, ink, 3)
    s.circle(50, 74, 10, CLEAR)
    s.arc(50, 62, 56, 222, 318, 10, ink)
    s.poly([(2, 40), (8, 10), (34, 28)], ink)
    s.poly([(98, 40), (92, 10), (66, 28)], ink)


@_sign("saw_blade")
def _saw_blade(s: Sketch, ink: Colour) -> None:
    for k in range(9):
        s.poly([polar(50, 50, 34, k * 40 - 22), polar(50, 50, 50, k * 40 + 12), polar(50, 50, 34, k * 40 + 16)], ink)
    s.circle(50, 50, 38, ink)
    s.circle(50, 50, 12, CLEAR)
    for bearing in (30, 150, 270):
        s.circle(*polar(50, 50, 25, bearing), 5, CLEAR)


# ---- movement


@_sign("brake")
def _brake(s: Sketch, ink: Colour) -> None:
    _ring(s, ink, 50, 50, 33, 9)
    s.line([(50, 32), (50, 52)], 10, ink)
    s.circle(50, 67, 6, ink)
    s.arc(50, 50, 50, 125, 235, 10, ink)
    s.arc(50, 50, 50, -55, 55, 10, ink)


@_sign("maneuver")
def _maneuver(s: Sketch, ink: Colour) -> None:
    s.line([(24, 92), (24, 38)], 17, ink)
    _arrow(s, ink, (24, 38), (98, 38), 17, 42)


@_sign("teleport")
def _teleport(s: Sketch, ink: Colour) -> None:
    for start in range(0, 360, 90):
        s.arc(24, 74, 23, start + 12, start + 68, 9, ink)
    s.circle(76, 74, 23, ink)
    s.arc(50, 54, 42, 196, 318, 10, ink)
    s.poly([(96, 20), (92, 50), (66, 36)], ink)


@_sign("subway")
def _subway(s: Sketch, ink: Colour) -> None:
    s.rect(20, 4, 80, 78, ink, 20)
    s.rect(30, 20, 70, 44, CLEAR, 5)
    for x in (35, 65):
        s.circle(x, 61, 7, CLEAR)
    s.line([(30, 82), (14, 97)], 9, ink)
    s.line([(70, 82), (86, 97)], 9, ink)
    s.line([(30, 91), (70, 91)], 7, ink)


@_sign("crusher")
def _crusher(s: Sketch, ink: Colour) -> None:
    s.rect(39, 0, 61, 24, ink)
    s.rect(10, 20, 90, 38, ink, 4)
    s.rect(10, 84, 90, 100, ink, 4)
    s.poly([(50, 44), (92, 61), (50, 78), (8, 61)], ink)
    s.line([(50, 42), (42, 57), (56, 63), (48, 80)], 6, CLEAR)


@_sign("diagonal_drive")
def _diagonal(s: Sketch, ink: Colour) -> None:
    _arrow(s, ink, (14, 86), (98, 2), 19, 46)
    s.line([(10, 52), (30, 32)], 11, ink)
    s.line([(48, 90), (68, 70)], 11, ink)


# ---- tactic


@_sign("shield")
def _shield(s: Sketch, ink: Colour) -> None:
    s.poly([(50, 0), (92, 14), (90, 56), (72, 84), (50, 100), (28, 84), (10, 56), (8, 14)], ink)
    s.poly([(50, 14), (80, 23), (78, 54), (64, 75), (50, 86)], CLEAR)


@_sign("shock_wave")
def _shock_wave(s: Sketch, ink: Colour) -> None:
    _ring(s, ink, 50, 50, 30, 9)
    s.circle(50, 50, 11, ink)
    for start in range(22, 382, 90):
        s.arc(50, 50, 50, start, start + 46, 10, ink)


@_sign("bomb")
def _bomb(s: Sketch, ink: Colour) -> None:
    s.circle(42, 62, 36, ink)
    s.poly([(56, 26), (70, 18), (82, 36), (70, 46)], ink)
    s.arc(42, 62, 26, 180, 250, 7, CLEAR)
    s.line([(74, 26), (80, 16)], 8, ink)
    s.poly(star(86, 14, 18, 7, 6), ink)


@_sign("mine_layer")
def _mine_layer(s: Sketch, ink: Colour) -> None:
    _arrow(s, ink, (50, 4), (50, 44), 14, 26)
    for bearing in (-90, -45, 45, 90, 135, 225):
        s.line([polar(50, 74, 18, bearing), polar(50, 74, 33, bearing)], 9, ink)
    s.circle(50, 74, 23, ink)
    s.circle(50, 74, 8, CLEAR)


@_sign("telescopic_arm")
def _arm(s: Sketch, ink: Colour) -> None:
    s.rect(0, 28, 24, 72, ink, 3)
    s.rect(27, 35, 46, 65, ink, 2)
    s.rect(49, 41, 64, 59, ink, 2)
    s.line([(64, 50), (70, 24), (94, 22)], 11, ink)
    s.line([(64, 50), (70, 76), (94, 78)], 11, ink)


@_sign("emp")
def _emp(s: Sketch, ink: Colour) -> None:
    s.poly([(60, 0), (26, 56), (47, 56), (38, 100), (75, 40), (54, 40)], ink)
    s.arc(50, 50, 50, 140, 220, 9, ink)
    s.arc(50, 50, 50, -40, 40, 9, ink)


# ---- champion modules


@_sign("overclock")
def _overclock(s: Sketch, ink: Colour) -> None:
    _ring(s, ink, 50, 58, 41, 10)
    s.rect(38, 0, 62, 11, ink, 3)
    s.rect(45, 8, 55, 20, ink)
    s.line([(78, 18), (88, 28)], 10, ink)
    s.line([(50, 58), (50, 36)], 9, ink)
    s.line([(50, 58), (66, 66)], 9, ink)


@_sign("reflector")
def _reflector(s: Sketch, ink: Colour) -> None:
    s.rect(80, 2, 98, 98, ink, 4)
    s.line([(6, 14), (68, 48)], 11, ink)
    _arrow(s, ink, (68, 52), (4, 90), 11, 32)


@_sign("titan_plating")
def _titan(s: Sketch, ink: Colour) -> None:
    for y in (2, 35, 68):
        s.poly([(6, y), (50, y + 12), (94, y), (94, y + 20), (50, y + 32), (6, y + 20)], ink)
        for x in (20, 80):
            s.circle(x, y + 13, 4, CLEAR)


@_sign("hover_skids")
def _hover(s: Sketch, ink: Colour) -> None:
    s.rect(24, 4, 76, 34, ink, 10)
    for x in (36, 64):
        s.line([(x, 30), (x, 56)], 8, ink)
    s.line([(4, 44), (16, 58), (84, 58), (96, 44)], 11, ink)
    for x in (24, 50, 76):
        s.line([(x, 76), (x, 94)], 10, ink)


# ---- categories


@_sign("attack")
def _attack(s: Sketch, ink: Colour) -> None:
    s.poly(star(50, 50, 50, 20, 8), ink)


@_sign("movement")
def _movement(s: Sketch, ink: Colour) -> None:
    for x in (10, 46):
        s.line([(x, 14), (x + 34, 50), (x, 86)], 17, ink)


@_sign("tactic")
def _tactic(s: Sketch, ink: Colour) -> None:
    for bearing in range(0, 360, 60):
        s.line([polar(50, 50, 30, bearing), polar(50, 50, 42, bearing)], 16, ink)
    s.circle(50, 50, 34, ink)
    s.circle(50, 50, 14, CLEAR)


@_sign("least")
def _least(s: Sketch, ink: Colour) -> None:
    for x, y in ((4, 16), (38, 44), (72, 72)):
        s.rect(x, y, x + 24, 98, ink, 4)


# ---- killbot modes


@_sign("CHASE")
def _chase(s: Sketch, ink: Colour) -> None:
    for y in (8, 38, 68):
        s.line([(14, y + 26), (50, y), (86, y + 26)], 14, ink)


@_sign("AIM")
def _aim(s: Sketch, ink: Colour) -> None:
    _ring(s, ink, 50, 50, 36, 10)
    for bearing in (0, 90, 180, 270):
        s.line([polar(50, 50, 22, bearing), polar(50, 50, 45, bearing)], 10, ink)
    s.circle(50, 50, 7, ink)


@_sign("RAM")
def _ram(s: Sketch, ink: Colour) -> None:
    _arrow(s, ink, (8, 50), (72, 50), 24, 46)
    s.rect(78, 4, 97, 96, ink, 4)


@_sign("ALIGN")
def _align(s: Sketch, ink: Colour) -> None:
    _ring(s, ink, 20, 80, 20, 10)
    s.circle(80, 20, 20, ink)
    for x, y in ((42, 58), (58, 42)):
        s.circle(x, y, 8, ink)


@_sign("HOLD")
def _hold(s: Sketch, ink: Colour) -> None:
    s.line([(26, 8), (26, 94)], 13, ink)
    s.poly([(26, 6), (94, 30), (26, 56)], ink)
    s.line([(10, 94), (46, 94)], 12, ink)


# ---- states


@_sign("frost")
def _frost(s: Sketch, ink: Colour) -> None:
    for bearing in range(0, 360, 60):
        s.line([(50, 50), polar(50, 50, 45, bearing)], 10, ink)
        joint = polar(50, 50, 27, bearing)
        for turn in (-50, 50):
            s.line([joint, polar(*joint, 17, bearing + turn)], 8, ink)


@_sign("wrench")
def _wrench(s: Sketch, ink: Colour) -> None:
    s.line([(20, 84), (62, 38)], 20, ink)
    s.poly(ngon(68, 30, 30, 8, 22.5), ink)
    s.poly([(60, 32), (96, -8), (112, 14), (76, 44)], CLEAR)
    s.circle(20, 84, 5, CLEAR)
