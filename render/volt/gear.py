"""Module cards, champion modules, prizes, mines and AI cards as sprites. Each is drawn once per size and kept.

A category is told by the chip's outline first and by its colour second: attack has spikes, movement is round, tactic is
square, a champion module is a crest. What is used up is grey and struck out.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engines.volt.cards import CARDS
from engines.volt.model import Card, Category
from render import robots, sprites
from render.canvas import Point, Sketch, faded, ngon, polar, star
from render.palette import (
    ALLOY,
    ALLOY_LIT,
    BOT_DARK,
    BOT_DEEP,
    COAL,
    FIRE,
    FIRE_LIT,
    FLAME,
    GEM_DARK,
    GEM_LIT,
    GRAPHITE,
    HAZARD,
    HAZARD_DARK,
    HAZARD_LIT,
    INK,
    IRON,
    MOSS,
    MOVE,
    PLATE,
    RUST,
    SILVER,
    SPARK,
    STEEL,
    TEAL,
    WHITE,
    Colour,
)
from render.sprites import BEARING
from render.volt.glyphs import glyph

GROUND: Final[dict[str, Colour]] = {"attack": RUST, "movement": TEAL, "tactic": MOSS, "least": PLATE}
CREST: Final[tuple[Point, ...]] = ((50, 1), (70, 13), (95, 9), (93, 62), (50, 99), (7, 62), (5, 9), (30, 13))


def _shape(s: Sketch, category: str, colour: Colour, inset: float) -> None:
    """The outline of a category, filled."""
    share = 1 - inset / 50
    if category == "attack":
        s.poly(star(50, 50, 50 * share, 41 * share, 10), colour)
    elif category == "movement":
        s.circle(50, 50, 48 * share, colour)
    elif category == "champion":
        s.poly([(50 + (x - 50) * share, 50 + (y - 50) * share) for x, y in CREST], colour)
    else:
        edge = 50 - 46 * share
        s.rect(edge, edge, 100 - edge, 100 - edge, colour, 10)


@cache
def plain_chip(category: str, sign: str, size: int, *, off: bool = False) -> Image.Image:
    """A category's outline with a sign in it: a deck, or a card without its numbers."""
    s = Sketch(size)
    champion = category == "champion"
    ground = HAZARD if champion else GROUND[category]
    rim = HAZARD_LIT if champion else ALLOY_LIT
    _shape(s, category, INK, 0)
    _shape(s, category, STEEL if off else rim, 5)
    _shape(s, category, GRAPHITE if off else ground, 11)
    image = s.done()
    ink = ALLOY if off else INK if champion else WHITE
    share = 0.55 if champion else 0.6
    stamp_on(image, glyph(sign, round(size * share), ink), size * 0.5, size * (0.46 if champion else 0.5))
    return image


