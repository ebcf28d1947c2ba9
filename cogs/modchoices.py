"""What a moderator may choose from while typing: codes, seats and steps. Others are offered nothing."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from cogs.limits import CHOICE_NAME, COMMAND_CHOICES, clip
from cogs.moderators import is_moderator
from cogs.posts.together import Reach, reaches
from cogs.press import Interaction, suggest
from cogs.tabling import in_one_line, marked
from cogs.words import plain_names, words_for
from locales import Words
from tables.community import UndoPoint
from tables.model import Refused, TableInfo

Choices = list[app_commands.Choice[str]]
Numbers = list[app_commands.Choice[int]]


async def open_codes(interaction: Interaction, current: str) -> Choices:
    """The server's open tables, those waiting longest first."""
    return await _codes(interaction, current, ended=False)


async def all_codes(interaction: Interaction, current: str) -> Choices:
    """Open tables first, then the last ones that ended."""
    return await _codes(interaction, current, ended=True)


async def _codes(interaction: Interaction, current: str, *, ended: bool) -> Choices:
    async def find() -> Choices:
        guild_id = interaction.guild_id
        if guild_id is None or not await is_moderator(interaction):
            return []
        doors, part = interaction.client.tables, current.strip()
        tables = await doors.tables_in(guild_id, part=part, limit=COMMAND_CHOICES)
        if ended and len(tables) < COMMAND_CHOICES:
            tables += await doors.tables_in(guild_id, "ended", part=part, limit=COMMAND_CHOICES - len(tables))
        words = words_for(interaction)
        return [
            app_commands.Choice(name=clip(in_one_line(table, words), CHOICE_NAME), value=table.code) for table in tables
        ]

    return await suggest(interaction, find)


async def _table(interaction: Interaction) -> TableInfo | None:
    """The table that was chosen before, if it is one of this server and the presser moderates it."""
    code: Any = getattr(interaction.namespace, "code", None)
    if not isinstance(code, str) or not code.strip() or not await is_moderator(interaction):
        return None
    try:
        table = await interaction.client.tables.find(code)
    except Refused:
        return None  # still being typed, or wrong: nothing to offer, and no fault of ours
    return table if table.guild_id == interaction.guild_id else None


async def seats(interaction: Interaction, current: str) -> Numbers:
    """The table's seats by number and name, numbered from 1 as people count."""

    async def find() -> Numbers:
        table = await _table(interaction)
        if table is None:
            return []
        words = words_for(interaction)
        names = plain_names(words, table)
        found = [(seat.seat + 1, words("mod.seat", n=seat.seat + 1, name=names[seat.seat])) for seat in table.seats]
        typed = current.strip().lower()
        return [
            app_commands.Choice(name=clip(name, CHOICE_NAME), value=number)
            for number, name in found
            if typed in name.lower()
        ][:COMMAND_CHOICES]

    return await suggest(interaction, find)


async def steps(interaction: Interaction, current: str) -> Numbers:
    """Where the table could go back to, latest first."""

    async def find() -> Numbers:
        table = await _table(interaction)
        if table is None:
            return []
        words, typed = words_for(interaction), current.strip().lower()
        bot = interaction.client
        points = await bot.tables.undo_points(table.code, limit=COMMAND_CHOICES)
        far = await reaches(bot, table, words, points, marked(table, plain_names(words, table)))
        named = [(point.turn, step_name(words, point, far.get(point.turn))) for point in points]
        return [
            app_commands.Choice(name=clip(name, CHOICE_NAME), value=turn)
            for turn, name in named
            if typed in name.lower()
        ]

    return await suggest(interaction, find)


def step_name(words: Words, point: UndoPoint, reach: Reach | None) -> str:
    """A step to go back to: before what that was, and how much would be taken back."""
    if reach is None:
        return words("mod.step.plain", window=point.window)
    return words("mod.step", title=reach.title, steps=words.count("life.steps", reach.steps))
