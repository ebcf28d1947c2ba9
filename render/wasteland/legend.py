"""What the signs mean: those of the heading in a line of its own, those of the cards in a free cell or below it."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from PIL import Image

from engines.wasteland.views import View
from locales import Words
from render.canvas import place, stamp
from render.palette import ALLOY_LIT, FIRE, PIT, PLATE
from render.type import fit_size, write
from render.wasteland import cells, pieces, signs
from render.wasteland.heading import WIDE

_LINE: Final = 40
_COLUMNS: Final = 3


class Sign(NamedTuple):
    """A sign and the key of what it means."""

    key: str
    sprite: Image.Image


@cache
def _cards() -> tuple[Sign, ...]:
    return (
        Sign("bright", pieces.tile("C2", "C", 34, 34)),
        Sign("dim", pieces.tile("S2", "S", 34, 34, bright=False)),
        Sign("back", pieces.tile("?2", "P", 34, 36)),
        Sign("empty", pieces.tile("", "L", 34, 34)),
        Sign("research", pieces.research("P", "P1", 36)),
    )


def _figures(view: View) -> tuple[Sign, ...]:
    """The signs of the heading, and of who explores or fights. The drought is in words there."""
    shown = [Sign("roamers", signs.roamers(32)), Sign("pile", signs.pile(32))]
    if not view.drought:
        shown.append(Sign("anew", signs.anew(32)))
    if view.storm > 1:
        shown.append(Sign("storm", signs.storm(32)))
    if view.fighters:
        shown.append(Sign("fights", signs.fist(32, FIRE)))
    elif cells.exploring(view):
        shown.append(Sign("explorer", signs.explorer(32)))
    return tuple(shown)


def paint(image: Image.Image, words: Words, x: int, y: int) -> None:
    """The cards' signs in a cell with five lines."""
    place(image, pieces.panel(cells.WIDE, cells.TALL, PIT, PLATE), x, y)
    for k, sign in enumerate(_cards()):
        _line(image, words, sign, x + 14, y + 29 + k * _LINE, cells.WIDE - 28)


def tall(view: View, *, cards: bool) -> int:
    """Pixels that ``below`` takes."""
    return _rows(view, cards=cards) * _LINE + 10


def below(image: Image.Image, view: View, words: Words, y: int, *, cards: bool) -> None:
    """The heading's signs in a line; with ``cards`` the cards' signs as well, in lines of three."""
    place(image, pieces.panel(WIDE - 2, tall(view, cards=cards), PIT, PLATE), 1, y)
    shown = (*_cards(), *_figures(view)) if cards else _figures(view)
    columns = _COLUMNS if cards else len(shown)
    each = (WIDE - 20) // columns
    for k, sign in enumerate(shown):
        left, middle = 12 + k % columns * each, y + 5 + _LINE // 2 + k // columns * _LINE
        _line(image, words, sign, left, middle, each)


def _rows(view: View, *, cards: bool) -> int:
    return -(-(len(_cards()) + len(_figures(view))) // _COLUMNS) if cards else 1


def _line(image: Image.Image, words: Words, sign: Sign, x: int, middle: int, room: int) -> None:
    """A sign and its meaning."""
    stamp(image, sign.sprite, x + 20, middle)
    label, left = words(f"render.wasteland.table.legend.{sign.key}"), room - 48 - 8
    write(image, label, x + 48, middle, fit_size(label, 24, left, 18), ALLOY_LIT, room=left)
