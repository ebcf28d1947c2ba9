"""What each press on Thunder Road's panel does, and that no press does what the engine does not allow."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import discord
import pytest

from cogs.panels import ITEMS, thunder_road_presses
from cogs.panels import thunder_road_drafts as drafts
from cogs.panels.thunder_road_presses import (
    FORMS,
    Fire,
    Go,
    GoBack,
    Move,
    NotSure,
    PickCar,
    PickCommand,
    PickSpot,
    PickTarget,
    RollAgain,
    Straight,
    Suggest,
    Sure,
    TakeBonus,
    Typed,
    TypeIt,
    Undo,
)
from cogs.press import Address, PressItem
from engines.core import IllegalAction
from engines.thunder_road import GAME, legal
from engines.thunder_road.model import Assign, Bonus, Drive, Question, Reroll, Shoot, Slam, State, TakeBack
from locales import speak
from tests.cogs.panel_maker import both, control, controls
from tests.cogs.road_hand import Hand
from tests.cogs.road_hand import nothing_is_sent as nothing_is_sent
from tests.engines.thunder_road.boards import board, spot, vehicle

OPEN = board("ES C5", "EM D9 dent", "TS C12", "TM D20", dice={"E": "1 3 5 6"})
EN = speak("en")


def moving(state: State, car: str, left: int) -> State:
    return replace(state, turn=replace(state.turn, stage="move", car=vehicle(car), left=left), back=state)


def at(stage: Any, *pieces: str, **changes: Any) -> State:
    state = board(*pieces, **changes)
    return replace(state, turn=replace(state.turn, stage=stage, car=0))


BONUS = at("bonus", "ES C5 moved", "TS F1", road=2)
SHOT = at("shot", "ES C5 moved", "EM B5", "TS C6")
REROLL = replace(
    at("move", "ES C5 moved", "TL C5"),
    stack=(Slam(vehicle("ES"), vehicle("TL"), "top", "F"),),
    question=Question(1),
)
STATES = {"assign": OPEN, "drive": moving(OPEN, "ES", 3), "bonus": BONUS, "shoot": SHOT, "reroll": REROLL}


# ---- choosing


async def test_a_turn_in_four_presses() -> None:
    hand = Hand(OPEN)
    await hand.press("t-car", "", "0.2")
    assert hand.draft == Assign(0, 2)
    await hand.press("t-move", "F")
    await hand.press("t-move", "FL")
    assert hand.draft == Assign(0, 2, path=("F", "FL"))
    await hand.press("t-go")
    assert hand.given == [Assign(0, 2, path=("F", "FL"))]
    assert hand.panel.ask is not None
    assert hand.panel.ask.kind == "drive", "what was left open is asked now"


async def test_go_without_a_path_asks_for_it_afterwards() -> None:
    hand = Hand(OPEN)
    await hand.press("t-car", "", "0.2")
    await hand.press("t-go")
    assert hand.given == [Assign(0, 2)]
    await hand.press("t-move", "F")
    await hand.press("t-go")
    assert hand.given[1:] == [Drive(("F",))]


async def test_from_the_start_area_the_lane_comes_first() -> None:
    hand = Hand(board("ES start", "TS start", round=1))
    await hand.press("t-car", "", "0.3")
    await hand.press("t-move", "D1")
    await hand.press("t-move", "FR")
    assert hand.draft == Assign(0, 3, path=("D1", "FR"))


async def test_another_die_keeps_the_path_that_still_fits() -> None:
    hand = Hand(OPEN, Assign(0, 2, path=("F", "FL")))
    await hand.press("t-car", "", "0.1")
    assert hand.draft == Assign(0, 1, path=("F", "FL"))
    await hand.press("t-car", "", "0.0")
    assert hand.draft == Assign(0, 0), "one move does not do for two"


async def test_another_car_begins_its_own_path_and_keeps_the_command() -> None:
    hand = Hand(OPEN, Assign(0, 2, "nitro", 0, path=("F", "FL")))
    await hand.press("t-car", "", "1.2")
    assert hand.draft == Assign(1, 2, "nitro", 0)
    await hand.press("t-car", "", "1.0")
    assert hand.draft == Assign(1, 0), "the command's die is the car's now"


async def test_each_command() -> None:
    hand = Hand(OPEN, Assign(0, 2, path=("F",)))
    await hand.press("t-cmd", "", "nitro.1")
    assert hand.draft == Assign(0, 2, "nitro", 1, path=("F",))
    await hand.press("t-cmd", "", "drift.1")
    assert hand.draft == Assign(0, 2, "drift", 1, path=("F",))
    await hand.press("t-cmd", "", "repair.3.1")
    assert hand.draft == Assign(0, 2, "repair", 3, repaired=1, path=("F",))
    await hand.press("t-cmd", "", "airstrike.0")
    assert hand.draft == Assign(0, 2, "airstrike", 0, path=("F",))
    await hand.press("t-cmd", "", "-")
    assert hand.draft == Assign(0, 2, path=("F",))


async def test_a_path_that_needs_the_nitro_goes_with_it() -> None:
    hand = Hand(OPEN, Assign(0, 0, "nitro", 1, path=("F", "F")))
    await hand.press("t-cmd", "", "-")
    assert hand.draft == Assign(0, 0)


async def test_the_chopper_aims_at_the_best_target_by_itself() -> None:
    hand = Hand(OPEN, Assign(0, 2, "airstrike", 0, path=("F",)))
    await hand.press("t-spot", "", "C11")
    assert hand.draft == Assign(0, 2, "airstrike", 0, spot=spot("C11"), target=vehicle("TS"))
    await hand.press("t-aim", "", "-")
    assert hand.draft == Assign(0, 2, "airstrike", 0, spot=spot("C11"))
    await hand.press("t-cmd", "", "airstrike.1")
    assert hand.draft == Assign(0, 2, "airstrike", 1, spot=spot("C11")), "another die, the same flight"
    await hand.press("t-aim", "", str(vehicle("TS")))
    await hand.press("t-go")
    assert hand.given == [Assign(0, 2, "airstrike", 1, spot=spot("C11"), target=vehicle("TS"))]


async def test_straight_goes_as_far_as_it_goes() -> None:
    hand = Hand(OPEN, Assign(0, 2))
    await hand.press("t-ahead")
    assert hand.draft == Assign(0, 2, path=("F",) * 5)
    hand = Hand(board("ES C5", "TS C8", dice={"E": "1 3 5 6"}), Assign(0, 2))
    await hand.press("t-ahead")
    assert hand.draft == Assign(0, 2, path=("F",) * 3), "a slam ends it"


async def test_suggest_chooses_what_is_still_open() -> None:
    hand = Hand(OPEN)
    await hand.press("t-hint")
    assert isinstance(hand.draft, Assign)
    best = drafts.starts(GAME.view(OPEN, 0), 0)[0]
    assert (hand.draft.car, hand.draft.die) == (best.car, best.die)
    assert len(hand.draft.path) > 1
    assert drafts.complete(hand.panel.view, 0, hand.draft)
    hand = Hand(OPEN, Assign(1, 1, "drift", 2))
    await hand.press("t-hint")
    assert replace(hand.draft, path=()) == Assign(1, 1, "drift", 2)
    assert len(hand.draft.path) == 3
    hand = Hand(moving(OPEN, "ES", 3))
    await hand.press("t-hint")
    assert isinstance(hand.draft, Drive)
    assert len(hand.draft.path) == 3


async def test_back_undoes_one_choice_after_the_other() -> None:
    hand = Hand(OPEN, Assign(0, 2, "airstrike", 0, spot=spot("C8"), path=("F", "FL")))
    trail = []
    for _ in range(5):
        await hand.press("t-undo")
        trail.append(hand.draft)
    flying = Assign(0, 2, "airstrike", 0, spot=spot("C8"))
    assert trail == [
        replace(flying, path=("F",)), flying, Assign(0, 2, "airstrike", 0), Assign(0, 2), Assign(),
    ]  # fmt: skip
    assert control(await hand.look(), "t-undo").item.disabled  # type: ignore[union-attr]


async def test_taps_queue_up_to_what_is_unknown_and_no_further() -> None:
    hand = Hand(board("ES C5", "TS F1", tokens={"C7": "oil"}, dice={"E": "1 3 5 6"}), Assign(0, 2))
    item = control(await hand.look(), "t-move")
    assert item is not None
    for _ in range(2):
        await hand.forge(Move, "F")
    with pytest.raises(IllegalAction) as caught:
        await hand.forge(Move, "F")
    assert caught.value.reason == "path_over"
    assert hand.draft == Assign(0, 2, path=("F", "F"))


# ---- the short questions


@pytest.mark.parametrize(("rest", "take"), [("y", True), ("n", False)])
async def test_the_bonus_counts_at_once(rest: str, take: bool) -> None:
    hand = Hand(BONUS)
    await hand.press("t-bonus", rest)
    assert hand.given == [Bonus(take)]


@pytest.mark.parametrize(("rest", "again"), [("y", True), ("n", False)])
async def test_the_reroll_counts_at_once(rest: str, again: bool) -> None:
    hand = Hand(REROLL)
    assert hand.seat == 1
    await hand.press("t-roll", rest)
    assert hand.given == [Reroll(again)]


async def test_a_shot_counts_at_once_but_for_ones_own() -> None:
    hand = Hand(SHOT)
    await hand.press("t-fire", str(vehicle("TS")))
    assert hand.given == [Shoot(vehicle("TS"))]
    hand = Hand(SHOT)
    await hand.press("t-fire", "-")
    assert hand.given == [Shoot(None)]
    hand = Hand(SHOT)
    await hand.press("t-fire", str(vehicle("EM")))
    assert hand.given == []
    assert hand.shown is not None
    await hand.send(shown(hand, "t-sure"))
    assert hand.given == [Shoot(vehicle("EM"))]


async def test_a_turn_is_taken_back() -> None:
    hand = Hand(moving(OPEN, "ES", 3))
    await hand.press("t-back")
    assert hand.given == [TakeBack()]
    assert hand.panel.ask is not None
    assert hand.panel.ask.kind == "assign"


# ---- really?


def shown(hand: Hand, what: str) -> PressItem:
    """The button of the question that is shown for once."""
    assert hand.shown is not None
    rows: Any = hand.shown.controls
    return next(item for row in rows for item in row.children if item.address.what == what)


DEADLY = board("ES C5", "TS F1", tiles="A1 C2 C2", dice={"E": "1 1 1 3"})
UNDER = replace(at("bonus", "ES C5 moved", "TS F1", choppers={"T": "C5"}))


async def test_what_destroys_the_car_is_asked_once_more() -> None:
    hand = Hand(DEADLY, Assign(0, 3, path=("FL",)))
    await hand.press("t-go")
    assert hand.given == []
    await hand.send(shown(hand, "t-no"))
    assert hand.given == []
    assert hand.shown is None
    assert hand.draft == Assign(0, 3, path=("FL",))
    await hand.press("t-go")
    hand.state = replace(DEADLY, cars=(*DEADLY.cars[:1], *board("EM F3", "TS F1").cars[1:]))  # Ember goes on without it
    await hand.send(shown(hand, "t-sure"))
    assert hand.given == [Assign(0, 3, path=("FL",))]


async def test_staying_under_a_chopper_is_asked_once_more() -> None:
    hand = Hand(replace(UNDER, cars=(*UNDER.cars[:1], *board("EM F3", "TS F1").cars[1:])))
    await hand.press("t-bonus", "n")
    assert hand.given == []
    await hand.send(shown(hand, "t-sure"))
    assert hand.given == [Bonus(take=False)]


async def test_a_yes_counts_only_for_what_was_asked() -> None:
    hand = Hand(DEADLY, Assign(0, 3, path=("FL",)))
    await hand.press("t-go")
    sure = shown(hand, "t-sure")
    hand.draft = Assign(0, 0, path=("FL",))
    await hand.send(sure)
    assert hand.given == []
    assert hand.shown is not None, "it is asked anew"


async def test_a_harmless_answer_is_not_asked_about() -> None:
    hand = Hand(DEADLY, Assign(0, 3, path=("F",)))
    await hand.press("t-go")
    assert hand.shown is None
    assert hand.given == [Assign(0, 3, path=("F",))]


# ---- typing a space


FLYING = Assign(0, 2, "airstrike", 0)


async def test_any_space_can_be_typed() -> None:
    hand = Hand(OPEN, FLYING)
    await hand.type(Typed, space=" ａ 1")
    assert hand.draft == replace(FLYING, spot=spot("A1"))
    await hand.type(Typed, space="c11")
    assert hand.draft == replace(FLYING, spot=spot("C11"), target=vehicle("TS"))


@pytest.mark.parametrize("typed", ["", "hello", "C", "99", "G4", "C14 D3", "C" * 5000, "💥"])
async def test_nonsense_is_explained_and_offered_again(typed: str) -> None:
    hand = Hand(OPEN, FLYING)
    await hand.type(Typed, space=typed)
    assert hand.draft == FLYING
    assert len(hand.said) == 1
    composed = thunder_road_presses.unreadable(hand.panel, EN, typed)
    again = control(composed, "t-type")
    assert isinstance(again, TypeIt)
    assert len(again.address.custom_id) <= 100
    form = again.form(EN)
    assert form is not None
    field = next(item for item in form.walk_children() if isinstance(item, discord.ui.TextInput))
    assert (field.default or "") == " ".join(typed.split())[:8]


@pytest.mark.parametrize(
    ("typed", "why"), [("C12", "vehicle"), ("A99", "off"), ("C5", "vehicle"), ("D9", "vehicle"), ("F1", "token")]
)
async def test_a_space_where_no_chopper_may_land_is_refused(typed: str, why: str) -> None:
    state = board("ES C5", "EM D9 dent", "TS C12", tokens={"F1": "oil up"}, dice={"E": "1 3 5 6"})
    hand = Hand(state, FLYING)
    with pytest.raises(IllegalAction) as caught:
        await hand.type(Typed, space=typed)
    assert caught.value.reason == "strike_space"
    assert str(getattr(caught.value.facts["why"], "key", "")).endswith(why)
    assert hand.draft == FLYING


async def test_a_form_sent_in_after_the_command_was_changed_does_nothing() -> None:
    hand = Hand(OPEN, Assign(0, 2, "nitro", 0))
    await hand.type(Typed, space="C11")
    assert hand.draft == Assign(0, 2, "nitro", 0)
    assert hand.said == [EN("panel.gone")]


@pytest.mark.parametrize("words", both(), ids=lambda words: words.language)
def test_the_form_keeps_within_the_limits(words: Any) -> None:
    form = TypeIt(discord.ui.Button(), Address("ABCDEFGH", 99999, "t-type", "3.C14")).form(words)
    assert form is not None
    label = next(item for item in form.walk_children() if isinstance(item, discord.ui.Label))
    field = next(item for item in form.walk_children() if isinstance(item, discord.ui.TextInput))
    assert len(form.title) <= 45
    assert len(label.text) <= 45
    assert len(label.description or "") <= 100
    assert field.default == "C14"
    assert FORMS[0].matches(form.custom_id) == Address("ABCDEFGH", 99999, "t-type", "3")


# ---- made up, late, somebody else's


@pytest.mark.parametrize("value", ["", "x", "0", "0.x", "0.1.2", "-1.0", "99999999999.0", "0.99999999999", "."])
async def test_a_made_up_choice_changes_nothing(value: str) -> None:
    hand = Hand(OPEN, Assign(0, 2, "airstrike", 0))
    await hand.forge(PickCar, "", value)
    await hand.forge(PickCommand, "", value)
    await hand.forge(PickSpot, "", value)
    if value != "0":
        await hand.forge(PickTarget, "", value)
    assert hand.draft == Assign(0, 2, "airstrike", 0)
    assert set(hand.said) == {EN("panel.gone")}


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (PickCar, "3.0"), (PickCar, "2.0"), (PickCar, "0.7"), (PickCommand, "nitro.3"), (PickCommand, "repair.3.0"),
        (PickCommand, "drift.2"), (PickSpot, "C12"), (PickTarget, "4"),
    ],
)  # fmt: skip
async def test_a_choice_against_the_rules_is_refused_by_the_engine(kind: type[PressItem], value: str) -> None:
    hand = Hand(OPEN, Assign(0, 2, "airstrike", 0))
    with pytest.raises(IllegalAction):
        await hand.forge(kind, "", value)
    assert hand.draft == Assign(0, 2, "airstrike", 0)


@pytest.mark.parametrize("rest", ["", "B", "A1", "FFF", "x" * 80, "F.F"])
async def test_a_made_up_move_is_refused(rest: str) -> None:
    hand = Hand(OPEN, Assign(0, 2))
    with pytest.raises(IllegalAction):
        await hand.forge(Move, rest)
    assert hand.draft == Assign(0, 2)


async def test_presses_without_a_car_say_what_is_missing() -> None:
    hand = Hand(OPEN)
    await hand.forge(Straight)
    assert hand.said == [EN("panel.gone")]
    for kind in (Move, Go):
        with pytest.raises(IllegalAction) as caught:
            await hand.forge(kind, "F")
        assert caught.value.reason == "no_car"
    assert (hand.draft, hand.given) == (None, [])


@pytest.mark.parametrize("target", ["99999999999", "x", "-", ""])
async def test_a_made_up_target_is_no_shot(target: str) -> None:
    hand = Hand(SHOT)
    await hand.forge(Fire, target)
    assert hand.given == [Shoot(None)]


async def test_a_shot_at_whom_nobody_sees_is_refused() -> None:
    hand = Hand(SHOT)
    with pytest.raises(IllegalAction) as caught:
        await hand.forge(Fire, str(vehicle("TM")))
    assert caught.value.reason == "no_target"
    assert hand.given == []


KINDS: dict[type[PressItem], set[str]] = {
    **{kind: {"assign"} for kind in (PickCar, PickCommand, PickSpot, PickTarget)},
    **{kind: {"assign", "drive"} for kind in (Move, Straight, Suggest, Undo, Go)},
    TakeBonus: {"bonus"},
    RollAgain: {"reroll"},
    Fire: {"shoot"},
    GoBack: {"drive", "bonus", "shoot"},
    **{kind: {"assign", "drive", "bonus", "shoot"} for kind in (Sure, NotSure)},
}


@pytest.mark.parametrize("asked", sorted(STATES))
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
async def test_a_press_about_another_question_is_stale(
    kind: type[PressItem], asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stale: list[str] = []

    async def too_late(self: Any, moment: Any) -> None:
        stale.append(type(self).__name__)

    monkeypatch.setattr(kind, "stale", too_late)
    hand = Hand(STATES[asked])
    values = ("-",) if issubclass(kind, PickCommand | PickTarget | PickCar | PickSpot) else ()
    try:
        await hand.forge(kind, "n", *values)
    except IllegalAction:
        assert asked in KINDS[kind]
    assert (stale == []) == (asked in KINDS[kind])
    stale.clear()
    await hand.forge(kind, "n", *values, window=hand.number + 5)
    assert stale == [kind.__name__], "the window has passed"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
async def test_nobody_presses_for_another_seat(kind: type[PressItem]) -> None:
    hand = Hand(OPEN)
    await hand.forge(kind, "n", seat=1)
    assert hand.said == [EN("panel.not_yours")]
    assert (hand.draft, hand.given) == (None, [])


def test_all_custom_ids_are_short_and_answer_to_one_handler_each() -> None:
    patterns = [item.__discord_ui_compiled_template__ for item in ITEMS]
    for what in ("t-car", "t-cmd", "t-spot", "t-aim", "t-move", "t-ahead", "t-hint", "t-undo", "t-go", "t-bonus",
                 "t-roll", "t-fire", "t-back", "t-sure", "t-no", "t-type"):  # fmt: skip
        custom_id = Address("ABCDEFGH", 99999, what, "3.s105.0123456789").custom_id
        assert len(custom_id) <= 100
        assert sum(bool(pattern.fullmatch(custom_id)) for pattern in patterns) == 1


# ---- any presses in any order


@pytest.mark.parametrize("seed", range(12))
async def test_whatever_is_pressed_the_draft_can_become_an_answer(seed: int) -> None:
    """Everything that a panel offers can be pressed, and whenever *Go* is lit it gives a legal answer."""
    luck = random.Random(seed)
    state = [OPEN, board("ES start", "EM start", "TS start", round=1), DEADLY][seed % 3]
    hand = Hand(state, words=both()[seed % 2])
    for _ in range(40):
        if hand.over:
            break
        offered = [
            item
            for item in controls(await hand.look())
            if not getattr(item.item, "disabled", False) and item.address.what not in ("p-show", "t-type")
        ]
        item = luck.choice(offered)
        values = ()
        if isinstance(item.item, discord.ui.Select):
            values = (luck.choice(item.item.options).value,)
        if item.address.what == "t-go" and luck.random() < 0.6:
            continue
        before = len(hand.given)
        await hand.send(item, *values)
        if hand.shown is not None:
            await hand.send(shown(hand, luck.choice(["t-sure", "t-no"])))
        if len(hand.given) == before and hand.draft is not None:  # nothing was answered
            assert drafts.possible(GAME.view(hand.state, hand.seat), hand.seat, hand.draft)


def test_every_pick_from_the_lists_leads_to_each_answer() -> None:
    """Each car, die and command that the engine allows can be chosen, one after the other."""
    view = GAME.view(OPEN, 0)
    for car, die in legal.assignments(view, 0):
        draft = drafts.with_car(view, 0, Assign(), car, die)
        assert draft == Assign(car, die)
        for command, index in legal.commands(view, 0, car, die):
            repaired = 1 if command == "repair" else None
            given = drafts.with_command(view, 0, draft, command, index, repaired)
            assert given == Assign(car, die, command, index, repaired=repaired)
            if command == "airstrike":
                for where in legal.strike_spots(view):
                    flown = drafts.with_spot(view, 0, given, where)
                    assert flown.spot == where
                    assert drafts.complete(view, 0, flown)
