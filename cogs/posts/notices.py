"""Short news: what the stand-in did for somebody, the bot's own absence, and what happens around a table's seats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from cogs.composed import Composed
from cogs.posts.mods import act_line
from cogs.posts.parts import QUIET, accent, box, gone_from, handed_over, mark, moment, reader_words, table_url, text
from cogs.posts.play import answered, chapter_title, coloured
from cogs.posts.together import seat_phrase, vote_title
from cogs.words import joined, safe, table_words
from locales import Words
from tables.model import Post, TableInfo
from tables.sheet import AWAY

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

Body = Mapping[str, Any]
ACT: Final = "act-"
"""Begins the names of the notices that tell what a moderator did."""


async def compose_missed(bot: ScrapyardBot, post: Post) -> Composed | None:
    """What answered for somebody who did not, and why."""
    if post.seat is None:
        return None
    table = await bot.tables.find(post.table)
    words = await reader_words(bot, post, table)
    if handed_over(post, table):
        return Composed(gone_from(words, table))
    missed = table.seats[post.seat].missed
    used = str(post.body.get("used", "stand_in"))
    return Composed(
        box(
            accent(table.game),
            text(
                words("post.missed.title", game=words(f"{table.game}.title"), code=table.code),
                words(f"post.missed.{used}", turn=await answered(bot, table, words, int(post.body["window"]))),
                words("post.missed.away", missed=missed) if missed >= AWAY else "",
                words("post.missed.back", url=table_url(table)) if table.status == "running" else "",
                limit=1500,
            ),
        )
    )


async def compose_outage(bot: ScrapyardBot, post: Post) -> Composed:
    """The bot was away, and what that did to the deadlines."""
    table = await bot.tables.find(post.table)
    words, away = table_words(table), post.body.get("minutes")
    line = words("post.outage.plain") if away is None else words("post.outage", time=span(words, int(away)))
    return Composed(box(QUIET, text(line)))


def span(words: Words, length: int) -> str:
    """A length of time, given in minutes, for people."""
    hours, minutes = divmod(max(1, length), 60)
    return words("post.hours", h=hours, n=minutes) if hours else words("post.minutes", n=minutes)


async def compose_notice(bot: ScrapyardBot, post: Post) -> Composed:
    """News of the table in one line: who goes and comes, what was decided, what a moderator did."""
    table = await bot.tables.find(post.table)
    words, what = table_words(table), str(post.body["say"])
    if what.startswith(ACT):
        told = Told(await act_line(bot, words, table, int(post.body["act"])))
    else:
        told = await _TELLERS.get(what, _plainly)(bot, words, table, post.body)
    return Composed(box(QUIET, text(told.line)), mentions=told.called)


@dataclass(frozen=True, slots=True)
class Told:
    """A line, and whom it calls."""

    line: str
    called: tuple[int, ...] = ()


async def _plainly(bot: ScrapyardBot, words: Words, table: TableInfo, body: Body) -> Told:
    what = ".".join(str(body[part]) for part in ("say", "why") if part in body)
    return Told(words(f"post.notice.{what}", **await _facts(bot, words, table, body)))


async def _facts(bot: ScrapyardBot, words: Words, table: TableInfo, body: Body) -> dict[str, str]:
    """What the row says in numbers, as text for everybody at the table. ``tenure``: who held the seat then."""
    names = coloured(words, table)
    read: Mapping[str, Callable[[Any], str]] = {
        "seat": lambda seat: names[int(seat)],
        "channel_id": lambda channel: f"<#{int(channel)}>",
        "by": lambda seat: names[int(seat)],
        "starts": _when,
        "ends": _when,
        "since": _when,
        "days": lambda days: words.count("life.days", int(days)),
    }
    facts = {key: read[key](value) for key, value in body.items() if key in read and value is not None}
    if "seat" in facts:
        facts |= {"who": facts["seat"], "place": seat_phrase(words, table, int(body["seat"]))}
    if body.get("tenure") is not None:
        seat = int(body["seat"])
        held = await bot.tables.holder_name(table.code, seat, int(body["tenure"]))
        facts["n"] = str(seat + 1)
        facts["holder"] = f"{mark(table, seat)} **{safe(held)}**" if held else names[seat]
    return facts


def _when(seconds: float) -> str:
    return moment(datetime.fromtimestamp(seconds, UTC), "F")


async def _went_away(bot: ScrapyardBot, words: Words, table: TableInfo, body: Body) -> Told:
    """From now on, unless it says that the days begin later."""
    facts = await _facts(bot, words, table, body)
    later = datetime.fromtimestamp(body["starts"], UTC) > bot.clock.now()
    return Told(words("post.notice.away_days.later" if later else "post.notice.away_days", **facts))


async def _handed_over(bot: ScrapyardBot, words: Words, table: TableInfo, body: Body) -> Told:
    """The newcomer is called: the seat is theirs."""
    facts = await _facts(bot, words, table, body)
    holder = table.seats[int(body["seat"])]
    if holder.user_id is None or holder.tenure != int(body["tenure"]):
        return Told(words("post.notice.handed_over", who=facts["holder"], n=holder.seat + 1))
    return Told(words("post.notice.handed_over", who=f"<@{holder.user_id}>", n=holder.seat + 1), (holder.user_id,))


async def _declined(bot: ScrapyardBot, words: Words, table: TableInfo, body: Body) -> Told:
    claim = await bot.tables.claim_info(table.code, int(body["claim"]))
    if claim.user_id is None:
        return Told(words("post.notice.claim_declined", who=f"**{safe(claim.name)}**"))
    return Told(words("post.notice.claim_declined", who=f"<@{claim.user_id}>"), (claim.user_id,))


async def _settled(bot: ScrapyardBot, words: Words, table: TableInfo, body: Body) -> Told:
    """Whoever plays is called to the table's new place: nobody is told of what is posted in a thread without them."""
    called = tuple(s.user_id for s in table.seats if s.user_id is not None and not (s.out or s.gone))
    who = joined(words, [f"<@{user_id}>" for user_id in called])
    return Told(words(f"post.notice.{body['say']}", who=who).rstrip(), called)


