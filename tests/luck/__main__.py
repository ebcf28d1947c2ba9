"""``python -m tests.luck --draws 10000000``: chi-square over every die and every shuffle position, the long form."""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed

from tests.luck.figures import adjusted, evenness, uneven
from tests.luck.found import Thing, things
from tests.luck.streams import measure

Job = tuple[str, str, str, int, int]
"""A source, a die or deck, and how many draws."""


def jobs_for(asked: Counter[Thing], draws: int) -> list[Job]:
    """So many draws of each die: dice that differ by a seat's number only share them, and are still tested one by one.
    So many places of each size of deck, under the label that has it most often."""
    kinds: dict[tuple[str, int], list[str]] = {}
    for kind, label, bound in sorted(asked):
        if kind == "die" and bound > 1:
            kinds.setdefault((re.sub(r"\d+", "n", label), bound), []).append(label)
    jobs = [
        ("fair", "die", label, bound, draws // len(labels))
        for (_, bound), labels in sorted(kinds.items())
        for label in labels
    ]
    bounds = sorted({bound for _, bound in kinds})
    jobs += [(source, "die", "die", bound, draws) for source in ("fast", "stand-in") for bound in bounds]
    decks: dict[int, str] = {}
    for (kind, label, size), _ in asked.most_common():
        if kind == "deck" and size > 1:
            decks.setdefault(size, label)
    jobs += [("fair", "deck", label, size, draws) for size, label in sorted(decks.items())]
    return jobs + [("fast", "deck", "deck", size, draws) for size in sorted(decks)]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.luck", description=__doc__)
    parser.add_argument("--draws", type=int, default=10_000_000, help="of each die, and places of each size of deck")
    parser.add_argument("--games", type=int, default=12, help="games of each title in which dice and decks are found")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="only what has this in its name")
    given = parser.parse_args()
    began = time.monotonic()
    asked = things(given.games, 600)
    jobs = [job for job in jobs_for(asked, given.draws) if given.only in f"{job[0]} {job[1]} {job[2]} of {job[3]}"]
    print(f"{len(jobs)} dice and decks found in {given.games} games of each title; {sum(j[4] for j in jobs):,} draws")
    found: dict[str, float] = {}
    with ProcessPoolExecutor(given.jobs) as pool:
        for done in as_completed([pool.submit(measure, *job) for job in jobs]):
            for name, p in done.result().items():
                print(f"{p:.5f}  {name}", flush=True)
                found[name] = p
    tenths = [0] * 10
    for p in found.values():
        tenths[min(9, int(p * 10))] += 1
    corrected = adjusted(found)
    lowest = min(corrected, key=corrected.__getitem__)
    print(f"{len(found)} tests; p by tenths {tenths}, which is even with p = {evenness(tenths):.3f}")
    print(f"lowest after Holm's correction: {corrected[lowest]:.3f} ({lowest})")
    for name, p in uneven(found).items():
        print(f"UNEVEN {p:.2e}  {name}")
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if uneven(found) else 0


if __name__ == "__main__":
    sys.exit(main())
