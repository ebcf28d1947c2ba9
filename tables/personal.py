"""Everything that is stored on one person, told to that person."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final, cast

from db import queries_people, queries_tables
from db.database import Transaction
from db.rows import ActRow, PostRow, SeatRow, TableRow, TenureRow
from engines.core import Seat

GIVEN: Final = ("person", "draft", "order")
"""Where an answer came from that a person gave."""


async def data_of(connection: Transaction, user_id: int) -> dict[str, Any]:
    """Everything stored on this person, as data for JSON; empty where nothing is.

    Of a running game only what is theirs: their own answers, drafts and orders, and nothing that others gave.
    """
    known = (await queries_tables.people_of(connection, [user_id])).get(user_id)
    seats = {seat.code: seat for seat in await queries_people.seats_held(connection, user_id)}
    tenures = await queries_people.tenures_held(connection, user_id)
    sat = seats.keys() | {tenure.code for tenure in tenures}
    rows = await queries_people.table_rows(connection, await queries_people.codes_of(connection, user_id))
    rows = [row for row in rows if row.host_id == user_id or row.code in sat]
    sections: dict[str, Any] = {
        "person": None if known is None else _plain(asdict(known)),
        "tables": [await _table(connection, user_id, row, seats.get(row.code), tenures) for row in rows],
        "votes": [_plain(asdict(vote)) for vote in await queries_people.votes_opened(connection, user_id)],
        "claims": [_plain(asdict(claim)) for claim in await queries_people.claims_made(connection, user_id)],
        "acts": [
            _act(act, user_id)
            for act in await queries_people.acts_with(connection, user_id)
            if user_id in (act.actor_id, act.second_id) or mentions(act.facts, user_id)
        ],
        "posts": [_post(post) for post in await queries_people.posts_to(connection, user_id)],
    }
    return {name: section for name, section in sections.items() if section}


async def _table(
    connection: Transaction, user_id: int, row: TableRow, seat: SeatRow | None, tenures: Iterable[TenureRow]
) -> dict[str, Any]:
    """One table, as far as it tells of the person."""
    data: dict[str, Any] = {
        "code": row.code,
        "game": row.game,
        "status": row.status,
        "server": row.guild_id,
        "channel": row.channel_id,
        "opened": _moment(row.created_at),
        "host": row.host_id == user_id,
    }
    held = [tenure for tenure in tenures if tenure.code == row.code]
    if seat is not None:
        data["seat"] = _plain({name: getattr(seat, name) for name in SeatRow.__slots__ if name != "code"})
        due = await queries_people.due_at(connection, row.code, seat.seat)
        data["deadline"] = None if due is None else _plain(asdict(due))
        drafts = await queries_people.drafts_at(connection, row.code, seat.seat)
        data["drafts"] = [
            {"window": d.window, "answer": json.loads(d.action_json), "ready": d.ready, "at": _moment(d.at)}
            for d in drafts
        ]
    times = [await _time(connection, row.code, tenure.seat, tenure.since, tenure.until, tenure) for tenure in held]
    if seat is not None and not held:
        # Games that were over before tenures were noted have one holder for each seat.
        times = [await _time(connection, row.code, seat.seat, row.created_at, None, None)]
    data["held"] = times
    return {name: part for name, part in data.items() if part not in ([], None)}


async def _time(
    connection: Transaction, code: str, seat: Seat, since: datetime, until: datetime | None, tenure: TenureRow | None
) -> dict[str, Any]:
    """The person's time in a seat, with what they answered and voted then."""
    told: dict[str, Any] = {"seat": seat}
    if tenure is not None:
        told |= _plain({name: getattr(tenure, name) for name in TenureRow.__slots__ if name != "code"})
        away = await queries_people.aways_at(connection, code, seat, tenure.tenure)
        told["away"] = [_plain({"starts": a.starts, "ends": a.ends, "days": a.days}) for a in away]
    told["answers"] = [
        {"window": a.window, "source": a.source, "answer": json.loads(a.action_json), "at": _moment(a.at)}
        for a in await queries_people.actions_at(connection, code, seat)
        if a.source in GIVEN and _within(a.at, since, until)
    ]
    told["ballots"] = [
        {"vote": b.vote, "yes": b.yes, "at": _moment(b.at)}
        for b in await queries_people.ballots_at(connection, code, seat)
        if _within(b.at, since, until)
    ]
    return told


def mentions(value: Any, user_id: int) -> bool:
    """Whether the person's id is one of the values in this data, or mentioned in a text in it."""
    if isinstance(value, Mapping):
        return any(mentions(entry, user_id) for entry in cast("Mapping[str, Any]", value).values())
    if isinstance(value, list):
        return any(mentions(entry, user_id) for entry in cast("list[Any]", value))
    if isinstance(value, str):
        return re.search(rf"\b{user_id}\b", value) is not None
    return value == user_id and not isinstance(value, bool)


def _within(at: datetime, since: datetime, until: datetime | None) -> bool:
    return since <= at and (until is None or at <= until)


def _act(act: ActRow, user_id: int) -> dict[str, Any]:
    """An act that the person did, agreed to, or that is about them. Who else had a part in it is not theirs to know."""
    return {
        "id": act.id,
        "server": act.guild_id,
        "table": act.code,
        "act": act.act,
        "reason": act.reason,
        "facts": dict(act.facts),
        "status": act.status,
        "at": _moment(act.at),
        "actor": act.actor if act.actor_id == user_id else None,
        "did": act.actor_id == user_id,
        "agreed": act.second_id == user_id,
    }


def _post(post: PostRow) -> dict[str, Any]:
    """A message to the person: which, and where it stands."""
    names = ("key", "kind", "place", "seat", "body", "version", "channel_id", "message_id")
    return _plain({name: getattr(post, name) for name in names})


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _moment(value) if isinstance(value, datetime) else value for name, value in values.items()}


def _moment(at: datetime) -> str:
    return at.isoformat()
