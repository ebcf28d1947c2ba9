"""The lobby and the sender in a simulated Discord: permissions, rights, rushes, restarts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.bounds import IN_FLIGHT
from tests.play.harness import Play, playing


@pytest.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    async with playing(tmp_path) as opened:
        yield opened


async def deny(play: Play, *names: str) -> None:
    flags = discord.Permissions(**dict.fromkeys(names, True)).value
    backend = play.env.backend
    backend.set_overwrite(play.channel.id, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, deny=flags))
    await play.env.settle()


async def open_tables(play: Play, person: Any) -> list[str]:
    return [table.code for table in await play.house.tables.of_person(person.id) if table.status == "lobby"]


async def test_the_receipt_leads_to_the_lobby(play: Play) -> None:
    rook = play.people[0]
    receipt = await rook.member.slash(play.channel, "play", game="volt")
    lobby = play.lobby()
    assert receipt.response.ephemeral
    assert f"/{play.channel.id}/{lobby.id}" in receipt.response.content
    assert play.code_in(lobby) in receipt.response.content
    assert len([seen for seen in play.public() if seen.components]) == 1


async def test_without_permission_no_lobby_opens_and_the_host_learns_why(play: Play) -> None:
    rook, xiaoman = play.people[:2]
    await deny(play, "send_messages", "attach_files")
    receipt = await rook.member.slash(play.channel, "play", game="volt")
    assert "Send Messages" in receipt.response.content
    assert "Attach Files" in receipt.response.content
    receipt = await xiaoman.member.slash(play.channel, "play", game="volt")
    assert "发送消息" in receipt.response.content
    assert await open_tables(play, rook) == []


async def test_a_lobby_that_cannot_be_posted_is_cancelled(play: Play) -> None:
    rook = play.people[0]
    path = f"/channels/{play.channel.id}/messages"
    play.env.inject_error("POST", path, status=403, code=50013, message="Missing Permissions")
    receipt = await rook.member.slash(play.channel, "play", game="volt")
    assert "cancelled" in receipt.response.content
    assert await open_tables(play, rook) == []
    await play.wait(120)
    assert play.messages(play.channel.id) == [], "nobody hears of it later"


async def test_a_lobby_that_comes_late_says_so(play: Play) -> None:
    rook = play.people[0]
    play.env.inject_error("POST", f"/channels/{play.channel.id}/messages", status=500)
    receipt = await rook.member.slash(play.channel, "play", game="volt")
    assert "in a moment" in receipt.response.content
    await play.wait(30)
    assert play.lobby().find("join")


async def test_the_hosts_choices_show_in_the_lobby_at_once(play: Play) -> None:
    rook, xiaoman = play.people[:2]
    await play.open_lobby(rook)
    await play.press(rook, "options")
    panel = play.find(rook, "pace")[0]
    await play.press(rook, "pace", panel, ["live"])
    await play.set_option(rook, "arena", "duel")
    await play.press(rook, "language", play.find(rook, "language")[0], ["zh-CN"])
    table = await play.table()
    assert (table.pace, table.language, table.options["arena"]) == ("live", "zh-CN", "duel")
    assert "双门角斗场" in play.lobby().text
    assert "实时" in play.lobby().text
    refused = await play.press(xiaoman, "options")
    assert "Rook" in refused.response.content
    assert refused.response.ephemeral


async def test_settings_of_a_closed_lobby_cannot_be_changed(play: Play) -> None:
    rook, xiaoman = play.people[:2]
    await play.open_lobby(rook)
    await play.press(rook, "options")
    panel = play.find(rook, "pace")[0]
    await play.press(xiaoman, "join")
    await play.press(rook, "start")
    answer = await play.press(rook, "pace", panel, ["live"])
    assert answer.followups[0].ephemeral
    assert (await play.table()).pace == "day"


@pytest.mark.parametrize("what", ["start", "cancel", "add_bot"])
async def test_only_the_host_may(play: Play, what: str) -> None:
    rook, xiaoman = play.people[:2]
    await play.open_lobby(rook)
    await play.press(xiaoman, "join")
    before = play.lobby().text
    answer = await play.press(xiaoman, what)
    assert answer.followups[0].ephemeral
    assert play.lobby().text == before


async def test_the_host_hands_over_by_leaving(play: Play) -> None:
    rook, xiaoman = play.people[:2]
    await play.open_lobby(rook)
    await play.press(xiaoman, "join")
    await play.press(rook, "leave")
    assert "**小满** · host" in play.lobby().text
    await play.press(xiaoman, "leave")
    assert (await play.table()).status == "cancelled"
    assert play.lobby().find("join") is None


async def test_two_hundred_presses_are_all_acknowledged(play: Play) -> None:
    lobby = await play.open_lobby(play.people[0])
    crowd = [play.add_person(f"P{n}", "en") for n in range(10)]
    await play.env.settle()
    records = [
        play.press_at_once(person, lobby, f"s1:{play.code}:0:{what}")
        for _ in range(5)
        for person in crowd
        for what in ("join", "leave", "options", "start")
    ]
    await play.env.settle(timeout=60, idle=0.05)
    assert len(records) == 200
    assert all(record.responded for record in records)
    table = await play.table()
    assert len(table.seats) <= 4
    assert len({seat.user_id for seat in table.seats}) == len(table.seats)
    assert len(play.messages(play.channel.id)) == 1


async def test_one_persons_flood_is_told_to_slow_down(play: Play) -> None:
    rook = play.people[0]
    lobby = await play.open_lobby(rook)
    records = [play.press_at_once(rook, lobby, f"s1:{play.code}:0:options") for _ in range(IN_FLIGHT + 15)]
    await play.env.settle()
    assert all(record.responded for record in records)
    told = [seen for seen in play.messages(play.channel.id, rook) if "Slow down" in seen.text]
    assert len(told) == 15


async def test_a_press_is_acknowledged_while_the_table_is_busy(play: Play) -> None:
    rook, xiaoman = play.people[:2]
    lobby = await play.open_lobby(rook)
    gate, tables = asyncio.Event(), play.house.tables
    known = tables.remember_language

    async def held(*told: Any) -> None:
        await gate.wait()
        await known(*told)

    tables.remember_language = held  # type: ignore[method-assign]
    record = play.press_at_once(xiaoman, lobby, f"s1:{play.code}:0:join")
    for _ in range(50):
        await asyncio.sleep(0.001)
    assert record.responded
    assert len((await play.table()).seats) == 1
    gate.set()
    await play.env.settle()
    assert len((await play.table()).seats) == 2


async def test_where_no_thread_may_be_made_the_table_plays_in_the_channel(play: Play) -> None:
    await deny(play, "create_public_threads")
    await play.begin(*play.people[:2])
    table = await play.table()
    assert table.thread_id == play.channel.id
    assert any(seen.find("seat") for seen in play.messages(play.channel.id))


async def test_a_thread_that_exists_already_is_taken(play: Play) -> None:
    rook, xiaoman = play.people[:2]
    lobby = await play.open_lobby(rook)
    await play.press(xiaoman, "join")
    channel: Any = play.house.bot.get_channel(play.channel.id)
    with play.env._bot_scope():
        await channel.get_partial_message(lobby.id).create_thread(name="made before")
    path = f"/channels/{play.channel.id}/messages/{lobby.id}/threads"
    play.env.inject_error("POST", path, status=400, code=160004, message="A thread has already been created")
    await play.press(rook, "start")
    assert (await play.table()).thread_id == lobby.id
    assert play.thread.name == "made before"
    assert play.table_messages()


async def test_the_thread_carries_game_and_code(play: Play) -> None:
    await play.begin(*play.people[:2])
    assert play.thread.name == f"Power Arena · {play.code}"
    assert f"<#{play.thread.id}>" in play.messages(play.channel.id)[0].text


async def test_a_deleted_thread_is_made_again(play: Play) -> None:
    rook, xiaoman = play.people[:2]
    await play.begin(rook, xiaoman)
    old: Any = play.house.bot.get_channel(play.thread.id)
    with play.env._bot_scope():
        await old.delete()
    await play.wait(10)
    assert play.thread.id == (await play.table()).thread_id, "at once, though nobody has pressed anything"
    assert any("Round 1" in seen.text and seen.find("seat") for seen in play.table_messages())
    await play.play_window()
    assert play.thread.id == (await play.table()).thread_id
    assert any("Round 2" in seen.text and seen.find("seat") for seen in play.table_messages())


async def test_a_crash_after_posting_posts_nothing_twice(play: Play) -> None:
    """simcord knows no nonces: here only the look back at earlier messages can tell."""
    rook, xiaoman = play.people[:2]
    await play.open_lobby(rook)
    await play.press(xiaoman, "join")
    tables: Any = play.house.tables

    async def dies(*_: Any, **__: Any) -> None:
        raise asyncio.CancelledError

    tables.sent = dies
    play.press_at_once(rook, play.lobby(), f"s1:{play.code}:0:start")
    await play.env.settle()
    assert len(play.dms(rook)) == 1, "posted, but not recorded"
    await play.restart()
    await play.wait(10)
    assert len(play.dms(rook)) == len(play.dms(xiaoman)) == 1
    texts = [seen.text for seen in play.public()]
    assert len(texts) == len(set(texts))
    await play.play_window()
    assert len(play.dms(rook)) == 2
