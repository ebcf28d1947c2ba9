"""The band at the top: round and turn, who drives with which car, the dice of the turn, how far the race has come."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engines.thunder_road.facts import ROWS
from engines.thunder_road.model import DIRS, Assign, seat_of, size_of, spot_name
from engines.thunder_road.views import Plan, View
from locales import Words
from render import sprites
from render.canvas import Sketch, place, stamp
from render.palette import (
    ALLOY_LIT,
    GRAPHITE,
    HAZARD,
    HAZARD_DARK,
    HAZARD_LIT,
    INK,
    PIT,
    PLATE,
    SAND_LIT,
    WHITE,
    Colour,
)
from render.thunder_road import crews, pieces, signs
from render.type import fit_size, write

WIDE: Final = 800
"""How wide every picture is."""
HEAD: Final = 148
SMALL: Final = 106
"""How tall the first band is over a step or a plan."""
ROLLS: Final = 84
"""How tall the second band is."""
DICE: Final = 9
"""At most so many of the turn's dice are shown, the last ones."""
LEFT: Final = 122
RIGHT: Final = 788


def height(view: View, *, small: bool) -> int:
    return _first(view, small=small) + (ROLLS if _second(view) else 0)


def _first(view: View, *, small: bool) -> int:
    return SMALL if small and view.winner is None else HEAD


def _second(view: View) -> bool:
    """Whether there is a second band: the plan, or dice that have been rolled."""
    return view.plan is not None or (bool(view.turn.rolls) and view.winner is None)


def paint(image: Image.Image, view: View, words: Words, names: tuple[str, ...], *, small: bool) -> None:
    """Draw the bands; names are by seat, in characters that the font has."""
    if view.winner is not None:
        _winner(image, view, words, names)
        return
    tall = _first(view, small=small)
    _turn(image, view, words, names, tall)
    if view.plan is not None:
        _plan(image, view.plan, view, words, tall)
    elif view.turn.rolls:
        _rolls(image, view, words, tall)


@cache
def _band(tall: int, ground: Colour, lit: Colour, edge: Colour) -> Image.Image:
    s = Sketch(WIDE, tall, unit=WIDE)
    s.rect(4, 4, WIDE - 4, tall - 2, INK, 16)
    s.rect(8, 8, WIDE - 8, tall - 7, lit, 13)
    s.rect(8, 12, WIDE - 8, tall - 7, ground, 12)
    s.rect(8, 8, 34, tall - 7, edge, 12)
    s.rect(22, 8, 34, tall - 7, ground)
    return s.done()


def _turn(image: Image.Image, view: View, words: Words, names: tuple[str, ...], tall: int) -> None:
    """Whose turn it is; over the whole road also how far the race has come."""
    seat = view.turn.seat
    place(image, _band(tall, GRAPHITE, PLATE, crews.tones(seat).base), 0, 0)
    stamp(image, crews.badge(seat, 78 if tall == HEAD else 66), 76, tall / 2)
    car = view.plan.car if view.plan is not None else view.turn.car
    right = _road_die(image, view, words, tall)
    if car is not None:
        right = _car(image, view, car, right, tall)
    room = right - LEFT - 8
    line = words("render.thunder_road.turn", round=view.round, n=min(view.crews[seat].turns + 1, 3))
    name = names[seat]
    write(image, line, LEFT, 34, fit_size(line, 28, room, 20), ALLOY_LIT, room=room)
    write(image, name, LEFT, 74, fit_size(name, 44, room, 28), WHITE, room=room)
    if tall < HEAD:
        return
    line = final(view, words)
    stamp(image, signs.flag(30), LEFT + 14, 114)
    write(image, line, LEFT + 38, 114, fit_size(line, 26, room - 38, 18), SAND_LIT, room=room - 38)


def final(view: View, words: Words) -> str:
    """How far it is to the finish, or to the tile that brings it."""
    if view.finish:
        return words("render.thunder_road.final.row", n=view.tiles[2].number * ROWS + ROWS)
    if view.final is not None and len(view.order) == 2:
        return words("render.thunder_road.final.two", n=view.laid, of=view.final)
    return words("render.thunder_road.final.more", n=view.laid)


def _road_die(image: Image.Image, view: View, words: Words, tall: int) -> int:
    """At the right; returns where it begins."""
    size = 72 if tall == HEAD else 54
    stamp(image, signs.road_die(view.road_die, size), RIGHT - 60, 14 + size / 2 + (8 if tall == HEAD else 0))
    label = words("render.thunder_road.road_die")
    write(image, label, RIGHT - 60, tall - 27, fit_size(label, 24, 104, 16), ALLOY_LIT, anchor="middle", room=104)
    return RIGHT - 118


