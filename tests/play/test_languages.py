"""Public posts speak the table's language; private ones that of their reader."""

from __future__ import annotations

import re
from typing import Any

from tests.play.harness import Play, Seen

CHINESE = re.compile(r"[\u4e00-\u9fff]")


def without_names(play: Play, text: str) -> str:
    for person in play.people:
        text = text.replace(person.name, "")
    return text


def prose(play: Play, seen: Seen) -> str:
    return without_names(play, seen.text)


async def test_an_english_table_with_chinese_readers(play: Play) -> None:
    rook, xiaoman, *_ = play.people
    await play.begin(rook, xiaoman)
    await play.play_window()
    assert all(not CHINESE.search(prose(play, seen)) for seen in play.public())
    assert all(not CHINESE.search(prose(play, seen)) for seen in play.dms(rook))
    assert play.dms(xiaoman)
    for seen in play.dms(xiaoman):
        assert CHINESE.search(prose(play, seen))
        assert not re.search(r"\b(?:the|your|round|pad)\b", prose(play, seen), re.IGNORECASE)
    private = await play.press(xiaoman, "seat")
    assert CHINESE.search(prose(play, Seen(0, 0, private.response._message)))


async def test_a_chinese_host_opens_a_chinese_table(play: Play) -> None:
    rook, xiaoman, *_ = play.people
    await play.begin(xiaoman, rook)
    await play.play_on()
    for seen in play.public():
        if seen.raw.author_id == play.env.backend.bot_user.id and seen.components:
            assert CHINESE.search(prose(play, seen))
            assert not re.search(r"\b(?:the|your|round|pad|wins)\b", prose(play, seen), re.IGNORECASE), seen.text
    assert all(not CHINESE.search(prose(play, seen)) for seen in play.dms(rook))


async def test_refusals_speak_to_their_reader(play: Play) -> None:
    rook, xiaoman, ibis, _ = play.people
    lobby = await play.open_lobby(rook)
    answers = {person: await play.press(person, "start", lobby) for person in (xiaoman, ibis)}
    said = {person: answer.followups[0].content for person, answer in answers.items()}
    assert CHINESE.search(without_names(play, said[xiaoman]))
    assert not CHINESE.search(without_names(play, said[ibis]))


async def test_commands_are_offered_in_both_languages(play: Play) -> None:
    synced = next(entry for entry in play.env.http_requests if entry.method == "PUT")

    def walk(command: dict[str, Any]) -> None:
        for what in ("name", "description"):
            localised = command.get(f"{what}_localizations")
            assert isinstance(localised, dict), f"{what} of {command['name']}"
            assert CHINESE.search(localised["zh-CN"]), f"{what} of {command['name']}"
            assert not CHINESE.search(command[what]), f"{what} of {command['name']}"
        for choice in command.get("choices", ()):
            assert CHINESE.search(choice["name_localizations"]["zh-CN"]), choice["name"]
        for option in command.get("options", ()):
            walk(option)

    assert synced.json
    for command in synced.json:
        walk(command)
