"""A server with four people and our bot, anew for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from render import Look, Picture, Studio
from tests.play.harness import Play, playing

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc000000301010018dd8db0"
    "0000000049454e44ae426082"
)
"""The smallest picture."""


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Pictures are left white, for what is not about them. Gives the views that would have been drawn."""
    views: list[Any] = []

    async def draw(self: Studio, game_key: str, view: Any, look: Look) -> Picture:
        views.append(view)
        return Picture(PIXEL, "board")

    monkeypatch.setattr(Studio, "draw", draw)
    return views


@pytest_asyncio.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    async with playing(tmp_path) as opened:
        yield opened
