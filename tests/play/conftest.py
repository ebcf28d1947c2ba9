"""A server with four people and our bot, anew for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from render import Look, Picture, Studio
from tests.play.harness import Play, playing
from tests.white import leave_white


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Pictures are left white, for what is not about them. Gives the views that would have been drawn."""
    views: list[Any] = []

    async def draw(self: Studio, game_key: str, view: Any, look: Look) -> Picture:
        views.append(view)
        return await leave_white()

    monkeypatch.setattr(Studio, "draw", draw)
    return views


@pytest_asyncio.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    async with playing(tmp_path) as opened:
        yield opened
