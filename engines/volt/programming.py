"""Phase 1: which dice and modules may lie where (rulings 19 to 21, section 4.3), and the short form of a program.

One rule serves everyone: ``legal_dice``, ``legal_dirs`` and ``legal_modules`` list what a pad may take, ``check_draft``
and ``check_answer`` refuse with the same rules, and ``programs`` lists every whole program.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, product
from math import gcd, prod
from typing import Final

from engines.core import Chance, IllegalAction, Term
from engines.grid import ALL_DIRECTIONS, ORTHOGONAL, Direction
from engines.volt import effects
from engines.volt.arenas import RULES
from engines.volt.cards import CARDS
from engines.volt.model import PADS, Card, Command, DieColour, Program

COLOURS: Final[tuple[DieColour, ...]] = ("blue", "red")
PIPS: Final = range(1, 7)
LETTERS: Final[dict[DieColour, str]] = {"blue": "B", "red": "R"}
EMPTY: Final = "-"
"""An empty pad in the short form."""
SHOWN: Final = 12
"""How many characters of something that cannot be read are quoted."""


def with_command(program: Program, pad: int, command: Command | None) -> Program:
    """The program with this command (or none) on the pad."""
    first, second, third = (command if index == pad else old for index, old in enumerate(program.pads))
    return Program((first, second, third))


def legal_dirs(die: DieColour, card_id: str | None = None) -> tuple[Direction, ...]:
    """The keys that a die may lie on: blue the four straight ones, red all eight (ruling 2), unless its module differs.

    ``card_id`` is one of ``CARDS``.
    """
    if card_id is not None:
        return effects.of(card_id).legal_dirs(die)
    return ORTHOGONAL if die == "blue" else ALL_DIRECTIONS


def legal_dice(program: Program, pad: int) -> tuple[DieColour, ...]:
    """The colours that the seat still has for this pad, whatever lies on it now (ruling 19)."""
    others = [command.die for at, command in enumerate(program.pads) if at != pad and command is not None]
    return tuple(colour for colour in COLOURS if others.count(colour) < RULES.dice[colour])


def legal_modules(program: Program, pad: int, cards: Sequence[Card], die: DieColour, pip: int) -> tuple[str, ...]:
    """The cards held that this die may declare on this pad, in the order held, whatever is declared there now.

    A card fits one colour and some pips, needs a charge if it has any, and goes on one pad only (section 4.3).
    """
    others = {command.module for at, command in enumerate(program.pads) if at != pad and command is not None}
    return tuple(card.id for card in cards if card.id not in others and _declarable(card) and _fits(card.id, die, pip))


def needs_turn(card_id: str) -> bool:
    """Whether the module has to be told a second direction (``Command.turn``)."""
    return effects.of(card_id).needs_turn


def legal_turns(card_id: str) -> tuple[Direction, ...]:
    """The second directions of a module that needs one, else nothing."""
    return legal_dirs("blue") if needs_turn(card_id) else ()


def _declarable(card: Card) -> bool:
    """It goes on a die and is not used up."""
    return CARDS[card.id].die is not None and card.charges != 0


def _fits(card_id: str, die: DieColour, pip: int) -> bool:
    card = CARDS[card_id]
    return card.die == die and pip in (card.pips or PIPS)


# ---- refusals


def check_shape(program: Program) -> None:
    """Raise ``IllegalAction`` when nobody, whatever cards they hold, could ever lay out this draft."""
    for pad, command in enumerate(program.pads):
        if command is None:
            continue
        if command.die not in legal_dice(program, pad):
            raise IllegalAction(f"too_many_{command.die}", dice=RULES.dice[command.die])
        if command.pip not in PIPS:
            raise IllegalAction("pip", pad=pad + 1, pip=command.pip)
        if command.module is not None:
            _check_module(program, pad, command, command.module)
        _check_dir(pad, command)
        _check_turn(pad, command)


def check_draft(program: Program, cards: Sequence[Card] = (), cooling: bool = False) -> None:
    """Raise ``IllegalAction`` when no legal program could grow from this one. Empty pads are fine.

    ``cards`` are those that the robot holds; while it is cooling none of them counts (ruling 17).
    """
    check_shape(program)
    held = {card.id: card for card in cards}
    for pad, command in enumerate(program.pads):
        if command is None or command.module is None:
            continue
        if command.module not in held:
            raise IllegalAction("module_not_held", pad=pad + 1, card=_name(command.module))
        if cooling:
            raise IllegalAction("module_cooling", pad=pad + 1, card=_name(command.module))
        if not _declarable(held[command.module]):
            raise IllegalAction("module_empty", pad=pad + 1, card=_name(command.module))


def check_answer(program: Program, cards: Sequence[Card] = (), cooling: bool = False) -> None:
    """Raise ``IllegalAction`` unless one fitting die lies on every pad and its module is complete (ruling 19)."""
    check_draft(program, cards, cooling)
    for pad, command in enumerate(program.pads):
        if command is None:
            raise IllegalAction("empty_pad", pad=pad + 1)
        if command.module is not None and command.turn is None and needs_turn(command.module):
            raise IllegalAction("module_turn_missing", pad=pad + 1, card=_name(command.module))


def _check_module(program: Program, pad: int, command: Command, module: str) -> None:
    """The card exists, goes on this die, and lies on no earlier pad."""
    card = CARDS.get(module)
    if card is None:
        raise IllegalAction("module_unknown", pad=pad + 1, part=module[:SHOWN])
    if card.die is None:
        raise IllegalAction("module_passive", pad=pad + 1, card=_name(module))
    if command.die != card.die:
        raise IllegalAction("module_die", pad=pad + 1, card=_name(module), die=Term(f"volt.die.{card.die}"))
    if not _fits(module, command.die, command.pip):
        pips = card.pips or PIPS
        raise IllegalAction("module_pips", pad=pad + 1, card=_name(module), least=pips[0], most=pips[-1])
    if any(other is not None and other.module == module for other in program.pads[:pad]):
        raise IllegalAction("module_twice", pad=pad + 1, card=_name(module))


def _check_dir(pad: int, command: Command) -> None:
    if command.dir in legal_dirs(command.die, command.module):
        return
    if command.module is not None and command.dir in legal_dirs(command.die):
        raise IllegalAction("module_dir", pad=pad + 1, card=_name(command.module), dir=_direction(command.dir))
    raise IllegalAction("blue_diagonal", pad=pad + 1, dir=_direction(command.dir))


def _check_turn(pad: int, command: Command) -> None:
    if command.turn is None:
        return
    if command.module is None or not needs_turn(command.module):
        raise IllegalAction("module_turn_unwanted", pad=pad + 1, dir=_direction(command.turn))
    if command.turn not in legal_turns(command.module):
        raise IllegalAction("module_turn_dir", pad=pad + 1, card=_name(command.module), dir=_direction(command.turn))


def _name(card_id: str) -> Term:
    return Term(f"volt.card.{card_id}")


def _direction(direction: Direction) -> Term:
    return Term(f"volt.dir.{direction}")


# ---- every program


@dataclass(frozen=True, slots=True)
class _Book:
    """Every legal program of a robot, numbered: the layouts one after the other, all faces of each."""

    layouts: tuple[tuple[tuple[Command, ...], ...], ...]
    """For each way to put dice and modules on the pads, the faces that each pad can show."""
    starts: tuple[int, ...]
    """The number of each layout's first program."""
    count: int
    stride: int
    """Has no divisor in common with ``count``, so that ``programs`` meets each one once."""


