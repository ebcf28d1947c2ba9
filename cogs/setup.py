"""/setup: what a server's owner chooses, page by page, and at any time the check of everything that matters.

Whoever may manage the server may press; that is looked at again at each press, for the message may be old.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from cogs.faults import UNSENT
from cogs.limits import INPUT_LABEL, MODAL_TITLE, OPTION_TEXT, clip
from cogs.press import Address, Interaction, Moment, PressForm, PressItem, attend
from cogs.settings import pace_of
from cogs.setup_pages import CHANNELS, CHECK, DM, GO, HOURS, LIMITS, NONE, PAGES, SERVERS, SET, compose_page
from cogs.words import label
from locales import LANGUAGES, Words
from tables.model import LONGEST_PACE

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

PAGE_CHOICES: Final = [
    app_commands.Choice(name=label(f"command.setup.page.{page}"), value=page) for page in reversed(PAGES)
]
"""The check comes first: it is what is wanted again."""


async def steward(moment: Moment) -> discord.Guild | None:
    """The server, if the presser may manage it now. Else ``None``; the person has been told."""
    guild, allowed = moment.interaction.guild, moment.interaction.permissions
    if guild is not None and (allowed.manage_guild or allowed.administrator):
        return guild
    await moment.say(moment.words("setup.not_allowed"))
    return None


async def show_page(moment: Moment, number: int) -> None:
    """This page, in place of the pressed message or as an answer to the command."""
    guild = await steward(moment)
    if guild is not None:
        await _show(moment, guild, number)


async def _show(moment: Moment, guild: discord.Guild, number: int) -> None:
    settings = await moment.bot.tables.guild(guild.id)
    here = moment.interaction.channel
    if isinstance(here, discord.Thread) and here.parent_id is not None:
        channel_id = here.parent_id
    else:
        channel_id = moment.interaction.channel_id or 0
    await moment.show(await compose_page(moment.bot, moment.words, guild, settings, number, channel_id))


class Turn(PressItem, what=GO):
    """Turn to another page, or look again."""

    async def act(self, moment: Moment) -> None:
        number = int(self.address.arg) if self.address.arg.isdecimal() else 0
        await show_page(moment, min(number, CHECK))


class Choose(PressItem, what=SET):
    """Choose a value. An empty list of channels or roles takes the choice back."""

    async def act(self, moment: Moment) -> None:
        guild = await steward(moment)
        if guild is None:
            return
        chosen = self.values[0] if self.values else NONE
        changes = _changes(guild, self.address.arg, chosen)
        if changes is None:
            await moment.say(moment.words("setup.no_choice"))
            return
        await moment.bot.tables.keep_guild(moment.press, guild.id, **changes)
        await _show(moment, guild, min(self.address.window, CHECK))


def _changes(guild: discord.Guild, field: str, chosen: str) -> dict[str, Any] | None:
    """What is to change; ``None`` for what cannot be chosen (any more)."""
    if field == "pace":
        return _pace(chosen)
    if field not in (*CHANNELS, *LIMITS, "moderator_role", "language"):
        return None
    if chosen == NONE:
        return {field: None}
    if field == "language":
        return {field: chosen} if chosen in LANGUAGES else None
    number = int(chosen) if chosen.isdecimal() else 0
    there = field in LIMITS
    if field == "moderator_role":
        # The role of everybody would make everybody a moderator.
        there = guild.get_role(number) is not None and number != guild.default_role.id
    elif field in CHANNELS:
        there = isinstance(guild.get_channel(number), discord.TextChannel)
    return {field: number} if there else None


def _pace(chosen: str) -> dict[str, Any] | None:
    try:
        pace, hours = pace_of(chosen)
    except ValueError:
        return None
    return {"pace": pace, "hours": hours}


class TypeHours(PressItem, what=HOURS):
    """Open the form for a number of hours that the list does not offer."""

    def form(self, words: Words) -> discord.ui.Modal | None:
        address = Address(SERVERS, self.address.window, HOURS)
        title = clip(words("setup.hours.title"), MODAL_TITLE)
        modal = discord.ui.Modal(title=title, custom_id=address.custom_id, timeout=None)
        field = discord.ui.TextInput[Any](custom_id="hours", max_length=3, required=True, placeholder="30")
        name = clip(words("setup.hours.label"), INPUT_LABEL)
        hint = clip(words("setup.hours.hint", most=LONGEST_PACE), OPTION_TEXT)
        modal.add_item(discord.ui.Label(text=name, description=hint, component=field))
        return modal


class TypedHours(PressForm):
    """A number of hours that was typed."""

    what = HOURS

    async def act(self, moment: Moment) -> None:
        guild = await steward(moment)
        if guild is None:
            return
        typed = self.fields.get("hours", "").strip()
        if not (typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= LONGEST_PACE):
            await moment.say(moment.words("setup.hours.wrong", most=LONGEST_PACE))
            return
        await moment.bot.tables.keep_guild(moment.press, guild.id, pace="hours", hours=int(typed))
        await _show(moment, guild, min(self.address.window, CHECK))


class TestDm(PressItem, what=DM):
    """Write to the presser in private, to see whether that gets through."""

    async def act(self, moment: Moment) -> None:
        guild = await steward(moment)
        if guild is None:
            return
        try:
            place = await moment.bot.create_dm(discord.Object(id=moment.press.user_id))
            await place.send(moment.words("setup.dm.hello"))
        except discord.Forbidden:
            await moment.say(moment.words("setup.dm.closed"))
        except UNSENT:
            await moment.say(moment.words("setup.dm.unknown"))
        else:
            await moment.say(moment.words("setup.dm.open"))


ITEMS: tuple[type[PressItem], ...] = (Turn, Choose, TypeHours, TestDm)
FORMS: tuple[type[PressForm], ...] = (TypedHours,)


@app_commands.command(name=label("command.setup.name"), description=label("command.setup.description"))
@app_commands.rename(page=label("command.setup.page.name"))
@app_commands.describe(page=label("command.setup.page.description"))
@app_commands.choices(page=PAGE_CHOICES)
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
async def walk(interaction: Interaction, page: str = PAGES[0]) -> None:
    """Begin at the first page, or at the one that was chosen."""
    await attend(interaction, partial(show_page, number=PAGES.index(page) if page in PAGES else 0))


async def setup(bot: ScrapyardBot) -> None:
    bot.add_dynamic_items(*ITEMS)
    bot.forms.extend(FORMS)
    bot.tree.add_command(walk)
