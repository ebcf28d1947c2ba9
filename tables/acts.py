"""Acts of moderators as they are kept: the log of what was done, and what still waits for a second word."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, cast

from db import queries_outbox, queries_servers, queries_tables
from tables import outbox
from tables.community import ActInfo, ActName, ActStatus
from tables.model import Refused

if TYPE_CHECKING:
    from db.database import Transaction
    from db.rows import ActRow
    from tables.desk import Desk

CONFIRM_LIFE: Final = timedelta(hours=1)
"""How long an act waits for its actor to confirm it."""
CONSENT_LIFE: Final = timedelta(days=7)
"""How long an act waits for another moderator."""
NEEDS: Final = "needs"
"""The fact that says whose second word an act takes; not for readers."""


def needs(row: ActRow) -> str:
    """``confirm`` by its actor, ``other`` moderator, or nothing."""
    return str(row.facts.get(NEEDS, ""))


def is_open(row: ActRow, now: datetime) -> bool:
    """Whether the act can still be carried out, as far as its own row tells."""
    life = CONSENT_LIFE if needs(row) == "other" else CONFIRM_LIFE
    return row.status == "asked" and now < row.at + life


async def info(connection: Transaction, row: ActRow, now: datetime) -> ActInfo:
    """The act as moderators read it. What has waited too long, or outlived its table, counts as dropped."""
    status = row.status
    if status == "asked":
        table = None if row.code is None else await queries_tables.table(connection, row.code)
        if table is None or table.status not in queries_tables.OPEN or not is_open(row, now):
            status = "dropped"
    return ActInfo(
        id=row.id,
        guild_id=row.guild_id,
        code=row.code,
        actor_id=row.actor_id,
        actor=row.actor,
        act=cast("ActName", row.act),
        reason=row.reason,
        facts={name: value for name, value in row.facts.items() if name != NEEDS},
        status=cast("ActStatus", status),
        at=row.at,
        second_id=row.second_id,
        needs=cast("Any", needs(row)) if status == "asked" else "",
    )


async def found(connection: Transaction, number: int) -> ActRow:
    """The act of this number. Raises ``Refused("act_closed")`` when there is none."""
    row = await queries_servers.act(connection, number)
    if row is None:
        raise Refused("act_closed")
    return row


async def settle(desk: Desk, number: int, **columns: Any) -> ActRow:
    """The act waits for nothing any more; its request, where there is one, says how it ended."""
    await queries_servers.change_act(desk.connection, number, done_at=desk.now, **columns)
    await queries_outbox.renew_post(desk.connection, outbox.key(desk.table.code, "request", number))
    return await found(desk.connection, number)


async def lapse(desk: Desk) -> None:
    """The table has ended: what waits for a second word is dropped."""
    for row in await queries_servers.asked_acts(desk.connection, desk.table.code):
        await settle(desk, row.id, status="dropped")
