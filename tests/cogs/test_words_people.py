"""Names and texts of people cannot break, format or ping anything; every command speaks both languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord.app_commands import locale_str
from hypothesis import given
from hypothesis import strategies as st

from cogs import bot as bot_module
from cogs import limits
from cogs.words import NAME, CatalogueTranslator, plain, safe
from locales import LANGUAGES, speak
from render.text import seat_name
from tables.clock import SystemClock

NASTY = (
    "**bold**",
    "# title",
    "[click](https://x.example)",
    "<@123>",
    "@everyone",
    "`code`",
    "||hidden||",
    "https://x.example",
    "https://x**y`z",
    "steam://||a",
)


@given(st.text(max_size=60))
def test_a_name_is_one_clean_line(name: str) -> None:
    shown = plain(name)
    assert 1 <= len(shown) <= NAME
    assert shown == " ".join(shown.split())
    odd = [char for char in shown if char not in " \u200d\ufe0e\ufe0f" and unicodedata.category(char)[0] in "CZ"]
    assert odd == []


@pytest.mark.parametrize("name", ["", " ", "\u200d\u200d", "\u3164", "\u2800\ufe0f", "\u202e", "\n" * 2000])
def test_a_name_that_nobody_can_see_is_a_question_mark(name: str) -> None:
    assert plain(name) == "?"


def test_a_name_is_no_tower_of_accents() -> None:
    assert plain("Z" + "\u0301" * 1_000_000) == "Z" + "\u0301" * 3
    assert plain("हिन्दी") == "हिन्दी"
    assert plain("🏴‍☠️ Ahoi") == "🏴‍☠️ Ahoi"


@pytest.mark.parametrize("name", NASTY)
def test_a_name_cannot_format_link_or_mention(name: str) -> None:
    shown = safe(name)
    assert "<@" not in shown
    assert "@everyone" not in shown
    assert "://" not in shown
    for sign in "*`|":
        assert not re.search(rf"(?<!\\)\{sign}", shown)
    assert not re.search(r"(?<!\\)\[[^\]]*\]\(", shown)


@pytest.mark.parametrize("name", [*NASTY, "שלום", "مرحبا 7"])
def test_a_sentence_takes_a_name_as_it_was_made_safe(name: str) -> None:
    marked = f"🟢 **{safe(name)}**"
    assert seat_name(0, speak("en"), (marked,)) == marked


def test_a_name_from_right_to_left_does_not_turn_its_line_round() -> None:
    assert safe("مرحبا") == "\u2068مرحبا\u2069"
    assert safe("Rook") == "Rook"


@pytest.fixture
async def tree() -> Any:
    bot = bot_module.ScrapyardBot(None, None, SystemClock())  # type: ignore[arg-type]
    for part in bot_module.PARTS:
        await part.setup(bot)
    await bot.tree.set_translator(CatalogueTranslator())
    yield bot.tree
    await bot.close()


async def payloads(tree: Any) -> list[dict[str, Any]]:
    return [await command.get_translated_payload(tree, tree.translator) for command in tree.get_commands()]


def nodes(payload: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield payload
    for option in payload.get("options", ()):
        yield from nodes(option)


async def test_commands_stay_within_discords_limits(tree: Any) -> None:
    all_of_them = await payloads(tree)
    assert 0 < len(all_of_them) <= limits.COMMANDS
    for payload in all_of_them:
        size = 0
        for node in nodes(payload):
            names = [node["name"], *(node.get("name_localizations") or {}).values()]
            descriptions = [node["description"], *(node.get("description_localizations") or {}).values()]
            for name in names:
                assert limits.COMMAND_NAME.fullmatch(name), name
                assert name == name.lower()
            assert all(1 <= len(text) <= limits.COMMAND_DESCRIPTION for text in descriptions)
            assert len(node.get("options", ())) <= limits.COMMAND_OPTIONS
            choices = node.get("choices") or []
            assert len(choices) <= limits.COMMAND_CHOICES
            for choice in choices:
                shown = [choice["name"], *(choice.get("name_localizations") or {}).values()]
                assert all(1 <= len(text) <= limits.CHOICE_NAME for text in shown)
                size += max(map(len, shown)) + len(str(choice["value"]))
            size += max(map(len, names)) + max(map(len, descriptions))
        assert size <= limits.COMMAND_TEXT


async def test_every_command_option_and_choice_speaks_chinese(tree: Any) -> None:
    for payload in await payloads(tree):
        for node in nodes(payload):
            assert node["name_localizations"]["zh-CN"], node["name"]
            assert re.search(r"[\u4e00-\u9fff]", node["description_localizations"]["zh-CN"]), node["name"]
            for choice in node.get("choices") or []:
                assert choice["name_localizations"]["zh-CN"], choice["name"]


async def test_names_of_siblings_differ_in_each_language(tree: Any) -> None:
    def check(siblings: list[dict[str, Any]]) -> None:
        for locale in ("", "zh-CN"):
            names = [(node.get("name_localizations") or {}).get(locale, node["name"]) for node in siblings]
            assert len(names) == len(set(names)), names
        for node in siblings:
            check(node.get("options", []))

    check(await payloads(tree))


async def test_the_translator_leaves_other_languages_alone() -> None:
    translator = CatalogueTranslator()
    string = locale_str("play", key="command.play.name")
    context: Any = None
    assert await translator.translate(string, discord.Locale.german, context) is None
    assert await translator.translate(string, discord.Locale.american_english, context) is None
    assert await translator.translate(locale_str("loose"), discord.Locale.chinese, context) is None
    assert await translator.translate(string, discord.Locale.chinese, context) == speak("zh-CN")("command.play.name")


async def test_texts_name_commands_as_they_are_called(tree: Any) -> None:
    """A text that says `/fairness` must say the reader's name for it."""
    for language in LANGUAGES:
        words = speak(language)
        called: set[str] = set()
        for payload in await payloads(tree):
            for node in nodes(payload):
                called.add(node["name"] if language == "en" else node["name_localizations"]["zh-CN"])
        for key in ("lobby.proof", "post.opening.rules", "post.chapter.more", "post.result.proof", "lobby.cancelled"):
            texts = words(key, **dict.fromkeys(("hash", "n", "seed", "salt", "code"), "x"))
            for command in re.findall(r"`/([^`]+)`", texts):
                assert set(command.split()) <= called, (key, command)
