"""Servers: what their owners have set, and the places where tables play, which can be lost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

from db import queries_servers
from tables import guilds, homes, outbox, shut
from tables.arrival import count_once
from tables.community import GuildSettings
from tables.doors.door import Door
from tables.model import Press, Refused, TableInfo
from tables.shielded import to_the_end

if TYPE_CHECKING:
    from tables.desk import Desk


class ServerDoor(Door):
    """Settings of servers; places lost and found."""

    async def guild(self, guild_id: int) -> GuildSettings:
        """What is set for this server; the preset for one that has set nothing."""
        async with self._kit.database.read() as connection:
            return await guilds.of(connection, guild_id)

    @to_the_end
    async def keep_guild(self, press: Press, guild_id: int, **changes: Any) -> GuildSettings:
        """Change fields of ``GuildSettings``. ``Refused("unknown_option")`` for a value out of bounds."""
        async with self._kit.database.write() as connection:
            await count_once(connection, press, self._kit.clock.now())
            return await guilds.keep(connection, guild_id, changes)

    @to_the_end
    async def place_lost(self, channel_id: int) -> list[str]:
        """This channel or thread is deleted. Tables whose thread it was, and whose channel is still there, get a new
        one; lobbies in a deleted channel are cancelled; games in one are paused (``place``), their host and the
        moderators told how to move them. Codes of the tables concerned.

        Where the server had chosen it for something, it has chosen nothing now. Says nothing that it has said before.
        """

        async def lost(desk: Desk) -> bool:
            if desk.table.channel_id == channel_id:
                return await homes.lose(desk)
            if desk.table.thread_id != channel_id:
                return False
            await homes.rethread(desk)
            return True

        async with self._kit.database.write() as connection:
            await queries_servers.forget_channel(connection, channel_id)
            codes = await queries_servers.codes_at(connection, channel_id)
        return await self._at_each(codes, lost)

    @to_the_end
    async def guild_lost(self, guild_id: int) -> list[str]:
        """The bot is not on this server any more: its games are paused (``server``), its lobbies cancelled.

        What is still paused for that after ``homes.ABSENCE`` ends without a result.
        """

        async with self._kit.database.write() as connection:
            if (await guilds.of(connection, guild_id)).absent_at is None:
                await queries_servers.change_guild(connection, guild_id, absent_at=self._kit.clock.now())
            codes = await queries_servers.open_codes(connection, guild_id)
        return await self._at_each(codes, homes.be_absent)

    @to_the_end
    async def guild_found(self, guild_id: int) -> list[str]:
        """The bot is on this server (again): what was paused for that goes on, with the time that it had left."""
        async with self._kit.database.read() as connection:
            known = await guilds.of(connection, guild_id)
            codes = await queries_servers.codes_with_timer(connection, guild_id, homes.ABSENT)
        if known.absent_at is not None:
            async with self._kit.database.write() as connection:
                await queries_servers.change_guild(connection, guild_id, absent_at=None)
        return await self._at_each(codes, homes.be_back)

    @to_the_end
    async def shut_out(self, code: str, channel_id: int, why: shut.ShutWhy, names: Sequence[str] = ()) -> bool:
        """The bot may not post where the table is, though the place is there: the host and the moderators are told,
        once until it is let in again. Whether this is news."""
        async with self._desk(None, code) as desk:
            return await shut.shut_out(desk, channel_id, why, names)

    @to_the_end
    async def let_in(self, code: str) -> bool:
        """The bot posts there again: what was told of that says so now. Whether anything was."""
        async with self._desk(None, code) as desk:
            return await shut.let_in(desk)

    @to_the_end
    async def move_home(self, press: Press, code: str, channel_id: int, thread_id: int | None = None) -> TableInfo:
        """The host gives a game whose place is gone a new one. ``Refused``: ``host_only``, ``not_homeless``."""
        async with self._desk(press, code) as desk:
            if desk.table.host_id != press.user_id:
                raise Refused("host_only")
            if desk.table.paused_why != "place":
                raise Refused("not_homeless")
            await homes.move(desk, channel_id, thread_id)
            await outbox.tell(desk, "moved", desk.now.isoformat(), channel_id=thread_id or channel_id)
            return desk.sheet.info()

    async def _at_each(self, codes: list[str], act: Callable[[Desk], Awaitable[bool]]) -> list[str]:
        """Do this at each of the tables; which of them it changed."""
        changed: list[str] = []
        for code in codes:
            async with self._desk(None, code) as desk:
                if await act(desk):
                    changed.append(code)
        return changed
