"""What a person is answered in private who presses and asks for everything that there is to look at."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any

import discord

from cogs import closer, fairness, me, me_data, modacts, modaudit, modtables, orders, personal, recap, status, tablelog
from cogs.composed import Composed
from cogs.menu import show_menu
from cogs.panels import compose_panel
from cogs.press import Moment
from cogs.votes import offer_points
from engines.core import IllegalAction
from locales import speak
from render import has_pages
from tables.model import Refused, TableInfo
from tests.secrets.twins import Twin, everything, shown
from tests.tables.world import CHANNEL, GUILD


class Moderator(discord.Member):
    """Somebody who may manage the server."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    @property
    def id(self) -> int:  # type: ignore[override]
        return self.number

    @property
    def guild_permissions(self) -> discord.Permissions:
        return discord.Permissions(manage_guild=True)


class Asked(Moment):
    """A press whose answers are kept as bytes and not sent."""

    said: list[str]

    async def say(self, text: str) -> None:
        self.said.append(text)

    async def tell(self, composed: Composed) -> None:
        self.said.append(shown(composed))

    async def show(self, composed: Composed, *, everyone: bool = False) -> bool:
        self.said.append(shown(composed))
        return True


def asking(twin: Twin, viewer: int, *, moderates: bool = False) -> Asked:
    """A press of this person in the table's channel."""

    async def kick(_code: str | None = None) -> None:
        return None

    bot = twin.bot
    bot.kick = kick
    user = Moderator(viewer) if moderates else SimpleNamespace(id=viewer)
    guild = SimpleNamespace(id=GUILD, get_channel=lambda _number: None)
    interaction: Any = SimpleNamespace(
        client=bot, user=user, guild=guild, guild_id=GUILD, channel_id=CHANNEL, channel=None, message=None
    )
    moment = Asked(interaction, "private", True, twin.world.press(viewer), speak("en"))
    moment.said = []
    return moment


async def answered(twin: Twin, viewer: int, act: Callable[[Any], Awaitable[Any]], *, moderates: bool = False) -> str:
    """All that this press says, or what it is refused with."""
    moment = asking(twin, viewer, moderates=moderates)
    try:
        composed = await act(moment)
    except (Refused, IllegalAction) as error:
        return f"refused: {error.reason} {error.facts}"
    return "\n".join([*moment.said, *([shown(composed)] if isinstance(composed, Composed) else [])])


async def answers(twin: Twin, viewer: int, *, moderates: bool = False) -> dict[str, str]:
    """By name: what every command and button that only looks answers this person."""
    table = await twin.table()
    acts = looks(twin, table, viewer) | (judged(table) if moderates else {})
    return {name: await answered(twin, viewer, act, moderates=moderates) for name, act in acts.items()}


def looks(twin: Twin, table: TableInfo, viewer: int) -> dict[str, Callable[[Any], Awaitable[Any]]]:
    """What anybody may try."""
    tables = twin.world.tables

    async def my_seat(moment: Any) -> Composed:
        return await compose_panel(moment.bot, await tables.panel(table.code, viewer), moment.words)

    async def my_orders(moment: Any) -> Composed:
        return orders.orders_panel(await tables.orders(table.code, viewer), moment.words)

    async def close_up(moment: Any, page: int | None) -> Composed | None:
        return await closer.close_up(moment, table, page) if has_pages(table.game) else None

    async def log(moment: Any, window: int) -> Composed:
        return await tablelog.page(moment, table, window, 0)

    acts: dict[str, Any] = {
        "/table show": partial(status.show_status, table=table),
        "/table board": partial(status.show_board, table=table, as_text=False),
        "/table board text": partial(status.show_board, table=table, as_text=True),
        "/table log": partial(status.show_log, table=table),
        "/table menu": partial(show_menu, table=table),
        "/table recap": partial(recap.show_recap, table=table),
        "/table undo": partial(offer_points, table=table),
        "/fairness": partial(fairness.show_fairness, code=table.code),
        "/me games": me.show_games,
        "/me settings": personal.show_settings,
        "/me data": me_data.show_data,
        "my seat": my_seat,
        "orders": my_orders,
        "look": partial(close_up, page=None),
    }
    pages = {f"look {seat.seat}": partial(close_up, page=seat.seat) for seat in table.seats}
    logs = {f"log {window}": partial(log, window=window) for window in range(max(table.window - 2, 0), table.window)}
    return acts | pages | logs


def judged(table: TableInfo) -> dict[str, Callable[[Any], Awaitable[Any]]]:
    """What a moderator looks at."""
    return {
        "/mod tables": partial(modtables.show_tables, only=None, game=None),
        "/mod audit": partial(modaudit.show_audit, code=table.code),
        "/mod export file": partial(modacts.exported, table=table),
    }


async def whole(twin: Twin, viewer: int, known: Mapping[str, str], *, moderates: bool = False) -> dict[str, str]:
    """All messages and reads that this viewer gets, and all answers to what they ask; ``known`` as ``everything``."""
    return await everything(twin, viewer, known) | await answers(twin, viewer, moderates=moderates)
