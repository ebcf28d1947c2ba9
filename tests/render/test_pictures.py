"""What a Power Arena picture shows: every fact changes it, nothing secret does, and it keeps its limits."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image

from engines.volt.model import Command, Mark, MarkKind, Plan, Program, View
from locales import LANGUAGES, Language
from render import Look, draw
from render.palette import LIMIT
from render.volt.arena import BOARD, CELL
from tests.render.conftest import Box
from tests.render.scenes import BATTLE, FULL_PLAN, KILL, LONGEST, NAMES, ODD, SCENES, WON

EN = Look("en", NAMES)
CAP = 500 * 1024
TYPICAL = 150 * 1024


def png(view: View, look: Look = EN) -> bytes:
    return draw("volt", view, look).png


def looks(view: View, names: tuple[str, ...] = NAMES) -> Iterator[Look]:
    for language in LANGUAGES:
        for size in ("full", "step"):
            yield Look(language, names[: len(view.robots)], size)


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_a_small_palette_png_without_transparency(name: str) -> None:
    for look in looks(SCENES[name]):
        picture = draw("volt", SCENES[name], look)
        image = Image.open(io.BytesIO(picture.png))
        assert image.format == "PNG"
        assert image.mode == "P"
        assert "transparency" not in image.info
        assert len(image.getcolors() or ()) <= LIMIT
        assert len(picture.png) <= TYPICAL < CAP
        assert image.width == BOARD
        assert image.height <= BOARD * 1.65


def test_a_cell_is_forty_pixels_on_a_phone() -> None:
    assert CELL * 400 / BOARD >= 40


def test_all_scenes_look_different() -> None:
    for size in ("full", "step"):
        drawn = {name: png(view, Look("en", NAMES, size)) for name, view in SCENES.items()}
        assert len(set(drawn.values())) == len(drawn)


def test_equal_views_give_equal_bytes() -> None:
    assert png(replace(BATTLE, round=9)) == png(replace(BATTLE, round=9))


def changed(view: View, seat: int, **facts: object) -> View:
    robots = tuple(replace(r, **facts) if r.seat == seat else r for r in view.robots)  # type: ignore[arg-type]
    return replace(view, robots=robots)


@pytest.mark.parametrize(
    "other",
    [
        replace(BATTLE, round=4),
        replace(BATTLE, phase="resolution"),
        replace(BATTLE, pad=2),
        replace(BATTLE, pad=None),
        replace(BATTLE, target=5),
        replace(BATTLE, arena="duel"),
        replace(BATTLE, markers=()),
        replace(BATTLE, markers=(((2, 6), 2), ((6, 2), 1))),
        replace(BATTLE, markers=(((2, 6), 1),)),
        replace(BATTLE, actor=0, command=Command("blue", 3, "N")),
        replace(BATTLE, actor=0, command=Command("red", 3, "N")),
        replace(BATTLE, actor=0, command=Command("blue", 4, "N")),
        replace(BATTLE, actor=0, command=Command("blue", 3, "S")),
        replace(BATTLE, actor=1, command=Command("blue", 3, "N")),
        changed(BATTLE, 0, pos=(2, 4)),
        changed(BATTLE, 0, pos=None),
        changed(BATTLE, 0, damage=2),
        changed(BATTLE, 0, vp=2),
        changed(BATTLE, 0, marker=3),
        changed(BATTLE, 0, out=True, pos=None),
        changed(
            BATTLE, 0, program=Program((Command("blue", 3, "N"), Command("red", 1, "NW"), Command("blue", 2, "E")))
        ),
        changed(BATTLE, 0, program=None),
    ],
)
def test_every_public_fact_changes_the_picture_and_most_the_words(other: View) -> None:
    assert png(other) != png(BATTLE)


MARKS: dict[MarkKind, Mark] = {
    "path": Mark("path", ((6, 5), (6, 4)), 1),
    "push": Mark("push", ((6, 5), (6, 4)), 1),
    "beam": Mark("beam", ((6, 5), (6, 4)), 1),
    "hit": Mark("hit", ((6, 5),), 1),
    "blocked": Mark("blocked", ((6, 5), (6, 4)), 1),
    "fall": Mark("fall", ((6, 5), (6, 4)), 1),
    "destroyed": Mark("destroyed", ((6, 5),), 1),
    "scored": Mark("scored", ((6, 5),), 1),
    "refill": Mark("refill", ((6, 5),)),
    "restart": Mark("restart", ((6, 5),), 1),
}


def test_every_kind_of_mark_has_its_own_picture_and_sentence() -> None:
    marked = {kind: draw("volt", replace(BATTLE, marks=(mark,)), EN) for kind, mark in MARKS.items()}
    marked["none"] = draw("volt", BATTLE, EN)  # type: ignore[index]
    for a, b in combinations(marked, 2):
        assert marked[a].png != marked[b].png, (a, b)
        assert marked[a].alt != marked[b].alt, (a, b)


@pytest.mark.parametrize("kind", ["path", "push", "hit", "blocked", "fall", "destroyed", "scored", "restart"])
def test_a_mark_says_whose_it_is(kind: MarkKind) -> None:
    mine = draw("volt", replace(BATTLE, marks=(MARKS[kind],)), EN)
    yours = draw("volt", replace(BATTLE, marks=(replace(MARKS[kind], seat=2),)), EN)
    assert mine.alt != yours.alt
    if kind in ("path", "push", "fall", "destroyed", "restart"):
        assert mine.png != yours.png


def test_a_shot_at_the_wall_next_door_can_be_seen() -> None:
    shot = replace(BATTLE, actor=0, command=Command("red", 2, "E"))
    assert png(replace(shot, marks=(Mark("beam", ((2, 3),), 0, 1),))) != png(shot)


def test_a_plan_is_drawn_for_its_owner_only() -> None:
    bare = replace(FULL_PLAN, plan=None)
    assert png(FULL_PLAN) != png(bare)
    for viewer in (None, 1):
        with_plan, without = replace(FULL_PLAN, seat=viewer), replace(bare, seat=viewer)
        assert png(with_plan) == png(without)
        assert draw("volt", with_plan, EN).alt == draw("volt", without, EN).alt


def test_every_change_of_a_plan_changes_its_picture() -> None:
    assert FULL_PLAN.plan is not None
    seen: set[bytes] = set()
    pads = FULL_PLAN.plan.program.pads
    programs = [
        Program(),
        Program((pads[0], None, None)),
        Program((None, pads[0], None)),
        Program((pads[0], pads[1], None)),
        FULL_PLAN.plan.program,
        Program((Command("blue", 4, "E"), pads[1], pads[2])),
    ]
    for program in programs:
        seen.add(png(replace(FULL_PLAN, plan=Plan(0, program, ()))))
    assert len(seen) == len(programs)
    assert png(FULL_PLAN) not in seen


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_alt_text_tells_of_every_robot(name: str, language: Language) -> None:
    view = SCENES[name]
    alt = draw("volt", view, Look(language, ("Rook", "Mika", "小明", "Zed"))).alt
    for seat, shown in enumerate(("Rook", "Mika", "小明", "Zed")[: len(view.robots)]):
        assert shown in alt, seat
    assert str(view.round) in alt
    assert "render." not in alt


def test_alt_text_tells_what_happened() -> None:
    alt = draw("volt", KILL, Look("en", ("Rook", "Mika", "Ming", "Zed"), "step")).alt
    for fact in ("Zed plays R2N", "Laser D8–D4", "Rook is hit at D4", "Rook is destroyed", "off the board", "pad 2"):
        assert fact in alt
    assert "Winner: Mika" in draw("volt", WON, Look("en", ("Rook", "Mika", "Ming", "Zed"))).alt
    assert "B3E R3S B2W" in draw("volt", FULL_PLAN, EN).alt


def test_alt_text_keeps_its_limit_when_all_falls_together() -> None:
    marks = (
        Mark("path", ((8, 4), (7, 4), (6, 4), (5, 4)), 2, 1),
        *(Mark("push", ((6, 4), (5, 4)), seat, 1) for seat in (0, 1, 3)),
        *(Mark("fall", ((5, 4), (4, 4)), seat, 1) for seat in (0, 1, 3)),
        *(Mark("destroyed", ((4, 4),), seat, 1) for seat in (0, 1, 3)),
    )
    view = replace(BATTLE, actor=2, command=Command("blue", 6, "N"), marks=marks, round=99)
    for look in looks(view, LONGEST):
        alt = draw("volt", view, look).alt
        assert len(alt) <= 1024
        assert not alt.endswith("…"), "nothing is cut off"


@pytest.mark.parametrize("language", LANGUAGES)
def test_odd_names_are_drawn(language: Language) -> None:
    for first in range(0, len(ODD), 4):
        names = (ODD + ODD)[first : first + 4]
        picture = draw("volt", WON, Look(language, names))
        assert len(picture.png) < CAP
        assert len(picture.alt) <= 1024


@pytest.mark.parametrize("name", SCENES)
def test_text_stays_in_its_place_with_the_longest_names(name: str, written: list[tuple[str, Box]]) -> None:
    view = replace(SCENES[name], round=88)
    for look in looks(view, LONGEST):
        written.clear()
        image = Image.open(io.BytesIO(png(view, look)))
        assert len(written) >= len(view.robots)
        for text, box in written:
            assert box[0] >= 0, text
            assert box[2] <= image.width, text
            assert 0 <= box[1] < box[3] <= image.height, text
        for (a, first), (b, second) in combinations(written, 2):
            apart = first[2] <= second[0] or second[2] <= first[0] or first[3] <= second[1] or second[3] <= first[1]
            assert apart, (a, b)
