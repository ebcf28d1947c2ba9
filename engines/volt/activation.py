"""Phase 2: the order of commands, moving and shooting (rulings 26 to 46).

``Floor`` is a working copy of the robots while commands resolve. The real game and every look-ahead use the same one,
so a plan's drawing and a stand-in's guess can never follow other rules than the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, Protocol

from engines.core import Seat
from engines.grid import Cell, Direction, beside
from engines.volt.arenas import RULES, Arena
from engines.volt.model import PADS, Command, Program

Outcome = Literal["moved", "blocked", "destroyed"]
Reason = Literal["pit", "beam"]
SHOT_DAMAGE: Final = 1


class Standing(Protocol):
    """What a robot brings to the floor; both ``Robot`` and ``RobotView`` do."""

    @property
    def pos(self) -> Cell | None: ...
    @property
    def damage(self) -> int: ...
    @property
    def vp(self) -> int: ...
    @property
    def marker(self) -> int: ...


class Moved(NamedTuple):
    """A robot has entered the next cell."""

    robot: Seat
    start: Cell
    end: Cell


class Blocked(NamedTuple):
    """The front robot of a step could not enter ``end``, which may lie off the board."""

    robot: Seat
    start: Cell
    end: Cell


class Fired(NamedTuple):
    """A beam: the cells from the shooter's to the last lit one, and the robot hit."""

    cells: tuple[Cell, ...]
    hit: Seat | None


class Hurt(NamedTuple):
    robot: Seat
    cell: Cell
    damage: int
    """As it stands now."""


class Destroyed(NamedTuple):
    robot: Seat
    cell: Cell
    reason: Reason


class Earned(NamedTuple):
    """A robot has scored by a destruction."""

    robot: Seat
    vp: int
    """As it stands now."""


Happening = Moved | Blocked | Fired | Hurt | Destroyed | Earned


class Floor:
    """Where the robots stand and how they are, by seat, while commands resolve."""

    __slots__ = ("ahead", "arena", "at", "damage", "log", "pos", "vp")

    def __init__(self, arena: Arena, robots: Sequence[Standing]) -> None:
        self.arena = arena
        self.ahead = arena.ahead
        self.pos: list[Cell | None] = [robot.pos for robot in robots]
        self.damage = [robot.damage for robot in robots]
        self.vp = [robot.vp for robot in robots]
        self.at: dict[Cell, Seat] = {pos: seat for seat, pos in enumerate(self.pos) if pos is not None}
        self.log: list[Happening] = []
        """What has happened, in order; whoever tells it empties it."""

    def copy(self) -> Floor:
        """The same position with an empty log."""
        twin = Floor.__new__(Floor)
        twin.arena = self.arena
        twin.ahead = self.ahead
        twin.pos = self.pos[:]
        twin.damage = self.damage[:]
        twin.vp = self.vp[:]
        twin.at = self.at.copy()
        twin.log = []
        return twin

    def step(self, robot: Seat, direction: Direction, actor: Seat, own: bool) -> Outcome:
        """One cell, pushing what stands there first, front robot first (rulings 31 to 35).

        ``actor`` is the robot whose command it is; ``own`` when ``robot`` moves by its own command.
        """
        here = self.pos[robot]
        assert here is not None, "only a robot on the board steps"
        there = self.ahead[direction].get(here)
        if there is None:
            self.log.append(Blocked(robot, here, beside(here, direction)))
            return "blocked"
        other = self.at.get(there)
        if other is not None and self.push(other, direction, actor) == "blocked":
            return "blocked"
        del self.at[here]
        self.at[there] = robot
        self.pos[robot] = there
        self.log.append(Moved(robot, here, there))
        if there in self.arena.pits:
            self.destroy(robot, None if own else actor, "pit")
            return "destroyed"
        return "moved"

    def push(self, robot: Seat, direction: Direction, actor: Seat) -> Outcome:
        """A robot is moved one cell by somebody else's command (rulings 31, 32)."""
        return self.step(robot, direction, actor, own=False)

    def beam(self, origin: Cell, direction: Direction) -> Seat | None:
        """The first robot on the ray from the next cell on, if any (rulings 40, 42)."""
        ahead = self.ahead[direction]
        cells = [origin]
        hit: Seat | None = None
        cell = ahead.get(origin)
        while cell is not None and hit is None:
            cells.append(cell)
            hit = self.at.get(cell)
            cell = ahead.get(cell)
        self.log.append(Fired(tuple(cells), hit))
        return hit

    def hurt(self, robot: Seat, points: int, credit: Seat) -> None:
        """Damage point by point; the last of its HP destroys the robot (ruling 44)."""
        for _ in range(points):
            cell = self.pos[robot]
            if cell is None:
                return
            self.damage[robot] += 1
            self.log.append(Hurt(robot, cell, self.damage[robot]))
            if self.damage[robot] >= RULES.hp:
                self.destroy(robot, credit, "beam")

    def destroy(self, robot: Seat, credit: Seat | None, reason: Reason) -> None:
        """Off the board, damage cleared; 1 VP to whoever is credited, never for oneself (section 3.7)."""
        cell = self.pos[robot]
        assert cell is not None, "only a robot on the board is destroyed"
        del self.at[cell]
        self.pos[robot] = None
        self.damage[robot] = 0
        self.log.append(Destroyed(robot, cell, reason))
        if credit is not None and credit != robot:
            self.vp[credit] += 1
            self.log.append(Earned(credit, self.vp[credit]))

    def resolve(self, robot: Seat, command: Command) -> None:
        """One whole command with everything that it sets off (ruling 29)."""
        if command.die == "blue":
            self._move(robot, command)
        else:
            self._shoot(robot, command)

    def _move(self, robot: Seat, command: Command) -> None:
        """Exactly the pips, cell by cell, unless stopped (ruling 30)."""
        for _ in range(command.pip):
            if self.step(robot, command.dir, robot, own=True) != "moved":
                return

    def _shoot(self, robot: Seat, command: Command) -> None:
        origin = self.pos[robot]
        assert origin is not None, "only a robot on the board shoots"
        victim = self.beam(origin, command.dir)
        if victim is not None:
            self.hurt(victim, SHOT_DAMAGE, robot)


def order(programs: Sequence[Program | None], robots: Sequence[Standing], pad: int) -> list[tuple[Seat, Command]]:
    """The commands on one pad by pips, blue before red, then turn marker (rulings 26, 27)."""
    listed: list[tuple[int, bool, int, Seat, Command]] = []
    for seat, program in enumerate(programs):
        command = None if program is None else program.pads[pad]
        if command is not None:
            listed.append((command.pip, command.die == "red", robots[seat].marker, seat, command))
    listed.sort(key=_rank)
    return [(seat, command) for _, _, _, seat, command in listed]


def _rank(entry: tuple[int, bool, int, Seat, Command]) -> tuple[int, bool, int]:
    return entry[:3]


def sequence(
    floor: Floor, programs: Sequence[Program | None], robots: Sequence[Standing]
) -> Iterator[tuple[int, Seat, Command]]:
    """Every command that still counts when its turn comes, as (pad, seat, command).

    The caller resolves each before asking for the next: a robot destroyed meanwhile is passed over (ruling 28).
    """
    for pad in PADS:
        for seat, command in order(programs, robots, pad):
            if floor.pos[seat] is not None:
                yield pad, seat, command
