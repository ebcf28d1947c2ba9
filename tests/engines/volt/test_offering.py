"""What a host is shown: options that have an effect at the table as it is."""

from __future__ import annotations

import pytest

from engines.core import OffersOptions
from engines.volt import GAME
from engines.volt.model import Options
from engines.volt.offering import killbots_play

ALWAYS = {"mode", "target", "modules", "killbots", "markers"}


def offered(options: Options, seats: int) -> set[str]:
    return set(GAME.offers(options, seats))


def test_the_game_says_what_it_offers_in_the_order_of_its_options() -> None:
    assert isinstance(GAME, OffersOptions)
    assert GAME.offers(Options(), 1) == tuple(Options.__dataclass_fields__)


@pytest.mark.parametrize(
    ("options", "seats", "more"),
    [
        (Options(), 1, {"arena", "ai_cards", "difficulty"}),
        (Options(), 2, {"arena"}),
        (Options(), 4, {"arena"}),
        (Options(killbots="one"), 3, {"arena", "ai_cards"}),
        (Options(killbots="none"), 1, {"arena"}),
        (Options(arena="minefield"), 2, {"arena", "ai_cards"}),
        (Options(arena="minefield"), 4, {"arena"}),
        (Options(mode="championship"), 2, {"ai_cards"}),
        (Options(mode="championship"), 4, set()),
        (Options(mode="double", killbots="none"), 4, set()),
        (Options(mode="championship"), 1, {"ai_cards"}),
    ],
)
def test_only_what_has_an_effect(options: Options, seats: int, more: set[str]) -> None:
    assert offered(options, seats) == ALWAYS | more


def test_what_keeps_a_table_from_starting_can_be_changed() -> None:
    assert "arena" in offered(Options(mode="championship", arena="duel"), 3)
    assert killbots_play(Options(killbots="two"), 4), "one robot too many, for which the killbots are to blame"
