"""Each person's time in a seat: records belong to it, not to the seat."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from db import queries_together
from engines.core import Seat
from tables.codec import RESULT
from tables.community import Record

if TYPE_CHECKING:
    from db.database import Transaction
    from tables.desk import Desk

IN_TIME: Final = frozenset({"person", "draft", "order"})
"""Where an answer comes from that its holder gave."""


async def begin(desk: Desk) -> None:
    """The game begins: everybody who is seated has been there from the start."""
    for seat in desk.sheet.staying():
        await start(desk, seat.seat, "joined")


async def start(desk: Desk, seat: Seat, came: str) -> None:
    """The seat's present holder begins their tenure, whose number stands in the seat's row."""
    holder = desk.sheet.seats[seat]
    row = {
        "code": desk.table.code,
        "seat": seat,
        "tenure": holder.tenure,
        "user_id": holder.user_id,
        "name": holder.name,
        "since": desk.now,
        "from_window": max(desk.table.window, 1),
        "came": came,
    }
    await queries_together.add_tenures(desk.connection, [row])


async def close(desk: Desk, seat: Seat, left: str, place: int | None = None) -> None:
    """The seat's present holder leaves it. ``place`` is where they have come to."""
    holder = desk.sheet.seats[seat]
    if holder.kind != "person":
        return
    await queries_together.change_tenure(
        desk.connection,
        desk.table.code,
        seat,
        holder.tenure,
        name=holder.name,
        until=desk.now,
        to_window=desk.table.window,
        left=left,
        place=place,
    )


async def count(desk: Desk, sources: Mapping[Seat, str]) -> None:
    """Count what answered the window that closes (``turns.Answer.source``) for the tenure of each seat.

    What was skipped, and what nobody or a bot player answered, counts for nobody.
    """
    counted = [row for row in desk.sheet.seats if row.seat in sources and row.kind == "person" and not row.out]
    answered = {row.seat: row.tenure for row in counted if sources[row.seat] in IN_TIME}
    missed = {row.seat: row.tenure for row in counted if sources[row.seat] == "stand_in"}
    if answered:
        await queries_together.count_answers(desk.connection, desk.table.code, answered, missed=False)
    if missed:
        await queries_together.count_answers(desk.connection, desk.table.code, missed, missed=True)


async def end_all(desk: Desk) -> None:
    """The game is over: close the tenures, with the place that each has come to."""
    result = None if desk.table.result_json is None else RESULT.load(desk.table.result_json)
    for seat in desk.sheet.seats:
        await close(desk, seat.seat, "ended", None if result is None else result.places[seat.seat])


def mark_of(seed: str, user_id: int) -> str:
    """What a person who was forgotten is known by at the one table that has this seed, which is secret while it runs.

    It tells nothing but whether they are somebody who asks; it goes with the game's end.
    """
    return hmac.digest(bytes.fromhex(seed), f"tenure|{user_id}".encode(), hashlib.sha256).hex()[:16]


async def has_held(desk: Desk, user_id: int, *, but: Seat | None = None) -> bool:
    """Whether the person holds or has held a seat of this game (another one than ``but``), and so knows its secrets."""
    mark = mark_of(desk.table.seed, user_id)
    rows = await queries_together.tenures_of(desk.connection, desk.table.code)
    return any(row.seat != but and (row.user_id == user_id or row.mark == mark) for row in rows)


async def record(connection: Transaction, user_id: int) -> Record:
    """How reliably the person has answered at all their tables."""
    return Record(*await queries_together.record(connection, user_id))
