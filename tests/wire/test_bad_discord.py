"""Discord fails in every way it knows: nothing is lost or doubled, and whoever must know is told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.wire.killing import equal
from tests.wire.limits import Fault, too_many
from tests.wire.playing import PLOTS
from tests.wire.process import Nursery
from tests.wire.weather import BROKEN, Weather, evening, story_under

PLOT = PLOTS["volt"]
OFTEN = ("POST /channels/#/messages", "PATCH /channels/#/messages/#", "POST /interactions/#/token/callback")
SKIES = {
    "broken after it was carried out": Weather(after=[BROKEN, None, BROKEN]),
    "500 before, 502 after": Weather(before=[Fault(500), None], after=[None, Fault(502)]),
    "429": Weather(before=[too_many(0.4), None, too_many(1.5), None, too_many(0.2, shared=True)]),
    "too long to wait": Weather(before=[too_many(600), None, None, too_many(600)]),
}


@pytest_asyncio.fixture
async def nursery() -> AsyncIterator[Nursery]:
    async with Nursery() as opened:
        yield opened


@pytest.mark.timeout(300)
@pytest.mark.parametrize("sky", SKIES)
async def test_a_game_comes_out_the_same(tmp_path: Path, nursery: Nursery, sky: str) -> None:
    async with evening(tmp_path / "calm", PLOT, nursery) as table:
        calm = await story_under(table)
    async with evening(tmp_path / "bad", PLOT, nursery) as table:
        SKIES[sky].over(table.wire)
        equal(calm, await story_under(table))
    assert all(SKIES[sky].met[kind] for kind in OFTEN)
