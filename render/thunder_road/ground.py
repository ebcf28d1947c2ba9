"""The tiles: each face is drawn once per scale and kept small. Grounds differ by texture, not by colour alone."""

from __future__ import annotations

import zlib
from functools import cache
from typing import Final

from PIL import Image

from engines.thunder_road.facts import FACES, LANES, ROWS
from engines.thunder_road.geometry import Ground, step
from engines.thunder_road.model import Dir, Spot
from render.canvas import Point, Sketch, ngon
from render.palette import (
    ASPHALT,
    ASPHALT_DARK,
    FIRE,
    HAZARD,
    HAZARD_LIT,
    INK,
    MUD,
    MUD_DARK,
    MUD_LIT,
    ROCK,
    ROCK_DARK,
    ROCK_LIT,
    SAND,
    SAND_DARK,
    SAND_DEEP,
    SAND_LIT,
    WHITE,
    palette_image,
)
from render.thunder_road.lie import Scale, corners

GROUND: Final[dict[str, Ground]] = {
    "R": "road", "O": "off", "M": "mud", "X": "rock", "r": "road", "o": "off", "2": "road", "3": "road", "4": "road",
}  # fmt: skip
SPOTS: Final = "ro234"
"""Letters of spaces with a hazard spot."""
_SIDES: Final[tuple[Dir, ...]] = ("BR", "B", "BL", "FL", "F", "FR")
"""The neighbour beyond each side, in the order of ``corners``."""


def layer(face: str, scale: Scale) -> tuple[Image.Image, Image.Image]:
    """A face, front up, and the mask of a tile's jagged outline. Both are shared: do not draw on them."""
    return _face(face, scale).convert("RGB"), mask(scale)


@cache
def mask(scale: Scale) -> Image.Image:
    """What of a tile's sheet is road: all six lanes, odd ones half a space ahead."""
    s = Sketch(scale.road, scale.tile, unit=scale.road)
    for lane in range(LANES):
        for row in range(ROWS):
            s.poly(corners(*middle(lane, row, scale), scale, -0.6), WHITE)
    return s.done().getchannel("A")


