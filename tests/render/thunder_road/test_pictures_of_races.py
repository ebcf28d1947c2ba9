"""What pictures of races show: every fact of a view changes picture and words, within size and palette."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image

from engines.thunder_road.model import Assign, Roll, Slam, Spot, Tile, Wreck
from engines.thunder_road.views import Mark, TokenView, View
from locales import LANGUAGES
from render import Look, Picture, draw
from render.palette import LIMIT, colours
from render.thunder_road import bare, page
from tests.render.conftest import Box
from tests.render.thunder_road_scenes import (
    ASKED,
    BATTLE,
    FINAL,
    LONG,
    NAMES,
    OVER,
    PLAN,
    PLAN_LONG,
    PLAN_START,
    SCENES,
    START,
    STEPS,
    TWO,
    on,
)

EN = Look("en", NAMES)
STEP = Look("en", NAMES, "step")
ALL = {**SCENES, **{f"step {kind}": view for kind, view in STEPS.items()}}
FULL_CAP, STEP_CAP = 192 * 1024, 88 * 1024
"""No picture is heavier, full and of a step."""
WIDE = 800


def shown(view: View, look: Look = EN) -> Picture:
    return draw("thunder_road", view, look)


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png))


def looks(names: tuple[str, ...] = NAMES) -> Iterator[Look]:
    for language in LANGUAGES:
        for size in ("full", "step"):
            yield Look(language, names, size)


@pytest.mark.parametrize("name", ALL)
def test_a_picture_is_a_small_palette_png(name: str) -> None:
    for look in looks():
        picture = shown(ALL[name], look)
        image = opened(picture)
        assert image.mode == "P"
        assert image.width == WIDE
        assert len(image.getcolors() or ()) <= LIMIT
        assert {colour for _, colour in image.convert("RGB").getcolors(LIMIT) or ()} <= set(colours())
        assert len(picture.png) <= FULL_CAP


@pytest.mark.parametrize("kind", STEPS)
def test_a_step_is_nearly_square_and_light(kind: str) -> None:
    picture = shown(STEPS[kind], STEP)
    image = opened(picture)
    assert image.height <= WIDE * 1.4
    assert len(picture.png) <= STEP_CAP
    assert image.height < opened(shown(STEPS[kind])).height * 0.6


def test_a_plan_is_as_short_as_a_step_and_a_far_one_shows_all_of_it() -> None:
    assert opened(shown(PLAN)).height <= WIDE * 1.2
    low, high = page.rows(PLAN_LONG)
    assert PLAN_LONG.plan is not None
    assert all(low <= spot.row < high for spot in PLAN_LONG.plan.trail)


def test_all_scenes_look_and_sound_different() -> None:
    pictures = {name: shown(view, STEP) for name, view in ALL.items()}
    assert len({picture.png for picture in pictures.values()}) == len(ALL)
    assert len({picture.alt for picture in pictures.values()}) == len(ALL)


def car(view: View, number: int, **facts: object) -> View:
    cars = tuple(replace(c, **facts) if k == number else c for k, c in enumerate(view.cars))  # type: ignore[arg-type]
    return replace(view, cars=cars)


def crew(view: View, seat: int, **facts: object) -> View:
    crews = tuple(replace(c, **facts) if k == seat else c for k, c in enumerate(view.crews))  # type: ignore[arg-type]
    return replace(view, crews=crews)


def die(view: View, seat: int, index: int, **facts: object) -> View:
    dice = view.crews[seat].dice
    changed = tuple(replace(d, **facts) if k == index else d for k, d in enumerate(dice))  # type: ignore[arg-type]
    return crew(view, seat, dice=changed)


def token(view: View, index: int, **facts: object) -> View:
    tokens = tuple(replace(t, **facts) if k == index else t for k, t in enumerate(view.tokens))  # type: ignore[arg-type]
    return replace(view, tokens=tokens)


FACTS: dict[str, tuple[View, View]] = {
    "the round": (BATTLE, replace(BATTLE, round=5)),
    "whose turn": (BATTLE, replace(BATTLE, turn=replace(BATTLE.turn, seat=1, car=3, trail=()))),
    "which turn of the round": (BATTLE, crew(BATTLE, 0, turns=2)),
    "the road die": (BATTLE, replace(BATTLE, road_die=1)),
    "the first player": (BATTLE, replace(BATTLE, first=1)),
    "a car's place": (BATTLE, car(BATTLE, 1, spot=Spot(1, 9))),
    "damage": (BATTLE, car(BATTLE, 1, damage=())),
    "inoperable": (BATTLE, car(BATTLE, 1, damage=("dent", "blast"))),
    "retired": (BATTLE, car(BATTLE, 1, retired=True)),
    "moved": (BATTLE, car(BATTLE, 1, moved=True)),
    "coasted": (BATTLE, car(BATTLE, 6, coasts=2)),
    "gone": (BATTLE, car(BATTLE, 1, place="gone", spot=None)),
    "in the start area": (TWO, car(TWO, 2, place="gone")),
    "the chopper's place": (BATTLE, crew(BATTLE, 2, chopper=Spot(3, 15))),
    "the chopper in hand": (BATTLE, crew(BATTLE, 2, chopper=None)),
    "a crew that is out": (BATTLE, crew(BATTLE, 3, out=1)),
    "moves left": (BATTLE, replace(BATTLE, turn=replace(BATTLE.turn, left=3))),
    "a die's value": (BATTLE, die(BATTLE, 0, 3, value=6)),
    "a die that was used": (BATTLE, die(BATTLE, 0, 3, use="move", car=1)),
    "a face-down hazard": (BATTLE, token(BATTLE, 0, kind="oil")),
    "where it lies": (BATTLE, replace(BATTLE, tokens=BATTLE.tokens[1:])),
    "mud and oil": (token(BATTLE, 0, kind="mud"), token(BATTLE, 0, kind="oil")),
    "mud and clear": (token(BATTLE, 0, kind="mud"), token(BATTLE, 0, kind="clear")),
    "a wreck": (BATTLE, replace(BATTLE, wrecks=(Wreck(100, Spot(0, 20)),))),
    "a tile": (START, replace(START, tiles=(Tile("S1", 0), Tile("C2", 1), Tile("B1", 2)))),
    "the finish": (BATTLE, replace(BATTLE, finish=True)),
    "a rolled die": (BATTLE, replace(BATTLE, turn=replace(BATTLE.turn, rolls=(Roll("slam", "top"),)))),
    "who may roll again": (ASKED, replace(ASKED, question=None, slam=None)),
    "who won": (OVER, replace(OVER, winner=3)),
    "how": (OVER, replace(OVER, reason="last")),
}


@pytest.mark.parametrize("fact", FACTS)
def test_every_fact_changes_picture_and_words(fact: str) -> None:
    before, after = FACTS[fact]
    assert shown(before).png != shown(after).png
    assert shown(before).alt != shown(after).alt


DRAWN_ONLY: dict[str, tuple[View, View]] = {
    "which damage token": (BATTLE, car(BATTLE, 1, damage=("blast",))),
    "the way of a skid": (car(BATTLE, 1, damage=("skid_B",)), car(BATTLE, 1, damage=("skid_FL",))),
    "the turn's trail": (BATTLE, replace(BATTLE, turn=replace(BATTLE.turn, trail=()))),
    "what a die went into": (die(BATTLE, 3, 2, use="drift", car=9), die(BATTLE, 3, 2, use="repair", car=9)),
    "for which car": (die(BATTLE, 0, 3, use="move", car=1), die(BATTLE, 0, 3, use="move", car=2)),
    "how many roads lie": (BATTLE, replace(BATTLE, laid=6)),
    "the command of the round": (BATTLE, die(BATTLE, 0, 2, use="airstrike")),
}


@pytest.mark.parametrize("fact", DRAWN_ONLY)
def test_every_fact_of_a_board_changes_the_picture(fact: str) -> None:
    before, after = DRAWN_ONLY[fact]
    assert shown(before).png != shown(after).png


def test_a_car_under_a_chopper_stays_visible() -> None:
    spot = Spot(3, 15)
    above = crew(replace(BATTLE, cars=(*BATTLE.cars[:1], on("A", 20), *BATTLE.cars[2:])), 2, chopper=spot)
    kinds = {number: shown(car(above, number, spot=spot)).png for number in (1, 3, 9)}
    assert len({shown(above).png, *kinds.values()}) == 4


def test_two_in_one_space_are_both_seen() -> None:
    both = replace(BATTLE, cars=(replace(BATTLE.cars[0], spot=BATTLE.cars[3].spot), *BATTLE.cars[1:]))
    assert both.cars[0].spot == both.cars[3].spot
    lone = [car(both, number, place="gone", spot=None) for number in (0, 3)]
    assert len({shown(view).png for view in (both, *lone)}) == 3


# ---- marks and plans


@pytest.mark.parametrize("kind", STEPS)
def test_a_mark_changes_picture_and_words(kind: str) -> None:
    view = STEPS[kind]
    assert bare(view).marks == ()
    for language in LANGUAGES:
        look = Look(language, NAMES)
        assert shown(view, look).png != shown(bare(view), look).png
        assert shown(view, look).alt != shown(bare(view), look).alt
    assert shown(view, STEP).png != shown(bare(view), STEP).png


def test_every_kind_of_mark_has_its_own_picture_and_sentence() -> None:
    spots = (Spot(2, 11), Spot(2, 12))
    kinds = (
        "drive", "slide", "fly", "flip", "slam", "shot", "miss", "hit", "shrapnel", "gone", "disabled", "repaired",
        "chopper", "extended", "finish", "absorbed", "passed",
    )  # fmt: skip
    text = {"flip": "oil", "hit": "dent", "gone": "rock"}
    steps = {kind: shown(replace(BATTLE, marks=(Mark(kind, spots, 0, text.get(kind, "")),))) for kind in kinds}  # type: ignore[arg-type]
    for a, b in combinations(steps, 2):
        assert steps[a].png != steps[b].png, (a, b)
        assert steps[a].alt != steps[b].alt, (a, b)


@pytest.mark.parametrize("kind", ["drive", "slide", "fly", "gone", "passed"])
def test_a_mark_says_whose_it_is(kind: str) -> None:
    spots = (Spot(2, 11), Spot(2, 12))
    mine, yours = (
        shown(replace(BATTLE, marks=(Mark(kind, spots, number, "rock" if kind == "gone" else ""),)))  # type: ignore[arg-type]
        for number in (0, 4)
    )
    assert mine.png != yours.png
    assert mine.alt != yours.alt


@pytest.mark.parametrize(
    ("kind", "texts"), [("flip", ("oil", "mine", "wreck")), ("hit", ("dent", "skid_FL", "skid_B"))]
)
def test_a_token_that_is_turned_over_can_be_told(kind: str, texts: tuple[str, ...]) -> None:
    steps = [shown(replace(BATTLE, marks=(Mark(kind, (Spot(2, 11),), 0, text),))) for text in texts]  # type: ignore[arg-type]
    assert len({step.png for step in steps}) == len({step.alt for step in steps}) == len(texts)


@pytest.mark.parametrize(
    ("spot", "told"),
    [(Spot(-1, 12), "the side of the road"), (Spot(6, 12), "the side of the road"), (Spot(2, 32), "the front edge")],
)
def test_what_leaves_the_road_is_drawn_and_told(spot: Spot, told: str) -> None:
    view = replace(BATTLE, marks=(Mark("slide", (Spot(2, 31), spot), 4), Mark("gone", (spot,), 4, "side")))
    for look in (EN, STEP):
        assert shown(view, look).png != shown(bare(view), look).png
    assert told in shown(view).alt


def test_a_question_is_seen_from_near_with_what_it_is_about() -> None:
    """Where the car can go on, whom it can hit, where a slam's dice send whom."""
    behind = replace(bare(BATTLE), cars=(replace(BATTLE.cars[0], spot=Spot(3, 18)), *BATTLE.cars[1:]))
    driving = {
        stage: replace(behind, turn=replace(BATTLE.turn, stage=stage, car=0, left=2))
        for stage in ("move", "bonus", "shot", "end")
    }
    sent = {way: replace(ASKED, slam=Slam(0, 3, "bottom", way)) for way in ("FR", "BL")}
    pictures = {name: shown(view, STEP).png for name, view in {**driving, **sent}.items()}
    assert len(set(pictures.values())) == len(pictures)
    for view in (*driving.values(), *sent.values()):
        assert opened(shown(view, STEP)).height < opened(shown(view)).height


