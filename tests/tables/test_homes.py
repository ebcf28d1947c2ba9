"""Places lost and found: a table whose place is gone waits for a new one, and nothing of it is lost."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from tables import homes
from tables.community import GuildSettings
from tables.model import Refused
from tests.tables.world import ANNA, BORIS, CHANNEL, CHEN, GUILD, THREAD, World
from tests.toy_game import Bid

ELSEWHERE, NEW_THREAD = 801, 701
MODA = 31


async def alarms(world: World) -> list[tuple[str, int | None, str]]:
    """Place, person and what it says, of every alarm."""
    posts = await world.posts("alarm")
    return [(post["place"], post["user_id"], json.loads(post["body"])["say"]) for post in posts]


async def says(world: World) -> list[str]:
    return [json.loads(post["body"])["say"] for post in await world.posts("notice")]


async def test_a_deleted_thread_is_made_anew_and_asked_in_again(world: World) -> None:
    code = await world.started(BORIS)
    await world.flush()
    [before] = await world.posts("window")
    assert await world.tables.place_lost(THREAD) == [code]
    table = await world.tables.find(code)
    assert (table.thread_id, table.paused_at, table.status) == (None, None, "running")
    sent = await world.flush()
    assert [post.kind for post in sent if post.place in ("table", "channel")][:1] == ["thread"]
    [after] = await world.posts("window")
    assert after["message_id"] is not None
    assert after["nonce"] != before["nonce"], "Discord must not take it for the message that is gone"
    assert "rethreaded" in await says(world)
    assert await world.tables.place_lost(12345) == []
    assert await alarms(world) == [], "nobody has anything to mend"


async def test_a_deleted_channel_pauses_the_game_and_tells_host_and_moderators_once(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    due = (await world.tables.find(code)).deadline
    assert await world.tables.place_lost(CHANNEL) == [code]
    table = await world.tables.find(code)
    assert (table.paused_why, table.status) == ("place", "running")
    assert sorted(await alarms(world), key=str) == [("mods", None, "place"), ("person", ANNA, "place")]
    assert await world.tables.place_lost(CHANNEL) == [], "not news any more"
    assert len(await alarms(world)) == 2
    world.clock.pass_by(hours=50)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 1, "no clock runs"
    with pytest.raises(Refused, match="homeless"):
        await world.do("act", MODA, GUILD, code, "resume", "go on", {})
    await world.do("act", MODA, GUILD, code, "move", "a new place", {"channel_id": ELSEWHERE, "thread_id": None})
    table = await world.tables.find(code)
    assert (table.channel_id, table.thread_id, table.paused_at) == (ELSEWHERE, None, None)
    assert due is not None
    assert table.deadline == due + timedelta(hours=50)
    assert (await world.tables.panel(code, ANNA)).ready, "what was answered is kept"
    assert {"pause", "act-move", "go_on"} <= set(await says(world))


async def test_a_lobby_in_a_deleted_channel_is_closed_and_its_host_told(world: World) -> None:
    code = await world.lobby()
    assert await world.tables.place_lost(CHANNEL) == [code]
    table = await world.tables.find(code)
    assert (table.status, table.ended_why) == ("cancelled", "place")
    assert await alarms(world) == [("person", ANNA, "lobby_lost")]
    assert await world.tables.place_lost(CHANNEL) == []


async def test_the_host_moves_a_homeless_table_and_nobody_else(world: World) -> None:
    code = await world.started(BORIS)
    with pytest.raises(Refused, match="not_homeless"):
        await world.do("move_home", ANNA, code, ELSEWHERE)
    await world.tables.place_lost(CHANNEL)
    with pytest.raises(Refused, match="host_only"):
        await world.do("move_home", BORIS, code, ELSEWHERE)
    table = await world.do("move_home", ANNA, code, ELSEWHERE, NEW_THREAD)
    assert (table.channel_id, table.thread_id, table.paused_at) == (ELSEWHERE, NEW_THREAD, None)
    assert "moved" in await says(world)


async def test_what_was_told_of_a_lost_place_is_taken_back_when_it_has_a_new_one(world: World) -> None:
    told, untold = await world.started(BORIS), await world.started(BORIS, channel_id=CHANNEL)
    await world.tables.place_lost(CHANNEL)
    for post in await world.tables.due_posts(table=told):
        if post.kind == "alarm":
            await world.tables.sent(post.key, post.version, channel_id=1, message_id=2)
    for code in (told, untold):
        await world.do("move_home", ANNA, code, ELSEWHERE)
    alarms = await world.posts("alarm")
    mended = [row for row in alarms if row["code"] == told]
    assert len(mended) == 2
    assert all(json.loads(row["body"])["over"] and row["version"] > row["sent_version"] for row in mended)
    assert all(row["dropped"] for row in alarms if row["code"] == untold), "nobody is alarmed by what is mended"
    pauses = [row for row in await world.posts("notice") if json.loads(row["body"])["say"] == "pause"]
    assert all(row["dropped"] for row in pauses)


async def test_messages_in_the_old_place_point_to_the_new_one(world: World) -> None:
    code = await world.started(BORIS)
    await world.flush()
    [before] = await world.posts("window")
    facts = {"channel_id": ELSEWHERE, "thread_id": NEW_THREAD}
    await world.do("act", MODA, GUILD, code, "move", "tidier", facts)
    with pytest.raises(Refused, match="same_place"):
        await world.do("act", MODA, GUILD, code, "move", "tidier", facts)
    edited = {post.message_id: post for post in await world.tables.due_posts() if post.message_id is not None}
    assert edited[before["message_id"]].body == {"say": "moved_away", "channel_id": NEW_THREAD}
    [window] = await world.posts("window")
    assert (window["message_id"], window["sent_version"]) == (None, 0)
    sent = await world.flush()
    assert [post.kind for post in sent].count("window") == 1


async def test_a_table_that_is_paused_for_more_than_its_place_stays_so(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("act", MODA, GUILD, code, "pause", "a break", {})
    assert await world.tables.place_lost(CHANNEL) == [code]
    assert (await world.tables.find(code)).paused_why == "mod"
    assert await world.tables.place_lost(CHANNEL) == []
    facts = {"channel_id": ELSEWHERE, "thread_id": None}
    await world.do("act", MODA, GUILD, code, "move", "a new place", facts)
    assert (await world.tables.find(code)).paused_why == "mod", "whoever paused it lets it go on"


async def test_while_the_bot_is_off_a_server_its_games_wait(world: World) -> None:
    code, lobby = await world.started(BORIS), await world.lobby(CHEN)
    elsewhere = await world.lobby(CHEN, guild_id=GUILD + 1)
    due = (await world.tables.find(code)).deadline
    assert sorted(await world.tables.guild_lost(GUILD)) == sorted([code, lobby])
    assert await world.tables.guild_lost(GUILD) == []
    table = await world.tables.find(lobby)
    assert (table.status, table.ended_why) == ("cancelled", "server")
    assert (await world.tables.find(code)).paused_why == "server"
    assert (await world.tables.find(elsewhere)).status == "lobby"
    assert (await world.tables.guild(GUILD)).absent_at == world.clock.now()
    world.clock.pass_by(days=20)
    await world.tables.beat()
    assert await world.tables.guild_found(GUILD) == [code]
    assert await world.tables.guild_found(GUILD) == []
    table = await world.tables.find(code)
    assert due is not None
    assert (table.paused_at, table.deadline) == (None, due + timedelta(days=20))
    assert (await world.tables.guild(GUILD)).absent_at is None
    world.clock.pass_by(hours=23)
    await world.tables.beat()
    assert (await world.tables.find(code)).status == "running"


async def test_after_thirty_days_off_the_server_the_game_ends_without_a_result(world: World) -> None:
    code = await world.started(BORIS)
    await world.tables.guild_lost(GUILD)
    world.clock.pass_by(days=homes.ABSENCE.days, minutes=-5)
    await world.tables.beat()
    assert (await world.tables.find(code)).status == "running"
    world.clock.pass_by(minutes=10)
    await world.tables.beat()
    table = await world.tables.find(code)
    assert (table.status, table.ended_why, table.result) == ("cancelled", "server", None)
    assert await world.tables.guild_found(GUILD) == []


async def test_what_a_servers_owner_sets_is_kept_and_bounded(world: World) -> None:
    assert await world.tables.guild(GUILD) == GuildSettings(GUILD)
    kept = await world.do("keep_guild", ANNA, GUILD, moderator_role=5, pace="hours", hours=36, language="zh-CN")
    assert kept == await world.tables.guild(GUILD)
    assert (kept.moderator_role, kept.pace, kept.hours, kept.language) == (5, "hours", 36, "zh-CN")
    wrong: list[dict[str, Any]] = [
        {"pace": "never"},
        {"pace": None},
        {"hours": 0},
        {"hours": 337},
        {"hours": "12"},
        {"language": "fr"},
        {"play_channel": -1},
        {"moderator_role": True},
        {"tables_per_person": 0},
        {"tables_per_channel": 1000},
        {"absent_at": None},
        {"seed": 1},
    ]
    for changes in wrong:
        with pytest.raises(Refused, match="unknown_option"):
            await world.do("keep_guild", ANNA, GUILD, **changes)
    assert await world.tables.guild(GUILD) == kept
    cleared = await world.do("keep_guild", ANNA, GUILD, moderator_role=None, hours=None, pace="day", language=None)
    assert cleared == GuildSettings(GUILD)


async def test_a_deleted_channel_is_nobodys_choice_any_more(world: World) -> None:
    await world.do("keep_guild", ANNA, GUILD, play_channel=CHANNEL, notice_channel=CHANNEL, seek_channel=ELSEWHERE)
    await world.tables.place_lost(CHANNEL)
    assert await world.tables.guild(GUILD) == GuildSettings(GUILD, seek_channel=ELSEWHERE)
