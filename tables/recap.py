"""Catch me up: what has happened since a person's own last answer."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from db import queries_play, queries_tables
from db.database import Transaction
from db.rows import SeatRow
from tables import undo
from tables.codec import Codec
from tables.community import Recap
from tables.desk import Kit
from tables.model import Refused
from tables.sheet import Sheet, present_state, stored_step

LONGEST: Final = 200
"""Steps that a recap goes back at most."""


async def recap(connection: Transaction, kit: Kit, sheet: Sheet, seat: SeatRow) -> Recap:
    """What counts of what happened since the seat's holder answered last; the last ``LONGEST`` steps of it.

    What their answer itself led to is part of it. One who has not answered yet sees it from the beginning.
    """
    if not sheet.table.turn:
        raise Refused("not_started")
    codec = kit.codec(sheet.table)
    past = await undo.history(connection, sheet.code)
    held = await queries_tables.held_since(connection, seat.code, seat.seat, seat.tenure)
    at = past.latest_of(seat, held)
    since = None if at is None else next(give.at for give in past.given(at) if give.seat == seat.seat)
    stand = past.stands[0 if at is None else at]
    wanted = past.steps if at is None else [step for step in past.steps if step.turn > stand.row.turn]
    shown = wanted[-LONGEST:]
    rows = (
        []
        if not shown
        else await queries_play.steps_of(
            connection, sheet.code, window=None, chapter=None, after=shown[0].seq - 1, limit=None
        )
    )
    state = await present_state(connection, codec, sheet)
    stored = await queries_play.state(connection, sheet.code, stand.row.turn)
    cut = await _step_before(connection, past, shown[0].seq) if len(shown) < len(wanted) else None

    def read() -> Recap:
        steps = tuple(stored_step(codec, row, seat.seat) for row in rows if not row.undone)
        if cut is not None:
            before = codec.view.load(cut)
        else:
            before = _view(codec, state if stored is None else codec.state.load(stored.state_json))
        return Recap(sheet.info(), seat.seat, since, steps, before, _view(codec, state))

    return await asyncio.to_thread(read)


async def _step_before(connection: Transaction, past: undo.History, seq: int) -> str:
    """The view after the last step that counts before this one."""
    last = max(step.seq for step in past.steps if step.seq < seq)
    [row] = await queries_play.steps_of(
        connection, past.steps[0].code, window=None, chapter=None, after=last - 1, limit=1
    )
    return row.view_json


def _view(codec: Codec, state: Any) -> Any:
    return codec.game.view(state, None)
