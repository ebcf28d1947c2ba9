"""The numbers of Thunder Road, read from ``data/thunder_road.json`` once and checked (sections 4.2 to 4.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engines.thunder_road.model import COMMANDS, CREWS, DIRS, SIZES, CommandName, Damage, Dir, Hazard, Size

LANES: Final = 6
ROWS: Final = 8
"""Rows of one tile."""
DICE: Final = 4
"""Movement dice of a crew."""
TURNS: Final = 3
"""Turns of a crew in a round (ruling 9)."""
LETTERS: Final = "ROMXro234"
"""The legend of the drawings: road, off-road, mud, impassable; ``r`` and ``o`` with a hazard spot; ``2`` to ``4`` road
with a hazard spot that is filled at setup only with so many players or fewer (ruling 3)."""

_STRICT: Final = ConfigDict(frozen=True, extra="ignore")


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a road tile."""

    id: str
    start: bool
    """A side of the start tile."""
    rows: tuple[str, ...]
    """The drawing; ``rows[0]`` is the rear row, one letter a lane from the left (see ``LETTERS``)."""


class _FaceRow(BaseModel):
    model_config = _STRICT
    id: str
    rows: tuple[str, ...]

    @model_validator(mode="after")
    def _fits_the_grid(self) -> _FaceRow:
        if len(self.rows) != ROWS or any(len(row) != LANES or set(row) - set(LETTERS) for row in self.rows):
            raise ValueError(f"{self.id}: not {LANES} lanes by {ROWS} rows of known letters")
        if set(self.rows[0]) - set("RO") or "X" in self.rows[-1]:
            raise ValueError(f"{self.id}: rocks, mud or a hazard where tiles meet")
        return self


class _TileRow(BaseModel):
    model_config = _STRICT
    start: bool
    faces: tuple[_FaceRow, _FaceRow]


class _Dice(BaseModel):
    model_config = _STRICT
    move: tuple[int, ...]
    road: tuple[int, ...]
    stunt: tuple[int, ...]
    direction: tuple[Dir, ...]
    slam: tuple[Literal["top", "bottom"], ...]
    shoot: tuple[tuple[Size, ...], ...]


class _CarRow(BaseModel):
    model_config = _STRICT
    size: Size
    rank: int
    damage_slots: int = Field(alias="damageSlots")
    coast_slots: int = Field(alias="coastSlots")


class _CrewRow(BaseModel):
    model_config = _STRICT
    id: str


class _CommandRow(BaseModel):
    model_config = _STRICT
    id: CommandName
    dice: frozenset[int]


class _Grid(BaseModel):
    model_config = _STRICT
    lanes: int
    rows: int = Field(alias="rowsPerTile")


class _Two(BaseModel):
    model_config = _STRICT
    number: int = Field(alias="finalTileNumber")


class _More(BaseModel):
    model_config = _STRICT
    number: int = Field(alias="safetyFinalTileNumber")


class _Final(BaseModel):
    model_config = _STRICT
    two: _Two = Field(alias="p2")
    more: _More = Field(alias="p34")
    rounds: int = Field(alias="safetyMaxRounds")


class _File(BaseModel):
    model_config = _STRICT
    grid: _Grid
    tiles: tuple[_TileRow, ...]
    directions: tuple[Dir, ...]
    dice: _Dice
    hazards: dict[Hazard, int] = Field(alias="hazardTokens")
    damage: dict[Damage, int] = Field(alias="damageTokens")
    cars: tuple[_CarRow, ...]
    crews: tuple[_CrewRow, ...]
    commands: tuple[_CommandRow, ...]
    final: _Final = Field(alias="finalRoad")

    @model_validator(mode="after")
    def _agrees_with_the_model(self) -> _File:
        if (self.grid.lanes, self.grid.rows) != (LANES, ROWS) or self.directions != DIRS:
            raise ValueError("the grid differs from the model")
        if tuple(car.size for car in self.cars) != SIZES or tuple(crew.id for crew in self.crews) != CREWS:
            raise ValueError("cars or crews differ from the model")
        if tuple(command.id for command in self.commands) != COMMANDS:
            raise ValueError("the commands differ from the model")
        if len({face.id for tile in self.tiles for face in tile.faces}) != 2 * len(self.tiles):
            raise ValueError("two faces have the same id")
        if sum(tile.start for tile in self.tiles) != 1 or len(self.tiles) < 4:
            raise ValueError("there must be one start tile, and tiles to draw")
        if "virtual" in self.damage:
            raise ValueError("virtual is no token")
        return self


_FILE: Final = _File.model_validate_json(
    (Path(__file__).parent / "data" / "thunder_road.json").read_text(encoding="utf-8")
)

FACES: Final[Mapping[str, Face]] = {
    face.id: Face(face.id, tile.start, face.rows) for tile in _FILE.tiles for face in tile.faces
}
"""All twelve faces by id."""
PAIRS: Final[tuple[tuple[str, str], ...]] = tuple((tile.faces[0].id, tile.faces[1].id) for tile in _FILE.tiles)
"""The tiles: the two faces of each, the start tile first."""
OTHER_SIDE: Final[Mapping[str, str]] = {face: other for a, b in PAIRS for face, other in ((a, b), (b, a))}
START_FACES: Final[tuple[str, ...]] = tuple(face.id for face in FACES.values() if face.start)

MOVE: Final = _FILE.dice.move
ROAD: Final = _FILE.dice.road
STUNT: Final = _FILE.dice.stunt
DIRECTION: Final = _FILE.dice.direction
SLAM: Final = _FILE.dice.slam
SHOOT: Final = _FILE.dice.shoot
"""The sizes that each face hits."""

HAZARDS: Final[Mapping[Hazard, int]] = _FILE.hazards
"""How many hazard tokens there are of each kind; 26 in all."""
DAMAGE: Final[Mapping[Damage, int]] = _FILE.damage
"""How many damage tokens there are of each kind; 20 in all."""
RANK: Final[Mapping[Size, int]] = {car.size: car.rank for car in _FILE.cars}
"""The larger vehicle of a slam has the higher rank (ruling 49)."""
DAMAGE_SLOTS: Final = _FILE.cars[0].damage_slots
"""So many tokens make a car inoperable."""
COAST_SLOTS: Final = _FILE.cars[0].coast_slots
"""So often may a car coast in a round (ruling 16)."""
COMMAND_DICE: Final[Mapping[CommandName, frozenset[int]]] = {row.id: row.dice for row in _FILE.commands}
"""The die values that each command takes."""

FINAL_TILE: Final = _FILE.final.two.number
"""With two players the road is final when so many tiles have been laid (ruling 81)."""
SAFETY_TILE: Final = _FILE.final.more.number
"""With more players it is final at the latest with this one (ruling 85)."""
LAST_ROUND: Final = _FILE.final.rounds
"""After this round the foremost car wins (ruling 85)."""
