"""The words of Scorched Wasteland: there for everything that the engine names, and true to its data."""

from __future__ import annotations

import re
from typing import get_args, get_type_hints

import pytest

from cogs.rules import find_topic
from engines.chance import FastChance
from engines.wasteland import mech, settlement
from engines.wasteland.cards import FORCED_STORM, KEYS, KINDS, LONG_EXTRA, PAIRED, RESHUFFLES, Keyword, deck
from engines.wasteland.mech import CRUSH
from engines.wasteland.model import BAYS, PARTS, SLOTS, Area, AskKind, Bay, Fighter, Options, Season
from engines.wasteland.orders import Orders
from engines.wasteland.terms import Settlement, Side
from locales import LANGUAGES, Language, speak

CHAPTERS = ("setup", "war", "scavenge", "invasion", "storm", "resign", "end")
WINDOWS = (
    "assembly", "scout", "scout_now", "study", "scavenge", "pick", "look", "tribute", "declare", "declare_now",
    "target", "ammo", "last_ammo", "spoils", "spoil_now", "failure", "duel", "defend", "duel_ammo", "trophy",
    "damage", "upkeep",
)  # fmt: skip
FENCE = re.compile(r"```\n(.*?)\n```", re.DOTALL)
QUOTED = re.compile(r"“([^”]+)”")
PLAYERS = range(3, 8)


def page(topic: str, language: Language) -> str:
    return speak(language)(f"rules.wasteland.{topic}.text")


def plain(topic: str, language: Language) -> str:
    """The page without its bold marks."""
    return page(topic, language).replace("**", "")


def term(key: str, language: Language) -> str:
    return speak(language)(f"wasteland.{key}")


def topics() -> list[str]:
    return speak("en")("rules.wasteland.topics").split(",")


def keywords() -> list[Keyword]:
    return list(get_args(Keyword))


# ---- every word that the engine may ask for