def _faces(die: DieColour, module: str | None) -> tuple[Command, ...]:
    """Every way to lay one die with this module, or with none."""
    pips = PIPS if module is None else CARDS[module].pips or PIPS
    turns = (None,) if module is None else legal_turns(module) or (None,)
    return tuple(
        Command(die, pip, direction, module, turn)
        for direction in legal_dirs(die, module)
        for pip in pips
        for turn in turns
    )


@lru_cache(maxsize=128)
def _book(modules: tuple[str, ...]) -> _Book:
    """The programs of a robot that may declare these modules; without any, the basic game's in their own order."""
    faces: dict[tuple[DieColour, str | None], tuple[Command, ...]] = {
        (die, module): _faces(die, module)
        for module in (None, *modules)
        for die in COLOURS
        if module is None or CARDS[module].die == die
    }
    layouts = tuple(tuple(faces[pad] for pad in pads) for pads in product(faces, repeat=len(PADS)) if _lies_well(pads))
    ways = [prod(len(pad) for pad in layout) for layout in layouts]
    count = sum(ways)
    return _Book(layouts, tuple(accumulate(ways[:-1], initial=0)), count, _stride(count, modules))


def _lies_well(pads: tuple[tuple[DieColour, str | None], ...]) -> bool:
    """Not too many dice of a colour, no module twice (ruling 19, section 4.3)."""
    dice = [die for die, _ in pads]
    declared = [module for _, module in pads if module is not None]
    return len(set(declared)) == len(declared) and all(dice.count(colour) <= RULES.dice[colour] for colour in COLOURS)


