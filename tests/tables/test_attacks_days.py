"""People who would stall a table, know what is not theirs, or spoil it for the others: none of it may work."""

from __future__ import annotations

import json
import shutil
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tables.model import Refused, TableInfo
from tests.scene_game import Rest, Run
from tests.tables.world import ANNA, BORIS, CHEN, DORA, GUILD, World
from tests.toy_game import Bid, Take

SECOND, MODERATOR = 99, 55
"""Boris's other account; somebody who moderates the server and does not play."""
HOUR = timedelta(hours=1)


def due_of(info: TableInfo, seat: int) -> datetime:
    return next(own.due for own in info.own if own.seat == seat)


async def refusal(world: World, what: str, user: int, *args: Any, **more: Any) -> str:
    with pytest.raises(Refused) as error:
        await world.do(what, user, *args, **more)
    return error.value.reason


# ---- winning time


async def test_quiet_hours_that_follow_the_own_deadline_win_nothing(world: World) -> None:
    """Moved over the deadline again and again, and taken up by announcing days that are then given up."""
    code = await world.started(BORIS)
    await world.do("keep_settings", ANNA, zone="UTC")
    first = due_of(await world.tables.find(code), 0)
    for _ in range(4):
        due = due_of(await world.tables.find(code), 0)
        minute = due.hour * 60 + due.minute
        await world.do("keep_settings", ANNA, quiet=((minute - 1) % 1440, (minute + 719) % 1440))
        await world.do("go_away", ANNA, code, 1, world.clock.now() + timedelta(days=50))
        world.clock.pass_by(minutes=1)
        await world.do("come_back", ANNA, code)
    assert due_of(await world.tables.find(code), 0) == first
    assert await world.tables.away_left(code, ANNA) == 3


async def test_taking_back_again_and_again_wins_no_time(world: World) -> None:
    """What is answered just before the end and taken back has what was left, or a moment."""
    code = await world.taking(BORIS, pile="large")
    first = (await world.tables.find(code)).deadline
    assert first is not None
    world.clock.pass_by(hours=5)
    for _ in range(2):
        await world.take(ANNA, code)
        await world.do("undo", ANNA, code)
        info = await world.tables.find(code)
        assert (info.asked, info.deadline) == ((0,), first)
    world.clock.moment = first - timedelta(minutes=2)
    await world.take(ANNA, code)
    await world.do("undo", ANNA, code)
    assert (await world.tables.find(code)).deadline == world.clock.now() + HOUR
    world.clock.pass_by(hours=1)
    await world.tables.beat()
    info = await world.tables.find(code)
    assert (info.asked, info.seats[0].missed) == ((1,), 1)


async def test_taking_back_the_middle_of_a_turn_does_not_win_the_time_of_a_whole_one(world: World) -> None:
    code = await world.started(BORIS, game="relay")
    first = (await world.tables.find(code)).deadline
    world.clock.pass_by(hours=20)
    await world.do("answer", ANNA, code, 1, Run(steps=1))
    await world.do("answer", ANNA, code, 2, Rest())
    await world.do("undo", ANNA, code)
    info = await world.tables.find(code)
    assert (info.asked, info.deadline) == ((0,), first)


async def test_one_more_moment_is_not_had_again_and_again(world: World) -> None:
    """Nor by taking back now this question of the turn and now that."""
    code = await world.started(BORIS, game="relay")
    world.clock.pass_by(hours=23)
    for what in (Run(steps=1), Rest()):
        window = (await world.tables.find(code)).window
        await world.do("answer", ANNA, code, window, what)
        world.clock.pass_by(minutes=59)
    await world.do("undo", ANNA, code)
    assert due_of(await world.tables.find(code), 0) == world.clock.now() + HOUR
    assert await refusal(world, "undo", ANNA, code) == "undo_vote"
    world.clock.pass_by(minutes=59)
    await world.do("answer", ANNA, code, (await world.tables.find(code)).window, Rest())
    assert await refusal(world, "undo", ANNA, code) == "undo_vote"
    assert (await world.tables.find(code)).asked == (1,)


