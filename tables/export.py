"""A table as data for JSON: what everybody may see while its game runs, and all of it when the game is over."""

from __future__ import annotations

import asyncio
import hashlib
import json
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

from db import queries_play
from db.database import Transaction
from db.rows import ActionRow, SeatRow, StateRow, StepRow
from tables.codec import EVENTS, RESULT, Codec, CorruptError
from tables.desk import Kit
from tables.model import TableInfo
from tables.sheet import Sheet

FORMAT: Final = 2
"""Raised when a reader of exports would have to change. 2: a step says which turn told it."""


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
        data: dict[str, Any] = {
            "format": FORMAT,
            "table": _table(info),
            "seats": [_seat(seat, whole) for seat in sheet.seats],
        }
        data["steps"] = [_step(row, whole) for row in rows]
        if view is not None:
            data["view"] = _view(codec, view, whole)
        if whole:
            data |= {"seed": info.seed, "turns": [_turn(codec, row) for row in states]}
            data["answers"] = [_answer(row) for row in answers]
        return data

    return await asyncio.to_thread(write)


def _view(codec: Codec, stored: str, whole: bool) -> Any:
    """The public view of the stored state. What cannot be read of a game that is over is for its proof to find."""
    try:
        return json.loads(codec.view.dump(codec.game.view(codec.state.load(stored), None)))
    except CorruptError:
        if whole:
            return None
        raise


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
    return {
        "seq": row.seq,
        "turn": row.turn,
        "window": row.window,
        "chapter": row.chapter,
        "at": _moment(row.at),
        "undone": row.undone,
        "events": _stored(row.events_json) if whole else _public(row.events_json),
        "view": _stored(row.view_json),
    }


def _public(events_json: str) -> Any:
    """The events that everybody may read."""
    return json.loads(EVENTS.dump(tuple(event for event in EVENTS.load(events_json) if event.audience is None)))


def _stored(text: str) -> Any:
    """Stored JSON; what is none stays text, for the proof to find."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _state_hash(codec: Codec, stored: str) -> str:
    """Of the state as it is written today: fields that came later stand in it with what they were then."""
    with suppress(CorruptError):
        stored = codec.state.dump(codec.state.load(stored))
    return hashlib.sha256(stored.encode()).hexdigest()


def _turn(codec: Codec, row: StateRow) -> dict[str, Any]:
    """What led to a state, what was drawn for it, and by what the state is known when it is made again."""
    return {
        "turn": row.turn,
        "window": row.window,
        "cause": row.cause,
        "seat": row.seat,
        "back_to": row.back_to,
        "rules": row.rules,
        "drawn": row.drawn,
        "draws": _stored(row.draws_json),
        "state_sha256": _state_hash(codec, row.state_json),
        "at": _moment(row.at),
    }


def _answer(row: ActionRow) -> dict[str, Any]:
    return {
        "window": row.window,
        "seat": row.seat,
        "source": row.source,
        "action": _stored(row.action_json),
        "at": _moment(row.at),
    }


def _moment(at: datetime) -> str:
    return at.isoformat()
