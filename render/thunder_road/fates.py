"""Marks of what befalls a place: tokens, slams, damage, losses, and what the road does."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from PIL import Image

from engines.thunder_road.facts import DAMAGE, HAZARDS, LANES, ROWS
from engines.thunder_road.model import Spot, seat_of, size_of
from engines.thunder_road.views import Mark, View
from render import sprites
from render.canvas import Point, Sketch, stamp, star, stroke
from render.palette import (
    ALLOY,
    FIRE,
    FLAME,
    HAZARD,
    HAZARD_LIT,
    INK,
    SEAT,
    SEAT_LIT,
    STEEL,
    Colour,
)
from render.thunder_road import crews, pieces, signs
from render.thunder_road.lie import Lie, corners
from render.thunder_road.scene import beside, cross, seat_for, seen


def flip(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    stamp(image, sprites.rays(where.scale.px(1.5), HAZARD_LIT), *seen(mark.spots[0], where))


def flip_sign(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """The token, large, above its space."""
    x, y = seen(mark.spots[0], where)
    if mark.text in HAZARDS:
        px = where.scale.px
        stamp(image, pieces.token(mark.text, px(0.74)), *beside(x + px(0.5), y - px(0.5), where))


def slam(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    stamp(image, _star(where.scale.px(1.5)), *seen(mark.spots[0], where))


@cache
def _star(pixels: int) -> Image.Image:
    """Where metal meets metal."""
    s = Sketch(pixels)
    s.poly(star(50, 50, 50, 30, 10, 6), INK)
    s.poly(star(50, 50, 45, 27, 10, 6), FLAME)
    s.poly(star(50, 50, 38, 24, 10, 6), HAZARD_LIT)
    return s.done()


def slam_sign(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """Sparks that fly over the cars."""
    x, y = seen(mark.spots[0], where)
    px = where.scale.px
    for dx, dy, size in ((-0.5, -0.42, 0.34), (0.52, -0.3, 0.28), (0.44, 0.44, 0.24), (-0.46, 0.4, 0.22)):
        stamp(image, sprites.burst(px(size)), x + px(dx), y + px(dy))


def hit(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    stamp(image, sprites.burst(where.scale.px(1.36)), *seen(mark.spots[0], where))


def hit_sign(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """The damage token that was drawn, large."""
    x, y = seen(mark.spots[0], where)
    px = where.scale.px
    if mark.text in (*DAMAGE, "virtual"):
        sign = signs.damage(mark.text, px(0.66))  # type: ignore[arg-type]
        stamp(image, sign, *beside(x + px(0.5), y - px(0.5), where))


def gone(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    x, y = beside(*seen(mark.spots[0], where), where)
    stamp(image, sprites.blast(where.scale.px(1.26)), x, y)


def gone_sign(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """Skull over what is left of the car."""
    x, y = beside(*seen(mark.spots[0], where), where)
    px = where.scale.px
    if mark.vehicle is not None and (seat := seat_of(mark.vehicle)) is not None:
        stamp(image, pieces.car(seat, size_of(mark.vehicle), px(0.6), broken=True), x - px(0.2), y + px(0.12))
    stamp(image, pieces.skull(px(0.6)), x + px(0.16), y - px(0.14))


def disabled(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    stamp(image, sprites.burst(where.scale.px(1.3)), *seen(mark.spots[0], where))


def disabled_sign(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    x, y = seen(mark.spots[0], where)
    px = where.scale.px
    stamp(image, cross(px(0.52), FIRE), *beside(x + px(0.46), y - px(0.42), where))


def repaired(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    if mark.spots:
        stamp(image, sprites.rays(where.scale.px(1.4), SEAT_LIT[1]), *seen(mark.spots[0], where))


def repaired_sign(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    if mark.spots:
        x, y = seen(mark.spots[0], where)
        px = where.scale.px
        stamp(image, _wrench(px(0.56)), *beside(x + px(0.46), y - px(0.42), where))


@cache
def _wrench(pixels: int) -> Image.Image:
    s = Sketch(pixels)
    s.circle(50, 50, 49, INK)
    s.circle(50, 50, 42, SEAT[1])
    s.line([(33, 68), (60, 42)], 13, INK)
    s.circle(63, 38, 17, INK)
    s.poly([(61, 40), (70, 14), (87, 31)], SEAT[1])
    return s.done()


def absorbed(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """A shield: nothing more can happen to it."""
    x, y = seen(mark.spots[0], where)
    px = where.scale.px
    stamp(image, _shield(px(0.6)), *beside(x + px(0.42), y - px(0.4), where))


@cache
def _shield(pixels: int) -> Image.Image:
    s = Sketch(pixels)
    s.poly([(50, 2), (92, 16), (86, 62), (50, 98), (14, 62), (8, 16)], INK)
    s.poly([(50, 10), (84, 22), (79, 58), (50, 88), (21, 58), (16, 22)], STEEL)
    s.poly([(50, 10), (50, 88), (21, 58), (16, 22)], ALLOY)
    s.line([(36, 36), (64, 64)], 9, INK)
    s.line([(64, 36), (36, 64)], 9, INK)
    return s.done()


def passed(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """Two tyre tracks that swing around the other car."""
    x, y = seen(mark.spots[0], where)
    stamp(image, _swing(where.scale.px(1.3), crews.tones(seat_for(mark, view)).lit), x, y)


@cache
def _swing(pixels: int, colour: Colour) -> Image.Image:
    s = Sketch(pixels)
    for side in (-1, 1):
        bow: list[Point] = [(50 + side * dx, y) for dx, y in ((14, 96), (34, 78), (44, 54), (38, 28), (20, 8))]
        s.line(bow, 11, INK)
        s.line(bow, 6, colour)
    return s.done()


def extended(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """The new tile's rear edge glows, and the road rushes on."""
    px = where.scale.px
    first = view.front - ROWS
    for wide, tone in ((0.13, INK), (0.07, HAZARD_LIT)):
        for lane in range(LANES):
            edge = corners(*where.at(Spot(lane, first)), where.scale)[:4]
            for a, b in pairwise(edge[1:3] if lane & 1 else edge):
                stroke(image, a, b, px(wide), tone)
    taken = {token.spot for token in view.tokens}
    free = [spot for lane in (1, 4, 2, 3, 0, 5) if (spot := Spot(lane, first + 1)) not in taken]
    for spot in free[:2]:
        stamp(image, _rush(px(0.9)), *where.at(spot))


@cache
def _rush(pixels: int) -> Image.Image:
    s = Sketch(pixels)
    for y in (12, 40, 68):
        arms: list[Point] = [(16, y + 24), (50, y - 2), (84, y + 24)]
        s.line(arms, 17, INK)
        s.line(arms, 10, HAZARD)
    return s.done()


def finish(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """Flags at both ends of the line."""
    for lane in (0, 5):
        x, y = where.at(Spot(lane, view.front))
        stamp(image, sprites.rays(where.scale.px(1.3), HAZARD_LIT), x, y)
        stamp(image, signs.flag(where.scale.px(0.8)), x, y)
