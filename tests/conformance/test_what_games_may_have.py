"""What only some games have: standing orders, seats that are beaten before the end, a length that goes by the pace."""

from __future__ import annotations

from dataclasses import fields
from itertools import islice
from typing import Any, get_args, get_type_hints

import pytest

from cogs.limits import OPTIONS, check_view
from cogs.orders import orders_panel
from engines import GAMES
from engines.core import Eliminates, IllegalAction, MindsPace, TakesOrders
from locales import LANGUAGES, speak
from tables.model import SeatOrders
from tests.cogs.panel_maker import table_info
from tests.conformance.games import Played, options_of, play
from tests.embers_game import EMBERS

FIELDS = 16
"""Lists that fit into one message with what stands above them."""
GAMES_OF_EACH = 3
STATES = 60

KNOWN: dict[str, Any] = {**GAMES, "embers": EMBERS}
ORDERED = [key for key, game in KNOWN.items() if isinstance(game, TakesOrders)]
ELIMINATING = [key for key, game in KNOWN.items() if isinstance(game, Eliminates)]
PACED = [key for key, game in KNOWN.items() if isinstance(game, MindsPace)]


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "embers", EMBERS)


def played(key: str) -> list[Played]:
    return [play(key, KNOWN[key].seats.start + seed % 2, seed) for seed in range(GAMES_OF_EACH)]


def possible(key: str) -> dict[str, tuple[str, ...]]:
    hints = get_type_hints(KNOWN[key].Orders)
    return {field.name: get_args(hints[field.name]) for field in fields(KNOWN[key].Orders)}


@pytest.mark.parametrize("key", ORDERED)
def test_every_order_begins_with_a_question_and_fits_into_a_list(key: str) -> None:
    orders = possible(key)
    assert 1 <= len(orders) <= FIELDS
    for name, values in orders.items():
        assert getattr(KNOWN[key].Orders(), name) == "ask"
        assert "ask" in values
        assert 2 <= len(values) <= OPTIONS
    for language in LANGUAGES:
        asked = SeatOrders(table_info(game=key), 0, dict.fromkeys(orders, "ask"), orders, True)
        assert check_view(orders_panel(asked, speak(language)).view, strict=True)


@pytest.mark.parametrize("key", ORDERED)
def test_without_orders_everything_is_asked_and_orders_answer(key: str) -> None:
    """What an order gives is legal or refused in good order; then the house asks after all."""
    game = KNOWN[key]
    orders = [game.Orders(**{name: value}) for name, values in possible(key).items() for value in values[1:]]
    legal: set[Any] = set()
    for whole in played(key):
        for state in islice(whole.states, STATES):
            window = game.window(state)
            for seat in window.asks if window is not None else ():
                view = game.view(state, seat)
                assert game.ordered(view, seat, game.Orders()) is None
                legal |= {one for one in orders if _allows(game, state, seat, game.ordered(view, seat, one))}
    assert legal, "no order ever answered anything"


def _allows(game: Any, state: Any, seat: int, action: Any | None) -> bool:
    if action is None:
        return False
    try:
        game.allows(state, seat, action)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("key", ELIMINATING)
def test_the_beaten_are_seats_that_are_not_asked_and_stay_beaten(key: str) -> None:
    game = KNOWN[key]
    ever = 0
    for whole in played(key):
        before: frozenset[int] = frozenset()
        for state in whole.states:
            beaten, window = game.beaten(state), game.window(state)
            assert before <= beaten
            assert window is None or not beaten & window.asks.keys()
            before, ever = beaten, ever + len(beaten)
    assert ever


@pytest.mark.parametrize("key", PACED)
def test_what_is_settled_by_the_pace_is_settled_once(key: str) -> None:
    game = KNOWN[key]
    changed = 0
    for options in options_of(game):
        for live in (True, False):
            settled = game.at_pace(options, live=live)
            assert game.at_pace(settled, live=live) == game.at_pace(settled, live=not live) == settled
            changed += settled != options
    assert changed
