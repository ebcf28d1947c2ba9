"""What the other rooms see of a table. No rule, no Discord object: ids, numbers and the games' own values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, Literal, Protocol

from engines.core import Ask, Event, Fact, Result, Seat
from tables.verifier import Difference

Status = Literal["lobby", "running", "over", "cancelled", "expired"]
Pace = Literal["live", "day", "slow", "hours"]
PACES: Final[Mapping[Pace, timedelta]] = {
    "live": timedelta(minutes=5),
    "day": timedelta(hours=24),
    "slow": timedelta(hours=72),
}
"""Time to answer a window. At the pace ``hours`` the host says how many."""
LONGEST_PACE: Final = 14 * 24
"""Hours that the host may give at most."""
AWAY_BUDGETS: Final = (0, 1, 2, 3, 5, 7, 10, 14)
"""Days that each player may be away at a table; the host chooses one."""
PausedWhy = Literal["vote", "mod", "place", "server"]
"""``place``: its thread and channel are gone. ``server``: the bot is not on the server any more."""


def pace_length(pace: Pace, hours: int | None) -> timedelta:
    """Time to answer a window at this pace."""
    return timedelta(hours=hours or 24) if pace == "hours" else PACES[pace]


class Clock(Protocol):
    """Where time comes from."""

    def now(self) -> datetime:
        """The present moment, in UTC with its zone."""
        ...


@dataclass(frozen=True, slots=True)
class Press:
    """Somebody's command, button or form.

    ``id`` is Discord's interaction id: what was done once is never done again.
    """

    id: int
    user_id: int
    name: str
    language: str
    """``en`` or ``zh-CN``: what the person reads."""


class Refused(Exception):
    """What was asked is not possible. ``table.refuse.<reason>`` filled with the facts is shown to the person."""

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts: Mapping[str, Fact] = facts


class Stale(Refused):
    """The press belongs to a window that has passed; show the present state instead."""

    def __init__(self) -> None:
        super().__init__("stale")


class AlreadyDone(Refused):
    """This very interaction has been applied before; nothing more is to be done."""

    def __init__(self) -> None:
        super().__init__("already_done")


@dataclass(frozen=True, slots=True)
class SeatInfo:
    seat: Seat
    kind: Literal["person", "bot", "nobody"]
    user_id: int | None
    name: str
    """As Discord shows the person; for a bot player ``""``: readers name it in their language by its seat."""
    language: str
    out: bool
    missed: int
    """Windows missed in a row; from 2 on the stand-in plays until the holder is back."""
    beaten: bool = False
    """Out of the game by its rules. Whoever has resigned may be counted in as well; ``out`` says who that is."""
    tenure: int = 0
    """Numbers the time of the seat's present holder, from 0."""
    gone: bool = False
    """The holder has left the server: the stand-in plays."""
    offered: bool = False
    """A newcomer may ask for the seat."""


@dataclass(frozen=True, slots=True)
class OwnDeadline:
    """Until when one asked person may answer. Public; says nothing of whether they have."""

    seat: Seat
    due: datetime
    why: Literal["", "quiet", "away"]
    """What moved it beyond the table's own deadline."""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table as everybody may know it."""

    code: str
    game: str
    status: Status
    guild_id: int
    channel_id: int
    thread_id: int | None
    """Where the table plays; the channel itself where threads are not possible. ``None`` until known."""
    language: str
    pace: Pace
    options: Mapping[str, str]
    host_id: int
    seed_hash: str
    """SHA-256 of the secret seed, in hexadecimal."""
    salt: str | None
    """Public from the start of the game on."""
    seed: str | None
    """Revealed when the game is over or was called off; ``None`` before."""
    seats: tuple[SeatInfo, ...]
    window: int
    """Number of the open window, from 1; 0 before the game."""
    window_kind: str | None
    hidden: bool
    asked: tuple[Seat, ...]
    """The seats that the open window asks."""
    ready: int
    """How many of them are ready."""
    deadline: datetime | None
    """Of the open window, or when the lobby expires."""
    created_at: datetime
    lobby_message_id: int | None
    result: Result | None
    scene: str | None = None
    """The chapter that the open window goes on with, and in whose public post it is asked."""
    patience: int | None = None
    """Seconds that the open window waits at most, where its answer is a right that may lapse."""
    answered: tuple[Seat, ...] = ()
    """Where answers are not secret: the asked seats that are ready."""
    hours: int | None = None
    """At the pace ``hours``: how many."""
    away_budget: int = 3
    """Days that each player may be away at this table."""
    paused_at: datetime | None = None
    paused_why: PausedWhy | None = None
    own: tuple[OwnDeadline, ...] = ()
    """The deadlines of the asked people, by seat. The latest of them is ``deadline``."""
    away_until: Mapping[Seat, datetime] = field(default_factory=dict[Seat, datetime])
    """Seats whose holders are on their away days now, and until when."""
    line: int = 0
    """How often the table went back."""
    ended_why: str | None = None
    """What ended it before the game did: ``host``, ``vote``, ``mod``, ``place``, ``server`` or ``empty``."""

    @property
    def length(self) -> timedelta:
        """Time to answer a window."""
        return pace_length(self.pace, self.hours)

    def seat_of(self, user_id: int) -> SeatInfo | None:
        """The seat that this person holds, if any."""
        return next((seat for seat in self.seats if seat.kind == "person" and seat.user_id == user_id), None)


@dataclass(frozen=True, slots=True)
class StoredStep:
    """A resolved step as it was stored."""

    seq: int
    """Counts through the whole game, from 1."""
    window: int
    """The window whose answers led here; 0 for the opening."""
    chapter: str
    events: tuple[Event, ...]
    view: Any
    """The game's public View after the step."""
    at: datetime
    undone: bool = False
    """The table has gone back behind it: it does not count."""


