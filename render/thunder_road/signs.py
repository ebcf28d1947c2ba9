"""Dice as they fell, the commands and the damage tokens as small pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from PIL import Image

from engines.core import Seat
from engines.thunder_road.model import CommandName, Damage, Dir, Roll, Size
from render.canvas import Point, Sketch, faded, ngon, polar, star, turned
from render.palette import (
    ALLOY,
    ASPHALT,
    ASPHALT_DARK,
    ASPHALT_LIT,
    COAL,
    FIRE,
    FIRE_DARK,
    FLAME,
    GRAPHITE,
    HAZARD,
    HAZARD_DARK,
    HAZARD_LIT,
    INK,
    IRON,
    PIT,
    PLATE,
    SAND_LIT,
    SILVER,
    STEEL,
    STEEL_LIT,
    WHITE,
    Colour,
)
from render.sprites import write_on
from render.thunder_road import pieces
from render.thunder_road.crews import BONE, tones

BEARING: Final[dict[str, int]] = {"F": 0, "FR": 60, "BR": 120, "B": 180, "BL": 240, "FL": 300}
"""Compass bearings of the six directions, in degrees."""
_PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((50, 50),),
    2: ((32, 32), (68, 68)),
    3: ((30, 30), (50, 50), (70, 70)),
    4: ((32, 32), (68, 32), (32, 68), (68, 68)),
    5: ((30, 30), (70, 30), (50, 50), (30, 70), (70, 70)),
    6: ((32, 27), (68, 27), (32, 50), (68, 50), (32, 73), (68, 73)),
}


def _block(s: Sketch, base: Colour, lit: Colour, dark: Colour) -> None:
    """A die's body."""
    s.rect(4, 4, 96, 96, INK, 18)
    s.rect(9, 9, 91, 91, dark, 14)
    s.rect(9, 9, 91, 84, base, 14)
    s.rect(18, 9, 82, 14, lit, 3)


@cache
def move_die(value: int, seat: Seat | None, pixels: int, *, spent: bool = False) -> Image.Image:
    """A movement die in its crew's colour; ``spent``: it has been used."""
    s = Sketch(pixels)
    tone = tones(seat)
    if spent:
        _block(s, PLATE, IRON, GRAPHITE)
    else:
        _block(s, tone.base, tone.lit, tone.dark)
    pip = ALLOY if spent else INK if seat == BONE else WHITE
    for x, y in _PIPS[value]:
        s.circle(x, y - 2, 9.5, pip)
    return s.done()


@cache
def road_die(value: int, pixels: int) -> Image.Image:
    """The road die: asphalt with a dashed line, and its number."""
    s = Sketch(pixels)
    _block(s, ASPHALT, ASPHALT_LIT, ASPHALT_DARK)
    for x in (22, 78):
        for y in (18, 43, 68):
            s.rect(x - 3, y, x + 3, y + 14, HAZARD_LIT, 1)
    image = s.done()
    write_on(image, str(value), pixels * 0.5, pixels * 0.475, round(pixels * 0.62), WHITE)
    return image


@cache
def direction_die(way: Dir, pixels: int) -> Image.Image:
    """Six sides for six directions, and an arrow."""
    s = Sketch(pixels)
    s.poly(ngon(50, 50, 50, 6, 30), INK)
    s.poly(ngon(50, 50, 44, 6, 30), STEEL_LIT)
    s.poly(ngon(50, 47.5, 42, 6, 30), SILVER)
    s.poly(turned([(50, 12), (78, 46), (60, 46), (60, 84), (40, 84), (40, 46), (22, 46)], BEARING[way]), INK)
    s.poly(turned([(50, 19), (69, 42), (56, 42), (56, 80), (44, 80), (44, 42), (31, 42)], BEARING[way]), FIRE)
    return s.done()


@cache
def slam_die(mover: str, pixels: int) -> Image.Image:
    """Who is thrown: the car that came (on top), or the one that stood there (below)."""
    s = Sketch(pixels)
    _block(s, HAZARD, HAZARD_LIT, HAZARD_DARK)
    for name, y in (("top", 15), ("bottom", 50)):
        lit = name == mover
        s.rect(24, y, 76, y + 30, INK, 7)
        s.rect(28, y + 4, 72, y + 26, FIRE if lit else STEEL, 4)
        if lit:
            s.poly(star(50, y + 15, 11, 5, 6), WHITE)
    return s.done()


