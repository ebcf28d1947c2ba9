"""Games that were under way when the tables learned something new go on as they were."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from engines import GAMES
from engines.chance import FastChance
from engines.core import Level
from tables.model import TableInfo
from tests.tables.world import ANNA, BORIS, CHEN, World
from tests.toy_game import Bid

COLUMNS = {
    "0004": {
        "tables": ("hours", "away_budget", "paused_at", "paused_why", "line", "ended_why"),
        "seats": ("tenure", "gone", "offered"),
        "states": ("back_to",),
        "steps": ("undone",),
        "people": ("zone", "quiet_from", "quiet_to", "reminders", "digest_hour", "digested"),
    },
    "0003": {"seats": ("beaten", "orders"), "drafts": ("ordered",)},
    "0002": {"tables": ("scene", "patience"), "people": ("asks_rights",)},
}
"""What each migration adds to older tables."""
TABLES = {"0004": ("ballots", "votes", "tenures", "dues", "aways", "claims", "guilds", "acts"), "0003": (), "0002": ()}
"""What each migration makes, those that others refer to last."""


async def answered(world: World, code: str, windows: int) -> TableInfo:
    """So many windows later: everybody answers as a stand-in would."""
    for _ in range(windows):
        table = await world.tables.find(code)
        for seat in table.asked:
            panel = await world.tables.panel(code, table.seats[seat].user_id or 0)
            action = GAMES[table.game].stand_in(panel.view, seat, Level.EASY, FastChance(table.window))
            await world.do("answer", table.seats[seat].user_id or 0, code, table.window, action)
    return await world.tables.find(code)


def made_old(path: Path, version: str) -> None:
    """The database as the schema of that version had it."""
    with closing(sqlite3.connect(path)) as file:
        file.execute("delete from timers where kind not in ('deadline', 'go_on', 'lobby_warning', 'lobby_expiry')")
        for newer in COLUMNS:
            if newer <= version:
                continue
            for name in TABLES[newer]:
                file.execute(f"drop table {name}")
            for name, columns in COLUMNS[newer].items():
                for column in columns:
                    file.execute(f"alter table {name} drop column {column}")
        file.execute(f"update alembic_version set version_num = '{version}'")
        file.commit()


async def upgrade_from(world: World, version: str) -> None:
    await world.close()
    made_old(world.path, version)
    await world.open()


@pytest.mark.parametrize("version", ["0002", "0003"])
@pytest.mark.parametrize(("game", "windows"), [("volt", 1), ("thunder_road", 5)])
async def test_a_game_from_before_goes_on(world: World, game: str, windows: int, version: str) -> None:
    code = await world.started(BORIS, game=game)
    before = await answered(world, code, windows)
    assert before.status == "running"
    await upgrade_from(world, version)
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


async def test_open_windows_keep_their_time_and_are_reminded_of(world: World) -> None:
    code, lobby = await world.started(BORIS, bots=1, pace="slow"), await world.lobby(CHEN)
    over = await world.started(CHEN)
    await world.do("resign", CHEN, over)
    world.clock.pass_by(hours=10)
    await world.do("answer", ANNA, code, 1, Bid(amount=1))
    await world.tables.beat()
    before = await world.tables.find(code)
    await upgrade_from(world, "0003")
    info = await world.tables.find(code)
    assert info == before
    assert [(own.seat, own.due, own.why) for own in info.own] == [
        (0, info.created_at + timedelta(hours=72), ""),
        (1, info.created_at + timedelta(hours=72), ""),
    ]
    assert (info.away_budget, info.line, info.paused_at) == (3, 0, None)
    assert (await world.tables.find(lobby)).own == ()
    assert {row["code"] for row in await world.rows("select code from dues")} == {code}
    world.clock.moment = info.created_at + timedelta(hours=36)
    await world.tables.beat()
    assert [post["seat"] for post in await world.posts("reminder")] == [1], "Anna has answered"
    world.clock.moment = info.created_at + timedelta(hours=72)
    await world.tables.beat()
    assert (await world.tables.find(code)).window > 1


async def test_the_upgrade_itself_is_nobodys_loss(world: World) -> None:
    code = await world.started(BORIS)
    await world.tables.beat()
    before = await world.tables.find(code)
    world.clock.pass_by(hours=30)
    await upgrade_from(world, "0003")
    assert await world.tables.resume() == timedelta(hours=30)
    await world.tables.beat()
    info = await world.tables.find(code)
    assert info.window == 1
    assert [own.due for own in info.own] == [own.due + timedelta(hours=30) for own in before.own]


async def test_who_sits_at_a_running_table_has_been_there_from_the_start(world: World) -> None:
    code, lobby = await world.started(BORIS, bots=1), await world.lobby(CHEN)
    await upgrade_from(world, "0003")
    tenures = await world.rows("select code, seat, tenure, user_id, name, came, until from tenures order by seat")
    assert [(row["code"], row["seat"], row["tenure"], row["user_id"]) for row in tenures] == [
        (code, 0, 0, ANNA),
        (code, 1, 0, BORIS),
    ]
    assert {(row["came"], row["until"]) for row in tenures} == {("joined", None)}
    assert (await world.tables.find(lobby)).status == "lobby"