@dataclass(frozen=True, slots=True)
class SeatPanel:
    """All that one person needs to answer, and nothing that they may not see."""

    table: TableInfo
    seat: Seat
    ask: Ask | None
    """``None`` when the seat is not asked now."""
    view: Any
    """The seat's View, with its draft drawn in."""
    draft: Any | None
    ready: bool
    window: int
    ordered: bool = False
    """The draft is what the seat's standing orders answer; nobody has touched it since."""


@dataclass(frozen=True, slots=True)
class SeatOrders:
    """The standing orders of one seat; nobody else's business."""

    table: TableInfo
    seat: Seat
    current: Mapping[str, str]
    """The value of each field, in the game's order."""
    possible: Mapping[str, tuple[str, ...]]
    """The values that each field can have. Empty where the game takes no orders."""
    answering: bool
    """They have answered the question that is open now."""


PostKind = Literal[
    "lobby",
    "lobby_warning",
    "thread",
    "opening",
    "chapter",
    "turn",
    "window",
    "panel",
    "missed",
    "outage",
    "notice",
    "result",
    "tidy",
    "reminder",
    "digest",
    "vote",
    "ad",
    "claim",
    "alarm",
    "request",
]
Place = Literal["channel", "table", "seat", "person", "mods", "ads"]
"""``person``: a DM that is no seat's. ``mods``: where the server wants its moderators told; the table's own place where
it has said nothing. ``ads``: where it wants substitutes looked for; the table's channel where it has said nothing."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message that must exist, or an act in Discord that must be done: a row of the outbox.

    A row stands for one message for ever. Saying it anew raises ``version``; the sender posts it when it has no message
    yet and edits it when ``version`` is ahead of ``sent_version``.
    """

    key: str
    """``<table>:<kind>:<what>``; unique."""
    nonce: str
    """Made from the key, at most 25 characters."""
    table: str
    seq: int
    """Order in which messages to one place are first posted."""
    kind: PostKind
    place: Place
    seat: Seat | None
    """For ``place == "seat"``: whose secret it is."""
    user_id: int | None
    """For ``place == "seat"``: who held it when it was written. For ``person``: whose DM."""
    body: Mapping[str, Any]
    """Numbers that say which window, chapter, steps or seat it tells of. Never prose, never a secret."""
    version: int
    sent_version: int
    priority: int
    """Low goes first."""
    channel_id: int | None
    """Where it was posted."""
    message_id: int | None
    attempts: int


@dataclass(frozen=True, slots=True)
class FairnessReport:
    """What anybody may check of a table's luck."""

    table: TableInfo
    hash_matches: bool | None
    """The revealed seed has the published hash; ``None`` before the end."""
    draws: int
    """Draws made in the game, as far as they are public."""
    replay_agrees: bool | None
    """Replaying the stored answers with re-rolled luck gives the stored states; ``None`` before the end."""
    first_difference: int | None
    """The first window that disagrees."""
    log: tuple[Mapping[str, Any], ...] = field(default=())
    """The draws (number, label, below, value) once the seed is public."""
    difference: Difference | None = None
    """What disagrees there; ``None`` too where the record cannot be followed at all."""
    record: Mapping[str, Any] | None = None
    """The whole game as data once the seed is public: what ``bot.py fairness`` reads."""
