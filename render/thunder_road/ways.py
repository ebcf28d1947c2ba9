"""Marks of ways: driven, thrown, flown, and shots."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

from PIL import Image

from engines.thunder_road.views import Mark, View
from render import sprites
from render.canvas import Point, Sketch, stamp, stroke, turned
from render.palette import (
    ALLOY,
    FIRE,
    FIRE_DARK,
    FLAME,
    INK,
    SILVER,
    SPARK,
    Colour,
)
from render.thunder_road import crews, road
from render.thunder_road.lie import Lie
from render.thunder_road.scene import bearing, cross, head, seat_for, seen, track


def drive(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """The car's own way: a broad track and a ring where it began."""
    tone = crews.tones(seat_for(mark, view))
    points = [seen(spot, where) for spot in mark.spots]
    if mark.spots and mark.spots[0].row == view.rear and road.waiting(view) and where.low == view.rear:
        points.insert(0, (points[0][0], points[0][1] + where.scale.px(0.8)))
    px = where.scale.px
    if len(points) > 1:
        track(image, points, px(0.26), tone.base, tone.deep)
        for a, b in pairwise(points):
            stamp(image, _chevron(bearing(a, b), px(0.3), tone.lit), (a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    stamp(image, sprites.ring(px(0.5), tone.base, tone.deep), *points[0])


@cache
def _chevron(turn: int, pixels: int, colour: Colour) -> Image.Image:
    s = Sketch(pixels)
    s.line(turned([(22, 66), (50, 36), (78, 66)], turn), 22, INK)
    s.line(turned([(22, 66), (50, 36), (78, 66)], turn), 13, colour)
    return s.done()


def drive_head(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """An arrow before the car, so that it is not under it."""
    points = [seen(spot, where) for spot in mark.spots[-2:]]
    if len(points) < 2:
        points.insert(0, (points[0][0], points[0][1] + where.scale.tall))
    (ax, ay), (bx, by) = points
    far = math.dist(*points) or 1
    out = where.scale.px(0.58)
    tip = (bx + (bx - ax) / far * out, by + (by - ay) / far * out)
    head(image, (ax, ay), tip, where.scale.px(0.5), crews.tones(seat_for(mark, view)).lit)


def slide(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """A forced way: twin skid marks."""
    tone = crews.tones(seat_for(mark, view))
    px = where.scale.px
    points = [seen(spot, where) for spot in mark.spots]
    for a, b in pairwise(points):
        far = math.dist(a, b) or 1
        nx, ny = (b[1] - a[1]) / far * px(0.13), (a[0] - b[0]) / far * px(0.13)
        for side in (-1, 1):
            start, end = (a[0] + nx * side, a[1] + ny * side), (b[0] + nx * side, b[1] + ny * side)
            stroke(image, start, end, px(0.17), INK)
            stroke(image, start, end, px(0.08), tone.lit)
    stamp(image, sprites.bump(px(0.62), tone.base), *points[0])


def slide_head(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    points = [seen(spot, where) for spot in mark.spots[-2:]]
    if len(points) == 2:
        (ax, ay), (bx, by) = points
        middle = (ax + (bx - ax) * 0.56, ay + (by - ay) * 0.56)
        head(image, points[0], middle, where.scale.px(0.62), crews.tones(seat_for(mark, view)).lit)


def fly(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """A blast throws the car in an arc."""
    tone = crews.tones(seat_for(mark, view))
    px = where.scale.px
    start, end = seen(mark.spots[0], where), seen(mark.spots[-1], where)
    stamp(image, sprites.blast(px(1.0)), *start)
    points = arc(start, end, px(0.5))
    for k, (x, y) in enumerate(points[1:-1], 1):
        size = px(0.12 + 0.2 * math.sin(math.pi * k / (len(points) - 1)))
        stamp(image, _dot(size, tone.lit), x, y)
    head(image, points[-2], (points[-1][0], points[-1][1]), px(0.6), tone.lit)


def arc(start: Point, end: Point, high: float, pieces: int = 10) -> list[Point]:
    """Points on a bow from one place to another."""
    far = math.dist(start, end) or 1
    nx, ny = (end[1] - start[1]) / far, (start[0] - end[0]) / far
    if ny > 0:
        nx, ny = -nx, -ny
    return [
        (
            start[0] + (end[0] - start[0]) * k / pieces + nx * high * math.sin(math.pi * k / pieces),
            start[1] + (end[1] - start[1]) * k / pieces + ny * high * math.sin(math.pi * k / pieces),
        )
        for k in range(pieces + 1)
    ]


@cache
def _dot(pixels: int, colour: Colour) -> Image.Image:
    s = Sketch(max(6, pixels))
    s.circle(50, 50, 49, INK)
    s.circle(50, 50, 36, colour)
    return s.done()


def chopper(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """The chopper's way: a dashed bow; out of hand it comes straight from the rear."""
    tone = crews.tones(seat_for(mark, view))
    px = where.scale.px
    end = seen(mark.spots[-1], where)
    start = seen(mark.spots[0], where) if len(mark.spots) > 1 else (end[0], end[1] + where.scale.tall * 2.2)
    points = arc(start, end, px(0.35))
    for k, (a, b) in enumerate(pairwise(points)):
        if k % 2 == 0:
            stroke(image, a, b, px(0.16), INK)
            stroke(image, a, b, px(0.09), tone.lit)
    stamp(image, sprites.rays(px(1.3), tone.lit), *end)


# ---- shots


def tracer(image: Image.Image, start: Point, end: Point, wide: float) -> None:
    stroke(image, start, end, wide * 1.9, FIRE_DARK, opacity=0.45)
    stroke(image, start, end, wide * 1.1, INK)
    stroke(image, start, end, wide * 0.8, FLAME, dash=wide * 2.4)
    stroke(image, start, end, wide * 0.36, SPARK, dash=wide * 2.4)


def shot(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """A tracer that strikes."""
    start, end = seen(mark.spots[0], where), seen(mark.spots[-1], where)
    tracer(image, start, end, where.scale.px(0.15))
    stamp(image, sprites.burst(where.scale.px(0.74)), *end)


def miss(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """A tracer that goes past the target."""
    (ax, ay), (bx, by) = seen(mark.spots[0], where), seen(mark.spots[-1], where)
    far = math.dist((ax, ay), (bx, by)) or 1
    aside, past = where.scale.px(0.36), where.scale.px(0.5)
    ux, uy = (bx - ax) / far, (by - ay) / far
    end = (bx - uy * aside + ux * past, by + ux * aside + uy * past)
    tracer(image, (ax, ay), end, where.scale.px(0.13))
    stamp(image, cross(where.scale.px(0.46), ALLOY), *end)


def shrapnel(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """Splinters along a straight line."""
    start, end = seen(mark.spots[0], where), seen(mark.spots[-1], where)
    px = where.scale.px
    stroke(image, start, end, px(0.16), INK, opacity=0.8)
    stroke(image, start, end, px(0.1), FIRE, dash=px(0.16))
    far = math.dist(start, end)
    turn = bearing(start, end)
    count = max(1, round(far / px(0.36)))
    for k in range(1, count + 1):
        share = k / count
        x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        stamp(image, _shard(turn + k * 23 % 60 - 30, px(0.26)), x + (k % 3 - 1) * px(0.07), y + (k % 2) * px(0.06))
    stamp(image, sprites.burst(px(0.6)), *end)


@cache
def _shard(turn: int, pixels: int) -> Image.Image:
    s = Sketch(pixels)
    s.poly(turned([(50, 2), (76, 72), (48, 96), (26, 66)], turn), INK)
    s.poly(turned([(50, 18), (66, 68), (48, 82), (36, 64)], turn), SILVER)
    return s.done()
