"""Races in words: alt text, the road in letters, a line for each crew, in both languages and within their limits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.thunder_road.model import Roll, Spot, Wreck
from engines.thunder_road.views import Mark, View
from locales import LANGUAGES, Language, speak
from render import Look
from render.studio import ALT_LIMIT, painter
from render.text import BOARD_LIMIT, board, standing
from tests.render.thunder_road_scenes import BATTLE, FINAL, LONG, NAMES, OVER, PLAN, SCENES, START, STEPS, on

ALL = {**SCENES, **{f"step {kind}": view for kind, view in STEPS.items()}}
ARTIST = painter("thunder_road")
WORST = replace(
    BATTLE,
    round=25,
    cars=tuple(
        replace(on("ABCDEF"[k % 6], 9 + k * 2, "skid_FL"), moved=True, coasts=2) for k in range(12)
    ),
    crews=tuple(replace(crew, chopper=Spot(k, 20 + k)) for k, crew in enumerate(BATTLE.crews)),
    wrecks=tuple(Wreck(100 + k, Spot(k % 6, 9 + k)) for k in range(12)),
    turn=replace(BATTLE.turn, rolls=(Roll("shoot", "S,M,L"), Roll("slam", "bottom"), Roll("direction", "BR")) * 5),
    marks=(
        Mark("drive", tuple(Spot(2, 8 + k) for k in range(12)), 0),
        Mark("flip", (Spot(2, 19),), 0, "mine"),
        *(Mark("slide", (Spot(k % 6, 9 + k), Spot(k % 6, 10 + k)), k) for k in range(12)),
        *(Mark("gone", (Spot(k % 6, 9 + k),), k, "chopper") for k in range(12)),
    ),
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_alt_text_tells_of_every_crew_and_keeps_its_limit(name: str, language: Language) -> None:
    view = ALL[name]
    names = ("Rook", "Mika", "小明", "Zed")
    alt = ARTIST.describe(view, Look(language, names))
    assert len(alt) <= ALT_LIMIT
    for seat in view.order:
        assert names[seat] in alt
    assert str(view.round) in alt
    assert "render." not in alt
    assert "thunder_road." not in alt
    assert "{" not in alt


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["full", "step"])
def test_alt_text_is_not_cut_off_when_all_falls_together(language: Language, size: str) -> None:
    alt = ARTIST.describe(WORST, Look(language, LONG, size))  # type: ignore[arg-type]
    assert len(alt) <= ALT_LIMIT
    assert not alt.endswith("…")
    assert len(alt) > ALT_LIMIT // 3


def test_alt_text_names_places_and_states() -> None:
    alt = ARTIST.describe(BATTLE, Look("en", NAMES))
    for fact in (
        "round 4", "Turn 2 of 3: Rook (Ember)", "Road die 3", "Dart C14 (moved)", "Fang B9 (damage 1)",
        "Maul A12 (inoperable)", "Fang eliminated", "Chopper C14", "Free dice: 3 1", "Oil at E26", "wreck at B18 E10",
        "Boulder Run, The Sump and Razor Gorge", "slam: standing vehicle",
    ):  # fmt: skip
        assert fact in alt
    assert "The finish line lies ahead of row 56" in ARTIST.describe(FINAL, Look("en", NAMES))
    assert "Rook (Ember) has won: across the finish line in round 7" in ARTIST.describe(OVER, Look("en", NAMES))
    assert "still in the way: Dart A36" in ARTIST.describe(FINAL, Look("en", NAMES))


def test_alt_text_tells_the_plan() -> None:
    alt = ARTIST.describe(PLAN, Look("en", NAMES))
    for fact in ("Tide Fang", "die 5", "Airstrike with 2", "chopper to C19", "shoots at Ember Maul", "path F FL F"):
        assert fact in alt
    assert "E16→E17→D17→D18" in alt
    assert "next C19 D19 E19" in alt


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_the_road_in_letters_fits_and_has_a_line_for_every_row(name: str, language: Language) -> None:
    view = SCENES[name]
    text = board("thunder_road", view, speak(language), LONG)
    assert len(text) <= BOARD_LIMIT
    assert not text.endswith("…")
    lines = text.split("\n")
    rows = [line for line in lines if line[:2].strip().isdigit() and line[2:3] == " " and len(line) >= 24]
    assert [int(line[:3]) for line in rows[:24]] == list(range(view.front, view.rear, -1))
    assert "render." not in text


def cell(view: View, spot: Spot) -> str:
    """What the road in letters has in a space."""
    text = board("thunder_road", view, speak("en"), NAMES).split("\n")
    line = next(line for line in text if line.startswith(f"{spot.row + 1:<3}"))
    return line[3 + 4 * spot.lane : 7 + 4 * spot.lane].strip()


def test_the_road_in_letters_says_what_is_where() -> None:
    expected = {
        (2, 13): "1S^2", (1, 8): "1M", (0, 11): "2l", (4, 19): "3L^3", (1, 17): "w", (4, 25): "~", (2, 29): "?",
        (4, 17): "m", (0, 30): "X", (0, 24): "o", (2, 24): ".",
    }  # fmt: skip
    for place, sign in expected.items():
        assert cell(BATTLE, Spot(*place)) == sign, place


def test_letters_show_the_plan_and_the_finish() -> None:
    assert "path F FL F" in board("thunder_road", PLAN, speak("en"), NAMES)
    assert "%%%%" in board("thunder_road", FINAL, speak("en"), NAMES)
    assert "%%%%" not in board("thunder_road", BATTLE, speak("en"), NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_for_each_crew(language: Language) -> None:
    lines = standing("thunder_road", BATTLE, speak(language), NAMES)
    assert len(lines) == 4
    for line, name in zip(lines, (*NAMES[:3], speak(language)("render.bot", n=4)), strict=True):
        assert name in line
    assert "C14" in lines[0]
    assert lines != standing("thunder_road", START, speak(language), NAMES)
    assert len(standing("thunder_road", SCENES["two"], speak(language), NAMES[:2])) == 2
    out = standing("thunder_road", FINAL, speak(language), NAMES)[1]
    assert "A36" in out
