"""Reminders and digests: to those who must act, as each has chosen, once for each thing, never in the night."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any, get_args

import pytest

from tables.community import Reminders
from tests.tables.test_away import NIGHT, sleeps
from tests.tables.world import ANNA, BORIS, CHEN, DORA, START, World
from tests.toy_game import Bid

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
Told = list[tuple[timedelta, int, str]]
"""When, from the start of the test, to which seat, and which part."""


async def wants(world: World, user: int, reminders: str) -> None:
    await world.do("keep_settings", user, reminders=reminders)


async def live_through(world: World, until: timedelta, step: timedelta = HOUR / 2) -> Told:
    """Let time pass, with a beat and a sender at work; the reminders that were sent."""
    told: Told = []
    while world.clock.now() - START < until:
        world.clock.moment += step
        await world.tables.beat()
        for post in await world.flush():
            if post.kind == "reminder" and post.sent_version == 0:
                told.append((world.clock.now() - START, post.seat or 0, post.body["part"]))
    return told


async def test_at_half_and_at_a_tenth_of_the_time(world: World) -> None:
    code = await world.started(BORIS, pace="hours", hours=10)
    assert await live_through(world, 10 * HOUR - HOUR / 2) == [
        (5 * HOUR, 0, "half"),
        (5 * HOUR, 1, "half"),
        (9 * HOUR, 0, "tenth"),
        (9 * HOUR, 1, "tenth"),
    ]
    posts = await world.posts("reminder")
    assert [post["key"].split(":", 2)[2] for post in posts] == ["1-0-half", "1-1-half", "1-0-tenth", "1-1-tenth"]
    assert [post["user_id"] for post in posts] == [ANNA, BORIS, ANNA, BORIS]
    assert json.loads(posts[0]["body"]) == {"window": 1, "part": "half"}
    assert {post["place"] for post in posts} == {"seat"}
    assert (await world.tables.find(code)).window == 1


async def test_to_those_who_must_act_only(world: World) -> None:
    code = await world.started(BORIS, CHEN, bots=1, pace="hours", hours=10)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.do("save_draft", BORIS, code, 1, Bid(amount=1))
    await world.change("update seats set missed = 2 where seat = 2")
    assert [seat for _, seat, _ in await live_through(world, 6 * HOUR)] == [1], "a draft is no answer yet"


async def test_nobody_after_they_have_answered(world: World) -> None:
    """Not even when the reminder was written already and only waited to be sent."""
    code = await world.started(BORIS, pace="hours", hours=10)
    world.clock.pass_by(hours=5)
    await world.tables.beat()
    assert len(await world.posts("reminder")) == 2
    await world.do("answer", BORIS, code, 1, Bid(amount=1))
    assert [post.seat for post in await world.flush() if post.kind == "reminder"] == [0]
    await world.do("answer", ANNA, code, 1, Bid(amount=0))
    assert [seat for _, seat, _ in await live_through(world, 9 * HOUR)] == []


@pytest.mark.parametrize("wanted", get_args(Reminders))
async def test_each_chooses_for_themselves(world: World, wanted: str) -> None:
    await wants(world, BORIS, wanted)
    await world.started(BORIS, CHEN, pace="hours", hours=10)
    told = [part for _, seat, part in await live_through(world, 10 * HOUR - HOUR / 2) if seat == 1]
    assert told == {"both": ["half", "tenth"], "half": ["half"], "tenth": ["tenth"]}.get(wanted, [])


async def test_the_last_to_move_is_told_that_the_others_are_ready(world: World) -> None:
    await wants(world, BORIS, "last")
    code = await world.started(BORIS, CHEN, pace="hours", hours=10)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    assert [told for told in await live_through(world, HOUR) if told[1] == 1] == [], "Chen is waited for, too"
    await world.do("answer", CHEN, code, 1, Bid(amount=0))
    assert await live_through(world, 2 * HOUR) == [(1.5 * HOUR, 1, "last")]
    await world.do("unready", CHEN, code, 1)
    await world.do("ready", CHEN, code, 1)
    assert await live_through(world, 9 * HOUR) == [], "once"


async def test_who_alone_is_asked_is_not_the_last_of_anybody(world: World) -> None:
    for user in (ANNA, BORIS):
        await wants(world, user, "last")
    await world.taking(BORIS)
    assert await live_through(world, DAY - HOUR) == []


async def test_at_night_in_the_morning(world: World) -> None:
    """Asked at ten in the evening, until nine: half of Boris' time is over at half past three."""
    await sleeps(world, BORIS)
    world.clock.pass_by(hours=10)
    await world.started(BORIS, pace="hours", hours=10)
    assert [told for told in await live_through(world, 20.5 * HOUR) if told[1] == 1] == [
        (19 * HOUR, 1, "half"),
        (20 * HOUR, 1, "tenth"),
    ]


async def test_at_night_both_are_one_in_the_morning(world: World) -> None:
    await sleeps(world, BORIS)
    world.clock.pass_by(hours=9)
    await world.started(BORIS, pace="hours", hours=11)
    assert [told for told in await live_through(world, 19.5 * HOUR) if told[1] == 1] == [(19 * HOUR, 1, "tenth")]


