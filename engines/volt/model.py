"""The things on the table of Power Arena: state, programs and views. All frozen; no rule in here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engines.core import Seat
from engines.grid import Cell, Direction

DieColour = Literal["blue", "red"]
Phase = Literal["programming", "activation", "resolution", "over"]
PADS = (0, 1, 2)
"""The three control pads, counted from 0; people see 1 to 3."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the host chooses in the lobby."""

    arena: Literal["auto", "duel", "tri", "quad"] = "auto"
    """``auto`` takes the arena made for the number of robots (ruling 5)."""
    markers: Literal["shuffle", "rotate", "fixed"] = "shuffle"
    """How turn markers are dealt in phase 0 (ruling 18)."""


@dataclass(frozen=True, slots=True)
class Command:
    """One die on one control pad: blue moves ``pip`` cells, red fires; a low pip acts early."""

    die: DieColour
    pip: int
    dir: Direction


@dataclass(frozen=True, slots=True)
class Program:
    """The dice on pads 1, 2 and 3. ``None`` is an empty pad: fine in a draft, never in an answer."""

    pads: tuple[Command | None, Command | None, Command | None] = (None, None, None)


@dataclass(frozen=True, slots=True)
class Robot:
    """A seat's robot and what stands on its monitor."""

    seat: Seat
    start: str
    """The arena's start seat, ``1`` to ``4`` (ruling 6)."""
    pos: Cell | None
    """``None`` while destroyed, and for good once the seat has resigned."""
    damage: int
    marker: int
    """Turn marker, from 1 (ruling 9); 0 once out."""
    vp: int
    out: bool = False
    """The seat has resigned (ruling 24)."""


@dataclass(frozen=True, slots=True)
class State:
    arena: str
    options: Options
    round: int
    """From 1."""
    phase: Phase
    robots: tuple[Robot, ...]
    """By seat."""
    markers: tuple[tuple[Cell, int], ...]
    """VP markers on scoring cells that hold any, in reading order."""
    programs: tuple[Program | None, ...]
    """What each seat revealed in the round being resolved or, while programming, in the round before."""
    pad: int | None = None
    """The control pad being activated."""
    winners: tuple[Seat, ...] = ()
    reason: str | None = None


MarkKind = Literal["path", "push", "beam", "hit", "blocked", "fall", "destroyed", "scored", "refill", "restart"]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to be drawn on the board: what a command did, or what a plan would do.

    ``path``: the actor's own way, first cell to last. ``push``: another robot's way. ``beam``: from the shooter's cell
    to the last lit cell. ``hit``, ``destroyed``, ``scored``, ``restart``: ``cells[0]``, of ``seat``
    (``scored`` has it once for each VP; with a ``pad`` they are for robots destroyed). ``blocked``:
    (last cell, the cell that could not be entered, which may lie off the board). ``fall``: (last cell, pit).
    ``refill``: new markers.
    """

    kind: MarkKind
    cells: tuple[Cell, ...]
    seat: Seat | None = None
    pad: int | None = None


@dataclass(frozen=True, slots=True)
class RobotView:
    seat: Seat
    pos: Cell | None
    damage: int
    max_damage: int
    marker: int
    vp: int
    out: bool
    program: Program | None
    """As revealed; never one that is still secret."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The viewer's own unfinished or finished program, and what it would do if nobody else acted."""

    seat: Seat
    program: Program
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The arena as one viewer may see it."""

    arena: str
    round: int
    phase: Phase
    pad: int | None
    robots: tuple[RobotView, ...]
    markers: tuple[tuple[Cell, int], ...]
    target: int
    """VP that win."""
    seat: Seat | None = None
    """Whose view it is; ``None`` is the public's."""
    actor: Seat | None = None
    """Whose command this step resolved, if it was one."""
    command: Command | None = None
    """The command that this step resolved."""
    marks: tuple[Mark, ...] = ()
    """What this step did."""
    plan: Plan | None = None
    winners: tuple[Seat, ...] = ()
    """Set once the game is over."""


def bare(view: View) -> View:
    """The view without what is drawn over the board."""
    return replace(view, marks=(), plan=None, actor=None, command=None)
