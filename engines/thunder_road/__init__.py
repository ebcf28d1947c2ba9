"""Thunder Road: three laps of dice a round, slams, and a road that is laid while it is driven."""

from __future__ import annotations

from engines.thunder_road.game import ThunderRoad

GAME = ThunderRoad()
