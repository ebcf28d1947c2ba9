"""The pieces that every game shares: dice, gems, badges, blasts. Each is drawn once per size and reduced."""

from __future__ import annotations

from functools import cache
from typing import Literal

from PIL import Image

from render.canvas import Point, Sketch, ngon, polar, star, turned
from render.palette import (
    ALLOY,
    ALLOY_LIT,
    COAL,
    FIRE,
    FIRE_DARK,
    FIRE_DEEP,
    FIRE_LIT,
    FLAME,
    GEM,
    GEM_DARK,
    GEM_DEEP,
    GEM_LIT,
    HAZARD,
    HAZARD_DARK,
    HAZARD_LIT,
    INK,
    IRON,
    MOVE,
    MOVE_DARK,
    MOVE_LIT,
    SILVER,
    SPARK,
    STEEL,
    STEEL_LIT,
    WHITE,
    Colour,
)
from render.type import write

BEARING: dict[str, int] = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}
"""Compass bearings of the eight directions, in degrees."""

SHADOW = (0, 0, 0, 120)


@cache
def die(colour: Literal["blue", "red"], pip: int, direction: str | None, size: int) -> Image.Image:
    """A die as it is read: square and blue moves, eight-sided and red fires; the number acts, the pointer aims.

    Without a direction there is no pointer.
    """
    s = Sketch(size)
    bearing = None if direction is None else BEARING[direction]
    if colour == "blue":
        _pointer(s, bearing, [(20, 26), (50, -5), (80, 26)], [(30, 22), (50, 1), (70, 22)], MOVE_LIT)
        s.rect(18, 18, 82, 82, INK, 13)
        s.rect(21.5, 21.5, 78.5, 78.5, MOVE_DARK, 10)
        s.rect(21.5, 21.5, 78.5, 73, MOVE, 10)
        s.rect(26, 21.5, 74, 26, MOVE_LIT, 2)
    else:
        outline: list[Point] = [(38, 24), (22, 10), (50, -5), (78, 10), (62, 24)]
        _pointer(s, bearing, outline, [(43, 24), (32, 10), (50, 0.5), (68, 10), (57, 24)], FIRE_LIT)
        s.poly(ngon(50, 50, 37.5, 8, 22.5), INK)
        s.poly(ngon(50, 50, 33.5, 8, 22.5), FIRE_DARK)
        s.poly([(x, min(y, 75.0)) for x, y in ngon(50, 50, 33.5, 8, 22.5)], FIRE)
        s.poly([(37, 19), (63, 19), (68, 24), (32, 24)], FIRE_LIT)
    image = s.done()
    write_on(image, str(pip), size * 0.5, size * 0.485, round(size * 0.5), WHITE)
    return image


def _pointer(s: Sketch, bearing: int | None, outline: list[Point], inner: list[Point], colour: Colour) -> None:
    """The aim beyond the die's edge."""
    if bearing is None:
        return
    s.poly(turned(outline, bearing), INK)
    s.poly(turned(inner, bearing), colour)


def write_on(sprite: Image.Image, text: str, x: float, y: float, size: int, colour: Colour) -> None:
    """Centred text on a sprite with transparency: where there is text, the sprite is solid."""
    sheet = Image.new("RGB", sprite.size, colour)
    mask = Image.new("L", sprite.size, 0)
    _write_mask(mask, text, x, y, size)
    sheet.putalpha(mask)
    sprite.alpha_composite(sheet)


def _write_mask(mask: Image.Image, text: str, x: float, y: float, size: int) -> None:
    canvas = Image.new("RGB", mask.size, (0, 0, 0))
    write(canvas, text, x, y, size, (255, 255, 255), anchor="middle")
    mask.paste(canvas.getchannel("R"))


@cache
def slot(size: int) -> Image.Image:
    """A control pad without a die."""
    s = Sketch(size)
    s.rect(17, 17, 83, 83, INK, 13)
    for k in range(4):
        for a in (22, 42, 62):
            s.poly(turned([(a, 19), (a + 14, 19), (a + 14, 24), (a, 24)], 90 * k), STEEL_LIT)
    s.rect(47, 36, 53, 64, STEEL, 1)
    s.rect(36, 47, 64, 53, STEEL, 1)
    return s.done()


