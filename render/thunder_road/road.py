"""The road as it lies: tiles, numbers and letters at the edges, what lies ahead and behind, tokens, cars, choppers."""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from typing import Final

from PIL import Image

from engines.thunder_road.facts import LANES, ROWS
from engines.thunder_road.model import LANES as LETTERS
from engines.thunder_road.model import Spot, Tile, Vehicle, seat_of, size_of
from engines.thunder_road.views import View
from locales import Language, speak
from render.canvas import Point, Sketch, place, stamp
from render.palette import (
    ASPHALT_DARK,
    COAL,
    HAZARD,
    HAZARD_DARK,
    INK,
    PIT,
    ROCK_DARK,
    SAND_DARK,
    SAND_DEEP,
    SAND_LIT,
    WHITE,
    Colour,
)
from render.thunder_road import ground, pieces
from render.thunder_road.crews import tones
from render.thunder_road.lie import LARGE, SMALL, Lie, Scale, corners
from render.type import width, write

EDGE: Final = 36
"""Pixels beside the road for the rows' numbers."""
BAR: Final = 32
"""Pixels of the bar with the lanes' letters at the top."""
FOOT: Final = 30
"""Pixels of the bar with the lanes' letters at the bottom."""
SIGN: Final = 30
"""Pixels for the tiles' names, where the whole road is shown."""
AHEAD: Final = 44
"""Pixels above the finish, or the unknown road, for its sign."""
START: Final = 2.1
"""Rows that the start area takes."""
STEP_ROWS: Final = 6
"""At most so many rows are drawn large."""


def whole(view: View) -> Lie:
    """All three tiles, what is before them, and the start area as long as a car waits there."""
    above, below = _ends(view, view.rear, view.front, SMALL)
    return Lie(SMALL, view.rear, view.front, EDGE, EDGE + SIGN, BAR + above, FOOT + below, BAR)


def stretch(view: View, low: int, high: int) -> Lie:
    """The rows that matter, as large as they fit."""
    scale = LARGE if high - low <= STEP_ROWS else SMALL
    above, below = _ends(view, low, high, scale)
    return Lie(scale, low, high, EDGE, EDGE, above, FOOT + below, 0)


def _ends(view: View, low: int, high: int, scale: Scale) -> tuple[int, int]:
    """Pixels beyond the first and the last row: the start area, what lies ahead, or a bit of the next space."""
    above = scale.px(1) + AHEAD if high == view.front else scale.px(0.2)
    if low > view.rear:
        return above, scale.px(0.2)
    return above, scale.px(START) if waiting(view) else scale.px(0.45)


def waiting(view: View) -> bool:
    """Whether a car is still in the start area."""
    return any(car.place == "start" for car in view.cars)


def at(view: View, where: Lie, vehicle: Vehicle) -> Point | None:
    """Where a vehicle stands on the sheet: on the road, or in the start area."""
    if seat_of(vehicle) is None:
        found = next((wreck.spot for wreck in view.wrecks if wreck.id == vehicle), None)
        return None if found is None else where.at(found)
    car = view.cars[vehicle]
    if car.spot is not None and car.place == "road":
        return where.at(car.spot)
    return bay(where, vehicle) if car.place == "start" else None


