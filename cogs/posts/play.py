"""What the table's thread reads while the game runs, and what a seat's holder is told in private."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from discord.ui import Separator, TextDisplay

from cogs.composed import Composed, FileData
from cogs.games import manner
from cogs.limits import FILES, fit_lines
from cogs.panels import compose_panel
from cogs.panels.base import asks_in_scenes
from cogs.posts.parts import (
    QUIET,
    accent,
    box,
    gallery,
    gone_from,
    handed_over,
    look_closer,
    mark,
    moment,
    my_seat,
    present,
    reader_words,
    row,
    shot,
    text,
    until,
)
from cogs.tabling import absent, paused_line
from cogs.words import chapter_name, joined, plain_names, safe_names, table_words
from engines.core import Seat
from locales import Words
from render.studio import Look, painter
from render.text import sentence
from tables.model import Post, StoredStep, TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

END: Final = "end"
"""The chapter that only says who has won."""
RESIGN: Final = "resign"
"""The chapter of somebody who leaves, which does not answer the window that it comes in."""
LEAVERS: Final = 10
"""Steps that may come before those that answer a window: nobody resigns twice."""
STORY: Final = 3000
"""Characters of a chapter's sentences."""
BEGINNING: Final = 900
"""Characters for what has happened before anybody plays: how to play comes after it."""


def coloured(words: Words, table: TableInfo) -> tuple[str, ...]:
    """Names by seat for public sentences: the seat's sign before each."""
    return tuple(f"{mark(table, seat)} **{name}**" for seat, name in enumerate(safe_names(words, table)))


def sentences(words: Words, table: TableInfo, steps: Sequence[StoredStep]) -> list[str]:
    """One line for each public event; struck out where it does not count any more."""
    names = coloured(words, table)
    return [
        struck(sentence(table.game, event, words, names), step)
        for step in steps
        for event in step.events
        if event.audience is None
    ]


def struck(line: str, step: StoredStep) -> str:
    """The line, struck out where the table has gone back behind its step."""
    return f"~~{line}~~" if step.undone else line


def story(words: Words, table: TableInfo, steps: Sequence[StoredStep], room: int = STORY) -> str:
    """One line for each public event, as many as fit."""
    return "\n".join(fit_lines(sentences(words, table, steps), room, words("post.chapter.more")))


async def told(bot: ScrapyardBot, post: Post) -> list[StoredStep]:
    """The steps that the post tells of."""
    numbers = [int(number) for number in post.body.get("steps") or ()]
    if not numbers:
        return []
    first, last = min(numbers), max(numbers)
    steps = await bot.tables.steps(post.table, after=first - 1, limit=last - first + 1)
    return [step for step in steps if first <= step.seq <= last]


async def compose_opening(bot: ScrapyardBot, post: Post) -> Composed:
    """Who plays, where everybody begins, and how to play in three lines."""
    table = await bot.tables.find(post.table)
    words, steps = table_words(table), await told(bot, post)
    file = await shot(bot, table, words, steps[-1].view, "opening", 0) if steps else None
    files = present([file])
    howto = manner(table.game).howto(words, steps[-1].view) if steps else []
    closer = look_closer(table, words)
    seats = [
        words(f"lobby.seat{'.bot' if seat.kind == 'bot' else ''}", mark=mark(table, seat.seat), name=name)
        for seat, name in zip(table.seats, safe_names(words, table), strict=True)
    ]
    return Composed(
        box(
            accent(table.game),
            text(words("post.opening.title", game=words(f"{table.game}.title"), code=table.code), limit=200),
            text(words("post.opening.welcome"), *seats, limit=900),
            gallery(*files),
            text(story(words, table, steps, BEGINNING)),
            Separator() if howto else None,
            text(*howto, limit=1300),
            text(words("post.opening.rules"), limit=300),
            row(closer) if closer is not None else None,
        ),
        files,
    )


