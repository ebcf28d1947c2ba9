"""The whole picture: a heading, the arena with everything on it, the player strip."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engines.grid import Cell
from engines.volt.model import PADS, Program, RobotView, View
from locales import Words, speak
from render import robots, sprites, strip
from render.canvas import Sketch, place, stamp
from render.palette import (
    ALLOY_LIT,
    COAL,
    FIRE,
    GEM_DARK,
    GEM_LIT,
    GRAPHITE,
    HAZARD,
    HAZARD_DARK,
    HAZARD_LIT,
    INK,
    IRON,
    MOVE,
    PIT,
    PLATE,
    SEAT,
    WHITE,
    Colour,
)
from render.studio import Look
from render.text import drawn_name, join
from render.type import fit, width, write
from render.volt import marks
from render.volt.alt import private_only
from render.volt.arena import BOARD, centre, layer

HEAD: Final = 124
PLAN_HEAD: Final = 228
PHASE_COLOUR: Final[dict[str, tuple[Colour, Colour]]] = {
    "programming": (MOVE, WHITE),
    "activation": (FIRE, WHITE),
    "resolution": (GEM_DARK, WHITE),
    "over": (HAZARD, INK),
}
"""Ground and ink of the phase's pill."""


def paint(view: View, look: Look) -> Image.Image:
    """A fresh picture, ``BOARD`` pixels wide."""
    view = private_only(view)
    words = speak(look.language)
    names = tuple(drawn_name(seat, words, look.names) for seat in range(len(view.robots)))
    small = look.size == "step" or view.plan is not None
    cards = [_card(view, robot, names[robot.seat], words, small=small) for robot in view.robots]
    top = PLAN_HEAD if view.plan is not None else HEAD
    image = Image.new("RGB", (BOARD, top + BOARD + strip.height(cards, small=small)), COAL)
    _heading(image, view, look, words, names)
    image.paste(_arena(view, words), (0, top))
    strip.paint(image, cards, top + BOARD, small=small)
    return image


# ---- heading


def _heading(image: Image.Image, view: View, look: Look, words: Words, names: tuple[str, ...]) -> None:
    if view.plan is not None:
        _plan_heading(image, view, words)
    elif view.winners and not (look.size == "step" and view.command is not None):
        _winner_heading(image, view, words, names)
    elif view.command is not None and view.actor is not None:
        _command_heading(image, view, words, names)
    else:
        _round_heading(image, view, words)


