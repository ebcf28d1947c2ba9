"""What moderators see and do. Whether somebody is one is for the caller to know; what an act does is known here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from db import queries_servers, queries_tables
from tables import acts, codes, moderating, turns
from tables.arrival import count_once, sit_down
from tables.community import ActInfo, ActName
from tables.desk import NAME_LENGTH, Thoughts
from tables.doors.door import Door
from tables.model import Press, Refused, TableInfo
from tables.sheet import Sheet, away, sheet_of
from tables.shielded import to_the_end

Filter = Literal["open", "waiting", "paused", "lobby", "away", "ended"]
SETTLES = ("skip", "remove")
"""Acts after which stand-ins may have to answer."""


class ModeratorDoor(Door):
    """Acts of moderators, each with its reason, logged and told at the table."""

    async def tables_in(
        self, guild_id: int, only: Filter = "open", *, game: str | None = None, part: str = "", limit: int = 200
    ) -> list[TableInfo]:
        """The server's tables, those waiting longest first. ``waiting``: running and waiting for somebody.
        ``away``: with somebody away or gone. ``ended``: the last ones that ended. ``part``: of their codes."""
        now = self._kit.clock.now()
        async with self._kit.database.read() as connection:
            rows = await queries_servers.tables_of_guild(
                connection, guild_id, ended=only == "ended", game=game, part=codes.tidy_code(part), limit=limit
            )
            sheets = [await sheet_of(connection, row, now) for row in rows]
        return [sheet.info() for sheet in sheets if _shown(sheet, only)]

    async def opened_at(self, tables: Sequence[TableInfo]) -> dict[str, datetime]:
        """By code: since when each table asks what it asks, or is paused, or has been a lobby."""
        async with self._kit.database.read() as connection:
            opened = await queries_servers.opened_at(connection, [table.code for table in tables])
        return {table.code: table.paused_at or opened.get(table.code, table.created_at) for table in tables}

    @to_the_end
    async def act(
        self, press: Press, guild_id: int, code: str | None, what: ActName, reason: str, facts: Mapping[str, Any]
    ) -> ActInfo:
        """Do what a moderator asks, or keep it until it is confirmed.

        ``replace``, ``remove``, ``undo`` and ``cancel`` are kept until their actor confirms once; every act of
        somebody seated at that table but ``announce`` and ``export`` is kept until another moderator, who does not
        play there, agrees. ``facts`` by act: ``extend`` hours; ``skip`` seat or None for all; ``replace`` seat,
        user_id, name, language; ``remove`` seat; ``undo`` turn; ``move`` channel_id, thread_id; ``announce`` text.
        Without a code only ``announce`` is possible: at every open table of the server.
        ``Refused``: ``no_reason``, ``reason_long``, ``table_closed``, ``unknown_table`` (of another server), and the
        act's own.
        """
        if code is None:
            return await self._announce(press, guild_id, what, reason, facts)
        thoughts = await self._thoughts(guild_id, code, what)
        async with self._desk(press, code) as desk:
            desk.thoughts = thoughts
            row = await moderating.ask(desk, press, guild_id, what, reason, facts)
            return await acts.info(desk.connection, row, desk.now)

    @to_the_end
    async def confirm(self, press: Press, act: int) -> ActInfo:
        """Carry out an act that was kept. ``Refused``: ``act_closed``, ``act_own`` (another moderator must),
        ``act_plays`` (plays at that table), ``act_actor`` (only its actor may)."""
        asked = await self.act_info(act)
        if asked.code is None:
            raise Refused("act_closed")
        thoughts = await self._thoughts(asked.guild_id, asked.code, asked.act)
        async with self._desk(press, asked.code) as desk:
            desk.thoughts = thoughts
            row = await moderating.confirm(desk, press, await acts.found(desk.connection, act))
            return await acts.info(desk.connection, row, desk.now)

    @to_the_end
    async def drop(self, press: Press, act: int) -> ActInfo:
        """Do not carry it out."""
        asked = await self.act_info(act)
        if asked.code is None:
            raise Refused("act_closed")
        async with self._desk(press, asked.code) as desk:
            row = await moderating.drop(desk, press, await acts.found(desk.connection, act))
            return await acts.info(desk.connection, row, desk.now)

    async def act_info(self, act: int) -> ActInfo:
        """``Refused("act_closed")`` when there is none."""
        async with self._kit.database.read() as connection:
            return await acts.info(connection, await acts.found(connection, act), self._kit.clock.now())

    async def audit(
        self, guild_id: int, *, code: str | None = None, before: int | None = None, limit: int = 10
    ) -> list[ActInfo]:
        """What was done or asked for on this server, latest first."""
        tidied = None if code is None else codes.tidy_code(code)
        now = self._kit.clock.now()
        async with self._kit.database.read() as connection:
            rows = await queries_servers.acts_of(connection, guild_id, code=tidied, before=before, limit=limit)
            return [await acts.info(connection, row, now) for row in rows]

    async def _thoughts(self, guild_id: int, code: str, what: ActName) -> Thoughts:
        """What stand-ins will answer, worked out before the transaction."""
        if what not in SETTLES:
            return Thoughts()
        async with self._kit.database.read() as connection:
            table = await queries_tables.table(connection, codes.tidy_code(code))
        if table is None or table.guild_id != guild_id or table.status not in queries_tables.OPEN:
            return Thoughts()
        return await turns.ahead(self._kit, table.code, None)

    async def _announce(
        self, press: Press, guild_id: int, what: ActName, reason: str, facts: Mapping[str, Any]
    ) -> ActInfo:
        """Tell every open table of the server, all at once."""
        if what != "announce":
            raise Refused("unknown_option")
        now = self._kit.clock.now()
        async with self._kit.database.write() as connection:
            await count_once(connection, press, now)
            number = await queries_servers.add_act(
                connection,
                guild_id=guild_id,
                code=None,
                actor_id=press.user_id,
                actor=press.name[:NAME_LENGTH],
                act=what,
                reason=moderating.tidy(reason, moderating.REASON),
                facts={"text": moderating.tidy(str(facts.get("text") or ""), moderating.ANNOUNCEMENT)},
                status="done",
                at=now,
                done_at=now,
            )
            row = await acts.found(connection, number)
            for code in await queries_servers.open_codes(connection, guild_id):
                await moderating.tell(await sit_down(self._kit, connection, code, None), row)
            return await acts.info(connection, row, now)


def _shown(sheet: Sheet, only: Filter) -> bool:
    table = sheet.table
    if only == "waiting":
        return table.status == "running" and table.paused_at is None and bool(sheet.waiting())
    if only == "paused":
        return table.paused_at is not None
    if only == "lobby":
        return table.status == "lobby"
    if only == "away":
        return any(away(seat) for seat in sheet.in_play()) or bool(sheet.info().away_until)
    return True
