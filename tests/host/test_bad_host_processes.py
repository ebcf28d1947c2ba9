"""A bad host for the real process: no room, no right to write, files that are gone, and a second bot."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from locales import Language, speak
from tests.tables.conftest import migrated as migrated
from tests.wire.killing import equal
from tests.wire.people import Person
from tests.wire.playing import PLOTS, Evening
from tests.wire.process import BotProcess, Nursery, make
from tests.wire.server import Wire, until
from tests.wire.story import Story, check, story_of

PLOT = replace(PLOTS["volt"], pace="day", missed=frozenset())
LANGUAGES: tuple[Language, ...] = ("en", "zh-CN")
FILES = ("-wal", "-shm")
"""What SQLite keeps beside the database: the log, and the log's index."""
ROUNDS = 1
"""Times that two bots are started at the same moment."""

pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="processes are held the Linux way"),
    pytest.mark.asyncio(loop_scope="module"),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def nursery() -> AsyncIterator[Nursery]:
    async with Nursery() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def wire() -> AsyncIterator[Wire]:
    wire = await Wire().start()
    yield wire
    await wire.stop()


@asynccontextmanager
async def evening(folder: Path, nursery: Nursery) -> AsyncIterator[Evening]:
    """A table that has begun, and a host who reads Chinese."""
    wire = await Wire().start()
    make(folder)
    settings = {"WIRE_SEED": "host", "WIRE_DRAW": "0", "SCRAPYARD_LANGUAGE": "zh-CN"}
    async with BotProcess(wire, folder, nursery=nursery, **settings) as bot:
        await bot.start()
        table = Evening(wire, bot, PLOT, bot.start)
        await table.begin()
        yield table
    await wire.stop()


def kept(table: Evening) -> list[list[dict[str, object]]]:
    """What nothing that was refused may change."""
    names = ("tables", "seats", "drafts", "actions", "interactions")
    return [table.rows.all(f"select * from {name}") for name in names]


def size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def put(migrated: Path, database: Path) -> None:
    """An empty database, as it is before the first start."""
    database.parent.mkdir()
    shutil.copy(migrated, database)


# ---- no room


async def fill(table: Evening) -> None:
    """The disk is full for a while: everybody who presses is told so, the host too, once; then it goes on by itself."""
    bot = table.bot
    host = speak("zh-CN")
    full, again = host("app.run.unsaved", problem="…").split("…")[0], host("app.run.saved_again")
    told = bot.log.count(full), bot.log.count(again)
    before = kept(table)
    bot.may_write(max(size_of(Path(f"{bot.database}-wal")), size_of(bot.database)))
    for person in table.people:
        words = speak(person.language)
        press = person.slash("play", game="volt")
        [said] = await until(press.said)
        assert said.text == words("error.unsaved.full")
    await until(lambda: bot.log.count(full) > told[0])
    assert kept(table) == before
    bot.may_write(-1)
    await until(lambda: bot.log.count(again) > told[1])
    assert (bot.log.count(full), bot.log.count(again)) == (told[0] + 1, told[1] + 1)
    assert " bug " not in bot.log, "a full disk is none"


async def game(folder: Path, nursery: Nursery, windows: int, *, full: bool) -> Story:
    async with evening(folder, nursery) as table:
        for _ in range(windows):
            if full:
                await fill(table)
            await table.play(windows=table.table["window"])
        await table.settle()
        check(table)
        return story_of(table)


async def test_a_full_disk_is_told_and_overcome(tmp_path: Path, nursery: Nursery) -> None:
    await game(tmp_path / "full", nursery, 1, full=True)


@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_disks_that_are_full_again_and_again(tmp_path: Path, nursery: Nursery) -> None:
    """They change nothing of the game."""
    calm = await game(tmp_path / "calm", nursery, 12, full=False)
    equal(calm, await game(tmp_path / "full", nursery, 12, full=True))


