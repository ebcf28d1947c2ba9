"""/mod through a simulated Discord: who may, what is asked first, what the table is told, what nobody is shown."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from render import Studio
from tables.model import Press
from tests.cogs.command_world import ask
from tests.cogs.panel_maker import Blank
from tests.play.harness import Person, Play, Seen, playing

WHY = "it **has** to be @everyone <@1> [x](https://evil.example)"
FACTS: dict[str, dict[str, Any]] = {
    "tables": {},
    "pause": {},
    "resume": {},
    "extend": {"hours": 3},
    "skip": {},
    "replace": {"seat": 1},
    "remove": {"seat": 1},
    "undo": {"step": 1},
    "cancel": {},
    "move": {},
    "announce": {"text": "Hello"},
    "export": {},
    "audit": {},
}
"""Every sub-command with what it needs but a code and a reason."""


@pytest.fixture
async def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Play]:
    """Rook and 小满 play; Ibis and Moth do not. Nobody is a moderator yet. Pictures stay white."""
    blank = Blank()

    async def draw(self: Studio, game: str, view: Any, look: Any) -> Any:
        return await blank.draw(game, view, look)

    monkeypatch.setattr(Studio, "draw", draw)
    async with playing(tmp_path) as play:
        await play.begin(*play.people[:2])
        yield play


async def with_role(play: Play, *people: Person) -> int:
    """Make these people moderators by a role of the server's; its number."""
    role = play.guild.create_role("Marshals")
    owner = play.env.create_user("owner")
    for person in people:
        play.env.backend.add_member_role(play.guild.id, person.id, role.id)
    await play.house.tables.keep_guild(Press(owner.id, owner.id, "owner", "en"), play.guild.id, moderator_role=role.id)
    await play.settle()
    return role.id


def options(play: Play, what: str) -> dict[str, Any]:
    """What the sub-command is given."""
    given = dict(FACTS[what])
    if what == "replace":
        given["newcomer"] = play.people[3].member
    if what == "move":
        given["channel"] = play.channel
    if what not in ("tables", "audit"):
        given["reason"] = WHY
    if what not in ("tables",):
        given["code"] = play.code
    return given


async def mod(play: Play, person: Person, what: str, **more: Any) -> Seen:
    """Give the sub-command; an option that is ``None`` is left out."""
    given = {name: value for name, value in {**options(play, what), **more}.items() if value is not None}
    return await ask(play, person, f"mod {what}", at=play.channel, **given)


def pinged(play: Play) -> set[str]:
    """Whom messages with a moderator's sign have called."""
    bodies = [request.json for request in play.env.backend.http_requests if isinstance(request.json, dict)]
    signed = [body for body in bodies if "🛡️" in json.dumps(body, ensure_ascii=False) and "allowed_mentions" in body]
    assert signed
    return {str(user) for body in signed for user in body["allowed_mentions"].get("users") or ()}


async def acts(play: Play) -> list[str]:
    return [act.act for act in await play.house.tables.audit(play.guild.id)]


def now(play: Play, person: Person, seen: Seen) -> Seen:
    return next(s for s in play.messages(seen.channel_id, person) if s.id == seen.id)


async def test_only_the_servers_moderators_may_by_role_or_by_permission(play: Play) -> None:
    rook, _, ibis, moth = play.people
    role = await with_role(play, ibis)
    for what in FACTS:
        assert "moderators" in (await mod(play, rook, what)).text, what
    for option in ("code", "seat"):
        found = await rook.member.autocomplete(play.channel, "mod remove", option, "", code=play.code, reason=WHY)
        assert found == [], "who may not is offered nothing"
    assert await acts(play) == []
    assert "Tables" in (await mod(play, ibis, "tables")).text
    play.env.backend.delete_role(play.guild.id, role)
    await play.settle()
    assert "moderators" in (await mod(play, ibis, "pause")).text, "a role that is gone gives nothing"
    keys = play.guild.create_role("Keys", permissions=discord.Permissions(manage_guild=True))
    play.env.backend.add_member_role(play.guild.id, moth.id, keys.id)
    await play.settle()
    assert "牌桌" in (await mod(play, moth, "tables")).text
    assert await acts(play) == []


async def test_forged_and_replayed_buttons_do_nothing(play: Play) -> None:
    rook, _, ibis, moth = play.people
    await with_role(play, ibis, moth)
    sure = await mod(play, ibis, "cancel")
    number = (await play.house.tables.audit(play.guild.id))[0].id
    listed = await mod(play, ibis, "tables")
    audit = await mod(play, ibis, "audit")
    yes = f"s1:{play.code}:0:act:{number}-yes"
    for custom_id in (yes, "s1:mods:0:modpage:a-open-all", f"s1:{play.code}:0:audit:old-9", "s1:mods:0:audit:new-0"):
        for on in (sure, listed, audit):
            play.press_forged(rook, on, custom_id)
    for custom_id in (
        f"s1:{play.code}:0:act:{number + 50}-yes",
        f"s1:QQQQ:0:act:{number}-yes",
        f"s1:{play.code}:0:act:{number}-maybe",
        f"s1:{play.code}:0:act:99999999999999999999-yes",
        f"s1:{play.code}:0:act",
    ):
        play.press_forged(ibis, sure, custom_id)
    play.press_forged(ibis, listed, "s1:mods:999999999:modpage:a-nonsense-volt-x")
    play.press_forged(ibis, audit, "s1:mods:0:audit:old-99999999999999999999999")
    play.press_forged(moth, sure, yes)
    await play.settle()
    assert (await play.table()).status == "running"
    assert not [seen for seen in play.messages(play.channel.id, rook) if "Tables ·" in seen.text]
    await play.press(ibis, "act", sure)
    assert (await play.table()).status == "cancelled"
    for _ in range(2):
        play.press_forged(ibis, sure, yes)
    await play.settle()
    told = [seen for seen in play.table_messages() if "Ibis" in seen.text and "🛡️" in seen.text]
    assert len(told) == 1


