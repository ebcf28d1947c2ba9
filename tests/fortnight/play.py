"""One run from the beginning to the end."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.fortnight.figures import Figures, account
from tests.fortnight.people import Life
from tests.fortnight.plans import Lobbies, plan
from tests.fortnight.town import Town
from tests.fortnight.toys import TOYS, toys_known

REAL = ("volt", "thunder_road", "wasteland")


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
    beat_minutes: float = 5
    seed: int = field(default=1)


LONG = Size(14, 60, 200, (*REAL, *REAL, *TOYS), deaths=14, cuts=10, storms=12)
SHORT = Size(3, 7, 22, ("volt", "pebbles", "relay", "embers"), deaths=4, cuts=3, storms=6, beat_minutes=20)


async def fortnight(path: Path, size: Size) -> Figures:
    """Let it happen, then see that everything is accounted for."""
    began = time.monotonic()
    with toys_known():
        town = Town(path, seed=size.seed, people=size.people, days=size.days, beat_minutes=size.beat_minutes, games=TOYS)
        try:
            await town.open()
            town.forecast(deaths=size.deaths, cuts=size.cuts, storms=size.storms)
            await Life(town).begin()
            Lobbies(town, plan(town, size.games, size.tables))
            await town.run()
            await town.settle()
            return account(town, time.monotonic() - began)
        finally:
            await town.close()