def test_where_a_chopper_goes_is_asked_over_the_whole_road() -> None:
    assert PLAN.plan is not None
    assert isinstance(PLAN.plan.action, Assign)
    free = replace(PLAN, plan=replace(PLAN.plan, action=replace(PLAN.plan.action, spot=None, target=None, path=())))
    assert opened(shown(free)).height > opened(shown(PLAN)).height


def test_a_step_shows_the_rows_in_which_it_happens() -> None:
    for view in STEPS.values():
        low, high = page.rows(view)
        assert view.rear <= low < high <= view.front
        for mark in view.marks:
            for spot in mark.spots[-1:]:
                assert low <= min(max(spot.row, view.rear), view.front - 1) < high


def test_every_part_of_a_plan_is_drawn_and_told() -> None:
    assert PLAN.plan is not None
    action = PLAN.plan.action
    assert isinstance(action, Assign)
    plans = [
        PLAN.plan,
        replace(PLAN.plan, action=replace(action, die=2)),
        replace(PLAN.plan, action=replace(action, command="drift", spot=None, target=None)),
        replace(PLAN.plan, action=replace(action, command_die=3)),
        replace(PLAN.plan, action=replace(action, spot=Spot(2, 16))),
        replace(PLAN.plan, action=replace(action, target=None)),
        replace(PLAN.plan, trail=PLAN.plan.trail[:-1]),
        replace(PLAN.plan, options=PLAN.plan.options[:-1]),
        replace(PLAN.plan, left=1),
        replace(PLAN.plan, car=3),
        *(replace(PLAN.plan, stop=stop) for stop in ("hazard", "oil", "slam", "rock", "edge", "finish")),
    ]
    pictures = [shown(replace(PLAN, plan=plan)) for plan in plans]
    assert len({picture.png for picture in pictures}) == len({picture.alt for picture in pictures}) == len(plans)
    assert shown(PLAN).png != shown(bare(PLAN), STEP).png
    assert shown(PLAN).alt != shown(bare(PLAN)).alt


