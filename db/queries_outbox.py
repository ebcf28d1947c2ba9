"""Rows of the outbox: what must be said in Discord. Every function runs inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, case, exists, insert, null, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.rows import PostRow, made
from db.schema import outbox, tables

PASSED: Final = "no longer matters"
"""Why a post was dropped that told nothing any more when it was to be sent."""


async def post(connection: AsyncConnection, key: str) -> PostRow | None:
    row = (await connection.execute(select(outbox).where(outbox.c.key == key))).mappings().first()
    return None if row is None else made(PostRow, row)


async def post_at(connection: AsyncConnection, code: str, message_id: int) -> PostRow | None:
    """The table's post that stands in this message."""
    query = select(outbox).where(outbox.c.code == code, outbox.c.message_id == message_id)
    row = (await connection.execute(query)).mappings().first()
    return None if row is None else made(PostRow, row)


async def posts_of(connection: AsyncConnection, code: str) -> list[PostRow]:
    """Every post of the table, in the order in which they were first written."""
    query = select(outbox).where(outbox.c.code == code).order_by(outbox.c.seq)
    return [made(PostRow, row) for row in (await connection.execute(query)).mappings()]


async def add_post(connection: AsyncConnection, **columns: Any) -> None:
    await connection.execute(insert(outbox).values(version=1, sent_version=0, attempts=0, **columns))


async def renew_post(connection: AsyncConnection, key: str, body: Mapping[str, Any] | None = None) -> bool:
    """Have the post said anew; whether there is one. With a new ``body`` it may matter again, if it did not before."""
    values: dict[str, Any] = {"version": outbox.c.version + 1}
    if body is not None:
        values["body"] = dict(body)
        values["dropped"] = case((outbox.c.dropped == PASSED, null()), else_=outbox.c.dropped)
    return (await connection.execute(update(outbox).where(outbox.c.key == key).values(**values))).rowcount > 0


async def renew_posts(connection: AsyncConnection, keys: Collection[str]) -> None:
    """Have those of these posts that there are said anew."""
    query = update(outbox).where(outbox.c.key.in_(sorted(keys)))
    await connection.execute(query.values(version=outbox.c.version + 1))


async def has_post(connection: AsyncConnection, keys: Collection[str]) -> bool:
    """Whether there is any of these posts."""
    query = select(outbox.c.seq).where(outbox.c.key.in_(sorted(keys))).limit(1)
    return (await connection.execute(query)).first() is not None


async def undropped(connection: AsyncConnection, keys: Collection[str]) -> set[str]:
    """Those of these posts that have been sent or will be."""
    query = select(outbox.c.key).where(outbox.c.key.in_(sorted(keys)), outbox.c.dropped.is_(None))
    return set((await connection.execute(query)).scalars())


async def due_posts(connection: AsyncConnection, now: datetime, limit: int, code: str | None) -> list[PostRow]:
    """What can be sent now: most urgent first, in the order of writing.

    A message that was never posted waits for the earlier ones of its place, and for the thread to exist.
    """
    earlier = outbox.alias()
    held = exists().where(
        earlier.c.code == outbox.c.code,
        earlier.c.place == outbox.c.place,
        earlier.c.seat.is_not_distinct_from(outbox.c.seat),
        earlier.c.seq < outbox.c.seq,
        earlier.c.sent_version == 0,
        earlier.c.dropped.is_(None),
    )
    where: list[ColumnElement[bool]] = [
        outbox.c.version > outbox.c.sent_version,
        outbox.c.dropped.is_(None),
        or_(outbox.c.not_before.is_(None), outbox.c.not_before <= now),
        or_(outbox.c.place != "table", tables.c.thread_id.is_not(None)),
        or_(outbox.c.sent_version > 0, ~held),
    ]
    if code is not None:
        where.append(outbox.c.code == code)
    query = (
        select(outbox)
        .join(tables, tables.c.code == outbox.c.code)
        .where(and_(*where))
        .order_by(outbox.c.priority, outbox.c.seq)
        .limit(limit)
    )
    return [made(PostRow, row) for row in (await connection.execute(query)).mappings()]


async def mark_sent(
    connection: AsyncConnection, key: str, version: int, channel_id: int | None, message_id: int | None
) -> None:
    """Note that this version stands in Discord; an older one never hides a newer."""
    newest = case((outbox.c.sent_version > version, outbox.c.sent_version), else_=version)
    values = {"sent_version": newest, "attempts": 0, "not_before": None}
    if message_id is not None:
        values |= {"channel_id": channel_id, "message_id": message_id}
    await connection.execute(update(outbox).where(outbox.c.key == key).values(**values))


async def defer_post(connection: AsyncConnection, key: str, until: datetime) -> None:
    """Have the post sent later. What failed may have stood there after all, over something newer that was sent since.

    Then that is sent again.
    """
    anew = case((outbox.c.sent_version < outbox.c.version, outbox.c.version), else_=outbox.c.version + 1)
    values = {"attempts": outbox.c.attempts + 1, "not_before": until, "version": anew}
    await connection.execute(update(outbox).where(outbox.c.key == key).values(**values))


async def drop_post(connection: AsyncConnection, key: str, reason: str, version: int | None = None) -> None:
    """``version``: only if the post still says what that version said."""
    query = update(outbox).where(outbox.c.key == key)
    if version is not None:
        query = query.where(outbox.c.version == version)
    await connection.execute(query.values(dropped=reason))
