"""Four people, from the slash command to the winner."""

from __future__ import annotations

import hashlib
import io
from typing import Any

from PIL import Image

from tests.play.harness import Person, Play, Seen


def galleries(seen: Seen) -> list[list[dict[str, str]]]:
    return [component["items"] for component in seen.components if component["type"] == 12]


async def test_lobby_to_winner(play: Play) -> None:
    rook, *others = play.people
    await play.open_lobby(rook)
    for person in others:
        await play.press(person, "join")
    assert all(person.name in play.lobby().text for person in play.people)
    await play.press(rook, "start")
    await play.pick_program(rook, await play.plan(rook))
    await play.press(rook, "p-ready")
    for person in others:
        await play.type_program(person, await play.plan(person))
        await play.press(person, "p-ready")
    assert (await play.view()).round == 2, "the first round has resolved"
    table = await play.play_on()

    assert table.status == "over"
    assert table.result is not None
    winners = [play.people[seat] for seat, place in enumerate(table.result.places) if place == 1]
    end = play.table_messages()[-1].text
    assert all(winner.name in end for winner in winners)
    assert table.seed is not None
    assert table.seed in end
    assert hashlib.sha256(bytes.fromhex(table.seed)).hexdigest() == table.seed_hash
    assert table.seed_hash in end


async def test_every_step_is_told_with_a_picture(play: Play) -> None:
    await play.begin()
    await play.play_window()
    steps = await play.house.tables.steps(play.code, window=1)
    chapters = {step.chapter for step in steps}
    told = [seen for seen in play.table_messages() if any(f"{play.code}-w1-" in name for name in names(seen))]
    assert len(told) == len(chapters), "one message for each chapter"
    pictured = [int(name.split("-")[2]) for seen in told for name in names(seen)]
    assert pictured == sorted(pictured), "in the order in which it happened"
    assert set(pictured) == {step.seq for step in steps}, "a picture for every step"
    for seen in told:
        assert all(item["description"] for gallery in galleries(seen) for item in gallery), "a picture without words"
        sizes = [Image.open(io.BytesIO(play.file(file))).size for file in seen.raw.attachments]
        assert sizes[-1] == max(sizes), "the final state is the largest"
        assert len(seen.raw.attachments) <= 10


def names(seen: Seen) -> list[str]:
    """Files of a message: ``<code>-w<window>-<step>-...``."""
    return [file["filename"] for file in seen.raw.attachments]


async def test_the_end_is_tidy(play: Play, undrawn: list[Any]) -> None:
    """No button that does nothing, the thread put away, the lobby message saying how it went."""
    await play.begin(*play.people[:2])
    await play.play_on()
    lobby = play.messages(play.channel.id)[0]
    assert not lobby.find("join")
    assert not lobby.find("start")
    for person in play.people[:2]:
        assert not [seen for seen in play.dms(person) if seen.find("p-ready") or seen.find("v-type")]
    assert play.thread._channel.thread_metadata.archived
    windows = [seen for seen in play.table_messages() if seen.find("seat")]
    assert not windows, "My seat is offered after the end"


async def test_the_luck_can_be_checked(play: Play, undrawn: list[Any]) -> None:
    await play.begin(*play.people[:2])
    before = await play.people[0].member.slash(play.channel, "fairness", code=play.code)
    table = await play.play_on()
    assert table.seed is not None
    assert table.seed not in Seen(play.channel.id, 0, before.response._message).text
    report = await play.house.tables.fairness(play.code)
    assert report.hash_matches
    assert report.replay_agrees
    after = await play.people[0].member.slash(play.channel, "fairness", code=play.code)
    assert table.seed in Seen(play.channel.id, 0, after.response._message).text


async def test_bot_players_fill_the_seats(play: Play) -> None:
    rook = play.people[0]
    await play.open_lobby(rook)
    for _ in range(2):
        await play.press(rook, "add_bot")
    await play.press(rook, "start")
    assert [seat.kind for seat in (await play.table()).seats] == ["person", "bot", "bot"]
    await play.play_window()
    assert (await play.table()).window == 2 or (await play.table()).status == "over"


async def test_typing_wrong_loses_nothing(play: Play) -> None:
    rook = play.people[0]
    await play.begin(rook, play.people[3])
    await play.pick_program(rook, "B3N R1NE")
    before = (await play.house.tables.panel(play.code, rook.id)).draft
    for wrong in ("B3N R1NE B2X", "B3NE R1NE B2E", "B3N B2N B1N", "B3N R1NE", "hello"):
        answer = await play.type_program(rook, wrong)
        assert len(answer.followups) == 1, "one sentence says what is wrong"
        assert answer.followups[0].ephemeral or answer.followups[0].channel_id == rook.user.dm_channel.id
    assert (await play.house.tables.panel(play.code, rook.id)).draft == before
    await play.pick_program(rook, "B1E")
    assert (await play.house.tables.panel(play.code, rook.id)).draft.pads[2] is not None


async def test_ready_can_be_taken_back_until_the_last(play: Play) -> None:
    rook, ibis = play.people[0], play.people[2]
    await play.begin(rook, ibis)
    await play.type_program(rook, await play.plan(rook))
    await play.press(rook, "p-ready")
    assert (await play.table()).ready == 1
    await play.press(rook, "p-unready")
    assert (await play.table()).ready == 0
    await play.type_program(rook, await play.plan(rook))
    await play.press(rook, "p-ready")
    await play.type_program(ibis, await play.plan(ibis))
    await play.press(ibis, "p-ready")
    assert (await play.table()).window == 2


async def test_resigning(play: Play) -> None:
    leaver = play.people[1]
    await play.begin()
    await leaver.member.slash(play.thread, "table resign")
    await confirm(play, leaver)
    table = await play.table()
    assert table.seats[1].out
    assert 1 not in table.asked
    await play.play_window()


async def confirm(play: Play, person: Person) -> None:
    """Press the button that makes resigning final."""
    for seen in reversed(play.messages(play.thread.id, person)):
        for component in seen.components:
            if "resign" in str(component.get("custom_id", "")) and component.get("style") == 4:
                await play.press_id(person, seen, component["custom_id"])
                return
    raise AssertionError("nothing to confirm")
