"""Quiet hours and away days at a table: they move their holder's own deadline, and the table sees it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from tables.model import AWAY_BUDGETS, Refused, TableInfo
from tests.tables.test_deadlines import let_pass, missed, sources
from tests.tables.test_lobby import refused
from tests.tables.world import ANNA, BORIS, CHEN, DORA, START, World
from tests.toy_game import Bid

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NIGHT = (23 * 60, 7 * 60)


async def sleeps(world: World, user: int, zone: str = "UTC", quiet: tuple[int, int] = NIGHT) -> None:
    await world.do("keep_settings", user, zone=zone, quiet=quiet)


async def owns(world: World, code: str) -> list[tuple[int, timedelta, str]]:
    """Each own deadline as the time from the start of the test to it."""
    return [(own.seat, own.due - START, own.why) for own in (await world.tables.find(code)).own]


async def test_quiet_hours_move_only_their_own_deadline_and_everybody_sees_it(world: World) -> None:
    await sleeps(world, BORIS)
    code = await world.started(BORIS, CHEN, pace="hours", hours=12)
    assert await owns(world, code) == [(0, 12 * HOUR, ""), (1, 19 * HOUR, "quiet"), (2, 12 * HOUR, "")]
    assert (await world.tables.find(code)).deadline == START + 19 * HOUR, "the latest of them"


async def test_the_zone_is_the_persons(world: World) -> None:
    await sleeps(world, BORIS, "Asia/Shanghai")
    code = await world.started(BORIS, pace="hours", hours=6)
    assert await owns(world, code) == [(0, 6 * HOUR, ""), (1, 11 * HOUR, "quiet")], "18 UTC is two in the night"


async def test_live_tables_know_no_quiet_hours(world: World) -> None:
    await sleeps(world, BORIS)
    world.clock.pass_by(hours=12)
    code = await world.started(BORIS, pace="live")
    assert {due - 12 * HOUR for _, due, _ in await owns(world, code)} == {timedelta(minutes=5)}


async def test_what_is_chosen_later_is_good_from_the_next_question_on(world: World) -> None:
    code = await world.started(BORIS, pace="hours", hours=12)
    before = await owns(world, code)
    await sleeps(world, BORIS)
    assert await owns(world, code) == before


async def test_whose_time_is_up_is_not_waited_for_but_may_still_answer(world: World) -> None:
    await sleeps(world, BORIS)
    code = await world.started(BORIS, CHEN, pace="hours", hours=12)
    world.clock.pass_by(hours=13)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 1, "Boris may sleep on"
    await world.do("answer", CHEN, code, 1, Bid(amount=2))
    await world.do("answer", BORIS, code, 1, Bid(amount=1))
    assert await sources(world, 1) == ["stand_in", "person", "person"]
    assert await missed(world, code) == [1, 0, 0]


async def test_the_window_ends_as_soon_as_everybody_waited_for_is_ready_or_late(world: World) -> None:
    await sleeps(world, BORIS)
    code = await world.started(BORIS, pace="hours", hours=12)
    await world.do("answer", BORIS, code, 1, Bid(amount=1))
    world.clock.moment = START + 12 * HOUR - timedelta(seconds=1)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 1
    world.clock.pass_by(seconds=1)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 2, "not only when Boris' own time is up"


async def test_taking_back_ones_answer_has_the_window_wait_again(world: World) -> None:
    await sleeps(world, BORIS)
    code = await world.started(BORIS, pace="hours", hours=12)
    await world.do("answer", BORIS, code, 1, Bid(amount=1))
    await world.do("unready", BORIS, code, 1)
    world.clock.pass_by(hours=12)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 1
    await let_pass(world, code)
    assert await sources(world, 1) == ["stand_in", "draft"]


async def test_own_deadlines_do_not_tell_who_is_ready(world: World) -> None:
    """Nothing that others see of time changes with readiness, before or after a deadline has passed."""
    await sleeps(world, BORIS)
    seen: list[list[TableInfo]] = []
    for ready in (False, True):
        world.clock.moment = START
        code = await world.started(BORIS, CHEN, DORA, pace="hours", hours=12)
        await world.do("save_draft", ANNA, code, 1, Bid(amount=1))
        if ready:
            await world.do("ready", ANNA, code, 1)
        infos = []
        for hours in (1, 12):
            world.clock.pass_by(hours=hours)
            await world.tables.beat()
            infos.append(await world.tables.find(code))
        seen.append(infos)
    for without, with_ in zip(*seen, strict=True):
        assert (without.own, without.deadline) == (with_.own, with_.deadline)
        assert with_.ready - without.ready == 1, "the count, which is public, and not when it changes"


async def test_away_days_stop_ones_own_clock(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    world.clock.pass_by(hours=20)
    info = await world.do("go_away", BORIS, code, 2)
    assert await owns(world, code) == [(0, DAY, ""), (1, 3 * DAY, "away"), (2, DAY, "")]
    assert info.away_until == {1: START + 20 * HOUR + 2 * DAY}
    assert await world.tables.away_left(code, BORIS) == 1
    assert await world.tables.away_left(code, CHEN) == 3
    [notice] = await world.posts("notice")
    begins = int(START.timestamp()) + 20 * 3600
    told = {"say": "away_days", "seat": 1, "days": 2, "starts": begins, "ends": begins + 2 * 86400}
    assert json.loads(notice["body"]) == told
    world.clock.pass_by(days=2, hours=3, minutes=59)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 1, "the four hours that were left are left"
    assert (await world.tables.find(code)).away_until == {}
    world.clock.pass_by(minutes=1)
    await world.tables.beat()
    assert await missed(world, code) == [1, 1, 1], "nobody had answered"


async def test_whoever_is_away_may_answer_all_the_same(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("go_away", BORIS, code, 3)
    await world.do("answer", BORIS, code, 1, Bid(amount=1))
    await world.do("answer", ANNA, code, 1, Bid(amount=0))
    assert (await world.tables.find(code)).window == 2
    [(seat, due, why)] = await owns(world, code)
    assert (seat, due, why) == (1, 4 * DAY, "away"), "what opens meanwhile waits as well"


async def test_away_days_can_be_announced(world: World) -> None:
    code = await world.started(BORIS)
    info = await world.do("go_away", BORIS, code, 1, START + 2 * DAY)
    assert info.away_until == {}
    assert [due for _, due, _ in await owns(world, code)] == [DAY, DAY], "what is due before is due before"
    await world.do("go_away", BORIS, code, 1, START + DAY / 2)
    assert [due for _, due, _ in await owns(world, code)] == [DAY, 2 * DAY]
    await refused("away_twice", world.do("go_away", BORIS, code, 1, START + DAY))
    assert await world.tables.away_left(code, BORIS) == 1


async def test_coming_back_early_gives_whole_days_back(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("go_away", BORIS, code, 3)
    world.clock.pass_by(hours=30)
    info = await world.do("come_back", BORIS, code)
    assert info.away_until == {}
    assert await world.tables.away_left(code, BORIS) == 1, "of the second day some hours are used"
    assert await owns(world, code) == [(0, DAY, ""), (1, DAY + 30 * HOUR, "away")], "all that was left"
    assert [json.loads(post["body"])["say"] for post in await world.posts("notice")] == ["away_days", "back_early"]
    await refused("not_away", world.do("come_back", BORIS, code))
    await world.do("go_away", BORIS, code, 1, START + 10 * DAY)
    assert await world.tables.away_left(code, BORIS) == 0
    await world.do("come_back", BORIS, code)
    assert await world.tables.away_left(code, BORIS) == 1, "those to come are given up"


async def test_the_budget_is_the_tables_and_each_ones_own(world: World) -> None:
    code = await world.lobby()
    for budget in AWAY_BUDGETS:
        assert (await world.do("configure", ANNA, code, away_budget=budget)).away_budget == budget
    for odd in (-1, 4, 15):
        await refused("unknown_option", world.do("configure", ANNA, code, away_budget=odd))
    await world.do("configure", ANNA, code, away_budget=2)
    await world.do("join", BORIS, code)
    await refused("not_started", world.do("go_away", BORIS, code, 1))
    await world.do("start", ANNA, code)
    assert (await refused("away_budget", world.do("go_away", BORIS, code, 3))).facts == {"left": 2}
    await world.do("go_away", BORIS, code, 2)
    await refused("away_budget", world.do("go_away", BORIS, code, 1, START + 5 * DAY))
    await world.do("go_away", ANNA, code, 2)


async def test_who_cannot_go_away(world: World) -> None:
    live = await world.started(BORIS, pace="live")
    await refused("away_live", world.do("go_away", BORIS, live, 1))
    assert await world.tables.away_left(live, BORIS) == 0
    await sleeps(world, BORIS)
    code = await world.started(BORIS, CHEN, pace="hours", hours=12)
    await refused("not_seated", world.do("go_away", DORA, code, 1))
    await refused("unknown_option", world.do("go_away", BORIS, code, 0))
    await refused("away_past", world.do("go_away", BORIS, code, 1, START - HOUR))
    world.clock.pass_by(hours=13)
    await refused("away_late", world.do("go_away", CHEN, code, 1))
    await world.do("go_away", BORIS, code, 1)
    await world.do("resign", CHEN, code)
    await refused("resigned", world.do("go_away", CHEN, code, 1))


async def test_whole_days_leave_nights_where_they_were(world: World) -> None:
    await sleeps(world, BORIS)
    code = await world.started(BORIS, pace="hours", hours=14)
    assert (await owns(world, code))[1] == (1, 19 * HOUR, "quiet")
    world.clock.pass_by(hours=18)
    await world.do("go_away", BORIS, code, 1)
    assert (await owns(world, code))[1] == (1, DAY + 19 * HOUR, "away")


async def test_a_day_that_is_cut_short_never_ends_in_the_night(world: World) -> None:
    await sleeps(world, BORIS)
    code = await world.started(BORIS, pace="hours", hours=10)
    world.clock.pass_by(hours=8)
    await world.do("go_away", BORIS, code, 2)
    world.clock.pass_by(hours=7)
    await world.do("come_back", BORIS, code)
    assert (await owns(world, code))[1] == (1, 19 * HOUR, "away"), "two hours were left at three in the night"


async def test_coming_and_going_with_other_nights_wins_nothing(world: World) -> None:
    """Quiet hours chosen anew around one's own deadline, and days taken only to be given back, give no time."""
    code = await world.started(BORIS, pace="hours", hours=6)
    before = await owns(world, code)
    for turn in range(6):
        from_ = (17 + 11 * turn) % 24 * 60
        await sleeps(world, BORIS, quiet=(from_, (from_ + 12 * 60) % (24 * 60)))
        for starts in (START + 50 * DAY, START + 5 * HOUR, None):
            await world.do("go_away", BORIS, code, 1, starts)
            await world.do("come_back", BORIS, code)
            assert await owns(world, code) == before
    assert await world.tables.away_left(code, BORIS) == 3
    assert len(await world.posts("notice")) == 3, "said anew, not once more"


