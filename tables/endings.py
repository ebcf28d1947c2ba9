"""What must end with a game, and games that end before they are over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from db import queries_play, queries_together
from tables import acts, outbox, pending, tenures
from tables.model import Status

if TYPE_CHECKING:
    from tables.desk import Desk


async def wind_up(desk: Desk) -> None:
    """The table has ended: no vote, claim, offer, reminder or act that was asked for outlives it."""
    await tenures.end_all(desk)
    await queries_together.drop_marks(desk.connection, desk.table.code)
    await pending.close_votes(desk)
    await pending.close_claims(desk)
    for seat in list(desk.sheet.seats):
        await pending.withdraw(desk, seat.seat)
    await queries_together.renew_of_kind(desk.connection, desk.table.code, "reminder")
    await acts.lapse(desk)


async def end(desk: Desk, status: Status, **columns: Any) -> None:
    """The running game ends: nothing is asked and nothing runs any more, and everybody is told."""
    await desk.change(
        status=status,
        window_kind=None,
        hidden=False,
        asked=[],
        scene=None,
        patience=None,
        ended_at=desk.now,
        **columns,
    )
    await desk.stop_timers()
    await queries_play.drop_drafts(desk.connection, desk.table.code)
    desk.sheet.drafts = {}
    await wind_up(desk)
    await outbox.say(desk, "result")
    await outbox.say(desk, "tidy")


async def call_off(desk: Desk, why: str) -> None:
    """End the running game without a result; everybody is told. ``why`` is ``TableInfo.ended_why``."""
    desk.check_running()
    await outbox.renew_window(desk)
    if desk.table.scene is not None:
        await outbox.say_scene(desk, desk.table.scene, over=True)
    await end(desk, "cancelled", ended_why=why, paused_at=None, paused_why=None)
