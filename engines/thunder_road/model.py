"""The things on the table of Thunder Road: state and answers. All frozen; no rule in here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from engines.core import Seat

Dir = Literal["F", "FL", "FR", "B", "BL", "BR"]
DIRS: Final[tuple[Dir, ...]] = ("F", "FL", "FR", "B", "BL", "BR")
"""The faces of the direction die, in this order (section 4.3)."""
FRONT: Final[tuple[Dir, ...]] = ("FL", "F", "FR")
"""The front arc, left to right."""
LANES: Final = "ABCDEF"
"""The lanes' letters, left to right as the driver sees them."""
Size = Literal["S", "M", "L"]
SIZES: Final[tuple[Size, ...]] = ("S", "M", "L")
CommandName = Literal["airstrike", "nitro", "drift", "repair"]
COMMANDS: Final[tuple[CommandName, ...]] = ("airstrike", "nitro", "drift", "repair")
CREWS: Final = ("ember", "tide", "bone", "viper")
"""The crews by seat (section 4.6)."""
FIRST_WRECK: Final = 100
"""Wrecks are numbered from here; cars are ``3 * seat + size``, so 0 to 11."""

Hazard = Literal["clear", "mud", "oil", "mine", "wreck"]
Damage = Literal[
    "dent", "skid_F", "skid_FL", "skid_FR", "skid_B", "skid_BL", "skid_BR", "shrapnel", "dazed", "blast", "virtual"
]
"""A damage token; ``virtual`` stands for one when the pile is empty and acts as a dent (ruling 62)."""
Cause = Literal["drive", "oil", "slam", "skid", "dazed", "blast"]
"""Why a vehicle enters a space (section 3.10)."""
Vehicle = int
"""A car's or a wreck's number."""


class Spot(NamedTuple):
    """A space: lane 0..5 from the left, absolute row from the game's first row, 0 (section 4.1)."""

    lane: int
    row: int


def seat_of(vehicle: Vehicle) -> Seat | None:
    """Whose car it is; a wreck is nobody's."""
    return None if vehicle >= FIRST_WRECK else vehicle // 3


def size_of(vehicle: Vehicle) -> Size:
    """A wreck counts as Small (section 4.6)."""
    return "S" if vehicle >= FIRST_WRECK else SIZES[vehicle % 3]


def spot_name(spot: Spot) -> str:
    """As people read it: ``C14`` is lane C, the fourteenth row of the game."""
    return f"{LANES[spot.lane]}{spot.row + 1}"


@dataclass(frozen=True, slots=True)
class Options:
    """What the host chooses in the lobby."""

    start: Literal["random", "gate", "airstrip"] = "random"
    """The start tile's face: drawn (ruling 2), Scrapyard Gate, or Dead Airstrip."""


@dataclass(frozen=True, slots=True)
class Car:
    """A car and its dashboard. Its number is its place in ``State.cars``."""

    place: Literal["start", "road", "gone"] = "start"
    spot: Spot | None = None
    """Its space while on the road."""
    damage: tuple[Damage, ...] = ()
    """Its damage tokens in the order in which they were placed; two make it inoperable."""
    retired: bool = False
    """Inoperable because its crew has resigned (ruling 87)."""
    moved: bool = False
    """It has been assigned a die this round (ruling 15)."""
    coasts: int = 0
    """How often it has coasted this round."""

    @property
    def operable(self) -> bool:
        return self.place != "gone" and not self.retired and len(self.damage) < 2


@dataclass(frozen=True, slots=True)
class Wreck:
    id: Vehicle
    spot: Spot


@dataclass(frozen=True, slots=True)
class Die:
    """A movement die and what it has been used for this round."""

    value: int
    use: Literal["move", "coast", "airstrike", "nitro", "drift", "repair"] | None = None
    car: Vehicle | None = None
    """The car on whose dashboard it lies."""