_STRIDE: Final = 154_321
"""A step through the basic game's programs that mixes them well; stored simulations and tests rely on their order."""
_GOLDEN: Final = 0.618034
"""Steps of this part of the whole spread evenly."""


def _stride(count: int, modules: tuple[str, ...]) -> int:
    stride = int(count * _GOLDEN) if modules else _STRIDE
    while gcd(stride, count) != 1:
        stride += 1
    return stride


def _declarables(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card.id for card in cards if _declarable(card))


COUNT: Final = _book(()).count
"""How many legal programs there are without modules."""


def count(cards: Sequence[Card] = ()) -> int:
    """How many legal programs there are for a robot with these cards."""
    return _book(_declarables(cards)).count


def program_at(index: int, cards: Sequence[Card] = ()) -> Program:
    """The legal program with this number, from 0 to ``count(cards)`` - 1; raises ``IndexError`` for any other."""
    return _at(_book(_declarables(cards)), index)


def _at(book: _Book, index: int) -> Program:
    if index not in range(book.count):
        raise IndexError(index)
    layout = bisect_right(book.starts, index) - 1
    index -= book.starts[layout]
    pads: list[Command] = []
    for faces in book.layouts[layout]:
        index, face = divmod(index, len(faces))
        pads.append(faces[face])
    return Program((pads[0], pads[1], pads[2]))


def programs(cards: Sequence[Card] = ()) -> Iterator[Program]:
    """Every legal program once, well mixed: the first few are a fair sample of all."""
    book = _book(_declarables(cards))
    at = 0
    for _ in range(book.count):
        yield _at(book, at)
        at = (at + book.stride) % book.count


def random_program(chance: Chance, cards: Sequence[Card] = ()) -> Program:
    """Any legal program, each as likely."""
    book = _book(_declarables(cards))
    return _at(book, chance.roll("program", book.count) - 1)


# ---- the short form: `B3N R1NE@swivel_head_1 B2E`

_SAME: Final = {
    "蓝": "B", "藍": "B", "红": "R", "紅": "R",
    "北": "N", "东": "E", "東": "E", "南": "S", "西": "W",
    "一": "1", "二": "2", "三": "3", "四": "4", "五": "5", "六": "6",
    "空": EMPTY,
}  # fmt: skip
_READ: Final = str.maketrans(_SAME)
_BETWEEN: Final = re.compile(r"[\s,;/|+、。.:·]+")
_PART: Final = re.compile(r"-|[BR][^BR-]*|[^BR-]+")
_LONGEST: Final = 200
"""A program written in full takes less than this many characters."""


def short(command: Command | None) -> str:
    """One pad in the short form: colour, pips, direction, module (``B2N@maneuver_1:W``); ``-`` when empty."""
    if command is None:
        return EMPTY
    module = "" if command.module is None else f"@{command.module}"
    turn = "" if command.turn is None else f":{command.turn}"
    return f"{LETTERS[command.die]}{command.pip}{command.dir}{module}{turn}"


