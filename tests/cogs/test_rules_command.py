"""/rules: every topic of every game, in both languages, within the limits, and found by what people type."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.limits import COMMAND_CHOICES, faults
from cogs.rules import find_topic, pages, topics
from engines import GAMES
from locales import Words, speak
from tests.cogs.command_world import ask
from tests.cogs.panel_maker import both, offered, read
from tests.play.harness import playing

WORDS = pytest.mark.parametrize("words", both(), ids=lambda words: words.language)
EVERY = [(game, topic) for game in GAMES for topic in topics(game, speak("en"))]


@WORDS
@pytest.mark.parametrize(("game", "topic"), EVERY)
def test_every_topic_can_be_read(words: Words, game: str, topic: str, caplog: pytest.LogCaptureFixture) -> None:
    composed = pages(game, topic, words)
    for page in composed:
        assert faults(page.view, page.files) == []
    told = "\n".join(read(page) for page in composed)
    assert words(f"rules.{game}.{topic}.title") in told
    assert words(f"rules.{game}.{topic}.text").split("\n")[-1] in told
    assert offered(composed[-1], "rules") == topics(game, words)
    assert "no text for" not in caplog.text


@WORDS
@pytest.mark.parametrize("game", GAMES)
def test_all_topics_fit_into_one_list_and_have_titles_of_their_own(words: Words, game: str) -> None:
    ids = topics(game, words)
    assert 0 < len(ids) <= COMMAND_CHOICES
    assert ids == topics(game, speak("en"))
    assert len({words(f"rules.{game}.{topic}.title") for topic in ids}) == len(ids)


@WORDS
@pytest.mark.parametrize(("game", "topic"), EVERY)
def test_a_topic_is_found_by_its_id_and_by_its_title(words: Words, game: str, topic: str) -> None:
    assert find_topic(game, topic) == topic
    assert find_topic(game, f" {words(f'rules.{game}.{topic}.title').upper()} ") == topic


@pytest.mark.parametrize("asked", ["", "e", "no such thing"])
def test_what_is_unknown_or_fits_several_is_not_guessed(asked: str) -> None:
    assert find_topic("volt", asked) is None


async def test_rules_in_a_channel_and_in_private(tmp_path: Path) -> None:
    async with playing(tmp_path, people=2) as play:
        rook, chinese = play.people
        english, other = speak("en"), speak("zh-CN")
        answer = await ask(play, rook, "rules", at=play.channel, topic="pushing")
        assert english("rules.volt.pushing.title") in answer.text
        await play.press_id(rook, answer, "s1:volt:0:rules", ["pits"])
        turned = next(seen for seen in play.messages(play.channel.id, rook) if seen.id == answer.id)
        assert english("rules.volt.pits.title") in turned.raw.components[0]["content"]
        private = await ask(play, chinese, "rules", at="dm")
        assert other("rules.volt.overview.title") in private.text
        lost = await ask(play, chinese, "rules", at="dm", topic="没有的东西")
        assert other("rules.volt.overview.title") in lost.text
        assert any(other("rulescmd.unknown") in seen.text for seen in play.dms(chinese))


async def test_topics_are_suggested_in_the_readers_language(tmp_path: Path) -> None:
    async with playing(tmp_path, people=2) as play:
        rook, chinese = play.people
        found = await rook.member.autocomplete(play.channel, "rules", "topic", "push")
        assert [choice["value"] for choice in found] == ["pushing"]
        found = await chinese.member.autocomplete(play.channel, "rules", "topic", "陷坑")
        assert "pits" in [choice["value"] for choice in found]
        everything = await rook.member.autocomplete(play.channel, "rules", "topic", "")
        assert [choice["value"] for choice in everything] == topics("volt", speak("en"))


async def test_a_forged_topic_is_refused(tmp_path: Path) -> None:
    async with playing(tmp_path, people=1) as play:
        rook = play.people[0]
        answer = await ask(play, rook, "rules", at=play.channel)
        play.press_at_once(rook, answer, "s1:volt:0:rules", ["nonsense"])
        await play.env.settle()
        assert speak("en")("rulescmd.unknown") in play.messages(play.channel.id, rook)[-1].text
