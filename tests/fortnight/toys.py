"""The toy games, known to the house for as long as a run lasts: quick ones, so that a run can have many tables."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest

from engines import GAMES
from tests import embers_painter, scene_painter
from tests.embers_game import EMBERS
from tests.scene_game import RELAY
from tests.toy_game import PEBBLES

TOYS: dict[str, Any] = {"pebbles": PEBBLES, "relay": RELAY, "embers": EMBERS}


class PebblesPainter(ModuleType):
    """Says how many pebbles are left."""

    def describe(self, view: Any, look: Any) -> str:
        return f"pile {view.pile}"

    def text_board(self, view: Any, words: Any, names: Any) -> str:
        return f"{view.pile}"

    def bare(self, view: Any) -> Any:
        return view

    def standing(self, view: Any, words: Any, names: Any) -> tuple[str, ...]:
        return tuple(names)


@contextmanager
def toys_known() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        scene_painter.register(patch)
        embers_painter.register(patch)
        patch.setitem(GAMES, "pebbles", PEBBLES)
        patch.setitem(sys.modules, "render.pebbles", PebblesPainter("render.pebbles"))
        yield
