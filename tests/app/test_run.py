"""Stopping: no more presses are taken, those under way are finished, then Discord and the database are let go."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from click.testing import CliRunner
from pydantic import SecretStr

from app.commands import main
from app.house import House, build, opened
from app.run import BAD_TOKEN, drain, on_stop_signals, run
from app.settings import Settings
from cogs.bot import ScrapyardBot
from cogs.places import NEEDED, NEEDED_IN_THREAD
from tests.conftest import Complaints


def house_of_stubs() -> House:
    bot = SimpleNamespace(_connection=SimpleNamespace(parsers={"INTERACTION_CREATE": print}))
    return cast(House, SimpleNamespace(bot=bot))


async def test_presses_under_way_are_finished() -> None:
    done: list[str] = []

    async def press() -> None:
        await asyncio.sleep(0.05)
        done.append("press")

    task = asyncio.create_task(press(), name="discord-ui-dynamic-item-Join-s1:ABCD:0:join")
    house = house_of_stubs()
    await drain(house)
    assert done == ["press"]
    assert task.done()
    parsers: dict[str, Any] = house.bot._connection.parsers
    assert parsers["INTERACTION_CREATE"] is not print, "new presses are no longer taken"


async def test_a_press_that_hangs_does_not_hold_the_stop(caplog: pytest.LogCaptureFixture) -> None:
    task = asyncio.create_task(asyncio.Event().wait(), name="CommandTree-invoker")
    await drain(house_of_stubs(), seconds=0.05)
    assert not task.done()
    assert "not finished" in caplog.text
    task.cancel()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_signals_ask_to_stop(number: signal.Signals) -> None:
    asked = asyncio.Event()
    release = on_stop_signals(asked.set)
    signal.raise_signal(number)
    await asyncio.wait_for(asked.wait(), 5)
    release()


async def test_closing_twice_is_harmless(tmp_path: Path) -> None:
    house = await build(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
    await house.close()
    await house.close()


async def test_closing_waits_for_writes_under_way(tmp_path: Path) -> None:
    house = await build(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
    asking = asyncio.create_task(house.tables.remember_language(7, "Rook", "en"))
    await asyncio.sleep(0)
    assert house.tables.under_way
    asking.cancel()  # the press is given up, its write goes on
    await house.close()
    assert not house.tables.under_way
    async with opened(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}") as again:
        assert await again.tables.language_of(7) == "en"


STUCK = """
import asyncio, os, signal, sqlite3, sys, time
from pydantic import SecretStr
from app import house, run
from app.settings import Settings
from cogs.bot import ScrapyardBot

async def stay():
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            pass

async def start(bot, _token):
    held = bot.held = sqlite3.connect(sys.argv[1])
    held.execute("begin immediate")
    if sys.argv[2] == "database":
        asyncio.create_task(bot.tables.beat())
    elif sys.argv[2] == "task":
        bot.stubborn = asyncio.create_task(stay())
    else:
        bot.studio.close = lambda: time.sleep(600)
    await asyncio.sleep(0.2)
    for _ in range(2):
        os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.Event().wait()

ScrapyardBot.start = start
run.GONE_SECONDS = 1.0
sys.exit(run.run(Settings(token=SecretStr("x.y.z"), database=f"sqlite+aiosqlite:///{sys.argv[1]}")))
"""
"""A bot that is told to stop, twice, while its database is locked, a picture is being drawn, or a task of its does not
end, and does not come to its end by itself."""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent")
@pytest.mark.parametrize("what", ["database", "picture", "task"])
def test_what_is_stuck_is_cut_short(tmp_path: Path, what: str) -> None:
    path = tmp_path / "tables.db"
    done = subprocess.run([sys.executable, "-c", STUCK, path, what], capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert b"cut short" in done.stderr, "it came to its end by itself: this proves nothing"
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("pragma integrity_check").fetchall() == [("ok",)]


def test_without_a_token_it_says_where_to_get_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPYARD_TOKEN", raising=False)
    for command in ([], ["run"]):
        done = CliRunner().invoke(main, command)
        assert done.exit_code == 2
        assert "discord.com/developers" in done.output
        assert "preview" in done.output
    assert not list(tmp_path.iterdir()), "nothing was made"


def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCRAPYARD_BEAT_SECONDS", "soon")
    done = CliRunner().invoke(main, ["check"])
    assert done.exit_code == 2
    assert "SCRAPYARD_BEAT_SECONDS" in done.output


def test_a_token_that_discord_refuses_is_not_worth_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaints: Complaints
) -> None:
    async def refused(_bot: ScrapyardBot, _token: str) -> None:
        raise discord.LoginFailure

    monkeypatch.setattr(ScrapyardBot, "start", refused)
    settings = Settings(token=SecretStr("x.y.z"), database=f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
    assert run(settings) == BAD_TOKEN
    assert len(complaints.forgive()) == 1
    hosting = Path(__file__).parents[2] / "docs" / "hosting.md"
    assert f"RestartPreventExitStatus={BAD_TOKEN}" in hosting.read_text(encoding="utf-8")


def test_the_invitation_asks_for_what_the_bot_uses_and_nothing_more() -> None:
    used = {*NEEDED, *NEEDED_IN_THREAD, "read_message_history", "create_public_threads", "create_private_threads"}
    number = str(discord.Permissions(**dict.fromkeys(used, True)).value)
    for page in ("README.md", "README.zh-CN.md", "docs/hosting.md"):
        text = (Path(__file__).parents[2] / page).read_text(encoding="utf-8")
        assert f"permissions={number}`" in text or f"permissions={number}\n" in text, page
