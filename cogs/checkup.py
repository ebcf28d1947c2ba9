"""The check of a server: every permission and limit that matters, what breaks without it, and how to mend it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import discord

from cogs.faults import UNSENT
from cogs.permits import permission_names
from locales import Words
from tables.community import GuildSettings
from tables.model import TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

Use = Literal["play", "notice", "seek"]
"""What a channel is for: tables are opened and played there, moderators are told, substitutes are looked for."""
Grade = Literal["good", "hint", "warn", "bad"]
SIGNS: Final[Mapping[Grade, str]] = {"good": "✅", "hint": "💡", "warn": "⚠️", "bad": "❌"}

NEEDS: Final[Mapping[Use, Mapping[str, Grade]]] = {
    "play": {
        "view_channel": "bad",
        "send_messages": "bad",
        "attach_files": "bad",
        "send_messages_in_threads": "bad",
        "create_public_threads": "warn",
        "read_message_history": "warn",
        "create_private_threads": "warn",
        "manage_threads": "hint",
    },
    "notice": {"view_channel": "bad", "send_messages": "bad", "read_message_history": "warn"},
    "seek": {"view_channel": "bad", "send_messages": "bad", "read_message_history": "warn"},
}
"""The permissions that matter for each use, and how much. ``setup.breaks.<use>.<permission>`` says what breaks."""

MOST_THREADS: Final = 1000
"""Active threads that Discord allows on one server."""
WARN_THREADS: Final = 900
COUNTED: Final = 200
"""Open tables of a server that are counted at most."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    grade: Grade
    text: str

    @property
    def line(self) -> str:
        return f"{SIGNS[self.grade]} {self.text}"


def lacking(permissions: discord.Permissions, use: Use) -> list[str]:
    """The permissions that are missing for this use, the gravest first.

    Of a channel that cannot be seen nothing else can be told: Discord counts all the rest as missing.
    """
    if not permissions.view_channel:
        return ["view_channel"]
    return [name for name in NEEDS[use] if not getattr(permissions, name)]


def channel_lacks(guild: discord.Guild, channel_id: int, use: Use) -> list[str] | None:
    """What the bot lacks in that channel. ``None``: there is no such channel any more."""
    channel = guild.get_channel(channel_id)
    return None if channel is None else lacking(channel.permissions_for(guild.me), use)


def channel_findings(words: Words, guild: discord.Guild, channel_id: int, use: Use) -> list[Finding]:
    """Each permission that is missing there with what breaks without it, and below how to mend them all."""
    names = channel_lacks(guild, channel_id, use)
    if names is None:
        return [Finding("bad", words(f"setup.gone.{use}"))]
    findings = [_missing(words, use, name) for name in names]
    if not findings:
        return [Finding("good", words("setup.all_there"))]
    return [*findings, Finding("hint", words("setup.mend", permissions=permission_names(words, names)))]


def _missing(words: Words, use: Use, name: str) -> Finding:
    told = words("setup.missing", permission=words(f"permission.{name}"), breaks=words(f"setup.breaks.{use}.{name}"))
    return Finding(NEEDS[use][name], told)


def people_findings(words: Words, guild: discord.Guild, channel_id: int) -> list[Finding]:
    """Whether people can give commands there, as far as everybody's permissions tell."""
    channel = guild.get_channel(channel_id)
    if channel is None:
        return []
    everybody = channel.permissions_for(guild.default_role)
    if everybody.view_channel and not everybody.use_application_commands:
        name = words("permission.use_application_commands")
        return [Finding("warn", words("setup.people", permission=name))]
    return []


def role_finding(words: Words, guild: discord.Guild, settings: GuildSettings) -> Finding:
    if settings.moderator_role is None:
        return Finding("hint", words("setup.check.no_role"))
    if guild.get_role(settings.moderator_role) is None:
        return Finding("bad", words("setup.gone.role"))
    return Finding("good", words("setup.check.role", role=f"<@&{settings.moderator_role}>"))


