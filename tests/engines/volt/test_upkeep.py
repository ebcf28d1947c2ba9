"""Phase 0 (rulings 11 to 16, 18)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engines.chance import FastChance
from engines.volt import GAME, upkeep
from engines.volt.arenas import ARENAS
from engines.volt.model import Options
from tests.engines.volt.boards import cell, events, play, position, steps

IDLE = "B1N R6N R6N"
"""In a corner of row 1 this does nothing."""


def test_ruling_11_refill_then_restart_then_new_turn_markers() -> None:
    """Seat 1 is shot down, seat 0 scores: the round ends with all three in order."""
    state = position("tri", "D5", "I5", damage={1: 2}, dealt="shuffle")
    turnout = play(state, "R1E B1E R6W", "R6N R6N B6N")
    told = [step.events[0].kind for step in steps(turnout, "round-end")]
    assert told == ["claimed", "refilled", "restarted", "round"]
    assert turnout.steps[-1].events[-1].kind == "turn_order"


def test_ruling_11_round_one_begins_without_phase_0_work() -> None:
    opening = GAME.start(Options(), 2, FastChance(1))
    assert [step.chapter for step in opening.steps] == ["opening"]
    assert [event.kind for event in opening.steps[0].events] == ["opened", "turn_order"]
    assert opening.state.round == 1


def test_ruling_12_case_4_9_10_a_marker_is_refilled_under_a_robot_that_stays() -> None:
    """One that ends every round on its scoring cell scores every round."""
    state = position("tri", "D5", "B1")
    for vp in (1, 2):
        state = play(state, "B1E R6W R6W" if vp == 1 else "B1W B1E R6W", IDLE).state
        assert state.robots[0].pos == cell("E5")
        assert state.robots[0].vp == vp
        assert state.markers == ((cell("E5"), 1),)


def test_ruling_13_only_empty_cells_are_refilled() -> None:
    state = replace(position("quad", "B1", "D1", "F1", "H1"), markers=((cell("G3"), 1),))
    arena = ARENAS["quad"]
    assert upkeep.missing_markers(arena, state) == (cell("C7"),)
    filled = upkeep.refill(state, upkeep.missing_markers(arena, state))
    assert filled.markers == ((cell("G3"), 1), (cell("C7"), 1))
    assert upkeep.missing_markers(arena, filled) == ()


def back(start: str, *taken: str, arena: str = "tri") -> str:
    r, c = upkeep.start_cell(ARENAS[arena], start, {cell(name) for name in taken})
    return f"{'ABCDEFGHI'[c]}{r + 1}"


def test_ruling_14_home_then_the_alternates_in_order() -> None:
    assert back("1") == "D1"
    assert back("1", "D1") == "C1"
    assert back("1", "D1", "C1") == "E1"


def test_ruling_14_case_4_9_9_all_held_then_breadth_first_from_home() -> None:
    """Home D1, alternates C1 and E1 held: north is the edge, then E (held), S, W."""
    assert back("1", "D1", "C1", "E1") == "D2"
    assert back("1", "D1", "C1", "E1", "D2") == "F1", "two steps off, east first"


def test_ruling_14_the_search_leaves_out_pits_scoring_cells_and_walls() -> None:
    """Tri, start 2: home I4, alternates I3 and I5; west of home lies H4, then G4 below the wall G3 and above pit G6."""
    assert back("2", "I4", "I3", "I5") == "H4"
    free = {(r, c) for r in range(9) for c in range(9)} - ARENAS["tri"].solid
    names = {f"{'ABCDEFGHI'[c]}{r + 1}" for r, c in free}
    for name in ("F3", "C4", "G6", "D7", "E5"):
        with pytest.raises(ValueError, match="no free floor"):
            back("2", *(names - {name}))
    assert back("2", *(names - {"A9", "B9"})) == "B9"


def test_ruling_14_the_search_goes_through_pits_and_robots() -> None:
    """Only H4 leads on from the corner of start 2, and every cell before the free one is held."""
    arena = ARENAS["tri"]
    for free in {(r, c) for r in range(9) for c in range(9)} - arena.solid - arena.pits - set(arena.scoring):
        taken = {(r, c) for r in range(9) for c in range(9)} - {free}
        assert upkeep.start_cell(arena, "2", taken) == free


def test_ruling_14_a_blocked_home_in_a_real_round() -> None:
    state = position("tri", None, "D1", "B9")
    state = replace(state, robots=(replace(state.robots[0], start="1"), *state.robots[1:]))
    turnout = play(state, IDLE, IDLE, "B1S R6S R6S")
    assert turnout.state.robots[1].pos == cell("D1")
    assert turnout.state.robots[0].pos == cell("C1")


def test_ruling_15_restarts_go_by_the_turn_marker_of_the_round_just_ended() -> None:
    """Both come back to the same start here, so the order shows."""
    for turn, expected in (((1, 2, 3), ("D1", "C1")), ((2, 1, 3), ("C1", "D1"))):
        state = position("tri", None, None, "B9", turn=turn, dealt="shuffle")
        state = replace(state, robots=(*(replace(robot, start="1") for robot in state.robots[:2]), state.robots[2]))
        turnout = play(state, IDLE, IDLE, "B1S R6S R6S", seed=4)
        assert [robot.pos for robot in turnout.state.robots[:2]] == [cell(name) for name in expected]
        assert [event.facts["cell"] for event in events(turnout, "restarted")] == ["D1", "C1"]


def test_ruling_16_a_restart_clears_damage_and_keeps_vp() -> None:
    state = position("tri", "A5", "I5", damage={1: 2}, vp={1: 2})
    turnout = play(state, "R1E B1W R6W", "R6N R6N B1N")
    back_again = turnout.state.robots[1]
    assert back_again.pos == ARENAS["tri"].starts[back_again.start][0]
    assert (back_again.damage, back_again.vp) == (0, 2)


def test_a_robot_returns_in_the_next_round_even_if_destroyed_in_pad_one() -> None:
    """Ruling 28: not before phase 0."""
    turnout = play(position("tri", "A5", "I5", damage={1: 2}), "R1E B1W R6W", "R6N R6N B1N")
    during = [step.view.robots[1].pos for step in turnout.steps if step.chapter.startswith("pad-")]
    assert set(during) == {None}
    assert turnout.state.robots[1].pos is not None


def markers(*turn: int, dealt: str, seed: int = 1) -> tuple[int, ...]:
    state = position("quad", "B1", "D1", "F1", "H1", turn=turn, dealt=dealt)  # type: ignore[arg-type]
    return tuple(robot.marker for robot in upkeep.deal_markers(state, FastChance(seed)).robots)


def test_ruling_18_fixed_keeps_the_turn_markers() -> None:
    assert markers(3, 1, 4, 2, dealt="fixed") == (3, 1, 4, 2)


def test_ruling_18_rotate_moves_each_number_to_the_next_seat() -> None:
    assert markers(3, 1, 4, 2, dealt="rotate") == (2, 3, 1, 4)


def test_ruling_18_shuffle_deals_at_random() -> None:
    dealt = Counter(markers(1, 2, 3, 4, dealt="shuffle", seed=seed) for seed in range(600))
    assert len(dealt) == 24
    assert all(sorted(turn) == [1, 2, 3, 4] for turn in dealt)


@pytest.mark.parametrize("dealt", ["shuffle", "rotate", "fixed"])
def test_rulings_9_and_18_only_seats_in_play_hold_turn_markers(dealt: str) -> None:
    state = position("quad", "B1", "D1", "F1", "H1", turn=(3, 1, 4, 2), dealt=dealt)  # type: ignore[arg-type]
    state = GAME.resign(state, 0, FastChance(1)).state
    assert [robot.marker for robot in state.robots] == [0, 1, 3, 2], "the others close ranks"
    later = upkeep.deal_markers(state, FastChance(3))
    assert later.robots[0].marker == 0
    assert sorted(robot.marker for robot in later.robots) == [0, 1, 2, 3]
    if dealt == "rotate":
        assert [robot.marker for robot in later.robots] == [0, 2, 1, 3]


def test_turn_markers_are_public_before_programming() -> None:
    turnout = play(position("tri", "B1", "H1", dealt="shuffle"), IDLE, IDLE)
    assert turnout.state.phase == "programming"
    assert [robot.marker for robot in GAME.view(turnout.state, None).robots] == [
        robot.marker for robot in turnout.state.robots
    ]
