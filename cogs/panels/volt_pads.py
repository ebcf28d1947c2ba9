"""What a control pad still offers, and what a choice makes of it. No Discord in here; the engine says what is legal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, cast

from engines.grid import ALL_DIRECTIONS, Direction
from engines.volt.model import PADS, Command, DieColour, Program
from engines.volt.programming import LETTERS, PIPS, legal_dice, legal_dirs

Die = tuple[DieColour, int]
"""A die as it would lie on a pad: its colour and the pip that is up."""

_COLOURS: Final[dict[str, DieColour]] = {letter: colour for colour, letter in LETTERS.items()}
NOTHING: Final = "-"
"""Stands for nothing chosen yet, inside a ``custom_id``."""


@dataclass(frozen=True, slots=True)
class Half:
    """A command that is only half chosen: the die or the direction, or neither. It lives in the ``custom_id``."""

    die: Die | None = None
    dir: Direction | None = None


def write_die(die: Die) -> str:
    """``B3`` for a blue die that shows 3."""
    return f"{LETTERS[die[0]]}{die[1]}"


def read_die(text: str) -> Die | None:
    """The die written by ``write_die``; ``None`` for anything else."""
    if len(text) == 2 and text[0] in _COLOURS and text[1].isdecimal() and int(text[1]) in PIPS:
        return (_COLOURS[text[0]], int(text[1]))
    return None


def read_dir(text: str) -> Direction | None:
    """The direction of this name; ``None`` for anything else."""
    return cast(Direction, text) if text in ALL_DIRECTIONS else None


def write_half(half: Half) -> str:
    """The half-chosen command, for a ``custom_id``: ``B3``, ``NE`` or ``-``."""
    if half.die is not None:
        return write_die(half.die)
    return half.dir or NOTHING


def read_half(text: str) -> Half:
    """What ``write_half`` wrote; nothing chosen for anything else."""
    return Half(die=read_die(text), dir=read_dir(text))


def first_empty(program: Program) -> int | None:
    """The first pad, from 0, that has no command; ``None`` when the program is complete."""
    return next((pad for pad in PADS if program.pads[pad] is None), None)


def with_command(program: Program, pad: int, command: Command | None) -> Program:
    """The program with this command (or none) on the pad."""
    first, second, third = (command if index == pad else old for index, old in enumerate(program.pads))
    return replace(program, pads=(first, second, third))


def offered_dice(program: Program, pad: int, half: Half) -> tuple[Die, ...]:
    """The dice that may go onto the pad, what lies there given back; with a direction chosen, only those for it."""
    left = legal_dice(program, pad)
    return tuple((colour, pip) for colour in left if half.dir is None or half.dir in legal_dirs(colour) for pip in PIPS)


def offered_dirs(program: Program, pad: int, half: Half) -> tuple[Direction, ...]:
    """The directions open to the chosen die, else to the die on the pad, else to any die that may go there."""
    lying = program.pads[pad]
    chosen = half.die[0] if half.die is not None else lying.die if lying is not None else None
    colours = (chosen,) if chosen is not None else legal_dice(program, pad)
    open_to = {direction for colour in colours for direction in legal_dirs(colour)}
    return tuple(direction for direction in ALL_DIRECTIONS if direction in open_to)


def choose_die(program: Program, pad: int, half: Half, die: Die) -> tuple[Program, Half]:
    """Put a die on the pad. With its direction known (chosen before, or lying there) the pad is complete."""
    lying = program.pads[pad]
    direction = half.dir or (lying.dir if lying is not None else None)
    if direction is not None and direction in legal_dirs(die[0]):
        return with_command(program, pad, Command(die[0], die[1], direction)), Half()
    return program, Half(die=die)


def choose_dir(program: Program, pad: int, half: Half, direction: Direction) -> tuple[Program, Half]:
    """Point the die of the pad. With the die known (chosen before, or lying there) the pad is complete."""
    lying = program.pads[pad]
    die = half.die or ((lying.die, lying.pip) if lying is not None else None)
    if die is not None:
        return with_command(program, pad, Command(die[0], die[1], direction)), Half()
    return program, Half(dir=direction)
