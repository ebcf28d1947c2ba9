"""One step: what its marks touch, enlarged, each thing in a panel of its own."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from PIL import Image

from engines.core import Seat
from engines.wasteland.views import Face, Mark, View
from locales import Words
from render.palette import COAL
from render.wasteland import heading, panels
from render.wasteland.heading import SMALL, WIDE
from render.wasteland.spots import Spots, point_out

GAP: Final = 4
SIGN: Final = 44
Kind = Literal["row", "supervision", "pile", "seat"]


class Subject(NamedTuple):
    """What a panel is about."""

    kind: Kind
    seat: Seat | None = None


def paint(view: View, words: Words, names: tuple[str, ...]) -> Image.Image:
    """A fresh picture, 800 pixels wide, as tall as the rows of panels need."""
    found = subjects(view)
    columns = min(2, len(found))
    wide = (WIDE - GAP * (columns - 1)) // columns
    rows = -(-len(found) // columns)
    image = Image.new("RGB", (WIDE, SMALL + rows * (panels.TALL + GAP)), COAL)
    heading.small(image, view, words, names)
    told: set[Face] = set()
    for k, (subject, marks) in enumerate(found.items()):
        box = (k % columns * (wide + GAP), SMALL + k // columns * (panels.TALL + GAP), wide)
        spots: Spots = {}
        cards = tuple(mark for mark in marks if mark.face and mark.face not in told)
        _panel(image, view, words, names, subject, marks, cards, box, spots)
        point_out(image, spots, tuple(mark for mark in marks if mark.place or mark not in cards), SIGN)
        told |= {mark.face for mark in cards}
    if columns == 2 and panels.flows(*list(found.values())[:2]):
        panels.arrow(image, WIDE // 2 - 16, SMALL + panels.TALL // 2)
    return image


def subjects(view: View) -> dict[Subject, tuple[Mark, ...]]:
    """The panels in the order in which the marks name them.

    Where only a wasteland card is touched, whose doing it is stands beside it; a step without marks is about whoever
    deals.
    """
    found: dict[Subject, tuple[Mark, ...]] = {}
    for mark in view.marks:
        subject = _subject(mark)
        found[subject] = (*found.get(subject, ()), mark)
    if not found:
        return {Subject("seat", view.dealer): ()}
    doer = view.marks[0].seat
    if list(found) == [Subject("row")] and doer is not None:
        found[Subject("seat", doer)] = ()
    return found


def _subject(mark: Mark) -> Subject:
    if mark.place[:1] == "#":
        return Subject("row")
    if mark.place[:1] == "M" or (mark.seat is None and mark.place):
        return Subject("supervision")
    return Subject("pile") if mark.seat is None else Subject("seat", mark.seat)


def _panel(
    image: Image.Image,
    view: View,
    words: Words,
    names: tuple[str, ...],
    subject: Subject,
    marks: tuple[Mark, ...],
    cards: tuple[Mark, ...],
    box: panels.Room,
    spots: Spots,
) -> None:
    if subject.seat is not None:
        panels.seat(image, view, words, names[subject.seat], subject.seat, marks, cards, box, spots)
    elif subject.kind == "row":
        panels.row(image, view, words, marks, box, spots)
    elif subject.kind == "supervision":
        panels.supervision(image, view, words, marks, cards, box, spots)
    else:
        panels.pile(image, view, words, box, spots)
