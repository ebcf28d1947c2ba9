"""What every drawer of marks needs: points on the sheet, colours, arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from PIL import Image

from engines.core import Seat
from engines.thunder_road.model import Spot, seat_of
from engines.thunder_road.views import Mark, View
from render.canvas import Point, Sketch, stamp, stroke, turned
from render.palette import (
    INK,
    Colour,
)
from render.thunder_road import road
from render.thunder_road.lie import Lie


def seen(spot: Spot, where: Lie) -> Point:
    """The middle of a space; one beyond the sheet's end comes to its edge."""
    return where.at(Spot(min(max(spot.lane, -1), 6), min(max(spot.row, where.low - 1), where.high)))


def beside(x: float, y: float, where: Lie) -> Point:
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
    stamp(image, _head(bearing(start, end), pixels, colour), *end)


def bearing(start: Point, end: Point) -> int:
    """Where it goes from one point to another, in degrees: 0 is up, 90 is right."""
    return round(math.degrees(math.atan2(end[0] - start[0], start[1] - end[1])))


@cache
def _head(turn: int, pixels: int, colour: Colour) -> Image.Image:
    s = Sketch(pixels * 2)
    s.poly(turned([(50, 46), (80, 84), (50, 75), (20, 84)], turn), INK)
    s.poly(turned([(50, 54), (70, 77), (50, 70), (30, 77)], turn), colour)
    return s.done()


@cache
def cross(pixels: int, colour: Colour) -> Image.Image:
    """A bold cross."""
    s = Sketch(pixels)
    for wide, tone in ((34, INK), (18, colour)):
        s.line([(24, 24), (76, 76)], wide, tone)
        s.line([(76, 24), (24, 76)], wide, tone)
    return s.done()
