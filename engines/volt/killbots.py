"""Where a killbot turns when its command is carried out (section 4.6).

An AI card fixes die and pips; the direction is chosen from the board as it then is. Moves are tried on copies of the
floor with everything that they would set off, the killbot's own trait included.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engines.core import Seat
from engines.grid import ORTHOGONAL, Cell, Direction
from engines.volt.cards import Mode, Order
from engines.volt.floor import Floor
from engines.volt.model import Command
from engines.volt.scene import Standing

AIMS: Final[tuple[Direction, ...]] = ("N", "E", "S", "W", "NE", "SE", "SW", "NW")
"""The order in which a killbot looks along the eight rays; the last tie-break of a shot."""

Key = tuple[int, ...]
"""Least is best."""


def decide(floor: Floor, robots: Sequence[Standing], robot: Seat, order: Order) -> Command | None:
    """The killbot's command, or ``None`` when it does nothing: nobody to shoot at, or every move would destroy it.

    ``robot`` is its index and stands on the board. ``robots`` are all robots by index; where they are and how they
    stand is read from the floor, which is left as it is.
    """
    choose = _aim if order.mode == "AIM" else _drive
    direction = choose(floor, robots, robot, order)
    return None if direction is None else Command(order.die, order.pip, direction)


def _humans(floor: Floor, robots: Sequence[Standing]) -> list[Seat]:
    """The robots on the board that are no killbots; bot players' count as humans'."""
    return [index for index, robot in enumerate(robots) if robot.killbot is None and floor.pos[index] is not None]


def _aim(floor: Floor, robots: Sequence[Standing], robot: Seat, order: Order) -> Direction | None:
    """At the human worst hurt, then with most VP, then with the lowest turn marker; ``None`` when none is in sight."""
    here = floor.pos[robot]
    assert here is not None, "only a robot on the board aims"
    best: tuple[Key, Direction] | None = None
    for direction in AIMS:
        victim = floor.sight(here, direction)
        if victim is None or robots[victim].killbot is not None:
            continue
        key = (-floor.damage[victim], -floor.vp[victim], robots[victim].marker)
        if best is None or key < best[0]:
            best = (key, direction)
    return None if best is None else best[1]


def _drive(floor: Floor, robots: Sequence[Standing], robot: Seat, order: Order) -> Direction | None:
    """The direction whose outcome has the least key, ties by N, E, S, W; ``None`` when each would destroy it."""
    humans = _humans(floor, robots)
    target = _target(floor, robots, robot, humans)
    rank = _RANKS[order.mode]
    best: tuple[Key, Direction] | None = None
    for direction in ORTHOGONAL:
        trial = floor.copy()
        trial.resolve(robot, Command(order.die, order.pip, direction))
        if trial.pos[robot] is None:
            continue
        hurt = trial.damage[robot] > floor.damage[robot]
        key = (int(hurt), *rank(_Try(floor, trial, robot, humans, target)))
        if best is None or key < best[0]:
            best = (key, direction)
    return None if best is None else best[1]


def _target(floor: Floor, robots: Sequence[Standing], robot: Seat, humans: Sequence[Seat]) -> Seat | None:
    """T: the nearest human, then the one with most VP, then the lowest turn marker."""
    here = floor.pos[robot]
    return min(
        humans,
        key=lambda human: (_apart(here, floor.pos[human]), -floor.vp[human], robots[human].marker),
        default=None,
    )


def _apart(one: Cell | None, other: Cell | None) -> int:
    """Manhattan distance; 0 to or from a robot that is not on the board."""
    if one is None or other is None:
        return 0
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


# ---- what each mode looks for, after its own damage


class _Try(NamedTuple):
    """A move tried out that the killbot survives."""

    before: Floor
    after: Floor
    robot: Seat
    humans: Sequence[Seat]
    """Those on the board before."""
    target: Seat | None

    @property
    def end(self) -> Cell:
        end = self.after.pos[self.robot]
        assert end is not None, "moves that would destroy it are dropped"
        return end

    @property
    def to_target(self) -> int:
        return 0 if self.target is None else _apart(self.end, self.after.pos[self.target])


def _chase(move: _Try) -> Key:
    return (move.to_target,)


def _ram(move: _Try) -> Key:
    ends = [(move.before.pos[human], move.after.pos[human]) for human in move.humans]
    destroyed = sum(end is None for _, end in ends)
    displaced = sum(end is not None and end != start for start, end in ends)
    return (-destroyed, -displaced, move.to_target)


def _align(move: _Try) -> Key:
    """A place to shoot from, as far off as can be; else nearer."""
    if any(move.after.sight(move.end, direction) in move.humans for direction in AIMS):
        return (0, -move.to_target)
    return (1, move.to_target)


def _hold(move: _Try) -> Key:
    markers = move.before.markers
    return (min(_apart(move.end, cell) for cell in markers) if markers else move.to_target,)


_RANKS: Final[dict[Mode, Callable[[_Try], Key]]] = {"CHASE": _chase, "RAM": _ram, "ALIGN": _align, "HOLD": _hold}
