"""Every registered game, played at random: at each window each seat's panel can be shown, in both languages."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from cogs.limits import faults
from cogs.panels import compose_panel
from cogs.panels.base import modules
from cogs.press import PressForm, PressItem
from engines import GAMES
from engines.chance import FastChance
from engines.core import Level
from tables.model import SeatPanel
from tests.cogs.panel_maker import bot, both, controls, read, table_info

WINDOWS = 6
"""Of each game; later ones differ in numbers only."""


def bot_for(game: Any, state: Any) -> Any:
    async def choices(code: str, seat: int, window: int, limit: int) -> list[Any]:
        return list(islice(game.choices(state, seat), limit))

    return bot(choices=choices)


@pytest.mark.parametrize("words", both(), ids=lambda words: words.language)
@pytest.mark.parametrize("key", sorted(GAMES))
async def test_each_seat_can_answer_at_each_window(key: str, words: Any, caplog: pytest.LogCaptureFixture) -> None:
    game, chance = GAMES[key], FastChance(11)
    state = game.start(game.Options(), max(game.seats), chance).state
    for number in range(1, WINDOWS + 1):
        window = game.window(state)
        if window is None:
            break
        answers: dict[int, Any] = {}
        for seat, ask in window.asks.items():
            answers[seat] = game.stand_in(game.view(state, seat), seat, Level.EASY, chance)
            for draft, ready in ((None, False), (answers[seat], False), (answers[seat], True)):
                view = game.view(state, seat)
                view = view if draft is None else game.drafts(view, seat, draft)
                table = replace(table_info(max(game.seats), window=number), game=key, hidden=window.hidden)
                panel = SeatPanel(table, seat, ask, view, draft, ready, number)
                composed = await compose_panel(bot_for(game, state), panel, words)
                assert faults(composed.view, composed.files) == []
                assert list(controls(composed))
                assert table.code in read(composed)
        state = game.advance(state, answers, chance).state
    assert "no text for" not in caplog.text


def test_every_panel_brings_its_presses_and_forms() -> None:
    for module in modules():
        assert all(issubclass(item, PressItem) for item in module.ITEMS)
        assert all(issubclass(form, PressForm) for form in module.FORMS)
        assert callable(module.compose)
        assert callable(module.answer)
