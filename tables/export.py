"""A table as data for JSON: what everybody may see while its game runs, and all of it when the game is over."""

from __future__ import annotations

import asyncio
import hashlib
import json
from datetime import datetime
from typing import Any, Final

from db import queries_play
from db.database import Transaction
from db.rows import ActionRow, SeatRow, StateRow, StepRow
from tables.codec import EVENTS, RESULT
from tables.desk import Kit
from tables.model import TableInfo
from tables.sheet import Sheet

FORMAT: Final = 1
"""Raised when a reader of exports would have to change."""


async def export(connection: Transaction, kit: Kit, sheet: Sheet) -> dict[str, Any]:
    """The table as data. Nobody's Discord id is in it.

    While it runs: what everybody may see, and nothing that depends on a secret. When it is over or was called off: the
    seed, every answer, every draw and every step, with which the game can be played again.
    """
    info = sheet.info()
    rows = await queries_play.steps_of(connection, sheet.code, window=None, chapter=None, after=0, limit=None)
    history = await queries_play.turns_of(connection, sheet.code)
    whole = sheet.ended()
    answers = await queries_play.actions_of(connection, sheet.code) if whole else []
    states = await queries_play.states_of(connection, sheet.code) if whole else []
    view = None
    if history:
        stored = await queries_play.state(connection, sheet.code, sheet.table.turn)
        view = None if stored is None else stored.state_json
    codec = kit.codec(sheet.table)

    def write() -> dict[str, Any]:
        data = {"format": FORMAT, "table": _table(info), "seats": [_seat(seat, whole) for seat in sheet.seats]}
        data["steps"] = [_step(row, whole) for row in rows]
        if view is not None:
            public = codec.game.view(codec.state.load(view), None)
            data["view"] = json.loads(codec.view.dump(public))
        if whole:
            data |= {"seed": info.seed, "turns": [_turn(row) for row in states]}
            data["answers"] = [_answer(row) for row in answers]
        return data

    return await asyncio.to_thread(write)


def _table(info: TableInfo) -> dict[str, Any]:
    return {
        "code": info.code,
        "game": info.game,
        "status": info.status,
        "ended_why": info.ended_why,
        "language": info.language,
        "pace": info.pace,
        "hours": info.hours,
        "options": dict(info.options),
        "opened": _moment(info.created_at),
        "window": info.window,
        "window_kind": info.window_kind,
        "asked": list(info.asked),
        "seed_hash": info.seed_hash,
        "salt": info.salt,
        "line": info.line,
        "result": None if info.result is None else json.loads(RESULT.dump(info.result)),
    }


def _seat(seat: SeatRow, whole: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "seat": seat.seat,
        "kind": seat.kind,
        "name": seat.name,
        "resigned": seat.out,
        "beaten": seat.beaten,
        "tenure": seat.tenure,
    }
    return told | {"join_press": seat.join_press} if whole else told


def _step(row: StepRow, whole: bool) -> dict[str, Any]:
    events = EVENTS.load(row.events_json)
    shown = events if whole else tuple(event for event in events if event.audience is None)
    return {
        "seq": row.seq,
        "window": row.window,
        "chapter": row.chapter,
        "at": _moment(row.at),
        "undone": row.undone,
        "events": json.loads(EVENTS.dump(shown)),
        "view": json.loads(row.view_json),
    }


def _turn(row: StateRow) -> dict[str, Any]:
    """What led to a state, what was drawn for it, and by what the state is known when it is made again."""
    return {
        "turn": row.turn,
        "window": row.window,
        "cause": row.cause,
        "seat": row.seat,
        "back_to": row.back_to,
        "rules": row.rules,
        "drawn": row.drawn,
        "draws": json.loads(row.draws_json),
        "state_sha256": hashlib.sha256(row.state_json.encode()).hexdigest(),
        "at": _moment(row.at),
    }


def _answer(row: ActionRow) -> dict[str, Any]:
    return {
        "window": row.window,
        "seat": row.seat,
        "source": row.source,
        "action": json.loads(row.action_json),
        "at": _moment(row.at),
    }


def _moment(at: datetime) -> str:
    return at.isoformat()
