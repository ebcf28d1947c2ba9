"""What the signs mean, where a cell is free."""

from __future__ import annotations

from typing import Final

from PIL import Image

from locales import Words
from render.canvas import place, stamp
from render.palette import ALLOY_LIT, PIT, PLATE
from render.type import fit_size, write
from render.wasteland import cells, pieces

_LINE: Final = 40


def paint(image: Image.Image, words: Words, x: int, y: int) -> None:
    """A cell with five lines."""
    place(image, pieces.panel(cells.WIDE, cells.TALL, PIT, PLATE), x, y)
    tiles = (
        ("bright", pieces.tile("C2", "C", 34, 34)),
        ("dim", pieces.tile("S2", "S", 34, 34, bright=False)),
        ("back", pieces.tile("?2", "P", 34, 36)),
        ("empty", pieces.tile("", "L", 34, 34)),
        ("research", pieces.research("P", "P1", 36)),
    )
    for k, (name, sprite) in enumerate(tiles):
        middle = y + 29 + k * _LINE
        stamp(image, sprite, x + 34, middle)
        label, room = words(f"render.wasteland.table.legend.{name}"), cells.WIDE - 62 - 14
        write(image, label, x + 62, middle, fit_size(label, 24, room, 18), ALLOY_LIT, room=room)
