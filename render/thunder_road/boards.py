"""The crews' boards at the right: dice and what they went into, the command, the chopper, three dashboards."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engines.core import Seat
from engines.thunder_road.facts import COAST_SLOTS, DAMAGE_SLOTS
from engines.thunder_road.model import COMMANDS, CommandName, Die, size_of, spot_name
from engines.thunder_road.views import View
from locales import Words
from render import sprites
from render.canvas import Sketch, place, stamp
from render.palette import (
    ALLOY,
    ALLOY_LIT,
    COAL,
    FIRE_LIT,
    GRAPHITE,
    INK,
    IRON,
    PIT,
    WHITE,
    Colour,
)
from render.thunder_road import crews, pieces, signs
from render.thunder_road.names import parked
from render.type import fit_size, write

FULL: Final = 452
"""How tall a whole board is."""
GAP: Final = 8
ROW: Final = 74
"""How tall a dashboard is."""


def paint(image: Image.Image, view: View, words: Words, names: tuple[str, ...], x: int, y: int, wide: int) -> int:
    """Every crew's board in whole, in the order of play; returns where they end."""
    for seat in view.order:
        _board(image, view, words, names[seat], seat, x, y, wide)
        y += FULL + GAP
    return y


def _board(image: Image.Image, view: View, words: Words, name: str, seat: Seat, x: int, y: int, wide: int) -> None:
    crew = view.crews[seat]
    active = _active(view, seat)
    place(image, _ground(wide, FULL, seat, active, crew.out is not None), x, y)
    _name(image, view, name, seat, x, y, wide)
    left, room = x + 12, wide - 24
    if crew.out is None:
        _dice(image, crew.dice, seat, left, y + 74, room)
        _commands(image, view, words, seat, left, y + 156, room)
    else:
        stamp(image, signs.out_stamp(96), x + wide / 2, y + 118)
        label = words("render.thunder_road.out", n=crew.out)
        write(image, label, x + wide / 2, y + 190, fit_size(label, 30, room, 20), FIRE_LIT, anchor="middle", room=room)
    for k in range(3):
        _dashboard(image, view, words, seat * 3 + k, x + 6, y + 222 + k * (ROW + 2), wide - 12)


def _active(view: View, seat: Seat) -> bool:
    if view.winner is not None:
        return seat == view.winner
    asked = view.question.seat if view.question is not None else view.turn.seat
    return seat == (view.plan.seat if view.plan is not None else asked)


@cache
def _ground(wide: int, tall: int, seat: Seat, active: bool, out: bool) -> Image.Image:
    tone = crews.tones(None if out else seat)
    s = Sketch(wide, tall, unit=wide)
    s.rect(0, 0, wide, tall, WHITE if active else INK, 16)
    s.rect(4, 4, wide - 4, tall - 4, INK, 13)
    s.rect(6, 6, wide - 6, tall - 6, GRAPHITE, 11)
    s.rect(6, 6, wide - 6, 62, tone.dark, 11)
    s.rect(6, 6, wide - 6, 56, tone.base, 11)
    s.rect(6, 40, wide - 6, 57, tone.base)
    s.rect(6, 57, wide - 6, 62, tone.dark)
    return s.done()


def _name(image: Image.Image, view: View, name: str, seat: Seat, x: int, y: int, wide: int) -> None:
    out = view.crews[seat].out is not None
    stamp(image, crews.badge(seat, 50, dull=out), x + 34, y + 34)
    room = wide - 64 - 14
    if view.winner == seat:
        stamp(image, sprites.crown(44), x + wide - 34, y + 32)
        room -= 48
    elif view.first == seat and view.winner is None:
        stamp(image, signs.flag(40), x + wide - 32, y + 33)
        room -= 44
    write(image, name, x + 64, y + 33, fit_size(name, 30, room, 22), WHITE if out else crews.ink(seat), room=room)