async def compose_chapter(bot: ScrapyardBot, post: Post) -> Composed | None:
    """What was resolved: one line and one picture for each step, then the state after all of them, largest.

    Where the game asks in scenes, the next one shows the state: what draws nothing needs no picture of its own.
    """
    table, steps = await bot.tables.find(post.table), await told(bot, post)
    if not steps:
        return None
    words = table_words(table)
    if all(step.undone for step in steps):
        return _taken_back(words, table, steps)
    if steps[0].chapter == END and table.status == "over":
        return None  # the result, which follows, says the same and more
    part, parts = post.body.get("part") or (1, 1)
    if part < parts:
        small, large = await step_pictures(bot, table, words, steps, alone=True), None
    else:
        small, large = await _pictures(bot, table, words, steps)
    files = present([*small, large])
    shown = files[: len(files) - 1] if large is not None else files
    return Composed(
        box(
            accent(table.game),
            _heading(words, table, steps, part, parts),
            text(story(words, table, steps)),
            gallery(*shown),
            gallery(*files[len(shown) :]),
        ),
        files,
    )


def _taken_back(words: Words, table: TableInfo, steps: Sequence[StoredStep]) -> Composed:
    """A chapter that the table has gone back behind: what it told, struck out, and no picture to mistake for the
    board."""
    told_once = text(story(words, table, steps))
    return Composed(box(QUIET, _heading(words, table, steps, 1, 1), text(words("life.undone")), told_once))


async def _pictures(
    bot: ScrapyardBot, table: TableInfo, words: Words, steps: Sequence[StoredStep]
) -> tuple[list[FileData | None], FileData | None]:
    """Those of the steps, and the state after them."""
    if asks_in_scenes(table.game) and not any(_draws(table, words, step.view) for step in steps):
        return [], None
    return await asyncio.gather(step_pictures(bot, table, words, steps), last_picture(bot, table, words, steps))


async def step_pictures(
    bot: ScrapyardBot, table: TableInfo, words: Words, steps: Sequence[StoredStep], *, alone: bool = False
) -> list[FileData | None]:
    """The last nine that draw something. A single step only where it stands ``alone``: the large picture shows it."""
    drawing = (step for step in reversed(steps) if _draws(table, words, step.view))
    drawn = list(islice(drawing, FILES - 1)) if alone or len(steps) > 1 else []
    return await asyncio.gather(
        *(shot(bot, table, words, step.view, step.seq, step.window, full=False) for step in reversed(drawn))
    )


def _draws(table: TableInfo, words: Words, view: Any) -> bool:
    """Whether a picture of the view tells more than how things stand after it."""
    artist, look = painter(table.game), Look(words.language, plain_names(words, table))
    return artist.describe(view, look) != artist.describe(artist.bare(view), look)


async def last_picture(
    bot: ScrapyardBot, table: TableInfo, words: Words, steps: Sequence[StoredStep]
) -> FileData | None:
    """How things stand after the chapter; of a single step, what it did as well."""
    last = steps[-1]
    view = last.view if len(steps) == 1 else painter(table.game).bare(last.view)
    return await shot(bot, table, words, view, f"{last.seq}-board", last.window)


def _heading(
    words: Words, table: TableInfo, steps: Sequence[StoredStep], part: int, parts: int
) -> TextDisplay[Any] | None:
    first = steps[0]
    title = chapter_title(words, table, first.chapter, first.view, first.window)
    if parts > 1:
        title = words("post.chapter.part", title=title, part=part, parts=parts)
    return text(f"### {title}", limit=200)


def chapter_title(
    words: Words, table: TableInfo, chapter: str, view: Any, window: int, names: Sequence[str] | None = None
) -> str:
    """The chapter's name in the game's words, and where in the game it was. ``names``: plain ones, for a list."""
    title = chapter_name(words, table.game, chapter) or words("post.chapter.plain")
    return manner(table.game).heading(words, chapter, view, window, title, names or coloured(words, table))