async def test_a_table_that_goes_back_together_has_its_whole_time_again(world: World) -> None:
    code = await world.taking(BORIS, pile="large")
    world.clock.pass_by(hours=20)
    await world.take(ANNA, code)
    vote = await world.do("open_vote", ANNA, code, "undo", amount=2)
    await world.do("cast", BORIS, code, vote.id, True)
    info = await world.tables.find(code)
    assert (info.asked, info.deadline) == ((0,), world.clock.now() + 24 * HOUR)
    world.clock.pass_by(hours=3)
    await world.take(ANNA, code)
    await world.do("undo", ANNA, code)
    assert (await world.tables.find(code)).deadline == world.clock.now() + 21 * HOUR


async def test_a_seat_passed_to_and_fro_wins_no_time_and_no_new_away_days(world: World) -> None:
    """Whoever offers a seat decides alone who has it; a second account of theirs gives it back."""
    code = await world.started(BORIS)
    await world.do("go_away", BORIS, code, 3)
    await world.do("come_back", BORIS, code)
    await world.do("go_away", BORIS, code, 3)
    due = None
    for giver, taker, hours in ((BORIS, SECOND, 14), (SECOND, BORIS, 6), (BORIS, SECOND, 5)):
        world.clock.pass_by(hours=hours)
        await world.do("offer", giver, code)
        claim = await world.do("claim", taker, code, 1)
        await world.do("decide", giver, code, claim.id, True)
        info = await world.tables.find(code)
        assert info.seats[1].user_id == taker
        assert due in (None, due_of(info, 1)), "only the first who comes has time to find their way"
        due = due_of(info, 1)
        if taker == BORIS:
            assert await refusal(world, "go_away", BORIS, code, 1) == "away_budget"


# ---- knowing


async def test_what_somebody_else_plans_in_public_takes_a_vote(world: World) -> None:
    """The next player's half turn is there for everybody to see: nobody plays their own again knowing it."""
    code = await world.started(BORIS, game="relay")
    await world.do("answer", ANNA, code, 1, Run(steps=1))
    await world.do("answer", ANNA, code, 2, Rest())
    assert (await world.tables.undo_points(code, ANNA))[0].free
    await world.do("save_draft", BORIS, code, 3, Run(steps=2))
    assert not (await world.tables.undo_points(code, ANNA))[0].free
    assert await refusal(world, "undo", ANNA, code) == "undo_vote"
    assert (await world.tables.panel(code, BORIS)).draft == Run(steps=2)


async def test_being_forgotten_does_not_make_a_player_a_stranger(world: World) -> None:
    """Neither for another seat of the same game, nor as a moderator of it; when it is over nothing tells who it was."""
    code = await world.started(BORIS, CHEN)
    await world.do("forget", CHEN)
    assert not [row for row in await world.rows("select * from tenures") if str(CHEN) in json.dumps(row)]
    await world.do("offer", BORIS, code)
    assert await refusal(world, "claim", CHEN, code, 1) == "knows_secrets"
    assert (await world.do("act", CHEN, GUILD, code, "extend", "because", {"hours": 3})).needs == "other"
    assert await refusal(world, "act", MODERATOR, GUILD, code, "replace", "x", {"seat": 7, "user_id": CHEN})
    asked = await world.do("claim", CHEN, code, 2)
    await world.do("decide", ANNA, code, asked.id, True)
    assert (await world.tables.find(code)).seats[2].user_id == CHEN, "their own seat they may have again"
    await world.do("forget", CHEN)
    await world.do("act", MODERATOR, GUILD, code, "cancel", "because", {})
    [act] = await world.rows("select id from acts where act = 'cancel'")
    assert {bool(row["mark"]) for row in await world.rows("select mark from tenures")} == {True, False}
    await world.do("confirm", MODERATOR, act["id"])
    assert {row["mark"] for row in await world.rows("select mark from tenures")} == {None}


