"""A hand on a panel of Scorched Wasteland: presses what it shows, on a table that is nothing but a state."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.composed import Composed
from cogs.panels import base, compose_panel
from cogs.press import Address, PressItem
from engines.wasteland import GAME
from engines.wasteland.model import Action, State
from locales import Words, speak
from tables.model import SeatPanel
from tests.cogs.panel_maker import bot, controls, offered, read, seat_info, table_info

USER = 100
NUMBER = 7
"""The window that is open."""


def state_panel(state: State, seat: int, draft: Action | None = None, **changes: Any) -> SeatPanel:
    """The seat's panel in this position, its draft drawn in."""
    window = GAME.window(state)
    assert window is not None
    seats = tuple(seat_info(at, name=f"Player {at + 1}") for at in range(len(state.areas)))
    table = replace(
        table_info(len(seats), game=GAME.key, seats=seats, options={}, window=NUMBER),
        hidden=window.hidden,
        window_kind=window.kind,
        asked=tuple(window.asks),
    )
    view = GAME.view(state, seat)
    if draft is not None:
        view = GAME.drafts(view, seat, draft)
    return replace(SeatPanel(table, seat, window.asks.get(seat), view, draft, False, NUMBER), **changes)


class Hand:
    """Sits in a seat that is asked. ``said``: what it was told in private. ``given``: the answer that counted."""

    def __init__(self, state: State, seat: int | None = None, words: Words | None = None) -> None:
        window = GAME.window(state)
        assert window is not None
        self.state = state
        self.seat = next(iter(window.asks)) if seat is None else seat
        self.words = words or speak("en")
        self.draft: Action | None = None
        self.ready = False
        self.said: list[str] = []
        self.given: list[Action] = []
        self.shown: Composed | None = None
        """What the last press shows, where that is not just the panel."""
        self.bot = bot(panel=self._panel, save_draft=self._save, answer=self._answer)
        self.bot.kick = self._kick

    @property
    def panel(self) -> SeatPanel:
        return state_panel(self.state, self.seat, self.draft, ready=self.ready)

    async def look(self) -> Composed:
        """The panel as the last press left it."""
        return self.shown or await compose_panel(self.bot, self.panel, self.words)

    async def text(self) -> str:
        return read(await self.look())

    async def offers(self, name: str) -> list[str]:
        """The values of the list of this name; nothing where there is none."""
        return [option.value for option in await self.options(name)]

    async def options(self, name: str) -> list[discord.SelectOption]:
        item = self.find(await self.look(), "w-pick", name)
        return [] if item is None else cast("discord.ui.Select[Any]", item.item).options

    async def chosen(self, name: str) -> list[str]:
        return [option.value for option in await self.options(name) if option.default]

    def find(self, composed: Composed, what: str, name: str = "") -> PressItem | None:
        found = (item for item in controls(composed) if item.address.what == what)
        return next((item for item in found if not name or item.address.arg.split(".")[1:2] == [name]), None)

    async def pick(self, name: str, *values: str) -> None:
        """Choose in the list of this name; it must offer the values."""
        item = self.find(await self.look(), "w-pick", name)
        assert item is not None, f"no list {name}"
        assert set(values) <= set(await self.offers(name))
        await self.send(item, *values)

    async def press(self, what: str, name: str = "") -> None:
        """Press a button; it must be there and usable."""
        item = self.find(await self.look(), what, name)
        assert item is not None, f"no button {what} {name}"
        assert not getattr(item.item, "disabled", False), f"{what} {name} is disabled"
        await self.send(item)

    async def confirm(self) -> Action:
        await self.press("w-go")
        return self.given[-1]

    async def send(self, item: PressItem, *values: str) -> None:
        """Handle a press, offered or not."""
        if isinstance(item.item, discord.ui.Select):
            item.item._values = list(values)
        self.shown = None
        await item.act(self._moment())

    async def forge(self, kind: type[PressItem], what: str, rest: str, *values: str, **address: Any) -> None:
        """A press that nobody was offered. ``address``: another ``seat`` or ``window``."""
        item: Any = discord.ui.Select(options=[discord.SelectOption(label="?")]) if values else discord.ui.Button()
        arg = f"{address.get('seat', self.seat)}.{rest}"
        await self.send(kind(item, Address("ABCDE", address.get("window", NUMBER), what, arg)), *values)

    def _moment(self) -> Any:
        async def say(text: str) -> None:
            self.said.append(text)

        async def tell(composed: Composed) -> None:
            self.said.append(read(composed))

        press = SimpleNamespace(user_id=USER)
        return SimpleNamespace(
            bot=self.bot,
            press=press,
            words=self.words,
            say=say,
            tell=tell,
            address=None,
            interaction=SimpleNamespace(message=None),
        )

    async def _panel(self, code: str, user_id: int) -> SeatPanel:
        return self.panel

    async def _save(self, press: Any, code: str, window: int, action: Action) -> SeatPanel:
        GAME.drafts(GAME.view(self.state, self.seat), self.seat, action)
        self.draft, self.ready = action, False
        return self.panel

    async def _answer(self, press: Any, code: str, window: int, action: Action) -> SeatPanel:
        GAME.allows(self.state, self.seat, action)
        self.given.append(action)
        self.draft, self.ready = action, True
        return self.panel

    async def _kick(self, code: str) -> None:
        pass


@pytest.fixture(autouse=True)
def nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Presses end where a message would be changed; what they show for once is kept."""

    async def refresh(
        moment: Any, address: Address, panel: SeatPanel, composed: Any = None, *, asking: Any = None
    ) -> None:
        hand = cast("Hand", moment.bot.tables.panel.__self__)
        hand.shown = composed

    monkeypatch.setattr(base, "refresh", refresh)


__all__ = ["Hand", "nothing_is_sent", "offered", "state_panel"]
