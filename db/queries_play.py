"""Rows of play: states, drafts, actions and steps. Every function runs inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.rows import ActionRow, DraftRow, StateRow, StepRow, made
from db.schema import actions, drafts, states, steps


async def state(connection: AsyncConnection, code: str, turn: int) -> StateRow | None:
    query = select(states).where(states.c.code == code, states.c.turn == turn)
    row = (await connection.execute(query)).mappings().first()
    return None if row is None else made(StateRow, row)


async def state_of_window(connection: AsyncConnection, code: str, window: int) -> StateRow | None:
    """The last state that asked this window; a resignation can change the state under an open window."""
    query = select(states).where(states.c.code == code, states.c.window == window)
    row = (await connection.execute(query.order_by(states.c.turn.desc()).limit(1))).mappings().first()
    return None if row is None else made(StateRow, row)


async def states_of(connection: AsyncConnection, code: str) -> list[StateRow]:
    """Every state from the start on."""
    query = select(states).where(states.c.code == code).order_by(states.c.turn)
    return [made(StateRow, row) for row in (await connection.execute(query)).mappings()]


async def turns_of(connection: AsyncConnection, code: str) -> list[StateRow]:
    """What led from each state to the next, from the start on; without the states themselves (``state_json`` is empty),
    which are large."""
    columns = [literal("").label("state_json") if column.name == "state_json" else column for column in states.c]
    query = select(*columns).where(states.c.code == code).order_by(states.c.turn)
    return [made(StateRow, row) for row in (await connection.execute(query)).mappings()]


async def add_state(connection: AsyncConnection, **columns: Any) -> None:
    await connection.execute(insert(states).values(**columns))


async def drafts_of(connection: AsyncConnection, code: str, window: int) -> dict[int, DraftRow]:
    """The window's drafts by seat."""
    query = select(drafts).where(drafts.c.code == code, drafts.c.window == window).order_by(drafts.c.seat)
    rows = [made(DraftRow, row) for row in (await connection.execute(query)).mappings()]
    return {row.seat: row for row in rows}


async def keep_draft(connection: AsyncConnection, draft: DraftRow, *, new: bool) -> None:
    """Write the seat's draft, over the one before unless it is the window's first."""
    values = {"action_json": draft.action_json, "ready": draft.ready, "at": draft.at, "ordered": draft.ordered}
    if new:
        keys = {"code": draft.code, "window": draft.window, "seat": draft.seat}
        await connection.execute(insert(drafts).values(**keys, **values))
        return
    where = (drafts.c.code == draft.code, drafts.c.window == draft.window, drafts.c.seat == draft.seat)
    await connection.execute(update(drafts).where(*where).values(**values))


async def mark_ready(connection: AsyncConnection, code: str, window: int, seat: int, ready: bool) -> None:
    """From now on the draft is its holder's, whatever gave it."""
    where = (drafts.c.code == code, drafts.c.window == window, drafts.c.seat == seat)
    await connection.execute(update(drafts).where(*where).values(ready=ready, ordered=False))


async def drop_draft(connection: AsyncConnection, code: str, window: int, seat: int) -> None:
    where = (drafts.c.code == code, drafts.c.window == window, drafts.c.seat == seat)
    await connection.execute(delete(drafts).where(*where))


async def drop_drafts(connection: AsyncConnection, code: str) -> None:
    await connection.execute(delete(drafts).where(drafts.c.code == code))


async def add_actions(connection: AsyncConnection, rows: Sequence[dict[str, Any]]) -> None:
    """Add answers that count. A second one of a seat in a window breaks the key and undoes the transaction."""
    if rows:
        await connection.execute(insert(actions), list(rows))


async def action(connection: AsyncConnection, code: str, window: int, seat: int) -> ActionRow | None:
    where = (actions.c.code == code, actions.c.window == window, actions.c.seat == seat)
    row = (await connection.execute(select(actions).where(*where))).mappings().first()
    return None if row is None else made(ActionRow, row)


async def actions_of(connection: AsyncConnection, code: str) -> list[ActionRow]:
    """Every answer that counted, by window and seat."""
    query = select(actions).where(actions.c.code == code).order_by(actions.c.window, actions.c.seat)
    return [made(ActionRow, row) for row in (await connection.execute(query)).mappings()]


async def add_steps(connection: AsyncConnection, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        await connection.execute(insert(steps), list(rows))


async def step_heads(connection: AsyncConnection, code: str) -> list[StepRow]:
    """Every step in its order, without what it tells (``events_json`` and ``view_json`` are empty)."""
    told = ("events_json", "view_json")
    columns = [literal("").label(column.name) if column.name in told else column for column in steps.c]
    query = select(*columns).where(steps.c.code == code).order_by(steps.c.seq)
    return [made(StepRow, row) for row in (await connection.execute(query)).mappings()]


async def steps_of_turn(connection: AsyncConnection, code: str, turn: int) -> list[StepRow]:
    """The steps that led to this turn's state."""
    query = select(steps).where(steps.c.code == code, steps.c.turn == turn).order_by(steps.c.seq)
    return [made(StepRow, row) for row in (await connection.execute(query)).mappings()]


async def mark_undone(connection: AsyncConnection, code: str, after_turn: int) -> None:
    """The steps that led to later turns do not count any more."""
    await connection.execute(update(steps).where(steps.c.code == code, steps.c.turn > after_turn).values(undone=True))


async def steps_of(
    connection: AsyncConnection, code: str, *, window: int | None, chapter: str | None, after: int, limit: int | None
) -> list[StepRow]:
    """Steps in their order, those after number ``after``, at most ``limit``."""
    query = select(steps).where(steps.c.code == code, steps.c.seq > after)
    if window is not None:
        query = query.where(steps.c.window == window)
    if chapter is not None:
        query = query.where(steps.c.chapter == chapter)
    query = query.order_by(steps.c.seq).limit(limit)
    return [made(StepRow, row) for row in (await connection.execute(query)).mappings()]
