"""The attack deck, row by row of section 4.4.

Quad, with what matters here: solid C2, E2, B3, B5, H5, H7, E8, G8; pits C3, E5, G7; row 4 open from A to I.
"""

from __future__ import annotations

import pytest

from engines.volt.happenings import Blocked, Burst, Destroyed, Dud, Earned, Fired, Hurt, Moved
from engines.volt.model import Card
from tests.engines.volt.boards import cell, done, happened, places, position

FAR = ("A8", "H9")
"""Where robots stand out of the way."""


@pytest.mark.parametrize("mark", ["R1E@crossfire_1", "R4E@crossfire_2", "B2E@saw_blade_1"])
def test_a_module_that_is_not_held_does_nothing(mark: str) -> None:
    """Section 4.3: only a module that is held works; the die does what it always does."""
    with_it = done(position("quad", "D4", "F4", "D6", "H9"), mark)
    without = done(position("quad", "D4", "F4", "D6", "H9"), mark.split("@")[0])
    assert with_it.log == without.log


# Crossfire


@pytest.mark.parametrize("mark", ["R1E@crossfire_1", "R4E@crossfire_2", "R4N@crossfire_2"])
def test_crossfire_on_a_straight_key_fires_north_east_south_west(mark: str) -> None:
    """In this order whatever straight key it is."""
    state = position("quad", "D4", "F4", "D6", "A4", cards={0: ["crossfire_1", "crossfire_2"]})
    board = done(state, mark)
    assert [entry.cells[1] for entry in board.log if isinstance(entry, Fired)] == [
        cell("D3"),
        cell("E4"),
        cell("D5"),
        cell("C4"),
    ]
    assert [entry.robot for entry in board.log if isinstance(entry, Hurt)] == [1, 2, 3]
    assert board.damage == [0, 1, 1, 1]


def test_crossfire_on_a_diagonal_key_fires_the_four_diagonals() -> None:
    state = position("quad", "D4", "E3", "F6", "B6", cards={0: ["crossfire_1"]})
    board = done(state, "R2SW@crossfire_1")
    assert [entry.cells[1] for entry in board.log if isinstance(entry, Fired)] == [
        cell("E3"),
        cell("E5"),
        cell("C5"),
        cell("C3"),
    ]
    assert board.damage == [0, 1, 1, 1]


def test_crossfire_hits_the_first_robot_only_on_each_ray() -> None:
    board = done(position("quad", "D4", "F4", "G4", "D6", cards={0: ["crossfire_1"]}), "R1N@crossfire_1")
    assert board.damage == [0, 1, 0, 1]


def test_crossfire_scores_for_each_robot_destroyed() -> None:
    state = position("quad", "D4", "F4", "D6", "H9", cards={0: ["crossfire_1"]}, damage={1: 2, 2: 2})
    board = done(state, "R1N@crossfire_1")
    assert places(board) == ["D4", None, None, "H9"]
    assert board.vp == [2, 0, 0, 0]


# Grenade


@pytest.mark.parametrize(("mark", "centre"), [("R1E@grenade_1", "C4"), ("R3E@grenade_2", "D4")])
def test_grenade_comes_down_its_distance_away(mark: str, centre: str) -> None:
    """Mk I two cells off, Mk II three; it hurts the centre and its four neighbours, centre first, then N, E, S, W."""
    state = position("quad", "A4", centre, "H9", None, cards={0: ["grenade_1", "grenade_2"]})
    board = done(state, mark)
    (burst,) = happened(board, Burst)
    assert isinstance(burst, Burst)
    assert (burst.robot, burst.cause, burst.cells[0]) == (0, "grenade", cell(centre))
    assert board.damage == [0, 1, 0, 0]


def test_grenade_hurts_the_centre_then_north_east_south_west() -> None:
    state = position("quad", "D6", "F6", "F5", "G6", cards={0: ["grenade_1"]})
    board = done(state, "R1E@grenade_1")
    assert [entry.robot for entry in board.log if isinstance(entry, Hurt)] == [1, 2, 3]
    assert {entry.kind for entry in board.log if isinstance(entry, Hurt)} == {"blast"}
    state = position("quad", "D6", "F7", "E6", "H9", cards={0: ["grenade_1"]})
    assert [entry.robot for entry in done(state, "R1E@grenade_1").log if isinstance(entry, Hurt)] == [1, 2]


