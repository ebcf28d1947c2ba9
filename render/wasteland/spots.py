"""Where on a picture what lies: marks are drawn there when everything else is."""

from __future__ import annotations

from functools import cache

from PIL import Image

from engines.core import Seat
from engines.wasteland.views import Mark
from render.canvas import Sketch, place, stamp
from render.palette import INK, WHITE, Colour
from render.wasteland import pieces, signs
from render.wasteland.pieces import Box

Spots = dict[tuple[Seat | None, str], Box]
"""By seat (``None``: supervision and wasteland) and place as in ``views.Mark``; ``""`` is all that a seat has."""


def put_mech(spots: Spots, seat: Seat | None, before: str, x: int, y: int, wide: int) -> None:
    """Remember the seven slots of a mech; ``before``: ``"A."`` of a player's bay."""
    for name in pieces.SLOTS:
        a, b, c, d = pieces.slot_box(name, wide)
        spots[seat, before + name] = (x + a, y + b, x + c, y + d)


def find(spots: Spots, mark: Mark) -> Box | None:
    """Where a mark belongs; what is not on the picture any more is pointed out where it went, or at its seat."""
    if mark.place[:1] in ("#", "M"):
        gone = "T" if mark.place[:1] == "M" else ""
        return spots.get((None, mark.place)) or spots.get((None, gone)) or spots.get((mark.seat, ""))
    return spots.get((mark.seat, mark.place)) or spots.get((mark.seat, ""))


def point_out(image: Image.Image, spots: Spots, marks: tuple[Mark, ...], size: int) -> None:
    """A frame around each place and a sign at its corner; signs of one place lie side by side."""
    used: dict[Box, int] = {}
    for mark in marks:
        box = find(spots, mark)
        if box is None:
            continue
        k = used.get(box, 0)
        used[box] = k + 1
        a, b, c, d = box
        if not k:
            place(image, frame(c - a + 8, d - b + 8, signs.tone(mark.kind)), a - 4, b - 4)
        x, y = a + size * 0.15 + k * size * 0.9, b + size * 0.1
        if mark.place[:1] in ("", "M"):
            x, y = c - size * 0.3 - k * size * 0.9, d - size * 0.3
        x, y = min(max(x, size / 2), image.width - size / 2), min(max(y, size / 2), image.height - size / 2)
        stamp(image, signs.mark(mark.kind, size), x, y)


@cache
def frame(wide: int, tall: int, colour: Colour) -> Image.Image:
    """A border with nothing inside."""
    s = Sketch(wide, tall, unit=wide)
    for inset, tone in ((0.0, INK), (1.5, WHITE), (4.0, colour)):
        s.rect(inset, inset, wide - inset, tall - inset, tone, 9 - inset)
    s.rect(6, 6, wide - 6, tall - 6, (0, 0, 0, 0), 5)
    return s.done()
