"""The worked examples of the rules pages are played by the engine: what players read is what happens."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

import pytest

from engines.grid import ALL_DIRECTIONS, Cell, beside
from engines.volt.activation import order
from engines.volt.arenas import ARENAS, Arena
from engines.volt.cards import CARDS
from engines.volt.floor import Floor
from engines.volt.happenings import Fired, Hurt
from engines.volt.model import Card, Command, Program, Robot
from engines.volt.programming import format_program, parse_program
from engines.volt.scoring import shooting_die
from locales import LANGUAGES, Language, speak

BLOCK = re.compile(r"```\n(.*?)\n```", re.DOTALL)
ROBOTS = "ABC"
SIDE = 9
SCORED = "+1 VP"
DAMAGED = re.compile(r"1 damage|受1点伤害|\bhit\b|命中")
COMMAND = re.compile(r"[BR]\d[NESW]{1,2}(?:@\w+_[12](?::[NESW])?)?", re.ASCII)


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


def floor_of(board: Drawing, actor: Command | None = None) -> Floor:
    """The drawing as a floor to play on, in the northwest of a solid board.

    Robots are seats 0, 1, ... by their letters; the first holds the card that the actor's command declares.
    """
    rows = (*(f"{row:#<{SIDE}}" for row in board.rows), *["#" * SIDE] * (SIDE - len(board.rows)))
    board = Drawing(rows, ())
    everywhere = {(row, column) for row in range(SIDE) for column in range(SIDE)}
    free = everywhere - board.all_of("#")
    ahead = {way: {cell: beside(cell, way) for cell in free if beside(cell, way) in free} for way in ALL_DIRECTIONS}
    arena: Arena = replace(
        ARENAS["duel"], grid=rows, solid=board.all_of("#"), pits=board.all_of("O"), scoring=(), ahead=ahead
    )
    places = board.positions()
    robots = [robot(seat, places[letter]) for seat, letter in enumerate(sorted(places))]
    if actor is not None and actor.module is not None:
        robots[0] = replace(robots[0], cards=(Card(actor.module, CARDS[actor.module].charges),))
    markers = [(cell, 1) for cell in board.all_of("*")]
    return Floor(arena, robots, markers, [(cell, None) for cell in board.all_of("M")])


def robot(seat: int, pos: Cell | None, marker: int = 1) -> Robot:
    return Robot(seat=seat, start="1", pos=pos, damage=0, marker=marker, vp=0)


def command(text: str) -> Command:
    """One die of the short form."""
    found = parse_program(f"{text} - -").pads[0]
    assert found is not None
    return found


EXAMPLES = {"moving": 1, "pushing": 3, "pits": 1, "attack": 1, "movement": 2, "tactic": 1}
"""Pages with boards of one row, drawn line by line, and how many of them."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", EXAMPLES)
def test_commands_end_as_drawn(topic: str, language: Language) -> None:
    examples = [drawing(lines) for lines in blocks(topic, language)]
    assert len(examples) == EXAMPLES[topic]
    for example in examples:
        written = COMMAND.search(example.notes[0])
        assert written is not None, example
        whole = command(written.group())
        first, *later = (Drawing((row,), (note,)) for row, note in zip(*example, strict=True))
        for pips, after in enumerate(later, start=1):
            floor = floor_of(first, whole)
            # The last line is the end of the whole command; those before it are the steps on the way.
            floor.resolve(0, whole if after is later[-1] else replace(whole, pip=pips))
            standing = {ROBOTS[seat]: pos for seat, pos in enumerate(floor.pos) if pos is not None}
            told = example.notes[1 : pips + 1]
            assert standing == after.positions(), example
            assert set(floor.mines) == after.all_of("M"), example
            assert floor.vp[0] == sum(SCORED in note for note in told), example
            hurt = sum(isinstance(happening, Hurt) for happening in floor.log)
            assert hurt == sum(DAMAGED.search(note) is not None for note in told), example


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_the_brake_would_go_on_without_it(language: Language) -> None:
    example = drawing(blocks("movement", language)[0])
    written = COMMAND.search(example.notes[0])
    assert written is not None
    assert "@brake" in written.group()
    floor = floor_of(Drawing(example.rows[:1], ()))
    floor.resolve(0, replace(command(written.group()), module=None))
    assert floor.pos[0] not in {(0, column) for column, mark in enumerate(example.rows[0]) if mark == "*"}


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
    (lines,) = blocks("ending", language)
    listed = [re.fullmatch(r"(\w+)\s+3 VP\s+(\S+ \S+ \S+)\s+→\D+(\d)", line) for line in lines]
    dice = {found[1]: shooting_die(parse_program(found[2])) for found in listed if found}
    assert len(dice) == len(lines)
    assert dice == {found[1]: int(found[3]) for found in listed if found}
    winner = min(dice, key=lambda name: dice[name])
    assert re.search(rf"^\*\*{winner}\s?(wins\.|获胜。)\*\*$", page("ending", language), re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_short_forms_shown_can_be_typed(language: Language) -> None:
    text = page("shortform", language)
    quoted = [*BLOCK.findall(text), *re.findall(r"`([^`]+)`", BLOCK.sub("", text))]
    shown = [piece for piece in quoted if len(re.findall(r"\d", piece)) == 3 and "@" not in piece]
    assert len(shown) >= 2
    for program in shown:
        assert parse_program(program) == Program(
            (Command("blue", 3, "N"), Command("red", 1, "NE"), Command("blue", 2, "E"))
        )
    (equipped,) = [block for block in BLOCK.findall(text) if "@" in block]
    assert parse_program(equipped) == Program(
        (Command("blue", 3, "N", "brake_1"), Command("red", 1, "NE"), Command("blue", 2, "E", "maneuver_1", "W"))
    )
    assert format_program(parse_program(equipped)) == equipped


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cards_that_the_short_form_names_exist(language: Language) -> None:
    text = BLOCK.sub("", page("shortform", language))
    named = re.findall(r"`@?([a-z_]+_[12])(?::[NESW])?`", text)
    assert {"brake_1", "maneuver_1"} < set(named)
    assert set(named) <= CARDS.keys()
    printed = re.findall(r"`(B3N@[^`]*[Ⅰ-Ⅱ][^`]*)`", text)
    assert [command(shown) for shown in printed] == [Command("blue", 3, "N", "brake_1")] * (language == "zh-CN")
