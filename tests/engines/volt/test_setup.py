"""Setting up (rulings 2 to 10)."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.chance import FastChance
from engines.core import IllegalAction
from engines.volt import GAME
from engines.volt.arenas import ARENAS
from engines.volt.model import Options, State
from tests.engines.volt.boards import cell, play, position


def begin(seats: int, seed: int = 1, **options: str) -> State:
    return GAME.start(Options(**options), seats, FastChance(seed)).state  # type: ignore[arg-type]


@pytest.mark.parametrize(("seats", "arena"), [(2, "duel"), (3, "tri"), (4, "quad")])
def test_ruling_5_auto_takes_the_arena_made_for_the_number(seats: int, arena: str) -> None:
    assert begin(seats).arena == arena


@pytest.mark.parametrize(
    ("arena", "seats", "reason"),
    [
        ("duel", 2, None),
        ("duel", 3, "arena_exact"),
        ("duel", 4, "arena_exact"),
        ("tri", 2, None),
        ("tri", 3, None),
        ("tri", 4, None),
        ("quad", 2, "arena_exact"),
        ("quad", 3, "arena_exact"),
        ("quad", 4, None),
        ("tri", 1, "seats"),
        ("auto", 1, "seats"),
        ("auto", 5, "seats"),
    ],
)
def test_ruling_5_which_numbers_fit_an_arena(arena: str, seats: int, reason: str | None) -> None:
    options = Options(arena=arena)  # type: ignore[arg-type]
    if reason is None:
        GAME.fits(options, seats)
        assert GAME.start(options, seats, FastChance(1)).state.arena == arena
        return
    with pytest.raises(IllegalAction) as refused:
        GAME.fits(options, seats)
    assert refused.value.reason == reason
    with pytest.raises(IllegalAction):
        GAME.start(options, seats, FastChance(1))


@pytest.mark.parametrize(
    ("arena", "seats", "starts"),
    [("duel", 2, "12"), ("tri", 2, "13"), ("tri", 3, "124"), ("tri", 4, "1234"), ("quad", 4, "1234")],
)
def test_ruling_6_starts_are_dealt_at_random_among_those_in_use(arena: str, seats: int, starts: str) -> None:
    dealt = Counter[str]()
    for seed in range(200):
        state = begin(seats, seed, arena=arena)
        assert sorted(robot.start for robot in state.robots) == list(starts)
        assert all(robot.pos == ARENAS[arena].starts[robot.start][0] for robot in state.robots)
        dealt[state.robots[0].start] += 1
    assert set(dealt) == set(starts)
    assert min(dealt.values()) > 200 / seats / 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rulings_7_and_16_everyone_starts_whole_and_without_vp(seats: int) -> None:
    state = begin(seats)
    assert [(robot.damage, robot.vp, robot.out) for robot in state.robots] == [(0, 0, False)] * seats
    assert {robot.max_damage - robot.damage for robot in GAME.view(state, None).robots} == {3}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ruling_9_turn_markers_one_to_n_are_dealt_at_random(seats: int) -> None:
    first = Counter[int]()
    for seed in range(200):
        state = begin(seats, seed)
        assert sorted(robot.marker for robot in state.robots) == list(range(1, seats + 1))
        first[next(robot.seat for robot in state.robots if robot.marker == 1)] += 1
    assert set(first) == set(range(seats))
    assert min(first.values()) > 200 / seats / 2


def test_a_vp_marker_lies_on_every_scoring_cell() -> None:
    assert begin(2).markers == ((cell("E5"), 1),)
    assert begin(4).markers == ((cell("G3"), 1), (cell("C7"), 1))


def test_ruling_3_robots_face_no_way_a_round_depends_on_where_they_stand_only() -> None:
    """Two ways to the same cell leave the same position."""
    one = play(position("tri", "E8", "I4"), "B1N B1E R6N", "B1E R6E R6E").state
    other = play(position("tri", "E8", "I4"), "B1E B1N R6N", "B1E R6E R6E").state
    assert one.robots == other.robots


def test_ruling_10_all_robots_perform_alike() -> None:
    """The same command from the same cell does the same for every seat."""
    ends = set()
    for seat in range(2):
        at = ["E8", "I4"] if seat == 0 else ["I4", "E8"]
        programs = ["B3N R6N R6N", "B1E R6E R6E"]
        state = play(position("tri", *at), *(programs if seat == 0 else programs[::-1])).state
        ends.add((state.robots[seat].pos, state.robots[seat].vp))
    assert ends == {(cell("E5"), 1)}
