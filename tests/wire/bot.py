"""The real bot as a process of its own, pointed at a wire: ``python -m tests.wire.bot``.

Nothing of it is replaced. Its clock may run ahead of the real one (``WIRE_CLOCK``, a file with seconds), its entropy
repeats (``WIRE_SEED``), pictures may be left white (``WIRE_DRAW=0``), and it may be told where to die (``WIRE_KILL``):
before or after the commit of the first transaction of a sort that is named there, as ``before join`` or ``after sent``.
Its files may have a greatest size (``WIRE_MOST``), and it may be told to heed their permissions (``WIRE_HUMBLE``).
"""

from __future__ import annotations

import ctypes
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
from render import Studio
from tests.tables.world import entropy
from tests.white import leave_white

CAPABILITIES, OVERRIDE_PERMISSIONS = 0x20080522, 1
"""Linux' numbers for the form of a process's rights, and for the right to write what one may not."""
READY_SECONDS = 0.05
"""How long discord.py waits for another server before it says that it is ready: two seconds would change nothing."""


class ShiftedClock:
    """The real time and so many seconds more as the file says at that moment."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def now(self) -> datetime:
        text = self._file.read_text(encoding="ascii") if self._file.exists() else ""
        return datetime.now(UTC) + timedelta(seconds=float(text or 0))


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


def humble() -> None:
    """Have no more rights to files than their permissions give, also where tests run as root."""
    system = ctypes.CDLL(None, use_errno=True)
    head, rights = (ctypes.c_uint32 * 2)(CAPABILITIES, 0), (ctypes.c_uint32 * 6)()
    assert system.capget(head, rights) == 0
    for sort in (0, 1):  # effective, permitted
        rights[sort] &= ~(1 << OVERRIDE_PERMISSIONS)
    assert system.capset(head, rights) == 0


def prepare() -> None:
    """What the environment asks for."""
    if "WIRE_HUMBLE" in os.environ:
        humble()
    if "WIRE_MOST" in os.environ:
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_FSIZE, (int(os.environ["WIRE_MOST"]), resource.RLIM_INFINITY))
    connect(int(os.environ["WIRE_PORT"]))
    trace = os.environ.get("WIRE_TRACE")
    points = {point for point in os.environ.get("WIRE_KILL", "").split(",") if point}
    if points or trace:
        die_at(points, Path(trace) if trace else None)
    if os.environ.get("WIRE_DRAW") == "0":
        Studio.draw = leave_white  # type: ignore[method-assign,assignment]
    clock = ShiftedClock(Path(os.environ.get("WIRE_CLOCK", "no-such-file")))
    beat = float(os.environ.get("WIRE_BEAT", "0.25"))

    async def build_for_wire(database_url: str, *, lobby_hours: float, beat_seconds: float) -> House:
        seed = os.environ.get("WIRE_SEED")
        repeated = {} if seed is None else {"entropy": entropy(seed)}
        house = await build(database_url, clock=clock, lobby_hours=lobby_hours, beat_seconds=beat, **repeated)
        house.bot._connection.guild_ready_timeout = READY_SECONDS
        return house

    app.run.build = build_for_wire  # type: ignore[assignment]


if __name__ == "__main__":
    prepare()
    main()
