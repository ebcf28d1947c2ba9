"""Cards, killbots and modes have names and texts in both languages, and the numbers in them are the game's."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import engines.volt
from engines.volt.arenas import RULES
from engines.volt.cards import AI_CARDS, CARDS, CHAMPIONS, KILLBOTS, CardType, Mode
from engines.volt.effects import attack, champions, movement
from engines.volt.model import CATEGORIES
from locales import LANGUAGES, Language, speak
from tests.locales.reading import FOLDERS, ROOT, forms, messages, placeholders

DATA = Path(engines.volt.__file__).parent / "data" / "volt.json"
SELECT_TEXT = 100
"""As long as a line of a Discord list may be."""
ONE_CELL = 1
EIGHTH_TURN = 45
"""Degrees from one of the eight directions to the next."""
OWN = {
    "grenade": {attack.GRENADE_DAMAGE},
    "knockback": {ONE_CELL},
    "saw_blade": {attack.SAW_DAMAGE},
    "swivel_head": {EIGHTH_TURN},
    "crusher": {movement.CRUSH_DAMAGE},
    "shield": {1},
    "shock_wave": {ONE_CELL},
}
"""Numbers of effects that stand in no card's row."""
NAMED = [
    *(f"volt.card.{card}" for card in CARDS),
    *(f"volt.champion.{module}" for module in CHAMPIONS),
    *(f"volt.killbot.{bot}" for bot in KILLBOTS),
    *(f"volt.mode.{mode}" for mode in get_args(Mode)),
]
"""What has a name and a line that explains it."""


def numbers(card: CardType) -> set[int]:
    """All that its text must say in figures."""
    found = {value for value in card.params.values() if isinstance(value, int)} | OWN.get(card.effect, set())
    return found if card.charges is None else found | {card.charges}


def said(key: str, language: Language) -> set[int]:
    return {int(figures) for figures in re.findall(r"\d+", speak(language)(key))}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", NAMED)
def test_everything_is_named_and_explained_in_one_short_line(key: str, language: Language) -> None:
    words = speak(language)
    assert words.has(key)
    assert words.has(f"{key}.text")
    assert len(words(key)) <= SELECT_TEXT // 2
    assert "\n" not in words(f"{key}.text")
    assert len(words(f"{key}.text")) < 2 * SELECT_TEXT


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", CARDS)
def test_the_numbers_of_a_cards_text_are_its_own(card: str, language: Language) -> None:
    assert said(f"volt.card.{card}.text", language) == numbers(CARDS[card])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_of_champion_modules(language: Language) -> None:
    assert said("volt.champion.titan_plating.text", language) == {champions.TITAN_HP, RULES.hp}
    assert said("volt.champion.reflector.text", language) == {1}
    assert said("volt.champion.hover_skids.text", language) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_marks_of_an_effect_share_its_name(language: Language) -> None:
    words = speak(language)
    marks = {"en": (" Mk I", " Mk II"), "zh-CN": ("Ⅰ型", "Ⅱ型")}[language]
    for card in CARDS.values():
        assert words(f"volt.card.{card.id}").endswith(marks[card.mark - 1])
    names = {words(f"volt.card.{card.id}").removesuffix(marks[card.mark - 1]) for card in CARDS.values()}
    assert len(names) == len({card.effect for card in CARDS.values()})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_other_words_are_there(language: Language) -> None:
    words = speak(language)
    for key in (*(f"ai.{card}" for card in AI_CARDS), *(f"category.{name}" for name in (*CATEGORIES, "least"))):
        assert words.has(f"volt.{key}")


def test_names_are_those_of_the_data_which_people_may_type() -> None:
    data = json.loads(DATA.read_text(encoding="utf-8"))
    kinds = {
        "card": "modules",
        "champion": "champion_modules",
        "killbot": "killbots",
        "ai": "ai_cards",
        "arena": "arenas",
    }
    for kind, rows in kinds.items():
        for row in data[rows]:
            key = f"volt.{kind}.{row['id']}"
            assert (speak("en")(key), speak("zh-CN")(key)) == (row["name_en"], row["name_zh"])


def refusals() -> Iterator[tuple[str, frozenset[str]]]:
    """Every refusal that the engine raises by a plain reason, and the names of its facts."""
    for path in sorted((ROOT / "engines" / "volt").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "IllegalAction":
                reason = node.args[0]
                if isinstance(reason, ast.Constant):
                    yield str(reason.value), frozenset(keyword.arg or "" for keyword in node.keywords)


@pytest.mark.parametrize("folder", FOLDERS)
def test_refusals_use_exactly_their_facts(folder: str) -> None:
    texts = messages(folder, "volt")
    found = set(refusals())
    assert found
    for reason, facts in found:
        assert placeholders(forms(texts[f"volt.refuse.{reason}"])[0]) == facts, reason


def test_every_refusal_in_the_catalogue_is_raised() -> None:
    written = {key.removeprefix("volt.refuse.") for key in messages("en", "volt") if key.startswith("volt.refuse.")}
    assert written - {reason for reason, _ in refusals()} == {"too_many_blue", "too_many_red"}
