"""What may be read of tables. Reads never write."""

from __future__ import annotations

from itertools import islice
from typing import Any

from db import queries_play, queries_tables
from engines.core import Seat
from tables import codes, fairness, orders, play
from tables.doors.door import Door
from tables.model import FairnessReport, Refused, SeatOrders, SeatPanel, StoredStep, TableInfo
from tables.sheet import present_state, read_sheet, sheet_of, stored_step

ENDED_SHOWN = 10


class ReadDoor(Door):
    """Reads of tables, seats and steps."""

    async def find(self, code: str) -> TableInfo:
        """The table of this code, in capitals or not. Raises ``Refused("unknown_table")``."""
        async with self._kit.database.read() as connection:
            return (await read_sheet(connection, codes.tidy_code(code), self._kit.clock.now())).info()

    async def in_channel(self, channel_id: int) -> TableInfo | None:
        """The newest open table of this thread or channel; without one, the last that was played right there."""
        async with self._kit.database.read() as connection:
            table = await queries_tables.newest_in_channel(connection, channel_id)
            return None if table is None else (await sheet_of(connection, table, self._kit.clock.now())).info()

    async def of_person(self, user_id: int) -> list[TableInfo]:
        """The person's tables: those that go on, newest first, then the last ten that ended."""
        async with self._kit.database.read() as connection:
            rows = await queries_tables.open_of_person(connection, user_id)
            rows += await queries_tables.ended_of_person(connection, user_id, ENDED_SHOWN)
            return [(await sheet_of(connection, row, self._kit.clock.now())).info() for row in rows]

    async def running_in(self, guild_id: int, limit: int = 25) -> list[TableInfo]:
        """Tables of the server that are in their lobby or running, newest first."""
        async with self._kit.database.read() as connection:
            rows = await queries_tables.open_in_guild(connection, guild_id, limit)
            return [(await sheet_of(connection, row, self._kit.clock.now())).info() for row in rows]

    async def panel(self, code: str, user_id: int) -> SeatPanel:
        """What this person may see and must answer. Raises ``Refused``: ``not_seated``, ``not_started``."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code), self._kit.clock.now())
            return await play.panel(connection, self._kit, sheet, sheet.seat_of(user_id).seat)

    async def orders(self, code: str, user_id: int) -> SeatOrders:
        """This person's standing orders, and what they could order. Raises ``Refused("not_seated")``."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code), self._kit.clock.now())
            return orders.kept(self._kit, sheet, sheet.seat_of(user_id).seat)

    async def seat_panel(self, code: str, seat: Seat, window: int) -> SeatPanel:
        """The seat's panel of that window; of one that has passed: nothing asked, and the answer that counted."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code), self._kit.clock.now())
            if sheet.table.status == "running" and window == sheet.table.window:
                return await play.panel(connection, self._kit, sheet, seat)
            return await play.past_panel(connection, self._kit, sheet, seat, window)

    async def choices(self, code: str, seat: Seat, window: int, limit: int = 500) -> list[Any]:
        """The seat's first legal answers, in the game's order; none when that window is not open. Panels list them."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code), self._kit.clock.now())
            if sheet.table.status != "running" or sheet.table.window != window:
                return []
            codec = self._kit.codec(sheet.table)
            return list(islice(codec.game.choices(await present_state(connection, codec, sheet), seat), limit))

    async def public_view(self, code: str) -> Any:
        """The game as everybody may see it. Raises ``Refused("not_started")`` in the lobby."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code), self._kit.clock.now())
            codec = self._kit.codec(sheet.table)
            return codec.game.view(await present_state(connection, codec, sheet), None)

    async def step(self, code: str, seq: int) -> StoredStep:
        """The step of this number. Raises ``Refused("unknown_step")``."""
        found = await self.steps(code, after=seq - 1, limit=1)
        if not found or found[0].seq != seq:
            raise Refused("unknown_step")
        return found[0]

    async def steps(
        self,
        code: str,
        *,
        window: int | None = None,
        chapter: str | None = None,
        after: int = 0,
        limit: int = 100,
        seat: Seat | None = None,
    ) -> list[StoredStep]:
        """Resolved steps in order, with the events that everybody may read and those for ``seat``."""
        async with self._kit.database.read() as connection:
            table = (await read_sheet(connection, codes.tidy_code(code), self._kit.clock.now())).table
            rows = await queries_play.steps_of(
                connection, table.code, window=window, chapter=chapter, after=after, limit=limit
            )
        codec = self._kit.codec(table)
        return [stored_step(codec, row, seat) for row in rows]

    async def fairness(self, code: str) -> FairnessReport:
        """What anybody may check of the table's luck.

        After the end the whole game is played again for it, one at a time: running games must not wait for proofs.
        """
        async with self._proving, self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code), self._kit.clock.now())
            return await fairness.report(connection, self._kit, sheet)
