"""What people do to the places where tables play: messages, threads and channels are deleted, the bot is kicked."""

from __future__ import annotations

from datetime import timedelta

from tests.cogs.fake_discord import DM
from tests.fortnight.chat import CHANNELS, Thread
from tests.fortnight.town import START, Town

RECENT = 6
"""Only messages so late in their place are deleted: who cares for older ones."""


class Mischief:
    """Comes at random moments."""

    def __init__(self, town: Town, *, messages: int, archives: int, threads: int, channels: int, kicks: int) -> None:
        self.town = town
        for act, times, first in (
            (self._delete_message, messages, 0.15),
            (self._archive, archives, 0.15),
            (self._delete_thread, threads, 0.15),
            (self._delete_channel, channels, 0.4),
            (self._kick, kicks, 0.6),
        ):
            for _ in range(times):
                town.at(START + town.length * town.luck.uniform(first, 0.8), act)

    async def _delete_message(self) -> None:
        chat = self.town.chat
        rooms = [room for room, messages in chat.messages.items() if messages and room < DM]
        if not rooms:
            return
        messages = chat.messages[self.town.luck.choice(rooms)]
        message = self.town.luck.choice(messages[-RECENT:])
        messages.remove(message)
        self._excuse(message.components[0].id)
        self.town.ledger.counts["messages deleted"] += 1

    async def _archive(self) -> None:
        threads = self._threads()
        if threads:
            thread = self.town.luck.choice(threads)
            thread.archived = True
            thread.locked = self.town.luck.random() < 0.3
            self.town.ledger.counts["threads archived"] += 1

    async def _delete_thread(self) -> None:
        threads = self._threads()
        if threads:
            await self._remove(self.town.luck.choice(threads))
            self.town.ledger.counts["threads deleted"] += 1

    async def _delete_channel(self) -> None:
        """A channel with all its threads; one at least is left to move to."""
        chat = self.town.chat
        left = [number for number in CHANNELS if number in chat.rooms]
        if len(left) < 2:
            return
        number = self.town.luck.choice(left)
        for thread in list(chat.rooms[number].threads):
            await self._remove(thread, told=False)
        self._forget(number)
        self.town.ledger.counts["channels deleted"] += 1
        await self._tell(number)

    async def _kick(self) -> None:
        town = self.town
        if town.chat.kicked:
            return
        town.chat.kicked = True
        town.ledger.counts["kicks"] += 1
        if town.reachable:
            await town.house.bot.watch.on_guild_remove(town.house.bot.any_guild())
        town.at(town.clock.now() + timedelta(hours=town.luck.uniform(2, 20)), self._invite)

    async def _invite(self) -> None:
        town = self.town
        town.chat.kicked = False
        if town.reachable:
            await town.house.bot.watch.on_guild_join(town.house.bot.any_guild())

    def _threads(self) -> list[Thread]:
        return [room for room in self.town.chat.rooms.values() if isinstance(room, Thread) and not room.private]

    async def _remove(self, thread: Thread, *, told: bool = True) -> None:
        thread.channel.drop(thread)
        self._forget(thread.id)
        if told:
            await self._tell(thread.id)

    def _forget(self, number: int) -> None:
        chat = self.town.chat
        del chat.rooms[number]
        for message in chat.messages.pop(number, []):
            self._excuse(message.components[0].id)

    def _excuse(self, mark: int | None) -> None:
        if mark is not None:
            self.town.ledger.excused.add(mark)

    async def _tell(self, number: int) -> None:
        """The bot hears of it, if it is there to hear."""
        if self.town.reachable:
            await self.town.house.bot.watch.place_lost(number)
