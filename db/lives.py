"""The life of a database: which restored copy it goes on from.

SQLite's ``user_version`` holds it: 0 from the beginning, otherwise the second (Unix) in which a copy was put back,
below zero until the tables were told.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

NUMBERED: Final = ("votes", "claims", "acts", "aways")
"""What buttons name by a number that the database counts."""
BEGINNING: Final = 1_735_689_600
"""The start of 2025. Seconds since then have the nine digits that a button has room for until 2056."""
HIGHEST: Final = 900_000_000


async def life_of(connection: AsyncConnection) -> int:
    """The life, below zero while the tables have not been told of it."""
    return int((await connection.exec_driver_sql("pragma user_version")).scalar_one())


async def all_were_told(connection: AsyncConnection) -> None:
    """The tables know that a copy was put back; part of the transaction that tells them."""
    await connection.exec_driver_sql(f"pragma user_version = {abs(await life_of(connection))}")


async def number_anew(connection: AsyncConnection) -> None:
    """Have what is numbered from now on bear numbers that no life before has given.

    Discord still shows the buttons of the life that is lost. A vote that is opened now must not be the one on which
    somebody votes there, nor an act of a moderator the one that is agreed to there. May be done more than once.
    """
    least = min(abs(await life_of(connection)) - BEGINNING, HIGHEST)
    for name in NUMBERED:
        raised = await connection.exec_driver_sql(
            "update sqlite_sequence set seq = max(seq, ?) where name = ?", (least, name)
        )
        if raised.rowcount == 0:
            await connection.exec_driver_sql("insert into sqlite_sequence (name, seq) values (?, ?)", (name, least))
