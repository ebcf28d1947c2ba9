"""A clock that jumps by hours and days, back and forth, under everything that has its time."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engines.core import IllegalAction
from tables import pausing
from tables.model import Refused
from tests.tables.test_away import sleeps
from tests.tables.test_pausing import at_the_desk
from tests.tables.world import ANNA, BORIS, CHEN, World
from tests.toy_game import Bid, Take

JUMPS = (-72, -26, -3, -0.2, 0, 0, 0.1, 0.5, 2, 9, 30)
"""Hours by which the clock is moved before each deed; a bot that looks in time, one that was down, one set back."""
SEED = 5
"""One with which everything happens."""
PEOPLE = (ANNA, BORIS, CHEN)


async def whims(world: World, code: str, luck: random.Random) -> None:
    """Something that somebody at the table may do, or may not."""
    table = await world.tables.find(code)
    person = luck.choice(PEOPLE)
    deeds: list[Any] = [
        lambda: world.do("answer", person, code, table.window, Bid(amount=luck.randrange(4))),
        lambda: world.do("answer", person, code, table.window, Take(count=1)),
        lambda: world.do("open_vote", person, code, luck.choice(("pause", "resume", "extend", "undo"))),
        lambda: cast(world, code, person, luck.random() < 0.8),
        lambda: cast(world, code, luck.choice(PEOPLE), True),
        lambda: world.do("go_away", person, code, luck.choice((1, 2))),
        lambda: at_the_desk(world, code, pausing.pause, "mod"),
        lambda: at_the_desk(world, code, pausing.go_on),
    ]
    with suppress(Refused, IllegalAction):
        await luck.choice(deeds)()


async def cast(world: World, code: str, person: int, yes: bool) -> None:
    for vote in await world.tables.votes_open(code):
        await world.do("cast", person, code, vote.id, yes)


async def sound(world: World, code: str) -> None:
    """What holds at every moment, however the clock went."""
    table = await world.tables.find(code)
    timers = Counter(row["kind"] for row in await world.rows("select kind from timers"))
    waits = table.status == "running" and table.paused_at is None
    assert timers["deadline"] == (1 if waits else 0)
    open_votes = await world.rows("select kind from votes where status = 'open'")
    assert timers["vote"] == (1 if open_votes else 0)
    reminded = Counter(post["key"] for post in await world.posts("reminder"))
    assert all(number == 1 for number in reminded.values())
    answers = await world.rows('select 1 from actions group by code, "window", seat having count(*) > 1')
    assert not answers, "a window was answered twice"
    turns = [row["turn"] for row in await world.rows("select turn from states order by turn")]
    assert turns == list(range(1, len(turns) + 1))


async def live(path: Path, seed: int, deeds: int) -> Counter[str]:
    """How often each sort of thing happened."""
    luck = random.Random(seed)
    world = await World(path).open()
    await sleeps(world, BORIS)
    code = await world.started(BORIS, CHEN, pace="hours", hours=12, pile="large")
    await world.tables.beat()
    for _ in range(deeds):
        world.clock.moment += timedelta(hours=luck.choice(JUMPS))
        if luck.random() < 0.3:
            await world.restart()
            await world.tables.resume()
        await world.tables.beat()
        await world.flush()
        for _ in range(3):
            await whims(world, code, luck)
        await sound(world, code)
    with suppress(Refused):
        await at_the_desk(world, code, pausing.go_on)
    for _ in range(30):
        world.clock.moment += timedelta(days=1)
        await world.tables.beat()
        await sound(world, code)
    assert not await world.rows("select 1 from votes where status = 'open'"), "a vote has no end"
    happened = Counter(row["kind"] for row in await world.rows("select kind from outbox"))
    happened["window"] = (await world.tables.find(code)).window
    for row in await world.rows("select kind, status from votes"):
        happened[row["status"]] += 1
        happened[f"vote to {row['kind']}"] += 1
    happened["aways"] = len(await world.rows("select 1 from aways"))
    assert (await world.tables.find(code)).status == "over"
    await world.close()
    return happened


async def lives(folder: Path, seeds: range, deeds: int) -> None:
    happened: Counter[str] = Counter()
    for seed in seeds:
        happened += await live(folder / f"{seed}.db", seed, deeds)
    for kind in ("reminder", "aways", "outage", "missed", "passed", "vote to pause"):
        assert happened[kind], f"no {kind} in {happened}"


async def test_votes_reminders_absences_and_pauses_outlive_any_clock(tmp_path: Path) -> None:
    await lives(tmp_path, range(SEED, SEED + 1), 25)


@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_many_lives_with_such_clocks(tmp_path: Path) -> None:
    await lives(tmp_path, range(10), 60)
