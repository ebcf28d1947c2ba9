"""What a season changed: for each player what there was, and what there is now."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engines.core import Seat
from engines.wasteland.model import Count
from engines.wasteland.views import SeasonSummary, View
from locales import Words
from render.canvas import Sketch, place, stamp
from render.palette import ALLOY, ALLOY_LIT, COAL, FIRE_LIT, GRAPHITE, INK, PIT, SEAT, WHITE
from render.sprites import crown
from render.type import fit_size, width, write
from render.wasteland import cells, heading, pieces
from render.wasteland.heading import SMALL, WIDE
from render.wasteland.tints import of_seat

FIELDS: Final = ("points", "parts", "tokens", "research")
_TITLES: Final = 64
_ROW: Final = 62
_GAP: Final = 4
_LEFT: Final = 240
_COLUMN: Final = (WIDE - _LEFT - 8) // len(FIELDS)


def picture(view: View, summary: SeasonSummary, words: Words, names: tuple[str, ...]) -> Image.Image:
    """A fresh picture, 800 pixels wide; names are by seat, in characters that the font has."""
    image = Image.new("RGB", (WIDE, SMALL + _TITLES + len(view.order) * (_ROW + _GAP)), COAL)
    heading.small(image, view, words, names, ended=summary.season)
    _titles(image, words, SMALL)
    for k, seat in enumerate(view.order):
        _row(image, view, summary, words, names[seat], seat, SMALL + _TITLES + k * (_ROW + _GAP))
    return image


def _titles(image: Image.Image, words: Words, y: int) -> None:
    """The columns' names, each with the thing that it counts."""
    sprites = (
        cells.total(12, 30),
        pieces.tile("C1", "C", 34, 38),
        pieces.token(2, 36),
        pieces.research("S", "S1", 38),
    )
    for k, (field, sprite) in enumerate(zip(FIELDS, sprites, strict=True)):
        middle = _LEFT + k * _COLUMN + _COLUMN / 2
        label, room = words(f"render.wasteland.table.sum.{field}"), _COLUMN - 8 - sprite.width
        size = fit_size(label, 24, room, 16)
        left = middle - (sprite.width + 6 + width(label, size)) / 2
        stamp(image, sprite, left + sprite.width / 2, y + _TITLES / 2)
        write(image, label, left + sprite.width + 6, y + _TITLES / 2, size, ALLOY_LIT, room=room)


def _row(image: Image.Image, view: View, summary: SeasonSummary, words: Words, name: str, seat: Seat, y: int) -> None:
    area = view.areas[seat]
    middle = y + _ROW // 2
    place(image, _ground(seat, out=area.out), 0, y)
    stamp(image, pieces.disc(seat, 42, dull=area.out), 38, middle)
    if view.dealer == seat and view.winner is None:
        stamp(image, pieces.dealer(34, words("render.wasteland.table.dealer_letter")), _LEFT - 22, middle)
    elif view.winner == seat:
        stamp(image, crown(34), _LEFT - 22, middle)
    room = _LEFT - 66 - 42
    write(image, name, 66, middle, fit_size(name, 28, room, 20), ALLOY if area.out else WHITE, room=room)
    before, after = summary.before[seat], summary.after[seat]
    if area.out and before == after:
        label = words("render.wasteland.table.out", n=area.place)
        write(image, label, _LEFT + 20, middle, fit_size(label, 26, 500, 18), ALLOY, room=500)
        return
    for k, field in enumerate(FIELDS):
        _change(image, before, after, field, _LEFT + k * _COLUMN, middle)


def _change(image: Image.Image, before: Count, after: Count, field: str, x: int, y: int) -> None:
    """The figure now; beside it the one before where it is another, green for more and red for less."""
    old, new = getattr(before, field), getattr(after, field)
    if old == new:
        write(image, _figure(new), x + _COLUMN / 2, y, 30, ALLOY, anchor="middle")
        return
    tone = SEAT[1] if new > old else FIRE_LIT
    first, last = _figure(old), _figure(new)
    wide = width(first, 24) + 30 + width(last, 34)
    left = x + (_COLUMN - wide) / 2
    write(image, first, left, y, 24, ALLOY)
    left += width(first, 24) + 4
    place(image, _arrow(), left, y - 10)
    write(image, last, left + 26, y, 34, tone)


def _figure(value: int) -> str:
    return str(value).replace("-", "−")


@cache
def _arrow() -> Image.Image:
    s = Sketch(22, 20, unit=110)
    s.poly([(0, 36), (52, 36), (52, 8), (106, 50), (52, 92), (52, 64), (0, 64)], ALLOY_LIT)
    return s.done()


@cache
def _ground(seat: Seat, *, out: bool) -> Image.Image:
    s = Sketch(WIDE, _ROW, unit=WIDE)
    s.rect(2, 0, WIDE - 2, _ROW, INK, 12)
    s.rect(5, 3, WIDE - 5, _ROW - 3, PIT if out else GRAPHITE, 9)
    tone = of_seat(None if out else seat)
    s.rect(5, 3, 14, _ROW - 3, tone.base, 4)
    for k in range(len(FIELDS)):
        s.rect(_LEFT + k * _COLUMN, 9, _LEFT + k * _COLUMN + 2, _ROW - 9, INK)
    return s.done()
