"""Nothing goes stale: what is deleted, closed or left in Discord is met, whether the bot was there to see it or not.

Events tell most of it at once. A round over all open tables finds the rest: what happened while the bot was down, who
has left, whose message is deleted. It goes in small steps, one at each beat, so that it is never a storm of requests.
"""

from __future__ import annotations

import logging
from collections import deque
from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING, Any, Final

import discord

from tables.model import Refused

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

ROUND: Final = timedelta(minutes=15)
"""In this time every open table, and everybody in play, is looked at once."""
AT_LEAST: Final = 2
"""Tables, and people, that one step looks at."""
MOST_TABLES: Final = 10_000

log = logging.getLogger(__name__)


class Watch:
    """Looks after places, servers, people and messages."""

    def __init__(self, bot: ScrapyardBot, step_seconds: float) -> None:
        self._bot = bot
        self._share = min(step_seconds / ROUND.total_seconds(), 1.0)
        self._next: datetime | None = None
        self._codes: deque[str] = deque()
        self._tables = 0
        self._people = 0
        self._found: set[int] = set()
        """Servers that have come (back) and were not told of yet."""

    def begin_anew(self) -> None:
        """The bot has just come to Discord: much may have happened. The next step begins a round."""
        self._next = None

    async def step(self) -> None:
        """Look at a few things. Raises what the database's or Discord's failing raises."""
        now = self._bot.clock.now()
        await self._greet()
        if self._next is None or now >= self._next or now < self._next - ROUND:
            await self._begin_round()
            self._next = now + ROUND
        for _ in range(min(self._portion(self._tables), len(self._codes))):
            await self._look_at(self._codes[0])
            self._codes.popleft()
        await self._bot.members.look(self._portion(self._people))

    def _portion(self, everything: int) -> int:
        return max(ceil(everything * self._share), AT_LEAST)

    async def _begin_round(self) -> None:
        """What the bot knows without asking is met at once; what must be asked is put on the list."""
        self._codes.clear()
        self._people = 0
        for guild_id, people in sorted((await self._bot.tables.members_waited_for()).items()):
            guild = self._bot.get_guild(guild_id)
            if guild is None:
                await self._kick(await self._bot.tables.guild_lost(guild_id))
                continue
            tables = await self._bot.tables.running_in(guild_id, MOST_TABLES)
            if any(table.paused_why == "server" for table in tables):
                await self.guild_found(guild_id)
            self._codes.extend(table.code for table in tables)
            seats = (seat for table in tables for seat in table.seats)
            self._bot.members.hold_gone(guild_id, [seat.user_id for seat in seats if seat.gone and seat.user_id])
            self._bot.members.want(guild_id, sorted(people), soon=False)
            self._people += len(people)
        self._tables = len(self._codes)

    async def _look_at(self, code: str) -> None:
        try:
            table = await self._bot.tables.find(code)
        except Refused:
            return
        guild = self._bot.get_guild(table.guild_id)
        if guild is None or guild.unavailable or table.status not in ("lobby", "running"):
            return
        for place in dict.fromkeys((table.channel_id, table.thread_id)):
            if place is not None and await self._lacks(guild, place):
                await self.place_lost(place)
                return
        await self._bot.sender.look_at(table)

    async def _lacks(self, guild: discord.Guild, place: int) -> bool:
        """Whether the place is deleted. Only what is not before the bot's eyes, as an archived thread, is asked for."""
        return guild.get_channel_or_thread(place) is None and await self._bot.sender.places.is_gone(place)

    async def _greet(self) -> None:
        for guild_id in sorted(self._found):
            await self.guild_found(guild_id)
            self._found.discard(guild_id)

    # ---- news

    async def place_lost(self, channel_id: int) -> None:
        self._bot.sender.places.forget(channel_id)
        await self._kick(await self._bot.tables.place_lost(channel_id))

    async def guild_found(self, guild_id: int) -> None:
        await self._kick(await self._bot.tables.guild_found(guild_id))
        await self._bot.sender.opened(guild_id)

    async def _kick(self, codes: list[str]) -> None:
        for code in codes:
            await self._bot.kick(code)

    async def on_ready(self) -> None:
        self.begin_anew()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.place_lost(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self.place_lost(thread.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._kick(await self._bot.tables.guild_lost(guild.id))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.guild_found(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """At start-up this comes for every server: they take their turn at the next step."""
        self._found.add(guild.id)

    # ---- rights that may have come back

    async def on_guild_channel_update(self, _before: Any, after: discord.abc.GuildChannel) -> None:
        await self._bot.sender.opened(after.guild.id)

    async def on_guild_role_update(self, _before: Any, after: discord.Role) -> None:
        await self._bot.sender.opened(after.guild.id)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        await self._bot.sender.opened(thread.guild_id)

    async def on_member_update(self, _before: Any, after: discord.Member) -> None:
        if after.id == after.guild.me.id:
            await self._bot.sender.opened(after.guild.id)


async def setup(bot: ScrapyardBot) -> None:
    for name in dir(bot.watch):
        if name.startswith("on_"):
            bot.add_listener(getattr(bot.watch, name), name)
