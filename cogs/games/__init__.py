"""What a game says of its own around the table, beyond its sentences: ``manner(game)``. See ``cogs.games.base``."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache

from cogs.games.base import Manner

__all__ = ["Manner", "manner"]


@cache
def manner(game: str) -> Manner:
    """The game's own manner (``MANNER`` in ``cogs/games/<game>.py``) where it has one, else what suits any game."""
    own = f"cogs.games.{game}"
    if importlib.util.find_spec(own) is None:
        return Manner(game)
    found: Manner = importlib.import_module(own).MANNER
    return found
