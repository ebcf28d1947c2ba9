"""What belongs to nobody: supervision with its roaming mechs, the wasteland's row, the invader."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engines.wasteland.cards import is_up, part_of, points
from engines.wasteland.model import Lying, Roamer
from engines.wasteland.views import View
from locales import Words
from render.canvas import Sketch, place, stamp
from render.palette import ALLOY_LIT, FIRE, FIRE_LIT, INK, MUD, MUD_DARK, ROCK_DARK, RUST, SAND_LIT, WHITE, Colour
from render.type import fit_size, write
from render.wasteland import pieces
from render.wasteland.cells import total
from render.wasteland.heading import WIDE
from render.wasteland.spots import Spots, put_mech

CAPTION: Final = 30
_MECH: Final = 128
SUPERVISION: Final = CAPTION + 154 + 10
CARD: Final = (50, 58)
_STEP: Final = 56
ROW: Final = 84
_INVADER: Final = 216


@cache
def _plain(tall: int, ground: Colour, edge: Colour) -> Image.Image:
    s = Sketch(WIDE, tall, unit=WIDE)
    s.rect(2, 2, WIDE - 2, tall - 2, INK, 12)
    s.rect(4, 4, WIDE - 4, tall - 4, edge, 10)
    s.rect(7, 7, WIDE - 7, tall - 7, ground, 8)
    return s.done()


def supervision(image: Image.Image, view: View, words: Words, y: int, spots: Spots) -> None:
    """The mechs that roam, oldest first, the parts of the next one, and the stack."""
    place(image, _plain(SUPERVISION, MUD_DARK, RUST), 0, y)
    write(image, words("render.wasteland.table.supervision"), 18, y + 20, 24, SAND_LIT, room=400)
    top = y + CAPTION + 4
    for k, roamer in enumerate(view.supervision.roamers):
        mech(image, roamer, 14 + k * 142, top, spots)
    left = 14 + 3 * 142 + 16
    label = words("render.wasteland.table.next")
    write(image, label, left + 64, y + 20, fit_size(label, 22, 180, 16), ALLOY_LIT, anchor="middle", room=180)
    place(image, pieces.roamer(view.supervision.assembly, _MECH, whole=False), left, top)
    put_mech(spots, None, "", left, top, _MECH)
    x, count, room = 678, f"×{view.supervision.tokens}", WIDE - 16 - 722
    stamp(image, pieces.stack(view.supervision.tokens, view.supervision.top, 76), x, y + 96)
    spots[None, "T"] = (x - 38, y + 58, x + 38, y + 134)
    write(image, count, x + 44, y + 92, fit_size(count, 30, room, 18), WHITE, room=room)


def mech(image: Image.Image, roamer: Roamer, x: int, y: int, spots: Spots, wide: int = _MECH) -> None:
    """A roaming mech, or what is left of an invader, with its number and the sum of its points."""
    place(image, pieces.roamer(roamer.cards, wide), x, y)
    put_mech(spots, None, f"M{roamer.number}.", x, y, wide)
    spots[None, f"M{roamer.number}"] = (x, y, x + wide, y + pieces.mech_tall(wide))
    label, room = f"M{roamer.number}", pieces.slot_box("S", wide)[0] - 4
    write(image, label, x + 2, y + 13, fit_size(label, 24, room, 16), FIRE_LIT, room=room)
    sprite = total(sum(points(card) for card in roamer.cards if card), 26)
    place(image, sprite, x + wide - sprite.width, y + 1)


def _columns(view: View) -> int:
    return (WIDE - 24 - (_INVADER if view.invader is not None else 0)) // _STEP


def wasteland_tall(view: View) -> int:
    """How tall the wasteland is: a line while it is empty."""
    rows = -(-len(view.wasteland) // _columns(view))
    tall = CAPTION + 12 + rows * ROW
    return max(tall, SUPERVISION) if view.invader is not None else tall


def wasteland(image: Image.Image, view: View, words: Words, y: int, spots: Spots) -> None:
    """The row with its public numbers; the invader and its tokens at the right."""
    place(image, _plain(wasteland_tall(view), ROCK_DARK, MUD), 0, y)
    key = "render.wasteland.table.wasteland" if view.wasteland else "render.wasteland.table.wasteland.empty"
    write(image, words(key), 18, y + 20, 24, SAND_LIT, room=400)
    columns = _columns(view)
    for k, one in enumerate(view.wasteland):
        left, top = 14 + k % columns * _STEP, y + CAPTION + 4 + k // columns * ROW
        lying(image, one, left, top)
        spots[None, f"#{one.number}"] = (left, top, left + CARD[0], top + CARD[1])
    if view.invader is not None:
        _invader(image, view, words, view.invader, y, spots)


def lying(image: Image.Image, one: Lying, x: int, y: int) -> None:
    """A card of the row with its number; its type is public only where it lies face up."""
    part = part_of(one.card) if is_up(one.card) else None
    place(image, pieces.tile(one.card, part, *CARD), x, y)
    write(image, str(one.number), x + CARD[0] / 2, y + CARD[1] + 11, 22, WHITE, anchor="middle")


def _invader(image: Image.Image, view: View, words: Words, invader: Roamer, y: int, spots: Spots) -> None:
    left = WIDE - _INVADER
    label = words("render.wasteland.table.invader")
    place(image, _edge(wasteland_tall(view)), left - 4, y)
    write(image, label, left + 14, y + 20, 24, FIRE_LIT, room=_INVADER - 30)
    mech(image, invader, left + 10, y + CAPTION + 4, spots)
    x = left + _INVADER - 42
    stamp(image, pieces.stack(view.invader_tokens, view.invader_top, 58), x, y + 96)
    write(image, f"×{view.invader_tokens}", x, y + 140, 26, WHITE, anchor="middle")


@cache
def _edge(tall: int) -> Image.Image:
    s = Sketch(_INVADER, tall, unit=_INVADER)
    s.rect(0, 6, 4, tall - 6, FIRE)
    return s.done()
