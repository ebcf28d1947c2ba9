"""A table's log: what happened, told from the stored events, a page for each round and more where one is too long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import discord

from cogs.composed import Composed
from cogs.games import manner
from cogs.limits import TEXT, split_text
from cogs.posts.play import struck
from cogs.press import Address, Moment, PressItem
from cogs.tabling import in_one_line, marked, visible_table
from cogs.words import chapter_name, safe_names
from engines.core import Seat
from locales import Words
from render import text as told
from tables.model import StoredStep, TableInfo

PAGE = TEXT - 400
"""Characters of a page; the rest is for the heading."""
LONGEST = 500
"""Steps of one scene that are told."""
END = 99
"""Asks for the last page of a window, however many it has."""


async def last_page(moment: Moment, table: TableInfo) -> Composed:
    """The newest page."""
    return await page(moment, table, table.window, END)


@dataclass(frozen=True, slots=True)
class Span:
    """What one page tells: the steps that a window's answers led to, or those of a whole scene and what came after."""

    steps: list[StoredStep]
    window: int
    """The window that names the page: its own, or the last of its scene."""
    earlier: int
    """The window that the page before answers to; below 0 there is none."""
    is_last: bool


async def page(moment: Moment, table: TableInfo, window: int, part: int) -> Composed:
    """One page: this part of what this window's answers led to. A window without steps gives the one before."""
    span = await _span(moment, table, min(window, table.window))
    heading, parts = _heading(span.steps, table, moment.words), _parts(moment, table, span.steps)
    if not parts:
        parts = [moment.words("tablecmd.log.empty")]
    return _layout(table, moment.words, span, heading, min(part, len(parts) - 1), parts)


def _own_seat(moment: Moment, table: TableInfo) -> Seat | None:
    """The presser's seat: what only that seat was told stands in its holder's log, and in nobody else's."""
    mine = table.seat_of(moment.press.user_id)
    return None if mine is None else mine.seat


async def _span(moment: Moment, table: TableInfo, window: int) -> Span:
    tables, code, seat = moment.bot.tables, table.code, _own_seat(moment, table)
    steps = await tables.steps(code, window=window, seat=seat)
    while not steps and window > 0:
        window -= 1
        steps = await tables.steps(code, window=window, seat=seat)
    scenes = await _scenes(moment, code, steps)
    if scenes:
        return await _scene_span(moment, table, scenes[0])
    later = window < table.window and bool(await tables.steps(code, window=window + 1, limit=1))
    return Span(steps, window, window - 1, not later)


async def _scene_span(moment: Moment, table: TableInfo, scene: str) -> Span:
    """The whole scene. It begins among what the answers of the scene before led to, and the next one likewise."""
    tables, code, seat = moment.bot.tables, table.code, _own_seat(moment, table)
    own = await tables.steps(code, chapter=scene, limit=LONGEST)
    first, last = own[0], own[-1]
    began = await tables.steps(code, window=first.window, limit=LONGEST, seat=seat)
    before = [step for step in began if step.seq < first.seq]
    follows = bool(await _scenes(moment, code, before))
    near = await tables.steps(code, after=first.seq - 1, limit=last.seq - first.seq + LONGEST, seat=seat)
    steps = [*([] if follows else before), *(step for step in near if step.window <= last.window)]
    later = bool(await tables.steps(code, window=last.window + 1, limit=1))
    if later:
        others = set(await _scenes(moment, code, steps)) - {scene}
        steps = [step for step in steps if step.chapter not in others]
    return Span(steps, last.window, first.window if follows else first.window - 1, not later)


async def _scenes(moment: Moment, code: str, steps: Sequence[StoredStep]) -> list[str]:
    """The scenes that these steps belong to, in their order."""
    chapters = dict.fromkeys(step.chapter for step in steps)
    return [chapter for chapter in chapters if await moment.bot.tables.is_scene(code, chapter)]


def _heading(steps: list[StoredStep], table: TableInfo, words: Words) -> str:
    if not steps or steps[0].window == 0:
        return words("tablecmd.log.opening")
    names = marked(table, safe_names(words, table))
    heading = manner(table.game).answered(words, steps[0].chapter, steps[0].view, steps[0].window, names)
    undone = all(step.undone for step in steps)
    return f"~~{heading}~~ · {words('tablecmd.log.undone')}" if undone else heading


def _parts(moment: Moment, table: TableInfo, steps: list[StoredStep]) -> list[str]:
    text = "\n".join(_lines(steps, table, moment.words))
    return split_text(text, PAGE) if text else []


def _lines(steps: list[StoredStep], table: TableInfo, words: Words) -> list[str]:
    """One line for each event that was read for the presser."""
    names = marked(table, safe_names(words, table))
    lines: list[str] = []
    for chapter, told_together in groupby(steps, key=lambda step: step.chapter):
        title = chapter_name(words, table.game, chapter)
        if title is not None:
            lines.append(f"**{title}**")
        for step in told_together:
            lines += [f"- {struck(told.sentence(table.game, event, words, names), step)}" for event in step.events]
    return lines


def _layout(table: TableInfo, words: Words, span: Span, heading: str, part: int, parts: list[str]) -> Composed:
    if len(parts) > 1:
        heading = words("tablecmd.log.part", heading=heading, part=part + 1, parts=len(parts))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(f"{in_one_line(table, words)}\n### {heading}"))
    view.add_item(discord.ui.TextDisplay(parts[part]))
    window, more = span.window, part + 1 < len(parts)
    before = (window, part - 1) if part > 0 else (span.earlier, END)
    after = (window, part + 1) if more else (window + 1, 0)
    row = discord.ui.ActionRow[Any](
        _turn(table, words("tablecmd.log.earlier"), before, disabled=before[0] < 0),
        _turn(table, words("tablecmd.log.later"), after, disabled=span.is_last and not more),
    )
    view.add_item(row)
    return Composed(view)


def _turn(table: TableInfo, label: str, to: tuple[int, int], *, disabled: bool) -> PressItem:
    button = discord.ui.Button[Any](label=label, disabled=disabled)
    return TurnPage(button, Address(table.code, max(to[0], 0), "log", str(to[1]) if to[0] >= 0 else "none"))


class TurnPage(PressItem, what="log"):
    """Turn to another page."""

    async def act(self, moment: Moment) -> None:
        table = await visible_table(moment, self.address.code)
        part = int(self.address.arg) if self.address.arg.isdecimal() else 0
        await moment.show(await page(moment, table, self.address.window, part))


ITEMS: tuple[type[PressItem], ...] = (TurnPage,)
