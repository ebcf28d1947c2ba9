"""Rights that may lapse: asked for only where people play live and want to be, and never waited for any longer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tables.model import Press, Stale
from tests.scene_game import Decline, Doubt, Run
from tests.tables.world import ANNA, BORIS, World


async def doubtful(world: World, *others: int, **more: Any) -> str:
    """A relay in which Anna has just taken three steps, which Boris or a bot may doubt."""
    code = await world.started(*others, game="relay", **more)
    await world.flush()
    await world.do("answer", ANNA, code, 1, Run(steps=3))
    return code


async def sources(world: World) -> list[str]:
    return [row["source"] for row in await world.rows("select source from actions order by window")]


async def assert_lapsed(world: World, code: str) -> None:
    """It was the stand-in's, nobody was told, and it is held against nobody."""
    info = await world.tables.find(code)
    assert (info.window, info.window_kind, info.asked, info.patience) == (3, "leg", (0,), None)
    assert await sources(world) == ["person", "stand_in"]
    assert [seat.missed for seat in info.seats] == [0, 0]
    assert await world.posts("missed") == await world.posts("notice") == []


async def test_ruling_50_at_a_live_table_the_holder_is_asked_for_fifteen_seconds(world: World) -> None:
    code = await doubtful(world, BORIS, pace="live")
    info = await world.tables.find(code)
    assert (info.window_kind, info.asked, info.patience) == ("right", (1,), 15)
    assert info.deadline is not None
    assert (info.deadline - world.clock.now()).total_seconds() == 15
    (call,) = await world.posts("window")
    assert json.loads(call["body"]) == {"window": 2}, "an edit of the scene's post would call nobody"
    world.clock.pass_by(seconds=14)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 2
    world.clock.pass_by(seconds=1)
    await world.tables.beat()
    await assert_lapsed(world, code)


async def test_an_answer_in_time_counts(world: World) -> None:
    code = await doubtful(world, BORIS, pace="live")
    await world.do("answer", BORIS, code, 2, Doubt())
    assert await sources(world) == ["person", "person"]


async def test_an_answer_too_late_is_stale(world: World) -> None:
    code = await doubtful(world, BORIS, pace="live")
    world.clock.pass_by(seconds=15)
    await world.tables.beat()
    with pytest.raises(Stale):
        await world.do("answer", BORIS, code, 2, Doubt())
    await assert_lapsed(world, code)


async def test_a_draft_counts_when_the_time_is_up(world: World) -> None:
    code = await doubtful(world, BORIS, pace="live")
    await world.do("save_draft", BORIS, code, 2, Decline())
    world.clock.pass_by(seconds=15)
    await world.tables.beat()
    assert await sources(world) == ["person", "draft"]
    assert await world.posts("missed") == []


@pytest.mark.parametrize("pace", ["day", "slow"])
async def test_a_slow_table_never_waits(world: World, pace: str) -> None:
    code = await doubtful(world, BORIS, pace=pace)
    await assert_lapsed(world, code)
    assert await world.posts("window") == []


async def test_who_does_not_want_to_be_asked_is_not(world: World) -> None:
    await world.tables.keep_settings(world.press(BORIS), asks_rights=False)
    code = await doubtful(world, BORIS, pace="live")
    await assert_lapsed(world, code)
    assert await world.posts("window") == []


async def test_who_is_away_is_not_asked_and_stays_away(world: World) -> None:
    code = await world.started(BORIS, game="relay", pace="live")
    await world.change(f"update seats set missed=2 where code='{code}' and user_id={BORIS}")
    await world.do("answer", ANNA, code, 1, Run(steps=3))
    info = await world.tables.find(code)
    assert (info.window, info.asked) == (3, (0,))
    assert info.seats[1].missed == 2


async def test_a_bots_right_is_answered_at_once(world: World) -> None:
    code = await doubtful(world, bots=1, pace="live")
    assert (await world.tables.find(code)).window == 3
    assert await sources(world) == ["person", "bot"]


async def test_a_miss_before_a_right_is_neither_forgiven_nor_added_to(world: World) -> None:
    code = await world.started(BORIS, game="relay", pace="live")
    await world.change(f"update seats set missed=1 where code='{code}' and user_id={BORIS}")
    await world.do("answer", ANNA, code, 1, Run(steps=3))
    world.clock.pass_by(seconds=15)
    await world.tables.beat()
    assert [seat.missed for seat in (await world.tables.find(code)).seats] == [0, 1]


async def test_the_next_question_has_its_whole_time_again(world: World) -> None:
    code = await doubtful(world, BORIS, pace="live")
    world.clock.pass_by(seconds=15)
    await world.tables.beat()
    info = await world.tables.find(code)
    assert info.deadline is not None
    assert (info.deadline - world.clock.now()).total_seconds() == 300


async def test_a_right_outlives_a_restart(world: World) -> None:
    code = await doubtful(world, BORIS, pace="live")
    await world.restart()
    assert (await world.tables.find(code)).patience == 15
    world.clock.pass_by(seconds=15)
    await world.tables.beat()
    await assert_lapsed(world, code)


async def test_the_luck_of_a_game_with_rights_can_be_proved(world: World) -> None:
    code = await doubtful(world, BORIS, pace="live")
    await world.do("answer", BORIS, code, 2, Doubt())
    await world.do("resign", BORIS, code)
    report = await world.tables.fairness(code)
    assert report.replay_agrees
    assert report.draws == 1


async def test_what_a_person_wants_is_theirs_and_kept(world: World) -> None:
    assert await world.tables.asks_rights(ANNA)
    await world.tables.keep_settings(Press(1, ANNA, "Anna", "en"), asks_rights=False)
    await world.tables.remember_language(ANNA, "Anya", "zh-CN")
    await world.restart()
    assert not await world.tables.asks_rights(ANNA)
    assert await world.tables.asks_rights(BORIS)
    assert await world.tables.language_of(ANNA) == "zh-CN"
    await world.tables.keep_settings(Press(2, ANNA, "Anya", "zh-CN"), asks_rights=True)
    assert await world.tables.asks_rights(ANNA)
