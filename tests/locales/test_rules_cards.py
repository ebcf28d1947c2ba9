"""What the rules pages say of cards, killbots and champion modules is what the data says: retune one, change both."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import pairwise

import pytest

from engines.volt import effects
from engines.volt.arenas import ARENAS, RULES
from engines.volt.cards import AI_CARDS, CARDS, CHAMPIONS, KILLBOTS, AiCard, CardType
from engines.volt.model import CATEGORIES, Category
from engines.volt.programming import LETTERS
from locales import LANGUAGES, Language, speak

BLOCK = re.compile(r"```\n(.*?)\n```", re.DOTALL)
COLOURS: dict[Language, dict[str | None, str]] = {
    "en": {"blue": "blue", "red": "red", None: "passive"},
    "zh-CN": {"blue": "蓝", "red": "红", None: "被动"},
}
MARKS: dict[Language, dict[int, str]] = {"en": {1: "I", 2: "II"}, "zh-CN": {1: "Ⅰ", 2: "Ⅱ"}}
MODEL: dict[Language, dict[int, str]] = {
    "en": {1: " Mk I", 2: " Mk II"},
    "zh-CN": {1: "Ⅰ型", 2: "Ⅱ型"},
}
NUMBERS: dict[str, tuple[str, str, str]] = {
    "grenade": ("distance", "**{0} cells (II: {1})**", "**{0}格**（Ⅱ型：**{1}格**）"),
    "mine_layer": ("max_own_mines", "**{0} (II: {1})**", "**{0}颗**（Ⅱ型：**{1}颗**）"),
    "telescopic_arm": ("reach", "**{0} (II: {1})** cells", "**{0}格**（Ⅱ型：**{1}格**）"),
}
"""Where a page tells a card's own number: which one, and the words around those of Mk I and Mk II."""
WORDS: dict[tuple[str, str], dict[str | int, tuple[str, str]]] = {
    ("shield", "scope"): {"any": ("**any** damage", "**任何**伤害"), "beam": ("**beams only**", "**只挡激光**")},
    ("bomb", "area"): {"neighbours8": ("**8** cells", "**8**格"), "neighbours4": ("**4** cells", "**4**格")},
    ("emp", "reach"): {2: ("**2 cells**", "**2格**")},
    ("bomb", "damage"): {1: ("**1** damage", "**1**点"), 2: ("**2** damage", "**2**点")},
}
"""The same for what differs in kind: Mk I is told before Mk II."""


def page(topic: str, language: Language) -> str:
    return speak(language)(f"rules.volt.{topic}.text")


def pips(numbers: Iterable[int], language: Language) -> str:
    """``1–4``, or ``1–2, 5`` where there is a gap."""
    ordered = sorted(numbers)
    starts = [ordered[0], *(after for before, after in pairwise(ordered) if after - before > 1)]
    ends = [*(before for before, after in pairwise(ordered) if after - before > 1), ordered[-1]]
    dash, comma = ("–", ", ") if language == "en" else ("～", "、")
    return comma.join(
        f"{first}{dash}{last}" if first < last else str(first) for first, last in zip(starts, ends, strict=True)
    )


def charges(card: CardType, language: Language) -> str:
    return "" if card.charges is None else f"{card.charges}{'×' if language == 'en' else '次'}"


def head(effect: str, language: Language) -> str:
    """The line that the page of a category must have for an effect."""
    cards = [card for card in CARDS.values() if card.effect == effect]
    name = speak(language)(f"volt.card.{cards[0].id}").removesuffix(MODEL[language][cards[0].mark])
    told = [COLOURS[language][cards[0].die]]
    for card in cards:
        parts = [pips(card.pips, language)] if card.pips else []
        parts += [charges(card, language)] if card.charges else []
        numbers = (", " if language == "en" else "，").join(parts)
        told.append(" ".join([MARKS[language][card.mark], numbers]).strip())
    return f"**{name}** `{' · '.join(told)}`"


def effects_of(category: Category) -> list[str]:
    return list(dict.fromkeys(card.effect for card in CARDS.values() if card.category == category))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("category", CATEGORIES)
def test_each_card_has_its_line_with_the_pips_and_charges_of_the_data(category: Category, language: Language) -> None:
    written = [line for line in page(category, language).splitlines() if re.match(r"\*\*[^*]+\*\* `", line)]
    wanted = [head(effect, language) for effect in effects_of(category)]
    for line in wanted:
        assert line in written, f"rules.volt.{category}.text ({language}) must have the line\n{line}\nand has {written}"
    assert written == wanted


@pytest.mark.parametrize("effect", NUMBERS)
def test_the_numbers_of_cards_are_those_of_the_data(effect: str) -> None:
    cards = [card for card in CARDS.values() if card.effect == effect]
    parameter, *phrases = NUMBERS[effect]
    for language, phrase in zip(LANGUAGES, phrases, strict=True):
        wanted = phrase.format(*(card.params[parameter] for card in cards))
        page_key = f"rules.volt.{cards[0].category}.text ({language})"
        assert wanted in entry(effect, language), f"{page_key} must say of {effect}: {wanted}"


