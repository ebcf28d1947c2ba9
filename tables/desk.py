"""One table inside one write transaction: what every press and every timer works on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from db import queries_play, queries_tables, queries_time
from db.database import Database, Transaction
from db.rows import SeatRow, TableRow
from engines.core import Seat
from tables import outbox
from tables.codec import Codec
from tables.model import PACES, AlreadyDone, Clock, Press, Refused
from tables.sheet import Sheet, away, read_sheet

NAME_LENGTH = 80
MOMENTS = 24
"""Into so many parts the time for an answer is divided; each further question of a scene has at least one."""
SHORTEST_MOMENT = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Kit:
    """What the whole room works with."""

    database: Database
    codecs: Mapping[str, Codec]
    clock: Clock
    entropy: Callable[[int], bytes]
    lobby_life: timedelta
    tables_per_person: int

    def codec(self, table: TableRow) -> Codec:
        """The table's game. Raises ``Refused`` when this program cannot go on with it."""
        codec = self.codecs.get(table.game)
        if codec is None:
            raise Refused("unknown_game", game=table.game)
        if table.turn and codec.game.rules != table.rules:
            raise Refused("rules_changed")
        return codec


@dataclass(frozen=True, slots=True)
class Thoughts:
    """Answers of stand-ins that were worked out before the transaction, good for one state only."""

    turn: int = 0
    answers: Mapping[Seat, Any] = field(default_factory=dict[Seat, Any])


@dataclass(slots=True)
class Desk:
    """A table that is being changed. Every change goes to the database at once and shows in ``sheet``."""

    kit: Kit
    connection: Transaction
    sheet: Sheet
    now: datetime
    thoughts: Thoughts = field(default_factory=Thoughts)

    @property
    def table(self) -> TableRow:
        return self.sheet.table

    @property
    def codec(self) -> Codec:
        return self.kit.codec(self.table)

    async def change(self, **columns: Any) -> None:
        """Change columns of the table's row."""
        await queries_tables.change_table(self.connection, self.table.code, **columns)
        self.sheet.table = replace(self.table, **columns)

    async def change_seat(self, seat: Seat, **columns: Any) -> None:
        """Change columns of a seat's row. What its holder ordered is theirs: it goes when they do."""
        if columns.get("out") or "user_id" in columns:
            columns["orders"] = {}
        await queries_tables.change_seat(self.connection, self.table.code, seat, **columns)
        self.sheet.seats[seat] = replace(self.sheet.seats[seat], **columns)

    async def seat_anew(self, seats: Sequence[SeatRow]) -> None:
        """Seat the table in this order; only in the lobby."""
        rows = [replace(seat, seat=number) for number, seat in enumerate(seats)]
        columns = SeatRow.__slots__
        values = [{name: getattr(row, name) for name in columns} for row in rows]
        await queries_tables.replace_seats(self.connection, self.table.code, values)
        self.sheet.seats = rows

    async def set_deadline(self, going_on: datetime | None = None) -> None:
        """Give the open window the time that the table's pace and its own patience allow, from now on.

        ``going_on``: the deadline of the question before, where this one only goes on with it. Then that time goes on
        as well, but for a moment to think at least: nobody gets more of it by answering in many small parts.
        """
        pace = PACES[self.sheet.info().pace]
        allowed = pace
        if self.table.patience is not None:
            allowed = min(pace, timedelta(seconds=self.table.patience))
        elif going_on is not None:
            allowed = min(pace, max(going_on - self.now, pace / MOMENTS, SHORTEST_MOMENT))
        due = self.now + allowed
        await queries_time.set_timer(self.connection, self.table.code, "deadline", self.table.window, due)
        self.sheet.due = due

    async def go_on_soon(self) -> None:
        """Have the table go on at the next beat, if nobody is waited for then. The window's deadline stays."""
        await queries_time.set_timer(self.connection, self.table.code, "go_on", self.table.window, self.now)

    async def stop_timers(self) -> None:
        """The table waits for nothing any more."""
        await queries_time.drop_timer(self.connection, self.table.code)
        self.sheet.due = None

    async def reread_drafts(self) -> None:
        code, window = self.table.code, self.table.window
        self.sheet.drafts = await queries_play.drafts_of(self.connection, code, window)


async def sit_down(kit: Kit, connection: Transaction, code: str, press: Press | None) -> Desk:
    """Lock the table for a press, or for a timer when there is none.

    Raises ``AlreadyDone`` for an interaction that was applied before, ``Refused`` for a table that nobody knows.
    """
    now = kit.clock.now()
    if press is not None and await queries_tables.seen(connection, press.id):
        raise AlreadyDone
    desk = Desk(kit, connection, await read_sheet(connection, code, now, lock=True), now)
    if press is not None:
        await queries_tables.mark_seen(connection, press.id, code, now)
        await _welcome(desk, press)
    return desk


async def _welcome(desk: Desk, press: Press) -> None:
    """Whoever presses anything at a table is back at it, under the name and language of this press.

    Where all were away, the window has waited for its deadline. If it asks nothing of the one who is back, it need not.
    """
    mine = next((seat for seat in desk.sheet.seats if seat.user_id == press.user_id), None)
    if mine is None:
        return
    name = press.name[:NAME_LENGTH]
    if (mine.name, mine.language) != (name, press.language):
        await desk.change_seat(mine.seat, name=name, language=press.language)
    if mine.missed == 0:
        return
    await desk.change_seat(mine.seat, missed=0)
    if away(mine) and desk.table.status == "running" and desk.sheet.complete():
        await desk.go_on_soon()
    waited = not mine.out and not mine.beaten and not desk.sheet.is_ready(mine.seat)
    if away(mine) and waited and mine.seat in desk.table.asked:
        await outbox.say_window(desk)
        await outbox.say_panel(desk, mine.seat)