async def test_of_two_that_have_passed_at_once_only_the_later(world: World) -> None:
    code = await world.started(BORIS, pace="hours", hours=10)
    world.clock.pass_by(hours=9.5)
    await world.tables.beat()
    assert [post["key"].split(":", 2)[2] for post in await world.posts("reminder")] == ["1-0-tenth", "1-1-tenth"]
    await world.tables.beat()
    assert len(await world.posts("reminder")) == 2
    assert (await world.tables.find(code)).window == 1


async def test_not_on_away_days(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("go_away", BORIS, code, 3)
    told = [told for told in await live_through(world, 4 * DAY - HOUR) if told[1] == 1]
    assert told[0] == (3 * DAY, 1, "half")
    assert [part for _, _, part in told] == ["half", "tenth"]


async def test_live_tables_remind_shortly_before_the_end_only(world: World) -> None:
    await world.started(BORIS, pace="live")
    minute = timedelta(minutes=1)
    told = await live_through(world, 5 * minute - minute / 4, minute / 4)
    assert told == [(4.5 * minute, 0, "tenth"), (4.5 * minute, 1, "tenth")]


async def test_not_while_paused_and_not_after_the_end(world: World) -> None:
    code = await world.started(BORIS, pace="hours", hours=10)
    world.clock.pass_by(hours=5)
    await world.tables.beat()
    await world.do("act", DORA, 900, code, "pause", "dinner", {})
    assert await live_through(world, 30 * HOUR) == [], "not even what was written and not sent"
    await world.do("act", DORA, 900, code, "resume", "eaten", {})
    assert [part for _, _, part in await live_through(world, 34.5 * HOUR)] == ["tenth", "tenth"]
    await world.do("resign", BORIS, code)
    assert [row["kind"] for row in await world.rows("select kind from timers")] == []
    assert await live_through(world, 40 * HOUR) == []


async def test_downtime_moves_reminders(world: World) -> None:
    await world.started(BORIS, pace="hours", hours=10)
    await live_through(world, HOUR)
    world.clock.pass_by(hours=8)
    await world.restart()
    await world.tables.resume()
    told = await live_through(world, 17.5 * HOUR)
    assert sorted({(when, part) for when, _, part in told}) == [(13 * HOUR, "half"), (17 * HOUR, "tenth")]


# ---- digests


async def digests(world: World, until: timedelta) -> list[tuple[timedelta, dict[str, Any]]]:
    found: list[tuple[timedelta, dict[str, Any]]] = []
    while world.clock.now() - START < until:
        world.clock.moment += HOUR / 2
        await world.tables.beat()
        found += [(world.clock.now() - START, dict(post.body)) for post in await world.flush() if post.kind == "digest"]
    return found


async def test_one_digest_a_day_of_all_tables_that_wait(world: World) -> None:
    await world.do("keep_settings", BORIS, reminders="digest", digest_hour=18, zone="Asia/Shanghai")
    first = await world.started(BORIS, pace="slow")
    world.clock.pass_by(minutes=30)
    second = await world.started(BORIS, CHEN, pace="slow")
    done = await world.started(BORIS, pace="slow")
    await world.do("answer", BORIS, done, 1, Bid(amount=1))
    found = await digests(world, 2 * DAY)
    assert found == [(22 * HOUR, {"tables": [first, second]}), (46 * HOUR, {"tables": [first, second]})]
    [post, _] = await world.posts("digest")
    assert (post["place"], post["user_id"], post["code"]) == ("person", BORIS, first), "the one that waits longest"
    assert post["key"].startswith(f"{first}:digest:{BORIS}-")
    assert [post for post in await world.posts("reminder") if post["user_id"] == BORIS] == [], "and nothing else"


async def test_no_digest_when_nothing_waits(world: World) -> None:
    await world.do("keep_settings", BORIS, reminders="digest", digest_hour=18)
    code = await world.started(BORIS)
    await world.do("go_away", BORIS, code, 1)
    other = await world.started(BORIS, CHEN)
    await world.do("answer", BORIS, other, 1, Bid(amount=1))
    assert await digests(world, 12 * HOUR) == [], "away here, ready there"
    await world.do("keep_settings", CHEN, reminders="digest", digest_hour=12)
    assert await digests(world, 13 * HOUR) == [], "the first one comes at the next hour of theirs"


async def test_a_digest_that_nobody_needs_any_more_is_not_sent(world: World) -> None:
    await world.do("keep_settings", BORIS, reminders="digest", digest_hour=13)
    code = await world.started(BORIS)
    world.clock.pass_by(hours=1)
    await world.tables.beat()
    await world.do("answer", BORIS, code, 1, Bid(amount=1))
    assert [post.kind for post in await world.flush() if post.kind == "digest"] == []


async def test_a_digest_waits_for_the_morning_and_for_the_bot(world: World) -> None:
    await world.do("keep_settings", BORIS, reminders="digest", digest_hour=4, zone="UTC", quiet=NIGHT)
    await world.started(BORIS, pace="slow")
    assert [when for when, _ in await digests(world, DAY)] == [19 * HOUR]
    await world.tables.beat()
    world.clock.pass_by(hours=21)
    await world.restart()
    await world.tables.resume()
    await world.tables.beat()
    assert len(await world.posts("digest")) == 2, "late is better than never"
    await world.tables.beat()
    assert len(await world.posts("digest")) == 2


async def test_digests_that_fail_stop_nothing(world: World, complaints: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("tables.reminders.digest", broken)
    code = await world.started(BORIS)
    world.clock.pass_by(days=1)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 2
    [text] = complaints.forgive()
    assert "secret" not in text
