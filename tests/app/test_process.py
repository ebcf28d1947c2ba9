"""The bot as a process of its own, over real HTTP and a real gateway, stopped as service managers stop it."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.play.seen import Seen
from tests.wire.limits import Fault
from tests.wire.people import Person
from tests.wire.process import TOKEN, BotProcess
from tests.wire.server import Request, Wire, until

SLOW = 0.7
"""Seconds that Discord takes for an answer to a press, so that the stop comes in the middle."""
SERVICE_MANAGERS_WAIT = 10

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM")


@pytest_asyncio.fixture
async def wire() -> AsyncIterator[Wire]:
    wire = await Wire().start()
    yield wire
    await wire.stop()


async def up(bot: BotProcess, wire: Wire) -> Person:
    person = Person(wire, "Rook", "en")
    await bot.start()
    await until(lambda: wire.backend.commands.get(None))
    return person


async def test_sigterm_finishes_the_press_under_way(wire: Wire, tmp_path: Path) -> None:
    async with BotProcess(wire, tmp_path, SCRAPYARD_LOG_LEVEL="DEBUG") as bot:
        person = await up(bot, wire)
        acknowledging = asyncio.Event()

        async def slowly(request: Request) -> Fault | None:
            if request.kind.endswith("/callback"):
                acknowledging.set()
                await asyncio.sleep(SLOW)
            return None

        wire.before = slowly
        press = person.slash("play", game="volt")
        await asyncio.wait_for(acknowledging.wait(), 20)
        await bot.stop()
        assert bot.code == 0, bot.log
        assert "ERROR" not in bot.log
        assert await press.acknowledged()
        assert press.said(), "the presser was answered before the end"
        assert TOKEN not in bot.log
        assert press.record.token not in bot.log
        assert not list(bot.database.parent.glob("*-wal")), "the database was closed"


async def test_sigterm_ends_it_in_time_whatever_hangs(wire: Wire, tmp_path: Path) -> None:
    """Discord answers nothing any more; a second SIGTERM changes nothing."""
    async with BotProcess(wire, tmp_path) as bot:
        person = await up(bot, wire)
        hanging = asyncio.Event()

        async def never(_request: Request) -> Fault | None:
            hanging.set()
            await asyncio.sleep(60)
            return None

        wire.before = never
        person.slash("play", game="volt")
        await asyncio.wait_for(hanging.wait(), 20)
        asked = time.monotonic()
        bot.terminate()
        await asyncio.sleep(0.2)
        bot.terminate()
        await bot.ended()
        # A promise to service managers, not a measure of speed: they kill what takes longer.
        assert time.monotonic() - asked < SERVICE_MANAGERS_WAIT
        assert bot.code == 0, bot.log


@pytest.mark.long
async def test_sigterm_ends_it_in_time_while_a_picture_is_sent_slowly(wire: Wire, tmp_path: Path) -> None:
    """Its commit is done: what was not sent by the end is sent by the next life, once."""
    async with BotProcess(wire, tmp_path) as bot:
        person = await up(bot, wire)
        sending = asyncio.Event()

        async def slowly(request: Request) -> Fault | None:
            if request.files:
                sending.set()
                await asyncio.sleep(60)
            return None

        assert await person.slash("play", game="volt").acknowledged()
        lobby, join = await until(lambda: lobby_of(person))
        code = join["custom_id"].split(":")[1]
        assert await person.press(lobby, f"s1:{code}:0:add_bot").acknowledged()
        wire.before = slowly
        person.press(lobby, f"s1:{code}:0:start")
        await asyncio.wait_for(sending.wait(), 30)
        asked = time.monotonic()
        await bot.stop()
        assert time.monotonic() - asked < SERVICE_MANAGERS_WAIT
        assert bot.code == 0, bot.log
        wire.before = None
        await bot.start()
        await until(lambda: person.find("v-type", code))
        panels = [seen for seen in person.sees(person.dm) if seen.find("v-type")]
        assert len(panels) == 1


def lobby_of(person: Person) -> tuple[Seen, dict[str, Any]] | None:
    for seen in person.sees(person.wire.channel.id):
        if (join := seen.find("join")) is not None:
            return seen, join
    return None
