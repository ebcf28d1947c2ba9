"""What has happened at a table, seen again: undo, the recap for one person, and the whole as a file."""

from __future__ import annotations

from typing import Any

from tables.community import Recap, UndoPoint
from tables.doors.door import Door
from tables.model import Press, TableInfo
from tables.shielded import to_the_end


class HistoryDoor(Door):
    """Going back, catching up, taking away."""

    async def undo_points(self, code: str, user_id: int | None = None, limit: int = 25) -> list[UndoPoint]:
        """Where the running game could go back to, latest first. ``free`` is as seen by this person."""
        raise NotImplementedError

    @to_the_end
    async def undo(self, press: Press, code: str) -> TableInfo:
        """Take back one's own last answer, where that is free. ``Refused``: ``undo_vote`` (it takes a vote),
        ``undo_nothing``."""
        raise NotImplementedError

    async def recap(self, code: str, user_id: int) -> Recap:
        """What happened since this person's last answer that counted. ``Refused``: ``not_seated``, ``not_started``."""
        raise NotImplementedError

    async def export(self, code: str) -> dict[str, Any]:
        """The table as data for JSON: of a running game only what everybody may see (public events and views, no
        answer, no draft, no seed); of one that is over everything that is needed to play it again."""
        raise NotImplementedError
