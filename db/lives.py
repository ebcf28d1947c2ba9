"""The life of a database: which restored copy it goes on from.

SQLite's ``user_version`` holds it: 0 from the beginning, otherwise the second (Unix) in which a copy was put back,
below zero until the tables were told.
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection


async def life_of(connection: AsyncConnection) -> int:
    """The life, below zero while the tables have not been told of it."""
    return int((await connection.exec_driver_sql("pragma user_version")).scalar_one())


async def all_were_told(connection: AsyncConnection) -> None:
    """The tables know that a copy was put back; part of the transaction that tells them."""
    await connection.exec_driver_sql(f"pragma user_version = {abs(await life_of(connection))}")
