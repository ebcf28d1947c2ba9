"""What moderators are told and what a table is told of their acts: complete, within the limits, harmless."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from cogs.limits import faults
from cogs.modacts import answer
from cogs.modwords import deed, harmless, quoted, told
from cogs.posts import mods
from locales import Words
from tables.community import ActInfo, ActName, GuildSettings
from tables.model import Post
from tables.moderating import ANNOUNCEMENT, DESTROYS, REASON
from tests.cogs.panel_maker import both, read, table_info

WORDS = pytest.mark.parametrize("words", both(), ids=lambda words: words.language)
AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
FACTS: dict[str, Any] = {
    "hours": 336,
    "seat": 1,
    "user_id": 7,
    "turn": 3,
    "window": 2,
    "seq": 4,
    "channel_id": 5,
    "thread_id": None,
    "text": "*_~" * (ANNOUNCEMENT // 3),
}


def act(what: ActName, **more: Any) -> ActInfo:
    given: dict[str, Any] = {
        "id": 1,
        "guild_id": 900,
        "code": "TEST",
        "actor_id": 31,
        "actor": "**Mo** @everyone",
        "act": what,
        "reason": "*<@1>" * (REASON // 5),
        "facts": FACTS,
        "status": "done",
        "at": AT,
        "second_id": 32,
    }
    return ActInfo(**{**given, **more})


def bot(words: Words, act: ActInfo | None = None) -> Any:
    """A bot with one table, on a server that reads this language."""

    async def find(code: str) -> Any:
        return table_info()

    async def guild(number: int) -> GuildSettings:
        return GuildSettings(number, language=words.language)

    async def act_info(number: int) -> Any:
        return act

    async def language_of(user_id: int) -> str:
        return words.language

    async def steps(code: str, **which: int) -> list[Any]:
        return []

    doors = SimpleNamespace(find=find, guild=guild, act_info=act_info, language_of=language_of, steps=steps)
    return SimpleNamespace(tables=doors)


def post(kind: Any, body: dict[str, Any], *, place: Any = "mods", message_id: int | None = None) -> Post:
    user = 7 if place == "person" else None
    return Post("k", "n", "TEST", 1, kind, place, None, user, body, 1, 0, 1, None, message_id, 0)


@WORDS
@pytest.mark.parametrize("what", get_args(ActName))
def test_every_act_is_told_asked_and_answered(words: Words, what: ActName, caplog: pytest.LogCaptureFixture) -> None:
    table = table_info()
    for given in (act(what), act(what, facts={**FACTS, "seat": None, "user_id": None}), act(what, code=None)):
        assert deed(words, given, table)
        assert deed(words, given, None, "wish")
        assert deed(words, given, table, "did", "Round 1")
        assert deed(words, given, table, "wish", "Round 1")
        line = told(words, given, table)
        assert len(line) < 4000
        assert harmless(given.reason) in line, "the table reads why"
        for harmful in ("@everyone", "<@1>", "**Mo**"):
            assert harmful not in line
        for state in ({"status": "asked", "needs": "other"}, {"status": "dropped"}, {}):
            composed = answer(words, act(what, **state), table)
            assert faults(composed.view) == []
    if what in DESTROYS:
        composed = answer(words, act(what, status="asked", needs="confirm"), table)
        assert faults(composed.view) == []
    assert "no text for" not in caplog.text


@WORDS
async def test_requests_fit_and_lose_their_buttons(words: Words, caplog: pytest.LogCaptureFixture) -> None:
    for what in get_args(ActName):
        for state in (
            {"status": "asked", "needs": "other", "second_id": None},
            {"status": "done"},
            {"status": "dropped"},
            {"status": "dropped", "second_id": None},
        ):
            composed = await mods.compose_request(bot(words, act(what, **state)), post("request", {"act": 1}))
            assert composed is not None
            assert faults(composed.view) == []
            assert composed.mentions == ()
            assert any(
                harmless(act(what).reason) in getattr(item, "content", "") for item in composed.view.walk_children()
            )
            buttons = [item for item in composed.view.walk_children() if getattr(item, "custom_id", None)]
            assert len(buttons) == (2 if state["status"] == "asked" else 0)
    assert "no text for" not in caplog.text


@WORDS
@pytest.mark.parametrize("place", ["mods", "person"])
async def test_every_alarm_says_who_can_mend_it_and_how(
    words: Words, place: str, caplog: pytest.LogCaptureFixture
) -> None:
    shut = {"say": "shut", "channel_id": 5, "over": False}
    bodies: list[dict[str, Any]] = [
        {"say": "place", "channel_id": 5},
        {"say": "lobby_lost", "channel_id": 5},
        {"say": "gone", "seat": 1},
        {**shut, "why": "permission", "names": ["send_messages", "attach_files"]},
        {**shut, "why": "permission", "names": []},
        {**shut, "why": "locked", "names": []},
        {**shut, "why": "full", "names": []},
    ]
    texts: set[str] = set()
    for body in bodies:
        composed = await mods.compose_alarm(bot(words), post("alarm", body, place=place))
        assert composed is not None
        assert faults(composed.view) == []
        texts.add(read(composed))
    assert len(texts) == len(bodies)
    for body in (bodies[0], bodies[3]):
        over = {**body, "over": True}
        assert await mods.compose_alarm(bot(words), post("alarm", over, place=place)) is None, "it was never told"
        again = await mods.compose_alarm(bot(words), post("alarm", over, place=place, message_id=9))
        assert again is not None
        assert read(again) not in texts
    assert "no text for" not in caplog.text


def test_what_a_moderator_writes_stays_one_harmless_line() -> None:
    accents = "z" + "\u0301" * 5
    nasty = "# Big\n> quote ||spoiler|| `code` [x](https://evil.example) <#5> <:a:1> @here\u202e\u0000 "
    line = harmless(nasty + accents)
    assert "\n" not in line
    for harmful in ("||", "](https://", "<#5>", "<:a", "@here", "\u202e", "\u0000", " `code`", "\u0301" * 4):
        assert harmful not in line
    assert harmless("x" * 4000) == "x" * (REASON - 1) + "…"
    assert quoted("# Big\n- list\n> deep") == "> \u200b\\# Big\n> \u200b\\- list\n> \u200b\\> deep"
