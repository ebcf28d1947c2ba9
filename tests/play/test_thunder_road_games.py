"""Whole games of Thunder Road through the simulated Discord, from the slash command to the finish line."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cogs.limits import FILES
from locales import speak
from tests.play.harness import Seen
from tests.play.road import RoadPlay, racing


def pressable(seen: Seen) -> list[str]:
    """What can be pressed in it."""
    return [str(part["custom_id"]) for part in seen.components if part.get("custom_id") and not part.get("disabled")]


async def ended_well(play: RoadPlay) -> None:
    """The result names the winner and lays the seed open, every turn has its record, nothing is left to press."""
    table = await play.table()
    assert table.status == "over"
    assert table.result is not None
    assert sorted(table.result.places) == list(range(1, len(table.seats) + 1))
    winner = play.people[table.result.places.index(1)]
    end = play.table_messages()[-1].text
    assert winner.name in end
    assert table.seed is not None
    assert hashlib.sha256(bytes.fromhex(table.seed)).hexdigest() == table.seed_hash
    report = await play.house.tables.fairness(play.code)
    assert report.hash_matches
    assert report.replay_agrees
    steps = await play.house.tables.steps(play.code, limit=10_000)
    scenes = list(dict.fromkeys(step.chapter for step in steps if step.chapter.startswith("turn-")))
    posts = [seen for seen in play.table_messages() if len(seen.raw.attachments) and seen.text.startswith("### ")]
    assert len(posts) >= len(scenes)
    rounds = [seen for seen in play.table_messages() if speak("en")("thunder_road.chapter.round") in seen.text]
    assert rounds
    assert not any(seen.raw.attachments for seen in rounds), "the turn that follows shows the road"
    for seen in play.public():
        assert not [custom_id for custom_id in pressable(seen) if ":t-" in custom_id], seen.text
        assert len(seen.raw.attachments) <= FILES
    assert play.thread._channel.thread_metadata.archived


def signs(play: RoadPlay) -> str:
    return play.table_messages()[0].text


def readable(play: RoadPlay) -> None:
    """The largest picture of each post is one that a phone can show."""
    largest = [
        Image.open(io.BytesIO(play.file(seen.raw.attachments[-1]))).size
        for seen in play.table_messages()
        if seen.raw.attachments
    ]
    assert largest
    assert all(width <= 1600 and height <= 3200 for width, height in largest)


async def test_two_people_race_to_the_end(tmp_path: Path, undrawn: list[Any]) -> None:
    """Every answer is the stand-in's, given by lists, arrows, the form and the short questions."""
    async with racing(tmp_path, people=2, seed="race 6") as play:
        for person in play.people:
            play.close_dm(person)
        await play.begin()
        assert all(sign in signs(play) for sign in ("🔥", "🌊"))
        await play.play_on()
        await ended_well(play)
        assert not any(play.dms(person) for person in play.people), "a race needs no private message"
        assert not [thread for thread in play.channel.threads if thread._channel.type == 12], "and no private thread"


async def race(folder: Path, people: int, seed: str, *, drawn: bool = True) -> None:
    """They take what is suggested."""
    async with racing(folder, people=people, seed=seed) as play:
        play.quick = True
        await play.begin(options={"start": "gate"})
        assert all(sign in signs(play) for sign in ("🔥", "🌊", "💀", "🐍")[:people])
        await play.play_on()
        await ended_well(play)
        if drawn:
            readable(play)


@pytest.mark.long
async def test_four_people_race_to_the_end(tmp_path: Path, undrawn: list[Any]) -> None:
    await race(tmp_path, 4, "race 3", drawn=False)
    assert undrawn


@pytest.mark.long
@pytest.mark.parametrize(("people", "seed"), [(3, "race 11"), (4, "race 3")])
async def test_more_people_race_to_the_end_in_pictures(tmp_path: Path, people: int, seed: str) -> None:
    await race(tmp_path, people, seed)


async def test_bot_players_race_along(tmp_path: Path) -> None:
    """Their turns are told like any other, and wait for nobody."""
    async with racing(tmp_path, people=1) as play:
        rook = play.people[0]
        await play.open_lobby(rook)
        for _ in range(2):
            await play.press(rook, "add_bot")
        await play.press(rook, "start")
        for _ in range(12):
            if (await play.table()).status != "running":
                break
            assert (await play.asked()) == [rook]
            await play.play_window()
        assert any("🌊" in seen.text for seen in play.table_messages())
        readable(play)


async def test_somebody_leaves_in_the_middle_of_the_own_turn(tmp_path: Path) -> None:
    async with racing(tmp_path, people=3) as play:
        await play.begin()
        await play.play_window()
        (person,) = await play.asked()
        await person.member.slash(play.thread, "table resign")
        confirm = next(
            (seen, part["custom_id"])
            for seen in reversed(play.messages(play.thread.id, person))
            for part in seen.components
            if "resign" in str(part.get("custom_id", "")) and part.get("style") == 4
        )
        await play.press_id(person, *confirm)
        table = await play.table()
        assert table.status == "running"
        assert (await play.asked()) != [person]
        for _ in range(6):
            await play.play_window()
        assert play.people.index(person) not in (await play.table()).asked