def middle(lane: int, row: int, scale: Scale) -> Point:
    """The middle of a space on a tile's own sheet."""
    y = scale.tall * ROWS - scale.tall * row - (scale.tall // 2 if lane & 1 else 0)
    return (scale.side + scale.across * lane, y)


@cache
def _face(face: str, scale: Scale) -> Image.Image:
    s = Sketch(scale.road, scale.tile, unit=scale.road)
    s.rect(0, 0, scale.road, scale.tile, SAND)
    rows = FACES[face].rows
    kinds: dict[Spot, Ground] = {
        Spot(lane, row): GROUND[rows[row][lane]] for row in range(ROWS) for lane in range(LANES)
    }
    for kind, painters in _LAYERS:
        for spot in kinds:
            if kinds[spot] == kind:
                painters(s, spot, kinds, scale, zlib.crc32(f"{face}{spot.lane}{spot.row}".encode()))
    for spot in kinds:
        if rows[spot.row][spot.lane] in SPOTS:
            _hazard_spot(s, *middle(spot.lane, spot.row, scale), scale)
    _joint(s, scale)
    return s.done().convert("RGB").quantize(palette=palette_image(), dither=Image.Dither.NONE)


def _joint(s: Sketch, scale: Scale) -> None:
    """The jagged edges at which tiles meet."""
    for lane in range(LANES):
        front = corners(*middle(lane, ROWS - 1, scale), scale, 1.5)
        rear = corners(*middle(lane, 0, scale), scale, 1.5)
        odd = lane & 1
        s.line([*front[3:], front[0]] if odd else front[4:], 2.6, SAND_DEEP)
        s.line(rear[1:3] if odd else rear[:4], 2.6, SAND_DEEP)


def _bits(seed: int, k: int, most: int) -> int:
    """A number from 0 to ``most`` that looks like chance and is always the same."""
    return ((seed >> (k * 3)) ^ (seed >> (k + 7))) % (most + 1)


def _off(s: Sketch, spot: Spot, kinds: dict[Spot, Ground], scale: Scale, seed: int) -> None:
    """Sand: the crest of a drift, tufts of dry grass, pebbles."""
    x, y = middle(spot.lane, spot.row, scale)
    u = scale.tall / 100
    s.line([*corners(x, y, scale), corners(x, y, scale)[0]], 2.2, SAND_DARK)
    lean = _bits(seed, 0, 24) - 12
    for dy, wide in ((-22, 25), (16 + lean / 3, 31))[seed % 2 :]:
        s.line(
            [(x - wide * u, y + (dy + 5) * u), (x - 6 * u + lean * u, y + dy * u), (x + wide * u, y + (dy + 7) * u)],
            4 * u,
            SAND_LIT,
        )
    for k in range(1 + seed % 2):
        tx, ty = x + (_bits(seed, k, 50) - 25) * u, y + (_bits(seed, k + 2, 44) - 14) * u
        for dx, dy in ((-9, -13), (-2, -18), (6, -14)):
            s.line([(tx, ty), (tx + dx * u, ty + dy * u)], 3.6 * u, SAND_DEEP)
    px, py = x + (_bits(seed, 5, 44) - 22) * u, y + (_bits(seed, 3, 30) + 4) * u
    s.oval(px + 2 * u, py + 3 * u, 7 * u, 4.5 * u, SAND_DEEP)
    s.oval(px, py, 6.5 * u, 4.5 * u, SAND_DARK)


def _shoulder(s: Sketch, spot: Spot, kinds: dict[Spot, Ground], scale: Scale, seed: int) -> None:
    """A dark rim of gravel around the road."""
    s.poly(corners(*middle(spot.lane, spot.row, scale), scale, -3.5), SAND_DEEP)


def _road(s: Sketch, spot: Spot, kinds: dict[Spot, Ground], scale: Scale, seed: int) -> None:
    """Asphalt, here and there with a crack."""
    x, y = middle(spot.lane, spot.row, scale)
    u = scale.tall / 100
    s.poly(corners(x, y, scale, -0.5), ASPHALT)
    outline = corners(x, y, scale)
    s.line([*outline, outline[0]], 2.4, ASPHALT_DARK)
    if seed % 6 == 0:
        px, py = x + (_bits(seed, 1, 40) - 20) * u, y + (_bits(seed, 2, 30) - 15) * u
        s.line(
            [
                (px - 16 * u, py - 12 * u),
                (px - 3 * u, py - 3 * u),
                (px + 2 * u, py + 9 * u),
                (px + 16 * u, py + 14 * u),
            ],
            2.6 * u,
            ASPHALT_DARK,
        )
        s.line([(px - 3 * u, py - 3 * u), (px + 12 * u, py - 9 * u)], 2.6 * u, ASPHALT_DARK)


def _lines(s: Sketch, spot: Spot, kinds: dict[Spot, Ground], scale: Scale, seed: int) -> None:
    """A lane dash to each road space ahead, and a pale line where the road ends."""
    x, y = middle(spot.lane, spot.row, scale)
    u = scale.tall / 100
    rim = corners(x, y, scale, 5.5 * u)
    for k, side in enumerate(_SIDES):
        beyond = step(spot, side)
        inside = 0 <= beyond.row < ROWS and 0 <= beyond.lane < LANES
        if (inside and kinds[beyond] != "road") or not 0 <= beyond.lane < LANES:
            s.line([rim[k], rim[(k + 1) % 6]], 3.4 * u, SAND_LIT)
    ahead = step(spot, "F")
    if ahead.row >= ROWS or kinds[ahead] == "road":
        s.rect(x - 3 * u, y - 64 * u, x + 3 * u, y - 38 * u, HAZARD_LIT, 2 * u)
    if spot.row == 0:
        s.rect(x - 3 * u, y + 36 * u, x + 3 * u, y + 62 * u, HAZARD_LIT, 2 * u)


def _mud(s: Sketch, spot: Spot, kinds: dict[Spot, Ground], scale: Scale, seed: int) -> None:
    """Mud: dark, wet, with puddles that shine."""
    x, y = middle(spot.lane, spot.row, scale)
    u = scale.tall / 100
    s.poly(corners(x, y, scale, -0.5), MUD)
    mud(s, x, y, u, seed)
    outline = corners(x, y, scale, 1)
    s.line([*outline, outline[0]], 2.6, MUD_DARK)


def mud(s: Sketch, x: float, y: float, u: float, seed: int) -> None:
    """Puddles about (x, y); ``u`` is a hundredth of a row."""
    flip = 1 if seed & 1 else -1
    for dx, dy, rx, ry in ((-22, -16, 22, 13), (18, 14, 25, 15), (-14, 28, 14, 7), (24, -24, 12, 7)):
        cx, cy = x + dx * u * flip, y + dy * u
        s.oval(cx, cy, rx * u, ry * u, MUD_LIT)
        s.oval(cx, cy + 2.5 * u, (rx - 2) * u, (ry - 2) * u, MUD_DARK)
    for dx, dy in ((-28, -19), (10, 10)):
        cx, cy = x + dx * u * flip, y + dy * u
        s.line([(cx, cy), (cx + 11 * u, cy - 1 * u)], 4 * u, ROCK_LIT)
    for dx, dy in ((-38, 8), (2, -34), (36, -4), (4, 36)):
        s.circle(x + dx * u * flip, y + dy * u, 3.4 * u, MUD_DARK)


def _rock(s: Sketch, spot: Spot, kinds: dict[Spot, Ground], scale: Scale, seed: int) -> None:
    """Boulders with a double yellow border: nobody survives here."""
    x, y = middle(spot.lane, spot.row, scale)
    u = scale.tall / 100
    s.poly(corners(x, y, scale, -0.5), INK)
    s.poly(corners(x, y, scale, 2.4 * u), HAZARD)
    s.poly(corners(x, y, scale, 6.2 * u), INK)
    s.poly(corners(x, y, scale, 8.6 * u), HAZARD)
    s.poly(corners(x, y, scale, 10.8 * u), SAND_DEEP)
    flip = 1 if seed & 1 else -1
    for dx, dy, r in ((-21, 12, 21), (19, -12, 24), (13, 24, 14)):
        _boulder(s, x + dx * u * flip, y + dy * u, r * u, seed + r)


def _boulder(s: Sketch, x: float, y: float, r: float, seed: int) -> None:
    turn = _bits(seed, 1, 50)
    s.poly(ngon(x + r * 0.16, y + r * 0.2, r * 1.05, 7, turn), INK)
    s.poly(ngon(x, y, r, 7, turn), ROCK_DARK)
    s.poly(ngon(x - r * 0.1, y - r * 0.14, r * 0.84, 7, turn), ROCK)
    s.poly(ngon(x - r * 0.24, y - r * 0.3, r * 0.48, 5, turn), ROCK_LIT)


def _hazard_spot(s: Sketch, x: float, y: float, scale: Scale) -> None:
    """Two red triangles, one in the other: something may lie here."""
    u = scale.tall / 100
    for r, colour in ((30, INK), (26.5, FIRE), (18, INK), (14.5, FIRE), (6.5, INK)):
        s.poly(ngon(x, y + 5 * u, r * u, 3), colour)


_LAYERS: Final = (
    ("off", _off), ("road", _shoulder), ("road", _road), ("mud", _mud), ("road", _lines), ("rock", _rock),
)  # fmt: skip
