"""A settlement's arithmetic as a table: a block for each side, every term with its name (section 6)."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from PIL import Image

from engines.wasteland.terms import Settlement, Side
from engines.wasteland.views import View
from locales import Words
from render.canvas import Sketch, faded, place, stamp
from render.palette import (
    ALLOY_LIT,
    COAL,
    FIRE,
    FIRE_DARK,
    FIRE_LIT,
    GRAPHITE,
    INK,
    MUD_DARK,
    PIT,
    RUST,
    SEAT,
    SEAT_DARK,
    WHITE,
    Colour,
)
from render.type import fit_size, width, write
from render.wasteland import heading, pieces, signs
from render.wasteland.heading import SMALL, WIDE
from render.wasteland.tints import of_seat

ROW: Final = 134
GAP: Final = 4
_TERMS: Final = 60
"""Where in a block its terms begin."""
_DIE: Final = 44
_TOKEN: Final = 38
_MOST_TOKENS: Final = 6
"""More are shown as a number."""
Sprites = tuple[Image.Image, ...]


class Term(NamedTuple):
    """One summand: what it is called, its value, and what it is made of."""

    name: str
    value: int
    made_of: Sprites = ()


def height(settlement: Settlement) -> int:
    """Pixels that the table takes: a block for each side, one for an invader."""
    return (len(settlement.sides) + (1 if settlement.rolls else 0)) * (ROW + GAP)


def picture(view: View, settlement: Settlement, words: Words, names: tuple[str, ...]) -> Image.Image:
    """A fresh picture of the table alone, 800 pixels wide."""
    image = Image.new("RGB", (WIDE, SMALL + height(settlement)), COAL)
    heading.small(image, view, words, names)
    paint(image, settlement, view, words, names, SMALL)
    return image


def paint(image: Image.Image, settlement: Settlement, view: View, words: Words, names: tuple[str, ...], y: int) -> None:
    """Draw the table from ``y`` on."""
    if settlement.rolls:
        _invader(image, settlement, view, words, y)
        y += ROW + GAP
    for side in settlement.sides:
        _side(image, side, words, names[side.seat], y, duel=not settlement.rolls)
        y += ROW + GAP


# ---- the invader


def _invader(image: Image.Image, settlement: Settlement, view: View, words: Words, y: int) -> None:
    terms = (
        Term("parts", settlement.points),
        Term("dice", sum(settlement.rolls), tuple(die(value, _DIE) for value in settlement.rolls)),
        Term("ammo", sum(settlement.ammo), _tokens(settlement.ammo, 0)),
    )
    place(image, _ground(RUST, MUD_DARK), 0, y)
    stamp(image, signs.roamers(46), 36, y + 31)
    label = words("render.wasteland.table.invader")
    if view.invader is not None:
        label += f" M{view.invader.number}"
    _figure(image, sum(term.value for term in terms), WIDE - 24, y + 31)
    write(image, label, 70, y + 31, fit_size(label, 32, 500, 22), WHITE, room=500)
    _row(image, terms, words, y + _TERMS)


# ---- a fighter


def terms(side: Side, *, duel: bool) -> tuple[Term, ...]:
    """What a total is made of: what always counts, and what is not 0."""
    best = max(side.rolls)
    dice = list[Image.Image]()
    for value in side.rolls:
        dice.append(die(value, _DIE) if value == best else faded(die(value, _DIE), 0.4))
        best = 0 if value == best else best
    always = (Term("parts", side.points), Term("die", side.die, tuple(dice)))
    bonus = tuple(Term(name, getattr(side, name)) for name in ("crush", "refit", "volley", "bulwark"))
    ammo = Term("ammo", sum(side.ammo), _tokens(side.ammo, side.cut))
    taken = (Term("cut", -side.cut), Term("weakened", -side.weakened)) if duel else ()
    return (*always, *(term for term in bonus if term.value), ammo, *(term for term in taken if term.value))


def _side(image: Image.Image, side: Side, words: Words, name: str, y: int, *, duel: bool) -> None:
    """Name, total and what it is up against; below, the terms."""
    tone = of_seat(side.seat)
    place(image, _ground(tone.base, GRAPHITE), 0, y)
    stamp(image, pieces.disc(side.seat, 44), 36, y + 31)
    left = _verdict(image, side, words, y + 31, duel=duel)
    bay = words(f"wasteland.bay.{side.mech}")
    size = fit_size(bay, 26, 120, 18)
    used = width(bay, size)
    room = left - 70 - used - 24
    shown = write(image, name, 70, y + 31, fit_size(name, 32, room, 22), WHITE, room=room)
    write(image, bay, 70 + shown + 12, y + 32, size, ALLOY_LIT)
    right = _against(image, side, words, y + _TERMS) if not duel else WIDE - 16
    _row(image, terms(side, duel=duel), words, y + _TERMS, right)


def _verdict(image: Image.Image, side: Side, words: Words, y: int, *, duel: bool) -> int:
    """Total, comparison, the other's total, and whether that is enough, from the right; returns where it begins."""
    stamp(image, verdict(side.beats, 44), WIDE - 40, y)
    x = WIDE - 76
    used = _figure(image, side.against, x, y, FIRE_DARK)
    x -= used + 22
    sign = ">" if side.total > side.against else "=" if side.total == side.against else "<"
    write(image, sign, x, y, 36, WHITE, anchor="middle")
    x -= 22
    x -= _figure(image, side.total, x, y)
    if side.swift and (side.total == side.against or not duel):
        label = words("wasteland.keyword.swift")
        size = fit_size(label, 24, 90, 16)
        x -= width(label, size) + 12
        write(image, label, x, y, size, SEAT[1])
    return x


