"""The tactic deck, row by row of section 4.4.

Quad, with what matters here: solid C2, E2, B3, B5, H5, H7, E8, G8; pits C3, E5, G7; scoring G3, C7; row 4 open.
"""

from __future__ import annotations

from typing import Literal

import pytest

from engines.grid import ALL_DIRECTIONS, ORTHOGONAL, Direction, beside, cell_name
from engines.volt.arenas import RULES
from engines.volt.happenings import Blocked, Burst, Cooled, Destroyed, Fired, Hurt, Laid, Moved, Shielded, Tripped
from engines.volt.model import Card
from tests.engines.volt.boards import cell, done, happened, places, position

FAR = ("A8", "H9")
"""Where robots stand out of the way."""


# Shield


def test_shield_mk_1_cancels_two_points_of_any_damage() -> None:
    board = done(position("quad", "A4", "D4", *FAR, cards={1: ["shield_1"]}), "R1E", "R1E", "R1E")
    assert board.damage[1] == 1
    assert happened(board, Shielded, Hurt) == [
        Shielded(1, cell("D4"), 1),
        Shielded(1, cell("D4"), 0),
        Hurt(1, cell("D4"), 1),
    ]
    assert board.cards[1] == (Card("shield_1", 0),)


def test_shield_mk_2_cancels_three_points_of_beams() -> None:
    board = done(position("quad", "A4", "D4", *FAR, cards={1: ["shield_2"]}), "R1E", "R1E", "R1E", "R1E")
    assert board.damage[1] == 1
    assert board.cards[1] == (Card("shield_2", 0),)


@pytest.mark.parametrize(
    ("start", "text", "target"),
    [("B4", "R1E@grenade_1", "D4"), ("C4", "B1E@saw_blade_1", "D4"), ("H4", "B1E@crusher_1", "I4")],
)
@pytest.mark.parametrize(("shield", "damage"), [("shield_1", 0), ("shield_2", 1)])
def test_shield_mk_1_helps_against_everything_mk_2_only_against_beams(
    start: str, text: str, target: str, shield: str, damage: int
) -> None:
    cards = {0: [text.split("@")[1]], 1: [shield]}
    board = done(position("quad", start, target, *FAR, cards=cards), text)
    assert board.damage[1] == damage
    assert len(happened(board, Shielded)) == 1 - damage


@pytest.mark.parametrize(("shield", "damage"), [("shield_1", 0), ("shield_2", 1)])
def test_shield_mk_1_helps_against_mines(shield: str, damage: int) -> None:
    """The mine goes off all the same."""
    board = done(position("quad", "A4", "B9", *FAR, cards={0: [shield]}, mines={"B4": None}), "B1E")
    assert board.damage[0] == damage
    assert board.mines == {}


def test_shield_does_not_help_against_pits_pushes_and_emp() -> None:
    board = done(position("quad", "E3", "E4", *FAR, cards={1: ["shield_1"]}), "B1S")
    assert places(board)[1] is None
    assert board.cards[1] == (Card("shield_1", 2),)
    board = done(position("quad", "A4", "C4", *FAR, cards={0: ["emp_1"], 1: ["shield_1"]}), "R3E@emp_1")
    assert board.cooling[1]
    assert board.cards[1] == (Card("shield_1", 2),)


def test_shield_takes_one_point_of_several() -> None:
    """Point by point (section 4.7): a Mk II bomb does 2 damage, the last charge cancels one of them."""
    state = position("quad", "A4", "D4", "D5", "A8", cards={1: ["bomb_2"], 2: [Card("shield_1", 1)]}, damage={1: 2})
    board = done(state, "R1E")
    assert board.damage == [0, 0, 1, 0]
    assert happened(board, Shielded) == [Shielded(2, cell("D5"), 0)]


def test_shield_is_off_while_cooling() -> None:
    """Ruling 17: passive modules too."""
    assert done(position("quad", "A4", "D4", *FAR, cards={1: ["shield_1"]}, cooling=[1]), "R1E").damage[1] == 1


# Shock Wave


@pytest.mark.parametrize("mark", ["R1N@shock_wave_1", "R4SW@shock_wave_2"])
@pytest.mark.parametrize("away", ALL_DIRECTIONS)
def test_shock_wave_pushes_every_neighbour_straight_away(mark: str, away: Direction) -> None:
    """Around E5 of the minefield everything is open two cells far, diagonals too."""
    start = beside(cell("E5"), away)
    cards = {0: ["shock_wave_1", "shock_wave_2"]}
    board = done(position("minefield", "E5", cell_name(start), None, None, cards=cards, mines={}), mark)
    assert board.log == [Moved(1, start, beside(start, away), "push")]


