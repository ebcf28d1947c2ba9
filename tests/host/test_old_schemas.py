"""Databases of the first schemas: brought up to date after a backup, which the command puts back."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from click.testing import CliRunner
from sqlalchemy import create_engine

from app.commands import main
from db import migrate
from db.backup import AUTOMATIC, FOLDER
from db.migrate import newest_revision
from tests.host.test_backup import content
from tests.host.test_restored_tables import notices
from tests.tables.conftest import migrated as migrated
from tests.tables.test_upgrade import answered, made_old
from tests.tables.world import ANNA, BORIS, World

OLD = ("0001", "0002")


def columns(path: Path) -> dict[str, set[str]]:
    """The columns of every table."""
    with closing(sqlite3.connect(path)) as file:
        names = [name for (name,) in file.execute("select name from sqlite_master where type = 'table'")]
        return {name: {row[1] for row in file.execute(f"pragma table_info({name})")} for name in names}


@pytest.mark.parametrize("version", OLD)
def test_what_the_tests_take_for_old_is_what_the_migration_made(migrated: Path, tmp_path: Path, version: str) -> None:
    path, made = tmp_path / "tables.db", tmp_path / "made.db"
    shutil.copy(migrated, path)
    made_old(path, version)
    engine = create_engine(f"sqlite:///{made}")
    with engine.begin() as connection:
        config: Config = migrate._config()
        config.attributes["connection"] = connection
        command.upgrade(config, version)
    engine.dispose()
    assert columns(path) == columns(made)


@pytest.mark.parametrize("version", OLD)
async def test_an_old_game_goes_on_and_its_backup_is_put_back(
    migrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    path = tmp_path / "tables.db"
    shutil.copy(migrated, path)
    world = await World(path).open()
    code = await world.started(BORIS, game="volt")
    await answered(world, code, 1)
    await world.tables.beat()
    await world.flush()
    old = await world.tables.find(code)
    await world.close()
    made_old(path, version)
    before = content(path)

    await world.open()
    [copy] = (tmp_path / FOLDER).glob("*.db")
    assert f"{version}-{AUTOMATIC}" in copy.name
    assert content(copy) == before, "the copy is of before the migration"
    assert await world.tables.find(code) == old
    await world.tables.resume()
    assert (await answered(world, code, 1)).window == old.window + 1
    await world.close()

    monkeypatch.setenv("SCRAPYARD_DATABASE", f"sqlite+aiosqlite:///{path}")
    done = await asyncio.to_thread(CliRunner().invoke, main, ["restore", str(copy), "--yes"])
    assert done.exit_code == 0, done.output
    assert content(path) == before

    await world.open()
    assert await world.rows("select version_num from alembic_version") == [{"version_num": newest_revision()}]
    await world.tables.resume()
    assert await notices(world) == [code], "the table is told that it went back"
    assert (await world.tables.find(code)).window == old.window
    if (await answered(world, code, 1)).status == "running":
        await world.do("resign", ANNA, code)
    assert (await world.tables.fairness(code)).replay_agrees
    await world.close()
