"""/me data, /me forget, and one's own deadlines and record in /me games."""

from __future__ import annotations

import gzip
import json
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from render import Studio
from tables.community import Record
from tables.model import Press
from tests.cogs.command_world import ask
from tests.play.harness import Person, Play, Seen, playing
from tests.white import leave_white


@pytest.fixture(autouse=True)
def _undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Studio, "draw", leave_white)


def data_in(play: Play, seen: Seen) -> Any:
    (attachment,) = seen.raw.attachments
    raw = play.file(attachment)
    return json.loads(gzip.decompress(raw) if attachment["filename"].endswith(".gz") else raw)


async def test_everything_about_oneself_is_a_private_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(tmp_path, people=2) as play:
        rook, chinese = play.people
        await play.open_lobby(rook)
        await play.press(chinese, "join")
        await play.press(rook, "start")
        answer = await ask(play, rook, "me data", at=play.channel)
        data = data_in(play, answer)
        assert "JSON" in answer.text
        whole = json.dumps(data, ensure_ascii=False)
        assert "Rook" in whole
        assert play.code in whole
        assert "小满" not in whole, "nothing about others"
        assert str(chinese.id) not in whole
        monkeypatch.setattr("cogs.me_data.UPLOAD", len(json.dumps(data)) // 2)
        packed = await ask(play, rook, "me data", at="dm")
        assert "gzip" in packed.text
        assert data_in(play, packed).keys() == data.keys()
        monkeypatch.setattr("cogs.me_data.UPLOAD", 10)
        assert "too large" in (await ask(play, rook, "me data")).text


async def press(play: Play, person: Person, seen: Seen, answer: str) -> str:
    await play.press_id(person, seen, f"s1:me:0:me-forget:{answer}")
    return next(s for s in play.messages(seen.channel_id, person) if s.id == seen.id).text


async def test_being_forgotten_says_what_happens_asks_again_and_is_done(tmp_path: Path) -> None:
    async with playing(tmp_path, people=3) as play:
        rook, chinese, ibis = play.people
        tables = play.house.tables
        await play.begin(rook, chinese, ibis)
        running, thread = play.code, play.thread
        waiting = await play.open_lobby(rook)
        await play.press(chinese, "join", waiting)
        panel = await ask(play, rook, "me settings", at=thread)
        await play.press_id(rook, panel, "s1:me:0:me-set:reminders", ["off"])

        asked = await ask(play, rook, "me forget", at=thread)
        assert "**1** open lobby" in asked.text
        assert "**1** running game" in asked.text
        assert "cannot be undone" in asked.text
        assert "Nothing was deleted" in await press(play, rook, asked, "no")
        assert (await tables.find(running)).seat_of(rook.id) is not None

        asked = await ask(play, rook, "me forget", at=thread)
        assert "nothing about you is stored" in await press(play, rook, asked, "yes")
        table = await tables.find(running)
        assert table.status == "running"
        assert table.seat_of(rook.id) is None
        assert [seat.kind for seat in table.seats].count("nobody") == 1
        assert "Rook" not in "".join(seat.name for seat in table.seats)
        lobby = await tables.find(play.code)
        assert (lobby.status, lobby.host_id) == ("lobby", chinese.id)
        assert (await tables.settings(rook.id)).reminders == "both"
        assert await tables.record_of(rook.id) == Record(0, 0, 0)
        left = json.dumps(await tables.data_of(rook.id), ensure_ascii=False, default=str)
        assert running not in left, "no table is tied to them any more"
        assert "no table" in (await ask(play, rook, "me games", at=thread)).text

        again = await ask(play, ibis, "me forget", at=thread)
        assert "running game" in again.text
        assert (await tables.find(running)).seat_of(ibis.id) is not None, "asking does nothing"


async def test_ones_own_deadline_and_record_are_listed(tmp_path: Path) -> None:
    async with playing(tmp_path, people=2, beat_seconds=60) as play:
        rook, chinese = play.people
        await play.open_lobby(rook)
        await play.press(rook, "options")
        await play.press(rook, "pace", play.find(rook, "pace")[0], ["live"])
        await play.press(chinese, "join")
        await play.press(rook, "start")
        assert "Your record" not in (await ask(play, rook, "me games")).text
        await play.play_window()
        listed = (await ask(play, rook, "me games")).text
        assert "1 of 1 question answered in time (tables: 1)" in listed
        (own,) = [own for own in (await play.table()).own if own.seat == 0]
        assert f"<t:{int(own.due.timestamp())}:R>" in listed
        assert "1次提问中及时应答1次" in (await ask(play, chinese, "me games")).text
        table = await play.table()
        assert table.deadline is not None
        await play.wait((table.deadline - play.clock.now()).total_seconds() + 60)
        assert "1 of 2 questions" in (await ask(play, rook, "me games")).text


async def test_what_moves_or_stops_ones_own_clock_is_told(tmp_path: Path) -> None:
    async with playing(tmp_path, people=2) as play:
        rook, chinese = play.people
        tables = play.house.tables
        numbers = count(1)

        def by(person: Person) -> Press:
            return Press(next(numbers), person.id, person.name, person.language)

        hour = play.clock.now().hour
        quiet = ((hour - 1) % 24 * 60, (hour + 2) % 24 * 60)
        await tables.keep_settings(by(rook), zone="UTC", quiet=quiet)
        await play.begin(rook, chinese)
        listed = (await ask(play, rook, "me games")).text
        (own, other) = (await play.table()).own
        assert own.why == "quiet"
        assert own.due > other.due
        assert f"<t:{int(own.due.timestamp())}:R> (moved by your quiet hours)" in listed
        assert f"<t:{int(other.due.timestamp())}:R>" in (await ask(play, chinese, "me games")).text

        await tables.go_away(by(chinese), play.code, 2)
        assert "你请假到" in (await ask(play, chinese, "me games")).text
        await tables.come_back(by(chinese), play.code)
        await tables.go_away(by(chinese), play.code, 1, play.clock.now() + timedelta(hours=12))
        assert "因请假顺延" in (await ask(play, chinese, "me games")).text

        vote = await tables.open_vote(by(rook), play.code, "pause")
        await tables.cast(by(chinese), play.code, vote.id, yes=True)
        assert "you are still to answer" in (await ask(play, rook, "me games")).text
