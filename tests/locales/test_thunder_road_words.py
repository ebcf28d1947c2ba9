"""The words of Thunder Road: there for everything that the engine names, and true to its data."""

from __future__ import annotations

import json
import re
from typing import Any, get_args, get_type_hints

import pytest

from cogs.rules import find_topic
from engines.thunder_road import facts
from engines.thunder_road.happenings import Reason
from engines.thunder_road.model import COMMANDS, CREWS, DIRS, SIZES, Options
from locales import LANGUAGES, Language, speak
from tests.locales.reading import ROOT

WHY = ("rock", "vehicle", "token", "chopper", "off")
"""Why a chopper cannot go somewhere."""
ENDS = ("finish", "last", "foremost", "nobody")
CHAPTERS = ("setup", "round", "turn", "resign", "end")
REFUSALS = (
    "seats", "no_car", "not_your_car", "car_gone", "inoperable", "unmoved_first", "coasted_out", "no_die", "die_used",
    "command_coasting", "command_used", "command_die", "no_command_die", "no_spot", "strike_space", "no_target",
    "shot_round_one", "not_damaged", "no_repair", "path_lane", "path_step", "path_over", "path_after_shot", "no_path",
    "not_asked", "cannot_take_back", "kind",
)  # fmt: skip
SIGNS = {"R": ".", "r": "!", "O": "o", "o": "?", "M": "m", "X": "X", "2": "2", "3": "3", "4": "4"}
"""How the maps on the pages show the letters of the data."""
FENCE = re.compile(r"```\n(.*?)\n```", re.DOTALL)
COUNT = re.compile(r"^- \*\*(\d+)×\*\* ([^·]+) ·", re.MULTILINE)
DATA: dict[str, Any] = json.loads((ROOT / "engines/thunder_road/data/thunder_road.json").read_text(encoding="utf-8"))
ALL = {"en": "{} tokens", "zh-CN": "{}枚"}
NAME = {"en": "name", "zh-CN": "nameZh"}


def page(topic: str, language: Language) -> str:
    return speak(language)(f"rules.thunder_road.{topic}.text")


def plain(topic: str, language: Language) -> str:
    """The page without its bold marks."""
    return page(topic, language).replace("**", "")


def term(key: str, language: Language) -> str:
    return speak(language)(f"thunder_road.{key}")


def topics(language: Language) -> list[str]:
    return speak(language)("rules.thunder_road.topics").split(",")


# ---- every word that the engine may ask for


