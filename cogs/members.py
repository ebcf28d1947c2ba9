"""Whether the people in play are still on the server. The bot is told of nobody's leaving, so it looks.

It looks at somebody when a window asks them, when a DM to them fails, and now and then (``cogs.watch``); at each person
at most once in ten minutes. What it finds goes to the tables.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

import discord

from cogs.faults import UNSENT, mark
from tables.model import Refused, TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

UNKNOWN_MEMBER: Final = 10007
UNKNOWN_USER: Final = 10013
LOOK_AGAIN: Final = timedelta(minutes=10)
"""Nobody is looked at more often than this, unless they press something."""
SOON_AT_ONCE: Final = 20
PRESS_AGAIN: Final = timedelta(seconds=30)
"""For how long an answer is good enough for the presses of somebody who had left."""

Person = tuple[int, int]
"""A server's id and a person's."""

log = logging.getLogger(__name__)


class Members:
    """Looks at people, one at a time, and tells the tables who is gone and who is back."""

    def __init__(self, bot: ScrapyardBot) -> None:
        self._bot = bot
        self._soon: dict[Person, None] = {}
        """Whom a question or a closed DM makes it worth looking at now."""
        self._wanted: dict[Person, None] = {}
        """Whose turn it is in the round."""
        self._seen: dict[Person, tuple[datetime, bool]] = {}
        """When somebody was last looked at, and whether they were there."""
        self._gone: set[Person] = set()
        """Whom the tables hold for gone."""

    def want(self, guild_id: int, user_ids: Iterable[int], *, soon: bool = True) -> None:
        """Have these people looked at, unless they were a while ago."""
        queue = self._soon if soon else self._wanted
        for user_id in user_ids:
            if not self._fresh((guild_id, user_id), LOOK_AGAIN):
                queue[guild_id, user_id] = None

    def hold_gone(self, guild_id: int, user_ids: Iterable[int]) -> None:
        """The tables hold these people for gone; should they be found, that is news."""
        self._gone.update((guild_id, user_id) for user_id in user_ids)

    async def look(self, most: int) -> None:
        """Look at those who are wanted soon, and at ``most`` others. Raises what Discord's failing raises; whoever was
        not looked at is kept."""
        gone, there = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
        try:
            for person in [*list(self._soon)[:SOON_AT_ONCE], *list(self._wanted)[:most]]:
                found = self._seen[person][1] if self._fresh(person, LOOK_AGAIN) else await self._ask(person)
                self._soon.pop(person, None)
                self._wanted.pop(person, None)
                if found is False:
                    gone[person[0]].add(person[1])
                elif found and person in self._gone:
                    there[person[0]].add(person[1])
        finally:
            await self._tell(gone, there)
            self._forget()

    async def admit(self, user_id: int, code: str) -> None:
        """Somebody presses something in a DM: whoever has left the server plays no more until they are back.

        Raises ``Refused("left_server")``. Of a table or person that is unknown here nothing is said.
        """
        try:
            table = await self._bot.tables.find(code)
        except Refused:
            return
        seat = table.seat_of(user_id)
        if seat is None or table.status != "running":
            return
        if not seat.gone:
            self.want(table.guild_id, (user_id,))
            return
        if await self._there_now(table, user_id) is False:
            raise Refused("left_server")

    async def _there_now(self, table: TableInfo, user_id: int) -> bool | None:
        person = table.guild_id, user_id
        if self._fresh(person, PRESS_AGAIN):
            return self._seen[person][1]
        try:
            found = await self._ask(person)
        except UNSENT as error:
            log.info("whether somebody is back could not be told: %s", mark(error))
            return None
        if found:
            await self._tell({}, {table.guild_id: {user_id}})
        return found

    async def _ask(self, person: Person) -> bool | None:
        """Whether the person is on the server; ``None`` where the bot itself is not, or the server is not there now."""
        guild = self._bot.get_guild(person[0])
        if guild is None or guild.unavailable:
            return None
        found = True
        try:
            await guild.fetch_member(person[1])
        except discord.NotFound as error:
            if error.code not in (UNKNOWN_MEMBER, UNKNOWN_USER):
                return None
            found = False
        except discord.Forbidden:
            return None
        self._seen[person] = self._bot.clock.now(), found
        return found

    async def _tell(self, gone: dict[int, set[int]], there: dict[int, set[int]]) -> None:
        for guild_id, people in gone.items():
            self.hold_gone(guild_id, people)
            await self._kick(await self._bot.tables.members_gone(guild_id, frozenset(people)))
        for guild_id, people in there.items():
            self._gone.difference_update((guild_id, user_id) for user_id in people)
            await self._kick(await self._bot.tables.members_back(guild_id, frozenset(people)))

    async def _kick(self, codes: list[str]) -> None:
        for code in codes:
            await self._bot.kick(code)

    def _fresh(self, person: Person, span: timedelta) -> bool:
        seen = self._seen.get(person)
        return seen is not None and timedelta() <= self._bot.clock.now() - seen[0] < span

    def _forget(self) -> None:
        """Whoever was looked at long ago need not be remembered."""
        self._seen = {person: seen for person, seen in self._seen.items() if self._fresh(person, LOOK_AGAIN)}
