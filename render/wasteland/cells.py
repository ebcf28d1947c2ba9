"""What each player has, in a cell of its own: two mechs, the ammo stack, research."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engines.core import Seat
from engines.wasteland.model import BAYS, PARTS
from engines.wasteland.views import FighterView, View
from locales import Words
from render.canvas import Sketch, faded, place, stamp
from render.palette import ALLOY_LIT, FIRE, GRAPHITE, INK, PIT, WHITE, Colour
from render.sprites import crown
from render.type import fit_size, write
from render.wasteland import pieces, signs
from render.wasteland.spots import Spots, put_mech
from render.wasteland.tints import Tone, of_seat

WIDE: Final = 396
TALL: Final = 218
OUT: Final = 50
"""How tall the cell of somebody who is out is."""
HEAD: Final = 40
"""How tall a cell's heading is."""
_MECH: Final = 138


def paint(image: Image.Image, view: View, words: Words, name: str, seat: Seat, x: int, y: int, spots: Spots) -> None:
    """One living player's cell; where everything lies is added to ``spots``."""
    asked = any(seat == other for other, _ in view.asked)
    place(image, box(WIDE, TALL, of_seat(seat), asked=asked), x, y)
    spots[seat, ""] = (x + 4, y + 4, x + WIDE - 4, y + HEAD)
    header(image, view, words, name, seat, x, y, WIDE)
    body(image, view, seat, x, y, spots)


def body(image: Image.Image, view: View, seat: Seat, x: int, y: int, spots: Spots) -> None:
    """Both mechs and what lies beside them."""
    area = view.areas[seat]
    for k, letter in enumerate(BAYS):
        left, top = x + 8 + k * (_MECH + 6), y + HEAD + 8
        bay = area.bays[k]
        sprite = pieces.mech(bay.slots, bay.pairs, _MECH, seat)
        place(image, sprite if any(bay.slots) else faded(sprite, 0.45), left, top)
        put_mech(spots, seat, f"{letter}.", left, top, _MECH)
        write(image, letter, left + 1, top + 12, 24, WHITE if bay.slots[0] else ALLOY_LIT)
        if bay.slots[0]:
            sprite = total(bay.points, 26)
            place(image, sprite, left + _MECH - sprite.width, top + 1)
        fighter = fighter_of(view, seat)
        if fighter is not None and fighter.mech == letter:
            stamp(image, signs.fist(26, FIRE), left + 32, top + 14)
    side(image, view, seat, x + 8 + 2 * (_MECH + 6) + 2, y + HEAD + 6, spots)


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
def box(wide: int, tall: int, tone: Tone, *, asked: bool = False, ground: Colour = GRAPHITE) -> Image.Image:
    """A cell with a heading in these colours; white around whoever is asked now."""
    s = Sketch(wide, tall, unit=wide)
    s.rect(0, 0, wide, tall, WHITE if asked else INK, 12)
    s.rect(4, 4, wide - 4, tall - 4, INK, 10)
    s.rect(5, 5, wide - 5, tall - 5, ground, 9)
    s.rect(5, 5, wide - 5, HEAD + 2, tone.dark, 9)
    s.rect(5, 5, wide - 5, HEAD - 1, tone.base, 9)
    s.rect(5, 24, wide - 5, HEAD - 1, tone.base)
    s.rect(5, HEAD - 1, wide - 5, HEAD + 2, tone.dark)
    return s.done()


def header(image: Image.Image, view: View, words: Words, name: str, seat: Seat, x: int, y: int, wide: int) -> None:
    """Number and name; at the right who deals, explores, has committed tokens."""
    right = x + wide - 8
    signs_of: list[Image.Image] = []
    if view.winner == seat:
        signs_of.append(crown(36))
    elif view.dealer == seat:
        signs_of.append(pieces.dealer(36, words("render.wasteland.table.dealer_letter")))
    if seat in view.explorers and exploring(view):
        signs_of.append(signs.explorer(32))
    for sprite in signs_of:
        stamp(image, sprite, right - 18, y + 22)
        right -= 38
    if (fighter := fighter_of(view, seat)) is not None:
        right = committed(image, fighter, right, y + 22, 32)
    stamp(image, pieces.disc(seat, 34), x + 26, y + 22)
    room = right - x - 48 - 4
    write(image, name, x + 48, y + 22, fit_size(name, 26, room, 20), of_seat(seat).ink, room=room)


def exploring(view: View) -> bool:
    """Whether it matters now who explores."""
    return view.season in ("war", "scavenge")


def fighter_of(view: View, seat: Seat) -> FighterView | None:
    return next((one for one in view.fighters if one.seat == seat), None)


def committed(image: Image.Image, fighter: FighterView, right: int, y: int, size: int) -> int:
    """What can be seen of committed tokens, ending at ``right``, on the middle line ``y``; returns where it begins.

    The value on top and how many, a cross where there are none, nothing while nothing is open.
    """
    if fighter.committed is None and fighter.count is None:
        return right
    if fighter.committed is False or fighter.count == 0:
        stamp(image, pieces.none(size), right - size / 2, y)
        return right - size - 6
    text = "×?" if fighter.count is None else f"×{fighter.count}"
    place(image, _count(text, size), right - round(size * 1.1), y - size // 2)
    right -= round(size * 1.1) + 2
    if fighter.top is not None:
        stamp(image, pieces.token(fighter.top, size), right - size / 2, y)
        right -= size + 6
    return right


@cache
def _count(text: str, size: int) -> Image.Image:
    s = Sketch(round(size * 1.1), size, unit=110)
    s.rect(0, 12, 110, 88, INK, 26)
    image = s.done()
    pieces.write_on(image, text, size * 0.55, size * 0.49, round(size * 0.62), WHITE)
    return image


def side(image: Image.Image, view: View, seat: Seat, x: int, y: int, spots: Spots) -> None:
    """The ammo stack and the research area: 94 pixels wide."""
    area = view.areas[seat]
    stamp(image, pieces.stack(area.tokens, area.top, 54), x + 26, y + 36)
    spots[seat, "T"] = (x, y + 8, x + 52, y + 62)
    count = "×?" if area.tokens is None else f"×{area.tokens}"
    tone = WHITE if area.tokens != 0 else ALLOY_LIT
    write(image, count, x + 53, y + 34, fit_size(count, 26, 40, 16), tone, room=40)
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
