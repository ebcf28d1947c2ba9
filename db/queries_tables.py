"""Rows of tables, seats, people and interactions. Every function runs inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.rows import PersonRow, SeatRow, TableRow, made
from db.schema import interactions, people, seats, tables, tenures

OPEN = ("lobby", "running")
"""The states of a table that still goes on."""


async def table(connection: AsyncConnection, code: str, *, lock: bool = False) -> TableRow | None:
    """The table's row. ``lock`` keeps other processes from it until the transaction ends (SQLite locks all anyway)."""
    query = select(tables).where(tables.c.code == code)
    row = (await connection.execute(query.with_for_update() if lock else query)).mappings().first()
    return None if row is None else made(TableRow, row)


async def add_table(connection: AsyncConnection, **columns: Any) -> None:
    await connection.execute(insert(tables).values(**columns))


async def change_table(connection: AsyncConnection, code: str, **columns: Any) -> None:
    await connection.execute(update(tables).where(tables.c.code == code).values(**columns))


async def newest_in_channel(connection: AsyncConnection, channel_id: int) -> TableRow | None:
    """The newest open table of this thread or channel; without one, the newest that was played right there."""
    here = or_(tables.c.thread_id == channel_id, tables.c.channel_id == channel_id)
    found = await _tables(connection, here, tables.c.status.in_(OPEN), limit=1)
    if not found:
        found = await _tables(connection, tables.c.thread_id == channel_id, limit=1)
    return found[0] if found else None


async def open_in_guild(connection: AsyncConnection, guild_id: int, limit: int) -> list[TableRow]:
    """Open tables of a server, newest first."""
    return await _tables(connection, tables.c.guild_id == guild_id, tables.c.status.in_(OPEN), limit=limit)


async def open_tables(connection: AsyncConnection, status: str) -> list[TableRow]:
    """Every table with this status."""
    return await _tables(connection, tables.c.status == status, limit=None)


async def open_of_person(connection: AsyncConnection, user_id: int) -> list[TableRow]:
    """Open tables where the person holds a seat, newest first."""
    return await _tables(connection, _seated(user_id), tables.c.status.in_(OPEN), limit=None)


async def ended_of_person(connection: AsyncConnection, user_id: int, limit: int) -> list[TableRow]:
    """Tables where the person held a seat and that have ended, newest first."""
    return await _tables(connection, _seated(user_id), tables.c.status.not_in(OPEN), limit=limit)


async def count_open_seats(connection: AsyncConnection, user_id: int, guild_id: int | None = None) -> int:
    """How many seats the person holds at open tables, of one server or of all, that can still play."""
    query = (
        select(func.count())
        .select_from(seats.join(tables, tables.c.code == seats.c.code))
        .where(
            seats.c.user_id == user_id,
            seats.c.out.is_(False),
            seats.c.beaten.is_(False),
            tables.c.status.in_(OPEN),
        )
    )
    if guild_id is not None:
        query = query.where(tables.c.guild_id == guild_id)
    return (await connection.execute(query)).scalar_one()


async def count_open_in_channel(connection: AsyncConnection, channel_id: int) -> int:
    """How many open tables belong to this channel."""
    query = select(func.count()).select_from(tables)
    query = query.where(tables.c.channel_id == channel_id, tables.c.status.in_(OPEN))
    return (await connection.execute(query)).scalar_one()


async def seats_of(connection: AsyncConnection, code: str) -> list[SeatRow]:
    query = select(seats).where(seats.c.code == code).order_by(seats.c.seat)
    return [made(SeatRow, row) for row in (await connection.execute(query)).mappings()]


async def replace_seats(connection: AsyncConnection, code: str, rows: Sequence[dict[str, Any]]) -> None:
    """Seat the table anew; only while it is a lobby, where seats close up when somebody leaves."""
    await connection.execute(delete(seats).where(seats.c.code == code))
    if rows:
        await connection.execute(insert(seats), list(rows))


async def change_seat(connection: AsyncConnection, code: str, seat: int, **columns: Any) -> None:
    await connection.execute(update(seats).where(seats.c.code == code, seats.c.seat == seat).values(**columns))


async def held_since(connection: AsyncConnection, code: str, seat: int, tenure: int) -> int:
    """The first window in which the seat was this tenure's; 0 where that was never noted."""
    query = select(tenures.c.from_window)
    query = query.where(tenures.c.code == code, tenures.c.seat == seat, tenures.c.tenure == tenure)
    return (await connection.execute(query)).scalar() or 0


async def seen(connection: AsyncConnection, interaction_id: int) -> bool:
    """Whether this interaction has been applied."""
    query = select(interactions.c.id).where(interactions.c.id == interaction_id)
    return (await connection.execute(query)).first() is not None


async def mark_seen(connection: AsyncConnection, interaction_id: int, code: str, at: datetime) -> None:
    await connection.execute(insert(interactions).values(id=interaction_id, code=code, at=at))


async def forget_seen(connection: AsyncConnection, before: datetime) -> None:
    """Let go of interactions so old that Discord cannot send them again."""
    await connection.execute(delete(interactions).where(interactions.c.at < before))


async def person(connection: AsyncConnection, user_id: int) -> tuple[str, str] | None:
    """The person's name and language."""
    query = select(people.c.name, people.c.language).where(people.c.user_id == user_id)
    row = (await connection.execute(query)).first()
    return None if row is None else (row[0], row[1])


async def keep_person(connection: AsyncConnection, user_id: int, name: str, language: str) -> None:
    changed = await connection.execute(
        update(people).where(people.c.user_id == user_id).values(name=name, language=language)
    )
    if changed.rowcount == 0:
        await connection.execute(insert(people).values(user_id=user_id, name=name, language=language))


async def people_of(connection: AsyncConnection, user_ids: Collection[int]) -> dict[int, PersonRow]:
    """What is known of these people; whoever is not known is not in it."""
    query = select(people).where(people.c.user_id.in_(user_ids))
    rows = [made(PersonRow, row) for row in (await connection.execute(query)).mappings()]
    return {row.user_id: row for row in rows}


async def change_person(connection: AsyncConnection, user_id: int, **columns: Any) -> None:
    """Change what is kept of a known person."""
    await connection.execute(update(people).where(people.c.user_id == user_id).values(**columns))


async def waiving(connection: AsyncConnection, user_ids: Sequence[int]) -> set[int]:
    """Those of these people who do not want to be asked for rights that may lapse."""
    query = select(people.c.user_id).where(people.c.user_id.in_(user_ids), people.c.asks_rights.is_(False))
    return set((await connection.execute(query)).scalars())


def _seated(user_id: int) -> ColumnElement[bool]:
    return tables.c.code.in_(select(seats.c.code).where(seats.c.user_id == user_id))


async def _tables(connection: AsyncConnection, *where: ColumnElement[bool], limit: int | None) -> list[TableRow]:
    query = select(tables).where(*where).order_by(tables.c.created_at.desc(), tables.c.code).limit(limit)
    return [made(TableRow, row) for row in (await connection.execute(query)).mappings()]
