"""The band at the top: round and phase, the command of a step, the viewer's plan or decks, or who won."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engines.volt.model import PADS, Command, View
from locales import Words
from render import robots, sprites
from render.canvas import Sketch, place, stamp
from render.palette import (
    ALLOY_LIT,
    BOT_DARK,
    BOT_DEEP,
    BOT_LIT,
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
    RUST,
    WHITE,
    Colour,
)
from render.studio import Look
from render.text import join
from render.type import fit, fit_size, width, write
from render.volt import gear
from render.volt.arena import BOARD
from render.volt.names import body_of, bots_won, won_what

HEAD: Final = 124
PLAN_HEAD: Final = 228
PHASE_COLOUR: Final[dict[str, tuple[Colour, Colour]]] = {
    "outfitting": (RUST, WHITE),
    "programming": (MOVE, WHITE),
    "activation": (FIRE, WHITE),
    "resolution": (GEM_DARK, WHITE),
    "over": (HAZARD, INK),
}
"""Ground and ink of the phase's pill."""


def height(view: View) -> int:
    return PLAN_HEAD if view.plan is not None or view.outfit is not None else HEAD


def paint(image: Image.Image, view: View, look: Look, words: Words, names: tuple[str, ...]) -> None:
    """Draw the band that fits the view; names are by robot index."""
    step = look.size == "step" and view.command is not None
    if view.plan is not None:
        _plan(image, view, words)
    elif view.outfit is not None:
        _outfit(image, view, words)
    elif view.winners and not step:
        _winner(image, view, words, names)
    elif bots_won(view) and not step:
        _bots_won(image, view, words)
    elif view.command is not None and view.actor is not None:
        _command(image, view, words, names)
    else:
        _round(image, view, words)


