"""The database file: durable, brought up to date at start, never touched when it is too new."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine
from sqlalchemy.exc import IntegrityError, OperationalError

from db import migrate, queries_play, queries_tables, queries_time
from db.database import Database
from db.migrate import SchemaTooNewError
from db.schema import EPOCH, metadata

NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(url(tmp_path / "deep" / "down" / "scrapyard.db"))
    yield database
    await database.close()


@pytest.mark.parametrize("side", ["read", "write"])
@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 10000), ("secure_delete", 1)],
)
async def test_every_connection_is_durable_and_strict(
    database: Database, side: str, pragma: str, value: object
) -> None:
    async with getattr(database, side)() as connection:
        assert (await connection.exec_driver_sql(f"pragma {pragma}")).scalar() == value


async def test_migrations_make_the_schema_of_the_code(database: Database) -> None:
    async with database.write() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync, opts={"compare_type": True}), metadata)
        )
    assert differences == []


async def test_opening_again_keeps_what_is_there(database: Database, tmp_path: Path) -> None:
    async with database.write() as connection:
        await queries_tables.keep_person(connection, 1, "Anna", "en")
    again = await Database.open(url(tmp_path / "deep" / "down" / "scrapyard.db"))
    async with again.read() as connection:
        assert await queries_tables.person(connection, 1) == ("Anna", "en")
    await again.close()


async def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "newer.db"
    database = await Database.open(url(path))
    async with database.write() as connection:
        await connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    await database.close()
    before = path.read_bytes()
    with pytest.raises(SchemaTooNewError, match="9999"):
        await Database.open(url(path))
    assert path.read_bytes() == before


async def test_a_block_that_raises_leaves_nothing_behind(database: Database) -> None:
    async def fail() -> None:
        async with database.write() as connection:
            await queries_tables.keep_person(connection, 1, "Anna", "en")
            raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError, match="on purpose"):
        await fail()
    async with database.read() as connection:
        assert await queries_tables.person(connection, 1) is None


async def test_writers_queue_and_readers_do_not_wait(database: Database) -> None:
    inside = asyncio.Event()
    done = asyncio.Event()

    async def slow() -> None:
        async with database.write() as connection:
            await queries_tables.keep_person(connection, 1, "Anna", "en")
            inside.set()
            await done.wait()

    async def count(user: int) -> None:
        async with database.write() as connection:
            await queries_tables.keep_person(connection, user, "Boris", "en")

    writer = asyncio.create_task(slow())
    await inside.wait()
    others = [asyncio.create_task(count(user)) for user in range(2, 12)]
    async with database.read() as connection:
        assert await queries_tables.person(connection, 1) is None, "not committed yet"
    done.set()
    await asyncio.gather(writer, *others)
    async with database.read() as connection:
        assert len((await connection.exec_driver_sql("select * from people")).all()) == 11


async def test_writers_take_the_lock_at_once_and_readers_do_not(database: Database, tmp_path: Path) -> None:
    other = await Database.open(url(tmp_path / "deep" / "down" / "scrapyard.db"))
    async with database.write(), other.read() as reading:
        await reading.exec_driver_sql("select * from people")
        await reading.exec_driver_sql("pragma busy_timeout=1")
        with pytest.raises(OperationalError, match="locked"):
            await reading.exec_driver_sql("insert into people (user_id, name, language) values (1, 'a', 'en')")
    await other.close()


async def test_rows_of_no_table_are_refused(database: Database) -> None:
    with pytest.raises(IntegrityError):
        async with database.write() as connection:
            await queries_time.set_timer(connection, "NONE", "deadline", 1, NOON)


async def test_moments_come_back_to_the_microsecond_in_utc(database: Database) -> None:
    east = NOON.astimezone(timezone(timedelta(hours=8)))
    for moment in (NOON, east, EPOCH, EPOCH - timedelta(microseconds=1)):
        async with database.write() as connection:
            await queries_time.beat(connection, moment)
        async with database.read() as connection:
            found = await queries_time.last_beat(connection)
        assert found == moment
        assert found is not None
        assert found.tzinfo is UTC


async def test_any_folder_name_will_do(tmp_path: Path) -> None:
    path = tmp_path / "50% off, 二手" / "a.db"
    await (await Database.open(url(path))).close()
    assert await asyncio.to_thread(path.exists)


@pytest.mark.skipif(os.name != "posix", reason="folders have no such rights there")
async def test_the_folder_is_its_owners_alone(tmp_path: Path) -> None:
    database = await Database.open(f"sqlite+aiosqlite:///{tmp_path}/data/tables.db")
    await database.close()
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0


async def test_people_of_the_first_schema_are_asked_for_rights(tmp_path: Path) -> None:
    """What was stored before the second migration goes on: nobody had chosen, nothing was a scene."""
    path = tmp_path / "old.db"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql("insert into people values (1, 'Anna', 'en')")
        connection.exec_driver_sql(
            "insert into tables (code, game, rules, status, guild_id, channel_id, language, pace, options, host_id,"
            " seed, seed_hash, window, hidden, asked, turn, steps, created_at)"
            " values ('OLD', 'g', 1, 'running', 1, 2, 'en', 'live', '{}', 1, '00', '00', 3, 0, '[0]', 3, 9, 0)"
        )
    engine.dispose()
    database = await Database.open(url(path))
    async with database.read() as connection:
        assert await queries_tables.person(connection, 1) == ("Anna", "en")
        assert (await queries_tables.people_of(connection, [1]))[1].asks_rights
        old = await queries_tables.table(connection, "OLD")
    assert old is not None
    assert (old.scene, old.patience, old.asked) == (None, None, [0])
    await database.close()


async def test_seats_and_drafts_of_the_second_schema_go_on(tmp_path: Path) -> None:
    """What was stored before the third migration: nobody had ordered anything, nobody was beaten."""
    path = tmp_path / "old.db"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        connection.exec_driver_sql(
            "insert into tables (code, game, rules, status, guild_id, channel_id, language, pace, options, host_id,"
            " seed, seed_hash, window, hidden, asked, turn, steps, created_at)"
            " values ('OLD', 'g', 1, 'running', 1, 2, 'en', 'live', '{}', 1, '00', '00', 3, 0, '[0]', 3, 9, 0)"
        )
        connection.exec_driver_sql("insert into seats values ('OLD', 0, 'person', 7, 'Anna', 'en', 5, 0, 1)")
        connection.exec_driver_sql("insert into drafts values ('OLD', 3, 0, '{}', 1, 0)")
    engine.dispose()
    database = await Database.open(url(path))
    async with database.read() as connection:
        [seat] = await queries_tables.seats_of(connection, "OLD")
        drafts = await queries_play.drafts_of(connection, "OLD", 3)
    assert (seat.missed, seat.beaten, seat.orders) == (1, False, {})
    assert (drafts[0].ready, drafts[0].ordered) == (True, False)
    await database.close()
