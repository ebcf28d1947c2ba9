"""How fast the engine resolves rounds, as a ratio to a small reference loop in the same run.

    python benchmarks/engine.py

The reference mixes what an engine does all day: look-ups by cell, small tuples, frozen dataclasses. A ratio of 2 means
that one command costs two such loops, on any machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engines.chance import FastChance
from engines.core import Level
from engines.volt import GAME
from engines.volt.model import Options, Program, State
from engines.volt.programming import random_program

RUNS = 7
ROUNDS = 300
DEFAULT = Options()
EAST = {(row, column): (row, (column + 1) % 9) for row in range(9) for column in range(9)}


def reference() -> int:
    """One unit: walk 20 cells by look-up, and replace one frozen dataclass."""
    here = (4, 4)
    for _ in range(20):
        here = EAST[here]
    return here[1] + len(replace(DEFAULT, arena="duel").arena)


def seconds_each(work: Callable[[], object], times: int) -> float:
    """Median over several runs, to sit out a busy neighbour."""
    measured: list[float] = []
    for _ in range(RUNS):
        began = perf_counter()
        for _ in range(times):
            work()
        measured.append((perf_counter() - began) / times)
    return median(measured)


def rounds(seats: int) -> list[tuple[State, dict[int, Program]]]:
    """Rounds of random games, with the programs to resolve."""
    chance = FastChance(seats)
    found: list[tuple[State, dict[int, Program]]] = []
    while len(found) < ROUNDS:
        state = GAME.start(Options(), seats, chance).state
        while GAME.window(state) is not None and len(found) < ROUNDS:
            answers = {seat: random_program(chance) for seat in range(seats)}
            found.append((state, answers))
            state = GAME.advance(state, answers, chance).state
    return found


def main() -> None:
    unit = seconds_each(reference, 2000)
    print(f"reference loop          {unit * 1e6:8.1f} µs")
    for seats in GAME.seats:
        known = rounds(seats)
        chance = FastChance(1)
        moves = sum(
            step.view.actor is not None
            for state, answers in known
            for step in GAME.advance(state, answers, chance).steps
        )

        def resolve(known: list[tuple[State, dict[int, Program]]] = known) -> None:
            for state, answers in known:
                GAME.advance(state, answers, FastChance(1))

        whole = seconds_each(resolve, 1)
        each = whole / moves
        print(
            f"{seats} robots: a round       {whole / len(known) * 1e6:8.1f} µs   "
            f"a command {each * 1e6:6.1f} µs = {each / unit:5.2f} reference loops   {1 / each:8.0f} commands/s"
        )
        view = GAME.view(known[0][0], 0)
        for level in Level:
            think = seconds_each(lambda view=view, level=level: GAME.stand_in(view, 0, level, FastChance(1)), 3)
            print(
                f"{seats} robots: stand-in {level.value:<6} {think * 1e6:8.0f} µs = {think / unit:7.0f} reference loops"
            )


if __name__ == "__main__":
    main()