@cache
def gem(size: int, *, lit: bool = True) -> Image.Image:
    """A victory point, or the socket for one."""
    s = Sketch(size)
    s.poly(ngon(50, 50, 48, 6), INK)
    if not lit:
        s.poly(ngon(50, 50, 40, 6), IRON)
        s.poly(ngon(50, 50, 33, 6), COAL)
        return s.done()
    rim, face = ngon(50, 50, 40, 6), ngon(50, 47, 22, 6)
    tones = (GEM_LIT, GEM, GEM_DARK, GEM_DEEP, GEM_DARK, GEM)
    order = (1, 2, 3, 2, 1, 0)
    for k in range(6):
        s.poly([rim[k], rim[(k + 1) % 6], face[(k + 1) % 6], face[k]], tones[order[k]])
    s.poly(face, GEM)
    s.poly([face[0], face[5], face[4], (50, 47)], GEM_LIT)
    s.poly([(40, 38), (47, 33), (42, 47)], WHITE)
    return s.done()


@cache
def hull(size: int, *, whole: bool) -> Image.Image:
    """One point of a robot's hull: a plate, or a hole with a cross where it was hit."""
    s = Sketch(size)
    s.rect(4, 4, 96, 96, INK, 16)
    if whole:
        s.rect(12, 12, 88, 88, ALLOY, 10)
        s.rect(12, 12, 88, 74, SILVER, 10)
        return s.done()
    s.rect(12, 12, 88, 88, FIRE_DEEP, 10)
    for line in ([(28.0, 28.0), (72.0, 72.0)], [(72.0, 28.0), (28.0, 72.0)]):
        s.line(line, 15, FIRE_LIT)
    return s.done()


@cache
def hull_bar(left: int, most: int, size: int) -> Image.Image:
    """The whole hull in one row, for a robot on the board; ``size`` is the height."""
    bar = Image.new("RGBA", (round(size * (most * 0.86 + 0.14)), size), (0, 0, 0, 0))
    for k in range(most):
        bar.alpha_composite(hull(size, whole=k < left), (round(k * size * 0.86), 0))
    return bar


@cache
def turn_badge(number: int, size: int) -> Image.Image:
    """The turn marker: a flag-shaped plate with its number."""
    s = Sketch(size)
    s.poly(ngon(50, 50, 50, 6, 30), INK)
    s.poly(ngon(50, 50, 42, 6, 30), HAZARD_DARK)
    s.poly(ngon(50, 47, 40, 6, 30), HAZARD)
    image = s.done()
    write_on(image, str(number), size * 0.5, size * 0.475, round(size * 0.62), INK)
    return image


@cache
def pad_badge(number: int, size: int, *, lit: bool = True) -> Image.Image:
    """The number of a control pad."""
    s = Sketch(size)
    s.circle(50, 50, 49, INK)
    s.circle(50, 50, 41, WHITE if lit else IRON)
    image = s.done()
    write_on(image, str(number), size * 0.5, size * 0.49, round(size * 0.66), INK if lit else ALLOY)
    return image


@cache
def burst(size: int) -> Image.Image:
    """Where a beam strikes."""
    s = Sketch(size)
    glow = s.sheet()
    glow.circle(50, 50, 46, (*FIRE, 70))
    s.over(glow)
    s.poly(star(50, 50, 50, 25, 9, 10), INK)
    s.poly(star(50, 50, 45, 23, 9, 10), FIRE)
    s.poly(star(50, 50, 40, 20, 9, 10), FLAME)
    s.poly(star(50, 50, 32, 16, 9, 10), SPARK)
    return s.done()


@cache
def blast(size: int) -> Image.Image:
    """A robot blows up."""
    s = Sketch(size)
    for x, y, r in ((22, 30, 17), (80, 26, 15), (84, 72, 17), (20, 76, 16), (50, 12, 13), (52, 88, 12)):
        s.circle(x, y, r + 2.5, INK)
        s.circle(x, y, r, IRON)
        s.circle(x - 2, y - 3, r * 0.72, STEEL)
    s.poly(star(50, 50, 50, 30, 11, 8), INK)
    s.poly(star(50, 50, 45.5, 27, 11, 8), FIRE_DARK)
    s.poly(star(50, 50, 41, 24, 11, 8), FIRE)
    s.poly(star(50, 50, 34, 20, 11, 20), FLAME)
    s.poly(star(50, 50, 26, 16, 11, 8), HAZARD_LIT)
    s.poly(star(50, 50, 17, 11, 11, 20), WHITE)
    return s.done()


@cache
def tag(text: str, size: int, ground: Colour, ink: Colour) -> Image.Image:
    """A short word on a pill: ``+1``, ``-1``."""
    s = Sketch(round(size * 1.5), size)
    s.rect(0, 0, 100, 66.6, INK, 30)
    s.rect(5, 5, 95, 61.6, ground, 26)
    image = s.done()
    write_on(image, text, image.width * 0.49, size * 0.48, round(size * 0.66), ink)
    return image


