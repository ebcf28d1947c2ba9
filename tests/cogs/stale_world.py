"""A table in a Discord that comes apart, and what is asked of it meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from engines.volt.programming import parse_program
from tests.cogs.fake_discord import DM, FakeBot, FakeDiscord, FakeGuild, Message
from tests.tables.world import ANNA, BORIS, CHANNEL, CHEN, GUILD, THREAD, World

PROGRAM = parse_program("B1N R1NE B2E")
NOTICES, ADS = 810, 811
Is = Callable[[str, int], bool]


class Stale:
    """The world of tables, the bot, and the Discord before it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.discord = FakeDiscord()
        self.bot: Any = FakeBot(self.discord, world.tables, world.clock)
        self.guild = FakeGuild(self.discord, GUILD, {ANNA, BORIS, CHEN}, {CHANNEL, THREAD, NOTICES, ADS})
        self.bot.guilds[GUILD] = self.guild
        self.code = ""

    @property
    def tables(self) -> Any:
        return self.world.tables

    async def begin(self, *, thread: bool = True) -> None:
        """A game of Anna and Boris whose first window is posted."""
        self.code = await self.world.lobby(game="volt")
        await self.world.do("join", BORIS, self.code)
        await self.world.do("start", ANNA, self.code)
        if thread:
            await self.tables.record_thread(self.code, THREAD)
        await self.bot.sender.flush(self.code)

    async def play_window_of(self, code: str) -> None:
        self.code = code
        await self.play_window()

    async def play_window(self) -> None:
        window = (await self.tables.find(self.code)).window
        for user in (ANNA, BORIS):
            await self.world.do("answer", user, self.code, window, PROGRAM)

    def fail(self, error: Callable[[], BaseException], when: Is) -> None:
        self.discord.fault = lambda what, channel: error() if when(what, channel) else None

    def heal(self) -> None:
        self.discord.fault = lambda what, channel: None

    async def beats(self, minutes: float, every: float = 5) -> None:
        """Let time pass; at each beat what is due is sent."""
        for _ in range(int(minutes / every)):
            self.world.clock.pass_by(minutes=every)
            await self.bot.sender.flush()

    def said(self, channel: int) -> list[str]:
        return [message.text for message in self.room(channel)]

    def room(self, channel: int) -> list[Message]:
        return self.discord.messages.get(channel, [])

    def dm(self, user: int) -> list[str]:
        return self.said(DM + user)

    def asked(self) -> Counter[str]:
        """How often what was asked of Discord since the last look."""
        found = Counter(what for what, _ in self.discord.calls)
        self.discord.calls.clear()
        return found

    async def unsent(self) -> list[str]:
        rows = await self.world.posts()
        return [row["key"] for row in rows if not row["dropped"] and row["sent_version"] < row["version"]]


@asynccontextmanager
async def staling(folder: Path) -> AsyncIterator[Stale]:
    world = await World(folder / "tables.db").open()
    yield Stale(world)
    await world.close()
