"""The panels of a step: a player's, the wasteland's, supervision's, the draw pile's. What they show is large."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engines.core import Seat
from engines.wasteland.cards import known, part_at, part_of
from engines.wasteland.model import BAYS, PARTS, STACK, BayName, Part, Roamer
from engines.wasteland.views import Face, Mark, View
from locales import Words
from render.canvas import Sketch, place, stamp
from render.palette import ALLOY_LIT, FIRE, HAZARD, INK, MUD, MUD_DARK, ROCK, ROCK_DARK, RUST, SAND_LIT, WHITE
from render.type import fit_size, write
from render.wasteland import cells, pieces, signs, table
from render.wasteland.cells import HEAD
from render.wasteland.spots import Spots, put_mech
from render.wasteland.tints import NOBODY, Tone, of_seat
from render.wasteland.wording import card_name

TALL: Final = 262
Room = tuple[int, int, int]
"""Left, top, and how wide."""
_MECH: Final = 170
_BAY: Final = _MECH + 10
_SIDE: Final = 132
_LEAST: Final = 96
"""The least room for a card."""
_CARD: Final = (96, 112)
_RUST: Final = Tone(RUST, FIRE, MUD, MUD_DARK, WHITE)
_ROCK: Final = Tone(ROCK, SAND_LIT, MUD, ROCK_DARK, WHITE)
_GIVES: Final = {"taken", "tribute", "lost", "discarded", "retired", "revealed", "drawn"}
_TAKES: Final = {"gained", "planted", "token", "research", "recycled", "formed"}


def flows(first: tuple[Mark, ...], second: tuple[Mark, ...]) -> bool:
    """Whether something went from one panel to the other."""
    return bool(first and second) and first[0].kind in _GIVES and second[0].kind in _TAKES


def arrow(image: Image.Image, x: int, y: int) -> None:
    """From the left panel to the right one."""
    s = Sketch(54)
    s.poly([(4, 34), (46, 34), (46, 8), (98, 50), (46, 92), (46, 66), (4, 66)], INK)
    s.poly([(12, 42), (54, 42), (54, 26), (84, 50), (54, 74), (54, 58), (12, 58)], HAZARD)
    stamp(image, s.done(), x, y)


# ---- a player


def seat(
    image: Image.Image,
    view: View,
    words: Words,
    name: str,
    whose: Seat,
    marks: tuple[Mark, ...],
    cards: tuple[Mark, ...],
    room: Room,
    spots: Spots,
) -> None:
    """The mechs, stack, research and cards that are touched, and of the others as much as there is room for."""
    x, y, wide = room
    out = view.areas[whose].out
    place(image, cells.box(wide, TALL, NOBODY if out else of_seat(whose)), x, y)
    cells.header(image, view, words, name, whose, x, y, wide)
    spots[whose, ""] = (x + 8, y + HEAD + 8, x + wide - 8, y + TALL - 8)
    if out:
        label = words("render.wasteland.table.out", n=view.areas[whose].place)
        stamp(image, signs.mark("out", 110), x + 110, y + 150)
        write(image, label, x + 190, y + 150, fit_size(label, 36, wide - 204, 22), ALLOY_LIT, room=wide - 204)
        return
    bays, beside = _shown(view, whose, marks, cards, wide)
    left = x + 12
    for letter in bays:
        _bay(image, view, whose, letter, left, y + HEAD + 10, spots)
        left += _BAY
    if beside:
        _side(image, view, whose, left, y + HEAD + 12, spots)
        left += _SIDE
    _cards(image, words, cards, left, y + HEAD + 12, x + wide - 8 - left)


def _shown(
    view: View, whose: Seat, marks: tuple[Mark, ...], cards: tuple[Mark, ...], wide: int
) -> tuple[list[BayName], bool]:
    """Which bays, and whether stack and research."""
    touched = {mark.place.partition(".")[0] for mark in marks}
    fighter = cells.fighter_of(view, whose)
    if fighter is not None and any(mark.kind == "committed" for mark in marks):
        touched.add(fighter.mech)
    beside = bool(touched & {STACK, "R"})
    free = wide - 20 - _SIDE * beside - _LEAST * min(len(cards), 4)
    bays: list[BayName] = [letter for letter in BAYS if letter in touched]
    free -= _BAY * len(bays)
    for letter in BAYS:
        if letter not in bays and free >= _BAY:
            bays.append(letter)
            free -= _BAY
    return sorted(bays), beside or free >= _SIDE


def _bay(image: Image.Image, view: View, whose: Seat, letter: str, x: int, y: int, spots: Spots) -> None:
    bay = view.areas[whose].bays["AB".index(letter)]
    place(image, pieces.mech(bay.slots, bay.pairs, _MECH, whose), x, y)
    put_mech(spots, whose, f"{letter}.", x, y, _MECH)
    write(image, letter, x + 2, y + 14, 28, WHITE)
    if bay.slots[0]:
        sprite = cells.total(bay.points, 32)
        place(image, sprite, x + _MECH - sprite.width, y)


def _side(image: Image.Image, view: View, whose: Seat, x: int, y: int, spots: Spots) -> None:
    area = view.areas[whose]
    stamp(image, pieces.stack(area.tokens, area.top, 80), x + 40, y + 42)
    spots[whose, STACK] = (x, y, x + 80, y + 80)
    count = "×?" if area.tokens is None else f"×{area.tokens}"
    write(image, count, x + 82, y + 40, fit_size(count, 32, 44, 20), WHITE, room=44)
    for k, part in enumerate(PARTS):
        left, top = x + k % 2 * 58, y + 88 + k // 2 * 56
        place(image, pieces.research(part, area.research[k], 52), left, top)
        spots[whose, f"R.{part}"] = (left, top, left + 52, top + 52)


def _cards(image: Image.Image, words: Words, marks: tuple[Mark, ...], x: int, y: int, room: int) -> None:
    """As many of the cards as there is room for, with their names."""
    count = min(len(marks), max(0, room // _LEAST))
    if not count:
        return
    each = min(room // count, 210)
    for k, mark in enumerate(marks[:count]):
        middle = x + k * each + each // 2
        card(image, words, mark.face, _part(mark), middle, y, each - 6)
        if not mark.place:
            stamp(image, signs.mark(mark.kind, 44), middle - _CARD[0] // 2 + 12, y + 8)


def card(image: Image.Image, words: Words, face: Face, part: Part | None, x: int, y: int, room: int) -> None:
    """A large card with its name below, about the middle ``x``."""
    wide, tall = _CARD if room > _CARD[0] else (room, room * _CARD[1] // _CARD[0])
    place(image, pieces.tile(face, part, wide, tall, points=True), x - wide // 2, y)
    label = card_name(face, words)
    write(image, label, x, y + _CARD[1] + 24, fit_size(label, 26, room, 18), WHITE, anchor="middle", room=room)


def _part(mark: Mark) -> Part | None:
    """The type that a card's place or front makes public."""
    if mark.place.rpartition(".")[2][:1] in PARTS:
        return part_at(mark.place)
    return part_of(mark.face) if known(mark.face) else None