def test_shock_wave_goes_clockwise_from_north_and_a_wall_stops_only_its_own_push() -> None:
    """In the west of D5 is C5, with the wall B5 behind it."""
    board = done(position("quad", "D5", "C5", "E4", "D4", cards={0: ["shock_wave_1"]}), "R1SE@shock_wave_1")
    assert board.log == [
        Moved(3, cell("D4"), cell("D3"), "push"),
        Moved(2, cell("E4"), cell("F3"), "push"),
        Blocked(1, cell("C5"), cell("B5")),
    ]


def test_shock_wave_moves_robots_behind_a_neighbour_with_it() -> None:
    board = done(position("quad", "D4", "D3", "D2", "E3", cards={0: ["shock_wave_1"]}), "R1N@shock_wave_1")
    assert places(board) == ["D4", "D2", "D1", "F2"]


def test_shock_wave_scores_for_pits_and_mines() -> None:
    state = position("quad", "E3", "E4", "D4", "H9", cards={0: ["shock_wave_1"]}, mines={"C5": None}, damage={2: 2})
    board = done(state, "R1N@shock_wave_1")
    assert places(board)[1:3] == [None, None]
    assert board.vp == [2, 0, 0, 0]


def test_shock_wave_reaches_neighbours_only() -> None:
    assert done(position("quad", "D4", "F4", *FAR, cards={0: ["shock_wave_1"]}), "R1E@shock_wave_1").log == []


# Bomb


@pytest.mark.parametrize("away", ALL_DIRECTIONS)
@pytest.mark.parametrize(("bomb", "reach", "points"), [("bomb_1", ALL_DIRECTIONS, 1), ("bomb_2", ORTHOGONAL, 2)])
def test_bomb_hurts_the_neighbours_when_damage_destroys_its_robot(
    bomb: str, reach: tuple[Direction, ...], points: int, away: Direction
) -> None:
    """Mk I: 1 damage to 8 neighbours, clockwise from N; Mk II: 2 damage to 4 (ruling 67)."""
    shooter, text = ("I5", "R1W") if away == "W" else ("A5", "R1E")
    neighbour = cell_name(beside(cell("E5"), away))
    board = done(position("tri", shooter, "E5", neighbour, cards={1: [bomb]}, damage={1: 2}), text)
    assert board.damage[2] == (points if away in reach else 0)
    around = tuple(beside(cell("E5"), direction) for direction in reach)
    assert happened(board, Burst) == [Burst(1, "bomb", (cell("E5"), *around))]


def test_bomb_reaches_over_walls_but_not_into_them() -> None:
    """A4 of quad: north A3, east B4, south A5; B3 and B5 are walls."""
    board = done(position("quad", "D4", "A4", "A5", "H9", cards={1: ["bomb_1"]}, damage={1: 2}), "R1W")
    assert happened(board, Burst) == [Burst(1, "bomb", (cell("A4"), cell("A3"), cell("B4"), cell("A5")))]
    assert board.damage[2] == 1


def test_bomb_does_not_go_off_in_a_pit() -> None:
    board = done(position("quad", "E3", "E4", "F5", "H9", cards={1: ["bomb_1"]}), "B1S")
    assert places(board)[1] is None
    assert happened(board, Burst) == []
    assert board.damage[2] == 0


@pytest.mark.parametrize("text", ["B1E", "B1E@saw_blade_1", "B1E@crusher_1", "R1E@grenade_1", "R1E"])
def test_bomb_goes_off_by_any_damage(text: str) -> None:
    """A mine (pushed onto), a saw, a crusher, a grenade, a beam; the blast comes after the whole command."""
    start, victim = {"B1E@crusher_1": ("H4", "I4"), "R1E@grenade_1": ("A4", "C4")}.get(text, ("B4", "C4"))
    cards = {0: ["saw_blade_1", "crusher_1", "grenade_1"], 1: ["bomb_1"]}
    mines = {"D4": None} if text == "B1E" else {}
    board = done(position("quad", start, victim, *FAR, cards=cards, damage={1: 2}, mines=mines), text)
    assert places(board)[1] is None
    (burst,) = happened(board, Burst)[-1:]
    assert isinstance(burst, Burst)
    assert (burst.robot, burst.cause) == (1, "bomb")
    assert board.vp[0] == 1


def test_bomb_is_off_while_cooling() -> None:
    board = done(position("quad", "A4", "D4", "D5", "H9", cards={1: ["bomb_1"]}, damage={1: 2}, cooling=[1]), "R1E")
    assert happened(board, Burst) == []


# Mine Layer


@pytest.mark.parametrize("mark", ["B2E@mine_layer_1", "B5E@mine_layer_2"])
def test_mine_layer_leaves_a_mine_where_the_move_began(mark: str) -> None:
    board = done(position("quad", "B4", "B9", *FAR, cards={0: ["mine_layer_1", "mine_layer_2"]}), mark)
    assert board.mines == {cell("B4"): 0}
    assert board.log[-1] == Laid(0, cell("B4"))


