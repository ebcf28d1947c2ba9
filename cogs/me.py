"""/me: one's own tables and deadlines, one's own choices, and all that is stored about oneself."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.limits import TEXT, fit_lines
from cogs.me_data import ITEMS as DATA_ITEMS
from cogs.me_data import ask_to_forget, show_data
from cogs.personal import FORMS, show_settings
from cogs.personal import ITEMS as SETTING_ITEMS
from cogs.press import Interaction, Moment, attend
from cogs.tabling import said, table_url
from cogs.words import joined, label, safe_names
from engines.core import Seat
from locales import Words
from tables.model import TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot


async def show_games(moment: Moment) -> None:
    """Lobbies and running tables first, then the last ones that ended; below, how reliably the person answers."""
    tables = await moment.bot.tables.of_person(moment.press.user_id)
    record = await _record_line(moment)
    if not tables:
        await moment.tell(said(moment.words("me.none"), record))
        return
    lines = [await _line(moment, table) for table in tables]
    heading = moment.words("me.title")
    room = TEXT - len(heading) - len(record) - 2
    await moment.tell(said(heading, *fit_lines(lines, room, moment.words("me.more")), record))


async def _record_line(moment: Moment) -> str:
    record = await moment.bot.tables.record_of(moment.press.user_id)
    questions = record.answered + record.missed
    if not questions:
        return ""
    answers = moment.words.count("me.record", questions, answered=record.answered)
    return moment.words("me.record.line", games=record.games, answers=answers)


async def _line(moment: Moment, table: TableInfo) -> str:
    words = moment.words
    named = words("me.line", code=table.code, game=words(f"{table.game}.title"), url=table_url(table))
    return words("me.entry", table=named, state=await _state(moment, table))


async def _state(moment: Moment, table: TableInfo) -> str:
    words = moment.words
    if table.status == "lobby":
        return words("me.lobby", seats=len(table.seats), when=_when(table.deadline))
    if table.status != "running":
        return _ending(moment, table)
    panel = await moment.bot.tables.panel(table.code, moment.press.user_id)
    seat = table.seats[panel.seat]
    if seat.out or seat.beaten:
        return words("me.out" if seat.out else "me.beaten")
    asked = panel.ask is not None and not panel.ready
    if table.paused_at is not None:
        return words("me.paused.you" if asked else "me.paused", when=_when(table.paused_at))
    until = table.away_until.get(panel.seat)
    if until is not None:
        return words("me.away", until=discord.utils.format_dt(until, "f"))
    return _own_deadline(moment, table, panel.seat) if asked else _others(words, table)


def _own_deadline(moment: Moment, table: TableInfo, seat: Seat) -> str:
    """Until when the presser may answer, which is not always when the table's time is up."""
    own = next((own for own in table.own if own.seat == seat), None)
    if own is None:
        return moment.words("me.you", when=_when(table.deadline))
    if own.due <= moment.bot.clock.now():
        return moment.words("me.late", when=_when(own.due))
    return moment.words(f"me.you.{own.why}" if own.why else "me.you", when=_when(own.due))


def _others(words: Words, table: TableInfo) -> str:
    when = _when(table.deadline)
    if table.hidden:
        return words("me.others", ready=table.ready, asked=len(table.asked), when=when)
    names = safe_names(words, table)
    return words("me.waiting", who=joined(words, [names[seat] for seat in table.asked]), when=when)


def _when(moment: datetime | None) -> str:
    return discord.utils.format_dt(moment, "R") if moment is not None else ""


def _ending(moment: Moment, table: TableInfo) -> str:
    words = moment.words
    mine = table.seat_of(moment.press.user_id)
    if table.ended_why is not None and table.window:
        return words("me.ended")
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

    @app_commands.command(name=label("command.me.data.name"), description=label("command.me.data.description"))
    async def data(self, interaction: Interaction) -> None:
        await attend(interaction, show_data)

    @app_commands.command(name=label("command.me.forget.name"), description=label("command.me.forget.description"))
    async def forget(self, interaction: Interaction) -> None:
        await attend(interaction, ask_to_forget)


async def setup(bot: ScrapyardBot) -> None:
    bot.add_dynamic_items(*SETTING_ITEMS, *DATA_ITEMS)
    bot.forms.extend(FORMS)
    bot.tree.add_command(MeGroup())
