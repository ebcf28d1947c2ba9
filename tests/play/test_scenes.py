"""Scenes in a simulated Discord: one public post asks and tells, and only whoever is asked can answer in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.composed import FileData
from tests.cogs.command_world import ask
from tests.play.harness import Person, Seen, playing
from tests.play.toy_table import ToyTable
from tests.scene_game import Run
from tests.scene_painter import register


class Race(ToyTable):
    """A table of relay in the simulation."""

    game = "relay"

    def posts(self) -> list[Seen]:
        """The scenes' posts: what tells of a leg or asks in one."""
        return [seen for seen in self.play.table_messages() if "relay.event.begins" in seen.text]

    @property
    def post(self) -> Seen:
        return self.posts()[-1]

    def lines(self, seen: Seen) -> list[str]:
        return [line for line in seen.text.split("\n") if line.startswith("relay.event.")]

    def private(self, person: Person) -> list[Seen]:
        """What the person alone can see in the thread."""
        public = {seen.id for seen in self.play.table_messages()}
        return [seen for seen in self.play.messages(self.play.thread.id, person) if seen.id not in public]

    async def pick(self, person: Person, value: str, seen: Seen | None = None) -> Any:
        return await self.play.press(person, "g-pick", seen=seen or self.post, values=[value])


@pytest.fixture
async def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Race]:
    register(monkeypatch)
    async with playing(tmp_path, people=3) as play:
        yield Race(play)


async def test_a_turn_is_one_message_that_grows_and_stays(race: Race) -> None:
    rook, xiaoman, _ = race.play.people
    await race.begin(rook, xiaoman)
    first = race.post
    assert f"<@{rook.id}>" in first.text
    assert "Deadline" in first.text
    assert race.lines(first) == ["relay.event.begins"]
    assert race.play.dms(rook) == race.play.dms(xiaoman) == []
    await race.pick(rook, "1")
    assert race.post.id == first.id
    assert race.lines(race.post) == ["relay.event.begins", *["relay.event.stepped"] * 2]
    assert race.post.find("g-pick") is not None, "it asks on"
    await race.pick(rook, "0")
    assert [len(race.lines(seen)) for seen in race.posts()] == [4, 1]
    record = race.posts()[0]
    assert record.id == first.id
    assert record.find("g-pick") is record.find("seat") is None, "it stays as the record"
    assert len(record.raw.attachments) == 3, "two steps, and the end"
    assert f"<@{xiaoman.id}>" in race.post.text


async def test_only_the_asked_seat_can_answer_in_public(race: Race) -> None:
    rook, xiaoman, onlooker = race.play.people
    await race.begin(rook, xiaoman)
    before = race.play.record()
    for person, told in ((xiaoman, "这是别人的面板"), (onlooker, "seat")):
        await race.pick(person, "1")
        assert race.play.record() == before
        assert told in race.private(person)[-1].text
    assert (await race.play.table()).window == 1


async def test_a_stale_press_is_answered_with_what_is_now(race: Race) -> None:
    rook, xiaoman, _ = race.play.people
    await race.begin(rook, xiaoman)
    screen = race.play.screen(race.post)
    await race.pick(rook, "0")
    old = f"s1:{race.play.code}:1:g-pick:0.0"
    race.play.press_at_once(rook, screen, old, ["2"])
    await race.play.settle()
    assert (await race.play.table()).window == 2
    answer = race.private(rook)[-1]
    assert "already been resolved" in answer.text
    assert answer.find("g-pick") is None, "the post itself asks on"
    assert race.post.find("g-pick") is not None
    await race.pick(rook, "0")
    race.play.press_at_once(rook, screen, old, ["2"])
    await race.play.settle()
    assert race.posts()[0].find("g-pick") is None
    assert any("already been resolved" in seen.text for seen in race.private(rook)[-2:])
    assert (await race.play.table()).asked == (1,)


async def test_my_seat_and_the_public_post_keep_in_step(race: Race) -> None:
    rook, xiaoman, _ = race.play.people
    await race.begin(rook, xiaoman)
    await race.play.press(rook, "seat", seen=race.post)
    mine = race.private(rook)[-1]
    await race.pick(rook, "1", mine)
    assert race.lines(race.post) == ["relay.event.begins", *["relay.event.stepped"] * 2]
    copy = race.private(rook)[-1]
    assert copy.id == mine.id
    assert copy.find("g-pick") is not None, "the private copy goes on with the scene"
    await race.pick(rook, "0", race.post)
    assert (await race.play.table()).asked == (1,)
    old = next(seen for seen in race.private(rook) if seen.id == mine.id)
    await race.pick(rook, "0", old)
    assert (await race.play.table()).asked == (1,)
    fresh = next(seen for seen in race.private(rook) if seen.id == mine.id)
    assert fresh.find("g-pick") is None