def _dice(image: Image.Image, dice: tuple[Die, ...], seat: Seat, x: int, y: int, room: int) -> None:
    """Each die with what it went into: the car and, under it, the command or a coast."""
    step = room / 4
    for k, die in enumerate(dice):
        middle = x + step * (k + 0.5)
        stamp(image, signs.move_die(die.value, seat, 46, spent=die.use is not None), middle, y + 22)
        if die.use is None:
            continue
        if die.use in ("move", "coast") and die.car is not None:
            stamp(image, pieces.car(seat, size_of(die.car), 34, shadow=False), middle - 12, y + 60)
            stamp(image, signs.command(die.use, 24, state="chosen"), middle + 14, y + 60)
        else:
            stamp(image, signs.command(die.use, 32, state="chosen"), middle, y + 60)


def used_command(dice: tuple[Die, ...]) -> CommandName | None:
    """Which command the crew has given this round."""
    return next((name for name in COMMANDS for die in dice if die.use == name), None)


def _commands(image: Image.Image, view: View, words: Words, seat: Seat, x: int, y: int, room: int) -> None:
    """The command board, and where the chopper is."""
    used = used_command(view.crews[seat].dice)
    for k, name in enumerate(COMMANDS):
        state = "ready" if used is None else "chosen" if used == name else "off"
        stamp(image, signs.command(name, 44, state=state), x + 22 + k * 47, y + 30)
    spot = view.crews[seat].chopper
    label = words("render.thunder_road.in_hand") if spot is None else spot_name(spot)
    left = x + 4 * 47 + 2
    wide = x + room - left
    sprite = pieces.chopper(seat, 50)
    stamp(image, sprite if spot is not None else signs.dim(sprite), left + wide / 2, y + 20)
    tone = ALLOY if spot is None else WHITE
    write(image, label, left + wide / 2, y + 53, fit_size(label, 24, wide, 16), tone, anchor="middle", room=wide)


def _dashboard(image: Image.Image, view: View, words: Words, vehicle: int, x: int, y: int, wide: int) -> None:
    """One car: outline, where it is, moved and coasted, its damage tokens."""
    car = view.cars[vehicle]
    seat = vehicle // 3
    current = view.turn.car == vehicle and view.winner is None
    place(image, _bed(wide, ROW, WHITE if current else IRON, PIT if car.operable else COAL), x, y)
    sprite = pieces.car(seat, size_of(vehicle), 60, broken=not car.operable and car.place != "gone")
    middle = y + ROW / 2
    stamp(image, signs.dim(sprite) if car.place == "gone" else sprite, x + 38, middle)
    if car.place == "gone":
        stamp(image, pieces.skull(38), x + 38, middle)
        label = parked(view, car, words)
        write(image, label, x + 76, middle, fit_size(label, 26, wide - 90, 18), ALLOY, room=wide - 90)
        return
    label = words("render.thunder_road.bay") if car.spot is None else parked(view, car, words)
    room = wide - 76 - 8 - DAMAGE_SLOTS * 44
    if car.operable:
        write(image, label, x + 76, y + 23, fit_size(label, 28, room, 18), WHITE, room=room)
        stamp(image, pieces.check(28) if car.moved else _unmoved(28), x + 90, y + 53)
        for k in range(COAST_SLOTS):
            stamp(image, pieces.coast(26, lit=k < car.coasts), x + 120 + k * 27, y + 53)
    else:
        write(image, label, x + 76, y + 23, fit_size(label, 26, room, 18), ALLOY_LIT, room=room)
        note = words("render.thunder_road.broken")
        write(image, note, x + 76, y + 53, fit_size(note, 22, room, 16), FIRE_LIT, room=room)
    for k in range(DAMAGE_SLOTS):
        token = car.damage[k] if k < len(car.damage) else None
        stamp(image, signs.damage(token, 40), x + wide - 72 + k * 43 - 6, middle)


@cache
def _unmoved(pixels: int) -> Image.Image:
    s = Sketch(pixels)
    s.circle(50, 50, 48, INK)
    s.circle(50, 50, 39, GRAPHITE)
    return s.done()


