"""What has happened at a table, seen again: undo, the recap for one person, and the whole as a file."""

from __future__ import annotations

from typing import Any

from tables import codes, export, recap, undo
from tables.community import Recap, UndoPoint
from tables.doors.door import Door
from tables.model import Press, TableInfo
from tables.sheet import read_sheet
from tables.shielded import to_the_end


class HistoryDoor(Door):
    """Going back, catching up, taking away."""

    async def undo_points(self, code: str, user_id: int | None = None, limit: int = 25) -> list[UndoPoint]:
        """Where the running game could go back to, latest first. ``free`` is as seen by this person."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code), self._kit.clock.now())
            return await undo.points(connection, self._kit, sheet, user_id, limit)

    @to_the_end
    async def undo(self, press: Press, code: str) -> TableInfo:
        """Take back one's own last answer, where that is free. ``Refused``: ``undo_vote`` (it takes a vote),
        ``undo_nothing``, ``not_seated``, ``resigned``, ``not_started``, ``table_closed``."""
        foreseen = await undo.ahead(self._kit, codes.tidy_code(code), press.user_id)
        async with self._desk(press, code) as desk:
            await undo.take_back(desk, press, foreseen)
            return desk.sheet.info()

    async def recap(self, code: str, user_id: int) -> Recap:
        """What happened since this person's last answer that counted, the last 200 steps of it.
        ``Refused``: ``not_seated``, ``not_started``."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code), self._kit.clock.now())
            return await recap.recap(connection, self._kit, sheet, sheet.seat_of(user_id))

    async def export(self, code: str) -> dict[str, Any]:
        """The table as data for JSON: of a running game only what everybody may see (public events and views, no
        answer, no draft, no seed); of one that is over everything that is needed to play it again."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code), self._kit.clock.now())
            return await export.export(connection, self._kit, sheet)