async def test_a_draft_in_private_is_drawn_in_public(race: Race) -> None:
    rook, xiaoman, _ = race.play.people
    await race.begin(rook, xiaoman)
    assert "plan 3" not in race.post.text
    await race.play.house.tables.save_draft(race.by(rook), race.play.code, 1, Run(steps=3))
    await race.play.wait(10)
    assert "plan 3" in race.post.text


async def test_a_press_on_the_public_post_edits_it_once(race: Race) -> None:
    rook, xiaoman, _ = race.play.people
    await race.begin(rook, xiaoman)
    await race.pick(rook, "0")
    due = await race.play.house.tables.due_posts(table=race.play.code)
    assert due == []


async def test_an_open_scene_whose_message_is_deleted_is_asked_anew(race: Race) -> None:
    rook, xiaoman, _ = race.play.people
    await race.begin(rook, xiaoman)
    lost = race.post
    del race.play.env.backend.messages[lost.channel_id][lost.id]
    await race.play.house.tables.save_draft(race.by(rook), race.play.code, 1, Run(steps=2))
    await race.play.wait(10)
    assert race.post.id != lost.id
    await race.pick(rook, "1")
    assert (await race.play.table()).window == 2


async def test_a_scene_goes_on_after_a_restart(race: Race) -> None:
    rook, xiaoman, _ = race.play.people
    await race.begin(rook, xiaoman)
    before = race.post
    await race.play.restart()
    await race.pick(rook, "1")
    assert race.post.id == before.id
    assert len(race.lines(race.post)) == 3


async def test_scenes_of_bots_are_told_in_one_silent_message_each(race: Race) -> None:
    rook = race.play.people[0]
    await race.begin(rook, bots=2)
    await race.pick(rook, "0")
    await race.pick(rook, "0")
    posts = race.posts()
    assert [len(race.lines(seen)) for seen in posts] == [3, 4, 4, 1]
    assert [seen.find("g-pick") is not None for seen in posts] == [False, False, False, True]
    silent = [bool(seen.raw.flags & 1 << 12) for seen in posts]
    assert silent == [False, True, True, False]


async def test_a_right_calls_its_holder_and_lapses(race: Race) -> None:
    rook, xiaoman, _ = race.play.people
    await race.begin(rook, xiaoman, pace="live")
    await race.pick(rook, "2")
    assert (await race.play.table()).asked == (1,)
    call = race.play.table_messages()[-1]
    assert f"<@{xiaoman.id}>" in call.text
    assert call.id != race.post.id
    assert race.post.find("g-decline") is not None
    await race.play.wait(25)
    assert (await race.play.table()).window_kind == "leg"
    assert "relay.event.trusted" in race.post.text
    assert race.play.dms(xiaoman) == []
    closed = next(seen for seen in race.play.table_messages() if seen.id == call.id)
    assert f"<@{xiaoman.id}>" not in closed.text


async def test_a_right_is_used_in_the_public_post(race: Race) -> None:
    rook, xiaoman, _ = race.play.people
    await race.begin(rook, xiaoman, pace="live")
    await race.pick(rook, "2")
    await race.play.press(xiaoman, "g-decline", seen=race.post)
    assert (await race.play.table()).window_kind == "leg"
    assert "relay.event.trusted" in race.post.text


async def test_a_game_in_scenes_from_the_first_to_the_last(race: Race) -> None:
    """The log tells all of it, page by page, and the games' list says who is waited for."""
    rook, xiaoman, _ = race.play.people
    await race.begin(rook, xiaoman, language="zh-CN")
    for _ in range(40):
        table = await race.play.table()
        if table.status != "running":
            break
        await race.pick(race.play.people[table.asked[0]], "0")
    table = await race.play.table()
    assert table.status == "over"
    assert all(seen.find("g-pick") is None for seen in race.play.table_messages())
    told = [line for seen in race.posts() for line in race.lines(seen)]
    steps = await race.play.house.tables.steps(race.play.code, limit=1000)
    assert len(told) == sum(step.chapter.startswith("leg-") for step in steps)


async def test_the_log_has_a_page_for_each_scene(race: Race) -> None:
    rook, xiaoman, _ = race.play.people
    await race.begin(rook, xiaoman)
    for _ in range(9):
        await race.pick(race.play.people[(await race.play.table()).asked[0]], "0")
    newest = await ask(race.play, rook, "table log")
    pages = [newest.text]
    while (back := next(iter(log_buttons(newest)), None)) is not None and not back.get("disabled"):
        await race.play.press_id(rook, newest, back["custom_id"])
        newest = next(seen for seen in race.private(rook) if seen.id == newest.id)
        pages.append(newest.text)
    told = [[line for line in page.split("\n") if "relay.event" in line] for page in reversed(pages)]
    legs = [[line.removeprefix("- ").split(".")[-1] for line in lines] for lines in told]
    assert legs == [
        ["lined_up", "begins", "stepped", "rested"],
        ["begins", "stepped", "rested", "lap"],
        ["begins", "stepped", "rested"],
        ["begins", "stepped", "rested", "lap"],
        ["begins", "stepped"],
    ]
    forward = 1
    while not log_buttons(newest)[1].get("disabled"):
        await race.play.press_id(rook, newest, log_buttons(newest)[1]["custom_id"])
        newest = next(seen for seen in race.private(rook) if seen.id == newest.id)
        forward += 1
        assert newest.text == pages[-forward]
    assert forward == len(pages)


