"""The arenas: what the drawing promises, and that every seat has the same chances (rulings 1, 4, 5, 6; section 4.2)."""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path

import pytest
from pydantic import ValidationError

from engines.grid import ALL_DIRECTIONS, ORTHOGONAL, STEPS, Cell, beside
from engines.volt import arenas
from engines.volt.arenas import ARENAS, RULES, Arena
from engines.volt.cards import CHAMPIONS

EVERY = pytest.mark.parametrize("arena", ARENAS.values(), ids=ARENAS.keys())
RAW = json.loads((Path(arenas.__file__).parent / "data" / "volt.json").read_text(encoding="utf-8"))
ROWS = {row["id"]: row for row in RAW["arenas"]}
TURNS: dict[str, Callable[[Cell], Cell]] = {
    "rot180": lambda cell: (8 - cell[0], 8 - cell[1]),
    "rot90": lambda cell: (cell[1], 8 - cell[0]),
    "diag": lambda cell: (cell[1], cell[0]),
    "anti": lambda cell: (8 - cell[1], 8 - cell[0]),
}


def fewest(arena: Arena, start: Cell) -> dict[Cell, tuple[int, int]]:
    """Fewest moves, then fewest steps, to stop on each cell with moves of 1 to 6 that touch no pit."""
    best = {start: (0, 0)}
    heap = [(0, 0, start)]
    while heap:
        moves, walked, at = heapq.heappop(heap)
        if best[at] < (moves, walked):
            continue
        for direction in ORTHOGONAL:
            cell = at
            for pip in range(1, 7):
                beyond = arena.ahead[direction].get(cell)
                if beyond is None or beyond in arena.pits:
                    break
                cell = beyond
                if (moves + 1, walked + pip) < best.get(cell, (99, 99)):
                    best[cell] = (moves + 1, walked + pip)
                    heapq.heappush(heap, (moves + 1, walked + pip, cell))
    return best


def seen_from(arena: Arena, start: Cell) -> set[Cell]:
    seen: set[Cell] = set()
    for direction in ALL_DIRECTIONS:
        cell = arena.ahead[direction].get(start)
        while cell is not None:
            seen.add(cell)
            cell = arena.ahead[direction].get(cell)
    return seen


def turned(turn: Callable[[Cell], Cell], cells: Iterable[Cell]) -> set[Cell]:
    return {turn(cell) for cell in cells}


def test_there_are_four_arenas_and_the_numbers_of_the_game() -> None:
    """Rulings 5, 7, 8 and section 2: 3 VP, 3 HP, three pads, two dice a colour, four robots, 12 mines, 3 modules."""
    assert list(ARENAS) == ["duel", "tri", "quad", "minefield"]
    assert (RULES.target_vp, RULES.hp, RULES.slots, RULES.dice) == (3, 3, 3, {"blue": 2, "red": 2})
    assert (RULES.max_robots, RULES.mine_tokens, RULES.max_modules) == (4, 12, 3)


@EVERY
def test_ruling_1_nine_by_nine_row_zero_north_column_zero_west(arena: Arena) -> None:
    assert [len(line) for line in arena.grid] == [9] * 9
    assert arena.ahead["N"][4, 4] == (3, 4)
    assert arena.ahead["W"][4, 4] == (4, 3)
    assert arena.ahead["SE"].get((4, 4), (5, 5)) == (5, 5)


@EVERY
def test_ruling_4_solid_are_whole_cells_the_four_pillars_and_the_edge(arena: Arena) -> None:
    assert {(0, 0), (0, 8), (8, 0), (8, 8)} <= arena.solid
    assert {(r, c) for r in range(9) for c in range(9) if arena.grid[r][c] in "#P"} == arena.solid
    for direction in ALL_DIRECTIONS:
        for start, end in arena.ahead[direction].items():
            assert end == beside(start, direction)
            assert not {start, end} & arena.solid
            assert all(0 <= at <= 8 for at in end)
        open_cells = 81 - len(arena.solid)
        stopped = open_cells - len(arena.ahead[direction])
        assert stopped == sum(
            not (0 <= r + STEPS[direction][0] <= 8 and 0 <= c + STEPS[direction][1] <= 8)
            or beside((r, c), direction) in arena.solid
            for r in range(9)
            for c in range(9)
            if (r, c) not in arena.solid
        )


@EVERY
def test_every_seat_is_the_image_of_every_other_under_the_arenas_symmetry(arena: Arena) -> None:
    starts = set(arena.starts.values())
    reached = {next(iter(arena.starts.values()))}
    for _ in starts:
        for name in ROWS[arena.id]["symmetry"]:
            turn = TURNS[name]
            assert turned(turn, arena.solid) == arena.solid
            assert turned(turn, arena.pits) == arena.pits
            assert turned(turn, arena.scoring) == set(arena.scoring)
            images = {tuple(turn(cell) for cell in cells) for cells in starts}
            assert images == starts
            reached |= {tuple(turn(cell) for cell in cells) for cells in reached}
    assert reached == starts


