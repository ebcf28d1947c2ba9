"""/me games: every table of a person, with the way to it and what it waits for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cogs.command_world import ask
from tests.play.harness import Play, playing


async def test_no_games_then_a_lobby_then_a_running_game_then_its_end(tmp_path: Path) -> None:
    async with playing(tmp_path, people=3) as play:
        rook, chinese, onlooker = play.people
        assert "no table" in (await ask(play, rook, "me games", at=play.channel)).text
        lobby = await play.open_lobby(rook)
        listed = (await ask(play, rook, "me games", at=play.channel)).text
        assert play.code in listed
        assert f"/{play.channel.id}/{lobby.id})" in listed
        await play.press(chinese, "join")
        await play.press(rook, "start")
        for at in (play.thread, "dm"):
            listed = (await ask(play, rook, "me games", at=at)).text
            assert "waiting for you" in listed
            assert f"/{play.thread.id})" in listed
            assert "<t:" in listed
        await play.type_program(rook, "B1N R1NE B1E")
        await play.press(rook, "p-ready")
        assert "1 of 2 are ready" in (await ask(play, rook, "me games")).text
        assert "在等你" in (await ask(play, chinese, "me games")).text
        asked = await ask(play, chinese, "table resign")
        await play.press(chinese, "resign", seen=asked)
        assert "you won" in (await ask(play, rook, "me games")).text
        assert "第2名" in (await ask(play, chinese, "me games")).text
        assert "no table" in (await ask(play, onlooker, "me games")).text


async def test_who_has_resigned_is_not_waited_for(tmp_path: Path) -> None:
    async with playing(tmp_path, people=3) as play:
        rook = play.people[0]
        await play.begin()
        await play.press(rook, "resign", seen=await ask(play, rook, "table resign"))
        assert "you have resigned" in (await ask(play, rook, "me games")).text


async def test_more_games_than_a_message_holds_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(tmp_path, people=1) as play:
        for _ in range(4):
            await play.open_lobby(play.people[0])
        monkeypatch.setattr("cogs.me.TEXT", 420)
        listed = (await ask(play, play.people[0], "me games", at=play.channel)).text
        assert "more" in listed
        assert len(listed) <= 420


async def test_each_game_has_its_link(play_with_two: Play) -> None:
    listed = (await ask(play_with_two, play_with_two.people[0], "me games", at=play_with_two.channel)).text
    assert listed.count("https://discord.com/channels/") == 2


@pytest.fixture
async def play_with_two(tmp_path: Path) -> object:
    async with playing(tmp_path, people=1) as play:
        for _ in range(2):
            await play.open_lobby(play.people[0])
        yield play


async def test_settings_are_private_and_kept_for_the_presser_alone(tmp_path: Path) -> None:
    async with playing(tmp_path, people=2) as play:
        rook, chinese = play.people
        tables = play.house.tables
        await play.open_lobby(rook)  # a message that both can see
        for person, words in ((rook, ("Your settings", "stand-in")), (chinese, ("你的设置", "替补"))):
            panel = await ask(play, person, "me settings", at=play.channel)
            assert all(word in panel.text for word in words)
            assert await tables.asks_rights(person.id), "who has chosen nothing is asked"
        panel = await ask(play, rook, "me settings", at=play.channel)
        await play.press_id(rook, panel, "s1:me:0:me-set:rights", ["auto"])
        assert not await tables.asks_rights(rook.id)
        assert await tables.asks_rights(chinese.id)
        await play.restart()
        again = await ask(play, rook, "me settings", at="dm")
        (rights,) = (part for part in again.components if str(part.get("custom_id", "")).endswith(":rights"))
        (chosen,) = (entry for entry in rights["options"] if entry.get("default"))
        assert chosen["value"] == "auto"
        await play.press_id(rook, again, "s1:me:0:me-set:rights", ["ask"])
        assert await play.house.tables.asks_rights(rook.id)


@pytest.mark.parametrize(("setting", "value"), [("rights", "sometimes"), ("nothing", "ask"), ("rights.0", "auto")])
async def test_a_forged_setting_changes_nothing(tmp_path: Path, setting: str, value: str) -> None:
    async with playing(tmp_path, people=2) as play:
        rook = play.people[0]
        lobby = await play.open_lobby(rook)
        before = play.record()
        press = play.press_forged(rook, lobby, f"s1:me:0:me-set:{setting}", [value])
        await play.settle()
        assert press.responded
        assert await play.house.tables.asks_rights(rook.id)
        assert play.record() == before