async def thread_finding(words: Words, guild: discord.Guild) -> Finding:
    """How much of the server's budget of active threads is used, as far as the bot can see them."""
    try:
        active = len(await guild.active_threads())
    except UNSENT:
        return Finding("warn", words("setup.threads.unknown"))
    if active >= WARN_THREADS:
        return Finding("bad" if active >= MOST_THREADS else "warn", words("setup.threads.many", n=active))
    return Finding("good", words("setup.threads", n=active))


async def command_finding(bot: ScrapyardBot, words: Words) -> Finding:
    """Whether Discord knows all of the bot's commands."""
    try:
        known = {command.name for command in await bot.tree.fetch_commands()}
    except UNSENT:
        return Finding("warn", words("setup.commands.unknown"))
    missing = sorted({command.name for command in bot.tree.get_commands()} - known)
    if missing:
        return Finding("warn", words("setup.commands.missing", commands=", ".join(f"`/{name}`" for name in missing)))
    return Finding("good", words("setup.commands"))


def table_finding(words: Words, settings: GuildSettings, tables: Sequence[TableInfo], channel_id: int) -> Finding:
    """How many tables are open on the server, and where tables are opened, against the limit there."""
    here, limit = sum(table.channel_id == channel_id for table in tables), settings.tables_per_channel
    if limit is not None and here >= limit:
        return Finding("warn", words("setup.tables.full", n=here, limit=limit))
    return Finding("good", words.count("setup.tables", len(tables), here=here))


def elsewhere(words: Words, guild: discord.Guild, tables: Sequence[TableInfo], known: int) -> list[Finding]:
    """Other channels where open tables play, as far as something that matters is missing there."""
    found: list[Finding] = []
    for channel_id in sorted({home for table in tables if (home := _channel_of(guild, table)) not in (known, None)}):
        names = [name for name in channel_lacks(guild, channel_id, "play") or [] if NEEDS["play"][name] != "hint"]
        if names:
            told = words("setup.elsewhere", channel=f"<#{channel_id}>", permissions=permission_names(words, names))
            found.append(Finding(NEEDS["play"][names[0]], told))
    return found


def _channel_of(guild: discord.Guild, table: TableInfo) -> int | None:
    """The channel where the table plays, also when its lobby was opened in a thread."""
    channel = guild.get_channel_or_thread(table.channel_id)
    if isinstance(channel, discord.Thread):
        return channel.parent_id
    return None if channel is None else channel.id


async def findings(
    bot: ScrapyardBot, words: Words, guild: discord.Guild, settings: GuildSettings, here: int
) -> list[tuple[str, list[Finding]]]:
    """Everything that was looked at, under its headings. ``here``: the channel looked at where any will do."""
    play = settings.play_channel or here
    tables = await bot.tables.running_in(settings.guild_id, COUNTED)
    heading = "setup.check.play" if settings.play_channel is not None else "setup.check.here"
    found = [
        (
            words(heading, channel=f"<#{play}>"),
            [*channel_findings(words, guild, play, "play"), *people_findings(words, guild, play)],
        )
    ]
    uses: tuple[tuple[Use, int | None], ...] = (("notice", settings.notice_channel), ("seek", settings.seek_channel))
    for use, channel_id in uses:
        if channel_id is None:
            found.append((words(f"setup.check.no_{use}"), []))
        else:
            heading = words(f"setup.check.{use}", channel=f"<#{channel_id}>")
            found.append((heading, channel_findings(words, guild, channel_id, use)))
    server = [
        role_finding(words, guild, settings),
        await thread_finding(words, guild),
        table_finding(words, settings, tables, play),
        await command_finding(bot, words),
    ]
    found.append((words("setup.check.server"), server))
    others = elsewhere(words, guild, tables, play)
    return [*found, (words("setup.check.others"), others)] if others else found
