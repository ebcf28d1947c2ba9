"""What is drawn over the road: the turn's trail, and what a step did. ``ground`` goes under the cars, ``air`` over."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from PIL import Image

from engines.core import Seat
from engines.thunder_road.facts import DAMAGE, HAZARDS
from engines.thunder_road.model import Spot, seat_of, size_of
from engines.thunder_road.views import Mark, View
from render import sprites
from render.canvas import Point, Sketch, faded, stamp, star, stroke, turned
from render.palette import (
    ALLOY,
    FIRE,
    FIRE_DARK,
    FLAME,
    HAZARD,
    HAZARD_LIT,
    INK,
    SEAT,
    SEAT_LIT,
    SILVER,
    SPARK,
    STEEL,
    Colour,
)
from render.thunder_road import crews, pieces, road, signs
from render.thunder_road.lie import Lie

Drawer = Callable[[Image.Image, Mark, View, Lie], None]


def ground(image: Image.Image, view: View, where: Lie) -> None:
    """Everything that lies under the cars."""
    trail(image, view, where)
    for mark in view.marks:
        _GROUND.get(mark.kind, _nothing)(image, mark, view, where)


def air(image: Image.Image, view: View, where: Lie) -> None:
    """Everything that lies over the cars."""
    for mark in view.marks:
        _AIR.get(mark.kind, _nothing)(image, mark, view, where)


def _nothing(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """This kind has nothing on this side of the cars."""


def trail(image: Image.Image, view: View, where: Lie) -> None:
    """Where the active car has been this turn: tyre tracks in its crew's colour."""
    spots = view.turn.trail
    if len(spots) < 2 or view.winner is not None or any(mark.kind == "drive" for mark in view.marks):
        return
    tone = crews.tones(view.turn.seat)
    px = where.scale.px
    for a, b in pairwise([_seen(spot, where) for spot in spots]):
        for shift in (-px(0.1), px(0.1)):
            start, end = (a[0] + shift, a[1]), (b[0] + shift, b[1])
            stroke(image, start, end, px(0.11), INK)
            stroke(image, start, end, px(0.055), tone.lit)


def _seen(spot: Spot, where: Lie) -> Point:
    """The middle of a space; one beyond the sheet's end comes to its edge."""
    return where.at(Spot(min(max(spot.lane, -1), 6), min(max(spot.row, where.low - 1), where.high)))


def _beside(x: float, y: float, where: Lie) -> Point:
    """The point, moved inside the sheet as far as a sign needs."""
    room = where.scale.px(0.42)
    return (min(max(x, room), where.size[0] - room), min(max(y, room + where.bar), where.size[1] - room - road.FOOT))


def seat_for(mark: Mark, view: View) -> Seat | None:
    """Whose colours a mark takes."""
    return view.turn.seat if mark.vehicle is None else seat_of(mark.vehicle)


def track(image: Image.Image, points: Sequence[Point], wide: float, colour: Colour, edge: Colour) -> None:
    """A broad way with a dark border."""
    for more, tone in ((wide * 0.5, INK), (0.0, edge), (-wide * 0.34, colour)):
        for a, b in pairwise(points):
            stroke(image, a, b, wide + more, tone)


def head(image: Image.Image, start: Point, end: Point, pixels: int, colour: Colour) -> None:
    """An arrow's head whose tip is at ``end``."""
    turn = round(math.degrees(math.atan2(end[0] - start[0], start[1] - end[1])))
    stamp(image, _head(turn, pixels, colour), *end)


@cache
def _head(turn: int, pixels: int, colour: Colour) -> Image.Image:
    s = Sketch(pixels * 2)
    s.poly(turned([(50, 46), (80, 84), (50, 75), (20, 84)], turn), INK)
    s.poly(turned([(50, 54), (70, 77), (50, 70), (30, 77)], turn), colour)
    return s.done()


# ---- ways


