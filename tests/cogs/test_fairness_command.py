"""/fairness: what is secret stays so until the end; then everything is there to be checked."""

from __future__ import annotations

import csv
import hashlib
import hmac
import inspect
import io
import re
from dataclasses import replace
from pathlib import Path

import pytest

from app.fairness import PROVED, check_file
from cogs.fairness import LARGEST, compose_report, difference_line, table_file
from cogs.limits import faults
from locales import Words
from tables import fairness, proof, verifier
from tables.model import FairnessReport
from tables.verifier import Difference
from tests.cogs.command_world import ask, round_of
from tests.cogs.panel_maker import both, read, table_info
from tests.play.harness import playing

WORDS = pytest.mark.parametrize("words", both(), ids=lambda words: words.language)
LOBBY = FairnessReport(table_info(status="lobby", salt=None), None, 0, None, None)
RUNNING = FairnessReport(table_info(salt="-".join(["1" * 19] * 8)), None, 12, None, None)
OVER = FairnessReport(
    table_info(status="over", seed="cd" * 32),
    True,
    1,
    True,
    None,
    ({"number": 0, "label": "x", "below": 4, "value": 3},),
)


@WORDS
@pytest.mark.parametrize("report", [LOBBY, RUNNING, OVER], ids=["lobby", "running", "over"])
def test_each_state_of_a_table_is_told(words: Words, report: FairnessReport, caplog: pytest.LogCaptureFixture) -> None:
    composed = compose_report(report, words)
    assert faults(composed.view, composed.files) == []
    assert report.table.seed_hash in read(composed)
    assert (words("fairness.seed.later") in read(composed)) is (report.table.seed is None)
    assert (words("fairness.salt.later") in read(composed)) is (report.table.salt is None)
    assert len(composed.files) == len(report.log)
    assert "no text for" not in caplog.text


@WORDS
def test_each_verdict_is_told(words: Words) -> None:
    assert words("fairness.replay.right") in read(compose_report(OVER, words))
    wrong = replace(OVER, hash_matches=False, replay_agrees=False, first_difference=3)
    told = read(compose_report(wrong, words))
    assert words("fairness.hash.wrong") in told
    assert words("fairness.replay.wrong", window=3) in told
    assert words("fairness.replay.right") not in told


async def test_the_seed_is_shown_at_the_end_and_every_draw_can_be_made_again(tmp_path: Path) -> None:
    async with playing(tmp_path, people=2) as play:
        rook, chinese = play.people
        await play.open_lobby(rook)
        lobby = (await ask(play, rook, "fairness", at=play.channel)).text
        assert "secret until" in lobby
        await play.press(chinese, "join")
        await play.press(rook, "start")
        await round_of(play, "B1N R1NE B1E", "B1N R1NE B1W")
        running = await ask(play, chinese, "fairness")
        assert "游戏结束后公开" in running.text
        assert not running.raw.attachments
        await play.press(chinese, "resign", seen=await ask(play, chinese, "table resign"))
        over = await ask(play, rook, "fairness", code=play.code)
        table = await play.table()
        assert table.seed is not None
        assert table.seed in over.text
        assert table.seed not in lobby + running.text
        assert hashlib.sha256(bytes.fromhex(table.seed)).hexdigest() == table.seed_hash
        assert "✅" in over.text
        assert "❌" not in over.text
        draws, game = over.raw.attachments
        rows = list(csv.DictReader(io.StringIO(play.file(draws).decode("utf-8-sig"))))
        assert rows
        for row in rows:
            message = f"{table.salt}|{row['number']}|{row['label']}".encode()
            raw = int.from_bytes(hmac.digest(bytes.fromhex(table.seed), message, "sha256"), "big")
            assert raw % int(row["below"]) == int(row["value"])
        file = tmp_path / game["filename"]
        file.write_bytes(play.file(game))
        for words in both():
            code, lines = check_file(file, words)
            assert (code, lines[-1]) == (PROVED, words("app.fairness.right"))


@WORDS
def test_what_differs_is_told_with_its_place(words: Words, caplog: pytest.LogCaptureFixture) -> None:
    """Every place that the verifier names has a sentence, in both languages."""
    source = "".join(inspect.getsource(module) for module in (verifier, proof, fairness))
    places = set(re.findall(r"""(?:Difference|_differs|_check|_matches)\("([a-z_]+)",""", source))
    reasons = set(re.findall(r"""UnreadableError\("([a-z]+)"\)""", source))
    assert len(places) > 8
    assert len(reasons) > 6
    facts = {"number": 7, "label": "x", "below": 6, "turn": 3, "field": "view.a", "seq": 4, "seat": 1}
    for place in places:
        for window, should in ((None, "b"), (0, "b"), (5, None)):
            line = difference_line(Difference(place, window, "a`a", should, facts), words)
            assert "a'a" in line
            assert (should is None) or "`b`" in line
    assert all(words.has(f"fairness.unreadable.{reason}") for reason in reasons)
    wrong = replace(OVER, replay_agrees=False, first_difference=5, difference=Difference("draw", 5, "3", "2", facts))
    assert difference_line(Difference("draw", 5, "3", "2", facts), words) in read(compose_report(wrong, words))
    assert "no text for" not in caplog.text


def test_a_large_game_is_packed_and_read_all_the_same() -> None:
    large = {"format": 2, "table": {}, "seed": "x", "steps": "x" * LARGEST}
    file = table_file("ABCD", large, "alt")
    assert file.name == "ABCD.json.gz"
    assert proof.read(file.data) == large
    assert proof.read(table_file("ABCD", {**large, "steps": []}, "alt").data)["steps"] == []
