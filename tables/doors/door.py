"""What every door works with: the kit, and the desk of one table under its lock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

from engines.core import Seat
from tables import codes, play, turns
from tables.arrival import sit_down
from tables.desk import Desk, Kit, Thoughts
from tables.model import Press, SeatPanel


class Door:
    """One side of the tables. The doors are put together once, in ``tables.service``."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._proving = asyncio.Lock()
        self.under_way: set[asyncio.Task[Any]] = set()
        """Writes that have begun and not ended."""

    async def close(self) -> None:
        """Let go of the database once writes under way have ended."""
        await asyncio.gather(*self.under_way, return_exceptions=True)
        await self._kit.database.close()

    @asynccontextmanager
    async def _desk(
        self, press: Press | None, code: str, *, think: bool = False, drafted: bool = False
    ) -> AsyncGenerator[Desk, None]:
        """The table under its lock and in a write transaction.

        ``think``: prepare for its window to resolve; ``drafted``: which it can only when the person has a draft.
        """
        code = codes.tidy_code(code)
        lock = self._locks.get(code)
        if lock is None:
            lock = self._locks[code] = asyncio.Lock()
        async with lock:
            user_id = None if press is None else press.user_id
            thoughts = await turns.ahead(self._kit, code, user_id, drafted=drafted) if think else Thoughts()
            async with self._kit.database.write() as connection:
                desk = await sit_down(self._kit, connection, code, press)
                desk.thoughts = thoughts
                yield desk

    async def _panel(self, desk: Desk, seat: Seat) -> SeatPanel:
        return await play.panel(desk.connection, self._kit, desk.sheet, seat)
