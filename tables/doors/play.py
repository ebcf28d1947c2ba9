"""While the game runs: answers, standing orders, resigning."""

from __future__ import annotations

from typing import Any

from tables import orders, play
from tables.doors.door import Door
from tables.model import Press, SeatOrders, SeatPanel, TableInfo
from tables.shielded import to_the_end


class PlayDoor(Door):
    """Writes of play."""

    @to_the_end
    async def save_draft(self, press: Press, code: str, window: int, action: Any) -> SeatPanel:
        """Keep an unfinished answer. Any edit un-readies."""
        async with self._desk(press, code) as desk:
            return await self._panel(desk, await play.save_draft(desk, press, window, action))

    @to_the_end
    async def ready(self, press: Press, code: str, window: int) -> SeatPanel:
        """Say that the draft is the answer; the last one to do so resolves the window."""
        async with self._desk(press, code, think=True, drafted=True) as desk:
            return await self._panel(desk, await play.ready(desk, press, window))

    @to_the_end
    async def unready(self, press: Press, code: str, window: int) -> SeatPanel:
        async with self._desk(press, code) as desk:
            return await self._panel(desk, await play.unready(desk, press, window))

    @to_the_end
    async def answer(self, press: Press, code: str, window: int, action: Any) -> SeatPanel:
        """``save_draft`` and ``ready`` in one."""
        async with self._desk(press, code, think=True) as desk:
            return await self._panel(desk, await play.answer(desk, press, window, action))

    @to_the_end
    async def back(self, press: Press, code: str) -> SeatPanel:
        """Whoever was away is waited for again. Every other press at the table does this too."""
        async with self._desk(press, code) as desk:
            return await self._panel(desk, await play.back(desk, press))

    @to_the_end
    async def keep_order(self, press: Press, code: str, field: str, value: str) -> SeatOrders:
        """Give a standing order, or take it back (``ask``). It may answer, and so resolve, the open window."""
        async with self._desk(press, code, think=True) as desk:
            return orders.kept(self._kit, desk.sheet, await play.keep_order(desk, press, field, value))

    @to_the_end
    async def resign(self, press: Press, code: str) -> TableInfo:
        """Leave the game for good. The table is over when no person is left in play."""
        async with self._desk(press, code, think=True) as desk:
            await play.resign(desk, press)
            return desk.sheet.info()
