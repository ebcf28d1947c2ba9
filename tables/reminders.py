"""Reminders: to those who must act, as each has chosen, never in their quiet hours and never on their away days."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, Literal

from db import queries_tables, queries_time
from db.database import Transaction
from db.rows import DueRow, PersonRow
from engines.core import Seat
from tables import habits, outbox, own_time
from tables.community import PersonSettings
from tables.desk import Desk, Kit
from tables.own_time import Habits
from tables.sheet import LIVE, Sheet, sheet_of

Part = Literal["half", "tenth", "last"]
LEFT: Final[dict[Part, int]] = {"half": 2, "tenth": 10}
"""So many times as long as what is left is the whole time to answer."""
NUMBERS: Final[dict[Part, int]] = {"half": 1, "tenth": 2, "last": 3}
"""What ``reminded`` of an own deadline counts up to."""
FRESH: Final = timedelta(hours=1)
"""So long after its hour a digest comes to somebody who never had one; else the first comes the next day."""


async def arm(desk: Desk) -> None:
    """Set the table's timer to the next moment at which somebody is to be reminded; none when nobody is."""
    moment = min((moment for _, _, moment in await _ahead(desk)), default=None)
    if moment == desk.sheet.remind:
        return
    code, window = desk.table.code, desk.table.window
    if moment is None:
        await queries_time.drop_timer(desk.connection, code, "remind")
    else:
        await queries_time.set_timer(desk.connection, code, "remind", window, moment)
    desk.sheet.remind = moment


async def remind(desk: Desk) -> None:
    """Remind those whose moment has come, each of one thing at most; then wait for the next."""
    desk.sheet.remind = None
    passed: dict[Seat, Part] = {}
    for row, part, moment in await _ahead(desk):
        if moment <= desk.now:
            passed[row.seat] = part
    for seat, part in passed.items():
        row = replace(desk.sheet.dues[seat], reminded=NUMBERS[part])
        await queries_time.keep_due(desk.connection, row)
        desk.sheet.dues = {**desk.sheet.dues, seat: row}
        name = f"{outbox.held(desk, seat)}-{part}"
        await outbox.say(desk, "reminder", name, seat=seat, window=desk.table.window, part=part)
    await arm(desk)


async def _ahead(desk: Desk) -> list[tuple[DueRow, Part, datetime]]:
    """The reminders that are still to come in the open window, those of each seat in order."""
    sheet, table = desk.sheet, desk.table
    if table.status != "running" or table.paused_at is not None or table.patience is not None:
        return []
    waiting = [sheet.seats[seat] for seat in sheet.waiting() if seat in sheet.dues]
    chosen = await habits.settings_of(desk.connection, waiting)
    return [
        (sheet.dues[seat], part, moment)
        for seat, settings in chosen.items()
        for part, moment in _of_seat(sheet, seat, settings)
    ]


def _of_seat(sheet: Sheet, seat: Seat, settings: PersonSettings) -> list[tuple[Part, datetime]]:
    row, theirs = sheet.dues[seat], habits.habits(sheet, seat, settings)
    found: list[tuple[Part, datetime]] = []
    for part in _parts(sheet, seat, settings):
        moment = own_time.free(_moment(sheet, row, part), theirs)
        if NUMBERS[part] > row.reminded and moment < row.due:
            found.append((part, moment))
    return found


def _parts(sheet: Sheet, seat: Seat, settings: PersonSettings) -> list[Part]:
    """The parts that the seat's holder wants to hear of. At live tables half is left out: the panel has just come."""
    wanted = settings.reminders
    if wanted == "last":
        return ["last"] if _last(sheet, seat) else []
    half: list[Part] = ["half"] if wanted in ("both", "half") and sheet.table.pace != LIVE else []
    tenth: list[Part] = ["tenth"] if wanted in ("both", "tenth") else []
    return half + tenth


def _last(sheet: Sheet, seat: Seat) -> bool:
    """Whether nobody else is waited for, since somebody else is ready."""
    others = {row.seat for row in sheet.dues.values() if row.seat != seat}
    return sheet.waiting() == [seat] and any(sheet.is_ready(other) for other in others)


def _moment(sheet: Sheet, row: DueRow, part: Part) -> datetime:
    return sheet.now if part == "last" else row.due - (row.due - row.since) / LEFT[part]


# ---- one digest a day


async def digest(kit: Kit) -> None:
    """Write the digests of those who want one a day and whose hour has come."""
    now = kit.clock.now()
    async with kit.database.read() as connection:
        due = [person for person in await queries_time.digested(connection) if _hour_has_come(person, now)]
    for person in due:
        async with kit.database.write() as connection:
            await queries_time.mark_digested(connection, person.user_id, now)
            if _is_meant(person, now):
                await _write_digest(kit, connection, person, now)


async def waiting_for(connection: Transaction, user_id: int, now: datetime) -> list[Sheet]:
    """The tables that wait for the person now, those that have waited longest first."""
    found: list[tuple[datetime, Sheet]] = []
    for row in await queries_tables.open_of_person(connection, user_id):
        sheet = await sheet_of(connection, row, now)
        seat = next(seat.seat for seat in sheet.seats if seat.user_id == user_id)
        if seat in sheet.waiting() and seat in sheet.dues and row.paused_at is None and seat not in sheet.away_until():
            found.append((sheet.dues[seat].since, sheet))
    return [sheet for _, sheet in sorted(found, key=lambda each: (each[0], each[1].code))]


def _hour_has_come(person: PersonRow, now: datetime) -> bool:
    return person.digested is None or person.digested < _digest_moment(person, now) <= now


def _is_meant(person: PersonRow, now: datetime) -> bool:
    """Somebody who has just chosen digests gets the first one at their next hour, not hours after it."""
    moment = _digest_moment(person, now)
    return moment <= now and (person.digested is not None or now - moment < FRESH)


def _digest_moment(person: PersonRow, now: datetime) -> datetime:
    """When today's is due: at their hour, or when their quiet hours end."""
    quiet = None if person.quiet_from is None or person.quiet_to is None else (person.quiet_from, person.quiet_to)
    theirs = Habits(own_time.zone_of(person.zone), quiet)
    return own_time.free(own_time.at_hour(now, person.digest_hour, theirs.zone), theirs)


async def _write_digest(kit: Kit, connection: Transaction, person: PersonRow, now: datetime) -> None:
    sheets = await waiting_for(connection, person.user_id, now)
    if not sheets:
        return
    desk = Desk(kit, connection, sheets[0], now)
    name = f"{person.user_id}-{_digest_moment(person, now):%Y%m%d}"
    await outbox.say(desk, "digest", name, person=person.user_id, tables=[sheet.code for sheet in sheets])
