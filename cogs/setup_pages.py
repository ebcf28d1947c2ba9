"""The pages of /setup: what a server's owner chooses, and the check at the end. Composed from what is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord.ui import ActionRow, Button, ChannelSelect, Container, LayoutView, RoleSelect, Select, TextDisplay

from cogs.checkup import SIGNS, Use, channel_lacks, findings
from cogs.composed import Composed
from cogs.limits import OPTION_TEXT, OPTIONS, PLACEHOLDER, TEXT, clip, fit_lines
from cogs.permits import permission_names
from cogs.press import Address
from cogs.settings import pace_choices, pace_name, pace_of, pace_value
from locales import LANGUAGES, Words
from tables.community import GuildSettings

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

SERVERS: Final = "setup"
"""In place of a table's code: these presses belong to no table."""
PAGES: Final = ("channel", "role", "language", "pace", "limits", "check")
CHECK: Final = PAGES.index("check")
GO: Final = "su-go"
SET: Final = "su-set"
HOURS: Final = "su-hours"
DM: Final = "su-dm"
NONE: Final = "none"
"""The value of a list that takes the choice back."""
CHANNELS: Final[Mapping[str, Use]] = {"play_channel": "play", "notice_channel": "notice", "seek_channel": "seek"}
LIMITS: Final[Mapping[str, tuple[int, ...]]] = {
    "tables_per_channel": (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100),
    "tables_per_person": (1, 2, 3, 4, 5, 6, 8, 10),
}

Items = list[discord.ui.Item[Any]]


async def compose_page(
    bot: ScrapyardBot, words: Words, guild: discord.Guild, settings: GuildSettings, number: int, here: int
) -> Composed:
    """The page of this number. ``here``: the channel that the check looks at where tables may be opened anywhere."""
    page = PAGES[number]
    items: Items = [TextDisplay(words(f"setup.{page}.title", n=number + 1, of=len(PAGES)))]
    match page:
        case "channel":
            items += _channels(words, guild, settings)
        case "role":
            items += _role(words, guild, settings)
        case "language":
            items += _language(words, settings)
        case "pace":
            items += _pace(words, settings)
        case "limits":
            items += _limits(words, settings)
        case _:
            room = TEXT - 600
            found = await findings(bot, words, guild, settings, here)
            lines = [line for heading, entries in found for line in ("", heading, *(entry.line for entry in entries))]
            items.append(TextDisplay("\n".join(fit_lines(lines, room, words("setup.more"))).strip()))
            items.append(TextDisplay(f"-# {words('setup.check.dm')}"))
    items.append(_buttons(words, number))
    view = LayoutView(timeout=None)
    view.add_item(Container(*items))
    return Composed(view)


def _buttons(words: Words, number: int) -> ActionRow[Any]:
    row: ActionRow[Any] = ActionRow()
    if number > 0:
        row.add_item(_go(words("setup.back"), number, number - 1, "◀️"))
    if number < CHECK:
        row.add_item(_go(words("setup.next"), number, number + 1, "▶️", discord.ButtonStyle.primary))
        if number + 1 < CHECK:
            row.add_item(_go(words("setup.to_check"), number, CHECK, "🩺"))
    else:
        row.add_item(_go(words("setup.again"), number, number, "🔄", discord.ButtonStyle.primary))
        row.add_item(Button(label=words("setup.dm"), emoji="✉️", custom_id=Address(SERVERS, number, DM).custom_id))
    return row


