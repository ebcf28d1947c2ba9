"""Planning by pressing, in a simulated Discord: what is saved, what is shown, and whose presses count."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engines.volt.programming import format_program
from tests.play.harness import Person, Play, Seen, playing


@pytest.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    async with playing(tmp_path, people=3) as play:
        await play.begin(*play.people[:2])
        yield play


async def saved(play: Play, person: Person) -> str:
    panel = await play.house.tables.panel(play.code, person.id)
    return "" if panel.draft is None else format_program(panel.draft)


def panel_of(play: Play, person: Person) -> Seen:
    """The newest panel in this person's private messages."""
    return next(seen for seen in reversed(play.dms(person)) if play.code in seen.text)


def opened(seen: Seen, what: str = "v-die") -> str:
    found = seen.find(what)
    assert found is not None
    return str(found["custom_id"]).split(":", 4)[4]


async def test_six_picks_make_a_program_and_each_pad_is_saved_at_once(play: Play) -> None:
    rook = play.people[0]
    assert opened(panel_of(play, rook)) == "0.0.-"
    await play.press(rook, "v-die", values=["B3"])
    assert opened(panel_of(play, rook)) == "0.0.B3"
    assert await saved(play, rook) == ""
    await play.press(rook, "v-dir", values=["N"])
    assert await saved(play, rook) == "B3N - -"
    assert opened(panel_of(play, rook)) == "0.1.-"
    await play.press(rook, "v-dir", values=["NE"])
    assert opened(panel_of(play, rook)) == "0.1.NE"
    await play.press(rook, "v-die", values=["R1"])
    assert await saved(play, rook) == "B3N R1NE -"
    await play.press(rook, "v-die", values=["B2"])
    await play.press(rook, "v-dir", values=["E"])
    assert await saved(play, rook) == "B3N R1NE B2E"
    assert panel_of(play, rook).find("v-die") is None
    assert panel_of(play, rook).find("p-ready") is not None
    assert len(play.dms(rook)) == 1


async def test_a_filled_pad_changes_with_one_pick(play: Play) -> None:
    rook = play.people[0]
    await play.type_program(rook, "B3N R1NE B2E")
    pad_two = panel_of(play, rook)
    custom_id = next(c["custom_id"] for c in pad_two.components if str(c.get("custom_id")).endswith("v-pad:0.1"))
    await play.press_id(rook, pad_two, custom_id)
    await play.press(rook, "v-dir", values=["SW"])
    assert await saved(play, rook) == "B3N R1SW B2E"
    await play.press_id(rook, panel_of(play, rook), custom_id)
    await play.press(rook, "v-clear")
    assert await saved(play, rook) == "B3N - B2E"
    assert opened(panel_of(play, rook)) == "0.1.-"
    await play.press(rook, "v-wipe")
    assert await saved(play, rook) == "- - -"


async def test_a_die_that_cannot_keep_its_direction_asks_for_one_and_loses_nothing(play: Play) -> None:
    rook = play.people[0]
    await play.type_program(rook, "R1NE - -")
    first = next(c for c in panel_of(play, rook).components if str(c.get("custom_id")).endswith("v-pad:0.0"))
    await play.press_id(rook, panel_of(play, rook), first["custom_id"])
    await play.press(rook, "v-die", values=["B4"])
    assert await saved(play, rook) == "R1NE - -"
    assert opened(panel_of(play, rook)) == "0.0.B4"
    found = panel_of(play, rook).find("v-dir")
    assert found is not None
    assert [option["value"] for option in found["options"]] == ["N", "E", "S", "W"]
    await play.press(rook, "v-dir", values=["W"])
    assert await saved(play, rook) == "B4W - -"


async def test_ready_locks_and_any_change_unlocks(play: Play) -> None:
    rook = play.people[0]
    await play.type_program(rook, "B3N R1NE B2E")
    before = panel_of(play, rook)
    wipe, screen = before.find("v-wipe"), play.screen(before)
    assert wipe is not None
    await play.press(rook, "p-ready")
    assert (await play.table()).ready == 1
    assert panel_of(play, rook).find("v-wipe") is None
    await play.press(rook, "p-unready")
    assert (await play.table()).ready == 0
    assert await saved(play, rook) == "B3N R1NE B2E"
    await play.press(rook, "p-ready")
    play.press_at_once(rook, screen, wipe["custom_id"])
    await play.env.settle()
    assert ((await play.table()).ready, await saved(play, rook)) == (0, "- - -")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("B3N R1N", "three parts"),
        ("B3N R1N B2NE", "only, not northeast"),
        ("R1N R2N R3N", "only 2 red"),
        ("B3N R7N B2E", "1 to 6"),
    ],
)
async def test_a_wrong_entry_is_explained_and_offered_again(play: Play, typed: str, told: str) -> None:
    rook = play.people[0]
    await play.type_program(rook, "B1N - -")
    await play.type_program(rook, typed)
    answer = play.dms(rook)[-1]
    assert told in answer.text
    assert await saved(play, rook) == "B1N - -"
    form = await play.press(rook, "v-type", seen=answer)
    assert typed in str(form.modal)
    await play.fill(rook, form, "B3N R1NE B2E")
    assert await saved(play, rook) == "B3N R1NE B2E"
    assert "B3N" in panel_of(play, rook).text


