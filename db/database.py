"""The connection to the database: opened once, brought up to date, then read and written in short transactions."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, event, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from db.backup import before_migration
from db.lives import life_of, number_anew
from db.migrate import bring_up_to_date

PRAGMAS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=10000",
    "secure_delete=ON",
)
"""``secure_delete``: what people have had forgotten is overwritten in the file."""
CONNECTIONS: Final = 15
_WRITES: Final = "scrapyard_writes"

Transaction = AsyncConnection
"""What the queries of this room run on; other rooms only hand it on."""


class Database:
    """One database file. ``write`` and ``read`` give a connection inside a transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(**{_WRITES: True})
        self._turn = asyncio.Lock()
        self.life = 0
        """Another number after a copy was put back: Discord still knows what was posted in the life before."""

    @classmethod
    async def open(cls, url: str) -> Database:
        """Connect, create the file and its folder if need be, and migrate to the newest schema, after a backup.

        Raises ``SchemaTooNewError`` when a newer version of the program has already written to it, and ``BackupError``
        when it is damaged, not ours, or cannot be backed up before a migration; then it has not been touched.
        """
        file = file_of(url)
        if file is not None:
            # Its files hold seeds and secret answers: nobody else on the computer needs to read them.
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            await asyncio.to_thread(before_migration, file)
        # aiosqlite tells every statement with its values at DEBUG: those are secrets of the players.
        logging.getLogger("aiosqlite").setLevel(logging.WARNING)
        engine = create_async_engine(url, hide_parameters=True, **_pool(file))
        if engine.url.get_backend_name() == "sqlite":
            _tune(engine)
        database = cls(engine)
        try:
            async with database.write() as connection:
                await connection.run_sync(bring_up_to_date)
                life = await life_of(connection)
                if life < 0:
                    await number_anew(connection)
                database.life = abs(life)
        except BaseException:
            await engine.dispose()
            raise
        return database

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Transaction, None]:
        """A transaction that may write; commits at the end of the block, rolls back when the block raises.

        Writers of this process queue here rather than in SQLite, which knows no order; do not nest.
        """
        async with self._turn, self._writer.begin() as connection:
            yield connection

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Transaction, None]:
        """A transaction that sees one moment of the database and never waits for writers."""
        async with self._engine.connect() as connection:
            yield connection

    @property
    def writing(self) -> bool:
        """Whether a write transaction is open."""
        return self._turn.locked()

    async def close(self) -> None:
        """Let every connection go. Running transactions end first."""
        async with self._turn:
            await self._engine.dispose()


def _pool(file: Path | None) -> dict[str, Any]:
    """As many connections as ever at a time, and all of them kept: to open one takes longer than a press."""
    return {} if file is None else {"pool_size": CONNECTIONS, "max_overflow": 0}


def file_of(address: str) -> Path | None:
    """The SQLite file of a database address; ``None`` for any other database."""
    url = make_url(address)
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)


def _tune(engine: AsyncEngine) -> None:
    """Make SQLite durable, and let us say BEGIN ourselves: the driver would do so late and never IMMEDIATE."""

    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
            cursor.fetchall()
        cursor.close()

    def began(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    event.listen(engine.sync_engine, "connect", connected)
    event.listen(engine.sync_engine, "begin", began)
