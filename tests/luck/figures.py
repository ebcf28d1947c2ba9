"""How likely it is that even luck looks like this: chi-square, runs, and many tests at once."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

LEVEL = 1e-4
"""Even luck is called uneven so rarely, whatever the number of tests."""


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x): a series below the bend, a continued fraction above."""
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - front * total)
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    h = d
    for i in range(1, 100_000):
        an = -i * (i - a)
        b += 2
        d = an * d + b
        d = 1 / (d if abs(d) > tiny else tiny)
        c = b + an / c
        c = c if abs(c) > tiny else tiny
        h *= d * c
        if abs(d * c - 1) < 1e-14:
            break
    return front * h


def chi_square(statistic: float, freedom: int) -> float:
    """How likely even luck is as far from even as this, or farther."""
    return upper_gamma(freedom / 2, statistic / 2)


def evenness(counts: Sequence[int]) -> float:
    """p of the counts of outcomes that should be as likely as each other."""
    expected = sum(counts) / len(counts)
    return chi_square(sum((count - expected) ** 2 for count in counts) / expected, len(counts) - 1)


def shuffling(matrix: Sequence[Sequence[int]]) -> float:
    """p of how often each item (columns) came to each place (rows).

    An item is in one place only, so the cells hang together: (n - 1) / n of the usual sum has (n - 1)^2 degrees.
    """
    size, shuffles = len(matrix), sum(matrix[0])
    expected = shuffles / size
    total = sum((count - expected) ** 2 for row in matrix for count in row) / expected
    return chi_square(total * (size - 1) / size, (size - 1) ** 2)


def runs(highs: Sequence[bool]) -> float:
    """p of the number of runs (Wald and Wolfowitz): luck that sticks has few, luck that alternates many."""
    ups, downs = sum(highs), len(highs) - sum(highs)
    count = 1 + sum(one is not other for one, other in pairwise(highs))
    both = ups + downs
    mean = 2 * ups * downs / both + 1
    spread = math.sqrt((mean - 1) * (mean - 2) / (both - 1))
    return math.erfc(abs(count - mean) / spread / math.sqrt(2))


def serial(values: Sequence[int], bound: int) -> float:
    """p of the pairs of neighbours, each draw in one pair."""
    counts = [0] * (bound * bound)
    for one, other in zip(values[::2], values[1::2], strict=False):
        counts[one * bound + other] += 1
    return evenness(counts)


def together(one: Sequence[int], other: Sequence[int], bound: int) -> float:
    """p of two streams side by side: independent ones show every pair as often."""
    return serial([value for pair in zip(one, other, strict=True) for value in pair], bound)


def adjusted(p_values: Mapping[str, float]) -> dict[str, float]:
    """Holm's correction for many tests at once."""
    done: dict[str, float] = {}
    worst = 0.0
    for rank, (name, p) in enumerate(sorted(p_values.items(), key=lambda entry: entry[1])):
        worst = max(worst, min(1.0, p * (len(p_values) - rank)))
        done[name] = worst
    return done


def uneven(p_values: Mapping[str, float]) -> dict[str, float]:
    """The tests that even luck would not have failed."""
    return {name: p for name, p in adjusted(p_values).items() if p < LEVEL}
