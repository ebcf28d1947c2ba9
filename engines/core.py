"""The words that every game shares, and the contract that a game fulfils.

Everything here is a dull value: ids and numbers, no Discord, no names, no times, no prose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

Seat = int
"""A place at a table, 0..n-1. People come and go; the seat stays."""

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Who:
    """A fact that names a seat; text shows the name of whoever holds it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Term:
    """A fact that is a word of the game, looked up in the reader's language (``volt.dir.NE``)."""

    key: str


@dataclass(frozen=True, slots=True)
class Listing:
    """Several facts, joined in the reader's language."""

    items: tuple[int | str | Who | Term, ...]


Fact = int | str | Who | Term | Listing
"""What a sentence may be filled with. A ``str`` is text that reads the same in every language, such as ``E5``."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as data. Its sentence is the message ``<game>.event.<kind>`` filled with its facts."""

    kind: str
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact])
    audience: tuple[Seat, ...] | None = None
    """The seats that may read it; ``None`` is everyone."""


@dataclass(frozen=True, slots=True)
class Step(Generic[V]):
    """One thing that the rules resolved: what happened, and the public view after it."""

    chapter: str
    """Steps in a row with the same chapter are told together, in one post (``pad-1``). Unique within one turnout."""
    events: tuple[Event, ...]
    view: V


@dataclass(frozen=True, slots=True)
class Turnout(Generic[S, V]):
    """A new state and the steps that led there."""

    state: S
    steps: tuple[Step[V], ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """The question put to one seat. Its sentence is ``<game>.ask.<kind>``."""

    kind: str
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact])
    may_decline: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """What the game waits for now. Seats in one window cannot see each other's answers."""

    kind: str
    asks: Mapping[Seat, Ask]
    hidden: bool
    """The answers are secret until all are in; the public learns only how many are ready."""
    scene: str | None = None
    """The chapter that goes on with this window: it is asked in public, in the one post that tells that chapter.

    A scene's windows follow each other, and the steps of that chapter grow its post, whichever turnout they come from.
    """
    patience: int | None = None
    """Seconds, where the answer is a right that may lapse: the game never waits longer. Where people take their time
    the stand-in answers at once; silence is not counted against anybody.
    """


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended. ``places[seat]`` is 1 for a winner; seats that share a place share its number.

    Places begin at 2 when the game has beaten everyone: nobody is first.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    """Why it ended; its sentence is ``<game>.end.<reason>``."""


class Level(Enum):
    """How hard a stand-in thinks."""

    EASY = "easy"
    NORMAL = "normal"


class IllegalAction(Exception):
    """The answer breaks a rule now. ``<game>.refuse.<reason>`` filled with the facts is shown to the person.

    The state is untouched. A bug of ours is any other exception.
    """

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts: Mapping[str, Fact] = facts


class Chance(Protocol):
    """The only source of luck. ``label`` says what a draw is for; it is public and part of the proof."""

    def roll(self, label: str, faces: int) -> int:
        """A number from 1 to ``faces``, each as likely."""
        ...

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in an order of which each is as likely."""
        ...

    def pick(self, label: str, items: Sequence[T]) -> T:
        """One of the items, each as likely. ``items`` must not be empty."""
        ...


class Game(Protocol[S, A, V]):
    """One title. Pure and synchronous; every method is total: it returns a new value or raises, and changes nothing."""

    key: str
    """Folder, database column, and prefix of every message key of this game."""
    rules: int
    """Raised when a stored table could go on differently."""
    seats: range
    """How many seats a table can have."""
    Options: type[Any]
    """Frozen dataclass, all fields with defaults, each a ``Literal`` of strings: what the host chooses in the lobby.

    Field and value are named by the messages ``<key>.option.<field>`` and ``<key>.option.<field>.<value>``.
    """
    State: type[Any]
    Action: Any
    """The type (or union) of answers, as a pydantic ``TypeAdapter`` takes it. Drafts are of the same type."""
    View: type[Any]

    def fits(self, options: Any, seats: int) -> None:
        """Raise ``IllegalAction`` when a table with these options cannot start with so many seats."""
        ...

    def start(self, options: Any, seats: int, chance: Chance) -> Turnout[S, V]: ...

    def window(self, state: S) -> Window | None:
        """Who must answer what; ``None`` when the game is over."""
        ...

    def choices(self, state: S, seat: Seat) -> Iterable[A]:
        """The seat's legal answers, lazily. Empty when it is not asked."""
        ...

    def allows(self, state: S, seat: Seat, action: A) -> None:
        """Raise ``IllegalAction`` unless the seat may give this answer now. Agrees with ``choices``."""
        ...

    def drafts(self, view: V, seat: Seat, action: A) -> V:
        """The seat's own view with its unfinished answer drawn in.

        Raises ``IllegalAction`` when no legal answer could grow from this draft.
        """
        ...

    def advance(self, state: S, answers: Mapping[Seat, A], chance: Chance) -> Turnout[S, V]:
        """Resolve the window with one legal answer of every seat that it asks."""
        ...

    def resign(self, state: S, seat: Seat, chance: Chance) -> Turnout[S, V]:
        """Take the seat out of the game for good, at any time before the end."""
        ...

    def view(self, state: S, seat: Seat | None) -> V:
        """The state as this seat may see it; ``None`` is the public. Built up from nothing."""
        ...

    def result(self, state: S) -> Result | None: ...

    def stand_in(self, view: V, seat: Seat, level: Level, chance: Chance) -> A:
        """A sound answer for the seat, from what it may see alone."""
        ...


@runtime_checkable
class OffersOptions(Protocol):
    """What a game has besides when not every option has an effect at every table. Without it a host sees them all."""

    def offers(self, options: Any, seats: int) -> tuple[str, ...]:
        """The names of the options that have an effect with these options and so many seats."""
        ...


@runtime_checkable
class TakesOrders(Protocol):
    """What a game has besides where people may give standing orders: answers for questions not asked yet.

    They belong to a seat and are nobody else's business; they can be changed at any time, and answer for the seat as
    soon as it is asked. The answer can still be taken back while the window is open.
    """

    Orders: type[Any]
    """Frozen dataclass like ``Options``; the default of every field is ``"ask"``.

    Field and value are named by the messages ``<key>.order.<field>`` and ``<key>.order.<field>.<value>``.
    """

    def ordered(self, view: Any, seat: Seat, orders: Any) -> Any | None:
        """The answer of a seat with these orders, from what it may see; ``None`` where they do not cover it."""
        ...


@runtime_checkable
class Eliminates(Protocol):
    """What a game has besides where seats can be beaten before the end."""

    def beaten(self, state: Any) -> frozenset[Seat]:
        """The seats that are out of the game, by its rules or because they resigned."""
        ...


@runtime_checkable
class MindsPace(Protocol):
    """What a game has besides where how long it should be depends on how fast it is played."""

    def at_pace(self, options: Any, *, live: bool) -> Any:
        """The options with what is left open (``auto``) settled. ``live``: everybody is there at the same time."""
        ...
