"""Standing orders: what a seat's holder has said beforehand answers as soon as the seat is asked.

They are the seat's secret: kept in its row, read for its holder, used here, and told to nobody.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from db import queries_play
from db.rows import DraftRow, SeatRow
from engines.core import IllegalAction, Seat
from tables.codec import Codec
from tables.desk import Desk, Kit
from tables.model import SeatOrders
from tables.sheet import Sheet

ASK: Final = "ask"
"""The value of a field that leaves the question to the seat's holder; every field begins with it."""

log = logging.getLogger(__name__)


def kept(kit: Kit, sheet: Sheet, seat: Seat) -> SeatOrders:
    """What the seat's holder has ordered, and what they could."""
    codec = kit.codec(sheet.table)
    given = _given(codec, sheet.seats[seat])
    current = {field: given.get(field, ASK) for field in codec.orders}
    draft = sheet.drafts.get(seat)
    return SeatOrders(sheet.info(), seat, current, codec.orders, draft is not None and draft.ordered)


async def answer(desk: Desk, state: Any) -> None:
    """Have orders answer for the asked seats of people in play who have no draft: their answers are ready drafts.

    What the game would not take, or where it fails, stays a question for the holder.
    """
    codec = desk.codec
    asked = [seat for seat in desk.sheet.in_play() if seat.seat in desk.table.asked]
    given = {seat.seat: _given(codec, seat) for seat in asked if seat.seat not in desk.sheet.drafts}
    given = {seat: orders for seat, orders in given.items() if orders}
    if not given:
        return
    answers = await asyncio.to_thread(lambda: {seat: _answer(codec, state, seat, given[seat]) for seat in given})
    for seat, action in answers.items():
        if action is None:
            continue
        text = codec.action.dump(action)
        draft = DraftRow(desk.table.code, desk.table.window, seat, text, ready=True, at=desk.now, ordered=True)
        await queries_play.keep_draft(desk.connection, draft, new=True)
        desk.sheet.drafts[seat] = draft


def _given(codec: Codec, seat: SeatRow) -> dict[str, str]:
    """The orders that leave something not to be asked. What the game does not know (any more) is no order."""
    return {
        field: value for field, value in seat.orders.items() if value != ASK and value in codec.orders.get(field, ())
    }


def _answer(codec: Codec, state: Any, seat: Seat, given: dict[str, str]) -> Any | None:
    """The answer that these orders give, if it is a legal one."""
    if codec.taking is None:
        return None
    try:
        action = codec.taking.ordered(codec.game.view(state, seat), seat, codec.taking.Orders(**given))
        if action is not None:
            codec.game.allows(state, seat, action)
    except IllegalAction:
        return None
    except Exception as error:
        # The error's own words may hold what the seat knows.
        log.error("the orders of a seat of %s failed with %s; it is asked", codec.game.key, type(error).__name__)
        return None
    return action
