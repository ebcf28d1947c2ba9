"""A table's life in a simulated Discord: seats that change hands, votes, catching up, going back, away days, pauses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from tables.model import Press
from tests.cogs.command_world import ask
from tests.play.harness import Person, Play, Seen, playing
from tests.play.toy_table import ToyTable
from tests.scene_painter import register

DAY = 24 * 3600


@pytest.fixture
async def play(tmp_path: Path, undrawn: list[Any]) -> AsyncIterator[Play]:
    """Rook (host), 小满 and Ibis play; Moth looks on."""
    async with playing(tmp_path, people=4, beat_seconds=7200) as play:
        await play.begin(*play.people[:3])
        yield play


class Race(ToyTable):
    """A table of a game that asks in scenes."""

    game = "relay"

    async def pick(self, person: Person, value: str) -> None:
        await self.play.press(person, "g-pick", values=[value])


@pytest.fixture
async def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undrawn: list[Any]) -> AsyncIterator[Race]:
    register(monkeypatch)
    async with playing(tmp_path, people=3) as play:
        race = Race(play)
        await race.begin(*play.people)
        yield race


async def choose(play: Play, person: Person, what: str) -> Seen:
    """Open *Table…* and choose something in it; what then stands there."""
    menu = await ask(play, person, "table menu", at="dm", code=play.code)
    await play.press(person, "menu-do", seen=menu, values=[what])
    return again(play, person, menu)


async def offered(play: Play, person: Person) -> list[str]:
    """What *Table…* offers."""
    found = (await ask(play, person, "table menu", at="dm", code=play.code)).find("menu-do")
    assert found is not None
    return [option["value"] for option in found["options"]]


def again(play: Play, person: Person, seen: Seen) -> Seen:
    """The message as it stands now."""
    return next(other for other in play.messages(seen.channel_id, person) if other.id == seen.id)


def private(play: Play, person: Person, room: int | None = None) -> str:
    """The last that was told to this person alone at the table."""
    room = play.thread.id if room is None else room
    public = {seen.id for seen in play.messages(room)}
    return [seen for seen in play.messages(room, person) if seen.id not in public][-1].text


def last(play: Play, what: str) -> Seen:
    """The newest public post of the table that says this."""
    return next(seen for seen in reversed(play.table_messages()) if what in seen.text)


async def test_a_seat_changes_hands_and_its_secrets_with_it(play: Play) -> None:
    """The old holder loses everything at once, old panels included; who takes the seat gets their own panel."""
    rook, xiaoman, _, moth = play.people
    await play.type_program(rook, "B3N R1NE B2E")
    panel = play.dms(rook)[-1]
    old_screen, old_ready = play.screen(panel), panel.find("p-ready")
    assert old_ready is not None
    await play.press(rook, "seat")
    mine = next(seen for seen in reversed(play.messages(play.thread.id, rook)) if seen.find("p-show") is not None)
    sure = await choose(play, rook, "leave")
    assert "B3N" in again(play, rook, panel).text
    await play.press(rook, "give-up", seen=sure)
    assert "You have left" in again(play, rook, sure).text
    closed = again(play, rook, panel)
    assert "other hands" in closed.text
    assert "B3N" not in closed.text
    assert closed.raw.attachments == []
    play.press_at_once(rook, old_screen, old_ready["custom_id"])
    await play.settle()
    assert "no seat" in play.dms(rook)[-1].text
    await play.press(rook, "p-show", seen=mine)
    assert "B3N" not in again(play, rook, mine).text
    assert again(play, rook, mine).raw.attachments == []

    assert "小满** hosts" in last(play, "👑").text
    assert "Rook** has left the game" in last(play, "🚪").text
    await play.press(moth, "claim")
    assert "已替你申请" in private(play, moth, play.channel.id)
    claim = last(play, "Moth** would like to take over 🟠 seat 1")
    assert claim.raw.ping_user_ids == [xiaoman.id]
    await play.press(rook, "claim-yes", seen=claim)
    assert "Only the host" in private(play, rook)
    assert (await play.table()).seats[0].kind == "nobody"
    await play.press(xiaoman, "claim-yes", seen=claim)
    assert "座位现在是**Moth**的了" in private(play, xiaoman)
    assert again(play, xiaoman, claim).find("claim-yes") is None
    assert moth.id in last(play, "takes over seat 1").raw.ping_user_ids
    assert "B3N" not in play.dms(moth)[-1].text
    await play.type_program(moth, "B1N R1N B1N")
    assert "B1N" in play.dms(moth)[-1].text
    assert "B1N" not in "".join(seen.text for seen in play.dms(rook))
    ads = [seen for seen in play.messages(play.channel.id) if "not free any more" in seen.text]
    assert len(ads) == 1
    assert ads[0].find("claim") is None
    assert "life." not in play.record()


async def test_a_vote_is_counted_in_sight_and_does_what_it_says(play: Play) -> None:
    rook, xiaoman, ibis, moth = play.people
    assert "resume" not in await offered(play, rook)
    await choose(play, rook, "pause")
    vote = last(play, "Pause the game")
    yes = vote.find("vote-yes")
    assert yes is not None
    assert "**1 of 3** that it takes: 🟠 **Rook**" in vote.text
    assert sorted(vote.raw.ping_user_ids) == sorted((xiaoman.id, ibis.id))
    assert "pause" not in await offered(play, ibis)
    await play.press(moth, "vote-yes", seen=vote)
    assert "不在这张牌桌" in private(play, moth)
    await play.press(ibis, "vote-yes", seen=vote)
    assert "**2 of 3**" in again(play, ibis, vote).text
    await play.press(ibis, "vote-no", seen=vote)
    assert "decided it: not carried" in private(play, ibis)
    closed = again(play, ibis, vote)
    assert "Not carried" in closed.text
    assert closed.find("vote-yes") is None
    play.press_forged(xiaoman, closed, yes["custom_id"])
    await play.settle()
    assert "投票已经结束" in private(play, xiaoman)

    await choose(play, rook, "pause")
    for person in (ibis, xiaoman):
        await play.press(person, "vote-yes")
    assert "Paused** by vote" in last(play, "everyone programs").text
    await play.type_program(rook, "B3N R1NE B2E")
    await play.press(rook, "p-ready")
    await play.env.advance_time(2 * DAY)
    assert (await play.table()).window == 1
    panel = next(seen for seen in reversed(play.dms(rook)) if seen.find("p-unready") is not None)
    assert "Paused" in panel.text
    assert "What you choose now is kept" in panel.text
    await choose(play, rook, "resume")
    for person in (xiaoman, ibis):
        await play.press(person, "vote-yes")
    assert "Paused" not in last(play, "everyone programs").text

    seen = await choose(play, rook, "extend")
    before = (await play.table()).deadline
    await play.press(rook, "vote-hours", seen=seen, values=["72"])
    await play.press(xiaoman, "vote-yes", seen=last(play, "3 days more"))
    after = (await play.table()).deadline
    assert before is not None
    assert after is not None
    assert (after - before).days == 3, "more than half is enough"

    sure = await choose(play, ibis, "cancel")
    await play.press(ibis, "vote-cancel", seen=sure)
    await choose(play, xiaoman, "pause")
    for person in (rook, xiaoman):
        await play.press(person, "vote-yes", seen=last(play, "Call the game off"))
    table = await play.table()
    assert (table.status, table.ended_why) == ("cancelled", "vote")
    result = last(play, "ended early")
    assert sorted(result.raw.ping_user_ids) == sorted((rook.id, xiaoman.id, ibis.id))
    assert last(play, "Pause the game").find("vote-yes") is None, "a vote does not outlive its game"
    assert "🗳️ Carried: Call the game off" in last(play, "Carried: Call").text
    assert await offered(play, rook) == ["status", "log"]


async def test_away_days_move_only_ones_own_deadline_and_everybody_sees_it(play: Play) -> None:
    rook, xiaoman, ibis, _ = play.people
    seen = await choose(play, xiaoman, "away")
    assert "3天" in seen.text
    await play.press(xiaoman, "away-days", seen=seen, values=["2"])
    assert "还剩1天" in again(play, xiaoman, seen).text
    assert "小满** is away for 2 days" in last(play, "🏖️").text
    window = last(play, "everyone programs")
    assert window.text.count("away days") == 1
    assert "小满**: until" in window.text
    assert "🏖️ away until" in (await ask(play, rook, "table status")).text
    for person in (rook, ibis):
        await play.type_program(person, await play.plan(person))
        await play.press(person, "p-ready")
    await play.env.advance_time(1.5 * DAY)
    assert (await play.table()).window == 1, "the others wait"
    assert "已退还" in (await ask(play, xiaoman, "table back", at="dm", code=play.code)).text
    assert "小满** is back early" in last(play, "👋").text
    assert "not on away days" in (await ask(play, rook, "table back", at="dm", code=play.code)).text
    told = await ask(play, rook, "table away", days=2, in_days=3, at="dm", code=play.code)
    assert "1 day left" in told.text
    assert "will be away for 2 days" in last(play, "Rook** will").text
    await play.type_program(xiaoman, await play.plan(xiaoman))
    await play.press(xiaoman, "p-ready")
    assert (await play.table()).window == 2


async def test_catching_up_tells_what_was_missed_with_a_picture_from_then_and_one_of_now(play: Play) -> None:
    rook, _, ibis, moth = play.people
    nothing = await ask(play, rook, "table recap")
    assert "From the beginning" in nothing.text
    await play.play_window()
    await play.wait(30)
    await play.press(rook, "recap")
    told = next(seen for seen in reversed(play.messages(play.thread.id, rook)) if "⏪" in seen.text)
    assert "Since your last answer" in told.text
    assert len(told.raw.attachments) == 2 or "Nothing has happened" in told.text
    log = await ask(play, rook, "table log")
    lines = [line for line in log.text.splitlines() if line.startswith("- ")]
    assert lines
    assert all(line in told.text for line in lines[-3:])
    await play.press(moth, "recap")
    assert "不在这张牌桌" in private(play, moth)
    await play.press(ibis, "menu")
    assert "Table…" not in private(play, ibis)
    assert "Catch me up" in private(play, ibis)


async def test_ones_own_answer_is_taken_back_at_once_and_more_by_vote(race: Race) -> None:
    """The scene's post stays as the record, its undone part struck out; the window opens anew in a post of its own."""
    play = race.play
    rook, xiaoman, ibis = play.people
    await race.pick(rook, "1")
    assert "taken back" in (await choose(play, rook, "undo")).text
    struck = last(play, "~~relay.event.stepped~~")
    assert "does not count" in struck.text
    assert struck.text.count("~~relay.event.stepped~~") == 2
    assert struck.find("g-pick") is None
    assert "Rook** has taken back their last answer" in last(play, "↩️ 🟠").text
    await race.pick(rook, "0")
    await race.pick(rook, "0")
    await race.pick(xiaoman, "1")
    assert "undo" in await offered(play, rook)
    points = await choose(play, rook, "undo")
    assert "a vote of everybody who is there" in points.text
    chosen = points.find("undo-to")
    assert chosen is not None
    furthest = chosen["options"][-1]
    assert "taken back" in furthest["description"]
    await play.press(rook, "undo-to", seen=points, values=[furthest["value"]])
    vote = last(play, "Go back to before")
    assert "taken back)" in vote.text
    assert "what was seen stays seen" in vote.text
    for person in (xiaoman, ibis):
        await play.press(person, "vote-yes", seen=vote)
    assert "The table has gone back" in last(play, "↩️ **The").text
    assert "Carried" in again(play, rook, vote).text
    table = await play.table()
    assert table.asked == (0,)
    assert table.line == 2
    log = await ask(play, ibis, "table log")
    assert "~~relay.event.stepped~~" in log.text


