"""Draws the game of ``scene_game``, after a fashion: a picture that is as wide as the runners have come."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest
from PIL import Image

from engines import GAMES
from tests.scene_game import RELAY


class Painter(ModuleType):
    def paint(self, view: Any, look: Any) -> Image.Image:
        return Image.new("RGB", (16 + sum(view.at), 16 + (view.plan or 0)))

    def describe(self, view: Any, look: Any) -> str:
        return f"at {view.at} plan {view.plan} {view.mark}"

    def text_board(self, view: Any, words: Any, names: Any) -> str:
        return f"{view.at}"

    def bare(self, view: Any) -> Any:
        return RELAY.View(view.goal, view.at, view.out, view.leg, view.active, view.stage, view.winner)

    def standing(self, view: Any, words: Any, names: Any) -> tuple[str, ...]:
        return tuple(names)


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the house know the game for the length of a test."""
    monkeypatch.setitem(GAMES, "relay", RELAY)
    monkeypatch.setitem(sys.modules, "render.relay", Painter("render.relay"))
