"""Mines (rulings 8, 36, 37, 76; case 11 of section 4.9).

Quad, row 4 open from A to I.
"""

from __future__ import annotations

import pytest

from engines.volt.happenings import Destroyed, Earned, Fired, Hurt, Moved, Tripped
from tests.engines.volt.boards import cell, done, happened, places, position

FAR = ("A8", "H9")
"""Where robots stand out of the way."""


def test_ruling_36_a_mine_does_one_damage_and_is_gone() -> None:
    board = done(position("quad", "A4", "B9", *FAR, mines={"B4": None}), "B1E")
    assert board.log == [
        Moved(0, cell("A4"), cell("B4")),
        Tripped(0, cell("B4"), None),
        Hurt(0, cell("B4"), 1, "mine"),
    ]
    assert board.mines == {}


def test_ruling_36_survivors_go_on_moving() -> None:
    board = done(position("quad", "A4", "B9", *FAR, mines={"B4": None, "D4": 1}), "B4E")
    assert (places(board)[0], board.damage[0]) == ("E4", 2)


def test_ruling_36_the_move_ends_with_the_robot() -> None:
    board = done(position("quad", "A4", "B9", *FAR, mines={"B4": None}, damage={0: 2}), "B4E")
    assert places(board)[0] is None
    assert board.log[-1] == Destroyed(0, cell("B4"), "mine")


def test_ruling_36_a_neutral_mine_hurts_everyone_an_own_one_never_its_owner() -> None:
    state = position("quad", "A4", "B4", *FAR, mines={"C4": 1, "B4": 0})
    board = done(state, "B1E")
    assert board.damage == [0] * 4
    assert board.mines == {cell("B4"): 0, cell("C4"): 1}


def test_ruling_36_mines_do_not_stop_beams_and_are_not_set_off_by_them() -> None:
    board = done(position("quad", "A4", "D4", *FAR, mines={"B4": None}), "R1E")
    assert board.damage[1] == 1
    assert board.mines == {cell("B4"): None}
    assert len(happened(board, Fired)) == 1


def test_ruling_36_a_robot_that_stands_on_a_mine_already_is_safe() -> None:
    """Only entering sets it off."""
    board = done(position("quad", "B4", "B9", *FAR, mines={"B4": None}), "B1E")
    assert board.damage[0] == 0


def test_ruling_36_a_step_that_fails_sets_nothing_off() -> None:
    board = done(position("quad", "H4", "I4", *FAR, mines={"I4": 1}), "B1E")
    assert happened(board, Tripped) == []


def test_ruling_36_the_front_of_a_chain_comes_first() -> None:
    """Section 4.7: each moves and resolves its cell, front robot first."""
    board = done(position("quad", "A4", "B4", *FAR, mines={"B4": None, "C4": None}), "B1E")
    assert board.log == [
        Moved(1, cell("B4"), cell("C4"), "push"),
        Tripped(1, cell("C4"), None),
        Hurt(1, cell("C4"), 1, "mine"),
        Moved(0, cell("A4"), cell("B4")),
        Tripped(0, cell("B4"), None),
        Hurt(0, cell("B4"), 1, "mine"),
    ]


@pytest.mark.parametrize(("owner", "vp"), [(None, [0, 0, 0, 0]), (0, [0, 0, 0, 0]), (1, [0, 1, 0, 0])])
def test_ruling_37_case_4_9_11_on_its_own_move_the_owner_scores_or_nobody(owner: int | None, vp: list[int]) -> None:
    """Its own mine does nothing at all."""
    board = done(position("quad", "A4", "B9", *FAR, mines={"B4": owner}, damage={0: 2}), "B1E")
    assert board.vp == vp
    assert (places(board)[0] is None) == (owner != 0)


@pytest.mark.parametrize("owner", [None, 0, 2])
def test_ruling_37_case_4_9_11_pushed_onto_a_mine_the_pusher_scores(owner: int | None) -> None:
    board = done(position("quad", "A4", "B4", *FAR, mines={"C4": owner}, damage={1: 2}), "B1E")
    assert board.vp == [1, 0, 0, 0]
    assert happened(board, Destroyed, Earned) == [Destroyed(1, cell("C4"), "mine"), Earned(0, 1)]


def test_ruling_37_the_chain_closes_up_behind_a_robot_destroyed_by_a_mine() -> None:
    board = done(position("quad", "A4", "B4", *FAR, mines={"C4": None}, damage={1: 2}), "B2E")
    assert places(board)[:2] == ["C4", None]


def test_ruling_37_the_owner_scores_even_while_its_robot_is_destroyed() -> None:
    board = done(position("quad", "A4", None, *FAR, mines={"B4": 1}, damage={0: 2}), "B1E")
    assert board.vp == [0, 1, 0, 0]


def test_ruling_37_nobody_scores_against_itself_and_a_killbot_for_nobody() -> None:
    """A mine pushed onto by a killbot: no VP, as people play against each other (section 3.7)."""
    state = position("quad", "B4", "B9", "A4", "A8", killbots=("ripper", "watcher"), mines={"C4": 1}, damage={0: 2})
    board = done(state, "B1E", robot=2)
    assert places(board)[0] is None
    assert board.vp == [0] * 4
