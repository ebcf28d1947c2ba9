"""Presses that the bot never offered: they open nothing, reveal nothing, and change no message that others read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from locales import speak
from tests.play.harness import Person, Play, Seen, playing

PRIVATE_THREAD = 12


@pytest.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    async with playing(tmp_path, people=3) as opened:
        yield opened


async def forge(play: Play, person: Person, on: Seen, tail: str, values: list[str] | None = None) -> list[Seen]:
    """Press what was never there; gives the private answers."""
    known = {seen.id for seen in play.messages(on.channel_id, person)}
    press = play.press_forged(person, on, f"s1:{play.code}:{tail}", values)
    await play.settle()
    assert press.responded
    return [seen for seen in play.messages(on.channel_id, person) if seen.id not in known]


def asking(play: Play) -> Seen:
    """The public message with the My seat button."""
    return next(seen for seen in play.table_messages() if seen.find("seat"))


@pytest.mark.parametrize("tail", ["1:p-show:0", "1:v-pad:0.1", "1:log:0", "0:log:99"])
async def test_what_a_press_shows_never_stands_in_a_public_message(play: Play, tail: str) -> None:
    rook, xiaoman, _ = play.people
    await play.begin(rook, xiaoman)
    await play.type_program(rook, "B3N R1NE B2E")
    before = play.record()
    answers = await forge(play, rook, asking(play), tail)
    assert play.record() == before
    assert len(answers) == 1
    assert all(answer.id not in {seen.id for seen in play.public()} for answer in answers)


async def test_a_rule_page_does_not_take_the_place_of_a_public_message(play: Play) -> None:
    rook, xiaoman, ibis = play.people
    await play.begin(rook, xiaoman)
    before = play.record()
    press = play.press_forged(ibis, asking(play), "s1:volt:0:rules", ["winning"])
    await play.settle()
    assert press.responded
    assert play.record() == before


async def test_secrets_do_not_go_to_a_public_thread_that_was_renamed(play: Play) -> None:
    """Whoever may rename threads could call the table's own thread like somebody's private one."""
    rook, xiaoman, _ = play.people
    await play.begin(rook, xiaoman)
    table = await play.table()
    assert table.thread_id is not None
    thread = await play.house.bot.fetch_channel(table.thread_id)
    assert isinstance(thread, discord.Thread)
    await thread.edit(name=speak("en")("post.private_thread.name", n=1, code=table.code))
    play.close_dm(rook)
    await play.play_window()
    assert not any(seen.find("v-type") for seen in play.public())
    [private] = [thread for thread in play.channel.threads if thread._channel.type == PRIVATE_THREAD]
    assert private.name == play.thread.name
    assert any(seen.find("v-type") for seen in play.messages(private.id, rook))


async def test_whoever_cannot_see_the_channel_cannot_join(play: Play) -> None:
    rook, _, ibis = play.people
    lobby = await play.open_lobby(rook)
    elsewhere = play.guild.create_text_channel("elsewhere")
    note = await play.house.bot.get_partial_messageable(elsewhere.id).send("?")
    deny = discord.Permissions(view_channel=True).value
    play.env.backend.set_overwrite(play.channel.id, Overwrite(ibis.id, OverwriteType.MEMBER, deny=deny))
    await play.env.settle()
    raw = play.env.backend.get_message(elsewhere.id, note.id)
    await forge(play, ibis, Seen(elsewhere.id, note.id, raw), "0:join")
    assert [seat.user_id for seat in (await play.table()).seats] == [rook.id]
    await forge(play, play.people[1], lobby, "0:join")
    assert len((await play.table()).seats) == 2


@pytest.mark.parametrize(("what", "value"), [("language", "tlh"), ("pace", "never"), ("option:arena", "moon")])
async def test_a_host_cannot_choose_what_there_is_not(play: Play, what: str, value: str) -> None:
    rook = play.people[0]
    lobby = await play.open_lobby(rook)
    before = await play.table()
    await forge(play, rook, lobby, f"0:{what}", [value])
    await forge(play, rook, lobby, f"0:{what}", [])
    await forge(play, rook, lobby, f"0:{what}")
    assert await play.table() == before


async def test_a_page_of_the_log_that_does_not_exist_is_the_last_one(play: Play) -> None:
    rook, xiaoman, _ = play.people
    await play.begin(rook, xiaoman)
    await play.play_window()
    [far] = await forge(play, rook, asking(play), "999999999:log:0")
    [last] = await forge(play, rook, asking(play), "1:log:0")
    assert far.text == last.text


@pytest.mark.parametrize("tail", ["1:v-boost:0.1", "99999999999999999999:p-show:0", "1:"])
async def test_a_button_that_nobody_handles_any_more_is_answered(play: Play, tail: str) -> None:
    rook, xiaoman, _ = play.people
    await play.begin(rook, xiaoman)
    [answer] = await forge(play, rook, asking(play), tail)
    assert "/me games" in answer.text
