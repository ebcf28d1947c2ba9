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
