"""The lobby message, its warning, and the host's options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import discord
from discord.ui import ActionRow, Button, LayoutView, Select, Separator

from cogs.composed import Composed
from cogs.games import manner
from cogs.limits import LABEL, OPTION_TEXT, OPTIONS, PLACEHOLDER, clip
from cogs.posts.parts import QUIET, accent, box, mark, moment, row, table_url, text, winners
from cogs.press import Address
from cogs.settings import (
    changed_lines,
    hindrance,
    offered,
    option_values,
    options_of,
    pace_choices,
    pace_name,
    pace_of,
    pace_value,
)
from cogs.words import joined, refusal, safe_names, table_words
from engines import GAMES
from locales import LANGUAGES, Words
from tables.model import AWAY_BUDGETS, Post, TableInfo
from tables.sheet import LIVE

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

BUTTONS: Final = (
    (
        ("join", discord.ButtonStyle.success),
        ("leave", discord.ButtonStyle.secondary),
        ("add_bot", discord.ButtonStyle.secondary),
        ("remove_bot", discord.ButtonStyle.secondary),
    ),
    (
        ("options", discord.ButtonStyle.secondary),
        ("start", discord.ButtonStyle.primary),
        ("cancel", discord.ButtonStyle.danger),
    ),
)
"""The buttons by row. ``lobby.button.<what>`` names each."""


async def compose_lobby(bot: ScrapyardBot, post: Post) -> Composed | None:
    """The lobby message; none for a lobby that was closed before anybody could see it."""
    table = await bot.tables.find(post.table)
    return None if post.message_id is None and table.status in ("cancelled", "expired") else lobby(table)


def lobby(table: TableInfo) -> Composed:
    """The lobby as it stands; how it ended, without buttons, once it is closed."""
    words = table_words(table)
    head = text(
        words("lobby.title", game=words(f"{table.game}.title"), tagline=words(f"{table.game}.tagline")), limit=400
    )
    proof = text(words("lobby.proof", hash=table.seed_hash), limit=500)
    if table.status != "lobby":
        ended = text(*_seat_lines(words, table), "", _ending(words, table), limit=1500)
        colour = accent(table.game) if table.status == "running" else QUIET
        return Composed(box(colour, head, ended, proof))
    foot = words("lobby.foot", code=table.code, when=moment(table.deadline, "R")) if table.deadline else ""
    return Composed(
        box(
            accent(table.game),
            head,
            text(*_seat_lines(words, table), limit=900),
            Separator(),
            text(words("lobby.settings"), *_setting_lines(words, table), limit=900),
            Separator(),
            proof,
            text(foot, limit=300),
            text(_need(words, table), limit=500),
            *_buttons(words, table),
        )
    )


def _seat_lines(words: Words, table: TableInfo) -> list[str]:
    most = GAMES[table.game].seats.stop - 1
    names = safe_names(words, table)
    lines = [words("lobby.seats", taken=len(table.seats), most=most)]
    for seat in table.seats:
        key = "lobby.seat.bot" if seat.kind == "bot" else "lobby.seat"
        if seat.kind == "person" and seat.user_id == table.host_id:
            key = "lobby.seat.host"
        lines.append(words(key, mark=mark(table, seat.seat), name=names[seat.seat]))
    if table.status == "lobby":
        lines += [words("lobby.seat.open")] * (most - len(table.seats))
    return lines


def _need(words: Words, table: TableInfo) -> str:
    """Whether it can start, against whom it would where one person is alone, and else why not."""
    missing = GAMES[table.game].seats.start - len(table.seats)
    if missing > 0:
        return words("lobby.needs", n=missing)
    why_not = hindrance(table)
    if why_not is not None:
        return words("lobby.cannot", why=refusal(words, why_not, table.game, safe_names(words, table)))
    return _alone(words, table) or words("lobby.enough", host=host_name(words, table))


def _alone(words: Words, table: TableInfo) -> str:
    return manner(table.game).alone(words, options_of(table)) if len(table.seats) == 1 else ""


def host_name(words: Words, table: TableInfo) -> str:
    """The host's name, safe for a message."""
    seat = table.seat_of(table.host_id)
    return safe_names(words, table)[seat.seat] if seat is not None else "?"


def _setting_lines(words: Words, table: TableInfo) -> list[str]:
    """What differs from the preset and matters; pace and language always."""
    return [
        *changed_lines(table, words, "lobby.setting"),
        words("lobby.setting", name=words("lobby.pace"), value=pace_name(words, table.pace, table.hours)),
        _away_line(words, table),
        words("lobby.setting", name=words("lobby.language"), value=words(f"lobby.language.{table.language}")),
        words("lobby.settings.rest"),
    ]


