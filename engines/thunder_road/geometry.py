"""Spaces, directions and what lies on the road's ground (sections 4.1 and 4.2). Spots may lie off the road."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from engines.thunder_road.facts import FACES, LANES, ROWS
from engines.thunder_road.model import Dir, Hazard, Spot, Tile

Ground = Literal["road", "off", "mud", "rock"]

COST: Final[Mapping[Ground, int]] = {"road": 1, "off": 1, "mud": 2, "rock": 1}
"""What a driven move into such a space costs (ruling 32). A rock costs a move and the car (ruling 31)."""

VECTORS: Final[Mapping[Dir, tuple[int, int]]] = {
    "F": (0, 2), "FL": (-1, 1), "FR": (1, 1), "B": (0, -2), "BL": (-1, -1), "BR": (1, -1),
}  # fmt: skip
"""The steps in doubled coordinates (lane, h), h = ``progress``."""
OPPOSITE: Final[Mapping[Dir, Dir]] = {"F": "B", "B": "F", "FL": "BR", "BR": "FL", "FR": "BL", "BL": "FR"}

_GROUND_OF: Final[Mapping[str, Ground]] = {
    "R": "road", "O": "off", "M": "mud", "X": "rock", "r": "road", "o": "off", "2": "road", "3": "road", "4": "road",
}  # fmt: skip
_GROUNDS: Final[Mapping[str, tuple[tuple[Ground, ...], ...]]] = {
    face.id: tuple(tuple(_GROUND_OF[letter] for letter in row) for row in face.rows) for face in FACES.values()
}


def progress(spot: Spot) -> int:
    """h of section 4.1: how far to the front the space lies, in half spaces; odd lanes are half a space ahead."""
    return 2 * spot.row + (spot.lane & 1)


def line(spot: Spot, dir: Dir, far: int) -> Spot:
    """The space so many steps away in a straight line."""
    across, ahead = VECTORS[dir]
    lane = spot.lane + across * far
    return Spot(lane, (2 * spot.row + (spot.lane & 1) + ahead * far) >> 1)


def step(spot: Spot, dir: Dir) -> Spot:
    """The neighbour in that direction."""
    return line(spot, dir, 1)


def on_lanes(spot: Spot) -> bool:
    """Between the side edges."""
    return 0 <= spot.lane < LANES


def on_tiles(tiles: Sequence[Tile], spot: Spot) -> bool:
    """On one of the tiles on the table."""
    return 0 <= spot.lane < LANES and ROWS * tiles[0].number <= spot.row < ROWS * tiles[-1].number + ROWS


def ground(tiles: Sequence[Tile], spot: Spot) -> Ground:
    """What is printed there. The spot must lie on one of the tiles."""
    number, row = divmod(spot.row, ROWS)
    return _GROUNDS[tiles[number - tiles[0].number].face][row][spot.lane]


def effective(printed: Ground, up: Hazard | None) -> Ground:
    """The ground under a face-up token: road under a clear one, mud under mud, else as printed (section 3)."""
    if up == "clear":
        return "road"
    return "mud" if up == "mud" else printed


def hazard_spots(face: str, number: int, players: int | None = None) -> Iterator[Spot]:
    """The hazard spots of a face as tile ``number``, rear to front and left to right (ruling 3).

    With ``players`` those that are filled at setup; a face laid later has all of them filled (ruling 4).
    """
    for y, row in enumerate(FACES[face].rows):
        for lane, letter in enumerate(row):
            if letter in "ro" or (letter.isdigit() and (players is None or players <= int(letter))):
                yield Spot(lane, ROWS * number + y)
