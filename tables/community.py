"""What the other rooms see of people, servers, seats that change hands, votes, and what moderators do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from engines.core import Seat
from tables.model import Pace, StoredStep, TableInfo

# ---- people and servers

Reminders = Literal["both", "half", "tenth", "last", "digest", "off"]
"""``half`` and ``tenth``: when so much of the time is left. ``last``: when nobody else is waited for. ``digest``: once
a day, all tables in one message."""


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """What a person has chosen for all their tables."""

    asks_rights: bool = True
    """Wants to be asked for rights that may lapse, at live tables."""
    zone: str | None = None
    """An IANA name such as ``Asia/Shanghai``."""
    quiet: tuple[int, int] | None = None
    """From and to, in minutes of the day in ``zone``."""
    reminders: Reminders = "both"
    digest_hour: int = 9
    """Hour of the day in ``zone`` (UTC without one)."""


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """What a server's owner has chosen. ``None``: not set."""

    guild_id: int
    moderator_role: int | None = None
    play_channel: int | None = None
    """The only channel where tables are opened."""
    notice_channel: int | None = None
    """Where moderators are told."""
    seek_channel: int | None = None
    """Where substitutes are looked for."""
    language: str | None = None
    """Of new tables' public posts."""
    pace: Pace = "day"
    """Of new tables."""
    hours: int | None = None
    tables_per_channel: int | None = None
    tables_per_person: int | None = None
    absent_at: datetime | None = None
    """Since when the bot is not on this server."""


# ---- seats, votes, moderators

VoteKind = Literal["pause", "resume", "extend", "cancel", "remove", "undo"]
VoteStatus = Literal["open", "passed", "failed", "expired", "void"]
"""``void``: the game went on or ended so that there is nothing to vote on."""


@dataclass(frozen=True, slots=True)
class VoteInfo:
    """A vote, as everybody at the table may see it."""

    id: int
    code: str
    kind: VoteKind
    seat: Seat | None
    """Whom it is about."""
    amount: int | None
    """``extend``: hours. ``undo``: the turn to go back to."""
    opened_by: Seat | None
    """``None`` when that person holds no seat any more."""
    expires: datetime
    status: VoteStatus
    yes: tuple[Seat, ...]
    no: tuple[Seat, ...]
    waiting: tuple[Seat, ...]
    """Who may still vote."""
    needed: int
    """Votes in favour that it takes."""


@dataclass(frozen=True, slots=True)
class ClaimInfo:
    """Somebody who would take a seat of a running game."""

    id: int
    code: str
    seat: Seat
    kind: Literal["claim", "invite"]
    user_id: int | None
    name: str
    status: Literal["open", "accepted", "declined", "void"]
    record: Record


@dataclass(frozen=True, slots=True)
class Record:
    """How reliably a person has answered, over all their tenures at tables that have begun."""

    games: int
    answered: int
    missed: int
    """Windows that were answered in time, and that were let pass."""


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """Where the table could go back to."""

    turn: int
    window: int
    seq: int
    """The last step that would still count."""
    chapter: str
    """Of the first step that would not."""
    free: bool
    """Whether it can be had without a vote, by whoever answered last: nothing was rolled, drawn or revealed since."""


@dataclass(frozen=True, slots=True)
class Recap:
    """What happened since a person's last answer."""

    table: TableInfo
    seat: Seat
    since: datetime | None
    """When their last answer counted; ``None``: from the beginning."""
    steps: tuple[StoredStep, ...]
    """With the events that everybody may read, and those for the seat."""
    before: Any
    """The public View before the first of these steps."""
    after: Any
    """The public View now."""


ActName = Literal[
    "pause", "resume", "extend", "skip", "replace", "remove", "undo", "cancel", "move", "announce", "export"
]
ActStatus = Literal["asked", "done", "dropped"]


@dataclass(frozen=True, slots=True)
class ActInfo:
    """What a moderator did, or asked for."""

    id: int
    guild_id: int
    code: str | None
    actor_id: int | None
    actor: str
    act: ActName
    reason: str
    facts: Mapping[str, Any]
    """Numbers (and the text of an announcement) that say what exactly."""
    status: ActStatus
    at: datetime
    second_id: int | None
    needs: Literal["", "confirm", "other"] = ""
    """While ``asked``: ``confirm`` by its actor, or the consent of an ``other`` moderator who does not play there."""
