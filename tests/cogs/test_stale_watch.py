"""The round finds what nobody told the bot of, in small steps; the loops survive whatever fails."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs import bot as bots
from cogs.steady import LATE, Lateness, Rest
from cogs.watch import ROUND, Watch, setup
from tests.cogs.fake_discord import refusal
from tests.cogs.panel_maker import Blank
from tests.cogs.stale_world import Stale, staling
from tests.conftest import Complaints
from tests.tables.world import ANNA, CHANNEL, GUILD, THREAD, StillClock

BEAT = 5.0
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
async def stale(tmp_path: Path) -> AsyncIterator[Stale]:
    async with staling(tmp_path) as stale:
        yield stale


def watch_of(stale: Stale) -> Watch:
    return Watch(stale.bot, BEAT)


# ---- what happened while the bot was down


async def test_a_thread_deleted_while_the_bot_was_down_is_found_at_start(stale: Stale) -> None:
    await stale.begin()
    stale.guild.channels.discard(THREAD)
    stale.fail(lambda: refusal(404, 10003), lambda what, channel: channel == THREAD)
    await watch_of(stale).step()
    await stale.bot.sender.flush()
    table = await stale.tables.find(stale.code)
    assert (table.status, table.paused_at, table.thread_id) == ("running", None, CHANNEL)


async def test_an_archived_thread_is_not_taken_for_deleted(stale: Stale) -> None:
    await stale.begin()
    stale.guild.channels.discard(THREAD)
    watch = watch_of(stale)
    await watch.step()
    assert (await stale.tables.find(stale.code)).thread_id == THREAD
    stale.fail(lambda: refusal(403, 50001), lambda what, channel: what == "fetch")
    watch.begin_anew()
    await watch.step()
    assert (await stale.tables.find(stale.code)).thread_id == THREAD, "nor one that the bot may not see"


async def test_a_channel_deleted_while_the_bot_was_down_makes_the_table_wait(stale: Stale) -> None:
    await stale.begin()
    stale.guild.channels.clear()
    stale.fail(lambda: refusal(404, 10003), lambda what, channel: channel in (CHANNEL, THREAD))
    await watch_of(stale).step()
    table = await stale.tables.find(stale.code)
    assert table.paused_why == "place"
    assert any(stale.code in text for text in stale.dm(ANNA)), "the host is told"


async def test_a_server_left_while_the_bot_was_down_and_joined_again(stale: Stale) -> None:
    await stale.begin()
    watch = watch_of(stale)
    del stale.bot.guilds[GUILD]
    await watch.step()
    assert (await stale.tables.find(stale.code)).paused_why == "server"
    stale.bot.guilds[GUILD] = stale.guild
    watch.begin_anew()
    await watch.step()
    assert (await stale.tables.find(stale.code)).paused_why is None


async def test_a_server_that_is_only_unavailable_loses_nothing(stale: Stale) -> None:
    await stale.begin()
    stale.guild.unavailable = True
    stale.guild.channels.clear()
    stale.asked()
    await watch_of(stale).step()
    assert not stale.asked()
    assert (await stale.tables.find(stale.code)).paused_at is None


async def test_the_round_is_no_storm_and_misses_nobody(stale: Stale) -> None:
    """Twenty tables of forty people, all threads archived, no message and nobody known to be there."""
    people = set(range(100, 140))
    stale.guild.people |= people
    for host in range(100, 120):
        code = await stale.world.lobby(host, game="volt")
        await stale.world.do("join", host + 20, code)
        await stale.world.do("start", host, code)
        await stale.tables.record_thread(code, 5000 + host)
        await stale.world.change(f"update outbox set sent_version = version, channel_id = 1 where code = '{code}'")
    watch = watch_of(stale)
    everything: Counter[tuple[str, int]] = Counter()
    for _ in range(int(ROUND.total_seconds() / BEAT)):
        await watch.step()
        assert len(stale.discord.calls) <= 8, "in one step"
        everything.update(stale.discord.calls)
        stale.discord.calls.clear()
        stale.world.clock.pass_by(seconds=BEAT)
    assert {who for what, who in everything if what == "member"} == people
    assert {channel for what, channel in everything if what == "fetch"} == set(range(5100, 5120))
    assert max(everything.values()) == 1, "each of them once in a round"


# ---- news as it comes


class Listening:
    """Notes down what the parts of the bot listen to."""

    def __init__(self, watch: Any) -> None:
        self.watch = watch
        self.heard: dict[str, Callable[..., Any]] = {}

    def add_listener(self, listener: Callable[..., Any], name: str) -> None:
        self.heard[name] = listener


async def test_news_of_discord_reach_the_tables(stale: Stale) -> None:
    await stale.begin()
    watch = watch_of(stale)
    bot = Listening(watch)
    await setup(bot)  # type: ignore[arg-type]
    await bot.heard["on_guild_remove"](SimpleNamespace(id=GUILD))
    assert (await stale.tables.find(stale.code)).paused_why == "server"
    await bot.heard["on_guild_available"](SimpleNamespace(id=GUILD))
    await watch.step()
    assert (await stale.tables.find(stale.code)).paused_why is None
    await bot.heard["on_guild_remove"](SimpleNamespace(id=GUILD))
    await bot.heard["on_guild_join"](SimpleNamespace(id=GUILD))
    assert (await stale.tables.find(stale.code)).paused_why is None
    await bot.heard["on_raw_thread_delete"](SimpleNamespace(thread_id=THREAD))
    assert (await stale.tables.find(stale.code)).thread_id == CHANNEL
    await bot.heard["on_guild_channel_delete"](SimpleNamespace(id=CHANNEL))
    assert (await stale.tables.find(stale.code)).paused_why == "place"


@pytest.mark.parametrize("event", ["channel", "role", "thread", "member"])
async def test_changed_rights_have_what_was_refused_tried_again(stale: Stale, event: str) -> None:
    await stale.begin()
    stale.fail(lambda: refusal(403, 50013), lambda what, channel: channel == THREAD)
    await stale.play_window()
    await stale.beats(60)
    stale.heal()
    watch = watch_of(stale)
    guild = SimpleNamespace(id=GUILD, me=SimpleNamespace(id=1))
    if event == "channel":
        await watch.on_guild_channel_update(None, SimpleNamespace(guild=guild))  # type: ignore[arg-type]
    elif event == "role":
        await watch.on_guild_role_update(None, SimpleNamespace(guild=guild))  # type: ignore[arg-type]
    elif event == "thread":
        await watch.on_raw_thread_update(SimpleNamespace(guild_id=GUILD))  # type: ignore[arg-type]
    else:
        await watch.on_member_update(None, SimpleNamespace(id=1, guild=guild))  # type: ignore[arg-type]
    await stale.bot.sender.flush()
    assert not await stale.unsent()


# ---- loops


def test_a_rest_grows_and_is_bounded() -> None:
    rest = Rest(timedelta(seconds=5), timedelta(minutes=5))
    now, waits = NOON, list[float]()
    for _ in range(40):
        rest.failed(now)
        before = now
        while not rest.over(now):
            now += timedelta(seconds=1)
        waits.append((now - before).total_seconds())
    assert waits[:4] == [5, 10, 20, 40]
    assert waits == sorted(waits)
    assert waits[-1] == 300
    rest.worked()
    assert rest.over(now)
    rest.failed(now)
    assert rest.over(now - timedelta(days=1)), "a clock that is set back holds nothing up"


def test_lateness_is_noticed(caplog: pytest.LogCaptureFixture) -> None:
    late = Lateness(5.0)
    assert [late.came(moment) for moment in (0.0, 5.0, 10.5, 14.0)] == [0.0, 0.0, 0.5, 0.0]
    assert not caplog.records
    assert late.came(19.0 + LATE + 0.5) == LATE + 0.5
    assert "late" in caplog.text


class Failing:
    """Everything that the loops call, and how often it was called. It fails until it is mended."""

    def __init__(self, error: Exception) -> None:
        self.error: Exception | None = error
        self.calls: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        async def call(*_: Any, **__: Any) -> Any:
            self.calls[name] += 1
            if self.error is not None:
                raise self.error
            return timedelta()

        return call


@pytest.mark.parametrize("error", [OSError("disk"), refusal(500), RuntimeError()])
async def test_no_loop_dies_or_becomes_a_tight_one(
    error: Exception, monkeypatch: pytest.MonkeyPatch, complaints: Complaints
) -> None:
    clock, failing = StillClock(), Failing(error)
    bot = bots.ScrapyardBot(failing, Blank(), clock, beat_seconds=BEAT)  # type: ignore[arg-type]
    bot.sender, bot.watch = failing, failing  # type: ignore[assignment]
    monkeypatch.setattr(bot, "is_ready", lambda: True)

    async def hours(count: float) -> None:
        for _ in range(int(count * 3600 / BEAT)):
            await bot._on_beat()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            clock.pass_by(seconds=BEAT)

    await hours(2)
    assert 2 * 60 <= failing.calls["beat"] + failing.calls["resume"] <= 2 * 60 + 10, "once in a minute"
    assert 2 * 12 <= failing.calls["flush"] <= 2 * 12 + 10, "once in five minutes"
    assert 2 * 2 <= failing.calls["step"] <= 2 * 2 + 10, "once in half an hour"
    complaints.forgive()
    failing.error = None
    await hours(0.6)
    failing.calls.clear()
    await hours(0.1)
    assert all(failing.calls[name] >= 71 for name in ("beat", "flush", "step")), "as often as ever"


async def test_a_table_whose_posts_fail_rests_and_holds_up_no_other(
    stale: Stale, monkeypatch: pytest.MonkeyPatch, complaints: Complaints
) -> None:
    await stale.begin()
    broken = stale.code
    other = await stale.world.lobby(game="volt")
    await stale.play_window()
    asked: list[str] = []
    find = stale.tables.find

    async def breaking(code: str) -> Any:
        asked.append(code)
        if code == broken:
            raise RuntimeError
        return await find(code)

    monkeypatch.setattr(stale.world.tables, "find", breaking)
    for _ in range(240):
        stale.world.clock.pass_by(seconds=BEAT)
        await stale.bot.sender.flush()
    assert asked.count(broken) <= 12
    assert other in asked
    monkeypatch.undo()
    complaints.forgive()
    await stale.beats(15, every=1)
    assert not await stale.unsent()


async def test_registering_the_commands_survives_anything(
    monkeypatch: pytest.MonkeyPatch, complaints: Complaints
) -> None:
    bot = bots.ScrapyardBot(Failing(OSError()), Blank(), StillClock())  # type: ignore[arg-type]
    faults: list[Exception] = [RuntimeError(), refusal(500), OSError(), discord.RateLimited(1.0)]
    waits: list[float] = []

    async def sync() -> None:
        if faults:
            raise faults.pop(0)

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(bot.tree, "sync", sync)
    monkeypatch.setattr(bots.asyncio, "sleep", sleep)
    await bot._register()
    assert waits == [60, 120, 240, 480]
    assert len(complaints.forgive()) == 4
