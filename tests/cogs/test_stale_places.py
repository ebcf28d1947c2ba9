"""Places that are gone, locked or closed: met, told to whoever can mend it, and the table goes on or waits."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import discord
import pytest

from tables.model import TableInfo
from tests.cogs.fake_discord import DM, refusal
from tests.cogs.stale_world import ADS, NOTICES, Stale, staling
from tests.tables.world import ANNA, BORIS, CHANNEL, CHEN, GUILD, THREAD

ELSEWHERE = 801


@pytest.fixture
async def stale(tmp_path: Path) -> AsyncIterator[Stale]:
    async with staling(tmp_path) as stale:
        yield stale


def at(*channels: int) -> Callable[[str, int], bool]:
    return lambda what, channel: what in ("send", "edit", "look", "fetch") and channel in channels


async def choose(stale: Stale, **changes: Any) -> None:
    await stale.tables.keep_guild(stale.world.press(ANNA), GUILD, **changes)


async def leave(stale: Stale, user: int) -> None:
    """Somebody has left the server: the moderators are told, and a substitute is sought."""
    await stale.tables.members_gone(GUILD, frozenset({user}))
    await stale.bot.sender.flush()


# ---- where moderators are told, and substitutes sought


@pytest.mark.parametrize(("chosen", "place"), [(NOTICES, NOTICES), (None, THREAD)])
async def test_moderators_are_told_where_the_server_wants_it(stale: Stale, chosen: int | None, place: int) -> None:
    await choose(stale, notice_channel=chosen)
    await stale.begin()
    known = len(stale.said(place))
    await leave(stale, BORIS)
    [alarm] = await stale.world.posts("alarm")
    assert alarm["channel_id"] == place
    assert len(stale.said(place)) > known


@pytest.mark.parametrize(("chosen", "place"), [(ADS, ADS), (None, CHANNEL)])
async def test_a_substitute_is_sought_where_the_server_wants_it(stale: Stale, chosen: int | None, place: int) -> None:
    await choose(stale, seek_channel=chosen)
    await stale.begin()
    await stale.world.do("offer", BORIS, stale.code)
    await stale.bot.sender.flush()
    [ad] = await stale.world.posts("ad")
    assert ad["channel_id"] == place


@pytest.mark.parametrize("error", [(403, 50013), (403, 50001), (404, 10003)])
async def test_a_chosen_channel_that_is_closed_or_gone_has_a_substitute_which_says_so(
    stale: Stale, error: tuple[int, int]
) -> None:
    await choose(stale, notice_channel=NOTICES, seek_channel=ADS)
    await stale.begin()
    stale.fail(lambda: refusal(*error), at(NOTICES, ADS))
    await leave(stale, BORIS)
    await stale.world.do("offer", ANNA, stale.code)
    await stale.bot.sender.flush()
    rows = [*await stale.world.posts("alarm"), *(await stale.world.posts("ad"))[-1:]]
    assert [row["channel_id"] for row in rows] == [THREAD, CHANNEL]
    for row in rows:
        [message] = [m for m in stale.room(row["channel_id"]) if m.id == row["message_id"]]
        chosen = NOTICES if row["kind"] == "alarm" else ADS
        assert message.text.count(f"<#{chosen}>") == 1, "whoever reads it learns why it stands here"
    assert not await stale.unsent()
    settings = await stale.tables.guild(GUILD)
    kept = (NOTICES, ADS) if error[0] == 403 else (None, None)
    assert (settings.notice_channel, settings.seek_channel) == kept, "a deleted channel is not asked for again"


async def test_where_nothing_takes_it_the_alarm_waits_and_then_goes_where_it_should(stale: Stale) -> None:
    await choose(stale, notice_channel=NOTICES)
    await stale.begin()
    stale.fail(lambda: refusal(403, 50013), at(NOTICES, THREAD))
    await leave(stale, BORIS)
    assert any(":alarm:gone" in key for key in await stale.unsent())
    stale.heal()
    await stale.beats(120, every=15)
    assert not await stale.unsent()
    gone = next(row for row in await stale.world.posts("alarm") if ":alarm:gone" in row["key"])
    assert gone["channel_id"] == NOTICES


# ---- locked, forbidden, full


@pytest.mark.parametrize(
    ("error", "words"),
    [((403, 50083), "locked"), ((403, 160005), "locked"), ((403, 50013), "permission"), ((400, 160006), "threads")],
)
async def test_a_closed_place_is_told_once_tried_ever_more_slowly_and_heals_by_itself(
    stale: Stale, error: tuple[int, int], words: str
) -> None:
    await choose(stale, notice_channel=NOTICES)
    await stale.begin()
    await stale.play_window()
    stale.fail(lambda: refusal(*error), at(THREAD))
    await stale.bot.sender.flush()
    known = stale.asked()
    assert known["send"] < 30
    await stale.beats(60)
    first = stale.asked()["send"]
    await stale.beats(5 * 60, every=15)
    later = stale.asked()["send"]
    assert 0 < later <= 5 * first, "not more often than at first"
    await stale.play_window()
    await stale.beats(18 * 60, every=30)
    assert stale.asked()["send"] <= 18 * 12, "each post once an hour at most, however long it lasts"
    for told in ([text for text in stale.dm(ANNA) if words in text], stale.said(NOTICES)):
        assert len(told) == 1, "the host and the moderators are told, once"
        assert words in told[0]
    stale.heal()
    await stale.beats(75, every=15)
    assert not await stale.unsent(), "nobody has pressed anything"
    assert "works again" in stale.said(NOTICES)[0]
    texts = [message.text for message in stale.room(THREAD)]
    assert len(texts) == len(set(texts)), "nothing is said twice"


async def test_a_new_spell_is_told_anew_and_a_restart_tells_nothing_again(stale: Stale) -> None:
    await choose(stale, notice_channel=NOTICES)
    await stale.begin()
    for spell in (1, 2):
        stale.fail(lambda: refusal(403, 50013), at(THREAD))
        await stale.play_window()
        await stale.bot.sender.flush()
        restarted = Stale(stale.world)
        restarted.discord.messages, restarted.discord.fault = stale.discord.messages, stale.discord.fault
        await restarted.bot.sender.doubt()
        await restarted.play_window_of(stale.code)
        await restarted.beats(120, every=15)
        assert len(stale.said(NOTICES)) == spell
        stale.heal()
        restarted.heal()
        await restarted.beats(120, every=15)
        assert not await stale.unsent()


async def test_rights_that_come_back_are_used_at_once(stale: Stale) -> None:
    await stale.begin()
    stale.fail(lambda: refusal(403, 50013), at(THREAD))
    await stale.play_window()
    await stale.beats(120, every=15)
    assert await stale.unsent()
    stale.asked()
    stale.guild.locked = True
    await stale.bot.sender.opened(GUILD)
    assert not stale.asked(), "what cannot go through is not tried"
    stale.guild.locked = False
    for _ in range(30):
        await stale.bot.sender.opened(GUILD)
    assert stale.asked()["send"] < 10, "nor what has just been tried in vain"
    stale.heal()
    stale.world.clock.pass_by(seconds=30)
    await stale.bot.sender.opened(GUILD)
    await stale.bot.sender.flush()
    assert not await stale.unsent()


async def test_an_archived_thread_is_opened_and_the_post_stands_there(
    stale: Stale, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stale.begin()
    archived = [True]

    async def unarchive(channel_id: int) -> bool:
        assert channel_id == THREAD
        archived.clear()
        return True

    monkeypatch.setattr(stale.bot.sender.places, "unarchive", unarchive)
    stale.fail(lambda: refusal(400, 50083), lambda what, channel: channel == THREAD and bool(archived))
    await stale.play_window()
    await stale.bot.sender.flush()
    assert not archived
    assert not await stale.unsent()
    assert not stale.bot.sender.refused(stale.code)


async def test_a_long_wait_that_discord_asks_for_is_kept(stale: Stale) -> None:
    await stale.begin()
    await stale.play_window()
    stale.fail(lambda: discord.RateLimited(900.0), at(THREAD))
    await stale.bot.sender.flush()
    stale.heal()
    stale.asked()
    await stale.beats(14, every=1)
    assert not [key for key in stale.said(THREAD) if "R1NE" in key]
    await stale.beats(4, every=1)
    assert not await stale.unsent()


# ---- deleted


async def test_a_deleted_thread_is_found_out_and_the_table_goes_on(stale: Stale) -> None:
    await stale.begin()
    del stale.discord.messages[THREAD]
    stale.fail(lambda: refusal(404, 10003), at(THREAD))
    await stale.play_window()
    await stale.bot.sender.flush()
    table = await stale.tables.find(stale.code)
    assert (table.status, table.paused_at, table.thread_id) == ("running", None, CHANNEL)
    assert any("R1NE" in text for text in stale.said(CHANNEL)), "the chapter is told where the table is now"
    assert not await stale.unsent()


async def test_a_thread_that_vanishes_as_often_as_it_is_made_is_no_storm(stale: Stale) -> None:
    await stale.begin()
    asked: list[int] = []
    lose = stale.tables.place_lost

    async def lost(channel_id: int) -> list[str]:
        asked.append(channel_id)
        codes = await lose(channel_id)
        await stale.tables.record_thread(stale.code, THREAD)
        return codes

    stale.world.tables.place_lost = lost  # type: ignore[method-assign]
    stale.fail(lambda: refusal(404, 10003), at(THREAD))
    await stale.play_window()
    await stale.beats(60, every=1)
    assert 1 <= len(asked) <= 7
    assert stale.asked()["send"] < 120


async def test_a_deleted_channel_makes_the_game_wait_and_a_new_place_has_it_go_on(stale: Stale) -> None:
    await stale.begin()
    stale.fail(lambda: refusal(404, 10003), at(THREAD, CHANNEL))
    assert await stale.tables.place_lost(CHANNEL) == [stale.code]
    await stale.play_window()
    await stale.bot.sender.flush()
    told = [text for text in stale.dm(ANNA) if stale.code in text]
    assert told, "the host is told"
    stale.asked()
    await stale.beats(24 * 60, every=30)
    assert stale.asked()["send"] < 60, "a game that waits for a place is left alone"
    assert len([text for text in stale.dm(ANNA) if stale.code in text]) == len(told)
    await stale.tables.move_home(stale.world.press(ANNA), stale.code, ELSEWHERE, ELSEWHERE)
    await stale.bot.sender.flush(stale.code)
    table = await stale.tables.find(stale.code)
    assert (table.paused_at, table.window) == (None, 2)
    await stale.bot.sender.flush(stale.code)
    assert any("R1NE" in text for text in stale.said(ELSEWHERE)), "what it had to tell is told there, at once"
    await stale.beats(120, every=15)
    assert not await stale.unsent()


async def test_a_lobby_in_a_deleted_channel_ends(stale: Stale) -> None:
    stale.code = await stale.world.lobby(game="volt")
    stale.fail(lambda: refusal(404, 10003), at(CHANNEL))
    await stale.bot.sender.flush()
    assert (await stale.tables.find(stale.code)).status == "cancelled"
    await stale.beats(60)
    assert not [key for key in await stale.unsent() if "lobby" in key]


async def test_off_the_server_nothing_is_asked_and_everything_is_said_afterwards(stale: Stale) -> None:
    await stale.begin()
    await stale.tables.guild_lost(GUILD)
    await stale.play_window()
    stale.fail(lambda: refusal(403, 50001), at(THREAD, CHANNEL))
    stale.asked()
    await stale.bot.sender.flush()
    await stale.beats(48 * 60, every=30)
    assert not [call for call in stale.discord.calls if call[1] in (THREAD, CHANNEL)]
    stale.heal()
    await stale.tables.guild_found(GUILD)
    await stale.bot.sender.flush()
    await stale.bot.sender.flush()
    assert (await stale.tables.find(stale.code)).window == 2
    assert any("R1NE" in text for text in stale.said(THREAD))
    await stale.beats(90)
    assert not await stale.unsent()


@pytest.mark.parametrize("kind", ["window", "lobby"])
async def test_a_deleted_message_that_asks_something_comes_again_by_itself(stale: Stale, kind: str) -> None:
    if kind == "lobby":
        stale.code = await stale.world.lobby(game="volt")
        await stale.bot.sender.flush()
    else:
        await stale.begin()
    [row] = await stale.world.posts(kind)
    room = stale.room(row["channel_id"])
    table = await stale.tables.find(stale.code)
    await stale.bot.sender.look_at(table)
    assert len(room) == len({message.id for message in room})
    room[:] = [message for message in room if message.id != row["message_id"]]
    count = len(room)
    await stale.bot.sender.look_at(table)
    assert len(room) == count + 1
    [row] = await stale.world.posts(kind)
    assert room[-1].id == row["message_id"]
    stale.fail(lambda: refusal(403, 50001), lambda what, channel: what == "look")
    await stale.bot.sender.look_at(table)
    assert len(room) == count + 1, "what may not be read is left alone"


# ---- people


async def test_whoever_takes_no_dm_is_looked_at(stale: Stale) -> None:
    stale.fail(lambda: refusal(403, 50278), at(DM + BORIS))
    stale.guild.people.discard(BORIS)
    await stale.begin()
    await stale.bot.members.look(0)
    table = await stale.tables.find(stale.code)
    assert table.seats[1].gone
    assert not table.seats[0].gone


async def test_a_private_post_goes_to_nobody_but_the_present_holder(stale: Stale) -> None:
    """The seat is handed over while a panel waits for its old holder's DM to answer."""
    stale.fail(lambda: refusal(500), at(DM + BORIS))
    await stale.begin()
    await stale.world.do("offer", BORIS, stale.code)
    claim = await stale.world.do("claim", CHEN, stale.code, 1)
    await stale.world.do("decide", ANNA, stale.code, claim.id, True)
    stale.heal()
    await stale.beats(120, every=15)
    assert not stale.dm(BORIS)
    assert stale.dm(CHEN), "the newcomer has the panel"


