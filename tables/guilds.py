"""What a server's owner has set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from db import queries_servers
from tables.community import GuildSettings
from tables.model import LONGEST_PACE, PACES, Pace, Refused

if TYPE_CHECKING:
    from db.database import Transaction

MOST_TABLES: Final = 100
"""The highest limit of tables that an owner can set."""
LANGUAGES: Final = ("en", "zh-CN")
_IDS: Final = ("moderator_role", "play_channel", "notice_channel", "seek_channel")
_LIMITS: Final = {"hours": LONGEST_PACE, "tables_per_channel": MOST_TABLES, "tables_per_person": MOST_TABLES}


async def of(connection: Transaction, guild_id: int) -> GuildSettings:
    """What is set for this server; the preset for one that has set nothing."""
    row = await queries_servers.guild(connection, guild_id)
    if row is None:
        return GuildSettings(guild_id)
    return GuildSettings(
        guild_id=row.guild_id,
        moderator_role=row.moderator_role,
        play_channel=row.play_channel,
        notice_channel=row.notice_channel,
        seek_channel=row.seek_channel,
        language=row.language,
        pace=cast("Pace", row.pace),
        hours=row.hours,
        tables_per_channel=row.tables_per_channel,
        tables_per_person=row.tables_per_person,
        absent_at=row.absent_at,
    )


async def keep(connection: Transaction, guild_id: int, changes: Mapping[str, Any]) -> GuildSettings:
    """Change these fields. Raises ``Refused("unknown_option")`` when one is unknown or out of bounds."""
    for name, value in changes.items():
        if not _fits(name, value):
            raise Refused("unknown_option")
    if changes:
        await queries_servers.change_guild(connection, guild_id, **changes)
    return await of(connection, guild_id)


def _fits(name: str, value: Any) -> bool:
    if name == "pace":
        return value == "hours" or value in PACES
    if value is None:
        return name in (*_IDS, *_LIMITS, "language")
    if name == "language":
        return value in LANGUAGES
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    if name in _IDS:
        return value > 0
    return name in _LIMITS and 1 <= value <= _LIMITS[name]
