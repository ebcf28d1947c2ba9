"""Small signs: what a step did, and what the figures in the heading count. Each is drawn once per size."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from PIL import Image

from engines.wasteland.views import MarkKind
from render.canvas import Point, Sketch, ngon, polar, star
from render.palette import (
    ALLOY_LIT,
    BOT_DARK,
    CREW,
    FIRE,
    FIRE_DARK,
    GEM_DARK,
    HAZARD,
    INK,
    IRON,
    MOVE,
    RUST,
    SAND,
    SEAT_DARK,
    STEEL,
    TEAL,
    WHITE,
    Colour,
)

Draw = Callable[[Sketch], None]


@cache
def mark(kind: MarkKind, size: int) -> Image.Image:
    """What happened, as a round sign."""
    ground, draw = _MARKS[kind]
    s = Sketch(size)
    s.circle(50, 50, 50, INK)
    s.circle(50, 50, 44, WHITE)
    s.circle(50, 50, 38, ground)
    draw(s)
    return s.done()


def tone(kind: MarkKind) -> Colour:
    """The colour of a sign, for whatever surrounds the place that it is about."""
    return _MARKS[kind][0]


def _plus(s: Sketch) -> None:
    s.line([(50, 28), (50, 72)], 13, WHITE)
    s.line([(28, 50), (72, 50)], 13, WHITE)


def _cross(s: Sketch) -> None:
    s.line([(32, 32), (68, 68)], 13, WHITE)
    s.line([(68, 32), (32, 68)], 13, WHITE)


def _down(s: Sketch) -> None:
    s.line([(50, 24), (50, 60)], 13, WHITE)
    s.poly([(26, 50), (74, 50), (50, 80)], WHITE)


def _up(s: Sketch) -> None:
    s.line([(50, 76), (50, 44)], 13, WHITE)
    s.poly([(26, 50), (74, 50), (50, 20)], WHITE)


def _card(s: Sketch) -> None:
    s.rect(32, 24, 62, 70, WHITE, 4)
    s.line([(62, 62), (62, 82)], 8, WHITE)
    s.line([(52, 72), (72, 72)], 8, WHITE)


def _bomb(s: Sketch) -> None:
    s.circle(47, 56, 22, WHITE)
    s.line([(58, 38), (68, 26)], 7, WHITE)
    s.poly(star(70, 24, 12, 5, 6), HAZARD)


def _eye(s: Sketch) -> None:
    s.poly([(18, 50), (34, 34), (50, 29), (66, 34), (82, 50), (66, 66), (50, 71), (34, 66)], WHITE)
    s.circle(50, 50, 14, INK)


def _spy(s: Sketch) -> None:
    """A magnifying glass."""
    s.circle(44, 44, 22, WHITE)
    s.circle(44, 44, 13, INK)
    s.line([(60, 60), (74, 74)], 11, WHITE)


def _flip(s: Sketch) -> None:
    for start in (200, 20):
        s.arc(50, 50, 26, start, start + 120, 9, WHITE)
    s.poly([(82, 34), (62, 40), (78, 56)], WHITE)
    s.poly([(18, 66), (38, 60), (22, 44)], WHITE)


def _horns(s: Sketch) -> None:
    """A roaming mech's head."""
    s.poly([(18, 24), (36, 44), (64, 44), (82, 24), (76, 58), (62, 78), (38, 78), (24, 58)], WHITE)
    for x in (40, 60):
        s.circle(x, 56, 6, FIRE)


def _shell(s: Sketch) -> None:
    """A cartridge."""
    s.poly([(38, 42), (50, 20), (62, 42), (62, 80), (38, 80)], WHITE)
    s.rect(38, 66, 62, 71, INK)


def _flask(s: Sketch) -> None:
    s.poly([(42, 22), (58, 22), (58, 44), (74, 78), (26, 78), (42, 44)], WHITE)
    s.poly([(36, 62), (64, 62), (70, 74), (30, 74)], GEM_DARK)


def _aim(s: Sketch) -> None:
    s.circle(50, 50, 27, WHITE)
    s.circle(50, 50, 18, FIRE_DARK)
    for bearing in range(0, 360, 90):
        s.line([polar(50, 50, 12, bearing), polar(50, 50, 34, bearing)], 7, WHITE)


def _shells(s: Sketch) -> None:
    for x, y in ((32, 42), (50, 32), (68, 42)):
        s.poly([(x - 7, y + 4), (x, y - 10), (x + 7, y + 4), (x + 7, y + 32), (x - 7, y + 32)], WHITE)


def _equals(s: Sketch) -> None:
    s.line([(30, 40), (70, 40)], 11, WHITE)
    s.line([(30, 60), (70, 60)], 11, WHITE)


def _crack(s: Sketch) -> None:
    s.poly(star(50, 50, 36, 17, 7, 10), WHITE)
    s.line([(50, 26), (42, 46), (56, 54), (48, 76)], 5, INK)


def _skull(s: Sketch) -> None:
    s.circle(50, 44, 24, WHITE)
    s.rect(38, 58, 62, 78, WHITE, 3)
    for x in (41, 59):
        s.circle(x, 46, 7, INK)
    for x in (46, 54):
        s.line([(x, 70), (x, 78)], 2.5, INK)


