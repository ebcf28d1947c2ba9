"""What calls a person in private: that their time runs out, and once a day which tables wait for them."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from cogs.composed import Composed
from cogs.limits import fit_lines
from cogs.posts.parts import (
    QUIET,
    accent,
    box,
    gone_from,
    handed_over,
    moment,
    my_seat,
    reader_words,
    table_url,
    text,
    until,
)
from tables.model import Post, SeatPanel, TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

LIST: Final = 3000
"""Characters of the tables in a digest."""
YELLOW: Final = 0xFAC414


async def compose_reminder(bot: ScrapyardBot, post: Post) -> Composed | None:
    """How much time is left, and the way to answer: half of it, the last tenth, or that nobody else is waited for."""
    if post.seat is None:
        return None
    table = await bot.tables.find(post.table)
    words = await reader_words(bot, post, table)
    if handed_over(post, table):
        return Composed(gone_from(words, table))
    if table.status != "running" or table.window != int(post.body["window"]):
        line = words("life.reminder.passed", code=table.code, url=table_url(table))
        return Composed(box(QUIET, text(f"-# {line}")))
    due = own_due(table, post.seat)
    title = words("panel.title", game=words(f"{table.game}.title"), code=table.code, url=table_url(table))
    line = words(f"life.reminder.{post.body.get('part', 'half')}")
    when = words("life.reminder.until", until=until(words, due)) if due is not None else ""
    return Composed(box(accent(table.game), text(title, line, when), my_seat(table, words)))


def own_due(table: TableInfo, seat: int) -> datetime | None:
    """Until when the seat's holder may answer; the table's own deadline where nothing is known of theirs."""
    return next((own.due for own in table.own if own.seat == seat), table.deadline)


async def compose_digest(bot: ScrapyardBot, post: Post) -> Composed | None:
    """Every table that waits for this person, the one that waits longest first; nothing where none does."""
    if post.user_id is None:
        return None
    found = [await bot.tables.panel(table.code, post.user_id) for table in await _running(bot, post.user_id)]
    waiting = sorted((panel for panel in found if _waits(panel)), key=_due)
    table = await bot.tables.find(post.table)
    words = await reader_words(bot, post, table)
    if not waiting:
        return None
    lines = [
        words(
            "life.digest.line",
            game=words(f"{panel.table.game}.title"),
            code=panel.table.code,
            url=table_url(panel.table),
            when=moment(due, "R") if (due := own_due(panel.table, panel.seat)) is not None else "",
        )
        for panel in waiting
    ]
    title = words.count("life.digest.title", len(waiting))
    return Composed(
        box(YELLOW, text(title), text(*fit_lines(lines, LIST, words("me.more"))), text(words("life.digest.hint")))
    )


async def _running(bot: ScrapyardBot, user_id: int) -> list[TableInfo]:
    tables = await bot.tables.of_person(user_id)
    return [table for table in tables if table.status == "running" and table.paused_at is None]


def _waits(panel: SeatPanel) -> bool:
    return panel.ask is not None and not panel.ready


def _due(panel: SeatPanel) -> datetime:
    due = own_due(panel.table, panel.seat)
    return due if due is not None else panel.table.created_at