def _away_line(words: Words, table: TableInfo) -> str:
    """How long each player may be away; nobody may at a live table."""
    if table.pace == LIVE:
        return ""
    return words("lobby.setting", name=words("lobby.away"), value=away_name(words, table.away_budget))


def away_name(words: Words, days: int) -> str:
    """A budget of away days in words."""
    return words.count("lobby.away.days", days) if days else words("lobby.away.none")


def _ending(words: Words, table: TableInfo) -> str:
    if table.status == "running":
        place = f"<#{table.thread_id}>" if table.thread_id is not None else f"**{table.code}**"
        return words("lobby.running", place=place)
    if table.status == "over":
        names = winners(words, table)
        return words("lobby.over", winners=joined(words, names)) if names else words("lobby.over.plain")
    why = f"life.ended.{table.ended_why}"  # once it had begun
    return words(why if table.salt is not None and words.has(why) else f"lobby.{table.status}")


def _buttons(words: Words, table: TableInfo) -> list[ActionRow[Any]]:
    has_bot = any(seat.kind == "bot" for seat in table.seats)
    alone = hindrance(table) is None and _alone(words, table) != ""
    return [
        row(
            *(
                Button(
                    label=clip(words(_button_key(what, alone)), LABEL),
                    style=style,
                    custom_id=Address(table.code, 0, what).custom_id,
                )
                for what, style in line
                if what != "remove_bot" or has_bot
            )
        )
        for line in BUTTONS
    ]


def _button_key(what: str, alone: bool) -> str:
    return "lobby.button.start.alone" if what == "start" and alone else f"lobby.button.{what}"


async def compose_warning(bot: ScrapyardBot, post: Post) -> Composed | None:
    """Tell the host that the lobby is about to close."""
    table = await bot.tables.find(post.table)
    if table.status != "lobby" or table.deadline is None:
        return None
    words = table_words(table)
    line = words(
        "post.lobby_warning",
        who=f"<@{table.host_id}>",
        game=words(f"{table.game}.title"),
        code=table.code,
        when=moment(table.deadline, "R"),
        url=table_url(table),
    )
    return Composed(box(accent(table.game), text(line)), mentions=(table.host_id,))


def options_panel(words: Words, table: TableInfo) -> Composed:
    """The host's settings: a list for each option that has an effect now, one for the pace, one for the language.

    Each list shows its name with its choice, so that ten of them stay short on a phone.
    """
    game = table.game
    values, options = option_values(game), options_of(table)
    items: list[Any] = [text(words("lobby.options.title", code=table.code), limit=600)]
    for name in offered(table):
        labels = {value: words(f"{game}.option.{name}.{value}") for value in values[name]}
        setting = words(f"{game}.option.{name}")
        items.append(_setting(words, table, f"option:{name}", setting, labels, getattr(options, name)))
    languages = {language: words(f"lobby.language.{language}") for language in LANGUAGES}
    items.append(_setting(words, table, "language", words("lobby.language"), languages, table.language))
    paces = {value: pace_name(words, *pace_of(value)) for value in pace_choices(table.hours)}
    items.append(_setting(words, table, "pace", words("lobby.pace"), paces, pace_value(table.pace, table.hours)))
    items.append(text(f"-# {words('lobby.pace.hint')}"))
    if table.pace != LIVE:
        budgets = {str(days): away_name(words, days) for days in AWAY_BUDGETS}
        items.append(_setting(words, table, "away_budget", words("lobby.away"), budgets, str(table.away_budget)))
        items.append(text(f"-# {words('lobby.away.hint')}"))
    return Composed(box(accent(game), *items))


def _setting(
    words: Words, table: TableInfo, what: str, name: str, labels: dict[Any, str], chosen: str
) -> discord.ui.Item[Any]:
    options = [
        discord.SelectOption(
            label=clip(words("lobby.options.choice", name=name, value=label), OPTION_TEXT),
            value=value,
            default=value == chosen,
        )
        for value, label in labels.items()
    ]
    select: Select[Any] = Select(
        custom_id=f"s1:{table.code}:0:{what}", placeholder=clip(name, PLACEHOLDER), options=options[:OPTIONS]
    )
    return row(select)


def closed_panel(words: Words, table: TableInfo) -> Composed:
    """What takes the place of the settings once the lobby is closed."""
    view: LayoutView = box(QUIET, text(words("lobby.options.closed")))
    return Composed(view)
