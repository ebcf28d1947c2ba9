"""What the public's pictures show: every fact of a view changes them, nothing secret does, within size and palette."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any, get_args

import pytest
from PIL import Image, ImageChops, ImageStat

from engines.chance import FastChance
from engines.core import Level
from engines.wasteland import GAME
from engines.wasteland.cards import KEYS
from engines.wasteland.model import SLOTS, Lying, State
from engines.wasteland.terms import Settlement, Side
from engines.wasteland.viewing import view_of
from engines.wasteland.views import AreaView, Mark, MarkKind, SeasonSummary, View
from locales import LANGUAGES, speak
from render import Look
from render.palette import LIMIT, PLATE, colours
from render.png import encode
from render.type import write
from render.wasteland import (
    PAGES,
    bare,
    cells,
    heading,
    legend,
    page,
    paint,
    panels,
    pieces,
    settle,
    signs,
    summary,
    table,
)
from render.wasteland.glyphs import glyph
from tests.render.conftest import Box, record_writing
from tests.render.wasteland_scenes import (
    BEATEN,
    DUEL,
    DUELLED,
    FIGHT,
    FIVE,
    GONE,
    INVADED,
    LAST_THREE,
    LONG,
    MARKS,
    NAMES,
    SCENES,
    SEVEN,
    SUMMED,
    SUPERVISION,
    THREE,
    WON,
    bay,
    counts,
)

EN = Look("en", NAMES)
STEP = Look("en", NAMES, "step")
STEPS: dict[str, View] = {kind: replace(SEVEN, marks=marks) for kind, marks in MARKS.items()}
FULL_CAP, STEP_CAP = 192 * 1024, 96 * 1024
WIDE = 800


def shown(view: View, look: Look = EN) -> bytes:
    return encode(paint(view, look))


def looks(names: tuple[str, ...] = NAMES) -> Iterator[Look]:
    for language in LANGUAGES:
        for size in ("full", "step"):
            yield Look(language, names, size)


@pytest.mark.parametrize("name", [*SCENES, *STEPS])
def test_a_picture_is_a_small_palette_png_with_text_that_fits(name: str, written: list[tuple[str, Box]]) -> None:
    view = {**SCENES, **STEPS}[name]
    for look in looks(LONG):
        written.clear()
        png = shown(view, look)
        image = Image.open(io.BytesIO(png))
        assert image.mode == "P"
        assert image.width == WIDE
        assert {colour for _, colour in image.convert("RGB").getcolors(LIMIT) or ()} <= set(colours())
        assert len(png) <= (FULL_CAP if look.size == "full" else STEP_CAP)
        if look.size == "step" or (view.summary is None and view.settlement is None):
            _apart(written, image)


def _apart(written: list[tuple[str, Box]], image: Image.Image) -> None:
    """Every line is on the picture, no line is on another, every key has its words."""
    assert written
    for text, (left, top, right, bottom) in written:
        assert 0 <= left < right <= image.width, text
        assert 0 <= top < bottom <= image.height, text
        assert "wasteland." not in text
    for (a, first), (b, second) in combinations(written, 2):
        apart = first[2] <= second[0] or second[2] <= first[0] or first[3] <= second[1] or second[3] <= first[1]
        assert apart, (a, b)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Box]]:
    """Every line of text on the picture, with its box."""
    return record_writing(monkeypatch, write, (cells, heading, legend, panels, settle, summary, table))


def test_an_overview_of_seven_is_not_taller_than_a_phone_and_a_step_is_short() -> None:
    assert paint(SEVEN, EN).height <= WIDE * 1.9
    assert paint(THREE, EN).height <= WIDE * 1.2
    for view in STEPS.values():
        assert paint(view, STEP).height <= WIDE * 0.45


@pytest.mark.parametrize("view", [SEVEN, INVADED, LAST_THREE, replace(SEVEN, drought=True, storm=2)])
def test_every_sign_of_the_heading_and_of_the_cards_is_explained(view: View, written: list[tuple[str, Box]]) -> None:
    """With an even number of players too, where no cell is free for it."""
    figures = {"roamers", "pile", "fights" if view.fighters else "explorer"}
    figures |= {"anew"} - ({"anew"} if view.drought else set()) | ({"storm"} if view.storm > 1 else set())
    for one in (view, area(view, 1, out=True, place=7)):
        written.clear()
        _apart(written, paint(one, EN))
        told = {text for text, _ in written}
        for key in figures | {"bright", "dim", "back", "empty", "research"}:
            assert speak("en")(f"render.wasteland.table.legend.{key}") in told


def test_who_explored_is_of_no_interest_once_scavenging_is_over() -> None:
    for season in ("invasion", "storm"):
        alike = [shown(replace(SEVEN, season=season, explorers=explorers)) for explorers in ((), (2, 4))]
        assert alike[0] == alike[1]


def test_large_numbers_stay_in_their_place(written: list[tuple[str, Box]]) -> None:
    """The stack's count before the edge, a roaming mech's number beside its sensor."""
    supervision = SEVEN.supervision
    late = tuple(replace(one, number=88 + k) for k, one in enumerate(supervision.roamers))
    _apart(written, paint(replace(SEVEN, supervision=replace(supervision, tokens=88, roamers=late)), EN))
    boxes = dict(written)
    assert boxes["×88"][2] <= WIDE - 12
    sensor = pieces.slot_box("S", 128)[0]
    assert all(boxes[f"M{88 + k}"][2] <= 14 + k * 142 + sensor for k in range(len(late)))
    written.clear()
    marks = (Mark("token", "T"), Mark("gained", "L1", None, "L2"))
    paint(replace(SEVEN, supervision=replace(supervision, tokens=188), marks=marks), STEP)
    assert "×188" in dict(written)


def test_those_who_are_out_take_less_room() -> None:
    assert paint(LAST_THREE, EN).height < paint(SEVEN, EN).height * 0.7


def area(view: View, seat: int, **facts: Any) -> View:
    return replace(view, areas=tuple(replace(own, **facts) if k == seat else own for k, own in enumerate(view.areas)))


def slot(view: View, seat: int, name: str, face: str) -> View:
    """With another card in a slot of bay A; pairs and points as they were."""
    own = view.areas[seat].bays
    slots = tuple(face if here == name else card for here, card in zip(SLOTS, own[0].slots, strict=True))
    return area(view, seat, bays=(replace(own[0], slots=slots), own[1]))


def row(view: View, face: str) -> View:
    return replace(view, wasteland=(Lying(2, face), *view.wasteland[1:]))


def supervised(view: View, **facts: Any) -> View:
    return replace(view, supervision=replace(view.supervision, **facts))


def fighting(view: View, **facts: Any) -> View:
    return replace(view, fighters=(view.fighters[0], replace(view.fighters[1], **facts), view.fighters[2]))


BAYS = SEVEN.areas[0].bays
FACTS: dict[str, tuple[View, View]] = {
    "turn": (SEVEN, replace(SEVEN, turn=10)),
    "season": (SEVEN, replace(SEVEN, season="storm")),
    "dealer": (SEVEN, replace(SEVEN, dealer=1)),
    "order": (SEVEN, replace(SEVEN, order=(0, 1, 2, 3, 4, 5, 6))),
    "pile": (SEVEN, replace(SEVEN, pile=111)),
    "roaming mechs": (SEVEN, replace(SEVEN, count=2)),
    "reshuffles": (SEVEN, replace(SEVEN, reshuffles=7)),
    "reshuffles without end": (SEVEN, replace(SEVEN, reshuffles=None)),
    "drought": (SEVEN, replace(SEVEN, drought=True)),
    "storm": (SEVEN, replace(SEVEN, storm=2)),
    "who is asked": (SEVEN, replace(SEVEN, asked=((2, "pick"),))),
    "explorers": (SEVEN, replace(SEVEN, explorers=(2,))),
    "another part": (SEVEN, slot(SEVEN, 0, "P", "P1")),
    "a part face down": (SEVEN, slot(SEVEN, 0, "P", "?1")),
    "the value on a back": (slot(SEVEN, 0, "P", "?1"), slot(SEVEN, 0, "P", "?2")),
    "a part gone": (SEVEN, slot(SEVEN, 0, "P", "")),
    "a core gone": (SEVEN, slot(SEVEN, 0, "C", "")),
    "pairs": (SEVEN, area(SEVEN, 0, bays=(replace(BAYS[0], pairs=((1, 2),)), BAYS[1]))),
    "no pair": (SEVEN, area(SEVEN, 0, bays=(replace(BAYS[0], pairs=()), BAYS[1]))),
    "points": (SEVEN, area(SEVEN, 0, bays=(replace(BAYS[0], points=12), BAYS[1]))),
    "the other bay": (SEVEN, area(SEVEN, 0, bays=(BAYS[0], bay()))),
    "research": (SEVEN, area(SEVEN, 0, research=("", "S2", "", "L3"))),
    "no research": (SEVEN, area(SEVEN, 0, research=("", "", "", "L3"))),
    "tokens": (SEVEN, area(SEVEN, 0, tokens=5)),
    "top token": (SEVEN, area(SEVEN, 0, top=2)),
    "hidden tokens": (SEVEN, area(SEVEN, 0, tokens=None, top=None)),
    "out": (SEVEN, area(SEVEN, 0, out=True, place=7)),
    "place": (area(SEVEN, 0, out=True, place=7), area(SEVEN, 0, out=True, place=6)),
    "a wasteland card": (SEVEN, row(SEVEN, "C1")),
    "a wasteland back": (row(SEVEN, "?1"), row(SEVEN, "?3")),
    "a wasteland number": (SEVEN, replace(SEVEN, wasteland=(Lying(1, "C4"), *SEVEN.wasteland[1:]))),
    "an empty wasteland": (SEVEN, replace(SEVEN, wasteland=())),
    "a roaming mech": (SEVEN, supervised(SEVEN, roamers=SUPERVISION.roamers[:2])),
    "its part": (
        SEVEN,
        supervised(SEVEN, roamers=(replace(SUPERVISION.roamers[0], cards=("C2", "S3", "P2", "L1", "L1", "L3", "L5")),)),
    ),
    "its number": (
        SEVEN,
        supervised(SEVEN, roamers=(replace(SUPERVISION.roamers[0], number=2), *SUPERVISION.roamers[1:])),
    ),
    "the next mech": (SEVEN, supervised(SEVEN, assembly=("C3", "", "P2", "L1", "L2", "L1", "L3"))),
    "supervision's stack": (SEVEN, supervised(SEVEN, tokens=8)),
    "supervision's top": (SEVEN, supervised(SEVEN, top=1)),
    "an invader": (INVADED, replace(INVADED, invader=None)),
    "a spoilt invader": (INVADED, SCENES["spoilt"]),
    "its tokens": (INVADED, replace(INVADED, invader_tokens=2)),
    "its top": (INVADED, replace(INVADED, invader_top=1)),
    "who fights": (INVADED, replace(INVADED, fighters=INVADED.fighters[:2])),
    "with which mech": (INVADED, fighting(INVADED, mech="A")),
    "nothing committed": (INVADED, fighting(INVADED, committed=False)),
    "not yet committed": (INVADED, fighting(INVADED, committed=None)),
    "top committed": (INVADED, fighting(INVADED, top=1)),
    "how many": (INVADED, fighting(INVADED, count=3)),
    "the winner": (WON, replace(WON, areas=(replace(GONE, place=2), replace(WON.areas[0], place=1), *WON.areas[2:]))),
    "the last turn": (WON, replace(WON, turn=12)),
}


@pytest.mark.parametrize("fact", FACTS)
def test_every_public_fact_changes_the_picture(fact: str) -> None:
    first, second = FACTS[fact]
    assert shown(first) != shown(second)


def test_names_and_language_change_the_picture() -> None:
    assert shown(SEVEN) != shown(SEVEN, Look("en", LONG))
    assert shown(SEVEN) != shown(SEVEN, Look("zh-CN", NAMES))


def test_all_scenes_look_different() -> None:
    for look in (EN, STEP):
        drawn = {name: shown(view, look) for name, view in {**SCENES, **STEPS}.items() if look is EN or view.marks}
        assert len(set(drawn.values())) == len(drawn)


# ---- marks


def test_there_is_a_step_for_every_kind_of_mark() -> None:
    assert {*MARKS, "settled"} == set(get_args(MarkKind))


@pytest.mark.parametrize("kind", MARKS)
def test_every_mark_draws_something_in_large_and_small(kind: MarkKind) -> None:
    view = STEPS[kind]
    other: MarkKind = "revealed" if kind != "revealed" else "looked"
    changed = replace(view, marks=(*view.marks[:-1], view.marks[-1]._replace(kind=other)))
    for look in (EN, STEP):
        assert shown(view, look) != shown(bare(view), look)
        assert shown(view, look) != shown(changed, look)


def test_every_sign_of_a_mark_is_its_own() -> None:
    drawn = {kind: signs.mark(kind, 44) for kind in get_args(MarkKind)}
    for a, b in combinations(drawn, 2):
        assert drawn[a].tobytes() != drawn[b].tobytes(), (a, b)


def test_a_step_says_whose_it_is_and_which_card() -> None:
    for kind in ("taken", "gained", "discarded", "token", "research", "lost", "flipped"):
        view = STEPS[kind]
        other = tuple(mark._replace(seat=1) for mark in view.marks)
        assert shown(view, STEP) != shown(replace(view, marks=other), STEP), kind
        face = tuple(mark._replace(face="P2") for mark in view.marks)
        assert shown(view, STEP) != shown(replace(view, marks=face), STEP), kind


def test_a_step_of_many_marks_has_a_panel_for_each_thing() -> None:
    marks = (*MARKS["planted"], Mark("gained", "L1", None, "L1"), Mark("shuffled"), Mark("target", "", 4))
    assert paint(replace(SEVEN, marks=marks), STEP).height > paint(STEPS["planted"], STEP).height * 2


def test_a_mark_of_what_is_not_there_any_more_is_drawn_all_the_same() -> None:
    gone = (Mark("retired", "M1"), Mark("taken", "#99", 2, "?3"), Mark("discarded", "", 2, "C1"))
    for look in (EN, STEP):
        assert shown(replace(SEVEN, marks=gone), look) != shown(SEVEN, look)


# ---- settlements and seasons


def sided(settlement: Settlement, **facts: Any) -> Settlement:
    return replace(settlement, sides=(replace(settlement.sides[0], **facts), *settlement.sides[1:]))


TERMS: dict[str, Settlement] = {
    "points": sided(FIGHT, points=14),
    "rolls": sided(FIGHT, rolls=(5, 5)),
    "die": sided(FIGHT, die=9),
    "crush": sided(FIGHT, crush=4),
    "refit": sided(FIGHT, refit=0),
    "volley": sided(FIGHT, volley=2),
    "ammo": sided(FIGHT, ammo=(3, 2)),
    "total": sided(FIGHT, total=26),
    "against": sided(FIGHT, against=22),
    "against_cut": sided(FIGHT, against_cut=2),
    "against_weakened": sided(FIGHT, against_weakened=1),
    "swift": sided(FIGHT, swift=True),
    "beats": sided(FIGHT, beats=False),
    "mech": sided(FIGHT, mech="B"),
    "seat": sided(FIGHT, seat=1),
    "the invader's points": replace(FIGHT, points=8),
    "the invader's dice": replace(FIGHT, rolls=(5, 5)),
    "the invader's tokens": replace(FIGHT, ammo=(2, 1, 3)),
}
DUEL_TERMS: dict[str, Settlement] = {
    "bulwark": sided(DUEL, bulwark=3),
    "cut": sided(DUEL, cut=1),
    "weakened": sided(DUEL, weakened=2),
}


@pytest.mark.parametrize("term", [*TERMS, *DUEL_TERMS])
def test_every_term_of_a_settlement_is_in_the_table(term: str) -> None:
    view, changed = (BEATEN, TERMS[term]) if term in TERMS else (DUELLED, DUEL_TERMS[term])
    assert shown(view, STEP) != shown(replace(view, settlement=changed), STEP)


MOST = Side(3, "A", 23, (2, 6), 9, 4, 1, 3, 3, (3, 2, 2, 1, 1, 1, 3, 2), 3, 3, 139, True, 138, 3, 3, True)


def test_the_longest_sums_fit(written: list[tuple[str, Box]]) -> None:
    for settlement in (
        Settlement((MOST, replace(MOST, seat=2, ammo=(3,) * 6))),
        Settlement(tuple(replace(MOST, seat=seat, bulwark=0) for seat in range(7)), 12, (6, 6), (3,) * 30),
    ):
        for look in (look for look in looks(LONG) if look.size == "step"):
            written.clear()
            image = paint(replace(BEATEN, settlement=settlement), look)
            _apart(written, image)
            assert len(encode(image)) <= STEP_CAP
            total = [text for text, _ in written if text == "139"]
            assert len(total) == len(settlement.sides)


def test_a_settlement_is_told_once() -> None:
    """Who won is a step of its own, about the two mechs."""
    won = replace(DUELLED, marks=(Mark("settled", "", 2), Mark("target", "", 1)))
    assert shown(won, STEP) != shown(DUELLED, STEP)
    assert paint(won, STEP).height <= WIDE * 0.45


SUM = SUMMED.summary
assert SUM is not None


@pytest.mark.parametrize("at", range(4))
def test_every_figure_of_a_season_is_in_its_summary(at: int) -> None:
    rows = [(1, 1, 1, 1)] * 7
    more = [tuple(2 if k == at else 1 for k in range(4)), *rows[1:]]
    before, after = counts(*rows), counts(*more)  # type: ignore[arg-type]
    pictures = {
        shown(replace(SUMMED, summary=SeasonSummary("scavenge", *both)), STEP)
        for both in ((before, before), (before, after), (after, before), (after, after))
    }
    assert len(pictures) == 4


def test_a_summary_names_its_season_and_who_is_out() -> None:
    assert SUM is not None
    assert shown(SUMMED, STEP) != shown(replace(SUMMED, summary=replace(SUM, season="war")), STEP)
    assert shown(SUMMED, STEP) != shown(area(SUMMED, 6, out=True, place=7), STEP)


def test_a_single_step_shows_its_figures_and_the_table() -> None:
    small = replace(DUELLED, marks=(Mark("settled"),))
    both, alone = paint(small, EN), paint(small, STEP)
    assert both.height == alone.height + paint(bare(small), EN).height
    assert both.crop((0, 0, WIDE, alone.height)).tobytes() == alone.tobytes()
    assert paint(SUMMED, EN).height <= page.TALLEST


# ---- secrets


def test_hidden_fronts_do_not_matter() -> None:
    """Two tables that differ in what lies face down, with equal backs, look the same to the public, byte by byte."""
    state = GAME.start(GAME.Options(), 4, FastChance(5)).state
    other = _exchanged(state)
    assert other.areas != state.areas
    for look in looks():
        assert shown(view_of(state, None), look) == shown(view_of(other, None), look)


def _exchanged(state: State) -> State:
    """Every face-down leg with one dot is another one."""
    swap = {"l1": "l2", "l2": "l4", "l4": "l1"}
    areas = tuple(
        replace(own, bays=tuple(replace(bay, slots=tuple(swap.get(c, c) for c in bay.slots)) for bay in own.bays))
        for own in state.areas
    )
    return replace(state, areas=areas, draw=state.draw[::-1])


def test_every_step_of_a_game_can_be_drawn() -> None:
    """From the rules' own steps: no happening leads to a picture that fails or is too large."""
    chance = FastChance(11)
    turnout = GAME.start(GAME.Options(), 3, chance)
    steps = list(turnout.steps)
    while turnout.state.turn < 4 and (window := GAME.window(turnout.state)) is not None:
        state = turnout.state
        answers = {seat: GAME.stand_in(GAME.view(state, seat), seat, Level.NORMAL, chance) for seat in window.asks}
        turnout = GAME.advance(state, answers, chance)
        steps += turnout.steps
    assert len(steps) > 40
    for step in steps:
        assert len(shown(step.view, STEP)) <= STEP_CAP
    assert any(step.view.summary is not None for step in steps)


