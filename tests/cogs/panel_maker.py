"""Panels as the tables give them, made without a database, and a bot that draws nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord

from cogs.composed import Composed
from cogs.press import PressItem
from engines.chance import FastChance
from engines.core import Ask, Game
from engines.volt import GAME
from engines.volt.model import Card, Options, Program
from locales import Words
from render import Look, Picture
from tables.model import SeatInfo, SeatPanel, TableInfo

LONGEST_NAME = "*_`~|<@&>" * 9
"""Full of what must be escaped."""


class Blank:
    """A studio that draws nothing, with the longest alt text that a picture can have."""

    async def draw(self, game: str, view: Any, look: Look) -> Picture:
        return Picture(b"picture", "x" * 1024)


def bot(**tables: Any) -> Any:
    """A bot with a studio, and tables that can only do what is given."""
    return SimpleNamespace(studio=Blank(), tables=SimpleNamespace(**tables))


def seat_info(seat: int, **changes: Any) -> SeatInfo:
    return replace(SeatInfo(seat, "person", 100 + seat, LONGEST_NAME, "en", False, 0), **changes)


def table_info(people: int = 4, **changes: Any) -> TableInfo:
    """A table in its first window."""
    table = TableInfo(
        code="ABCDE",
        game="volt",
        status="running",
        guild_id=1 << 62,
        channel_id=(1 << 62) + 1,
        thread_id=(1 << 62) + 2,
        language="en",
        pace="day",
        options={"arena": "auto", "markers": "shuffle"},
        host_id=100,
        seed_hash="ab" * 32,
        salt="1-2",
        seed=None,
        seats=tuple(seat_info(seat) for seat in range(people)),
        window=1,
        window_kind="programming",
        hidden=True,
        asked=tuple(range(people)),
        ready=0,
        deadline=datetime(2030, 1, 1, tzinfo=UTC),
        created_at=datetime(2029, 12, 31, tzinfo=UTC),
        lobby_message_id=(1 << 62) + 3,
        result=None,
    )
    return replace(table, **changes)


def volt_panel(
    program: Program | None = None,
    *,
    seats: int = 4,
    seat: int = 0,
    state: Any = None,
    cards: tuple[Card, ...] = (),
    **changes: Any,
) -> SeatPanel:
    """A seat's panel in a game of Power Arena; with ``cards`` its robot holds these."""
    state = state or GAME.start(Options(), seats, FastChance(7)).state
    if cards:
        robots = tuple(replace(robot, cards=cards) if robot.seat == seat else robot for robot in state.robots)
        state = replace(state, robots=robots)
    view = GAME.view(state, seat)
    if program is not None:
        view = GAME.drafts(view, seat, program)
    panel = SeatPanel(table_info(seats), seat, Ask("program", {"round": 1}), view, program, ready=False, window=1)
    return replace(panel, **changes)


def game_panel(game: Game[Any, Any, Any], state: Any, seat: int, draft: Any = None, **changes: Any) -> SeatPanel:
    """A seat's panel in any game."""
    window = game.window(state)
    assert window is not None
    view = game.view(state, seat)
    table = table_info(
        2, game=game.key, hidden=window.hidden, window_kind=window.kind, asked=tuple(window.asks), options={}
    )
    panel = SeatPanel(table, seat, window.asks.get(seat), view, draft, ready=False, window=1)
    return replace(panel, **changes)


def controls(composed: Composed) -> Iterator[PressItem]:
    """Everything that can be pressed."""
    for item in composed.view.walk_children():
        if isinstance(item, PressItem):
            yield item


def control(composed: Composed, what: str) -> PressItem | None:
    """The first component for this, pressable or not."""
    return next((item for item in controls(composed) if item.address.what == what), None)


def offered(composed: Composed, what: str) -> list[str]:
    """The values of a select."""
    found = control(composed, what)
    assert found is not None
    assert isinstance(found.item, discord.ui.Select)
    return [option.value for option in found.item.options]


def pressable(composed: Composed) -> set[str]:
    """What can be pressed now."""
    return {item.address.what for item in controls(composed) if not getattr(item.item, "disabled", False)}


def read(composed: Composed) -> str:
    """All text displays."""
    items = composed.view.walk_children()
    return "\n".join(item.content for item in items if isinstance(item, discord.ui.TextDisplay))


def both() -> list[Words]:
    from locales import LANGUAGES, speak

    return [speak(language) for language in LANGUAGES]
