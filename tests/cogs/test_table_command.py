"""/table: status, board, log and resign."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cogs.limits import faults
from cogs.status import status_lines
from cogs.tabling import said
from engines.core import Result
from locales import Words
from tests.cogs.command_world import ask, round_of
from tests.cogs.panel_maker import both, read, seat_info, table_info
from tests.play.harness import Play, playing

WORDS = pytest.mark.parametrize("words", both(), ids=lambda words: words.language)


@pytest.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    """Rook and 小满 play, Ibis looks on."""
    async with playing(tmp_path, people=3) as play:
        await play.begin(*play.people[:2])
        yield play


@WORDS
@pytest.mark.parametrize("status", ["lobby", "running", "over", "cancelled", "expired"])
@pytest.mark.parametrize("hidden", [True, False])
def test_the_status_of_any_table_is_told_within_the_limits(
    words: Words, status: Any, hidden: bool, caplog: pytest.LogCaptureFixture
) -> None:
    kinds = [seat_info(0), seat_info(1, kind="bot", user_id=None, name=""), seat_info(2, missed=1)]
    kinds += [seat_info(3, missed=2), seat_info(4, out=True), seat_info(5, kind="nobody", user_id=None, name="")]
    result = Result((1, 2, 3, 4, 5, 6), (3, 2, 1, 0, 0, 0), "target") if status == "over" else None
    table = table_info(status=status, hidden=hidden, seats=tuple(kinds), asked=(0, 1, 2, 3), result=result)
    composed = said(*status_lines(table, words))
    assert faults(composed.view, composed.files) == []
    assert "no text for" not in caplog.text
    assert table.seed_hash in read(composed)
    assert (words("volt.end.target") in read(composed)) is (status == "over")


@WORDS
def test_while_answers_are_secret_nobody_learns_who_is_ready(words: Words) -> None:
    """Only the count may differ: of one and the same count there is one text, whoever it is."""
    table = table_info(ready=1)
    texts = {"\n".join(status_lines(replace(table, asked=asked), words)) for asked in ((0, 1), (2, 3))}
    assert len(texts) == 1


async def test_status_and_board_of_the_table_here(play: Play) -> None:
    rook, chinese, onlooker = play.people
    await play.type_program(rook, "B3N R1NE B2E")
    await play.press(rook, "p-ready")
    for person in play.people:
        status = await ask(play, person, "table status")
        assert play.code in status.text
        assert "B3N" not in status.text
    told = (await ask(play, rook, "table status")).text
    assert "1 of 2 are ready" in told
    assert told.count("VP 0/3") == 2
    assert "1/2已就绪" in (await ask(play, chinese, "table status")).text
    board = await ask(play, onlooker, "table board")
    [attachment] = board.raw.attachments
    assert play.file(attachment).startswith(b"\x89PNG")
    assert attachment["description"]
    assert "B3N" not in board.text
    text = await ask(play, rook, "table board", text=True)
    assert "```" in text.text
    assert not text.raw.attachments
    assert "B3N" not in text.text


async def test_a_code_works_anywhere_and_in_any_writing(play: Play) -> None:
    rook = play.people[0]
    elsewhere = play.guild.create_text_channel("elsewhere")
    assert play.code in (await ask(play, rook, "table status", at=elsewhere, code=f" {play.code.lower()} ")).text
    assert play.code in (await ask(play, rook, "table status", at="dm", code=play.code)).text
    assert play.code in (await ask(play, rook, "table status", at="dm")).text
    assert "no table" in (await ask(play, rook, "table status", at=elsewhere, code="QQQQ")).text


async def test_without_a_table_here_one_is_asked_which(play: Play) -> None:
    onlooker = play.people[2]
    elsewhere = play.guild.create_text_channel("elsewhere")
    assert "Which table?" in (await ask(play, onlooker, "table status", at=elsewhere)).text


async def test_who_cannot_see_the_channel_learns_nothing(play: Play) -> None:
    onlooker = play.people[2]
    for command in ("table status", "table board", "table log", "fairness"):
        answer = await ask(play, onlooker, command, at="dm", code=play.code)
        assert "There is no table" in answer.text
        assert not answer.raw.attachments


async def test_codes_are_suggested(play: Play) -> None:
    rook, _, onlooker = play.people
    for person in (rook, onlooker):
        found = await person.member.autocomplete(play.channel, "table status", "code", play.code[:2].lower())
        assert [choice["value"] for choice in found] == [play.code]
    assert await rook.member.autocomplete(play.channel, "table status", "code", "??") == []


async def test_the_log_turns_its_pages(play: Play) -> None:
    rook, other = play.people[:2]
    for _ in range(2):
        await round_of(play, "B1N R1NE B1E", "B1N R1NE B1W")
    log = await ask(play, rook, "table log")
    assert "Round 2" in log.text
    assert "B1N" in log.text

    async def turn(number: int) -> str:
        seen = next(s for s in play.messages(play.thread.id, rook) if s.id == log.id)
        buttons = [c for c in seen.components if str(c.get("custom_id", "")).split(":")[3:4] == ["log"]]
        await play.press_id(rook, seen, buttons[number]["custom_id"])
        return next(s for s in play.messages(play.thread.id, rook) if s.id == log.id).text

    assert "### Round 1" in await turn(0)
    assert "### Opening" in await turn(0)
    assert "### Round 1" in await turn(1)
    assert "### Round 2" in await turn(1)
    chinese = await ask(play, other, "table log")
    assert "第2轮" in chinese.text


async def test_a_log_longer_than_a_message_has_parts(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.tablelog.PAGE", 120)
    rook = play.people[0]
    await round_of(play, "B1N R1NE B1E", "B1N R1NE B1W")
    whole: list[str] = []
    log = await ask(play, rook, "table log")
    while True:
        seen = next(s for s in play.messages(play.thread.id, rook) if s.id == log.id)
        whole.append(seen.text)
        buttons = [c for c in seen.components if str(c.get("custom_id", "")).split(":")[3:4] == ["log"]]
        if buttons[0].get("disabled"):
            break
        await play.press_id(rook, seen, buttons[0]["custom_id"])
    assert len(whole) > 4
    assert len(set(whole)) == len(whole)
    assert "Opening" in whole[-1]


async def test_nothing_has_happened_in_a_lobby(tmp_path: Path) -> None:
    async with playing(tmp_path, people=1) as play:
        rook = play.people[0]
        await play.open_lobby(rook)
        assert "Nothing has happened" in (await ask(play, rook, "table log", at=play.channel)).text
        assert "not started" in (await ask(play, rook, "table board", at=play.channel)).text
        assert "not started" in (await ask(play, rook, "table resign", at=play.channel)).text
        assert "lobby is open" in (await ask(play, rook, "table status", at=play.channel)).text


async def test_resigning_takes_two_presses(play: Play) -> None:
    rook, other, onlooker = play.people
    assert "no seat" in (await ask(play, onlooker, "table resign")).text
    asked = await ask(play, rook, "table resign")
    assert (await play.table()).status == "running"
    await play.press(rook, "resign", seen=asked)
    table = await play.table()
    assert (table.status, table.seats[0].out) == ("over", True)
    assert table.result is not None
    assert table.result.places[1] == 1
    assert "You have resigned" in next(s.text for s in play.messages(play.thread.id, rook) if s.id == asked.id)
    again = await ask(play, other, "table resign", code=play.code)
    assert "已结束" in again.text
    assert again.find("resign") is None


async def test_a_forged_resignation_of_a_stranger_changes_nothing(play: Play) -> None:
    rook, _, onlooker = play.people
    asked = await ask(play, rook, "table resign")
    play.press_at_once(onlooker, asked, f"s1:{play.code}:0:resign")
    await play.env.settle()
    assert (await play.table()).status == "running"
