"""What a Power Arena plan would do if nobody else acted, in words: one line for each pad, read off the plan's marks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cogs.games.volt import MANNER
from cogs.panels.volt_pads import unfinished
from cogs.words import safe_names
from engines.core import Seat
from engines.grid import cell_name
from engines.volt.cards import CARDS
from engines.volt.model import Command, Mark, MarkKind, Plan, Program, View
from engines.volt.programming import short
from locales import Words
from render.volt.names import robot_names
from tables.model import SeatPanel

KILLBOT: Final = "🤖"
"""Before a killbot's name, where a seat's has its colour."""
LAYER: Final = "mine_layer"
TOLD: Final[dict[MarkKind, tuple[str, str]]] = {
    "path": ("drive", "drive"),
    "jump": ("jump", "jump"),
    "push": ("push", "push"),
    "pull": ("pull", "pull"),
    "fall": ("fall", "drop"),
    "blocked": ("stop", "pinned"),
    "hit": ("hurt", "hit"),
    "mirror": ("mirror", "mirror"),
    "dud": ("dud", "dud"),
    "shield": ("shield", "shield"),
    "cooled": ("cool", "cool"),
    "mine": ("mine", "mine"),
    "laid": ("lay", "lay"),
    "destroyed": ("lost", "destroy"),
}
"""How a mark is told of the robot itself, and how of another. Marks that are missing here are told by these."""
FATAL: Final = {"hurt": "lost", "hit": "destroy"}
"""What is told instead where the robot does not survive it."""
MOVES: Final = ("drive", "jump")
OWN: Final = ("lay", "dud")
"""What is told last, with what the robot itself does, whomever the mark names."""


def outlook(panel: SeatPanel, program: Program, words: Words) -> list[str]:
    """The lines, under a heading; nothing for an empty program."""
    plan: Plan | None = panel.view.plan
    if plan is None or program == Program():
        return []
    names = coloured(panel.view, words, safe_names(words, panel.table))
    lines = [
        words("panel.volt.pad", n=pad + 1, code=code(command, words), does=_does(plan, pad, command, names, words))
        for pad, command in enumerate(program.pads)
        if command is not None
    ]
    return [words("panel.volt.outlook"), *lines]


def coloured(view: View, words: Words, names: tuple[str, ...]) -> tuple[str, ...]:
    """Names by robot, each with its sign before it."""
    return tuple(
        f"{MANNER.mark(at) if view.robots[at].killbot is None else KILLBOT} {name}"
        for at, name in enumerate(robot_names(view, words, names))
    )


def code(command: Command, words: Words) -> str:
    """The command in the short form, its module by name."""
    if command.module is None:
        return short(command)
    dice = short(Command(command.die, command.pip, command.dir))
    turn = f" → {command.turn}" if command.turn is not None else ""
    return f"{dice} + {words(f'volt.card.{command.module}')}{turn}"


def named(program: Program, words: Words) -> str:
    """The whole program in the short form, its modules by name."""
    pads = ["-" if command is None else code(command, words) for command in program.pads]
    return (" · " if any(command and command.module for command in program.pads) else " ").join(pads)


def _does(plan: Plan, pad: int, command: Command, names: tuple[str, ...], words: Words) -> str:
    if _gone(plan, pad):
        return words("panel.volt.does.void")
    marks = [drawn for drawn in plan.marks if drawn.pad == pad]
    told = _told(plan.seat, marks, names, words)
    if command.module is not None and CARDS[command.module].effect == LAYER:
        told += _unlaid(plan.seat, marks, words)
    if unfinished(command):
        told.append(words("panel.volt.does.turn"))
    if not told:
        told = [words(f"panel.volt.does.{'miss' if command.die == 'red' else 'nothing'}")]
    return words("panel.volt.does.and").join(told)


def _unlaid(seat: Seat, marks: list[Mark], words: Words) -> list[str]:
    """A mine that the robot would leave, had it only begun on a cell that takes one."""
    left = next((drawn.cells[0] for drawn in marks if drawn.seat == seat and drawn.kind == "path"), None)
    if left is None or any(drawn.kind == "laid" for drawn in marks):
        return []
    return [words("panel.volt.does.no_mine", cell=cell_name(left))]


def _gone(plan: Plan, pad: int) -> bool:
    """Whether the robot is destroyed before this pad."""
    return any(
        drawn.kind in ("fall", "destroyed") and drawn.seat == plan.seat and drawn.pad is not None and drawn.pad < pad
        for drawn in plan.marks
    )


def _told(seat: Seat, marks: list[Mark], names: tuple[str, ...], words: Words) -> list[str]:
    """What the others suffer, then how far the robot itself gets, who holds it up, and what it suffers."""
    others: list[str] = []
    own: list[str] = []
    moved = ""
    for kind, drawn in _kinds(seat, marks):
        who = names[drawn.seat] if drawn.seat is not None and drawn.seat < len(names) else "?"
        cell = cell_name(drawn.cells[0] if drawn.kind == "blocked" else drawn.cells[-1])
        line = words(f"panel.volt.does.{kind}", who=who, cell=cell)
        if kind in MOVES:
            own = [line if old == moved else old for old in own] if moved else [*own, line]  # only where it ends
            moved = line
        elif kind == "stop" and moved == words("panel.volt.does.drive", cell=cell):
            own[:] = [words("panel.volt.does.short", cell=cell)]
        elif kind == "stop" and moved:
            own.insert(0, words("panel.volt.does.held", cell=cell))  # a second direction has led it on
        elif line not in others and line not in own:
            (own if drawn.seat == seat or kind in ("pinned", *OWN) else others).append(line)
    return [*others, *own]


def _kinds(seat: Seat, marks: list[Mark]) -> Iterator[tuple[str, Mark]]:
    """How each mark is told (``panel.volt.does.<kind>``), without those that another one tells."""
    fallen = {drawn.seat for drawn in marks if drawn.kind == "fall"}
    hurt = {drawn.seat for drawn in marks if drawn.kind == "hit"}
    gone = {drawn.seat for drawn in marks if drawn.kind == "destroyed"} - fallen
    for drawn in marks:
        if drawn.seat in fallen and drawn.kind in ("path", "push", "pull", "hit"):
            continue
        if drawn.kind == "destroyed" and drawn.seat in fallen | hurt:
            continue
        if drawn.kind in TOLD:
            kind = TOLD[drawn.kind][0 if drawn.seat == seat else 1]
            yield FATAL.get(kind, kind) if drawn.seat in gone else kind, drawn
