"""Everything that is public on one picture: heading, supervision, wasteland, a cell for each player."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engines.core import Seat
from engines.wasteland.views import View
from locales import Words
from render.palette import COAL
from render.wasteland import cells, heading, legend, table
from render.wasteland.heading import HEAD, WIDE
from render.wasteland.spots import Spots, point_out

GAP: Final = 4
SIGN: Final = 34


def paint(view: View, words: Words, names: tuple[str, ...]) -> Image.Image:
    """A fresh picture, 800 pixels wide; names are by seat, in characters that the font has."""
    living, out = _sorted(view)
    tops = _tops(view, living, out)
    image = Image.new("RGB", (WIDE, tops[-1]), COAL)
    left = heading.paint(image, view, words, names)
    spots: Spots = {(None, ""): (left, 70, WIDE - 10, HEAD - 10)}
    if view.winner is None:
        table.supervision(image, view, words, tops[0], spots)
        table.wasteland(image, view, words, tops[1], spots)
    for k, seat in enumerate(living):
        cells.paint(image, view, words, names[seat], seat, *_cell(k, tops[2], cells.TALL), spots)
    if view.winner is None:
        if len(living) % 2:
            legend.paint(image, words, *_cell(len(living), tops[2], cells.TALL))
        legend.below(image, view, words, tops[4], cards=len(living) % 2 == 0)
    for k, seat in enumerate(out):
        cells.gone(image, view, words, names[seat], seat, *_cell(k, tops[3], cells.OUT), spots)
    point_out(image, spots, view.marks, SIGN)
    return image


def height(view: View) -> int:
    """Pixels that the picture takes."""
    return _tops(view, *_sorted(view))[-1]


def _sorted(view: View) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Who plays, in the order around the table, and who is out, the best place first."""
    living = tuple(seat for seat in view.order if not view.areas[seat].out)
    out = sorted((seat for seat in view.order if view.areas[seat].out), key=lambda seat: view.areas[seat].place)
    return living, tuple(out)


def _tops(view: View, living: tuple[Seat, ...], out: tuple[Seat, ...]) -> tuple[int, int, int, int, int, int]:
    """Where supervision, wasteland, the living, those who are out and the signs' meanings begin, and the end."""
    row = HEAD + GAP + (table.SUPERVISION if view.winner is None else 0)
    cell = row + GAP + (table.wasteland_tall(view) if view.winner is None else 0)
    gone = cell + GAP + -(-len(living) // 2) * (cells.TALL + GAP)
    signs = gone + -(-len(out) // 2) * (cells.OUT + GAP)
    end = signs + (legend.tall(view, cards=len(living) % 2 == 0) + 2 if view.winner is None else 0)
    return HEAD + GAP, row + GAP // 2, cell, gone, signs, end


def _cell(k: int, top: int, tall: int) -> tuple[int, int]:
    return k % 2 * (WIDE - cells.WIDE - 1) + (1 if k % 2 == 0 else 0), top + k // 2 * (tall + GAP)
