"""Killbots: cards, traits, and the direction that each mode chooses, row by row (section 4.6, rulings 58 to 60)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.grid import ALL_DIRECTIONS, Cell, Direction, beside
from engines.volt import killbots
from engines.volt.activation import act, sequence
from engines.volt.arenas import ARENAS, RULES, Arena
from engines.volt.cards import AI_CARDS, KILLBOTS, Mode, Order
from engines.volt.floor import Floor
from engines.volt.happenings import Fired, Hurt
from engines.volt.model import Card, Robot

BOTS = {"R": "ripper", "W": "watcher"}
HUMANS = "12345678"
WAYS: tuple[Direction, ...] = ("N", "E", "S", "W")
MOVES: tuple[Mode, ...] = ("CHASE", "RAM", "ALIGN", "HOLD")


class Board:
    """A position drawn in letters: ``1`` ... humans in turn order, ``R`` and ``W`` killbots, ``#`` solid, ``O`` pit,
    ``*`` a VP marker, ``x`` a neutral mine. Robots have the index in which they are named here.
    """

    def __init__(
        self,
        drawing: str,
        damage: Mapping[str, int] | None = None,
        vp: Mapping[str, int] | None = None,
        turn: Mapping[str, int] | None = None,
        cards: Mapping[str, Card] | None = None,
        cooling: str = "",
    ) -> None:
        rows = drawing.split()
        found = {(row, column): letter for row, line in enumerate(rows) for column, letter in enumerate(line)}
        at = {letter: cell for cell, letter in found.items() if letter in HUMANS + "RW"}
        self.names = [name for name in HUMANS + "RW" if name in at]
        self.robots = [
            Robot(
                seat=index,
                start="1",
                pos=at[name],
                damage=(damage or {}).get(name, 0),
                marker=(turn or {}).get(name, index + 1),
                vp=(vp or {}).get(name, 0),
                killbot=BOTS.get(name),
                cards=(cards[name],) if cards and name in cards else (),
                cooling=name in cooling,
            )
            for index, name in enumerate(self.names)
        ]
        markers = [(cell, 1) for cell, letter in found.items() if letter == "*"]
        mines = [(cell, None) for cell, letter in found.items() if letter == "x"]
        self.floor = Floor(_arena(rows, found), self.robots, markers, mines)

    def index(self, name: str) -> int:
        return self.names.index(name)

    def without(self, *names: str) -> Board:
        """These robots are destroyed before it is their turn."""
        for name in names:
            self.floor.destroy(self.index(name), None, "pit")
        self.floor.log.clear()
        return self

    def turns(self, bot: str, mode: Mode, pip: int = 1) -> Direction | None:
        """Where the killbot turns."""
        order = Order(die="red" if mode == "AIM" else "blue", pip=pip, mode=mode)
        command = killbots.decide(self.floor, self.robots, self.index(bot), order)
        assert command is None or (command.die, command.pip, command.module) == (order.die, order.pip, None)
        return None if command is None else command.dir


def around(cells: Mapping[Direction, str]) -> Board:
    """Ripper alone, with these cells about it."""
    north, east, south, west = (cells.get(way, ".") for way in WAYS)
    return Board(f".{north}.  {west}R{east}  .{south}.")


def _arena(rows: list[str], found: Mapping[Cell, str]) -> Arena:
    solid = frozenset(cell for cell, letter in found.items() if letter == "#")
    floor = set(found) - solid
    return replace(
        ARENAS["duel"],
        grid=tuple(rows),
        solid=solid,
        pits=frozenset(cell for cell, letter in found.items() if letter == "O"),
        scoring=tuple(cell for cell, letter in found.items() if letter == "*"),
        ahead={
            way: {cell: beside(cell, way) for cell in floor if beside(cell, way) in floor} for way in ALL_DIRECTIONS
        },
    )


# ---- cards


@pytest.mark.parametrize(
    ("card", "pads"),
    [
        ("hunter", "blue 4 CHASE, red 2 AIM, red 4 AIM"),
        ("bulldozer", "red 3 AIM, blue 5 RAM, blue 3 HOLD"),
        ("sniper", "red 1 AIM, blue 3 ALIGN, red 2 AIM"),
        ("warden", "blue 4 HOLD, red 3 AIM, blue 2 HOLD"),
    ],
)
def test_section_4_6_the_four_ai_cards(card: str, pads: str) -> None:
    assert ", ".join(f"{slot.die} {slot.pip} {slot.mode}" for slot in AI_CARDS[card].slots) == pads
    assert set(AI_CARDS) == {"hunter", "bulldozer", "sniper", "warden"}


def test_section_4_6_the_two_killbots() -> None:
    assert [(bot.id, bot.hp, bot.trait) for bot in KILLBOTS.values()] == [
        ("ripper", 3, "saw"),
        ("watcher", 3, "pierce"),
    ]
    assert {bot.hp for bot in KILLBOTS.values()} == {RULES.hp}  # killbots follow all rules (ruling 59)


# ---- AIM


def test_aim_takes_the_most_damaged_human_first() -> None:
    board = Board("..2..  .....  1.R..  .....  .....", damage={"1": 1}, vp={"2": 2}, turn={"1": 2, "2": 1})
    assert board.turns("R", "AIM") == "W"


def test_aim_takes_the_human_with_more_vp_among_equally_damaged() -> None:
    board = Board("..2..  .....  1.R..  .....  .....", damage={"1": 1, "2": 1}, vp={"1": 1}, turn={"1": 2, "2": 1})
    assert board.turns("R", "AIM") == "W"


def test_aim_takes_the_lower_turn_marker_among_equals() -> None:
    drawing = "..2..  .....  1.R..  .....  ....."
    assert Board(drawing, turn={"1": 1, "2": 2}).turns("R", "AIM") == "W"
    assert Board(drawing, turn={"1": 2, "2": 1}).turns("R", "AIM") == "N"


def test_aim_goes_by_the_damage_and_vp_of_this_moment() -> None:
    board = Board("..2..  .....  1.R..  .....  .....", damage={"1": 1}, vp={"1": 1})
    board.floor.hurt(board.index("2"), 2, None, "beam")
    assert board.turns("R", "AIM") == "N"
    board.floor.damage[board.index("1")] = 2
    board.floor.vp[board.index("2")] = 2
    assert board.turns("R", "AIM") == "N"


def test_aim_looks_along_the_straight_rays_first() -> None:
    """With everything else equal the place in the order N, E, S, W, NE, SE, SW, NW decides."""
    board = Board("8.1.5  .....  4.R.2  .....  7.3.6", turn=dict.fromkeys(HUMANS, 1))
    for name, direction in zip(HUMANS, ("N", "E", "S", "W", "NE", "SE", "SW", "NW"), strict=True):
        assert board.turns("R", "AIM") == direction
        board.without(name)
    assert board.turns("R", "AIM") is None


@pytest.mark.parametrize("bot", ["R", "W"])
def test_aim_never_turns_to_a_ray_whose_first_robot_is_a_killbot(bot: str) -> None:
    """Not even Watcher, whose beam would reach the human behind."""
    other = "W" if bot == "R" else "R"
    assert Board(f"{bot}{other}1..", damage={"1": 2}).turns(bot, "AIM") is None
    assert Board(f"{bot}{other}1..  .....  2....", damage={"1": 2}).turns(bot, "AIM") == "S"


def test_aim_takes_the_first_human_on_a_ray() -> None:
    """The worse hurt one behind does not count."""
    board = Board("R.1.2  .....  3....", damage={"2": 2, "3": 1})
    assert board.turns("R", "AIM") == "S"


def test_aim_sees_past_pits_mines_and_markers_but_not_past_walls() -> None:
    assert Board("ROx*1").turns("R", "AIM") == "E"
    assert Board("R.#.1").turns("R", "AIM") is None
    assert Board("R#.  #..  ..1").turns("R", "AIM") == "SE"  # ruling 42


def test_aim_does_nothing_without_a_human_in_sight() -> None:
    assert Board("R....  ..1..").turns("R", "AIM") is None
    assert Board("R.1..").without("1").turns("R", "AIM") is None


@pytest.mark.parametrize("pip", range(1, 7))
def test_aim_keeps_the_pips_of_the_card(pip: int) -> None:
    assert Board("R.1").turns("R", "AIM", pip) == "E"


# ---- moves in common


@pytest.mark.parametrize(("mode", "bot"), list(product(MOVES, "RW")))
def test_case_15_a_killbot_without_a_safe_direction_does_nothing(mode: Mode, bot: str) -> None:
    board = Board(f"..O.1  .O{bot}O.  ..O..")
    assert board.turns(bot, mode) is None
    assert act(board.floor, board.robots, board.index(bot), Order(die="blue", pip=1, mode=mode)) is None
    assert board.floor.log == []
    assert board.floor.pos[board.index(bot)] == (1, 2)


@pytest.mark.parametrize("mode", MOVES)
@pytest.mark.parametrize("direction", WAYS)
def test_the_only_safe_direction_is_taken(mode: Mode, direction: Direction) -> None:
    assert around({way: "." if way == direction else "O" for way in WAYS}).turns("R", mode) == direction


@pytest.mark.parametrize("mode", MOVES)
def test_the_full_pips_are_tried(mode: Mode) -> None:
    """Two cells on there is a pit: with one pip the way is free, with two it is not."""
    board = Board("..R.O.1")
    assert board.turns("R", "CHASE", 1) == "E"
    assert board.turns("R", mode, 2) != "E"


@pytest.mark.parametrize("mode", MOVES)
def test_a_mine_that_would_destroy_it_is_as_good_as_a_pit(mode: Mode) -> None:
    walled = "###  #Rx  ###"
    assert Board(walled + " ..1").turns("R", mode) == "N"  # it stays where it is, unhurt
    enclosed = "OxO  xRx  OxO  1.."
    assert Board(enclosed, damage={"R": 2}).turns("R", mode) is None
    assert Board(enclosed, damage={"R": 1}).turns("R", mode) is not None


@pytest.mark.parametrize("mode", MOVES)
def test_own_damage_outweighs_everything_else(mode: Mode) -> None:
    """East lie the human, the marker and the shot, and a mine on the way."""
    board = Board("OOOOO  ..RxO  OOOO1  OOOO*")
    assert board.turns("R", mode, 1) == "W"


@pytest.mark.parametrize(
    ("mode", "lane", "direction"),
    [("CHASE", "xRxx1.", "E"), ("RAM", "xRxx1.", "E"), ("ALIGN", "xxRx1", "W"), ("HOLD", "xRxx1*", "E")],
)
def test_how_much_damage_it_takes_makes_no_difference(mode: Mode, lane: str, direction: Direction) -> None:
    """Section 4.6 counts 0 or 1: two mines on the better way weigh no more than one on the worse."""
    pits = "O" * len(lane)
    assert Board(f"{pits} {lane} {pits}").turns("R", mode, 2) == direction


@pytest.mark.parametrize("mode", MOVES)
@pytest.mark.parametrize("first", WAYS)
def test_ties_go_by_north_east_south_west(mode: Mode, first: Direction) -> None:
    """Nobody to tell the directions apart: the first that is safe."""
    assert around(dict.fromkeys(WAYS[: WAYS.index(first)], "O")).turns("R", mode) == first


@pytest.mark.parametrize("mode", MOVES)
def test_nothing_changes_on_the_floor_itself(mode: Mode) -> None:
    board = Board("..x..  .1R2O  ..x..", cards={"1": Card("shield_1", 2)})
    board.turns("R", mode, 2)
    fresh = Board("..x..  .1R2O  ..x..", cards={"1": Card("shield_1", 2)}).floor
    for name in ("pos", "damage", "vp", "at", "mines", "cards", "cooling", "log", "blasts"):
        assert getattr(board.floor, name) == getattr(fresh, name)


# ---- the target T


def test_the_target_is_the_nearest_human() -> None:
    board = Board("1....  .....  ..R..  ..2..", vp={"1": 2}, turn={"1": 1, "2": 2})
    assert board.turns("R", "HOLD") == "S"


def test_the_target_is_the_human_with_more_vp_among_equally_near() -> None:
    board = Board("..1..  .....  ..R..  .....  ..2..", vp={"2": 1}, turn={"1": 1, "2": 2})
    assert board.turns("R", "CHASE") == "S"


def test_the_target_is_the_human_with_the_lower_turn_marker_among_equals() -> None:
    drawing = "..1..  .....  ..R..  .....  ..2.."
    assert Board(drawing, turn={"1": 1, "2": 2}).turns("R", "CHASE") == "N"
    assert Board(drawing, turn={"1": 2, "2": 1}).turns("R", "CHASE") == "S"


def test_neither_killbots_nor_destroyed_humans_are_targets() -> None:
    assert Board("...  .W.  .R.  ...  ...  ..1").turns("R", "CHASE") == "E"
    assert Board("..1..  .....  ..R..  .....  .....  ..2..").without("1").turns("R", "CHASE") == "S"


# ---- CHASE


def test_chase_ends_as_near_to_the_target_as_it_can() -> None:
    board = Board(".....  .....  R...1  .....  .....")
    assert board.turns("R", "CHASE", 2) == "E"


def test_chase_measures_to_where_the_target_is_pushed() -> None:
    """East it pushes the target along and stays beside it, however far from where the target stood."""
    assert Board("......  R1....  ......").turns("R", "CHASE", 3) == "E"


def test_chase_counts_a_target_destroyed_on_the_way_as_reached() -> None:
    """Next to it is 1 away; pushed into the pit it is 0 away, although the killbot is left two cells from there."""
    assert Board("#....  R.1O.  .....").turns("R", "CHASE", 2) == "E"
    assert Board("..R1O  ...#.").turns("R", "CHASE", 1) == "E"


def test_chase_without_a_human_goes_north_unless_that_hurts() -> None:
    assert Board("...  .R.  ..1").without("1").turns("R", "CHASE") == "N"
    assert Board(".x.  .R.  ..1").without("1").turns("R", "CHASE") == "E"


# ---- RAM


def test_ram_destroys_as_many_humans_as_it_can() -> None:
    """North one falls, and two more are displaced; east two fall."""
    board = Board("..O....  .......  ..1....  ..2....  ..3....  ..R45O.")
    assert board.turns("R", "RAM", 2) == "E"


def test_ram_prefers_a_destruction_to_any_displacement() -> None:
    board = Board(".......  ..1....  ..2....  ..R3O..  .......")
    assert board.turns("R", "RAM", 1) == "E"


def test_ram_displaces_as_many_humans_as_it_can() -> None:
    board = Board("...  ..1  ..R  ..2  ..3  ...  ...")
    assert board.turns("R", "RAM", 1) == "S"


def test_ram_does_not_count_killbots() -> None:
    """Neither displaced nor destroyed: the distance decides."""
    assert Board("...  ..1  ..R  ..2  ..W  ...  ...").turns("R", "RAM", 1) == "N"
    assert Board("O..  W..  R..  ...  1..").turns("R", "RAM", 1) == "S"


def test_ram_counts_who_cannot_be_moved_as_not_displaced() -> None:
    board = Board("#..  1..  R2.  ...")
    assert board.turns("R", "RAM", 1) == "E"


def test_ram_ends_as_near_to_the_target_as_it_can_otherwise() -> None:
    assert Board("......  .R....  ......  ......  .1....").turns("R", "RAM", 2) == "S"
    assert Board("1.....  ......  ......  ...R..  ......").turns("R", "RAM", 5) == "N"


def test_ram_without_a_human_goes_north() -> None:
    assert Board("...  .R.  ..1").without("1").turns("R", "RAM") == "N"


# ---- ALIGN


def test_align_ends_where_it_has_a_shot() -> None:
    """West is further from the target, but only from the east it is in line with it."""
    assert Board(".......  ..R....  .......  #..##.1  ..#####").turns("R", "ALIGN", 2) == "E"


def test_align_prefers_the_place_furthest_from_the_target_among_those_with_a_shot() -> None:
    """Everywhere along the row it sees the human; away from it is best."""
    board = Board("#######  ..R..1.  #######")
    assert board.turns("R", "ALIGN", 1) == "W"
    assert board.turns("R", "ALIGN", 2) == "W"


def test_align_comes_nearer_where_no_place_has_a_shot() -> None:
    board = Board(".....#.  .....#.  .R...#1  .....#.  .....#.")
    assert board.turns("R", "ALIGN", 1) == "E"


def test_align_does_not_take_a_killbot_in_the_way_for_a_shot() -> None:
    """From the west end it would only see the other killbot."""
    board = Board("####..  .R.W1.  ####..")
    assert board.turns("R", "ALIGN", 1) == "E"  # no shot anywhere
    assert board.without("W").turns("R", "ALIGN", 1) == "W"


def test_align_measures_to_the_target_not_to_the_victim() -> None:
    """The target, the nearest human, is behind the wall; the one in sight is further off. Away from the target."""
    board = Board("#########  1#.R....2  #########")
    assert board.turns("R", "ALIGN", 1) == "E"


def test_align_counts_no_shot_at_a_human_pushed_out_of_the_world() -> None:
    """East it would push its only human into the pit and have nobody to shoot at."""
    assert Board("####  #R1O  ####").turns("R", "ALIGN", 1) == "N"


def test_align_without_a_human_goes_north() -> None:
    assert Board("...  .R.  ..1").without("1").turns("R", "ALIGN") == "N"


# ---- HOLD


def test_hold_ends_as_near_to_a_marker_as_it_can() -> None:
    assert Board("1......  .......  ..R....  .......  ....*..").turns("R", "HOLD", 2) == "E"
    assert Board("1......  .......  ..R....  .......  ..*....").turns("R", "HOLD", 2) == "S"


def test_hold_goes_to_the_nearest_of_several_markers() -> None:
    assert Board("*......  .......  .......  ...R..*  .......").turns("R", "HOLD", 2) == "E"


def test_hold_does_not_care_for_scoring_cells_without_a_marker() -> None:
    """As soon as the markers are gone it turns to the target."""
    board = Board("...*...  .......  ...R...  .......  ...1...")
    assert board.turns("R", "HOLD", 1) == "N"
    board.floor.markers = {}
    assert board.turns("R", "HOLD", 1) == "S"


def test_hold_without_marker_and_human_goes_north() -> None:
    assert Board("...  .R.  ..1").without("1").turns("R", "HOLD") == "N"


def test_hold_stays_against_a_wall_when_that_is_nearest() -> None:
    assert Board("..#..  1.R..  ..*..").turns("R", "HOLD", 1) == "S"
    assert Board("..#..  1.R..  .O.O.  ..*..").turns("R", "HOLD", 1) == "S"
    assert Board("..#..  1.R..  .OOO.  ..*..").turns("R", "HOLD", 1) == "N"


# ---- traits


def test_ripper_saws_in_its_trial_watcher_does_not() -> None:
    """East the human would be sawn to pieces, north two would be displaced."""
    drawing = "...  .1.  .2.  .{}3  ..."
    assert Board(drawing.format("R"), damage={"3": 2}).turns("R", "RAM", 1) == "N"  # blocked: nobody is pushed
    roomy = "....  .1..  .2..  .{}3.  ...."
    assert Board(roomy.format("R"), damage={"3": 2}).turns("R", "RAM", 1) == "E"
    assert Board(roomy.format("W"), damage={"3": 2}).turns("W", "RAM", 1) == "N"


def test_rippers_saw_can_hurt_itself() -> None:
    """The sawn human carries a bomb: chasing it there would hurt, so Ripper stays; Watcher does not cut it."""
    bomb = {"1": Card("bomb_1")}
    assert Board("....  R1..  ....", damage={"1": 2}, cards=bomb).turns("R", "CHASE", 1) == "W"
    assert Board("....  W1..  ....", damage={"1": 2}, cards=bomb).turns("W", "RAM", 1) == "E"
    enclosed = Board("OOOO  OR1.  OOOO", damage={"1": 2, "R": 2}, cards=bomb)
    assert enclosed.turns("R", "CHASE", 1) is None


def test_traits_stop_while_cooling() -> None:
    board = Board("....  .1..  .2..  .R3.  ....", damage={"3": 2})
    assert board.turns("R", "RAM", 1) == "E"
    board.floor.cool(board.index("R"))
    assert board.turns("R", "RAM", 1) == "N"


def test_ripper_saws_when_its_command_is_carried_out() -> None:
    board = Board("R1..  ....")
    command = act(board.floor, board.robots, board.index("R"), Order(die="blue", pip=2, mode="RAM"))
    assert command is not None
    assert command.dir == "E"
    assert [event for event in board.floor.log if isinstance(event, Hurt)] == [Hurt(0, (0, 2), 1, "saw")]


def test_watchers_beam_goes_on_through_robots_when_its_command_is_carried_out() -> None:
    order = Order(die="red", pip=1, mode="AIM")
    board = Board("W1.2.  .....")
    act(board.floor, board.robots, board.index("W"), order)
    assert board.floor.damage[:2] == [1, 1]
    board = Board("R1.2.  .....")
    act(board.floor, board.robots, board.index("R"), order)
    assert board.floor.damage[:2] == [1, 0]


def test_a_cooling_watcher_would_not_pierce() -> None:
    board = Board("W1.2.  .....", cooling="W")
    act(board.floor, board.robots, board.index("W"), Order(die="red", pip=1, mode="AIM"))
    assert board.floor.damage[:2] == [1, 0]


# ---- in the round


def test_a_killbot_chooses_from_the_board_as_it_then_is() -> None:
    """Hunter fires on pad 2 at whoever is then in line, after its own move on pad 1."""
    board = Board("R.....  ......  ......  ......  ......  1.....")
    hunter = AI_CARDS["hunter"]
    carried = []
    for _, robot, entry in sequence(board.floor, [None, hunter], board.robots):
        carried.append(act(board.floor, board.robots, robot, entry))
    assert [command and (command.die, command.pip, command.dir) for command in carried] == [
        ("blue", 4, "S"),
        ("red", 2, "S"),
        ("red", 4, "S"),
    ]
    assert board.floor.damage[0] == 2
    assert len([event for event in board.floor.log if isinstance(event, Fired)]) == 2


def test_ruling_17_a_cooling_killbot_is_passed_over() -> None:
    board = Board("R.1", cooling="R")
    assert list(sequence(board.floor, [None, AI_CARDS["hunter"]], board.robots)) == []


def test_ruling_28_a_destroyed_killbot_is_passed_over() -> None:
    board = Board("R.1").without("R")
    assert list(sequence(board.floor, [None, AI_CARDS["hunter"]], board.robots)) == []


CELLS = st.text("....#Ox*", min_size=16, max_size=16)


@given(CELLS, st.permutations(range(16)), st.sampled_from(MOVES), st.integers(1, 6), st.integers(0, 2))
def test_a_killbot_never_destroys_itself(cells: str, places: list[int], mode: Mode, pip: int, damage: int) -> None:
    letters = list(cells)
    for place, name in zip(places, "12RW", strict=False):
        letters[place] = name
    rows = ["".join(letters[start : start + 4]) for start in range(0, 16, 4)]
    board = Board(" ".join(rows), damage={"R": damage, "1": 2}, cards={"1": Card("bomb_2")})
    index = board.index("R")
    act(board.floor, board.robots, index, Order(die="blue", pip=pip, mode=mode))
    assert board.floor.pos[index] is not None
