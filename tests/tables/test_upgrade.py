"""Games that were under way when the tables learned of standing orders and beaten seats go on as they were."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engines import GAMES
from engines.chance import FastChance
from engines.core import Level
from tables.model import TableInfo
from tests.tables.world import ANNA, BORIS, World

NEW = {"seats": ("beaten", "orders"), "drafts": ("ordered",)}
"""What the third migration adds."""


async def answered(world: World, code: str, windows: int) -> TableInfo:
    """So many windows later: everybody answers as a stand-in would."""
    for _ in range(windows):
        table = await world.tables.find(code)
        for seat in table.asked:
            panel = await world.tables.panel(code, table.seats[seat].user_id or 0)
            action = GAMES[table.game].stand_in(panel.view, seat, Level.EASY, FastChance(table.window))
            await world.do("answer", table.seats[seat].user_id or 0, code, table.window, action)
    return await world.tables.find(code)


def made_old(path: Path) -> None:
    """The database as the second schema had it."""
    with closing(sqlite3.connect(path)) as file:
        for name, columns in NEW.items():
            for column in columns:
                file.execute(f"alter table {name} drop column {column}")
        file.execute("update alembic_version set version_num = '0002'")
        file.commit()


@pytest.mark.parametrize(("game", "windows"), [("volt", 1), ("thunder_road", 5)])
async def test_a_game_from_before_goes_on(world: World, game: str, windows: int) -> None:
    code = await world.started(BORIS, game=game)
    before = await answered(world, code, windows)
    assert before.status == "running"
    await world.close()
    made_old(world.path)
    await world.open()
    assert await world.tables.find(code) == before
    assert all(not seat.beaten for seat in before.seats)
    for user in (ANNA, BORIS):
        assert not (await world.tables.orders(code, user)).possible
    after = await answered(world, code, 1)
    assert after.window == before.window + 1
    if after.status == "running":
        after = await world.do("resign", ANNA, code)
    assert after.status == "over"
    assert (await world.tables.fairness(code)).replay_agrees
