"""Rows of servers and of what their moderators do. Every function runs inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.queries_tables import OPEN
from db.rows import ActRow, GuildRow, TableRow, made
from db.schema import acts, guilds, outbox, states, tables, timers

# ---- servers


async def guild(connection: AsyncConnection, guild_id: int) -> GuildRow | None:
    row = (await connection.execute(select(guilds).where(guilds.c.guild_id == guild_id))).mappings().first()
    return None if row is None else made(GuildRow, row)


async def change_guild(connection: AsyncConnection, guild_id: int, **columns: Any) -> None:
    """Change what is set for the server; its row comes into being with the first change."""
    changed = await connection.execute(update(guilds).where(guilds.c.guild_id == guild_id).values(**columns))
    if changed.rowcount == 0:
        await connection.execute(insert(guilds).values(guild_id=guild_id, **columns))


async def forget_channel(connection: AsyncConnection, channel_id: int) -> None:
    """The channel is no server's choice for anything any more."""
    for column in ("play_channel", "notice_channel", "seek_channel"):
        where = guilds.c[column] == channel_id
        await connection.execute(update(guilds).where(where).values({column: None}))


# ---- their tables


async def tables_of_guild(
    connection: AsyncConnection, guild_id: int, *, ended: bool, game: str | None, part: str, limit: int
) -> list[TableRow]:
    """Tables of a server: open ones, those waiting longest first (lobbies last), or the last ones that ended.

    ``part``: what their codes have in them.
    """
    where = [tables.c.guild_id == guild_id, tables.c.status.not_in(OPEN) if ended else tables.c.status.in_(OPEN)]
    if game is not None:
        where.append(tables.c.game == game)
    if part:
        where.append(tables.c.code.contains(part, autoescape=True))
    query = select(tables).where(*where).limit(limit)
    if ended:
        query = query.order_by(tables.c.ended_at.desc(), tables.c.code)
    else:
        since = func.coalesce(states.c.at, tables.c.created_at)
        query = query.outerjoin(states, _latest()).order_by(tables.c.status.desc(), since, tables.c.code)
    return [made(TableRow, row) for row in (await connection.execute(query)).mappings()]


async def opened_at(connection: AsyncConnection, codes: Sequence[str]) -> dict[str, datetime]:
    """Since when each of these tables has been in its latest state."""
    query = select(states.c.code, states.c.at).join(tables, _latest()).where(states.c.code.in_(codes))
    return {row.code: row.at for row in await connection.execute(query)}


async def open_codes(connection: AsyncConnection, guild_id: int) -> list[str]:
    """Every open table of the server."""
    query = select(tables.c.code).where(tables.c.guild_id == guild_id, tables.c.status.in_(OPEN))
    return list((await connection.execute(query.order_by(tables.c.code))).scalars())


async def codes_with_timer(connection: AsyncConnection, guild_id: int, kind: str) -> list[str]:
    """The server's tables with a timer of this kind."""
    query = select(tables.c.code).join(timers, timers.c.code == tables.c.code)
    query = query.where(tables.c.guild_id == guild_id, timers.c.kind == kind).order_by(tables.c.code)
    return list((await connection.execute(query)).scalars())


async def codes_at(connection: AsyncConnection, channel_id: int) -> list[str]:
    """Every open table that plays in this channel or thread, or whose thread hangs on it."""
    here = or_(tables.c.channel_id == channel_id, tables.c.thread_id == channel_id)
    query = select(tables.c.code).where(here, tables.c.status.in_(OPEN)).order_by(tables.c.code)
    return list((await connection.execute(query)).scalars())


def _latest() -> ColumnElement[bool]:
    return and_(states.c.code == tables.c.code, states.c.turn == tables.c.turn)


# ---- posts that move


async def post_anew(connection: AsyncConnection, key: str, nonce: str) -> None:
    """Have the post sent once more, as a new message at its place; Discord must not take it for the old one."""
    values: dict[str, Any] = {
        "nonce": nonce,
        "message_id": None,
        "channel_id": None,
        "sent_version": 0,
        "attempts": 0,
        "not_before": None,
        "dropped": None,
    }
    await connection.execute(update(outbox).where(outbox.c.key == key).values(version=outbox.c.version + 1, **values))


async def add_standing(connection: AsyncConnection, **columns: Any) -> None:
    """A post that takes over a message which stands in Discord already; it is edited, never sent."""
    await connection.execute(insert(outbox).values(version=2, sent_version=1, attempts=0, **columns))


# ---- acts


async def act(connection: AsyncConnection, number: int) -> ActRow | None:
    row = (await connection.execute(select(acts).where(acts.c.id == number))).mappings().first()
    return None if row is None else made(ActRow, row)


async def add_act(connection: AsyncConnection, **columns: Any) -> int:
    """Its number."""
    return (await connection.execute(insert(acts).values(**columns).returning(acts.c.id))).scalar_one()


async def change_act(connection: AsyncConnection, number: int, **columns: Any) -> None:
    await connection.execute(update(acts).where(acts.c.id == number).values(**columns))


async def acts_of(
    connection: AsyncConnection, guild_id: int, *, code: str | None, before: int | None, limit: int
) -> list[ActRow]:
    """What was done or asked for on this server, latest first."""
    query = select(acts).where(acts.c.guild_id == guild_id)
    if code is not None:
        query = query.where(acts.c.code == code)
    if before is not None:
        query = query.where(acts.c.id < before)
    query = query.order_by(acts.c.id.desc()).limit(limit)
    return [made(ActRow, row) for row in (await connection.execute(query)).mappings()]


async def asked_acts(connection: AsyncConnection, code: str) -> list[ActRow]:
    """Acts at this table that wait for a second word."""
    query = select(acts).where(acts.c.code == code, acts.c.status == "asked").order_by(acts.c.id)
    return [made(ActRow, row) for row in (await connection.execute(query)).mappings()]
