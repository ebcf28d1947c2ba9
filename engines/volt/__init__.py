"""Power Arena: program in secret, resolve together, first to three VP."""

from __future__ import annotations

from engines.volt.game import Volt

GAME = Volt()
