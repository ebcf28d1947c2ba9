"""A seat's own picture: its area large, then what it is asked about, its answer drawn in; and anybody's page."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engines.core import Seat
from engines.wasteland.model import BayName
from engines.wasteland.views import AskKind, View
from locales import Words, speak
from render.canvas import Sketch, place, stamp
from render.palette import COAL, FIRE_LIT, HAZARD, HAZARD_DARK, HAZARD_LIT, INK, PIT, PLATE, WHITE
from render.studio import Look
from render.type import fit_size, write
from render.wasteland import contexts, heading, overview, own_area, pieces
from render.wasteland.drafted import Drawn, drawn
from render.wasteland.lines import Piece, wrap, write_lines
from render.wasteland.nameplates import LEAST
from render.wasteland.names import drawn_names
from render.wasteland.own_area import EDGE, GAP, WIDE
from render.wasteland.wording import answer

TITLE: Final = 52
"""How tall the line with the question is."""
SAID: Final = 27
"""How tall a line of the answer is."""
MOST: Final = 2
"""The answer takes at most so many lines."""


def paint_seat(view: View, look: Look) -> Image.Image:
    """A fresh picture for the seat whose view it is, 800 pixels wide. Who is out watches the table."""
    assert view.seat is not None
    words = speak(look.language)
    names = drawn_names(view, words, look.names)
    if view.areas[view.seat].out:
        return overview.paint(view, words, names)
    kind = question(view, view.seat)
    shown = drawn(view, words)
    parts: list[Piece] = [(TITLE, lambda image, y: _title(image, view, kind, words, names, y))]
    parts.append(_area(view, view.seat, shown, words))
    if kind is not None:
        parts += contexts.pieces_of(view, kind, shown, words, names)
    if view.drafted is not None:
        parts.append(_said(view, words, names))
    return _page(view, words, names, parts)


def paint_page(view: View, look: Look, seat: Seat) -> Image.Image:
    """One player's area large, as the view's owner may see it."""
    words = speak(look.language)
    names = drawn_names(view, words, look.names)
    title: Piece = (TITLE, lambda image, y: _owner(image, view, seat, words, names, y))
    fighting: dict[Seat, BayName] = {fighter.seat: fighter.mech for fighter in view.fighters}
    chosen = Drawn(own_area.Chosen(mech=fighting.get(seat)))
    return _page(view, words, names, [title, _area(view, seat, chosen, words)])


def question(view: View, seat: Seat) -> AskKind | None:
    """What the seat is asked."""
    return next((kind for asked, kind in view.asked if asked == seat), None)


def _area(view: View, seat: Seat, shown: Drawn, words: Words) -> Piece:
    def panel(image: Image.Image, y: int) -> None:
        own_area.paint(image, view, seat, shown.own, words, y)

    return own_area.TALL + GAP, panel


def _page(view: View, words: Words, names: tuple[str, ...], parts: list[Piece]) -> Image.Image:
    top = heading.HEAD + GAP
    image = Image.new("RGB", (WIDE, top + sum(tall for tall, _ in parts)), COAL)
    heading.paint(image, view, words, names)
    for tall, panel in parts:
        panel(image, top)
        top += tall
    return image


# ---- the line under the heading


@cache
def _strip(asked: bool) -> Image.Image:
    tall = TITLE - GAP
    s = Sketch(WIDE, tall, unit=WIDE)
    s.rect(EDGE, 0, WIDE - EDGE, tall, INK, 12)
    s.rect(EDGE + 3, 3, WIDE - EDGE - 3, tall - 3, HAZARD_DARK if asked else PLATE, 10)
    s.rect(EDGE + 3, 3, EDGE + 60, tall - 3, HAZARD if asked else PIT, 10)
    return s.done()


def _title(image: Image.Image, view: View, kind: AskKind | None, words: Words, names: tuple[str, ...], y: int) -> None:
    """The question; without one, whose go it is or how it ended."""
    assert view.seat is not None
    place(image, _strip(kind is not None), 0, y)
    middle = y + (TITLE - GAP) / 2
    stamp(image, pieces.disc(view.seat, 40), EDGE + 32, middle)
    text = waiting(view, view.seat, words, names) if kind is None else title(view, kind, words, names)
    room = WIDE - EDGE * 2 - 80
    write(image, text, EDGE + 70, middle, fit_size(text, 30, room, LEAST), WHITE, room=room)


def waiting(view: View, seat: Seat, words: Words, names: tuple[str, ...]) -> str:
    """Why nothing is asked: out, over, somebody else's go."""
    if view.winner is not None:
        return words("render.wasteland.seat.winner", name=names[view.winner])
    if view.areas[seat].out:
        return words("render.wasteland.seat.placed", n=view.areas[seat].place)
    first = next(iter(view.queue), None)
    if first is not None and first != seat:
        return words("render.wasteland.seat.go", name=names[first])
    return words("render.wasteland.seat.wait")


def title(view: View, kind: AskKind, words: Words, names: tuple[str, ...]) -> str:
    """The question in a few words."""
    assert view.seat is not None
    area = view.areas[view.seat]
    facts: dict[str, object] = {}
    if kind in ("look", "study"):
        facts["n"] = view.looking or "?"
    elif kind == "tribute":
        facts["n"] = view.count
    elif kind == "damage":
        facts["n"] = view.damage
    elif kind == "upkeep":
        facts["n"] = sum(bool(bay.slots[0]) for bay in area.bays)
    elif kind in ("defend", "trophy"):
        rival = next((fighter.seat for fighter in view.fighters if fighter.seat != view.seat), None)
        facts["name"] = "?" if rival is None else names[rival]
    return words(f"render.wasteland.seat.title.{kind}", **facts)


def _owner(image: Image.Image, view: View, seat: Seat, words: Words, names: tuple[str, ...], y: int) -> None:
    """Whose page it is."""
    place(image, _strip(False), 0, y)
    middle = y + (TITLE - GAP) / 2
    stamp(image, pieces.disc(seat, 40, dull=view.areas[seat].out), EDGE + 32, middle)
    room = WIDE - EDGE * 2 - 90
    if place_ := view.areas[seat].place:
        text = words("render.wasteland.seat.placed", n=place_)
        room -= 10 + write(image, text, WIDE - EDGE - 14, middle, 26, FIRE_LIT, anchor="right")
    write(image, names[seat], EDGE + 70, middle, fit_size(names[seat], 30, room, LEAST), WHITE, room=room)


# ---- the answer


def _said(view: View, words: Words, names: tuple[str, ...]) -> Piece:
    """The answer in words."""
    assert view.drafted is not None
    text = answer(view, view.drafted.seat, view.drafted.action, words, names)
    lines, size = wrap(text, 24, WIDE - EDGE * 2 - 32, MOST, LEAST)
    tall = len(lines) * SAID + 18

    def panel(image: Image.Image, y: int) -> None:
        place(image, pieces.panel(WIDE - EDGE * 2, tall, PIT, HAZARD), EDGE, y)
        room = WIDE - EDGE * 2 - 32
        write_lines(image, lines, EDGE + 16, y + tall / 2, size, HAZARD_LIT, SAID, room)

    return tall + GAP, panel