def test_the_first_spaces_of_a_start_are_named() -> None:
    assert PLAN_START.plan is not None
    fewer = replace(PLAN_START, plan=replace(PLAN_START.plan, options=PLAN_START.plan.options[:3]))
    assert shown(PLAN_START).png != shown(fewer).png
    assert "A1 B1 C1 D1 E1 F1" in shown(PLAN_START).alt


def test_a_slam_that_may_be_rolled_again_names_both() -> None:
    other = replace(ASKED, slam=Slam(0, 4, "bottom", "FR"))
    assert shown(ASKED).alt != shown(other).alt
    assert "Ember Dart" in shown(ASKED).alt
    assert "Tide Dart" in shown(ASKED).alt


def test_cars_over_the_finish_line_are_still_seen() -> None:
    home = car(OVER, 0, spot=Spot(2, OVER.front))
    assert shown(home).png != shown(OVER).png
    assert "over the line" in shown(home).alt


def test_a_token_beyond_the_stretch_is_not_drawn() -> None:
    view = STEPS["drive"]
    low, high = page.rows(view)
    far = replace(view, tokens=(*view.tokens, TokenView(Spot(0, high + 3), None)))
    assert high + 3 < view.front
    assert shown(far, STEP).png == shown(view, STEP).png
    near = replace(view, tokens=(*view.tokens, TokenView(Spot(0, low + 1), None)))
    assert shown(near, STEP).png != shown(view, STEP).png