def wanted() -> list[str]:
    keys = ["title", "tagline", "end.last"]
    keys += [f"card.{key}" for key in KEYS]
    keys += [f"facedown.{value}" for value in (1, 2, 3)]
    keys += [f"keyword.{word}{end}" for word in keywords() for end in ("", ".text")]
    keys += [f"part.{part}" for part in PARTS]
    keys += [f"research.{part}{end}" for part in PARTS for end in ("", ".text")]
    keys += [f"bay.{bay}" for bay in BAYS]
    keys += [f"slot.{bay}.{slot}" for bay in BAYS for slot in SLOTS]
    keys += [f"slot.R.{part}" for part in PARTS]
    keys += [f"slot.{slot}" for slot in (*SLOTS, "T")]
    keys += [f"season.{season}" for season in get_args(Season)]
    keys += [f"chapter.{chapter}" for chapter in CHAPTERS]
    keys += [f"ask.{kind}" for kind in get_args(AskKind)]
    for name, choices in (("option", Options), ("order", Orders)):
        for field, values in get_type_hints(choices).items():
            keys += [f"{name}.{field}", *(f"{name}.{field}.{value}" for value in get_args(values))]
    return keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_the_engine_names_has_its_word(language: Language) -> None:
    assert [key for key in wanted() if not speak(language).has(f"wasteland.{key}")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_window_says_what_it_is_about(language: Language) -> None:
    assert [kind for kind in WINDOWS if not speak(language).has(f"post.wasteland.window.{kind}")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_a_family_differ(language: Language) -> None:
    for family in (
        [f"card.{key}" for key in KEYS],
        [f"keyword.{word}" for word in keywords()],
        [f"part.{part}" for part in PARTS],
        [f"research.{part}" for part in PARTS],
        [f"season.{season}" for season in get_args(Season)],
        [f"slot.{bay}.{slot}" for bay in BAYS for slot in SLOTS] + [f"slot.R.{part}" for part in PARTS],
    ):
        assert len({term(key, language) for key in family}) == len(family)


def test_the_chinese_names_are_those_of_the_rules() -> None:
    """The seed's own words for the seasons, and the rules' for parts and effects."""
    named = [term(f"season.{season}", "zh-CN") for season in ("war", "scavenge", "invasion", "storm")]
    assert named == ["战争季", "拾荒季", "入侵季", "沙暴季"]
    assert [term(f"part.{part}", "zh-CN") for part in PARTS] == ["核心部件", "传感部件", "遏制部件", "行动部件"]
    assert [term(f"research.{part}", "zh-CN") for part in PARTS] == ["备用核心", "弹道预测", "反制", "改装"]


# ---- the rules pages against the data


def test_the_reading_order_has_every_page() -> None:
    assert topics()[0] == "overview"
    for language in LANGUAGES:
        assert all(speak(language).has(f"rules.wasteland.{topic}.text") for topic in topics())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_cards_is_the_data(language: Language) -> None:
    (block,) = FENCE.findall(page("cards", language))
    comma = {"en": ", ", "zh-CN": "、"}[language]
    written = [
        re.fullmatch(r"(\w\d) (.+?) +([−\d]+) +(\d) +(\d+)/(\d+) +(\S.*)", row) for row in block.splitlines()[1:]
    ]
    assert all(written), block
    assert [row.groups() for row in written if row] == [
        (
            key,
            term(f"card.{key}", language),
            str(kind.points).replace("-", "−"),
            str(kind.ammo),
            str(kind.full),
            str(kind.scaled),
            comma.join(term(f"keyword.{word}", language) for word in kind.keywords) or "–",
        )
        for key, kind in KINDS.items()
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sizes_of_the_decks_are_the_datas(language: Language) -> None:
    form = {"en": "{} players {}", "zh-CN": "{}人{}张"}[language]
    for players in PLAYERS:
        assert form.format(players, len(deck("scaled", players))) in plain("options", language)
    for topic in ("options", "cards"):
        assert str(len(deck("full", 3))) in plain(topic, language)
    sets = {"en": "28 sets, the scaled one 4 sets", "zh-CN": "全牌库28套，缩减牌库每名玩家4套"}[language]
    assert sets in plain("cards", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cards_that_make_the_best_ammo_are_named(language: Language) -> None:
    comma, last = {"en": (", ", " and "), "zh-CN": ("、", "、")}[language]
    *strong, end = (key for key, kind in KINDS.items() if kind.ammo == 3)
    assert f"{comma.join(strong)}{last}{end}" in plain("cards", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_reshuffles_is_the_data(language: Language) -> None:
    (block,) = FENCE.findall(page("drought", language))
    rows = [tuple(map(int, row.split()[1:])) for row in block.splitlines()]
    standard = tuple(RESHUFFLES["standard"][players] for players in PLAYERS)
    assert rows == [
        tuple(PLAYERS),
        standard,
        tuple(RESHUFFLES["short"][players] for players in PLAYERS),
        tuple(number + LONG_EXTRA for number in standard),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_storm_that_is_forced_comes_when_the_data_says(language: Language) -> None:
    form = {"en": "nothing chosen it comes after {}.", "zh-CN": "没有选圈数时，{}圈之后到来"}[language]
    assert form.format(FORCED_STORM) in plain("options", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_keyword_is_explained_with_the_cards_that_have_it(language: Language) -> None:
    text = page("keywords", language)
    comma, colon = {"en": (", ", ":"), "zh-CN": ("、", "：")}[language]
    opening, closing = {"en": (" (", ")"), "zh-CN": ("（", "）")}[language]
    for word in keywords():
        cards = comma.join(term(f"card.{key}", language) for key, kind in KINDS.items() if word in kind.keywords)
        assert f"**{term(f'keyword.{word}', language)}**{opening}{cards}{closing}{colon}" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keywords_that_need_a_pair_stand_under_the_heading_that_says_so(language: Language) -> None:
    heading, welded = {"en": ("(*pair*)\n", "**Welded**"), "zh-CN": ("（同型对）\n", "**焊死**")}[language]
    _, _, rest = page("keywords", language).partition(heading)
    listed = re.findall(r"^- \*\*([^*]+)\*\*", rest.partition(welded)[0], re.MULTILINE)
    assert listed == [term(f"keyword.{word}", language) for word in keywords() if word in PAIRED]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_of_effects_are_the_engines(language: Language) -> None:
    text = plain("settlement", language)
    for number, words in (
        (CRUSH, ("{} for each matched pair of Track Units", "每个履带同型对{}")),
        (settlement.REFIT, ("{} with *Refit*", "{}（有“改装”）")),
        (settlement.VOLLEY, ("at most {}, with *Volley*", "最多{}（有“齐射”）")),
        (settlement.BULWARK, ("{} with *Bulwark*", "{}（有“坚守”")),
        (settlement.SUPPRESS, ("−{} with *Suppress*", "有“压制”−{}")),
        (settlement.COUNTERMEASURE, ("−{} with *Countermeasure*", "有“反制”−{}")),
        (settlement.BALLISTICS, ("*Ballistics* at least {}", "“弹道预测”最少算{}")),
        (settlement.JAMMED, ("*Jam* at most {}", "“失准”最多算{}")),
    ):
        assert words[LANGUAGES.index(language)].format(number) in text
    six, one = settlement.OVERLOADED[6], str(settlement.OVERLOADED[1]).replace("-", "−")
    assert {"en": f"6 counts {six}, 1 counts {one}", "zh-CN": f"6算{six}、1算{one}"}[language] in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_research_is_explained_by_the_names_of_its_effects(language: Language) -> None:
    text = plain("research", language)
    colon, stop = {"en": (": ", "."), "zh-CN": ("：", "。")}[language]
    for part in PARTS:
        assert f"{colon}{term(f'research.{part}', language)}{stop}" in text


# ---- the worked example


def table_of(block: str) -> list[tuple[list[int], int]]:
    """Each line's terms and its result: ``parts  4+3+2+1+1   11``."""
    rows: list[tuple[list[int], int]] = []
    for line in filter(None, block.splitlines()):
        numbers = re.findall(r"(?<![\d+])-?\d+(?:\+\d+)*", line)
        terms = [int(number) for number in numbers[0].split("+")] if len(numbers) > 1 else []
        rows.append((terms, int(numbers[-1])))
    return rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_example_adds_up_and_is_what_the_engine_settles(language: Language) -> None:
    (block,) = FENCE.findall(page("settlement", language))
    mine, invader = (table_of(half) for half in block.split("\n\n"))
    for rows in (mine, invader):
        assert all(sum(terms) == result for terms, result in rows if terms)
        assert sum(result for _, result in rows[:-1]) == rows[-1][1]
    (parts, points), (_, die), (_, crush), (tokens, _), (_, total) = mine
    (_, strength), (dice, _), (enemy, _), (_, weaker), (_, against) = invader
    bay = Bay(("C1", "S1", "P1", "L2", "L2", "", ""), (0, 1))
    named = [term(f"card.{key}", language) for key in ("C1", "S1", "P1", "L2")]
    assert all(name in page("settlement", language) for name in named)
    assert parts == [KINDS[card].points for card in bay.slots if card]
    side = settle(bay, tokens, die, dice, strength, enemy)
    assert (side.points, side.crush, side.total) == (points, crush, total)
    assert (-side.against_weakened, side.against, side.beats) == (weaker, against, True)
    jammer = Bay(("C1", "S1", "P2", "L2", "L2", "", ""), (0, 1))
    other = settle(jammer, tokens, die, dice, strength, enemy)
    versus = {"en": "{} against {}", "zh-CN": "{}对{}"}[language]
    assert versus.format(other.total, other.against) in page("settlement", language)


class Dice(FastChance):
    """Dice that fall as told."""

    def __init__(self, rolls: list[int]) -> None:
        super().__init__(0)
        self.rolls = rolls

    def roll(self, label: str, faces: int) -> int:
        return self.rolls.pop(0)


def settle(bay: Bay, tokens: list[int], die: int, dice: list[int], strength: int, enemy: list[int]) -> Side:
    """The one fighter's settlement against an invader of so many points."""
    backs = {1: "l1", 2: "l3", 3: "l5"}
    fighter = Fighter(0, "A", tuple(backs[value] for value in tokens))
    invader = ["C1", "S1", "P1"]  # 9 points
    assert sum(KINDS[card].points for card in invader) == strength
    stack = [backs[value] for value in enemy]
    area = Area(bays=(bay, Bay()))
    return settlement.invasion([area], [fighter], invader, stack, Dice([die, *dice])).sides[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_damage_of_a_duel_and_its_example_are_the_engines(language: Language) -> None:
    (block,) = FENCE.findall(page("duel", language))
    margins, damages = (re.findall(r"\d+", row) for row in block.splitlines())
    low, few, some, more, high = map(int, margins)
    assert [few + 1, more + 1] == [some, high]
    for span, wanted in zip((range(low, few + 1), range(some, more + 1), range(high, 30)), damages, strict=True):
        assert {settlement.damage(margin, ()) for margin in span} == {int(wanted)}
    sums = {"en": ("Margin {}", "{} + 1 − 1 = {}"), "zh-CN": ("差值{}", "{}＋1－1＝{}")}[language]
    margin = int(re.findall(sums[0].format(r"(\d+)"), plain("duel", language))[-1])
    both = settlement.damage(margin, ("brittle", "armour"))
    assert sums[1].format(settlement.damage(margin, ()), both) in plain("duel", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picking_orders_of_the_example_are_the_engines(language: Language) -> None:
    """Seat 0 is the dealer; seven parts are picked in rounds."""
    for mine, said in ((18, ("beats it with {}", "以{}击败它")), (12, ("failed with {}", "只有{}没打赢"))):
        assert said[LANGUAGES.index(language)].format(mine) in page("spoils", language)
        totals = (mine, 21, 9)
        beats = (mine == 18, True, False)
        sides = [
            Side(seat, "A", 0, (1,), 1, 0, 0, 0, 0, (), 0, 0, total, False, 15, 0, 0, beats[seat])
            for seat, total in enumerate(totals)
        ]
        order = settlement.picking_order(Settlement(tuple(sides)), 0)
        dealer, comma = {"en": ("dealer", ", "), "zh-CN": ("庄家", "、")}[language]
        named = [dealer if seat == 0 else str(totals[seat]) for seat in (*order, *order, order[0])]
        assert comma.join(named) in page("spoils", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pair_of_the_example_is_the_one_that_the_engine_makes(language: Language) -> None:
    bay = Bay(("C1", "", "", "L4", "L2", "L2", ""), (0, 1, 2))
    assert mech.pairs(bay) == ((1, 2),)
    track, vane = KINDS["L2"].points, KINDS["L4"].points
    text = {
        "en": f"{track} + {vane} = {track + vane} points, the two Tracks {track} + {track} "
        f"and {CRUSH} for Crush = {2 * track + CRUSH}",
        "zh-CN": f"{track}＋{vane}＝{track + vane}点；两张履带是{track}＋{track}，加重压{CRUSH}，共{2 * track + CRUSH}",
    }
    assert text[language] in page("mechs", language)


# ---- pages among themselves


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_refer_to_pages_that_exist(language: Language) -> None:
    """English pages name a page by its id, Chinese ones by its title or so much of it that ``/rules`` finds it."""
    for topic in topics():
        text = FENCE.sub("", page(topic, language))
        if language == "en":
            assert set(re.findall(r"`([a-z]{3,})`", text)) <= set(topics()), topic
        else:
            assert [name for name in re.findall(r"「([^」]+)」", text) if find_topic("wasteland", name) is None] == []


def test_what_chinese_pages_quote_is_a_word_of_the_game() -> None:
    known = {term(f"keyword.{word}", "zh-CN") for word in keywords()}
    known |= {term(f"research.{part}", "zh-CN") for part in PARTS}
    other = {"削弱", "同型对", "科研", "破坏−1", "点数", "弹药", "张数"}
    for topic in topics():
        assert set(QUOTED.findall(page(topic, "zh-CN"))) <= known | other, topic


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_options_names_each_of_them(language: Language) -> None:
    text = page("options", language)
    for field in get_type_hints(Options):
        name = term(f"option.{field}", language)
        assert re.search(rf"^- \*\*{re.escape(name)}", text, re.MULTILINE), field
