"""The player strip: who plays, which robot is theirs, how they stand, and what they have fitted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from PIL import Image

from render import robots, sprites
from render.canvas import Sketch, faded, place, stamp
from render.palette import ALLOY_LIT, COAL, FIRE_LIT, GEM_LIT, GRAPHITE, INK, IRON, PIT, PLATE, WHITE, Colour
from render.type import fit_size, write

DieFace = tuple[Literal["blue", "red"], int, str | None]
"""Colour, pips, direction; ``None`` when the direction is not known yet."""

GAP: Final = 12
MARGIN: Final = 14


@dataclass(frozen=True, slots=True)
class Card:
    """What one robot's card shows. It knows no game: points, hull, a place in the order, dice, and sprites of gear."""

    body: robots.Body
    name: str
    points: int
    target: int
    damage: int
    hull: int
    turn: int
    state: Literal["standing", "destroyed", "out"] = "standing"
    note: str = ""
    """A word on the state, shown where the hull would be."""
    plan: str | None = None
    """Shown where the points would be, by a robot that earns none."""
    dice: tuple[DieFace | None, ...] = ()
    tags: tuple[Image.Image | None, ...] = ()
    """A sprite beside each die, where there is one; pale where the die is."""
    hidden: tuple[Image.Image, str] | None = None
    """Shown in place of dice that lie face down: their back, and a word on it."""
    current: int | None = None
    """The die that is being resolved; those before it are done. ``None`` with dice: all are past; -1: none is."""
    gear: tuple[Image.Image, ...] | None = None
    """What it has fitted, at ``GEAR`` or ``SMALL_GEAR`` pixels; ``None`` takes no room, nothing yet does."""
    total: int | None = None
    """Points over a whole series of games."""
    frozen: Image.Image | None = None
    """The badge of a robot that is under ice."""
    marked: bool = False
    """Drawn out: it acts now, or it is the viewer's own."""
    winner: bool = False


SMALL: Final = (240, 142)
TALL: Final = 216
SHORT: Final = 134
GEAR: Final = 92
SMALL_GEAR: Final = 52
ROOM: Final = {GEAR: 100, SMALL_GEAR: 56}
"""What a row of gear adds to a card's height."""


def height(cards: Sequence[Card], *, small: bool) -> int:
    """Pixels that the strip takes, with its margins."""
    if small:
        return _small_height(cards) + MARGIN * 2
    tall = _rows(cards)
    return sum(tall) + (len(tall) - 1) * GAP + MARGIN * 2


def paint(image: Image.Image, cards: Sequence[Card], top: int, *, small: bool) -> None:
    """Draw the strip from ``top`` over the image's whole width."""
    if small:
        width = (image.width - MARGIN * 2 - GAP * (len(cards) - 1)) // len(cards)
        for k, card in enumerate(cards):
            _small(image, card, MARGIN + k * (width + GAP), top + MARGIN, width, _small_height(cards))
        return
    width = (image.width - MARGIN * 2 - GAP) // 2
    y = top + MARGIN
    for row, tall in enumerate(_rows(cards)):
        for k, card in enumerate(cards[row * 2 : row * 2 + 2]):
            _large(image, card, MARGIN + k * (width + GAP), y, width, tall)
        if row * 2 + 1 == len(cards):
            place(image, _plate(width, tall, PIT, None), MARGIN + width + GAP, y)
        y += tall + GAP


def _small_height(cards: Sequence[Card]) -> int:
    return SMALL[1] + (ROOM[SMALL_GEAR] if _geared(cards) else 0)


def _rows(cards: Sequence[Card]) -> list[int]:
    """The height of each row of large cards: all leave room for dice when one has some, a row leaves it for gear."""
    tall = TALL if any(card.dice or card.hidden for card in cards) else SHORT
    return [tall + (ROOM[GEAR] if _geared(cards[k : k + 2]) else 0) for k in range(0, len(cards), 2)]


def _geared(cards: Sequence[Card]) -> bool:
    return any(card.gear is not None for card in cards)


def _large(image: Image.Image, card: Card, x: int, y: int, width: int, tall: int) -> None:
    place(image, _plate(width, tall, GRAPHITE if card.state != "out" else PIT, card.body, marked=card.marked), x, y)
    _portrait(image, card, x + 78, y + 66, 104, 48)
    left, right = x + 146, x + width - 14
    used = _total(image, card, right, y + 34, 30)
    write(image, card.name, left, y + 34, 36, WHITE, room=right - used - left)
    _standing(image, card, left, y + 94, right, gem=54, plate=44)
    _program(image, card, x, y + 166, width)
    for k, piece in enumerate(card.gear or ()):
        stamp(image, piece, x + 76 + k * (GEAR + 14), y + tall - 56)


def _program(image: Image.Image, card: Card, x: int, y: int, width: int) -> None:
    if card.hidden is not None:
        back, word = card.hidden
        stamp(image, back, x + 82, y)
        write(image, word, x + 132, y, fit_size(word, 32, width - 146, 20), ALLOY_LIT, room=width - 146)
        return
    tagged = bool(card.tags)
    for k, face in enumerate(card.dice):
        at = (x + 72 + k * 146, y) if tagged else (x + 82 + k * 128, y)
        tag = card.tags[k] if tagged else None
        if card.current is not None and k == card.current:
            stamp(image, _lamp(118 if tag is None else 142, 92), at[0] + (0 if tag is None else 20), y)
        past = card.current is None or k < card.current
        stamp(image, _die(face, 90, past=past), *at)
        if tag is not None:
            stamp(image, tag, at[0] + 60, y)


