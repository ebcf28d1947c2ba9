"""The things on the table of Power Arena: state, programs and views. All frozen; no rule in here.

Fields that the complete game added to states and views have defaults, and these are what they hold in a basic game: a
table stored before they existed loads as what it is, and its luck can still be checked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engines.core import Seat
from engines.grid import Cell, Direction

DieColour = Literal["blue", "red"]
Phase = Literal["outfitting", "programming", "activation", "resolution", "over"]
Category = Literal["attack", "movement", "tactic"]
CATEGORIES: tuple[Category, ...] = ("attack", "movement", "tactic")
"""The three module decks, in the order in which they lie."""
PADS = (0, 1, 2)
"""The three control pads, counted from 0; people see 1 to 3."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the host chooses in the lobby. Each default is what a table opened before the option existed plays by."""

    mode: Literal["match", "championship", "double"] = "match"
    """One match; four matches over the arenas; or eight, the second four with defenders (section 4.5)."""
    arena: Literal["auto", "duel", "tri", "quad", "minefield"] = "auto"
    """``auto`` takes the arena made for the number of people (ruling 5)."""
    target: Literal["3", "4", "5"] = "3"
    """VP that win a match."""
    modules: Literal["off", "on"] = "off"
    """Play with module cards (ruling 10a)."""
    killbots: Literal["auto", "none", "one", "two"] = "auto"
    """``auto`` adds those that the arena needs, and two against a single person (rulings 5, 57, 60)."""
    ai_cards: Literal["hidden", "open"] = "hidden"
    """Whether killbots turn their cards after or before people program (ruling 58)."""
    difficulty: Literal["normal", "hard"] = "normal"
    """Alone against killbots: ``hard`` lets them win with one VP less (ruling 60)."""
    markers: Literal["shuffle", "rotate", "fixed"] = "shuffle"
    """How turn markers are dealt in phase 0 (ruling 18)."""


@dataclass(frozen=True, slots=True)
class Command:
    """One die on one control pad: blue moves ``pip`` cells, red fires; a low pip acts early."""

    die: DieColour
    pip: int
    dir: Direction
    module: str | None = None
    """The module card declared with it (``brake_1``); it must be held, fit the die and its pips (section 4.3)."""
    turn: Direction | None = None
    """The second direction, for a module that needs one (Maneuver)."""


@dataclass(frozen=True, slots=True)
class Program:
    """The dice on pads 1, 2 and 3. ``None`` is an empty pad: fine in a draft, never in an answer."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012 - read by pydantic to tell the two answers apart

    pads: tuple[Command | None, Command | None, Command | None] = (None, None, None)


@dataclass(frozen=True, slots=True)
class Outfit:
    """From which decks a seat draws its modules (section 4.3)."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012 - as above

    first: Category
    second: Category
    later: Category | Literal["least"]
    """The deck for modules gained in play; ``least``: the category held least."""


@dataclass(frozen=True, slots=True)
class Card:
    """A module card in a robot's hands."""

    id: str
    charges: int | None = None
    """Uses left this match; ``None`` when it never runs out."""


@dataclass(frozen=True, slots=True)
class Robot:
    """A robot and what stands on its monitor. Seats' robots come first, by seat; killbots take the numbers after."""

    seat: Seat
    start: str
    """The arena's start seat, ``1`` to ``4`` (ruling 6); ``K1`` and ``K2`` are killbots' own."""
    pos: Cell | None
    """``None`` while destroyed, and for good once the seat has resigned."""
    damage: int
    marker: int
    """Turn marker, from 1 (ruling 9); 0 once out."""
    vp: int
    """A killbot's are the bot side's, and stay 0 unless one person plays alone (ruling 60)."""
    out: bool = False
    """The seat has resigned (ruling 24)."""
    killbot: str | None = None
    """``ripper`` or ``watcher``."""
    ai: str | None = None
    """A killbot's AI card of this round, once turned (ruling 58)."""
    cooling: bool = False
    """Its commands still to come this round are void and all its modules off (ruling 17)."""
    cards: tuple[Card, ...] = ()
    champion: str | None = None
    """The champion module that it defends in this match."""
    reflected: bool = False
    """Its Reflector has sent a beam back this round."""


@dataclass(frozen=True, slots=True)
class Championship:
    """Matches played and prizes won. All of it is public."""

    match: int
    """The match being played, from 1."""
    matches: int
    """How many there will be."""
    prize: str
    """The champion module at stake in this match."""
    holders: tuple[Seat | None, ...]
    """Who holds each champion module, in the order of the matches of one cycle."""
    vp: tuple[int, ...]
    """Each seat's VP from the matches that are over."""
    won: tuple[tuple[Seat, ...], ...] = ()
    """The winners of each match that is over."""


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
    mines: tuple[tuple[Cell, Seat | None], ...] = ()
    """Mines on the board with their owners, in reading order; ``None`` is a neutral one."""
    decks: tuple[tuple[str, ...], ...] = ()
    """The face-down module decks by category, next card first. Secret."""
    ai_deck: tuple[str, ...] = ()
    """The AI cards still face down, next first. Secret."""
    outfits: tuple[Outfit | None, ...] = ()
    """What each seat chose, with modules on."""
    championship: Championship | None = None


MarkKind = Literal[
    "path", "push", "pull", "jump", "beam", "mirror", "blast", "dud", "hit", "shield", "cooled", "blocked", "fall",
    "mine", "laid", "destroyed", "scored", "refill", "restart", "workshop",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to be drawn on the board: what a command did, or what a plan would do.

    ``path``: the actor's own way, first cell to last. ``push``: another robot's way. ``beam``: from the shooter's cell
    to the last lit cell. ``hit``, ``destroyed``, ``scored``, ``restart``: ``cells[0]``, of ``seat``
    (``scored`` has it once for each VP; with a ``pad`` they are for robots destroyed). ``blocked``:
    (last cell, the cell that could not be entered, which may lie off the board). ``fall``: (last cell, pit).
    ``pull``: another robot's way towards the actor. ``jump``: (from, to) of a teleport. ``mirror``: a reflected beam,
    from the reflecting robot (``seat``) to the last lit cell. ``blast``: the centre, then every other cell that it
    reaches on the board. ``dud``: (thrower's cell, where the grenade came down, which may lie off the board).
    ``shield``, ``cooled``, ``mine`` (it went off; ``seat`` is its owner), ``laid``, ``workshop``: ``cells[0]``.
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
    killbot: str | None = None
    ai: str | None = None
    """The killbot's AI card, once turned."""
    cooling: bool = False
    cards: tuple[Card, ...] = ()
    champion: str | None = None
    reflected: bool = False


@dataclass(frozen=True, slots=True)
class BotSide:
    """The killbots' common score against a single person (ruling 60)."""

    vp: int
    target: int


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
    mines: tuple[tuple[Cell, Seat | None], ...] = ()
    decks: tuple[int, ...] = ()
    """How many cards each module deck still has, by category; empty without modules."""
    bots: BotSide | None = None
    championship: Championship | None = None
    outfit: Outfit | None = None
    """The viewer's own choice of decks while outfitting: what is drafted, else what is preset."""
    modules: bool = False
    """Module cards are in play."""


def bare(view: View) -> View:
    """The view without what is drawn over the board."""
    return replace(view, marks=(), plan=None, outfit=None, actor=None, command=None)