async def test_acts_are_told_at_the_table_with_a_reason_that_does_no_harm(play: Play) -> None:
    ibis = play.people[2]
    await with_role(play, ibis)
    due = (await play.table()).deadline
    answer = await mod(play, ibis, "extend")
    assert "Done" in answer.text
    table = await play.table()
    assert due is not None
    assert table.deadline is not None
    assert (table.deadline - due).total_seconds() == 3 * 3600
    [told] = [seen for seen in play.table_messages() if "🛡️" in seen.text]
    assert "Ibis" in told.text
    assert "3 h" in told.text
    for harmful in ("**has**", "@everyone", "<@1>", "https://"):
        assert harmful not in told.text
        assert harmful not in answer.text
    assert pinged(play) == set(), "nobody is called by what a moderator writes"
    with pytest.raises(Exception, match="400"):
        await mod(play, ibis, "pause", reason="x" * 4000)
    assert (await play.table()).paused_at is None
    await mod(play, ibis, "pause")
    assert (await play.table()).paused_why == "mod"
    assert "paused" in (await mod(play, ibis, "tables")).text
    await mod(play, ibis, "resume")
    assert (await play.table()).paused_at is None
    await mod(play, ibis, "announce", text="# Big\n@everyone look\nhttps://evil.example", code=None)
    [said] = [seen for seen in play.table_messages() if "Big" in seen.text]
    assert "> \u200b" in said.text
    assert "@everyone" not in said.text
    assert "https://" not in said.text
    audit = await mod(play, ibis, "audit", code=None)
    assert "gave 3 h more" in audit.text
    assert audit.text.count("Ibis") == 4


async def test_a_moderator_who_plays_needs_another(play: Play) -> None:
    rook, chinese, ibis, moth = play.people
    await with_role(play, rook, chinese, ibis)
    asked = await mod(play, rook, "pause")
    assert "another moderator" in asked.text
    assert asked.find("act") is None, "nothing to confirm alone"
    [request] = [seen for seen in play.table_messages() if seen.find("act")]
    yes = request.find("act")
    assert yes is not None
    for person in (rook, chinese, moth):
        play.press_at_once(person, request, yes["custom_id"])
    await play.settle()
    assert (await play.table()).paused_at is None
    await play.press(ibis, "act", request)
    assert (await play.table()).paused_why == "mod"
    after = now(play, ibis, request)
    assert after.find("act") is None, "its buttons are gone"
    assert f"<@{ibis.id}>" in after.text
    [told] = [
        seen for seen in play.table_messages() if "🛡️" in seen.text and "Rook" in seen.text and seen.id != request.id
    ]
    assert f"<@{ibis.id}>" in told.text
    own = [seen for seen in play.messages(play.channel.id, rook) if "B3N" in seen.text]
    assert own == [], "a moderator sees no more than any player"


async def test_the_list_shows_a_number_where_answers_are_secret(play: Play) -> None:
    """Whoever of the two is ready, the moderators' list reads the same; and so does skipping either."""
    rook, other, ibis, _ = play.people
    await with_role(play, ibis)
    await play.type_program(rook, "B3N R1NE B2E")
    await play.press(rook, "p-ready")
    first = (await mod(play, ibis, "tables")).text
    assert "1 of 2" in first
    assert f"/channels/{play.guild.id}/{play.thread.id}" in first
    assert "B3N" not in first
    await play.press(rook, "p-unready")
    await play.type_program(other, "B3N R1NE B2E")
    await play.press(other, "p-ready")
    assert (await mod(play, ibis, "tables")).text == first
    skipped = await mod(play, ibis, "skip", seat=2)
    assert f"<@{other.id}>" in skipped.text
    assert (await play.table()).window == 1, "who is ready is not waited for anyway"
    await mod(play, ibis, "skip")
    assert (await play.table()).window == 2