async def test_absurd_numbers_of_days_are_refused(world: World) -> None:
    code = await world.started(BORIS)
    for days in (4, 10**9, 10**30):
        await refused("away_budget", world.do("go_away", BORIS, code, days))
    await refused("unknown_option", world.do("go_away", BORIS, code, -(10**9)))


async def test_whoever_comes_back_to_the_seat_has_no_second_budget(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("go_away", BORIS, code, 2)
    await world.change("update seats set tenure = 1 where seat = 1")
    await world.change(
        "insert into tenures (code, seat, tenure, user_id, name, since, from_window, came, answered, missed) "
        f"values ('{code}', 1, 1, {BORIS}, 'Boris', 0, 1, 'claimed', 0, 0)"
    )
    assert await world.tables.away_left(code, BORIS) == 1
    await world.change(f"update tenures set user_id = {DORA} where seat = 1 and tenure = 0")
    assert await world.tables.away_left(code, BORIS) == 3, "somebody else's days are theirs"


async def test_nobody_is_away_at_a_table_that_refuses_twice(world: World) -> None:
    """A press that Discord repeats takes no second day."""
    code = await world.started(BORIS)
    press = world.press(BORIS)
    await world.tables.go_away(press, code, 1)
    with pytest.raises(Refused):
        await world.tables.go_away(press, code, 1)
    assert await world.tables.away_left(code, BORIS) == 2
