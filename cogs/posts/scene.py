"""A scene of a game in one public post that grows: what has happened in it, and the panel of whoever must act."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from discord.ui import Item, TextDisplay

from cogs.composed import Composed, FileData
from cogs.games import manner
from cogs.limits import TEXT, fit_last_lines
from cogs.panels.base import CATCH_UP, Variant, asking_of, state_of
from cogs.posts.parts import QUIET, accent, box, gallery, my_seat, present, shot, text
from cogs.posts.play import (
    STORY,
    chapter_title,
    coloured,
    due_line,
    last_picture,
    sentences,
    step_pictures,
    told,
    waiting,
)
from cogs.press import Moment
from cogs.words import table_words
from locales import Words
from tables.model import Post, SeatPanel, StoredStep, TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

HEAD: Final = 200
CALL: Final = 600
"""Characters of the lines that say who must act, and until when."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the scene asks now: the panel that it is answered with, who is called, and how it is shown."""

    panel: SeatPanel
    items: tuple[Item[Any], ...]
    mentions: tuple[int, ...]

    @property
    def length(self) -> int:
        """Characters of its texts, which the story must leave room for."""
        return sum(len(item.content) for item in flat(self.items) if isinstance(item, TextDisplay))


def flat(items: Sequence[Item[Any]]) -> list[Item[Any]]:
    """The items and everything in them."""
    found: list[Item[Any]] = []
    for item in items:
        found += [item, *flat(getattr(item, "children", ()))]
    return found


async def compose_turn(bot: ScrapyardBot, post: Post, asking: Variant | None = None) -> Composed | None:
    """One line for each event so far, the pictures of the steps, how things stand; while asked, the question below.

    Once the scene is over it stays as the record. ``asking``: what the panel asks instead of what it always would.
    """
    table = await bot.tables.find(post.table)
    words = table_words(table)
    steps = [step for step in await told(bot, post) if step.chapter == post.body["scene"]]
    question = await _question(bot, post, table, words, asking)
    if not steps and question is None:
        return None if post.message_id is None else await _nothing(bot, table, words)
    counting = [step for step in steps if not step.undone]
    small, large = await asyncio.gather(
        step_pictures(bot, table, words, counting, alone=question is not None),
        _large(bot, table, words, counting, question),
    )
    files = present([*small, large])
    shown = files[: len(files) - 1] if large is not None else files
    room = TEXT - 2 * HEAD - (question.length if question is not None else 0)
    lines = fit_last_lines(sentences(words, table, steps), min(STORY, room), words("post.turn.earlier"))
    return Composed(
        box(
            accent(table.game) if counting or question is not None else QUIET,
            text(
                await _heading(bot, post, table, words, steps),
                words("life.undone") if len(counting) < len(steps) else "",
                limit=2 * HEAD,
            ),
            text(*lines),
            gallery(*shown),
            gallery(*files[len(shown) :]),
            *(question.items if question is not None else ()),
            my_seat(table, words, beside=True) if question is not None else None,
        ),
        files,
        mentions=question.mentions if question is not None else (),
    )


async def show_turn(moment: Moment, post: Post, asking: Variant | None = None) -> None:
    """After a press on the public post: have its message say at once what is now, and note it as sent.

    If something else changed the scene meanwhile, that is shown instead: whichever of two edits comes last tells the
    truth.
    """
    tables = moment.bot.tables
    for _ in range(CATCH_UP):
        composed = await compose_turn(moment.bot, post, asking)
        if composed is None:
            return
        stands = await moment.show(composed, everyone=True)
        now = await tables.post(post.key)
        if now is None or now.version == post.version:
            if stands:
                await tables.sent(post.key, post.version, channel_id=post.channel_id, message_id=post.message_id)
            return
        if not stands:
            break
        post, asking = now, None
    # What stands there may be older than what the outbox has sent since.
    await tables.deferred(post.key, moment.bot.clock.now())


async def _question(
    bot: ScrapyardBot, post: Post, table: TableInfo, words: Words, asking: Variant | None
) -> Question | None:
    """What the scene asks now, if it is this one that the table waits in. A scene asks one seat at a time."""
    window = post.body["window"]
    if window is None or table.status != "running" or table.window != window or not table.asked:
        return None
    seat = table.asked[0]
    panel = await bot.tables.seat_panel(table.code, seat, int(window))
    who, mentions = waiting(words, table)
    called = text(who, due_line(words, table), limit=CALL)
    if table.seats[seat].kind != "person":
        return Question(panel, tuple(item for item in (called,) if item is not None), ())
    if state_of(panel) not in ("open", "ready"):
        return None  # it has just been answered; what came of it is told when that is sent
    asked = await (asking(words) if asking is not None else asking_of(bot, panel, words))
    items = (called, text(asked.text, limit=asked.limit), *asked.controls)
    # A right that may lapse calls its holder in a post of its own, because an edit calls nobody.
    return Question(panel, tuple(item for item in items if item is not None), () if table.patience else mentions)


async def _large(
    bot: ScrapyardBot, table: TableInfo, words: Words, steps: Sequence[StoredStep], question: Question | None
) -> FileData | None:
    """How things stand; while the answer is being made, with what it is so far drawn in.

    Once something has happened in the scene, its questions are about that: they are seen from near.
    """
    if question is None:
        return await last_picture(bot, table, words, steps) if steps else None
    panel = question.panel
    view = panel.view if panel.draft is not None else await bot.tables.public_view(table.code)
    return await shot(bot, table, words, view, "now", panel.window, full=not steps)


async def _heading(bot: ScrapyardBot, post: Post, table: TableInfo, words: Words, steps: Sequence[StoredStep]) -> str:
    scene = str(post.body["scene"])
    if steps:
        return f"### {chapter_title(words, table, scene, steps[0].view, steps[0].window)}"
    view = await bot.tables.public_view(table.code)
    return f"### {chapter_title(words, table, scene, view, table.window)}"


async def _nothing(bot: ScrapyardBot, table: TableInfo, words: Words) -> Composed:
    """A scene that ended before anything happened in it."""
    view = await bot.tables.public_view(table.code)
    turn = manner(table.game).turn(words, view, table.window, coloured(words, table))
    line: TextDisplay[Any] | None = text(f"-# {words('post.window.closed', turn=turn)}", limit=HEAD)
    return Composed(box(QUIET, line))
