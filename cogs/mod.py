"""/mod: what the moderators of a server can do. Every sub-command takes a reason, and asks who is one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs import modacts, modaudit, modchoices, modtables
from cogs.modacts import do
from cogs.moderators import check
from cogs.permits import NEEDED, NEEDED_IN_THREAD
from cogs.press import Interaction, Moment, attend
from cogs.words import label, plain
from engines import GAMES
from tables.model import LONGEST_PACE, Refused
from tables.moderating import ANNOUNCEMENT, REASON

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

ITEMS = (*modacts.ITEMS, *modaudit.ITEMS, *modtables.ITEMS)
Reason = app_commands.Range[str, 1, REASON]
Spot = app_commands.AppCommandChannel | app_commands.AppCommandThread


def options(*names: str) -> Any:
    """Names and descriptions of a sub-command's options, in both languages; what can be chosen is suggested."""
    suggested: dict[str, Any] = {"code": modchoices.open_codes, "seat": modchoices.seats, "step": modchoices.steps}

    def decorate(command: Any) -> Any:
        command = app_commands.rename(**{name: label(f"command.mod.{name}.name") for name in names})(command)
        command = app_commands.describe(**{name: label(f"command.mod.{name}.description") for name in names})(command)
        chosen = {name: suggested[name] for name in names if name in suggested}
        return app_commands.autocomplete(**chosen)(command) if chosen else command

    return decorate


def named(name: str) -> Any:
    """A sub-command of this name."""
    return app_commands.command(
        name=label(f"command.mod.{name}.name"), description=label(f"command.mod.{name}.description")
    )


async def replace(moment: Moment, code: str, seat: int, newcomer: discord.Member | discord.User, reason: str) -> None:
    """Ask somebody to take a seat; it is theirs once they have said yes."""
    if newcomer.bot:
        raise Refused("invite_bot")
    if not isinstance(newcomer, discord.Member):
        raise Refused("invite_member")
    language = await moment.bot.tables.language_of(newcomer.id)
    facts = {"seat": seat - 1, "user_id": newcomer.id, "name": plain(newcomer.display_name), "language": language}
    await do(moment, code, "replace", reason, facts)


async def move(moment: Moment, code: str, channel: Spot, reason: str) -> None:
    """Have the table play in this channel, or in this thread of one."""
    await check(moment)
    if not fits(moment.interaction.guild, channel):
        raise Refused("no_place")
    thread = isinstance(channel, app_commands.AppCommandThread)
    facts = {"channel_id": channel.parent_id if thread else channel.id, "thread_id": channel.id if thread else None}
    await do(moment, code, "move", reason, facts)


def fits(guild: discord.Guild | None, channel: Spot) -> bool:
    """Whether a table can play there: the moderator sees the place, and the bot may do what it must there."""
    thread = isinstance(channel, app_commands.AppCommandThread)
    known = None if guild is None else guild.get_channel(channel.parent_id if thread else channel.id)
    if guild is None or not isinstance(known, discord.TextChannel) or not channel.permissions.view_channel:
        return False
    needed = NEEDED_IN_THREAD if thread else NEEDED
    ours = known.permissions_for(guild.me)
    return all(getattr(ours, name) for name in needed)


class ModGroup(app_commands.Group):
    """The commands of moderators. Everybody sees them: who may use them is known only when they are used."""

    def __init__(self) -> None:
        super().__init__(
            name=label("command.mod.name"),
            description=label("command.mod.description"),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    @named("tables")
    @options("only", "game")
    @app_commands.choices(
        only=[
            app_commands.Choice(name=label(f"mod.tables.filter.{known}"), value=known) for known in modtables.FILTERS
        ],
        game=[app_commands.Choice(name=label(f"{key}.title"), value=key) for key in GAMES],
    )
    async def tables(self, interaction: Interaction, only: str | None = None, game: str | None = None) -> None:
        await attend(interaction, partial(modtables.show_tables, only=only, game=game))

    @named("pause")
    @options("code", "reason")
    async def pause(self, interaction: Interaction, code: str, reason: Reason) -> None:
        await attend(interaction, partial(do, code=code, what="pause", reason=reason, facts={}))

    @named("resume")
    @options("code", "reason")
    async def resume(self, interaction: Interaction, code: str, reason: Reason) -> None:
        await attend(interaction, partial(do, code=code, what="resume", reason=reason, facts={}))

    @named("extend")
    @options("code", "hours", "reason")
    async def extend(
        self, interaction: Interaction, code: str, hours: app_commands.Range[int, 1, LONGEST_PACE], reason: Reason
    ) -> None:
        await attend(interaction, partial(do, code=code, what="extend", reason=reason, facts={"hours": hours}))

    @named("skip")
    @options("code", "reason", "seat")
    async def skip(self, interaction: Interaction, code: str, reason: Reason, seat: int | None = None) -> None:
        facts = {"seat": None if seat is None else seat - 1}
        await attend(interaction, partial(do, code=code, what="skip", reason=reason, facts=facts))

    @named("replace")
    @options("code", "seat", "newcomer", "reason")
    async def replace(
        self,
        interaction: Interaction,
        code: str,
        seat: int,
        newcomer: discord.Member | discord.User,
        reason: Reason,
    ) -> None:
        await attend(interaction, partial(replace, code=code, seat=seat, newcomer=newcomer, reason=reason))

    @named("remove")
    @options("code", "seat", "reason")
    async def remove(self, interaction: Interaction, code: str, seat: int, reason: Reason) -> None:
        await attend(interaction, partial(do, code=code, what="remove", reason=reason, facts={"seat": seat - 1}))

    @named("undo")
    @options("code", "step", "reason")
    async def undo(self, interaction: Interaction, code: str, step: int, reason: Reason) -> None:
        await attend(interaction, partial(do, code=code, what="undo", reason=reason, facts={"turn": step}))

    @named("cancel")
    @options("code", "reason")
    async def cancel(self, interaction: Interaction, code: str, reason: Reason) -> None:
        await attend(interaction, partial(do, code=code, what="cancel", reason=reason, facts={}))

    @named("move")
    @options("code", "channel", "reason")
    async def move(self, interaction: Interaction, code: str, channel: Spot, reason: Reason) -> None:
        await attend(interaction, partial(move, code=code, channel=channel, reason=reason))

    @named("announce")
    @options("text", "reason", "code")
    async def announce(
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 1, ANNOUNCEMENT],
        reason: Reason,
        code: str | None = None,
    ) -> None:
        await attend(interaction, partial(do, code=code, what="announce", reason=reason, facts={"text": text}))

    @named("export")
    @options("code", "reason")
    async def export(self, interaction: Interaction, code: str, reason: Reason) -> None:
        await attend(interaction, partial(do, code=code, what="export", reason=reason, facts={}))

    @named("audit")
    @options("code")
    async def audit(self, interaction: Interaction, code: str | None = None) -> None:
        await attend(interaction, partial(modaudit.show_audit, code=code))


async def setup(bot: ScrapyardBot) -> None:
    bot.add_dynamic_items(*ITEMS)
    group = ModGroup()
    for command in (group.export, group.audit):
        command.autocomplete("code")(modchoices.all_codes)
    bot.tree.add_command(group)
