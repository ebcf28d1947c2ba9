"""Luck is even: every die and deck that the games have, short form (the long one: ``python -m tests.luck``).

Seeds are fixed, so these tests give the same figures in every run; each kind of bias that luck is usually spoilt by is
shown to be noticed.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from itertools import count
from typing import Any

import pytest

from engines.chance import FairChance, FastChance, _Mapped
from tests.luck import streams
from tests.luck.__main__ import jobs_for
from tests.luck.figures import adjusted, chi_square, evenness, runs, serial, shuffling, together, uneven, upper_gamma
from tests.luck.found import Thing, things
from tests.luck.streams import SOURCES, fair, measure, seed_of

DRAWS = 4_000
ALL = 100_000


@cache
def asked() -> Counter[Thing]:
    return things(games=2, windows=120)


def test_the_games_were_played_far_enough_to_meet_their_dice() -> None:
    kinds = {kind for kind, _, _ in asked()}
    assert kinds == {"die", "deck"}
    assert len(asked()) > 40


def test_every_die_is_even_in_its_faces_pairs_and_runs() -> None:
    found: dict[str, float] = {}
    for source, kind, label, bound, _ in jobs_for(asked(), DRAWS):
        if kind == "die":
            found |= measure(source, kind, label, bound, DRAWS)
    assert len(found) > 90
    assert uneven(found) == {}


def test_every_card_comes_to_every_place_of_its_deck() -> None:
    found: dict[str, float] = {}
    for source, kind, label, size, _ in jobs_for(asked(), DRAWS):
        if kind == "deck" and size <= 30:
            found |= measure(source, kind, label, size, DRAWS)
    found |= measure("stand-in", "deck", "deck", 7, DRAWS)
    assert len(found) > 12
    assert uneven(found) == {}


@pytest.mark.parametrize("source", SOURCES)
def test_each_source_over_a_hundred_thousand_draws(source: str) -> None:
    assert uneven(measure(source, "die", "road die", 6, ALL)) == {}


@pytest.mark.parametrize("bound", [2, 6])
def test_label_number_salt_and_seed_each_give_a_stream_of_their_own(bound: int) -> None:
    def stream(seed: bytes = seed_of(1), salt: str = "1-2", label: str = "die", drawn: int = 0) -> list[int]:
        chance = FairChance(seed, salt, drawn)
        return [chance.below(label, bound) for _ in range(DRAWS)]

    others = {
        "label": stream(label="other die"),
        "label by one letter": stream(label="diE"),
        "number far": stream(drawn=10**6),
        "salt": stream(salt="1-3"),
        "seed": stream(seed=seed_of(2)),
        "seed by one bit": stream(seed=bytes([seed_of(1)[0] ^ 1, *seed_of(1)[1:]])),
    }
    found = {name: together(stream(), other, bound) for name, other in others.items()}
    assert uneven(found) == {}
    assert stream(drawn=1)[:-1] == stream()[1:], "a number's draw does not depend on how many were made"
    neighbours = [FastChance(seed).below("die", bound) for seed in range(2 * DRAWS)]
    assert uneven({"fast": together(neighbours[::2], neighbours[1::2], bound)}) == {}


# ---- a bias is noticed


class SevenBits(_Mapped):
    """Modulo without rejection on a source of 7 bits: 128 is no multiple of 6."""

    def __init__(self, number: int) -> None:
        self._luck = fair(number)

    def below(self, label: str, bound: int) -> int:
        return self._luck.below(label, 128) % bound


class OneShort(SevenBits):
    """Off by one: the highest face comes a little less often than it should."""

    def below(self, label: str, bound: int) -> int:
        value = self._luck.below(label, bound)
        return value if value < bound - 1 or self._luck.below("again", 10) else self._luck.below(label, bound)


class Sticky(SevenBits):
    """Now and then the last draw once more: each face is as likely."""

    last = 0

    def below(self, label: str, bound: int) -> int:
        if self._luck.below("stick", 20):
            self.last = self._luck.below(label, bound)
        return self.last % bound


class Counting(_Mapped):
    """Far too even."""

    def __init__(self, number: int) -> None:
        self._numbers = count(number)

    def below(self, label: str, bound: int) -> int:
        return next(self._numbers) % bound


class Naive(SevenBits):
    """The shuffle that exchanges each card with any other."""

    def shuffle(self, label: str, items: Any) -> Any:
        deck = list(items)
        for at in range(len(deck)):
            other = self._luck.below(label, len(deck))
            deck[at], deck[other] = deck[other], deck[at]
        return tuple(deck)


class Sattolo(SevenBits):
    """The shuffle that is off by one: no card stays where it was."""

    def shuffle(self, label: str, items: Any) -> Any:
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self._luck.below(label, last)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)


class LastStays(SevenBits):
    """The shuffle that forgets the last card."""

    def shuffle(self, label: str, items: Any) -> Any:
        return (*self._luck.shuffle(label, items[:-1]), items[-1])


@pytest.mark.parametrize(
    ("luck", "seen"),
    [
        (SevenBits, "faces"),
        (OneShort, "faces"),
        (Sticky, "pairs"),
        (Sticky, "runs"),
        (Counting, "pairs"),
        (Counting, "runs"),
    ],
)
def test_a_biased_die_is_noticed(luck: Any, seen: str) -> None:
    found = uneven(streams.die(luck, "die", 6, 80_000))
    assert seen in found
    assert found[seen] < 1e-6


@pytest.mark.parametrize("luck", [Naive, Sattolo, LastStays])
@pytest.mark.parametrize("size", [4, 12])
def test_a_biased_shuffle_is_noticed(luck: Any, size: int) -> None:
    assert uneven(streams.deck(luck, "deck", size, 40_000))["places"] < 1e-6


def test_a_label_that_is_ignored_is_noticed() -> None:
    one, other = FastChance(5), FastChance(5)
    streams = [[chance.below(label, 6) for _ in range(2_000)] for chance, label in ((one, "a"), (other, "b"))]
    assert together(*streams, 6) < 1e-6


# ---- the figures themselves


def test_the_gamma_function_agrees_with_what_is_known() -> None:
    for x in (0.01, 0.5, 1.0, 3.0, 20.0, 200.0):
        assert upper_gamma(1, x) == pytest.approx(math.exp(-x), rel=1e-9)
        assert upper_gamma(0.5, x) == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-9)
        assert upper_gamma(3, x) == pytest.approx(math.exp(-x) * (1 + x + x * x / 2), rel=1e-9)
    for freedom, critical in ((1, 3.841459), (5, 11.070498), (10, 18.307038), (100, 124.342113)):
        assert chi_square(critical, freedom) == pytest.approx(0.05, abs=1e-6)
    assert chi_square(38_025, 38_025) == pytest.approx(0.499, abs=0.002), "the largest deck: 196 cards"


def test_the_p_values_of_even_luck_are_even() -> None:
    """Each test is as strict as it says."""
    found: dict[str, list[float]] = {"faces": [], "pairs": [], "runs": [], "places": []}
    for number in range(400):
        chance = FastChance(number * 7919)
        values = [chance.below("die", 6) for _ in range(300)]
        found["faces"].append(evenness([values.count(face) for face in range(6)]))
        found["pairs"].append(serial(values, 6))
        found["runs"].append(runs([value >= 3 for value in values]))
        matrix = [[0] * 5 for _ in range(5)]
        for _ in range(60):
            for row, card in zip(matrix, chance.shuffle("deck", range(5)), strict=True):
                row[card] += 1
        found["places"].append(shuffling(matrix))
    for name, values in found.items():
        fifths = [sum(at / 5 <= p < (at + 1) / 5 or (at == 4 and p == 1) for p in values) for at in range(5)]
        assert evenness(fifths) > 1e-3, (name, fifths)


def test_many_tests_at_once_are_judged_together() -> None:
    found = {"one": 0.01, "two": 0.02, "three": 0.9}
    assert adjusted(found) == pytest.approx({"one": 0.03, "two": 0.04, "three": 0.9})
    assert uneven({**found, "four": 1e-6}) == {"four": pytest.approx(4e-6)}
