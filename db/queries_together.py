"""Rows of what people settle together: votes, claims, tenures, away days. Each runs inside the caller's transaction."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from db.rows import ClaimRow, VoteRow, made
from db.schema import claims, votes


async def vote(connection: AsyncConnection, number: int) -> VoteRow | None:
    row = (await connection.execute(select(votes).where(votes.c.id == number))).mappings().first()
    return None if row is None else made(VoteRow, row)


async def claim(connection: AsyncConnection, number: int) -> ClaimRow | None:
    row = (await connection.execute(select(claims).where(claims.c.id == number))).mappings().first()
    return None if row is None else made(ClaimRow, row)
