"""All that is known of one table, read in one transaction, and what may be said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, cast

from db import queries_play, queries_tables, queries_time
from db.database import Transaction
from db.rows import AwayRow, DraftRow, DueRow, SeatRow, StepRow, TableRow
from engines.core import Event, Seat
from tables.codec import EVENTS, RESULT, Codec
from tables.model import OwnDeadline, Pace, Refused, SeatInfo, Status, StoredStep, TableInfo
from tables.own_time import Span, away_until

AWAY: Final = 2
"""Windows missed in a row from which on the stand-in plays at once."""
LIVE: Final[Pace] = "live"
"""The pace at which people sit at the table together, so that a right may wait some seconds for them."""


@dataclass(slots=True)
class Sheet:
    """A table with its seats, the drafts of its open window and its due time. Secret: not for other rooms."""

    table: TableRow
    seats: list[SeatRow]
    drafts: dict[Seat, DraftRow]
    due: datetime | None
    """When the timer of the open window, or of the lobby's end, goes off. Tells who is waited for: secret."""
    waived: frozenset[Seat] = frozenset()
    """The asked seats whose holders leave this right, which may lapse, to the stand-in."""
    now: datetime = field(kw_only=True)
    """When it was read."""
    dues: Mapping[Seat, DueRow] = field(default_factory=dict[Seat, DueRow])
    """The own deadlines of the open window."""
    aways: Sequence[AwayRow] = ()
    """All away days that were ever taken here, in order."""
    remind: datetime | None = None
    """When somebody is reminded next."""
    beat: datetime | None = None
    """When the bot was last known to be up; ``None`` where that says nothing."""
    known: tuple[int, Any] | None = None
    """The number of the turn whose state has been read or made, and that state."""

    @property
    def code(self) -> str:
        return self.table.code

    def seat_of(self, user_id: int) -> SeatRow:
        """The person's seat. Raises ``Refused("not_seated")``."""
        for seat in self.seats:
            if seat.user_id == user_id:
                return seat
        raise Refused("not_seated")

    def present(self) -> list[SeatRow]:
        """The people who are in play and answer for themselves."""
        return [seat for seat in self.in_play() if not away(seat)]

    def in_play(self) -> list[SeatRow]:
        """The people who can still play."""
        return [seat for seat in self.staying() if not seat.beaten]

    def staying(self) -> list[SeatRow]:
        """The people who have not resigned. While there are any the game goes on, even if it has beaten them."""
        return [seat for seat in self.seats if seat.kind == "person" and not seat.out]

    @property
    def moment(self) -> datetime:
        """The moment up to which the table's clocks have run: the bot's last beat, or when the table was paused.

        Nobody is late by time that may have to be credited: the bot, or Discord, may have been away until just now.
        """
        return min(moment for moment in (self.now, self.beat, self.table.paused_at) if moment is not None)

    def waiting(self) -> list[Seat]:
        """The asked seats for which the window waits: people who are present, not ready, and whose time is not up."""
        return [seat for seat in self.unready() if not self.lapsed(seat)]

    def unready(self) -> list[Seat]:
        """The asked seats that the window waits for while their time lasts: people who are present and not ready."""
        return [seat for seat in self._open() if seat not in self.skipped()]

    def _open(self) -> list[Seat]:
        """The asked seats whose holders are present and could still be ready. Says no more than the count of others."""
        wanted = {seat.seat for seat in self.present()} - self.waived
        return [seat for seat in self.table.asked if seat in wanted and not self.is_ready(seat)]

    def lapsed(self, seat: Seat) -> bool:
        """Whether the seat's own deadline has passed. Its holder may still answer while the window is open."""
        return seat in self.dues and self.dues[seat].due <= self.moment

    def own(self) -> tuple[OwnDeadline, ...]:
        """The deadlines of the asked people who are present and not passed over, ready or not."""
        wanted = {seat.seat for seat in self.present()} - self.skipped()
        rows = [self.dues[seat] for seat in self.table.asked if seat in wanted and seat in self.dues]
        return tuple(OwnDeadline(row.seat, row.due, cast("Any", row.why)) for row in rows)

    def skipped(self) -> set[Seat]:
        """The seats that a moderator has passed over in the open window, ready or not."""
        return {row.seat for row in self.dues.values() if row.skipped}

    def aways_of(self, seat: Seat) -> tuple[Span, ...]:
        """The away days of the seat's present holder, in order."""
        tenure = self.seats[seat].tenure
        rows = [row for row in self.aways if (row.seat, row.tenure) == (seat, tenure)]
        return tuple((row.starts, row.ends) for row in rows if row.starts < row.ends)

    def away_until(self) -> dict[Seat, datetime]:
        """The seats whose holders are on away days now, and until when."""
        found = {seat.seat: away_until(self.now, self.aways_of(seat.seat)) for seat in self.in_play()}
        return {seat: until for seat, until in found.items() if until is not None}

    def is_ready(self, seat: Seat) -> bool:
        return seat in self.drafts and self.drafts[seat].ready

    def complete(self) -> bool:
        """Whether the open window resolves without waiting for its deadline.

        Every seat that is waited for is ready. When everybody in play is away the window waits for its deadline all the
        same, or the game would run off by itself; a right that may lapse is no reason to wait. Once only bot players
        are left in play, nobody is waited for: the game goes on to its end. A paused table resolves nothing.
        """
        if self.table.paused_at is not None or self.waiting():
            return False
        asked = {seat.seat for seat in self.in_play()} & set(self.table.asked)
        passed_over = bool(asked) and asked <= self.skipped()
        return self.table.patience is not None or bool(self.present()) or not self.in_play() or passed_over

    def deadline(self) -> datetime | None:
        """When the open window ends at the latest, or the lobby; says nothing of who is ready."""
        ends = [own.due for own in self.own()] or [row.base for row in self.dues.values()]
        return max(ends) if ends and self.table.status == "running" else self.due

    def ended(self) -> bool:
        """Whether a game was played here and is over, or was called off: nothing of it is secret any more."""
        return self.table.status == "over" or (self.table.status == "cancelled" and self.table.turn > 0)

    def info(self) -> TableInfo:
        """The table as everybody may know it."""
        table = self.table
        return TableInfo(
            code=table.code,
            game=table.game,
            status=cast("Status", table.status),
            guild_id=table.guild_id,
            channel_id=table.channel_id,
            thread_id=table.thread_id,
            language=table.language,
            pace=cast("Pace", table.pace),
            options=dict(table.options),
            host_id=table.host_id,
            seed_hash=table.seed_hash,
            salt=table.salt,
            seed=table.seed if self.ended() else None,
            seats=tuple(_seat_info(seat) for seat in self.seats),
            window=table.window,
            window_kind=table.window_kind,
            hidden=table.hidden,
            asked=tuple(table.asked),
            ready=len(table.asked) - len(self._open()),
            deadline=self.deadline(),
            created_at=table.created_at,
            lobby_message_id=table.lobby_message_id,
            result=None if table.result_json is None else RESULT.load(table.result_json),
            scene=table.scene,
            patience=table.patience,
            answered=() if table.hidden else tuple(seat for seat in table.asked if self.is_ready(seat)),
            hours=table.hours,
            away_budget=table.away_budget,
            paused_at=table.paused_at,
            paused_why=cast("Any", table.paused_why),
            own=self.own(),
            away_until=self.away_until() if table.status == "running" else {},
            line=table.line,
            ended_why=table.ended_why,
        )


