"""Drafts, plans and perils: what an answer would do if nothing were revealed (rulings 27 to 45, 77)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.chance import FastChance
from engines.core import IllegalAction
from engines.thunder_road import GAME, legal
from engines.thunder_road.judgement import Judge, Trip
from engines.thunder_road.model import (
    FRONT,
    Assign,
    Bonus,
    Drive,
    Options,
    Reroll,
    Shoot,
    Slam,
    State,
    TakeBack,
    Vehicle,
    spot_name,
)
from engines.thunder_road.perils import perils
from engines.thunder_road.planning import project, setting_out
from engines.thunder_road.reach import suggest
from engines.thunder_road.telling import vehicle_term
from engines.thunder_road.turns import advance, start
from engines.thunder_road.views import Plan, View
from tests.engines.thunder_road.boards import Scene, board, spot, vehicle
from tests.engines.thunder_road.whims import anything


def plan(state: State, action: Assign | Drive) -> Plan:
    view = GAME.drafts(GAME.view(state, state.turn.seat), state.turn.seat, action)
    assert view.plan is not None
    return view.plan


def names(plan: Plan) -> str:
    return " ".join(map(spot_name, plan.trail))


def test_a_draft_may_lack_anything() -> None:
    state = board("ES A10", "EM C5 dent", dice={"E": "2 4 6 1"})
    assert plan(state, Assign()) == Plan(0, Assign(), None, (), 0)
    assert plan(state, Assign(die=0)).trail == ()
    assert plan(state, Assign(car=0)).car == 0
    for action in (
        Assign(0, 0, "nitro"),
        Assign(0, 0, "airstrike"),
        Assign(0, 0, "airstrike", 1),
        Assign(command="repair"),
        Assign(0, command="repair", command_die=2),
        Assign(0, command="airstrike", spot=spot("C12")),
    ):
        assert plan(state, action).options == (() if action.die is None else (spot("A11"), spot("B10")))
        with pytest.raises(IllegalAction):
            GAME.allows(state, 0, action)


def test_a_draft_breaks_no_rule() -> None:
    state = board("ES A10", "EM C5 dent", "TS C12", dice={"E": "2 4 6 1"})
    view = GAME.view(state, 0)
    for reason, action in (
        ("no_car", Assign(path=("F",))),
        ("no_die", Assign(0, path=("F",))),
        ("not_your_car", Assign(3)),
        ("no_die", Assign(die=9)),
        ("die_used", Assign(die=0, command="nitro", command_die=0)),
        ("command_die", Assign(command="nitro", command_die=1)),
        ("strike_space", Assign(command="airstrike", spot=spot("C12"))),
        ("no_target", Assign(command="airstrike", target=3)),
        ("no_target", Assign(command="airstrike", spot=spot("C10"), target=3)),
        ("no_target", Assign(command="airstrike", spot=spot("C10"), target=40)),
        ("not_damaged", Assign(command="repair", repaired=0)),
        ("no_repair", Assign(command="repair", repaired=-1)),
        ("path_step", Assign(0, 0, path=("B",))),
        ("path_over", Assign(0, 0, path=("F", "F", "F"))),
        ("kind", Drive(("F",))),
    ):
        with pytest.raises(IllegalAction) as caught:
            GAME.drafts(view, 0, action)
        assert caught.value.reason == reason


def test_only_the_one_who_is_asked_answers() -> None:
    state = board("ES A10", "TS C12")
    for action in (Assign(3, 0), TakeBack(), Shoot(None), Bonus(True), Reroll(False)):
        with pytest.raises(IllegalAction) as caught:
            GAME.allows(state, 1, action)
        assert caught.value.reason == "not_asked"
    assert list(GAME.choices(state, 1)) == []
    over = Scene(board("ES A24", finish=True)).assign("ES", 1, "F").state
    assert list(GAME.choices(over, 0)) == []
    with pytest.raises(IllegalAction):
        GAME.allows(over, 0, Assign(0, 1))


def test_the_answers_to_a_reroll() -> None:
    scene = Scene(board("ES A10", "TL A11"), "slam bottom", "direction F").assign("ES", 1, "F")
    assert list(GAME.choices(scene.state, 1)) == [Reroll(again=False), Reroll(again=True)]
    scene.refused("kind", Assign(3, 0))
    with pytest.raises(IllegalAction):
        GAME.allows(scene.state, 0, TakeBack())
    view = scene.view
    assert view.slam == Slam(0, 5, "bottom", "F")
    assert GAME.drafts(GAME.view(scene.state, 1), 1, Reroll(again=True)).plan is None


def test_the_window_needs_its_one_answer() -> None:
    state = board("ES A10", "TS C12")
    with pytest.raises(ValueError, match="answer"):
        GAME.advance(state, {}, FastChance(1))


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_so_many_players_do_not_fit(seats: int) -> None:
    with pytest.raises(IllegalAction):
        GAME.fits(Options(), seats)


def test_distinct_dice_and_commands() -> None:
    view = GAME.view(board("ES A10 dent", dice={"E": "6 6 3 3"}), 0)
    assert legal.assignments(view, 0) == [(0, 0), (0, 2)]
    assert legal.commands(view, 0, 0, 0) == [
        ("airstrike", 1), ("airstrike", 2), ("nitro", 2), ("drift", 2), ("repair", 1),
    ]  # fmt: skip
    view = GAME.view(board("ES A10 dent", dice={"E": "6 6n 3 3"}), 0)
    assert legal.commands(view, 0, 0, 0) == []
    view = GAME.view(board("ES A10 moved", dice={"E": "6 6 3 3"}), 0)
    assert legal.commands(view, 0, 0, 0) == []


# ---- where a plan goes and ends


def test_a_plan_goes_as_far_as_its_path() -> None:
    state = board("ES C10", dice={"E": "4 1 1 1"})
    found = plan(state, Assign(0, 0, path=("F", "FL")))
    assert (names(found), found.left, found.stop) == ("C10 C11 B11", 2, None)
    assert set(found.options) == {spot("B12"), spot("A12"), spot("C12")}
    found = plan(state, Assign(0, 0, path=("F", "FL", "F", "F")))
    assert (found.left, found.stop, found.options) == (0, None, ())


def test_a_plan_out_of_the_start_area() -> None:
    state = board("ES start", dice={"E": "4 3 1 1"}, base=1)
    found = plan(state, Assign(0, 0, "nitro", 1))
    assert (found.trail, found.left, len(found.options)) == ((), 7, 6)
    found = plan(state, Assign(0, 0, "nitro", 1, path=("C9", "F")))
    assert (names(found), found.left) == ("C9 C10", 5)


@pytest.mark.parametrize(
    ("state", "path", "stop", "left"),
    [
        (board("ES A10", tokens={"A11": "mud"}, dice={"E": "4 1 1 1"}), "F", "hazard", 3),
        (board("ES A10", tokens={"A11": "oil up"}, dice={"E": "4 1 1 1"}), "F", "oil", 3),
        (board("ES A10", "TS A11", dice={"E": "4 1 1 1"}), "F", "slam", 3),
        (board("ES B12", tiles="C2 C1 C2", dice={"E": "4 1 1 1"}), "F", "rock", 0),
        (board("ES A24", dice={"E": "4 1 1 1"}), "F", "edge", 3),
        (board("ES A24", dice={"E": "4 1 1 1"}, finish=True), "F", "finish", 3),
        (board("ES A10", tokens={"A11": "mud up"}, dice={"E": "4 1 1 1"}), "F", None, 2),
        (board("ES A10", dice={"E": "4 1 1 1"}, choppers={"T": "A11"}), "F", None, 3),
    ],
)
def test_what_ends_a_plan(state: State, path: str, stop: str | None, left: int) -> None:
    found = plan(state, Assign(0, 0, path=(path,)))
    assert (found.stop, found.left) == (stop, left)
    assert (found.options == ()) == (stop is not None)


def test_a_plan_with_a_drift() -> None:
    state = board("ES C10", "TS C11", "W0 C12", dice={"E": "3 3 1 1"})
    found = plan(state, Assign(0, 0, "drift", 1, path=("F",)))
    assert (found.stop, found.left) == (None, 2)
    assert plan(state, Assign(0, 0, "drift", 1, path=("F", "F"))).stop == "slam"
    assert plan(state, Assign(0, 0, "drift", 1, path=("F", "FL", "F"))).stop is None
    short = board("ES A10", "TS A11", dice={"E": "1 3 1 1"})
    assert plan(short, Assign(0, 0, "drift", 1, path=("F",))).stop == "slam", "off-road there is no bonus to leave with"
    road = board("ES C10", "TS C11", dice={"E": "1 3 1 1"})
    assert plan(road, Assign(0, 0, "drift", 1, path=("F",))).stop is None


def test_a_plan_with_a_shot_has_no_path_yet() -> None:
    state = board("ES A10", "TS C12", dice={"E": "4 4 1 1"})
    assert plan(state, Assign(0, 0, "airstrike", 1, spot("C11"), 3)).options == ()
    assert plan(state, Assign(0, 0, "airstrike", 1, spot("C11"))).options != ()


def test_names() -> None:
    assert vehicle_term(100).key == "thunder_road.wreck"
    assert vehicle_term(vehicle("BL")).key == "thunder_road.vehicle.bone.L"


# ---- perils


def of(state: State, action: Assign | Drive | Bonus | Shoot) -> list[tuple[str, Vehicle, str]]:
    seat = state.turn.seat
    GAME.allows(state, seat, action)
    return [
        (peril.kind, peril.vehicle, spot_name(peril.spot)) for peril in perils(GAME.view(state, seat), seat, action)
    ]


def test_a_rock_is_a_peril() -> None:
    state = board("ES B12", tiles="C2 C1 C2", dice={"E": "2 1 1 1"})
    assert of(state, Assign(0, 0, path=("F",))) == [("rock", 0, "B13")]
    assert of(state, Assign(0, 0, path=("FR",))) == []
    later = Scene(state).assign("ES", 2).state
    assert of(later, Drive(("F",))) == [("rock", 0, "B13")]


def test_to_stay_under_a_chopper_is_a_peril() -> None:
    state = board("ES A10", choppers={"E": "A11"}, dice={"E": "1 2 3 3"})
    assert of(state, Assign(0, 0, path=("F",))) == [("chopper", 0, "A11")]
    assert of(state, Assign(0, 1, path=("F",))) == [], "it drives on"
    assert of(state, Assign(0, 0)) == [], "nothing is decided yet"
    assert of(state, Assign(0, 0, "airstrike", 1, spot("C5"), path=("F",))) == [], "it flies away"
    assert of(state, Assign(0, 0, "airstrike", 1, spot("B10"), path=("FR",))) == [("chopper", 0, "B10")]
    coasting = board("ES A10 moved", choppers={"T": "A11"})
    assert of(coasting, Assign(0, 3, path=("F",))) == [("chopper", 0, "A11")]


def test_to_decline_the_bonus_under_a_chopper_is_a_peril() -> None:
    scene = Scene(board("ES C10", choppers={"T": "C11"}))
    assert of(scene.state, Assign(0, 0, path=("F",))) == [], "the bonus may take it away"
    scene.assign("ES", 1, "F")
    assert of(scene.state, Bonus(False)) == [("chopper", 0, "C11")]
    assert of(scene.state, Bonus(True)) == []
    away = Scene(board("ES C10")).assign("ES", 1, "F")
    assert of(away.state, Bonus(False)) == []


def test_to_leave_own_cars_behind_is_a_peril() -> None:
    state = board("ES A24", "EM A1", "EL A8", "TS A2", dice={"E": "2 1 1 1"})
    assert of(state, Assign(0, 0, path=("F",))) == [("rear", 1, "A1"), ("rear", 2, "A8")]
    assert of(replace(state, road=replace(state.road, finish=True)), Assign(0, 0, path=("F",))) == []
    assert of(board("ES A24", "EM A9"), Assign(0, 0, path=("F",))) == []


def test_a_shot_at_an_own_car_is_a_peril() -> None:
    state = board("ES A10", "EM A12", "TS B11", dice={"E": "1 2 2 2"})
    assert of(state, Assign(0, 0, "airstrike", 1, spot("A11"), 1)) == [("own_target", 1, "A12")]
    later = Scene(state).assign("ES", 1, "F").state
    assert of(later, Shoot(1)) == [("own_target", 1, "A12")]
    assert of(later, Shoot(3)) == []
    assert of(later, Shoot(None)) == []


def test_nothing_decided_is_no_peril() -> None:
    view = GAME.view(board("ES A10"), 0)
    assert perils(view, 0, Assign()) == ()
    assert perils(view, 0, TakeBack()) == ()


# ---- plans come true


def driven(seed: int, seats: int, turns: int) -> int:
    """Play at random, but drive as far as the plan goes; how often a plan came true without anything revealed."""
    luck, whim = FastChance(seed), FastChance(seed + 1)
    state, true = start(Options(), seats, luck), 0
    while state.winner is None and state.turn.number < turns:
        answer = anything(state, whim)
        if isinstance(answer, Drive):
            view = GAME.view(state, state.turn.seat)
            found = project(view, answer)
            while found.options and found.stop is None:
                longer = [Drive((*answer.path, move)) for move in FRONT]
                moves = [drive for drive in longer if _goes(state, drive)]
                answer = whim.pick("further", moves)
                found = project(view, answer)
            before = state
            state = advance(state, answer, luck)
            true += _came_true(before, state, found)
        else:
            state = advance(state, answer, luck)
    return true


def _goes(state: State, action: Drive) -> bool:
    try:
        project(GAME.view(state, None), action)
    except IllegalAction:
        return False
    return True


def _came_true(before: State, after: State, found: Plan) -> bool:
    """Whether the plan was not disturbed; if so it must be what happened."""
    assert found.car is not None
    if found.stop is not None:
        return False
    if after.turn.number == before.turn.number:
        car = after.cars[found.car]
        assert car.spot == found.trail[-1]
        assert after.turn.stage != "move" or after.turn.left == found.left
        assert found.left == 0
        assert after.turn.trail[-len(found.trail) :] == found.trail
    return True


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_undisturbed_plans_come_true(seats: int) -> None:
    assert sum(driven(seed, seats, 60) for seed in range(8)) > 100


def _walked(view: View, path: tuple[str, ...]) -> tuple[float, int, int]:
    """What the stand-in thinks of the path, how far it leads, how often it changes lanes."""
    judge = Judge(view, 0)
    car, going = setting_out(judge.chart, view, Assign(0, 0))
    for move in path:
        going = judge.chart.enter(going, dict(judge.chart.ways(going.at))[move])
    return round(Trip(judge, car).best(going)[0], 6), going.at, len({"FL", "FR"} & set(path))


@pytest.mark.parametrize("hazards", [{}, {"B4": "mud", "D3": "oil", "C7": "mine"}, {"C4": "mine", "D6": "mud"}])
def test_of_equally_good_paths_a_straight_one_is_suggested(hazards: dict[str, str]) -> None:
    """No path is better than the suggested one; the stand-in's own, as good, leads no farther with fewer bends."""
    state = board("ES start", "TS C11", tiles="S1 C2 C2", dice={"E": "6 1 2 3"}, tokens=hazards, road=2)
    view = GAME.view(state, 0)
    judge = Judge(view, 0)
    path = Trip(judge, 0).path(setting_out(judge.chart, view, Assign(0, 0))[1])
    own, tidy = _walked(view, path), _walked(view, suggest(view, 0, Assign(0, 0)))
    assert tidy[0] == own[0]
    assert tidy[1] > own[1] or tidy[2] <= own[2]
