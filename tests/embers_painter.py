"""Draws the game of ``embers_game``, after a fashion, with a page for each player; says in words what it was given."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from PIL import Image

from engines import GAMES
from tests.embers_game import EMBERS


class Painter(ModuleType):
    PAGES = True

    def paint(self, view: Any, look: Any) -> Image.Image:
        return Image.new("RGB", (16 + sum(view.lives), 16 + (0 if look.page is None else look.page + 1)))

    def describe(self, view: Any, look: Any) -> str:
        return f"lives {view.lives} page {look.page} mark {view.mark} plan {view.plan}"

    def text_board(self, view: Any, words: Any, names: Any) -> str:
        return f"{view.lives}"

    def bare(self, view: Any) -> Any:
        return replace(view, plan=None)

    def standing(self, view: Any, words: Any, names: Any) -> tuple[str, ...]:
        return tuple(names)


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the house know the game for the length of a test."""
    monkeypatch.setitem(GAMES, "embers", EMBERS)
    monkeypatch.setitem(sys.modules, "render.embers", Painter("render.embers"))
