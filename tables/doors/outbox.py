"""The outbox, for the sender."""

from __future__ import annotations

from datetime import datetime

from db import queries_outbox, queries_tables
from engines.core import Seat
from tables import codes, mattering, outbox
from tables.doors.door import Door
from tables.model import Post
from tables.shielded import to_the_end


class OutboxDoor(Door):
    """What is to be said, and what has been."""

    async def due_posts(self, limit: int = 50, *, table: str | None = None) -> list[Post]:
        """What is to be posted or edited now, of one table or of all, the most urgent first.

        A message that was never posted waits for the earlier ones of its place, and those at the table for its thread.
        """
        async with self._kit.database.read() as connection:
            rows = await queries_outbox.due_posts(connection, self._kit.clock.now(), limit, table)
        return [outbox.to_post(row) for row in rows]

    async def post(self, key: str) -> Post | None:
        """The post of this key as it stands now."""
        async with self._kit.database.read() as connection:
            row = await queries_outbox.post(connection, key)
        return None if row is None else outbox.to_post(row)

    async def reached(self, code: str, window: int) -> frozenset[Seat]:
        """The seats whose holders get a panel of this window of their own: it calls them, nothing else need."""
        async with self._kit.database.read() as connection:
            seats = await queries_tables.seats_of(connection, codes.tidy_code(code))
            keys = {outbox.key(seat.code, "panel", outbox.held_by(seat, window)): seat.seat for seat in seats}
            return frozenset(keys[key] for key in await queries_outbox.undropped(connection, keys))

    async def post_at(self, code: str, message_id: int) -> Post | None:
        """The table's post that stands in this message; ``None`` where nothing of the outbox does."""
        async with self._kit.database.read() as connection:
            row = await queries_outbox.post_at(connection, codes.tidy_code(code), message_id)
        return None if row is None else outbox.to_post(row)

    async def is_scene(self, code: str, chapter: str) -> bool:
        """Whether this chapter of the table is told in one post that grew, through several windows."""
        async with self._kit.database.read() as connection:
            table = await queries_tables.table(connection, codes.tidy_code(code))
            return table is not None and await outbox.has_scene(connection, table, chapter)

    async def still_matters(self, post: Post) -> bool:
        """Whether the post still tells anything; asked just before it is sent."""
        async with self._kit.database.read() as connection:
            return await mattering.matters(connection, post, self._kit.clock.now())

    @to_the_end
    async def sent(self, key: str, version: int, *, channel_id: int | None, message_id: int | None) -> None:
        """This version of the post stands in Discord now, in this message."""
        async with self._kit.database.write() as connection:
            await queries_outbox.mark_sent(connection, key, version, channel_id, message_id)
            row = await queries_outbox.post(connection, key)
            if row is not None and row.kind == "lobby":
                await queries_tables.change_table(connection, row.code, lobby_message_id=row.message_id)

    @to_the_end
    async def deferred(self, key: str, until: datetime) -> None:
        """The post could not be sent; leave it until then."""
        async with self._kit.database.write() as connection:
            await queries_outbox.defer_post(connection, key, until)

    @to_the_end
    async def dropped(self, key: str, reason: str, version: int | None = None) -> None:
        """The post is never to be sent; those behind it no longer wait for it.

        ``version``: unless it has something newer to say by now.
        """
        async with self._kit.database.write() as connection:
            await queries_outbox.drop_post(connection, key, reason[:40], version)

    @to_the_end
    async def record_thread(self, code: str, thread_id: int, channel_id: int | None = None) -> None:
        """The table plays in this thread, or in this channel where threads are not possible.

        ``channel_id``: where the thread was made. If the table has been moved meanwhile it is not its thread.
        """
        code = codes.tidy_code(code)
        async with self._kit.database.write() as connection:
            table = await queries_tables.table(connection, code)
            if table is not None and channel_id in (None, table.channel_id):
                await queries_tables.change_table(connection, code, thread_id=thread_id)
