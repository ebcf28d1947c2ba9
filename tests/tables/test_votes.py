"""Votes: who may vote, what it takes, when they end, and that none outlives what it is about."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from tables import pausing, undo
from tables.model import Pace
from tests.tables.test_seats import absent, holder, refused, told, versions
from tests.tables.world import ANNA, BORIS, CHEN, DORA, GUILD, World
from tests.toy_game import Bid, Take

OUTCOMES = ("vote_passed", "vote_failed", "vote_expired")


async def outcomes(world: World) -> list[str]:
    """Which outcomes of votes the table was told, in order."""
    said = [json.loads(post["body"])["say"] for post in await world.posts("notice")]
    return [what for what in said if what in OUTCOMES]


async def later(world: World, **amount: float) -> None:
    world.clock.pass_by(**amount)
    await world.tables.beat()


async def vote_on(world: World, code: str, kind: str, *yes: int, **more: Any) -> Any:
    """Open a vote of this kind; these people are for it. The first opens it."""
    vote = await world.do("open_vote", yes[0], code, kind, **more)
    for user in yes[1:]:
        vote = await world.do("cast", user, code, vote.id, True)
    return vote


# ---- counting


async def test_the_count_is_there_for_everybody_to_see(world: World) -> None:
    code = await world.started(BORIS, CHEN, DORA)
    vote = await world.do("open_vote", BORIS, code, "extend", amount=12)
    assert (vote.yes, vote.no, vote.waiting, vote.needed) == ((1,), (), (0, 2, 3), 3)
    assert (vote.kind, vote.amount, vote.opened_by, vote.status) == ("extend", 12, 1, "open")
    (post,) = await world.posts("vote")
    assert (post["place"], json.loads(post["body"])["vote"]) == ("table", vote.id)
    await world.flush()
    vote = await world.do("cast", ANNA, code, vote.id, False)
    assert (vote.yes, vote.no, vote.waiting) == ((1,), (0,), (2, 3))
    assert await versions(world, "vote") == [(2, 1)], "the one post shows the new count"
    await world.do("answer", ANNA, code, 1, Bid(amount=1))
    assert await versions(world, "vote") == [(2, 1)], "what has nothing to do with it changes nothing"
    vote = await world.do("cast", ANNA, code, vote.id, True)
    assert (vote.yes, vote.no) == ((0, 1), ()), "a vote can be changed"
    assert await world.tables.votes_open(code) == [vote] == [await world.tables.vote(code, vote.id)]


@pytest.mark.parametrize("kind", ["pause", "cancel", "undo"])
async def test_these_take_everybody_who_is_there(world: World, kind: str) -> None:
    code = await world.taking(BORIS, CHEN)
    more = {"amount": 1} if kind == "undo" else {}
    vote = await world.do("open_vote", ANNA, code, kind, **more)
    assert vote.needed == 3
    assert (await world.do("cast", BORIS, code, vote.id, True)).status == "open"
    assert (await world.do("cast", CHEN, code, vote.id, False)).status == "failed", "one is enough against it"
    assert await outcomes(world) == ["vote_failed"]
    vote = await vote_on(world, code, kind, ANNA, BORIS, CHEN, **more)
    assert (vote.status, vote.yes, vote.needed) == ("passed", (0, 1, 2), 3)
    news = [json.loads(post["body"])["say"] for post in await world.posts("notice")]
    assert news == ["vote_failed", "undo" if kind == "undo" else "vote_passed"], "each is told once"


async def test_more_time_takes_more_than_half_and_gives_it_to_everybody_asked(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    before = (await world.tables.find(code)).own
    assert (await vote_on(world, code, "extend", ANNA, BORIS, amount=12)).status == "passed"
    after = (await world.tables.find(code)).own
    assert [own.due for own in after] == [own.due + timedelta(hours=12) for own in before]


async def test_a_majority_that_cannot_be_had_any_more_is_lost(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    vote = await world.do("open_vote", ANNA, code, "extend", amount=1)
    assert (await world.do("cast", BORIS, code, vote.id, False)).status == "open"
    assert (await world.do("cast", CHEN, code, vote.id, False)).status == "failed"


async def test_where_nobody_else_may_vote_it_is_carried_at_once(world: World) -> None:
    code = await world.started(BORIS, bots=1)
    await absent(world, 1)
    assert (await world.do("open_vote", ANNA, code, "pause")).status == "passed"
    assert (await world.tables.find(code)).paused_why == "vote"


# ---- what is decided


async def test_a_game_is_paused_and_goes_on_by_vote(world: World) -> None:
    code = await world.started(BORIS)
    due = (await world.tables.find(code)).deadline
    assert due is not None
    await vote_on(world, code, "pause", ANNA, BORIS)
    assert (await world.tables.find(code)).paused_at == world.clock.now()
    await refused("paused", world.do("open_vote", ANNA, code, "pause"))
    await refused("paused", world.do("open_vote", ANNA, code, "extend", amount=1))
    await later(world, days=3)
    await vote_on(world, code, "resume", BORIS, ANNA)
    info = await world.tables.find(code)
    assert (info.paused_at, info.deadline) == (None, due + timedelta(days=3))
    await refused("not_paused", world.do("open_vote", ANNA, code, "resume"))


async def test_no_vote_brings_a_lost_place_back(world: World) -> None:
    code = await world.started(BORIS)
    async with world.tables._desk(None, code) as desk:  # pyright: ignore[reportPrivateUsage]
        await pausing.pause(desk, "place")
    await refused("paused_place", world.do("open_vote", ANNA, code, "resume"))


async def test_a_game_is_called_off_by_vote_and_everybody_is_told(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("open_vote", ANNA, code, "pause")
    await vote_on(world, code, "cancel", BORIS, ANNA)
    info = await world.tables.find(code)
    assert (info.status, info.ended_why, info.result, info.asked) == ("cancelled", "vote", None, ())
    assert [post["kind"] for post in await world.posts()][-2:] == ["result", "tidy"]
    assert [vote["status"] for vote in await world.rows("select status from votes order by id")] == ["void", "passed"]
    assert await world.rows("select * from timers") == []
    sent = {post.kind for post in await world.flush()}
    assert {"notice", "result"} <= sent, "the outcome is told although the table has ended"
    fairness = await world.tables.fairness(code)
    assert info.seed is not None
    assert (fairness.hash_matches, fairness.replay_agrees) == (True, True), "its luck can be checked all the same"


async def test_an_absent_player_is_removed_and_a_substitute_sought(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("answer", ANNA, code, 1, Bid(amount=1))
    await absent(world, 2)
    vote = await vote_on(world, code, "remove", ANNA, BORIS, seat=2)
    assert (vote.status, vote.seat, vote.needed) == ("passed", 2, 2), "whom it is about has no vote on it"
    info = await world.tables.find(code)
    assert (holder(info, 2), info.seats[2].offered) == (("nobody", None, 0), True)
    assert await told(world, "vote_passed") == [{"say": "vote_passed", "vote": vote.id, "seat": 2, "tenure": 0}]
    (tenure,) = await world.rows("select left from tenures where seat = 2")
    assert tenure == {"left": "removed"}


async def test_nobody_who_is_there_can_be_removed(world: World) -> None:
    code = await world.started(BORIS, CHEN, bots=1)
    for seat in (0, 1, 3, 9, None):
        await refused("seat_held", world.do("open_vote", ANNA, code, "remove", seat=seat))
    await world.do("resign", CHEN, code)
    await refused("seat_held", world.do("open_vote", ANNA, code, "remove", seat=2))


async def test_whoever_presses_is_not_removed(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await absent(world, 2)
    vote = await world.do("open_vote", ANNA, code, "remove", seat=2)
    await world.flush()
    await world.do("back", CHEN, code)
    assert (await world.tables.vote(code, vote.id)).status == "void"
    assert await versions(world, "vote") == [(2, 1)], "its post loses its buttons"
    await refused("vote_closed", world.do("cast", BORIS, code, vote.id, True))
    assert await outcomes(world) == []


async def test_whoever_votes_on_their_own_removal_is_back_by_it(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.tables.members_gone(GUILD, frozenset({CHEN}))
    vote = await world.do("open_vote", ANNA, code, "remove", seat=2)
    assert (await world.do("cast", CHEN, code, vote.id, False)).status == "void"
    info = await world.tables.find(code)
    assert (info.seats[2].gone, info.seats[2].missed) == (False, 0)


async def test_going_back_takes_a_vote_and_plays_on_from_there(world: World) -> None:
    code = await world.taking(BORIS, CHEN)
    await world.take(ANNA, code)
    points = await world.tables.undo_points(code)
    await refused("undo_nothing", world.do("open_vote", ANNA, code, "undo", amount=99))
    await vote_on(world, code, "undo", ANNA, BORIS, CHEN, amount=points[0].turn)
    info = await world.tables.find(code)
    assert (info.line, info.asked, info.window_kind) == (1, (0,), "take")


async def test_a_vote_on_going_back_is_void_once_the_table_has(world: World) -> None:
    code = await world.taking(BORIS)
    await world.take(ANNA, code)
    await world.take(BORIS, code)
    points = await world.tables.undo_points(code)
    early = await world.do("open_vote", ANNA, code, "undo", amount=points[-1].turn)
    assert early.status == "open"
    async with world.tables._desk(None, code) as desk:  # pyright: ignore[reportPrivateUsage]
        await undo.go_back(desk, points[0].turn)
    assert (await world.tables.vote(code, early.id)).status == "void"


# ---- who votes


async def test_who_may_open_a_vote(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await refused("not_seated", world.do("open_vote", DORA, code, "pause"))
    await refused("unknown_option", world.do("open_vote", ANNA, code, "dance"))
    for hours in (0, -1, 337, None):
        await refused("unknown_option", world.do("open_vote", ANNA, code, "extend", amount=hours))
    await refused("not_started", world.do("open_vote", ANNA, await world.lobby(), "pause"))
    await world.do("open_vote", ANNA, code, "pause")
    await refused("vote_open", world.do("open_vote", BORIS, code, "pause"))
    await world.do("resign", CHEN, code)
    await refused("resigned", world.do("open_vote", CHEN, code, "cancel"))
    await world.change("update seats set beaten = 1 where seat = 1")
    await refused("beaten", world.do("open_vote", BORIS, code, "cancel"))


async def test_who_may_vote(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("resign", CHEN, code)
    vote = await world.do("open_vote", ANNA, code, "pause")
    assert (vote.waiting, vote.needed) == ((1,), 2)
    await refused("no_vote", world.do("cast", CHEN, code, vote.id, True))
    await refused("not_seated", world.do("cast", DORA, code, vote.id, True))
    await refused("vote_closed", world.do("cast", BORIS, code, vote.id + 1, True))
    await refused("vote_closed", world.tables.vote(code, vote.id + 1))
    other = await world.started(BORIS)
    await refused("vote_closed", world.do("cast", BORIS, other, vote.id, True))
    assert await world.tables.votes_open(other) == []


async def test_whoever_is_away_votes_by_coming_back(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await absent(world, 2)
    vote = await world.do("open_vote", ANNA, code, "pause")
    assert (vote.waiting, vote.needed) == ((1,), 2)
    vote = await world.do("cast", CHEN, code, vote.id, True)
    assert (vote.yes, vote.waiting, vote.needed) == ((0, 2), (1,), 3)


async def test_votes_are_counted_anew_when_somebody_leaves(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    vote = await vote_on(world, code, "pause", ANNA, BORIS)
    assert vote.status == "open"
    await world.do("give_up", CHEN, code)
    assert (await world.tables.vote(code, vote.id)).status == "passed"
    assert (await world.tables.find(code)).paused_at is not None


@pytest.mark.parametrize("how", ["resign", "gone", "missed"])
async def test_votes_are_counted_anew_when_somebody_is_not_there_any_more(world: World, how: str) -> None:
    code = await world.started(BORIS, CHEN, pace="live")
    await world.change("update seats set missed = 1 where seat = 2")
    vote = await vote_on(world, code, "pause", ANNA, BORIS)
    if how == "resign":
        await world.do("resign", CHEN, code)
    elif how == "gone":
        await world.tables.members_gone(GUILD, frozenset({CHEN}))
    else:
        for user in (ANNA, BORIS):
            await world.do("answer", user, code, 1, Bid(amount=1))
        await later(world, minutes=6)
    assert (await world.tables.vote(code, vote.id)).status == "passed"


async def test_a_vote_goes_on_when_its_opener_leaves_but_their_ballot_goes_with_them(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    vote = await world.do("open_vote", ANNA, code, "pause")
    await world.do("give_up", ANNA, code)
    vote = await world.tables.vote(code, vote.id)
    assert (vote.opened_by, vote.yes, vote.waiting, vote.status) == (None, (), (1, 2), "open")
    await world.do("cast", BORIS, code, vote.id, True)
    assert (await world.do("cast", CHEN, code, vote.id, True)).status == "passed"


async def test_a_newcomer_votes_for_themselves(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("offer", BORIS, code)
    vote = await world.do("open_vote", BORIS, code, "pause")
    claim = await world.do("claim", DORA, code, 1)
    await world.do("decide", ANNA, code, claim.id, True)
    vote = await world.tables.vote(code, vote.id)
    assert (vote.yes, vote.waiting, vote.opened_by) == ((), (0, 1, 2), None)


async def test_away_days_keep_nobody_waiting_but_cancel_and_undo_nothing(world: World) -> None:
    code = await world.taking(BORIS)
    await world.do("go_away", BORIS, code, 2)
    cancel = await world.do("open_vote", ANNA, code, "cancel")
    back = await world.do("open_vote", ANNA, code, "undo", amount=1)
    assert (cancel.waiting, back.waiting) == ((1,), (1,)), "not behind their back"
    pause = await world.do("open_vote", ANNA, code, "pause")
    assert pause.status == "passed"


@pytest.mark.parametrize("kind", ["cancel", "undo"])
async def test_what_cannot_be_mended_waits_for_the_absent_until_its_end(world: World, kind: Any) -> None:
    code = await world.taking(BORIS)
    await absent(world, 1)
    more = {"amount": 1} if kind == "undo" else {}
    vote = await world.do("open_vote", ANNA, code, kind, **more)
    assert (vote.status, vote.yes, vote.needed) == ("open", (0,), 1), "nobody else is there, but Boris may come back"
    window = (await world.tables.find(code)).window
    await later(world, hours=48)
    assert (await world.tables.vote(code, vote.id)).status == "passed"
    info = await world.tables.find(code)
    assert info.status == "cancelled" if kind == "cancel" else info.window > window


async def test_whoever_comes_back_may_object(world: World) -> None:
    code = await world.taking(BORIS)
    await absent(world, 1)
    vote = await world.do("open_vote", ANNA, code, "cancel")
    await world.do("cast", BORIS, code, vote.id, False)
    assert (await world.tables.vote(code, vote.id)).status == "failed"
    assert (await world.tables.find(code)).status == "running"


async def test_a_pause_is_not_for_ever_because_somebody_stays_silent(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await vote_on(world, code, "pause", ANNA, BORIS, CHEN)
    silent = await world.do("open_vote", ANNA, code, "resume")
    await later(world, hours=48)
    assert (await world.tables.vote(code, silent.id)).status == "passed"
    assert (await world.tables.find(code)).paused_at is None
    await vote_on(world, code, "pause", ANNA, BORIS, CHEN)
    opposed = await world.do("open_vote", BORIS, code, "resume")
    await world.do("cast", CHEN, code, opposed.id, False)
    assert (await world.tables.vote(code, opposed.id)).status == "open"
    await world.do("cast", ANNA, code, opposed.id, False)
    assert (await world.tables.vote(code, opposed.id)).status == "failed"
    assert (await world.tables.find(code)).paused_at is not None


async def test_one_alone_cannot_hold_a_game_in_its_pause(world: World) -> None:
    """Least of all who paused it while the other was on leave, and is about to lose."""
    code = await world.started(BORIS)
    await world.do("go_away", BORIS, code, 1)
    assert (await world.do("open_vote", ANNA, code, "pause")).status == "passed"
    await later(world, hours=30)
    vote = await world.do("open_vote", BORIS, code, "resume")
    await world.do("cast", ANNA, code, vote.id, False)
    await later(world, hours=47)
    assert (await world.tables.find(code)).paused_at is not None
    await later(world, hours=1)
    assert (await world.tables.vote(code, vote.id)).status == "passed"
    assert (await world.tables.find(code)).paused_at is None


async def test_whoever_is_on_away_days_may_vote(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("go_away", CHEN, code, 2)
    vote = await world.do("open_vote", ANNA, code, "pause")
    assert vote.waiting == (1,)
    assert (await world.do("cast", CHEN, code, vote.id, False)).status == "failed"


# ---- when they end


@pytest.mark.parametrize(
    ("pace", "hours", "length"),
    [("live", None, timedelta(minutes=10)), ("hours", 2, timedelta(hours=4)), ("slow", None, timedelta(hours=48))],
)
async def test_each_vote_has_its_own_end(world: World, pace: Pace, hours: int | None, length: timedelta) -> None:
    more = {} if hours is None else {"hours": hours}
    code = await world.lobby(pace=pace, **more)
    await world.do("join", BORIS, code)
    await world.do("start", ANNA, code)
    vote = await world.do("open_vote", ANNA, code, "pause")
    assert vote.expires - world.clock.now() == length


async def test_a_vote_that_nobody_decides_runs_out_and_that_is_told(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    first = await world.do("open_vote", ANNA, code, "pause")
    await later(world, hours=20)
    second = await world.do("open_vote", ANNA, code, "cancel")
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await later(world, hours=27, minutes=59)
    assert [vote.id for vote in await world.tables.votes_open(code)] == [first.id, second.id]
    await later(world, minutes=2)
    assert (await world.tables.vote(code, first.id)).status == "expired"
    assert [vote.id for vote in await world.tables.votes_open(code)] == [second.id], "the other has its own end"
    assert await outcomes(world) == ["vote_expired"]
    await refused("vote_closed", world.do("cast", BORIS, code, first.id, True))
    await later(world, hours=20)
    assert await world.tables.votes_open(code) == []


async def test_a_vote_that_has_run_out_takes_no_ballot_even_before_the_beat(world: World) -> None:
    code = await world.started(BORIS)
    vote = await world.do("open_vote", ANNA, code, "pause")
    world.clock.pass_by(hours=49)
    await refused("vote_closed", world.do("cast", BORIS, code, vote.id, True))


async def test_an_outage_is_credited_to_votes(world: World) -> None:
    code = await world.started(BORIS)
    await world.tables.beat()
    vote = await world.do("open_vote", ANNA, code, "pause")
    world.clock.pass_by(hours=60)
    await world.restart()
    await world.tables.resume()
    await world.tables.beat()
    now = await world.tables.vote(code, vote.id)
    assert (now.status, now.expires) == ("open", vote.expires + timedelta(hours=60))


async def test_a_vote_on_more_time_ends_with_the_window_that_it_is_about(world: World) -> None:
    code = await world.taking(BORIS)
    vote = await world.do("open_vote", ANNA, code, "extend", amount=5)
    world.clock.pass_by(minutes=1)
    await world.take(ANNA, code)
    due = (await world.tables.find(code)).deadline
    assert (await world.tables.vote(code, vote.id)).status == "void"
    assert (await world.tables.find(code)).deadline == due


async def test_a_pause_by_others_leaves_nothing_to_vote_on(world: World) -> None:
    code = await world.started(BORIS)
    vote = await world.do("open_vote", ANNA, code, "pause")
    async with world.tables._desk(None, code) as desk:  # pyright: ignore[reportPrivateUsage]
        await pausing.pause(desk, "mod")
    assert (await world.tables.vote(code, vote.id)).status == "void"
    again = await world.do("open_vote", ANNA, code, "resume")
    async with world.tables._desk(None, code) as desk:  # pyright: ignore[reportPrivateUsage]
        await pausing.go_on(desk)
    assert (await world.tables.vote(code, again.id)).status == "void"


async def test_no_vote_outlives_its_game(world: World) -> None:
    code = await world.taking(BORIS)
    vote = await world.do("open_vote", ANNA, code, "cancel")
    await world.flush()
    await world.to_the_end(code)
    assert (await world.tables.vote(code, vote.id)).status == "void"
    (post,) = await world.posts("vote")
    assert post["version"] > post["sent_version"]
    await refused("vote_closed", world.do("cast", BORIS, code, vote.id, True))
    await later(world, hours=50)
    assert await outcomes(world) == []


async def test_a_vote_press_counts_once(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    vote = await world.do("open_vote", ANNA, code, "pause")
    press = world.press(BORIS)
    await world.tables.cast(press, code, vote.id, True)
    await refused("already_done", world.tables.cast(press, code, vote.id, True))
    assert (await world.tables.vote(code, vote.id)).yes == (0, 1)


async def test_a_paused_game_resolves_nothing_when_seats_change(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await vote_on(world, code, "pause", ANNA, BORIS, CHEN)
    for user in (ANNA, BORIS):
        await world.do("answer", user, code, 1, Bid(amount=1))
    await world.do("give_up", CHEN, code)
    assert (await world.tables.find(code)).window == 1
    await vote_on(world, code, "resume", ANNA, BORIS)
    info = await world.tables.find(code)
    assert info.window >= 2, "what all have answered meanwhile resolves at once"
    assert isinstance((await world.tables.choices(code, info.asked[0], info.window))[0], Take)