async def test_who_has_left_the_server_can_be_taken_out_and_a_substitute_is_sought(play: Play) -> None:
    rook, xiaoman, ibis, _ = play.people
    assert not {"remove", "substitute"} & set(await offered(play, rook))
    await play.house.tables.members_gone(play.guild.id, frozenset({ibis.id}))
    await play.house.bot.kick()
    assert "Ibis** is not on this server any more" in last(play, "👻").text
    assert "has left the server" in (await ask(play, rook, "table status")).text
    seek = await choose(play, xiaoman, "substitute")
    await play.press(xiaoman, "seek", seen=seek, values=["2"])
    assert "小满** looks for somebody" in last(play, "📣").text
    seen = await choose(play, rook, "remove")
    await play.press(rook, "vote-whom", seen=seen, values=["2"])
    vote = last(play, "Take 🟣 **Ibis**")
    await play.press(xiaoman, "vote-yes", seen=vote)
    assert "🗳️ Carried: Take 🟣 **Ibis**" in last(play, "Carried").text
    assert any("It is 🟣 seat 3" in seen.text for seen in play.messages(play.channel.id))
    assert (await play.table()).seats[2].kind == "nobody"
    await play.press(ibis, "seat")
    assert "no seat" in private(play, ibis)


async def test_an_invited_person_takes_a_seat_and_a_lost_table_goes_on_where_its_host_says(play: Play) -> None:
    rook, xiaoman, ibis, moth = play.people
    tables = play.house.tables
    await play.type_program(ibis, "B3N R1NE B2E")
    act = await tables.act(
        Press(1, 999, "Mod", "en"),
        play.guild.id,
        play.code,
        "replace",
        "away for good",
        {"seat": 2, "user_id": moth.id, "name": "Moth", "language": "zh-CN"},
    )
    await tables.confirm(Press(2, 999, "Mod", "en"), act.id)
    await play.house.bot.kick(play.code)
    invitation = last(play, "you are invited to take over")
    assert invitation.raw.ping_user_ids == [moth.id]
    await play.press(rook, "invite-yes", seen=invitation)
    assert "for somebody else" in private(play, rook)
    await play.press(moth, "invite-yes", seen=invitation)
    assert "座位归你了" in private(play, moth)
    await play.settle()
    assert (await play.table()).seat_of(moth.id) is not None
    assert not any("B3N" in seen.text for seen in (*play.dms(ibis), *play.dms(moth)))

    home = play.channel.id
    await tables.place_lost(home)
    table = await play.table()
    assert (table.paused_why, table.status) == ("place", "running")
    assert "resume" not in await offered(play, rook)
    elsewhere = play.guild.create_text_channel("elsewhere")
    assert "房主" in (await ask(play, xiaoman, "table move", at=elsewhere, code=play.code)).text
    await rook.member.slash(elsewhere, "table move", code=play.code)
    assert "goes on here" in private(play, rook, elsewhere.id)
    await play.settle()
    table = await play.table()
    assert (table.paused_at, table.channel_id) == (None, elsewhere.id)

    await tables.place_lost(elsewhere.id)
    third = play.guild.create_text_channel("third")
    made: Any = play.house.bot.get_channel(third.id)
    await made.create_thread(name="inside", type=discord.ChannelType.public_thread)
    (inside,) = third.threads
    await rook.member.slash(inside, "table move", code=play.code)
    table = await play.table()
    assert (table.paused_at, table.channel_id, table.thread_id) == (None, third.id, inside.id)


