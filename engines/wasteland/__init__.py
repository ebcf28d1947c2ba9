"""Scorched Wasteland: mechs of what lies around, roaming machines, and a core to pay for every turn."""

from __future__ import annotations

from engines.wasteland.game import Wasteland

GAME = Wasteland()
