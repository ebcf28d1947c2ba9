"""Before the game: sitting down, choosing, starting, and lobbies that end without a game."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import timedelta

import pytest

from engines.core import IllegalAction
from tables.codes import ALPHABET
from tables.model import PACES, AlreadyDone, Press, Refused
from tests.tables.world import ANNA, BORIS, CHANNEL, CHEN, DORA, GUILD, START, World


async def refused(reason: str, doing: object) -> Refused:
    with pytest.raises(Refused) as caught:
        await doing  # type: ignore[misc]
    assert caught.value.reason == reason
    return caught.value


async def test_the_host_sits_first_and_the_seed_stays_secret(world: World) -> None:
    info = await world.tables.find(await world.lobby(pace="live"))
    assert (info.status, info.host_id, info.pace, info.window) == ("lobby", ANNA, "live", 0)
    assert [(seat.kind, seat.user_id, seat.name) for seat in info.seats] == [("person", ANNA, "Anna")]
    assert info.options == {"pile": "small"}
    assert info.seed is None
    assert info.salt is None
    [row] = await world.rows("select seed from tables")
    assert len(bytes.fromhex(row["seed"])) == 32
    assert info.seed_hash == hashlib.sha256(bytes.fromhex(row["seed"])).hexdigest()


async def test_codes_are_short_unlike_and_found_in_any_writing(world: World) -> None:
    codes = [await world.lobby() for _ in range(8)]
    assert len(set(codes)) == 8
    assert all(len(code) in (4, 5) and set(code) <= set(ALPHABET) for code in codes)
    assert (await world.tables.find(f" #{codes[0].lower()} ")).code == codes[0]
    for odd in ("\ud800", "\0", "；；", "x" * 100_000, "%", "'; drop table tables; --"):
        await refused("unknown_table", world.tables.find(odd))
    await refused("unknown_table", world.tables.find("????"))


async def test_a_code_is_never_given_twice(world: World) -> None:
    world.tables = type(world.tables)(world.database, world.games, world.clock, entropy=lambda count: b"\7" * count)
    codes = [await world.lobby() for _ in range(3)]
    assert [len(code) for code in codes] == [4, 5, 6]


async def test_seats_follow_the_order_of_joining_and_close_up(world: World) -> None:
    code = await world.lobby()
    await world.do("join", BORIS, code)
    await world.do("add_bot", ANNA, code)
    await world.do("join", CHEN, code)
    info = await world.do("leave", BORIS, code)
    assert [(seat.seat, seat.kind, seat.user_id) for seat in info.seats] == [
        (0, "person", ANNA),
        (1, "bot", None),
        (2, "person", CHEN),
    ]
    info = await world.do("remove_bot", ANNA, code)
    assert [seat.user_id for seat in info.seats] == [ANNA, CHEN]
    await refused("no_bot", world.do("remove_bot", ANNA, code))


async def test_names_are_cut_and_follow_the_person(world: World) -> None:
    code = await world.lobby()
    await world.tables.join(Press(1, BORIS, "B" * 200, "zh-CN"), code)
    seat = (await world.tables.find(code)).seats[1]
    assert (seat.name, seat.language) == ("B" * 80, "zh-CN")


async def test_nobody_sits_twice_and_a_full_table_is_full(world: World) -> None:
    code = await world.lobby()
    await refused("already_seated", world.do("join", ANNA, code))
    for user in (BORIS, CHEN, DORA):
        await world.do("join", user, code)
    error = await refused("table_full", world.do("join", 99, code))
    assert error.facts == {"seats": 4}
    await refused("table_full", world.do("add_bot", ANNA, code))
    assert len((await world.tables.find(code)).seats) == 4


async def test_only_the_host_rules_the_lobby(world: World) -> None:
    code = await world.lobby()
    await world.do("join", BORIS, code)
    for what, more in [
        ("start", {}),
        ("cancel", {}),
        ("add_bot", {}),
        ("remove_bot", {}),
        ("configure", {"pace": "live"}),
    ]:
        await refused("host_only", world.do(what, BORIS, code, **more))


async def test_options_are_those_of_the_game(world: World) -> None:
    code = await world.lobby()
    info = await world.do("configure", ANNA, code, option=("pile", "large"), pace="slow", language="zh-CN")
    assert (info.options, info.pace, info.language) == ({"pile": "large"}, "slow", "zh-CN")
    await refused("unknown_option", world.do("configure", ANNA, code, option=("pile", "huge")))
    await refused("unknown_option", world.do("configure", ANNA, code, option=("stones", "large")))
    await refused("unknown_option", world.do("configure", ANNA, code, pace="never"))
    assert (await world.tables.find(code)) == info


async def test_a_leaving_host_hands_over_and_the_last_one_cancels(world: World) -> None:
    code = await world.lobby()
    await world.do("add_bot", ANNA, code)
    await world.do("join", BORIS, code)
    assert (await world.do("leave", ANNA, code)).host_id == BORIS
    await refused("not_seated", world.do("leave", ANNA, code))
    info = await world.do("leave", BORIS, code)
    assert (info.status, info.deadline) == ("cancelled", None)
    await refused("table_closed", world.do("join", CHEN, code))


async def test_a_person_may_sit_at_so_many_tables_only(world: World) -> None:
    codes = [await world.lobby() for _ in range(10)]
    assert (await refused("too_many_tables", world.lobby())).facts == {"limit": 10}
    other = await world.lobby(BORIS)
    await refused("too_many_tables", world.do("join", ANNA, other))
    await world.do("cancel", ANNA, codes[3])
    await world.do("join", ANNA, other)


async def test_unknown_games_are_refused(world: World) -> None:
    await refused("unknown_game", world.lobby(game="chess"))


async def test_start_fixes_the_salt_and_opens_the_first_window(world: World) -> None:
    code = await world.lobby()
    first = world.press(ANNA, again=True).id
    await world.do("join", BORIS, code)
    second = world.press(BORIS, again=True).id
    await world.do("add_bot", ANNA, code)
    info = await world.do("start", ANNA, code)
    third = world.press(ANNA, again=True).id
    assert info.salt == f"{first}-{second}-{third}"
    assert (info.status, info.window, info.window_kind, info.hidden) == ("running", 1, "bid", True)
    assert info.asked == (0, 1, 2)
    assert info.ready == 1, "a bot player keeps nobody waiting"
    assert (info.deadline or START) - START == PACES["day"]
    for what in ("start", "join", "leave", "cancel", "add_bot"):
        await refused("already_started", world.do(what, ANNA, code))


async def test_start_needs_as_many_as_the_game(world: World) -> None:
    code = await world.lobby()
    with pytest.raises(IllegalAction) as caught:
        await world.do("start", ANNA, code)
    assert caught.value.reason == "seats"
    info = await world.tables.find(code)
    assert (info.status, info.salt) == ("lobby", None)


async def test_the_same_press_counts_once(world: World) -> None:
    code = await world.lobby()
    with pytest.raises(AlreadyDone):
        await world.tables.open_lobby(
            world.press(ANNA, again=True), game="pebbles", guild_id=GUILD, channel_id=CHANNEL, language="en"
        )
    press = world.press(BORIS)
    done = await asyncio.gather(*(world.tables.join(press, code) for _ in range(5)), return_exceptions=True)
    assert [type(one) for one in done].count(AlreadyDone) == 4
    assert len((await world.tables.find(code)).seats) == 2
    assert len(await world.rows("select * from tables")) == 1


async def test_a_refused_press_leaves_no_trace(world: World) -> None:
    code = await world.lobby()
    before = [await world.rows(f"select * from {name}") for name in ("tables", "seats", "outbox", "interactions")]
    await refused("already_seated", world.do("join", ANNA, code))
    after = [await world.rows(f"select * from {name}") for name in ("tables", "seats", "outbox", "interactions")]
    assert before == after


async def test_many_press_join_at_once_and_the_table_just_fills(world: World) -> None:
    code = await world.lobby()
    done = await asyncio.gather(*(world.do("join", user, code) for user in range(20, 40)), return_exceptions=True)
    assert sum(isinstance(one, Refused) for one in done) == 17
    info = await world.tables.find(code)
    assert [seat.seat for seat in info.seats] == [0, 1, 2, 3]
    assert len({seat.user_id for seat in info.seats}) == 4


async def test_a_lobby_warns_once_and_then_expires(world: World) -> None:
    code = await world.lobby()
    world.clock.pass_by(hours=38)
    await world.tables.beat()
    assert await world.posts("lobby_warning") == []
    world.clock.pass_by(hours=1)
    await world.tables.beat()
    await world.tables.beat()
    [warning] = await world.posts("lobby_warning")
    assert (warning["version"], warning["place"], warning["body"]) == (1, "channel", "{}")
    world.clock.pass_by(hours=9)
    await world.tables.beat()
    info = await world.tables.find(code)
    assert (info.status, info.deadline) == ("expired", None)
    [lobby] = await world.posts("lobby")
    assert lobby["version"] == 2
    await refused("table_closed", world.do("start", ANNA, code))


async def test_a_started_lobby_neither_warns_nor_expires(world: World) -> None:
    await world.started(BORIS)
    assert [row["kind"] for row in await world.rows("select kind from timers")] == ["deadline", "remind"]


async def test_reads_find_tables_by_person_channel_and_server(world: World) -> None:
    ended = await world.lobby()
    await world.do("cancel", ANNA, ended)
    world.clock.pass_by(minutes=1)
    running = await world.started(BORIS)
    world.clock.pass_by(minutes=1)
    elsewhere = await world.lobby(CHEN, guild_id=1, channel_id=2)
    await world.do("join", ANNA, elsewhere)
    codes = [info.code for info in await world.tables.of_person(ANNA)]
    assert codes == [elsewhere, running, ended]
    assert [info.code for info in await world.tables.of_person(DORA)] == []
    assert [info.code for info in await world.tables.running_in(GUILD)] == [running]
    for place, code in ((700, running), (CHANNEL, running), (2, elsewhere)):
        found = await world.tables.in_channel(place)
        assert found is not None
        assert found.code == code
    assert await world.tables.in_channel(3) is None
    await world.do("resign", ANNA, running)
    over = await world.tables.in_channel(700)
    assert over is not None
    assert (over.code, over.status) == (running, "over"), "people still ask about a game in its thread"
    assert await world.tables.in_channel(CHANNEL) is None


async def test_languages_are_remembered(world: World) -> None:
    assert await world.tables.language_of(ANNA) is None
    await world.tables.remember_language(ANNA, "Anna", "en")
    await world.tables.remember_language(ANNA, "Anna", "en")
    await world.tables.remember_language(ANNA, "Anna", "zh-CN")
    assert await world.tables.language_of(ANNA) == "zh-CN"


async def test_a_pace_in_hours(world: World) -> None:
    code = await world.lobby(pace="hours", hours=5)
    info = await world.tables.find(code)
    assert (info.pace, info.hours, info.length) == ("hours", 5, timedelta(hours=5))
    for odd in (0, -1, 337):
        await refused("unknown_option", world.do("configure", ANNA, code, hours=odd))
    await refused("unknown_option", world.do("configure", ANNA, code, pace="hours"))
    await refused("unknown_option", world.lobby(pace="hours"))
    await refused("unknown_option", world.lobby(pace="weekly"))
    info = await world.do("configure", ANNA, code, hours=336)
    assert (info.pace, info.length) == ("hours", timedelta(days=14))
    info = await world.do("configure", ANNA, code, pace="slow")
    assert (info.pace, info.hours, info.length) == ("slow", None, PACES["slow"])
    await world.do("configure", ANNA, code, pace="hours", hours=1)
    await world.do("join", BORIS, code)
    await world.do("start", ANNA, code)
    info = await world.tables.find(code)
    assert info.deadline == START + timedelta(hours=1)


async def test_a_server_limits_the_tables_of_a_channel(world: World) -> None:
    await world.do("keep_guild", ANNA, GUILD, tables_per_channel=2)
    code = await world.lobby()
    await world.started(BORIS)
    assert (await refused("too_many_here", world.lobby(CHEN))).facts == {"limit": 2}
    await world.lobby(CHEN, channel_id=CHANNEL + 1)
    await world.lobby(CHEN, guild_id=GUILD + 1, channel_id=CHANNEL + 2)
    await world.do("cancel", ANNA, code)
    await world.lobby(CHEN)


async def test_a_server_limits_the_tables_of_a_person(world: World) -> None:
    await world.do("keep_guild", ANNA, GUILD, tables_per_person=1)
    elsewhere = await world.lobby(BORIS, guild_id=GUILD + 1)
    code = await world.lobby(ANNA)
    assert (await refused("too_many_tables", world.lobby(ANNA))).facts == {"limit": 1}
    await world.lobby(ANNA, guild_id=GUILD + 1)
    await world.do("join", BORIS, code)
    other = await world.lobby(CHEN)
    await refused("too_many_tables", world.do("join", BORIS, other))
    assert (await world.tables.find(elsewhere)).status == "lobby"