def format_program(program: Program) -> str:
    """A program in the short form (``B3N R1NE B2E``)."""
    return " ".join(short(command) for command in program.pads)


def parse_program(text: str) -> Program:
    """Read the short form, forgiving about case, separators, full-width and Chinese letters, and names of cards.

    ``-`` leaves a pad empty. Raises ``IllegalAction`` with what is wrong, also when the dice do not fit together or a
    module does not fit its die. Whether the card is held is for ``check_draft``.
    """
    if len(text) > _LONGEST:
        raise IllegalAction("too_long", most=_LONGEST)
    plain = unicodedata.normalize("NFKC", text).translate(_READ).upper()
    plain, modules = _take_modules(plain)
    typed = [part for part in _BETWEEN.split(plain) if part]
    parts = _PART.findall("".join(typed))
    if len(parts) != len(PADS) and len(typed) == len(PADS):
        parts = typed  # a wrong letter hides where a part begins, but the spaces show it
    if len(parts) != len(PADS):
        raise IllegalAction("part_count", count=len(parts))
    pads = [_parse_part(part, modules) for part in parts]
    program = Program((pads[0], pads[1], pads[2]))
    check_shape(program)
    return program


_Module = tuple[str, Direction | None]


def _parse_part(part: str, modules: Iterator[_Module]) -> Command | None:
    if part == EMPTY:
        return None
    shown = part[:SHOWN]
    if part[0] not in "BR":
        raise IllegalAction("part_die", part=shown)
    declared = [next(modules) for _ in range(part.count(_MARK))]
    if len(declared) > 1:
        raise IllegalAction("part_modules", part=shown)
    part = part.replace(_MARK, "")
    digits = re.sub(r"\D", "", part)
    if len(digits) != 1 or int(digits) not in PIPS:
        raise IllegalAction("part_pip", part=shown)
    direction = _compass(part[1:].replace(digits, ""), shown)
    module, turn = declared[0] if declared else (None, None)
    return Command("blue" if part[0] == "B" else "red", int(digits), direction, module, turn)


def _compass(letters: str, shown: str) -> Direction:
    if letters[:1] in ("E", "W"):
        letters = letters[::-1]  # Chinese names the east or west of a diagonal first
    if letters not in ALL_DIRECTIONS:
        raise IllegalAction("part_dir", part=shown)
    return letters


_MARK: Final = "@"
"""Before a module, and in its place once it is read."""


def _spelled(name: str) -> str:
    """A name without what people write or leave out between its words."""
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", name).upper())


_SPELLINGS: Final = {
    _spelled(name): card.id
    for card in CARDS.values()
    for full in (card.id, card.name_en, card.name_zh)
    for name in (full, re.sub(r"( Mk I+|[ⅠⅡ]型)$", str(card.mark), full))
}
"""``brake_1``, ``Brake Mk I`` and ``制动Ⅰ型``, also with 1 and 2 for the marks."""
_KNOWN: Final = "|".join(
    r"[ _.-]*".join(re.escape(letter) for letter in spelling)
    for spelling in sorted(_SPELLINGS, key=len, reverse=True)  # "Mk II" before "Mk I"
)
_MODULE: Final = re.compile(
    rf"\s*@(?:\s*(?P<known>{_KNOWN})|(?P<other>[^\s,;/|+、。:@]*))(?:\s*:\s*(?P<turn>[NESW]+))?"
)


def _take_modules(plain: str) -> tuple[str, Iterator[_Module]]:
    """The text with each module cut down to its ``@``, and the modules in their order."""
    modules: list[_Module] = []

    def read(found: re.Match[str]) -> str:
        if found["known"] is None:
            raise IllegalAction("part_module", part=(found["other"] or _MARK)[:SHOWN])
        turn = found["turn"]
        modules.append((_SPELLINGS[_spelled(found["known"])], None if turn is None else _compass(turn, turn[:SHOWN])))
        return _MARK

    return _MODULE.sub(read, plain), iter(modules)
