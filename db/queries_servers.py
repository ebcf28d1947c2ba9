"""Rows of servers and of what their moderators do. Every function runs inside the caller's transaction."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from db.rows import ActRow, made
from db.schema import acts


async def act(connection: AsyncConnection, number: int) -> ActRow | None:
    row = (await connection.execute(select(acts).where(acts.c.id == number))).mappings().first()
    return None if row is None else made(ActRow, row)
