"""The real bot as a process of its own, pointed at a wire: ``python -m tests.wire.bot``.

Nothing of it is replaced. Its clock may run ahead of the real one (``WIRE_CLOCK``, a file with seconds), its entropy
repeats (``WIRE_SEED``), pictures may be left white (``WIRE_DRAW=0``), and it may be told where to die (``WIRE_KILL``):
before or after the commit of the first transaction of a sort that is named there, as ``before join`` or ``after sent``.
"""

from __future__ import annotations

import hashlib
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord.gateway
import discord.http
import yarl

import app.run
from app.commands import main
from app.house import House, build
from db.database import Database
from render import Picture, Studio

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc000000301010018dd8db0"
    "0000000049454e44ae426082"
)
"""The smallest picture."""
READY_SECONDS = 0.05
"""How long discord.py waits for another server before it says that it is ready: two seconds would change nothing."""


class ShiftedClock:
    """The real time and so many seconds more as the file says at that moment."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def now(self) -> datetime:
        text = self._file.read_text(encoding="ascii") if self._file.exists() else ""
        return datetime.now(UTC) + timedelta(seconds=float(text or 0))


class Entropy:
    """The same bytes in every life: the n-th draw of a length after a start depends on what was drawn before alone."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn: dict[int, int] = {}

    def __call__(self, length: int) -> bytes:
        number = self._drawn[length] = self._drawn.get(length, -1) + 1
        return hashlib.shake_256(f"{self._seed}|{length}|{number}".encode()).digest(length)


def connect(port: int) -> None:
    """Point discord.py at the wire."""
    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")


def sort_of_transaction() -> str:
    """The name of the door that the running transaction belongs to."""
    frame = sys._getframe(2)
    while frame is not None:
        if f"{os.sep}tables{os.sep}" in frame.f_code.co_filename:
            name = frame.f_code.co_name
            if not name.startswith("_"):
                return name
        frame = frame.f_back  # type: ignore[assignment]
    return "open"


def die_at(points: set[str], trace: Path | None) -> None:
    """Die at the first commit that is among the points; write down all that are passed."""
    write = Database.write

    def passed(point: str) -> None:
        if trace is not None:
            with trace.open("a", encoding="ascii") as file:
                file.write(point + "\n")
        if point in points:
            os.kill(os.getpid(), signal.SIGKILL)

    @asynccontextmanager
    async def watched(self: Database) -> AsyncGenerator[Any, None]:
        sort = ""
        async with write(self) as connection:
            yield connection
            sort = sort_of_transaction()
            passed(f"before {sort}")
        passed(f"after {sort}")

    Database.write = watched  # type: ignore[method-assign]


async def _draw(_self: Studio, _game: str, _view: Any, _look: Any) -> Picture:
    return Picture(PIXEL, "board")


def prepare() -> None:
    """What the environment asks for."""
    connect(int(os.environ["WIRE_PORT"]))
    trace = os.environ.get("WIRE_TRACE")
    points = {point for point in os.environ.get("WIRE_KILL", "").split(",") if point}
    if points or trace:
        die_at(points, Path(trace) if trace else None)
    if os.environ.get("WIRE_DRAW") == "0":
        Studio.draw = _draw  # type: ignore[method-assign,assignment]
    clock = ShiftedClock(Path(os.environ.get("WIRE_CLOCK", "no-such-file")))
    beat = float(os.environ.get("WIRE_BEAT", "0.25"))

    async def build_for_wire(database_url: str, *, lobby_hours: float, beat_seconds: float) -> House:
        seed = os.environ.get("WIRE_SEED")
        entropy = {} if seed is None else {"entropy": Entropy(seed)}
        house = await build(database_url, clock=clock, lobby_hours=lobby_hours, beat_seconds=beat, **entropy)
        house.bot._connection.guild_ready_timeout = READY_SECONDS
        return house

    app.run.build = build_for_wire  # type: ignore[assignment]


if __name__ == "__main__":
    prepare()
    main()
