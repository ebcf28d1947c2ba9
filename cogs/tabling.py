"""Which table a command is about, and what may be said of it in one line."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from cogs.composed import Composed
from cogs.games import manner
from cogs.limits import CHOICE_NAME, COMMAND_CHOICES, TEXT, clip
from cogs.press import Interaction, Moment, suggest
from cogs.words import safe_names, words_for
from engines.core import Seat
from locales import Words
from tables.model import Refused, SeatInfo, TableInfo
from tables.sheet import AWAY


def said(*lines: str) -> Composed:
    """A message of nothing but text."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(clip("\n".join(line for line in lines if line), TEXT)))
    return Composed(view)


def absent(seat: SeatInfo) -> bool:
    """Whether the stand-in plays for the seat's holder, who has stayed away or left the server."""
    return seat.missed >= AWAY or seat.gone


def mark(table: TableInfo, seat: Seat) -> str:
    """The seat's sign in the manner of the table's game, before its holder's name."""
    return manner(table.game).mark(seat)


def marked(table: TableInfo, names: Sequence[str]) -> tuple[str, ...]:
    """The names by seat, each with its seat's sign before it."""
    return tuple(f"{mark(table, seat)} {name}" for seat, name in enumerate(names))


def table_url(table: TableInfo) -> str:
    """Where the table plays; before that, its lobby message."""
    if table.thread_id is not None:
        return f"https://discord.com/channels/{table.guild_id}/{table.thread_id}"
    place = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
    return place if table.lobby_message_id is None else f"{place}/{table.lobby_message_id}"


def paused_line(table: TableInfo, words: Words) -> str:
    """That the game stands still, why and since when; empty while it goes on."""
    if table.paused_at is None or table.status != "running":
        return ""
    return words(f"life.paused.{table.paused_why or 'mod'}", since=discord.utils.format_dt(table.paused_at, "R"))


def gone_line(table: TableInfo, words: Words) -> str:
    """What stands where somebody saw the secrets of a seat that is not theirs any more."""
    title = words("panel.title", game=words(f"{table.game}.title"), code=table.code, url=table_url(table))
    return f"{title}\n{words('life.seat.handed_over')}"


def winners(words: Words, table: TableInfo) -> list[str]:
    """Names of those in the first place."""
    if table.result is None:
        return []
    names = safe_names(words, table)
    return [names[seat] for seat, place in enumerate(table.result.places) if place == 1]


def may_see(interaction: Interaction, table: TableInfo) -> bool:
    """People at the table may, and whoever can see its channel."""
    if table.seat_of(interaction.user.id) is not None:
        return True
    if interaction.guild is None or interaction.guild.id != table.guild_id:
        return False
    channel = interaction.guild.get_channel(table.channel_id)
    if channel is None or not isinstance(interaction.user, discord.Member):
        return table.channel_id == interaction.channel_id
    return channel.permissions_for(interaction.user).view_channel


async def visible_table(moment: Moment, code: str) -> TableInfo:
    """The table of this code. Raises ``Refused`` for one that the presser may not see, as for one that there is not."""
    table = await moment.bot.tables.find(code)
    if not may_see(moment.interaction, table):
        raise Refused("unknown_table", code=code)
    return table


async def chosen_table(moment: Moment, code: str | None) -> TableInfo | None:
    """The table of this code, else of this channel or thread, else the only one that the person plays at.

    ``None`` when it is not clear which; the person has been told. Raises ``Refused`` for a code of no table that the
    person may see, and for whoever has left its server: commands work in DMs and on other servers as well.
    """
    table = await _found_table(moment, code)
    if table is not None and table.guild_id != moment.interaction.guild_id:
        await moment.bot.members.admit(moment.press.user_id, table.code)
    return table


async def _found_table(moment: Moment, code: str | None) -> TableInfo | None:
    interaction, tables = moment.interaction, moment.bot.tables
    if code:
        return await visible_table(moment, code.strip())
    here = await tables.in_channel(interaction.channel_id) if interaction.channel_id is not None else None
    if here is not None:
        return here
    playing = [table for table in await tables.of_person(interaction.user.id) if table.status == "running"]
    if len(playing) == 1:
        return playing[0]
    await moment.say(moment.words("tablecmd.which"))
    return None


async def codes(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Codes to choose from: the person's own tables first, then those of the server."""

    async def find() -> list[app_commands.Choice[str]]:
        tables = await interaction.client.tables.of_person(interaction.user.id)
        if interaction.guild_id is not None:
            running = await interaction.client.tables.running_in(interaction.guild_id)
            tables = [*tables, *(table for table in running if may_see(interaction, table))]
        words = words_for(interaction)
        found = {table.code: table for table in reversed(tables) if current.strip().lower() in table.code.lower()}
        return [
            app_commands.Choice(name=clip(in_one_line(table, words), CHOICE_NAME), value=table.code)
            for table in reversed(found.values())
        ][:COMMAND_CHOICES]

    return await suggest(interaction, find)


def in_one_line(table: TableInfo, words: Words) -> str:
    """Code, game and status."""
    game = words(f"{table.game}.title")
    return words("tablecmd.line", code=table.code, game=game, status=words(f"tablecmd.state.{table.status}"))
