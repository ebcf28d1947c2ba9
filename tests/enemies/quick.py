"""What makes the siege quick enough for a million inputs. Nothing of discord.py's or of the bot's is left out.

The simulation's own test for stillness reads every timer of the loop for every task: it is asked once in a while only.
SQLite works in the loop's own thread and does not sync: handing a statement to a thread costs more than the statement.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import aiosqlite.core
import pytest
from simcord import _runtime
from simcord.http import router

import db.database
from tests.fortnight.quick import AtOnce
from tests.play.harness import Play
from tests.unsynced import do_not_sync

BETWEEN_TURNS = 8
"""Statements after which others have a turn, as they would while a thread works."""
AT_MOST = 60.0
"""Real seconds for what was sent at once, on a busy machine."""


def run_quickly(monkeypatch: pytest.MonkeyPatch, connections: int = db.database.CONNECTIONS) -> None:
    """From here on, until the patch is undone; to be called before the bot is made. ``connections``: at a time."""
    statements, run = 0, aiosqlite.Connection._execute

    async def in_turns(connection: Any, *given: Any, **more: Any) -> Any:
        nonlocal statements
        statements += 1
        if statements % BETWEEN_TURNS == 0:
            await asyncio.sleep(0)
        return await run(connection, *given, **more)

    monkeypatch.setattr(aiosqlite.core, "SimpleQueue", AtOnce)
    monkeypatch.setattr(aiosqlite.Connection, "_execute", in_turns)
    monkeypatch.setattr(db.database, "CONNECTIONS", connections)
    do_not_sync(monkeypatch)
    # The simulation keeps a copy of every request, and looks for its records in a list, comparing all their fields.
    monkeypatch.setattr(router, "copy", SimpleNamespace(deepcopy=lambda kept: kept))
    monkeypatch.setattr(_runtime._CallbackRecord, "__eq__", object.__eq__)


class Register(dict[int, Any]):
    """A list that finds what it removes at once."""

    def append(self, record: Any) -> None:
        self[id(record)] = record

    def remove(self, record: Any) -> None:
        if self.pop(id(record), None) is None:
            raise ValueError

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self.values()))


class Stillness:
    """Whether the bot has done what it was asked: none of the tasks that have begun since is left."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._always: set[asyncio.Task[Any]] = set()

    async def full(self) -> None:
        """Nothing is left to do, outbox included, as the simulation sees it. What waits now is not waited for again."""
        await self._play.settle()
        self._always = set(self._play.env._work.tasks)
        if not isinstance(self._play.env._work.callbacks, Register):
            register = Register()
            for record in self._play.env._work.callbacks:
                register.append(record)
            self._play.env._work.callbacks = register  # type: ignore[assignment]

    async def soon(self) -> None:
        """What was sent is done with."""
        until = time.monotonic() + AT_MOST
        left: list[asyncio.Task[Any]] = []
        while time.monotonic() < until:
            await asyncio.sleep(0)
            left = [task for task in self._play.env._work.tasks if task not in self._always and not task.done()]
            if not left:
                return
            await asyncio.wait(left, timeout=0.5)
        raise TimeoutError(f"the bot does not come to rest: {left[:3]}")