async def test_who_has_left_the_seat_can_do_nothing_there_any_more(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("save_draft", CHEN, code, 1, Bid(amount=3))
    vote = await world.do("open_vote", ANNA, code, "pause")
    await world.do("give_up", CHEN, code)
    world.clock.pass_by(minutes=1)
    claim = await world.do("claim", DORA, code, 2)
    assert await refusal(world, "decide", CHEN, code, claim.id, True, moderator=True) == "host_only"
    await world.do("decide", ANNA, code, claim.id, True)
    world.clock.pass_by(minutes=1)
    await world.do("answer", DORA, code, 1, Bid(amount=2))
    presses: list[tuple[Any, ...]] = [
        ("save_draft", 1, Bid(amount=1)),
        ("ready", 1),
        ("unready", 1),
        ("answer", 1, Bid(amount=1)),
        ("back",),
        ("undo",),
        ("go_away", 1),
        ("come_back",),
        ("offer",),
        ("give_up",),
        ("seek", 2),
        ("resign",),
        ("open_vote", "pause"),
        ("cast", vote.id, True),
    ]
    for what, *args in presses:
        assert await refusal(world, what, CHEN, code, *args) == "not_seated", what
    for read in ("panel", "orders", "recap", "away_left"):
        with pytest.raises(Refused, match="not_seated"):
            await getattr(world.tables, read)(code, CHEN)
    assert (await world.tables.panel(code, DORA)).draft == Bid(amount=2)
    for user in (ANNA, BORIS):
        await world.do("answer", user, code, 1, Bid(amount=0))
    [table] = (await world.tables.data_of(CHEN))["tables"]
    assert [held["answers"] for held in table["held"]] == [[]]
    assert "seat" not in table


Deed = tuple[str, int, tuple[Any, ...]]
MODERATED: tuple[Deed, ...] = (
    ("act", MODERATOR, ("skip", "x", {"seat": 1})),
    ("act", MODERATOR, ("extend", "x", {"hours": 5})),
    ("act", MODERATOR, ("pause", "x", {})),
)
PLAYED: tuple[Deed, ...] = (
    ("offer", BORIS, ()),
    ("go_away", BORIS, (1,)),
    ("open_vote", ANNA, ("pause",)),
    ("answer", ANNA, (1, Bid(amount=1))),
)


async def in_sight(world: World, code: str) -> dict[str, Any]:
    """All that anybody may see, but for how many are ready and how often the one post with that number was edited."""
    info = await world.tables.find(code)
    places = ("table", "channel", "mods", "ads")
    posts = {
        row["key"]: (0 if row["kind"] == "window" else row["version"], row["body"], str(row["not_before"]))
        for row in await world.posts()
        if row["place"] in places
    }
    filters = ("open", "waiting", "paused", "away")
    return {
        "info": repr(info).replace(f"ready={info.ready}", "ready=?"),
        "posts": posts,
        "export": await world.tables.export(code),
        "lists": [[table.code for table in await world.tables.tables_in(GUILD, only)] for only in filters],
        "votes": await world.tables.votes_open(code),
        "points": await world.tables.undo_points(code),
    }


@pytest.mark.parametrize("deeds", [MODERATED, PLAYED])
async def test_nothing_tells_who_is_ready(migrated: Path, tmp_path: Path, deeds: tuple[Deed, ...]) -> None:
    """Boris is ready in one world and not in the other. Whatever is done, both look alike while the window is open."""
    seen: list[list[dict[str, Any]]] = []
    for ready in (False, True):
        path = tmp_path / f"{ready}.db"
        shutil.copy(migrated, path)
        world = await World(path).open()
        await world.do("keep_settings", CHEN, zone="Asia/Shanghai", quiet=(20 * 60, 6 * 60), reminders="last")
        code = await world.started(BORIS, CHEN)
        await world.flush()
        await world.do("answer" if ready else "save_draft", BORIS, code, 1, Bid(amount=2))
        views = [await in_sight(world, code)]
        for what, user, more in deeds:
            await world.do(what, user, *([GUILD] if what == "act" else []), code, *more)
            views.append(await in_sight(world, code))
        for hours in (13, 12):
            world.clock.pass_by(hours=hours)
            await world.tables.beat()
            await world.flush()
            views.append(await in_sight(world, code))
        seen.append(views)
        await world.close()
    assert seen[0] == seen[1]


# ---- calling everybody again and again


async def test_who_offers_a_seat_again_and_again_does_not_flood_the_channels(world: World) -> None:
    code = await world.started(BORIS)
    for _ in range(8):
        await world.do("offer", BORIS, code)
        await world.do("offer", BORIS, code, False)
        world.clock.pass_by(minutes=1)
    await world.do("offer", BORIS, code)
    assert len(await world.posts("ad")) == 3
    assert len(await world.posts("notice")) == 2
    assert (await world.do("claim", DORA, code, 1)).status == "open", "the last ad is good again"


async def test_who_is_declined_a_seat_cannot_call_the_host_for_ever(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("offer", BORIS, code)
    for _ in range(2):
        claim = await world.do("claim", SECOND, code, 1)
        await world.do("decide", ANNA, code, claim.id, False)
    assert await refusal(world, "claim", SECOND, code, 1) == "claimed"
    assert (await world.do("claim", DORA, code, 1)).status == "open"


async def test_being_forgotten_does_not_make_it_possible_to_call_the_host_for_ever(world: World) -> None:
    """Nor does an offer that is taken back each time."""
    code = await world.started(BORIS)
    await world.do("offer", BORIS, code)
    for _ in range(3):
        await world.do("claim", SECOND, code, 1)
        await world.do("forget", SECOND)
    for _ in range(2):
        await world.do("claim", SECOND, code, 1)
        await world.do("offer", BORIS, code, False)
        await world.do("offer", BORIS, code, True)
    assert await refusal(world, "claim", SECOND, code, 1) == "claims_many"
    world.clock.pass_by(hours=1)
    assert (await world.do("claim", DORA, code, 1)).status == "open"


async def test_votes_that_come_to_nothing_cannot_be_opened_for_ever(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    for _ in range(3):
        vote = await world.do("open_vote", BORIS, code, "pause")
        await world.do("cast", BORIS, code, vote.id, False)
    assert await refusal(world, "open_vote", BORIS, code, "pause") == "vote_again"
    assert (await world.do("open_vote", BORIS, code, "extend", amount=1)).status == "open"
    assert (await world.do("open_vote", ANNA, code, "pause")).status == "open"
    world.clock.pass_by(hours=24)
    await world.do("answer", BORIS, code, 1, Bid(amount=0))
    [open_] = [vote for vote in await world.tables.votes_open(code) if vote.kind == "pause"]
    await world.do("cast", CHEN, code, open_.id, False)
    assert (await world.do("open_vote", BORIS, code, "pause")).status == "open"


async def test_days_announced_and_given_up_again_and_again_are_told_once_a_day(world: World) -> None:
    code = await world.started(BORIS)
    for _ in range(6):
        await world.do("go_away", BORIS, code, 1, world.clock.now() + timedelta(days=30))
        await world.do("come_back", BORIS, code)
        world.clock.pass_by(minutes=1)
    assert len(await world.posts("notice")) == 2


async def test_a_second_take_by_the_same_press_is_nothing(world: World) -> None:
    """A press that Discord repeats neither casts a second vote nor takes a second pebble."""
    code = await world.taking(BORIS)
    press = world.press(ANNA)
    window = (await world.tables.find(code)).window
    await world.tables.answer(press, code, window, Take(count=1))
    with pytest.raises(Refused, match="already_done"):
        await world.tables.undo(press, code)
    assert (await world.tables.find(code)).asked == (1,)
