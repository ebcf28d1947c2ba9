"""A host on which everything goes wrong: no room, no right to write, other programs, power cuts, a clock that jumps."""

from __future__ import annotations

import random
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError, OperationalError

from db import database as database_module
from tables.model import Refused
from tests.host.test_backup import content
from tests.tables.conftest import migrated as migrated
from tests.tables.test_upgrade import answered
from tests.tables.world import ANNA, BORIS, World
from tests.toy_game import Bid

PAGE, FRAME_HEAD, LOG_HEAD = 4096, 24, 32


async def begun(folder: Path, migrated: Path, game: str = "pebbles") -> tuple[World, str]:
    path = folder / "tables.db"
    shutil.copy(migrated, path)
    world = await World(path).open()
    return world, await world.started(BORIS, game=game)


@pytest.fixture
def pragmas(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What every connection is told besides, as long as the test wants."""

    def tell(*more: str) -> None:
        monkeypatch.setattr(database_module, "PRAGMAS", (*database_module.PRAGMAS, *more))

    return tell


# ---- the disk


async def fill(world: World) -> None:
    """Write until there is no room."""
    for number in range(3000):
        row = f"({number}, '{'x' * 80}', 'en')"
        await world.change(f"insert into people (user_id, name, language) values {row}")


async def test_a_full_disk_refuses_the_press_whole_and_costs_nothing(
    tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, code = await begun(tmp_path, migrated, "volt")
    choices = await world.tables.choices(code, 0, 1, 40)
    [pages] = await world.rows("pragma page_count")
    await world.close()
    refused = 0
    with monkeypatch.context() as patch:
        limit = f"max_page_count={pages['page_count']}"
        patch.setattr(database_module, "PRAGMAS", (*database_module.PRAGMAS, limit))
        await world.open()
        with pytest.raises(OperationalError, match="full"):
            await fill(world)
        for number in range(50):
            before = await world.content()
            with suppress(OperationalError):
                await world.lobby(2000 + number, game="volt")
                continue
            refused += 1
            assert await world.content() == before, "half of it was written"
            break
        assert refused, "the disk was never full"
        assert (await world.tables.find(code)).status == "running", "it can still be read"
        await world.close()
    await world.open()
    [check] = await world.rows("pragma integrity_check")
    assert check == {"integrity_check": "ok"}
    await world.do("save_draft", ANNA, code, 1, choices[0])
    await world.close()


async def test_a_read_only_database_is_refused_at_the_start(tmp_path: Path, migrated: Path, pragmas: Any) -> None:
    world, _ = await begun(tmp_path, migrated)
    await world.close()
    before = content(world.path)
    pragmas("query_only=ON")
    with pytest.raises(DBAPIError, match="readonly"):
        await World(world.path).open()
    assert content(world.path) == before


# ---- other programs


async def test_a_lock_for_a_moment_is_waited_for(tmp_path: Path, migrated: Path) -> None:
    world, code = await begun(tmp_path, migrated)
    other = sqlite3.connect(world.path, isolation_level=None, check_same_thread=False)
    other.execute("begin immediate")
    threading.Timer(0.5, lambda: other.execute("rollback")).start()
    await world.do("answer", ANNA, code, 1, Bid(amount=1))
    assert (await world.tables.panel(code, ANNA)).ready
    other.close()
    await world.close()


async def test_a_lock_for_long_refuses_the_press_whole(tmp_path: Path, migrated: Path, pragmas: Any) -> None:
    world, code = await begun(tmp_path, migrated)
    await world.close()
    pragmas("busy_timeout=50")
    await world.open()
    before = await world.content()
    with closing(sqlite3.connect(world.path, isolation_level=None)) as other:
        other.execute("begin immediate")
        press = world.press(ANNA)
        with pytest.raises(OperationalError, match="locked"):
            await world.tables.answer(press, code, 1, Bid(amount=1))
        assert (await world.tables.find(code)).status == "running", "reading goes on"
        other.execute("rollback")
    assert await world.content() == before
    await world.tables.answer(press, code, 1, Bid(amount=1))
    assert (await world.tables.panel(code, ANNA)).ready, "the same press counts when it comes again"
    await world.close()


# ---- power cuts


async def story(folder: Path, migrated: Path) -> tuple[Path, list[list[str]]]:
    """A game whose whole history lies in the log; gives the database and what it held after each commit."""
    path = folder / "tables.db"
    shutil.copy(migrated, path)
    with closing(sqlite3.connect(path)) as file:
        file.execute("pragma journal_mode=wal").fetchall()
    keeper = sqlite3.connect(path)  # holds the log back from being written into the file
    keeper.execute("pragma wal_autocheckpoint=0").fetchall()
    keeper.execute("select count(*) from tables").fetchone()
    world = await World(path).open()
    held = [content(path)]
    code = await world.lobby()
    held.append(content(path))
    await world.do("join", BORIS, code)
    held.append(content(path))
    await world.do("start", ANNA, code)
    held.append(content(path))
    for person, amount in ((ANNA, 3), (BORIS, 0)):
        await world.do("save_draft", person, code, 1, Bid(amount=1))
        held.append(content(path))
        await world.do("answer", person, code, 1, Bid(amount=amount))
        held.append(content(path))
    cut = folder / "cut.db"
    shutil.copy(path, cut)
    shutil.copy(f"{path}-wal", f"{cut}-wal")
    await world.close()
    keeper.close()
    return cut, held


def lengths(log: int, every: bool) -> Iterator[int]:
    """Of the log: each boundary of a frame, a byte more and less, and some in the middle; or all there are."""
    if every:
        yield from range(log + 1)
        return
    frame = FRAME_HEAD + PAGE
    for end in range(LOG_HEAD, log + 1, frame):
        yield from (end - 1, end, min(end + 1, log), min(end + frame // 2, log))
    yield log


async def check_cuts(folder: Path, migrated: Path, *, every: bool) -> int:
    """The database with its log cut off at each length is one that was committed, and never less than before."""
    cut, held = await story(folder, migrated)
    return try_cuts(cut, held, every=every)


def try_cuts(cut: Path, held: list[list[str]], *, every: bool) -> int:
    """How many lengths were tried."""
    whole, log = cut.read_bytes(), Path(f"{cut}-wal").read_bytes()
    last, tried = 0, 0
    for length in sorted(set(lengths(len(log), every))):
        victim = cut.with_name("victim.db")
        for ending in ("", "-wal", "-shm"):
            Path(f"{victim}{ending}").unlink(missing_ok=True)
        victim.write_bytes(whole)
        Path(f"{victim}-wal").write_bytes(log[:length])
        found = content(victim)
        assert found in held[last:], f"cut at {length} bytes: a mixture, or less than a shorter log gave"
        last = held.index(found, last)
        tried += 1
    assert last == len(held) - 1, "the whole log gives everything that was acknowledged"
    return tried


async def test_a_power_cut_leaves_a_state_that_was_committed(tmp_path: Path, migrated: Path) -> None:
    assert await check_cuts(tmp_path, migrated, every=False) > 100


@pytest.mark.long
@pytest.mark.timeout(6 * 3600)
async def test_a_power_cut_at_every_byte(tmp_path: Path, migrated: Path) -> None:
    await check_cuts(tmp_path, migrated, every=True)


async def test_a_torn_log_is_left_out(tmp_path: Path, migrated: Path) -> None:
    """The last frame holds another page's bytes: what was committed before it is there."""
    cut, held = await story(tmp_path, migrated)
    tear(Path(f"{cut}-wal"))
    assert content(cut) == held[-2]


def tear(log: Path) -> None:
    whole = bytearray(log.read_bytes())
    whole[-PAGE:] = random.Random(1).randbytes(PAGE)
    log.write_bytes(whole)


# ---- the clock


@pytest.mark.parametrize("seed", range(3))
async def test_a_clock_that_jumps_fires_every_deadline_once(tmp_path: Path, migrated: Path, seed: int) -> None:
    """Hours and days, back and forth: each window is resolved once, and the game comes to its end."""
    luck = random.Random(seed)
    world, code = await begun(tmp_path, migrated, "volt")
    for _ in range(120):
        table = await world.tables.find(code)
        if table.status != "running":
            break
        world.clock.moment += timedelta(hours=luck.choice((-48, -3, -0.1, 0.1, 1, 7, 30)))
        if luck.random() < 0.3:
            await world.tables.resume()
        await world.tables.beat()
        if luck.random() < 0.3:
            try:
                await answered(world, code, 1)
            except Refused:
                continue
    windows = [row["window"] for row in await world.rows('select "window" from actions group by "window", seat')]
    assert len(windows) == len(await world.rows("select 1 from actions")), "a window was answered twice"
    turns = [row["turn"] for row in await world.rows("select turn from states order by turn")]
    assert turns == list(range(1, len(turns) + 1))
    table = await world.tables.find(code)
    timers = await world.rows("select * from timers where kind = 'deadline'")
    assert len(timers) == (1 if table.status == "running" else 0)
    world.clock.moment += timedelta(days=30)
    for _ in range(60):
        world.clock.moment += timedelta(days=3)
        await world.tables.beat()
    assert (await world.tables.find(code)).status != "running", "no deadline is left that could end it"
    await world.close()
