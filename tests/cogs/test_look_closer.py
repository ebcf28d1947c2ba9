"""Look closer in a simulated Discord: the table and a page for each player, privately, with nobody's secrets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from locales import speak
from render import has_pages
from tests.cogs.embers_world import Fire, burning
from tests.play.harness import Person, Seen, playing


@pytest.fixture
async def fire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Fire]:
    async with burning(tmp_path, monkeypatch) as fire:
        yield fire


async def look(fire: Fire, person: Person, at: Seen | None = None) -> Seen:
    await fire.play.press(person, "look", seen=at or fire.asking())
    return fire.private(person)[-1]


async def page(fire: Fire, person: Person, seen: Seen, value: str) -> Seen:
    await fire.play.press(person, "look-at", seen=seen, values=[value])
    return next(now for now in fire.private(person) if now.id == seen.id)


def shown(seen: Seen) -> str:
    """What the picture was drawn from, as the toy painter tells it."""
    return next(line for line in seen.text.split("\n") if line.startswith("lives"))


async def mark(fire: Fire, person: Person) -> int:
    return (await fire.play.house.tables.panel(fire.play.code, person.id)).view.mark


async def test_the_table_then_page_by_page_in_one_private_message(fire: Fire) -> None:
    rook, xiaoman, _ = fire.play.people
    await fire.begin(rook, xiaoman, bots=1)
    before = fire.play.record()
    seen = await look(fire, rook)
    assert shown(seen) == "lives (1, 1, 1) page None mark None plan None"
    assert fire.chosen(seen) == ["all"]
    for value in ("1", "2", "all"):
        seen = await page(fire, rook, seen, value)
        assert shown(seen) == f"lives (1, 1, 1) page {None if value == 'all' else value} mark None plan None"
        assert fire.chosen(seen) == [value]
        assert len(seen.raw.attachments) == 1
    assert fire.play.record() == before
    assert fire.private(xiaoman) == []


async def test_ones_own_page_is_ones_own_view_and_nobody_elses(fire: Fire) -> None:
    rook, xiaoman, ibis = fire.play.people
    await fire.begin(rook, xiaoman)
    secret = await mark(fire, rook)
    assert f"page 0 mark {secret}" in shown(await page(fire, rook, await look(fire, rook), "0"))
    for person in (xiaoman, ibis):
        assert "page 0 mark None" in shown(await page(fire, person, await look(fire, person), "0"))
    assert "page 1 mark None" in shown(await page(fire, rook, await look(fire, rook), "1"))


async def test_who_does_not_play_may_look(fire: Fire) -> None:
    rook, xiaoman, ibis = fire.play.people
    await fire.begin(rook, xiaoman)
    seen = await page(fire, ibis, await look(fire, ibis), "1")
    assert "page 1 mark None" in shown(seen)


async def test_who_is_beaten_looks_on_without_any_secret(fire: Fire) -> None:
    rook, xiaoman, ibis = fire.play.people
    await fire.begin(rook, xiaoman, ibis)
    for person, coals in ((rook, 0), (xiaoman, 3), (ibis, 3)):
        await fire.stoke(person, coals)
    for value in ("0", "1", "2"):
        assert "mark None" in shown(await page(fire, rook, await look(fire, rook), value))


async def test_the_opening_has_the_button_for_ever_and_shows_what_is_now(fire: Fire) -> None:
    rook, xiaoman, ibis = fire.play.people
    await fire.begin(rook, xiaoman, ibis)
    opening = next(seen for seen in fire.play.table_messages() if seen.find("look"))
    assert opening.id != fire.asking().id
    old = await look(fire, ibis, opening)
    for person, coals in ((rook, 3), (xiaoman, 0), (ibis, 3)):
        await fire.stoke(person, coals)
    await fire.play.restart()
    assert "lives (1, 0, 1) page 1" in shown(await page(fire, ibis, old, "1"))
    await fire.play.house.tables.resign(fire.by(rook), fire.play.code)
    assert (await fire.play.table()).status == "over"
    await fire.play.wait(10)
    assert "lives (0, 0, 1)" in shown(await look(fire, ibis, opening))


async def test_a_window_that_has_passed_keeps_no_button(fire: Fire) -> None:
    rook, xiaoman, _ = fire.play.people
    await fire.begin(rook, xiaoman, pace="live")
    asking = fire.asking()
    for person in (rook, xiaoman):
        await fire.stoke(person, 2)
    await fire.play.wait(10)
    passed = next(seen for seen in fire.play.table_messages() if seen.id == asking.id)
    assert passed.find("look") is passed.find("seat") is None
    assert fire.asking().find("look") is not None


async def test_public_posts_speak_the_tables_language_and_answers_the_readers(fire: Fire) -> None:
    rook, xiaoman, _ = fire.play.people
    await fire.begin(rook, xiaoman, language="zh-CN")
    assert "近看" in fire.asking().labels
    assert "The whole table" in (await look(fire, rook)).text
    assert "整张牌桌" in (await look(fire, xiaoman)).text


async def test_a_forged_page_is_none(fire: Fire) -> None:
    rook, xiaoman, _ = fire.play.people
    await fire.begin(rook, xiaoman)
    before = fire.play.record()
    for number, value in enumerate(("3", "-1", "٠", "1.0", "", "x" * 100), 1):
        press = fire.play.press_forged(rook, fire.asking(), f"s1:{fire.play.code}:0:look-at", [value])
        await fire.play.settle()
        assert press.responded
        assert fire.play.record() == before
        answers = fire.private(rook)
        assert len(answers) == number
        assert speak("en")("panel.gone") in answers[-1].text


async def test_a_page_asked_for_on_a_public_message_is_shown_in_private(fire: Fire) -> None:
    rook, xiaoman, _ = fire.play.people
    await fire.begin(rook, xiaoman)
    before = fire.play.record()
    press = fire.play.press_forged(rook, fire.asking(), f"s1:{fire.play.code}:7:look-at:0", ["0"])
    await fire.play.settle()
    assert press.responded
    assert fire.play.record() == before
    assert f"page 0 mark {await mark(fire, rook)}" in shown(fire.private(rook)[-1])


async def test_a_table_that_nobody_knows_is_not_shown(fire: Fire) -> None:
    rook, xiaoman, _ = fire.play.people
    await fire.begin(rook, xiaoman)
    press = fire.play.press_forged(rook, fire.asking(), "s1:ZZZZ:0:look")
    await fire.play.settle()
    assert press.responded
    assert "There is no table" in fire.private(rook)[-1].text


async def test_before_the_start_there_is_nothing_to_look_at(fire: Fire) -> None:
    rook, xiaoman, _ = fire.play.people
    await fire.begin(rook, xiaoman)
    asking = fire.asking()
    table = await fire.play.house.tables.open_lobby(
        fire.by(xiaoman), game="embers", guild_id=fire.play.guild.id, channel_id=fire.play.channel.id, language="en"
    )
    press = fire.play.press_forged(rook, asking, f"s1:{table.code}:0:look")
    await fire.play.settle()
    assert press.responded
    assert speak("en")("table.refuse.not_started") in fire.private(rook)[-1].text


async def test_a_game_without_pages_has_no_button_and_takes_no_press(tmp_path: Path) -> None:
    assert not has_pages("volt")
    async with playing(tmp_path, people=2) as play:
        await play.begin()
        assert all(seen.find("look") is None for seen in play.table_messages())
        asking = next(seen for seen in play.table_messages() if seen.find("seat"))
        press = play.press_forged(play.people[0], asking, f"s1:{play.code}:0:look")
        await play.settle()
        assert press.responded
        assert "no table" in play.messages(play.thread.id, play.people[0])[-1].text.lower()
