"""The bot on a bad network: what it could not do at start, and time in which nobody can reach it."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from cogs.press import report
from db.database import Database
from tables.model import Press
from tests.conftest import Complaints
from tests.play.harness import Play, playing

AWAY = 3 * 3600


async def begin(play: Play) -> None:
    """A game of two at five minutes a window."""
    host, other = play.people
    await play.open_lobby(host)
    await play.press(other, "join")
    await play.house.tables.configure(Press(1, host.id, host.name, "en"), play.code, pace="live")
    await play.press(host, "start")


async def cut_off(play: Play) -> None:
    """The connection breaks for three hours."""
    play.house.bot.dispatch("disconnect")
    await play.wait(AWAY)
    play.house.bot.dispatch("resumed")


async def asleep(play: Play) -> None:
    """The machine sleeps for three hours: the clock goes on, and nothing else."""
    play.env.backend.advance_clock(AWAY)


@pytest.mark.parametrize("absence", [cut_off, asleep])
async def test_time_out_of_reach_is_credited_and_said_once(tmp_path: Path, absence: object) -> None:
    async with playing(tmp_path, people=2, beat_seconds=60) as play:
        await begin(play)
        due = (await play.table()).deadline
        await absence(play)  # type: ignore[operator]
        await play.wait(180)
        table = await play.table()
        assert table.window == 1
        assert due is not None
        assert table.deadline is not None
        assert abs(table.deadline - due - timedelta(seconds=AWAY)) <= timedelta(seconds=120)
        async with play.house.database.read() as connection:
            told = (await connection.exec_driver_sql("select kind from outbox where kind='outage'")).all()
        assert len(told) == 1


async def test_a_call_that_hangs_does_not_hold_up_the_deadlines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path, people=2, beat_seconds=60) as play:
        await begin(play)

        async def hang(code: str | None = None) -> None:
            await asyncio.sleep(10**6)

        monkeypatch.setattr(play.house.bot.sender, "flush", hang)
        for _ in range(4):
            await play.wait(600)
        assert (await play.table()).window > 1


async def test_commands_that_discord_did_not_take_are_brought_again(
    tmp_path: Path, complaints: Complaints, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The simulation does not settle around so long a wait that begins with the bot itself.
    monkeypatch.setattr("cogs.bot.FIRST_WAIT", 1)
    async with playing(tmp_path, people=2, beat_seconds=60) as play:
        route = ("PUT", f"/applications/{play.house.bot.application_id}/commands")
        await play.begin()
        await play.house.close()
        play.house = await play._build()
        play.env.inject_error(*route, status=500, times=2)
        before = tried(play, route)
        await play.env.restart_bot(play.house.bot)
        await play.play_window()
        assert (await play.table()).window == 2, "the table goes on"
        await play.wait(900)
        assert tried(play, route) == before + 3, "refused twice, then taken"
        assert len(complaints.forgive()) == 2


async def test_the_log_says_what_ails_the_database_and_nothing_else(complaints: Complaints, tmp_path: Path) -> None:
    database = await Database.open(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
    try:
        async with database.write() as connection:
            await connection.exec_driver_sql("select 'secret' from nowhere")
    except Exception as error:
        report(error, "beat")
    await database.close()
    [text] = complaints.forgive()
    assert "OperationalError SQLITE_ERROR" in text
    assert "test_beat.py" in text
    assert "secret" not in text


def tried(play: Play, route: tuple[str, str]) -> int:
    return sum((request.method, request.path) == route for request in play.env.http_requests)
