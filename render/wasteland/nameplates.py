"""A card large enough to be read: part, points, the value on its back, name, keyword; and how it is pointed out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image

from engines.core import Seat
from engines.wasteland.cards import ammo, is_down, is_up, kind_of, known
from engines.wasteland.model import Part
from engines.wasteland.views import Face
from locales import Words
from render.canvas import Sketch, place, stamp
from render.palette import (
    ALLOY,
    ALLOY_LIT,
    COAL,
    GRAPHITE,
    HAZARD,
    HAZARD_DARK,
    HAZARD_LIT,
    INK,
    IRON,
    PIT,
    SPARK,
    STEEL,
    STEEL_LIT,
    WHITE,
    Colour,
)
from render.sprites import write_on
from render.type import fit_size, width, write
from render.wasteland import pieces
from render.wasteland.lines import wrap, write_lines
from render.wasteland.tints import OF_PART, of_seat
from render.wasteland.wording import card_name

TALL: Final = 88
"""How tall a whole plate is; a low one is ``LOW``."""
LOW: Final = 56
PICTURE: Final = 46
NAME: Final = 25
LEAST: Final = 18
"""The smallest letters: nine pixels on a phone."""


@dataclass(frozen=True, slots=True)
class Point:
    """How a plate is pointed out: by a ring, and what is written on it."""

    order: str = ""
    """In a disc: its place in an order of wishes, or a sign."""
    where: str = ""
    """In a pill: where the card would go."""
    seat: Seat | None = None
    """Whose colours the pill takes."""


@dataclass(frozen=True, slots=True)
class Plate:
    """What a plate shows besides the card."""

    part: Part | None = None
    """The type that its place makes public."""
    works: bool = True
    """Assembled; what lies anywhere else than in a bay counts as such."""
    keyword: bool = True
    """Its keyword works."""
    pair: int | None = None
    """Its pair's number in the bay, from 0."""
    matched: bool = False
    number: int | None = None
    """Its number in the wasteland."""
    point: Point | None = None
    faint: bool = False
    """It is not what is asked about."""


def plate(image: Image.Image, face: Face, shown: Plate, words: Words, x: int, y: int, wide: int, tall: int) -> None:
    """Draw the card, or the empty slot, with its top left corner at (x, y)."""
    place(image, _ground(face, shown.part or _type(face), wide, tall, shown.works), x, y)
    left = x + 6
    if shown.number is not None:
        number(image, shown.number, left + 14, y, tall, ordered=shown.point is not None and bool(shown.point.order))
        left += 32
    if face:
        _card(image, face, shown, words, left, y, x + wide, tall)
    else:
        _hole(image, shown, words, left, y, x + wide, tall)
    if shown.point is not None:
        pointed(image, shown.point, x, y, wide, tall, numbered=shown.number is not None)


def _type(face: Face) -> Part | None:
    return None if not face or not known(face) else face[0].upper()  # type: ignore[return-value]


@cache
def _ground(face: Face, part: Part | None, wide: int, tall: int, works: bool) -> Image.Image:
    s = Sketch(wide, tall, unit=wide)
    tone = None if part is None else OF_PART[part]
    if not face:
        _dashes(s, wide, tall, STEEL if tone is None else tone.dark)
        return s.done()
    down = is_down(face)
    edge = HAZARD_DARK if down else STEEL if tone is None else tone.lit if works else IRON
    s.rect(0, 0, wide, tall, INK, 10)
    s.rect(2, 2, wide - 2, tall - 2, edge, 9)
    s.rect(5, 5, wide - 5, tall - 5, COAL if down else GRAPHITE if works else PIT, 7)
    return s.done()


def _dashes(s: Sketch, wide: int, tall: int, colour: Colour) -> None:
    s.rect(2, 2, wide - 2, tall - 2, PIT, 9)
    step = 16
    for x in range(8, wide - 14, step):
        for y in (2, tall - 5):
            s.rect(x, y, x + 8, y + 3, colour)
    for y in range(8, tall - 12, step):
        for x in (2, wide - 5):
            s.rect(x, y, x + 3, y + 8, colour)