def test_grenade_spares_diagonal_neighbours() -> None:
    assert done(position("quad", "D6", "G5", *FAR, cards={0: ["grenade_1"]}), "R1E@grenade_1").damage == [0] * 4


def test_grenade_flies_diagonally() -> None:
    assert done(position("quad", "D4", "F6", *FAR, cards={0: ["grenade_1"]}), "R1SE@grenade_1").damage == [0, 1, 0, 0]


def test_grenade_case_4_9_14_flies_over_walls_and_robots() -> None:
    """From A3 over the wall B3 to C3, a pit; D3 is beside it, C4 too. B3 itself is solid and no part of the blast."""
    board = done(position("quad", "A3", "D3", "C4", "H9", cards={0: ["grenade_1"]}), "R1E@grenade_1")
    assert board.damage == [0, 1, 1, 0]
    (burst,) = happened(board, Burst)
    assert isinstance(burst, Burst)
    assert burst.cells == (cell("C3"), cell("D3"), cell("C4"))


@pytest.mark.parametrize(
    ("start", "text", "end"), [("A4", "R1W", (3, -2)), ("C4", "R1N", (1, 2)), ("B2", "R1N", (-1, 1))]
)
def test_grenade_outside_or_on_something_solid_is_a_dud(start: str, text: str, end: tuple[int, int]) -> None:
    """Also where robots stand beside."""
    board = done(position("quad", start, "D2", "H9", None, cards={0: ["grenade_1"]}), f"{text}@grenade_1")
    assert board.log == [Dud(0, end)]


def test_grenade_scores_for_the_thrower() -> None:
    board = done(
        position("quad", "A4", "C4", "D4", "H9", damage={1: 2, 2: 2}, cards={0: ["grenade_1"]}), "R1E@grenade_1"
    )
    assert board.vp == [2, 0, 0, 0]
    assert [entry.reason for entry in board.log if isinstance(entry, Destroyed)] == ["blast", "blast"]


# Power Beam


@pytest.mark.parametrize("mark", ["R1E@power_beam_1", "R6E@power_beam_2"])
def test_power_beam_hits_everyone_up_to_something_solid_nearest_first(mark: str) -> None:
    state = position("quad", "A4", "C4", "F4", "H4", cards={0: ["power_beam_1", "power_beam_2"]})
    board = done(state, mark)
    assert board.log == [
        Fired(tuple((3, column) for column in range(9)), (1, 2, 3)),
        Hurt(1, cell("C4"), 1),
        Hurt(2, cell("F4"), 1),
        Hurt(3, cell("H4"), 1),
    ]


def test_power_beam_stops_at_a_wall() -> None:
    """From D5 east: the pit E5 is transparent, H5 is solid, I5 is safe behind it."""
    assert done(position("quad", "D5", "G5", "I5", "A4", cards={0: ["power_beam_1"]}), "R1E@power_beam_1").damage == [
        0, 1, 0, 0,
    ]  # fmt: skip


def test_power_beam_goes_on_through_a_robot_that_it_destroys() -> None:
    board = done(
        position("quad", "A4", "C4", "F4", "H9", damage={1: 2}, cards={0: ["power_beam_1"]}), "R1E@power_beam_1"
    )
    assert places(board) == ["A4", None, "F4", "H9"]
    assert (board.damage, board.vp) == ([0, 0, 1, 0], [1, 0, 0, 0])


def test_watcher_fires_power_beams_with_every_red_die() -> None:
    """Section 4.6: the trait works with any pip; it moves like anyone."""
    state = position("quad", "C4", "F4", "A8", "A4", killbots=("ripper", "watcher"))
    assert done(state, "R5E", robot=3).damage == [1, 1, 0, 0]
    moved = done(state, "B2E", robot=3)
    assert moved.damage == [0] * 4
    assert places(moved) == ["D4", "F4", "A8", "C4"]


