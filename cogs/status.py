"""How a table stands: status, board and log, and the way out of its game for good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.asking import own_seat
from cogs.composed import Composed, picture
from cogs.posts.parts import my_seat
from cogs.posts.play import common_due, longer_lines
from cogs.posts.together import pace_name, vote_title
from cogs.press import Address, Moment, PressItem
from cogs.settings import changed_lines
from cogs.tablelog import last_page
from cogs.tabling import in_one_line, mark, paused_line, said, table_url
from cogs.words import joined, plain_names, safe_names
from locales import Words
from render import Look
from render import text as told
from tables.model import Refused, SeatInfo, TableInfo
from tables.sheet import AWAY


def status_lines(table: TableInfo, words: Words, standing: Sequence[str] = ()) -> list[str]:
    """All that anybody may know, without a board. While answers are secret: how many are ready, never who.

    ``standing``: how each seat stands, from the public view.
    """
    names = safe_names(words, table)
    return [
        words("tablecmd.status.title", game=words(f"{table.game}.title"), code=table.code, url=table_url(table)),
        words(f"tablecmd.status.{table.status}"),
        _waiting_line(table, names, words),
        *(longer_lines(words, table) if table.paused_at is None else ()),
        *_result_lines(table, names, words),
        "",
        *(_seat_line(table, seat, names[seat.seat], words) for seat in table.seats),
        *(f"-# {line}" for line in standing),
        "",
        *_option_lines(table, words),
        words("tablecmd.status.hash", hash=table.seed_hash),
    ]


def _waiting_line(table: TableInfo, names: tuple[str, ...], words: Words) -> str:
    if table.paused_at is not None:
        return paused_line(table, words)
    if table.deadline is None or table.status not in ("lobby", "running"):
        return ""
    when = discord.utils.format_dt(common_due(table) or table.deadline, "R")
    if table.status == "lobby":
        return words("tablecmd.status.expires", when=when)
    if table.hidden:
        return words("tablecmd.status.ready", ready=table.ready, asked=len(table.asked), when=when)
    who = joined(words, [names[seat] for seat in table.asked])
    return words("tablecmd.status.waiting", who=who, when=when)


def _result_lines(table: TableInfo, names: tuple[str, ...], words: Words) -> list[str]:
    if table.result is None:
        return []
    places = sorted(enumerate(table.result.places), key=lambda entry: entry[1])
    return [
        words(f"{table.game}.end.{table.result.reason}"),
        *(
            words("tablecmd.status.place", place=place, who=names[seat], score=table.result.scores[seat])
            for seat, place in places
        ),
    ]


def _seat_line(table: TableInfo, seat: SeatInfo, name: str, words: Words) -> str:
    kind = "plays"
    if seat.out:
        kind = "out"
    elif seat.beaten:
        kind = "beaten"
    elif seat.kind != "person":
        kind = seat.kind
    elif table.status != "running":
        pass  # who was away when it ended matters no more
    elif seat.gone:
        kind = "gone"
    elif seat.seat in table.away_until:
        kind = "leave"
    elif seat.missed >= AWAY:
        kind = "away"
    elif seat.missed:
        kind = "missed"
    until = table.away_until.get(seat.seat)
    when = "" if until is None else discord.utils.format_dt(until, "f")
    line = words(f"tablecmd.seat.{kind}", mark=mark(table, seat.seat), name=name, until=when)
    return words("tablecmd.seat.offered", line=line) if seat.offered and table.status == "running" else line


def _option_lines(table: TableInfo, words: Words) -> list[str]:
    """The settings that matter and are not as preset, and the pace."""
    return [
        *changed_lines(table, words, "tablecmd.status.option"),
        words("tablecmd.status.option", name=words("tablecmd.pace"), value=pace_name(words, table)),
    ]


async def show_status(moment: Moment, table: TableInfo) -> None:
    """All that anybody may know, and what is being voted on."""
    standing: Sequence[str] = ()
    votes: list[str] = []
    if table.status == "running":
        view = await moment.bot.tables.public_view(table.code)
        standing = told.standing(table.game, view, moment.words, safe_names(moment.words, table))
        for vote in await moment.bot.tables.votes_open(table.code):
            title = await vote_title(moment.bot, moment.words, table, vote.kind, vote.seat, vote.amount)
            votes.append(moment.words("tablecmd.status.vote", what=title, n=len(vote.yes), needed=vote.needed))
    composed = said(*status_lines(table, moment.words, standing), *votes)
    if table.status == "running" and table.seat_of(moment.press.user_id) is not None:
        composed.view.add_item(my_seat(table, moment.words))  # the post that asks may have been deleted
    await moment.show(composed)


def fenced(text: str) -> str:
    """As a block of code, which nothing in it can end: people may have such marks in their names."""
    return "```\n" + text.replace("`", "'") + "\n```"


async def show_board(moment: Moment, table: TableInfo, as_text: bool) -> None:
    """The board as everybody may see it, as a picture or in plain text."""
    view = await moment.bot.tables.public_view(table.code)
    names = plain_names(moment.words, table)
    line = in_one_line(table, moment.words)
    if as_text:
        await moment.tell(said(line, fenced(told.board(table.game, view, moment.words, names))))
        return
    drawn = await moment.bot.studio.draw(table.game, view, Look(language=moment.words.language, names=names))
    file = picture(table.code, table.window, "board", drawn.png, drawn.alt)
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay(line))
    layout.add_item(discord.ui.MediaGallery(file.gallery_item()))
    await moment.tell(Composed(layout, (file,)))


async def show_log(moment: Moment, table: TableInfo) -> None:
    """The newest page of the log."""
    await moment.show(await last_page(moment, table))


async def ask_to_resign(moment: Moment, table: TableInfo) -> None:
    """Say what resigning means, with the button that does it."""
    seat = own_seat(moment, table)
    if seat.out or (seat.beaten and table.status == "running"):
        await moment.say(moment.words("panel.out" if seat.out else "table.refuse.beaten"))
        return
    if table.status == "lobby":
        raise Refused("not_started")
    if table.status != "running":
        await moment.say(moment.words(f"tablecmd.status.{table.status}"))
        return
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(moment.words("tablecmd.resign.sure", code=table.code)))
    button = discord.ui.Button[Any](
        label=moment.words("tablecmd.resign.yes"), style=discord.ButtonStyle.danger, emoji="🏳️"
    )
    view.add_item(discord.ui.ActionRow[Any](Resign(button, Address(table.code, 0, "resign"))))
    await moment.show(Composed(view))


class Resign(PressItem, what="resign"):
    """The second press, after which there is no way back."""

    async def act(self, moment: Moment) -> None:
        table = await moment.bot.tables.resign(moment.press, self.address.code)
        await moment.show(said(moment.words("tablecmd.resign.done", code=table.code, url=table_url(table))))
        await moment.bot.kick(self.address.code)


ITEMS: tuple[type[PressItem], ...] = (Resign,)
