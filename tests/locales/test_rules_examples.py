"""The worked examples of the rules pages are played by the engine: what players read is what happens."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

import pytest

from engines.grid import ALL_DIRECTIONS, Cell, beside
from engines.volt.activation import order
from engines.volt.arenas import ARENAS, Arena
from engines.volt.floor import Floor
from engines.volt.happenings import Fired
from engines.volt.model import Command, Program, Robot
from engines.volt.programming import parse_program
from engines.volt.scoring import shooting_die
from locales import LANGUAGES, Language, speak

BLOCK = re.compile(r"```\n(.*?)\n```", re.DOTALL)
ROBOTS = "ABC"
SCORED = "+1 VP"


class Drawing(NamedTuple):
    """A little board drawn with blanks between its cells, and what is written beside it."""

    rows: tuple[str, ...]
    notes: tuple[str, ...]

    def positions(self) -> dict[str, Cell]:
        return {
            mark: (row, column)
            for row, cells in enumerate(self.rows)
            for column, mark in enumerate(cells)
            if mark in ROBOTS
        }

    def all_of(self, mark: str) -> frozenset[Cell]:
        return frozenset(
            (row, column) for row, cells in enumerate(self.rows) for column, found in enumerate(cells) if found == mark
        )


def drawing(lines: list[str]) -> Drawing:
    parts = [re.split(r"\s{2,}", line, maxsplit=1) for line in lines]
    return Drawing(tuple(part[0].replace(" ", "") for part in parts), tuple("".join(part[1:]) for part in parts))


def page(topic: str, language: Language) -> str:
    return speak(language)(f"rules.volt.{topic}.text")


def blocks(topic: str, language: Language) -> list[list[str]]:
    return [block.splitlines() for block in BLOCK.findall(page(topic, language))]


def floor_of(board: Drawing) -> Floor:
    """The drawing as a floor to play on; beyond it is the wall, and robots are seats 0, 1, ... by their letters."""
    everywhere = {(row, column) for row, cells in enumerate(board.rows) for column in range(len(cells))}
    free = everywhere - board.all_of("#")
    ahead = {way: {cell: beside(cell, way) for cell in free if beside(cell, way) in free} for way in ALL_DIRECTIONS}
    arena: Arena = replace(
        ARENAS["duel"], grid=board.rows, solid=board.all_of("#"), pits=board.all_of("O"), scoring=(), ahead=ahead
    )
    places = board.positions()
    return Floor(arena, [robot(seat, places[letter]) for seat, letter in enumerate(sorted(places))])


def robot(seat: int, pos: Cell | None, marker: int = 1) -> Robot:
    return Robot(seat=seat, start="1", pos=pos, damage=0, marker=marker, vp=0)


def command(text: str) -> Command:
    """One die of the short form."""
    found = parse_program(f"{text} - -").pads[0]
    assert found is not None
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", ["moving", "pushing"])
def test_moves_end_as_drawn(topic: str, language: Language) -> None:
    examples = [drawing(lines) for lines in blocks(topic, language)]
    assert len(examples) == {"moving": 1, "pushing": 3}[topic]
    for example in examples:
        written = re.search(r"B\d[NESW]", example.notes[0])
        assert written is not None, example
        whole = command(written.group())
        first, *later = (Drawing((row,), (note,)) for row, note in zip(*example, strict=True))
        for pips, after in enumerate(later, start=1):
            floor = floor_of(first)
            # The last line is the end of the whole command; those before it are the steps on the way.
            floor.resolve(0, whole if after is later[-1] else replace(whole, pip=pips))
            standing = {ROBOTS[seat]: pos for seat, pos in enumerate(floor.pos) if pos is not None}
            assert standing == after.positions(), example
            assert floor.vp[0] == sum(SCORED in note for note in example.notes[: pips + 1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_move_that_goes_on_falls_in_too(language: Language) -> None:
    example = drawing(blocks("pushing", language)[-1])
    assert "`B3E`" in page("pushing", language)
    floor = floor_of(Drawing(example.rows[:1], example.notes[:1]))
    floor.resolve(0, command("B3E"))
    assert floor.pos == [None, None, None]
    assert floor.vp == [2, 0, 0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_diagonal_shot_passes_between_the_corners(language: Language) -> None:
    (lines,) = blocks("shooting", language)
    example = drawing(lines)
    assert "NE" in example.notes[-1]
    floor = floor_of(example)
    floor.resolve(0, command("R1NE"))
    assert [happening.hits for happening in floor.log if isinstance(happening, Fired)] == [(1,)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_the_order_is_in_order(language: Language) -> None:
    (lines,) = blocks("order", language)
    listed = [re.fullmatch(r"(\w+?)\s*[(（]\D+(\d)[)）]\s+(\S+)", line) for line in lines]
    names = [found[1] for found in listed if found]
    assert len(names) == len(lines) == 4
    robots = [robot(seat, (0, seat), int(found[2])) for seat, found in enumerate(listed) if found]
    programs = [Program((command(found[3]), None, None)) for found in listed if found]
    (told,) = (line for line in page("order", language).splitlines() if line.startswith("→"))
    assert re.findall(r"\*\*(\w+)\*\*", told) == [names[seat] for seat, _ in order(programs, robots, 0)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_the_tie_has_the_right_winner(language: Language) -> None:
    (lines,) = blocks("ties", language)
    listed = [re.fullmatch(r"(\w+)\s+3 VP\s+(\S+ \S+ \S+)\s+→\D+(\d)", line) for line in lines]
    dice = {found[1]: shooting_die(parse_program(found[2])) for found in listed if found}
    assert len(dice) == len(lines)
    assert dice == {found[1]: int(found[3]) for found in listed if found}
    winner = min(dice, key=lambda name: dice[name])
    assert re.search(rf"^\*\*{winner}\s?(wins\.|获胜。)\*\*$", page("ties", language), re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_short_forms_shown_can_be_typed(language: Language) -> None:
    text = page("shortform", language)
    quoted = [*BLOCK.findall(text), *re.findall(r"`([^`]+)`", BLOCK.sub("", text))]
    shown = [piece for piece in quoted if len(re.findall(r"\d", piece)) == 3]
    assert len(shown) >= 2
    for program in shown:
        assert parse_program(program) == Program(
            (Command("blue", 3, "N"), Command("red", 1, "NE"), Command("blue", 2, "E"))
        )
