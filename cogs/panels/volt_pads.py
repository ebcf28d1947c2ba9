"""What a control pad still offers, and what a choice makes of it. No Discord in here; the engine says what is legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from engines.grid import ALL_DIRECTIONS, Direction
from engines.volt.cards import CARDS
from engines.volt.model import PADS, Card, Command, DieColour, Program
from engines.volt.programming import (
    LETTERS,
    PIPS,
    legal_dice,
    legal_dirs,
    legal_modules,
    legal_turns,
    needs_turn,
    with_command,
)

Die = tuple[DieColour, int]
"""A die as it would lie on a pad: its colour and the pip that is up."""
Cards = Sequence[Card]
"""The module cards that the robot holds."""

_COLOURS: Final[dict[str, DieColour]] = {letter: colour for colour, letter in LETTERS.items()}
NOTHING: Final = "-"
"""Stands for nothing chosen yet, inside a ``custom_id``."""
DECLARES: Final = "@"
TURNS: Final = ":"
"""What comes before a module and before a second direction, as in the short form."""


@dataclass(frozen=True, slots=True)
class Half:
    """A command that is only half chosen. It lives in the ``custom_id``.

    Either the direction alone; or the die, with its module and that one's second direction where they are chosen.
    """

    die: Die | None = None
    dir: Direction | None = None
    module: str | None = None
    turn: Direction | None = None


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
    """The half-chosen command, for a ``custom_id``: ``NE``, ``-``, ``B3`` or ``B3@maneuver_1:W``."""
    if half.die is None:
        return half.dir or NOTHING
    module = f"{DECLARES}{half.module}" if half.module is not None else ""
    turn = f"{TURNS}{half.turn}" if half.turn is not None else ""
    return f"{write_die(half.die)}{module}{turn}"


def read_half(text: str) -> Half:
    """What ``write_half`` wrote; whatever cannot be is not chosen."""
    start, _, declared = text.partition(DECLARES)
    die = read_die(start)
    if die is None:
        return Half(dir=read_dir(text))
    module, _, turn = declared.partition(TURNS)
    if module not in CARDS:
        return Half(die=die)
    return Half(die=die, module=module, turn=_turn_for(module, read_dir(turn)))


def _turn_for(module: str | None, turn: Direction | None) -> Direction | None:
    """The second direction, where the module takes one and this one is open to it."""
    return turn if module is not None and turn in legal_turns(module) else None


def unfinished(command: Command | None) -> bool:
    """Nothing lies there, or its module still needs a second direction."""
    return command is None or (command.module is not None and command.turn is None and needs_turn(command.module))


def first_open(program: Program) -> int | None:
    """The first pad, from 0, that is not finished; ``None`` when the program is complete."""
    return next((pad for pad in PADS if unfinished(program.pads[pad])), None)


def as_chosen(program: Program, pad: int, half: Half) -> Half:
    """All that is chosen for the pad: what is half chosen, and what lies there as far as that does not replace it."""
    lying = program.pads[pad]
    if half.die is not None or lying is None:
        return half
    return Half((lying.die, lying.pip), half.dir or lying.dir, lying.module, lying.turn)


def offered_dice(program: Program, pad: int, half: Half) -> tuple[Die, ...]:
    """The dice that may go onto the pad, what lies there given back; with a direction chosen, only those for it."""
    left = legal_dice(program, pad)
    return tuple((colour, pip) for colour in left if half.dir is None or half.dir in legal_dirs(colour) for pip in PIPS)


def offered_modules(program: Program, pad: int, half: Half, cards: Cards) -> tuple[str, ...]:
    """The modules that the pad's die may declare; nothing before there is a die."""
    die = as_chosen(program, pad, half).die
    return legal_modules(program, pad, cards, *die) if die is not None else ()


def offered_dirs(program: Program, pad: int, half: Half) -> tuple[Direction, ...]:
    """The directions open to the pad's die with its module, else to any die that may go there."""
    chosen = as_chosen(program, pad, half)
    if chosen.die is not None:
        return legal_dirs(chosen.die[0], chosen.module)
    open_to = {direction for colour in legal_dice(program, pad) for direction in legal_dirs(colour)}
    return tuple(direction for direction in ALL_DIRECTIONS if direction in open_to)


def offered_turns(program: Program, pad: int, half: Half) -> tuple[Direction, ...]:
    """The second directions open to the pad's module; nothing for one that needs none."""
    module = as_chosen(program, pad, half).module
    return legal_turns(module) if module is not None else ()


def choose_die(program: Program, pad: int, half: Half, die: Die, cards: Cards = ()) -> tuple[Program, Half]:
    """Put a die on the pad. Its module stays where it still fits; with a direction that fits too, the pad is laid."""
    chosen = as_chosen(program, pad, half)
    keeps = chosen.module if chosen.module in legal_modules(program, pad, cards, *die) else None
    return _laid(program, pad, replace(chosen, die=die, module=keeps, turn=_turn_for(keeps, chosen.turn)))


def choose_module(
    program: Program, pad: int, half: Half, module: str | None, cards: Cards = ()
) -> tuple[Program, Half]:
    """Declare a module on the pad, or none. A direction that does not go with it has to be chosen anew."""
    chosen = as_chosen(program, pad, half)
    if module is not None and module not in offered_modules(program, pad, half, cards):
        return program, half
    return _laid(program, pad, replace(chosen, module=module, turn=_turn_for(module, chosen.turn)))


def choose_dir(program: Program, pad: int, half: Half, direction: Direction) -> tuple[Program, Half]:
    """Point the die of the pad. With the die known (chosen before, or lying there) the pad is laid."""
    return _laid(program, pad, replace(as_chosen(program, pad, half), dir=direction))


def choose_turn(program: Program, pad: int, half: Half, direction: Direction) -> tuple[Program, Half]:
    """Point the pad's module, where it takes a second direction."""
    chosen = as_chosen(program, pad, half)
    return _laid(program, pad, replace(chosen, turn=_turn_for(chosen.module, direction)))


def _laid(program: Program, pad: int, chosen: Half) -> tuple[Program, Half]:
    """The command on its pad once die and direction are known and go together, else what is chosen of it so far."""
    if chosen.die is None:
        return program, Half(dir=chosen.dir)
    lying = program.pads[pad]
    direction = chosen.dir or (lying.dir if lying is not None else None)
    if direction is None or direction not in legal_dirs(chosen.die[0], chosen.module):
        return program, replace(chosen, dir=None)
    command = Command(*chosen.die, direction, chosen.module, chosen.turn)
    return with_command(program, pad, command), Half()
