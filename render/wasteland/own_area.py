"""A player's area, large: both bays side by side with every part readable, research with its effects, ammo."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from PIL import Image

from engines.core import Seat
from engines.wasteland.cards import welded
from engines.wasteland.mech import CRUSH, LEGS, is_mech, keywords
from engines.wasteland.model import BAYS, PARTS, SLOTS, Bay, BayName, Part
from engines.wasteland.views import AreaView, BayView, View
from locales import Words
from render.canvas import Sketch, place, stamp
from render.palette import ALLOY_LIT, FIRE_LIT, GRAPHITE, HAZARD, HAZARD_LIT, INK, IRON, PIT, PLATE, STEEL_LIT, WHITE
from render.type import fit_size, write
from render.wasteland import nameplates, pieces
from render.wasteland.nameplates import LEAST, Plate, Point, pill, plate
from render.wasteland.tints import OF_PART, of_seat
from render.wasteland.wording import bay_name

WIDE: Final = 800
EDGE: Final = 4
GAP: Final = 4
ROW: Final = nameplates.TALL + GAP
BAYS_TALL: Final = 4 * ROW + 12
SHELF: Final = 78
"""How tall the row of research and ammo is."""
TALL: Final = BAYS_TALL + GAP + SHELF


@dataclass(frozen=True, slots=True)
class Chosen:
    """What of an area is pointed out."""

    slots: dict[str, Point] = field(default_factory=dict[str, Point])
    """By slot, as in ``model``; ``"T"`` the ammo stack."""
    mech: BayName | None = None
    """It fights."""


def paint(image: Image.Image, view: View, seat: Seat, chosen: Chosen, words: Words, y: int) -> int:
    """The area of a seat from height ``y``; returns where it ends."""
    area = view.areas[seat]
    wide = (WIDE - EDGE * 2 - GAP) // 2
    for k, name in enumerate(BAYS):
        _bay(image, area.bays[k], name, seat, chosen, words, EDGE + k * (wide + GAP), y, wide)
    y += BAYS_TALL + GAP
    _shelf(image, area, seat, chosen, words, y)
    return y + SHELF


def _bay(
    image: Image.Image, bay: BayView, name: BayName, seat: Seat, chosen: Chosen, words: Words, x: int, y: int, wide: int
) -> None:
    tone = of_seat(seat)
    core = bool(bay.slots[0])
    edge = HAZARD if chosen.mech == name else tone.base if core else IRON
    place(image, pieces.panel(wide, BAYS_TALL, PIT, edge), x, y)
    each = (wide - 12 - GAP * 2) // 2
    columns = (x + 6 + GAP // 2, x + 6 + GAP // 2 + each + GAP)
    top = y + 6 + GAP // 2
    summary(image, bay, bay_name(name, words), words, columns[1], top, each, fights=chosen.mech == name)
    cells = {0: (0, 0), 1: (0, 1), 2: (1, 1), 3: (0, 2), 4: (1, 2), 5: (0, 3), 6: (1, 3)}
    for at, (column, row) in cells.items():
        shown = lying(bay, at, chosen.slots.get(f"{name}.{SLOTS[at]}"))
        plate(image, bay.slots[at], shown, words, columns[column], top + row * ROW, each, nameplates.TALL)


def lying(bay: BayView, at: int, point: Point | None = None) -> Plate:
    """How a card of a bay is shown."""
    part: Part = SLOTS[at][0]  # type: ignore[assignment]
    core = bool(bay.slots[0])
    if at < LEGS:
        return Plate(part, works=core, keyword=core, point=point)
    pair = next((k for k, legs in enumerate(bay.pairs) if at - LEGS in legs), None)
    if pair is None:
        return Plate(part, works=False, keyword=False, point=point)
    a, b = bay.pairs[pair]
    alike = bay.slots[LEGS + a] == bay.slots[LEGS + b]
    # A leg's keyword needs its like; Welded has no pair to wait for.
    return Plate(part, keyword=alike or welded(bay.slots[at]), pair=pair, matched=alike, point=point)


def model_bay(bay: BayView) -> Bay:
    """The bay as the engine's pure functions take it; what is unknown lies face down and does not matter to them."""
    return Bay(bay.slots, bay.came)