@cache
def stunt_die(value: str, pixels: int) -> Image.Image:
    s = Sketch(pixels)
    _block(s, FLAME, SAND_LIT, FIRE_DARK)
    s.poly(star(50, 46, 40, 31, 12, 10), FIRE_DARK)
    image = s.done()
    write_on(image, value, pixels * 0.5, pixels * 0.46, round(pixels * 0.58), WHITE)
    return image


@cache
def shoot_die(face: str, pixels: int) -> Image.Image:
    """The sizes that are hit, as outlines."""
    s = Sketch(pixels)
    _block(s, PIT, IRON, INK)
    s.arc(50, 47, 37, 0, 360, 3.5, FIRE_DARK)
    image = s.done()
    sizes: list[Size] = [size for size in ("S", "M", "L") if size in face.split(",")]  # type: ignore[misc]
    each = round(pixels * (0.66, 0.46, 0.34)[len(sizes) - 1])
    for k, size in enumerate(sizes):
        x = pixels * 0.5 + (k - (len(sizes) - 1) / 2) * each * 0.86
        sprite = pieces.silhouette(size, each, pale=True)
        image.alpha_composite(sprite, (round(x - each / 2), round(pixels * 0.47 - each / 2)))
    return image


def roll(die: Roll, pixels: int) -> Image.Image:
    """Any die that a turn rolls."""
    makers: dict[str, Callable[[str, int], Image.Image]] = {
        "slam": slam_die,
        "direction": direction_die,  # type: ignore[dict-item]
        "stunt": stunt_die,
        "shoot": shoot_die,
    }
    if die.die == "road":
        return road_die(int(die.face), pixels)
    return makers[die.die](die.face, pixels)


# ---- commands


@cache
def command(name: CommandName | str, pixels: int, *, state: str = "ready") -> Image.Image:
    """A command's sign; ``state``: ``ready``, ``chosen`` this round, or ``off`` because another was."""
    s = Sketch(pixels)
    ground = {"ready": PLATE, "chosen": HAZARD, "off": COAL}[state]
    sign = {"ready": WHITE, "chosen": INK, "off": IRON}[state]
    s.rect(2, 2, 98, 98, INK, 20)
    s.rect(7, 7, 93, 93, ground, 16)
    _COMMANDS[name](s, sign, ground)
    return s.done()


def _airstrike(s: Sketch, sign: Colour, ground: Colour) -> None:
    for bearing in (45, 135, 225, 315):
        s.line([(50, 46), polar(50, 46, 34, bearing)], 6, sign)
    s.blob([(50, 24), (57, 40), (52, 84), (48, 84), (43, 40)], 5, sign)
    s.rect(38, 80, 62, 87, sign, 2)


def _nitro(s: Sketch, sign: Colour, ground: Colour) -> None:
    s.poly([(56, 14), (26, 56), (46, 56), (40, 86), (74, 42), (53, 42)], sign)


def _drift(s: Sketch, sign: Colour, ground: Colour) -> None:
    for x in (-11, 11):
        s.line([(34 + x, 84), (36 + x, 66), (48 + x, 52), (60 + x, 40), (62 + x, 28)], 8, sign)
    s.poly([(62, 10), (84, 30), (40, 30)], sign)


def _repair(s: Sketch, sign: Colour, ground: Colour) -> None:
    s.line([(30, 72), (62, 40)], 15, sign)
    s.circle(66, 34, 20, sign)
    s.poly([(64, 36), (74, 6), (94, 26)], ground)
    s.circle(29, 73, 5, ground)


def _move(s: Sketch, sign: Colour, ground: Colour) -> None:
    s.poly([(50, 18), (80, 52), (62, 52), (62, 84), (38, 84), (38, 52), (20, 52)], sign)


def _coast(s: Sketch, sign: Colour, ground: Colour) -> None:
    for y in (44, 70):
        s.line([(26, y + 10), (50, y - 14), (74, y + 10)], 12, sign)


