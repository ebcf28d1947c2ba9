"""What can happen in a race, one small value each, in the order in which it happens. Each becomes one step."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engines.core import Seat
from engines.thunder_road.model import Cause, CommandName, Damage, Dir, Hazard, Spot, Vehicle

Reason = Literal["side", "rear", "rock", "chopper", "road", "front", "chain", "hit"]
"""What eliminates: a side edge, the rear edge, an impassable space, a chopper, the removal of the rear tile (``road``);
a wreck also ``front`` (it left by the front edge), ``hit`` (any damage); ``chain`` is the safety valve (ruling 56)."""


class Began(NamedTuple):
    """The game has been set up: the start face, everybody's first total, who begins (rulings 1 to 6)."""

    face: str
    totals: tuple[int, ...]
    """By seat."""
    first: Seat
    tied: bool
    """Several had the lowest total, and the first player was drawn among them."""


class RoundBegan(NamedTuple):
    """Dice are rolled, and the first player rolls the road die (ruling 10)."""

    round: int
    first: Seat
    road_die: int


class Assigned(NamedTuple):
    """A car has got its die; ``moves`` before terrain, the command's included."""

    car: Vehicle
    die: int
    """Its value."""
    moves: int
    coasting: bool


class Commanded(NamedTuple):
    """A die has been put on the command board."""

    seat: Seat
    command: CommandName
    die: int


class Landed(NamedTuple):
    """The chopper has been placed."""

    seat: Seat
    spot: Spot
    start: Spot | None


class Repaired(NamedTuple):
    """A token went back to the pile."""

    car: Vehicle
    spot: Spot | None
    revived: bool


class Drove(NamedTuple):
    """A run of driven spaces in which nothing else happened. ``start`` is ``None`` from the start area."""

    car: Vehicle
    start: Spot | None
    spots: tuple[Spot, ...]
    left: int
    """Moves left after it."""
    bonus: bool


class Passed(NamedTuple):
    """A drifting car drives through another vehicle's space (ruling 40)."""

    car: Vehicle
    other: Vehicle
    spot: Spot


class Moved(NamedTuple):
    """A forced move has begun: the vehicle goes from ``start`` to ``end``, which may lie off the road.

    ``dir`` is what the direction die or the token said. A blast goes ``far`` spaces at once.
    """

    vehicle: Vehicle
    start: Spot
    end: Spot
    dir: Dir
    cause: Cause
    far: int = 1


class Flipped(NamedTuple):
    """A hazard token is turned over by the vehicle that entered its space."""

    vehicle: Vehicle
    spot: Spot
    token: Hazard


class Slammed(NamedTuple):
    """A slam's dice have fallen. ``again``: these are the second dice, after a reroll."""

    top: Vehicle
    bottom: Vehicle
    spot: Spot
    mover: Literal["top", "bottom"]
    dir: Dir
    again: bool


class Chosen(NamedTuple):
    """The owner of the larger vehicle has decided about the reroll."""

    seat: Seat
    again: bool


class Fired(NamedTuple):
    """A shot: by a car, or by the chopper of ``seat`` (``car`` is ``None``)."""

    seat: Seat
    car: Vehicle | None
    start: Spot
    target: Vehicle
    end: Spot
    face: tuple[str, ...]
    """The sizes that the die shows."""
    hit: bool


class Hit(NamedTuple):
    """A car draws a damage token and turns it over. ``pile_empty``: there was none, it counts as a dent (ruling 62)."""

    car: Vehicle
    spot: Spot
    token: Damage


class Absorbed(NamedTuple):
    """Damage that was ignored: the car is inoperable or about to be (ruling 62)."""

    car: Vehicle
    spot: Spot


class Shrapnel(NamedTuple):
    """The shrapnel flies: the line's spaces, and the first vehicle on it."""

    car: Vehicle
    start: Spot
    dir: Dir
    end: Spot
    """The struck vehicle's space, else the last on the line."""
    target: Vehicle | None


class Dazed(NamedTuple):
    """The stunt die says how many moves the car makes at random."""

    car: Vehicle
    spot: Spot
    moves: int


class Disabled(NamedTuple):
    """The car has two tokens and turns backwards, or its crew has left."""

    car: Vehicle
    spot: Spot | None


class Gone(NamedTuple):
    """A vehicle is out of the game. ``spot`` is where that happened, and may lie off the road."""

    vehicle: Vehicle
    spot: Spot
    reason: Reason


class Extended(NamedTuple):
    """The road goes on: the tile that was removed, the new one, the choppers that came home."""

    old: str
    face: str
    number: int
    choppers: tuple[Seat, ...]


class Final(NamedTuple):
    """The lead road is final: the finish line lies before it."""

    why: Literal["tile", "out", "safety"]


class Offered(NamedTuple):
    """The road bonus was taken (``moves``) or declined (0)."""

    car: Vehicle
    moves: int


class Held(NamedTuple):
    """Fire was held although there was a target."""

    car: Vehicle


class Idle(NamedTuple):
    """A crew could do nothing in its turn (ruling 13)."""

    seat: Seat


class TookBack(NamedTuple):
    """The turn was taken back to its beginning (ruling 95)."""

    seat: Seat


class CrewOut(NamedTuple):
    """A crew has no operable car left and is out."""

    seat: Seat
    resigned: bool


class Won(NamedTuple):
    """The game is over."""

    seat: Seat
    reason: str


Happening = (
    Began | RoundBegan | Assigned | Commanded | Landed | Repaired | Drove | Passed | Moved | Flipped | Slammed | Chosen
    | Fired | Hit | Absorbed | Shrapnel | Dazed | Disabled | Gone | Extended | Final | Offered | Held | Idle | TookBack
    | CrewOut | Won
)  # fmt: skip
