"""Rows as typed values: one frozen dataclass for each table of the schema, fields named like its columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar, cast

from sqlalchemy import RowMapping

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class TableRow:
    code: str
    game: str
    rules: int
    status: str
    guild_id: int
    channel_id: int
    thread_id: int | None
    lobby_message_id: int | None
    language: str
    pace: str
    options: Mapping[str, str]
    host_id: int
    seed: str
    seed_hash: str
    salt: str | None
    window: int
    window_kind: str | None
    hidden: bool
    asked: list[int]
    turn: int
    steps: int
    result_json: str | None
    created_at: datetime
    ended_at: datetime | None
    scene: str | None
    patience: int | None
    hours: int | None
    away_budget: int
    paused_at: datetime | None
    paused_why: str | None
    line: int
    ended_why: str | None


@dataclass(frozen=True, slots=True)
class SeatRow:
    code: str
    seat: int
    kind: str
    user_id: int | None
    name: str
    language: str
    join_press: int | None
    out: bool
    missed: int
    beaten: bool = False
    orders: Mapping[str, str] = field(default_factory=dict[str, str])
    tenure: int = 0
    gone: bool = False
    offered: bool = False


@dataclass(frozen=True, slots=True)
class TenureRow:
    code: str
    seat: int
    tenure: int
    user_id: int | None
    name: str
    since: datetime
    until: datetime | None
    from_window: int
    to_window: int | None
    came: str
    left: str | None
    answered: int
    missed: int
    place: int | None
    mark: str | None = None


@dataclass(frozen=True, slots=True)
class DueRow:
    code: str
    seat: int
    window: int
    since: datetime
    base: datetime
    due: datetime
    why: str
    reminded: int
    skipped: bool


@dataclass(frozen=True, slots=True)
class AwayRow:
    id: int
    code: str
    seat: int
    tenure: int
    starts: datetime
    ends: datetime
    days: int


@dataclass(frozen=True, slots=True)
class VoteRow:
    id: int
    code: str
    kind: str
    seat: int | None
    amount: int | None
    opened_by: int | None
    opened_at: datetime
    expires: datetime
    status: str
    needed: int | None


@dataclass(frozen=True, slots=True)
class BallotRow:
    vote: int
    seat: int
    yes: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class ClaimRow:
    id: int
    code: str
    seat: int
    kind: str
    user_id: int | None
    name: str
    language: str
    status: str
    at: datetime


@dataclass(frozen=True, slots=True)
class GuildRow:
    guild_id: int
    moderator_role: int | None = None
    play_channel: int | None = None
    notice_channel: int | None = None
    seek_channel: int | None = None
    language: str | None = None
    pace: str = "day"
    hours: int | None = None
    tables_per_channel: int | None = None
    tables_per_person: int | None = None
    absent_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ActRow:
    id: int
    guild_id: int
    code: str | None
    actor_id: int | None
    actor: str
    act: str
    reason: str
    facts: Mapping[str, Any]
    status: str
    at: datetime
    second_id: int | None
    done_at: datetime | None


@dataclass(frozen=True, slots=True)
class PersonRow:
    user_id: int
    name: str
    language: str
    asks_rights: bool
    zone: str | None
    quiet_from: int | None
    quiet_to: int | None
    reminders: str
    digest_hour: int
    digested: datetime | None


@dataclass(frozen=True, slots=True)
class StateRow:
    code: str
    turn: int
    window: int
    cause: str
    seat: int | None
    rules: int
    state_json: str
    drawn: int
    draws_json: str
    at: datetime
    back_to: int | None


@dataclass(frozen=True, slots=True)
class DraftRow:
    code: str
    window: int
    seat: int
    action_json: str
    ready: bool
    at: datetime
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class ActionRow:
    code: str
    window: int
    seat: int
    action_json: str
    source: str
    at: datetime


@dataclass(frozen=True, slots=True)
class StepRow:
    code: str
    seq: int
    turn: int
    window: int
    chapter: str
    events_json: str
    view_json: str
    at: datetime
    undone: bool


@dataclass(frozen=True, slots=True)
class TimerRow:
    code: str
    kind: str
    window: int
    due: datetime
    retry_at: datetime | None
    attempts: int


@dataclass(frozen=True, slots=True)
class PostRow:
    seq: int
    key: str
    nonce: str
    code: str
    kind: str
    place: str
    seat: int | None
    user_id: int | None
    body: Mapping[str, Any]
    version: int
    sent_version: int
    priority: int
    channel_id: int | None
    message_id: int | None
    attempts: int
    not_before: datetime | None
    dropped: str | None


def made(kind: type[R], row: RowMapping) -> R:
    """The row as a value of its dataclass."""
    return kind(**cast("dict[str, Any]", dict(row)))
