"""Killed anywhere: whatever instant the bot dies at, the game comes out the same, and everything is told once."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.wire.killing import Outcome, equal, play
from tests.wire.playing import PLOTS
from tests.wire.process import Nursery

RARE = 4
"""Points that a disturbed run may not come by: what a private answer is sent as depends on what was faster."""
SHORT = {"volt": None, "thunder_road": 12, "wasteland": 9}
"""Windows that the short form plays; ``None``: the whole game."""


@pytest_asyncio.fixture
async def nursery() -> AsyncIterator[Nursery]:
    async with Nursery() as opened:
        yield opened


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game == "volt" else pytest.mark.long) for game in sorted(PLOTS)]
)
async def test_killed_at_every_kind_of_point(tmp_path: Path, nursery: Nursery, game: str) -> None:
    """Before and after every sort of transaction, request and recorded message id, each once."""
    windows = SHORT[game]
    calm = await play(tmp_path / "calm", PLOTS[game], nursery=nursery, windows=windows)
    storm = await play(tmp_path / "storm", PLOTS[game], nursery=nursery, points=calm.points, windows=windows)
    equal(calm.story, storm.story)
    assert sum(storm.figures.kills.values()) == len(calm.points) - len(storm.left)
    assert len(storm.left) <= RARE, storm.left
    for point in ("before sent", "after sent", "before start", "after start", "after POST /channels/#/messages"):
        assert storm.figures.kills[point] == 1, point


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", sorted(PLOTS))
async def test_killed_at_random_and_with_pictures(tmp_path: Path, nursery: Nursery, game: str) -> None:
    """Whole games; ``python -m tests.wire`` plays as many as one likes."""
    calm = await play(tmp_path / "calm", PLOTS[game], nursery=nursery, draw=True)
    luck = random.Random(game)
    for number in range(3):
        mean = luck.choice((0.3, 0.6, 1.2))
        storm: Outcome = await play(
            tmp_path / f"storm{number}", PLOTS[game], nursery=nursery, mean=mean, seed=number, draw=True
        )
        equal(calm.story, storm.story)
        assert storm.figures.kills["at random"] > 0
