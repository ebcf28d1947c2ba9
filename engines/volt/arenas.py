"""The arenas, read from ``data/volt.json`` once and checked (section 4.2)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engines.grid import ALL_DIRECTIONS, Cell, Direction, beside
from engines.volt.model import Options

SOLID: Final = "#P"
PIT: Final = "O"
SCORING: Final = "*"
MINE: Final = "M"
WORKSHOP: Final = "W"
KILLBOT_HOME: Final = "K"
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
    mines: tuple[Cell, ...]
    """Where neutral mines lie when a match begins (ruling 36), in reading order."""
    workshops: tuple[Cell, ...]
    """In reading order (ruling 48)."""
    starts: dict[str, tuple[Cell, ...]]
    """For each start of a seat: home, first and second alternate (ruling 14)."""
    killbot_starts: dict[str, tuple[Cell, ...]]
    """Starts made for killbots, ``K1`` and ``K2``; none where killbots take free starts of seats (ruling 6)."""
    seating: dict[int, tuple[str, ...]]
    """The starts in use for each number of seats (ruling 6); other numbers of seats cannot play here."""
    fill_exact: bool
    """Needs as many robots as there can be; killbots fill the gap (ruling 5)."""
    champion: str
    """The champion module that belongs to the arena (section 4.5)."""
    plain: frozenset[Cell]
    """Floor with nothing printed on it: no pit, no scoring, start or workshop cell. Mines may be laid here."""
    ahead: dict[Direction, dict[Cell, Cell]]
    """The next cell in each direction; missing where the edge or something solid is (ruling 4)."""

    def start(self, name: str) -> tuple[Cell, ...]:
        """Home and alternates of a start of a seat or a killbot."""
        return self.starts.get(name) or self.killbot_starts[name]


class Rules(BaseModel):
    """The numbers of the game."""

    model_config = ConfigDict(frozen=True)

    target_vp: int = Field(gt=0)
    """VP that win a match unless the host chose otherwise."""
    hp: int = Field(gt=0)
    slots: int
    dice: dict[str, int]
    max_robots: int
    mine_tokens: int
    """Mines there are, on the board and in the supply (ruling 76)."""
    max_modules: int
    """Module cards that a robot may hold; champion modules do not count."""


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
    neutral_mines: list[Cell]
    workshops: list[Cell]
    killbot_starts: list[list[Cell]]
    champion_module: str

    @model_validator(mode="after")
    def _drawing_agrees(self) -> _ArenaRow:
        side = len(self.grid)
        if any(len(line) != side for line in self.grid):
            raise ValueError(f"{self.id}: the drawing is not square")
        for what, cells, letter in (
            ("scoring cells", self.scoring, SCORING),
            ("mines", self.neutral_mines, MINE),
            ("workshops", self.workshops, WORKSHOP),
            ("killbot homes", [cells[0] for cells in self.killbot_starts], KILLBOT_HOME),
        ):
            if sorted(cells) != _cells(self.grid, letter):
                raise ValueError(f"{self.id}: {what} differ from the drawing")
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
    pits = frozenset(_cells(row.grid, PIT))
    everywhere = {(r, c) for r, line in enumerate(row.grid) for c in range(len(line))}
    starts = {start: tuple(cells) for start, cells in row.seats.items()}
    killbot_starts = {f"K{number}": tuple(cells) for number, cells in enumerate(row.killbot_starts, start=1)}
    printed = {cell for cells in (*starts.values(), *killbot_starts.values()) for cell in cells}
    printed |= {*row.scoring, *row.workshops}
    return Arena(
        id=row.id,
        grid=tuple(row.grid),
        solid=solid,
        pits=pits,
        scoring=tuple(sorted(row.scoring)),
        mines=tuple(sorted(row.neutral_mines)),
        workshops=tuple(sorted(row.workshops)),
        starts=starts,
        killbot_starts=killbot_starts,
        seating={count: tuple(names) for count, names in row.seating.items()},
        fill_exact=row.fill_exact,
        champion=row.champion_module,
        plain=frozenset(everywhere - solid - pits - printed),
        ahead=_ahead(everywhere - solid),
    )


def _load() -> tuple[Rules, dict[str, Arena]]:
    """The rules' numbers and the arenas that the lobby offers."""
    text = (Path(__file__).parent / "data" / "volt.json").read_text(encoding="utf-8")
    whole = _File.model_validate_json(text)
    offered = get_args(get_type_hints(Options)["arena"])
    return whole.constants, {row.id: _build(row) for row in whole.arenas if row.id in offered}


RULES, ARENAS = _load()