# ---- pieces


def grey(sprite: Image.Image) -> Image.Image:
    ground = Image.new("RGB", sprite.size, PLATE)
    ground.paste(sprite, (0, 0), sprite)
    return ground.convert("L")


@pytest.mark.parametrize("size", [24, 40])
def test_seventeen_kinds_differ_in_shape(size: int) -> None:
    for a, b in combinations(KEYS, 2):
        difference = ImageChops.difference(grey(glyph(a, size)), grey(glyph(b, size)))
        assert ImageStat.Stat(difference).mean[0] > 12, (a, b)


def test_part_types_differ_in_outline() -> None:
    masks = [pieces.tile(key, key[0], 48, 58).getchannel("A") for key in ("C1", "S1", "P1", "L1")]  # type: ignore[arg-type]
    for a, b in combinations(masks, 2):
        assert ImageStat.Stat(ImageChops.difference(a, b)).mean[0] > 4


def test_up_down_known_dim_and_empty_tiles_differ() -> None:
    tiles = [
        pieces.tile("S2", "S", 48, 58),
        pieces.tile("S2", "S", 48, 58, bright=False),
        pieces.tile("S2", "S", 48, 58, points=True),
        pieces.tile("s2", "S", 48, 58),
        *(pieces.tile(f"?{value}", "S", 48, 58) for value in (1, 2, 3)),
        pieces.tile("", "S", 48, 58),
        pieces.tile("?1", None, 48, 58),
    ]
    assert len({tile.tobytes() for tile in tiles}) == len(tiles)


def test_painting_leaves_remembered_sprites_as_they_are() -> None:
    first = shown(FIVE)
    shown(SEVEN)
    shown(INVADED)
    assert shown(FIVE) == first
    assert isinstance(PAGES, bool)
    assert PAGES


def test_every_seat_has_its_own_colour_and_number() -> None:
    discs = [pieces.disc(seat, 40) for seat in range(7)]
    for a, b in combinations(discs, 2):
        assert a.getpixel((8, 12)) != b.getpixel((8, 12))
        assert ImageStat.Stat(ImageChops.difference(grey(a), grey(b))).mean[0] > 1


def test_an_area_without_anything_is_drawn() -> None:
    empty = AreaView((bay(), bay()), ("",) * 4, 0, None)
    assert shown(replace(SEVEN, areas=(empty, *SEVEN.areas[1:]))) != shown(SEVEN)
