"""Luck: provable for tables (``FairChance``), fast for simulations and look-ahead (``FastChance``)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

_SPACE = 1 << 256
_MASK = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw as it goes into the proof: the ``value`` is below ``below``."""

    number: int
    label: str
    below: int
    value: int


class _Mapped:
    """Roll, shuffle and pick, all made from ``below``."""

    def below(self, label: str, bound: int) -> int:
        raise TypeError("below is supplied by the source of luck")

    def roll(self, label: str, faces: int) -> int:
        return self.below(label, faces) + 1

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(label, last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)

    def pick(self, label: str, items: Sequence[T]) -> T:
        return items[self.below(label, len(items))]


class FairChance(_Mapped):
    """HMAC-SHA256(seed, ``salt|number|label``), taken below a bound by rejection, so without bias.

    ``seed`` is the table's secret; ``salt`` is public and fixed after the seed's hash was published. ``drawn`` counts
    the draws made so far and is stored with the state: the same seed, salt and count give the same luck.
    """

    def __init__(self, seed: bytes, salt: str, drawn: int = 0) -> None:
        self._seed = seed
        self._salt = salt
        self.drawn = drawn
        self.log: list[Draw] = []

    def below(self, label: str, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, each as likely."""
        if bound < 1:
            raise ValueError("a draw needs at least one outcome")
        limit = _SPACE - _SPACE % bound
        while True:
            number = self.drawn
            self.drawn += 1
            message = f"{self._salt}|{number}|{label}".encode()
            raw = int.from_bytes(hmac.digest(self._seed, message, hashlib.sha256), "big")
            if raw < limit:
                value = raw % bound
                self.log.append(Draw(number, label, bound, value))
                return value


class FastChance(_Mapped):
    """SplitMix64: quick, repeatable, not secret. For simulations and for stand-ins that look ahead."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, label: str, bound: int) -> int:
        if bound < 1:
            raise ValueError("a draw needs at least one outcome")
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return (mixed ^ (mixed >> 31)) * bound >> 64
