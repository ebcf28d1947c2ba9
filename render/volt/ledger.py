"""A band under the heading for what goes beyond one robot: prizes of a championship, the bot side, module decks."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engines.volt.cards import CHAMPIONS
from engines.volt.model import CATEGORIES, View
from locales import Words
from render import robots, sprites
from render.canvas import Sketch, place, stamp
from render.palette import ALLOY_LIT, BOT_LIT, GRAPHITE, HAZARD_LIT, INK, PLATE, WHITE
from render.type import fit_size, write
from render.volt import gear
from render.volt.arena import BOARD

TALL: Final = 92
PRIZE: Final = 74


def height(view: View) -> int:
    """Pixels that the band takes: none when there is nothing to tell."""
    return TALL if _shown(view) else 0


def _shown(view: View) -> bool:
    return view.championship is not None or view.bots is not None


def paint(image: Image.Image, view: View, words: Words, top: int, *, small: bool) -> None:
    """Draw the band from ``top`` over the image's whole width; the decks only in a large picture, if there is room."""
    if not _shown(view):
        return
    place(image, _ground(), 0, top)
    middle = top + TALL // 2
    x = 34
    if view.championship is not None:
        x = _championship(image, view, words, x, middle)
    if view.bots is not None:
        x = _bots(image, view, words, x, middle)
    if view.decks and not small:
        _decks(image, view, words, x, middle)


@cache
def _ground() -> Image.Image:
    s = Sketch(BOARD // 2, TALL // 2, unit=BOARD)
    s.rect(6, 0, BOARD - 6, TALL - 2, INK, 16)
    s.rect(10, 4, BOARD - 10, TALL - 8, PLATE, 13)
    s.rect(10, 7, BOARD - 10, TALL - 8, GRAPHITE, 12)
    return s.image.reduce(2)


def _championship(image: Image.Image, view: View, words: Words, x: int, middle: int) -> int:
    """Which match it is, then a shelf of trophies: lit when at stake, with the robot that holds it."""
    assert view.championship is not None
    series = view.championship
    x += write(image, words("render.match", n=series.match, of=series.matches), x, middle, 36, WHITE) + 26
    for module, holder in zip(CHAMPIONS, series.holders, strict=True):
        sprite = gear.prize(module, PRIZE, held=holder is not None, at_stake=module == series.prize)
        stamp(image, sprite, x + PRIZE / 2, middle)
        if holder is not None:
            stamp(image, robots.robot(holder, 44), x + PRIZE + 6, middle + 14)
        x += PRIZE + (34 if holder is not None else 12)
    stake = words("render.stake", prize=words(f"volt.champion.{series.prize}"))
    x, room = x + 14, BOARD - 34 - x - 14
    return x + write(image, stake, x, middle, fit_size(stake, 32, room, 22), HAZARD_LIT, room=room) + 22


def _bots(image: Image.Image, view: View, words: Words, x: int, middle: int) -> int:
    """The killbots' common score, as gems while they can be counted."""
    assert view.bots is not None
    for robot in view.robots:
        if robot.killbot is not None:
            stamp(image, robots.robot(robot.killbot, 60), x + 30, middle)
            x += 66
    x += 10
    x += write(image, words("render.bots"), x, middle, 36, BOT_LIT[1]) + 22
    if max(view.bots.vp, view.bots.target) <= 5:
        for k in range(max(view.bots.vp, view.bots.target)):
            stamp(image, sprites.gem(48, lit=k < view.bots.vp), x + 24 + k * 46, middle)
        return x + max(view.bots.vp, view.bots.target) * 46 + 30
    stamp(image, sprites.gem(48), x + 24, middle)
    return x + 56 + write(image, f"{view.bots.vp}/{view.bots.target}", x + 54, middle, 40, WHITE) + 26


def _decks(image: Image.Image, view: View, words: Words, x: int, middle: int) -> None:
    """How many cards each deck still has, at the right, as far as there is room."""
    spans = [(category, str(count)) for category, count in zip(CATEGORIES, view.decks, strict=True)]
    right = BOARD - 34
    if right - 3 * 122 < x:
        return
    for category, count in reversed(spans):
        right -= write(image, count, right, middle, 34, ALLOY_LIT, anchor="right") + 6
        stamp(image, gear.deck(category, 56), right - 28, middle)
        right -= 56 + 22
    title = words("render.decks")
    if right - x > 200:
        write(image, title, x, middle, 32, ALLOY_LIT, room=right - x - 16)
