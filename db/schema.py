"""The tables of the database, for SQLite and PostgreSQL alike. Rows are dull: no rule, no Discord object, no prose.

Moments are whole microseconds since 1970 in UTC. Text columns that end in ``_json`` hold what ``tables`` made of the
games' own values; this room never looks into them.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    true,
)

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


class Moment(TypeDecorator[datetime]):
    """A moment with its zone in, the same moment in UTC out; kept as whole microseconds, so that it sorts and adds."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else (value - EPOCH) // _MICROSECOND

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        return None if value is None else EPOCH + timedelta(microseconds=value)


metadata = MetaData()


def _code() -> Column[str]:
    """The column that says to which table a row belongs; it leads every primary key."""
    return Column("code", String(8), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True)


tables = Table(
    "tables",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("status", String(12), nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("lobby_message_id", BigInteger),
    Column("language", String(12), nullable=False),
    Column("pace", String(12), nullable=False),
    Column("options", JSON, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("seed_hash", String(64), nullable=False),
    Column("salt", Text),
    Column("window", Integer, nullable=False),
    Column("window_kind", String(40)),
    Column("hidden", Boolean, nullable=False),
    Column("asked", JSON, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("result_json", Text),
    Column("created_at", Moment, nullable=False),
    Column("ended_at", Moment),
    Column("scene", String(40)),
    Column("patience", Integer),
    Column("hours", Integer),
    Column("away_budget", Integer, nullable=False, server_default="3"),
    Column("paused_at", Moment),
    Column("paused_why", String(12)),
    Column("line", Integer, nullable=False, server_default="0"),
    Column("ended_why", String(12)),
    Index("tables_by_channel", "channel_id"),
    Index("tables_by_thread", "thread_id"),
    Index("tables_by_guild", "guild_id", "status"),
)
"""One row for each table. ``turn`` numbers its latest state, ``steps`` counts its steps, both from the start on.

``hours``: the host's own pace. ``away_budget``: days that each tenure may be away. ``line`` counts how often the table
went back. ``ended_why``: what ended it before the game did."""

seats = Table(
    "seats",
    metadata,
    _code(),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("user_id", BigInteger),
    Column("name", String(80), nullable=False),
    Column("language", String(12), nullable=False),
    Column("join_press", BigInteger),
    Column("out", Boolean, nullable=False),
    Column("missed", Integer, nullable=False),
    Column("beaten", Boolean, nullable=False, server_default=false()),
    Column("orders", JSON, nullable=False, server_default="{}"),
    Column("tenure", Integer, nullable=False, server_default="0"),
    Column("gone", Boolean, nullable=False, server_default=false()),
    Column("offered", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("code", "user_id", name="seats_one_each"),
    Index("seats_by_person", "user_id"),
)
"""One row for each seat. ``orders`` are its holder's standing orders, value by field. Secret.

``tenure`` numbers the time of its present holder, from 0. ``gone``: the holder has left the server. ``offered``: a
newcomer may ask for the seat, whoever holds it."""

tenures = Table(
    "tenures",
    metadata,
    _code(),
    Column("seat", Integer, primary_key=True),
    Column("tenure", Integer, primary_key=True),
    Column("user_id", BigInteger),
    Column("name", String(80), nullable=False),
    Column("since", Moment, nullable=False),
    Column("until", Moment),
    Column("from_window", Integer, nullable=False),
    Column("to_window", Integer),
    Column("came", String(12), nullable=False),
    Column("left", String(12)),
    Column("answered", Integer, nullable=False, server_default="0"),
    Column("missed", Integer, nullable=False, server_default="0"),
    Column("place", Integer),
    Column("mark", String(16)),
    Index("tenures_by_person", "user_id"),
)
"""Each person's time in a seat of a game that has begun: records belong to it, not to the seat. ``answered`` and
``missed`` count windows. ``mark``: while the game runs, what somebody who was forgotten is known by if they come back
to it (``tenures.mark_of``)."""

dues = Table(
    "dues",
    metadata,
    _code(),
    Column("seat", Integer, primary_key=True),
    Column("window", Integer, nullable=False),
    Column("since", Moment, nullable=False),
    Column("base", Moment, nullable=False),
    Column("due", Moment, nullable=False),
    Column("why", String(8), nullable=False, server_default=""),
    Column("reminded", Integer, nullable=False, server_default="0"),
    Column("skipped", Boolean, nullable=False, server_default=false()),
)
"""Until when each asked person of the open window may answer: ``base`` by the table's pace alone, ``due`` by their own
quiet hours and away days as well (``why``: what moved it). ``reminded`` counts the reminders that were due."""

aways = Table(
    "aways",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("code", String(8), ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("tenure", Integer, nullable=False),
    Column("starts", Moment, nullable=False),
    Column("ends", Moment, nullable=False),
    Column("days", Integer, nullable=False),
    Index("aways_by_table", "code"),
    sqlite_autoincrement=True,
)
"""Days that a seat's holder is away, taken from the table's budget."""

votes = Table(
    "votes",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("code", String(8), ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer),
    Column("amount", Integer),
    Column("opened_by", BigInteger),
    Column("opened_at", Moment, nullable=False),
    Column("expires", Moment, nullable=False),
    Column("status", String(8), nullable=False),
    Column("needed", Integer),
    Index("votes_by_table", "code", "status"),
    sqlite_autoincrement=True,
)
"""What was put to the vote: ``seat`` is whom it is about, ``amount`` the hours or the turn. ``needed``: the votes
that it took, once it is closed."""

ballots = Table(
    "ballots",
    metadata,
    Column("vote", Integer, ForeignKey("votes.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("yes", Boolean, nullable=False),
    Column("at", Moment, nullable=False),
)

claims = Table(
    "claims",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("code", String(8), ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("user_id", BigInteger),
    Column("name", String(80), nullable=False),
    Column("language", String(12), nullable=False),
    Column("status", String(8), nullable=False),
    Column("at", Moment, nullable=False),
    Index("claims_by_table", "code", "status"),
    sqlite_autoincrement=True,
)
"""Who would take a seat of a running game: by their own wish (``claim``) or because a moderator asks (``invite``)."""

guilds = Table(
    "guilds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("moderator_role", BigInteger),
    Column("play_channel", BigInteger),
    Column("notice_channel", BigInteger),
    Column("seek_channel", BigInteger),
    Column("language", String(12)),
    Column("pace", String(12), nullable=False, server_default="day"),
    Column("hours", Integer),
    Column("tables_per_channel", Integer),
    Column("tables_per_person", Integer),
    Column("absent_at", Moment),
)
"""What a server's owner has set. ``absent_at``: since when the bot is not on the server."""

acts = Table(
    "acts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("code", String(8)),
    Column("actor_id", BigInteger),
    Column("actor", String(80), nullable=False),
    Column("act", String(12), nullable=False),
    Column("reason", String(400), nullable=False),
    Column("facts", JSON, nullable=False),
    Column("status", String(8), nullable=False),
    Column("at", Moment, nullable=False),
    Column("second_id", BigInteger),
    Column("done_at", Moment),
    Index("acts_by_guild", "guild_id", "id"),
    Index("acts_by_table", "code"),
    sqlite_autoincrement=True,
)
"""What moderators did, or asked for and must still confirm (``status``). ``second_id``: the other moderator whom an act
needs when its actor plays at the table."""

states = Table(
    "states",
    metadata,
    _code(),
    Column("turn", Integer, primary_key=True),
    Column("window", Integer, nullable=False),
    Column("cause", String(8), nullable=False),
    Column("seat", Integer),
    Column("rules", Integer, nullable=False),
    Column("state_json", Text, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("draws_json", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("back_to", Integer),
)
"""Each state that a table was in. ``window`` is the one that the state asks; ``cause`` is what led to it: the start,
the answers to the window before it, the resignation of ``seat``, or going back (``undo``) to the turn ``back_to``.
``drawn`` counts the draws up to here; ``draws_json`` lists those of this turn."""

drafts = Table(
    "drafts",
    metadata,
    _code(),
    Column("window", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("action_json", Text, nullable=False),
    Column("ready", Boolean, nullable=False),
    Column("at", Moment, nullable=False),
    Column("ordered", Boolean, nullable=False, server_default=false()),
)
"""Answers that can still be changed. Secret. Gone when their window has resolved. ``ordered``: standing orders gave it,
and the seat's holder has not touched it since."""

actions = Table(
    "actions",
    metadata,
    _code(),
    Column("window", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("action_json", Text, nullable=False),
    Column("source", String(8), nullable=False),
    Column("at", Moment, nullable=False),
)
"""Answers that counted; rows are only ever added, one for each seat and window."""

steps = Table(
    "steps",
    metadata,
    _code(),
    Column("seq", Integer, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("window", Integer, nullable=False),
    Column("chapter", String(80), nullable=False),
    Column("events_json", Text, nullable=False),
    Column("view_json", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("undone", Boolean, nullable=False, server_default=false()),
)

timers = Table(
    "timers",
    metadata,
    _code(),
    Column("kind", String(16), primary_key=True),
    Column("window", Integer, nullable=False),
    Column("due", Moment, nullable=False),
    Column("retry_at", Moment),
    Column("attempts", Integer, nullable=False),
    Index("timers_by_due", "due"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("key", String(80), nullable=False),
    Column("nonce", String(25), nullable=False),
    Column("code", String(8), ForeignKey("tables.code", ondelete="CASCADE"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("place", String(8), nullable=False),
    Column("seat", Integer),
    Column("user_id", BigInteger),
    Column("body", JSON, nullable=False),
    Column("version", Integer, nullable=False),
    Column("sent_version", Integer, nullable=False),
    Column("priority", Integer, nullable=False),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("attempts", Integer, nullable=False),
    Column("not_before", Moment),
    Column("dropped", String(40)),
    UniqueConstraint("key", name="outbox_key"),
    Index("outbox_by_table", "code", "seq"),
    Index("outbox_by_priority", "priority", "seq"),
    sqlite_autoincrement=True,
)

interactions = Table(
    "interactions",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("code", String(8), nullable=False),
    Column("at", Moment, nullable=False),
    Index("interactions_by_time", "at"),
)
"""What was done once is never done again."""

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
)
"""One row: when the bot was last known to be up."""

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(80), nullable=False),
    Column("language", String(12), nullable=False),
    Column("asks_rights", Boolean, nullable=False, server_default=true()),
    Column("zone", String(64)),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("reminders", String(8), nullable=False, server_default="both"),
    Column("digest_hour", Integer, nullable=False, server_default="9"),
    Column("digested", Moment),
)
"""What is known of a person. Quiet hours go from ``quiet_from`` to ``quiet_to``, minutes of the day in their ``zone``.
``digested``: when their last digest was written."""
