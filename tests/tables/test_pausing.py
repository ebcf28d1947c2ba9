"""Pause: all clocks stop, answers are kept, and what was left is left when the game goes on."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tables import dues, pausing, turns
from tests.tables.test_away import NIGHT, owns, sleeps
from tests.tables.test_deadlines import missed, sources
from tests.tables.test_lobby import refused
from tests.tables.world import ANNA, BORIS, CHEN, START, World
from tests.toy_game import Bid

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


async def at_the_desk(world: World, code: str, doing: Any, *args: Any) -> None:
    """What votes and moderators have done to a table."""
    async with world.tables._desk(None, code) as desk:
        await doing(desk, *args)


async def pause(world: World, code: str) -> None:
    await at_the_desk(world, code, pausing.pause, "mod")


async def go_on(world: World, code: str) -> None:
    await at_the_desk(world, code, pausing.go_on)


async def test_all_clocks_stop_and_run_on_with_what_was_left(world: World) -> None:
    code = await world.started(BORIS)
    world.clock.pass_by(hours=20)
    await pause(world, code)
    info = await world.tables.find(code)
    assert (info.status, info.paused_at, info.paused_why) == ("running", START + 20 * HOUR, "mod")
    world.clock.pass_by(days=30)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 1
    await go_on(world, code)
    info = await world.tables.find(code)
    assert (info.paused_at, info.paused_why) == (None, None)
    assert info.deadline == world.clock.now() + 4 * HOUR
    world.clock.pass_by(hours=4)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 2


async def test_answers_are_kept_and_resolve_nothing_until_then(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("save_draft", ANNA, code, 1, Bid(amount=1))
    await pause(world, code)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    panel = await world.do("answer", BORIS, code, 1, Bid(amount=0))
    assert (panel.ready, panel.table.window, panel.table.ready) == (True, 1, 2)
    await world.do("unready", BORIS, code, 1)
    await world.do("ready", BORIS, code, 1)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 1
    await go_on(world, code)
    assert (await world.tables.find(code)).window == 2, "at once"
    assert await sources(world, 1) == ["person", "person"]


async def test_who_was_late_before_the_pause_is_late_after_it(world: World) -> None:
    await sleeps(world, BORIS)
    code = await world.started(BORIS, pace="hours", hours=12)
    world.clock.pass_by(hours=13)
    await pause(world, code)
    world.clock.pass_by(hours=48)
    await world.do("answer", BORIS, code, 1, Bid(amount=0))
    await go_on(world, code)
    assert await sources(world, 1) == ["stand_in", "person"]


async def test_nobody_gets_late_in_a_pause(world: World) -> None:
    code = await world.started(BORIS)
    await pause(world, code)
    world.clock.pass_by(days=3)
    await world.do("answer", BORIS, code, 1, Bid(amount=0))
    await go_on(world, code)
    assert (await world.tables.find(code)).window == 1, "Anna is waited for"
    assert await missed(world, code) == [0, 0]


async def test_the_posts_of_the_window_say_that_it_is_paused(world: World) -> None:
    code = await world.started(BORIS)
    for change in (pause, go_on):
        before = {post["key"]: post["version"] for post in await world.posts()}
        await change(world, code)
        renewed = {post["key"] for post in await world.posts() if post["version"] > before[post["key"]]}
        assert renewed == {f"{code}:window:1", f"{code}:panel:1-0", f"{code}:panel:1-1"}


async def test_resigning_works_while_paused_and_what_opens_then_waits(world: World) -> None:
    code = await world.taking(BORIS, CHEN)
    await pause(world, code)
    world.clock.pass_by(days=5)
    info = await world.do("resign", ANNA, code)
    assert (info.window, info.asked) == (3, (1,))
    world.clock.pass_by(days=5)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 3
    await go_on(world, code)
    assert (await world.tables.find(code)).deadline == world.clock.now() + DAY, "the whole of its time"
    await pause(world, code)
    assert (await world.do("resign", BORIS, code)).status == "over"
    assert await world.rows("select * from timers") == []


async def test_downtime_in_a_pause_is_the_pauses(world: World) -> None:
    code, other = await world.started(BORIS), await world.started(CHEN)
    await world.tables.beat()
    await pause(world, code)
    world.clock.pass_by(hours=5)
    await world.restart()
    await world.tables.resume()
    assert [post["code"] for post in await world.posts("outage")] == [other], "there it moved something"
    await go_on(world, code)
    for each in (code, other):
        assert (await world.tables.find(each)).deadline == START + 29 * HOUR


async def test_a_run_of_bot_windows_that_was_stopped_runs_on(world: World, monkeypatch: Any) -> None:
    monkeypatch.setattr(turns, "LONGEST_RUN", 2)
    code = await world.taking(bots=3)
    assert (await world.take(ANNA, code)).asked == (2,)
    await pause(world, code)
    world.clock.pass_by(seconds=5)
    await world.tables.beat()
    assert (await world.tables.find(code)).asked == (2,)
    await go_on(world, code)
    assert (await world.tables.find(code)).asked == (0,)


async def test_what_cannot_be_paused(world: World) -> None:
    lobby, code = await world.lobby(CHEN), await world.started(BORIS)
    await refused("not_started", pause(world, lobby))
    await refused("not_paused", go_on(world, code))
    await pause(world, code)
    await refused("paused", pause(world, code))
    await world.do("resign", BORIS, code)
    await refused("table_closed", go_on(world, code))


# ---- more time, less of it, and who is passed over


async def test_extending_gives_everybody_more_and_the_late_another_chance(world: World) -> None:
    await sleeps(world, BORIS)
    code = await world.started(BORIS, CHEN, pace="hours", hours=12)
    world.clock.pass_by(hours=13)
    await at_the_desk(world, code, dues.extend, 3 * HOUR)
    assert await owns(world, code) == [(0, 15 * HOUR, ""), (1, 22 * HOUR, "quiet"), (2, 15 * HOUR, "")]
    await world.do("answer", BORIS, code, 1, Bid(amount=0))
    await world.do("answer", CHEN, code, 1, Bid(amount=0))
    assert (await world.tables.find(code)).window == 1, "Anna is waited for again"
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    assert await sources(world, 1) == ["person", "person", "person"]


async def skip(world: World, code: str, *seats: int) -> None:
    async def doing(desk: Any) -> None:
        await dues.skip(desk, seats)
        await turns.settle(desk)

    await at_the_desk(world, code, doing)


async def test_whom_a_moderator_passes_over_has_not_missed(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.change("update seats set missed = 1 where seat > 0")
    await world.do("save_draft", CHEN, code, 1, Bid(amount=2))
    await world.change("update seats set missed = 1 where seat = 2")
    await skip(world, code, 1, 2)
    info = await world.tables.find(code)
    assert (info.window, info.ready, [own.seat for own in info.own]) == (1, 0, [0])
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    assert await sources(world, 1) == ["person", "stand_in", "draft"]
    assert await missed(world, code) == [0, 1, 1], "neither more nor less than before"
    assert await world.posts("missed") == []
    assert await world.rows("select seat, answered, missed from tenures order by seat") == [
        {"seat": 0, "answered": 1, "missed": 0},
        {"seat": 1, "answered": 0, "missed": 0},
        {"seat": 2, "answered": 1, "missed": 0},
    ]


async def test_passing_somebody_over_does_not_tell_whether_they_were_ready(world: World) -> None:
    seen: list[Any] = []
    for ready in (False, True):
        code = await world.started(BORIS, CHEN)
        await world.do("save_draft", BORIS, code, 1, Bid(amount=2))
        if ready:
            await world.do("ready", BORIS, code, 1)
        before = (await world.tables.find(code)).ready
        await skip(world, code, 1)
        info = await world.tables.find(code)
        seen.append((info.ready - before, info.window, info.own, info.deadline))
    assert seen[0] == seen[1]
    assert seen[0][0] == 0


async def test_everybody_passed_over_resolves_at_once(world: World) -> None:
    code = await world.started(BORIS)
    await skip(world, code, 0, 1)
    assert (await world.tables.find(code)).window == 2


async def test_a_newcomer_has_time_enough(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    world.clock.pass_by(hours=23)
    await at_the_desk(world, code, dues.give_time, 1, 12 * HOUR)
    assert await owns(world, code) == [(0, DAY, ""), (1, 35 * HOUR, ""), (2, DAY, "")]
    await at_the_desk(world, code, dues.give_time, 2, timedelta())
    assert await owns(world, code) == [(0, DAY, ""), (1, 35 * HOUR, ""), (2, DAY, "")], "never less"
    world.clock.pass_by(hours=1)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 1


async def test_downtime_is_credited_to_each_own_deadline(world: World) -> None:
    await world.do("keep_settings", BORIS, zone="UTC", quiet=NIGHT)
    code = await world.started(BORIS, CHEN, pace="hours", hours=12)
    await world.tables.beat()
    world.clock.pass_by(hours=2)
    await world.restart()
    await world.tables.resume()
    assert await owns(world, code) == [(0, 14 * HOUR, ""), (1, 21 * HOUR, "quiet"), (2, 14 * HOUR, "")]
    world.clock.pass_by(hours=12)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 1
    world.clock.pass_by(hours=7)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 2


async def test_downtime_moves_votes(world: World) -> None:
    code = await world.started(BORIS, pace="slow")
    vote = await world.do("open_vote", ANNA, code, "extend", amount=5)
    await world.tables.beat()
    world.clock.pass_by(hours=60)
    await world.restart()
    await world.tables.resume()
    await world.tables.beat()
    after = await world.tables.vote(code, vote.id)
    assert (after.status, after.expires) == ("open", vote.expires + 60 * HOUR)
    world.clock.moment = after.expires
    await world.tables.beat()
    assert (await world.tables.vote(code, vote.id)).status == "expired"


def moments(info: Any) -> list[datetime]:
    return [own.due for own in info.own]


async def test_nobody_is_penalised_for_downtime(world: World) -> None:
    """The bot was down over the deadline: it is still open afterwards, and an answer counts."""
    code = await world.started(BORIS)
    world.clock.pass_by(hours=23)
    await world.tables.beat()
    world.clock.pass_by(hours=30)
    await world.restart()
    await world.tables.resume()
    await world.tables.beat()
    info = await world.tables.find(code)
    assert (info.window, moments(info)) == (1, [START + 54 * HOUR] * 2)
    await world.do("answer", BORIS, code, 1, Bid(amount=0))
    await world.do("answer", ANNA, code, 1, Bid(amount=1))
    assert await missed(world, code) == [0, 0]


async def test_nobody_is_late_before_downtime_is_credited(world: World) -> None:
    """Somebody presses after the bot, or Discord, was away, and before the first beat has credited that."""
    await sleeps(world, BORIS)
    code = await world.started(BORIS, pace="hours", hours=12)
    world.clock.pass_by(hours=11)
    await world.tables.beat()
    world.clock.pass_by(hours=5)
    await world.do("answer", BORIS, code, 1, Bid(amount=0))
    assert (await world.tables.find(code)).window == 1
    await world.tables.resume()
    await world.tables.beat()
    await world.do("answer", ANNA, code, 1, Bid(amount=1))
    assert await sources(world, 1) == ["person", "person"]