@EVERY
def test_every_start_is_equally_far_from_the_scoring_cells_and_two_moves_from_the_nearest(arena: Arena) -> None:
    open_cells = 81 - len(arena.solid) - len(arena.pits)
    found: set[tuple[tuple[int, int], ...]] = set()
    for cells in arena.starts.values():
        away = fewest(arena, cells[0])
        assert len(away) == open_cells, "all floor is reachable"
        found.add(tuple(sorted(away[cell] for cell in arena.scoring)))
    assert len(found) == 1
    assert min(found.pop())[0] == 2


@EVERY
def test_no_two_homes_see_each_other(arena: Arena) -> None:
    for one, other in combinations(arena.starts.values(), 2):
        assert other[0] not in seen_from(arena, one[0])


@EVERY
def test_scoring_cells_touch_nothing_solid_and_no_pit(arena: Arena) -> None:
    """What ruling 12 leans on: nobody can park against a wall there."""
    for cell in arena.scoring:
        beyond = [arena.ahead[direction].get(cell) for direction in ORTHOGONAL]
        assert None not in beyond
        assert not set(beyond) & arena.pits


@EVERY
def test_no_pit_beside_a_start(arena: Arena) -> None:
    for cells in arena.starts.values():
        assert len(cells) == 3
        for cell in cells:
            assert cell not in arena.solid | arena.pits | set(arena.scoring)
            assert not {beside(cell, direction) for direction in ORTHOGONAL} & arena.pits


@EVERY
def test_ruling_6_seating_names_as_many_starts_as_robots(arena: Arena) -> None:
    for count, names in arena.seating.items():
        assert len(set(names)) == count
        assert set(names) <= set(arena.starts)


def test_ruling_6_which_seats_play() -> None:
    small, large = {2: ("1", "3"), 3: ("1", "2", "4")}, {4: ("1", "2", "3", "4")}
    assert ARENAS["duel"].seating == {1: ("1",), 2: ("1", "2")}
    for arena in ("tri", "quad", "minefield"):
        assert ARENAS[arena].seating == small | large
    assert [arena.id for arena in ARENAS.values() if arena.fill_exact] == ["quad", "minefield"]


def test_ruling_6_killbots_have_their_own_homes_on_duel_only() -> None:
    duel = ARENAS["duel"]
    assert duel.killbot_starts == {"K1": ((2, 8), (1, 8)), "K2": ((6, 0), (7, 0))}
    assert duel.start("K2") == ((6, 0), (7, 0))
    assert duel.start("1") == duel.starts["1"]
    assert all(not ARENAS[arena].killbot_starts for arena in ("tri", "quad", "minefield"))


def test_killbots_starts_on_duel_are_each_others_images_and_as_safe_as_seats_starts() -> None:
    duel = ARENAS["duel"]
    turn = TURNS["rot180"]
    assert tuple(turn(cell) for cell in duel.killbot_starts["K1"]) == duel.killbot_starts["K2"]
    for cells in duel.killbot_starts.values():
        for at in cells:
            assert at not in duel.solid | duel.pits | set(duel.scoring)
            assert not {beside(at, direction) for direction in ORTHOGONAL} & duel.pits


def test_the_minefield_has_six_neutral_mines_and_two_workshops() -> None:
    assert [(len(arena.mines), len(arena.workshops)) for arena in ARENAS.values()] == [(0, 0), (0, 0), (0, 0), (6, 2)]
    mines, workshops = set(ARENAS["minefield"].mines), set(ARENAS["minefield"].workshops)
    assert {beside(at, way) for at in ARENAS["minefield"].scoring for way in ORTHOGONAL}.isdisjoint(mines)
    for name in ROWS["minefield"]["symmetry"]:
        assert turned(TURNS[name], mines) == mines
        assert turned(TURNS[name], workshops) == workshops


@EVERY
def test_no_mine_beside_a_start(arena: Arena) -> None:
    for cells in arena.starts.values():
        for at in cells:
            assert not ({at} | {beside(at, direction) for direction in ORTHOGONAL}) & set(arena.mines)


@EVERY
def test_plain_floor_is_floor_with_nothing_printed_on_it(arena: Arena) -> None:
    """Where mines may be laid: what the drawing shows as ``.`` or with a neutral mine, but no start of a killbot."""
    drawn = {(r, c) for r in range(9) for c in range(9) if arena.grid[r][c] in ".M"}
    assert arena.plain == drawn - {at for cells in arena.killbot_starts.values() for at in cells}


def test_each_champion_module_belongs_to_one_arena() -> None:
    """Section 4.5."""
    assert {module.arena: module.id for module in CHAMPIONS.values()} == {a.id: a.champion for a in ARENAS.values()}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda row: row["grid"].pop(),
        lambda row: row["scoring"].append([0, 1]),
        lambda row: row["seats"]["1"].reverse(),
        lambda row: row["neutral_mines"].append([4, 2]),
        lambda row: row["workshops"].append([4, 2]),
        lambda row: row["killbot_starts"].pop(),
        lambda row: row["seating"].update({"2": ["1"]}),
        lambda row: row["seating"].update({"2": ["1", "9"]}),
    ],
)
def test_a_data_file_that_disagrees_with_its_drawing_is_refused(spoil: Callable[[dict[str, object]], object]) -> None:
    whole = json.loads(json.dumps(RAW))
    spoil(whole["arenas"][0])
    with pytest.raises(ValidationError):
        arenas._File.model_validate(whole)