_COMMANDS: Final[dict[str, Callable[[Sketch, Colour, Colour], None]]] = {
    "airstrike": _airstrike, "nitro": _nitro, "drift": _drift, "repair": _repair, "move": _move, "coast": _coast,
}  # fmt: skip


# ---- damage


@cache
def damage(token: Damage | None, pixels: int) -> Image.Image:
    """A damage token in its slot, or the empty slot."""
    s = Sketch(pixels)
    if token is None:
        s.circle(50, 50, 48, INK)
        s.circle(50, 50, 41, GRAPHITE)
        s.circle(50, 50, 33, COAL)
        return s.done()
    s.circle(50, 50, 49, INK)
    s.circle(50, 50, 43, FIRE_DARK)
    s.circle(50, 48, 41, FIRE)
    if token.startswith("skid"):
        _skid(s, token.removeprefix("skid_"))
    else:
        _DAMAGE[token](s)
    return s.done()


def _skid(s: Sketch, way: str) -> None:
    arrow: list[Point] = [(50, 14), (75, 46), (60, 46), (60, 82), (40, 82), (40, 46), (25, 46)]
    s.poly(turned(arrow, BEARING[way]), INK)
    inner: list[Point] = [(50, 22), (66, 42), (55, 42), (55, 77), (45, 77), (45, 42), (34, 42)]
    s.poly(turned(inner, BEARING[way]), WHITE)


def _dent(s: Sketch) -> None:
    s.line([(30, 24), (46, 40), (38, 54), (56, 62), (66, 78)], 10, INK)
    s.line([(46, 40), (68, 30)], 8, INK)
    s.line([(30, 24), (46, 40), (38, 54), (56, 62), (66, 78)], 5, WHITE)
    s.line([(46, 40), (68, 30)], 4, WHITE)


def _shrapnel(s: Sketch) -> None:
    for bearing, far in ((20, 6), (140, 6), (260, 6)):
        x, y = polar(50, 50, far, bearing)
        s.poly(turned([(x, y - 34), (x + 11, y - 4), (x - 9, y - 8)], bearing, x, y), INK)
        s.poly(turned([(x, y - 29), (x + 7, y - 8), (x - 5, y - 10)], bearing, x, y), WHITE)


def _dazed(s: Sketch) -> None:
    s.arc(50, 50, 31, 0, 300, 7, WHITE)
    s.arc(48, 52, 18, 120, 400, 7, WHITE)
    s.circle(47, 51, 5, WHITE)


def _blast(s: Sketch) -> None:
    s.poly(star(50, 50, 39, 20, 9, 8), INK)
    s.poly(star(50, 50, 33, 17, 9, 8), HAZARD)
    s.poly(star(50, 50, 19, 10, 9, 20), WHITE)


_DAMAGE: Final[dict[str, Callable[[Sketch], None]]] = {
    "dent": _dent, "virtual": _dent, "shrapnel": _shrapnel, "dazed": _dazed, "blast": _blast,
}  # fmt: skip


# ---- other signs


@cache
def flag(pixels: int) -> Image.Image:
    """The first player's flag."""
    s = Sketch(pixels)
    s.rect(18, 4, 28, 96, INK, 3)
    s.rect(20.5, 6, 25.5, 94, SILVER, 2)
    s.rect(24, 8, 94, 62, INK, 3)
    for k in range(4):
        for j in range(3):
            s.rect(27 + k * 16, 11 + j * 16, 43 + k * 16, 27 + j * 16, WHITE if (k + j) % 2 else COAL)
    return s.done()


@cache
def out_stamp(pixels: int) -> Image.Image:
    """A crew that is out: a barred ring."""
    s = Sketch(pixels)
    s.circle(50, 50, 50, INK)
    s.circle(50, 50, 44, FIRE_DARK)
    s.circle(50, 50, 32, INK)
    s.line([(26, 26), (74, 74)], 14, INK)
    s.line([(24, 24), (76, 76)], 9, FIRE_DARK)
    return s.done()


def dim(sprite: Image.Image) -> Image.Image:
    """What is over or away."""
    return faded(sprite, 0.4)