def _star(s: Sketch) -> None:
    s.poly(star(50, 51, 32, 14, 5), INK)


def _sun(s: Sketch) -> None:
    s.poly(star(50, 50, 36, 20, 10), WHITE)
    s.circle(50, 50, 13, HAZARD)


def _cycle(s: Sketch) -> None:
    for k in range(3):
        a, b = polar(50, 52, 28, k * 120 + 20), polar(50, 52, 28, k * 120 + 90)
        s.line([a, b], 9, WHITE)
        s.poly(ngon(*b, 12, 3, k * 120 + 145), WHITE)


def _heart(s: Sketch) -> None:
    s.circle(38, 42, 15, WHITE)
    s.circle(62, 42, 15, WHITE)
    s.poly([(25, 49), (75, 49), (50, 80)], WHITE)


def _give(s: Sketch) -> None:
    """A coin over an open hand."""
    s.circle(50, 34, 14, WHITE)
    hand: list[Point] = [(22, 56), (36, 62), (64, 62), (78, 54), (66, 78), (34, 78)]
    s.poly(hand, WHITE)


def _shuffle(s: Sketch) -> None:
    for a, b in ((34, 66), (66, 34)):
        s.line([(24, a), (40, a), (58, b), (68, b)], 8, WHITE)
        s.poly([(66, b - 12), (84, b), (66, b + 12)], WHITE)


_MARKS: Final[dict[MarkKind, tuple[Colour, Draw]]] = {
    "drawn": (STEEL, _card),
    "taken": (MOVE, _up),
    "planted": (FIRE, _bomb),
    "revealed": (TEAL, _eye),
    "looked": (BOT_DARK[0], _spy),
    "discarded": (IRON, _cross),
    "flipped": (TEAL, _flip),
    "gained": (SEAT_DARK[1], _plus),
    "formed": (RUST, _horns),
    "retired": (IRON, _down),
    "token": (SEAT_DARK[0], _shell),
    "research": (BOT_DARK[0], _flask),
    "target": (FIRE_DARK, _aim),
    "committed": (SEAT_DARK[0], _shells),
    "settled": (MOVE, _equals),
    "lost": (FIRE, _crack),
    "out": (INK, _skull),
    "dealer": (HAZARD, _star),
    "drought": (CREW[0], _sun),
    "recycled": (SEAT_DARK[1], _cycle),
    "reserve": (SEAT_DARK[2], _heart),
    "tribute": (SEAT_DARK[0], _give),
    "shuffled": (STEEL, _shuffle),
}


# ---- what the heading counts


@cache
def pile(size: int) -> Image.Image:
    """The draw pile."""
    s = Sketch(size)
    for k in (2, 1, 0):
        s.rect(18 + k * 8, 8 + k * 8, 68 + k * 8, 80 + k * 8, INK, 8)
        s.rect(22 + k * 8, 12 + k * 8, 64 + k * 8, 76 + k * 8, ALLOY_LIT if k else SAND, 5)
    return s.done()


@cache
def anew(size: int) -> Image.Image:
    """The pile can be made anew."""
    s = Sketch(size)
    s.circle(50, 50, 48, INK)
    s.circle(50, 50, 42, TEAL)
    _shuffle(s)
    return s.done()


@cache
def roamers(size: int) -> Image.Image:
    """How many roaming mechs there are."""
    s = Sketch(size)
    s.circle(50, 50, 48, INK)
    s.circle(50, 50, 42, RUST)
    _horns(s)
    return s.done()


@cache
def explorer(size: int) -> Image.Image:
    """Takes part in Scavenge: a compass."""
    s = Sketch(size)
    s.circle(50, 50, 48, INK)
    s.circle(50, 50, 42, WHITE)
    s.poly([(68, 24), (58, 58), (32, 76), (42, 42)], FIRE)
    s.poly([(58, 58), (32, 76), (42, 42)], INK)
    return s.done()


@cache
def storm(size: int) -> Image.Image:
    """The Black Storm."""
    s = Sketch(size)
    s.circle(50, 50, 48, INK)
    s.circle(50, 50, 42, IRON)
    for y, x0, x1 in ((32, 24, 78), (48, 32, 70), (62, 40, 64), (76, 46, 58)):
        s.line([(x0, y), (x1, y)], 9, WHITE)
    return s.done()


@cache
def fist(size: int, colour: Colour) -> Image.Image:
    """Fights with this mech: crossed blades."""
    s = Sketch(size)
    s.circle(50, 50, 48, INK)
    s.circle(50, 50, 42, colour)
    for ends in ([(26.0, 26.0), (74.0, 74.0)], [(74.0, 26.0), (26.0, 74.0)]):
        s.line(ends, 15, INK)
        s.line(ends, 8, WHITE)
    for x in (30, 70):
        s.line([(x - 10, 58), (x + 10, 78)] if x > 50 else [(x + 10, 58), (x - 10, 78)], 5, INK)
    return s.done()
