"""What moderators see and do. Whether somebody is one is for the caller to know; what an act does is known here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from tables.community import ActInfo, ActName
from tables.doors.door import Door
from tables.model import Press, TableInfo
from tables.shielded import to_the_end

Filter = Literal["open", "waiting", "paused", "lobby", "away", "ended"]


class ModeratorDoor(Door):
    """Acts of moderators, each with its reason, logged and told at the table."""

    async def tables_in(
        self, guild_id: int, only: Filter = "open", *, game: str | None = None, limit: int = 200
    ) -> list[TableInfo]:
        """The server's tables, those waiting longest first. ``waiting``: running and waiting for somebody.
        ``away``: with somebody away or gone. ``ended``: the last ones that ended."""
        raise NotImplementedError

    @to_the_end
    async def act(
        self, press: Press, guild_id: int, code: str | None, what: ActName, reason: str, facts: Mapping[str, Any]
    ) -> ActInfo:
        """Do what a moderator asks, or keep it until it is confirmed.

        ``replace``, ``remove``, ``undo`` and ``cancel`` are kept until their actor confirms once; every act of
        somebody seated at that table but ``announce`` and ``export`` is kept until another moderator, who does not
        play there, agrees. ``facts`` by act: ``extend`` hours; ``skip`` seat or None for all; ``replace`` seat,
        user_id, name, language; ``remove`` seat; ``undo`` turn; ``move`` channel_id, thread_id; ``announce`` text.
        ``Refused``: ``no_reason``, ``table_closed``, ``unknown_table`` (of another server), and the act's own.
        """
        raise NotImplementedError

    @to_the_end
    async def confirm(self, press: Press, act: int) -> ActInfo:
        """Carry out an act that was kept. ``Refused``: ``act_closed``, ``act_own`` (another moderator must),
        ``act_plays`` (plays at that table), ``act_actor`` (only its actor may)."""
        raise NotImplementedError

    @to_the_end
    async def drop(self, press: Press, act: int) -> ActInfo:
        """Do not carry it out."""
        raise NotImplementedError

    async def act_info(self, act: int) -> ActInfo:
        """``Refused("act_closed")`` when there is none."""
        raise NotImplementedError

    async def audit(
        self, guild_id: int, *, code: str | None = None, before: int | None = None, limit: int = 10
    ) -> list[ActInfo]:
        """What was done or asked for on this server, latest first."""
        raise NotImplementedError