async def test_a_stale_press_gives_a_sentence_and_the_present_panel(play: Play) -> None:
    rook, other = play.people[:2]
    await play.type_program(rook, "B3N R1NE B2E")
    old = panel_of(play, rook)
    screen = play.screen(old)
    ids = [str(c["custom_id"]) for c in old.components if c.get("custom_id")]
    await play.press(rook, "p-ready")
    await play.type_program(other, "B1W R1NE B2E")
    await play.press(other, "p-ready")
    assert (await play.table()).window == 2
    said = len(play.dms(rook))
    for custom_id in ids:
        if ":v-type:" not in custom_id:
            play.press_at_once(rook, screen, custom_id)
            await play.env.settle()
            fresh = play.dms(rook)[said:]
            assert any("already been resolved" in seen.text for seen in fresh), custom_id
            assert any(seen.find("v-die") for seen in fresh), custom_id
            said += len(fresh)
    assert await saved(play, rook) == ""
    closed = next(seen for seen in play.dms(rook) if seen.id == old.id)
    assert "What counted: **B3N R1NE B2E**" in closed.text
    assert not [c for c in closed.components if c.get("custom_id")]


async def test_my_seat_is_for_those_who_have_one(play: Play) -> None:
    rook, _, stranger = play.people
    await play.type_program(rook, "B3N R1NE B2E")
    await play.press(stranger, "seat")
    answer = play.messages(play.thread.id, stranger)[-1]
    assert "no seat" in answer.text
    assert not answer.components
    await play.press(rook, "seat")
    mine = play.messages(play.thread.id, rook)[-1]
    assert "B3N" in mine.text
    assert mine.find("p-ready") is not None
    assert all("R1NE" not in seen.text for seen in play.messages(play.thread.id, stranger))


async def test_the_private_answer_plans_too_and_follows_into_the_next_round(play: Play) -> None:
    rook, other = play.people[:2]
    await play.press(rook, "seat")
    mine = play.messages(play.thread.id, rook)[-1]
    await play.press(rook, "v-die", seen=mine, values=["B3"])
    mine = play.messages(play.thread.id, rook)[-1]
    await play.press(rook, "v-dir", seen=mine, values=["N"])
    assert await saved(play, rook) == "B3N - -"
    await play.wait(6)
    assert "B3N" in panel_of(play, rook).text
    mine = play.messages(play.thread.id, rook)[-1]
    await play.fill(rook, await play.press(rook, "v-type", seen=mine), "B3N R1NE B2E")
    await play.type_program(other, "B1W R1NE B2E")
    await play.press(other, "p-ready")
    mine = next(seen for seen in play.messages(play.thread.id, rook) if seen.id == mine.id)
    await play.press(rook, "p-ready", seen=mine)
    mine = next(seen for seen in play.messages(play.thread.id, rook) if seen.id == mine.id)
    assert "Round 2" in mine.text
    assert mine.find("v-die") is not None


async def test_somebody_elses_panel_cannot_be_used(play: Play) -> None:
    """In a private thread a moderator sees a panel; even one who plays cannot press it, nor is theirs shown there."""
    rook, other, stranger = play.people
    await play.type_program(rook, "B3N R1NE B2E")
    panel = panel_of(play, rook)
    before = panel.text
    for who in (other, stranger):
        for custom_id in [str(c["custom_id"]) for c in panel.components if c.get("custom_id")]:
            if ":v-type:" not in custom_id:
                play.press_at_once(who, panel, custom_id)
                await play.env.settle()
    assert await saved(play, rook) == "B3N R1NE B2E"
    assert await saved(play, other) == ""
    assert (await play.table()).ready == 0
    assert panel_of(play, rook).text == before


async def test_a_reader_of_chinese_reads_chinese(play: Play) -> None:
    chinese = play.people[1]
    assert "第1轮" in panel_of(play, chinese).text
    await play.type_program(chinese, "B3N R1N")
    assert "三段" in play.dms(chinese)[-1].text


async def test_a_form_opened_before_a_restart_still_counts(play: Play) -> None:
    rook = play.people[0]
    form = await play.press(rook, "v-type")
    await play.restart()
    await play.fill(rook, form, "B3N R1NE B2E")
    assert await saved(play, rook) == "B3N R1NE B2E"


async def test_refresh_shows_what_another_device_did(play: Play) -> None:
    rook = play.people[0]
    await play.press(rook, "seat")
    mine = play.messages(play.thread.id, rook)[-1]
    await play.type_program(rook, "B3N R1NE B2E")
    await play.press(rook, "p-show", seen=mine)
    assert "B3N" in next(seen for seen in play.messages(play.thread.id, rook) if seen.id == mine.id).text


async def test_what_is_half_chosen_outlives_the_beat(play: Play) -> None:
    rook = play.people[0]
    await play.press(rook, "v-die", values=["B3"])
    await play.press(rook, "v-dir", values=["N"])
    await play.press(rook, "v-die", values=["R2"])
    await play.wait(30)
    assert opened(panel_of(play, rook)) == "0.1.R2"
    assert not await play.house.tables.due_posts(table=play.code)


async def test_of_two_presses_at_once_the_panel_shows_what_was_saved_last(play: Play) -> None:
    rook = play.people[0]
    await play.press(rook, "v-die", values=["B3"])
    seen = panel_of(play, rook)
    screen = play.screen(seen)
    for direction in ("N", "E", "S", "W"):
        play.press_at_once(rook, screen, f"s1:{play.code}:1:v-dir:0.0.B3", [direction])
    await play.env.settle()
    assert f"**{(await saved(play, rook)).split()[0]}**" in panel_of(play, rook).text
