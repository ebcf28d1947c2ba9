"""Who hosts a running table: somebody who sits at it, as long as anybody does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tables import outbox
from tables.sheet import away

if TYPE_CHECKING:
    from tables.desk import Desk


async def succeed(desk: Desk, *, there: bool = False) -> None:
    """Have somebody else host if the host has left, resigned, or is not on the server any more.

    Those who are there come before those who are away, and these before those who have left the server; among them the
    first seat. ``there``: have somebody who is there host, if anybody is.
    """
    if desk.table.status != "running":
        return
    host = desk.table.host_id
    seated = [seat for seat in desk.sheet.staying() if seat.user_id == host]
    if any(not (away(seat) if there else seat.gone) for seat in seated):
        return
    heirs = desk.sheet.present()
    if not there or not seated:
        rest = [*desk.sheet.in_play(), *desk.sheet.staying()]
        heirs += [seat for seat in rest if not seat.gone]
        heirs += [] if seated else rest
    heir = next((seat for seat in heirs if seat.user_id != host), None)
    if heir is None or heir.user_id is None:
        return
    await desk.change(host_id=heir.user_id)
    await outbox.tell(desk, "host", f"{stamp(desk)}-{heir.seat}", seat=heir.seat)


def stamp(desk: Desk) -> int:
    """Tells one notice from another alike."""
    return int(desk.now.timestamp() * 1000)
