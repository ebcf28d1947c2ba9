"""All tables of a server for its moderators: what each waits for and since when. Never more than anybody knows."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, get_args

import discord

from cogs.composed import Composed
from cogs.limits import OPTION_TEXT, TEXT, clip, fit_lines
from cogs.moderators import check
from cogs.press import Address, Moment, PressItem
from cogs.tabling import table_url, winners
from cogs.words import joined, safe_names
from engines import GAMES
from locales import Words
from tables.doors.moderators import Filter
from tables.model import TableInfo
from tables.sheet import AWAY

PAGE: Final = 8
"""Tables of a page."""
FILTERS: Final[tuple[Filter, ...]] = get_args(Filter)
ALL: Final = "mods"


async def show_tables(moment: Moment, only: str | None, game: str | None) -> None:
    await moment.tell(await page(moment, _filter(only), game if game in GAMES else None, 0))


def _filter(text: str | None) -> Filter:
    found: Filter = "open"
    for known in FILTERS:
        if known == text:
            found = known
    return found


async def page(moment: Moment, only: Filter, game: str | None, number: int) -> Composed:
    """One page of the tables that the filter lets through, those waiting longest first."""
    guild_id, tables, words = await check(moment), moment.bot.tables, moment.words
    found = await tables.tables_in(guild_id, only, game=game)
    pages = max(-(-len(found) // PAGE), 1)
    number = min(max(number, 0), pages - 1)
    shown = found[number * PAGE : (number + 1) * PAGE]
    since = await tables.opened_at(shown)
    heading = words("mod.tables.title", filter=words(f"mod.tables.filter.{only}"), n=len(found))
    if game is not None:
        heading = words("mod.tables.game", heading=heading, game=words(f"{game}.title"))
    lines = [entry(words, table, since[table.code]) for table in shown] or [words("mod.tables.none")]
    view = discord.ui.LayoutView(timeout=None)
    whole = "\n".join(fit_lines(lines, TEXT - len(heading) - 200, words("mod.audit.more")))
    place = words("mod.tables.page", page=number + 1, pages=pages) if pages > 1 else ""
    view.add_item(discord.ui.TextDisplay("\n".join(part for part in (heading, whole, place) if part)))
    view.add_item(discord.ui.ActionRow[Any](_choice(words, only, game)))
    if pages > 1:
        row = discord.ui.ActionRow[Any](
            _turn(words("mod.tables.before"), only, game, number - 1, "b", disabled=number == 0),
            _turn(words("mod.tables.after"), only, game, number + 1, "a", disabled=number == pages - 1),
        )
        view.add_item(row)
    return Composed(view)


def entry(words: Words, table: TableInfo, since: datetime) -> str:
    """One table: its name, and below it what it waits for."""
    title = words("mod.tables.entry", code=table.code, game=words(f"{table.game}.title"), url=table_url(table))
    state = _state(words, table, discord.utils.format_dt(since, "R"))
    return "\n".join(line for line in (title, f"-# {state}", _missing(words, table)) if line)


def _state(words: Words, table: TableInfo, since: str) -> str:
    """Where the table stands. In a hidden window only a number, as everywhere."""
    until = discord.utils.format_dt(table.deadline, "R") if table.deadline is not None else words("mod.tables.never")
    if table.status == "lobby":
        return words("mod.tables.lobby", seats=len(table.seats), since=since, until=until)
    if table.status != "running":
        names = winners(words, table)
        if names:
            return words("mod.tables.won", who=joined(words, names))
        return words(f"tablecmd.state.{table.status}")
    if table.paused_at is not None:
        return words("mod.tables.paused", since=since, why=words(f"mod.paused.{table.paused_why}"))
    if table.hidden:
        return words("mod.tables.ready", ready=table.ready, asked=len(table.asked), since=since, until=until)
    names = safe_names(words, table)
    waited = [seat for seat in table.asked if seat not in table.answered and table.seats[seat].kind == "person"]
    who = joined(words, [names[seat] for seat in waited]) if waited else words("mod.tables.nobody")
    return words("mod.tables.waits", who=who, since=since, until=until)


def _missing(words: Words, table: TableInfo) -> str:
    """Who is away or gone, as everybody at the table was told."""
    if table.status != "running":
        return ""
    names = safe_names(words, table)
    gone = [
        names[seat.seat]
        for seat in table.seats
        if seat.kind == "person"
        and not (seat.out or seat.beaten)
        and (seat.gone or seat.missed >= AWAY or seat.seat in table.away_until)
    ]
    return words("mod.tables.away", who=joined(words, gone)) if gone else ""


def _choice(words: Words, only: Filter, game: str | None) -> PressItem:
    options = [
        discord.SelectOption(
            label=clip(words(f"mod.tables.filter.{known}"), OPTION_TEXT), value=known, default=known == only
        )
        for known in FILTERS
    ]
    return Sift(discord.ui.Select[Any](options=options), Address(ALL, 0, "modsift", game or "all"))


def _turn(label: str, only: Filter, game: str | None, number: int, kind: str, *, disabled: bool) -> PressItem:
    button = discord.ui.Button[Any](label=label, disabled=disabled)
    return TurnTables(button, Address(ALL, max(number, 0), "modpage", f"{kind}-{only}-{game or 'all'}"))


class Sift(PressItem, what="modsift"):
    """Choose which tables are listed."""

    async def act(self, moment: Moment) -> None:
        game = self.address.arg if self.address.arg in GAMES else None
        await moment.show(await page(moment, _filter("".join(self.values)), game, 0))


class TurnTables(PressItem, what="modpage"):
    """Turn to another page; its number stands where others have a window's."""

    async def act(self, moment: Moment) -> None:
        _, only, game = [*self.address.arg.split("-", 2), "", ""][:3]
        await moment.show(await page(moment, _filter(only), game if game in GAMES else None, self.address.window))


ITEMS: tuple[type[PressItem], ...] = (Sift, TurnTables)