def bay(where: Lie, vehicle: Vehicle) -> Point:
    """A car's place in the start area."""
    x = where.left + where.scale.side + where.scale.across * (vehicle % LANES)
    return (x, where.bottom + where.scale.px(0.56) + where.scale.px(0.94) * (vehicle // LANES))


# ---- what does not move


def base(view: View, where: Lie, language: Language) -> Image.Image:
    """A fresh sheet with the tiles and all that is written beside them."""
    return _base(where, view.tiles, view.finish, waiting(view), language).copy()


@lru_cache(maxsize=8)
def _base(where: Lie, tiles: tuple[Tile, Tile, Tile], finish: bool, start: bool, language: Language) -> Image.Image:
    image = Image.new("RGB", where.size, SAND_DEEP)
    rear, front = tiles[0].number * ROWS, tiles[2].number * ROWS + ROWS
    _desert(image, where)
    if where.low == rear:
        _behind(image, where, language, start=start)
    if where.high == front:
        _ahead(image, where, front, language, finish=finish)
    for tile in tiles:
        sheet, mask = ground.layer(tile.face, where.scale)
        image.paste(sheet, where.tile_at(tile.number * ROWS), mask)
    _numbers(image, where)
    if where.right > EDGE:
        _names(image, where, tiles, language)
    return image


def _desert(image: Image.Image, where: Lie) -> None:
    """Stones at the wayside, between the numbers."""
    for row in range(where.low, where.high, 2):
        y = where.at(Spot(0, row))[1]
        stamp(image, _stone(12), 9 + row * 5 % 14, y - where.scale.tall * 0.5)
        stamp(image, _stone(10), where.left + where.scale.road + 8 + row * 7 % 18, y)


@cache
def _stone(pixels: int) -> Image.Image:
    s = Sketch(pixels)
    s.oval(54, 56, 46, 38, ROCK_DARK)
    s.oval(44, 44, 38, 30, SAND_DARK)
    return s.done()


def _numbers(image: Image.Image, where: Lie) -> None:
    """Every row's number, at the left beside lane A and at the right beside lane F."""
    for row in range(where.low, where.high):
        for lane, x in ((0, EDGE / 2), (LANES - 1, where.left + where.scale.road + EDGE / 2)):
            text = str(row + 1)
            y = where.at(Spot(lane, row))[1]
            write(image, text, x, y, 26 if len(text) < 3 else 20, SAND_LIT, anchor="middle")


def _names(image: Image.Image, where: Lie, tiles: tuple[Tile, Tile, Tile], language: Language) -> None:
    """Every tile's name along its right side, read from the rear to the front."""
    words = speak(language)
    left = where.size[0] - SIGN
    for tile in tiles:
        top = where.tile_at(tile.number * ROWS)[1] + where.scale.tall // 2
        tall = where.scale.tall * ROWS - 8
        image.paste(_sign(words(f"thunder_road.face.{tile.face}"), tall, upright=language == "zh-CN"), (left, top))


@lru_cache(maxsize=32)
def _sign(name: str, tall: int, *, upright: bool) -> Image.Image:
    """A road sign's text from bottom to top; Chinese characters stand one under the other."""
    if upright:
        image = Image.new("RGB", (SIGN, tall), ASPHALT_DARK)
        first = tall / 2 - (len(name) - 1) * 17
        for k, character in enumerate(name):
            write(image, character, SIGN / 2, first + k * 34, 26, SAND_LIT, anchor="middle")
        return image
    image = Image.new("RGB", (tall, SIGN), ASPHALT_DARK)
    write(image, name, tall / 2, SIGN / 2 - 1, 26, SAND_LIT, anchor="middle")
    return image.rotate(90, expand=True)


def frame(image: Image.Image, where: Lie) -> None:
    """The bars with the lanes' letters, over everything that reaches beyond the road's ends."""
    wide, tall = where.size
    for top, bar in ((0, where.bar), (tall - FOOT, FOOT)):
        if bar:
            image.paste(COAL, (0, top, wide, top + bar))
            for lane, letter in enumerate(LETTERS):
                write(image, letter, where.at(Spot(lane, where.low))[0], top + bar / 2, 26, SAND_LIT, anchor="middle")


def _ahead(image: Image.Image, where: Lie, front: int, language: Language, *, finish: bool) -> None:
    """The finish, or road that nobody knows yet."""
    words = speak(language)
    scale = where.scale
    left, top = where.left, round(where.at(Spot(1, front))[1] - scale.tall / 2)
    image.paste(_flag(scale) if finish else _unknown(scale), (left, top), _row_mask(scale))
    label = words("render.thunder_road.finish" if finish else "render.thunder_road.beyond")
    wide = width(label, 26) + 34
    x = left + scale.road / 2
    y = where.bar + 22
    place(image, _label(wide, 38, HAZARD if finish else PIT), x - wide / 2, y - 19)
    write(image, label, x, y, 26, INK if finish else SAND_LIT, anchor="middle")


@cache
def _label(wide: int, tall: int, colour: Colour) -> Image.Image:
    s = Sketch(wide, tall, unit=wide)
    s.rect(0, 0, wide, tall, INK, 10)
    s.rect(3, 3, wide - 3, tall - 3, colour, 8)
    return s.done()


@cache
def _row_mask(scale: Scale) -> Image.Image:
    """One row of all six lanes."""
    s = Sketch(scale.road, scale.tall + scale.tall // 2, unit=scale.road)
    for lane in range(LANES):
        x, y = scale.side + scale.across * lane, scale.tall - (scale.tall // 2 if lane & 1 else 0)
        s.poly(corners(x, y, scale, -1), WHITE)
    return s.done().getchannel("A")


@cache
def _flag(scale: Scale) -> Image.Image:
    """The chequered flag over a whole row."""
    s = Sketch(scale.road, scale.tall + scale.tall // 2, unit=scale.road)
    each = scale.tall / 4
    s.rect(0, 0, scale.road, scale.tall * 1.5, WHITE)
    for k in range(round(scale.road / each) + 1):
        for j in range(6):
            if (k + j) % 2:
                s.rect(k * each, j * each, (k + 1) * each, (j + 1) * each, INK)
    return s.done().convert("RGB")


@cache
def _unknown(scale: Scale) -> Image.Image:
    s = Sketch(scale.road, scale.tall + scale.tall // 2, unit=scale.road)
    s.rect(0, 0, scale.road, scale.tall * 1.5, ROCK_DARK)
    for lane in range(LANES):
        x, y = scale.side + scale.across * lane, scale.tall - (scale.tall // 2 if lane & 1 else 0)
        outline = corners(x, y, scale, 3)
        s.line([*outline, outline[0]], 2.4, SAND_DEEP)
        u = scale.tall / 100
        s.line([(x - 17 * u, y + 12 * u), (x, y - 6 * u), (x + 17 * u, y + 12 * u)], 6 * u, SAND_DARK)
    return s.done().convert("RGB")


def _behind(image: Image.Image, where: Lie, language: Language, *, start: bool) -> None:
    """The start area, or the drop where the road has been taken away."""
    wide = where.scale.road
    if not start:
        stamp(image, _drop(wide, where.scale.px(0.9)), where.left + wide / 2, where.bottom + where.scale.px(0.1))
        return
    tall = where.scale.px(START) + where.scale.tall // 2
    place(image, _lot(where.scale, tall), where.left, where.bottom - where.scale.tall // 2)


@cache
def _drop(wide: int, tall: int) -> Image.Image:
    """Torn ground."""
    s = Sketch(wide, tall, unit=wide)
    s.rect(0, 0, wide, tall * 0.55, ROCK_DARK)
    each = wide / 18
    for k in range(18):
        s.poly(
            [
                (k * each, tall * 0.54),
                ((k + 1) * each, tall * 0.54),
                ((k + 0.5) * each, tall * (0.72 + k * 7 % 4 * 0.07)),
            ],
            ROCK_DARK,
        )
    return s.done()


@cache
def _lot(scale: Scale, tall: int) -> Image.Image:
    """Bays behind the start line."""
    s = Sketch(scale.road, tall, unit=scale.road)
    s.rect(0, 0, scale.road, tall, INK, 10)
    s.rect(4, 4, scale.road - 4, tall - 4, ASPHALT_DARK, 8)
    top = scale.tall * 0.5 + 6
    for k in range(LANES + 1):
        x = 6 + (scale.road - 12) / LANES * k
        for row in range(2):
            y = top + scale.tall * 0.94 * row
            s.rect(x - 2, y + 6, x + 2, y + scale.tall * 0.8, HAZARD_DARK)
    return s.done()


# ---- what moves


def pave(image: Image.Image, view: View, where: Lie) -> None:
    """The hazard tokens."""
    for token in view.tokens:
        if not where.shows(token.spot):
            continue
        if token.kind is None:
            stamp(image, pieces.face_down(where.scale.px(0.62)), *where.at(token.spot))
        else:
            stamp(image, pieces.face_up(token.kind, where.scale), *where.at(token.spot))


def populate(image: Image.Image, view: View, where: Lie) -> None:
    """Wrecks and cars; two in one space stand side by side."""
    crowd: dict[Spot, list[Vehicle]] = defaultdict(list)
    for wreck in view.wrecks:
        crowd[wreck.spot].append(wreck.id)
    for vehicle, car in enumerate(view.cars):
        if car.place == "road" and car.spot is not None:
            crowd[car.spot].append(vehicle)
        elif car.place == "start" and where.low == view.rear:
            _vehicle(image, view, where, vehicle, *bay(where, vehicle))
    for spot, vehicles in sorted(crowd.items(), key=lambda item: -item[0].row):
        if where.shows(spot):
            x, y = where.at(spot)
            apart = where.scale.px(0.27) if len(vehicles) > 1 else 0
            for k, vehicle in enumerate(vehicles):
                _vehicle(image, view, where, vehicle, x + apart * (2 * k - 1), y + apart * 0.3 * (2 * k - 1))


def _vehicle(image: Image.Image, view: View, where: Lie, vehicle: Vehicle, x: float, y: float) -> None:
    px = where.scale.px
    seat = seat_of(vehicle)
    if seat is None:
        stamp(image, pieces.wreck(px(0.86)), x, y)
        return
    car = view.cars[vehicle]
    if view.turn.car == vehicle and view.winner is None:
        stamp(image, outline(where.scale, WHITE, tones(seat).base), x, y)
    stamp(image, pieces.car(seat, size_of(vehicle), px(0.84), broken=not car.operable), x, y)
    if car.damage and car.operable:
        stamp(image, pieces.pips(len(car.damage), px(0.23)), x + px(0.2), y + px(0.35))
    if car.moved and car.operable:
        stamp(image, pieces.check(px(0.27)), x - px(0.34), y + px(0.28))
        for k in range(car.coasts):
            stamp(image, pieces.coast(px(0.25)), x - px(0.4), y + px(0.04 - 0.22 * k))


def fly(image: Image.Image, view: View, where: Lie) -> None:
    """The choppers, over everything that stands."""
    covered = {car.spot for car in view.cars if car.place == "road"} | {wreck.spot for wreck in view.wrecks}
    for seat, crew in enumerate(view.crews):
        if crew.chopper is not None and where.shows(crew.chopper):
            x, y = where.at(crew.chopper)
            aside = where.scale.px(0.2) if crew.chopper in covered else 0
            stamp(image, pieces.chopper(seat, where.scale.px(1.0)), x + aside, y - aside)


@cache
def outline(scale: Scale, colour: Colour, edge: Colour) -> Image.Image:
    """A border that sets one space off."""
    wide, tall = scale.side * 2, scale.tall
    s = Sketch(wide, tall, unit=wide)
    x, y = wide / 2, tall / 2
    for inset, tone in ((0, INK), (2, edge), (6, colour), (9, INK)):
        s.poly(corners(x, y, scale, inset), tone)
    s.poly(corners(x, y, scale, 11), (0, 0, 0, 0))
    return s.done()


@cache
def lit(scale: Scale, colour: Colour) -> Image.Image:
    """A light over one space: it can be entered next."""
    wide, tall = scale.side * 2, scale.tall
    s = Sketch(wide, tall, unit=wide)
    x, y = wide / 2, tall / 2
    s.poly(corners(x, y, scale, 1), INK)
    s.poly(corners(x, y, scale, 3), colour)
    s.poly(corners(x, y, scale, 8), (*colour, 96))
    return s.done()
