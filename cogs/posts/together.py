"""What people at a table decide together: votes, seats that are offered, and whoever would take one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from discord import ButtonStyle
from discord.ui import Button, Item

from cogs.composed import Composed
from cogs.limits import LABEL, clip
from cogs.posts.parts import QUIET, accent, box, hours_text, mark, moment, row, table_url, text
from cogs.posts.play import chapter_title, coloured
from cogs.press import Address
from cogs.words import joined, safe, safe_names, table_words
from engines.core import Seat
from locales import Words
from render import text as told
from tables.community import ClaimInfo, Record, UndoPoint, VoteInfo
from tables.model import Post, TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

STEPS: Final = 500
"""Steps that are looked at to say how far an undo would reach."""


# ---- votes


async def compose_vote(bot: ScrapyardBot, post: Post) -> Composed:
    """What is put to the vote, what it would do, and how it stands; without buttons once it is decided."""
    table = await bot.tables.find(post.table)
    vote = await bot.tables.vote(post.table, int(post.body["vote"]))
    words = table_words(table)
    title = await vote_title(bot, words, table, vote.kind, vote.seat, vote.amount)
    is_open = vote.status == "open" and table.status == "running"
    status = "void" if vote.status == "open" and not is_open else vote.status
    by = coloured(words, table)[vote.opened_by] if vote.opened_by is not None else words("life.vote.somebody")
    return Composed(
        box(
            accent(table.game) if is_open else QUIET,
            text(f"### 🗳️ {title}", limit=400),
            text(
                words("life.vote.by", who=by) if is_open else words(f"life.vote.{status}"),
                words(f"life.vote.means.{vote.kind}") if is_open else "",
                *_count_lines(words, table, vote, is_open=is_open),
                _end_line(words, vote) if is_open else "",
                limit=2000,
            ),
            row(*_ballots(words, vote)) if is_open else None,
        ),
        mentions=_voters(table, vote) if is_open else (),
    )


def _count_lines(words: Words, table: TableInfo, vote: VoteInfo, *, is_open: bool) -> list[str]:
    """Who is for it and who against; whom it still waits for are mentioned, so that they are called once."""
    names = coloured(words, table)

    def listed(seats: tuple[Seat, ...]) -> str:
        return joined(words, [names[seat] for seat in seats]) if seats else words("life.vote.nobody")

    lines = [words("life.vote.yes", n=len(vote.yes), needed=vote.needed, who=listed(vote.yes))]
    if vote.no:
        lines.append(words("life.vote.no", n=len(vote.no), who=listed(vote.no)))
    if is_open and vote.waiting:
        holders = [f"<@{table.seats[seat].user_id}>" for seat in vote.waiting]
        lines.append(words("life.vote.waiting", who=joined(words, holders)))
    return lines


def _end_line(words: Words, vote: VoteInfo) -> str:
    """When the vote ends; where all who are there agree already, what it still waits for."""
    key = "life.vote.patience" if len(vote.yes) >= vote.needed else "life.vote.until"
    return words(key, when=moment(vote.expires, "R"))


def _voters(table: TableInfo, vote: VoteInfo) -> tuple[int, ...]:
    holders = (table.seats[seat].user_id for seat in vote.waiting)
    return tuple(user_id for user_id in holders if user_id is not None)


def _ballots(words: Words, vote: VoteInfo) -> list[Item[Any]]:
    return [
        _button(
            words(f"life.vote.button.{answer}"), emoji, style, Address(vote.code, 0, f"vote-{answer}", str(vote.id))
        )
        for answer, emoji, style in (("yes", "👍", ButtonStyle.success), ("no", "👎", ButtonStyle.danger))
    ]


async def vote_title(
    bot: ScrapyardBot, words: Words, table: TableInfo, kind: str, seat: Seat | None, amount: int | None
) -> str:
    """What a vote is on, with the player, the time or the step that it is about."""
    if kind == "remove" and seat is not None and table.seats[seat].kind == "person":
        return words("life.vote.remove", who=coloured(words, table)[seat])
    if kind == "extend" and amount is not None:
        return words("life.vote.extend", time=hours_text(words, amount))
    reach = await undone_from(bot, table, words, amount) if kind == "undo" and amount is not None else None
    if reach is not None:
        return words("life.vote.undo", title=reach.title, steps=words.count("life.steps", reach.steps))
    return words(f"life.vote.{kind}.plain")


@dataclass(frozen=True, slots=True)
class Reach:
    """What going back would take back first, as a heading, and how many steps in all."""

    title: str
    steps: int


async def undone_from(bot: ScrapyardBot, table: TableInfo, words: Words, turn: int) -> Reach | None:
    """How far going back to this turn would reach; ``None`` where the table cannot go back to it (any more)."""
    points = [point for point in await bot.tables.undo_points(table.code) if point.turn == turn]
    return (await reaches(bot, table, words, points)).get(turn)


async def reaches(
    bot: ScrapyardBot, table: TableInfo, words: Words, points: Sequence[UndoPoint], names: Sequence[str] | None = None
) -> Mapping[int, Reach]:
    """How far going back to each of these would reach, by turn. ``names``: plain ones, for a list."""
    if not points:
        return {}
    first = min(point.seq for point in points)
    counting = [step for step in await bot.tables.steps(table.code, after=first, limit=STEPS) if not step.undone]
    found: dict[int, Reach] = {}
    for point in points:
        steps = [step for step in counting if step.seq > point.seq]
        if steps:
            title = chapter_title(words, table, steps[0].chapter, steps[0].view, steps[0].window, names)
            found[point.turn] = Reach(title, len(steps))
    return found


# ---- seats


async def compose_ad(bot: ScrapyardBot, post: Post) -> Composed:
    """A seat looks for somebody: which game, how it stands, and the button to ask for it."""
    table = await bot.tables.find(post.table)
    words, seat = table_words(table), int(post.body["seat"])
    game = words(f"{table.game}.title")
    if table.status != "running" or not table.seats[seat].offered:
        return Composed(box(QUIET, text(words("life.ad.closed", game=game, code=table.code))))
    view = await bot.tables.public_view(table.code)
    standing = told.standing(table.game, view, words, safe_names(words, table))
    held = "held" if table.seats[seat].kind == "person" else "free"
    address = Address(table.code, 0, "claim", str(seat))
    return Composed(
        box(
            accent(table.game),
            text(words("life.ad.title", game=game, code=table.code), limit=300),
            text(
                words(f"life.ad.{held}", seat=seat_phrase(words, table, seat)),
                words("life.ad.pace", pace=pace_name(words, table)),
                *(f"-# {line}" for line in standing),
                words("life.ad.hint", url=table_url(table)),
                limit=1800,
            ),
            row(_button(words("life.ad.button"), "🙋", ButtonStyle.success, address)),
        )
    )


def pace_name(words: Words, table: TableInfo) -> str:
    """The table's pace in words."""
    if table.pace == "hours":
        return words.count("life.pace.hours", table.hours or 24)
    return words(f"tablecmd.pace.{table.pace}")


