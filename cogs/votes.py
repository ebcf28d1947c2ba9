"""Votes of a table: opening one, and the two buttons of its post."""

from __future__ import annotations

from typing import Any, ClassVar, Final, cast

import discord

from cogs.asking import choice, number, own_seat, question, seat_number
from cogs.posts.parts import hours_text
from cogs.posts.parts import moment as moment_line
from cogs.posts.together import reaches, vote_title
from cogs.press import Ack, Address, Moment, PressItem
from cogs.tabling import absent, mark, marked, said
from cogs.words import plain_names
from engines.core import Seat
from tables.community import VoteKind
from tables.model import TableInfo

KINDS: Final[tuple[VoteKind, ...]] = ("pause", "resume", "extend", "remove", "undo", "cancel")
POINTS: Final = 12
"""Steps back that are offered; the further ones are for moderators."""
HOURS: Final = (1, 3, 6, 12, 24, 48, 72, 7 * 24)
"""By how much a vote may put the deadlines off."""


async def start_vote(moment: Moment, table: TableInfo, kind: VoteKind) -> None:
    """Open the vote, or ask first what exactly it is to be on."""
    own_seat(moment, table)
    match kind:
        case "extend":
            await moment.show(_ask_hours(moment, table))
        case "remove":
            await _ask_whom(moment, table)
        case "undo":
            await offer_points(moment, table)
        case "cancel":
            await _ask_whether(moment, table)
        case _:
            await put_to_vote(moment, table, kind)


async def put_to_vote(
    moment: Moment, table: TableInfo, kind: VoteKind, *, seat: Seat | None = None, amount: int | None = None
) -> None:
    """Open the vote and give a receipt; the vote itself is a post at the table."""
    tables, words = moment.bot.tables, moment.words
    title = await vote_title(moment.bot, words, table, kind, seat, amount)  # once it is carried, much can be different
    vote = await tables.open_vote(moment.press, table.code, kind, seat=seat, amount=amount)
    key = "life.vote.opened.passed" if vote.status == "passed" else "life.vote.opened"
    await moment.show(said(words(key, what=title, when=moment_line(vote.expires, "R"))))
    await moment.bot.kick(table.code)


def _ask_hours(moment: Moment, table: TableInfo) -> Any:
    words = moment.words
    options = [(str(hours), hours_text(words, hours), "") for hours in HOURS]
    line = words("life.vote.means.extend")
    address = Address(table.code, table.window, "vote-hours")
    return question(line, choice(VoteHours, address, words("life.vote.hours"), options))


def removable(table: TableInfo) -> list[Seat]:
    """The seats whose holders stay away, or have left the server."""
    return [seat.seat for seat in table.seats if seat.kind == "person" and not seat.out and absent(seat)]


async def _ask_whom(moment: Moment, table: TableInfo) -> None:
    words, names = moment.words, plain_names(moment.words, table)
    away = removable(table)
    if not away:
        await moment.show(said(words("life.vote.nobody_absent")))
        return
    options = [(str(seat), f"{mark(table, seat)} {names[seat]}", "") for seat in away]
    address = Address(table.code, 0, "vote-whom")
    await moment.show(
        question(words("life.vote.means.remove"), choice(VoteWhom, address, words("life.vote.whom"), options))
    )


async def _ask_whether(moment: Moment, table: TableInfo) -> None:
    words = moment.words
    button = discord.ui.Button[Any](label=words("life.vote.cancel.yes"), emoji="🗳️", style=discord.ButtonStyle.danger)
    line = words("life.vote.cancel.sure", code=table.code)
    await moment.show(question(line, VoteCancel(button, Address(table.code, 0, "vote-cancel"))))


class VoteHours(PressItem, what="vote-hours"):
    """How much longer the round should be."""

    async def act(self, moment: Moment) -> None:
        table = await moment.bot.tables.find(self.address.code)
        await put_to_vote(moment, table, "extend", amount=number("".join(self.values)))


class VoteWhom(PressItem, what="vote-whom"):
    """Which absent player is to be taken out."""

    async def act(self, moment: Moment) -> None:
        table = await moment.bot.tables.find(self.address.code)
        await put_to_vote(moment, table, "remove", seat=seat_number(table, "".join(self.values)))


class VoteCancel(PressItem, what="vote-cancel"):
    """The second press before the table is asked to end its game."""

    async def act(self, moment: Moment) -> None:
        await put_to_vote(moment, await moment.bot.tables.find(self.address.code), "cancel")


class Ballot(PressItem, what="vote-yes|vote-no"):
    """Vote. The post of the vote shows the new count."""

    ack: ClassVar[Ack] = "private"

    async def act(self, moment: Moment) -> None:
        code, answer = self.address.code, self.address.what.removeprefix("vote-")
        vote = await moment.bot.tables.cast(moment.press, code, number(self.address.arg), answer == "yes")
        if vote.status == "open":
            line = moment.words(f"life.vote.cast.{answer}", n=len(vote.yes), needed=vote.needed)
        else:
            line = moment.words(f"life.vote.decided.{vote.status}")
        await moment.say(line)
        await moment.bot.kick(code)


async def offer_points(moment: Moment, table: TableInfo) -> None:
    """Where the table could go back to, latest first; choosing one puts it to the vote."""
    words = moment.words
    options: list[tuple[str, str, str]] = []
    names = marked(table, plain_names(words, table))
    points = (await moment.bot.tables.undo_points(table.code))[:POINTS]
    for turn, reach in (await reaches(moment.bot, table, words, points, names)).items():
        hint = words("life.undo.option.reach", steps=words.count("life.steps", reach.steps))
        options.append((str(turn), reach.title, hint))
    if not options:
        await moment.show(said(words("life.undo.none")))
        return
    address = Address(table.code, table.window, "undo-to")
    await moment.show(question(words("life.undo.vote"), choice(VoteUndo, address, words("life.undo.choose"), options)))


class VoteUndo(PressItem, what="undo-to"):
    """Put it to the vote to go back there."""

    async def act(self, moment: Moment) -> None:
        table = await moment.bot.tables.find(self.address.code)
        own_seat(moment, table)
        if table.window != self.address.window:
            await offer_points(moment, table)  # more has been played since: the list tells how far it would reach now
            return
        await put_to_vote(moment, table, "undo", amount=number("".join(self.values)))


def kind_of(value: str) -> VoteKind | None:
    """The kind of vote that a command's choice names."""
    return cast("VoteKind", value) if value in KINDS else None


ITEMS: tuple[type[PressItem], ...] = (VoteHours, VoteWhom, VoteCancel, VoteUndo, Ballot)
