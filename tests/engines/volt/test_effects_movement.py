"""The movement deck, row by row of section 4.4.

Quad, with what matters here: solid C2, E2, B3, B5, H5, H7, E8, G8; pits C3, E5, G7; scoring G3, C7; row 4 open.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.grid import ALL_DIRECTIONS, ORTHOGONAL
from engines.volt import effects
from engines.volt.happenings import Blocked, Destroyed, Hurt, Jumped, Moved, Tripped
from engines.volt.model import Card
from tests.engines.volt.boards import cell, command, done, floor, happened, places, position

FAR = ("A8", "H9")
"""Where robots stand out of the way."""


# Brake


@pytest.mark.parametrize("mark", ["B3S@brake_1", "B4S@brake_2"])
def test_brake_stops_before_a_pit(mark: str) -> None:
    """From E4 south lies the pit E5; the rest of the move is lost (ruling 31)."""
    board = done(position("quad", "E3", "B9", *FAR, cards={0: ["brake_1", "brake_2"]}), mark)
    assert places(board)[0] == "E4"
    assert board.log[-1] == Blocked(0, cell("E4"), cell("E5"))


def test_brake_stops_before_a_neutral_mine_and_before_another_robots() -> None:
    for owner in (None, 1):
        state = position("quad", "A4", "B9", *FAR, cards={0: ["brake_1"]}, mines={"C4": owner})
        board = done(state, "B3E@brake_1")
        assert places(board)[0] == "B4"
        assert board.mines == {cell("C4"): owner}


def test_brake_does_not_mind_an_own_mine() -> None:
    """Ruling 63."""
    state = position("quad", "A4", "B9", *FAR, cards={0: ["brake_1"]}, mines={"C4": 0})
    assert places(done(state, "B3E@brake_1"))[0] == "D4"


@pytest.mark.parametrize("mark", ["B3E@brake_1", "B4E@brake_2"])
def test_brake_ends_the_move_on_a_vp_marker(mark: str) -> None:
    state = position("quad", "E3", "B9", *FAR, cards={0: ["brake_1", "brake_2"]})
    board = done(state, mark)
    assert places(board)[0] == "G3"
    assert board.log[-1] == Moved(0, cell("F3"), cell("G3"))


def test_brake_drives_over_a_scoring_cell_without_a_marker() -> None:
    state = position("quad", "E3", "B9", *FAR, cards={0: ["brake_1"]}, markers={"C7": 1})
    assert places(done(state, "B3E@brake_1"))[0] == "H3"


def test_brake_leaves_the_marker_on_which_the_move_began() -> None:
    assert places(done(position("quad", "G3", "B9", *FAR, cards={0: ["brake_1"]}), "B2E@brake_1"))[0] == "I3"


def test_brake_does_not_keep_pushed_robots_from_a_pit() -> None:
    """Only the own steps see walls."""
    board = done(position("quad", "E3", "E4", *FAR, cards={0: ["brake_1"]}), "B3S@brake_1")
    assert places(board)[:2] == ["E4", None]
    assert board.vp == [1, 0, 0, 0]


def test_brake_ends_the_move_before_a_mine_under_another_robot() -> None:
    """A robot stands on its own mine; the one that brakes takes the cell for a wall and pushes nobody."""
    state = position("quad", "A4", "B4", *FAR, cards={0: ["brake_1"]}, mines={"B4": 1})
    assert done(state, "B2E@brake_1").log == [Blocked(0, cell("A4"), cell("B4"))]


def test_without_brake_the_same_move_falls() -> None:
    state = position("quad", "E3", "B9", *FAR, cards={0: ["brake_1"]})
    assert places(done(state, "B4S"))[0] is None


# Maneuver


@pytest.mark.parametrize("mark", ["B2E@maneuver_1:S", "B5E@maneuver_2:S"])
def test_maneuver_adds_a_step_in_the_second_direction(mark: str) -> None:
    pip = int(mark[1])
    board = done(position("quad", "A4", "B9", *FAR, cards={0: ["maneuver_1", "maneuver_2"]}), mark)
    assert board.pos[0] == (4, pip)


def test_maneuver_pushes_as_usual() -> None:
    board = done(position("quad", "A4", "D3", *FAR, cards={0: ["maneuver_1"]}), "B3E@maneuver_1:N")
    assert places(board)[:2] == ["D3", "D2"]


def test_maneuver_turns_also_after_a_blocked_move() -> None:
    board = done(position("quad", "A4", "B9", *FAR, cards={0: ["maneuver_1"]}), "B3W@maneuver_1:S")
    assert places(board)[0] == "A5"


def test_maneuver_into_a_wall_stays() -> None:
    board = done(position("quad", "A4", "B9", *FAR, cards={0: ["maneuver_1"]}), "B1E@maneuver_1:N")
    assert places(board)[0] == "B4"
    assert board.log[-1] == Blocked(0, cell("B4"), cell("B3"))


def test_maneuver_into_a_pit_falls_and_a_robot_that_has_fallen_turns_no_more() -> None:
    board = done(position("quad", "C4", "B9", *FAR, cards={0: ["maneuver_1"]}), "B2E@maneuver_1:S")
    assert board.log[-1] == Destroyed(0, cell("E5"), "pit")
    board = done(position("quad", "D5", "B9", *FAR, cards={0: ["maneuver_1"]}), "B2E@maneuver_1:S")
    assert board.log[-1] == Destroyed(0, cell("E5"), "pit")


def test_maneuver_pushes_into_a_pit_and_scores() -> None:
    board = done(position("quad", "B4", "E4", *FAR, cards={0: ["maneuver_1"]}), "B2E@maneuver_1:E")
    assert places(board)[:2] == ["E4", "F4"]
    board = done(position("quad", "C5", "D5", *FAR, cards={0: ["maneuver_1"]}), "B1N@maneuver_1:E")
    assert places(board)[:2] == ["D4", "D5"]
    board = done(position("quad", "D3", "E4", *FAR, cards={0: ["maneuver_1"]}), "B1E@maneuver_1:S")
    assert places(board)[:2] == ["E4", None]
    assert board.vp[0] == 1


# Teleport


@pytest.mark.parametrize(("mark", "end"), [("B3E@teleport_1", "D4"), ("B6E@teleport_2", "G4")])
def test_teleport_goes_its_pips_far(mark: str, end: str) -> None:
    board = done(position("quad", "A4", "B9", *FAR, cards={0: ["teleport_1", "teleport_2"]}), mark)
    assert board.log == [Jumped(0, cell("A4"), cell(end))]
    assert places(board)[0] == end
    assert board.at[cell(end)] == 0
    assert cell("A4") not in board.at


def test_teleport_ignores_walls_pits_robots_and_mines_between() -> None:
    """From A5 over the wall B5, a robot on C5 and a mine on D5 lies the pit E5; F5 is 5 steps off."""
    state = position("quad", "A5", "C5", *FAR, cards={0: ["teleport_2"]}, mines={"D5": None})
    board = done(state, "B5E@teleport_2")
    assert places(board)[:2] == ["F5", "C5"]
    assert len(board.mines) == 1


@pytest.mark.parametrize(
    ("start", "text", "end"),
    [
        ("H4", "B3E@teleport_1", "I4"),  # off the grid twice
        ("C4", "B2N@teleport_1", "C4"),  # solid, then a pit: stays
        ("D3", "B1E@teleport_1", "E3"),
        ("A3", "B2E@teleport_1", "A3"),  # the pit C3, then the wall B3: stays
        ("A3", "B3E@teleport_1", "D3"),
        ("C5", "B2E@teleport_1", "D5"),  # the pit E5
        ("B4", "B2E@teleport_1", "C4"),  # D4 is held
    ],
)
def test_teleport_falls_back_step_by_step(start: str, text: str, end: str) -> None:
    """Off the grid, solid, pit or held: one step less."""
    board = done(position("quad", start, "D4", *FAR, cards={0: ["teleport_1"]}), text)
    assert places(board)[:2] == [end, "D4"]
    assert bool(board.log) == (start != end)


def test_teleport_sets_off_the_mine_on_which_it_lands() -> None:
    """Rulings 36, 37: an own move, so the owner would score."""
    state = position("quad", "A4", "B9", *FAR, cards={0: ["teleport_1"]}, mines={"D4": 1}, damage={0: 2})
    board = done(state, "B3E@teleport_1")
    assert places(board)[0] is None
    assert board.vp == [0, 1, 0, 0]
    assert happened(board, Tripped) == [Tripped(0, cell("D4"), 1)]


# Subway


@pytest.mark.parametrize(("mark", "end"), [("B2W@subway_1", "I4"), ("B4W@subway_2", "G4")])
def test_subway_comes_in_at_the_other_end(mark: str, end: str) -> None:
    board = done(position("quad", "B4", "B9", *FAR, cards={0: ["subway_1", "subway_2"]}), mark)
    assert places(board)[0] == end
    assert Moved(0, cell("A4"), cell("I4")) in board.log


@pytest.mark.parametrize(
    ("start", "to", "end"), [("D1", "N", "D9"), ("D9", "S", "D1"), ("I4", "E", "A4"), ("A4", "W", "I4")]
)
def test_subway_works_over_every_edge(start: str, to: str, end: str) -> None:
    assert places(done(position("quad", start, "B9", *FAR, cards={0: ["subway_1"]}), f"B1{to}@subway_1"))[0] == end


def test_subway_stops_where_the_other_end_is_solid() -> None:
    """Every line of the arenas is open at both ends or at none, so here the far end of row 4 gets a wall."""
    board = floor(position("quad", "A4", "B9", *FAR, cards={0: ["subway_1"]}))
    ahead = {
        way: {here: there for here, there in cells.items() if cell("I4") not in (here, there)}
        for way, cells in board.ahead.items()
    }
    board.arena = replace(board.arena, solid=board.arena.solid | {cell("I4")}, ahead=ahead)
    board.ahead = ahead
    board.resolve(0, command("B2W@subway_1"))
    assert board.log == [Blocked(0, cell("A4"), (3, -1))]


def test_subway_goes_through_no_wall_inside_the_board() -> None:
    board = done(position("quad", "B4", "B9", *FAR, cards={0: ["subway_1"]}), "B1N@subway_1")
    assert board.log == [Blocked(0, cell("B4"), cell("B3"))]


def test_subway_pushes_the_robot_at_the_other_end_onward() -> None:
    board = done(position("quad", "A4", "I4", *FAR, cards={0: ["subway_1"]}), "B2W@subway_1")
    assert places(board)[:2] == ["H4", "G4"]


def test_subway_pushed_robots_stop_at_the_edge() -> None:
    board = done(position("quad", "B4", "A4", *FAR, cards={0: ["subway_1"]}), "B3W@subway_1")
    assert places(board)[:2] == ["B4", "A4"]
    assert board.log == [Blocked(1, cell("A4"), (3, -1))]


def test_subway_cannot_enter_where_the_line_at_the_other_end_is_blocked() -> None:
    """West of I5 is a wall."""
    state = position("quad", "A3", "I3", "H3", "A8", cards={0: ["subway_1"]})
    assert places(done(state, "B1W@subway_1")) == ["I3", "H3", "G3", "A8"]
    state = position("quad", "D9", "D1", "A8", "H9", cards={0: ["subway_1"]})
    assert places(done(state, "B1S@subway_1"))[:2] == ["D1", "D2"]
    state = position("quad", "A5", "I5", "A8", "H9", cards={0: ["subway_1"]})
    board = done(state, "B1W@subway_1")
    assert places(board)[:2] == ["A5", "I5"]
    assert board.log == [Blocked(1, cell("I5"), cell("H5"))]


# Crusher


@pytest.mark.parametrize("mark", ["B1E@crusher_1", "B4E@crusher_2"])
def test_crusher_hurts_the_robot_in_front_when_the_push_fails(mark: str) -> None:
    state = position("quad", "H4", "I4", *FAR, cards={0: ["crusher_1", "crusher_2"]})
    board = done(state, mark)
    assert board.log == [Blocked(1, cell("I4"), (3, 9)), Hurt(1, cell("I4"), 1, "crush")]
    assert places(board)[:2] == ["H4", "I4"]


def test_crusher_hurts_the_one_directly_in_front_not_the_one_at_the_wall() -> None:
    board = done(position("quad", "G4", "H4", "I4", "A8", cards={0: ["crusher_1"]}), "B2E@crusher_1")
    assert board.damage == [0, 1, 0, 0]


def test_crusher_works_after_steps_that_pushed() -> None:
    board = done(position("quad", "F4", "G4", *FAR, cards={0: ["crusher_2"]}), "B6E@crusher_2")
    assert places(board)[:2] == ["H4", "I4"]
    assert board.damage[1] == 1


def test_crusher_the_move_ends_even_when_the_robot_in_front_is_destroyed() -> None:
    board = done(position("quad", "H4", "I4", *FAR, damage={1: 2}, cards={0: ["crusher_1"]}), "B3E@crusher_1")
    assert places(board)[:2] == ["H4", None]
    assert board.vp == [1, 0, 0, 0]
    assert happened(board, Destroyed) == [Destroyed(1, cell("I4"), "crush")]


def test_crusher_against_a_bare_wall_does_nothing() -> None:
    board = done(position("quad", "I4", "B9", *FAR, cards={0: ["crusher_1"]}), "B3E@crusher_1")
    assert board.log == [Blocked(0, cell("I4"), (3, 9))]


# Diagonal Drive


@pytest.mark.parametrize("card", ["diagonal_drive_1", "diagonal_drive_2"])
def test_diagonal_drive_takes_diagonal_keys_only(card: str) -> None:
    assert set(effects.of(card).legal_dirs("blue")) == set(ALL_DIRECTIONS) - set(ORTHOGONAL)


@pytest.mark.parametrize(
    ("start", "mark", "end"), [("D4", "B2NE@diagonal_drive_1", "F2"), ("D6", "B3SE@diagonal_drive_2", "G9")]
)
def test_diagonal_drive_moves_diagonally(start: str, mark: str, end: str) -> None:
    state = position("quad", start, "B9", *FAR, cards={0: ["diagonal_drive_1", "diagonal_drive_2"]})
    assert places(done(state, mark))[0] == end


def test_diagonal_drive_pushes_diagonally() -> None:
    board = done(position("quad", "D4", "E3", *FAR, cards={0: ["diagonal_drive_1"]}), "B1NE@diagonal_drive_1")
    assert places(board)[:2] == ["E3", "F2"]


def test_diagonal_drive_passes_between_two_solid_cells_that_touch_at_a_corner() -> None:
    """Ruling 42: H7 and G8 are solid; from G7 (a pit) that is the way to H8, so drive it the other way round."""
    board = done(position("quad", "H8", "B9", *FAR, cards={0: ["diagonal_drive_1"]}), "B1NW@diagonal_drive_1")
    assert board.log == [Moved(0, cell("H8"), cell("G7")), Destroyed(0, cell("G7"), "pit")]


def test_diagonal_drive_falls_into_pits_and_pushes_into_them() -> None:
    board = done(position("quad", "C7", "D6", *FAR, cards={0: ["diagonal_drive_1"]}), "B1NE@diagonal_drive_1")
    assert places(board)[:2] == ["D6", None]
    assert board.vp == [1, 0, 0, 0]


def test_only_maneuver_needs_a_second_direction() -> None:
    assert {card for card in effects.CARDS if effects.of(card).needs_turn} == {"maneuver_1", "maneuver_2"}


def test_movement_cards_have_no_charges() -> None:
    state = position("quad", "A4", "B9", *FAR, cards={0: ["brake_1"]})
    assert done(state, "B1E@brake_1", "B1E@brake_1").cards[0] == (Card("brake_1"),)
