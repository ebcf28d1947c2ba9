"""One run from the beginning to the end."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engines import GAMES
from tests.fortnight.figures import Figures, account, prove
from tests.fortnight.mischief import Mischief
from tests.fortnight.people import Life
from tests.fortnight.plans import Lobbies, plan
from tests.fortnight.quick import quick
from tests.fortnight.town import Town
from tests.fortnight.toys import TOYS, toys_known

REAL = tuple(GAMES)
PROVED = 8
"""Games that are played again to prove their luck."""
KNOWN = {**GAMES, **TOYS}


@dataclass(frozen=True, slots=True)
class Size:
    """How much is simulated."""

    days: float
    tables: int
    people: int
    games: Sequence[str]
    deaths: int
    cuts: int
    storms: int
    beat_minutes: float
    """Longer than the real one's, so that there are fewer; due timers and posts are met on time all the same."""
    threads: bool = True
    """Without the database's threads it is quicker, but presses that come at the same moment take their turns."""
    mischief: Mapping[str, int] = field(default_factory=dict[str, int])
    seed: int = 1


LONG = Size(
    14,
    60,
    200,
    (*REAL, *TOYS),
    deaths=14,
    cuts=10,
    storms=12,
    beat_minutes=30,
    threads=False,
    mischief={"messages": 25, "archives": 8, "threads": 4, "channels": 1, "kicks": 1},
)
SHORT = Size(
    2.5,
    6,
    18,
    ("volt", "pebbles", "relay", "embers"),
    deaths=3,
    cuts=3,
    storms=5,
    beat_minutes=60,
    threads=False,
    mischief={"messages": 3, "archives": 2, "threads": 1, "channels": 0, "kicks": 0},
    seed=6,
)


async def fortnight(path: Path, size: Size) -> Figures:
    """Let it happen, then see that everything is accounted for."""
    began = time.monotonic()
    with toys_known(), quick(threads=size.threads):
        games = {key: KNOWN[key] for key in size.games}
        town = Town(path, size.seed, people=size.people, days=size.days, beat_minutes=size.beat_minutes, games=games)
        try:
            await town.open()
            town.forecast(deaths=size.deaths, cuts=size.cuts, storms=size.storms)
            await Life(town).begin()
            Lobbies(town, plan(town, size.games, size.tables))
            if size.mischief:
                Mischief(town, **size.mischief)
            await town.run()
            await town.settle()
            town.ledger.counts["games proved"] = await prove(town, PROVED)
            return account(town, time.monotonic() - began)
        finally:
            await town.close()
