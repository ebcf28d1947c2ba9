"""What must be said: written once, renewed rather than repeated, in order, and dropped when it has passed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tables import outbox
from tables.codes import nonce
from tables.model import Post
from tables.outbox import PLACES, PRIORITIES
from tests.tables.world import ANNA, BORIS, CHANNEL, CHEN, THREAD, World
from tests.toy_game import Bid


def keys(posts: list[Post]) -> list[str]:
    return [post.key.split(":", 1)[1] for post in posts]


async def due(world: World) -> list[str]:
    return keys(await world.tables.due_posts())


async def send(world: World, kind: str) -> None:
    """Send the one post of this kind that is due."""
    [post] = [post for post in await world.tables.due_posts() if post.kind == kind]
    await world.tables.sent(post.key, post.version, channel_id=CHANNEL, message_id=post.seq)


async def test_a_lobby_is_one_message_that_changes(world: World) -> None:
    code = await world.lobby()
    [post] = await world.tables.due_posts()
    assert (post.key, post.place, post.seat, post.user_id, post.body) == (f"{code}:lobby:0", "channel", None, None, {})
    assert (post.version, post.sent_version, post.message_id, post.attempts) == (1, 0, None, 0)
    await world.tables.sent(post.key, 1, channel_id=CHANNEL, message_id=77)
    assert await due(world) == []
    assert (await world.tables.find(code)).lobby_message_id == 77
    await world.do("join", BORIS, code)
    await world.do("add_bot", ANNA, code)
    [post] = await world.tables.due_posts()
    assert (post.version, post.sent_version, post.channel_id, post.message_id) == (3, 1, CHANNEL, 77)


async def test_a_change_while_sending_is_sent_too(world: World) -> None:
    code = await world.lobby()
    [post] = await world.tables.due_posts()
    await world.do("join", BORIS, code)
    await world.tables.sent(post.key, post.version, channel_id=CHANNEL, message_id=77)
    [post] = await world.tables.due_posts()
    assert (post.version, post.sent_version) == (2, 1)
    await world.tables.sent(post.key, 2, channel_id=CHANNEL, message_id=77)
    await world.tables.sent(post.key, 1, channel_id=CHANNEL, message_id=77)
    assert await due(world) == [], "an old receipt does not bring an old version back"


async def test_the_table_waits_for_its_thread_and_keeps_its_order(world: World) -> None:
    code = await world.lobby()
    await world.do("join", BORIS, code)
    await world.do("start", ANNA, code)
    assert await due(world) == ["panel:1-0", "panel:1-1", "lobby:0"]
    await send(world, "lobby")
    assert await due(world) == ["panel:1-0", "panel:1-1", "thread:0"]
    await send(world, "thread")
    assert await due(world) == ["panel:1-0", "panel:1-1"]
    await world.tables.record_thread(code, THREAD)
    assert await due(world) == ["panel:1-0", "panel:1-1", "opening:0"]
    [opening] = await world.posts("opening")
    assert opening["body"] == '{"steps": [1, 1]}'
    await send(world, "opening")
    assert await due(world) == ["panel:1-0", "panel:1-1", "window:1"]


async def test_a_resolved_window_tells_chapters_then_the_next(world: World) -> None:
    code = await world.taking(BORIS)
    bodies = [(post["kind"], post["body"]) for post in await world.posts()][5:]
    assert bodies == [
        ("panel", '{"window": 1}'),
        ("chapter", '{"window": 1, "chapter": "bids", "steps": [2, 3]}'),
        ("chapter", '{"window": 1, "chapter": "first", "steps": [4, 4]}'),
        ("window", '{"window": 2}'),
        ("panel", '{"window": 2}'),
    ]
    [first, second] = [post for post in await world.posts("panel") if ":1-" in post["key"]]
    assert (first["user_id"], second["user_id"]) == (ANNA, BORIS)
    assert (first["version"], second["version"]) == (4, 4), "opened, drafted, ready, closed"
    await world.to_the_end(code)
    assert [post["kind"] for post in await world.posts()][-2:] == ["result", "tidy"]


@pytest.mark.parametrize(
    ("steps", "runs"),
    [
        (1, [(5, 5)]),
        (9, [(5, 13)]),
        (10, [(5, 9), (10, 14)]),
        (19, [(5, 10), (11, 16), (17, 23)]),
        (18, [(5, 13), (14, 22)]),
    ],
)
def test_a_long_chapter_is_told_in_parts_of_about_one_length(steps: int, runs: list[tuple[int, int]]) -> None:
    assert outbox.parts_of(5, 4 + steps) == runs


async def test_drafts_renew_only_ones_own_panel(world: World) -> None:
    code = await world.started(BORIS)
    await world.flush()
    await world.do("save_draft", ANNA, code, 1, Bid(amount=1))
    assert await due(world) == ["panel:1-0"]
    await world.do("ready", ANNA, code, 1)
    assert await due(world) == ["panel:1-0", "window:1"]
    await world.flush()
    await world.do("save_draft", ANNA, code, 1, Bid(amount=1))
    assert await due(world) == ["panel:1-0", "window:1"], "one person fewer is ready"


async def test_many_edits_are_one_message(world: World) -> None:
    code = await world.started(BORIS)
    await world.flush()
    for amount in (0, 1, 2, 3, None):
        await world.do("save_draft", ANNA, code, 1, Bid(amount=amount))
    [post] = await world.tables.due_posts()
    assert (post.version, post.sent_version) == (6, 1)
    assert keys(await world.flush()) == ["panel:1-0"]


async def test_urgent_posts_go_first(world: World) -> None:
    code = await world.taking(BORIS)
    await world.flush()
    await world.take(ANNA, code)
    await world.do("resign", BORIS, code)
    posts = await world.tables.due_posts()
    assert [post.priority for post in posts] == sorted(post.priority for post in posts)
    assert {post.place for post in posts if post.priority == 0} == {"seat"}
    assert PLACES.keys() == PRIORITIES.keys()


async def test_what_failed_waits_and_holds_back_what_follows_it(world: World) -> None:
    code = await world.taking(BORIS)
    for kind in ("lobby", "thread"):
        await send(world, kind)
    opening = f"{code}:opening:0"
    await world.tables.deferred(opening, world.clock.now() + timedelta(seconds=30))
    assert not {"opening:0", "chapter:2"} & set(await due(world)), "no chapter before the opening"
    world.clock.pass_by(seconds=30)
    [post] = [post for post in await world.tables.due_posts() if post.key == opening]
    assert post.attempts == 1
    await world.tables.sent(opening, 1, channel_id=THREAD, message_id=5)
    assert {"window:1"} <= set(await due(world))


async def test_what_is_dropped_holds_nothing_back(world: World) -> None:
    code = await world.taking(BORIS)
    for kind in ("lobby", "thread"):
        await send(world, kind)
    await world.tables.dropped(f"{code}:opening:0", "gone")
    assert "opening:0" not in await due(world)
    assert "window:1" in await due(world)


async def test_a_place_that_is_stuck_does_not_stop_the_others(world: World) -> None:
    stuck, free = await world.lobby(), await world.lobby(CHEN)
    await world.tables.deferred(f"{stuck}:lobby:0", world.clock.now() + timedelta(days=1))
    assert [post.table for post in await world.tables.due_posts()] == [free]
    assert await world.tables.due_posts(table=stuck) == []
    assert len(await world.tables.due_posts(1)) == 1


async def test_what_has_passed_is_dropped_before_it_is_sent(world: World) -> None:
    code = await world.taking(BORIS)
    assert "window:1" not in keys(await world.flush()), "the window closed before anybody was told"
    await world.to_the_end(code)
    sent = keys(await world.flush())
    assert not [key for key in sent if key.startswith("window:3")]
    assert sent[-2:] == ["result:0", "tidy:0"]
    assert await due(world) == []


async def test_what_stands_in_discord_is_brought_up_to_date(world: World) -> None:
    code = await world.started(BORIS)
    await world.flush()
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.do("answer", BORIS, code, 1, Bid(amount=0))
    sent = keys(await world.flush())
    assert {"window:1", "panel:1-0", "panel:1-1"} <= set(sent), "the closed window is edited"


async def test_a_warning_for_a_started_lobby_does_not_matter(world: World) -> None:
    code = await world.lobby()
    world.clock.pass_by(hours=40)
    await world.tables.beat()
    [warning] = [post for post in await world.tables.due_posts() if post.kind == "lobby_warning"] or await _after_lobby(
        world
    )
    assert await world.tables.still_matters(warning)
    await world.do("join", BORIS, code)
    await world.do("start", ANNA, code)
    assert not await world.tables.still_matters(warning)


async def _after_lobby(world: World) -> list[Post]:
    await send(world, "lobby")
    return [post for post in await world.tables.due_posts() if post.kind == "lobby_warning"]


async def test_nonces_fit_discord_and_differ(world: World) -> None:
    await world.taking(BORIS)
    posts = await world.posts()
    assert all(len(post["nonce"]) <= 25 and post["nonce"] == nonce(post["key"], life=0) for post in posts)
    assert len({post["nonce"] for post in posts}) == len(posts)


async def test_a_crash_between_commit_and_sending_loses_nothing(world: World) -> None:
    code = await world.taking(BORIS)
    before = await world.tables.due_posts()
    await world.restart()
    assert await world.tables.due_posts() == before
    assert f"{code}:panel:2-0" in {post.key for post in before} | {post["key"] for post in await world.posts()}


@pytest.mark.parametrize("over", [False, True])
async def test_who_is_away_is_told_while_the_game_goes_on(world: World, over: bool) -> None:
    code = await world.started(BORIS)
    for _ in range(2):
        world.clock.pass_by(hours=24)
        await world.tables.beat()
    if over:
        await world.do("resign", BORIS, code)
    told = [post.body for post in await world.flush() if post.kind == "notice"]
    assert told == ([] if over else [{"say": "away", "seat": 0}]), "only Anna was asked twice"


async def test_panels_that_reach_their_holders_are_known(world: World) -> None:
    code = await world.started(BORIS)
    assert await world.tables.reached(code, 1) == {0, 1}
    (panel, _) = await world.posts("panel")
    await world.tables.dropped(panel["key"], "closed_dm")
    assert await world.tables.reached(code, 1) == {1}, "whose DM is closed and who has no private thread"
    assert await world.tables.reached(code, 7) == set()
