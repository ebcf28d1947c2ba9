"""A bot that is killed in the middle of its work has lost nothing that it had acknowledged."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.tables.world import ANNA, World
from tests.toy_game import Bid


@pytest.mark.parametrize("saved", [1, 7, 16])
async def test_a_kill_loses_no_acknowledged_draft(tmp_path: Path, saved: int) -> None:
    path = tmp_path / "tables.db"
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.tables.crashing", str(path), stdout=asyncio.subprocess.PIPE
    )
    assert bot.stdout is not None
    code = (await bot.stdout.readline()).decode().strip()
    for _ in range(saved):
        await bot.stdout.readline()
    bot.kill()
    rest, _ = await bot.communicate()
    last = saved + len(rest.split())

    world = await World(path).open()
    assert (await world.rows("pragma integrity_check")) == [{"integrity_check": "ok"}]
    panel = await world.tables.panel(code, ANNA)
    assert panel.draft in (Bid(amount=last % 4), Bid(amount=(last + 1) % 4)), "the last one may not have been told yet"
    [post] = [post for post in await world.tables.due_posts() if post.seat == 0]
    presses = len(await world.rows("select id from interactions"))
    assert post.version == presses - 2, "one version for each draft, after opening, joining and starting"
    await world.close()