# ---- nobody's


def row(image: Image.Image, view: View, words: Words, marks: tuple[Mark, ...], room: Room, spots: Spots) -> None:
    """The cards of the wasteland that it is about, as they lay there, with their numbers and whose doing it is.

    Where there is room, what else lies there stands at the right.
    """
    x, y, wide = room
    _frame(image, words("render.wasteland.table.wasteland"), _ROCK, room)
    alone = wide > 600 and len(marks) < 3
    count = min(len(marks), max(1, (wide - 16) // 112))
    each = 240 if alone else (wide - 16) // count
    for k, mark in enumerate(marks[:count]):
        middle, top = x + 8 + k * each + each // 2, y + HEAD + 14
        card(image, words, mark.face, _part(mark), middle, top, min(each - 6, 300))
        a, b = middle - _CARD[0] // 2, top + _CARD[1]
        spots[None, mark.place] = (a, top, a + _CARD[0], b)
        write(image, mark.place, middle, top + _CARD[1] + 60, 34, SAND_LIT, anchor="middle")
        if mark.seat is not None:
            stamp(image, pieces.disc(mark.seat, 44), a - 26, top + _CARD[1] // 2)
    if alone:
        _others(image, view, marks, x + 20 + each * count, y + HEAD + 12, x + wide - 14)


def _others(image: Image.Image, view: View, marks: tuple[Mark, ...], x: int, y: int, right: int) -> None:
    """The rest of the wasteland's row, as much of it as fits into two lines; the newest last."""
    columns = (right - x) // 58
    lying = [one for one in view.wasteland if f"#{one.number}" not in {mark.place for mark in marks}]
    for k, one in enumerate(lying[-2 * columns :]):
        table.lying(image, one, x + k % columns * 58, y + k // columns * 100)


def supervision(
    image: Image.Image,
    view: View,
    words: Words,
    marks: tuple[Mark, ...],
    cards: tuple[Mark, ...],
    room: Room,
    spots: Spots,
) -> None:
    """The roaming mech, the parts of the next one, the stack: whichever is touched, then what there is room for."""
    x, y, wide = room
    places = {mark.place for mark in marks}
    mechs = [one for one in _roamers(view) if f"M{one.number}" in places]
    invader = view.invader is not None and view.invader in mechs
    _frame(image, words(f"render.wasteland.table.{'invader' if invader else 'supervision'}"), _RUST, room)
    left, top = x + 14, y + HEAD + 10
    slots = any(name and name[0] in "CSPL" for name in places)
    others = [one for one in view.supervision.roamers if one not in mechs and not invader]
    space = (wide - 20 - _BAY * slots - _SIDE - _LEAST * min(1, len(cards))) // _BAY
    for one in (mechs + others)[: max(space, len(mechs))]:
        table.mech(image, one, left, top, spots, _MECH)
        left += _BAY
    if slots:
        place(image, pieces.roamer(view.supervision.assembly, _MECH, whole=False), left, top)
        put_mech(spots, None, "", left, top, _MECH)
        left += _BAY
    if x + wide - left >= _SIDE:
        tokens, value = view.supervision.tokens, view.supervision.top
        if invader:
            tokens, value = view.invader_tokens, view.invader_top
        stamp(image, pieces.stack(tokens, value, 70), left + 36, top + 90)
        spots[None, STACK] = (left + 1, top + 54, left + 71, top + 126)
        write(image, f"×{tokens}", left + 74, top + 88, fit_size(f"×{tokens}", 32, 56, 20), WHITE, room=56)
        left += _SIDE
    if len(cards) == 1:
        _cards(image, words, cards, left, top, x + wide - 8 - left)


def _roamers(view: View) -> tuple[Roamer, ...]:
    return view.supervision.roamers if view.invader is None else (*view.supervision.roamers, view.invader)


def pile(image: Image.Image, view: View, words: Words, room: Room, spots: Spots) -> None:
    """The draw pile, and how often it can be made anew."""
    x, y, wide = room
    _frame(image, words("render.wasteland.table.pile"), _ROCK, room)
    stamp(image, signs.pile(150), x + 100, y + 152)
    spots[None, ""] = (x + 30, y + 80, x + 160, y + 224)
    write(image, f"×{view.pile}", x + 196, y + 120, 44, WHITE, room=wide - 210)
    left = "∞" if view.reshuffles is None else f"×{view.reshuffles}"
    stamp(image, signs.mark("drought", 48) if view.drought else signs.anew(48), x + 220, y + 190)
    text = words("render.wasteland.table.drought") if view.drought else left
    write(image, text, x + 256, y + 190, 36, SAND_LIT, room=wide - 270)


def _frame(image: Image.Image, label: str, tone: Tone, room: Room) -> None:
    x, y, wide = room
    place(image, cells.box(wide, TALL, tone, ground=tone.deep), x, y)
    write(image, label, x + 18, y + 22, fit_size(label, 26, wide - 40, 18), WHITE, room=wide - 40)