def wanted() -> list[str]:
    keys = [f"crew.{crew}" for crew in CREWS]
    keys += [f"vehicle.{crew}.{size}" for crew in CREWS for size in SIZES]
    keys += [f"chopper.{crew}" for crew in CREWS]
    keys += [f"size.{size}" for size in SIZES]
    keys += [f"dir.{direction}" for direction in DIRS]
    keys += [f"command.{command}" for command in COMMANDS]
    keys += [f"face.{face}" for face in facts.FACES]
    keys += [f"hazard.{kind}" for kind in facts.HAZARDS]
    keys += [f"damage.{token.partition('_')[0]}" for token in facts.DAMAGE]
    keys += [f"gone.{reason}" for reason in get_args(Reason)]
    keys += [f"why.{why}" for why in WHY]
    keys += [f"end.{reason}" for reason in ENDS]
    keys += [f"event.won_{reason}" for reason in ENDS]
    keys += [f"chapter.{chapter}" for chapter in CHAPTERS]
    keys += [f"ask.{kind}" for kind in ("assign", "drive", "bonus", "shoot", "reroll")]
    keys += [f"action.{kind}" for kind in ("assign", "drive", "bonus", "shoot", "reroll", "back")]
    keys += [f"refuse.{reason}" for reason in REFUSALS]
    for field, values in get_type_hints(Options).items():
        keys += [f"option.{field}", *(f"option.{field}.{value}" for value in get_args(values))]
    return [*keys, "title", "tagline", "wreck", "start", "off"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_the_engine_names_has_its_word(language: Language) -> None:
    assert [key for key in wanted() if not speak(language).has(f"thunder_road.{key}")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_those_of_the_data(language: Language) -> None:
    name = NAME[language]
    for tile in DATA["tiles"]:
        for face in tile["faces"]:
            assert term(f"face.{face['id']}", language) == face[name]
    for crew in DATA["crews"]:
        assert term(f"crew.{crew['id']}", language) == crew.get(name, crew["id"].capitalize())
        for car in DATA["cars"]:
            assert term(f"vehicle.{crew['id']}.{car['size']}", language).endswith(f" {car[name]}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_vehicles_of_one_crew_share_their_sign_and_no_other_crews(language: Language) -> None:
    signs = [
        {term(f"vehicle.{crew}.{size}", language).split()[0] for size in SIZES}
        | {term(f"chopper.{crew}", language).split()[0]}
        for crew in CREWS
    ]
    assert all(len(sign) == 1 for sign in signs)
    assert len(set.union(*signs)) == len(CREWS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", [DIRS, SIZES])
def test_words_of_a_family_differ(language: Language, family: tuple[str, ...]) -> None:
    kind = "dir" if family is DIRS else "size"
    assert len({term(f"{kind}.{one}", language) for one in family}) == len(family)


# ---- the rules pages against the data


def test_the_reading_order_has_every_page() -> None:
    assert topics("en")[0] == "overview"
    for language in LANGUAGES:
        assert all(speak(language).has(f"rules.thunder_road.{topic}.text") for topic in topics("en"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("topic", "tiles"), [("tiles", slice(0, 3)), ("moretiles", slice(3, 6))])
def test_maps_show_the_tiles(topic: str, tiles: slice, language: Language) -> None:
    text = page(topic, language)
    maps = [block for block in FENCE.findall(text) if "ABCDEF" in block]
    shown = DATA["tiles"][tiles]
    assert len(maps) == len(shown)
    headings = re.findall(r"^\*\*(.+)\*\* · \*\*(.+)\*\*$", text, re.MULTILINE)
    assert len(DATA["tiles"]) == 6
    assert headings == [tuple(face[NAME[language]] for face in tile["faces"]) for tile in shown]
    for block, tile in zip(maps, shown, strict=True):
        header, *rows = block.splitlines()
        assert header.split() == ["ABCDEF", "ABCDEF"]
        assert len(rows) == facts.ROWS
        for number, row in zip(range(facts.ROWS, 0, -1), rows, strict=True):
            left, right = ("".join(SIGNS[letter] for letter in face["rows"][number - 1]) for face in tile["faces"])
            assert row.split() == [str(number), left, str(number), right]
            assert header.index("A") == row.index(left)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_explains_every_sign(language: Language) -> None:
    legend = FENCE.findall(page("tiles", language))[0]
    assert set(SIGNS.values()) <= set(legend.replace("\n", " "))


@pytest.mark.parametrize("language", LANGUAGES)
def test_hazard_tokens_are_counted(language: Language) -> None:
    counted = {name.strip(): int(number) for number, name in COUNT.findall(page("hazards", language))}
    assert counted == {term(f"hazard.{kind}", language): number for kind, number in facts.HAZARDS.items()}
    assert ALL[language].format(sum(facts.HAZARDS.values())) in plain("hazards", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_damage_tokens_are_counted(language: Language) -> None:
    wanted: dict[str, int] = {}
    for token, number in facts.DAMAGE.items():
        name = term(f"damage.{token.partition('_')[0]}", language)
        wanted[name] = wanted.get(name, 0) + number
    counted = {name.strip(): int(number) for number, name in COUNT.findall(page("damage", language))}
    assert counted == wanted
    assert ALL[language].format(sum(facts.DAMAGE.values())) in plain("damage", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_dice_are_the_datas(language: Language) -> None:
    comma = {"en": ", ", "zh-CN": "、"}[language]
    for topic in ("round", "bonus"):
        assert comma.join(map(str, facts.ROAD)) in page(topic, language)
    assert comma.join(map(str, facts.STUNT)) in page("damage", language)
    named = plain("slams", language)
    assert comma.join(term(f"dir.{direction}", language) for direction in facts.DIRECTION) in named
    top, faces = facts.SLAM.count("top"), len(facts.SLAM)
    words = {
        "en": "{} of {} faces move the top one, {} of {} the bottom",
        "zh-CN": "{1}面中{0}面移动上面的，{2}面移动下面的",
    }
    assert words[language].format(top, faces, faces - top, faces) in named


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shooting_die_is_the_datas(language: Language) -> None:
    (block,) = FENCE.findall(page("shooting", language))
    comma = {"en": ", ", "zh-CN": "、"}[language]
    written: list[tuple[str, ...]] = []
    for line in block.splitlines():
        number, sizes = re.fullmatch(r"(\d)(?: faces?|面)\s+(.+)", line).groups()  # type: ignore[union-attr]
        written += [tuple(sizes.split(comma))] * int(number)
    assert written == [tuple(term(f"size.{size}", language) for size in face) for face in facts.SHOOT]
    for topic in ("crews", "shooting"):
        for size, car in zip(SIZES, DATA["cars"], strict=True):
            hits = sum(size in face for face in facts.SHOOT)
            odds = {"en": f"{hits} of 6", "zh-CN": f"6面中{hits}面"}[language]
            told = re.search(rf"{car[NAME[language]]}[^\n]*?(\d of 6|6面中\d面)", plain(topic, language))
            assert told is not None
            assert told.group(1) == odds


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_take_the_dice_of_the_data(language: Language) -> None:
    text = plain("commands", language)
    for command in COMMANDS:
        dice = sorted(facts.COMMAND_DICE[command])
        if len(dice) == 6:
            value = {"en": "any die", "zh-CN": "任意点数"}[language]
        else:
            span = (
                str(dice[0])
                if len(dice) == 1
                else {"en": "{}–{}", "zh-CN": "{}～{}"}[language].format(dice[0], dice[-1])
            )
            value = {"en": f"die {span}", "zh-CN": f"{span}点"}[language]
            assert dice == list(range(dice[0], dice[-1] + 1))
        assert f"- {term(f'command.{command}', language)} · {value}" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_final_tiles_and_rounds_are_the_datas(language: Language) -> None:
    forms = {"en": ("{}th tile", "{}th tile"), "zh-CN": ("第{}块路板", "第{}块路板")}[language]
    for topic in ("goal", "finish"):
        text = plain(topic, language)
        assert forms[0].format(facts.FINAL_TILE) in text
        assert forms[1].format(facts.SAFETY_TILE) in text
    assert {"en": "25 rounds", "zh-CN": "25轮"}[language].replace("25", str(facts.LAST_ROUND)) in plain(
        "goal", language
    )
    assert {"en": "25th round", "zh-CN": "第25轮"}[language].replace("25", str(facts.LAST_ROUND)) in plain(
        "finish", language
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_tokens_at_the_start_are_the_datas(language: Language) -> None:
    for face in facts.START_FACES:
        digits = [int(letter) for row in facts.FACES[face].rows for letter in row if letter.isdecimal()]
        two, three, four = (sum(players <= digit for digit in digits) for players in (2, 3, 4))
        words = {
            "en": f"2 players have {two} tokens there, 3 players {three}, 4 players {four}",
            "zh-CN": f"2人放{two}枚，3人放{three}枚，4人放{four}枚",
        }
        assert words[language] in plain("setup", language)
        assert len(digits) == 6
        assert {"en": "gets all six", "zh-CN": "六格全放"}[language] in plain("road", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_refer_to_pages_that_exist(language: Language) -> None:
    """English pages name a page by its id, Chinese ones by its title or so much of it that ``/rules`` finds it."""
    for topic in topics("en"):
        text = FENCE.sub("", page(topic, language))
        if language == "en":
            assert set(re.findall(r"`([a-z]{3,})`", text)) <= set(topics("en")), topic
        else:
            tokens = {term(f"hazard.{kind}", language) for kind in facts.HAZARDS}
            unknown = [name for name in re.findall(r"「([^」]+)」", text) if find_topic("thunder_road", name) is None]
            assert set(unknown) <= tokens, topic


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_option_is_on_the_page_of_the_setup(language: Language) -> None:
    text = plain("setup", language)
    assert f"- {term('option.start', language)}" in text
    for face in facts.START_FACES:
        assert term(f"face.{face}", language) in text
