"""Things in Discord come apart under a running game: each is met, told to whoever can mend it, and the game goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from discord import Permissions
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from locales import speak
from tables.model import Press
from tests.play.harness import Person, Play, playing

MINUTE = 60
PRIVATE_THREAD = 12


def since(play: Play, person: Person, known: int) -> list[str]:
    """What the person was told in DMs after the first so many."""
    return [seen.text for seen in play.dms(person)[known:]]


def allow(play: Play, *denied: str) -> None:
    """What the bot may not do in the games channel from now on."""
    backend = play.env.backend
    deny = sum(getattr(Permissions, name).flag for name in denied)
    backend.set_overwrite(play.channel.id, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, deny=deny))


def lock(play: Play, locked: bool) -> None:
    thread = play.env.backend.get_thread(play.thread.id)
    assert thread.thread_metadata is not None
    thread.thread_metadata.locked = locked
    play.env.backend.announce_channel_update(thread.id)


def private_threads(play: Play) -> list[Any]:
    return [thread for thread in play.channel.threads if thread._channel.type == PRIVATE_THREAD]


def in_thread(play: Play, thread: Any, person: Person) -> bool:
    return person.id in play.env.backend.get_thread(thread.id).thread_members


async def shown_in(play: Play, channel_id: int, what: str) -> bool:
    return any(seen.find(what) for seen in play.messages(channel_id))


async def test_a_game_under_which_everything_comes_apart(tmp_path: Path, undrawn: list[Any]) -> None:
    async with playing(tmp_path, people=4, beat_seconds=5 * MINUTE) as play:
        rook, moth, ibis, newcomer = play.people
        play.close_dm(ibis)
        await play.begin(rook, moth, ibis)
        await _a_deleted_message(play)
        await _a_lost_permission(play, rook)
        await _a_locked_thread(play, rook)
        await _a_deleted_thread(play)
        await _a_seat_in_other_hands(play, ibis, newcomer)
        await _a_person_who_leaves(play, moth)
        await _a_server_without_the_bot(play)
        await _a_deleted_channel(play, rook)
        table = await play.table()
        assert (table.status, table.paused_at) == ("running", None)


async def _a_deleted_message(play: Play) -> None:
    window = next(seen for seen in reversed(play.table_messages()) if seen.find("seat"))
    play.env.backend.delete_message(window.channel_id, window.id)
    await play.wait(20 * MINUTE)
    assert await shown_in(play, play.thread.id, "seat"), "what asks something is posted again, though nobody pressed"


async def _a_lost_permission(play: Play, host: Person) -> None:
    known, before = len(play.dms(host)), len(play.table_messages())
    allow(play, "send_messages_in_threads", "send_messages")
    await play.play_window()
    await play.wait(40 * MINUTE)
    assert (await play.table()).window == 2, "the game itself goes on"
    told = [text for text in since(play, host, known) if "Send Messages in Threads" in text]
    assert len(told) == 1, "the host is told once, and of what is missing"
    assert len(play.table_messages()) == before
    allow(play)
    await play.settle()
    await play.wait(10 * MINUTE)
    assert len(play.table_messages()) > before, "healed without anybody pressing anything"
    assert not [text for text in since(play, host, known) if "Send Messages in Threads" in text], "and taken back"


async def _a_locked_thread(play: Play, host: Person) -> None:
    route = ("POST", f"/channels/{play.thread.id}/messages")
    known, before = len(play.dms(host)), len(play.table_messages())
    play.env.inject_error(*route, status=403, code=50083, message="Thread is archived", times=None)
    lock(play, True)
    await play.play_window()
    asked = _tries(play, route)
    await play.wait(60 * MINUTE)
    assert (await play.table()).window == 3
    assert _tries(play, route) - asked < 30, "never a storm"
    assert len([text for text in since(play, host, known) if "locked" in text]) == 1
    play.env.backend.faults[:] = [fault for fault in play.env.backend.faults if fault["path"] != route[1]]
    lock(play, False)
    await play.wait(10 * MINUTE)
    texts = [seen.text for seen in play.table_messages()[before:]]
    assert len(texts) > 2, "what had to wait is told as soon as the thread is open"
    assert len(texts) == len(set(texts)), "once"


async def _a_deleted_thread(play: Play) -> None:
    lost = play.thread.id
    play.env.backend.delete_channel(lost)
    await play.settle()
    await play.wait(10 * MINUTE)
    table = await play.table()
    assert table.paused_at is None
    assert await shown_in(play, table.thread_id or 0, "seat"), "the game is asked for in its new thread"


async def _a_seat_in_other_hands(play: Play, old: Person, new: Person) -> None:
    """The private thread that stood in for a closed DM loses its holder, and every panel there its secrets."""
    tables = play.house.tables
    [thread] = private_threads(play)
    assert in_thread(play, thread, old)
    panel = next(seen for seen in reversed(play.messages(thread.id)) if seen.find("v-type"))
    seat = next(seat for seat in (await play.table()).seats if seat.user_id == old.id)
    await tables.offer(_press(play, old), play.code)
    claim = await tables.claim(_press(play, new), play.code, seat.seat)
    await tables.decide(_press(play, play.people[0]), play.code, claim.id, True)
    await play.house.bot.kick(play.code)
    await play.settle()
    assert not in_thread(play, thread, old)
    [now] = [seen for seen in play.messages(thread.id) if seen.id == panel.id]
    assert not now.find("v-type")
    assert not now.raw.attachments
    assert play.find(new, "v-type")


async def _a_person_who_leaves(play: Play, person: Person) -> None:
    play.guild.remove_member(person.member)
    await play.settle()
    await play.wait(20 * MINUTE)
    seat = next(seat for seat in (await play.table()).seats if seat.user_id == person.id)
    assert seat.gone, "noticed without the right to be told of it"
    seen, button = play.find(person, "v-type")
    before = len(play.dms(person))
    record = play.press_at_once(person, seen, f"s1:{play.code}:{(await play.table()).window}:p-ready:{seat.seat}")
    await play.settle()
    assert record.responded
    assert button
    told = since(play, person, before)
    assert len(told) == 1, "old buttons answer whoever has left, and do nothing"
    answer = await person.user.slash("table back", code=play.code)
    assert speak(person.language)("table.refuse.left_server") in answer.response._message.content
    assert (await play.table()).seats[seat.seat].gone, "nor do commands in a DM bring them back"


async def _a_server_without_the_bot(play: Play) -> None:
    backend = play.env.backend
    backend.emit("GUILD_DELETE", {"id": str(play.guild.id)})
    await play.wait(20 * MINUTE)
    assert (await play.table()).paused_why == "server"
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, backend.get_guild(play.guild.id)))
    await play.wait(10 * MINUTE)
    assert (await play.table()).paused_at is None


async def _a_deleted_channel(play: Play, host: Person) -> None:
    """While the bot is down, which then finds it out."""
    await play.settle()
    await play.house.close()
    gone = play.channel.id
    for thread in list(play.channel.threads):
        play.env.backend.delete_channel(thread.id)
    play.env.backend.delete_channel(gone)
    known = len(play.dms(host))
    play.house = await play._build()
    await play.env.restart_bot(play.house.bot)
    await play.wait(10 * MINUTE)
    table = await play.table()
    assert (table.status, table.paused_why) == ("running", "place")
    assert [text for text in since(play, host, known) if play.code in text], "the host is told how to mend it"
    play.channel = play.guild.create_text_channel("games again")
    await play.settle()
    await play.house.tables.move_home(_press(play, host), play.code, play.channel.id)
    await play.house.bot.kick(play.code)
    await play.settle()
    await play.wait(10 * MINUTE)
    assert await shown_in(play, play.thread.id, "seat"), "and there it goes on"


def _press(play: Play, person: Person) -> Press:
    return Press(play.env.backend.snowflake(), person.id, person.name, "en")


def _tries(play: Play, route: tuple[str, str]) -> int:
    return sum((request.method, request.path) == route for request in play.env.http_requests)
