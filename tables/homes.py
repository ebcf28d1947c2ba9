"""Where tables play, and what becomes of a table whose place is gone: nothing is lost, it waits for a new one."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from db import queries_outbox, queries_servers, queries_time
from tables import endings, lobby, mattering, outbox, pausing
from tables.model import Refused

if TYPE_CHECKING:
    from db.rows import PostRow, TableRow
    from tables.desk import Desk

ABSENCE: Final = timedelta(days=30)
"""How long games wait for the bot to be let onto their server again."""
ABSENT: Final = "absent"
"""The kind of the timer that ends this waiting."""


async def lose(desk: Desk) -> bool:
    """The table's channel is gone. A lobby is cancelled; a game waits, and whoever can give it a new home is told.

    Whether this is news.
    """
    if desk.table.status == "lobby":
        await _tell_host(desk, "lobby_lost")
        await _cancel_lobby(desk, "place")
        return True
    lost = desk.table.channel_id
    told = await queries_outbox.post(desk.connection, outbox.key(desk.table.code, "alarm", f"place-{lost}"))
    if desk.table.status != "running" or (told is not None and desk.table.paused_at is not None):
        return False
    if desk.table.paused_at is None:
        await pausing.pause(desk, "place")
        await outbox.tell(desk, "pause", desk.now.isoformat(), why="place")
    await outbox.say(desk, "alarm", f"place-{lost}", say="place", channel_id=lost)
    await _tell_host(desk, "place")
    return True


async def rethread(desk: Desk) -> None:
    """The table's thread is gone, its channel is not: have a new one made, and ask there what is asked now."""
    old = desk.table
    await desk.change(thread_id=None)
    await outbox.say(desk, "thread")
    await _ask_anew(desk, old, pointer=None)
    await outbox.tell(desk, "rethreaded", desk.now.isoformat())


async def move(desk: Desk, channel_id: int, thread_id: int | None) -> None:
    """Play in this channel from now on: in this thread of it, or in a new one.

    What waited only for a place goes on. Messages in the old place that ask for something point to the new one.
    Raises ``Refused``: ``not_started`` in the lobby, ``same_place``.
    """
    table = desk.table
    desk.check_running()
    if table.paused_why != "place" and (channel_id, thread_id or table.thread_id) == (
        table.channel_id,
        table.thread_id,
    ):
        raise Refused("same_place")
    await desk.change(channel_id=channel_id, thread_id=thread_id, lobby_message_id=None)
    if thread_id is None:
        await outbox.say(desk, "thread")
    await _call_off_alarms(desk, table.channel_id)
    await _ask_anew(desk, table, pointer=thread_id or channel_id)
    if desk.table.paused_why == "place":
        await outbox.tell(desk, "go_on", desk.now.isoformat(), why="place")
        await pausing.go_on(desk)


async def be_absent(desk: Desk) -> bool:
    """The bot is not on the table's server any more: a lobby is cancelled, a game waits for it, but not for ever.

    Whether this is news.
    """
    if desk.table.status == "lobby":
        await _cancel_lobby(desk, "server")
        return True
    if desk.table.status != "running" or ABSENT in await queries_time.timers_of(desk.connection, desk.table.code):
        return False
    if desk.table.paused_at is None:
        await pausing.pause(desk, "server")
        await outbox.tell(desk, "pause", desk.now.isoformat(), why="server")
    await queries_time.set_timer(desk.connection, desk.table.code, ABSENT, desk.table.window, desk.now + ABSENCE)
    return True


async def be_back(desk: Desk) -> bool:
    """The bot is on the table's server again. Whether the table had waited for just that."""
    await be_found(desk)
    if desk.table.status != "running" or desk.table.paused_why != "server":
        return False
    await outbox.tell(desk, "go_on", desk.now.isoformat(), why="server")
    await pausing.go_on(desk)
    return True


async def be_found(desk: Desk) -> None:
    """Somebody at the table's server commands the bot: it need not be waited for."""
    await queries_time.drop_timer(desk.connection, desk.table.code, ABSENT)


async def give_up(desk: Desk) -> None:
    """The bot has been off the server for too long: the game ends without a result."""
    if desk.table.status == "running":
        await endings.call_off(desk, "server")


async def _cancel_lobby(desk: Desk, why: str) -> None:
    await desk.change(ended_why=why)
    await lobby.close(desk, "cancelled")


async def _tell_host(desk: Desk, say: str) -> None:
    """Tell the host in a DM what has become of the place."""
    channel = desk.table.channel_id
    await outbox.tell_host(desk, f"{say}-{channel}", say=say, channel_id=channel)


async def _call_off_alarms(desk: Desk, lost: int) -> None:
    """What was told of the lost place says that it is mended; what could not be told yet need not be."""
    connection = desk.connection
    alarms = {outbox.key(desk.table.code, "alarm", f"{whose}place-{lost}") for whose in ("", "host-")}
    for row in await queries_outbox.posts_of(connection, desk.table.code):
        news = row.kind == "notice" and (row.body.get("say") == "rethreaded" or row.body.get("why") == "place")
        if row.key in alarms and row.sent_version:
            await queries_outbox.renew_post(connection, row.key, {**row.body, "over": True})
        elif (row.key in alarms or news) and not row.sent_version:
            await queries_outbox.drop_post(connection, row.key, "mended")


async def _ask_anew(desk: Desk, old: TableRow, pointer: int | None) -> None:
    """Post again what still asks for something in the ``old`` place.

    ``pointer``: the old messages tell that this is the place now.
    """
    for row in await queries_outbox.posts_of(desk.connection, desk.table.code):
        there = row.channel_id in (old.thread_id, old.channel_id)
        if row.message_id is None or not there or not await mattering.asks(desk, row):
            continue
        if pointer is not None:
            await _point(desk, row, pointer)
        await mattering.post_anew(desk, row)


async def _point(desk: Desk, row: PostRow, place: int) -> None:
    """Have the post's old message say where the table has gone."""
    key = outbox.key(desk.table.code, "notice", f"moved_away-{row.message_id}-{row.version}")
    columns: dict[str, Any] = {"say": "moved_away", "channel_id": place}
    await queries_servers.add_standing(
        desk.connection,
        key=key,
        nonce=row.nonce,
        code=desk.table.code,
        kind="notice",
        place="table",
        seat=None,
        user_id=None,
        body=columns,
        priority=outbox.PRIORITIES["notice"],
        channel_id=row.channel_id,
        message_id=row.message_id,
    )