def _drive(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """The car's own way: a broad track and a ring where it began."""
    tone = crews.tones(seat_for(mark, view))
    points = [_seen(spot, where) for spot in mark.spots]
    if mark.spots and mark.spots[0].row == view.rear and road.waiting(view) and where.low == view.rear:
        points.insert(0, (points[0][0], points[0][1] + where.scale.px(0.8)))
    px = where.scale.px
    if len(points) > 1:
        track(image, points, px(0.26), tone.base, tone.deep)
        for a, b in pairwise(points):
            stamp(image, _chevron(_bearing(a, b), px(0.3), tone.lit), (a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    stamp(image, sprites.ring(px(0.5), tone.base, tone.deep), *points[0])


def _bearing(a: Point, b: Point) -> int:
    return round(math.degrees(math.atan2(b[0] - a[0], a[1] - b[1])))


@cache
def _chevron(turn: int, pixels: int, colour: Colour) -> Image.Image:
    s = Sketch(pixels)
    s.line(turned([(22, 66), (50, 36), (78, 66)], turn), 22, INK)
    s.line(turned([(22, 66), (50, 36), (78, 66)], turn), 13, colour)
    return s.done()


def _drive_head(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """An arrow before the car, so that it is not under it."""
    points = [_seen(spot, where) for spot in mark.spots[-2:]]
    if len(points) < 2:
        points.insert(0, (points[0][0], points[0][1] + where.scale.tall))
    (ax, ay), (bx, by) = points
    far = math.dist(*points) or 1
    out = where.scale.px(0.58)
    tip = (bx + (bx - ax) / far * out, by + (by - ay) / far * out)
    head(image, (ax, ay), tip, where.scale.px(0.5), crews.tones(seat_for(mark, view)).lit)


def _slide(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """A forced way: twin skid marks."""
    tone = crews.tones(seat_for(mark, view))
    px = where.scale.px
    points = [_seen(spot, where) for spot in mark.spots]
    for a, b in pairwise(points):
        far = math.dist(a, b) or 1
        nx, ny = (b[1] - a[1]) / far * px(0.13), (a[0] - b[0]) / far * px(0.13)
        for side in (-1, 1):
            start, end = (a[0] + nx * side, a[1] + ny * side), (b[0] + nx * side, b[1] + ny * side)
            stroke(image, start, end, px(0.17), INK)
            stroke(image, start, end, px(0.08), tone.lit)
    stamp(image, sprites.bump(px(0.62), tone.base), *points[0])


def _slide_head(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    points = [_seen(spot, where) for spot in mark.spots[-2:]]
    if len(points) == 2:
        (ax, ay), (bx, by) = points
        middle = (ax + (bx - ax) * 0.56, ay + (by - ay) * 0.56)
        head(image, points[0], middle, where.scale.px(0.62), crews.tones(seat_for(mark, view)).lit)


def _fly(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """A blast throws the car in an arc."""
    tone = crews.tones(seat_for(mark, view))
    px = where.scale.px
    start, end = _seen(mark.spots[0], where), _seen(mark.spots[-1], where)
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


def _chopper(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """The chopper's way: a dashed bow; out of hand it comes straight from the rear."""
    tone = crews.tones(seat_for(mark, view))
    px = where.scale.px
    end = _seen(mark.spots[-1], where)
    start = _seen(mark.spots[0], where) if len(mark.spots) > 1 else (end[0], end[1] + where.scale.tall * 2.2)
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


def _shot(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """A tracer that strikes."""
    start, end = _seen(mark.spots[0], where), _seen(mark.spots[-1], where)
    tracer(image, start, end, where.scale.px(0.15))
    stamp(image, sprites.burst(where.scale.px(0.74)), *end)


def _miss(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """A tracer that goes past the target."""
    (ax, ay), (bx, by) = _seen(mark.spots[0], where), _seen(mark.spots[-1], where)
    far = math.dist((ax, ay), (bx, by)) or 1
    aside, past = where.scale.px(0.36), where.scale.px(0.5)
    ux, uy = (bx - ax) / far, (by - ay) / far
    end = (bx - uy * aside + ux * past, by + ux * aside + uy * past)
    tracer(image, (ax, ay), end, where.scale.px(0.13))
    stamp(image, _cross(where.scale.px(0.46), ALLOY), *end)


@cache
def _cross(pixels: int, colour: Colour) -> Image.Image:
    s = Sketch(pixels)
    for wide, tone in ((34, INK), (18, colour)):
        s.line([(24, 24), (76, 76)], wide, tone)
        s.line([(76, 24), (24, 76)], wide, tone)
    return s.done()


def _shrapnel(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """Splinters along a straight line."""
    start, end = _seen(mark.spots[0], where), _seen(mark.spots[-1], where)
    px = where.scale.px
    stroke(image, start, end, px(0.16), INK, opacity=0.8)
    stroke(image, start, end, px(0.1), FIRE, dash=px(0.16))
    far = math.dist(start, end)
    turn = _bearing(start, end)
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


# ---- what befalls a place


def _flip(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    stamp(image, sprites.rays(where.scale.px(1.5), HAZARD_LIT), *_seen(mark.spots[0], where))


def _flip_sign(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """The token, large, above its space."""
    x, y = _seen(mark.spots[0], where)
    kind = mark.text.rsplit(".", 1)[-1]
    if kind in HAZARDS:
        px = where.scale.px
        stamp(image, pieces.token(kind, px(0.74)), *_beside(x + px(0.5), y - px(0.5), where))  # type: ignore[arg-type]


def _slam(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    stamp(image, _star(where.scale.px(1.5)), *_seen(mark.spots[0], where))


@cache
def _star(pixels: int) -> Image.Image:
    """Where metal meets metal."""
    s = Sketch(pixels)
    s.poly(star(50, 50, 50, 30, 10, 6), INK)
    s.poly(star(50, 50, 45, 27, 10, 6), FLAME)
    s.poly(star(50, 50, 38, 24, 10, 6), HAZARD_LIT)
    return s.done()


def _slam_sign(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """Sparks that fly over the cars."""
    x, y = _seen(mark.spots[0], where)
    px = where.scale.px
    for dx, dy, size in ((-0.5, -0.42, 0.34), (0.52, -0.3, 0.28), (0.44, 0.44, 0.24), (-0.46, 0.4, 0.22)):
        stamp(image, sprites.burst(px(size)), x + px(dx), y + px(dy))


def _hit(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    stamp(image, sprites.burst(where.scale.px(1.36)), *_seen(mark.spots[0], where))


def _hit_sign(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """The damage token that was drawn, large."""
    x, y = _seen(mark.spots[0], where)
    token = mark.text.rsplit(".", 1)[-1]
    px = where.scale.px
    if token in DAMAGE or token == "virtual":
        stamp(image, signs.damage(token, px(0.66)), *_beside(x + px(0.5), y - px(0.5), where))  # type: ignore[arg-type]


def _gone(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    x, y = _beside(*_seen(mark.spots[0], where), where)
    stamp(image, sprites.blast(where.scale.px(1.26)), x, y)


def _gone_sign(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """Skull over what is left of the car."""
    x, y = _beside(*_seen(mark.spots[0], where), where)
    px = where.scale.px
    if mark.vehicle is not None and (seat := seat_of(mark.vehicle)) is not None:
        stamp(image, pieces.car(seat, size_of(mark.vehicle), px(0.6), broken=True), x - px(0.2), y + px(0.12))
    stamp(image, pieces.skull(px(0.6)), x + px(0.16), y - px(0.14))


def _disabled(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    stamp(image, sprites.burst(where.scale.px(1.3)), *_seen(mark.spots[0], where))


def _disabled_sign(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    x, y = _seen(mark.spots[0], where)
    px = where.scale.px
    stamp(image, _cross(px(0.52), FIRE), *_beside(x + px(0.46), y - px(0.42), where))


def _repaired(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    if mark.spots:
        stamp(image, sprites.rays(where.scale.px(1.4), SEAT_LIT[1]), *_seen(mark.spots[0], where))


def _repaired_sign(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    if mark.spots:
        x, y = _seen(mark.spots[0], where)
        px = where.scale.px
        stamp(image, _wrench(px(0.56)), *_beside(x + px(0.46), y - px(0.42), where))


@cache
def _wrench(pixels: int) -> Image.Image:
    s = Sketch(pixels)
    s.circle(50, 50, 49, INK)
    s.circle(50, 50, 42, SEAT[1])
    s.line([(33, 68), (60, 42)], 13, INK)
    s.circle(63, 38, 17, INK)
    s.poly([(61, 40), (70, 14), (87, 31)], SEAT[1])
    return s.done()


def _absorbed(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """A shield: nothing more can happen to it."""
    x, y = _seen(mark.spots[0], where)
    px = where.scale.px
    stamp(image, _shield(px(0.6)), *_beside(x + px(0.42), y - px(0.4), where))


@cache
def _shield(pixels: int) -> Image.Image:
    s = Sketch(pixels)
    s.poly([(50, 2), (92, 16), (86, 62), (50, 98), (14, 62), (8, 16)], INK)
    s.poly([(50, 10), (84, 22), (79, 58), (50, 88), (21, 58), (16, 22)], STEEL)
    s.poly([(50, 10), (50, 88), (21, 58), (16, 22)], ALLOY)
    s.line([(36, 36), (64, 64)], 9, INK)
    s.line([(64, 36), (36, 64)], 9, INK)
    return s.done()


def _passed(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """Two tyre tracks that swing around the other car."""
    x, y = _seen(mark.spots[0], where)
    stamp(image, _swing(where.scale.px(1.3), crews.tones(seat_for(mark, view)).lit), x, y)


@cache
def _swing(pixels: int, colour: Colour) -> Image.Image:
    s = Sketch(pixels)
    for side in (-1, 1):
        bow: list[Point] = [(50 + side * dx, y) for dx, y in ((14, 96), (34, 78), (44, 54), (38, 28), (20, 8))]
        s.line(bow, 11, INK)
        s.line(bow, 6, colour)
    return s.done()


def _extended(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """The new tile's rear edge glows."""
    px = where.scale.px
    first = view.tiles[2].number * 8
    for lane in range(6):
        x, y = where.at(Spot(lane, first))
        y += where.scale.tall / 2
        stroke(image, (x - where.scale.side / 2, y), (x + where.scale.side / 2, y), px(0.12), INK)
        stroke(image, (x - where.scale.side / 2, y), (x + where.scale.side / 2, y), px(0.07), HAZARD_LIT)
    for lane in (1, 3):
        x, y = where.at(Spot(lane, first))
        stamp(image, _rush(px(0.9)), x, y - where.scale.tall)


@cache
def _rush(pixels: int) -> Image.Image:
    s = Sketch(pixels)
    for y in (12, 40, 68):
        arms: list[Point] = [(16, y + 24), (50, y - 2), (84, y + 24)]
        s.line(arms, 17, INK)
        s.line(arms, 10, HAZARD)
    return s.done()


def _finish(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """Flags at both ends of the line."""
    for lane in (0, 5):
        x, y = where.at(Spot(lane, view.front))
        stamp(image, sprites.rays(where.scale.px(1.3), HAZARD_LIT), x, y)
        stamp(image, signs.flag(where.scale.px(0.8)), x, y)


@cache
def ring(pixels: int, colour: Colour) -> Image.Image:
    """Cross hairs."""
    s = Sketch(pixels)
    for r, wide, tone in ((48, 11, INK), (46, 6, colour)):
        s.arc(50, 50, r, 0, 360, wide, tone)
    for wide, tone in ((11, INK), (5, colour)):
        for line in ([(50, 4), (50, 28)], [(50, 72), (50, 96)], [(4, 50), (28, 50)], [(72, 50), (96, 50)]):
            s.line([(float(a), float(b)) for a, b in line], wide, tone)
    return s.done()


def ghost(sprite: Image.Image) -> Image.Image:
    """Where a piece would stand."""
    return faded(sprite, 0.6)


_GROUND: Final[dict[str, Drawer]] = {
    "drive": _drive, "slide": _slide, "flip": _flip, "slam": _slam, "hit": _hit, "gone": _gone,
    "disabled": _disabled, "repaired": _repaired, "chopper": _chopper, "passed": _passed,
    "extended": _extended,
}  # fmt: skip
_AIR: Final[dict[str, Drawer]] = {
    "drive": _drive_head, "slide": _slide_head, "fly": _fly, "flip": _flip_sign, "slam": _slam_sign,
    "shot": _shot, "miss": _miss, "hit": _hit_sign, "shrapnel": _shrapnel, "gone": _gone_sign,
    "disabled": _disabled_sign, "repaired": _repaired_sign, "absorbed": _absorbed, "finish": _finish,
}  # fmt: skip