# ---- text


@pytest.mark.parametrize("name", ALL)
def test_text_stays_in_its_place_with_the_longest_names(name: str, written: list[tuple[str, Box]]) -> None:
    view = replace(ALL[name], round=25)
    for look in looks(LONG):
        written.clear()
        image = opened(shown(view, look))
        assert len(written) >= len(view.crews)
        for text, box in written:
            assert box[0] >= 0, text
            assert box[2] <= image.width, text
            assert 0 <= box[1] < box[3] <= image.height, text
        for (a, first), (b, second) in combinations(written, 2):
            apart = first[2] <= second[0] or second[2] <= first[0] or first[3] <= second[1] or second[3] <= first[1]
            assert apart, (a, b)


def test_nothing_of_ours_is_cut_short(written: list[tuple[str, Box]]) -> None:
    for view in ALL.values():
        for look in looks():
            written.clear()
            shown(view, look)
            ours = [text for text, _ in written if "…" in text]
            assert not ours


def test_high_row_numbers_have_room() -> None:
    far = replace(
        FINAL,
        tiles=tuple(replace(tile, number=tile.number + 20) for tile in FINAL.tiles),  # type: ignore[arg-type]
        tokens=(),
        wrecks=(),
        cars=tuple(replace(c, spot=None, place="gone") for c in FINAL.cars),
        crews=tuple(replace(c, chopper=None) for c in FINAL.crews),
    )
    assert shown(far).png != shown(replace(far, tiles=FINAL.tiles)).png
    assert "216" in shown(far).alt