def crush(bay: BayView) -> int:
    """What matched Track pairs add."""
    mech = model_bay(bay)
    return CRUSH * keywords(mech).count("crush") if is_mech(mech) else 0


def summary(
    image: Image.Image, bay: BayView, name: str, words: Words, x: int, y: int, wide: int, *, fights: bool = False
) -> None:
    """A bay's name and what it is worth."""
    place(image, _bed(wide, nameplates.TALL), x, y)
    room = wide - 16
    write(image, name, x + 10, y + 20, fit_size(name, 24, room, LEAST), ALLOY_LIT, room=room)
    if not bay.slots[0]:
        text = words("render.wasteland.seat.nocore")
        write(image, text, x + 10, y + 60, fit_size(text, 28, room, LEAST), FIRE_LIT, room=room)
        return
    total = str(bay.points).replace("-", "−")
    used = write(image, total, x + 10, y + 62, 50, WHITE)
    left, room = x + 18 + used, wide - 26 - used
    label = words("render.wasteland.seat.points")
    write(image, label, left, y + 50, fit_size(label, 22, room, LEAST), ALLOY_LIT, room=room)
    if more := crush(bay):
        label = words("render.wasteland.seat.crush", keyword=words("wasteland.keyword.crush"), n=more)
        write(image, label, left, y + 76, fit_size(label, 20, room, 14), HAZARD_LIT, room=room)
    if fights:
        sprite = pill(words("render.wasteland.seat.fights"), 30)
        place(image, sprite, x + wide - sprite.width - 4, y + 4)


@cache
def _bed(wide: int, tall: int) -> Image.Image:
    s = Sketch(wide, tall, unit=wide)
    s.rect(0, 0, wide, tall, INK, 8)
    s.rect(2, 2, wide - 2, tall - 2, PLATE, 7)
    return s.done()


# ---- research and ammo


def _shelf(image: Image.Image, area: AreaView, seat: Seat, chosen: Chosen, words: Words, y: int) -> None:
    stack = 176
    each = (WIDE - EDGE * 2 - stack - GAP * 4) // 4
    for k, part in enumerate(PARTS):
        _research(image, area.research[k], part, chosen.slots.get(f"R.{part}"), words, EDGE + k * (each + GAP), y, each)
    _stack(image, area, seat, chosen.slots.get("T"), words, WIDE - EDGE - stack, y, stack)


def _research(
    image: Image.Image, face: str, part: Part, point: Point | None, words: Words, x: int, y: int, wide: int
) -> None:
    tone = OF_PART[part]
    place(image, pieces.panel(wide, SHELF, GRAPHITE if face else PIT, tone.base if face else IRON), x, y)
    name = words(f"wasteland.research.{part}")
    room = wide - 18
    write(image, name, x + 9, y + 22, fit_size(name, 22, room, 15), WHITE if face else STEEL_LIT, room=room)
    stamp(image, pieces.research(part, face, 40), x + 29, y + 57)
    text = words(f"render.wasteland.seat.effect.{part}") if face else words("render.wasteland.seat.empty")
    room = wide - 62
    ink = HAZARD_LIT if face else STEEL_LIT
    write(image, text, x + 54, y + 56, fit_size(text, 24, room, 14), ink, room=room)
    if point is not None:
        nameplates.pointed(image, point, x, y, wide, SHELF, corner=True)


def _stack(
    image: Image.Image, area: AreaView, seat: Seat, point: Point | None, words: Words, x: int, y: int, wide: int
) -> None:
    place(image, pieces.panel(wide, SHELF, GRAPHITE, of_seat(seat).base), x, y)
    stamp(image, pieces.stack(area.tokens, area.top, 66), x + 42, y + SHELF / 2)
    room = wide - 88
    if point is not None and point.where:
        place(image, pill(point.where, 30), x + 78, y + 10)
    else:
        label = words("render.wasteland.seat.ammo")
        write(image, label, x + 78, y + 24, fit_size(label, 22, room, LEAST), ALLOY_LIT, room=room)
    count = "?" if area.tokens is None else f"×{area.tokens}"
    write(image, count, x + 78, y + 55, fit_size(count, 34, room, 22), WHITE, room=room)
    if point is not None:
        nameplates.pointed(image, Point(point.order), x, y, wide, SHELF)
