"""The complete game in words: alt text within its limit, lines of standing, boards in letters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.volt.model import Mark
from locales import LANGUAGES, Language, speak
from render import Look, draw
from render.text import board, standing
from render.volt import robot_names
from tests.render.gear_scenes import (
    BLAST,
    CHAMPION,
    CHAMPIONSHIP,
    GEAR_SCENES,
    KILLBOTS,
    MATCH_WON,
    MINEFIELD,
    SOLO,
    SOLO_LOST,
    SOLO_WON,
    TITLE,
    crowded,
)
from tests.render.scenes import BATTLE, LONGEST, NAMES

EN = Look("en", NAMES)


def test_it_is_told_that_the_bot_side_has_won() -> None:
    for language in LANGUAGES:
        bots = speak(language)("render.bots")
        sentence = speak(language)("render.alt.winners", names=bots)
        assert sentence in draw("volt", SOLO_LOST, Look(language, NAMES)).alt
        assert sentence in board("volt", SOLO_LOST, speak(language), NAMES)
        assert sentence not in draw("volt", SOLO_WON, Look(language, NAMES)).alt
    running = replace(SOLO_LOST, phase="resolution")
    assert draw("volt", running, EN).png != draw("volt", SOLO_LOST, EN).png


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_is_not_the_championship(language: Language) -> None:
    words = speak(language)
    for view, key, seat in ((MATCH_WON, "match", 1), (CHAMPION, "series", 0)):
        look = Look(language, ("Rook", "Mika"))
        told = words(f"render.alt.winners.{key}", names=look.names[seat])
        assert told in draw("volt", view, look).alt
        assert told in board("volt", view, words, look.names)
    last = replace(CHAMPION, winners=(1,))
    assert words("render.alt.winners", names="Mika") in draw("volt", last, Look(language, ("Rook", "Mika"))).alt
    left = replace(MATCH_WON, winners=(1,), championship=TITLE)
    assert words("render.alt.winners.series", names="Mika") in draw("volt", left, Look(language, ("Rook", "Mika"))).alt


def test_points_of_a_match_that_is_over_count_once() -> None:
    words = speak("en")
    assert words("render.alt.robot.total", vp=7) in draw("volt", MATCH_WON, EN).alt
    running = replace(MATCH_WON, phase="resolution", winners=())
    assert words("render.alt.robot.total", vp=10) in draw("volt", running, EN).alt


def test_a_way_over_the_edge_is_no_teleport() -> None:
    subway = replace(BATTLE, marks=(Mark("jump", ((5, 0), (5, 8)), 2, 1),))
    assert speak("en")("render.alt.mark.edge", name="小明", start="A6", end="I6") in draw("volt", subway, EN).alt
    assert draw("volt", subway, EN).png != draw("volt", BATTLE, EN).png


def test_robots_are_named_by_index() -> None:
    words = speak("en")
    assert robot_names(KILLBOTS, words, ("Rook", "Mika")) == ("Rook", "Mika", "Ripper", "Watcher")
    assert robot_names(SOLO, words, ("",)) == (words("render.bot", n=1), "Ripper", "Watcher")
    assert robot_names(BATTLE, words, NAMES)[:3] == NAMES[:3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_tell_how_everybody_stands(language: Language) -> None:
    words = speak(language)
    lines = standing("volt", SOLO, words, ("Rook",))
    assert lines[0].startswith("Rook")
    assert words("volt.card.shield_1") in lines[0]
    assert words("volt.killbot.ripper") in lines[1]
    assert words("volt.ai.sniper") in lines[1]
    assert lines[-1] == words("render.alt.bots", vp=1, target=3)
    told = "\n".join(standing("volt", CHAMPIONSHIP, words, NAMES))
    for prize in ("overclock", "reflector", "titan_plating", "hover_skids"):
        assert words(f"volt.champion.{prize}") in told


@pytest.mark.parametrize("name", GEAR_SCENES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_board_tells_all_of_it(name: str, language: Language) -> None:
    view, words = GEAR_SCENES[name], speak(language)
    for names in (NAMES, LONGEST):
        text = board("volt", view, words, names)
        assert not text.endswith("…")
        assert "render." not in text
        assert "volt." not in text
        for shown in view.robots:
            assert text.count(f"[{shown.seat + 1}]") >= (1 if shown.pos is None else 2)
            for card in shown.cards:
                assert words(f"volt.card.{card.id}") in text
            if shown.killbot is not None:
                assert words(f"volt.killbot.{shown.killbot}") in text


def test_a_text_board_draws_mines_and_workshops_where_they_are() -> None:
    lines = board("volt", MINEFIELD, speak("en"), NAMES).splitlines()
    rows = [line[3:] for line in lines if line[:2].strip().isdigit()]
    cells = {(r, c): rows[r][c * 3 : c * 3 + 3].strip() for r in range(9) for c in range(9)}
    assert cells[2, 5] == "x"
    assert cells[2, 8] == "x1"
    assert cells[3, 3] == "x2"
    assert cells[1, 1] == "W"
    assert cells[7, 5] == "[3]"
    assert cells[2, 3] == "*"


@pytest.mark.parametrize("language", LANGUAGES)
def test_alt_text_keeps_its_limit_when_all_falls_together(language: Language) -> None:
    view = crowded(language)
    for size in ("full", "step"):
        for names in (LONGEST, NAMES):
            look = Look(language, names, size)
            alt = draw("volt", view, look).alt
            assert len(alt) <= 1024
            assert not alt.endswith("…"), "nothing is cut off"
            assert alt == draw("volt", view, look).alt
            for index in range(4):
                assert f"{view.robots[index].damage}/3" in alt
            assert speak(language)("volt.card.maneuver_2") in alt, "what acts is told to the last"


def test_what_matters_least_is_shortened_first() -> None:
    full = draw("volt", MINEFIELD, EN).alt
    assert "Module decks left" in full
    assert "Diagonal Drive" in full
    busy = draw("volt", BLAST, Look("en", LONGEST)).alt
    assert "Blast at" in busy
    assert "destroyed" in busy
    packed = draw("volt", crowded("en"), EN).alt
    assert "Module decks left" not in packed
    assert "3 modules" in packed
    assert speak("en")("render.alt.mark.path", name="小明", start="E9", end="E6", cells="") in packed