def stamp_on(image: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
    """Lay a sprite with its centre at (x, y) on one that has transparency."""
    image.alpha_composite(sprite, (max(0, round(x - sprite.width / 2)), max(0, round(y - sprite.height / 2))))


@cache
def chip(card: Card, size: int, *, off: bool = False) -> Image.Image:
    """A module card: outline, sign, Mk I or II as bars, the die it needs, and its charges as pips."""
    kind = CARDS[card.id]
    spent = card.charges == 0
    image = plain_chip(kind.category, kind.effect, size, off=off or spent).copy()
    s = Sketch(size)
    if spent:
        s.line([(14, 84), (86, 16)], 13, INK)
        s.line([(14, 84), (86, 16)], 7, FIRE_LIT)
    _bars(s, kind.mark)
    if kind.die is not None:
        _needs(s, kind.die)
    if kind.charges is not None:
        _pips(s, card.charges or 0, kind.charges)
    image.alpha_composite(s.done())
    return image


def _bars(s: Sketch, mark: int) -> None:
    """One bar is Mk I, two are Mk II."""
    left = 74 if mark == 1 else 62
    s.rect(left, 0, 100, 36, INK, 7)
    for k in range(mark):
        s.rect(94 - 12 * (k + 1) + 3, 6, 94 - 12 * k, 30, WHITE)


def _needs(s: Sketch, die: str) -> None:
    """The die that carries the card."""
    if die == "blue":
        s.rect(0, 0, 30, 30, INK, 6)
        s.rect(5, 5, 25, 25, MOVE, 3)
    else:
        s.poly(ngon(15, 15, 17, 8, 22.5), INK)
        s.poly(ngon(15, 15, 11.5, 8, 22.5), FIRE)


def _pips(s: Sketch, left: int, most: int) -> None:
    start = 50 - (most - 1) * 12.5
    s.rect(start - 15, 76, 100 - start + 15, 100, INK, 12)
    for k in range(most):
        s.circle(start + k * 25, 88, 9, GEM_LIT if k < left else STEEL)
        if k >= left:
            s.circle(start + k * 25, 88, 5.5, COAL)


@cache
def champion_chip(module: str, size: int, *, off: bool = False) -> Image.Image:
    """A champion module on its robot; ``off`` once used this round, or cooling."""
    return plain_chip("champion", module, size, off=off)


PALE: Final = 0.42
"""What is left of a die and its card once it is past."""


@cache
def die_badge(module: str, turn: str | None, size: int, *, pale: bool = False) -> Image.Image:
    """The card that goes with a die; with a second direction its arrow."""
    if pale:
        return faded(die_badge(module, turn, size), PALE)
    kind = CARDS[module]
    image = plain_chip(kind.category, kind.effect, size).copy()
    if turn is not None:
        s = Sketch(round(size * 0.56))
        s.circle(50, 50, 50, INK)
        s.circle(50, 50, 43, MOVE)
        x, y = polar(50, 50, 34, BEARING[turn])
        back, side = polar(50, 50, 30, BEARING[turn] + 180), polar(0, 0, 30, BEARING[turn] + 90)
        s.line([back, (50, 50)], 18, WHITE)
        s.poly([(x, y), (50 + side[0], 50 + side[1]), (50 - side[0], 50 - side[1])], WHITE)
        arrow = s.done()
        stamp_on(image, arrow, size - arrow.width / 2, size - arrow.height / 2)
    return image


# ---- killbots


@cache
def mode_badge(mode: str, size: int, *, pale: bool = False) -> Image.Image:
    """How a killbot will choose its direction."""
    if pale:
        return faded(mode_badge(mode, size), PALE)
    s = Sketch(size)
    s.poly(ngon(50, 50, 50, 4), INK)
    s.poly(ngon(50, 50, 43, 4), BOT_DARK[0])
    image = s.done()
    stamp_on(image, glyph(mode, round(size * 0.46), WHITE), size / 2, size / 2)
    return image


@cache
def card_back(size: int) -> Image.Image:
    """An AI card that lies face down."""
    s = Sketch(round(size * 0.76), size)
    tall = 100 / 0.76
    s.rect(0, 0, 100, tall, INK, 12)
    s.rect(5, 5, 95, tall - 5, ALLOY_LIT, 9)
    s.rect(12, 12, 88, tall - 12, BOT_DEEP[0], 6)
    image = s.done()
    sprites.write_on(image, "?", image.width * 0.49, size * 0.48, round(size * 0.6), WHITE)
    return image


# ---- prizes


@cache
def prize(module: str, size: int, *, held: bool, at_stake: bool) -> Image.Image:
    """A trophy with a champion module's sign: dull while nobody holds it, on a lit plate while it is played for."""
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    if at_stake:
        stamp_on(image, sprites.halo(size, WHITE), size / 2, size / 2)
    inner = round(size * 0.78)
    stamp_on(image, plain_chip("champion", module, inner, off=not held and not at_stake), size / 2, size / 2)
    return image


# ---- mines


def _prongs(s: Sketch, count: int, turn: float, far: float, colour: Colour, wide: float) -> None:
    for k in range(count):
        bearing = turn + 360 * k / count
        s.line([polar(50, 50, 24, bearing), polar(50, 50, far, bearing)], wide, colour)


OWNED: Final[tuple[tuple[Point, ...], ...]] = (
    ((24, 24), (76, 24), (76, 76), (24, 76)),
    ((50, 14), (84, 74), (16, 74)),
    tuple(ngon(50, 50, 35, 12)),
    (
        *((38, 20), (62, 20), (62, 38), (80, 38), (80, 62), (62, 62)),
        *((62, 80), (38, 80), (38, 62), (20, 62), (20, 38), (38, 38)),
    ),
)
"""Bodies of the seats' mines: square, triangle, disc and cross, as their robots are crate, wedge, saw and spider."""
PRONGS: Final = ((4, 45.0, 48.0), (3, 0.0, 48.0), (6, 30.0, 48.0), (4, 0.0, 48.0))


@cache
def mine(owner: int | None, size: int) -> Image.Image:
    """A mine: a steel ball when it is nobody's, else in its owner's shape and colour."""
    s = Sketch(size)
    s.oval(53, 58, 38, 36, sprites.SHADOW)
    if owner is None:
        _prongs(s, 8, 0, 43, INK, 16)
        _prongs(s, 8, 0, 43, ALLOY, 8)
        s.circle(50, 50, 32, INK)
        s.circle(50, 50, 28, GRAPHITE)
        s.arc(50, 50, 26, 190, 280, 6, STEEL)
        s.poly(ngon(50, 48, 21, 3), HAZARD)
        s.rect(47.5, 37, 52.5, 50, INK)
        s.circle(50, 55, 3, INK)
        return s.done()
    tone, kind = robots.tones(owner), owner % len(OWNED)
    count, turn, far = PRONGS[kind]
    _prongs(s, count, turn, far - 4, INK, 18)
    _prongs(s, count, turn, far - 4, SILVER, 9)
    body = list(OWNED[kind])
    s.blob(body, 7, INK)
    s.blob(body, 3, tone.dark)
    s.blob([(50 + (x - 50) * 0.82, 48 + (y - 50) * 0.82) for x, y in body], 2, tone.base)
    middle = 56 if kind == 1 else 50
    s.circle(50, middle, 12, INK)
    s.circle(50, middle, 7, FIRE)
    return s.done()


@cache
def ghost_mine(owner: int | None, size: int) -> Image.Image:
    """Where a mine would lie."""
    return faded(mine(owner, size), 0.6)


# ---- states


@cache
def frost_badge(size: int) -> Image.Image:
    """This robot cools."""
    s = Sketch(size)
    s.circle(50, 50, 50, INK)
    s.circle(50, 50, 43, GEM_DARK)
    image = s.done()
    stamp_on(image, glyph("frost", round(size * 0.72), WHITE), size / 2, size / 2)
    return image


@cache
def deck(category: Category, size: int) -> Image.Image:
    """A face-down module deck."""
    return plain_chip(category, category, size)


@cache
def wrench_badge(size: int) -> Image.Image:
    """A workshop at work."""
    s = Sketch(size)
    s.poly(ngon(50, 50, 50, 8, 22.5), INK)
    s.poly(ngon(50, 50, 44, 8, 22.5), HAZARD)
    image = s.done()
    stamp_on(image, glyph("wrench", round(size * 0.6), INK), size / 2, size / 2)
    return image


@cache
def shield_bubble(size: int) -> Image.Image:
    """A point of damage that a shield has taken."""
    s = Sketch(size)
    glow = s.sheet()
    glow.circle(50, 50, 48, (*GEM_LIT, 70))
    s.over(glow)
    for start in (200, 20, 110, 290):
        s.arc(50, 50, 50, start, start + 70, 9, INK)
        s.arc(50, 50, 48.5, start + 2, start + 68, 6, GEM_LIT)
    return s.done()


@cache
def shield_badge(size: int) -> Image.Image:
    s = Sketch(size)
    outline = [(50, 0), (95, 14), (92, 58), (50, 100), (8, 58), (5, 14)]
    s.poly(outline, INK)
    s.poly([(50 + (x - 50) * 0.84, 50 + (y - 50) * 0.84) for x, y in outline], GEM_LIT)
    image = s.done()
    sprites.write_on(image, "0", size * 0.49, size * 0.46, round(size * 0.6), INK)
    return image


@cache
def portal(size: int, colour: Colour, dark: Colour, *, out: bool) -> Image.Image:
    """The two ends of a jump: a broken ring where it began, a whole one where it came out."""
    s = Sketch(size)
    if out:
        s.circle(50, 50, 50, INK)
        s.circle(50, 50, 46, colour)
        s.circle(50, 50, 36, INK)
        s.circle(50, 50, 33, dark)
        return s.done()
    for start in range(0, 360, 60):
        s.arc(50, 50, 50, start, start + 42, 16, INK)
        s.arc(50, 50, 47, start + 3, start + 39, 10, colour)
    return s.done()


@cache
def dud(size: int) -> Image.Image:
    """A grenade that did nothing."""
    s = Sketch(size)
    s.circle(50, 50, 50, INK)
    s.circle(50, 50, 44, IRON)
    image = s.done()
    stamp_on(image, glyph("grenade", round(size * 0.6), WHITE), size / 2, size / 2)
    cross = Sketch(size)
    cross.line([(16, 84), (84, 16)], 16, INK)
    cross.line([(16, 84), (84, 16)], 9, FIRE)
    image.alpha_composite(cross.done())
    return image


@cache
def claw(size: int, direction: str) -> Image.Image:
    """The end of a telescopic arm, gripping back along ``direction``."""
    s = Sketch(size)
    s.circle(50, 50, 50, INK)
    s.circle(50, 50, 43, SILVER)
    s.circle(50, 50, 30, INK)
    way = BEARING[direction]
    s.poly([(50, 50), polar(50, 50, 70, way + 150), polar(50, 50, 70, way + 210)], (0, 0, 0, 0))
    return s.done()


@cache
def mirror_plate(size: int, direction: str) -> Image.Image:
    """Where a beam turned round: a slab across its way."""
    s = Sketch(size)
    way = BEARING[direction]
    a, b = polar(50, 50, 44, way - 90), polar(50, 50, 44, way + 90)
    s.line([a, b], 22, INK)
    s.line([a, b], 13, HAZARD)
    s.line([a, b], 5, HAZARD_DARK)
    s.line([a, b], 4, WHITE)
    return s.done()


@cache
def scorch(size: int) -> Image.Image:
    """A cell in reach of a blast."""
    s = Sketch(size)
    glow = s.sheet()
    glow.rect(3, 3, 97, 97, (*FIRE, 96), 14)
    s.over(glow)
    for k in range(4):
        corner = polar(50, 50, 56, 45 + 90 * k)
        s.line([corner, polar(*corner, 16, 225 + 90 * k + 45)], 7, FLAME)
        s.line([corner, polar(*corner, 16, 225 + 90 * k - 45)], 7, FLAME)
    s.poly(star(50, 50, 38, 17, 8, 22.5), INK)
    s.poly(star(50, 50, 32, 15, 8, 22.5), FLAME)
    s.poly(star(50, 50, 20, 10, 8, 22.5), SPARK)
    return s.done()


@cache
def spark(size: int, colour: Colour, lit: Colour) -> Image.Image:
    """A small flash behind something that went off."""
    s = Sketch(size)
    s.poly(star(50, 50, 50, 28, 9), INK)
    s.poly(star(50, 50, 43, 24, 9), colour)
    s.poly(star(50, 50, 34, 19, 9), lit)
    return s.done()
