"""When the holders of seats are not to be hurried: their settings and their away days, as the reckoning wants them."""

from __future__ import annotations

from collections.abc import Sequence

from db.database import Transaction
from db.rows import SeatRow
from engines.core import Seat
from tables import own_time, people
from tables.community import PersonSettings
from tables.own_time import Habits
from tables.sheet import LIVE, Sheet


async def settings_of(connection: Transaction, seats: Sequence[SeatRow]) -> dict[Seat, PersonSettings]:
    """What the holders of these seats have chosen."""
    holders = {seat.seat: seat.user_id for seat in seats if seat.user_id is not None}
    found = await people.settings_of(connection, list(holders.values())) if holders else {}
    return {seat: found.get(user_id, PersonSettings()) for seat, user_id in holders.items()}


def habits(sheet: Sheet, seat: Seat, settings: PersonSettings) -> Habits:
    """Habits of the seat's holder at this table. Live tables, and rights that lapse, know none."""
    if sheet.table.pace == LIVE or sheet.table.patience is not None:
        return Habits()
    return Habits(own_time.zone_of(settings.zone), settings.quiet, sheet.aways_of(seat))


async def habits_of(connection: Transaction, sheet: Sheet, seats: Sequence[SeatRow]) -> dict[Seat, Habits]:
    """Habits of these seats' holders at this table."""
    chosen = await settings_of(connection, seats)
    return {seat: habits(sheet, seat, settings) for seat, settings in chosen.items()}
