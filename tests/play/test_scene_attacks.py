"""Moderators and people who leave, in the middle of a turn of Thunder Road: what is asked stays asked, once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.posts import compose
from engines.thunder_road.model import State
from tests.cogs.command_world import ask
from tests.engines.thunder_road.boards import board
from tests.play.harness import Person, Seen
from tests.play.road import RoadPlay, begin_at, racing

RAMMING = board("ES C5", "EM F3", "TL C6", "TM F9", "BM D12", dice={"E": "1 2 3 4"}, seats=3)
"""Rook's Dart right behind 小满's larger car; Ibis is far from both."""
ROAMING = board("ES C5", "EM D9", "TS C12", "TM D20", "BM D15", dice={"E": "1 3 5 6"}, seats=3)


@pytest.fixture
async def play(tmp_path: Path) -> AsyncIterator[RoadPlay]:
    async with racing(tmp_path, people=3) as opened:
        opened.quick = True
        yield opened


async def start(play: RoadPlay, monkeypatch: pytest.MonkeyPatch, state: State, pace: str = "") -> None:
    begin_at(monkeypatch, state)
    host, *others = play.people
    await play.open_lobby(host)
    for person in others:
        await play.press(person, "join")
    if pace:
        raw = (await play.press(host, "options")).response._message
        await play.press_id(host, Seen(raw.channel_id, raw.id, raw), f"s1:{play.code}:0:pace", [pace])
    await play.press(host, "start")


async def ram(play: RoadPlay) -> None:
    rook = play.people[0]
    await play.press(rook, "t-car", values=["0.0"])
    await play.tap(rook, "F")
    await play.press(rook, "t-go")


async def resign(play: RoadPlay, person: Person) -> None:
    answer = await ask(play, person, "table resign")
    await play.press(person, "resign", answer)


def asking(play: RoadPlay) -> list[Seen]:
    """The public messages in which somebody can play."""
    return [
        seen for seen in play.table_messages() if any(":t-" in str(part.get("custom_id")) for part in seen.components)
    ]


async def sound(play: RoadPlay) -> None:
    """One post asks whoever is asked; each turn's post says what it would say if it were written now."""
    await play.wait(30)
    table = await play.table()
    posts = asking(play)
    if table.status == "running":
        assert not table.seats[table.asked[0]].out
        assert len(posts) == 1
        ids = [str(part["custom_id"]) for part in posts[0].components if ":t-" in str(part.get("custom_id"))]
        assert {tuple(each.split(":")[1:3]) for each in ids} == {(play.code, str(table.window))}
    else:
        assert posts == []
    for seen in play.table_messages():
        post = await play.house.tables.post_at(play.code, seen.id)
        if post is not None and post.kind == "turn":
            composed = await compose(play.house.bot, post)
            assert composed is not None
            assert Seen(0, 0, _Raw(composed.view.to_components())).text == seen.text


class _Raw:
    content = ""

    def __init__(self, components: object) -> None:
        self.components = components


@pytest.mark.parametrize(
    ("stage", "leaver"),
    [
        ("assign", 1),
        ("drive", 0),
        ("right", 1),
        *(pytest.param(*which, marks=pytest.mark.long) for which in (("assign", 0), ("right", 0), ("right", 2))),
    ],
)
async def test_anybody_leaves_at_any_stage(
    play: RoadPlay, monkeypatch: pytest.MonkeyPatch, stage: str, leaver: int
) -> None:
    await start(play, monkeypatch, RAMMING if stage == "right" else ROAMING, pace="live" if stage == "right" else "")
    rook = play.people[0]
    if stage == "right":
        await ram(play)
        assert (await play.table()).window_kind == "right"
    elif stage == "drive":
        await play.press(rook, "t-car", values=["0.2"])
        await play.tap(rook, "F", "F")
        await play.press(rook, "t-go")
    await resign(play, play.people[leaver])
    await sound(play)
    assert (await play.table()).seats[leaver].out
    for _ in range(2):
        if (await play.table()).status == "running":
            await play.play_window()
    await sound(play)


async def test_all_leave_but_one(play: RoadPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    await start(play, monkeypatch, RAMMING, pace="live")
    await ram(play)
    post = asking(play)[0]
    await resign(play, play.people[1])
    await resign(play, play.people[2])
    table = await play.table()
    assert (table.status, table.result.places[0] if table.result else 0) == ("over", 1)
    await sound(play)
    for person, rest in ((play.people[1], "t-roll:1.y"), (play.people[0], "t-go:0"), (play.people[0], "p-show:0")):
        press = play.press_forged(person, post, f"s1:{play.code}:2:{rest}")
        await play.settle()
        assert press.responded
    await sound(play)


async def test_the_player_finds_back_when_the_turns_post_was_deleted(
    play: RoadPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing tells the bot, so any copy of the panel must be within reach; with the first press the post is back."""
    await start(play, monkeypatch, ROAMING)
    rook = play.people[0]
    lost = play.turn_post()
    del play.env.backend.messages[lost.channel_id][lost.id]
    assert asking(play) == []
    status = await ask(play, rook, "table status")
    await play.press(rook, "seat", status)
    await play.press(rook, "t-hint")
    await sound(play)
    assert play.turn_post().id != lost.id
    await play.go(rook)
    await sound(play)


async def test_a_deleted_thread_is_opened_anew(play: RoadPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    await start(play, monkeypatch, ROAMING)
    rook, old = play.people[0], play.turn_post()
    status = await ask(play, rook, "table status", at=play.channel)
    play.env.backend.delete_channel(old.channel_id)
    await play.press(rook, "seat", status)
    copy = next(seen for seen in reversed(play.messages(play.channel.id, rook)) if seen.find("t-hint"))
    await play.press(rook, "t-hint", copy)
    await play.wait(60)
    assert [seen.id for seen in asking(play)] != [old.id]
    await sound(play)
    await play.go(rook)
    await sound(play)
