"""Rows of time: timers and the heartbeat. Every function runs inside the caller's transaction."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.rows import TimerRow, made
from db.schema import heartbeat, timers


async def timers_of(connection: AsyncConnection, code: str) -> dict[str, TimerRow]:
    """The table's timers by kind."""
    rows = (await connection.execute(select(timers).where(timers.c.code == code))).mappings()
    found = [made(TimerRow, row) for row in rows]
    return {timer.kind: timer for timer in found}


async def set_timer(connection: AsyncConnection, code: str, kind: str, window: int, due: datetime) -> None:
    """Set the table's one timer of this kind."""
    await drop_timer(connection, code, kind)
    await connection.execute(insert(timers).values(code=code, kind=kind, window=window, due=due, attempts=0))


async def drop_timer(connection: AsyncConnection, code: str, kind: str | None = None) -> None:
    """Let go of the table's timer of this kind, or of all of them."""
    query = delete(timers).where(timers.c.code == code)
    await connection.execute(query if kind is None else query.where(timers.c.kind == kind))


async def overdue(connection: AsyncConnection, now: datetime, limit: int) -> list[TimerRow]:
    """Timers that must be handled now, those due first before the others."""
    moment = func.coalesce(timers.c.retry_at, timers.c.due, type_=timers.c.due.type)
    query = select(timers).where(moment <= now).order_by(timers.c.due, timers.c.code).limit(limit)
    return [made(TimerRow, row) for row in (await connection.execute(query)).mappings()]


async def retry_timer(connection: AsyncConnection, timer: TimerRow, at: datetime) -> None:
    """Leave the timer alone until then; what people see as due stays."""
    where = (timers.c.code == timer.code, timers.c.kind == timer.kind)
    await connection.execute(update(timers).where(*where).values(retry_at=at, attempts=timer.attempts + 1))


async def move_timer(connection: AsyncConnection, timer: TimerRow, due: datetime) -> None:
    where = (timers.c.code == timer.code, timers.c.kind == timer.kind)
    await connection.execute(update(timers).where(*where).values(due=due, retry_at=None))


async def all_timers(connection: AsyncConnection) -> list[TimerRow]:
    rows = (await connection.execute(select(timers).order_by(timers.c.code, timers.c.kind))).mappings()
    return [made(TimerRow, row) for row in rows]


async def last_beat(connection: AsyncConnection) -> datetime | None:
    """When the bot was last known to be up."""
    return (await connection.execute(select(heartbeat.c.at))).scalar_one_or_none()


async def beat(connection: AsyncConnection, at: datetime) -> None:
    changed = await connection.execute(update(heartbeat).values(at=at))
    if changed.rowcount == 0:
        await connection.execute(insert(heartbeat).values(id=1, at=at))