def test_mine_layer_that_does_not_get_away_lays_nothing() -> None:
    board = done(position("quad", "B4", "B9", *FAR, cards={0: ["mine_layer_1"]}), "B2N@mine_layer_1")
    assert board.mines == {}


def test_mine_layer_lays_also_when_its_robot_is_destroyed_on_the_way() -> None:
    board = done(position("quad", "D5", "B9", *FAR, cards={0: ["mine_layer_1"]}), "B1E@mine_layer_1")
    assert places(board)[0] is None
    assert board.mines == {cell("D5"): 0}


@pytest.mark.parametrize(
    ("arena", "start", "text"),
    [
        ("quad", "A4", "B1E"),  # home
        ("quad", "A3", "B1N"),  # alternate
        ("quad", "G3", "B1E"),  # scoring cell
        ("minefield", "B2", "B1N"),  # workshop
        ("duel", "I3", "B1N"),  # a killbot's home
        ("duel", "I2", "B1S"),  # a killbot's alternate
    ],
)
def test_mine_layer_lays_on_plain_floor_only(
    arena: Literal["quad", "minefield", "duel"], start: str, text: str
) -> None:
    others = () if arena == "duel" else (None, None)
    state = position(arena, start, "D9", *others, cards={0: ["mine_layer_1"]}, mines={})
    board = done(state, f"{text}@mine_layer_1")
    assert places(board)[0] != start
    assert board.mines == {}


def test_mine_layer_may_lay_where_a_printed_mine_has_gone_off() -> None:
    state = position("minefield", "E3", "B9", None, None, cards={0: ["mine_layer_1"]}, mines={})
    assert done(state, "B1S@mine_layer_1").mines == {cell("E3"): 0}


def test_mine_layer_lays_no_second_mine_on_a_cell() -> None:
    board = done(position("quad", "B4", "B9", *FAR, cards={0: ["mine_layer_1"]}, mines={"B4": 1}), "B1E@mine_layer_1")
    assert board.mines == {cell("B4"): 1}


@pytest.mark.parametrize(("card", "pip", "most"), [("mine_layer_1", 1, 2), ("mine_layer_2", 4, 3)])
def test_mine_layer_keeps_to_its_own_maximum(card: str, pip: int, most: int) -> None:
    """Ruling 76: the own mines on the board count, others' do not."""
    lying = dict.fromkeys(("D1", "E1", "F1")[: most - 1], 0) | {"B6": 1, "C6": None}
    state = position("quad", "B4", "B9", *FAR, cards={0: [card]}, mines=lying)
    board = done(state, f"B{pip}E@{card}")
    assert cell("B4") in board.mines
    full = position("quad", "B4", "B9", *FAR, cards={0: [card]}, mines={**lying, "G1": 0})
    assert cell("B4") not in done(full, f"B{pip}E@{card}").mines


def test_mine_layer_needs_one_left_in_the_supply() -> None:
    """Rulings 8, 76: 12 in all, neutral ones included."""
    names = [f"{column}{row}" for column in "DFGH" for row in (1, 4, 6)]
    assert len(names) == RULES.mine_tokens
    state = position("quad", "B4", "B9", *FAR, cards={0: ["mine_layer_1"]}, mines=dict.fromkeys(names, None))
    assert cell("B4") not in done(state, "B1E@mine_layer_1").mines
    state = position("quad", "B4", "B9", *FAR, cards={0: ["mine_layer_1"]}, mines=dict.fromkeys(names[1:], None))
    assert done(state, "B1E@mine_layer_1").mines[cell("B4")] == 0


def test_a_mine_that_goes_off_returns_to_the_supply() -> None:
    """Ruling 76: driving onto the twelfth mine makes room for the own one."""
    names = ["C4", *(f"{column}{row}" for column in "DFGH" for row in (1, 4, 6))][: RULES.mine_tokens]
    state = position("quad", "B4", "B9", *FAR, cards={0: ["mine_layer_1"]}, mines=dict.fromkeys(names, None))
    board = done(state, "B1E@mine_layer_1")
    assert happened(board, Tripped, Laid) == [Tripped(0, cell("C4"), None), Laid(0, cell("B4"))]
    assert len(board.mines) == RULES.mine_tokens


# Telescopic Arm