@cache
def _band(tall: int, ground: Colour, lit: Colour, edge: Colour) -> Image.Image:
    s = Sketch(BOARD // 2, tall // 2, unit=BOARD)
    s.rect(6, 6, BOARD - 6, tall - 4, INK, 18)
    s.rect(10, 10, BOARD - 10, tall - 10, lit, 15)
    s.rect(10, 14, BOARD - 10, tall - 10, ground, 14)
    s.rect(10, 10, 40, tall - 10, edge, 14)
    s.rect(28, 10, 40, tall - 10, ground)
    s.rect(10, 10, 28, tall - 10, edge, 0)
    return s.image.reduce(2)


def _round_heading(image: Image.Image, view: View, words: Words) -> None:
    ground, ink = PHASE_COLOUR[view.phase]
    place(image, _band(HEAD, GRAPHITE, PLATE, ground), 0, 0)
    middle = HEAD // 2 + 1
    x = 50 + write(image, words("render.round", n=view.round), 50, middle, 56, WHITE) + 28
    label = words(f"render.phase.{view.phase}")
    wide = width(label, 36) + 48
    place(image, _pill(wide, 62, ground), x, middle - 31)
    write(image, label, x + wide / 2, middle, 36, ink, anchor="middle")
    if view.phase == "activation" and view.pad is not None:
        for pad in PADS:
            stamp(image, sprites.pad_badge(pad + 1, 58, lit=pad == view.pad), x + wide + 52 + pad * 66, middle)
    _target(image, view, words, middle)


def _target(image: Image.Image, view: View, words: Words, middle: int) -> None:
    """How many points win, at the right."""
    used = write(image, words("render.target", n=view.target), BOARD - 34, middle, 36, GEM_LIT, anchor="right")
    stamp(image, sprites.gem(66), BOARD - 34 - used - 40, middle)


def _command_heading(image: Image.Image, view: View, words: Words, names: tuple[str, ...]) -> None:
    """Who acts and with which die: the caption of a step."""
    assert view.actor is not None
    assert view.command is not None
    place(image, _band(HEAD, GRAPHITE, PLATE, SEAT[view.actor % 4]), 0, 0)
    stamp(image, robots.robot(view.actor, 96), 98, HEAD / 2)
    place_words = words("render.round", n=view.round)
    if view.pad is not None:
        place_words += words("render.dot") + words("render.pad", n=view.pad + 1)
    write(image, names[view.actor], 162, 44, 46, WHITE, room=BOARD - 162 - 330)
    write(image, place_words, 162, 90, 32, ALLOY_LIT)
    die = sprites.die(view.command.die, view.command.pip, view.command.dir, 112)
    stamp(image, die, BOARD - 84, HEAD / 2)
    verb = words(f"render.act.{view.command.die}")
    write(image, verb, BOARD - 152, 44, 40, WHITE, anchor="right")
    compass = words(f"render.compass.{view.command.dir}")
    write(image, compass, BOARD - 152, 90, 32, ALLOY_LIT, anchor="right")


def _winner_heading(image: Image.Image, view: View, words: Words, names: tuple[str, ...]) -> None:
    place(image, _band(HEAD, HAZARD, HAZARD_LIT, HAZARD_DARK), 0, 0)
    middle = HEAD // 2 + 1
    stamp(image, sprites.crown(96), 98, middle)
    x = 156
    for seat in view.winners:
        stamp(image, robots.robot(seat, 90), x + 48, middle)
        x += 100
    left = x + 14
    room = BOARD - 34 - left
    write(image, words("render.winner" if len(view.winners) == 1 else "render.winners"), left, 42, 32, INK)
    write(image, _joined([names[seat] for seat in view.winners], words, 46, room), left, 86, 46, INK)


def _joined(names: list[str], words: Words, size: int, room: int) -> str:
    """The names as a list, the longest shortened until all fit."""
    each = room
    text = join(names, words)
    while width(text, size) > room and each > size * 2:
        each -= 12
        text = join([fit(name, size, each) for name in names], words)
    return text


def _plan_heading(image: Image.Image, view: View, words: Words) -> None:
    """The viewer's three pads, large."""
    assert view.plan is not None
    seat = view.plan.seat
    place(image, _band(PLAN_HEAD, GRAPHITE, PLATE, SEAT[seat % 4]), 0, 0)
    stamp(image, robots.robot(seat, 64), 84, 48)
    write(image, words("render.plan"), 128, 46, 42, WHITE)
    write(image, words("render.round", n=view.round), BOARD - 34, 46, 36, ALLOY_LIT, anchor="right")
    for pad, command in enumerate(view.plan.program.pads):
        x, y = 52 + pad * 310, 88
        place(image, _bed(298, 124), x, y)
        stamp(image, sprites.pad_badge(pad + 1, 56, lit=command is not None), x + 44, y + 62)
        if command is None:
            stamp(image, sprites.slot(124), x + 140, y + 62)
            continue
        stamp(image, sprites.die(command.die, command.pip, command.dir, 116), x + 136, y + 62)
        write(image, words(f"render.act.{command.die}"), x + 204, y + 42, 32, WHITE, room=88)
        write(image, words(f"render.compass.short.{command.dir}"), x + 204, y + 84, 34, ALLOY_LIT, room=88)


@cache
def _bed(wide: int, tall: int) -> Image.Image:
    s = Sketch(wide, tall, unit=wide)
    s.rect(0, 0, wide, tall, IRON, 14)
    s.rect(3, 3, wide - 3, tall - 1, INK, 12)
    s.rect(3, 7, wide - 3, tall - 3, PIT, 12)
    return s.done()


@cache
def _pill(wide: int, tall: int, ground: Colour) -> Image.Image:
    s = Sketch(wide, tall, unit=wide)
    s.rect(0, 0, wide, tall, INK, tall / 2)
    s.rect(4, 4, wide - 4, tall - 4, ground, tall / 2 - 4)
    return s.done()


# ---- arena


def _arena(view: View, words: Words) -> Image.Image:
    image = layer(view.arena, words("render.north")).copy()
    standing = {robot.pos: robot for robot in view.robots if robot.pos is not None}
    for cell, _ in view.markers:
        if cell not in standing:
            stamp(image, sprites.gem(70), *centre(cell))
    marks.ground(image, view)
    for cell, robot in sorted(standing.items()):
        _robot(image, view, cell, robot)
    for cell, count in view.markers:
        _marker(image, cell, count, covered=cell in standing)
    marks.air(image, view)
    return image


def _robot(image: Image.Image, view: View, cell: Cell, robot: RobotView) -> None:
    x, y = centre(cell)
    own = view.plan is not None and view.plan.seat == robot.seat
    if own or robot.seat in view.winners:
        stamp(image, sprites.halo(122, WHITE if own else HAZARD), x, y)
    stamp(image, robots.robot(robot.seat, 94), x, y - 4)
    if robot.damage:
        stamp(image, sprites.hull_bar(robot.max_damage - robot.damage, robot.max_damage, 27), x, y + 38)
    if robot.seat in view.winners:
        stamp(image, sprites.crown(62), x, y - 50)


def _marker(image: Image.Image, cell: Cell, count: int, *, covered: bool) -> None:
    """A marker under a robot peeps out at the corner; several say how many."""
    x, y = centre(cell)
    if covered:
        stamp(image, sprites.gem(38), x - 34, y - 34)
    if count > 1:
        stamp(image, sprites.pad_badge(count, 34), x + 34, y - 34)


# ---- strip


def _card(view: View, robot: RobotView, name: str, words: Words, *, small: bool) -> strip.Card:
    state = "out" if robot.out else "standing" if robot.pos is not None else "destroyed"
    return strip.Card(
        seat=robot.seat,
        name=name,
        points=robot.vp,
        target=view.target,
        damage=robot.damage,
        hull=robot.max_damage,
        turn=robot.marker,
        state=state,
        note="" if state == "standing" else words(f"render.state.{state}"),
        dice=() if small else _faces(robot.program),
        current=view.pad if view.phase == "activation" and state == "standing" else None,
        marked=robot.seat == view.actor or (view.plan is not None and view.plan.seat == robot.seat),
        winner=robot.seat in view.winners,
    )


def _faces(program: Program | None) -> tuple[strip.DieFace | None, ...]:
    if program is None:
        return ()
    return tuple(None if command is None else (command.die, command.pip, command.dir) for command in program.pads)
