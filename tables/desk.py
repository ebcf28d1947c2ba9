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
from tables.codec import Codec
from tables.model import Clock, Refused
from tables.sheet import Sheet

NAME_LENGTH = 80


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

    def check_running(self) -> None:
        """Raise ``Refused`` unless a game is under way here: ``not_started``, ``table_closed``."""
        if self.table.status != "running":
            raise Refused("not_started" if self.table.status == "lobby" else "table_closed")

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

    async def go_on_soon(self) -> None:
        """Have the table go on at the next beat, if nobody is waited for then. The window's deadline stays."""
        await queries_time.set_timer(self.connection, self.table.code, "go_on", self.table.window, self.now)

    async def stop_timers(self) -> None:
        """The table waits for nothing any more."""
        await queries_time.drop_timer(self.connection, self.table.code)
        if self.sheet.dues:
            await queries_time.replace_dues(self.connection, self.table.code, [])
        self.sheet.due = self.sheet.remind = None
        self.sheet.dues = {}

    async def reread_drafts(self) -> None:
        code, window = self.table.code, self.table.window
        self.sheet.drafts = await queries_play.drafts_of(self.connection, code, window)