def away(seat: SeatRow) -> bool:
    """Whether the stand-in plays for the seat at once."""
    return seat.missed >= AWAY or seat.gone


def _seat_info(seat: SeatRow) -> SeatInfo:
    return SeatInfo(
        seat=seat.seat,
        kind=cast("Any", seat.kind),
        user_id=seat.user_id,
        name=seat.name,
        language=seat.language,
        out=seat.out,
        missed=seat.missed,
        beaten=seat.beaten,
        tenure=seat.tenure,
        gone=seat.gone,
        offered=seat.offered,
    )


async def read_sheet(connection: Transaction, code: str, now: datetime, *, lock: bool = False) -> Sheet:
    """Read the table as it is now. Raises ``Refused("unknown_table")``."""
    table = await queries_tables.table(connection, code, lock=lock)
    if table is None:
        raise Refused("unknown_table", code=code[:8])
    return await sheet_of(connection, table, now)


async def sheet_of(connection: Transaction, table: TableRow, now: datetime) -> Sheet:
    """The sheet around a row that is already read, as it is now."""
    seats = await queries_tables.seats_of(connection, table.code)
    drafts = await queries_play.drafts_of(connection, table.code, table.window) if table.asked else {}
    timers = await queries_time.timers_of(connection, table.code)
    timer = timers.get("deadline") or timers.get("lobby_expiry")
    waived = await waived_seats(connection, table, seats)
    remind = timers.get("remind")
    dues = await queries_time.dues_of(connection, table.code, table.window) if table.asked else {}
    return Sheet(
        table,
        seats,
        drafts,
        None if timer is None else timer.due,
        waived,
        now=now,
        dues=dues,
        aways=await queries_time.aways_of(connection, table.code) if table.status == "running" else (),
        remind=None if remind is None else remind.due,
        beat=await queries_time.last_beat(connection) if dues else None,
    )


async def waived_seats(connection: Transaction, table: TableRow, seats: Sequence[SeatRow]) -> frozenset[Seat]:
    """The asked seats whose holders are not waited for in a window that may lapse (``Window.patience``).

    People are asked for such a right only where everybody plays live, and only those who want to be.
    """
    if table.patience is None:
        return frozenset()
    if table.pace != LIVE:
        return frozenset(table.asked)
    holders = {seats[seat].user_id: seat for seat in table.asked}
    waiving = await queries_tables.waiving(connection, [user_id for user_id in holders if user_id is not None])
    return frozenset(holders[user_id] for user_id in waiving)


async def present_state(connection: Transaction, codec: Codec, sheet: Sheet) -> Any:
    """The state that the table is in. Raises ``Refused("not_started")`` in the lobby and where none was ever played."""
    turn = sheet.table.turn
    if sheet.known is None or sheet.known[0] != turn:
        row = await queries_play.state(connection, sheet.code, turn) if turn else None
        if row is None:
            raise Refused("not_started")
        sheet.known = (turn, codec.state.load(row.state_json))
    return sheet.known[1]


def stored_step(codec: Codec, row: StepRow, seat: Seat | None) -> StoredStep:
    """A step with the events that everybody may read, and those for this seat."""
    events: tuple[Event, ...] = EVENTS.load(row.events_json)
    readable = tuple(e for e in events if e.audience is None or (seat is not None and seat in e.audience))
    return StoredStep(row.seq, row.window, row.chapter, readable, codec.view.load(row.view_json), row.at, row.undone)
