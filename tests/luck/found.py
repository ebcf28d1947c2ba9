"""Which dice and decks the games have: found by playing, not written down by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any, TypeVar, get_args, get_type_hints

from app.simulate import chance_for
from engines import GAMES
from engines.chance import FairChance
from engines.core import IllegalAction, Level, MindsPace

T = TypeVar("T")

Thing = tuple[str, str, int]
"""``die`` or ``deck``, its label, and how many faces or cards it has."""


class Noting(FairChance):
    """The tables' own luck, which notes what it was asked for."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed, "salt")
        self.asked: Counter[Thing] = Counter()

    def roll(self, label: str, faces: int) -> int:
        self.asked["die", label, faces] += 1
        return super().roll(label, faces)

    def pick(self, label: str, items: Sequence[T]) -> T:
        self.asked["die", label, len(items)] += 1
        return super().pick(label, items)

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        self.asked["deck", label, len(items)] += 1
        return super().shuffle(label, items)


def tables_of(game: Any, luck: random.Random, games: int) -> Iterator[tuple[Any, int]]:
    """Options and seats that a host could choose: first the default ones with most seats, then at random."""
    hints = get_type_hints(game.Options)
    options, seats = game.Options(), max(game.seats)
    made = 0
    while made < games:
        if isinstance(game, MindsPace):
            options = game.at_pace(options, live=True)
        try:
            game.fits(options, seats)
        except IllegalAction:
            pass
        else:
            made += 1
            yield options, seats
        options = game.Options(
            **{field.name: luck.choice(get_args(hints[field.name])) for field in fields(game.Options)}
        )
        seats = luck.choice(game.seats)


def things(games: int, windows: int, seed: int = 1) -> Counter[Thing]:
    """What the tables' luck is asked for in so many games of each title, each played for so many windows at most."""
    asked: Counter[Thing] = Counter()
    for key, game in sorted(GAMES.items()):
        luck = random.Random(f"{key}{seed}")
        for number, (options, seats) in enumerate(tables_of(game, luck, games)):
            chance = Noting(luck.randbytes(32))
            state = game.start(options, seats, chance).state
            for window in range(windows):
                asks = game.window(state)
                if asks is None:
                    break
                answers = {
                    seat: game.stand_in(
                        game.view(state, seat), seat, Level.EASY, chance_for(seed, key, number, window, seat)
                    )
                    for seat in sorted(asks.asks)
                }
                state = game.advance(state, answers, chance).state
            asked += chance.asked
    return asked
