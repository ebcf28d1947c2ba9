"""Enemies: forged, replayed and broken input of every sort. The long form is ``python -m tests.enemies``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from tests.enemies.attack import attack, besieged

SHORT, LONG = 800, 50_000


async def test_nothing_that_is_sent_is_accepted_unless_it_is_lawful(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with besieged(tmp_path, 1, monkeypatch) as siege:
        bot: Any = siege.play.house.bot
        commands = {one.qualified_name for one in bot.tree.walk_commands() if isinstance(one, app_commands.Command)}
        figures = await attack(siege, SHORT)
    sent = {family: {one[len(family) :] for one in figures.sent if one.startswith(family)} for family in FAMILIES}
    assert sum(figures.sent.values()) == figures.inputs >= SHORT
    assert sum(figures.came_of_it.values()) == figures.inputs, "an input was not looked at"
    assert len(commands) > 30
    assert commands <= sent["command "]
    assert set(siege.buttons) <= sent["component "]
    assert set(siege.forms) <= sent["form "]
    assert {"hours", "program", "space", "zone"} <= set(siege.fields)
    assert len(figures.refused) > 7, "everything bounced off the first check"


FAMILIES = ("command ", "component ", "form ", "typing ")


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(2))
async def test_the_same_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    async with besieged(tmp_path, seed, monkeypatch) as siege:
        figures = await attack(siege, LONG)
    assert figures.growth < 1.3, f"memory grows: {figures.memory}"
