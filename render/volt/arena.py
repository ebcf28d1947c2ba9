"""The arena without anything that moves: floor, pits, walls, pillars, scoring, start and workshop cells, and the rim.

Drawn once per arena; pictures start from a copy.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engines.grid import Cell
from engines.volt.arenas import ARENAS
from render.canvas import Sketch, ngon, place, polar
from render.palette import (
    ALLOY,
    ALLOY_LIT,
    COAL,
    GEM,
    GEM_DARK,
    GEM_DEEP,
    GRAPHITE,
    HAZARD,
    HAZARD_DARK,
    INK,
    IRON,
    PIT,
    PLATE,
    PLATE_LIT,
    SILVER,
    SPARK,
    STEEL,
    STEEL_LIT,
    WHITE,
)
from render.sprites import north
from render.type import write
from render.volt.glyphs import glyph

CELL: Final = 100
"""Pixels of a cell; 40 when a phone shows the picture 400 wide."""
RIM: Final = 50
SIDE: Final = 9
BOARD: Final = CELL * SIDE + RIM * 2


def centre(cell: Cell) -> tuple[float, float]:
    """The middle of a cell, on or off the board, in pixels of the board."""
    return (RIM + (cell[1] + 0.5) * CELL, RIM + (cell[0] + 0.5) * CELL)


@cache
def layer(arena: str, north_letter: str, *, killbots: bool = False) -> Image.Image:
    """The static board, ``BOARD`` pixels square, with the killbots' start cells if any play. Shared and read only."""
    image = Image.new("RGB", (BOARD, BOARD), COAL)
    grid = ARENAS[arena].grid
    _rim(image, north_letter)
    for (row, column), kind in _cells(grid):
        x, y = RIM + column * CELL, RIM + row * CELL
        place(image, _floor((row + column) % 2 == 1), x, y)
        if kind == "O":
            place(image, _pit(), x, y)
        elif kind == "*":
            place(image, _goal(), x, y)
        elif kind in "1234":
            place(image, _start(home=True), x, y)
        elif kind in "abcd":
            place(image, _start(home=False), x, y)
        elif kind == "K" and killbots:
            place(image, _start(home=True), x, y)
        elif kind == "W":
            place(image, _workshop(), x, y)
    _shadows(image, grid)
    for (row, column), kind in _cells(grid):
        if kind in "#P":
            place(image, _block() if kind == "#" else _pillar(), RIM + column * CELL, RIM + row * CELL - 10)
    return image


def _cells(grid: tuple[str, ...]) -> list[tuple[Cell, str]]:
    return [((r, c), kind) for r, line in enumerate(grid) for c, kind in enumerate(line)]


