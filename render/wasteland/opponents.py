"""What stands against a player: roaming mechs and supervision, the invader, opponents; and who fights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PIL import Image

from engines.core import Seat
from engines.wasteland.cards import kind_of, known, points
from engines.wasteland.model import SLOTS, Part, Roamer
from engines.wasteland.views import AskKind, BayView, FighterView, View
from locales import Words
from render.canvas import place, stamp
from render.palette import ALLOY_LIT, FIRE_LIT, GRAPHITE, HAZARD_LIT, IRON, PIT, RUST, SEAT_LIT, STEEL_LIT, WHITE
from render.type import fit_size, write
from render.wasteland import nameplates, own_area, pieces
from render.wasteland.drafted import Drawn
from render.wasteland.lines import Panel, Piece, signed
from render.wasteland.nameplates import LEAST, Plate, Point, plate
from render.wasteland.own_area import EDGE, GAP, ROW, WIDE
from render.wasteland.tints import of_seat

# ---- supervision

STRIP: Final = 66


def supervision(view: View, drawn: Drawn, words: Words) -> Piece:
    """The roaming mechs, oldest first, what is forming, and the stack."""
    roamers = view.supervision.roamers

    def panel(image: Image.Image, y: int) -> None:
        for k, roamer in enumerate(roamers):
            _strip(image, roamer, drawn.roamer == roamer.number, words, y + k * (STRIP + GAP))
        _assembly(image, view, words, y + len(roamers) * (STRIP + GAP))

    return (len(roamers) + 1) * (STRIP + GAP), panel


def _strip(image: Image.Image, roamer: Roamer, chosen: bool, words: Words, y: int) -> None:
    place(image, pieces.panel(WIDE - EDGE * 2, STRIP, PIT, RUST), EDGE, y)
    label = words("render.wasteland.seat.roamer", n=roamer.number)
    write(image, label, EDGE + 14, y + STRIP / 2, fit_size(label, 28, 92, LEAST), WHITE, room=92)
    for at, face in enumerate(roamer.cards):
        _cell(image, face, SLOTS[at][0], 110 + at * 82, y)  # type: ignore[arg-type]
    total = signed(sum(points(card) for card in roamer.cards))
    write(image, total, WIDE - EDGE - 14, y + STRIP / 2, 38, HAZARD_LIT, anchor="right")
    if chosen:
        nameplates.pointed(image, Point(), EDGE, y, WIDE - EDGE * 2, STRIP)


def _cell(image: Image.Image, face: str, part: Part, x: int, y: int) -> None:
    place(image, pieces.tile(face, part, 50, 54), x, y + 6)
    if face and known(face):
        stamp(image, pieces.worth(kind_of(face).points, 24), x + 64, y + STRIP / 2)


def _assembly(image: Image.Image, view: View, words: Words, y: int) -> None:
    place(image, pieces.panel(WIDE - EDGE * 2, STRIP, PIT, IRON), EDGE, y)
    label = words("render.wasteland.seat.assembly")
    write(image, label, EDGE + 14, y + STRIP / 2, fit_size(label, 26, 92, LEAST), ALLOY_LIT, room=92)
    for at, face in enumerate(view.supervision.assembly):
        _cell(image, face, SLOTS[at][0], 110 + at * 82, y)  # type: ignore[arg-type]
    stamp(image, pieces.stack(view.supervision.tokens, view.supervision.top, 54), WIDE - EDGE - 90, y + STRIP / 2)
    count = f"×{view.supervision.tokens}"
    write(image, count, WIDE - EDGE - 12, y + STRIP / 2, fit_size(count, 28, 50, LEAST), WHITE, anchor="right")


def forming(view: View, words: Words) -> Piece:
    return STRIP + GAP, lambda image, y: _assembly(image, view, words, y)


# ---- fights


def fight(view: View, kind: AskKind, drawn: Drawn, words: Words, names: tuple[str, ...]) -> list[Piece]:
    made: list[Piece] = []
    if view.invader is not None:
        made.append(_invader(view, view.invader, drawn, words))
    elif kind in ("commit", "defend", "trophy"):
        rival = next((fighter for fighter in view.fighters if fighter.seat != view.seat), None)
        if rival is not None:
            made.append(_rival(view, rival, drawn, words, names))
    return [*made, *fighters(view, words, names)]


def _grid(cell: Callable[[int, int, int, int], None], first: Callable[[int, int, int], None]) -> Panel:
    """Seven parts and a summary in two rows of four: head, chest and shield, then the legs."""
    each = (WIDE - EDGE * 2 - GAP * 3) // 4

    def panel(image: Image.Image, y: int) -> None:
        first(EDGE, y, each)
        for at in range(7):
            column, row = (at + 1, 0) if at < 3 else (at - 3, 1)
            cell(at, EDGE + column * (each + GAP), y + row * ROW, each)
        del image

    return panel


def _invader(view: View, roamer: Roamer, drawn: Drawn, words: Words) -> Piece:
    """Its seven parts, its points and tokens."""

    def panel(image: Image.Image, y: int) -> None:
        def cell(at: int, x: int, top: int, each: int) -> None:
            face = roamer.cards[at]
            point = drawn.parts.get(SLOTS[at])
            shown = Plate(SLOTS[at][0], keyword=False, point=point)  # type: ignore[arg-type]
            plate(image, face, shown, words, x, top, each, nameplates.TALL)

        def first(x: int, top: int, each: int) -> None:
            place(image, pieces.panel(each, nameplates.TALL, PIT, RUST), x, top)
            label = words("render.wasteland.seat.invader", n=roamer.number)
            write(image, label, x + 12, top + 24, fit_size(label, 24, each - 24, LEAST), FIRE_LIT, room=each - 24)
            total = signed(sum(points(card) for card in roamer.cards if card))
            write(image, total, x + 12, top + 64, 46, WHITE)
            if view.invader_tokens:
                stamp(image, pieces.stack(view.invader_tokens, view.invader_top, 46), x + each - 76, top + 66)
                write(image, f"×{view.invader_tokens}", x + each - 50, top + 68, 28, WHITE, room=46)

        _grid(cell, first)(image, y)

    return 2 * ROW + GAP, panel


def _rival(view: View, rival: FighterView, drawn: Drawn, words: Words, names: tuple[str, ...]) -> Piece:
    """The opponent's mech as the viewer may see it."""
    bay: BayView = view.areas[rival.seat].bays["AB".index(rival.mech)]

    def panel(image: Image.Image, y: int) -> None:
        def cell(at: int, x: int, top: int, each: int) -> None:
            shown = own_area.lying(bay, at, drawn.rival.get(SLOTS[at]))
            plate(image, bay.slots[at], shown, words, x, top, each, nameplates.TALL)

        def first(x: int, top: int, each: int) -> None:
            own_area.summary(image, bay, names[rival.seat], words, x, top, each)
            stamp(image, pieces.disc(rival.seat, 34), x + each - 22, top + nameplates.TALL - 22)

        _grid(cell, first)(image, y)

    return 2 * ROW + GAP, panel