def _car(image: Image.Image, view: View, car: int, right: int, tall: int) -> int:
    """The car that drives, and the moves it has left."""
    seat = seat_of(car)
    assert seat is not None
    left = view.plan.left if view.plan is not None else view.turn.left
    place(image, _bed(106, tall - 26), right - 108, 14)
    sprite = pieces.car(seat, size_of(car), min(84, tall - 32), broken=not view.cars[car].operable)
    stamp(image, sprite, right - 62, 14 + (tall - 26) / 2)
    if view.turn.stage in ("assign", "move", "strike", "bonus") and (left or view.plan is not None):
        stamp(image, sprites.pad_badge(left, 44), right - 22, tall - 32)
    return right - 112


@cache
def _bed(wide: int, tall: int) -> Image.Image:
    s = Sketch(wide, tall, unit=wide)
    s.rect(0, 0, wide, tall, INK, 14)
    s.rect(3, 5, wide - 3, tall - 3, PIT, 12)
    return s.done()


def _rolls(image: Image.Image, view: View, words: Words, top: int) -> None:
    """The dice of this turn, large enough to be read on a phone."""
    _strip(image, words("render.thunder_road.rolled"), top)
    shown = view.turn.rolls[-DICE:]
    for k, die in enumerate(shown):
        stamp(image, signs.roll(die, 68), RIGHT - 46 - 72 * (len(shown) - 1 - k), top + ROLLS / 2 - 2)


@cache
def _strip_ground() -> Image.Image:
    s = Sketch(WIDE, ROLLS, unit=WIDE)
    s.rect(4, 0, WIDE - 4, ROLLS - 4, INK, 14)
    s.rect(8, 3, WIDE - 8, ROLLS - 8, PIT, 11)
    return s.done()


def _strip(image: Image.Image, label: str, top: int) -> None:
    place(image, _strip_ground(), 0, top)
    write(image, label, 28, top + ROLLS / 2 - 2, fit_size(label, 28, 104, 18), ALLOY_LIT, room=104)


def _plan(image: Image.Image, plan: Plan, view: View, words: Words, top: int) -> None:
    """The answer so far: the die, the command with its die, the path."""
    _strip(image, words("render.thunder_road.plan"), top)
    y = top + ROLLS / 2 - 2
    x = _assigned(image, plan, view, y) if isinstance(plan.action, Assign) else 168
    path = plan.action.path
    each = min(54, (RIGHT - x) // max(1, len(path)))
    for move in path:
        if move in DIRS:
            stamp(image, signs.direction_die(move, each - 2), x + each / 2, y)
        else:
            write(image, move, x + each / 2, y, 30, HAZARD_LIT, anchor="middle")
        x += each


def _assigned(image: Image.Image, plan: Plan, view: View, y: float) -> int:
    """The die and the command; returns where the path begins."""
    assert isinstance(plan.action, Assign)
    action, dice, x = plan.action, view.crews[plan.seat].dice, 140
    if action.die is not None and action.die < len(dice):
        stamp(image, signs.move_die(dice[action.die].value, plan.seat, 64), x + 32, y)
        x += 78
    if action.command is not None:
        stamp(image, signs.command(action.command, 64, state="chosen"), x + 32, y)
        x += 68
        if action.command_die is not None and action.command_die < len(dice):
            stamp(image, signs.move_die(dice[action.command_die].value, plan.seat, 50), x + 25, y + 5)
            x += 56
        if action.spot is not None:
            x += write(image, spot_name(action.spot), x + 2, y, 32, WHITE) + 8
    return x + 10


def _winner(image: Image.Image, view: View, words: Words, names: tuple[str, ...]) -> None:
    assert view.winner is not None
    place(image, _band(HEAD, HAZARD, HAZARD_LIT, HAZARD_DARK), 0, 0)
    stamp(image, crews.badge(view.winner, 92), 86, HEAD / 2 + 8)
    stamp(image, sprites.crown(60), 86, 30)
    x, room = 152, RIGHT - 24 - 152
    write(image, words("render.winner"), x, 36, 28, INK)
    name = names[view.winner]
    write(image, name, x, 76, fit_size(name, 46, room, 30), INK, room=room)
    line = words(f"render.thunder_road.won.{view.reason}", round=view.round)
    write(image, line, x, 117, fit_size(line, 26, room, 18), INK, room=room)
