"""Communities play for days, whatever their people do and whatever befalls the bot: every table is accounted for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortnight.figures import Figures, report
from tests.fortnight.play import LONG, SHORT, fortnight


def holds(figures: Figures) -> None:
    """What must be so at the end of every run."""
    told = report(figures)
    assert not figures.wrong, told
    assert figures.stuck == 0, told
    assert figures.finished + figures.explained + figures.lobbies + figures.running == figures.tables, told


async def test_some_days_of_a_few_tables(tmp_path: Path) -> None:
    figures = await fortnight(tmp_path / "days.db", SHORT)
    holds(figures)
    told = report(figures)
    assert figures.finished >= figures.tables // 3, told
    assert figures.counts["outages of the bot"] == SHORT.deaths, told
    assert figures.counts["calls failed"] > 0, told
    assert figures.counts["posts: reminder"] > 0, told


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_a_fortnight_of_sixty_tables(tmp_path: Path) -> None:
    figures = await fortnight(tmp_path / "fortnight.db", LONG)
    holds(figures)
    assert figures.tables >= LONG.tables
