"""What is shown of a race. All frozen; no rule in here.

Nothing is hidden from one seat and shown to another (ruling 8): face-down hazards, the bag, the pile and the order of
the damage tokens are hidden from everybody, so every View is the public one, but for its holder's own plan.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engines.core import Seat
from engines.thunder_road.model import (
    Assign,
    Car,
    Crew,
    Drive,
    Hazard,
    Question,
    Slam,
    Spot,
    Tile,
    Turn,
    Vehicle,
    Wreck,
)

MarkKind = Literal[
    "drive", "slide", "fly", "flip", "slam", "shot", "miss", "hit", "shrapnel", "gone", "disabled", "repaired",
    "chopper", "extended", "finish", "absorbed", "passed",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to be drawn on the road: what a step did.

    ``drive``, ``slide``: every space of the way, from the first to the last (the last may lie off the road);
    ``fly``: (from, to) of a blast. ``flip``: the token's space. ``slam``, ``hit``, ``gone``, ``disabled``,
    ``repaired``, ``absorbed``, ``passed``: the vehicle's space. ``shot``, ``miss``: (shooter's space, target's).
    ``shrapnel``: (from, the space that was hit, else the last on the line). ``chopper``: (to) or (from, to).
    ``extended``, ``finish``: no space.
    """

    kind: MarkKind
    spots: tuple[Spot, ...]
    vehicle: Vehicle | None = None
    text: str = ""
    """What to write beside it: a damage or hazard token's name, a reason."""


@dataclass(frozen=True, slots=True)
class TokenView:
    spot: Spot
    kind: Hazard | None
    """``None`` lies face down."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The viewer's own unfinished answer drawn in, as it would go if nothing were revealed (ruling 27)."""

    seat: Seat
    action: Assign | Drive
    car: Vehicle | None
    trail: tuple[Spot, ...]
    """From where the car stands (left out in the start area) through every space of the path."""
    left: int
    """Moves left after it, before anything unknown."""
    stop: str | None = None
    """Why the path cannot be planned further: ``hazard``, ``oil``, ``slam``, ``rock``, ``edge``, ``finish``."""
    options: tuple[Spot, ...] = ()
    """The spaces that can be entered next."""


@dataclass(frozen=True, slots=True)
class View:
    """The road as one viewer may see it."""

    round: int
    order: tuple[Seat, ...]
    first: Seat
    road_die: int
    crews: tuple[Crew, ...]
    cars: tuple[Car, ...]
    wrecks: tuple[Wreck, ...]
    tiles: tuple[Tile, Tile, Tile]
    tokens: tuple[TokenView, ...]
    finish: bool
    turn: Turn
    """Its ``queue`` is empty."""
    laid: int
    final: int | None
    """The number of tiles laid at which the road is final whatever happens (rulings 81, 85)."""
    pile: int
    bag: int
    discard: tuple[Hazard, ...]
    damage: int
    """How many tokens the damage pile has."""
    slam: Slam | None = None
    """The slam whose reroll is to be decided."""
    question: Question | None = None
    may_take_back: bool = False
    seat: Seat | None = None
    """Whose view it is; ``None`` is the public's."""
    marks: tuple[Mark, ...] = ()
    """What this step did."""
    plan: Plan | None = None
    winner: Seat | None = None
    reason: str | None = None

    @property
    def rear(self) -> int:
        """The rear edge: the first row of the rear tile."""
        return 8 * self.tiles[0].number

    @property
    def front(self) -> int:
        """The front edge: the last row of the lead tile, and one."""
        return 8 * self.tiles[2].number + 8


def bare(view: View) -> View:
    """The view without what a step did and without a plan; the turn's trail and dice stay."""
    return replace(view, marks=(), plan=None)
