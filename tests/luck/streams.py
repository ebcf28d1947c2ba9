"""Draws by the million, counted: of every die and every deck, from each source of luck."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any

from engines.chance import FairChance, FastChance
from tables.turns import think
from tests.luck.figures import evenness, runs, serial, shuffling

SEEDS = 4
"""Each count is made of the luck of so many tables."""
KEPT = 200_000
"""Draws of each count that are looked at in their order too."""
CHUNK = 5_000

Source = Callable[[int], Any]
"""Luck number n."""


def seed_of(number: int) -> bytes:
    return hashlib.sha256(f"table {number}".encode()).digest()


def fair(number: int) -> FairChance:
    return FairChance(seed_of(number), f"{1000 + number}-{2000 + number}")


def fast(number: int) -> FastChance:
    return FastChance(int.from_bytes(seed_of(number)[:8], "big"))


class StandIn:
    """The luck that stand-ins think with: a fresh one for each window and seat, made from the table's seed."""

    def __init__(self, number: int) -> None:
        self._seed = seed_of(number).hex()
        self._askings = ((window, seat) for window in count(1) for seat in range(8))

    def _asked(self, draw: Callable[[Any], Any]) -> Any:
        """The first draw of the next stand-in that is asked."""
        game = SimpleNamespace(
            key="none",
            view=lambda state, seat: None,
            allows=lambda state, seat, action: None,
            stand_in=lambda view, seat, level, chance: draw(chance),
        )
        window, seat = next(self._askings)
        return think(game, None, self._seed, window, seat)  # type: ignore[arg-type]

    def below(self, label: str, bound: int) -> Any:
        return self._asked(lambda chance: chance.below(label, bound))

    def shuffle(self, label: str, items: Any) -> Any:
        return self._asked(lambda chance: chance.shuffle(label, items))


SOURCES: dict[str, Source] = {"fair": fair, "fast": fast, "stand-in": StandIn}


def drawn(source: Source, draws: int, draw: Callable[[Any], Any]) -> Iterator[Any]:
    """So many draws, in equal parts from several tables. The log of draws is emptied: only a proof needs it."""
    for number in range(SEEDS):
        chance = source(number)
        for at in range(draws // SEEDS):
            yield draw(chance)
            if at % CHUNK == 0 and isinstance(chance, FairChance):
                chance.log.clear()


def die(source: Source, label: str, bound: int, draws: int) -> dict[str, float]:
    """p of a die: its faces, its neighbours, its runs."""
    counts, kept = [0] * bound, list[int]()
    for value in drawn(source, draws, lambda chance: chance.below(label, bound)):
        counts[value] += 1
        if len(kept) < KEPT:
            kept.append(value)
    highs = [2 * value >= bound for value in kept if 2 * value != bound - 1]
    return {"faces": evenness(counts), "pairs": serial(kept, bound), "runs": runs(highs)}


def deck(source: Source, label: str, size: int, draws: int) -> dict[str, float]:
    """p of a deck: which card comes to which place. ``draws`` counts places."""
    matrix = [[0] * size for _ in range(size)]
    shuffles = max(draws // size, 5 * size * SEEDS)
    for cards in drawn(source, shuffles, lambda chance: chance.shuffle(label, range(size))):
        for row, card in zip(matrix, cards, strict=True):
            row[card] += 1
    return {"places": shuffling(matrix)}


def measure(source: str, kind: str, label: str, size: int, draws: int) -> dict[str, float]:
    """The p-values of one die or deck, named for a report."""
    found = (die if kind == "die" else deck)(SOURCES[source], label, size, draws)
    return {f"{source} {kind} {label!r} of {size}: {name}": p for name, p in found.items()}
