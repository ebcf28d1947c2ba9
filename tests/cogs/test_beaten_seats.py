"""Who is out of a game before its end, in a simulated Discord: told so everywhere, and shown all that is public."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from locales import speak
from tests.cogs.command_world import ask
from tests.cogs.embers_world import Fire, burning


@pytest.fixture
async def fire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Fire]:
    """Rook is beaten in the first round."""
    async with burning(tmp_path, monkeypatch) as fire:
        rook, xiaoman, ibis = fire.play.people
        await fire.begin(rook, xiaoman, ibis)
        for person, coals in ((rook, 0), (xiaoman, 3), (ibis, 3)):
            await fire.stoke(person, coals)
        await fire.play.wait(10)
        yield fire


async def test_my_seat_shows_what_is_public_and_says_so(fire: Fire) -> None:
    rook, xiaoman, _ = fire.play.people
    panel = await fire.seat(rook)
    assert speak("en")("panel.beaten") in panel.text
    assert "lives (0, 1, 1)" in panel.text
    assert "mark None" in panel.text
    assert panel.find("p-show") is not None
    assert panel.find("orders") is panel.find("g-pick") is None
    assert speak("zh-CN")("panel.beaten") not in (await fire.seat(xiaoman)).text


async def test_the_status_says_who_is_out_and_the_rest_stays_open(fire: Fire) -> None:
    rook = fire.play.people[0]
    status = await ask(fire.play, rook, "table status")
    assert "~~" in status.text
    assert "out of the game" in status.text
    assert "lives (0, 1, 1)" in (await ask(fire.play, rook, "table board")).text
    assert "embers.event.cold" in (await ask(fire.play, rook, "table log")).text
    games = await ask(fire.play, rook, "me games")
    assert "you are out" in games.text


async def test_resigning_is_refused_with_a_clear_sentence(fire: Fire) -> None:
    rook = fire.play.people[0]
    refused = await ask(fire.play, rook, "table resign")
    sentence = speak("en")("table.refuse.beaten")
    assert sentence in refused.text
    assert refused.find("resign") is None
    press = fire.play.press_forged(rook, fire.asking(), f"s1:{fire.play.code}:0:resign")
    await fire.play.settle()
    assert press.responded
    assert sentence in fire.private(rook)[-1].text
    assert [seat.out for seat in (await fire.play.table()).seats] == [False] * 3


async def test_the_beaten_are_told_how_it_ended(fire: Fire) -> None:
    rook, xiaoman, ibis = fire.play.people
    for _ in range(4):
        table = await fire.play.table()
        if table.status == "over":
            break
        for seat in table.asked:
            person = fire.play.people[seat]
            if table.window_kind == "watch":
                await fire.play.press(person, "g-pick", values=["0"])
            else:
                await fire.stoke(person, 2 if person is ibis else 0)
    await fire.play.wait(10)
    result = fire.play.table_messages()[-1]
    assert all(f"<@{person.id}>" in result.text for person in (rook, xiaoman, ibis))
    assert speak("en")("tablecmd.status.over") in (await ask(fire.play, rook, "table resign")).text
