"""Whatever Discord does, each post stands there once, in its order, in its newest version."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.setbacks import HOPELESS
from engines.volt.programming import parse_program
from tests.cogs.fake_discord import DM, FakeBot, FakeDiscord, Lost, refusal
from tests.tables.world import ANNA, BORIS, CHANNEL, GUILD, World

PROGRAM = parse_program("B1N R1NE B2E")


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    world = await World(tmp_path / "tables.db").open()
    yield world
    await world.close()


async def begin(world: World) -> str:
    code = await world.lobby(game="volt")
    await world.do("join", BORIS, code)
    await world.do("start", ANNA, code)
    return code


async def play_window(world: World, code: str) -> None:
    window = (await world.tables.find(code)).window
    for user in (ANNA, BORIS):
        await world.do("answer", user, code, window, PROGRAM)


async def settle(world: World, bot: FakeBot) -> None:
    """Flush, wait out every delay, flush again, until nothing is due."""
    for _ in range(20):
        await bot.sender.flush()
        world.clock.pass_by(hours=2)
        if not await world.tables.due_posts(500):
            return
    raise AssertionError("posts stay unsent")


async def assert_all_said_once(world: World, discord_: FakeDiscord) -> None:
    """Every post that was not dropped has one message; in each place they stand in the order of the outbox."""
    rows = [row for row in await world.posts() if not row["dropped"]]
    messages = [row for row in rows if row["kind"] not in ("thread", "tidy")]
    assert all(row["sent_version"] == row["version"] for row in rows)
    assert len(discord_.everything()) == len(messages)
    for channel, room in discord_.messages.items():
        here = [row["message_id"] for row in messages if row["channel_id"] == channel]
        assert [message.id for message in room] == here


async def test_a_game_without_faults(world: World) -> None:
    discord_ = FakeDiscord()
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await begin(world)
    await bot.sender.flush(code)
    await play_window(world, code)
    await bot.sender.flush(code)
    await assert_all_said_once(world, discord_)
    assert set(discord_.messages) == {CHANNEL, DM + ANNA, DM + BORIS}


KINDS: dict[str, Any] = {
    "500": lambda: refusal(500),
    "429": lambda: refusal(429),
    "limited": lambda: discord.RateLimited(7.0),
    "timeout": TimeoutError,
    "socket": lambda: OSError("reset"),
    "lost": Lost,
    "crash": asyncio.CancelledError,
}


@pytest.mark.parametrize("forgetful", [False, True])
@pytest.mark.parametrize("seed", range(6))
async def test_any_faults_in_any_order(world: World, seed: int, forgetful: bool) -> None:
    luck = random.Random(seed)
    discord_ = FakeDiscord(forgetful=forgetful)

    def fault(what: str, channel: int) -> BaseException | None:
        return KINDS[luck.choice(list(KINDS))]() if luck.random() < 0.4 else None

    bot = FakeBot(discord_, world.tables, world.clock)

    async def flush_or_crash() -> None:
        nonlocal bot
        try:
            await bot.sender.flush()
        except asyncio.CancelledError:
            bot = FakeBot(discord_, world.tables, world.clock)
            await bot.sender.doubt()

    discord_.fault = fault
    code = await begin(world)
    for _ in range(3):
        await flush_or_crash()
        await play_window(world, code)
        for _ in range(4):
            await flush_or_crash()
            world.clock.pass_by(minutes=luck.choice([0, 1, 10, 60]))
    discord_.fault = lambda what, channel: None
    await settle(world, bot)
    await assert_all_said_once(world, discord_)


async def test_a_channel_closed_to_the_bot_is_tried_later_and_its_host_told_once(world: World) -> None:
    discord_ = FakeDiscord()
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await begin(world)
    await bot.sender.flush(code)
    await play_window(world, code)
    discord_.fault = lambda what, channel: refusal(403, 50013) if channel == CHANNEL and what == "send" else None
    before = len(discord_.messages[DM + ANNA])
    for _ in range(5):
        await bot.sender.flush(code)
        world.clock.pass_by(hours=2)
    notes = [m for m in discord_.messages[DM + ANNA][before:] if f"/{CHANNEL}" in m.text and code in m.text]
    told = [m for m in notes if "keep trying" in m.text]
    assert len(told) == 1
    assert bot.sender.refused(code)
    discord_.fault = lambda what, channel: None
    await settle(world, bot)
    await assert_all_said_once(world, discord_)
    assert not bot.sender.refused(code)
    assert "works again" in told[0].text, "what was told is taken back in the same message"
    assert not any(row["place"] == "mods" and row["sent_version"] for row in await world.posts("alarm")), (
        "their place was closed as well: once it is open there is nothing to tell"
    )


async def test_a_closed_dm_without_threads_is_given_up(world: World) -> None:
    discord_ = FakeDiscord(fault=lambda what, channel: refusal(403, 50007) if channel == DM + BORIS else None)
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await begin(world)
    await settle(world, bot)
    assert DM + BORIS not in discord_.messages
    assert [row["dropped"] for row in await world.posts("panel")] == [None, "closed_dm"]
    assert (await world.tables.panel(code, BORIS)).ask is not None, "My seat still gives the panel"


@pytest.mark.parametrize("kind", ["lobby", "window", "panel"])
async def test_a_deleted_message_that_still_matters_comes_back(world: World, kind: str) -> None:
    discord_ = FakeDiscord()
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await world.lobby(game="volt") if kind == "lobby" else await begin(world)
    await settle(world, bot)
    [row, *_] = await world.posts(kind)
    room = discord_.messages[row["channel_id"]]
    gone = next(message for message in room if message.id == row["message_id"])
    room.remove(gone)
    if kind == "lobby":
        await world.do("join", BORIS, code)
    else:
        await world.do("answer" if kind == "window" else "save_draft", ANNA, code, 1, PROGRAM)
    await settle(world, bot)
    [row, *_] = await world.posts(kind)
    assert row["message_id"] != gone.id
    assert [message.id for message in room].count(row["message_id"]) == 1


async def test_a_deleted_panel_of_somebody_who_has_answered_stays_away(world: World) -> None:
    discord_ = FakeDiscord()
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await begin(world)
    await settle(world, bot)
    discord_.messages[DM + ANNA].clear()
    await world.do("answer", ANNA, code, 1, PROGRAM)
    await settle(world, bot)
    assert not discord_.messages[DM + ANNA], "nobody is called again who has answered"


async def test_what_was_posted_anew_without_an_answer_is_not_posted_a_third_time(world: World) -> None:
    discord_ = FakeDiscord(forgetful=True)
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await begin(world)
    await settle(world, bot)
    discord_.messages[DM + ANNA].clear()
    await world.do("save_draft", ANNA, code, 1, PROGRAM)
    lost = iter([Lost()])
    discord_.fault = lambda what, channel: next(lost, None) if (what, channel) == ("send", DM + ANNA) else None
    await settle(world, bot)
    assert len(discord_.messages[DM + ANNA]) == 1


async def test_a_long_wait_for_a_place_does_not_make_a_post_hopeless(world: World, complaints: Any) -> None:
    discord_ = FakeDiscord()
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await begin(world)
    await bot.sender.flush(code)
    await world.tables.guild_lost(GUILD)
    await play_window(world, code)
    for _ in range(60):
        world.clock.pass_by(minutes=61)
        await bot.sender.flush()
    await world.tables.guild_found(GUILD)
    odd = iter([refusal(400, 50035)])
    discord_.fault = lambda what, channel: next(odd, None) if (what, channel) == ("send", CHANNEL) else None
    await settle(world, bot)
    assert not [row for row in await world.posts("window") if row["dropped"] == "given up"]
    assert any("R1NE" in message.text for message in discord_.messages[CHANNEL])


async def test_a_deleted_message_of_the_past_stays_away(world: World) -> None:
    discord_ = FakeDiscord()
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await begin(world)
    await settle(world, bot)
    [row] = await world.posts("window")
    room = discord_.messages[row["channel_id"]]
    room[:] = [message for message in room if message.id != row["message_id"]]
    await play_window(world, code)
    await settle(world, bot)
    rows = await world.posts("window")
    assert [bool(row["dropped"]) for row in rows] == [True, False]


@pytest.mark.parametrize("forgetful", [False, True])
async def test_a_post_that_could_not_be_recorded_is_not_posted_twice(
    world: World, monkeypatch: pytest.MonkeyPatch, complaints: Any, forgetful: bool
) -> None:
    """The database is locked or its disk is full when the message stands in Discord already."""
    discord_ = FakeDiscord(forgetful=forgetful)
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await begin(world)

    async def locked(*_: Any, **__: Any) -> None:
        raise OSError("database is locked")

    with monkeypatch.context() as full:
        for what in ("sent", "deferred", "record_thread"):
            full.setattr(world.tables, what, locked)
        for _ in range(3):
            await bot.sender.flush(code)
    assert complaints.forgive()
    await settle(world, bot)
    await play_window(world, code)
    await settle(world, bot)
    await assert_all_said_once(world, discord_)


async def test_the_host_is_told_once_however_many_posts_are_refused(world: World) -> None:
    discord_ = FakeDiscord()
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await begin(world)
    await bot.sender.flush(code)
    discord_.fault = lambda what, channel: refusal(403, 50013) if channel == CHANNEL and what == "edit" else None
    for _ in range(3):
        await play_window(world, code)
        await bot.sender.flush(code)
    notes = [message for message in discord_.messages[DM + ANNA] if "keep trying" in message.text]
    assert len(notes) == 1


async def test_one_failure_is_one_try_in_a_flush(world: World) -> None:
    discord_ = FakeDiscord(fault=lambda what, channel: refusal(500))
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await begin(world)
    for _ in range(10):
        await bot.sender.flush(code)
    places = [channel for _, channel in discord_.calls]
    assert len(places) == len(set(places)), "a place that fails is left alone until its time"


async def test_many_kicks_at_once_send_each_post_once(world: World) -> None:
    discord_ = FakeDiscord(forgetful=True)
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await begin(world)
    await asyncio.gather(*(bot.kick(code) for _ in range(50)), bot.sender.flush())
    await assert_all_said_once(world, discord_)


async def test_a_kick_leaves_open_panels_to_the_beat(world: World) -> None:
    discord_ = FakeDiscord()
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await begin(world)
    await bot.sender.flush()
    await world.do("save_draft", ANNA, code, 1, PROGRAM)
    await bot.kick(code)
    [panel] = discord_.messages[DM + ANNA]
    assert panel.edits == 0, "whoever pressed has it before their eyes"
    await bot.sender.flush()
    assert panel.edits == 1


async def test_a_picture_that_cannot_be_drawn_does_not_stop_the_news(world: World, complaints: Any) -> None:
    class Broken:
        async def draw(self, game: str, view: Any, look: Any) -> Any:
            raise RuntimeError("B1N R1NE B2E")

    discord_ = FakeDiscord()
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await begin(world)
    await bot.sender.flush(code)
    await play_window(world, code)
    bot.studio = Broken()  # type: ignore[assignment]
    for _ in range(20):
        await bot.sender.flush()
        world.clock.pass_by(hours=2)
    logged = complaints.forgive()
    assert logged
    assert not any("R1NE" in line for line in logged), "an error's own words are not logged"
    assert any("R1NE" in message.text for message in discord_.messages[CHANNEL]), "the reveal is told in words"


async def test_a_post_is_not_given_up_for_a_disk_that_is_full(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands in Discord, and that cannot be written down: once there is room it is, and it stands there once."""
    discord_ = FakeDiscord()
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await begin(world)
    tried = 0

    async def full(*_: Any, **__: Any) -> None:
        nonlocal tried
        tried += 1
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorname = "SQLITE_FULL"
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(world.tables, "sent", full)
        for _ in range(3 * HOPELESS):
            await bot.sender.flush(code)
            world.clock.pass_by(minutes=10)
    assert tried > 2 * HOPELESS
    await settle(world, bot)
    assert not [row for row in await world.posts() if row["dropped"]]
    await assert_all_said_once(world, discord_)