async def test_the_list_has_pages_and_filters(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.modtables.PAGE", 1)
    ibis, running = play.people[2], play.code
    await with_role(play, ibis)
    await play.open_lobby(ibis)
    lobby = play.code
    listed = await mod(play, ibis, "tables")
    assert running in listed.text
    assert lobby not in listed.text
    pages = [c for c in listed.components if ":modpage:" in str(c.get("custom_id"))]
    await play.press_id(ibis, listed, pages[1]["custom_id"])
    assert lobby in now(play, ibis, listed).text
    [sift] = [c for c in listed.components if ":modsift" in str(c.get("custom_id"))]
    for only, shown in (("waiting", running), ("lobby", lobby), ("ended", "None."), ("paused", "None.")):
        await play.press_id(ibis, listed, sift["custom_id"], [only])
        assert shown in now(play, ibis, listed).text, only
    assert "None." in (await mod(play, ibis, "tables", game="thunder_road")).text


async def test_moderators_of_another_server_know_nothing_of_this_one(play: Play) -> None:
    ibis = play.people[2]
    await with_role(play, ibis)
    other = play.env.create_guild("Elsewhere")
    room = other.create_text_channel("room")
    keys = other.create_role("Keys", permissions=discord.Permissions(administrator=True))
    boss = play.env.create_user("Boss", global_name="Boss")
    stranger = Person("Boss", "en", other.add_member(boss, roles=[keys]))
    sure = await mod(play, ibis, "cancel")
    number = (await play.house.tables.audit(play.guild.id))[0].id
    for what in ("pause", "cancel", "export", "audit", "undo", "announce"):
        answer = await ask(play, stranger, f"mod {what}", at=room, **options(play, what))
        assert "There is no table" in answer.text, what
    listed = await ask(play, stranger, "mod tables", at=room)
    assert play.code not in listed.text
    assert await stranger.member.autocomplete(room, "mod pause", "code", "") == []
    assert await stranger.member.autocomplete(room, "mod undo", "step", "", code=play.code) == []
    play.press_forged(stranger, listed, f"s1:{play.code}:0:act:{number}-yes")
    play.press_forged(stranger, listed, f"s1:{play.code}:0:audit:new-0")
    await play.settle()
    assert (await play.table()).status == "running"
    assert "Ibis" not in "\n".join(seen.text for seen in play.messages(room.id, stranger))
    await play.press(ibis, "act", sure)
    assert (await play.table()).status == "cancelled"


async def test_undo_move_replace_and_export(play: Play) -> None:
    rook, other, ibis, moth = play.people
    await with_role(play, ibis)
    await play.play_window()
    found = await ibis.member.autocomplete(play.channel, "mod undo", "step", "", code=play.code)
    sure = await mod(play, ibis, "undo", step=found[0]["value"])
    assert "before “Round 1 · Programs revealed" in sure.text
    assert "steps are taken back" in sure.text
    await play.press(ibis, "act", sure)
    assert ((await play.table()).line, (await play.table()).window) == (1, 3)
    seats = await ibis.member.autocomplete(play.channel, "mod replace", "seat", "", code=play.code)
    assert [(seat["value"], seat["name"]) for seat in seats] == [(1, "1 · Rook"), (2, "2 · 小满")]
    await play.press(ibis, "act", await mod(play, ibis, "replace", seat=2))
    [invite] = [seen for seen in play.table_messages() if f"<@{moth.id}>" in seen.text and seen.find("invite-yes")]
    assert (await play.table()).seats[1].user_id == other.id
    assert invite.components
    exported = await mod(play, ibis, "export")
    [file] = exported.raw.attachments
    data = json.loads(play.file(file))
    raw = json.dumps(data)
    assert data
    for program in ("maneuver", '"seed": "'):
        assert program not in raw or '"seed": null' in raw
    elsewhere = play.guild.create_text_channel("quiet-corner")
    await play.settle()
    moved = await mod(play, ibis, "move", channel=elsewhere)
    assert "Done" in moved.text
    table = await play.table()
    assert table.channel_id == elsewhere.id
    assert table.thread_id not in (None, play.thread.id)
    old = "\n".join(seen.text for seen in play.table_messages())
    assert str(elsewhere.id) in old, "the question in the old place says where the table has gone"
    assert any(seen.find("seat") for seen in play.messages(table.thread_id or 0))
    assert rook


async def test_a_table_whose_channel_was_deleted_goes_on_where_a_moderator_moves_it(play: Play) -> None:
    rook, _, ibis, _ = play.people
    await with_role(play, ibis)
    due = (await play.table()).deadline
    new = play.guild.create_text_channel("new-place")
    play.env.backend.delete_channel(play.channel.id)
    await play.wait(40)
    assert (await play.table()).paused_why == "place"
    assert any("/table move" in seen.text and play.code in seen.text for seen in play.dms(rook)), "the host is told"
    assert "/mod move" in (await ask(play, ibis, "mod tables", at=new)).text
    await ibis.member.slash(new, "mod move", code=play.code, channel=new, reason=WHY)
    await play.wait(30)
    table = await play.table()
    assert (table.channel_id, table.paused_at) == (new.id, None)
    assert due is not None
    assert table.deadline is not None
    assert (table.deadline - due).total_seconds() >= 40, "no clock ran"
    [thread] = new.threads
    here = play.messages(thread.id)
    assert any(seen.find("seat") for seen in here), "the question is asked anew"
    assert any("Ibis" in seen.text for seen in here)
    assert not any("/mod move" in seen.text for seen in here), "nobody is alarmed by what is mended"
