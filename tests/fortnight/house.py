"""The real bot over the simulated Discord: its beat, its sender, its tables; it can die and be started again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from cogs.bot import ScrapyardBot
from db.database import Database
from render import Look, Picture
from tables.service import Tables
from tests.cogs.fake_discord import DM, refusal
from tests.fortnight.chat import BOT, GUILD, Chat, Clock, Thread

STOOD_STILL = timedelta(seconds=65)


class Stub:
    """A studio that draws nothing; its picture's name depends on the view, as the real one's does."""

    async def draw(self, game: str, view: Any, look: Look) -> Picture:
        return Picture(f"{game}{hash(view)}{look.language}{look.size}".encode(), "a picture")


class Bot(ScrapyardBot):
    """The bot, never connected: what it would ask Discord, it asks the simulated one."""

    def __init__(self, tables: Tables, chat: Chat, clock: Clock, beat: timedelta) -> None:
        super().__init__(tables, Stub(), clock, beat_seconds=beat.total_seconds())  # type: ignore[arg-type]
        self.chat = chat

    @property
    def user(self) -> Any:
        return SimpleNamespace(id=BOT)

    def is_ready(self) -> bool:
        return not self.chat.down

    def get_partial_messageable(self, id: int, *, guild_id: int | None = None, **_: Any) -> Any:
        return self.chat.place(id)

    def get_channel(self, id: int, /) -> Any:
        room = self.chat.rooms.get(id)
        return None if room is None or getattr(room, "archived", False) else room

    async def fetch_channel(self, channel_id: int, /) -> Any:
        self.chat.check()
        if channel_id not in self.chat.rooms:
            raise refusal(404, 10003)
        return self.chat.rooms[channel_id]

    def get_guild(self, id: int, /) -> Any:
        return Guild(self.chat) if id == GUILD and not self.chat.kicked else None

    @property
    def guilds(self) -> Any:
        return [] if self.chat.kicked else [Guild(self.chat)]

    async def fetch_guild(self, guild_id: int, /, **_: Any) -> Any:
        self.chat.check()
        return Guild(self.chat)

    def any_guild(self) -> Any:
        """The server, as an event brings it."""
        return Guild(self.chat)

    async def create_dm(self, user: Any) -> Any:
        self.chat.check()
        return self.chat.place(DM + user.id)


class Guild:
    """As much of a server as the bot asks for."""

    def __init__(self, chat: Chat) -> None:
        self.chat = chat
        self.id = GUILD
        self.me = SimpleNamespace(id=BOT)
        self.name = "The yard"
        self.unavailable = False
        self.system_channel = None

    def get_channel_or_thread(self, number: int) -> Any:
        return self.chat.rooms.get(number)

    get_channel = get_channel_or_thread

    def get_thread(self, number: int) -> Any:
        room = self.chat.rooms.get(number)
        return room if isinstance(room, Thread) else None

    def get_member(self, user_id: int) -> Any:
        return None

    async def fetch_member(self, user_id: int) -> Any:
        self.chat.check()
        if user_id not in self.chat.members:
            raise refusal(404, 10007)
        return SimpleNamespace(id=user_id)


class House:
    """The bot and its database file."""

    def __init__(
        self,
        path: Path,
        chat: Chat,
        clock: Clock,
        games: dict[str, Any],
        entropy: Callable[[int], bytes],
        beat: timedelta,
    ) -> None:
        self.path, self.chat, self.clock = path, chat, clock
        self.games = games
        self.entropy = entropy
        self.beat_length = beat
        self.up = False
        self.died: Callable[[], None] = lambda: None
        self.tables: Tables
        self.database: Database
        self.bot: Bot

    async def open(self) -> None:
        """Start the bot, on the same file as ever."""
        self.database = await Database.open(f"sqlite+aiosqlite:///{self.path}")
        self.tables = Tables(self.database, self.games, self.clock, entropy=self.entropy)
        self.bot = Bot(self.tables, self.chat, self.clock, self.beat_length)
        self.up = True
        await self.bot._resume()
        await self.bot.sender.doubt()
        if self.chat.down:
            await self.bot.on_disconnect()

    async def die(self) -> None:
        """The bot is gone from one moment to the next; what it was sending is not finished."""
        if not self.up:
            return
        self.up = False
        self.died()
        for task in self._sending():
            task.cancel()
            await asyncio.wait([task])
        await self.tables.close()

    async def beat(self) -> None:
        """One beat of the bot's, and what it sends then."""
        if not self.up:
            return
        await self.bot._look_after()
        tasks = self._sending()
        if tasks:
            await asyncio.wait(tasks)
        if any(task.cancelled() for task in tasks):
            await self.die()

    def _sending(self) -> list[asyncio.Task[None]]:
        """What the bot does beside its beat."""
        tasks = (self.bot._flushing, self.bot._watching)
        return [task for task in tasks if task is not None and not task.done()]

    async def kick(self, code: str) -> None:
        """What follows a press."""
        if not self.up:
            return
        try:
            await self.bot.kick(code)
        except asyncio.CancelledError:
            await self.die()

    async def cut_off(self) -> None:
        """Discord is gone, and the gateway with it."""
        self.chat.down = True
        if self.up:
            await self.bot.on_disconnect()

    async def connect(self) -> None:
        self.chat.down = False
        if self.up:
            await self.bot.on_connect()
            # The bot that beats every five seconds would see at once that it had stood still.
            longest, self.bot._longest = self.bot._longest, STOOD_STILL
            await self.beat()
            self.bot._longest = longest
