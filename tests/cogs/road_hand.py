"""A hand on Thunder Road's panel: presses what it shows, on a table that is nothing but a state."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.composed import Composed
from cogs.panels import base, compose_panel
from cogs.press import Address, PressForm, PressItem
from engines.chance import FastChance
from engines.thunder_road import GAME
from engines.thunder_road.model import Action, State
from locales import Words, speak
from tables.model import SeatPanel
from tests.cogs.panel_maker import bot, controls, game_panel, seat_info

USER = 100


class Hand:
    """Sits in the seat that is asked. ``said``: what it was told in private. ``given``: the answers that counted."""

    def __init__(self, state: State, draft: Action | None = None, words: Words | None = None) -> None:
        self.state = state
        self.draft = draft
        self.words = words or speak("en")
        self.number = 1
        self.said: list[str] = []
        self.given: list[Action] = []
        self.shown: base.Asking | None = None
        """What the last press shows for once instead of what the panel always asks."""
        self.bot = bot(panel=self._panel, save_draft=self._save, answer=self._answer)
        self.bot.kick = self._kick

    @property
    def seat(self) -> int:
        window = GAME.window(self.state)
        assert window is not None
        (seat,) = window.asks
        return seat

    @property
    def over(self) -> bool:
        return GAME.window(self.state) is None

    @property
    def panel(self) -> SeatPanel:
        """The panel of the seat that is asked now."""
        panel = game_panel(GAME, self.state, self.seat, self.draft, window=self.number)
        window = GAME.window(self.state)
        assert window is not None
        seats = tuple(seat_info(seat) for seat in range(len(self.state.crews)))
        table = replace(panel.table, window=self.number, scene=window.scene, patience=window.patience, seats=seats)
        view = panel.view if self.draft is None else GAME.drafts(panel.view, self.seat, self.draft)
        return replace(panel, table=table, view=view)

    async def look(self) -> Composed:
        return await compose_panel(self.bot, self.panel, self.words)

    async def press(self, what: str, rest: str = "", *values: str) -> None:
        """Press the button for ``what`` that means ``rest``, or choose in that list; it must be there and usable."""
        found = [item for item in controls(await self.look()) if item.address.what == what]
        item = next(item for item in found if not rest or item.address.arg.endswith(f".{rest}"))
        assert not getattr(item.item, "disabled", False), f"{what} {rest} is disabled"
        if isinstance(item.item, discord.ui.Select):
            assert set(values) <= {option.value for option in item.item.options}
        await self.send(item, *values)

    async def send(self, item: PressItem, *values: str) -> None:
        """Handle a press, offered or not."""
        if isinstance(item.item, discord.ui.Select):
            item.item._values = list(values)
        self.shown = None
        await item.act(self._moment())

    async def forge(
        self, kind: type[PressItem], rest: str = "", *values: str, window: int | None = None, seat: int | None = None
    ) -> None:
        """A press that nobody was offered."""
        what = kind.__discord_ui_compiled_template__.pattern.split("P<what>")[1].split(")")[0]
        item: Any = discord.ui.Select(options=[discord.SelectOption(label="?")]) if values else discord.ui.Button()
        owner = str(self.seat if seat is None else seat)
        arg = base.BETWEEN.join((owner, rest)) if rest else owner
        await self.send(kind(item, Address("ABCDE", window or self.number, what, arg)), *values)

    async def type(self, form: type[PressForm], **fields: str) -> None:
        """Send in a form."""
        self.shown = None
        await form(Address("ABCDE", self.number, form.what, str(self.seat)), fields).act(self._moment())

    def _moment(self) -> Any:
        async def say(text: str) -> None:
            self.said.append(text)

        async def tell(composed: Composed) -> None:
            texts = [item for item in composed.view.walk_children() if isinstance(item, discord.ui.TextDisplay)]
            self.said.append("\n".join(text.content for text in texts))

        press = SimpleNamespace(user_id=USER)
        return SimpleNamespace(
            bot=self.bot, press=press, words=self.words, say=say, tell=tell, interaction=SimpleNamespace(message=None)
        )

    async def _panel(self, code: str, user_id: int) -> SeatPanel:
        return self.panel

    async def _save(self, press: Any, code: str, window: int, action: Action) -> SeatPanel:
        GAME.drafts(GAME.view(self.state, self.seat), self.seat, action)
        self.draft = action
        return self.panel

    async def _answer(self, press: Any, code: str, window: int, action: Action) -> SeatPanel:
        GAME.allows(self.state, self.seat, action)
        before = self.panel
        self.given.append(action)
        self.state = GAME.advance(self.state, {self.seat: action}, FastChance(self.number)).state
        self.draft, self.number = None, self.number + 1
        return before if self.over else self.panel

    async def _kick(self, code: str) -> None:
        pass


@pytest.fixture(autouse=True)
def nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Presses end where a message would be changed; what they show for once is kept."""

    async def refresh(
        moment: Any, address: Address, panel: SeatPanel, composed: Any = None, *, asking: Any = None
    ) -> None:
        hand = cast("Hand", moment.bot.tables.panel.__self__)
        hand.shown = None if asking is None else await asking(moment.words)

    monkeypatch.setattr(base, "refresh", refresh)
