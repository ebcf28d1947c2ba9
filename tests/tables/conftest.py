"""A fresh world for each test, from a database file that was migrated once."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.database import Database
from tests.tables.world import World


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("db") / "migrated.db"

    async def make() -> None:
        await (await Database.open(f"sqlite+aiosqlite:///{path}")).close()

    asyncio.run(make())
    return path


@pytest.fixture
async def world(migrated: Path, tmp_path: Path) -> AsyncIterator[World]:
    path = tmp_path / "tables.db"
    shutil.copy(migrated, path)
    world = await World(path).open()
    yield world
    await world.close()