async def test_nothing_starts_on_a_full_disk(tmp_path: Path, nursery: Nursery, wire: Wire, migrated: Path) -> None:
    """It says why, in a code that has it started again; with room it starts."""
    async with BotProcess(wire, tmp_path, nursery=nursery) as bot:
        put(migrated, bot.database)
        await bot.start(WIRE_MOST="16384")
        await bot.ended()
        assert bot.code == 1
        assert "the disk is full" in bot.log
        assert "Traceback" not in bot.log
        await bot.start()
        assert bot.alive


# ---- no right to write


@pytest.mark.parametrize(("folder", "file"), [(0o555, 0o644), (0o755, 0o444)], ids=["folder", "file"])
async def test_what_may_not_be_written_is_refused_with_a_sentence(
    tmp_path: Path, nursery: Nursery, wire: Wire, migrated: Path, folder: int, file: int
) -> None:
    async with BotProcess(wire, tmp_path, nursery=nursery, WIRE_HUMBLE="1") as bot:
        put(migrated, bot.database)
        before = bot.database.read_bytes()
        bot.database.chmod(file)
        bot.database.parent.chmod(folder)
        await bot.start()
        await bot.ended()
        assert bot.code == 1
        assert "may not be written by the bot's user" in bot.log
        assert "Traceback" not in bot.log
        assert bot.database.read_bytes() == before
        bot.database.parent.chmod(0o755)
        bot.database.chmod(0o644)
        await bot.start()
        assert bot.alive, "the right is all that it lacked"


# ---- files that are gone


@pytest.mark.parametrize(
    "lost", [*(pytest.param((one,), marks=pytest.mark.long) for one in FILES), FILES], ids=" ".join
)
async def test_after_a_power_cut_a_file_is_gone(tmp_path: Path, nursery: Nursery, lost: tuple[str, ...]) -> None:
    """Without the log's index nothing is lost. Without the log, what was not in the file yet; and that is sound."""
    async with evening(tmp_path, nursery) as table:
        bot = table.bot
        await bot.stop()  # all is in the file now
        await bot.start()
        await table.play(windows=1)
        await table.settle()
        before = kept(table)
        bot.kill()
        await bot.ended()
        for ending in lost:
            os.unlink(f"{bot.database}{ending}")
        with closing(sqlite3.connect(bot.database)) as connection:
            assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
        assert (kept(table) == before) == ("-wal" not in lost)
        assert table.table["window"] == (1 if "-wal" in lost else 2)
        await bot.start()
        if "-wal" not in lost:
            await table.play(windows=2)
            assert table.table["window"] == 3


# ---- a second bot


async def races(folder: Path, nursery: Nursery, wire: Wire, rounds: int) -> None:
    """Two bots are started on one database at the same moment: exactly one of them runs."""
    address = f"sqlite+aiosqlite:///{folder / 'data' / 'tables.db'}"
    luck = random.Random(1)
    for number in range(rounds):
        async with AsyncExitStack() as stack:
            pair: list[BotProcess] = []
            for name in luck.sample(("one", "other"), 2):
                home = folder / f"{number}-{name}"
                make(home)
                bot = BotProcess(wire, home, nursery=nursery, SCRAPYARD_DATABASE=address)
                pair.append(await stack.enter_async_context(bot))
            for bot in pair:
                await bot.start(ready=False)
            await until(lambda pair=pair: sum(bot.alive for bot in pair) == 1)
            await until(wire.gateway.ready.is_set)
            [left] = [bot for bot in pair if not bot.alive]
            [runs] = [bot for bot in pair if bot.alive]
            assert left.code == 1
            assert speak("en")("app.run.not_alone") in left.log
            assert len(left.complaints) == 1
            person = Person(wire, f"Rook{number}", "en")
            await until(lambda: wire.backend.commands.get(None))
            assert await person.slash("play", game="volt").acknowledged(60)
            await runs.stop()
            assert (runs.code, runs.complaints) == (0, [])


async def test_of_two_bots_at_once_one_runs(tmp_path: Path, nursery: Nursery, wire: Wire) -> None:
    await races(tmp_path, nursery, wire, ROUNDS)


@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_of_two_bots_at_once_one_runs_each_time(tmp_path: Path, nursery: Nursery, wire: Wire) -> None:
    await races(tmp_path, nursery, wire, 50)
