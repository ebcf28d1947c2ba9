"""Who holds a seat: the rows that change when one person leaves it and another comes.

A seat keeps the press with which it was joined: the luck's salt is made of it, whoever plays later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from db import queries_play, queries_together
from db.rows import SeatRow
from engines.core import Seat
from tables import dues, outbox, pending, tenures
from tables.desk import NAME_LENGTH
from tables.hosts import succeed
from tables.model import Refused, pace_length
from tables.sheet import waived_seats

if TYPE_CHECKING:
    from tables.desk import Desk


async def empty(desk: Desk, seat: Seat, left: str) -> None:
    """The seat's holder leaves it to the stand-in. ``left`` is why, for their tenure. If it is on offer it stays so.

    Whoever is left at the table may have to be asked on; see ``seating.vacate``, which does all of it.
    """
    before = desk.sheet.seats[seat]
    await tenures.close(desk, seat, left)
    await _clear(desk, before)
    await desk.change_seat(seat, kind="nobody", user_id=None, name="", missed=0, gone=False)
    await pending.renew_ad(desk, seat)
    await _renew(desk, seat, before.user_id)
    await succeed(desk)


async def seat_newcomer(desk: Desk, seat: Seat, user_id: int, name: str, language: str, came: str) -> None:
    """Give the seat to this person, with all that belongs to it; whoever held it has lost it with this."""
    if any(other.user_id == user_id for other in desk.sheet.seats):
        raise Refused("already_seated")
    before = desk.sheet.seats[seat]
    await pending.close_claims(desk, seat=seat)
    await tenures.close(desk, seat, "replaced")
    await _clear(desk, before)
    await desk.change_seat(
        seat,
        kind="person",
        user_id=user_id,
        name=name[:NAME_LENGTH],
        language=language,
        tenure=before.tenure + 1,
        missed=0,
        gone=False,
        offered=False,
    )
    await tenures.start(desk, seat, came)
    await pending.renew_ad(desk, seat)
    await _renew(desk, seat, before.user_id, user_id)
    await succeed(desk)
    await _ask_anew(desk, seat)


async def _clear(desk: Desk, before: SeatRow) -> None:
    """What the holder had prepared goes with them: the draft, and their ballots in open votes."""
    code, window, seat = desk.table.code, desk.table.window, before.seat
    if desk.sheet.drafts.pop(seat, None) is not None:
        await queries_play.drop_draft(desk.connection, code, window, seat)
    await queries_together.drop_ballots(desk.connection, code, seat)


async def _renew(desk: Desk, seat: Seat, *user_ids: int | None) -> None:
    """Old panels of whoever lost the seat lose its secrets; those of somebody who has it again get them back."""
    people = [user_id for user_id in user_ids if user_id is not None]
    if people:
        await queries_together.renew_of_holders(desk.connection, desk.table.code, seat, people)
    if seat in desk.table.asked:
        await outbox.say_window(desk)


async def _changed_hands(desk: Desk, seat: Seat) -> bool:
    """Whether somebody else came to the seat in this window before: passing it to and fro wins no time."""
    held = await queries_together.tenures_of(desk.connection, desk.table.code)
    came = [row for row in held if row.seat == seat and row.tenure and row.from_window == desk.table.window]
    return len(came) > 1


async def _ask_anew(desk: Desk, seat: Seat) -> None:
    """Put the open window before the newcomer, with time to find their way into it."""
    if desk.table.status != "running" or seat not in desk.table.asked:
        return
    desk.sheet.waived = await waived_seats(desk.connection, desk.table, desk.sheet.seats)
    if desk.table.patience is None and not await _changed_hands(desk, seat):
        length = pace_length(desk.sheet.info().pace, desk.table.hours)
        await dues.give_time(desk, seat, length / 2)
    await outbox.say_window(desk)
    if seat in desk.sheet.waiting():
        await outbox.say_panel(desk, seat)
