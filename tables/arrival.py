"""Somebody comes to a table: locked, once for each press, and whoever was away is back."""

from __future__ import annotations

from datetime import datetime

from db import queries_tables
from db.database import Transaction
from tables import dues, outbox, pending
from tables.desk import NAME_LENGTH, Desk, Kit
from tables.model import AlreadyDone, Press
from tables.sheet import away, read_sheet


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


async def count_once(connection: Transaction, press: Press, now: datetime) -> None:
    """Note a press that is about no one table. Raises ``AlreadyDone`` for one that was applied before."""
    if await queries_tables.seen(connection, press.id):
        raise AlreadyDone
    await queries_tables.mark_seen(connection, press.id, "", now)


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
    if mine.missed == 0 and not mine.gone:
        return
    await pending.welcome_back(desk, mine.seat)
    if not away(mine) or desk.table.status != "running":
        return
    await dues.rearm(desk)
    if desk.sheet.complete():
        await desk.go_on_soon()
    if mine.seat in desk.sheet.unready():
        await outbox.say_window(desk)
        await outbox.say_panel(desk, mine.seat)
