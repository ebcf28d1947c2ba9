"""What each player has, in a cell of its own: two mechs, the ammo stack, research."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engines.core import Seat
from engines.wasteland.model import BAYS, PARTS, BayName
from engines.wasteland.views import FighterView, View
from locales import Words
from render.canvas import Sketch, faded, place, stamp
from render.palette import ALLOY_LIT, COAL, FIRE, GRAPHITE, INK, PIT, WHITE
from render.sprites import crown
from render.type import fit_size, write
from render.wasteland import pieces, signs
from render.wasteland.spots import Spots, put_mech
from render.wasteland.tints import of_seat

WIDE: Final = 396
TALL: Final = 218
OUT: Final = 50
"""How tall the cell of somebody who is out is."""
_HEAD: Final = 40
_MECH: Final = 138


def paint(image: Image.Image, view: View, words: Words, name: str, seat: Seat, x: int, y: int, spots: Spots) -> None:
    """One living player's cell; where everything lies is added to ``spots``."""
    area = view.areas[seat]
    asked = any(seat == other for other, _ in view.asked)
    place(image, ground(WIDE, TALL, seat, asked=asked), x, y)
    spots[seat, ""] = (x + 4, y + 4, x + WIDE - 4, y + _HEAD)
    _header(image, view, words, name, seat, x, y)
    for k, letter in enumerate(BAYS):
        left, top = x + 8 + k * (_MECH + 6), y + _HEAD + 8
        bay = area.bays[k]
        sprite = pieces.mech(bay.slots, bay.pairs, _MECH, seat)
        place(image, sprite if any(bay.slots) else faded(sprite, 0.45), left, top)
        put_mech(spots, seat, f"{letter}.", left, top, _MECH)
        write(image, letter, left + 4, top + 12, 24, WHITE if bay.slots[0] else ALLOY_LIT)
        if bay.slots[0]:
            sprite = total(bay.points, 26)
            place(image, sprite, left + _MECH - sprite.width, top + 1)
        _fighting(image, view, seat, letter, left, top)
    side(image, view, seat, x + 8 + 2 * (_MECH + 6) + 2, y + _HEAD + 6, spots)


@cache
def total(points: int, size: int) -> Image.Image:
    """The points of a whole mech."""
    text = str(points).replace("-", "−")
    wide = round(size * (0.75 + 0.52 * len(text)))
    s = Sketch(wide, size, unit=wide)
    s.rect(0, 0, wide, size, INK, size * 0.4)
    s.rect(2, 2, wide - 2, size - 2, WHITE, size * 0.36)
    image = s.done()
    pieces.write_on(image, text, wide * 0.5, size * 0.48, round(size * 0.78), INK)
    return image


@cache
def ground(wide: int, tall: int, seat: Seat, *, asked: bool = False, out: bool = False) -> Image.Image:
    """A cell in the seat's colour; white around whoever is asked now."""
    tone = of_seat(None if out else seat)
    s = Sketch(wide, tall, unit=wide)
    s.rect(0, 0, wide, tall, WHITE if asked else INK, 12)
    s.rect(4, 4, wide - 4, tall - 4, INK, 10)
    s.rect(5, 5, wide - 5, tall - 5, COAL if out else GRAPHITE, 9)
    s.rect(5, 5, wide - 5, _HEAD + 2, tone.dark, 9)
    s.rect(5, 5, wide - 5, _HEAD - 1, tone.base, 9)
    s.rect(5, 24, wide - 5, _HEAD - 1, tone.base)
    s.rect(5, _HEAD - 1, wide - 5, _HEAD + 2, tone.dark)
    return s.done()


def _header(image: Image.Image, view: View, words: Words, name: str, seat: Seat, x: int, y: int) -> None:
    right = x + WIDE - 8
    signs_of: list[Image.Image] = []
    if view.winner == seat:
        signs_of.append(crown(36))
    elif view.dealer == seat:
        signs_of.append(pieces.dealer(36, words("render.wasteland.table.dealer_letter")))
    if seat in view.explorers:
        signs_of.append(signs.explorer(32))
    for sprite in signs_of:
        stamp(image, sprite, right - 18, y + 22)
        right -= 38
    stamp(image, pieces.disc(seat, 34), x + 26, y + 22)
    room = right - x - 48 - 4
    write(image, name, x + 48, y + 22, fit_size(name, 26, room, 20), of_seat(seat).ink, room=room)


def _fighting(image: Image.Image, view: View, seat: Seat, letter: BayName, x: int, y: int) -> None:
    """Whether this mech fights, and what can be seen of its committed tokens."""
    fighter = next((one for one in view.fighters if (one.seat, one.mech) == (seat, letter)), None)
    if fighter is None:
        return
    stamp(image, signs.fist(28, FIRE), x + 31, y + 15)
    committed(image, fighter, x + 98, y + 28)


def committed(image: Image.Image, fighter: FighterView, x: int, y: int, size: int = 22) -> None:
    """The top of the committed tokens, crossed out where there are none, nothing while nothing is open."""
    if fighter.committed is None and fighter.count is None:
        return
    if fighter.committed is False or fighter.count == 0:
        place(image, pieces.cross(size - 4), x + 6, y + 1)
        return
    if fighter.top is not None:
        place(image, pieces.token(fighter.top, size), x, y)
    text = "…" if fighter.count is None else f"×{fighter.count}"
    write(image, text, x + size + 1, y + size / 2, round(size * 0.86), WHITE)


def side(image: Image.Image, view: View, seat: Seat, x: int, y: int, spots: Spots) -> None:
    """The ammo stack and the research area: 94 pixels wide."""
    area = view.areas[seat]
    stamp(image, pieces.stack(area.tokens, area.top, 54), x + 26, y + 36)
    spots[seat, "T"] = (x, y + 8, x + 52, y + 62)
    count = "×?" if area.tokens is None else f"×{area.tokens}"
    tone = WHITE if area.tokens != 0 else ALLOY_LIT
    write(image, count, x + 55, y + 34, fit_size(count, 26, 36, 18), tone, room=36)
    for k, part in enumerate(PARTS):
        left, top = x + 2 + k % 2 * 47, y + 74 + k // 2 * 48
        place(image, pieces.research(part, area.research[k], 44), left, top)
        spots[seat, f"R.{part}"] = (left + 2, top, left + 42, top + 44)


def gone(image: Image.Image, view: View, words: Words, name: str, seat: Seat, x: int, y: int, spots: Spots) -> None:
    """One line for a player who is out."""
    place(image, _gone(seat), x, y)
    spots[seat, ""] = (x + 4, y + 4, x + WIDE - 4, y + OUT - 4)
    stamp(image, pieces.disc(seat, 34, dull=True), x + 27, y + OUT / 2)
    stamp(image, pieces.cross(30), x + 27, y + OUT / 2)
    place_line = words("render.wasteland.table.out", n=view.areas[seat].place)
    size = fit_size(place_line, 24, 130, 16)
    used = write(image, place_line, x + WIDE - 14, y + OUT / 2, size, ALLOY_LIT, anchor="right", room=130)
    room = WIDE - 52 - 14 - used - 10
    write(image, name, x + 50, y + OUT / 2, fit_size(name, 24, room, 18), ALLOY_LIT, room=room)


@cache
def _gone(seat: Seat) -> Image.Image:
    s = Sketch(WIDE, OUT, unit=WIDE)
    s.rect(0, 2, WIDE, OUT - 2, INK, 12)
    s.rect(4, 6, WIDE - 4, OUT - 6, PIT, 9)
    s.rect(4, 6, 12, OUT - 6, of_seat(seat).dark, 4)
    return s.done()
