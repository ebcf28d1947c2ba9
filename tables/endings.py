"""What must end with a game, and games that end before they are over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db import queries_play, queries_together
from tables import acts, outbox, pending, tenures

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


async def call_off(desk: Desk, why: str) -> None:
    """End the running game without a result; everybody is told. ``why`` is ``TableInfo.ended_why``."""
    desk.check_running()
    await outbox.renew_window(desk)
    if desk.table.scene is not None:
        await outbox.say_scene(desk, desk.table.scene, over=True)
    await desk.change(
        status="cancelled",
        ended_why=why,
        ended_at=desk.now,
        window_kind=None,
        hidden=False,
        asked=[],
        scene=None,
        patience=None,
        paused_at=None,
        paused_why=None,
    )
    await desk.stop_timers()
    await queries_play.drop_drafts(desk.connection, desk.table.code)
    desk.sheet.drafts = {}
    await wind_up(desk)
    await outbox.say(desk, "result")
    await outbox.say(desk, "tidy")
