"""What somebody could try with the questions of a scene: hold up the others, answer for them, answer late or twice."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from tables.model import Refused, Stale
from tests.scene_game import Decline, Rest, Run
from tests.tables.world import ANNA, BORIS, CHEN, World

HOUR = timedelta(hours=1)


async def left(world: World, code: str) -> timedelta:
    """How much time the open question has."""
    deadline = (await world.tables.find(code)).deadline
    assert deadline is not None
    return deadline - world.clock.now()


async def say(world: World, user: int, code: str, action: Any) -> None:
    await world.do("answer", user, code, (await world.tables.find(code)).window, action)


async def test_many_small_answers_do_not_win_time(world: World) -> None:
    """The questions of a turn share the time of the first, or one player could hold a table up for weeks."""
    code = await world.started(BORIS, game="relay")
    world.clock.pass_by(hours=20)
    await say(world, ANNA, code, Run(steps=1))
    assert await left(world, code) == 4 * HOUR
    await say(world, ANNA, code, Rest())
    assert await left(world, code) == 24 * HOUR, "the next seat has all of its own"


@pytest.mark.parametrize(("pace", "least"), [("live", 60), ("day", 3600), ("slow", 3 * 3600)])
async def test_there_is_always_time_to_think(world: World, pace: str, least: int) -> None:
    code = await world.started(BORIS, game="relay", pace=pace)
    world.clock.pass_by(seconds=int((await left(world, code)).total_seconds()) - 1)
    await say(world, ANNA, code, Run(steps=1))
    assert (await left(world, code)).total_seconds() == least


async def test_a_draft_that_is_taken_at_the_deadline_wins_no_time(world: World) -> None:
    code = await world.started(BORIS, game="relay")
    await world.do("save_draft", ANNA, code, 1, Run(steps=1))
    world.clock.pass_by(hours=24)
    await world.tables.beat()
    info = await world.tables.find(code)
    assert (info.window, info.asked, info.seats[0].missed) == (2, (0,), 0)
    assert await left(world, code) == HOUR


async def test_after_a_stand_in_has_answered_there_is_all_the_time(world: World) -> None:
    """Whoever comes back then finds the turn as the others have theirs."""
    code = await world.started(BORIS, game="relay")
    world.clock.pass_by(hours=24)
    await world.tables.beat()
    info = await world.tables.find(code)
    assert info.seats[0].missed == 1
    assert await left(world, code) == 24 * HOUR


async def test_while_everybody_is_away_each_turn_takes_one_deadline(world: World) -> None:
    """Not one for each of its questions, or a game that all have left would take months to end."""
    code = await world.started(BORIS, game="relay")
    await world.change(f"update seats set missed=2 where code='{code}'")
    for days in range(1, 4):
        asked, window = (await world.tables.find(code)).asked, (await world.tables.find(code)).window
        world.clock.pass_by(hours=24)
        await world.tables.beat()
        info = await world.tables.find(code)
        if info.status == "running":
            assert (info.asked, info.window > window + 1) == ((1 - asked[0],), True), days
            assert await left(world, code) == 24 * HOUR, "the next turn has its own: nothing runs off by itself"
    await world.do("back", ANNA, code)
    info = await world.tables.find(code)
    assert info.seats[0].missed == 0


async def test_time_that_the_bot_was_down_is_not_lost_in_mid_turn(world: World) -> None:
    code = await world.started(BORIS, game="relay")
    await world.tables.beat()
    world.clock.pass_by(hours=2)
    await say(world, ANNA, code, Run(steps=1))
    await world.tables.beat()
    await world.close()
    world.clock.pass_by(hours=40)
    await world.open()
    await world.tables.resume()
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 2
    assert await left(world, code) == 22 * HOUR


async def test_forty_presses_at_once_answer_once(world: World) -> None:
    code = await world.started(BORIS, CHEN, game="relay")
    presses = [world.tables.answer(world.press(ANNA), code, 1, Run(steps=1)) for _ in range(20)]
    presses += [world.tables.answer(world.press(user), code, 1, Run(steps=1)) for user in (BORIS, CHEN) * 10]
    outcomes = await asyncio.gather(*presses, return_exceptions=True)
    assert sum(not isinstance(outcome, BaseException) for outcome in outcomes) == 1
    assert all(isinstance(outcome, Refused) for outcome in outcomes if isinstance(outcome, BaseException))
    info = await world.tables.find(code)
    assert (info.window, info.asked) == (2, (0,))


@pytest.mark.parametrize("user", [ANNA, CHEN])
async def test_nobody_answers_in_anothers_right(world: World, user: int) -> None:
    code = await world.started(BORIS, CHEN, game="relay", pace="live")
    await say(world, ANNA, code, Run(steps=3))
    info = await world.tables.find(code)
    assert (info.asked, info.patience) == ((1,), 15)
    for action in (Decline(), Rest(), Run(steps=1)):
        with pytest.raises(Refused, match="not_asked"):
            await world.do("answer", user, code, info.window, action)
        with pytest.raises(Refused, match="not_asked"):
            await world.do("save_draft", user, code, info.window, action)
    world.clock.pass_by(seconds=15)
    await world.tables.beat()
    with pytest.raises(Stale):
        await world.do("answer", BORIS, code, info.window, Decline())


@pytest.mark.parametrize("leaver", [ANNA, BORIS, CHEN])
async def test_leaving_while_a_right_is_open(world: World, leaver: int) -> None:
    """Whoever leaves, the scene's post is asked or over as the table is, and the right lapses or goes on."""
    code = await world.started(BORIS, CHEN, game="relay", pace="live")
    await say(world, ANNA, code, Run(steps=3))
    before = await left(world, code)
    await world.do("resign", leaver, code)
    info = await world.tables.find(code)
    assert info.status == "running"
    assert not info.seats[info.asked[0]].out
    if leaver == CHEN:
        assert (info.asked, info.patience, await left(world, code)) == ((1,), 15, before)
    open_scenes = [row for row in await world.posts("turn") if '"window": null' not in row["body"]]
    assert [row["key"] for row in open_scenes] == [f"{code}:turn:{info.scene}"]
    for _ in range(12):
        world.clock.pass_by(minutes=5)
        await world.tables.beat()
    assert (await world.tables.find(code)).window > info.window


class Cut(Exception):
    """The bot is gone, in the middle of a transaction."""


async def test_a_turn_is_stored_whole_or_not_at_all(world: World) -> None:
    """Cut off before any one of its writes, answering has changed nothing; then it counts, and counts once.

    The answer ends the turn, and a bot's whole turn follows in the same transaction.
    """
    code = await world.started(game="relay", bots=1)
    await say(world, ANNA, code, Run(steps=1))
    before, writes, limit = await world.content(), 0, 0

    def count(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        nonlocal writes
        if statement.lstrip()[:6].upper() in ("INSERT", "UPDATE", "DELETE"):
            writes += 1
            if writes > limit:
                raise Cut

    engine = world.database._engine.sync_engine
    event.listen(engine, "before_cursor_execute", count)
    try:
        while True:
            writes = 0
            try:
                await world.tables.answer(
                    world.press(ANNA, again=True) if limit else world.press(ANNA), code, 2, Rest()
                )
                break
            except Cut:
                limit += 1
                assert await world.content() == before
    finally:
        event.remove(engine, "before_cursor_execute", count)
    assert limit > 20
    info = await world.tables.find(code)
    assert info.asked == (0,)
    assert info.window > 3
    sources = [row["source"] for row in await world.rows("select source from actions order by window")]
    assert sources == ["person", "person", *["bot"] * (info.window - 3)]
