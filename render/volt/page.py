"""The whole picture: a heading, the arena with everything on it, the player strip."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engines.grid import Cell
from engines.volt.cards import AI_CARDS
from engines.volt.model import RobotView, View
from locales import Words, speak
from render import robots, sprites, strip
from render.canvas import stamp
from render.palette import COAL, HAZARD, WHITE
from render.studio import Look
from render.volt import gear, heading, ledger, marks
from render.volt.arena import BOARD, centre, layer
from render.volt.names import body, drawn_names, geared, private_only, total

TAG: Final = 54
"""Pixels of the card beside a die in the strip."""


def paint(view: View, look: Look) -> Image.Image:
    """A fresh picture, ``BOARD`` pixels wide."""
    view = private_only(view)
    words = speak(look.language)
    names = drawn_names(view, words, look.names)
    small = look.size == "step" or view.plan is not None
    cards = [_card(view, robot, names[robot.seat], words, small=small) for robot in view.robots]
    top = heading.height(view)
    under = top + ledger.height(view)
    image = Image.new("RGB", (BOARD, under + BOARD + strip.height(cards, small=small)), COAL)
    heading.paint(image, view, look, words, names)
    ledger.paint(image, view, words, top, small=small)
    image.paste(_arena(view, words), (0, under))
    strip.paint(image, cards, under + BOARD, small=small)
    return image


# ---- arena


def _arena(view: View, words: Words) -> Image.Image:
    killbots = any(robot.killbot is not None for robot in view.robots)
    image = layer(view.arena, words("render.north"), killbots=killbots).copy()
    standing = {robot.pos: robot for robot in view.robots if robot.pos is not None}
    for cell, owner in view.mines:
        if cell not in standing:
            stamp(image, gear.mine(owner, 84), *centre(cell))
    for cell, _ in view.markers:
        if cell not in standing:
            stamp(image, sprites.gem(70), *centre(cell))
    marks.ground(image, view)
    for cell, robot in sorted(standing.items(), key=lambda place: place[0]):
        _robot(image, view, cell, robot)
    for cell, count in view.markers:
        _marker(image, cell, count, covered=cell in standing)
    for cell, owner in view.mines:
        if cell in standing:
            x, y = centre(cell)
            stamp(image, gear.mine(owner, 46), x + 32, y - 34)
    marks.air(image, view)
    return image


def _robot(image: Image.Image, view: View, cell: Cell, robot: RobotView) -> None:
    x, y = centre(cell)
    own = view.plan is not None and view.plan.seat == robot.seat
    if own or robot.seat in view.winners:
        stamp(image, sprites.halo(122, WHITE if own else HAZARD), x, y)
    make = robots.frozen if robot.cooling else robots.robot
    stamp(image, make(body(robot), 94), x, y - 4)
    if robot.cooling:
        stamp(image, gear.frost_badge(42), x + 36, y + 4)
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
    current = _current(view, robot) if state == "standing" else None
    killbot = robot.killbot is not None
    hidden = None
    if killbot and robot.ai is None and not small:
        hidden = (gear.card_back(88), words("render.ai.hidden.long"))
    return strip.Card(
        body=body(robot),
        name=name,
        points=robot.vp,
        target=view.target,
        damage=robot.damage,
        hull=robot.max_damage,
        turn=robot.marker,
        state=state,
        note="" if state == "standing" else words(f"render.state.{state}"),
        plan=_ai_name(robot, words, small=small) if killbot else None,
        dice=() if small else _faces(robot),
        tags=() if small else _tags(view, robot, current),
        hidden=hidden,
        current=current,
        gear=_gear(robot, strip.SMALL_GEAR if small else strip.GEAR) if geared(view) and not killbot else None,
        total=total(view, robot),
        frozen=gear.frost_badge(34 if small else 42) if robot.cooling else None,
        marked=robot.seat == view.actor or (view.plan is not None and view.plan.seat == robot.seat),
        winner=robot.seat in view.winners,
    )


def _ai_name(robot: RobotView, words: Words, *, small: bool) -> str:
    """The AI card's name; one that lies face down is shown where the dice go, if there is room for dice."""
    if robot.ai is None:
        return words("render.ai.hidden") if small else ""
    return words(f"volt.ai.{robot.ai}")


def _current(view: View, robot: RobotView) -> int | None:
    """The die being resolved: what lies open before the pads are activated is all to come."""
    if view.phase == "activation":
        return -1 if view.pad is None else view.pad
    return -1 if robot.ai is not None and view.phase == "programming" else None


def _faces(robot: RobotView) -> tuple[strip.DieFace | None, ...]:
    if robot.ai is not None:
        return tuple((order.die, order.pip, None) for order in AI_CARDS[robot.ai].slots)
    if robot.program is None:
        return ()
    return tuple(None if command is None else (command.die, command.pip, command.dir) for command in robot.program.pads)


def _tags(view: View, robot: RobotView, current: int | None) -> tuple[Image.Image | None, ...]:
    """A killbot's modes, or the cards declared with the dice."""
    if robot.ai is not None:
        modes = [order.mode for order in AI_CARDS[robot.ai].slots]
        return tuple(gear.mode_badge(mode, TAG, pale=_past(pad, current)) for pad, mode in enumerate(modes))
    if robot.program is None or not view.modules:
        return ()
    return tuple(
        None
        if command is None or command.module is None
        else gear.die_badge(command.module, command.turn, TAG, pale=_past(pad, current))
        for pad, command in enumerate(robot.program.pads)
    )


def _past(pad: int, current: int | None) -> bool:
    return current is None or pad < current


def _gear(robot: RobotView, size: int) -> tuple[Image.Image, ...]:
    """The champion module first, then the cards; all off while the robot cools."""
    chips = [gear.chip(card, size, off=robot.cooling) for card in robot.cards]
    if robot.champion is not None:
        chips.insert(0, gear.champion_chip(robot.champion, size, off=robot.cooling or robot.reflected))
    return tuple(chips)
