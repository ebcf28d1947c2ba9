"""Thunder Road's panel in every state, in both languages, within Discord's limits."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import discord
import pytest

from cogs.games import manner
from cogs.limits import faults
from cogs.panels import base, compose_panel, thunder_road
from cogs.panels import thunder_road_drafts as drafts
from cogs.panels import thunder_road_words as told
from cogs.panels.thunder_road_presses import really
from cogs.posts.scene import flat
from engines.chance import FastChance
from engines.core import Level
from engines.thunder_road import GAME, legal
from engines.thunder_road.model import (
    Action,
    Assign,
    Bonus,
    Dir,
    Drive,
    Options,
    Question,
    Reroll,
    Shoot,
    Slam,
    State,
    TakeBack,
    spot_name,
)
from engines.thunder_road.perils import perils
from locales import Words, speak
from tables.model import SeatPanel
from tests.cogs.panel_maker import LONGEST_NAME, bot, both, control, controls, offered, pressable, read, table_info
from tests.cogs.road_hand import Hand
from tests.engines.thunder_road.boards import board, spot, vehicle

WORDS = pytest.mark.parametrize("words", both(), ids=lambda words: words.language)
EN = speak("en")


@pytest.fixture(autouse=True)
def every_text_is_there(caplog: pytest.LogCaptureFixture) -> Any:
    yield
    assert "no text for" not in caplog.text


def moving(state: State, car: str, left: int, **changes: Any) -> State:
    """The same position with this car on its way."""
    turn = replace(state.turn, stage="move", car=vehicle(car), left=left, **changes)
    return replace(state, turn=turn, back=state)


def labels(composed: Any, what: str) -> list[str]:
    return [item.item.label or "" for item in controls(composed) if item.address.what == what]


def disabled(composed: Any, what: str) -> list[bool]:
    return [item.item.disabled for item in controls(composed) if item.address.what == what]


# ---- limits


async def fits(panel: SeatPanel, words: Words) -> None:
    composed = await compose_panel(bot(), panel, words)
    assert faults(composed.view, composed.files) == []
    rows = await thunder_road.controls(bot(), panel, words)
    assert len(flat(rows)) <= base.CONTROLS
    assert 0 < len(thunder_road.question(panel, words)) <= base.HEAD


@WORDS
@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_every_question_of_whole_games_fits(words: Words, seats: int) -> None:
    chance = FastChance(seats)
    state = GAME.start(Options(), seats, chance).state
    while (window := GAME.window(state)) is not None:
        ((seat, ask),) = window.asks.items()
        view = GAME.view(state, seat)
        answer = GAME.stand_in(view, seat, Level.NORMAL, chance)
        table = replace(table_info(seats, code="ABCDEFGH"), game=GAME.key, hidden=False, window=999, scene=window.scene)
        panel = SeatPanel(table, seat, ask, view, None, False, 999)
        await fits(panel, words)
        await fits(replace(panel, draft=answer, view=GAME.drafts(view, seat, answer)), words)
        assert thunder_road.answer(replace(panel, draft=answer), words)
        state = GAME.advance(state, {seat: answer}, chance).state


@WORDS
async def test_the_fullest_question_fits(words: Words) -> None:
    """Three cars in a crowd, four dice of different values, a damaged car to repair, a chopper that was typed."""
    crowd = [
        f"{crew}{size} {lane}{row}"
        for crew, row in (("T", 9), ("B", 11), ("V", 13))
        for size, lane in zip("SML", "BCD", strict=True)
    ]
    state = board("ES C7 dent", "EM D7", "EL E7", *crowd, dice={"E": "1 3 5 6"}, choppers={"T": "A3"})
    for draft in (
        None,
        Assign(0, 2, "airstrike", 0),
        Assign(0, 2, "airstrike", 0, spot=spot("A1")),
        Assign(0, 2, "airstrike", 0, spot=spot("C8"), target=vehicle("TM")),
        Assign(0, 2, "repair", 3, repaired=0),
        Assign(0, 3, "nitro", 1, path=("F", "F")),
        Assign(0, 3, "drift", 1, path=("F",)),
    ):
        await fits(Hand(state, draft).panel, words)


# ---- the first question of a turn


@WORDS
async def test_an_empty_panel_asks_for_car_and_die_only(words: Words) -> None:
    state = GAME.start(Options(), 4, FastChance(3)).state
    composed = await Hand(state, words=words).look()
    assert pressable(composed) == {"t-car", "t-hint", "p-show"}
    assert disabled(composed, "t-go") == [True]
    assert len(offered(composed, "t-car")) <= 12
    assert words("thunder_road.ask.assign") in read(composed)


def test_the_useful_choices_come_first() -> None:
    """A car that can finish before one that cannot, and that before one that must slam into its own crew."""
    view = GAME.view(board("ES C22", "EM B2", "EL B1", "TS F1", finish=True, dice={"E": "1 1 1 6"}), 0)
    first, *rest = drafts.starts(view, 0)
    assert (first.car, view.crews[0].dice[first.die].value) == (vehicle("ES"), 6)
    assert first.reach.finish
    assert not any(start.reach.finish for start in rest)
    assert {(start.car, start.die) for start in (first, *rest)} == set(legal.assignments(view, 0))


@WORDS
async def test_what_each_choice_can_reach_is_said(words: Words) -> None:
    state = board("ES C22", "EM B2", "TS B3", "TM A2", "TL C2", finish=True, dice={"E": "1 1 1 3"}, road=2)
    select = control(await Hand(state, words=words).look(), "t-car")
    assert select is not None
    said = {option.value: option.description or "" for option in select.item.options}
    assert words("panel.thunder_road.reach.finish") in said["0.3"]
    assert words("panel.thunder_road.reach.row", row=23) in said["0.0"]
    assert words("panel.thunder_road.reach.bonus", die=2) in said["0.0"]
    assert told.vehicle(words, vehicle("TS")) in said["1.0"]


@WORDS
async def test_a_coasting_car_says_so_and_gets_no_command(words: Words) -> None:
    state = board("ES C5 moved", "TS F1", dice={"E": "2m 3 4 5"})
    composed = await Hand(state, Assign(0, 1), words=words).look()
    assert words("panel.thunder_road.coast", car=told.vehicle(words, 0), die=3) in [
        option.label
        for option in control(composed, "t-car").item.options  # type: ignore[union-attr]
    ]
    assert control(composed, "t-cmd") is None


async def test_only_what_is_possible_is_offered_as_a_command() -> None:
    state = board("ES C5 dent", "EM D5", "TS F1", dice={"E": "1 3 3 6"})
    composed = await Hand(state, Assign(0, 1)).look()
    assert set(offered(composed, "t-cmd")) == {
        "-", "airstrike.0", "airstrike.2", "airstrike.3", "nitro.0", "nitro.2", "drift.2", "repair.3.0",
    }  # fmt: skip


# ---- the path


@WORDS
async def test_the_first_round_asks_for_one_of_six_lanes(words: Words) -> None:
    state = GAME.start(Options(), 2, FastChance(3)).state
    hand = Hand(state, words=words)
    hand.draft = Assign(*legal.assignments(hand.panel.view, hand.seat)[0])
    composed = await hand.look()
    assert [label[:2] for label in labels(composed, "t-move")] == ["A1", "B1", "C1", "D1", "E1", "F1"]
    rows = await thunder_road.controls(bot(), hand.panel, words)
    lanes = [row for row in rows if "t-move" in {item.address.what for item in flat([row]) if hasattr(item, "address")}]
    assert [len(row.children) for row in lanes] == [3, 3]  # type: ignore[attr-defined]


async def test_the_arrows_show_the_moves_left_and_what_lies_ahead() -> None:
    state = board("ES C5", "EM C6", "TS F1", tokens={"B5": "mine", "D5": "mud up"}, dice={"E": "1 1 1 3"})
    assert labels(await Hand(state, Assign(0, 3)).look(), "t-move") == ["3 ❓", "3 💥", "3 🟤"]
    assert labels(await Hand(state, Assign(0, 3, path=("FR",))).look(), "t-move") == ["1 💥", "1", "1"]
    state = board("ES C5", "TS F1", choppers={"T": "C6"}, dice={"E": "1 1 1 3"}, tiles="A1 C2 C2")
    assert labels(await Hand(state, Assign(0, 0)).look(), "t-move") == ["1 🪨", "1 🚁", "1"]
    assert labels(await Hand(state, Assign(0, 3)).look(), "t-move") == ["3 🪨", "3", "3"], "one may drive on from there"


async def test_a_move_that_is_not_there_cannot_be_pressed() -> None:
    state = board("ES A5", "TS F1", dice={"E": "1 1 1 3"})
    composed = await Hand(state, Assign(0, 3)).look()
    assert disabled(composed, "t-move") == [True, False, False]
    composed = await Hand(state, Assign(0, 3, path=("F", "F", "F"))).look()
    assert disabled(composed, "t-move") == [True, True, True], "the buttons stay in their places under a fast finger"
    assert disabled(composed, "t-ahead") == [True]
    assert labels(composed, "t-move") == ["0", "0", "0"]


@WORDS
@pytest.mark.parametrize(
    ("pieces", "extra", "path", "stop"),
    [
        ((), {"tokens": {"C6": "oil"}}, "F", "hazard"),
        ((), {"tokens": {"C6": "oil up"}}, "F", "oil"),
        (("EM C6",), {}, "F", "slam"),
        ((), {"tiles": "A1 C2 C2"}, "FL", "rock"),
    ],
)
async def test_why_a_path_ends_is_said(words: Words, pieces: Any, extra: Any, path: str, stop: str) -> None:
    state = board("ES C5", *pieces, "TS F1", dice={"E": "1 1 1 3"}, **extra)
    composed = await Hand(state, Assign(0, 3, path=(path,)), words=words).look()
    assert words(f"panel.thunder_road.stop.{stop}") in read(composed)
    assert disabled(composed, "t-move") == [True, True, True]


@WORDS
@pytest.mark.parametrize(("finish", "stop"), [(True, "finish"), (False, "edge")])
async def test_the_front_edge_is_told(words: Words, finish: bool, stop: str) -> None:
    state = board("ES C24", "TS F20", finish=finish, dice={"E": "1 1 1 3"})
    hand = Hand(state, Assign(0, 3), words=words)
    sign = told.SIGNS[stop]
    assert [sign in label for label in labels(await hand.look(), "t-move")] == [False, True, False]
    assert words(f"panel.thunder_road.sign.{stop}") in read(await hand.look())
    hand.draft = Assign(0, 3, path=("F",))
    assert words(f"panel.thunder_road.stop.{stop}") in read(await hand.look())


@WORDS
async def test_a_road_bonus_that_follows_is_announced(words: Words) -> None:
    state = board("ES C5", "TS F1", dice={"E": "1 1 1 3"}, road=2)
    hand = Hand(state, Assign(0, 0, path=("F",)), words=words)
    assert words("panel.thunder_road.used.bonus", die=2) in read(await hand.look())
    hand.state = board("ES A5", "TS F1", dice={"E": "1 1 1 3"}, road=2)
    assert words("panel.thunder_road.used") in read(await hand.look())


@WORDS
async def test_a_drive_has_the_same_arrows(words: Words) -> None:
    state = moving(board("ES C5 moved", "TS F1"), "ES", 3)
    hand = Hand(state, words=words)
    composed = await hand.look()
    assert labels(composed, "t-move") == ["3", "3", "3"]
    assert disabled(composed, "t-go") == [True]
    assert control(composed, "t-back") is not None
    assert control(composed, "t-car") is None
    hand.draft = Drive(("F",))
    composed = await hand.look()
    assert disabled(composed, "t-go") == [False]
    assert labels(composed, "t-move") == ["2", "2", "2"]
    assert "⬆️" in read(composed)


async def test_a_turn_can_be_taken_back_only_while_nothing_was_revealed() -> None:
    state = moving(board("ES C5 moved", "TS F1"), "ES", 3)
    assert control(await Hand(replace(state, back=None)).look(), "t-back") is None


# ---- the chopper


async def test_the_best_spaces_for_the_chopper_have_somebody_in_their_arc() -> None:
    state = board("ES C5", "EM C9", "TS C11 dent", "TM D14", dice={"E": "1 2 3 4"})
    view = GAME.view(state, 0)
    found = drafts.strikes(view, 0)
    assert len(found) == drafts.SPOTS
    assert vehicle("TS") in found[0].targets
    assert all(vehicle("TS") in strike.targets or vehicle("TM") in strike.targets for strike in found[:5])
    assert drafts.best_target(view, 0, found[0].spot) == vehicle("TS")
    assert {strike.spot for strike in found} <= set(legal.strike_spots(view))


async def test_nobody_aims_at_the_own_crew_unasked() -> None:
    view = GAME.view(board("ES C5", "EM C9", "TS F20", dice={"E": "1 2 3 4"}), 0)
    assert drafts.best_target(view, 0, spot("C8")) is None
    assert vehicle("EM") in legal.arc_targets(view, spot("C8"))


@WORDS
async def test_in_the_first_round_the_chopper_cannot_shoot(words: Words) -> None:
    state = board("ES C5", "TS C11", round=1)
    composed = await Hand(state, Assign(0, 3, "airstrike", 0, spot=spot("C10")), words=words).look()
    assert control(composed, "t-aim") is None
    assert drafts.best_target(GAME.view(state, 0), 0, spot("C10")) is None
    assert control(composed, "t-move") is not None


@WORDS
async def test_a_shot_comes_before_the_path(words: Words) -> None:
    state = board("ES C5", "EM B10", "TS C11")
    hand = Hand(state, Assign(0, 3, "airstrike", 0, spot=spot("C10"), target=vehicle("TS")), words=words)
    composed = await hand.look()
    assert control(composed, "t-move") is None
    assert control(composed, "t-hint") is None
    assert words("panel.thunder_road.after_shot") in read(composed)
    assert offered(composed, "t-aim") == [str(vehicle("TS")), str(vehicle("EM")), "-"], "one's own last"
    hand.draft = Assign(0, 3, "airstrike", 0, spot=spot("C10"))
    assert control(await hand.look(), "t-move") is not None


async def test_a_typed_space_joins_the_list() -> None:
    state = board("ES C5", "TS C11")
    hand = Hand(state, Assign(0, 3, "airstrike", 0))
    assert "A1" not in offered(await hand.look(), "t-spot")
    hand.draft = Assign(0, 3, "airstrike", 0, spot=spot("A1"))
    composed = await hand.look()
    assert offered(composed, "t-spot")[0] == "A1"
    assert len(offered(composed, "t-spot")) == drafts.SPOTS + 1
    assert faults(composed.view, composed.files) == []


@pytest.mark.parametrize(
    ("typed", "name"),
    [("C14", "C14"), (" c 14 ", "C14"), ("Ｃ１４", "C14"), ("f007", "F7"), ("a1", "A1"), ("C 9999", "C9999")],
)
def test_a_space_is_read_however_it_is_typed(typed: str, name: str) -> None:
    found = drafts.read_spot(typed)
    assert found is not None
    assert spot_name(found) == name


@pytest.mark.parametrize(
    "typed", ["", " ", "G3", "14C", "C", "14", "C0", "C-1", "C14 D2", "C99999", "C1.5", "C١٤x", "💥", "C14;"]
)
def test_nonsense_is_no_space(typed: str) -> None:
    assert drafts.read_spot(typed) is None


# ---- the short questions


@WORDS
async def test_a_bonus_is_two_buttons(words: Words) -> None:
    state = board("ES C5 moved", "TS F1", road=3)
    state = replace(state, turn=replace(state.turn, stage="bonus", car=0), back=state)
    composed = await Hand(state, words=words).look()
    assert pressable(composed) == {"t-bonus", "t-back", "p-show"}
    assert labels(composed, "t-bonus")[0] == words("panel.thunder_road.bonus", n=3)


@WORDS
async def test_staying_under_a_chopper_is_warned_of(words: Words) -> None:
    state = board("ES C5 moved", "TS F1", choppers={"T": "C5"})
    state = replace(state, turn=replace(state.turn, stage="bonus", car=0))
    told_so = words("panel.thunder_road.peril.staying", car=told.vehicle(words, 0), spot="C5")
    assert told_so in read(await Hand(state, words=words).look())


@WORDS
async def test_each_target_has_its_chance_and_ones_own_are_marked(words: Words) -> None:
    state = board("ES C5 moved", "EL B5", "TM C6", "W0 D5")
    state = replace(state, turn=replace(state.turn, stage="shot", car=0))
    composed = await Hand(state, words=words).look()
    assert labels(composed, "t-fire") == [
        told.odds(words, vehicle("TM")),
        told.odds(words, vehicle("W0")),
        words("panel.thunder_road.own", target=told.odds(words, vehicle("EL"))),
        words("panel.thunder_road.hold"),
    ]
    chances = [[sign for sign in label if sign.isdecimal()] for label in labels(composed, "t-fire")]
    assert chances == [["3", "6"], ["2", "6"], ["4", "6"], []]


def slam_at(where: str, mover: Any, dir: Dir, *pieces: str, **changes: Any) -> State:
    """Ember's Dart has driven into Tide's Maul there, and the dice have fallen."""
    state = board(f"ES {where} moved", f"TL {where}", *pieces, **changes)
    slam = Slam(vehicle("ES"), vehicle("TL"), mover, dir)
    return replace(state, turn=replace(state.turn, stage="move", car=0), stack=(slam,), question=Question(1))


@WORDS
@pytest.mark.parametrize(
    ("where", "dir", "pieces", "changes", "outcome", "facts"),
    [
        ("A5", "FL", (), {}, "side", {}),
        ("C1", "B", (), {}, "rear", {}),
        ("C5", "FL", (), {"tiles": "A1 C2 C2"}, "rock", {}),
        ("C24", "F", (), {"finish": True}, "finish", {}),
        ("C24", "F", (), {}, "edge", {}),
        ("C5", "F", ("EM C6",), {}, "slam", {"spot": "C6", "other": vehicle("EM")}),
        ("C5", "F", (), {"tokens": {"C6": "mine"}}, "hazard", {"spot": "C6"}),
        ("C5", "F", (), {"tokens": {"C6": "oil up"}}, "oil", {"spot": "C6"}),
        ("C5", "F", (), {"choppers": {"T": "C6"}}, "chopper", {"spot": "C6"}),
        ("C5", "B", (), {}, "spot", {"spot": "C4"}),
    ],
)
async def test_a_reroll_says_what_the_dice_do(
    words: Words, where: str, dir: Dir, pieces: Any, changes: Any, outcome: str, facts: Any
) -> None:
    hand = Hand(slam_at(where, "top", dir, *pieces, **changes), words=words)
    composed = await hand.look()
    assert faults(composed.view, composed.files) == []
    named = {key: told.vehicle(words, value) if key == "other" else value for key, value in facts.items()}
    said = words(f"panel.thunder_road.landing.{outcome}", **named)
    assert said in read(composed)
    dice = f"{told.vehicle(words, vehicle('ES'))} {told.ARROWS[dir]}"
    assert words("panel.thunder_road.keep", dice=dice) in labels(composed, "t-roll")
    assert control(composed, "t-back") is None, "it is somebody else's turn"


@WORDS
def test_a_pushed_wreck_just_leaves_by_the_front(words: Words) -> None:
    view = GAME.view(board("ES C5", "W0 C24"), 0)
    said = told.landing(view, vehicle("W0"), spot("C24"), "F", words)
    assert said == words("panel.thunder_road.landing.gone")


# ---- dangers


@WORDS
@pytest.mark.parametrize(
    ("kind", "state", "action"),
    [
        ("rock", board("ES C5", "TS F1", tiles="A1 C2 C2", dice={"E": "1 1 1 3"}), Assign(0, 3, path=("FL",))),
        ("chopper", board("ES A5", "TS F1", choppers={"T": "A6"}), Assign(0, 0, path=("F",))),
        ("rear", board("ES C24", "EM C2", "TS F20"), Assign(0, 0, path=("F",))),
        ("own_target", board("ES C5", "EM C9", "TS F1"), Assign(0, 3, "airstrike", 0, spot=spot("C8"), target=1)),
    ],
)
async def test_what_an_answer_destroys_is_said_before_and_asked_again(
    words: Words, kind: str, state: State, action: Assign
) -> None:
    hand = Hand(state, action, words=words)
    (peril,) = perils(hand.panel.view, 0, action)
    assert peril.kind == kind
    line = words(f"panel.thunder_road.peril.{kind}", car=told.vehicle(words, peril.vehicle), spot=spot_name(peril.spot))
    assert line in read(await hand.look())
    asking = await really(hand.panel, action, words)
    assert line in asking.text
    assert [item.address.what for item in flat(asking.controls) if hasattr(item, "address")] == ["t-sure", "t-no"]


# ---- words


@WORDS
@pytest.mark.parametrize(
    ("action", "parts"),
    [
        (Assign(0, 3, path=("F", "FL")), ["🔥", "4", "⬆️ ↖️"]),
        (Assign(0, 3, "nitro", 1), ["nitro"]),
        (Assign(0, 3, "airstrike", 0, spot=spot("C10"), target=vehicle("TS")), ["airstrike", "C10", "🌊"]),
        (Assign(0, 3, "airstrike", 0, spot=spot("C10")), ["airstrike", "C10"]),
        (Assign(0, 3, "repair", 2, repaired=1), ["repair", "🔥"]),
        (Assign(), []),
        (Drive(("FR", "F")), ["↗️ ⬆️"]),
    ],
)
def test_a_draft_in_words(words: Words, action: Action, parts: list[str]) -> None:
    panel = replace(Hand(board("ES C5", "EM C9 dent", "TS C11")).panel, draft=action)
    said = thunder_road.answer(panel, words)
    for part in parts:
        assert (words(f"thunder_road.command.{part}") if part.isalpha() and part.islower() else part) in said


@WORDS
def test_every_short_answer_has_its_own_words(words: Words) -> None:
    panel = Hand(board("ES C5", "TS C11")).panel
    answers = (
        Bonus(take=True), Bonus(take=False), Reroll(again=True), Reroll(again=False), Shoot(None),
        Shoot(vehicle("TS")), TakeBack(),
    )  # fmt: skip
    said = {thunder_road.answer(replace(panel, draft=action), words) for action in answers}
    assert len(said) == len(answers)


async def test_a_select_never_looks_like_the_one_before_it() -> None:
    """A screen shows what was picked in a select for as long as the select keeps its number."""
    state = board("ES C5 dent", "EM D5", "TS C11", "TM D12", dice={"E": "1 3 5 6"})
    seen: dict[int | None, tuple[str, list[str]]] = {}
    for draft in (
        None, Assign(0, 2), Assign(1, 2), Assign(0, 3), Assign(0, 2, "nitro", 1), Assign(0, 2, "airstrike", 0),
        Assign(0, 2, "airstrike", 0, spot=spot("C10")), Assign(0, 2, "airstrike", 0, spot=spot("C10"), target=3),
        Assign(0, 2, "airstrike", 0, spot=spot("D11")), Assign(0, 2, "airstrike", 0, spot=spot("D11"), target=4),
        Assign(0, 2, "airstrike", 0, spot=spot("A1")),
    ):  # fmt: skip
        composed = await Hand(state, draft).look()
        for item in controls(composed):
            if isinstance(item.item, discord.ui.Select):
                chosen = [option.value for option in item.item.options if option.default]
                assert seen.setdefault(item.item.id, (item.address.what, chosen)) == (item.address.what, chosen)


# ---- the manner


@WORDS
def test_posts_speak_of_the_race_in_its_manner(words: Words) -> None:
    mine = manner("thunder_road")
    view = GAME.view(board("ES C5", "TS C11", "BS D3", turns={"E": 1}, round=3), None)
    assert [mine.mark(seat) for seat in range(4)] == ["🔥", "🌊", "💀", "🐍"]
    title = mine.turn(words, view, 9)
    assert "3" in title
    assert re.findall("[0-9]", title) == ["3", "2", "3"]
    assert "🔥" in title
    assert mine.heading(words, "turn-7", view, 9, "a turn") == title
    assert "🔥" not in mine.heading(words, "round", view, 9, "new dice")
    assert "new dice" in mine.heading(words, "round", view, 9, "new dice")
    assert mine.answered(words, "turn-7", view, 9) == title
    assert mine.score(words, 1) == words.count("panel.thunder_road.score", 1)
    assert "31" in mine.score(words, 31)
    assert len(mine.howto(words, view)) == 1
    assert mine.howto(words, view) != mine.howto(words, GAME.view(board("ES C5", "TS C11"), None))


@WORDS
def test_what_stands_at_the_end(words: Words) -> None:
    state = board("ES C5", "EM D5 dent dent", "TS C11", "TM A1 retired", round=8, laid=6)
    told_all = manner("thunder_road").final(words, GAME.view(state, None), ("🔥 **Rook**", "🌊 **Moth**"))
    assert len(told_all) == 3
    assert words("panel.thunder_road.final.race", rounds=8, tiles=6) == told_all[0]
    assert words("panel.thunder_road.final.crew", who="🔥 **Rook**", running=1, stranded=1, lost=1) == told_all[1]
    assert LONGEST_NAME not in "".join(told_all)
