"""Presses of one person at one table count in the order in which they came."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

PATIENCE: Final = 10.0
"""Seconds that a press waits at most for the one before."""


@dataclass(slots=True)
class Place:
    """A press's place in its queue."""

    before: asyncio.Event | None = None
    """Set once the press before has done what it does."""
    done: asyncio.Event = field(default_factory=asyncio.Event)

    async def turn(self, patience: float = PATIENCE) -> None:
        """Wait for the press before."""
        if self.before is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.before.wait(), patience)

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