async def compose_window(bot: ScrapyardBot, post: Post) -> Composed:
    """What the table waits for; one short line once the window has passed.

    It calls those whom no panel of their own calls: nobody is called twice for one question.
    """
    table = await bot.tables.find(post.table)
    words, number = table_words(table), int(post.body["window"])
    if table.status != "running" or table.window != number:
        turn = await answered(bot, table, words, number)
        return Composed(box(QUIET, text(f"-# {words('post.window.closed', turn=turn)}", limit=200)))
    who, called = waiting(words, table)
    reached = {table.seats[seat].user_id for seat in await bot.tables.reached(table.code, number)}
    view, names = await bot.tables.public_view(table.code), coloured(words, table)
    turn = manner(table.game).turn(words, view, number, names)
    why = manner(table.game).why(words, view, names)
    return Composed(
        box(
            accent(table.game),
            text(f"### {window_title(words, table, turn)}", who, why, due_line(words, table), limit=3000),
            my_seat(table, words),
        ),
        mentions=tuple(user_id for user_id in called if user_id not in reached),
    )


def window_title(words: Words, table: TableInfo, turn: str) -> str:
    """What the table is doing now; ``turn`` says where in the game."""
    key = f"post.{table.game}.window.{table.window_kind}"
    return words(key, turn=turn) if words.has(key) else turn


async def answered(bot: ScrapyardBot, table: TableInfo, words: Words, window: int) -> str:
    """What a window that has passed asked for, as a heading."""
    names = coloured(words, table)
    for step in await bot.tables.steps(table.code, window=window, limit=LEAVERS + 1):
        if step.chapter != RESIGN:
            return manner(table.game).answered(words, step.chapter, step.view, window, names)
    return manner(table.game).turn(words, await bot.tables.public_view(table.code), window, names)  # it ended before


def waiting(words: Words, table: TableInfo) -> tuple[str, tuple[int, ...]]:
    """Whom the table waits for: while answers are secret only a number, else the people, who are pinged."""
    count = words("post.window.ready", ready=table.ready, asked=len(table.asked))
    holders = [table.seats[seat] for seat in table.asked if table.seats[seat].kind == "person"]
    if holders and all(map(absent, holders)):
        return words("post.window.away"), ()
    if table.hidden:
        return f"{count}\n{words('post.window.hidden')}", ()
    asked = {seat.seat: seat.user_id for seat in holders if seat.seat not in table.answered if seat.user_id is not None}
    if not asked:
        return count, ()
    called = () if table.paused_at is not None else tuple(asked[seat] for seat in asked if _there(table, seat))
    return words("post.window.turn", who=joined(words, [f"<@{user_id}>" for user_id in asked.values()])), called


def _there(table: TableInfo, seat: Seat) -> bool:
    """Whether it is of use to call the seat's holder."""
    return not absent(table.seats[seat]) and seat not in table.away_until


def due_line(words: Words, table: TableInfo) -> str:
    """Until when the table waits, and for whom longer and why; that it is paused; empty where it waits for nothing.

    It is the same for as long as the window is open: nothing of it tells who is ready.
    """
    if table.paused_at is not None:
        return paused_line(table, words)
    if table.deadline is None:
        return ""
    due, longer = common_due(table), longer_lines(words, table)
    lines = [words("post.window.deadline", full=moment(due, "F"), rest=moment(due, "R"))] if due is not None else []
    return "\n".join([*lines, *longer])


def common_due(table: TableInfo) -> datetime | None:
    """Until when those may answer who have no longer time than others; ``None`` where everybody has."""
    plain = [own.due for own in table.own if not own.why]
    return max(plain, default=None if table.own else table.deadline)


def longer_lines(words: Words, table: TableInfo) -> list[str]:
    """Who may answer for longer, until when and why."""
    names = coloured(words, table)
    return [
        words("life.own.line", who=names[own.seat], until=until(words, own.due), why=words(f"life.own.{own.why}"))
        for own in table.own
        if own.why
    ]


async def compose_panel_post(bot: ScrapyardBot, post: Post) -> Composed | None:
    """The seat's secret panel."""
    if post.seat is None:
        return None
    panel = await bot.tables.seat_panel(post.table, post.seat, int(post.body["window"]))
    if handed_over(post, panel.table):
        return Composed(gone_from(await reader_words(bot, post, panel.table), panel.table))
    return await compose_panel(bot, panel, await reader_words(bot, post, panel.table))