def _against(image: Image.Image, side: Side, words: Words, y: int) -> int:
    """What this fighter takes from the invader, at the right; returns where it begins."""
    x = WIDE - 16
    for name, value in (("weakened", side.against_weakened), ("cut", side.against_cut)):
        if not value:
            continue
        label = words(f"render.wasteland.table.foe.{name}")
        wide = max(80, width(label, 20) + 18)
        x -= wide + 6
        place(image, _chip(wide, FIRE_DARK), x, y)
        _summand(image, f"−{value}", label, x + wide / 2, y, wide)
    return x


def _row(image: Image.Image, shown: tuple[Term, ...], words: Words, y: int, right: int = WIDE - 16) -> None:
    """All terms of a total beside each other, each with its name below."""
    shown = _slim(shown, words, right - 16)
    labels = [words(f"render.wasteland.table.term.{term.name}") for term in shown]
    least = [_need(term, label) for term, label in zip(shown, labels, strict=True)]
    gap = max(2, min(10, (right - 16 - sum(least)) // max(1, len(shown))))
    x = 16
    for k, (term, label, wide) in enumerate(zip(shown, labels, least, strict=True)):
        place(image, _chip(wide, PIT), x, y)
        _made(image, term, label, x, y, wide, first=not k)
        x += wide + gap


def _slim(shown: tuple[Term, ...], words: Words, room: int) -> tuple[Term, ...]:
    """The terms, those made of most without their pieces until all of them fit."""
    terms = list(shown)
    while sum(_need(one, words(f"render.wasteland.table.term.{one.name}")) + 2 for one in terms) > room:
        widest = max(range(len(terms)), key=lambda k: len(terms[k].made_of))
        if not terms[widest].made_of:
            break
        terms[widest] = terms[widest]._replace(made_of=())
    return tuple(terms)


def _need(term: Term, label: str) -> int:
    made = sum(sprite.width + 2 for sprite in term.made_of) + width(_signed(term.value, first=False), 30) + 16
    return max(made, width(label, 20) + 14)


def _made(image: Image.Image, term: Term, label: str, x: int, y: int, wide: int, *, first: bool) -> None:
    text = _signed(term.value, first=first)
    left = x + (wide - sum(sprite.width + 2 for sprite in term.made_of) - width(text, 30)) / 2
    for sprite in term.made_of:
        stamp(image, sprite, left + sprite.width / 2, y + 24)
        left += sprite.width + 2
    write(image, text, left, y + 24, 30, FIRE_LIT if term.value < 0 else WHITE)
    write(image, label, x + wide / 2, y + 55, 20, ALLOY_LIT, anchor="middle", room=wide - 4)


def _summand(image: Image.Image, text: str, label: str, x: float, y: int, wide: int) -> None:
    write(image, text, x, y + 24, 30, WHITE, anchor="middle")
    write(image, label, x, y + 55, 20, WHITE, anchor="middle", room=wide - 4)


def _signed(value: int, *, first: bool) -> str:
    if value < 0:
        return f"−{-value}"
    return str(value) if first else f"+{value}"


def _tokens(values: tuple[int, ...], cut: int) -> Sprites:
    """The tokens, the one that is cut off dull; too many are left to their sum."""
    if len(values) > _MOST_TOKENS:
        return (pieces.stack(len(values), None, _DIE),)
    sprites: list[Image.Image] = []
    for value in values:
        dull = bool(cut) and value == cut
        sprites.append(pieces.token(value, _TOKEN, dull=dull))
        cut = 0 if dull else cut
    return tuple(sprites)


def _figure(image: Image.Image, value: int, right: int, y: int, ground: Colour = WHITE) -> int:
    """A total on a plate that ends at ``right``; returns its width."""
    text = _signed(value, first=True)
    sprite = _plate(max(58, width(text, 38) + 20), ground)
    place(image, sprite, right - sprite.width, y - sprite.height // 2)
    tone = INK if ground == WHITE else WHITE
    write(image, text, right - sprite.width / 2, y, 38, tone, anchor="middle")
    return sprite.width


@cache
def _plate(wide: int, ground: Colour) -> Image.Image:
    s = Sketch(wide, 48, unit=wide)
    s.rect(0, 0, wide, 48, INK, 12)
    s.rect(3, 3, wide - 3, 45, ground, 9)
    return s.done()


@cache
def _chip(wide: int, ground: Colour) -> Image.Image:
    s = Sketch(wide, 68, unit=wide)
    s.rect(0, 0, wide, 68, INK, 10)
    s.rect(2, 2, wide - 2, 66, ground, 8)
    return s.done()


@cache
def _ground(edge: Colour, ground: Colour) -> Image.Image:
    s = Sketch(WIDE, ROW, unit=WIDE)
    s.rect(2, 0, WIDE - 2, ROW, INK, 12)
    s.rect(4, 2, WIDE - 4, ROW - 2, edge, 10)
    s.rect(8, 6, WIDE - 8, ROW - 6, ground, 7)
    return s.done()


@cache
def die(value: int, size: int) -> Image.Image:
    """A six-sided die of nobody's colour."""
    s = Sketch(size)
    s.rect(4, 4, 96, 96, INK, 20)
    s.rect(10, 10, 90, 90, WHITE, 15)
    near, far = 28, 72
    spots = {
        1: ((50, 50),),
        2: ((near, near), (far, far)),
        3: ((near, near), (50, 50), (far, far)),
        4: ((near, near), (far, near), (near, far), (far, far)),
        5: ((near, near), (far, near), (50, 50), (near, far), (far, far)),
        6: ((near, near), (far, near), (near, 50), (far, 50), (near, far), (far, far)),
    }
    for x, y in spots[value]:
        s.circle(x, y, 10, INK)
    return s.done()


@cache
def verdict(beats: bool, size: int) -> Image.Image:
    """Enough, or not."""
    s = Sketch(size)
    s.circle(50, 50, 50, INK)
    s.circle(50, 50, 43, SEAT_DARK[1] if beats else FIRE)
    if beats:
        s.line([(28, 52), (44, 68), (73, 34)], 13, WHITE)
    else:
        s.line([(32, 32), (68, 68)], 13, WHITE)
        s.line([(68, 32), (32, 68)], 13, WHITE)
    return s.done()
