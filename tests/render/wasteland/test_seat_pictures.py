"""What a seat's own picture shows: its secrets, what each question is about, its answer; within size and palette."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import combinations
from typing import Any, Literal, get_args

import pytest
from PIL import Image

from engines.chance import FastChance
from engines.core import Level
from engines.wasteland import GAME
from engines.wasteland.model import SLOTS, AskKind, Commit, Forage, Lying, Pick, Tribute
from engines.wasteland.views import FighterView, Mark, View
from locales import LANGUAGES, Language
from render import Look
from render.palette import LIMIT, colours
from render.png import encode
from render.studio import ALT_LIMIT
from render.type import write
from render.wasteland import contexts, describe, heading, lines, nameplates, opponents, own_area, paint, seat_page
from render.wasteland.seat_page import paint_page, paint_seat
from tests.render.conftest import Box, record_writing
from tests.render.wasteland.seat_scenes import (
    ANSWERS,
    ASKED,
    FIGHT,
    LONG,
    LOOKING,
    NAMES,
    OTHERS,
    OWN,
    REST,
    SCENES,
    SETTLED,
    WAITING,
    answered,
    asked,
    bay,
)

EN = Look("en", NAMES)
WIDE = 800
TALLEST, RESTING = 1110, 660
"""Pixels, for seven players."""
HEAVIEST = 192 * 1024


def shown(view: View, look: Look = EN) -> bytes:
    return encode(paint_seat(view, look))


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_a_small_palette_png_and_short_enough_for_controls_under_it(name: str, language: Language) -> None:
    png = shown(SCENES[name], Look(language, LONG))
    image = opened(png)
    assert image.mode == "P"
    assert image.width == WIDE
    assert image.height <= (RESTING if name in WAITING else TALLEST)
    assert {colour for _, colour in image.convert("RGB").getcolors(LIMIT) or ()} <= set(colours())
    assert len(png) <= HEAVIEST


def test_every_question_has_a_picture_and_every_answer_another() -> None:
    assert set(ASKED) == set(ANSWERS) == set(get_args(AskKind))
    pictures = {name: shown(view) for name, view in SCENES.items()}
    for a, b in combinations(pictures, 2):
        assert pictures[a] != pictures[b], (a, b)


def own(view: View, at: int, slots: str) -> View:
    """The view with one of the own bays changed."""
    bays = tuple(bay(slots) if k == at else b for k, b in enumerate(view.areas[0].bays))
    return replace(view, areas=(replace(view.areas[0], bays=bays), *view.areas[1:]))  # type: ignore[arg-type]


def mine(view: View, **facts: Any) -> View:
    return replace(view, areas=(replace(view.areas[0], **facts), *view.areas[1:]))


def theirs(view: View, seat: int, **facts: Any) -> View:
    areas = tuple(replace(area, **facts) if k == seat else area for k, area in enumerate(view.areas))
    return replace(view, areas=areas)


OWN_FACTS: dict[str, View] = {
    "a face-down leg": own(REST, 0, "C1 S1 P1 L2 L2 L4 l1"),
    "a face-down core": own(REST, 1, "c1 s3 - l1 - - -"),
    "a face-down sensor": own(REST, 1, "c4 s4 - l1 - - -"),
    "a part that lies up": own(REST, 0, "C1 S2 P1 L2 L2 L4 l3"),
    "a part turned up": own(REST, 0, "C1 S1 P1 L2 L2 L4 L3"),
    "another pair": own(REST, 0, "C1 S1 P1 L2 L4 L2 l3"),
    "an empty slot": own(REST, 0, "C1 S1 - L2 L2 L4 l3"),
    "no core": own(REST, 1, "- s3 - l1 - - -"),
    "research": mine(REST, research=("", "S2", "P1", "L5")),
    "which research": mine(REST, research=("", "S1", "", "L5")),
    "tokens": mine(REST, tokens=4),
    "the top token": mine(REST, top=1),
    "which seat": replace(REST, seat=3),
    "the dealer": replace(REST, dealer=1),
    "the season": replace(REST, season="storm"),
    "whose go": replace(REST, queue=(3, 0)),
    "the pile": replace(REST, pile=76),
    "N": replace(REST, count=4),
    "what has just happened": replace(REST, marks=(Mark("gained", "A.L3", 0, "L4"),)),
    "where it has": replace(REST, marks=(Mark("gained", "A.L2", 0, "L2"),)),
}


@pytest.mark.parametrize("fact", OWN_FACTS)
def test_every_fact_of_the_own_area_changes_the_picture(fact: str) -> None:
    assert shown(OWN_FACTS[fact]) != shown(REST)


@pytest.mark.parametrize("number", [3, 5, 7, 8])
@pytest.mark.parametrize("kind", ["scout", "scout_now", "scavenge", "pick"])
def test_questions_about_the_wasteland_show_every_card(kind: str, number: int) -> None:
    view = ASKED[kind]
    other = tuple(Lying(number, "C3") if lying.number == number else lying for lying in view.wasteland)
    gone = tuple(lying for lying in view.wasteland if lying.number != number)
    known = tuple(Lying(number, "c3") if lying.number == number else lying for lying in view.wasteland)
    made = {shown(replace(view, wasteland=row)) for row in (view.wasteland, other, gone, known)}
    assert len(made) == 4


@pytest.mark.parametrize("kind", ["look", "study"])
def test_the_card_that_is_looked_at_is_large_and_its_effect_is_told(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    view = ASKED[kind]
    secret = replace(view, wasteland=tuple(Lying(7, "s3") if k.number == 7 else k for k in view.wasteland))
    assert shown(secret) != shown(view)
    told = [text for text, _ in record(monkeypatch, view, EN)]
    assert "Warped Lens" in told
    assert any("Your die counts at most 3" in text for text in told)
    size = opened(shown(view)).height - opened(shown(replace(view, asked=()))).height
    assert size >= contexts.LOOKED


@pytest.mark.parametrize("kind", ["tribute", "declare", "declare_now", "target"])
def test_questions_before_the_invasion_show_supervision(kind: str) -> None:
    view = ASKED[kind]
    stronger = replace(view.supervision.roamers[1], cards=("C1", *view.supervision.roamers[1].cards[1:]))
    changed = (
        replace(view.supervision, roamers=(view.supervision.roamers[0], stronger, view.supervision.roamers[2])),
        replace(view.supervision, assembly=("C4", "S1", "P2", "L1", "L5", "", "")),
        replace(view.supervision, tokens=5),
        replace(view.supervision, top=3),
    )
    pictures = {shown(replace(view, supervision=supervision)) for supervision in (view.supervision, *changed)}
    assert len(pictures) == 5


@pytest.mark.parametrize("kind", ["commit", "spoils", "spoil_now", "lose_part"])
def test_questions_of_the_invasion_show_the_invader_and_who_fights(kind: str) -> None:
    view = ASKED[kind]
    assert view.invader is not None
    fewer = replace(view, fighters=view.fighters[:-1], queue=view.queue[:-1])
    changed = (
        replace(view, invader=replace(view.invader, cards=("C2", *view.invader.cards[1:]))),
        replace(view, invader_tokens=2),
        replace(view, invader_top=1),
        fewer,
    )
    assert len({shown(v) for v in (view, *changed)}) == 5


def test_what_fighters_committed_is_shown_as_far_as_it_is_known() -> None:
    view = ASKED["commit"]
    states = ((None, None, None), (True, 3, None), (True, 1, None), (False, None, 0), (True, 3, 2))
    rest = view.fighters[1:]
    pictures = {shown(replace(view, fighters=(FighterView(2, "A", *state), *rest))) for state in states}  # type: ignore[arg-type]
    assert len(pictures) == len(states)


def test_totals_are_shown_once_it_is_settled() -> None:
    assert SETTLED.settlement is not None
    sides = SETTLED.settlement.sides
    other = replace(SETTLED.settlement, sides=(replace(sides[0], total=22), *sides[1:]))
    lost = replace(SETTLED.settlement, sides=(replace(sides[0], beats=False), *sides[1:]))
    views = [replace(ASKED["spoils"], settlement=made) for made in (None, SETTLED.settlement, other, lost)]
    assert len({shown(view) for view in views}) == 4


@pytest.mark.parametrize("kind", ["defend", "trophy"])
def test_questions_of_a_duel_show_the_opponent_s_mech(kind: str) -> None:
    view = ASKED[kind]
    other = theirs(view, 2, bays=(bay("C3 ?1 ?3 L4 ?3 - -"), OTHERS[1].bays[1]))
    hidden = theirs(view, 2, bays=(OTHERS[1].bays[0], bay("C1 - - - - - -")))
    assert shown(other) != shown(view)
    assert shown(hidden) == shown(view), "the mech that does not fight is not shown"


def test_a_challenge_shows_every_mech_of_those_who_live() -> None:
    view = ASKED["challenge"]
    for seat in range(1, 6):
        changed = theirs(view, seat, bays=(bay("C1 S1 ?1 - - - -"), bay("C2 - - - - - -")))
        assert shown(changed) != shown(view), seat
        assert shown(theirs(view, seat, out=True, place=6)) != shown(view), seat


@pytest.mark.parametrize("kind", ["scavenge", "pick", "look"])
def test_the_others_free_slots_are_shown_where_a_card_can_be_planted(kind: str) -> None:
    view = ASKED[kind]
    filled = theirs(view, 4, bays=(OTHERS[3].bays[0], bay("C2 ?1 - - - - -")))
    assert shown(filled) != shown(view)


def test_maintenance_shows_what_can_be_recycled() -> None:
    view = ASKED["upkeep"]
    full = replace(view.supervision, assembly=("C4", "S1", "P2", "L1", "L5", "", ""))
    assert shown(replace(view, supervision=full)) != shown(view)


SILENT = (
    ("assemble", 1), ("scout", 2), ("scout", 3), ("scavenge", 1), ("tribute", 0), ("declare", 1), ("declare", 2),
    ("declare_now", 1), ("spoils", 1), ("challenge", 0),
)  # fmt: skip
"""Answers that choose nothing that could be pointed out."""
ALIKE = ({("target", 0), ("target", 1)},)
"""Answers that differ in words only."""


@pytest.mark.parametrize("kind", ANSWERS)
def test_an_answer_is_drawn_in_and_not_only_said(kind: str) -> None:
    rest = paint_seat(ASKED[kind], EN)
    above = (0, 0, WIDE, rest.height)
    made = {(kind, k): SCENES[f"{kind} {k}"] for k in range(len(ANSWERS[kind]))}
    tables = {answer: paint_seat(view, EN).crop(above).tobytes() for answer, view in made.items()}
    for answer, table in tables.items():
        assert (table == rest.tobytes()) == (answer in SILENT), answer
    for a, b in combinations(tables, 2):
        same = {a, b} in ALIKE or {a, b} <= set(SILENT)
        assert (tables[a] == tables[b]) == same, (a, b)


@pytest.mark.parametrize("slot", [f"A.{slot}" for slot in SLOTS] + ["R.S", "R.L", "T"])
def test_every_card_that_can_be_given_is_ringed_in_its_order(slot: str) -> None:
    view = ASKED["tribute"]
    alone = shown(answered(view, Tribute(cards=(slot,))))
    assert alone != shown(view)
    if slot != "B.L1":
        second = shown(answered(view, Tribute(cards=("B.L1", slot))))
        first = shown(answered(view, Tribute(cards=(slot, "B.L1"))))
        assert first != second


def test_the_number_of_tokens_is_on_the_stack() -> None:
    view = ASKED["commit"]
    assert len({shown(answered(view, Commit(count=count))) for count in range(6)}) == 6


@pytest.mark.parametrize("count", [0, 1, 9, 17, 24, 25, 40])
@pytest.mark.parametrize("kind", ["scout", "scavenge"])
def test_a_long_wasteland_still_fits(kind: str, count: int) -> None:
    faces = ("C1", "?2", "S4", "l3", "P4", "L5")
    row = tuple(Lying(k + 90, faces[k % 6]) for k in range(count))
    picks = tuple(Pick(lying.number) for lying in row[:9])
    view = answered(replace(ASKED[kind], wasteland=row), Forage(picks=picks))
    image = opened(shown(view, Look("en", LONG)))
    assert image.height <= TALLEST + 240
    if count:
        last = replace(view, wasteland=(*row[:-1], Lying(row[-1].number, "P1")))
        assert shown(last, Look("en", LONG)) != shown(view, Look("en", LONG))


# ---- pages


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", range(7))
def test_a_page_shows_one_player_s_area(seat: int, language: Language) -> None:
    look = Look(language, LONG)
    image = opened(encode(paint_page(REST, look, seat)))
    assert (image.width, image.height <= RESTING) == (WIDE, True)
    changed = theirs(REST, seat, research=("C3", "S3", "P3", "L3"))
    assert encode(paint_page(changed, look, seat)) != encode(paint_page(REST, look, seat))
    other = theirs(REST, (seat + 1) % 7, research=("C3", "S3", "P3", "L3"))
    assert encode(paint_page(other, look, seat)) == encode(paint_page(REST, look, seat))


def test_a_page_says_which_mech_fights() -> None:
    away = replace(FIGHT, fighters=())
    assert encode(paint_page(FIGHT, EN, 4)) != encode(paint_page(away, EN, 4))
    assert encode(paint_page(FIGHT, EN, 3)) == encode(paint_page(away, EN, 3))


# ---- text in its place

MODULES = (contexts, heading, lines, nameplates, opponents, own_area, seat_page)


def record(monkeypatch: pytest.MonkeyPatch, view: View, look: Look) -> list[tuple[str, Box]]:
    with monkeypatch.context() as patch:
        boxes = record_writing(patch, write, MODULES)
        paint_seat(view, look)
    return boxes


def overlap(a: Box, b: Box) -> bool:
    """Whether they share more than a pixel's breadth."""
    return min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1


