"""/me games and /me settings: one's own tables, with the way to each and what it waits for, and one's own choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.limits import TEXT, fit_lines
from cogs.personal import ITEMS, show_settings
from cogs.press import Interaction, Moment, attend
from cogs.table import said
from cogs.tabling import table_url
from cogs.words import joined, label, safe_names
from tables.model import TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot


async def show_games(moment: Moment) -> None:
    """Lobbies and running tables first, then the last ones that ended."""
    tables = await moment.bot.tables.of_person(moment.press.user_id)
    if not tables:
        await moment.say(moment.words("me.none"))
        return
    lines = [await _line(moment, table) for table in tables]
    heading = moment.words("me.title")
    await moment.tell(said(heading, *fit_lines(lines, TEXT - len(heading) - 1, moment.words("me.more"))))


async def _line(moment: Moment, table: TableInfo) -> str:
    words = moment.words
    named = words("me.line", code=table.code, game=words(f"{table.game}.title"), url=table_url(table))
    return words("me.entry", table=named, state=await _state(moment, table))


async def _state(moment: Moment, table: TableInfo) -> str:
    words = moment.words
    when = discord.utils.format_dt(table.deadline, "R") if table.deadline is not None else ""
    if table.status == "lobby":
        return words("me.lobby", seats=len(table.seats), when=when)
    if table.status != "running":
        return _ending(moment, table)
    panel = await moment.bot.tables.panel(table.code, moment.press.user_id)
    seat = table.seats[panel.seat]
    if seat.out or seat.beaten:
        return words("me.out" if seat.out else "me.beaten")
    if panel.ask is not None and not panel.ready:
        return words("me.you", when=when)
    if table.hidden:
        return words("me.others", ready=table.ready, asked=len(table.asked), when=when)
    names = safe_names(words, table)
    who = joined(words, [names[seat] for seat in table.asked])
    return words("me.waiting", who=who, when=when)


def _ending(moment: Moment, table: TableInfo) -> str:
    words = moment.words
    mine = table.seat_of(moment.press.user_id)
    if table.result is None or mine is None:
        return words(f"tablecmd.status.{table.status}")
    place = table.result.places[mine.seat]
    if 1 not in table.result.places:
        return words("me.lost")
    return words("me.won") if place == 1 else words("me.place", place=place)


class MeGroup(app_commands.Group):
    """The commands about oneself."""

    def __init__(self) -> None:
        super().__init__(
            name=label("command.me.name"),
            description=label("command.me.description"),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    @app_commands.command(name=label("command.me.games.name"), description=label("command.me.games.description"))
    async def games(self, interaction: Interaction) -> None:
        await attend(interaction, show_games)

    @app_commands.command(name=label("command.me.settings.name"), description=label("command.me.settings.description"))
    async def settings(self, interaction: Interaction) -> None:
        await attend(interaction, show_settings)


async def setup(bot: ScrapyardBot) -> None:
    bot.add_dynamic_items(*ITEMS)
    bot.tree.add_command(MeGroup())
