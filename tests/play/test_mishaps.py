"""What goes wrong in a real server: closed DMs, presses that come late, twice, together, or from the past."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from discord import Permissions
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs import press
from engines.volt.model import Outfit
from tests.play.harness import Play, Seen, playing

PRIVATE_THREAD = 12


async def test_a_closed_dm_becomes_a_private_thread(play: Play, undrawn: list[Any]) -> None:
    ibis = play.people[2]
    play.close_dm(ibis)
    await play.begin()
    assert not play.dms(ibis)
    secret = [thread for thread in play.channel.threads if thread._channel.type == PRIVATE_THREAD]
    assert len(secret) == 1
    seen, _ = play.find(ibis, "v-type")
    assert seen.channel_id == secret[0].id
    for other in play.people:
        assert (secret[0].id in play.rooms(other)) == (other is ibis)
    await play.play_window()
    assert (await play.table()).window == 2
    panel, _ = play.find(ibis, "v-type")
    assert panel.channel_id == secret[0].id
    assert f"<@{ibis.id}>" in panel.text, "a thread calls nobody by itself"
    sent = [r for r in play.env.http_requests if (r.method, r.path) == ("POST", f"/channels/{secret[0].id}/messages")]
    assert len(sent) > 2
    called = [list(map(str, entry.json["allowed_mentions"].get("users") or ())) for entry in sent]
    assert called == [[], *[[str(ibis.id)]] * (len(sent) - 1)], "the greeting calls nobody, the panel after it does"
    assert (await play.play_on()).status == "over"
    private = [thread.id for thread in play.channel.threads if thread._channel.type == PRIVATE_THREAD]
    assert private == [secret[0].id], "the same thread serves the whole game"
    assert not [seen for seen in play.messages(secret[0].id, ibis) if seen.find("v-type")], (
        "and is left without buttons"
    )
    assert not play.dms(ibis)


async def test_without_dm_and_threads_my_seat_is_enough(play: Play) -> None:
    rook, _, ibis, _ = play.people
    play.close_dm(ibis)
    forbid(play, "create_private_threads", "create_public_threads")
    await play.env.settle()
    await play.begin(rook, ibis)
    assert not play.channel.threads
    answer = await play.press(ibis, "seat")
    assert answer.ephemeral
    mine = Seen(play.channel.id, answer.response.id, answer.response._message)
    assert mine.find("v-type")
    opened = await play.press(ibis, "v-type", mine)
    await play.fill(ibis, opened, await play.plan(ibis))
    await play.press(ibis, "p-ready", mine)
    assert (await play.table()).ready == 1
    await play.type_program(rook, await play.plan(rook))
    await play.press(rook, "p-ready")
    assert (await play.table()).window == 2


def forbid(play: Play, *permissions: str) -> None:
    """Take permissions from the bot in the games channel."""
    deny = sum(getattr(Permissions, name).flag for name in permissions)
    backend = play.env.backend
    backend.set_overwrite(play.channel.id, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, deny=deny))


async def test_a_late_press_counts_although_it_cannot_be_answered(play: Play) -> None:
    rook, ibis = play.people[0], play.people[2]
    await play.begin(rook, ibis)
    await play.type_program(rook, await play.plan(rook))
    seen, ready = play.find(rook, "p-ready")
    record = play.press_at_once(rook, seen, ready["custom_id"], late=3.5)
    await play.settle()
    assert not record.responded
    assert (await play.table()).ready == 1


async def test_twenty_double_clicks_take_one_seat(play: Play) -> None:
    rook, *others = play.people
    lobby = await play.open_lobby(rook)
    join = lobby.find("join")
    assert join is not None
    presses = [play.press_at_once(others[0], lobby, join["custom_id"]) for _ in range(20)]
    presses += [play.press_at_once(person, lobby, join["custom_id"]) for person in others[1:]]
    await play.settle()
    assert all(press.responded for press in presses)
    seats = [seat.user_id for seat in (await play.table()).seats]
    assert sorted(seats) == sorted(person.id for person in play.people)


async def test_two_people_press_the_last_ready_together(play: Play) -> None:
    rook, ibis = play.people[0], play.people[2]
    await play.begin(rook, ibis)
    for person in (rook, ibis):
        await play.type_program(person, await play.plan(person))
    found = [(person, *play.find(person, "p-ready")) for person in (rook, ibis)]
    presses = [
        play.press_at_once(person, seen, button["custom_id"]) for person, seen, button in found for _ in range(2)
    ]
    await play.settle()
    assert all(press.responded for press in presses)
    assert (await play.table()).window == 2
    texts = [seen.text for seen in play.table_messages()]
    assert len(texts) == len(set(texts)), "something was told twice"


async def test_fast_fingers_lose_no_choice(tmp_path: Path) -> None:
    """All lists are chosen in, and Ready is pressed, on a screen that has not changed yet."""
    async with playing(tmp_path, people=2) as play:
        rook, _ = play.people
        await play.begin(options={"modules": "on"})
        seen, _ = play.find(rook, "v-deck")
        screen, panel = play.screen(seen), f"s1:{play.code}:1"
        for field, deck in (("first", "tactic"), ("second", "tactic"), ("later", "attack")):
            play.press_at_once(rook, screen, f"{panel}:v-deck:0.{field}", [deck])
        play.press_at_once(rook, screen, f"{panel}:v-fit:0")
        await play.settle()
        kept = await play.house.tables.panel(play.code, rook.id)
        assert (kept.draft, kept.ready) == (Outfit("tactic", "tactic", "attack"), True)
        before, edits = play.record(), len(play.env.backend.http_requests)
        play.press_at_once(rook, screen, f"{panel}:v-fit:0")
        await play.settle()
        assert play.record() == before
        more = play.env.backend.http_requests[edits:]
        assert not any(f"/channels/{play.thread.id}/" in request.path for request in more), "a double click shows"
        assert not len(press._queues)


async def test_one_button_for_two_people_at_once(play: Play) -> None:
    rook, one, two, _ = play.people
    lobby = await play.open_lobby(rook)
    start = lobby.find("start")
    assert start is not None
    await play.press(one, "join")
    presses = [play.press_at_once(person, lobby, start["custom_id"]) for person in (two, rook, one)]
    await play.settle()
    assert all(press.responded for press in presses)
    assert (await play.table()).status == "running", (
        "the host's press counts, the others are told that it is the host's"
    )
    assert len(play.channel.threads) == 1


async def test_a_button_from_the_past_shows_the_present(play: Play) -> None:
    rook, ibis = play.people[0], play.people[2]
    await play.begin(rook, ibis)
    await play.type_program(rook, await play.plan(rook))
    seen, ready = play.find(rook, "p-ready")
    screen, pad = play.screen(seen), play.find(rook, "v-pad")[1]
    await play.play_window()
    before = await play.table()
    for custom_id in (pad["custom_id"], ready["custom_id"]):
        count = len(play.dms(rook))
        press = play.press_at_once(rook, screen, custom_id)
        await play.settle()
        assert press.responded
        assert len(play.dms(rook)) > count, "the presser is told, and given the present panel"
    after = await play.table()
    assert (after.window, after.ready) == (before.window, before.ready) == (2, 0)


async def test_nobody_elses_panel_can_be_pressed(play: Play) -> None:
    """A moderator sees private threads, and the buttons in them."""
    rook, moderator, ibis, _ = play.people
    play.close_dm(ibis)
    await play.begin(rook, ibis)
    seen, select = play.find(ibis, "v-die")
    press = play.press_at_once(moderator, seen, select["custom_id"], ["B3"])
    await play.settle()
    assert press.responded
    rook_press = play.press_at_once(rook, seen, select["custom_id"], ["B3"])
    await play.settle()
    assert rook_press.responded
    for person in (ibis, rook):
        assert (await play.house.tables.panel(play.code, person.id)).draft is None


@pytest.mark.parametrize(
    "what", ["v-pad", "v-clear", "v-type", "p-ready", "p-unready", "p-show", "seat", "join", "start", "remove_bot", "?"]
)
async def test_made_up_presses_do_no_harm(play: Play, what: str) -> None:
    """The worst that comes of a custom id that the bot never made is a sentence."""
    rook, ibis, stranger = play.people[0], play.people[2], play.people[3]
    await play.begin(rook, ibis)
    public = next(message for message in play.table_messages() if message.find("seat"))
    before = await play.table()
    for code in (play.code, "NOPE"):
        for window in ("1", "0", "99999999999999999999"):
            for tail in ("", ":9.9.9", ":zzz", ":0.9.B9", ":99999999999999999999"):
                play.press_forged(stranger, public, f"s1:{code}:{window}:{what}{tail}")
                await play.settle()
    after = await play.table()
    assert (after.status, after.window, after.ready) == (before.status, before.window, before.ready)


@pytest.mark.parametrize("what", ["v-die", "v-dir", "option", "pace", "language"])
async def test_made_up_choices_do_no_harm(play: Play, what: str) -> None:
    rook = play.people[0]
    await play.begin(rook, play.people[2])
    public = next(message for message in play.table_messages() if message.find("seat"))
    for tail in ("", ":0.0.-", ":0.7.B9", ":arena"):
        for value in ("B3", "B9", "NE", "x" * 100):
            play.press_forged(rook, public, f"s1:{play.code}:1:{what}{tail}", [value])
            await play.settle()
    assert (await play.table()).ready == 0
    assert (await play.house.tables.panel(play.code, rook.id)).ask is not None


@pytest.mark.parametrize(
    "code", [10003, 50013, *(pytest.param(other, marks=pytest.mark.long) for other in (10008, 50001))]
)
async def test_where_no_thread_can_be_the_table_plays_in_its_channel(play: Play, code: int) -> None:
    rook, ibis = play.people[0], play.people[2]
    status = 403 if code in (50013, 50001) else 404
    play.env.inject_error("POST", f"/channels/{play.channel.id}/*threads", status=status, code=code, times=None)
    await play.begin(rook, ibis)
    assert (await play.table()).thread_id == play.channel.id
    assert any(seen.find("seat") for seen in play.messages(play.channel.id)), "the window is announced there"
    await play.play_window()
    assert (await play.table()).window == 2


async def test_nobody_answers(tmp_path: Path) -> None:
    """At the deadline a saved draft counts, else the stand-in answers; both people are told."""
    async with playing(tmp_path, people=2, beat_seconds=1800) as play:
        await play.begin()
        await play.type_program(play.people[0], await play.plan(play.people[0]))
        told = {person.name: len(play.dms(person)) for person in play.people}
        await play.wait(24 * 3600 + 1800)
        assert (await play.table()).window == 2
        for person in play.people:
            assert len(play.dms(person)) >= told[person.name] + 2, "what was used for them, and the next panel"


async def test_a_lobby_that_nobody_starts_closes(tmp_path: Path) -> None:
    async with playing(tmp_path, people=1, beat_seconds=1800) as play:
        await play.open_lobby(play.people[0])
        await play.wait(48 * 3600 + 1800)
        assert (await play.table()).status == "expired"
        assert not play.lobby().find("join")
