"""*Table…*: everything that the presser can do at the table besides answering, as one private list."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final

import discord

from cogs import leave, recap, seats, undoing, votes
from cogs.composed import Composed
from cogs.limits import OPTION_TEXT, PLACEHOLDER, clip
from cogs.posts.parts import QUIET, box, row, text
from cogs.press import Ack, Address, Moment, PressItem
from cogs.status import ask_to_resign, show_log, show_status
from cogs.tabling import absent, in_one_line, paused_line, visible_table
from tables.model import SeatInfo, TableInfo
from tables.sheet import LIVE


@dataclass(frozen=True, slots=True)
class Situation:
    """What decides on the list."""

    table: TableInfo
    mine: SeatInfo | None
    """The presser's seat."""
    voting: Collection[str]
    """The kinds of votes that are open."""

    @property
    def running(self) -> bool:
        return self.table.status == "running"

    @property
    def stays(self) -> bool:
        """Whether the presser holds a seat of a running game and has not resigned."""
        return self.running and self.mine is not None and not self.mine.out

    @property
    def plays(self) -> bool:
        """Whether the presser is in play: stays, and the game has not beaten them."""
        return self.stays and self.mine is not None and not self.mine.beaten

    @property
    def on_leave(self) -> bool:
        return self.mine is not None and self.mine.seat in self.table.away_until

    @property
    def paused_by_people(self) -> bool:
        return self.table.paused_why in ("vote", "mod")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to do. ``life.menu.<name>`` names it, ``.hint`` explains it."""

    name: str
    emoji: str
    possible: Callable[[Situation], bool]
    act: Callable[[Moment, TableInfo], Awaitable[None]]


ENTRIES: Final = (
    Entry("recap", "⏪", lambda now: now.running and now.mine is not None, recap.show_recap),
    Entry("status", "📋", lambda now: True, show_status),
    Entry("log", "📖", lambda now: now.table.window > 0, show_log),
    Entry("undo", "↩️", lambda now: now.plays and "undo" not in now.voting, undoing.undo),
    Entry("away", "🏖️", lambda now: now.plays and now.table.pace != LIVE and not now.on_leave, leave.ask_days),
    Entry(
        "back",
        "👋",
        lambda now: now.plays and (now.on_leave or (now.mine is not None and absent(now.mine))),
        leave.come_back,
    ),
    Entry(
        "pause",
        "⏸️",
        lambda now: now.plays and now.table.paused_at is None and "pause" not in now.voting,
        partial(votes.start_vote, kind="pause"),
    ),
    Entry(
        "resume",
        "▶️",
        lambda now: now.plays and now.paused_by_people and "resume" not in now.voting,
        partial(votes.start_vote, kind="resume"),
    ),
    Entry(
        "extend",
        "⏱️",
        lambda now: now.plays and now.table.paused_at is None and "extend" not in now.voting,
        partial(votes.start_vote, kind="extend"),
    ),
    Entry(
        "remove",
        "👻",
        lambda now: now.plays and "remove" not in now.voting and bool(votes.removable(now.table)),
        partial(votes.start_vote, kind="remove"),
    ),
    Entry(
        "offer",
        "🔁",
        lambda now: now.plays and now.mine is not None and not now.mine.offered,
        partial(seats.offer, offered=True),
    ),
    Entry(
        "keep",
        "🔁",
        lambda now: now.stays and now.mine is not None and now.mine.offered,
        partial(seats.offer, offered=False),
    ),
    Entry("substitute", "📣", lambda now: now.stays and bool(seats.seekable(now.table)), seats.ask_which_seat),
    Entry("leave", "🚪", lambda now: now.stays, seats.ask_to_leave),
    Entry(
        "cancel",
        "🛑",
        lambda now: now.plays and "cancel" not in now.voting,
        partial(votes.start_vote, kind="cancel"),
    ),
    Entry("resign", "🏳️", lambda now: now.plays, ask_to_resign),
)
"""In the order of the list. Discord takes 25 at most."""


async def _situation(moment: Moment, table: TableInfo) -> Situation:
    voting = {vote.kind for vote in await moment.bot.tables.votes_open(table.code)} if table.status == "running" else ()
    return Situation(table, table.seat_of(moment.press.user_id), voting)


async def show_menu(moment: Moment, table: TableInfo, line: str = "") -> None:
    """What the presser can do at this table now, to the presser alone."""
    now, words = await _situation(moment, table), moment.words
    options = [
        discord.SelectOption(
            label=clip(words(f"life.menu.{entry.name}"), OPTION_TEXT),
            description=clip(words(f"life.menu.{entry.name}.hint"), OPTION_TEXT),
            value=entry.name,
            emoji=entry.emoji,
        )
        for entry in ENTRIES
        if entry.possible(now)
    ]
    select = discord.ui.Select[Any](placeholder=clip(words("life.menu.title"), PLACEHOLDER), options=options)
    lines = [
        f"**{in_one_line(table, words)}**",
        paused_line(table, words),
        line or (words("life.menu.stranger") if now.mine is None and now.running else ""),
    ]
    chosen = row(MenuChoice(select, Address(table.code, 0, "menu-do")))
    await moment.show(Composed(box(QUIET, text(*lines), chosen)))


class Menu(PressItem, what="menu"):
    """Show the list."""

    ack: ClassVar[Ack] = "private"

    async def act(self, moment: Moment) -> None:
        await show_menu(moment, await visible_table(moment, self.address.code))


class MenuChoice(PressItem, what="menu-do"):
    """Do what was chosen, or ask further in the place of the list."""

    async def act(self, moment: Moment) -> None:
        table, name = await visible_table(moment, self.address.code), "".join(self.values)
        now = await _situation(moment, table)
        entry = next((entry for entry in ENTRIES if entry.name == name), None)
        if entry is None or not entry.possible(now):
            await show_menu(moment, table, moment.words("life.menu.gone"))
            return
        await entry.act(moment, table)


ITEMS: tuple[type[PressItem], ...] = (Menu, MenuChoice)
