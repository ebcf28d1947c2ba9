"""Own deadlines: until when each asked person of the open window may answer, and what moves them.

The pure reckoning is in ``tables.own_time``. Here the rows are kept, and the table's one deadline timer with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from db import queries_time
from db.rows import DueRow
from engines.core import Seat
from tables import habits, outbox, own_time, reminders
from tables.model import pace_length
from tables.own_time import Habits, Span

if TYPE_CHECKING:
    from tables.desk import Desk

MOMENTS: Final = 24
"""Into so many parts the time for an answer is divided; each further question of a scene has at least one."""
SHORTEST_MOMENT: Final = timedelta(minutes=1)


async def open_dues(desk: Desk, going_on: datetime | None = None) -> None:
    """Give the open window the time that the table's pace and its own patience allow, and each asked person theirs.

    ``going_on``: the deadline of the question before, where this one only goes on with it. Then that time goes on as
    well, but for a moment to think at least: nobody gets more of it by answering in many small parts. Who is waited
    for, and how long, is set by ``rearm``, which ``turns.settle`` calls.
    """
    base = desk.now + _allowed(desk, going_on)
    asked = [seat for seat in desk.sheet.in_play() if seat.seat in desk.table.asked]
    found = await habits.habits_of(desk.connection, desk.sheet, asked)
    rows = [_opened(desk, seat, base, theirs) for seat, theirs in found.items()]
    if rows or desk.sheet.dues:
        await queries_time.replace_dues(desk.connection, desk.table.code, rows)
    desk.sheet.dues = {row.seat: row for row in rows}
    desk.sheet.due = None
    if desk.sheet.remind is not None:
        await queries_time.drop_timer(desk.connection, desk.table.code, "remind")
        desk.sheet.remind = None
    if desk.table.paused_at is None:
        await _set_end(desk, base)


async def rearm(desk: Desk) -> None:
    """Set the timers of the open window anew: somebody is waited for, or is not any more, or has other time."""
    if desk.table.status != "running" or desk.table.paused_at is not None:
        return
    waiting, rows = desk.sheet.waiting(), desk.sheet.dues
    ends = [rows[seat].due for seat in waiting if seat in rows] or [row.base for row in rows.values()]
    if ends:
        await _set_end(desk, max(ends))
    elif desk.sheet.due is None:
        await _set_end(desk, desk.now + _allowed(desk, None))
    await reminders.arm(desk)


async def give_time(desk: Desk, seat: Seat, at_least: timedelta) -> None:
    """Give the seat's new holder at least so much time from now on, if the open window asks it."""
    if desk.table.status != "running" or seat not in desk.table.asked:
        return
    before = desk.sheet.dues.get(seat)
    base = desk.now + at_least if before is None else max(before.base, desk.now + at_least)
    found = await habits.habits_of(desk.connection, desk.sheet, [desk.sheet.seats[seat]])
    for asked, theirs in found.items():
        await _keep(desk, _opened(desk, asked, base, theirs))
    await _changed(desk)


async def extend(desk: Desk, by: timedelta) -> None:
    """Give everybody asked so much time more; whose own time had passed may be waited for again."""
    for row, theirs in await _with_habits(desk):
        await _keep(desk, _moved(row, row.base + by, own_time.later(row.due, by, theirs)))
    await _changed(desk)


async def skip(desk: Desk, seats: Iterable[Seat]) -> list[Seat]:
    """Wait no more for these seats in the open window; what their stand-ins answer there is no missed window.

    Those who are ready are passed over as well, or it would tell who is. The seats for which the window had waited.
    The caller settles.
    """
    asked = [seat for seat in seats if seat in desk.sheet.dues]
    waited = [seat for seat in asked if seat in desk.sheet.unready()]
    for seat in asked:
        await _keep(desk, replace(desk.sheet.dues[seat], skipped=True))
    await outbox.renew_window(desk)
    return waited


async def shift(desk: Desk, by: timedelta) -> None:
    """Move every own deadline by a time in which no clock ran: the bot was down, or the table paused."""
    for row, theirs in await _with_habits(desk):
        mine = min(by, max(desk.now - row.since, timedelta()))
        moved = _moved(row, row.base + mine, own_time.later(row.due, mine, theirs))
        await _keep(desk, replace(moved, since=row.since + mine))
    await _changed(desk)


async def away_anew(desk: Desk, seat: Seat, before: Sequence[Span]) -> None:
    """The seat's away days have changed from those ``before``: what was left of its time is left beside the new."""
    row = desk.sheet.dues.get(seat)
    if row is None or row.due <= desk.sheet.moment:
        return
    theirs = (await habits.habits_of(desk.connection, desk.sheet, [desk.sheet.seats[seat]]))[seat]
    due = max(own_time.anew(desk.sheet.moment, row.due, before, theirs), row.base)
    moved = _moved(row, row.base, due)
    if moved.why and due > row.due:
        moved = replace(moved, why="away")
    await _keep(desk, moved)
    await _changed(desk)


def _allowed(desk: Desk, going_on: datetime | None) -> timedelta:
    pace = pace_length(desk.sheet.info().pace, desk.table.hours)
    if desk.table.patience is not None:
        return min(pace, timedelta(seconds=desk.table.patience))
    if going_on is not None:
        return min(pace, max(going_on - desk.now, pace / MOMENTS, SHORTEST_MOMENT))
    return pace


def _opened(desk: Desk, seat: Seat, base: datetime, theirs: Habits) -> DueRow:
    due = own_time.due(desk.now, base, theirs)
    at_home = own_time.due(desk.now, base, replace(theirs, aways=()))
    why = "" if due == base else "quiet" if due == at_home else "away"
    return DueRow(desk.table.code, seat, desk.table.window, desk.now, base, due, why, reminded=0, skipped=False)


def _moved(row: DueRow, base: datetime, due: datetime) -> DueRow:
    return replace(row, base=base, due=due, why="" if due == base else row.why or "quiet")


async def _with_habits(desk: Desk) -> list[tuple[DueRow, Habits]]:
    """The rows of the open window, with what their seats' holders have chosen."""
    rows = desk.sheet.dues
    found = await habits.habits_of(desk.connection, desk.sheet, [desk.sheet.seats[seat] for seat in rows])
    return [(row, found.get(seat, Habits())) for seat, row in rows.items()]


async def _keep(desk: Desk, row: DueRow) -> None:
    await queries_time.keep_due(desk.connection, row)
    desk.sheet.dues = {**desk.sheet.dues, row.seat: row}


async def _changed(desk: Desk) -> None:
    """Everybody sees the time as it is now."""
    await outbox.renew_window(desk)
    await rearm(desk)


async def _set_end(desk: Desk, moment: datetime) -> None:
    if desk.sheet.due != moment:
        await queries_time.set_timer(desk.connection, desk.table.code, "deadline", desk.table.window, moment)
        desk.sheet.due = moment
