"""Rows of time: timers, own deadlines, away days, digests and the heartbeat.

Every function runs inside the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.rows import AwayRow, DueRow, PersonRow, TimerRow, made
from db.schema import aways, dues, heartbeat, people, timers, votes


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


# ---- own deadlines


async def dues_of(connection: AsyncConnection, code: str, window: int) -> dict[int, DueRow]:
    """The own deadlines of the window, by seat."""
    query = select(dues).where(dues.c.code == code, dues.c.window == window).order_by(dues.c.seat)
    rows = [made(DueRow, row) for row in (await connection.execute(query)).mappings()]
    return {row.seat: row for row in rows}


async def replace_dues(connection: AsyncConnection, code: str, rows: Sequence[DueRow]) -> None:
    """These are the table's own deadlines now, and no others."""
    await connection.execute(delete(dues).where(dues.c.code == code))
    if rows:
        await connection.execute(
            insert(dues), [{name: getattr(row, name) for name in DueRow.__slots__} for row in rows]
        )


async def keep_due(connection: AsyncConnection, row: DueRow) -> None:
    """Write the seat's own deadline, over the one that it had."""
    await connection.execute(delete(dues).where(dues.c.code == row.code, dues.c.seat == row.seat))
    await connection.execute(insert(dues).values(**_columns(row)))


def _columns(row: DueRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in DueRow.__slots__}


# ---- away days


async def aways_of(connection: AsyncConnection, code: str) -> list[AwayRow]:
    """All away days that were ever taken at the table, in order."""
    query = select(aways).where(aways.c.code == code).order_by(aways.c.starts, aways.c.id)
    return [made(AwayRow, row) for row in (await connection.execute(query)).mappings()]


async def add_away(connection: AsyncConnection, **columns: Any) -> None:
    await connection.execute(insert(aways).values(**columns))


async def change_away(connection: AsyncConnection, number: int, **columns: Any) -> None:
    await connection.execute(update(aways).where(aways.c.id == number).values(**columns))


async def drop_away(connection: AsyncConnection, number: int) -> None:
    await connection.execute(delete(aways).where(aways.c.id == number))


# ---- digests


async def digested(connection: AsyncConnection) -> list[PersonRow]:
    """The people who want one digest a day."""
    query = select(people).where(people.c.reminders == "digest").order_by(people.c.user_id)
    return [made(PersonRow, row) for row in (await connection.execute(query)).mappings()]


async def mark_digested(connection: AsyncConnection, user_id: int, at: datetime) -> None:
    await connection.execute(update(people).where(people.c.user_id == user_id).values(digested=at))


async def move_votes(connection: AsyncConnection, by: timedelta) -> None:
    """Every open vote ends so much later."""
    found = await connection.execute(select(votes.c.id, votes.c.expires).where(votes.c.status == "open"))
    for number, expires in found.all():
        await connection.execute(update(votes).where(votes.c.id == number).values(expires=expires + by))