def number(image: Image.Image, number: int, x: int, y: int, tall: int, *, ordered: bool) -> None:
    """A card's number about the middle ``x``; ``ordered``: above the place that it has in an order."""
    text, low = str(number), tall < TALL
    middle = (16 if ordered else tall / 2) if low else 22
    size = fit_size(text, 22 if low and ordered else 28, 28, 16)
    write(image, text, x, y + middle, size, WHITE, anchor="middle", room=30)


def _card(image: Image.Image, face: Face, shown: Plate, words: Words, x: int, y: int, right: int, tall: int) -> None:
    low = tall < TALL
    side = 38 if low else PICTURE
    bright = shown.works or not is_up(face)
    part = shown.part or _type(face)
    place(image, _picture(face, part, side, bright=bright), x, y + (4 if low else 6))
    _dots(image, ammo(face), right - 15, y, down=is_down(face))
    left, room = x + side + 6, right - 24 - (x + side + 6)
    ink = ALLOY_LIT if is_down(face) else WHITE if shown.works else ALLOY
    if not known(face):
        lines, size = wrap(words("render.wasteland.seat.unknown"), 20 if low else 22, room, 2, LEAST)
        write_lines(image, lines, left, y + tall / 2, size, ink, 22 if low else 26)
        return
    _points(image, face, x + side / 2, y + tall - (14 if low else 22), 22 if low else 30, bright=bright)
    lines, size = wrap(card_name(face, words), 20 if low else NAME, room, 2, 15 if low else LEAST)
    if low:
        write_lines(image, lines, left, y + tall / 2, size, ink, 22)
        return
    below = bool(kind_of(face).keywords) or (shown.point is not None and bool(shown.point.where))
    write_lines(image, lines, left, y + (34 if below else tall / 2), size, ink, 24)
    _keyword(image, face, shown, words, left, y + tall - 19, room)
    if shown.pair is not None:
        stamp(image, _pair(shown.pair, 24, matched=shown.matched), right - 15, y + tall - 19)


@cache
def _picture(face: Face, part: Part | None, side: int, *, bright: bool) -> Image.Image:
    """The part on its type's outline; on a back where it lies face down."""
    if is_down(face) and known(face):
        back = pieces.tile(f"?{ammo(face)}", part, side, side).copy()
        front = pieces.glyph(face.upper(), round(side * 0.78))
        back.alpha_composite(front, (round(side * 0.11), round(side * 0.11)))
        return back
    return pieces.tile(face, part, side, side, bright=bright, show="glyph")


def _points(image: Image.Image, face: Face, x: float, y: float, size: int, *, bright: bool) -> None:
    sprite = pieces.worth(kind_of(face).points, size)
    stamp(image, sprite if bright else _pale(kind_of(face).points, size), x, y)


@cache
def _pale(value: int, size: int) -> Image.Image:
    s = Sketch(round(size * 1.25), size, unit=125)
    s.rect(0, 0, 125, 100, INK, 30)
    s.rect(6, 6, 119, 94, STEEL, 26)
    image = s.done()
    write_on(image, str(value).replace("-", "−"), image.width * 0.49, size * 0.48, round(size * 0.78), INK)
    return image


def _keyword(image: Image.Image, face: Face, shown: Plate, words: Words, x: float, y: float, room: float) -> None:
    keywords = kind_of(face).keywords
    if not keywords:
        return
    text = words("render.wasteland.seat.join.keywords").join(words(f"wasteland.keyword.{word}") for word in keywords)
    lit = shown.works and shown.keyword and not is_down(face)
    size = fit_size(text, 20, int(room), 14)
    write(image, text, x, y, size, HAZARD_LIT if lit else STEEL_LIT, room=int(room))


def _dots(image: Image.Image, value: int, x: float, y: int, *, down: bool) -> None:
    """The value on the back, as dots from the top."""
    for k in range(value):
        stamp(image, _dot(13 if down else 11, lit=down), x, y + 15 + k * 16)


