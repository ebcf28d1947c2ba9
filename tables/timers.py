"""Time: deadlines and lobby lives that run out, and the time that the bot itself was away."""

from __future__ import annotations

import logging
import traceback
from datetime import datetime, timedelta
from typing import Final

from db import lives, queries_tables, queries_time
from db.rows import TimerRow
from tables import dues, homes, lobby, mattering, outbox, reminders, turns, votes
from tables.desk import Desk, Kit
from tables.sheet import read_sheet

OUTAGE: Final = timedelta(seconds=60)
"""A shorter absence of the bot is not worth a word and moves nothing."""
FIRST_RETRY: Final = timedelta(seconds=10)
LAST_RETRY: Final = timedelta(hours=1)
REMEMBERED: Final = timedelta(days=2)
"""How long interaction ids are kept; Discord lets go of an interaction after a quarter of an hour."""

log = logging.getLogger(__name__)


async def fire(desk: Desk, kind: str) -> None:
    """Do what the table's timer of this kind is for, if it is still due."""
    timer = (await queries_time.timers_of(desk.connection, desk.table.code)).get(kind)
    if timer is None or timer.due > desk.now:
        return
    await queries_time.drop_timer(desk.connection, timer.code, timer.kind)
    here = desk.table.status == "running" and desk.table.window == timer.window
    if timer.kind == "deadline" and here:
        desk.sheet.due = None
        await turns.settle(desk, deadline=not desk.sheet.waiting())
        await votes.recount(desk)
    elif timer.kind == "go_on" and here:
        await turns.settle(desk)
        await votes.recount(desk)
    elif timer.kind == "remind" and here:
        await reminders.remind(desk)
    elif timer.kind == "vote":
        await votes.expire(desk)
    elif timer.kind == "absent":
        await homes.give_up(desk)
    elif timer.kind == "lobby_warning" and desk.table.status == "lobby":
        await outbox.say(desk, "lobby_warning")
    elif timer.kind == "lobby_expiry" and desk.table.status == "lobby":
        await lobby.close(desk, "expired")


async def tick(kit: Kit) -> list[TimerRow]:
    """Note that the bot is up; say which timers must be handled."""
    now = kit.clock.now()
    async with kit.database.write() as connection:
        await queries_time.beat(connection, now)
        await queries_tables.forget_seen(connection, now - REMEMBERED)
        return await queries_time.overdue(connection, now, limit=100)


async def postpone(kit: Kit, timer: TimerRow, error: Exception) -> None:
    """Leave a timer that failed for a while; the wait doubles from time to time."""
    log.error("timer %s of table %s failed: %s", timer.kind, timer.code, _where(error))
    wait = min(FIRST_RETRY * 2 ** min(timer.attempts, 16), LAST_RETRY)
    async with kit.database.write() as connection:
        await queries_time.retry_timer(connection, timer, kit.clock.now() + wait)


async def digests(kit: Kit) -> None:
    """Write the digests whose hour has come. A failure is logged; the next beat tries again."""
    try:
        await reminders.digest(kit)
    except Exception as error:
        log.error("the digests failed: %s", _where(error))


def _where(error: Exception) -> str:
    """The kind and the place of a failure, and no more: the error's own words may hold a secret."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    return f"{type(error).__name__} at " + " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))


async def credit_outage(kit: Kit) -> timedelta:
    """Move every open due time by as long as the bot was down, and say so; tell tables of a restored copy.

    In the transaction that takes up the heartbeat again, so that a crash here never credits twice. Returns how long the
    bot was down, whether or not that was long enough to matter.
    """
    now = kit.clock.now()
    async with kit.database.write() as connection:
        last = await queries_time.last_beat(connection)
        outage = max(now - last, timedelta()) if last is not None else timedelta()
        await queries_time.beat(connection, now)
        restored = await lives.life_of(connection) < 0
        if outage > OUTAGE:
            for timer in await queries_time.all_timers(connection):
                await queries_time.move_timer(connection, timer, timer.due + outage)
            await queries_time.move_votes(connection, outage)
        if outage > OUTAGE or restored:
            for status in queries_tables.OPEN:
                for table in await queries_tables.open_tables(connection, status):
                    desk = Desk(kit, connection, await read_sheet(connection, table.code, now), now)
                    await _credit(desk, outage)
                    await (_tell_restored(desk, last or now) if restored else _tell_outage(desk, outage))
        if restored:
            await lives.all_were_told(connection)
    return outage


async def _credit(desk: Desk, outage: timedelta) -> None:
    if desk.table.status == "running" and desk.table.paused_at is None and outage > OUTAGE:
        await dues.shift(desk, outage)


async def _tell_outage(desk: Desk, outage: timedelta) -> None:
    if desk.table.status == "lobby":
        await outbox.say(desk, "lobby")
    elif desk.table.paused_at is None:
        minutes = round(outage / timedelta(minutes=1))
        await outbox.say(desk, "outage", int(desk.now.timestamp()), minutes=minutes)


async def _tell_restored(desk: Desk, since: datetime) -> None:
    """A copy as it was ``since`` then was put back: what was posted after it is not known any more."""
    if desk.table.status == "lobby":
        await outbox.say(desk, "lobby")
        return
    await outbox.tell(desk, "restored", desk.kit.database.life, since=since.timestamp())
    await mattering.ask_anew(desk)
