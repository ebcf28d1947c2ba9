"""The turn being played while it changes."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final, Literal

from engines.core import Seat
from engines.thunder_road.model import Roll, Spot, Stage, Turn, Vehicle

FIELDS: Final = Turn.__match_args__
_values: Final[attrgetter[Any]] = attrgetter(*FIELDS)


@dataclass(slots=True)
class Going:
    """``model.Turn``, field by field, but mutable."""

    number: int
    seat: Seat
    stage: Stage
    car: Vehicle | None
    coasting: bool
    left: int
    on_bonus: bool
    all_road: bool
    lost: bool
    drift: Literal["ready", "passing", "used"] | None
    queue: tuple[str, ...]
    trail: tuple[Spot, ...]
    rolls: tuple[Roll, ...]
    revealed: bool
    backs: int
    forced: int

    @classmethod
    def of(cls, turn: Turn) -> Going:
        return cls(*_values(turn))

    def turn(self) -> Turn:
        return Turn(*_values(self))
