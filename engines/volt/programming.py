"""Phase 1: which dice may lie where (rulings 19 to 21), and the short text form of a program.

One rule serves everyone: ``legal_dice`` and ``legal_dirs`` list what a pad may take, ``check_draft`` and
``check_answer`` refuse with them, and ``programs`` lists every whole program.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import product
from typing import Final

from engines.core import Chance, IllegalAction, Term
from engines.grid import ALL_DIRECTIONS, ORTHOGONAL, Direction
from engines.volt.arenas import RULES
from engines.volt.model import PADS, Command, DieColour, Program

COLOURS: Final[tuple[DieColour, ...]] = ("blue", "red")
PIPS: Final = range(1, 7)
LETTERS: Final[dict[DieColour, str]] = {"blue": "B", "red": "R"}
EMPTY: Final = "-"
"""An empty pad in the short form."""


def legal_dirs(die: DieColour) -> tuple[Direction, ...]:
    """The keys that a die may lie on: blue the four straight ones, red all eight (ruling 2)."""
    return ORTHOGONAL if die == "blue" else ALL_DIRECTIONS


def legal_dice(program: Program, pad: int) -> tuple[DieColour, ...]:
    """The colours that the seat still has for this pad, whatever lies on it now (ruling 19)."""
    others = [command.die for at, command in enumerate(program.pads) if at != pad and command is not None]
    return tuple(colour for colour in COLOURS if others.count(colour) < RULES.dice[colour])


def check_draft(program: Program) -> None:
    """Raise ``IllegalAction`` when no legal program could grow from this one. Empty pads are fine."""
    for pad, command in enumerate(program.pads):
        if command is None:
            continue
        if command.die not in legal_dice(program, pad):
            raise IllegalAction(f"too_many_{command.die}", dice=RULES.dice[command.die])
        if command.pip not in PIPS:
            raise IllegalAction("pip", pad=pad + 1, pip=command.pip)
        if command.dir not in legal_dirs(command.die):
            raise IllegalAction("blue_diagonal", pad=pad + 1, dir=Term(f"volt.dir.{command.dir}"))


def check_answer(program: Program) -> None:
    """Raise ``IllegalAction`` unless exactly one fitting die lies on every pad (ruling 19)."""
    check_draft(program)
    for pad, command in enumerate(program.pads):
        if command is None:
            raise IllegalAction("empty_pad", pad=pad + 1)


_FACES: Final[dict[DieColour, tuple[Command, ...]]] = {
    die: tuple(Command(die, pip, direction) for direction in legal_dirs(die) for pip in PIPS) for die in COLOURS
}
"""Every way to lay one die."""
_PATTERNS: Final = tuple(
    dice
    for dice in product(COLOURS, repeat=len(PADS))
    if all(dice.count(colour) <= RULES.dice[colour] for colour in COLOURS)
)


def _ways(dice: tuple[DieColour, ...]) -> int:
    count = 1
    for die in dice:
        count *= len(_FACES[die])
    return count


COUNT: Final = sum(_ways(dice) for dice in _PATTERNS)
"""How many legal programs there are."""
_STRIDE: Final = 154_321
"""Has no divisor in common with ``COUNT``, so that ``programs`` meets each one once."""


def program_at(index: int) -> Program:
    """The legal program with this number, from 0 to ``COUNT`` - 1."""
    for dice in _PATTERNS:
        ways = _ways(dice)
        if index < ways:
            pads: list[Command] = []
            for die in dice:
                index, face = divmod(index, len(_FACES[die]))
                pads.append(_FACES[die][face])
            return Program((pads[0], pads[1], pads[2]))
        index -= ways
    raise IndexError(index)


def programs() -> Iterator[Program]:
    """Every legal program once, well mixed: the first few are a fair sample of all."""
    at = 0
    for _ in range(COUNT):
        yield program_at(at)
        at = (at + _STRIDE) % COUNT


def random_program(chance: Chance) -> Program:
    """Any legal program, each as likely."""
    return program_at(chance.roll("program", COUNT) - 1)


# ---- the short form: `B3N R1NE B2E`

_SAME: Final = {
    "蓝": "B", "藍": "B", "红": "R", "紅": "R",
    "北": "N", "东": "E", "東": "E", "南": "S", "西": "W",
    "一": "1", "二": "2", "三": "3", "四": "4", "五": "5", "六": "6",
    "空": EMPTY,
}  # fmt: skip
_READ: Final = str.maketrans(_SAME)
_BETWEEN: Final = re.compile(r"[\s,;/|+、。.:·]+")
_PART: Final = re.compile(r"-|[BR][^BR-]*|[^BR-]+")
_PART_SHOWN: Final = 12
"""How much of a part that cannot be read is quoted."""


def short(command: Command | None) -> str:
    """One pad in the short form: colour, pips, direction (``R1NE``); ``-`` when empty."""
    return EMPTY if command is None else f"{LETTERS[command.die]}{command.pip}{command.dir}"


def format_program(program: Program) -> str:
    """A program in the short form (``B3N R1NE B2E``)."""
    return " ".join(short(command) for command in program.pads)


def parse_program(text: str) -> Program:
    """Read the short form, forgiving about case, separators, full-width and Chinese letters.

    ``-`` leaves a pad empty. Raises ``IllegalAction`` with what is wrong, also when the dice do not fit together.
    """
    plain = unicodedata.normalize("NFKC", text).translate(_READ).upper()
    typed = [part for part in _BETWEEN.split(plain) if part]
    parts = _PART.findall("".join(typed))
    if len(parts) != len(PADS) and len(typed) == len(PADS):
        parts = typed  # a wrong letter hides where a part begins, but the spaces show it
    if len(parts) != len(PADS):
        raise IllegalAction("part_count", count=len(parts))
    pads = [_parse_part(part) for part in parts]
    program = Program((pads[0], pads[1], pads[2]))
    check_draft(program)
    return program


def _parse_part(part: str) -> Command | None:
    if part == EMPTY:
        return None
    shown = part[:_PART_SHOWN]
    if part[0] not in "BR":
        raise IllegalAction("part_die", part=shown)
    digits = re.sub(r"\D", "", part)
    if len(digits) != 1 or int(digits) not in PIPS:
        raise IllegalAction("part_pip", part=shown)
    compass = part[1:].replace(digits, "")
    if compass[:1] in ("E", "W"):
        compass = compass[::-1]  # Chinese names the east or west of a diagonal first
    if compass not in ALL_DIRECTIONS:
        raise IllegalAction("part_dir", part=shown)
    return Command("blue" if part[0] == "B" else "red", int(digits), compass)