async def _undone(bot: ScrapyardBot, words: Words, table: TableInfo, body: Body) -> Told:
    """How far the table has gone back, and how much no longer counts."""
    undone = [step for step in await bot.tables.steps(table.code, after=int(body["seq"]), limit=1) if step.undone]
    steps = words.count("life.steps", int(body["steps"]))
    key = "post.notice.undo" if body.get("seat") is None else "post.notice.undo.own"
    who = "" if body.get("seat") is None else coloured(words, table)[int(body["seat"])]
    title = words("post.chapter.plain")
    if undone:
        title = chapter_title(words, table, undone[0].chapter, undone[0].view, undone[0].window)
    return Told(words(key, title=title, steps=steps, who=who))


async def _voted(bot: ScrapyardBot, words: Words, table: TableInfo, body: Body) -> Told:
    vote = await bot.tables.vote(table.code, int(body["vote"]))
    facts = await _facts(bot, words, table, body)
    if vote.kind == "remove" and "holder" in facts:
        what = words("life.vote.remove", who=facts["holder"])
    else:
        what = await vote_title(bot, words, table, vote.kind, vote.seat, vote.amount)
    return Told(words(f"post.notice.{body['say']}", what=what))


_Teller = Callable[["ScrapyardBot", Words, TableInfo, Body], Awaitable[Told]]
_TELLERS: Final[Mapping[str, _Teller]] = {
    "away_days": _went_away,
    "handed_over": _handed_over,
    "claim_declined": _declined,
    "moved": _settled,
    "rethreaded": _settled,
    "undo": _undone,
    "vote_passed": _voted,
    "vote_failed": _voted,
    "vote_expired": _voted,
}
"""What is said of news that takes more than filling in a sentence."""
