"""The rules pages: complete, short enough, readable on a phone, and true to the arenas' data."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import fields
from typing import Any

import pytest

from cogs.rules import find_topic
from engines import GAMES
from engines.grid import cell_name
from engines.volt.model import Options
from locales import LANGUAGES, Language, speak
from tests.locales.reading import FOLDERS, ROOT, forms, messages

TITLE_LENGTH = 60
TEXT_LENGTH = 1700
AUTOCOMPLETE = 25
"""Discord lists no more choices than these."""
PHONE_COLUMNS = 46
ARENAS = ("duel", "tri", "quad", "minefield")

PASSIVE = "passive"
"""Stands in code on the pages of cards and is no topic."""
QUOTED = ("按需",)
"""Quoted in Chinese and no topic either."""

FENCE = re.compile(r"```\n(.*?)\n```", re.DOTALL)


def topics(game: str, language: Language) -> list[str]:
    return speak(language)(f"rules.{game}.topics").split(",")


def page(topic: str, language: Language) -> str:
    return speak(language)(f"rules.volt.{topic}.text")


def arenas() -> dict[str, Any]:
    whole = json.loads((ROOT / "engines/volt/data/volt.json").read_text(encoding="utf-8"))
    return {arena["id"]: arena for arena in whole["arenas"]}


@pytest.mark.parametrize("game", GAMES)
def test_the_reading_order_is_the_same_in_both_languages(game: str) -> None:
    english, chinese = (topics(game, language) for language in LANGUAGES)
    assert english == chinese
    assert len(english) == len(set(english))
    assert len(english) <= AUTOCOMPLETE


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("game", GAMES)
def test_the_topics_listed_are_the_topics_present(folder: str, game: str) -> None:
    listed = set(topics(game, "en"))
    keys = [key for key in messages(folder, "rules") if key.startswith(f"rules.{game}.")]
    for part in ("title", "text"):
        found = {key.split(".")[2] for key in keys if key.endswith(f".{part}")}
        assert found == listed


@pytest.mark.parametrize("folder", FOLDERS)
def test_pages_keep_within_their_lengths(folder: str) -> None:
    for key, message in messages(folder, "rules").items():
        (text,) = forms(message)
        if key.endswith(".title"):
            assert len(text) <= TITLE_LENGTH, key
        if key.endswith(".text"):
            assert len(text) <= TEXT_LENGTH, key


@pytest.mark.parametrize("folder", FOLDERS)
def test_code_blocks_close_and_fit_a_phone(folder: str) -> None:
    for key, message in messages(folder, "rules").items():
        (text,) = forms(message)
        assert text.count("```") % 2 == 0, key
        for block in FENCE.findall(text):
            for line in block.splitlines():
                assert _columns(line) <= PHONE_COLUMNS, (key, line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_maps_show_the_arenas(language: Language) -> None:
    text = page("arenas", language)
    blocks = FENCE.findall(text)
    assert len(blocks) == len(ARENAS) == len(arenas())
    headings = [line for line in text.splitlines() if re.match(r"\*\*[^*]+\*\* · ", line)]
    assert [re.split(r"\*\*", line)[1] for line in headings] == [
        speak(language)(f"volt.arena.{name}") for name in ARENAS
    ]
    for name, block in zip(ARENAS, blocks, strict=True):
        header, *rows = block.splitlines()
        assert header.strip() == "ABCDEFGHI"
        drawn = [row.split(" ", 1) for row in rows]
        assert [number for number, _ in drawn] == [str(number) for number in range(1, 10)]
        assert [row for _, row in drawn] == arenas()[name]["grid"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_starts_is_the_arenas(language: Language) -> None:
    (block,) = FENCE.findall(page("damage", language))
    written = re.findall(r"(K?\d): ((?:[A-I]\d ?)+)", block)
    wanted = [
        (start, " ".join(cell_name((row, column)) for row, column in cells))
        for name in ARENAS
        for start, cells in starts(arenas()[name])
    ]
    assert [(start, cells.strip()) for start, cells in written] == wanted


def starts(arena: Any) -> list[tuple[str, list[list[int]]]]:
    killbots = [(f"K{number}", cells) for number, cells in enumerate(arena["killbot_starts"], start=1)]
    return [*arena["seats"].items(), *killbots]


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_that_the_rules_state_are_the_games(language: Language) -> None:
    constants = json.loads((ROOT / "engines/volt/data/volt.json").read_text(encoding="utf-8"))["constants"]
    assert f"{constants['target_vp']} VP" in speak(language)("rules.volt.goal.title")
    hp = {"en": "**{} HP**", "zh-CN": "**{}点HP**"}
    assert hp[language].format(constants["hp"]) in page("damage", language)
    robots = {"en": "At most **{} robots**", "zh-CN": "最多**{}台**机器人"}
    assert robots[language].format(constants["max_robots"]) in page("options", language)
    plain = page("programming", language).replace("**", "")
    words = {"en": "{} blue and {} red", "zh-CN": "{}枚蓝骰、{}枚红骰"}
    assert words[language].format(constants["dice"]["blue"], constants["dice"]["red"]) in plain


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_options_names_each_of_them(language: Language) -> None:
    text = page("options", language)
    named = re.findall(r"^- \*\*([^*]+)\*\*", text, re.MULTILINE)[: len(fields(Options))]
    labels = [speak(language)(f"volt.option.{option.name}") for option in fields(Options)]
    assert [name.rstrip(":：") for name in named] == labels


def test_pages_refer_to_topics_that_exist() -> None:
    """English pages name a topic by its id, Chinese ones by its title or so much of it that ``/rules`` finds it."""
    for topic in topics("volt", "en"):
        named = re.findall(r"`([a-z]{3,})`", FENCE.sub("", page(topic, "en")))
        assert set(named) - {PASSIVE} <= set(topics("volt", "en")), topic
        for title in re.findall(r"「([^」]+)」", page(topic, "zh-CN")):
            assert title in QUOTED or find_topic("volt", title) is not None, (topic, title)


def _columns(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)
