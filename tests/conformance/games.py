"""Plays any registered game with any legal answers; what every conformance test needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, get_args, get_type_hints

import pytest

from engines import GAMES
from engines.chance import FastChance
from engines.core import Chance, Game, IllegalAction, Seat, Turnout

AnyGame = Game[Any, Any, Any]
EVERY_GAME = pytest.mark.parametrize("key", GAMES)
LOOK = 200
"""How far into the list of choices a random answer looks."""
TOO_LONG = 2000
"""No game asks so often."""


@dataclass(frozen=True)
class Turn:
    """One answered window."""

    before: Any
    answers: Mapping[Seat, Any]
    turnout: Turnout[Any, Any]


@dataclass(frozen=True)
class Played:
    game: AnyGame
    opening: Turnout[Any, Any]
    turns: tuple[Turn, ...]

    @property
    def states(self) -> list[Any]:
        return [self.opening.state, *(turn.turnout.state for turn in self.turns)]

    @property
    def turnouts(self) -> list[Turnout[Any, Any]]:
        return [self.opening, *(turn.turnout for turn in self.turns)]


def options_of(game: AnyGame) -> Iterator[Any]:
    """The default, then each other value of each option alone."""
    default = game.Options()
    yield default
    for name, kind in get_type_hints(game.Options).items():
        for value in get_args(kind):
            if value != getattr(default, name):
                yield game.Options(**{name: value})


def any_answer(game: AnyGame, state: Any, seat: Seat, chance: Chance) -> Any:
    """A legal answer from somewhere near the front of the choices."""
    few = list(islice(game.choices(state, seat), LOOK))
    assert few, "a seat that is asked has a choice"
    return chance.pick("answer", few)


@cache
def play(key: str, seats: int, seed: int, options: Any = None) -> Played:
    """A whole game of random legal answers."""
    game = GAMES[key]
    luck, will = FastChance(seed), FastChance(seed + 1_000_003)
    opening = game.start(options or game.Options(), seats, luck)
    state = opening.state
    turns: list[Turn] = []
    while (window := game.window(state)) is not None:
        assert window.asks, "a window asks somebody"
        assert len(turns) < TOO_LONG, "the game does not end"
        answers = {seat: any_answer(game, state, seat, will) for seat in window.asks}
        turnout = game.advance(state, answers, luck)
        turns.append(Turn(state, answers, turnout))
        state = turnout.state
    return Played(game, opening, tuple(turns))


def fitting(game: AnyGame, options: Any) -> list[int]:
    """The numbers of seats that can play with these options."""

    def fits(seats: int) -> bool:
        try:
            game.fits(options, seats)
        except IllegalAction:
            return False
        return True

    return [seats for seats in game.seats if fits(seats)]


def every_options_game(key: str) -> list[Played]:
    """A game with the default options, and one with each other value of each option."""
    game = GAMES[key]
    return [play(key, fitting(game, options)[0], 1, options) for options in options_of(game)]


def some_games(key: str, seeds: int = 3) -> list[Played]:
    """A few games with every number of seats."""
    return [play(key, seats, seed) for seats in GAMES[key].seats for seed in range(seeds)]