@cache
def _dot(size: int, *, lit: bool) -> Image.Image:
    s = Sketch(size)
    s.circle(50, 50, 50, INK)
    s.circle(50, 50, 42, SPARK if lit else HAZARD_DARK)
    return s.done()


@cache
def _pair(number: int, size: int, *, matched: bool) -> Image.Image:
    """Which legs belong together: the same number; gold where they are alike."""
    s = Sketch(size)
    s.circle(50, 50, 50, INK)
    s.circle(50, 50, 43, HAZARD if matched else ALLOY_LIT)
    image = s.done()
    write_on(image, "ab"[number], size * 0.5, size * 0.48, round(size * 0.72), INK)
    return image


def _hole(image: Image.Image, shown: Plate, words: Words, x: int, y: int, right: int, tall: int) -> None:
    if shown.part is None:
        return
    side = min(tall - 16, 46)
    place(image, pieces.tile("", shown.part, side, side), x + 2, y + (tall - side) / 2)
    text = words(f"wasteland.part.{shown.part}")
    room = right - 10 - (x + side + 10)
    lines, size = wrap(text, 22, room, 2, LEAST)
    write_lines(image, lines, x + side + 10, y + tall / 2, size, STEEL_LIT, 24)


# ---- pointing out


def pointed(
    image: Image.Image, point: Point, x: int, y: int, wide: int, tall: int, *, numbered: bool = False,
    corner: bool = False,
) -> None:  # fmt: skip
    """Point out what lies in this box. ``numbered``: its number is at the left; ``corner``: the order goes right."""
    place(image, _ring(wide, tall), x, y)
    if point.where:
        sprite = pill(point.where, 26, point.seat)
        place(image, sprite, x + wide - sprite.width - 3, y + tall - sprite.height - 3)
    if point.order:
        low = tall < TALL
        at = (x + 15, y + 15)
        if corner:
            at = (x + wide - 17, y + 17)
        elif numbered:
            at = (x + 20, y + tall - (13 if low else 22))
        stamp(image, mark(point.order, 26 if low and numbered else 34), *at)


@cache
def _ring(wide: int, tall: int) -> Image.Image:
    """A bright frame around a plate."""
    s = Sketch(wide, tall, unit=wide)
    image = s.done()
    outer = Sketch(wide, tall, unit=wide)
    outer.rect(0, 0, wide, tall, HAZARD, 10)
    mask = outer.done().getchannel("A")
    inner = Sketch(wide, tall, unit=wide)
    inner.rect(6, 6, wide - 6, tall - 6, INK, 6)
    hole = inner.done().getchannel("A").point([255 - level for level in range(256)])
    frame = Image.new("L", mask.size, 0)
    frame.paste(mask, (0, 0), hole)
    image.paste(HAZARD, (0, 0), frame)
    image.putalpha(frame)
    return image


@cache
def mark(text: str, size: int) -> Image.Image:
    """A place in an order, or a sign, in a disc."""
    s = Sketch(size)
    s.circle(50, 50, 50, INK)
    s.circle(50, 50, 43, HAZARD)
    image = s.done()
    write_on(image, text, size * 0.5, size * 0.48, round(size * (0.62 if len(text) < 2 else 0.5)), INK)
    return image


@cache
def pill(text: str, tall: int, seat: Seat | None = None) -> Image.Image:
    """A short word on a pill, in the colours of a seat or of an order."""
    size = round(tall * 0.7)
    wide = width(text, size) + tall
    tone = None if seat is None else of_seat(seat)
    s = Sketch(wide, tall, unit=wide)
    s.rect(0, 0, wide, tall, INK, tall / 2)
    s.rect(3, 3, wide - 3, tall - 3, HAZARD if tone is None else tone.base, tall / 2 - 3)
    image = s.done()
    write_on(image, text, wide * 0.5, tall * 0.48, size, INK if tone is None else tone.ink)
    return image
