"""Who moderates a server's tables: asked at every command and at every button, for both may come long after."""

from __future__ import annotations

import discord

from cogs.press import Interaction, Moment
from tables.model import Refused, TableInfo


async def is_moderator(interaction: Interaction) -> bool:
    """Whether the person may moderate the server where they press: by its role, or by Manage Server.

    Discord sends the person's roles with each press; a role that was deleted gives nothing.
    """
    member = interaction.user
    if interaction.guild is None or not isinstance(member, discord.Member):
        return False
    permissions = member.guild_permissions
    if permissions.administrator or permissions.manage_guild:
        return True
    role = (await interaction.client.tables.guild(interaction.guild.id)).moderator_role
    return role is not None and member.get_role(role) is not None


async def check(moment: Moment) -> int:
    """The number of the server that the presser moderates. Raises ``Refused("not_moderator")``."""
    guild = moment.interaction.guild
    if guild is None or not await is_moderator(moment.interaction):
        raise Refused("not_moderator")
    return guild.id


async def table_of(moment: Moment, code: str) -> TableInfo:
    """The table of this code on the server that the presser moderates. Raises ``Refused("unknown_table")``."""
    guild_id = await check(moment)
    table = await moment.bot.tables.find(code.strip())
    if table.guild_id != guild_id:
        raise Refused("unknown_table", code=code.strip()[:8])
    return table
