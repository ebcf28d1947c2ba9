"""Time: deadlines, people who are away, and the time that the bot was down."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tables.model import PACES
from tests.tables.world import ANNA, BORIS, CHEN, START, World
from tests.toy_game import Bid


async def sources(world: World, window: int) -> list[str]:
    return [
        row["source"] for row in await world.rows(f"select source from actions where window={window} order by seat")
    ]


async def missed(world: World, code: str) -> list[int]:
    return [seat.missed for seat in (await world.tables.find(code)).seats]


async def let_pass(world: World, code: str) -> None:
    """Let the open window's time run out."""
    due = (await world.tables.find(code)).deadline
    assert due is not None
    world.clock.moment = due
    await world.tables.beat()


@pytest.mark.parametrize("pace", PACES)
async def test_each_pace_has_its_time(world: World, pace: str) -> None:
    code = await world.started(BORIS, pace=pace)
    world.clock.moment = START + PACES[pace] - timedelta(microseconds=1)  # type: ignore[index]
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 1
    world.clock.pass_by(microseconds=1)
    await world.tables.beat()
    info = await world.tables.find(code)
    assert info.window == 2
    assert info.deadline == world.clock.now() + PACES[pace]  # type: ignore[index]


async def test_ruling_23_at_the_deadline_a_draft_counts_else_the_stand_in(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.do("save_draft", BORIS, code, 1, Bid(amount=2))
    await let_pass(world, code)
    assert await sources(world, 1) == ["person", "draft", "stand_in"]
    assert (await world.tables.public_view(code)).bids[:2] == (3, 2)
    assert await missed(world, code) == [0, 0, 1]
    told = {post["seat"]: post["body"] for post in await world.posts("missed")}
    assert told == {1: '{"window": 1, "used": "draft"}', 2: '{"window": 1, "used": "stand_in"}'}


async def test_ruling_23_an_unfinished_draft_gives_way_to_the_stand_in(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("save_draft", ANNA, code, 1, Bid())
    await let_pass(world, code)
    assert await sources(world, 1) == ["stand_in", "stand_in"]
    assert await missed(world, code) == [1, 1]


async def test_a_deadline_fires_once(world: World) -> None:
    code = await world.started(BORIS)
    world.clock.pass_by(hours=24)
    await world.tables.beat()
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 2


async def test_ruling_23_who_misses_two_in_a_row_is_not_waited_for(world: World) -> None:
    code = await world.taking(BORIS, pile="large")
    await world.take(ANNA, code)
    await let_pass(world, code)
    assert await missed(world, code) == [0, 1]
    await world.take(ANNA, code)
    await let_pass(world, code)
    assert await missed(world, code) == [0, 2]
    info = await world.take(ANNA, code)
    assert info.asked == (0,), "Boris's stand-in has moved at once"
    [notice] = await world.posts("notice")
    assert notice["body"] == '{"say": "away", "seat": 1}', "the table is told once"
    assert await sources(world, info.window - 1) == ["stand_in"]


async def test_one_miss_between_answers_counts_for_nothing(world: World) -> None:
    code = await world.taking(BORIS)
    await world.take(ANNA, code)
    await let_pass(world, code)
    await world.take(ANNA, code)
    await world.take(BORIS, code)
    assert await missed(world, code) == [0, 0]


async def absent_boris(world: World) -> str:
    """A table that opens with bids, where Boris has missed two windows in a row."""
    code = await world.started(BORIS, CHEN)
    await world.change("update seats set missed = 2 where seat = 1")
    return code


async def test_the_absent_are_ready_from_the_start_and_back_with_any_press(world: World) -> None:
    code = await absent_boris(world)
    info = await world.do("back", CHEN, code)
    assert info.table.ready == 1
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    panel = await world.do("back", BORIS, code)
    assert (panel.table.seats[1].missed, panel.table.ready) == (0, 1)
    await world.do("answer", CHEN, code, 1, Bid(amount=0))
    assert (await world.tables.find(code)).window == 1, "Boris is waited for again"
    await world.do("answer", BORIS, code, 1, Bid(amount=1))
    assert await sources(world, 1) == ["person", "person", "person"]


async def test_a_draft_brings_the_absent_back(world: World) -> None:
    code = await absent_boris(world)
    await world.do("save_draft", BORIS, code, 1, Bid(amount=1))
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.do("answer", CHEN, code, 1, Bid(amount=0))
    assert (await world.tables.find(code)).window == 1


async def test_the_stand_in_plays_for_the_absent_when_the_others_are_ready(world: World) -> None:
    code = await absent_boris(world)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.do("answer", CHEN, code, 1, Bid(amount=0))
    assert (await world.tables.find(code)).window == 2
    assert await sources(world, 1) == ["person", "stand_in", "person"]
    assert await world.posts("missed") == [], "who stays away is not told again and again"


async def test_when_everybody_is_away_the_game_does_not_run_off(world: World) -> None:
    code = await world.started(BORIS)
    await world.change("update seats set missed = 2")
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 1
    await let_pass(world, code)
    assert (await world.tables.find(code)).window == 2
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 2


async def test_whoever_comes_back_gets_the_panel_that_was_not_sent(world: World) -> None:
    code = await world.taking(BORIS)
    await world.change("update seats set missed = 2")
    await let_pass(world, code)
    assert [post["key"] for post in await world.posts("panel") if ":3-" in post["key"]] == []
    await world.do("back", BORIS, code)
    assert [post["key"] for post in await world.posts("panel") if ":3-" in post["key"]] == [f"{code}:panel:3-1"]


async def test_who_comes_back_need_not_wait_for_the_absent_until_the_deadline(world: World) -> None:
    """Anna is asked and away; Boris, who is not asked, is back: nobody is waited for any more."""
    code = await world.taking(BORIS)
    await world.change("update seats set missed = 2")
    window = (await world.tables.find(code)).window
    await world.do("back", BORIS, code)
    assert (await world.tables.find(code)).window == window, "not in the middle of Boris' own press"
    await world.tables.beat()
    assert (await world.tables.find(code)).window > window
    assert await sources(world, window) == ["stand_in"]


@pytest.mark.parametrize("minutes", [2, 61, 60 * 30])
async def test_time_that_the_bot_was_down_is_credited(world: World, minutes: int) -> None:
    running, lobby = await world.started(BORIS), await world.lobby(CHEN)
    await world.tables.beat()
    before = [(await world.tables.find(code)).deadline for code in (running, lobby)]
    versions = {post["key"]: post["version"] for post in await world.posts()}
    world.clock.pass_by(minutes=minutes)
    await world.restart()
    assert await world.tables.resume() == timedelta(minutes=minutes)
    await world.tables.beat()
    after = [(await world.tables.find(code)).deadline for code in (running, lobby)]
    assert [new - old for new, old in zip(after, before, strict=True) if new and old] == 2 * [
        timedelta(minutes=minutes)
    ]
    assert (await world.tables.find(running)).window == 1, "nothing is resolved early"
    [post] = await world.posts("outage")
    assert (post["code"], post["body"]) == (running, f'{{"minutes": {minutes}}}')
    renewed = {post["key"] for post in await world.posts() if post["version"] > versions.get(post["key"], 99)}
    assert renewed == {f"{running}:window:1", f"{running}:panel:1-0", f"{running}:panel:1-1", f"{lobby}:lobby:0"}
    assert await world.tables.resume() == timedelta(), "credited once"


async def test_a_short_absence_moves_nothing(world: World) -> None:
    code = await world.started(BORIS)
    due = (await world.tables.find(code)).deadline
    assert await world.tables.resume() == timedelta(), "there was no heartbeat before the first start"
    world.clock.pass_by(seconds=60)
    assert await world.tables.resume() == timedelta(seconds=60)
    assert (await world.tables.find(code)).deadline == due
    assert await world.posts("outage") == []


async def test_one_bad_table_harms_no_other(world: World, complaints: object) -> None:
    bad, good = await world.started(BORIS), await world.started(CHEN)
    await world.change(f"update states set state_json = '{{\"secret\": 3}}' where code = '{bad}'")
    world.clock.pass_by(hours=24)
    await world.tables.beat()
    assert (await world.tables.find(bad)).window == 1
    assert (await world.tables.find(good)).window == 2
    [text] = complaints.forgive()  # type: ignore[attr-defined]
    assert bad in text
    assert "secret" not in text
    await world.tables.beat()
    assert complaints.forgive() == [], "it is left alone for a while"  # type: ignore[attr-defined]
    world.clock.pass_by(seconds=10)
    await world.tables.beat()
    assert len(complaints.forgive()) == 1  # type: ignore[attr-defined]


async def test_who_is_not_on_the_server_any_more_misses_nothing(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.change("update seats set gone = 1 where seat = 1")
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.do("answer", CHEN, code, 1, Bid(amount=0))
    assert await sources(world, 1) == ["person", "stand_in", "person"]
    assert await missed(world, code) == [0, 0, 0]
    assert await world.posts("missed") == []
    assert [row["missed"] for row in await world.rows("select missed from tenures order by seat")] == [0, 0, 0]


async def test_no_deadline_outlives_its_table(world: World) -> None:
    code = await world.started(BORIS)
    info = await world.do("resign", BORIS, code)
    assert (info.status, info.own, info.deadline) == ("over", (), None)
    assert await world.rows("select * from dues") == []
    assert await world.rows("select * from timers") == []


async def test_old_interactions_are_forgotten(world: World) -> None:
    await world.lobby()
    world.clock.pass_by(days=1)
    await world.lobby()
    world.clock.pass_by(days=1, seconds=1)
    await world.tables.beat()
    assert len(await world.rows("select * from interactions")) == 1


async def test_a_run_of_bot_windows_is_bounded(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    from tables import turns

    monkeypatch.setattr(turns, "LONGEST_RUN", 2)
    code = await world.taking(bots=3)
    info = await world.take(ANNA, code)
    assert info.asked == (2,), "two windows were resolved, the third waits for the next beat"
    assert info.deadline == world.clock.now() + PACES["day"]
    world.clock.pass_by(seconds=5)
    await world.tables.beat()
    assert (await world.tables.find(code)).asked == (0,)
    assert await missed(world, code) == [0, 0, 0, 0]


async def test_whoever_comes_back_in_the_pause_of_a_long_run_is_waited_for(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tables import turns

    monkeypatch.setattr(turns, "LONGEST_RUN", 1)
    code = await world.taking(BORIS, pile="large")
    await world.change("update seats set missed = 2 where seat = 1")
    info = await world.take(ANNA, code)
    assert info.asked == (1,)
    await world.do("back", BORIS, code)
    world.clock.pass_by(hours=1)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == info.window
    await let_pass(world, code)
    assert await sources(world, info.window) == ["stand_in"]


async def test_a_pause_outlives_a_restart(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    from tables import turns

    monkeypatch.setattr(turns, "LONGEST_RUN", 2)
    code = await world.taking(bots=3)
    await world.take(ANNA, code)
    await world.restart()
    await world.tables.resume()
    await world.tables.beat()
    assert (await world.tables.find(code)).asked == (0,)
