"""Luck: reproducible, without bias, provable."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable
from itertools import pairwise, permutations

import pytest

from engines.chance import Draw, FairChance, FastChance
from engines.core import Chance

SEED = bytes(range(32))
SOURCES: dict[str, Callable[[], Chance]] = {
    "fair": lambda: FairChance(SEED, "salt"),
    "fast": lambda: FastChance(20261130),
}
EVERY = pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES.keys())


def chi_square(seen: Counter[object], outcomes: int, draws: int) -> float:
    """How far from even; outcomes never seen count too."""
    expected = draws / outcomes
    return sum((count - expected) ** 2 / expected for count in seen.values()) + (outcomes - len(seen)) * expected


# The limits are what a fair source exceeds once in a thousand (chi-square with one degree less than outcomes).
@EVERY
def test_a_die_is_even(source: Callable[[], Chance]) -> None:
    chance = source()
    seen = Counter[object](chance.roll("die", 6) for _ in range(6000))
    assert set(seen) == set(range(1, 7))
    assert chi_square(seen, 6, 6000) < 20.5


@EVERY
def test_every_order_is_as_likely(source: Callable[[], Chance]) -> None:
    chance = source()
    seen = Counter[object](chance.shuffle("deck", "abcd") for _ in range(4800))
    assert set(seen) == set(permutations("abcd"))
    assert chi_square(seen, 24, 4800) < 49.7


@EVERY
def test_every_item_is_as_likely(source: Callable[[], Chance]) -> None:
    chance = source()
    seen = Counter[object](chance.pick("item", "abcdefg") for _ in range(7000))
    assert chi_square(seen, 7, 7000) < 22.5


@EVERY
def test_what_follows_a_draw_does_not_depend_on_it(source: Callable[[], Chance]) -> None:
    chance = source()
    rolls = [chance.roll("die", 3) for _ in range(9001)]
    pairs = Counter[object](pairwise(rolls))
    assert chi_square(pairs, 9, 9000) < 26.2


@EVERY
def test_the_same_source_draws_the_same(source: Callable[[], Chance]) -> None:
    one, other = source(), source()
    assert [one.roll("a", 1000) for _ in range(50)] == [other.roll("a", 1000) for _ in range(50)]
    assert one.shuffle("b", range(20)) == other.shuffle("b", range(20))


@EVERY
def test_shuffling_keeps_the_items_and_leaves_the_original(source: Callable[[], Chance]) -> None:
    items = list(range(30))
    assert sorted(source().shuffle("deck", items)) == items == list(range(30))
    assert source().shuffle("deck", ()) == ()


@EVERY
def test_one_outcome_is_certain_and_none_is_refused(source: Callable[[], Chance]) -> None:
    assert source().roll("sure", 1) == 1
    with pytest.raises(ValueError, match="outcome"):
        source().roll("never", 0)
    with pytest.raises(ValueError, match="outcome"):
        source().pick("never", ())


def test_seed_salt_label_and_number_all_matter() -> None:
    def first(seed: bytes = SEED, salt: str = "salt", label: str = "die", drawn: int = 0) -> int:
        return FairChance(seed, salt, drawn).roll(label, 1 << 60)

    assert len({first(), first(seed=bytes(32)), first(salt="s"), first(label="d"), first(drawn=1)}) == 5


def test_a_fair_draw_is_the_published_formula() -> None:
    """HMAC-SHA256(seed, ``salt|number|label``), most significant byte first, modulo the bound."""
    chance = FairChance(SEED, "salt", drawn=7)
    raw = hmac.new(SEED, b"salt|7|turn markers", hashlib.sha256).digest()
    assert chance.roll("turn markers", 6) == int.from_bytes(raw, "big") % 6 + 1
    assert chance.drawn == 8
    assert chance.log == [Draw(7, "turn markers", 6, int.from_bytes(raw, "big") % 6)]


def test_a_fair_source_goes_on_where_it_stopped() -> None:
    whole = FairChance(SEED, "salt")
    rolls = [whole.roll("die", 6) for _ in range(20)]
    front = FairChance(SEED, "salt")
    again = [front.roll("die", 6) for _ in range(11)]
    back = FairChance(SEED, "salt", front.drawn)
    assert again + [back.roll("die", 6) for _ in range(9)] == rolls


def test_fair_draws_beyond_the_last_whole_multiple_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rejection: without it the low values would be a little likelier."""
    answers = iter([b"\xff" * 32, b"\x00" * 31 + b"\x05"])
    monkeypatch.setattr(hmac, "digest", lambda *_: next(answers))
    chance = FairChance(SEED, "salt")
    assert chance.below("die", 7) == 5
    assert chance.drawn == 2
    assert chance.log == [Draw(1, "die", 7, 5)]


def test_fast_seeds_differ() -> None:
    assert len({FastChance(seed).below("x", 1 << 32) for seed in range(500)}) == 500
