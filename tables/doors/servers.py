"""Servers: what their owners have set, and the places where tables play, which can be lost."""

from __future__ import annotations

from typing import Any

from tables.community import GuildSettings
from tables.doors.door import Door
from tables.model import Press
from tables.shielded import to_the_end


class ServerDoor(Door):
    """Settings of servers; places lost and found."""

    async def guild(self, guild_id: int) -> GuildSettings:
        """What is set for this server; the preset for one that has set nothing."""
        raise NotImplementedError

    @to_the_end
    async def keep_guild(self, press: Press, guild_id: int, **changes: Any) -> GuildSettings:
        """Change fields of ``GuildSettings``. ``Refused("unknown_option")`` for a value out of bounds."""
        raise NotImplementedError

    @to_the_end
    async def place_lost(self, channel_id: int) -> list[str]:
        """This channel or thread is deleted. Tables whose thread it was, and whose channel is still there, get a new
        one; lobbies in a deleted channel are cancelled; games in one are paused (``place``), their host and the
        moderators told how to move them. Codes of the tables concerned."""
        raise NotImplementedError

    @to_the_end
    async def guild_lost(self, guild_id: int) -> list[str]:
        """The bot is not on this server any more: its games are paused (``server``), its lobbies cancelled."""
        raise NotImplementedError

    @to_the_end
    async def guild_found(self, guild_id: int) -> list[str]:
        """The bot is on this server (again): what was paused for that goes on, with the time that it had left."""
        raise NotImplementedError