def _small(image: Image.Image, card: Card, x: int, y: int, width: int, tall: int) -> None:
    place(image, _plate(width, tall, GRAPHITE if card.state != "out" else PIT, card.body, marked=card.marked), x, y)
    used = _total(image, card, x + width - 10, y + 25, 24)
    write(image, card.name, x + 26, y + 25, 28, WHITE, room=width - 38 - used)
    _portrait(image, card, x + 60, y + 90, 80, 38)
    left = x + 108
    if card.plan is not None:
        _plan(image, card.plan, left, y + 68, x + width - 10 - left, 26)
    else:
        _points(image, card, left, y + 68, 40)
    _hull(image, card, left, y + 113, 36, 26, x + width - 10)
    step = min(SMALL_GEAR + 6, (width - 34 - SMALL_GEAR) // 3)
    for k, piece in enumerate(card.gear or ()):
        stamp(image, piece, x + 30 + SMALL_GEAR / 2 + k * step, y + tall - 33)


def _portrait(image: Image.Image, card: Card, x: int, y: int, size: int, badge: int) -> None:
    make = robots.frozen if card.frozen is not None else robots.robot
    stamp(image, make(card.body, size) if card.state == "standing" else robots.wreck(card.body, size), x, y)
    if card.state == "destroyed":
        stamp(image, sprites.blast(size // 2), x, y)
    if card.frozen is not None:
        stamp(image, card.frozen, x + size * 0.4, y - size * 0.36)
    if card.winner:
        stamp(image, sprites.crown(round(size * 0.62)), x, y - size * 0.46)
    if card.state != "out":
        stamp(image, sprites.turn_badge(card.turn, badge), x - size * 0.42, y + size * 0.36)


def _total(image: Image.Image, card: Card, right: int, y: int, size: int) -> int:
    """The points over all games, at the right; returns what they take."""
    if card.total is None:
        return 0
    used = write(image, f"Σ{card.total}", right, y, size, GEM_LIT, anchor="right")
    return used + 10


def _standing(image: Image.Image, card: Card, left: int, y: int, right: int, gem: int, plate: int) -> None:
    if card.plan is not None:
        used = 3 * round(gem * 0.98)
        _plan(image, card.plan, left, y, used, 32)
    else:
        used = _points(image, card, left, y, gem)
    _hull(image, card, left + used + 22, y, plate, 30, right)


def _plan(image: Image.Image, text: str, left: int, y: int, room: int, size: int) -> None:
    write(image, text, left, y, fit_size(text, size, room, 18), ALLOY_LIT, room=room)


def _points(image: Image.Image, card: Card, left: int, y: int, size: int) -> int:
    """Gems while they can be counted at a glance, else a number."""
    if max(card.target, card.points) <= 3:
        for k in range(card.target):
            stamp(image, sprites.gem(size, lit=k < card.points), left + size / 2 + k * size * 0.98, y)
        return round(card.target * size * 0.98)
    stamp(image, sprites.gem(size), left + size / 2, y)
    return size + 8 + write(image, f"{card.points}/{card.target}", left + size + 8, y, round(size * 0.8), GEM_LIT)


def _hull(image: Image.Image, card: Card, left: int, y: int, size: int, letters: int, right: int) -> None:
    if card.note:
        room = right - left
        write(image, card.note, left, y, fit_size(card.note, letters, room, 20), FIRE_LIT, room=room)
        return
    size = min(size, round((right - left) / (card.hull * 0.96)))
    for k in range(card.hull):
        stamp(image, sprites.hull(size, whole=k < card.hull - card.damage), left + size / 2 + k * size * 0.96, y)


@cache
def _die(face: DieFace | None, size: int, *, past: bool) -> Image.Image:
    sprite = sprites.slot(size) if face is None else sprites.die(*face, size)
    return faded(sprite, 0.42) if past else sprite


@cache
def _lamp(width: int, tall: int) -> Image.Image:
    """The lit bed of the die that is being resolved."""
    s = Sketch(width, tall)
    s.rect(0, 0, 100, 100 * tall / width, IRON, 14)
    s.rect(3, 3, 97, 100 * tall / width - 3, INK, 12)
    return s.done()


@cache
def _plate(width: int, tall: int, ground: Colour, body: robots.Body | None, *, marked: bool = False) -> Image.Image:
    s = Sketch(width, tall, unit=width)
    s.rect(0, 0, width, tall, WHITE if marked else INK, 16)
    s.rect(4, 4, width - 4, tall - 4, INK, 13)
    s.rect(5, 5, width - 5, tall - 6, PLATE if ground != PIT else COAL, 12)
    s.rect(5, 8, width - 5, tall - 6, ground, 12)
    if body is not None:
        s.rect(5, 5, 25, tall - 6, robots.tones(body).base, 12)
        s.rect(17, 5, 25, tall - 6, ground)
    return s.done()
