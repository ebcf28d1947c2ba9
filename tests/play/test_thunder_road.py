"""Thunder Road through the simulated Discord: a turn is one public post in which the person whose turn it is plays."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines.thunder_road.model import Assign, Drive, State, spot_name
from locales import speak
from tests.engines.thunder_road.boards import board, spot, vehicle
from tests.play.harness import Person, Seen
from tests.play.road import RoadPlay, begin_at, racing

EN = speak("en")
OPEN = board("ES C5", "EM D9 dent", "EL B2", "TS C12", "TM D20", dice={"E": "1 3 5 6"}, road=2)
OPEN = replace(OPEN, back=OPEN)
"""Rook's turn, all of which can still be taken back."""
DEADLY = board("ES C5", "EM F3", "TS F1", tiles="A1 C2 C2", dice={"E": "1 1 1 3"})
RAMMING = board("ES C5", "EM F3", "TL C6", "TM F9", dice={"E": "1 2 3 4"})
"""Rook's Dart stands right behind a car of 小满 that is larger, whose owner may have a slam rolled again."""


@pytest.fixture
async def play(tmp_path: Path) -> AsyncIterator[RoadPlay]:
    async with racing(tmp_path, people=3) as opened:
        yield opened


async def start(play: RoadPlay, monkeypatch: pytest.MonkeyPatch, state: State, pace: str = "") -> None:
    """Rook and 小满 begin in this position."""
    begin_at(monkeypatch, state)
    rook, xiaoman = play.people[:2]
    await play.open_lobby(rook)
    await play.press(xiaoman, "join")
    if pace:
        answer = await play.press(rook, "options")
        raw = answer.response._message
        await play.press_id(rook, Seen(raw.channel_id, raw.id, raw), f"s1:{play.code}:0:pace", [pace])
    await play.press(rook, "start")


async def draft(play: RoadPlay, person: Person) -> Any:
    return (await play.panel(person)).draft


def private(play: RoadPlay, person: Person) -> list[Seen]:
    """What the person alone can see in the thread."""
    public = {seen.id for seen in play.table_messages()}
    return [seen for seen in play.messages(play.thread.id, person) if seen.id not in public]


def record(play: RoadPlay, seen: Seen) -> Seen:
    """How that message reads now."""
    return next(now for now in play.table_messages() if now.id == seen.id)


# ---- a turn


async def test_whoever_joins_is_told_that_the_thread_asks(play: RoadPlay) -> None:
    """A race has no secret panel to promise."""
    rook, xiaoman, _ = play.people
    await play.open_lobby(rook)
    before = {seen.id for seen in play.messages(play.channel.id, xiaoman)}
    await play.press(xiaoman, "join")
    (answer,) = (seen for seen in play.messages(play.channel.id, xiaoman) if seen.id not in before)
    assert speak("zh-CN")("lobby.joined.scenes") in answer.text