def test_watcher_that_cools_has_no_trait() -> None:
    state = position("quad", "C4", "F4", "A8", "A4", killbots=("ripper", "watcher"), cooling=[3])
    assert done(state, "R5E", robot=3).damage == [1, 0, 0, 0]


# Knockback


@pytest.mark.parametrize("mark", ["R1E@knockback_1", "R3E@knockback_2"])
def test_knockback_hits_then_pushes_along_the_beam(mark: str) -> None:
    board = done(position("quad", "A4", "E4", *FAR, cards={0: ["knockback_1", "knockback_2"]}), mark)
    assert board.log == [
        Fired(((3, 0), (3, 1), (3, 2), (3, 3), (3, 4)), (1,)),
        Hurt(1, cell("E4"), 1),
        Moved(1, cell("E4"), cell("F4"), "push"),
    ]


def test_knockback_pushes_diagonally() -> None:
    assert places(done(position("quad", "A7", "C5", *FAR, cards={0: ["knockback_1"]}), "R1NE@knockback_1"))[1] == "D4"


def test_knockback_pushes_a_chain() -> None:
    state = position("quad", "A4", "E4", "F4", "G4", cards={0: ["knockback_1"]})
    assert places(done(state, "R1E@knockback_1")) == ["A4", "F4", "G4", "H4"]


def test_knockback_against_a_wall_pushes_nobody() -> None:
    board = done(position("quad", "A4", "I4", *FAR, cards={0: ["knockback_1"]}), "R1E@knockback_1")
    assert places(board)[1] == "I4"
    assert board.damage[1] == 1
    assert happened(board, Blocked) == [Blocked(1, cell("I4"), (3, 9))]


def test_knockback_into_a_pit_scores_for_the_shooter() -> None:
    board = done(position("quad", "B6", "D6", *FAR, cards={0: ["knockback_1"]}), "R1E@knockback_1")
    assert places(board)[1] == "E6"
    board = done(position("quad", "C7", "F7", *FAR, cards={0: ["knockback_1"]}), "R1E@knockback_1")
    assert places(board)[1] is None
    assert board.vp == [1, 0, 0, 0]


def test_knockback_leaves_alone_what_the_shot_destroyed_and_what_stands_behind_it() -> None:
    board = done(position("quad", "A4", "E4", "F4", "H9", damage={1: 2}, cards={0: ["knockback_1"]}), "R1E@knockback_1")
    assert places(board) == ["A4", None, "F4", "H9"]


def test_knockback_that_hits_nobody_pushes_nobody() -> None:
    board = done(position("quad", "A4", "E6", *FAR, cards={0: ["knockback_1"]}), "R1E@knockback_1")
    assert happened(board, Moved, Hurt) == []


# Swivel Head


@pytest.mark.parametrize("mark", ["R1E@swivel_head_1", "R6E@swivel_head_2"])
def test_swivel_head_fires_as_programmed_when_that_hits(mark: str) -> None:
    state = position("quad", "D4", "F4", "F6", "F2", cards={0: ["swivel_head_1", "swivel_head_2"]})
    assert done(state, mark).damage == [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("victims", "hurt"),
    [(("F6", "F2"), [0, 1, 0]), (("H9", "F2"), [0, 0, 1]), (("F6", "H9"), [0, 1, 0]), (("H9", "A8"), [0, 0, 0])],
)
def test_swivel_head_turns_clockwise_first_then_the_other_way(victims: tuple[str, str], hurt: list[int]) -> None:
    """East from D4 hits nobody. F6 lies southeast, one turn clockwise; F2 northeast."""
    board = done(position("quad", "D4", *victims, None, cards={0: ["swivel_head_1"]}), "R1E@swivel_head_1")
    assert board.damage[:3] == hurt
    assert len(happened(board, Fired)) == 1


