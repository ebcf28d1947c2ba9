"""What phase 2 needs to know of a table: what states, which know everything, and views have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from engines.core import Seat
from engines.grid import Cell
from engines.volt.model import Card, Robot

_T = TypeVar("_T")


class Standing(Protocol):
    """What a robot brings to the floor and its telling; both ``Robot`` and ``RobotView`` do."""

    @property
    def seat(self) -> Seat: ...
    @property
    def pos(self) -> Cell | None: ...
    @property
    def damage(self) -> int: ...
    @property
    def vp(self) -> int: ...
    @property
    def marker(self) -> int: ...
    @property
    def killbot(self) -> str | None: ...
    @property
    def cooling(self) -> bool: ...
    @property
    def cards(self) -> tuple[Card, ...]: ...
    @property
    def champion(self) -> str | None: ...
    @property
    def reflected(self) -> bool: ...


class Scene(Protocol):
    """What a floor is made of; both ``State`` and ``View`` are."""

    @property
    def arena(self) -> str: ...
    @property
    def robots(self) -> Sequence[Standing]: ...
    @property
    def markers(self) -> Iterable[tuple[Cell, int]]: ...
    @property
    def mines(self) -> Iterable[tuple[Cell, Seat | None]]: ...


def prey(robots: Sequence[Standing]) -> tuple[frozenset[Seat], ...]:
    """For each robot those whose destruction is worth a VP to it, never itself (section 3.7).

    Killbots score only against a single person, for the bot side, and only for that person's robot (rulings 60, 66).
    """
    everyone = frozenset(range(len(robots)))
    humans = frozenset(robot for robot in everyone if robots[robot].killbot is None)
    killbots = humans if len(humans) == 1 else frozenset[Seat]()
    return tuple(everyone - {robot} if robot in humans else killbots for robot in everyone)


def with_value(values: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    """The same values with another one at this place."""
    return (*values[:at], value, *values[at + 1 :])


def in_turn(robots: Iterable[Robot]) -> list[Robot]:
    """Those still in play, killbots too, by turn marker (ruling 9)."""
    return sorted((robot for robot in robots if not robot.out), key=lambda robot: robot.marker)
