"""The wasteland in words: alt text within its limit, the board in letters, a line for each seat."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import pytest

from engines.wasteland.cards import KEYS
from engines.wasteland.model import Count, Lying
from engines.wasteland.views import Mark, MarkKind, SeasonSummary, View
from locales import LANGUAGES, Language, speak
from render import Look
from render.studio import ALT_LIMIT
from render.text import BOARD_LIMIT
from render.wasteland.alt import describe, standing
from render.wasteland.letters import text_board
from tests.render.wasteland.seat_scenes import (
    ASKED,
    FIGHT,
    LONG,
    NAMES,
    REST,
    SCENES,
    SETTLED,
    answered,
    area,
    bay,
)

EN = Look("en", NAMES)
PUBLIC = {name: replace(view, seat=None, drafted=None) for name, view in SCENES.items() if name in ("rest", "over")} | {
    "fight": replace(FIGHT, seat=None),
    "settled": replace(SETTLED, seat=None),
}
ALL = {**SCENES, **{f"public {name}": view for name, view in PUBLIC.items()}}
KINDS: tuple[MarkKind, ...] = get_args(MarkKind)
WORST = replace(
    ASKED["spoils"],
    wasteland=tuple(Lying(k + 100, "?3") for k in range(30)),
    areas=tuple(
        area("P4 P4 P4 l3 L3 l4 L4", "C4 S4 P4 l1 l2 L3 L4", "C1 S1 P1 L1", 12, 3) for _ in range(7)
    ),
    marks=tuple(Mark(kind, "A.L3", k % 7, "P4") for k, kind in enumerate(KINDS)),
    drafted=SCENES["scavenge 0"].drafted,
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_alt_text_keeps_its_limit_and_tells_of_every_seat(name: str, language: Language) -> None:
    view = ALL[name]
    names = ("Rook", "Mika", "小明", "Zed", "Ana", "Bo", "Cy")
    alt = describe(view, Look(language, names))
    assert len(alt) <= ALT_LIMIT
    for seat in view.order:
        assert names[seat] in alt
    for rest in ("render.", "wasteland.card", "wasteland.keyword", "{"):
        assert rest not in alt


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", [0, None])
def test_alt_text_is_not_cut_off_when_all_falls_together(language: Language, seat: int | None) -> None:
    alt = describe(replace(WORST, seat=seat), Look(language, LONG))
    assert ALT_LIMIT // 4 < len(alt) <= ALT_LIMIT


def test_all_scenes_sound_different() -> None:
    told = {name: describe(view, EN) for name, view in ALL.items()}
    now = {"scout_now", "spoil_now", "declare_now"}
    assert len(set(told.values())) == len(told)
    assert now <= set(told)


def area_of(view: View, seat: int, **facts: Any) -> View:
    areas = tuple(replace(a, **facts) if k == seat else a for k, a in enumerate(view.areas))
    return replace(view, areas=areas)


def bays(view: View, seat: int, a: str) -> View:
    return area_of(view, seat, bays=(bay(a), view.areas[seat].bays[1]))


FACTS: dict[str, tuple[View, View]] = {
    "the turn": (REST, replace(REST, turn=10)),
    "the season": (REST, replace(REST, season="storm")),
    "the dealer": (REST, replace(REST, dealer=1)),
    "whose go": (REST, replace(REST, queue=(3,))),
    "N": (REST, replace(REST, count=2)),
    "the pile": (REST, replace(REST, pile=76)),
    "reshuffles": (REST, replace(REST, reshuffles=0)),
    "no limit of reshuffles": (REST, replace(REST, reshuffles=None)),
    "the drought": (REST, replace(REST, drought=True)),
    "the storm": (REST, replace(REST, storm=2)),
    "an own card face down": (REST, bays(REST, 0, "C1 S1 P1 L2 L2 L4 l1")),
    "an own card turned up": (REST, bays(REST, 0, "C1 S1 P1 L2 L2 L4 L3")),
    "own ammo": (REST, area_of(REST, 0, tokens=4)),
    "own research": (REST, area_of(REST, 0, research=("", "", "", "L5"))),
    "another's points": (REST, bays(REST, 1, "C1 S4 P4 L1 L1 L3 L3")),
    "another's ammo": (REST, area_of(REST, 2, tokens=1, top=1)),
    "another's hidden ammo": (REST, area_of(REST, 3, tokens=None, top=None)),
    "who is out": (REST, area_of(REST, 5, out=True, place=6)),
    "a wasteland card": (REST, replace(REST, wasteland=(*REST.wasteland[:-1], Lying(11, "C3")))),
    "the stack of supervision": (REST, replace(REST, supervision=replace(REST.supervision, tokens=9))),
    "the looked-at card": (
        ASKED["look"],
        replace(ASKED["look"], wasteland=tuple(Lying(7, "s3") if k.number == 7 else k for k in REST.wasteland)),
    ),
    "the invader's tokens": (FIGHT, replace(FIGHT, invader_tokens=2)),
    "who fights": (FIGHT, replace(FIGHT, fighters=FIGHT.fighters[:2])),
    "what is committed": (
        FIGHT,
        replace(FIGHT, fighters=(replace(FIGHT.fighters[0], committed=True, top=2), *FIGHT.fighters[1:])),
    ),
    "the settlement": (SETTLED, replace(SETTLED, settlement=None)),
    "who beats": (
        SETTLED,
        replace(
            SETTLED,
            settlement=replace(
                SETTLED.settlement,  # type: ignore[type-var]
                sides=(replace(SETTLED.settlement.sides[0], beats=False), *SETTLED.settlement.sides[1:]),  # type: ignore[union-attr]
            ),
        ),
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fact", FACTS)
def test_every_fact_changes_the_alt_text(fact: str, language: Language) -> None:
    before, after = FACTS[fact]
    assert describe(before, Look(language, NAMES)) != describe(after, Look(language, NAMES))


def test_a_blind_player_hears_the_own_cards_and_what_is_asked() -> None:
    alt = describe(ASKED["look"], EN)
    for fact in (
        "Turn 9, Scavenge season. Dealer: Okonkwo",
        "You are Rook, seat 1",
        "You look at #7",
        "bay A 11 points: Furnace Core, Optic Scope, Field Damper, Track Unit ×2, Hover Vane (idle)",
        "Strider Leg (face down)",
        "research Tactical Radar, Broken Axle",
        "ammo 5, top 3",
        "#7: Warped Lens",
        "Your die counts at most 3",
    ):
        assert fact in alt
    assert "take, in place of bay A sensor" in describe(SCENES["look 0"], EN)
    assert "plant on Juniper, bay B" in describe(SCENES["look 1"], EN)


def test_with_few_players_every_card_is_told() -> None:
    few = replace(REST, order=(0, 1, 2), areas=REST.areas[:3], seat=None, wasteland=REST.wasteland[:4])
    alt = describe(few, EN)
    assert "Fusion Core, Warped Lens, Rusted Shackle, Wheel Set ×2, Strider Leg ×2" in alt
    assert "face-down sensor (ammo 1)" in alt


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_mark_is_told(kind: MarkKind, language: Language) -> None:
    look = Look(language, NAMES)
    step = replace(REST, seat=None, marks=(Mark(kind, "A.L2", 3, "L4"),))
    told = describe(step, look)
    assert told != describe(replace(step, marks=()), look)
    others = {describe(replace(step, marks=(Mark(other, "A.L2", 3, "L4"),)), look) for other in KINDS}
    assert len(others) == len(KINDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_of_marks_are_told(language: Language) -> None:
    look = Look(language, NAMES)
    marks = (
        Mark("drawn", "#5", None, "?1"), Mark("drawn", "#6", None, "?1"), Mark("target", "M3"), Mark("recycled", "L2"),
        Mark("recycled", "L2", 2), Mark("token", "T", 2), Mark("drought"),
    )  # fmt: skip
    assert len({describe(replace(REST, seat=None, marks=(mark,)), look) for mark in marks}) == len(marks)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_season_s_end_is_told_as_changes(language: Language) -> None:
    before = tuple(Count(4 + k, 5, 2, 1) for k in range(7))
    after = tuple(Count(9 + k, 6, 3, 2) for k in range(7))
    view = replace(REST, seat=None, summary=SeasonSummary("scavenge", before, after))
    alt = describe(view, Look(language, LONG))
    assert len(alt) <= ALT_LIMIT
    assert "4→9" in alt
    assert "10→15" in alt


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", range(7))
def test_a_page_tells_every_card_of_one_player(seat: int, language: Language) -> None:
    alt = describe(REST, Look(language, LONG, page=seat))
    assert len(alt) <= ALT_LIMIT
    assert alt != describe(REST, Look(language, LONG, page=(seat + 1) % 7))
    if seat == 4:
        assert speak(language)("wasteland.card.S3") in alt


# ---- letters and lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_the_board_in_letters_fits(name: str, language: Language) -> None:
    text = text_board(ALL[name], speak(language), LONG)
    assert len(text) <= BOARD_LIMIT
    for rest in ("render.", "wasteland.card", "wasteland.keyword", "{"):
        assert rest not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_in_letters_fits_when_all_falls_together(language: Language) -> None:
    assert len(text_board(WORST, speak(language), LONG)) <= BOARD_LIMIT


def test_the_board_in_letters_says_what_is_where() -> None:
    text = text_board(REST, speak("en"), NAMES)
    for line in (
        "Wasteland: 3:C1 5:(1) 6:S4 7:(3) 8:L4 9:P4 11:(2)",
        "Roaming 3: C2 S4 P1 L4 L4 L1 L2 = 13",
        "Assembly: C4 -- P2 L1 L5 -- --, stack 4, top 2",
        "1 Rook: research S2 L5, ammo 5, top 3",
        "  A C1 S1 P1 L2 L2 L4 l3 = 11",
        "  B c4 s3 -- l1 -- -- -- = 0",
        "  A C3 (1) (2) L4 (3) -- -- = 3",
        "7 Bot 7: out, place 7.",
    ):
        assert line in text.split("\n")
    for key in KEYS:
        assert f"{key} {speak('en')(f'wasteland.card.{key}')}" in text
    assert "Invader 2: C1 S2 P4 L1 L2 L3 L5 = 6, tokens 3, top 2" in text_board(FIGHT, speak("en"), NAMES)
    drafted = answered(ASKED["scout"], SCENES["scout 0"].drafted.action)  # type: ignore[union-attr]
    assert "as ammo #7" in text_board(drafted, speak("en"), NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_for_each_seat(language: Language) -> None:
    words = speak(language)
    lines = standing(REST, words, LONG)
    assert len(lines) == 7
    for line, name in zip(lines, LONG, strict=True):
        assert name in line
    assert "11" in lines[0]
    assert "7" in lines[6]
    assert [k for k, line in enumerate(lines) if "dealer" in line or "庄家" in line] == [2]
    over = standing(SCENES["over"], words, LONG)
    assert len(set(over)) == 7
    assert over[0] == words("render.wasteland.alt.stand.won", name=LONG[0])
    assert standing(REST, words, LONG[:3]) == lines[:3]