@dataclass(frozen=True, slots=True)
class Crew:
    """What belongs to a seat beside its cars."""

    dice: tuple[Die, ...] = ()
    """Four from the start on; none once out."""
    chopper: Spot | None = None
    """Where it stands; ``None`` is in hand, or gone with its crew."""
    turns: int = 0
    """Turns taken this round, 0 to 3."""
    out: int | None = None
    """When the crew went out: 1 was the first. ``None`` while in the game."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A road tile on the table."""

    face: str
    """``S1`` to ``E2``."""
    number: int
    """Counted from the game's first tile, 0; it covers rows ``8 * number`` to ``8 * number + 7``."""


@dataclass(frozen=True, slots=True)
class Token:
    """A hazard token on the road."""

    spot: Spot
    kind: Hazard
    """Secret while it lies face down."""
    up: bool = False


@dataclass(frozen=True, slots=True)
class Road:
    """Tiles, tokens and what they are drawn from."""

    tiles: tuple[Tile, Tile, Tile]
    """Rear, middle, lead."""
    pile: tuple[str, ...]
    """The faces that lie up in the draw pile, top first. Secret."""
    laid: int
    """Tiles laid in the whole game, the first three included."""
    tokens: tuple[Token, ...]
    """By row, then lane."""
    bag: tuple[Hazard, ...]
    """Hazard tokens to draw, next first. Secret."""
    discard: tuple[Hazard, ...]
    damage: tuple[Damage, ...]
    """The damage pile, next first. Secret."""
    finish: bool = False
    """The finish line lies before the lead tile."""

    @property
    def rear(self) -> int:
        """The rear edge: the first row of the rear tile."""
        return 8 * self.tiles[0].number

    @property
    def front(self) -> int:
        """The front edge: the last row of the lead tile, and one."""
        return 8 * self.tiles[2].number + 8


# ---- the effect stack (section 3.10): what is still to be resolved, the next thing last


@dataclass(frozen=True, slots=True)
class Enter:
    """The vehicle enters a space: E1 to E8."""

    vehicle: Vehicle
    spot: Spot
    cause: Cause
    kind: Literal["enter"] = "enter"


@dataclass(frozen=True, slots=True)
class Slam:
    """Two vehicles share a space (section 3.7). With dice: what was rolled, before any reroll is decided."""

    top: Vehicle
    bottom: Vehicle
    mover: Literal["top", "bottom"] | None = None
    dir: Dir | None = None
    kind: Literal["slam"] = "slam"


@dataclass(frozen=True, slots=True)
class Hurt:
    """The vehicle takes one damage (section 3.9)."""

    vehicle: Vehicle
    kind: Literal["hurt"] = "hurt"


@dataclass(frozen=True, slots=True)
class Place:
    """After its effect the token goes on the car's dashboard (ruling 64)."""

    vehicle: Vehicle
    token: Damage
    kind: Literal["place"] = "place"


@dataclass(frozen=True, slots=True)
class Daze:
    """The dazed car has this many moves left (ruling 69)."""

    vehicle: Vehicle
    left: int
    kind: Literal["daze"] = "daze"


Frame = Enter | Slam | Hurt | Place | Daze


# ---- a turn

