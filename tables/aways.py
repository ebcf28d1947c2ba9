"""Away days: the clock of whoever is away stands still, at one table and within its budget."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from db import queries_time, queries_together
from db.database import Transaction
from db.rows import AwayRow, SeatRow
from tables import dues, outbox, play, votes
from tables.desk import Desk
from tables.model import Press, Refused
from tables.sheet import LIVE, Sheet

DAY: Final = timedelta(days=1)
FURTHEST: Final = timedelta(days=60)
"""So far ahead away days can be announced."""


async def left(connection: Transaction, sheet: Sheet, seat: SeatRow) -> int:
    """Days that the seat's holder may still be away. What they took in an earlier time in this seat counts as well."""
    if sheet.table.pace == LIVE:
        return 0
    tenures = await queries_together.tenures_of(connection, sheet.code)
    mine = {row.tenure for row in tenures if row.seat == seat.seat and row.user_id == seat.user_id} | {seat.tenure}
    taken = sum(row.days for row in sheet.aways if row.seat == seat.seat and row.tenure in mine)
    return max(sheet.table.away_budget - taken, 0)


async def go_away(desk: Desk, press: Press, days: int, starts: datetime | None) -> None:
    """Take so many days; the seat's own deadline moves if it falls into them, or lies behind them."""
    seat = play.in_play(desk, press)
    begins = desk.now if starts is None else starts
    await _check(desk, seat, days, begins)
    ends = begins + days * DAY
    before = desk.sheet.aways_of(seat.seat)
    if any(begins < there_ends and there_begins < ends for there_begins, there_ends in before):
        raise Refused("away_twice")
    await queries_time.add_away(
        desk.connection,
        code=desk.table.code,
        seat=seat.seat,
        tenure=seat.tenure,
        starts=begins,
        ends=ends,
        days=days,
    )
    await _changed(desk, seat, before)
    facts = {"starts": int(begins.timestamp()), "ends": int(ends.timestamp())}
    await outbox.tell(desk, "away_days", _named(seat, begins), seat=seat.seat, days=days, **facts)


async def come_back(desk: Desk, press: Press) -> None:
    """End the days that go on, or else give up those that are to come."""
    seat = play.in_play(desk, press)
    mine = [row for row in _taken(desk.sheet, seat) if row.ends > desk.now]
    now = [row for row in mine if row.starts <= desk.now]
    if not mine:
        raise Refused("not_away")
    before = desk.sheet.aways_of(seat.seat)
    for row in now or mine:
        used = max(-(-(desk.now - row.starts) // DAY), 0)
        if used:
            await queries_time.change_away(desk.connection, row.id, ends=desk.now, days=used)
        else:
            await queries_time.drop_away(desk.connection, row.id)
    await _changed(desk, seat, before)
    await outbox.tell(desk, "back_early", _named(seat, desk.now), seat=seat.seat)


def _named(seat: SeatRow, moment: datetime) -> str:
    """Names what is told of the seat's days: who changes their mind many times a day has it said anew."""
    return f"{seat.seat}-{seat.tenure}-{moment:%Y%m%d}"


async def _check(desk: Desk, seat: SeatRow, days: int, begins: datetime) -> None:
    if desk.table.pace == LIVE:
        raise Refused("away_live")
    if days < 1 or begins > desk.now + FURTHEST:
        raise Refused("unknown_option")
    if begins < desk.now:
        raise Refused("away_past")
    budget = await left(desk.connection, desk.sheet, seat)
    if days > budget:
        raise Refused("away_budget", left=budget)
    waited = seat.seat in desk.table.asked and not desk.sheet.is_ready(seat.seat)
    if waited and desk.sheet.lapsed(seat.seat):
        raise Refused("away_late")


def _taken(sheet: Sheet, seat: SeatRow) -> list[AwayRow]:
    return [row for row in sheet.aways if (row.seat, row.tenure) == (seat.seat, seat.tenure)]


async def _changed(desk: Desk, seat: SeatRow, before: tuple[tuple[datetime, datetime], ...]) -> None:
    desk.sheet.aways = await queries_time.aways_of(desk.connection, desk.table.code)
    await dues.away_anew(desk, seat.seat, before)
    await outbox.renew_window(desk)
    await votes.recount(desk)
