"""What a question is about, drawn under the own area: the wasteland, roaming mechs, the invader, the opponent."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engines.core import Seat
from engines.wasteland.cards import ammo, is_up, kind_of, known
from engines.wasteland.model import SLOTS, Part
from engines.wasteland.views import AskKind, View
from locales import Words
from render.canvas import Sketch, place, stamp
from render.palette import (
    ALLOY_LIT,
    COAL,
    GRAPHITE,
    HAZARD,
    HAZARD_LIT,
    INK,
    IRON,
    WHITE,
)
from render.type import fit_size, write
from render.wasteland import nameplates, opponents, pieces
from render.wasteland.drafted import Drawn
from render.wasteland.lines import Piece, signed, wrap, write_lines
from render.wasteland.nameplates import LEAST, LOW, Plate, Point, plate
from render.wasteland.own_area import EDGE, GAP, WIDE
from render.wasteland.tints import of_seat
from render.wasteland.wording import card_name, lying_face

HEAD: Final = 32
"""How tall a heading is."""


def pieces_of(view: View, kind: AskKind, drawn: Drawn, words: Words, names: tuple[str, ...]) -> list[Piece]:
    """What belongs to a question, from the top."""
    made: list[Piece] = []
    match kind:
        case "scout" | "scout_now":
            made = [wasteland(view, drawn, words)]
        case "scavenge" | "pick":
            most = WHOLE if len(_rivals(view)) <= FEW else LESS
            made = [wasteland(view, drawn, words, most), *_others(view, words)]
        case "look":
            made = [_looked(view, drawn, words), *_rest(view, words), *_others(view, words)]
        case "study":
            made = [_looked(view, drawn, words), *_rest(view, words)]
        case "tribute" | "declare" | "declare_now" | "target":
            made = [opponents.supervision(view, drawn, words), *opponents.fighters(view, words, names)]
        case "challenge":
            made = [opponents.rivals(view, drawn, words, names)]
        case "upkeep":
            made = [opponents.forming(view, words)]
        case "assemble":
            pass
        case _:
            made = opponents.fight(view, kind, drawn, words, names)
    return made


def _head(image: Image.Image, text: str, y: int) -> None:
    write(image, text, EDGE + 8, y + HEAD / 2, fit_size(text, 24, WIDE - 24, LEAST), ALLOY_LIT, room=WIDE - 24)


# ---- the wasteland

WHOLE: Final = 12
LESS: Final = 8
"""How many wasteland cards are drawn as whole plates, and how many where much else is drawn."""


def wasteland(view: View, drawn: Drawn, words: Words, most: int = WHOLE) -> Piece:
    """Every card with its number: ``most`` of them as whole plates, more as low ones, very many by their keys."""
    row = view.wasteland
    if not row:
        return HEAD, lambda image, y: _head(image, words("render.wasteland.seat.row.none"), y)
    if len(row) > 24:
        return _keys(view, drawn)
    tall = nameplates.TALL if len(row) <= most else LOW
    each = (WIDE - EDGE * 2 - GAP * 3) // 4

    def panel(image: Image.Image, y: int) -> None:
        for k, lying in enumerate(row):
            shown = Plate(number=lying.number, point=drawn.wasteland.get(lying.number))
            x = EDGE + k % 4 * (each + GAP)
            plate(image, lying.card, shown, words, x, y + k // 4 * (tall + GAP), each, tall)

    return -(-len(row) // 4) * (tall + GAP), panel


KEYS_TALL: Final = 56
KEYS_MOST: Final = 48


def _keys(view: View, drawn: Drawn) -> Piece:
    """Very many: number, picture and key, six beside each other."""
    row = view.wasteland[:KEYS_MOST]
    each = (WIDE - EDGE * 2 - GAP * 5) // 6

    def panel(image: Image.Image, y: int) -> None:
        for k, lying in enumerate(row):
            x, top = EDGE + k % 6 * (each + GAP), y + k // 6 * (KEYS_TALL + GAP)
            _small(image, lying.number, lying.card, drawn.wasteland.get(lying.number), x, top, each)

    return -(-len(row) // 6) * (KEYS_TALL + GAP), panel


def _small(image: Image.Image, number: int, face: str, point: Point | None, x: int, y: int, wide: int) -> None:
    place(image, pieces.panel(wide, KEYS_TALL, GRAPHITE if is_up(face) else COAL, IRON), x, y)
    ordered = point is not None and bool(point.order)
    nameplates.number(image, number, x + 24, y, KEYS_TALL, ordered=ordered)
    part: Part | None = face[0].upper() if known(face) else None  # type: ignore[assignment]
    place(image, pieces.tile(face, part, 44, 46), x + 44, y + 5)
    right = x + 92
    if known(face):
        stamp(image, pieces.worth(kind_of(face).points, 24), right + 16, y + 18)
    stamp(image, pieces.token(ammo(face), 22), right + 16, y + 42)
    if point is not None:
        nameplates.pointed(image, point, x, y, wide, KEYS_TALL, numbered=True)


def _rest(view: View, words: Words) -> list[Piece]:
    """The other wasteland cards, small: one row of them where much else is drawn."""
    others = [lying for lying in view.wasteland if lying.number != view.looking]
    shown = others[: 12 if len(_rivals(view)) <= FEW else 6]
    if not shown:
        return []
    each = (WIDE - EDGE * 2 - GAP * 5) // 6
    text = words("render.wasteland.seat.row")
    if more := len(others) - len(shown):
        text = words("render.wasteland.seat.row.more", n=more)

    def panel(image: Image.Image, y: int) -> None:
        _head(image, text, y)
        for k, lying in enumerate(shown):
            top = y + HEAD + k // 6 * (KEYS_TALL + GAP)
            _small(image, lying.number, lying.card, None, EDGE + k % 6 * (each + GAP), top, each)

    return [(HEAD + -(-len(shown) // 6) * (KEYS_TALL + GAP), panel)]


LOOKED: Final = 160


def _looked(view: View, drawn: Drawn, words: Words) -> Piece:
    """The card that is looked at, large, with what its keyword does."""
    number = view.looking
    face = "" if number is None else lying_face(view, number)

    def panel(image: Image.Image, y: int) -> None:
        assert number is not None
        place(image, pieces.panel(WIDE - EDGE * 2, LOOKED, GRAPHITE, HAZARD), EDGE, y)
        write(image, str(number), EDGE + 32, y + LOOKED / 2, fit_size(str(number), 44, 46, 26), WHITE, anchor="middle")
        if known(face):
            _front(image, face, words, EDGE + 62, y)
        else:
            place(image, pieces.tile(face, None, 110, 130), EDGE + 62, y + 15)
            name = card_name(face, words)
            write(image, name, EDGE + 190, y + LOOKED / 2, fit_size(name, 34, 580, LEAST), WHITE, room=580)
        point = drawn.wasteland.get(number)
        if point is not None and point.where:
            sprite = nameplates.pill(point.where, 38, point.seat)
            place(image, sprite, WIDE - EDGE - 10 - sprite.width, y + 10)

    return (LOOKED + GAP, panel) if face else (0, lambda image, y: None)


def _front(image: Image.Image, face: str, words: Words, x: int, y: int) -> None:
    part: Part = face[0].upper()  # type: ignore[assignment]
    place(image, pieces.tile(face.upper(), part, 110, 130, show="glyph"), x, y + 15)
    left, room = x + 126, WIDE - EDGE - 14 - (x + 126)
    name = card_name(face, words)
    write(image, name, left, y + 27, fit_size(name, 36, room - 130, LEAST), WHITE, room=room - 130)
    kind = kind_of(face)
    facts = {"part": words(f"wasteland.part.{part}"), "points": signed(kind.points), "ammo": kind.ammo}
    line = words("render.wasteland.seat.worth", **facts)
    write(image, line, left, y + 60, fit_size(line, 24, room, LEAST), ALLOY_LIT, room=room)
    text = " ".join(_keyword(word, words) for word in kind.keywords) or words("render.wasteland.seat.plain")
    lines, size = wrap(text, 23, room, 3, LEAST)
    write_lines(image, lines, left, y + 114, size, HAZARD_LIT, size + 3, room, bold=False)


def _keyword(word: str, words: Words) -> str:
    name, text = words(f"wasteland.keyword.{word}"), words(f"wasteland.keyword.{word}.text")
    return words("render.wasteland.seat.keyword", name=name, text=text)


# ---- the others' free slots

FREE: Final = 38
FEW: Final = 4
"""So many rivals need not much room."""


def _rivals(view: View) -> list[Seat]:
    """Everybody else who is still in play."""
    return [seat for seat in view.order if seat != view.seat and not view.areas[seat].out]


def _others(view: View, words: Words) -> list[Piece]:
    """Where the others have room: a little square for each slot, empty ones open."""
    seats = _rivals(view)
    if not seats:
        return []
    half = (WIDE - EDGE * 2 - GAP) // 2

    def panel(image: Image.Image, y: int) -> None:
        _head(image, words("render.wasteland.seat.others"), y)
        for k, seat in enumerate(seats):
            x, top = EDGE + k % 2 * (half + GAP), y + HEAD + k // 2 * (FREE + GAP)
            place(image, pieces.panel(half, FREE, GRAPHITE, of_seat(seat).base), x, top)
            stamp(image, pieces.disc(seat, 34), x + 26, top + FREE / 2)
            for bay, name in enumerate("AB"):
                left = x + 54 + bay * 168
                write(image, name, left, top + FREE / 2, 24, WHITE)
                for at, face in enumerate(view.areas[seat].bays[bay].slots):
                    part: Part = SLOTS[at][0]  # type: ignore[assignment]
                    place(image, _slot(part, 18, 24, full=bool(face)), left + 22 + at * 20, top + (FREE - 24) / 2)

    return [(HEAD + -(-len(seats) // 2) * (FREE + GAP), panel)]


@cache
def _slot(part: Part, wide: int, tall: int, *, full: bool) -> Image.Image:
    """A slot as its type's outline: filled, or open and bright."""
    s = Sketch(wide, tall, unit=wide)
    tone = nameplates.OF_PART[part]
    s.poly(pieces.outline(part, wide, tall, 0), INK)
    s.poly(pieces.outline(part, wide, tall, 1), IRON if full else tone.lit)
    s.poly(pieces.outline(part, wide, tall, 3.6), IRON if full else INK)
    return s.done()
