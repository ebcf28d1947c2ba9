"""Which posts still tell something, and which still ask: asked of the database when they are about to be sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Final

from db import queries_outbox, queries_servers, queries_tables, queries_together
from tables import codes, outbox
from tables.model import Post, PostKind, TableInfo
from tables.sheet import sheet_of

if TYPE_CHECKING:
    from db.database import Transaction
    from db.rows import PostRow, TableRow
    from tables.desk import Desk


async def matters(connection: Transaction, post: Post, now: datetime) -> bool:
    """Whether the post still tells something. What has once been posted is always brought up to date."""
    if post.sent_version > 0:
        return True
    table = await queries_tables.table(connection, post.table)
    if table is None or (post.place == "seat" and not await _holds(connection, post)):
        return False
    return await _MATTERS.get(post.kind, _always)(connection, table, post, now)


async def _holds(connection: Transaction, post: Post) -> bool:
    """Whether the post's person has the seat whose secret it tells."""
    seats = await queries_tables.seats_of(connection, post.table)
    return any((seat.seat, seat.user_id) == (post.seat, post.user_id) for seat in seats)


_Matters = Callable[["Transaction", "TableRow", Post, datetime], Awaitable[bool]]


async def _always(_connection: Transaction, _table: TableRow, _post: Post, _now: datetime) -> bool:
    return True


async def _warning(_connection: Transaction, table: TableRow, _post: Post, _now: datetime) -> bool:
    return table.status == "lobby"


async def _window(_connection: Transaction, table: TableRow, post: Post, _now: datetime) -> bool:
    return table.status == "running" and table.window == post.body["window"]


async def _panel(connection: Transaction, table: TableRow, post: Post, now: datetime) -> bool:
    """Whether this seat is still to answer this window: a panel that comes late calls nobody who has answered."""
    if not await _window(connection, table, post, now) or post.seat is None:
        return False
    return not (await sheet_of(connection, table, now)).is_ready(post.seat)


async def _notice(_connection: Transaction, table: TableRow, post: Post, _now: datetime) -> bool:
    return table.status == "running" or bool(post.body.get("last"))


async def _reminder(connection: Transaction, table: TableRow, post: Post, now: datetime) -> bool:
    """Whether this person is still to answer this window, and in time."""
    if table.status != "running" or table.paused_at is not None or table.window != post.body["window"]:
        return False
    sheet = await sheet_of(connection, table, now)
    return any(
        seat.seat == post.seat and seat.user_id == post.user_id and seat.seat in sheet.waiting() for seat in sheet.seats
    )


async def _digest(connection: Transaction, _table: TableRow, post: Post, now: datetime) -> bool:
    """Whether any table still waits for this person."""
    for table in await queries_tables.open_of_person(connection, post.user_id or 0):
        sheet = await sheet_of(connection, table, now)
        if table.paused_at is None and any(sheet.seats[seat].user_id == post.user_id for seat in sheet.waiting()):
            return True
    return False


async def _vote(connection: Transaction, _table: TableRow, post: Post, _now: datetime) -> bool:
    vote = await queries_together.vote(connection, int(post.body["vote"]))
    return vote is not None and vote.status == "open"


async def _claim(connection: Transaction, _table: TableRow, post: Post, _now: datetime) -> bool:
    claim = await queries_together.claim(connection, int(post.body["claim"]))
    return claim is not None and claim.status == "open"


async def _ad(connection: Transaction, table: TableRow, post: Post, _now: datetime) -> bool:
    seats = await queries_tables.seats_of(connection, table.code)
    return table.status == "running" and any(seat.seat == post.seat and seat.offered for seat in seats)


async def _request(connection: Transaction, _table: TableRow, post: Post, _now: datetime) -> bool:
    act = await queries_servers.act(connection, int(post.body["act"]))
    return act is not None and act.status == "asked"


_MATTERS: Final[Mapping[PostKind, _Matters]] = {
    "lobby_warning": _warning,
    "window": _window,
    "panel": _panel,
    "notice": _notice,
    "reminder": _reminder,
    "digest": _digest,
    "vote": _vote,
    "claim": _claim,
    "ad": _ad,
    "request": _request,
}
"""What asks whether a post still tells anything; the others always do."""


_ASKS: Final[Mapping[PostKind, _Matters]] = {
    "window": _window,
    "turn": _window,
    "vote": _vote,
    "claim": _claim,
    "request": _request,
}
"""What asks whether a post that stands at the table, or before its moderators, still wants an answer."""
_ASKS_ANYWHERE: Final[Mapping[PostKind, _Matters]] = {**_ASKS, "panel": _panel}


async def asks(desk: Desk, row: PostRow) -> bool:
    """Whether the post still wants an answer of anybody at its place."""
    return await _asks(desk, row, _ASKS)


async def _asks(desk: Desk, row: PostRow, checks: Mapping[PostKind, _Matters]) -> bool:
    post = outbox.to_post(row)
    check = checks.get(post.kind)
    return check is not None and await check(desk.connection, desk.table, post, desk.now)


async def post_anew(desk: Desk, row: PostRow) -> None:
    """Have the post sent as a new message."""
    nonce = codes.nonce(f"{row.key}@{row.version + 1}", desk.kit.database.life)
    await queries_servers.post_anew(desk.connection, row.key, nonce)


async def ask_anew(desk: Desk) -> None:
    """Post again all that asks for an answer now, in private too: what stands there may tell of another time.

    The panel of a seat that has answered is only made to say so.
    """
    for row in await queries_outbox.posts_of(desk.connection, desk.table.code):
        if row.message_id is None:
            continue
        if await _asks(desk, row, _ASKS_ANYWHERE):
            await post_anew(desk, row)
        elif row.kind == "panel" and row.body.get("window") == desk.table.window:
            await queries_outbox.renew_post(desk.connection, row.key)


def asking(table: TableInfo) -> list[str]:
    """The keys of the posts by which the table asks everybody what it waits for."""
    if table.status == "lobby":
        return [outbox.key(table.code, "lobby")]
    if table.status != "running" or table.paused_why in ("place", "server"):
        return []
    if table.scene is not None:
        return [outbox.key(table.code, "turn", outbox.scene_name(table.scene, table.line))]
    return [outbox.key(table.code, "window", table.window)]