@cache
def _bed(wide: int, tall: int, edge: Colour, ground: Colour) -> Image.Image:
    s = Sketch(wide, tall, unit=wide)
    s.rect(0, 0, wide, tall, edge, 12)
    s.rect(3, 3, wide - 3, tall - 3, INK, 10)
    s.rect(3, 6, wide - 3, tall - 3, ground, 10)
    return s.done()


# ---- beside a step

NAMED: Final = 196
"""From this height on there is room for the cars' spaces."""


def beside(image: Image.Image, view: View, names: tuple[str, ...], x: int, y: int, wide: int, tall: int) -> None:
    """Every crew in a few lines: sign and name, cars with their damage, dice."""
    each = min(240, (tall - GAP * (len(view.order) - 1)) // len(view.order))
    for k, seat in enumerate(view.order):
        _short(image, view, names[seat], seat, x, y + k * (each + GAP), wide, each)


def _short(image: Image.Image, view: View, name: str, seat: Seat, x: int, y: int, wide: int, tall: int) -> None:
    crew = view.crews[seat]
    out = crew.out is not None
    place(image, _small(wide, tall, seat, _active(view, seat), out), x, y)
    stamp(image, crews.badge(seat, 36, dull=out), x + 26, y + 27)
    tone = WHITE if out else crews.ink(seat)
    write(image, name, x + 48, y + 27, fit_size(name, 26, wide - 60, 20), tone, room=wide - 60)
    named = tall >= NAMED
    size = min(84, tall - 116 - (28 if named else 0), (wide - 16) // 3)
    top = y + 50 + size // 2
    step = (wide - 12) / 3
    for k in range(3):
        number = seat * 3 + k
        car = view.cars[number]
        middle = x + 6 + step * (k + 0.5)
        gone = car.place == "gone"
        sprite = pieces.car(seat, size_of(number), size, broken=not car.operable and not gone)
        stamp(image, signs.dim(sprite) if gone else sprite, middle, top)
        if gone:
            stamp(image, pieces.skull(round(size * 0.6)), middle, top)
            continue
        stamp(image, pieces.pips(len(car.damage), 20), middle, top + size / 2 + 10)
        if car.moved:
            stamp(image, pieces.check(22), middle + size * 0.42, top - size * 0.3)
        if named and car.spot is not None and car.spot.row < view.front:
            write(image, spot_name(car.spot), middle, top + size / 2 + 34, 24, WHITE, anchor="middle", room=round(step))
    _short_dice(image, crew.dice, seat, x, y + tall - 27, wide)


def _short_dice(image: Image.Image, dice: tuple[Die, ...], seat: Seat, x: int, y: float, wide: int) -> None:
    step = min(52.0, (wide - 12) / 4)
    left = x + wide / 2 - step * 2
    for k, die in enumerate(dice):
        sprite = signs.move_die(die.value, seat, 36, spent=die.use is not None)
        stamp(image, sprite, left + step * (k + 0.5), y)
        if die.use is not None:
            stamp(image, signs.command(die.use, 22, state="chosen"), left + step * (k + 0.5) + 9, y + 9)


@cache
def _small(wide: int, tall: int, seat: Seat, active: bool, out: bool) -> Image.Image:
    tone = crews.tones(None if out else seat)
    s = Sketch(wide, tall, unit=wide)
    s.rect(0, 0, wide, tall, WHITE if active else INK, 14)
    s.rect(4, 4, wide - 4, tall - 4, INK, 11)
    s.rect(5, 5, wide - 5, tall - 5, GRAPHITE, 10)
    s.rect(5, 5, wide - 5, 48, tone.dark, 10)
    s.rect(5, 5, wide - 5, 44, tone.base, 10)
    s.rect(5, 30, wide - 5, 44, tone.base)
    s.rect(5, 44, wide - 5, 48, tone.dark)
    return s.done()
