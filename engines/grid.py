"""Squares and directions, for any game on a square grid. Row 0 is north, column 0 is west; N is up on every picture."""

from __future__ import annotations

from typing import Final, Literal

Cell = tuple[int, int]
"""(row, column), from 0."""

Direction = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

STEPS: Final[dict[Direction, tuple[int, int]]] = {
    "N": (-1, 0),
    "NE": (-1, 1),
    "E": (0, 1),
    "SE": (1, 1),
    "S": (1, 0),
    "SW": (1, -1),
    "W": (0, -1),
    "NW": (-1, -1),
}
ORTHOGONAL: Final[tuple[Direction, ...]] = ("N", "E", "S", "W")
ALL_DIRECTIONS: Final[tuple[Direction, ...]] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""Clockwise."""
OPPOSITE: Final[dict[Direction, Direction]] = {
    "N": "S", "NE": "SW", "E": "W", "SE": "NW", "S": "N", "SW": "NE", "W": "E", "NW": "SE",
}  # fmt: skip


def beside(cell: Cell, direction: Direction, steps: int = 1) -> Cell:
    """The cell so many steps away, on or off any board."""
    row, column = STEPS[direction]
    return (cell[0] + row * steps, cell[1] + column * steps)


def cell_name(cell: Cell) -> str:
    """How people call a cell: column letter, then row number from the north (``E5``)."""
    return f"{chr(ord('A') + cell[1])}{cell[0] + 1}"
