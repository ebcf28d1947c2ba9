"""The commands about one table. Without a code: the table of this channel or thread."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from cogs import leave, menu, recap, seats, status, tablelog, undoing, votes
from cogs.permits import missing, permission_names
from cogs.press import Interaction, Moment, PressItem, attend
from cogs.status import show_board, show_log, show_status
from cogs.tabling import chosen_table, codes, said
from cogs.words import label
from tables.model import Refused, TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

About = Callable[[Moment, TableInfo], Awaitable[None]]
LONGEST_AWAY: Final = 14
VOTES: Final = [
    app_commands.Choice(name=label("command.table.vote.choice.pause"), value="pause"),
    app_commands.Choice(name=label("command.table.vote.choice.resume"), value="resume"),
    app_commands.Choice(name=label("command.table.vote.choice.extend"), value="extend"),
    app_commands.Choice(name=label("command.table.vote.choice.remove"), value="remove"),
    app_commands.Choice(name=label("command.table.vote.choice.undo"), value="undo"),
    app_commands.Choice(name=label("command.table.vote.choice.cancel"), value="cancel"),
]

ITEMS: tuple[type[PressItem], ...] = (
    *status.ITEMS,
    *tablelog.ITEMS,
    *recap.ITEMS,
    *seats.ITEMS,
    *votes.ITEMS,
    *leave.ITEMS,
    *menu.ITEMS,
)


async def about(interaction: Interaction, code: str | None, act: About) -> None:
    """Find the table that is meant, then act on it."""

    async def found(moment: Moment) -> None:
        table = await chosen_table(moment, code)
        if table is not None:
            await act(moment, table)

    await attend(interaction, found)


async def start_vote(moment: Moment, table: TableInfo, what: str) -> None:
    """Put to the vote what the command names."""
    kind = votes.kind_of(what)
    if kind is None:
        raise Refused("unknown_option")
    await votes.start_vote(moment, table, kind)


async def go_away(moment: Moment, table: TableInfo, days: int | None, in_days: int) -> None:
    """Be away for so many days; without a number, ask how many."""
    await (leave.ask_days(moment, table) if days is None else leave.go_away(moment, table, days, in_days))


async def move_here(moment: Moment, code: str) -> None:
    """The host gives a table that has lost its channel this one, or this thread of one, to go on in."""
    interaction = moment.interaction
    table = await moment.bot.tables.find(code)
    if interaction.guild_id != table.guild_id or interaction.channel_id is None:
        raise Refused("unknown_table", code=code[:8])
    thread = interaction.channel if isinstance(interaction.channel, discord.Thread) else None
    lacking = missing(interaction.app_permissions, thread=thread is not None)
    if lacking:
        names = permission_names(moment.words, lacking)
        await moment.show(said(moment.words("life.move.no_permission", permissions=names)))
        return
    channel_id = interaction.channel_id if thread is None else thread.parent_id
    await moment.bot.tables.move_home(moment.press, table.code, channel_id, None if thread is None else thread.id)
    await moment.show(said(moment.words("life.move.done", code=table.code)))
    await moment.bot.kick(table.code)


def _command(name: str) -> Callable[[Any], Any]:
    """A command with a table's code, which people may leave out where it is clear, and which is suggested to them."""

    def made(callback: Any) -> Any:
        app_commands.rename(code=label("command.table.code.name"))(callback)
        app_commands.describe(code=label("command.table.code.description"))(callback)
        app_commands.autocomplete(code=codes)(callback)
        title, about_it = label(f"command.table.{name}.name"), label(f"command.table.{name}.description")
        return app_commands.command(name=title, description=about_it)(callback)

    return made


class TableGroup(app_commands.Group):
    """Everything about one table that is not pressed in a post."""

    def __init__(self) -> None:
        super().__init__(
            name=label("command.table.name"),
            description=label("command.table.description"),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    @app_commands.command(
        name=label("command.table.status.name"), description=label("command.table.status.description")
    )
    @app_commands.rename(code=label("command.table.code.name"))
    @app_commands.describe(code=label("command.table.code.description"))
    @app_commands.autocomplete(code=codes)
    async def show_table(self, interaction: Interaction, code: str | None = None) -> None:
        await about(interaction, code, show_status)

    @_command("board")
    @app_commands.rename(text=label("command.table.text.name"))
    @app_commands.describe(text=label("command.table.text.description"))
    async def board(self, interaction: Interaction, code: str | None = None, text: bool = False) -> None:
        await about(interaction, code, partial(show_board, as_text=text))

    @_command("log")
    async def log(self, interaction: Interaction, code: str | None = None) -> None:
        await about(interaction, code, show_log)

    @_command("menu")
    async def show_menu(self, interaction: Interaction, code: str | None = None) -> None:
        await about(interaction, code, menu.show_menu)

    @_command("recap")
    async def catch_up(self, interaction: Interaction, code: str | None = None) -> None:
        await about(interaction, code, recap.show_recap)

    @_command("undo")
    async def undo(self, interaction: Interaction, code: str | None = None) -> None:
        await about(interaction, code, undoing.undo)

    @_command("vote")
    @app_commands.rename(what=label("command.table.vote.option.what.name"))
    @app_commands.describe(what=label("command.table.vote.option.what.description"))
    @app_commands.choices(what=VOTES)
    async def vote(self, interaction: Interaction, what: str, code: str | None = None) -> None:
        await about(interaction, code, partial(start_vote, what=what))

    @_command("away")
    @app_commands.rename(
        days=label("command.table.away.option.days.name"), in_days=label("command.table.away.option.in_days.name")
    )
    @app_commands.describe(
        days=label("command.table.away.option.days.description"),
        in_days=label("command.table.away.option.in_days.description"),
    )
    async def away(
        self,
        interaction: Interaction,
        days: app_commands.Range[int, 1, LONGEST_AWAY] | None = None,
        in_days: app_commands.Range[int, 0, leave.LATEST] = 0,
        code: str | None = None,
    ) -> None:
        await about(interaction, code, partial(go_away, days=days, in_days=in_days))

    @_command("back")
    async def back(self, interaction: Interaction, code: str | None = None) -> None:
        await about(interaction, code, leave.come_back)

    @_command("offer")
    async def offer(self, interaction: Interaction, code: str | None = None) -> None:
        await about(interaction, code, partial(seats.offer, offered=True))

    @app_commands.command(
        name=label("command.table.substitute.name"), description=label("command.table.substitute.description")
    )
    @app_commands.rename(code=label("command.table.code.name"))
    @app_commands.describe(code=label("command.table.code.description"))
    @app_commands.autocomplete(code=codes)
    async def substitute(self, interaction: Interaction, code: str | None = None) -> None:
        await about(interaction, code, seats.ask_which_seat)

    @_command("leave")
    async def give_up(self, interaction: Interaction, code: str | None = None) -> None:
        await about(interaction, code, seats.ask_to_leave)

    @app_commands.command(
        name=label("command.table.resign.name"), description=label("command.table.resign.description")
    )
    @app_commands.rename(code=label("command.table.code.name"))
    @app_commands.describe(code=label("command.table.code.description"))
    @app_commands.autocomplete(code=codes)
    async def resign(self, interaction: Interaction, code: str | None = None) -> None:
        await about(interaction, code, status.ask_to_resign)

    @_command("move")
    @app_commands.guild_only()
    async def move(self, interaction: Interaction, code: str) -> None:
        await attend(interaction, partial(move_here, code=code))


async def setup(bot: ScrapyardBot) -> None:
    bot.add_dynamic_items(*ITEMS)
    bot.tree.add_command(TableGroup())