async def test_a_turn_is_played_in_one_public_post(play: RoadPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    rook, xiaoman, _ = play.people
    await start(play, monkeypatch, OPEN)
    post = play.turn_post()
    assert f"<@{rook.id}>" in post.text
    await play.press(rook, "t-car", values=["0.2"])
    await play.tap(rook, "F", "FL")
    assert await draft(play, rook) == Assign(0, 2, path=("F", "FL"))
    assert "⬆️ ↖️" in record(play, post).text, "everybody sees what is planned"
    before = len(post.raw.attachments)
    await play.press(rook, "t-go")
    post = record(play, post)
    assert len(post.raw.attachments) > before
    assert post.find("t-move") is not None, "it asks on in the same message"
    await play.press(rook, "t-ahead")
    await play.press(rook, "t-go")
    await play.say(rook, "t-bonus", "n")
    post = record(play, post)
    assert post.find("t-bonus") is post.find("seat") is None, "the record of the turn has nothing to press"
    assert f"<@{xiaoman.id}>" in play.turn_post().text
    assert play.turn_post().id != post.id
    assert not any(play.dms(person) for person in play.people), "nothing in it is private"


async def test_fast_taps_count_in_their_order(play: RoadPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path and Go, all on a screen that has not changed yet."""
    rook = play.people[0]
    await start(play, monkeypatch, OPEN)
    await play.press(rook, "t-car", values=["0.2"])
    screen, panel = play.screen(play.turn_post()), f"s1:{play.code}:1"
    taps = [f"t-move:0.{move}" for move in ("F", "FL", "F", "FR")]
    presses = [play.press_at_once(rook, screen, f"{panel}:{tap}") for tap in (*taps, "t-go:0")]
    await play.settle()
    assert all(press.responded for press in presses)
    view = await play.road()
    assert [spot_name(at) for at in view.turn.trail] == ["C5", "C6", "B6", "B7", "C8"]
    assert ((await play.table()).window, view.turn.left) == (2, 1)


async def test_a_tap_too_many_is_told_and_harmless(play: RoadPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    rook = play.people[0]
    await start(play, monkeypatch, OPEN)
    await play.press(rook, "t-car", values=["0.0"])
    screen = play.screen(play.turn_post())
    for _ in range(3):
        play.press_at_once(rook, screen, f"s1:{play.code}:1:t-move:0.F")
    await play.settle()
    assert await draft(play, rook) == Assign(0, 0, path=("F",))
    told = EN("thunder_road.refuse.path_over")
    assert [told in seen.text for seen in private(play, rook)] == [True, True]


async def test_a_turn_can_be_taken_back_until_something_shows(play: RoadPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    rook = play.people[0]
    await start(play, monkeypatch, OPEN)
    await play.press(rook, "t-car", values=["0.2"])
    await play.tap(rook, "F", "F")
    await play.press(rook, "t-go")
    assert (await play.road()).cars[0].spot == spot("C7")
    await play.press(rook, "t-back")
    view = await play.road()
    assert view.cars[0].spot == spot("C5")
    assert view.turn.stage == "assign"
    await play.press(rook, "t-car", values=["0.0"])
    await play.press(rook, "t-cmd", values=["airstrike.1"])
    await play.press(rook, "t-spot", values=["C11"])
    await play.press(rook, "t-go")
    assert (await play.road()).turn.revealed
    assert play.turn_post().find("t-back") is None, "the shot has been rolled"


async def test_what_destroys_the_car_is_asked_in_the_post_itself(
    play: RoadPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    rook, xiaoman, _ = play.people
    await start(play, monkeypatch, DEADLY)
    await play.press(rook, "t-car", values=["0.3"])
    await play.tap(rook, "FL")
    await play.press(rook, "t-go")
    post = play.turn_post()
    assert post.find("t-sure") is not None
    assert post.find("t-go") is None
    assert (await play.table()).window == 1
    sure = post.find("t-sure")
    assert sure is not None
    await play.press_id(xiaoman, post, sure["custom_id"])
    assert (await play.table()).window == 1, "nobody else says yes"
    await play.press(rook, "t-no")
    assert play.turn_post().find("t-go") is not None
    await play.press(rook, "t-go")
    await play.press(rook, "t-sure")
    assert (await play.road()).cars[0].place == "gone"


async def test_the_chopper_goes_where_it_is_typed(play: RoadPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    rook = play.people[0]
    await start(play, monkeypatch, OPEN)
    await play.press(rook, "t-car", values=["0.2"])
    await play.press(rook, "t-cmd", values=["airstrike.0"])
    for nonsense in ("hello", "Z9", "C12"):
        before = play.record()
        answer = await play.fill(rook, await play.press(rook, "t-type"), nonsense)
        assert len(answer.followups) == 1
        assert answer.followups[0].ephemeral
        assert play.record() == before
    again = private(play, rook)[0]
    assert again.find("t-type") is not None, "it can be typed again"
    await play.fill(rook, await play.press(rook, "t-type", seen=again), "ａ 3")
    assert (await draft(play, rook)).spot == spot("A3")
    await play.wait(6)
    assert "A3" in play.turn_post().text


async def test_shooting_at_ones_own_car_is_asked_once_more(play: RoadPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    state = board("ES C5 moved", "EM B5", "TS C6")
    state = replace(state, turn=replace(state.turn, stage="shot", car=0))
    rook = play.people[0]
    await start(play, monkeypatch, state)
    await play.say(rook, "t-fire", str(vehicle("EM")))
    assert (await play.table()).window == 1
    await play.press(rook, "t-no")
    await play.say(rook, "t-fire", "-")
    assert (await play.table()).window == 2


# ---- whose presses count


async def test_only_the_person_whose_turn_it_is_can_play(play: RoadPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    rook, xiaoman, onlooker = play.people
    await start(play, monkeypatch, OPEN)
    await play.press(rook, "t-car", values=["0.2"])
    before, post = [seen.text for seen in play.public()], play.turn_post()
    ids = [str(part["custom_id"]) for part in post.components if ":t-" in str(part.get("custom_id", ""))]
    assert len(ids) > 5
    for person in (xiaoman, onlooker):
        for custom_id in ids:
            values = ["0.0"] if ":t-car" in custom_id else ["-"] if ":t-cmd" in custom_id else None
            play.press_at_once(person, play.screen(post), custom_id, values)
            await play.settle()
        forged = f"s1:{play.code}:1:t-go:1"
        play.press_forged(person, post, forged)
        await play.settle()
        assert private(play, person), "they are told"
    assert [seen.text for seen in play.public()] == before
    assert await draft(play, rook) == Assign(0, 2)


async def test_a_button_from_the_past_changes_nothing(play: RoadPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    rook = play.people[0]
    await start(play, monkeypatch, OPEN)
    await play.press(rook, "t-car", values=["0.2"])
    await play.tap(rook, "F")
    screen = play.screen(play.turn_post())
    await play.press(rook, "t-go")
    after = await play.road()
    for rest in ("t-go:0", "t-move:0.F", "t-hint:0", "t-undo:0"):
        told = len(private(play, rook))
        press = play.press_at_once(rook, screen, f"s1:{play.code}:1:{rest}")
        await play.settle()
        assert press.responded
        assert len(private(play, rook)) == told + 1
        assert "already been resolved" in private(play, rook)[-1].text
    assert await play.road() == after
    assert await draft(play, rook) is None
    assert (await play.table()).window == 2
    assert play.turn_post().find("t-move") is not None


async def test_a_private_copy_and_the_post_stay_in_step(play: RoadPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    rook = play.people[0]
    await start(play, monkeypatch, OPEN)
    await play.press(rook, "seat")
    mine = private(play, rook)[-1]
    await play.press(rook, "t-car", seen=mine, values=["0.2"])
    await play.wait(6)
    assert "🔥 Dart 🎲 5" in play.turn_post().text
    await play.say(rook, "t-move", "F", play.turn_post())
    await play.press(rook, "p-show", seen=next(seen for seen in private(play, rook) if seen.id == mine.id))
    mine = next(seen for seen in private(play, rook) if seen.id == mine.id)
    assert "⬆️" in mine.text
    await play.press(rook, "t-go", seen=mine)
    mine = next(seen for seen in private(play, rook) if seen.id == mine.id)
    assert mine.find("t-move") is not None, "it follows into the next question"
    assert mine.find("t-back") is not None


# ---- stopping and starting


async def test_a_restart_in_mid_path_loses_nothing(play: RoadPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    rook = play.people[0]
    await start(play, monkeypatch, OPEN)
    await play.press(rook, "t-car", values=["0.2"])
    await play.tap(rook, "F", "FR")
    await play.restart()
    assert "⬆️ ↗️" in play.turn_post().text
    await play.tap(rook, "F")
    await play.press(rook, "t-go")
    assert (await play.road()).turn.left == 2
    await play.restart()
    await play.tap(rook, "F")
    opened = len(play.table_messages())
    await play.restart()
    assert await draft(play, rook) == Drive(("F",))
    await play.press(rook, "t-go")
    assert (await play.road()).turn.left == 1
    assert len(play.table_messages()) == opened, "the turn goes on in its post"


@pytest.mark.parametrize("turns", [20, *(pytest.param(other, marks=pytest.mark.long) for other in (0, 150))])
async def test_killed_while_go_is_handled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turns: int) -> None:
    """However far it got: the answer counts once, and the turn has one post."""
    async with racing(tmp_path) as play:
        rook = play.people[0]
        await start(play, monkeypatch, OPEN)
        await play.press(rook, "t-car", values=["0.2"])
        await play.tap(rook, "F", "F")
        seen, go = play.find(rook, "t-go")
        play.press_at_once(rook, seen, go["custom_id"])
        for _ in range(turns):
            await asyncio.sleep(0.0005)
        await play.kill()
        await play.revive()
        await play.wait(60)
        if (await play.table()).window == 1:
            assert await draft(play, rook) == Assign(0, 2, path=("F", "F"))
            await play.press(rook, "t-go")
        assert (await play.table()).window == 2
        assert (await play.road()).turn.left == 3
        assert play.turn_post().id == seen.id
        assert play.turn_post().find("t-move") is not None


# ---- who does not answer


async def test_at_the_deadline_what_is_planned_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with racing(tmp_path, beat_seconds=1800) as play:
        rook, xiaoman = play.people
        await start(play, monkeypatch, OPEN)
        await play.press(rook, "t-car", values=["0.2"])
        await play.tap(rook, "F", "F")
        await play.wait(24 * 3600 + 1800)
        view = await play.road()
        assert view.cars[0].spot == spot("C7")
        assert (await play.table()).asked == (0,)
        assert play.turn_post().find("t-move") is not None
        await play.wait(1800 + 3600 + 24 * 3600)
        assert (await play.table()).asked == (1,), "nobody waits a fourth time: the stand-in ends the turn"
        assert f"<@{xiaoman.id}>" in play.turn_post().text


async def test_the_game_goes_on_without_somebody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with racing(tmp_path, beat_seconds=1800) as play:
        rook, xiaoman = play.people
        play.quick = True
        await start(play, monkeypatch, board("ES C5", "EM F3", "EL A2", "TS C9", "TM D9", "TL F9", turn="T", first="T"))
        await play.wait(2 * (24 * 3600 + 1800))
        away = (await play.table()).seats[1]
        assert away.missed >= 2
        turns = (await play.road()).crews[0].turns
        while (await play.table()).status == "running" and (await play.road()).crews[0].turns < min(turns + 2, 3):
            assert (await play.asked()) == [rook], "nobody else is waited for"
            await play.play_window()
        table = await play.table()
        assert table.status == "over" or table.seats[1].missed >= 2
        if table.status == "running":
            await play.press(xiaoman, "seat")
            assert (await play.table()).seats[1].missed == 0, "back again"


# ---- rerolls of others


async def ram(play: RoadPlay) -> None:
    """Rook drives into 小满's larger car."""
    rook = play.people[0]
    await play.press(rook, "t-car", values=["0.0"])
    await play.tap(rook, "F")
    await play.press(rook, "t-go")


async def test_in_a_live_game_the_other_player_is_asked_for_a_reroll(
    play: RoadPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    rook, xiaoman, _ = play.people
    await start(play, monkeypatch, RAMMING, pace="live")
    await ram(play)
    table = await play.table()
    assert (table.window_kind, table.asked) == ("right", (1,))
    assert any(f"<@{xiaoman.id}>" in seen.text for seen in play.table_messages()), "an edit alone would ping nobody"
    post = play.turn_post()
    before = play.record()
    roll = next(seen for seen in play.table_messages() if seen.find("t-roll"))
    custom_id = play.named(roll, "t-roll", "y")
    await play.press_id(rook, roll, custom_id)
    assert play.record() == before, "it is not his to decide"
    await play.press_id(xiaoman, roll, custom_id)
    table = await play.table()
    assert table.window_kind != "right"
    assert table.seats[1].missed == 0
    assert post.id in {seen.id for seen in play.table_messages()}
    slams = [step for step in await play.house.tables.steps(play.code, window=2) if step.events]
    assert slams, "the dice were rolled again"


async def test_fifteen_seconds_of_silence_decide_a_reroll(play: RoadPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    _, xiaoman, _ = play.people
    await start(play, monkeypatch, RAMMING, pace="live")
    await ram(play)
    assert (await play.table()).window_kind == "right"
    await play.wait(25)
    table = await play.table()
    assert table.window_kind != "right"
    assert table.seats[1].missed == 0, "a right that lapses is no missed window"
    assert not play.dms(xiaoman)


async def test_a_slow_game_never_waits_for_a_reroll(play: RoadPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    await start(play, monkeypatch, RAMMING)
    await ram(play)
    table = await play.table()
    assert table.window_kind != "right"
    assert not any(seen.find("t-roll") for seen in play.table_messages())


async def test_ones_own_reroll_is_asked_at_any_pace(play: RoadPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    rook = play.people[0]
    await start(play, monkeypatch, board("EL C5", "EM F3", "TS C6", "TM F9", dice={"E": "1 2 3 4"}))
    await play.press(rook, "t-car", values=["2.0"])
    await play.tap(rook, "F")
    await play.press(rook, "t-go")
    panel = await play.panel(rook)
    assert panel.ask is not None
    assert panel.ask.kind == "reroll"
    assert "🎲" in play.turn_post().text
    await play.say(rook, "t-roll", "n")
    assert (await play.table()).window == 3


# ---- nonsense

WHATS = (
    *("t-car", "t-cmd", "t-spot", "t-aim", "t-move", "t-ahead", "t-hint", "t-undo", "t-go", "t-bonus", "t-roll"),
    *("t-fire", "t-back", "t-sure", "t-no", "t-type", "p-ready", "p-unready", "p-show", "g-pick", "t-nothing"),
)
RESTS = (
    "",
    "F",
    "FL",
    "A1",
    "y",
    "n",
    "-",
    "d.0123456789",
    "s3.x",
    "b",
    "s",
    "999999999999",
    "²",
    "١",
    "\u202e",
    "x" * 40,
)
VALUES = (
    "0.2",
    "2.9",
    "9999999.0",
    "nitro.0",
    "repair.3.1",
    "airstrike.1",
    "C11",
    "Z9",
    "C12",
    "-",
    "3",
    "",
    "١.١",
    "x" * 99,
)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
async def test_made_up_presses_do_no_harm(play: RoadPlay, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Each is answered, nothing is logged, and only the person whose turn it is changes anything."""
    luck = random.Random(seed)
    rook, xiaoman, onlooker = play.people
    await start(play, monkeypatch, OPEN)
    for number in range(50):
        person = luck.choice((rook, rook, xiaoman, onlooker))
        before = await play.panel(rook)
        window = luck.choice((before.window, before.window, 0, 99))
        arg = luck.choice(("", f":{luck.randrange(3)}", f":0.{luck.choice(RESTS)}", f":1.{luck.choice(RESTS)}"))
        values = luck.choice((None, [luck.choice(VALUES)], [luck.choice(VALUES)]))
        custom_id = f"s1:{play.code}:{window}:{luck.choice(WHATS)}{arg}"
        press = play.press_forged(person, play.turn_post(), custom_id, values)
        await play.settle()
        assert press.responded, (number, custom_id)
        table = await play.table()
        if table.asked != (0,):
            break
        if person is not rook:
            assert ((await play.panel(rook)).draft, table.window) == (before.draft, before.window), custom_id
    assert (await play.table()).status == "running"
