"""The acceptance test 25: what holds in any game, whatever is answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from engines.chance import FastChance
from engines.thunder_road import facts
from engines.thunder_road.model import LANES, Options, State
from engines.thunder_road.turns import advance, start
from tests.engines.thunder_road.whims import anything

SEEDS = 40
"""Games for each number of players."""
WINDOWS = 4000
"""More than any game has."""


@cache
def game(seats: int, seed: int) -> tuple[State, ...]:
    """Every state in which something is asked, and the last one."""
    luck, whim = FastChance(seed), FastChance(seed + 7_000_000)
    state = start(Options(), seats, luck)
    states = [state]
    while state.winner is None:
        state = advance(state, anything(state, whim), luck)
        states.append(state)
        assert len(states) < WINDOWS, "the game does not end"
    return tuple(states)


def games() -> Iterator[tuple[State, ...]]:
    for seats in (2, 3, 4):
        for seed in range(SEEDS):
            yield game(seats, seed)


def beginnings() -> Iterator[State]:
    """The states in which a turn begins."""
    for states in games():
        for before, state in zip((None, *states), states, strict=False):
            if state.winner is None and (before is None or before.turn.number != state.turn.number):
                yield state


def test_acceptance_25_games_end() -> None:
    reasons = Counter(states[-1].reason for states in games())
    assert set(reasons) <= {"finish", "last", "nobody", "foremost"}
    assert reasons["finish"]
    assert reasons["last"]


def test_acceptance_25_at_most_one_vehicle_in_a_space_at_each_turn_s_end() -> None:
    for state in beginnings():
        spots = [car.spot for car in state.cars if car.spot is not None] + [wreck.spot for wreck in state.wrecks]
        assert len(spots) == len(set(spots))
        for spot in spots:
            assert 0 <= spot.lane < len(LANES)
            assert state.road.rear <= spot.row < state.road.front


def test_acceptance_25_no_chopper_stands_over_a_vehicle_at_a_turn_s_end() -> None:
    for state in beginnings():
        spots = {car.spot for car in state.cars} | {wreck.spot for wreck in state.wrecks}
        choppers = [crew.chopper for crew in state.crews if crew.chopper is not None]
        assert not spots & set(choppers)
        assert len(choppers) == len(set(choppers))


def test_acceptance_25_token_totals_stay() -> None:
    hazards, damages = Counter(facts.HAZARDS), Counter(facts.DAMAGE)
    assert (hazards.total(), damages.total()) == (26, 20)
    for states in games():
        for state in states:
            road = state.road
            held = [token for car in state.cars for token in car.damage if token != "virtual"]
            resolving = [frame.token for frame in state.stack if frame.kind == "place" and frame.token != "virtual"]
            assert Counter([token.kind for token in road.tokens]) + Counter(road.bag) + Counter(road.discard) == hazards
            assert Counter(road.damage) + Counter(held) + Counter(resolving) == damages


def test_acceptance_25_no_turn_is_passed() -> None:
    """Ruling 14: three turns always have a die and a car."""
    for states in games():
        numbers = [state.turn.number for state in states]
        assert sorted(set(numbers)) == list(range(1, numbers[-1] + 1))


def test_acceptance_25_tiles_stay() -> None:
    for states in games():
        for state in states:
            pile = [*state.road.pile, *(tile.face for tile in state.road.tiles)]
            assert sorted(face[0] for face in pile) == list("ABCDES")
            numbers = [tile.number for tile in state.road.tiles]
            assert numbers == list(range(numbers[0], numbers[0] + 3))
            assert state.road.laid == numbers[2] + 1


def test_acceptance_25_out_means_no_operable_car() -> None:
    for state in beginnings():
        for number, crew in enumerate(state.crews):
            operable = any(car.operable for car in state.cars[3 * number : 3 * number + 3])
            assert operable == (crew.out is None)
            assert crew.out is None or crew.chopper is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_acceptance_25_the_same_luck_and_answers_give_the_same_game(seats: int) -> None:
    once = game(seats, 3)
    game.cache_clear()
    assert game(seats, 3) == once
