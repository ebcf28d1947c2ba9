"""Drawing large and reducing: soft edges for sprites made once, and strokes of any length as cached masks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render.palette import Colour

Point = tuple[float, float]
Paint = Colour | tuple[int, int, int, int]

LARGER = 4
"""How much larger sprites are drawn than shown."""


class Sketch:
    """A transparent sheet measured in ``unit`` by ``unit * height / width``, drawn large; ``done`` reduces it."""

    def __init__(self, width: int, height: int | None = None, unit: float = 100.0) -> None:
        self.size = (width, height or width)
        self.scale = width * LARGER / unit
        self.image = Image.new("RGBA", (self.size[0] * LARGER, self.size[1] * LARGER), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self.image)

    def _at(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self.scale, y * self.scale) for x, y in points]

    def poly(self, points: Sequence[Point], fill: Paint) -> None:
        self._draw.polygon(self._at(points), fill=fill)

    def rect(self, x0: float, y0: float, x1: float, y1: float, fill: Paint, r: float = 0) -> None:
        (a, b), (c, d) = self._at([(x0, y0), (x1, y1)])
        if r:
            self._draw.rounded_rectangle((a, b, c - 1, d - 1), r * self.scale, fill=fill)
        else:
            self._draw.rectangle((a, b, c - 1, d - 1), fill=fill)

    def circle(self, x: float, y: float, r: float, fill: Paint) -> None:
        self.oval(x, y, r, r, fill)

    def oval(self, x: float, y: float, rx: float, ry: float, fill: Paint) -> None:
        (a, b), (c, d) = self._at([(x - rx, y - ry), (x + rx, y + ry)])
        self._draw.ellipse((a, b, c, d), fill=fill)

    def arc(self, x: float, y: float, r: float, start: float, end: float, width: float, fill: Paint) -> None:
        """Degrees clockwise from three o'clock; the stroke lies inside ``r``."""
        (a, b), (c, d) = self._at([(x - r, y - r), (x + r, y + r)])
        self._draw.arc((a, b, c, d), start, end, fill=fill, width=round(width * self.scale))

    def line(self, points: Sequence[Point], width: float, fill: Paint) -> None:
        """A stroke with round ends and joints."""
        scaled = self._at(points)
        thick = width * self.scale
        self._draw.line(scaled, fill=fill, width=round(thick))
        for x, y in scaled:
            self._draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=fill)

    def blob(self, points: Sequence[Point], round_by: float, fill: Paint) -> None:
        """A polygon with round corners: it grows by ``round_by`` on all sides."""
        self.poly(points, fill)
        self.line([*points, points[0]], round_by * 2, fill)

    def over(self, other: Sketch) -> None:
        """Lay another sheet of the same size on top, with its transparency."""
        self.image.alpha_composite(other.image)

    def sheet(self) -> Sketch:
        """A fresh sheet of the same size and measure."""
        fresh = Sketch.__new__(Sketch)
        fresh.size, fresh.scale = self.size, self.scale
        fresh.image = Image.new("RGBA", self.image.size, (0, 0, 0, 0))
        fresh._draw = ImageDraw.Draw(fresh.image)
        return fresh

    def done(self) -> Image.Image:
        return self.image.reduce(LARGER)


def ngon(x: float, y: float, r: float, sides: int, turn: float = 0.0) -> list[Point]:
    """A regular polygon; ``turn`` in degrees, 0 has a corner at the top."""
    return [polar(x, y, r, turn + 360 * k / sides) for k in range(sides)]


def star(x: float, y: float, outer: float, inner: float, spikes: int, turn: float = 0.0) -> list[Point]:
    step = 180 / spikes
    return [polar(x, y, outer if k % 2 == 0 else inner, turn + step * k) for k in range(spikes * 2)]


def polar(x: float, y: float, r: float, degrees: float) -> Point:
    """The point at a compass bearing: 0 is up, 90 is right."""
    angle = math.radians(degrees)
    return (x + r * math.sin(angle), y - r * math.cos(angle))


def turned(points: Sequence[Point], degrees: float, x: float = 50, y: float = 50) -> list[Point]:
    """Points turned clockwise about a centre."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return [(x + (a - x) * cosine - (b - y) * sine, y + (a - x) * sine + (b - y) * cosine) for a, b in points]


def stamp(image: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
    """Paste a sprite with its centre at (x, y)."""
    image.paste(sprite, (round(x - sprite.width / 2), round(y - sprite.height / 2)), sprite)


def place(image: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
    """Paste a sprite with its top left corner at (x, y)."""
    image.paste(sprite, (round(x), round(y)), sprite)


def faded(sprite: Image.Image, share: float) -> Image.Image:
    """The sprite with ``share`` of its opacity left."""
    pale = sprite.copy()
    pale.putalpha(sprite.getchannel("A").point([round(level * share) for level in range(256)]))
    return pale


def stroke(
    image: Image.Image,
    start: Point,
    end: Point,
    width: float,
    colour: Colour,
    *,
    opacity: float = 1.0,
    dash: float = 0.0,
) -> None:
    """A straight line with round ends; with ``dash``, pieces of that length with gaps as long."""
    margin = math.ceil(width / 2) + 2
    left, top = math.floor(min(start[0], end[0])) - margin, math.floor(min(start[1], end[1])) - margin
    mask = _stroke_mask(
        (start[0] - left, start[1] - top), (end[0] - left, end[1] - top), width, margin, round(opacity * 255), dash
    )
    image.paste(colour, (left, top), mask)


@lru_cache(maxsize=256)
def _stroke_mask(start: Point, end: Point, width: float, margin: int, level: int, dash: float) -> Image.Image:
    size = (math.ceil(max(start[0], end[0])) + margin, math.ceil(max(start[1], end[1])) + margin)
    mask = Image.new("L", (size[0] * 2, size[1] * 2), 0)
    draw = ImageDraw.Draw(mask)
    for a, b in _dashes(start, end, dash, width):
        ax, ay, bx, by = a[0] * 2, a[1] * 2, b[0] * 2, b[1] * 2
        draw.line((ax, ay, bx, by), fill=level, width=round(width * 2))
        for x, y in ((ax, ay), (bx, by)):
            draw.ellipse((x - width, y - width, x + width, y + width), fill=level)
    return mask.reduce(2)


def _dashes(start: Point, end: Point, dash: float, width: float) -> list[tuple[Point, Point]]:
    length = math.dist(start, end)
    if not dash or length <= dash:
        return [(start, end)]
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    pieces: list[tuple[Point, Point]] = []
    done = 0.0
    while done < length:
        stop = min(done + dash, length)
        pieces.append(
            (
                (start[0] + along[0] * done, start[1] + along[1] * done),
                (start[0] + along[0] * stop, start[1] + along[1] * stop),
            )
        )
        done += dash * 2 + width * 0.5
    return pieces
