"""*Catch me up*: what has happened since the presser's last answer, in words, with pictures of before and now."""

from __future__ import annotations

import asyncio
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from cogs.composed import Composed
from cogs.limits import fit_last_lines
from cogs.posts.parts import accent, box, gallery, moment, my_seat, present, shot, text
from cogs.posts.play import due_line, struck
from cogs.press import Ack, Moment, PressItem
from cogs.tabling import marked, table_url
from cogs.words import chapter_name, joined, safe_names
from locales import Words
from render.studio import painter
from render.text import sentence
from tables.community import Recap
from tables.model import TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

STORY = 2600
"""Characters of what happened; the newest of it is what is shown."""


async def show_recap(moment: Moment, table: TableInfo) -> None:
    """What the presser has missed, to the presser alone."""
    recap = await moment.bot.tables.recap(table.code, moment.press.user_id)
    await moment.show(await compose_recap(moment.bot, recap, moment.words))


async def compose_recap(bot: ScrapyardBot, recap: Recap, words: Words) -> Composed:
    """Text, the two pictures, whom the table waits for now, and the way to one's own seat."""
    table = recap.table
    bare = painter(table.game).bare  # how things stood and stand, without what a single step did
    drawing = [shot(bot, table, words, bare(recap.after), "now", table.window)]
    if recap.steps:
        drawing.insert(0, shot(bot, table, words, bare(recap.before), "then", table.window, full=False))
    files = present(await asyncio.gather(*drawing))
    title = words("life.recap.title", game=words(f"{table.game}.title"), code=table.code, url=table_url(table))
    lines = fit_last_lines(_lines(recap, words), STORY, words("life.recap.earlier"))
    return Composed(
        box(
            accent(table.game),
            text(title, _since(recap, words), limit=400),
            text(*lines) if lines else text(words("life.recap.nothing")),
            text(words("life.recap.pictures")) if len(files) > 1 else None,
            gallery(*files),
            text(*_now(table, words), limit=600),
            my_seat(table, words) if table.status == "running" else None,
        ),
        files,
    )


def _since(recap: Recap, words: Words) -> str:
    if recap.since is None:
        return words("life.recap.beginning")
    return words("life.recap.since", since=moment(recap.since, "R"))


def _lines(recap: Recap, words: Words) -> list[str]:
    """One line for each event, chapter by chapter."""
    table = recap.table
    names = marked(table, safe_names(words, table))
    lines: list[str] = []
    for chapter, steps in groupby(recap.steps, key=lambda step: step.chapter):
        told = [
            f"- {struck(sentence(table.game, event, words, names), step)}" for step in steps for event in step.events
        ]
        title = chapter_name(words, table.game, chapter)
        lines += [*([f"**{title}**"] if title is not None and told else []), *told]
    return lines


def _now(table: TableInfo, words: Words) -> list[str]:
    """Whom the table waits for, and until when."""
    if table.status != "running":
        return [words(f"tablecmd.status.{table.status}")]
    if table.hidden:
        who = words("post.window.ready", ready=table.ready, asked=len(table.asked))
    else:
        names = marked(table, safe_names(words, table))
        waiting = [names[seat] for seat in table.asked if seat not in table.answered]
        who = words("life.recap.waiting", who=joined(words, waiting)) if waiting else ""
    return [who, due_line(words, table)]


class CatchUp(PressItem, what="recap"):
    """Tell whoever presses what happened since their own last answer."""

    ack: ClassVar[Ack] = "private"

    async def act(self, moment: Moment) -> None:
        await show_recap(moment, await moment.bot.tables.find(self.address.code))


ITEMS: tuple[type[PressItem], ...] = (CatchUp,)