def _rim(image: Image.Image, north_letter: str) -> None:
    """The wall around the arena: lit where it faces the south, dark below; letters and numbers stand on it."""
    s = Sketch(BOARD // 2, unit=BOARD)
    s.rect(0, 0, BOARD, BOARD, INK, 26)
    s.rect(4, 4, BOARD - 4, BOARD - 4, STEEL, 23)
    s.rect(4, 8, BOARD - 4, BOARD - 4, IRON, 23)
    s.rect(4, 8, BOARD - 4, BOARD - 10, PLATE_LIT, 22)
    s.rect(RIM - 8, RIM - 8, BOARD - RIM + 8, BOARD - RIM + 8, INK, 6)
    s.rect(RIM - 6, BOARD - RIM + 3, BOARD - RIM + 6, BOARD - RIM + 6, STEEL)
    top = BOARD - RIM + 18
    stripes = 23
    for k in range(stripes):
        left = RIM + 8 + k * (BOARD - RIM * 2 - 36) / (stripes - 1)
        s.poly([(left + 8, top), (left + 28, top), (left + 12, top + 16), (left - 8, top + 16)], HAZARD_DARK)
    sheet = s.image.reduce(2)
    image.paste(sheet, (0, 0), sheet)
    image.paste(INK, (RIM, RIM, BOARD - RIM, BOARD - RIM))
    for k in range(SIDE):
        at = RIM + (k + 0.5) * CELL
        write(image, chr(ord("A") + k), at, 23, 34, WHITE, anchor="middle")
        write(image, str(k + 1), 23, at, 34, WHITE, anchor="middle")
    for x in (23, BOARD - 23):
        for y in (23, BOARD - 23):
            if (x, y) != (23, 23):
                place(image, _bolt(), x - 11, y - 11)
    place(image, north(48, north_letter), 2, 4)


@cache
def _bolt() -> Image.Image:
    s = Sketch(22)
    s.poly(ngon(50, 50, 50, 6), INK)
    s.poly(ngon(50, 50, 40, 6), STEEL)
    s.poly(ngon(50, 44, 32, 6), ALLOY)
    return s.done()


@cache
def _floor(odd: bool) -> Image.Image:
    """A steel plate with a bevel and four rivets."""
    s = Sketch(CELL)
    base = GRAPHITE if odd else PLATE
    lit, dark = (PLATE, PIT) if odd else (PLATE_LIT, GRAPHITE)
    s.rect(0, 0, 100, 100, INK)
    s.rect(1.5, 1.5, 98.5, 98.5, dark, 3)
    s.rect(1.5, 1.5, 98.5, 95, lit, 3)
    s.rect(1.5, 4.5, 98.5, 95, base, 2)
    for x in (10, 90):
        for y in (12, 88):
            s.circle(x, y + 1, 3, INK)
            s.circle(x, y, 2.4, lit)
    return s.done()


@cache
def _pit() -> Image.Image:
    """A hole with a striped edge; its north wall lies in the dark, the south one catches the light."""
    s = Sketch(CELL)
    s.rect(2, 2, 98, 98, INK, 9)
    s.rect(4, 4, 96, 96, HAZARD, 8)
    mask = s.sheet()
    for k in range(-6, 12):
        x = k * 22.6
        mask.poly([(x, 104), (x + 11.3, 104), (x + 121.3, -6), (x + 110, -6)], INK)
    frame = s.sheet()
    frame.rect(4, 4, 96, 96, (255, 255, 255), 8)
    clipped = Image.new("RGBA", mask.image.size, (0, 0, 0, 0))
    clipped.paste(mask.image, (0, 0), frame.image.getchannel("A"))
    s.image.alpha_composite(clipped)
    s.rect(16, 16, 84, 84, INK, 5)
    s.poly([(18, 84), (28, 72), (72, 72), (82, 84)], STEEL)
    s.poly([(16, 18), (26, 30), (26, 72), (16, 84)], IRON)
    s.poly([(84, 18), (74, 30), (74, 72), (84, 84)], IRON)
    s.poly([(18, 16), (82, 16), (73, 30), (27, 30)], PLATE)
    s.rect(26, 30, 74, 72, INK)
    s.poly([(28, 71), (34, 64), (66, 64), (72, 71)], GRAPHITE)
    s.poly([(27, 32), (33, 38), (33, 64), (27, 71)], PIT)
    s.poly([(73, 32), (67, 38), (67, 64), (73, 71)], PIT)
    return s.done()


@cache
def _goal() -> Image.Image:
    """A scoring cell: a lit frame around a socket."""
    s = Sketch(CELL)
    s.rect(5, 5, 95, 95, INK, 12)
    s.rect(7, 7, 93, 93, GEM_DARK, 10)
    s.rect(10, 10, 90, 90, GEM, 8)
    s.rect(14, 14, 86, 86, GEM_DARK, 6)
    s.rect(18, 18, 82, 82, GEM_DEEP, 4)
    s.rect(24, 24, 76, 76, COAL, 4)
    for k in range(4):
        corner = polar(50, 50, 52, 45 + 90 * k)
        s.circle(*corner, 7, INK)
        s.circle(*corner, 5, WHITE)
    s.poly(ngon(50, 50, 29, 6), GEM_DARK)
    s.poly(ngon(50, 50, 24, 6), INK)
    return s.done()


@cache
def _start(*, home: bool) -> Image.Image:
    """A painted start cell; the home cell has the ring as well."""
    s = Sketch(CELL)
    tone = ALLOY if home else STEEL
    for x, y, right, down in ((14, 14, 1, 1), (86, 14, -1, 1), (86, 86, -1, -1), (14, 86, 1, -1)):
        s.line([(x + 20 * right, y), (x, y), (x, y + 20 * down)], 4.5, tone)
    if home:
        s.circle(50, 50, 25, ALLOY)
        s.circle(50, 50, 20.5, PLATE)
        s.circle(50, 50, 10, ALLOY)
    return s.done()


@cache
def _workshop() -> Image.Image:
    """A workshop: a lift between two rails, with a wrench on it."""
    s = Sketch(CELL)
    s.rect(5, 5, 95, 95, INK, 8)
    s.rect(8, 8, 92, 92, STEEL, 6)
    s.rect(12, 12, 88, 88, COAL, 4)
    for x in (8, 78):
        s.rect(x, 8, x + 14, 92, INK, 4)
        for k in range(4):
            s.poly([(x + 2, 26 + k * 20), (x + 12, 14 + k * 20), (x + 12, 24 + k * 20), (x + 2, 36 + k * 20)], HAZARD)
    s.poly(ngon(50, 50, 26, 8, 22.5), HAZARD_DARK)
    s.poly(ngon(50, 50, 22, 8, 22.5), GRAPHITE)
    image = s.done()
    sign = glyph("wrench", 34, SPARK)
    image.alpha_composite(sign, ((CELL - sign.width) // 2, (CELL - sign.height) // 2))
    return image


def _shadows(image: Image.Image, grid: tuple[str, ...]) -> None:
    """What is solid throws a shadow to the south-east."""
    for (row, column), kind in _cells(grid):
        if kind in "#P":
            x, y = RIM + column * CELL, RIM + row * CELL
            room = BOARD - RIM + 6
            place(image, _shade().crop((0, 0, min(CELL + 16, room - x), min(CELL + 16, room - y))), x, y)
    s = Sketch(BOARD // 4, unit=BOARD)
    s.rect(RIM, RIM, BOARD - RIM, RIM + 10, (0, 0, 0, 110))
    s.rect(RIM, RIM + 10, RIM + 8, BOARD - RIM, (0, 0, 0, 110))
    image.paste(s.image, (0, 0), s.image)


@cache
def _shade() -> Image.Image:
    s = Sketch(CELL + 16, unit=CELL + 16)
    s.poly([(2, 2), (98, 2), (114, 20), (114, 112), (104, 114), (16, 114), (2, 98)], (0, 0, 0, 120))
    return s.done()


@cache
def _block() -> Image.Image:
    """A wall block: it stands ten pixels proud of its cell."""
    s = Sketch(CELL, CELL + 10)
    s.rect(1, 1, 99, 109, INK, 9)
    s.rect(4, 60, 96, 106, IRON, 6)
    s.rect(4, 60, 96, 98, STEEL, 6)
    s.rect(4, 4, 96, 82, SILVER, 7)
    s.rect(4, 8, 96, 82, ALLOY, 6)
    s.rect(14, 18, 86, 72, STEEL_LIT, 5)
    s.rect(14, 22, 86, 72, ALLOY_LIT, 5)
    for a, b in (((20.0, 28.0), (80.0, 66.0)), ((80.0, 28.0), (20.0, 66.0))):
        s.line([a, b], 7, STEEL_LIT)
    for x in (10, 90):
        for y in (14, 76):
            s.circle(x, y, 3, STEEL)
    for x in (22, 50, 78):
        s.rect(x - 9, 90, x + 9, 96, INK, 2)
    return s.done()


@cache
def _pillar() -> Image.Image:
    """A corner pillar with its lamp."""
    s = Sketch(CELL, CELL + 10)
    s.poly(ngon(50, 58, 54, 8, 22.5), INK)
    s.poly([(x, y + 8) for x, y in ngon(50, 49, 49, 8, 22.5)], IRON)
    s.poly(ngon(50, 49, 49, 8, 22.5), INK)
    s.poly(ngon(50, 48, 46, 8, 22.5), SILVER)
    s.poly(ngon(50, 51, 44, 8, 22.5), STEEL_LIT)
    s.circle(50, 51, 30, INK)
    s.circle(50, 51, 26, HAZARD_DARK)
    s.circle(50, 49, 24, HAZARD)
    s.circle(50, 48, 17, SPARK)
    s.circle(44, 42, 6, WHITE)
    return s.done()
