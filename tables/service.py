"""The one door to the tables. Everything that happens to a table is one transaction; only then is anybody told."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from itertools import islice
from typing import Any
from weakref import WeakValueDictionary

from db import queries_outbox, queries_play, queries_tables
from db.database import Database
from engines.core import Game, Seat
from tables import codes, fairness, lobby, orders, outbox, play, timers, turns
from tables.codec import Codec
from tables.desk import Desk, Kit, Thoughts, sit_down
from tables.model import (
    Clock,
    FairnessReport,
    Pace,
    Post,
    Press,
    Refused,
    SeatOrders,
    SeatPanel,
    StoredStep,
    TableInfo,
)
from tables.sheet import present_state, read_sheet, sheet_of, stored_step
from tables.shielded import to_the_end

LOBBY_LIFE = timedelta(hours=48)
TABLES_PER_PERSON = 10
ENDED_SHOWN = 10


class Tables:
    """All tables of all games.

    Writes take a ``Press`` and are applied once: ``AlreadyDone`` for an interaction seen before. What a person cannot
    do raises ``Refused`` (``Stale`` when the window has passed) or the game's ``IllegalAction``, and changes nothing.
    Reads never write. Presses on one table queue; different tables do not wait for each other's thinking.
    """

    def __init__(
        self,
        database: Database,
        games: Mapping[str, Game[Any, Any, Any]],
        clock: Clock,
        *,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        lobby_life: timedelta = LOBBY_LIFE,
        tables_per_person: int = TABLES_PER_PERSON,
    ) -> None:
        codecs = {key: Codec(game) for key, game in games.items()}
        self._kit = Kit(database, codecs, clock, entropy, lobby_life, tables_per_person)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._proving = asyncio.Lock()
        self.under_way: set[asyncio.Task[Any]] = set()
        """Writes that have begun and not ended."""

    # ---- lobby

    @to_the_end
    async def open_lobby(
        self, press: Press, *, game: str, guild_id: int, channel_id: int, language: str, pace: Pace = "day"
    ) -> TableInfo:
        """Make a table in this channel; whoever pressed hosts it. ``language`` is that of its public posts."""
        async with self._kit.database.write() as connection:
            return await lobby.open_lobby(
                self._kit,
                connection,
                press,
                game=game,
                guild_id=guild_id,
                channel_id=channel_id,
                language=language,
                pace=pace,
            )

    @to_the_end
    async def join(self, press: Press, code: str) -> TableInfo:
        async with self._desk(press, code) as desk:
            await lobby.join(desk, press)
            return desk.sheet.info()

    @to_the_end
    async def leave(self, press: Press, code: str) -> TableInfo:
        """Leave the lobby. The next person becomes host; the last one to leave cancels the table."""
        async with self._desk(press, code) as desk:
            await lobby.leave(desk, press)
            return desk.sheet.info()

    @to_the_end
    async def add_bot(self, press: Press, code: str) -> TableInfo:
        """Host only."""
        async with self._desk(press, code) as desk:
            await lobby.add_bot(desk, press)
            return desk.sheet.info()

    @to_the_end
    async def remove_bot(self, press: Press, code: str) -> TableInfo:
        """Host only."""
        async with self._desk(press, code) as desk:
            await lobby.remove_bot(desk, press)
            return desk.sheet.info()

    @to_the_end
    async def cancel(self, press: Press, code: str) -> TableInfo:
        """Host only; a game that runs is not cancelled."""
        async with self._desk(press, code) as desk:
            await lobby.cancel(desk, press)
            return desk.sheet.info()

    @to_the_end
    async def configure(
        self,
        press: Press,
        code: str,
        *,
        option: tuple[str, str] | None = None,
        pace: Pace | None = None,
        language: str | None = None,
    ) -> TableInfo:
        """Host only. ``option`` is (field, value) of the game's Options."""
        async with self._desk(press, code) as desk:
            await lobby.configure(desk, press, option, pace, language)
            return desk.sheet.info()

    @to_the_end
    async def start(self, press: Press, code: str) -> TableInfo:
        """Host only. Raises ``IllegalAction`` when the game cannot be played by so many."""
        async with self._desk(press, code) as desk:
            await lobby.start(desk, press)
            return desk.sheet.info()

    # ---- play

    @to_the_end
    async def save_draft(self, press: Press, code: str, window: int, action: Any) -> SeatPanel:
        """Keep an unfinished answer. Any edit un-readies."""
        async with self._desk(press, code) as desk:
            return await self._panel(desk, await play.save_draft(desk, press, window, action))

    @to_the_end
    async def ready(self, press: Press, code: str, window: int) -> SeatPanel:
        """Say that the draft is the answer; the last one to do so resolves the window."""
        async with self._desk(press, code, think=True, drafted=True) as desk:
            return await self._panel(desk, await play.ready(desk, press, window))

    @to_the_end
    async def unready(self, press: Press, code: str, window: int) -> SeatPanel:
        async with self._desk(press, code) as desk:
            return await self._panel(desk, await play.unready(desk, press, window))

    @to_the_end
    async def answer(self, press: Press, code: str, window: int, action: Any) -> SeatPanel:
        """``save_draft`` and ``ready`` in one."""
        async with self._desk(press, code, think=True) as desk:
            return await self._panel(desk, await play.answer(desk, press, window, action))

    @to_the_end
    async def back(self, press: Press, code: str) -> SeatPanel:
        """Whoever was away is waited for again. Every other press at the table does this too."""
        async with self._desk(press, code) as desk:
            return await self._panel(desk, await play.back(desk, press))

    @to_the_end
    async def keep_order(self, press: Press, code: str, field: str, value: str) -> SeatOrders:
        """Give a standing order, or take it back (``ask``). It may answer, and so resolve, the open window."""
        async with self._desk(press, code, think=True) as desk:
            return orders.kept(self._kit, desk.sheet, await play.keep_order(desk, press, field, value))

    @to_the_end
    async def resign(self, press: Press, code: str) -> TableInfo:
        """Leave the game for good. The table is over when no person is left in play."""
        async with self._desk(press, code, think=True) as desk:
            await play.resign(desk, press)
            return desk.sheet.info()

    # ---- reads

    async def find(self, code: str) -> TableInfo:
        """The table of this code, in capitals or not. Raises ``Refused("unknown_table")``."""
        async with self._kit.database.read() as connection:
            return (await read_sheet(connection, codes.tidy_code(code))).info()

    async def in_channel(self, channel_id: int) -> TableInfo | None:
        """The newest open table of this thread or channel; without one, the last that was played right there."""
        async with self._kit.database.read() as connection:
            table = await queries_tables.newest_in_channel(connection, channel_id)
            return None if table is None else (await sheet_of(connection, table)).info()

    async def of_person(self, user_id: int) -> list[TableInfo]:
        """The person's tables: those that go on, newest first, then the last ten that ended."""
        async with self._kit.database.read() as connection:
            rows = await queries_tables.open_of_person(connection, user_id)
            rows += await queries_tables.ended_of_person(connection, user_id, ENDED_SHOWN)
            return [(await sheet_of(connection, row)).info() for row in rows]

    async def running_in(self, guild_id: int, limit: int = 25) -> list[TableInfo]:
        """Tables of the server that are in their lobby or running, newest first."""
        async with self._kit.database.read() as connection:
            rows = await queries_tables.open_in_guild(connection, guild_id, limit)
            return [(await sheet_of(connection, row)).info() for row in rows]

    async def panel(self, code: str, user_id: int) -> SeatPanel:
        """What this person may see and must answer. Raises ``Refused``: ``not_seated``, ``not_started``."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code))
            return await play.panel(connection, self._kit, sheet, sheet.seat_of(user_id).seat)

    async def orders(self, code: str, user_id: int) -> SeatOrders:
        """This person's standing orders, and what they could order. Raises ``Refused("not_seated")``."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code))
            return orders.kept(self._kit, sheet, sheet.seat_of(user_id).seat)

    async def seat_panel(self, code: str, seat: Seat, window: int) -> SeatPanel:
        """The seat's panel of that window; of one that has passed: nothing asked, and the answer that counted."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code))
            if sheet.table.status == "running" and window == sheet.table.window:
                return await play.panel(connection, self._kit, sheet, seat)
            return await play.past_panel(connection, self._kit, sheet, seat, window)

    async def choices(self, code: str, seat: Seat, window: int, limit: int = 500) -> list[Any]:
        """The seat's first legal answers, in the game's order; none when that window is not open. Panels list them."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code))
            if sheet.table.status != "running" or sheet.table.window != window:
                return []
            codec = self._kit.codec(sheet.table)
            return list(islice(codec.game.choices(await present_state(connection, codec, sheet), seat), limit))

    async def public_view(self, code: str) -> Any:
        """The game as everybody may see it. Raises ``Refused("not_started")`` in the lobby."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code))
            codec = self._kit.codec(sheet.table)
            return codec.game.view(await present_state(connection, codec, sheet), None)

    async def step(self, code: str, seq: int) -> StoredStep:
        """The step of this number. Raises ``Refused("unknown_step")``."""
        found = await self.steps(code, after=seq - 1, limit=1)
        if not found or found[0].seq != seq:
            raise Refused("unknown_step")
        return found[0]

    async def steps(
        self,
        code: str,
        *,
        window: int | None = None,
        chapter: str | None = None,
        after: int = 0,
        limit: int = 100,
        seat: Seat | None = None,
    ) -> list[StoredStep]:
        """Resolved steps in order, with the events that everybody may read and those for ``seat``."""
        async with self._kit.database.read() as connection:
            table = (await read_sheet(connection, codes.tidy_code(code))).table
            rows = await queries_play.steps_of(
                connection, table.code, window=window, chapter=chapter, after=after, limit=limit
            )
        codec = self._kit.codec(table)
        return [stored_step(codec, row, seat) for row in rows]

    async def fairness(self, code: str) -> FairnessReport:
        """What anybody may check of the table's luck.

        After the end the whole game is played again for it, one at a time: running games must not wait for proofs.
        """
        async with self._proving, self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code))
            return await fairness.report(connection, self._kit, sheet)

    @to_the_end
    async def remember_language(self, user_id: int, name: str, language: str) -> None:
        """Keep how the person is called and what they read; writes only when that has changed."""
        async with self._kit.database.read() as connection:
            known = await queries_tables.person(connection, user_id)
        if known != (name[:80], language):
            async with self._kit.database.write() as connection:
                await queries_tables.keep_person(connection, user_id, name[:80], language)

    async def asks_rights(self, user_id: int) -> bool:
        """Whether the person wants to be asked for rights that may lapse, at live tables."""
        async with self._kit.database.read() as connection:
            return await queries_tables.asks_rights(connection, user_id)

    @to_the_end
    async def keep_asks_rights(self, press: Press, wanted: bool) -> None:
        """Keep what the person has chosen in their settings; good from the next such right on."""
        async with self._kit.database.write() as connection:
            await queries_tables.keep_person(connection, press.user_id, press.name[:80], press.language)
            await queries_tables.keep_asks_rights(connection, press.user_id, wanted)

    async def language_of(self, user_id: int) -> str | None:
        async with self._kit.database.read() as connection:
            known = await queries_tables.person(connection, user_id)
        return None if known is None else known[1]

    # ---- time

    @to_the_end
    async def resume(self) -> timedelta:
        """At start-up, before the first beat: credit the time that the bot was down. Returns how long that was."""
        return await timers.credit_outage(self._kit)

    @to_the_end
    async def beat(self) -> None:
        """Note that the bot is up and handle what is overdue. A table that fails is logged and left for later."""
        for timer in await timers.tick(self._kit):
            try:
                async with self._desk(None, timer.code, think=timer.kind in ("deadline", "go_on")) as desk:
                    await timers.fire(desk, timer.kind)
            except Exception as error:
                await timers.postpone(self._kit, timer, error)

    # ---- outbox

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

    async def post_at(self, code: str, message_id: int) -> Post | None:
        """The table's post that stands in this message; ``None`` where nothing of the outbox does."""
        async with self._kit.database.read() as connection:
            row = await queries_outbox.post_at(connection, codes.tidy_code(code), message_id)
        return None if row is None else outbox.to_post(row)

    async def is_scene(self, code: str, chapter: str) -> bool:
        """Whether this chapter of the table is told in one post that grew, through several windows."""
        async with self._kit.database.read() as connection:
            return await outbox.has_scene(connection, codes.tidy_code(code), chapter)

    async def still_matters(self, post: Post) -> bool:
        """Whether the post still tells anything; asked just before it is sent."""
        async with self._kit.database.read() as connection:
            return await outbox.matters(connection, post)

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
    async def record_thread(self, code: str, thread_id: int) -> None:
        """The table plays in this thread, or in this channel where threads are not possible."""
        async with self._kit.database.write() as connection:
            await queries_tables.change_table(connection, codes.tidy_code(code), thread_id=thread_id)

    async def close(self) -> None:
        """Let go of the database once writes under way have ended."""
        await asyncio.gather(*self.under_way, return_exceptions=True)
        await self._kit.database.close()

    # ---- inside

    @asynccontextmanager
    async def _desk(
        self, press: Press | None, code: str, *, think: bool = False, drafted: bool = False
    ) -> AsyncGenerator[Desk, None]:
        """The table under its lock and in a write transaction.

        ``think``: prepare for its window to resolve; ``drafted``: which it can only when the person has a draft.
        """
        code = codes.tidy_code(code)
        lock = self._locks.get(code)
        if lock is None:
            lock = self._locks[code] = asyncio.Lock()
        async with lock:
            user_id = None if press is None else press.user_id
            thoughts = await turns.ahead(self._kit, code, user_id, drafted=drafted) if think else Thoughts()
            async with self._kit.database.write() as connection:
                desk = await sit_down(self._kit, connection, code, press)
                desk.thoughts = thoughts
                yield desk

    async def _panel(self, desk: Desk, seat: Seat) -> SeatPanel:
        return await play.panel(desk.connection, self._kit, desk.sheet, seat)