@cache
def band(tall: int, ground: Colour, lit: Colour, edge: Colour) -> Image.Image:
    s = Sketch(BOARD // 2, tall // 2, unit=BOARD)
    s.rect(6, 6, BOARD - 6, tall - 4, INK, 18)
    s.rect(10, 10, BOARD - 10, tall - 10, lit, 15)
    s.rect(10, 14, BOARD - 10, tall - 10, ground, 14)
    s.rect(10, 10, 40, tall - 10, edge, 14)
    s.rect(28, 10, 40, tall - 10, ground)
    s.rect(10, 10, 28, tall - 10, edge, 0)
    return s.image.reduce(2)


def _round(image: Image.Image, view: View, words: Words) -> None:
    ground, ink = PHASE_COLOUR[view.phase]
    place(image, band(HEAD, GRAPHITE, PLATE, ground), 0, 0)
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


def _command(image: Image.Image, view: View, words: Words, names: tuple[str, ...]) -> None:
    """Who acts and with which die and card: the caption of a step."""
    assert view.actor is not None
    assert view.command is not None
    body, command = body_of(view, view.actor), view.command
    place(image, band(HEAD, GRAPHITE, PLATE, robots.tones(body).base), 0, 0)
    stamp(image, robots.robot(body, 96), 98, HEAD / 2)
    place_words = words("render.round", n=view.round)
    if view.pad is not None:
        place_words += words("render.dot") + words("render.pad", n=view.pad + 1)
    stamp(image, sprites.die(command.die, command.pip, command.dir, 112), BOARD - 84, HEAD / 2)
    compass = words(f"render.compass.{command.dir}")
    name = names[view.actor]
    if command.module is None:
        write(image, name, 162, 44, 46, WHITE, room=BOARD - 162 - 330)
        write(image, words(f"render.act.{command.die}"), BOARD - 152, 44, 40, WHITE, anchor="right")
        write(image, compass, BOARD - 152, 90, 32, ALLOY_LIT, anchor="right")
    else:
        stamp(image, gear.die_badge(command.module, command.turn, 96), BOARD - 190, HEAD / 2)
        if command.turn is not None:
            compass = words("render.compass.then", first=compass, second=words(f"render.compass.{command.turn}"))
        card = words(f"volt.card.{command.module}")
        write(image, name, 162, 44, fit_size(name, 46, 290, 34), WHITE, room=290)
        write(image, card, BOARD - 248, 44, fit_size(card, 38, 290, 24), WHITE, anchor="right", room=290)
        write(image, compass, BOARD - 248, 90, fit_size(compass, 30, 290, 22), ALLOY_LIT, anchor="right", room=290)
    write(image, place_words, 162, 90, 32, ALLOY_LIT)


def _winner(image: Image.Image, view: View, words: Words, names: tuple[str, ...]) -> None:
    place(image, band(HEAD, HAZARD, HAZARD_LIT, HAZARD_DARK), 0, 0)
    middle = HEAD // 2 + 1
    stamp(image, sprites.crown(96), 98, middle)
    x = 156
    for seat in view.winners:
        stamp(image, robots.robot(seat, 90), x + 48, middle)
        x += 100
    left = x + 14
    room = BOARD - 34 - left
    key = "render.winner" if len(view.winners) == 1 else "render.winners"
    write(image, words(key + won_what(view)), left, 42, 32, INK)
    write(image, _joined([names[seat] for seat in view.winners], words, 46, room), left, 86, 46, INK)


def _bots_won(image: Image.Image, view: View, words: Words) -> None:
    """Nobody at the table has won."""
    place(image, band(HEAD, BOT_DEEP[0], BOT_DARK[0], BOT_LIT[0]), 0, 0)
    middle = HEAD // 2 + 1
    stamp(image, sprites.crown(96), 98, middle)
    x = 156
    for robot in view.robots:
        if robot.killbot is not None:
            stamp(image, robots.robot(robot.killbot, 90), x + 48, middle)
            x += 100
    write(image, words("render.winner"), x + 14, 42, 32, BOT_LIT[1])
    write(image, words("render.bots"), x + 14, 86, 46, WHITE, room=BOARD - 48 - x)


def _joined(names: list[str], words: Words, size: int, room: int) -> str:
    """The names as a list, the longest shortened until all fit."""
    each = room
    text = join(names, words)
    while width(text, size) > room and each > size * 2:
        each -= 12
        text = join([fit(name, size, each) for name in names], words)
    return text


# ---- what only the viewer sees


def _plan(image: Image.Image, view: View, words: Words) -> None:
    """The viewer's three pads, large."""
    assert view.plan is not None
    body = body_of(view, view.plan.seat)
    _own(image, view, words, body, words("render.plan"))
    for pad, command in enumerate(view.plan.program.pads):
        x, y = 52 + pad * 310, 88
        place(image, _bed(298, 124), x, y)
        stamp(image, sprites.pad_badge(pad + 1, 56, lit=command is not None), x + 44, y + 62)
        if command is None:
            stamp(image, sprites.slot(124), x + 140, y + 62)
            continue
        stamp(image, sprites.die(command.die, command.pip, command.dir, 116), x + 136, y + 62)
        _planned(image, command, words, x + 204, y)


def _planned(image: Image.Image, command: Command, words: Words, x: int, y: int) -> None:
    compass = words(f"render.compass.short.{command.dir}")
    if command.module is None:
        write(image, words(f"render.act.{command.die}"), x, y + 42, 32, WHITE, room=88)
        write(image, compass, x, y + 84, 34, ALLOY_LIT, room=88)
        return
    stamp(image, gear.die_badge(command.module, command.turn, 80), x + 42, y + 46)
    if command.turn is not None:
        compass += words("render.arrow") + words(f"render.compass.short.{command.turn}")
    write(image, compass, x + 42, y + 104, fit_size(compass, 30, 88, 20), ALLOY_LIT, anchor="middle", room=88)


def _outfit(image: Image.Image, view: View, words: Words) -> None:
    """The decks that the viewer draws from: at first, second, and later."""
    assert view.outfit is not None
    assert view.seat is not None
    _own(image, view, words, body_of(view, view.seat), words("render.outfit"))
    for k, (name, deck) in enumerate(
        (("first", view.outfit.first), ("second", view.outfit.second), ("later", view.outfit.later))
    ):
        x, y = 52 + k * 310, 88
        place(image, _bed(298, 124), x, y)
        stamp(image, gear.plain_chip(deck, deck, 96), x + 62, y + 62)
        label = words(f"render.outfit.{name}")
        word = words("render.outfit.least" if deck == "least" else f"volt.category.{deck}")
        write(image, label, x + 122, y + 40, fit_size(label, 28, 166, 18), ALLOY_LIT, room=166)
        write(image, word, x + 122, y + 84, fit_size(word, 36, 166, 20), WHITE, room=166)


def _own(image: Image.Image, view: View, words: Words, body: robots.Body, title: str) -> None:
    place(image, band(PLAN_HEAD, GRAPHITE, PLATE, robots.tones(body).base), 0, 0)
    stamp(image, robots.robot(body, 64), 84, 48)
    write(image, title, 128, 46, 42, WHITE)
    write(image, words("render.round", n=view.round), BOARD - 34, 46, 36, ALLOY_LIT, anchor="right")


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
