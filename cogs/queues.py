"""Presses of one person at one table count in the order in which they came."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class Place:
    """A press's place in its queue."""

    before: asyncio.Event | None = None
    """Set once the press before has done what it does."""
    done: asyncio.Event = field(default_factory=asyncio.Event)

    async def turn(self) -> None:
        """Wait for the press before: until it has saved what it does, or failed."""
        if self.before is not None:
            await self.before.wait()

    def leave(self) -> None:
        """Let the next one act: what this one saves is saved."""
        self.done.set()


class Queues:
    """Each press builds on what the one before has saved.

    Whoever is fast chooses in a list, and in the next, and is ready, before the first choice has been answered.
    """

    def __init__(self) -> None:
        self._last: dict[tuple[int, str], Place] = {}

    def __len__(self) -> int:
        return len(self._last)

    @contextmanager
    def place(self, user_id: int, code: str) -> Generator[Place, None, None]:
        """A place in the queue, taken at once."""
        queue = (user_id, code.upper())
        last = self._last.get(queue)
        mine = self._last[queue] = Place(None if last is None else last.done)
        try:
            yield mine
        finally:
            mine.leave()
            if self._last.get(queue) is mine:
                del self._last[queue]