@pytest.mark.parametrize(("effect", "parameter"), WORDS)
def test_what_differs_between_the_marks_is_told_in_their_order(effect: str, parameter: str) -> None:
    cards = [card for card in CARDS.values() if card.effect == effect]
    for at, language in enumerate(LANGUAGES):
        text = entry(effect, language)
        places = [text.index(WORDS[effect, parameter][card.params[parameter]][at]) for card in cards]
        assert places == sorted(places), (language, effect)


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_effects_with_words_here_have_parameters(language: Language) -> None:
    """A new number in the data wants a place on its page, and a line in the tables above."""
    told = {effect: {parameter} for effect, (parameter, *_) in NUMBERS.items()}
    for effect, parameter in WORDS:
        told.setdefault(effect, set()).add(parameter)
    assert {card.effect: set(card.params) for card in CARDS.values() if card.params} == told


def entry(effect: str, language: Language) -> str:
    """What the page says below the line of an effect."""
    category = next(card.category for card in CARDS.values() if card.effect == effect)
    _, _, rest = page(category, language).partition(f"{head(effect, language)}\n")
    assert rest, f"rules.volt.{category}.text ({language}) has no line {head(effect, language)}"
    return rest.split("\n\n")[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.id)
def test_the_line_on_the_panel_has_the_numbers_of_the_data(card: CardType, language: Language) -> None:
    """Where it tells charges, they are right; they also stand beside it."""
    key = f"volt.card.{card.id}.text"
    line = speak(language)(key)
    for number in card.params.values():
        if isinstance(number, int):
            assert re.search(rf"(?<!\d){number}(?!\d)", line), f"{key} ({language}) must say {number}"
    for told in re.findall(r"Charges: (\d)|(\d)次充能", line):
        assert "".join(told) == str(card.charges), f"{key} ({language})"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_ai_cards_is_the_data(language: Language) -> None:
    (block,) = BLOCK.findall(page("aicards", language))
    rows = [tuple(re.split(r"\s{2,}", line.strip())) for line in block.splitlines()[1:]]
    assert rows == [ai_row(card, speak(language)) for card in AI_CARDS.values()]


def ai_row(card: AiCard, words: Callable[[str], str]) -> tuple[str, ...]:
    slots = [f"{LETTERS[slot.die]}{slot.pip} {words(f'volt.mode.{slot.mode}')}" for slot in card.slots]
    return (words(f"volt.ai.{card.id}"), *slots)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_mode_of_the_ai_cards_is_explained(language: Language) -> None:
    explained = re.findall(r"^(?:- )?\*\*([^*]+)\*\*[:：]", page("aicards", language), re.MULTILINE)
    modes = {slot.mode for card in AI_CARDS.values() for slot in card.slots}
    assert {speak(language)(f"volt.mode.{mode}") for mode in modes} <= {name.lower() for name in explained}


@pytest.mark.parametrize("language", LANGUAGES)
def test_killbots_are_told_by_name_with_their_traits(language: Language) -> None:
    text, words = page("killbots", language), speak(language)
    for killbot in KILLBOTS:
        (line,) = [line for line in text.splitlines() if line.startswith(f"- **{words(f'volt.killbot.{killbot}')}**")]
        same = next(card for card in CARDS.values() if card.effect == effects.of_killbot(killbot).id)
        assert words(f"volt.card.{same.id}").removesuffix(MODEL[language][same.mark]) in line
    assert {killbot.hp for killbot in KILLBOTS.values()} == {RULES.hp}


@pytest.mark.parametrize("language", LANGUAGES)
def test_champion_modules_are_told_in_the_order_of_their_matches(language: Language) -> None:
    text, words = page("championship", language), speak(language)
    told = re.findall(r"^- \*\*([^*]+)\*\*", text, re.MULTILINE)
    assert told == [words(f"volt.champion.{champion}") for champion in CHAMPIONS]
    arenas = [words(f"volt.arena.{champion.arena}") for champion in CHAMPIONS.values()]
    first = text.splitlines()[0]
    assert [re.search(rf"\*\*{number}\*\* {arena}", first) is not None for number, arena in enumerate(arenas, 1)] == [
        True
    ] * len(ARENAS)
    titan = effects.of_champion("titan_plating").max_hp(RULES.hp)
    assert (f"**{titan} damage**" if language == "en" else f"**{titan}点伤害**") in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_of_modules_and_mines_are_the_games(language: Language) -> None:
    texts = {"en": ("At most **{}**", "**{}** mines"), "zh-CN": ("最多**{}张**", "**{}**颗")}
    hand, mines = texts[language]
    assert hand.format(RULES.max_modules) in page("modules", language)
    assert mines.format(RULES.mine_tokens) in page("pits", language)
    assert f"**{len({card.effect for card in CARDS.values()})}" in page("modules", language)