@pytest.mark.parametrize("names", [NAMES, LONG], ids=["short", "long"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*ASKED, *WAITING, "scavenge 0", "tribute 2", "spoils 0", "study 1"])
def test_text_stays_inside_and_lies_on_no_other(
    name: str, language: Language, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    view = SCENES[name]
    boxes = record(monkeypatch, view, Look(language, names))
    tall = opened(shown(view, Look(language, names))).height
    assert len(boxes) > 20
    for text, (left, top, right, bottom) in boxes:
        assert left >= 2, text
        assert top >= 0, text
        assert right <= WIDE - 2, text
        assert bottom <= tall, text
    for (one, a), (two, b) in combinations(boxes, 2):
        assert not overlap(a, b), (one, two)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_cards_are_not_cut_off(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    for a, b in (("C1 S1 P1 L1 L1 L2 L2", "C2 S2 P2 L3 L3 L4 L4"), ("C3 S3 P3 L5 l5 l4 l3", "C4 s4 P4 l1 - - -")):
        view = mine(REST, bays=(bay(a), bay(b)))
        text = " ".join(text for text, _ in record(monkeypatch, view, Look(language, NAMES)))
        assert "…" not in text
    row = tuple(Lying(k + 10, key) for k, key in enumerate(("C1", "S4", "P2", "P4", "L3", "L5", "S3", "P3")))
    text = " ".join(text for text, _ in record(monkeypatch, asked(replace(LOOKING, wasteland=row), "scout"), EN))
    assert "…" not in text


def test_what_the_own_area_says_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    told = [text for text, _ in record(monkeypatch, REST, EN)]
    for text in ("11", "×5", "Suppress", "Bay A", "Ballistics", "die ≥ 3", "Crush +2", "Furnace", "Strider"):
        assert text in told, told
    assert OWN.bays[0].points == 11


# ---- whole games


@pytest.mark.parametrize("planning", ["plans", "turns"])
def test_every_question_of_a_whole_game_can_be_drawn_and_said(planning: Literal["plans", "turns"]) -> None:
    chance = FastChance(7)
    state = GAME.start(GAME.Options(length="short", planning=planning), 4, chance).state
    drawn: set[str] = set()
    while (window := GAME.window(state)) is not None:
        answers = {seat: GAME.stand_in(GAME.view(state, seat), seat, Level.NORMAL, chance) for seat in window.asks}
        for seat, ask in window.asks.items():
            if ask.kind in drawn:
                continue
            drawn.add(ask.kind)
            view = GAME.drafts(GAME.view(state, seat), seat, answers[seat])
            assert seat_page.question(view, seat) == ask.kind
            assert opened(shown(view)).height <= TALLEST
            assert shown(view) != shown(replace(view, drafted=None)), ask.kind
            assert len(describe(view, EN)) <= ALT_LIMIT
        state = GAME.advance(state, answers, chance).state
    assert {"commit", "upkeep", "tribute"} <= drawn
    assert ({"scout", "scavenge"} if planning == "plans" else {"scout_now", "pick"}) <= drawn


def test_who_is_out_watches_the_table() -> None:
    view = replace(REST, seat=6)
    public = encode(paint(replace(REST, seat=None), EN))
    assert shown(view) == public
    assert describe(view, EN) != describe(replace(view, seat=5), EN)
