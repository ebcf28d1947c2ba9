"""A small world to try the tables in: a database file, a clock that stands still, people who press."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from db.database import Database
from engines import GAMES
from tables import outbox
from tables.model import Post, Press, TableInfo
from tables.service import Tables
from tests.embers_game import EMBERS
from tests.scene_game import RELAY
from tests.toy_game import PEBBLES, Bid, Take

TABLES = ("tables", "seats", "states", "drafts", "actions", "steps", "timers", "outbox", "interactions")
START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
GUILD, CHANNEL, THREAD = 900, 800, 700
ANNA, BORIS, CHEN, DORA = 11, 12, 13, 14
NAMES = {ANNA: "Anna", BORIS: "Boris", CHEN: "Chen", DORA: "Dora"}


class StillClock:
    """Time that moves only when told to."""

    def __init__(self) -> None:
        self.moment = START

    def now(self) -> datetime:
        return self.moment

    def pass_by(self, **amount: float) -> None:
        self.moment += timedelta(**amount)


def entropy(word: str = "tables") -> Callable[[int], bytes]:
    """Bytes that look random and are the same in every run."""
    asked = 0

    def draw(count: int) -> bytes:
        nonlocal asked
        asked += 1
        return hashlib.shake_256(f"{word}|{asked}".encode()).digest(count)

    return draw


class World:
    """Tables over a real database file. ``restarting`` kills and reopens them before every press."""

    def __init__(self, path: Path, *, restarting: bool = False, **settings: Any) -> None:
        self.path = path
        self.clock = StillClock()
        self.restarting = restarting
        self.games: Mapping[str, Any] = {**GAMES, "pebbles": PEBBLES, "relay": RELAY, "embers": EMBERS}
        self._settings = settings
        self._entropy = entropy()
        self._pressed = 5000
        self.tables: Tables
        self.database: Database

    async def open(self) -> World:
        self.database = await Database.open(f"sqlite+aiosqlite:///{self.path}")
        self.tables = Tables(self.database, self.games, self.clock, entropy=self._entropy, **self._settings)
        return self

    async def close(self) -> None:
        await self.tables.close()

    async def restart(self) -> None:
        await self.close()
        await self.open()

    def press(self, user: int, *, again: bool = False) -> Press:
        """A new press of this person, or their last one once more."""
        if not again:
            self._pressed += 1
        return Press(self._pressed, user, NAMES.get(user, f"Person {user}"), "en")

    async def do(self, what: str, user: int, *args: Any, **more: Any) -> Any:
        """Have the person press something."""
        if self.restarting:
            await self.restart()
        return await getattr(self.tables, what)(self.press(user), *args, **more)

    async def lobby(self, user: int = ANNA, game: str = "pebbles", **more: Any) -> str:
        settings = {"game": game, "guild_id": GUILD, "channel_id": CHANNEL, "language": "en", **more}
        return (await self.do("open_lobby", user, **settings)).code

    async def started(
        self, *others: int, bots: int = 0, game: str = "pebbles", pile: str = "small", **more: Any
    ) -> str:
        """The code of a running table of Anna and these others."""
        code = await self.lobby(game=game, **more)
        if pile != "small":
            await self.do("configure", ANNA, code, option=("pile", pile))
        for other in others:
            await self.do("join", other, code)
        for _ in range(bots):
            await self.do("add_bot", ANNA, code)
        await self.do("start", ANNA, code)
        await self.tables.record_thread(code, THREAD)
        return code

    async def taking(self, *others: int, bots: int = 0, **more: Any) -> str:
        """A running table of pebbles whose bids are in, with Anna to move."""
        code = await self.started(*others, bots=bots, **more)
        await self.do("answer", ANNA, code, 1, Bid(amount=3))
        for other in others:
            await self.do("answer", other, code, 1, Bid(amount=0))
        assert (await self.tables.find(code)).asked == (0,), "nobody else bids 3, so Anna begins"
        return code

    async def take(self, user: int, code: str, count: int = 1) -> TableInfo:
        window = (await self.tables.find(code)).window
        return (await self.do("answer", user, code, window, Take(count=count))).table

    async def to_the_end(self, code: str) -> TableInfo:
        """Let the present people take single pebbles until somebody wins."""
        info = await self.tables.find(code)
        while info.status == "running":
            info = await self.take(info.seats[info.asked[0]].user_id or 0, code)
        return info

    async def rows(self, query: str) -> list[dict[str, Any]]:
        """Look straight into the database."""
        async with self.database.read() as connection:
            return [dict(row) for row in (await connection.exec_driver_sql(query)).mappings()]

    async def content(self) -> dict[str, list[dict[str, Any]]]:
        """All that the database holds of tables."""
        return {name: await self.rows(f"select * from {name} order by 1, 2, 3") for name in TABLES}

    async def change(self, statement: str) -> None:
        """Tamper with the database."""
        async with self.database.write() as connection:
            await connection.exec_driver_sql(statement)

    async def posts(self, kind: str | None = None) -> list[dict[str, Any]]:
        rows = await self.rows("select * from outbox order by seq")
        return [row for row in rows if kind is None or row["kind"] == kind]

    async def flush(self) -> list[Post]:
        """Send all that is due, as the sender does; what was sent."""
        done: list[Post] = []
        while posts := await self.tables.due_posts():
            for post in posts:
                if await self.tables.still_matters(post):
                    await self.tables.sent(post.key, post.version, channel_id=CHANNEL, message_id=10_000 + post.seq)
                    if post.kind == "thread":
                        await self.tables.record_thread(post.table, THREAD)
                    done.append(post)
                else:
                    await self.tables.dropped(post.key, outbox.PASSED)
        return done