@pytest.mark.parametrize(
    ("mark", "victim"), [("R1E@telescopic_arm_1", "D4"), ("R4E@telescopic_arm_2", "E4"), ("R1E@telescopic_arm_1", "C4")]
)
def test_arm_pulls_the_first_robot_within_reach_until_it_is_adjacent(mark: str, victim: str) -> None:
    state = position("quad", "A4", victim, *FAR, cards={0: ["telescopic_arm_1", "telescopic_arm_2"]})
    board = done(state, mark)
    assert places(board)[:2] == ["A4", "B4"]
    assert {entry.how for entry in board.log if isinstance(entry, Moved)} == {"pull"}
    assert board.damage[1] == 0


@pytest.mark.parametrize(("mark", "victim"), [("R1E@telescopic_arm_1", "E4"), ("R4E@telescopic_arm_2", "F4")])
def test_arm_leaves_alone_what_is_out_of_reach_or_adjacent(mark: str, victim: str) -> None:
    state = position("quad", "A4", victim, *FAR, cards={0: ["telescopic_arm_1", "telescopic_arm_2"]})
    assert done(state, mark).log == []
    state = position("quad", "A4", "B4", victim, "A8", cards={0: ["telescopic_arm_1", "telescopic_arm_2"]})
    assert done(state, mark).log == []


def test_arm_does_not_reach_through_walls() -> None:
    board = done(position("quad", "A5", "C5", *FAR, cards={0: ["telescopic_arm_1"]}), "R1E@telescopic_arm_1")
    assert board.log == []


def test_arm_pulls_diagonally() -> None:
    board = done(position("quad", "D4", "F2", *FAR, cards={0: ["telescopic_arm_1"]}), "R1NE@telescopic_arm_1")
    assert places(board)[1] == "E3"


def test_arm_pulls_into_pits() -> None:
    """From D5 the pit E5 is between; whoever is pulled falls, and the puller scores."""
    board = done(position("quad", "D5", "G5", *FAR, cards={0: ["telescopic_arm_1"]}), "R1E@telescopic_arm_1")
    assert places(board)[1] is None
    assert board.log[-2] == Destroyed(1, cell("E5"), "pit")
    assert board.vp == [1, 0, 0, 0]


def test_arm_pulls_over_mines() -> None:
    """The survivor is pulled on; credit goes to the puller, not to the mine's owner (ruling 37)."""
    state = position("quad", "A4", "D4", *FAR, cards={0: ["telescopic_arm_1"]}, mines={"C4": 2})
    board = done(state, "R1E@telescopic_arm_1")
    assert places(board)[1] == "B4"
    assert board.damage[1] == 1
    state = position("quad", "A4", "D4", *FAR, cards={0: ["telescopic_arm_1"]}, mines={"C4": 2}, damage={1: 2})
    board = done(state, "R1E@telescopic_arm_1")
    assert places(board)[1] is None
    assert board.vp == [1, 0, 0, 0]


# EMP Pulse


@pytest.mark.parametrize("mark", ["R3E@emp_1", "R5E@emp_2"])
def test_emp_cools_the_first_robot_hit_without_damage(mark: str) -> None:
    board = done(position("quad", "A4", "B4", "C4", "A8", cards={0: ["emp_1", "emp_2"]}), mark)
    assert board.log == [Fired(((3, 0), (3, 1)), (1,)), Cooled(1, cell("B4"))]
    assert board.damage == [0] * 4
    assert board.cooling == (False, True, False, False)


@pytest.mark.parametrize("mark", ["R3E@emp_1", "R5E@emp_2"])
def test_ruling_79_emp_fades_after_two_cells(mark: str) -> None:
    cards = {0: ["emp_1", "emp_2"]}
    assert done(position("quad", "A4", "C4", *FAR, cards=cards), mark).cooling[1]
    board = done(position("quad", "A4", "D4", *FAR, cards=cards), mark)
    assert board.log == [Fired(((3, 0), (3, 1), (3, 2)), ())]
    assert not any(board.cooling)


@pytest.mark.parametrize(("card", "pip"), [("emp_1", 3), ("emp_2", 5)])
@pytest.mark.parametrize("key", ["E", "W"])
def test_emp_spends_a_charge_hit_or_not(card: str, pip: int, key: str) -> None:
    """Ruling 77."""
    board = done(position("quad", "A4", "C4", *FAR, cards={0: [card]}), f"R{pip}{key}@{card}")
    assert board.cards[0] == (Card(card, 0),)


def test_emp_does_not_cool_twice() -> None:
    state = position("quad", "A4", "C4", *FAR, cards={0: ["emp_1"]}, cooling=[1])
    assert happened(done(state, "R3E@emp_1"), Cooled) == []


def test_emp_spends_only_its_own_charges() -> None:
    state = position("quad", "A4", "D4", *FAR, cards={0: ["shield_1", "emp_2", "brake_1"]})
    assert done(state, "R5E@emp_2").cards[0] == (Card("shield_1", 2), Card("emp_2", 0), Card("brake_1"))