Stage = Literal["assign", "strike", "move", "bonus", "last-slam", "shot", "end"]
"""Where in its turn a crew is. ``strike``: the chopper's shot resolves. ``last-slam``: a drifter who stays resolves its
slam."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A die as it fell: ``slam`` (top, bottom), ``direction``, ``stunt`` (1 to 4), ``shoot`` (``S,M``), ``road``."""

    die: Literal["slam", "direction", "stunt", "shoot", "road"]
    face: str


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn being played."""

    number: int
    """Counts the game's turns from 1; the turn's chapter and scene are ``turn-<number>``."""
    seat: Seat
    stage: Stage = "assign"
    car: Vehicle | None = None
    coasting: bool = False
    left: int = 0
    """Moves left."""
    on_bonus: bool = False
    """These moves are the road bonus."""
    all_road: bool = True
    """Only road so far in the normal moves (ruling 37)."""
    lost: bool = False
    """The moves were lost (ruling 35)."""
    drift: Literal["ready", "passing", "used"] | None = None
    """``passing``: the car stands in the occupied space that it drives through (rulings 40 to 42)."""
    queue: tuple[str, ...] = ()
    """The part of the path that is still to be driven."""
    trail: tuple[Spot, ...] = ()
    """The spaces in which the car has been this turn, the first one included; for pictures."""
    rolls: tuple[Roll, ...] = ()
    """The dice rolled this turn, for pictures."""
    revealed: bool = False
    """A token was flipped, a die rolled or the road extended: nothing can be taken back (ruling 95)."""
    backs: int = 0
    """How often it has been taken back."""
    forced: int = 0
    """Forced single-space moves in the present stack (ruling 56)."""


@dataclass(frozen=True, slots=True)
class Question:
    """A reroll to be decided: of the ``Slam`` on top of the stack, by its larger vehicle's owner (ruling 49)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class State:
    options: Options
    order: tuple[Seat, ...]
    """The seats clockwise (ruling 1)."""
    round: int
    first: Seat
    """The first player of this round."""
    road_die: int
    crews: tuple[Crew, ...]
    """By seat."""
    cars: tuple[Car, ...]
    """Three for each seat: Dart, Fang, Maul."""
    wrecks: tuple[Wreck, ...]
    next_wreck: Vehicle
    road: Road
    turn: Turn
    stack: tuple[Frame, ...] = ()
    """The next one last. Empty between decisions but for a reroll."""
    question: Question | None = None
    back: State | None = None
    """The turn's beginning, while all of it can still be taken back."""
    winner: Seat | None = None
    reason: str | None = None
    """``finish``, ``last``, ``foremost`` or ``nobody``: how it ended."""


# ---- answers (rulings 18, 27, 50, 57, 95). Drafts are of the same types.


@dataclass(frozen=True, slots=True)
class Assign:
    """The first answer of a turn: which car gets which die, the command, and as much of the path as is decided.

    A draft may lack anything. Coasting is the same answer without a command (ruling 16).
    """

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012 - read by pydantic to tell the answers apart

    car: Vehicle | None = None
    die: int | None = None
    """Index into the crew's dice."""
    command: CommandName | None = None
    command_die: int | None = None
    spot: Spot | None = None
    """Airstrike: where the chopper goes."""
    target: Vehicle | None = None
    """Airstrike: what the chopper shoots at; ``None`` holds its fire."""
    repaired: Vehicle | None = None
    """Repair: the car that loses a token."""
    path: tuple[str, ...] = ()
    """Moves one after the other: ``FL``, ``F``, ``FR``; from the start area first a lane's letter, ``A1`` to ``F1``."""
    kind: Literal["assign"] = "assign"


@dataclass(frozen=True, slots=True)
class Drive:
    """The path goes on."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012 - as above

    path: tuple[str, ...] = ()
    kind: Literal["drive"] = "drive"


@dataclass(frozen=True, slots=True)
class Bonus:
    """Whether to take the road die's moves (ruling 38)."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012 - as above

    take: bool
    kind: Literal["bonus"] = "bonus"


@dataclass(frozen=True, slots=True)
class Reroll:
    """Whether the slam is rolled again (ruling 49)."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012 - as above

    again: bool
    kind: Literal["reroll"] = "reroll"


@dataclass(frozen=True, slots=True)
class Shoot:
    """At which vehicle; ``None`` holds fire (ruling 57)."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012 - as above

    target: Vehicle | None
    kind: Literal["shoot"] = "shoot"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the whole turn back to its beginning, as long as nothing was revealed (ruling 95)."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012 - as above

    kind: Literal["back"] = "back"


Action = Assign | Drive | Bonus | Reroll | Shoot | TakeBack