async def compose_claim(bot: ScrapyardBot, post: Post) -> Composed:
    """Somebody would take a seat, or is asked to: who decides is called, and sees how reliably that person answers."""
    table = await bot.tables.find(post.table)
    claim = await bot.tables.claim_info(post.table, int(post.body["claim"]))
    words = table_words(table)
    is_open = claim.status == "open" and table.status == "running"
    status = "void" if claim.status == "open" and not is_open else claim.status
    facts = {"who": f"**{safe(claim.name)}**", "seat": seat_phrase(words, table, claim.seat)}
    if not is_open:
        facts["seat"] = words("life.seat.number", mark=mark(table, claim.seat), n=claim.seat + 1)
        return Composed(box(QUIET, text(words(f"life.{claim.kind}.{status}", **facts))))
    deciding = _deciding(table, claim)
    called = joined(words, [f"<@{user_id}>" for user_id in deciding])
    return Composed(
        box(
            accent(table.game),
            text(
                words(f"life.{claim.kind}", called=called, **facts),
                record_line(words, claim.record) if claim.kind == "claim" else "",
                words(f"life.{claim.kind}.hint"),
                limit=1500,
            ),
            row(
                *(
                    _button(words(f"life.claim.button.{answer}"), emoji, style, _answer(claim, answer))
                    for answer, emoji, style in (("yes", "✅", ButtonStyle.success), ("no", "✖️", ButtonStyle.secondary))
                )
            ),
        ),
        mentions=deciding,
    )


def seat_phrase(words: Words, table: TableInfo, seat: Seat) -> str:
    """A seat in a sentence: its holder's, or its number where nobody holds it."""
    if table.seats[seat].kind == "person":
        return words("life.seat.of", who=coloured(words, table)[seat])
    return words("life.seat.number", mark=mark(table, seat), n=seat + 1)


def _answer(claim: ClaimInfo, answer: str) -> Address:
    return Address(claim.code, 0, f"{claim.kind}-{answer}", str(claim.id))


def _deciding(table: TableInfo, claim: ClaimInfo) -> tuple[int, ...]:
    """Who is called to decide: the invited person; else the host, and whoever offers the seat while holding it."""
    if claim.kind == "invite":
        return () if claim.user_id is None else (claim.user_id,)
    holder = table.seats[claim.seat].user_id
    asked = (table.host_id, holder if holder is not None else table.host_id)
    return tuple(dict.fromkeys(asked))


def record_line(words: Words, record: Record) -> str:
    """How reliably somebody has answered in their games so far."""
    if record.answered + record.missed == 0:
        return words("life.record.none")
    share = round(100 * record.answered / (record.answered + record.missed))
    games = words.count("life.record.games", record.games)
    return words("life.record", share=share, answered=record.answered, missed=record.missed, games=games)


def _button(label: str, emoji: str, style: ButtonStyle, address: Address) -> Button[Any]:
    return Button(label=clip(label, LABEL), emoji=emoji, style=style, custom_id=address.custom_id)
