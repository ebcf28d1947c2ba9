"""The registered games. A new game adds its line here."""

from __future__ import annotations

from typing import Any

from engines import thunder_road, volt, wasteland
from engines.core import Game

GAMES: dict[str, Game[Any, Any, Any]] = {game.key: game for game in (volt.GAME, thunder_road.GAME, wasteland.GAME)}