@pytest.mark.parametrize(("key", "victim"), [("N", "F2"), ("NW", "D2")])
def test_swivel_head_turns_over_north(key: str, victim: str) -> None:
    """From D4 clockwise: N turns to NE, NW to N."""
    state = position("quad", "D4", victim, "A8", "H9", cards={0: ["swivel_head_1"]})
    assert done(state, f"R1{key}@swivel_head_1").damage[1] == 1


def test_swivel_head_that_finds_nobody_fires_as_programmed() -> None:
    board = done(position("quad", "D4", "B8", *FAR, cards={0: ["swivel_head_1"]}), "R1E@swivel_head_1")
    (fired,) = happened(board, Fired)
    assert isinstance(fired, Fired)
    assert fired.cells[1] == cell("E4")


# Saw Blade


@pytest.mark.parametrize("mark", ["B2E@saw_blade_1", "B3E@saw_blade_2"])
def test_saw_blade_hurts_a_robot_once_a_move_after_the_first_step_that_pushes_it(mark: str) -> None:
    state = position("quad", "A4", "B4", *FAR, cards={0: ["saw_blade_1", "saw_blade_2"]})
    board = done(state, mark)
    assert board.damage == [0, 1, 0, 0]
    assert board.log[:3] == [
        Moved(1, cell("B4"), cell("C4"), "push"),
        Moved(0, cell("A4"), cell("B4"), "own"),
        Hurt(1, cell("C4"), 1, "saw"),
    ]


def test_saw_blade_hurts_only_the_robot_pushed_directly() -> None:
    assert done(position("quad", "A4", "B4", "C4", "H9", cards={0: ["saw_blade_1"]}), "B2E@saw_blade_1").damage == [
        0, 1, 0, 0,
    ]  # fmt: skip


def test_saw_blade_hurts_the_next_one_when_the_first_is_gone() -> None:
    """B4 is destroyed by the saw after the first step; the second step pushes C4's robot, which moved to D4, no more
    than if it had stood there; the third step pushes it directly."""
    state = position("quad", "A4", "B4", "C4", "H9", damage={1: 2}, cards={0: ["saw_blade_2"]})
    board = done(state, "B3E@saw_blade_2")
    assert places(board) == ["D4", None, "E4", "H9"]
    assert (board.damage, board.vp) == ([0, 0, 1, 0], [1, 0, 0, 0])


def test_saw_blade_does_not_cut_what_cannot_be_pushed() -> None:
    board = done(position("quad", "H4", "I4", *FAR, cards={0: ["saw_blade_1"]}), "B2E@saw_blade_1")
    assert board.log == [Blocked(1, cell("I4"), (3, 9))]


def test_saw_blade_scores_by_the_cut() -> None:
    board = done(position("quad", "A4", "B4", *FAR, damage={1: 2}, cards={0: ["saw_blade_1"]}), "B1E@saw_blade_1")
    assert happened(board, Destroyed, Earned) == [Destroyed(1, cell("C4"), "saw"), Earned(0, 1)]


def test_saw_blade_cuts_again_in_the_next_move() -> None:
    state = position("quad", "A4", "B4", *FAR, cards={0: ["saw_blade_1"]})
    assert done(state, "B1E@saw_blade_1", "B1E@saw_blade_1").damage == [0, 2, 0, 0]


def test_ripper_saws_on_every_move() -> None:
    """Section 4.6: any pip, and never with a red die; not while it cools."""
    state = position("quad", "B4", "H9", "A4", "A8", killbots=("ripper", "watcher"))
    assert done(state, "B5E", robot=2).damage == [1, 0, 0, 0]
    assert done(state, "R5N", robot=2).damage == [0] * 4
    cold = position("quad", "B4", "H9", "A4", "A8", killbots=("ripper", "watcher"), cooling=[2])
    assert done(cold, "B5E", robot=2).damage == [0] * 4


def test_a_card_without_charges_left_does_nothing() -> None:
    """Ruling 77: such a card cannot be declared; the floor treats its die as a plain one."""
    state = position("quad", "A4", "C4", *FAR, cards={0: [Card("emp_1", 0)]})
    board = done(state, "R3E@emp_1")
    assert (board.damage[1], board.cooling[1]) == (1, False)