@cache
def rays(size: int, colour: Colour) -> Image.Image:
    """Light that spreads from the middle; goes under what shines."""
    s = Sketch(size)
    for k in range(12):
        far = 49 if k % 2 == 0 else 42
        wedge = [polar(50, 50, 16, k * 30 - 6), polar(50, 50, far, k * 30 - 5), polar(50, 50, far, k * 30 + 5)]
        s.poly([*wedge, polar(50, 50, 16, k * 30 + 6)], colour)
    return s.done()


@cache
def ring(size: int, colour: Colour, dark: Colour) -> Image.Image:
    """Two rings and four ticks: a robot is set down here, or this one is yours."""
    s = Sketch(size)
    s.circle(50, 50, 50, INK)
    s.circle(50, 50, 47, colour)
    s.circle(50, 50, 40, INK)
    s.circle(50, 50, 37, dark)
    return s.done()


@cache
def halo(size: int, colour: Colour) -> Image.Image:
    """A ring with a gap at each corner: the robot that is meant."""
    s = Sketch(size)
    for start in (0, 90, 180, 270):
        s.arc(50, 50, 50, start + 14, start + 76, 9, INK)
        s.arc(50, 50, 48.5, start + 16, start + 74, 6, colour)
    return s.done()


@cache
def barrier(direction: str, size: int) -> Image.Image:
    """The way is shut: a striped bar across the direction, with a cross."""
    s = Sketch(size)
    turn = BEARING[direction]
    s.poly(turned([(6, 40), (94, 40), (94, 60), (6, 60)], turn), INK)
    for k in range(6):
        colour = FIRE if k % 2 == 0 else WHITE
        x = 9 + k * 13.7
        s.poly(turned([(x, 43.5), (x + 13.7, 43.5), (x + 13.7, 56.5), (x, 56.5)], turn), colour)
    s.circle(50, 50, 24, INK)
    s.circle(50, 50, 20, FIRE)
    for line in ([(42.0, 42.0), (58.0, 58.0)], [(58.0, 42.0), (42.0, 58.0)]):
        s.line(line, 8, WHITE)
    return s.done()


@cache
def chevron(direction: str, size: int, colour: Colour) -> Image.Image:
    s = Sketch(size)
    arms: list[Point] = [(12, 78), (50, 34), (88, 78)]
    s.line(turned(arms, BEARING[direction], 50, 56), 22, colour)
    return s.done()


@cache
def arrow_head(direction: str, size: int, colour: Colour) -> Image.Image:
    """A solid head that points along the direction, its tip at the sprite's middle."""
    s = Sketch(size)
    turn = BEARING[direction]
    s.poly(turned([(50, 50), (94, 98), (6, 98)], turn), INK)
    s.poly(turned([(50, 60), (82, 93), (18, 93)], turn), colour)
    return s.done()


@cache
def crown(size: int) -> Image.Image:
    s = Sketch(size)
    points: list[Point] = [(10, 78), (6, 28), (30, 48), (50, 14), (70, 48), (94, 28), (90, 78)]
    s.blob(points, 5, INK)
    s.poly(points, HAZARD)
    s.poly([(10, 78), (6, 28), (30, 48), (50, 14), (50, 78)], HAZARD_LIT)
    s.rect(11, 66, 89, 78, HAZARD_DARK)
    for x, y in ((6, 28), (50, 14), (94, 28)):
        s.circle(min(max(x, 8), 92), y, 7, INK)
        s.circle(min(max(x, 8), 92), y, 5, WHITE)
    for x in (30, 50, 70):
        s.poly(ngon(x, 72, 6, 4), GEM_LIT)
    return s.done()


@cache
def north(size: int, letter: str) -> Image.Image:
    """The arrow that says where north is."""
    s = Sketch(size)
    s.poly([(50, 2), (82, 44), (18, 44)], INK)
    s.poly([(50, 9), (74, 40), (26, 40)], HAZARD)
    image = s.done()
    write_on(image, letter, size * 0.5, size * 0.7, round(size * 0.5), WHITE)
    return image


@cache
def swirl(size: int) -> Image.Image:
    """Speed lines of a fall, closing in on the middle."""
    s = Sketch(size)
    for k, (r, start) in enumerate(((47, 200), (47, 20), (36, 110), (36, 290))):
        s.arc(50, 50, r, start, start + 110, 7, INK)
        s.arc(50, 50, r - 1.5, start + 4, start + 106, 4, WHITE if k < 2 else ALLOY_LIT)
    return s.done()


@cache
def bump(size: int, colour: Colour) -> Image.Image:
    """Where one robot runs into another."""
    s = Sketch(size)
    s.poly(star(50, 50, 50, 24, 8, 22.5), INK)
    s.poly(star(50, 50, 40, 20, 8, 22.5), colour)
    return s.done()