async def test_forged_and_foreign_presses_change_nothing_and_are_answered_in_private(play: Play) -> None:
    rook, _, _, moth = play.people
    window = last(play, "everyone programs")
    before, public = await play.table(), play.record()
    forged: tuple[tuple[str, list[str] | None], ...] = (
        ("vote-yes:abc", None),
        ("vote-no:99", None),
        ("vote-cancel", None),
        ("vote-hours", ["-3"]),
        ("vote-hours", ["999999"]),
        ("vote-whom", ["77"]),
        ("vote-whom", ["1"]),
        ("undo-to", ["0"]),
        ("undo-to", ["\u0663"]),
        ("away-days", ["400"]),
        ("give-up:2", None),
        ("give-up", None),
        ("keep:0", None),
        ("seek", ["1"]),
        ("claim:0", None),
        ("claim:9", None),
        ("claim-yes:1", None),
        ("invite-no:x", None),
        ("menu-do", ["resume"]),
        ("menu-do", ["nothing"]),
    )
    for person in (rook, moth):
        for what, values in forged:
            if person is rook and what == "vote-cancel":
                continue  # the host's own wish
            known = len(play.messages(play.thread.id, person))
            play.press_forged(person, window, f"s1:{play.code}:0:{what}", values)
            await play.settle()
            assert len(play.messages(play.thread.id, person)) > known, what
            told = private(play, person)
            assert "went wrong on my side" not in told, what
            assert "我这边出了点问题" not in told, what
    assert (await play.table()) == before
    assert play.record() == public
