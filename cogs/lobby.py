"""``/play`` and the lobby's buttons and settings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import discord
from discord import app_commands

from cogs.panels.base import asks_in_scenes
from cogs.permits import missing, permission_names
from cogs.posts.lobby import closed_panel, host_name, options_panel
from cogs.posts.parts import message_url
from cogs.press import Ack, Interaction, Moment, PressItem, attend
from cogs.settings import pace_of
from cogs.tabling import visible_table
from cogs.words import label
from engines import GAMES
from locales import LANGUAGES
from tables.community import GuildSettings
from tables.model import AWAY_BUDGETS, Pace, Refused, TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot


class Join(PressItem, what="join"):
    """Take a seat."""

    async def act(self, moment: Moment) -> None:
        code = self.address.code
        await visible_table(moment, code)
        await moment.bot.tables.join(moment.press, code)
        game = (await moment.bot.tables.find(code)).game
        await moment.say(moment.words("lobby.joined.scenes" if asks_in_scenes(game) else "lobby.joined"))
        await moment.bot.kick(code)


class Leave(PressItem, what="leave"):
    """Give the seat up."""

    async def act(self, moment: Moment) -> None:
        code = self.address.code
        await moment.bot.tables.leave(moment.press, code)
        await moment.say(moment.words("lobby.left"))
        await moment.bot.kick(code)


class HostButton(PressItem, what="add_bot|remove_bot|start|cancel"):
    """What only the host may do; the lobby message itself is the answer."""

    async def act(self, moment: Moment) -> None:
        code, tables = self.address.code, moment.bot.tables
        match self.address.what:
            case "add_bot":
                await tables.add_bot(moment.press, code)
            case "remove_bot":
                await tables.remove_bot(moment.press, code)
            case "start":
                await tables.start(moment.press, code)
            case _:
                await tables.cancel(moment.press, code)
        await moment.bot.kick(code)


class Options(PressItem, what="options"):
    """Show the host the settings, privately."""

    ack: ClassVar[Ack] = "private"

    async def act(self, moment: Moment) -> None:
        table = await moment.bot.tables.find(self.address.code)
        if table.status != "lobby":
            await moment.say(moment.words("lobby.options.closed"))
        elif table.host_id != moment.press.user_id:
            await moment.say(moment.words("lobby.options.host", host=host_name(moment.words, table)))
        else:
            await moment.tell(options_panel(moment.words, table))


class Setting(PressItem, what="option|pace|language|away_budget"):
    """A choice in the host's settings."""

    async def act(self, moment: Moment) -> None:
        code, tables, chosen = self.address.code, moment.bot.tables, "".join(self.values)
        if self.address.what == "language" and chosen not in LANGUAGES:
            raise Refused("unknown_option")
        match self.address.what:
            case "pace":
                pace, hours = _pace(chosen)
                table = await tables.configure(moment.press, code, pace=pace, hours=hours)
            case "away_budget":
                table = await tables.configure(moment.press, code, away_budget=_days(chosen))
            case "language":
                table = await tables.configure(moment.press, code, language=chosen)
            case _:
                table = await tables.configure(moment.press, code, option=(self.address.arg, chosen))
        shown = options_panel if table.status == "lobby" else closed_panel
        await moment.show(shown(moment.words, table))
        await moment.bot.kick(code)


def _pace(chosen: str) -> tuple[Pace, int | None]:
    try:
        return pace_of(chosen)
    except ValueError:
        raise Refused("unknown_option") from None


def _days(chosen: str) -> int:
    if chosen not in map(str, AWAY_BUDGETS):
        raise Refused("unknown_option")
    return int(chosen)


ITEMS: tuple[type[PressItem], ...] = (Join, Leave, HostButton, Options, Setting)

GAME_CHOICES = [app_commands.Choice(name=label(f"{key}.title"), value=key) for key in GAMES]


@app_commands.command(name=label("command.play.name"), description=label("command.play.description"))
@app_commands.rename(game=label("command.play.option.game.name"))
@app_commands.describe(game=label("command.play.option.game.description"))
@app_commands.choices(game=GAME_CHOICES)
@app_commands.guild_only()
async def play(interaction: discord.Interaction[ScrapyardBot], game: str) -> None:
    """Open a lobby."""
    await open_lobby(interaction, game)


async def open_lobby(interaction: Interaction, game: str) -> None:
    """Open a lobby in this channel and give its host a receipt. The lobby itself is a message of the outbox."""

    async def act(moment: Moment) -> None:
        settings = await moment.bot.tables.guild(interaction.guild_id or 0)
        wanted = elsewhere(interaction, settings)
        if wanted is not None:
            await moment.say(moment.words("lobby.elsewhere", channel=f"<#{wanted}>"))
            return
        lacking = missing(interaction.app_permissions, thread=isinstance(interaction.channel, discord.Thread))
        if lacking:
            names = permission_names(moment.words, lacking)
            await moment.say(moment.words("lobby.no_permission", permissions=names))
            return
        tables = moment.bot.tables
        opened = await tables.open_lobby(
            moment.press,
            game=game,
            guild_id=interaction.guild_id or 0,
            channel_id=interaction.channel_id or 0,
            language=settings.language or moment.press.language,
            pace=settings.pace,
            hours=settings.hours,
        )
        await moment.bot.kick(opened.code)
        await _receipt(moment, await tables.find(opened.code))

    await attend(interaction, act)


def elsewhere(interaction: Interaction, settings: GuildSettings) -> int | None:
    """The only channel where the server wants tables opened, unless it is this one or that of this thread.

    A channel that is gone holds nobody up.
    """
    wanted = settings.play_channel
    if wanted is None or interaction.guild is None or interaction.guild.get_channel(wanted) is None:
        return None
    here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    return None if wanted in here else wanted


async def _receipt(moment: Moment, table: TableInfo) -> None:
    if table.lobby_message_id is not None:
        url = message_url(table.guild_id, table.channel_id, table.lobby_message_id)
        await moment.say(moment.words("lobby.opened", code=table.code, url=url))
        return
    if not moment.bot.sender.refused(table.code):
        await moment.say(moment.words("lobby.opened.soon", code=table.code))
        return
    # A press is applied once; undoing it is a press of its own.
    await moment.bot.tables.cancel(replace(moment.press, id=-moment.press.id), table.code)
    await moment.say(moment.words("lobby.no_place"))


async def setup(bot: ScrapyardBot) -> None:
    bot.add_dynamic_items(*ITEMS)
    bot.tree.add_command(play)
