"""The arenas, read from ``data/volt.json`` once and checked (section 4.2)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engines.grid import ALL_DIRECTIONS, Cell, Direction, beside
from engines.volt.model import Options

LEAST_ROBOTS: Final = 2
"""A game without an opponent is none: the basic game has no killbots."""
SOLID: Final = "#P"
PIT: Final = "O"
SCORING: Final = "*"
START_LETTERS: Final = {"1": "a", "2": "b", "3": "c", "4": "d"}
"""How the drawing marks the alternate start cells of each start."""


@dataclass(frozen=True, slots=True)
class Arena:
    """One board, ready to play on."""

    id: str
    grid: tuple[str, ...]
    """One character a cell, rows from the north; see the legend in the data file."""
    solid: frozenset[Cell]
    pits: frozenset[Cell]
    scoring: tuple[Cell, ...]
    """In reading order."""
    starts: dict[str, tuple[Cell, ...]]
    """For each start: home, first and second alternate (ruling 14)."""
    seating: dict[int, tuple[str, ...]]
    """The starts in use for each number of robots (ruling 6)."""
    ahead: dict[Direction, dict[Cell, Cell]]
    """The next cell in each direction; missing where the edge or something solid is (ruling 4)."""


class Rules(BaseModel):
    """The numbers of the game."""

    model_config = ConfigDict(frozen=True)

    target_vp: int = Field(gt=0)
    hp: int = Field(gt=0)
    slots: int
    dice: dict[str, int]
    max_robots: int


class _ArenaRow(BaseModel):
    id: str
    humans: list[int]
    max_robots: int
    fill_exact: bool
    symmetry: list[str]
    grid: list[str]
    seats: dict[str, list[Cell]]
    seating: dict[int, list[str]]
    scoring: list[Cell]

    @model_validator(mode="after")
    def _drawing_agrees(self) -> _ArenaRow:
        side = len(self.grid)
        if any(len(line) != side for line in self.grid):
            raise ValueError(f"{self.id}: the drawing is not square")
        if sorted(self.scoring) != _cells(self.grid, SCORING):
            raise ValueError(f"{self.id}: scoring cells differ from the drawing")
        for start, (home, *others) in self.seats.items():
            if [home] != _cells(self.grid, start) or sorted(others) != _cells(self.grid, START_LETTERS[start]):
                raise ValueError(f"{self.id}: start cells of {start} differ from the drawing")
        for count, names in self.seating.items():
            if len(names) != count or not set(names) <= set(self.seats):
                raise ValueError(f"{self.id}: seating for {count} does not fit")
        return self


class _File(BaseModel):
    constants: Rules
    arenas: list[_ArenaRow]


def _cells(grid: list[str], characters: str) -> list[Cell]:
    return [(r, c) for r, line in enumerate(grid) for c, character in enumerate(line) if character in characters]


def _ahead(floor: set[Cell]) -> dict[Direction, dict[Cell, Cell]]:
    return {
        direction: {cell: beside(cell, direction) for cell in floor if beside(cell, direction) in floor}
        for direction in ALL_DIRECTIONS
    }


def _build(row: _ArenaRow) -> Arena:
    solid = frozenset(_cells(row.grid, SOLID))
    everywhere = {(r, c) for r, line in enumerate(row.grid) for c in range(len(line))}
    fewest = row.max_robots if row.fill_exact else LEAST_ROBOTS
    return Arena(
        id=row.id,
        grid=tuple(row.grid),
        solid=solid,
        pits=frozenset(_cells(row.grid, PIT)),
        scoring=tuple(sorted(row.scoring)),
        starts={start: tuple(cells) for start, cells in row.seats.items()},
        seating={count: tuple(names) for count, names in row.seating.items() if count >= fewest},
        ahead=_ahead(everywhere - solid),
    )


def _load() -> tuple[Rules, dict[str, Arena]]:
    """The rules' numbers and the arenas that the lobby offers."""
    text = (Path(__file__).parent / "data" / "volt.json").read_text(encoding="utf-8")
    whole = _File.model_validate_json(text)
    offered = get_args(get_type_hints(Options)["arena"])
    return whole.constants, {row.id: _build(row) for row in whole.arenas if row.id in offered}


RULES, ARENAS = _load()