def log_buttons(seen: Seen) -> list[dict[str, Any]]:
    return [part for part in seen.components if ":log:" in str(part.get("custom_id", ""))]


@pytest.mark.parametrize(
    ("tail", "values"),
    [
        ("1:g-pick:0.0", ["99"]),
        ("1:g-pick:0.0", ["-1"]),
        ("1:g-decline:0", None),
        ("1:p-ready:0", None),
        ("1:g-pick:1.0", ["0"]),
        ("1:v-die:0.0", ["B1"]),
        ("7:g-pick:0.0", ["0"]),
    ],
)
async def test_a_forged_press_on_the_public_post_changes_nothing(
    race: Race, tail: str, values: list[str] | None
) -> None:
    rook, xiaoman, _ = race.play.people
    await race.begin(rook, xiaoman)
    before, text = race.private(rook), race.post.text
    press = race.play.press_forged(rook, race.post, f"s1:{race.play.code}:{tail}", values)
    await race.play.settle()
    assert press.responded
    assert len(race.private(rook)) > len(before), "it is answered"
    table = await race.play.table()
    assert (table.window, table.ready) == (1, 0)
    assert race.post.text == text


@pytest.mark.parametrize("what", ["p-show:0", "g-page:0.1"])
async def test_a_panel_never_takes_the_place_of_another_public_message(race: Race, what: str) -> None:
    rook, xiaoman, _ = race.play.people
    await race.begin(rook, xiaoman)
    other = next(seen for seen in race.play.table_messages() if seen.id != race.post.id)
    before = race.play.record()
    press = race.play.press_forged(rook, other, f"s1:{race.play.code}:1:{what}")
    await race.play.settle()
    assert press.responded
    assert race.play.record() == before
    assert race.private(rook)


async def test_a_scene_in_an_archived_thread_is_edited_all_the_same(race: Race) -> None:
    rook, xiaoman, _ = race.play.people
    await race.begin(rook, xiaoman)
    path = f"/channels/{race.post.channel_id}/messages/{race.post.id}"
    race.play.env.inject_error("PATCH", path, status=400, code=50083, message="Thread is archived", times=1)
    await race.play.house.tables.save_draft(race.by(rook), race.play.code, 1, Run(steps=3))
    await race.play.wait(10)
    assert "plan 3" in race.post.text
    assert await race.play.house.tables.due_posts(table=race.play.code) == []


async def test_a_press_sends_only_the_pictures_that_are_new(race: Race, monkeypatch: pytest.MonkeyPatch) -> None:
    rook, xiaoman, _ = race.play.people
    sent: list[int] = []
    made = FileData.to_file

    def counted(self: FileData) -> discord.File:
        sent.append(1)
        return made(self)

    await race.begin(rook, xiaoman)
    monkeypatch.setattr(FileData, "to_file", counted)
    await race.pick(rook, "1")
    assert len(race.post.raw.attachments) == 3
    assert len(sent) == 3, "two steps, and how things stand now"
    sent.clear()
    before = {attachment["id"] for attachment in race.post.raw.attachments}
    await race.pick(rook, "0")
    record = race.posts()[0]
    after = {attachment["id"] for attachment in record.raw.attachments}
    assert len(before & after) == 2, "the steps stay as they are"
    assert len(sent) == 1 + len(race.post.raw.attachments), "the end, and what the next scene shows"


async def test_pictures_that_another_edit_took_away_are_sent_again(
    race: Race, caplog: pytest.LogCaptureFixture
) -> None:
    """What the person's screen shows may be older than the message."""
    rook, xiaoman, _ = race.play.people
    await race.begin(rook, xiaoman)
    screen = race.play.screen(race.post)
    for steps in (2, None):  # the second picture is the first one once more, in another file
        await race.play.house.tables.save_draft(race.by(rook), race.play.code, 1, Run(steps=steps))
        await race.play.wait(10)
    assert race.post.raw.attachments[0]["id"] != screen["attachments"][0]["id"]
    caplog.set_level("INFO", "cogs.press")
    show = {"type": 2, "style": 1, "label": "?", "custom_id": f"s1:{race.play.code}:1:p-show:0"}
    screen["components"] = [{"type": 1, "components": [show]}]
    press = race.play.press_at_once(rook, screen, show["custom_id"])  # type: ignore[arg-type]
    await race.play.settle()
    assert press.responded
    assert "another edit was faster" in caplog.text
    assert "could not be shown" not in caplog.text
    assert len(race.post.raw.attachments) == 1
