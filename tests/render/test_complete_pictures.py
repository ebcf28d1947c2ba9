"""What pictures of the complete game show: every fact of it changes picture and words, within the same limits."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image

from engines.volt.model import BotSide, Card, Command, Mark, MarkKind, Outfit, View
from locales import LANGUAGES, speak
from render import Look, draw
from render.palette import LIMIT
from render.text import board
from render.volt.arena import BOARD
from tests.render.conftest import Box
from tests.render.gear_scenes import (
    CHAMPIONSHIP,
    COOLING,
    GEAR_SCENES,
    HIDDEN,
    KILLBOTS,
    MINEFIELD,
    OUTFIT,
    OUTFITTING,
    PLAIN_SERIES,
    PLAN,
    SOLO,
    TITLE,
    crowded,
    hand,
)
from tests.render.scenes import BATTLE, LONGEST, NAMES

EN = Look("en", NAMES)
TYPICAL = 150 * 1024


def looks(names: tuple[str, ...] = NAMES) -> Iterator[Look]:
    for language in LANGUAGES:
        for size in ("full", "step"):
            yield Look(language, names, size)


@pytest.mark.parametrize("name", GEAR_SCENES)
def test_a_picture_is_a_small_palette_png(name: str) -> None:
    for look in looks():
        picture = draw("volt", GEAR_SCENES[name], look)
        image = Image.open(io.BytesIO(picture.png))
        assert image.mode == "P"
        assert len(image.getcolors() or ()) <= LIMIT
        assert len(picture.png) <= TYPICAL
        assert image.width == BOARD
        assert image.height <= BOARD * 1.9
        assert 0 < len(picture.alt) <= 1024
        assert "render." not in picture.alt
        assert "volt." not in picture.alt


def test_all_scenes_look_different() -> None:
    for size in ("full", "step"):
        drawn = {name: draw("volt", view, Look("en", NAMES, size)).png for name, view in GEAR_SCENES.items()}
        assert len(set(drawn.values())) == len(drawn)


def robot(view: View, index: int, **facts: object) -> View:
    robots = tuple(replace(r, **facts) if r.seat == index else r for r in view.robots)  # type: ignore[arg-type]
    return replace(view, robots=robots)


def series(**facts: object) -> View:
    return replace(CHAMPIONSHIP, championship=replace(TITLE, **facts))  # type: ignore[arg-type]


def order(die: str = "blue", **facts: object) -> View:
    command = Command("blue" if die == "blue" else "red", 3, "N", **facts)  # type: ignore[arg-type]
    return replace(MINEFIELD, actor=0, command=command)


RIPPER, WATCHER = HIDDEN.robots[2], HIDDEN.robots[3]
ALONE: dict[str, tuple[View, View]] = {
    "a mine": (MINEFIELD, replace(MINEFIELD, mines=MINEFIELD.mines[1:])),
    "where a mine lies": (MINEFIELD, replace(MINEFIELD, mines=(((2, 1), None), *MINEFIELD.mines[1:]))),
    "whose a mine is": (MINEFIELD, replace(MINEFIELD, mines=(((2, 5), 3), *MINEFIELD.mines[1:]))),
    "whose mine, of two seats": (
        replace(MINEFIELD, mines=(((2, 5), 1),)),
        replace(MINEFIELD, mines=(((2, 5), 2),)),
    ),
    "a mine under a robot": (
        replace(MINEFIELD, mines=(((4, 6), 1),)),
        replace(MINEFIELD, mines=()),
    ),
    "a card": (MINEFIELD, robot(MINEFIELD, 1, cards=hand("grenade_2"))),
    "which card": (MINEFIELD, robot(MINEFIELD, 1, cards=hand("grenade_2", "shock_wave_1"))),
    "Mk II": (MINEFIELD, robot(MINEFIELD, 1, cards=hand("grenade_1", "emp_1"))),
    "a charge": (MINEFIELD, robot(MINEFIELD, 3, cards=(Card("mine_layer_1"), Card("shield_1", 1)))),
    "the last charge": (
        robot(MINEFIELD, 3, cards=(Card("shield_1", 1),)),
        robot(MINEFIELD, 3, cards=(Card("shield_1", 0),)),
    ),
    "cooling": (MINEFIELD, robot(MINEFIELD, 0, cooling=True)),
    "a champion module": (CHAMPIONSHIP, robot(CHAMPIONSHIP, 1, champion=None)),
    "which champion module": (CHAMPIONSHIP, robot(CHAMPIONSHIP, 1, champion="hover_skids")),
    "the Reflector used": (CHAMPIONSHIP, robot(CHAMPIONSHIP, 1, reflected=True)),
    "a hull of four": (CHAMPIONSHIP, robot(CHAMPIONSHIP, 1, max_damage=4)),
    "the kind of killbot": (HIDDEN, robot(HIDDEN, 2, killbot="watcher")),
    "a killbot or a person": (HIDDEN, robot(HIDDEN, 2, killbot=None)),
    "an AI card turned": (HIDDEN, robot(HIDDEN, 2, ai="hunter")),
    "which AI card": (KILLBOTS, robot(KILLBOTS, 2, ai="warden")),
    "a killbot that cools": (KILLBOTS, robot(KILLBOTS, 2, cooling=True)),
    "the bot side's score": (SOLO, replace(SOLO, bots=BotSide(2, 3))),
    "the bot side's target": (SOLO, replace(SOLO, bots=BotSide(1, 2))),
    "a large score of the bot side": (
        replace(SOLO, bots=BotSide(5, 6)),
        replace(SOLO, bots=BotSide(4, 6)),
    ),
    "the match": (series(), series(match=3)),
    "the number of matches": (series(), series(matches=8)),
    "the prize at stake": (series(), series(prize="overclock")),
    "who holds a prize": (series(), series(holders=(2, None, None, None))),
    "which prize is held": (series(), series(holders=(None, None, 1, None))),
    "VP over all matches": (series(), series(vp=(9, 4, 1, 2))),
    "a module declared": (order(), order(module="brake_1")),
    "which module is declared": (order(module="teleport_1"), order(module="brake_1")),
    "the second direction": (order(module="maneuver_1", turn="E"), order(module="maneuver_1", turn="W")),
    "the decks of an outfit": (OUTFIT, replace(OUTFIT, outfit=Outfit("attack", "movement", "least"))),
    "the later deck": (OUTFIT, replace(OUTFIT, outfit=Outfit("attack", "tactic", "tactic"))),
}


@pytest.mark.parametrize("fact", ALONE)
@pytest.mark.parametrize("size", ["full", "step"])
def test_every_fact_changes_the_picture_and_the_words(fact: str, size: str) -> None:
    one, other = ALONE[fact]
    look = Look("en", NAMES, "full" if size == "full" else "step")
    first, second = draw("volt", one, look), draw("volt", other, look)
    assert first.png != second.png
    assert first.alt != second.alt


def test_a_revealed_program_shows_its_modules() -> None:
    for seat in range(4):
        program = MINEFIELD.robots[seat].program
        assert program is not None
        pads = tuple(None if pad is None else replace(pad, module=None, turn=None) for pad in program.pads)
        plain = robot(MINEFIELD, seat, program=replace(program, pads=pads))
        assert draw("volt", plain, EN).png != draw("volt", MINEFIELD, EN).png
        assert draw("volt", plain, EN).alt != draw("volt", MINEFIELD, EN).alt


def test_a_basic_game_has_no_room_for_gear() -> None:
    with_modules = replace(BATTLE, modules=True)
    for size in ("full", "step"):
        look = Look("en", NAMES, size)
        plain = Image.open(io.BytesIO(draw("volt", BATTLE, look).png))
        geared = Image.open(io.BytesIO(draw("volt", with_modules, look).png))
        assert plain.height < geared.height


MARKS: dict[MarkKind, Mark] = {
    "path": Mark("path", ((6, 5), (6, 4)), 1),
    "push": Mark("push", ((6, 5), (6, 4)), 1),
    "pull": Mark("pull", ((6, 5), (6, 4)), 1),
    "jump": Mark("jump", ((6, 5), (6, 4)), 1),
    "beam": Mark("beam", ((6, 5), (6, 4)), 1),
    "mirror": Mark("mirror", ((6, 5), (6, 4)), 1),
    "blast": Mark("blast", ((6, 5), (6, 4), (5, 5)), 1),
    "dud": Mark("dud", ((6, 5), (6, 4)), 1),
    "hit": Mark("hit", ((6, 5),), 1),
    "shield": Mark("shield", ((6, 5),), 1),
    "cooled": Mark("cooled", ((6, 5),), 1),
    "mine": Mark("mine", ((6, 5),), 1),
    "laid": Mark("laid", ((6, 5),), 1),
    "workshop": Mark("workshop", ((6, 5),), 1),
    "destroyed": Mark("destroyed", ((6, 5),), 1),
    "scored": Mark("scored", ((6, 5),), 1),
    "restart": Mark("restart", ((6, 5),), 1),
    "refill": Mark("refill", ((6, 5),)),
}


def test_every_kind_of_mark_has_its_own_picture_and_sentence() -> None:
    marked = {kind: draw("volt", replace(BATTLE, marks=(mark,)), EN) for kind, mark in MARKS.items()}
    marked["none"] = draw("volt", BATTLE, EN)  # type: ignore[index]
    for a, b in combinations(marked, 2):
        assert marked[a].png != marked[b].png, (a, b)
        assert marked[a].alt != marked[b].alt, (a, b)


@pytest.mark.parametrize("kind", ["pull", "jump", "mirror", "shield", "cooled", "mine", "laid", "workshop"])
def test_a_mark_says_whose_it_is(kind: MarkKind) -> None:
    mine = draw("volt", replace(BATTLE, marks=(MARKS[kind],)), EN)
    yours = draw("volt", replace(BATTLE, marks=(replace(MARKS[kind], seat=2),)), EN)
    assert mine.alt != yours.alt
    if kind in ("pull", "jump", "mine", "laid"):
        assert mine.png != yours.png


def test_a_neutral_mine_that_goes_off_is_nobodys() -> None:
    neutral = replace(BATTLE, marks=(replace(MARKS["mine"], seat=None),))
    owned = replace(BATTLE, marks=(MARKS["mine"],))
    assert draw("volt", neutral, EN).png != draw("volt", owned, EN).png
    assert "neutral" in draw("volt", neutral, EN).alt


@pytest.mark.parametrize("kind", ["pull", "jump", "mirror", "blast", "dud", "shield", "cooled", "mine", "laid"])
def test_every_kind_of_mark_shows_in_a_plan(kind: MarkKind) -> None:
    assert PLAN.plan is not None
    empty = replace(PLAN, plan=replace(PLAN.plan, marks=()))
    marked = replace(PLAN, plan=replace(PLAN.plan, marks=(replace(MARKS[kind], pad=1),)))
    assert draw("volt", marked, EN).png != draw("volt", empty, EN).png
    assert draw("volt", marked, EN).alt != draw("volt", empty, EN).alt


def test_four_beams_at_walls_next_door_go_four_ways() -> None:
    one = Mark("beam", ((4, 2),), 0, 1)
    for direction in ("N", "SE"):
        shot = replace(MINEFIELD, actor=0, command=Command("red", 1, direction, "crossfire_1"))  # type: ignore[arg-type]
        single = draw("volt", replace(shot, marks=(one,)), EN).png
        assert draw("volt", replace(shot, marks=(one,) * 4), EN).png != single


def test_a_beam_that_cools_is_not_red() -> None:
    beam = (Mark("beam", ((4, 6), (4, 5), (4, 4)), 1, 1),)
    shots = [
        replace(MINEFIELD, actor=1, command=Command("red", 2, "W", module), marks=beam)
        for module in ("emp_1", "knockback_1")
    ]
    boards = [Image.open(io.BytesIO(draw("volt", shot, EN).png)).crop((0, 200, BOARD, 1000)) for shot in shots]
    assert boards[0].tobytes() != boards[1].tobytes()


def test_a_dud_off_the_board_is_told_and_drawn() -> None:
    off = replace(MINEFIELD, marks=(Mark("dud", ((4, 7), (4, 10)), 2, 1),))
    assert draw("volt", off, EN).png != draw("volt", MINEFIELD, EN).png
    assert speak("en")("render.alt.off") in draw("volt", off, EN).alt


def test_a_planned_module_is_named_in_the_plan() -> None:
    picture = draw("volt", PLAN, EN)
    assert "maneuver_1:E" in picture.alt
    assert PLAN.plan is not None
    pads = PLAN.plan.program.pads
    assert pads[0] is not None
    for change in ({"turn": "W"}, {"module": "brake_1", "turn": None}, {"module": None, "turn": None}):
        program = replace(PLAN.plan.program, pads=(replace(pads[0], **change), *pads[1:]))  # type: ignore[arg-type]
        other = replace(PLAN, plan=replace(PLAN.plan, program=program))
        assert draw("volt", other, EN).png != picture.png
        assert draw("volt", other, EN).alt != picture.alt


def test_an_outfit_is_shown_to_its_owner_only() -> None:
    public = replace(OUTFITTING, seat=None)
    leaked = replace(OUTFIT, seat=None)
    assert draw("volt", leaked, EN).png == draw("volt", public, EN).png
    assert draw("volt", leaked, EN).alt == draw("volt", public, EN).alt
    assert board("volt", leaked, speak("en"), NAMES) == board("volt", public, speak("en"), NAMES)


@pytest.mark.parametrize("name", [*GEAR_SCENES, "crowded"])
def test_text_stays_in_its_place_with_the_longest_names(name: str, written: list[tuple[str, Box]]) -> None:
    for look in looks(LONGEST):
        view = crowded(look.language) if name == "crowded" else replace(GEAR_SCENES[name], round=88)
        written.clear()
        image = Image.open(io.BytesIO(draw("volt", view, look).png))
        for text, box in written:
            assert box[0] >= 0, text
            assert box[2] <= image.width, text
            assert 0 <= box[1] < box[3] <= image.height, text
        for (a, first), (b, second) in combinations(written, 2):
            apart = first[2] <= second[0] or second[2] <= first[0] or first[3] <= second[1] or second[3] <= first[1]
            assert apart, (a, b)


def test_every_card_fits_the_heading_of_its_step(written: list[tuple[str, Box]]) -> None:
    from engines.volt.cards import CARDS

    for card, kind in CARDS.items():
        if kind.die is None:
            continue
        turn = "W" if kind.effect == "maneuver" else None
        view = replace(COOLING, actor=1, command=Command(kind.die, 3, "N", card, turn))
        for look in looks(LONGEST):
            written.clear()
            draw("volt", view, look)
            for (a, first), (b, second) in combinations(written[:4], 2):
                apart = first[2] <= second[0] or second[2] <= first[0] or first[3] <= second[1] or second[3] <= first[1]
                assert apart, (a, b)


def test_a_series_without_modules_is_shown_too() -> None:
    bare = replace(PLAIN_SERIES, championship=None)
    assert draw("volt", PLAIN_SERIES, EN).png != draw("volt", bare, EN).png
