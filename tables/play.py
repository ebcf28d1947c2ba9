"""While the game runs: drafts, ready, resigning, and the panel that a person answers from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from db import queries_play
from db.database import Transaction
from db.rows import DraftRow, SeatRow
from engines.core import IllegalAction, Seat
from tables import dues, holders, orders, outbox, turns, votes
from tables.codec import Codec
from tables.desk import Desk, Kit
from tables.model import Press, Refused, SeatPanel, Stale
from tables.sheet import Sheet, present_state


async def save_draft(desk: Desk, press: Press, window: int, action: Any) -> Seat:
    """Keep the unfinished answer; the seat is no longer ready. Raises ``IllegalAction`` and keeps the old draft."""
    seat = _asked(desk, press, window)
    codec = desk.codec
    state = await present_state(desk.connection, codec, desk.sheet)
    codec.game.drafts(codec.game.view(state, seat), seat, action)
    was_ready = desk.sheet.is_ready(seat)
    draft = DraftRow(desk.table.code, window, seat, codec.action.dump(action), ready=False, at=desk.now)
    await queries_play.keep_draft(desk.connection, draft, new=seat not in desk.sheet.drafts)
    desk.sheet.drafts[seat] = draft
    await outbox.say_panel(desk, seat)
    if was_ready:
        await outbox.say_window(desk)
        await dues.rearm(desk)
    return seat


async def ready(desk: Desk, press: Press, window: int) -> Seat:
    """Say that the draft is the answer. Resolves the window when the seat was the last to be waited for."""
    seat = _asked(desk, press, window)
    draft = desk.sheet.drafts.get(seat)
    if draft is None:
        raise Refused("no_draft")
    if draft.ready:
        return seat
    codec = desk.codec
    state = await present_state(desk.connection, codec, desk.sheet)
    codec.game.allows(state, seat, codec.action.load(draft.action_json))
    await _mark(desk, seat, True)
    await turns.settle(desk)
    if desk.table.window != window:
        await votes.recount(desk)
    return seat


async def unready(desk: Desk, press: Press, window: int) -> Seat:
    seat = _asked(desk, press, window)
    if desk.sheet.is_ready(seat):
        await _mark(desk, seat, False)
        await dues.rearm(desk)
    return seat


async def answer(desk: Desk, press: Press, window: int, action: Any) -> Seat:
    """Give a finished answer at once. Raises ``IllegalAction`` and keeps the old draft."""
    await save_draft(desk, press, window, action)
    return await ready(desk, press, window)


async def back(desk: Desk, press: Press) -> Seat:
    """The press itself has brought the person back; say where they sit."""
    if desk.table.status == "lobby":
        raise Refused("not_started")
    return desk.sheet.seat_of(press.user_id).seat


async def keep_order(desk: Desk, press: Press, field: str, value: str) -> Seat:
    """Change a standing order; it answers the open question too, unless the seat has a draft of its holder's own."""
    seat = in_play(desk, press)
    if value not in desk.codec.orders.get(field, ()):
        raise Refused("unknown_option")
    await desk.change_seat(seat.seat, orders={**seat.orders, field: value})
    if seat.seat in desk.table.asked:
        await _order_anew(desk, seat.seat)
    return seat.seat


async def _order_anew(desk: Desk, seat: Seat) -> None:
    """Let the seat's orders as they are now answer in place of what they answered before."""
    before = desk.sheet.drafts.get(seat)
    if before is not None and not before.ordered:
        return
    if before is not None:
        await queries_play.drop_draft(desk.connection, desk.table.code, desk.table.window, seat)
        del desk.sheet.drafts[seat]
    await orders.answer(desk, await present_state(desk.connection, desk.codec, desk.sheet))
    after = desk.sheet.drafts.get(seat)
    if after == before or (before and after and before.action_json == after.action_json):
        return
    await outbox.say_window(desk)
    await (outbox.say_panel(desk, seat) if after is None else outbox.renew_panel(desk, seat))
    await turns.settle(desk)


async def resign(desk: Desk, press: Press) -> None:
    await turns.resign(desk, in_play(desk, press).seat)
    await holders.succeed(desk)
    await votes.recount(desk)


def in_play(desk: Desk, press: Press) -> SeatRow:
    """The pressing person's seat at a running game, if they can still play.

    ``Refused``: ``not_started``, ``table_closed``, ``not_seated``, ``resigned``, ``beaten``.
    """
    desk.check_running()
    return _in_play(desk.sheet, press)


async def panel(connection: Transaction, kit: Kit, sheet: Sheet, seat: Seat) -> SeatPanel:
    """What the seat's holder may see and must answer now."""
    codec = kit.codec(sheet.table)
    game, table = codec.game, sheet.table
    state = await present_state(connection, codec, sheet)
    window = game.window(state) if table.status == "running" else None
    ask = window.asks.get(seat) if window is not None and seat in table.asked else None
    row = sheet.drafts.get(seat)
    draft = None if row is None else codec.action.load(row.action_json)
    view = _drawn(codec, state, seat, draft)
    ordered = row is not None and row.ordered
    return SeatPanel(sheet.info(), seat, ask, view, draft, sheet.is_ready(seat), table.window, ordered)


async def past_panel(connection: Transaction, kit: Kit, sheet: Sheet, seat: Seat, window: int) -> SeatPanel:
    """The seat's side of a window that has passed: nothing is asked, and ``draft`` is the answer that counted."""
    codec = kit.codec(sheet.table)
    row = await queries_play.state_of_window(connection, sheet.code, window)
    if row is None:
        raise Stale
    given = await queries_play.action(connection, sheet.code, window, seat)
    action = None if given is None else codec.action.load(given.action_json)
    view = _drawn(codec, codec.state.load(row.state_json), seat, action)
    return SeatPanel(sheet.info(), seat, None, view, action, given is not None, window)


def _drawn(codec: Codec, state: Any, seat: Seat, action: Any | None) -> Any:
    """The seat's view, with the action drawn in where the game can."""
    view = codec.game.view(state, seat)
    if action is None:
        return view
    try:
        return codec.game.drafts(view, seat, action)
    except IllegalAction:
        return view


def _asked(desk: Desk, press: Press, window: int) -> Seat:
    """The pressing person's seat, if the open window is this one and asks it."""
    if desk.table.status == "lobby":
        raise Refused("not_started")
    seat = desk.sheet.seat_of(press.user_id)
    if desk.table.status != "running" or window != desk.table.window:
        raise Stale
    _in_play(desk.sheet, press)
    if seat.seat not in desk.table.asked:
        raise Refused("not_asked")
    return seat.seat


def _in_play(sheet: Sheet, press: Press) -> SeatRow:
    seat = sheet.seat_of(press.user_id)
    if seat.out:
        raise Refused("resigned")
    if seat.beaten:
        raise Refused("beaten")
    return seat


async def _mark(desk: Desk, seat: Seat, is_ready: bool) -> None:
    await queries_play.mark_ready(desk.connection, desk.table.code, desk.table.window, seat, is_ready)
    desk.sheet.drafts[seat] = replace(desk.sheet.drafts[seat], ready=is_ready, ordered=False)
    await outbox.say_window(desk)
    await outbox.say_panel(desk, seat)
