"""Pause: all clocks of a running game stop, answers are kept, nothing resolves until it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db import queries_time
from tables import dues, outbox, pending, turns
from tables.model import PausedWhy, Refused

if TYPE_CHECKING:
    from tables.desk import Desk

STOPPED = ("deadline", "remind", "go_on")
"""Timers that do not run while a table is paused. Votes do: one of them may end the pause."""


async def pause(desk: Desk, why: PausedWhy) -> None:
    """Stop the game's clocks. Who wanted it says so; the open window's posts show it.

    ``Refused``: ``not_started``, ``table_closed``, ``paused``.
    """
    desk.check_running()
    if desk.table.paused_at is not None:
        raise Refused("paused")
    await desk.change(paused_at=desk.now, paused_why=why)
    for kind in STOPPED:
        await queries_time.drop_timer(desk.connection, desk.table.code, kind)
    desk.sheet.due = desk.sheet.remind = None
    await pending.close_votes(desk, "pause")
    await outbox.renew_window(desk)


async def go_on(desk: Desk) -> None:
    """Let the clocks run on with what they had left. What everybody has answered meanwhile resolves at once.

    ``Refused``: ``not_started``, ``table_closed``, ``not_paused``.
    """
    desk.check_running()
    since = desk.table.paused_at
    if since is None:
        raise Refused("not_paused")
    await desk.change(paused_at=None, paused_why=None)
    await pending.close_votes(desk, "resume")
    await dues.shift(desk, desk.now - since)
    await turns.settle(desk)
