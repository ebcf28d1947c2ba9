"""How fast a durable commit is, against the floor, in one run: ``python -m benchmarks.storage [folder]``.

- floor: append the same bytes to a file and ``fdatasync`` it;
- commit: an answer and a state of that size in one transaction of ``db``, WAL and ``synchronous=FULL``;
- press: a whole ``save_draft`` of the tables, which reads, checks the rule, writes four rows and commits;
- burst: 200 tables that are all pressed at once.

Absolute times depend on the disk and its load; the ratios, taken in turns in the same run, are what counts.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from db import queries_play
from db.database import Database
from engines import GAMES
from engines.chance import FastChance
from engines.core import Level
from tables.clock import SystemClock
from tables.model import Press
from tables.service import Tables

STATE_BYTES = 11_800
ROUNDS = 400
BURST = 200
GOAL_P50, GOAL_P99 = 1.5, 3.0


class Stage:
    """A database with one running table, and a plain file beside it."""

    def __init__(self, folder: Path, database: Database) -> None:
        self.database = database
        self.tables = Tables(database, GAMES, SystemClock(), tables_per_person=BURST * 2)
        self.numbers = itertools.count(1)
        self.file = os.open(folder / "floor.bin", os.O_WRONLY | os.O_CREAT)
        self.payload = "x" * STATE_BYTES
        self.code = ""

    def press(self, user: int) -> Press:
        return Press(next(self.numbers), user, "Rook", "en")

    async def running_table(self) -> str:
        game = next(iter(GAMES))
        info = await self.tables.open_lobby(self.press(1), game=game, guild_id=1, channel_id=1, language="en")
        await self.tables.join(self.press(2), info.code)
        await self.tables.start(self.press(1), info.code)
        return info.code

    async def floor(self) -> None:
        os.write(self.file, self.payload.encode())
        os.fdatasync(self.file)

    async def commit(self) -> None:
        number = next(self.numbers)
        now = SystemClock().now()
        row = {"code": self.code, "window": number, "seat": 0, "action_json": "{}", "source": "person", "at": now}
        async with self.database.write() as connection:
            await queries_play.add_actions(connection, [row])
            await queries_play.add_state(
                connection,
                code=self.code,
                turn=number,
                window=number,
                cause="answers",
                rules=1,
                state_json=self.payload,
                drawn=0,
                draws_json="[]",
                at=now,
            )

    async def draft(self, code: str) -> Any:
        view = (await self.tables.panel(code, 1)).view
        return next(iter(GAMES.values())).stand_in(view, 0, Level.EASY, FastChance(next(self.numbers)))

    async def save(self, code: str, draft: Any) -> None:
        await self.tables.save_draft(self.press(1), code, 1, draft)


async def timed(job: Callable[[], Awaitable[None]]) -> float:
    begin = time.perf_counter()
    await job()
    return (time.perf_counter() - begin) * 1000


def percentiles(times: list[float]) -> tuple[float, float]:
    return statistics.median(times), statistics.quantiles(times, n=100)[98]


async def measure(folder: Path) -> bool:
    database = await Database.open(f"sqlite+aiosqlite:///{folder / 'bench.db'}")
    stage = Stage(folder, database)
    stage.code = await stage.running_table()
    floor, commit = [], []
    for _ in range(ROUNDS):
        floor.append(await timed(stage.floor))
        commit.append(await timed(stage.commit))
    codes = [await stage.running_table() for _ in range(BURST)]
    drafts = {code: await stage.draft(code) for code in codes}
    presses = [await timed(lambda code=code: stage.save(code, drafts[code])) for code in codes]
    begin = time.perf_counter()
    burst = await asyncio.gather(*(timed(lambda code=code: stage.save(code, drafts[code])) for code in codes))
    seconds = time.perf_counter() - begin
    await stage.tables.close()
    os.close(stage.file)

    (low, high), (middle, slow) = percentiles(floor), percentiles(commit)
    print(f"floor   p50 {low:7.2f} ms   p99 {high:7.2f} ms   write and fdatasync of {STATE_BYTES} bytes")
    print(
        f"commit  p50 {middle:7.2f} ms   p99 {slow:7.2f} ms   x{middle / low:.2f} and x{slow / high:.2f} of the floor"
    )
    print("press   p50 {:7.2f} ms   p99 {:7.2f} ms   a whole save_draft".format(*percentiles(presses)))
    print(f"burst   p50 {statistics.median(burst):7.2f} ms   max {max(burst):7.2f} ms   {BURST / seconds:.0f} a second")
    return middle / low <= GOAL_P50 and slow / high <= GOAL_P99


def main() -> None:
    where = sys.argv[1] if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory(dir=where) as folder:
        good = asyncio.run(measure(Path(folder)))
    print("within" if good else "beyond", f"the goal of x{GOAL_P50} and x{GOAL_P99}")


if __name__ == "__main__":
    main()