CHIP: Final = 46


def fighters(view: View, words: Words, names: tuple[str, ...]) -> list[Piece]:
    """Who fights, with which mech, and what can be told of the tokens; the totals once it is settled."""
    sides = {} if view.settlement is None else {side.seat: side for side in view.settlement.sides}
    half = (WIDE - EDGE * 2 - GAP) // 2
    # In the picking order where there is one: what is next matters most.
    turn = [seat for seat in view.queue if seat in {fighter.seat for fighter in view.fighters}]
    shown = sorted(view.fighters, key=lambda f: turn.index(f.seat) if f.seat in turn else len(turn))

    def panel(image: Image.Image, y: int) -> None:
        for k, fighter in enumerate(shown):
            x, top = EDGE + k % 2 * (half + GAP), y + k // 2 * (CHIP + GAP)
            tone = of_seat(fighter.seat)
            place(image, pieces.panel(half, CHIP, GRAPHITE, tone.base), x, top)
            stamp(image, pieces.disc(fighter.seat, 38), x + 28, top + CHIP / 2)
            side = sides.get(fighter.seat)
            right = _tokens(image, fighter, words, x + half - 12, top) if side is None else x + half - 12
            if side is not None:
                facts = {"total": signed(side.total), "against": signed(side.against)}
                text = words("render.wasteland.seat.against", **facts)
                right -= 8 + write(
                    image, text, right, top + CHIP / 2, 28, SEAT_LIT[1] if side.beats else FIRE_LIT, anchor="right"
                )
            bay = view.areas[fighter.seat].bays["AB".index(fighter.mech)]
            worth = f"{fighter.mech} {signed(bay.points)}"
            used = write(image, worth, right - 4, top + CHIP / 2, 26, HAZARD_LIT, anchor="right")
            room = right - used - 16 - (x + 54)
            name = names[fighter.seat]
            write(image, name, x + 54, top + CHIP / 2, fit_size(name, 24, room, LEAST), WHITE, room=room)

    return [(-(-len(shown) // 2) * (CHIP + GAP), panel)] if shown else []


def _tokens(image: Image.Image, fighter: FighterView, words: Words, right: int, y: int) -> int:
    """A committed stack's top value and number, as far as the viewer may know; returns where it begins."""
    if fighter.committed is None:
        return right
    if not fighter.committed:
        text = words("render.wasteland.seat.committed.none")
        return right - 8 - write(image, text, right, y + CHIP / 2, 20, STEEL_LIT, anchor="right")
    if fighter.count is not None:
        right -= 4 + write(image, f"×{fighter.count}", right, y + CHIP / 2, 24, WHITE, anchor="right")
    stamp(image, pieces.stack(fighter.count, fighter.top, 38), right - 20, y + CHIP / 2)
    return right - 46


RIVAL: Final = 150


def rivals(view: View, drawn: Drawn, words: Words, names: tuple[str, ...]) -> Piece:
    """Everybody who can be challenged, with both mechs."""
    seats = [seat for seat in view.order if seat != view.seat and not view.areas[seat].out]
    columns = 3 if len(seats) > 4 else 2
    each = (WIDE - EDGE * 2 - GAP * (columns - 1)) // columns

    def panel(image: Image.Image, y: int) -> None:
        for k, seat in enumerate(seats):
            x, top = EDGE + k % columns * (each + GAP), y + k // columns * (RIVAL + GAP)
            _challenged(image, view, seat, drawn.seat == seat, names[seat], x, top, each)

    return -(-len(seats) // columns) * (RIVAL + GAP), panel


def _challenged(image: Image.Image, view: View, seat: Seat, chosen: bool, name: str, x: int, y: int, wide: int) -> None:
    area = view.areas[seat]
    place(image, pieces.panel(wide, RIVAL, GRAPHITE, of_seat(seat).base), x, y)
    stamp(image, pieces.disc(seat, 36), x + 26, y + 24)
    room = wide - 104
    write(image, name, x + 50, y + 24, fit_size(name, 24, room, LEAST), WHITE, room=room)
    stamp(image, pieces.stack(area.tokens, area.top, 38), x + wide - 26, y + 26)
    size = 86
    for k, bay in enumerate(area.bays):
        left = x + 10 + k * (wide - 16) // 2
        place(image, pieces.mech(bay.slots, bay.pairs, size, seat), left, y + 44)
        write(image, "AB"[k], left + size + 6, y + 66, 24, ALLOY_LIT)
        if bay.slots[0]:
            write(image, signed(bay.points), left + size + 4, y + 104, fit_size(signed(bay.points), 34, 44, 24), WHITE)
    if chosen:
        nameplates.pointed(image, Point(), x, y, wide, RIVAL)