def _go(
    name: str, here: int, there: int, emoji: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Button[Any]:
    return Button(label=name, emoji=emoji, style=style, custom_id=Address(SERVERS, here, GO, str(there)).custom_id)


# ---- the pages


def _channels(words: Words, guild: discord.Guild, settings: GuildSettings) -> Items:
    items: Items = []
    for field, use in CHANNELS.items():
        chosen: int | None = getattr(settings, field)
        trouble = _trouble(words, guild, chosen, use)
        items.append(TextDisplay("\n".join([words(f"setup.{field}.hint"), *([trouble] if trouble else [])])))
        there = None if chosen is None else guild.get_channel(chosen)
        kind = discord.SelectDefaultValueType.channel
        preset = [] if there is None else [discord.SelectDefaultValue(id=there.id, type=kind)]
        items.append(
            ActionRow(
                ChannelSelect(
                    custom_id=Address(SERVERS, 0, SET, field).custom_id,
                    channel_types=[discord.ChannelType.text],
                    placeholder=clip(words(f"setup.{field}"), PLACEHOLDER),
                    min_values=0,
                    default_values=preset,  # Discord takes no channel that is gone
                )
            )
        )
    return items


def _trouble(words: Words, guild: discord.Guild, channel_id: int | None, use: Use) -> str:
    """What is wrong with a chosen channel, in one line."""
    if channel_id is None:
        return ""
    names = channel_lacks(guild, channel_id, use)
    if names is None:
        return f"{SIGNS['bad']} {words(f'setup.gone.{use}')}"
    return f"{SIGNS['warn']} {words('setup.lacks', permissions=permission_names(words, names))}" if names else ""


def _role(words: Words, guild: discord.Guild, settings: GuildSettings) -> Items:
    chosen = settings.moderator_role
    there = None if chosen is None else guild.get_role(chosen)
    lines = [words("setup.moderator_role.hint")]
    if chosen is not None and there is None:
        lines.append(f"{SIGNS['bad']} {words('setup.gone.role')}")
    kind = discord.SelectDefaultValueType.role
    preset = [] if there is None else [discord.SelectDefaultValue(id=there.id, type=kind)]
    select: RoleSelect[Any] = RoleSelect(
        custom_id=Address(SERVERS, 1, SET, "moderator_role").custom_id,
        placeholder=clip(words("setup.moderator_role"), PLACEHOLDER),
        min_values=0,
        default_values=preset,
    )
    return [TextDisplay("\n".join(lines)), ActionRow(select)]


def _language(words: Words, settings: GuildSettings) -> Items:
    labels = {NONE: words("setup.language.none"), **{known: words(f"lobby.language.{known}") for known in LANGUAGES}}
    return [
        TextDisplay(words("setup.language.hint")),
        _list(words, PAGES.index("language"), "language", labels, settings.language or NONE),
    ]


def _pace(words: Words, settings: GuildSettings) -> Items:
    labels = {value: pace_name(words, *pace_of(value)) for value in pace_choices(settings.hours)}
    number = PAGES.index("pace")
    other: Button[Any] = Button(
        label=words("setup.pace.other"), emoji="⌨️", custom_id=Address(SERVERS, number, HOURS).custom_id
    )
    return [
        TextDisplay(words("setup.pace.hint")),
        _list(words, number, "pace", labels, pace_value(settings.pace, settings.hours)),
        ActionRow(other),
    ]


def _limits(words: Words, settings: GuildSettings) -> Items:
    items: Items = []
    for field, numbers in LIMITS.items():
        chosen: int | None = getattr(settings, field)
        offered: list[int] = sorted({*numbers, *([chosen] if chosen is not None else [])})
        labels = {NONE: words("setup.limits.none"), **{str(n): words.count("setup.limits.at", n) for n in offered}}
        items.append(TextDisplay(words(f"setup.{field}.hint")))
        items.append(_list(words, PAGES.index("limits"), field, labels, NONE if chosen is None else str(chosen)))
    return items


def _list(words: Words, page: int, field: str, labels: Mapping[str, str], chosen: str) -> ActionRow[Any]:
    name = words(f"setup.{field}")
    options: Sequence[discord.SelectOption] = [
        discord.SelectOption(
            label=clip(words("setup.choice", name=name, value=label), OPTION_TEXT),
            value=value,
            default=value == chosen,
        )
        for value, label in labels.items()
    ]
    select: Select[Any] = Select(
        custom_id=Address(SERVERS, page, SET, field).custom_id,
        placeholder=clip(name, PLACEHOLDER),
        options=list(options[:OPTIONS]),
    )
    return ActionRow(select)