async def test_old_panels_lose_their_secrets_at_once(stale: Stale) -> None:
    await stale.begin()
    [panel] = stale.room(DM + BORIS)
    await stale.world.do("offer", BORIS, stale.code)
    claim = await stale.world.do("claim", CHEN, stale.code, 1)
    await stale.world.do("decide", ANNA, stale.code, claim.id, True)
    await stale.bot.kick(stale.code)
    assert panel.edits, "without waiting for the next beat"
    assert not panel.files
    assert not [item for item in panel.view.walk_children() if isinstance(item, discord.ui.Button) and item.custom_id]


async def test_a_table_that_moves_while_its_thread_is_made_plays_where_it_was_moved_to(
    stale: Stale, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = {CHANNEL: THREAD, ELSEWHERE: THREAD + 1}

    async def open_thread(table: TableInfo) -> int:
        if table.channel_id == CHANNEL:  # Discord takes its time
            facts = {"channel_id": ELSEWHERE, "thread_id": None}
            await stale.world.do("act", CHEN, GUILD, stale.code, "move", "tidier", facts)
        return made[table.channel_id]

    stale.guild.channels |= {ELSEWHERE, THREAD + 1}
    monkeypatch.setattr(stale.bot.sender.places, "open_thread", open_thread)
    await stale.begin(thread=False)
    await stale.bot.sender.flush()
    table = await stale.tables.find(stale.code)
    assert (table.channel_id, table.thread_id) == (ELSEWHERE, THREAD + 1)
    assert stale.said(THREAD + 1), "it asks there"
