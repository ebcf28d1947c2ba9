"""The player strip: who plays, which robot is theirs, and how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from PIL import Image

from render import robots, sprites
from render.canvas import Sketch, faded, place, stamp
from render.palette import COAL, FIRE_LIT, GEM_LIT, GRAPHITE, INK, IRON, PIT, PLATE, SEAT, WHITE, Colour
from render.type import fit_size, write

DieFace = tuple[Literal["blue", "red"], int, str]
"""Colour, pips, direction."""

GAP: Final = 12
MARGIN: Final = 14


@dataclass(frozen=True, slots=True)
class Card:
    """What one player's card shows. It knows no game: points, hull, a place in the order, and dice."""

    seat: int
    name: str
    points: int
    target: int
    damage: int
    hull: int
    turn: int
    state: Literal["standing", "destroyed", "out"] = "standing"
    note: str = ""
    """A word on the state, shown where the hull would be."""
    dice: tuple[DieFace | None, ...] = ()
    current: int | None = None
    """The die that is being resolved; those before it are done. ``None`` with dice: all are past."""
    marked: bool = False
    """Drawn out: it acts now, or it is the viewer's own."""
    winner: bool = False


def height(cards: Sequence[Card], *, small: bool) -> int:
    """Pixels that the strip takes, with its margins."""
    if small:
        return SMALL[1] + MARGIN * 2
    rows = (len(cards) + 1) // 2
    return rows * _card_height(cards) + (rows - 1) * GAP + MARGIN * 2


def paint(image: Image.Image, cards: Sequence[Card], top: int, *, small: bool) -> None:
    """Draw the strip from ``top`` over the image's whole width."""
    if small:
        width = (image.width - MARGIN * 2 - GAP * (len(cards) - 1)) // len(cards)
        for k, card in enumerate(cards):
            _small(image, card, MARGIN + k * (width + GAP), top + MARGIN, width)
        return
    width = (image.width - MARGIN * 2 - GAP) // 2
    tall = _card_height(cards)
    for k, card in enumerate(cards):
        x, y = MARGIN + (k % 2) * (width + GAP), top + MARGIN + (k // 2) * (tall + GAP)
        _large(image, card, x, y, width, tall)
    if len(cards) % 2:
        place(
            image, _plate(width, tall, PIT, None), MARGIN + width + GAP, top + MARGIN + (len(cards) // 2) * (tall + GAP)
        )


SMALL: Final = (240, 142)
TALL: Final = 216
SHORT: Final = 134


def _card_height(cards: Sequence[Card]) -> int:
    return TALL if any(card.dice for card in cards) else SHORT


def _large(image: Image.Image, card: Card, x: int, y: int, width: int, tall: int) -> None:
    place(image, _plate(width, tall, GRAPHITE if card.state != "out" else PIT, card.seat, marked=card.marked), x, y)
    _portrait(image, card, x + 78, y + 66, 104, 48)
    left = x + 146
    write(image, card.name, left, y + 34, 36, WHITE, room=x + width - left - 14)
    _standing(image, card, left, y + 94, x + width - 14, gem=54, plate=44)
    for k, face in enumerate(card.dice):
        at = (x + 82 + k * 128, y + 166)
        if card.current is not None and k == card.current:
            stamp(image, _lamp(118, 92), *at)
        stamp(image, _die(face, 90, past=card.current is None or k < card.current), *at)


def _small(image: Image.Image, card: Card, x: int, y: int, width: int) -> None:
    place(image, _plate(width, SMALL[1], GRAPHITE if card.state != "out" else PIT, card.seat, marked=card.marked), x, y)
    write(image, card.name, x + 26, y + 25, 28, WHITE, room=width - 38)
    _portrait(image, card, x + 60, y + 90, 80, 38)
    left = x + 108
    _points(image, card, left, y + 68, 40)
    _hull(image, card, left, y + 113, 36, 26, x + width - 10)


def _portrait(image: Image.Image, card: Card, x: int, y: int, size: int, badge: int) -> None:
    sprite = robots.robot(card.seat, size) if card.state == "standing" else robots.wreck(card.seat, size)
    stamp(image, sprite, x, y)
    if card.state == "destroyed":
        stamp(image, sprites.blast(size // 2), x, y)
    if card.winner:
        stamp(image, sprites.crown(round(size * 0.62)), x, y - size * 0.46)
    if card.state != "out":
        stamp(image, sprites.turn_badge(card.turn, badge), x - size * 0.42, y + size * 0.36)


def _standing(image: Image.Image, card: Card, left: int, y: int, right: int, gem: int, plate: int) -> None:
    used = _points(image, card, left, y, gem)
    _hull(image, card, left + used + 22, y, plate, 30, right)


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
def _plate(width: int, tall: int, ground: Colour, seat: int | None, *, marked: bool = False) -> Image.Image:
    s = Sketch(width, tall, unit=width)
    s.rect(0, 0, width, tall, WHITE if marked else INK, 16)
    s.rect(4, 4, width - 4, tall - 4, INK, 13)
    s.rect(5, 5, width - 5, tall - 6, PLATE if ground != PIT else COAL, 12)
    s.rect(5, 8, width - 5, tall - 6, ground, 12)
    if seat is not None:
        s.rect(5, 5, 25, tall - 6, SEAT[seat % 4], 12)
        s.rect(17, 5, 25, tall - 6, ground)
    return s.done()
