"""Enemies: forged, replayed and broken input of every sort. The long form is ``python -m tests.enemies``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.enemies.attack import attack, besieged

SHORT, LONG = 1200, 50_000


async def test_nothing_that_is_sent_is_accepted_unless_it_is_lawful(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with besieged(tmp_path, 1, monkeypatch) as siege:
        figures = await attack(siege, SHORT)
    assert sum(figures.sent.values()) == figures.inputs >= SHORT
    assert len(figures.sent) > 100, "hardly any sort of input was tried"
    assert len(figures.refused) > 7, "everything bounced off the first check"


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(4))
async def test_the_same_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    async with besieged(tmp_path, seed, monkeypatch) as siege:
        figures = await attack(siege, LONG)
    assert figures.growth < 1.3, f"memory grows: {figures.memory}"
