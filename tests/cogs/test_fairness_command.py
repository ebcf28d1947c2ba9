"""/fairness: what is secret stays so until the end; then everything is there to be checked."""

from __future__ import annotations

import csv
import hashlib
import hmac
import io
from dataclasses import replace
from pathlib import Path

import pytest

from cogs.fairness import compose_report
from cogs.limits import faults
from locales import Words
from tables.model import FairnessReport
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
        [attachment] = over.raw.attachments
        rows = list(csv.DictReader(io.StringIO(play.file(attachment).decode("utf-8-sig"))))
        assert rows
        for row in rows:
            message = f"{table.salt}|{row['number']}|{row['label']}".encode()
            raw = int.from_bytes(hmac.digest(bytes.fromhex(table.seed), message, "sha256"), "big")
            assert raw % int(row["below"]) == int(row["value"])
