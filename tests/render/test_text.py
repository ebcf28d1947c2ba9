"""Events become sentences, and a board can be read in letters."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest

from engines.core import Event, Listing, Term, Who
from engines.grid import cell_name
from engines.volt.model import Mark
from locales import LANGUAGES, Language, Words, speak
from render import Look, volt
from render.text import BOARD_LIMIT, board, fact, join, sentence
from tests.render.scenes import BATTLE, LONGEST, MISS, NAMES, ODD, SCENES, WON


@pytest.mark.parametrize(
    ("items", "english", "chinese"),
    [
        ([], "", ""),
        (["a"], "a", "a"),
        (["a", "b"], "a and b", "a和b"),
        (["a", "b", "c"], "a, b and c", "a、b和c"),
    ],
)
def test_lists_are_joined_as_the_language_does(items: list[str], english: str, chinese: str) -> None:
    assert join(items, speak("en")) == english
    assert join(items, speak("zh-CN")) == chinese


def test_each_kind_of_fact_is_told() -> None:
    words = speak("en")
    assert fact(3, words, NAMES) == "3"
    assert fact("E5", words, NAMES) == "E5"
    assert fact(Who(0), words, NAMES) == "Rook"
    assert fact(Who(3), words, NAMES) == words("render.bot", n=4)
    assert fact(Term("render.act.red"), words, NAMES) == words("render.act.red")
    listing = Listing((Who(0), "E5", Term("render.act.blue"), 7))
    assert fact(listing, words, NAMES) == f"Rook, E5, {words('render.act.blue')} and 7"


class Echo(Words):
    """Words that show the key and the facts that they were asked with."""

    def __init__(self) -> None:
        self.language: Language = "en"

    def __call__(self, key: str, **facts: object) -> str:
        return f"{key}{sorted(facts.items())}" if facts else key


def test_a_sentence_is_the_events_message_filled_with_its_facts() -> None:
    event = Event("moved", {"who": Who(0), "end": "E5", "steps": 3, "dir": Term("volt.dir.N")})
    told = sentence("volt", event, Echo(), NAMES)
    assert told == "volt.event.moved" + str([("dir", "volt.dir.N"), ("end", "E5"), ("steps", "3"), ("who", "Rook")])


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_board_shows_every_robot_and_keeps_its_limit(name: str, language: Language) -> None:
    view = SCENES[name]
    for names in (NAMES, LONGEST, ODD[3:7]):
        text = board("volt", view, speak(language), names)
        assert len(text) <= BOARD_LIMIT
        assert "`" not in text
        assert "render." not in text
        for robot in view.robots:
            assert f"[{robot.seat + 1}] " in text
            assert text.count(f"[{robot.seat + 1}]") >= (1 if robot.pos is None else 2)


def test_the_rows_of_a_text_board_line_up_and_stand_where_the_cells_are() -> None:
    lines = board("volt", BATTLE, speak("en"), NAMES).splitlines()
    rows = lines[3:12]
    assert [row[:3].strip() for row in rows] == [str(number) for number in range(1, 10)]
    assert all(unicodedata.east_asian_width(c) in ("Na", "N") for row in rows for c in row)
    for robot in BATTLE.robots:
        if robot.pos is not None:
            row, column = robot.pos
            assert rows[row][3 + column * 3 :][:3] == f"[{robot.seat + 1}]", cell_name(robot.pos)
    assert rows[2][3 + 6 * 3 + 1] == "*"
    assert rows[2][3 + 2 * 3 + 1] == "O"
    assert rows[1][3 + 2 * 3 + 1] == "#"
    assert lines[2].split() == list("ABCDEFGHI")


def test_a_text_board_tells_of_a_marker_under_a_robot_and_of_winners() -> None:
    assert "C7" in board("volt", BATTLE, speak("en"), NAMES).splitlines()[-1]
    assert "Winner" in board("volt", WON, speak("en"), NAMES)
    assert "Winner" not in board("volt", replace(WON, winners=()), speak("en"), NAMES)


def test_a_laser_that_leaves_no_cell_is_not_told_as_a_way() -> None:
    look = Look("en", NAMES)
    assert "Laser" not in volt.describe(MISS, look)
    assert "Laser" in volt.describe(replace(MISS, marks=(Mark("beam", ((2, 3), (1, 2)), 0, 1),)), look)
