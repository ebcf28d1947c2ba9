"""What can happen while a command resolves, one small value each, in the order in which it happens."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engines.core import Seat
from engines.grid import Cell

Damage = Literal["beam", "blast", "mine", "saw", "crush"]
"""What hurts (section 4.7)."""
Reason = Literal["pit", "beam", "blast", "mine", "saw", "crush"]
"""What destroys."""


class Moved(NamedTuple):
    """A robot has entered the next cell."""

    robot: Seat
    start: Cell
    end: Cell
    how: Literal["own", "push", "pull"] = "own"


class Jumped(NamedTuple):
    """A robot has teleported."""

    robot: Seat
    start: Cell
    end: Cell


class Blocked(NamedTuple):
    """The front robot of a step could not enter ``end``, which may lie off the board."""

    robot: Seat
    start: Cell
    end: Cell


class Fired(NamedTuple):
    """A beam: the cells from where it began to the last lit one, and the robots hit, nearest first."""

    cells: tuple[Cell, ...]
    hits: tuple[Seat, ...]
    mirror: Seat | None = None
    """The robot whose Reflector sent this beam back."""


class Burst(NamedTuple):
    """A grenade or a bomb goes off: its centre, then every other cell that it reaches on the board."""

    robot: Seat
    """Whose it is."""
    cause: Literal["grenade", "bomb"]
    cells: tuple[Cell, ...]


class Dud(NamedTuple):
    """A grenade came down on something solid or off the board (``cell``) and did nothing."""

    robot: Seat
    cell: Cell


class Hurt(NamedTuple):
    robot: Seat
    cell: Cell
    damage: int
    """As it stands now."""
    kind: Damage = "beam"


class Shielded(NamedTuple):
    """A shield has cancelled a point of damage."""

    robot: Seat
    cell: Cell
    left: int
    """Charges left."""


class Cooled(NamedTuple):
    """A robot has entered cooling (ruling 17)."""

    robot: Seat
    cell: Cell


class Tripped(NamedTuple):
    """A mine has gone off under a robot (ruling 36)."""

    robot: Seat
    cell: Cell
    owner: Seat | None


class Laid(NamedTuple):
    """A robot has laid a mine of its own."""

    robot: Seat
    cell: Cell


class Destroyed(NamedTuple):
    robot: Seat
    cell: Cell
    reason: Reason


class Earned(NamedTuple):
    """A robot has scored by a destruction."""

    robot: Seat
    vp: int
    """As it stands now."""


Happening = (
    Moved | Jumped | Blocked | Fired | Burst | Dud | Hurt | Shielded | Cooled | Tripped | Laid | Destroyed | Earned
)
