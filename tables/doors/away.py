"""Away days: out of each player's budget at a table."""

from __future__ import annotations

from datetime import datetime

from tables import aways, codes
from tables.doors.door import Door
from tables.model import Press, TableInfo
from tables.sheet import read_sheet
from tables.shielded import to_the_end


class AwayDoor(Door):
    """Going away and coming back early."""

    @to_the_end
    async def go_away(self, press: Press, code: str, days: int, starts: datetime | None = None) -> TableInfo:
        """Be away so many whole days, from now or from ``starts`` on, out of the table's budget.

        The presser's own deadline moves at once if it has not passed. Raises ``Refused``: ``away_live`` (at live
        tables), ``away_budget`` (facts ``left``), ``away_late`` (the own deadline has passed), ``away_past``,
        ``away_twice`` (some of these days are taken already).
        """
        async with self._desk(press, code) as desk:
            await aways.go_away(desk, press, days, starts)
            return desk.sheet.info()

    @to_the_end
    async def come_back(self, press: Press, code: str) -> TableInfo:
        """End one's away days now, or give up those to come; whole days that are left go back to the budget.

        ``Refused("not_away")``.
        """
        async with self._desk(press, code) as desk:
            await aways.come_back(desk, press)
            return desk.sheet.info()

    async def away_left(self, code: str, user_id: int) -> int:
        """Days that this person may still be away at the table."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code), self._kit.clock.now())
            return await aways.left(connection, sheet, sheet.seat_of(user_id))
