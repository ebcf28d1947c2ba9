"""What a Power Arena plan would do if nobody else acted, in words: one line for each pad, read off the plan's marks."""

from __future__ import annotations

from cogs.tabling import mark
from cogs.words import safe_names
from engines.core import Seat
from engines.grid import cell_name
from engines.volt.model import Command, Mark, Plan, Program
from engines.volt.programming import short
from locales import Words
from tables.model import SeatPanel


def outlook(panel: SeatPanel, program: Program, words: Words) -> list[str]:
    """The lines, under a heading; nothing for an empty program."""
    plan: Plan | None = panel.view.plan
    if plan is None or program == Program():
        return []
    names = tuple(f"{mark(seat)} {name}" for seat, name in enumerate(safe_names(words, panel.table)))
    lines = [
        words("panel.volt.pad", n=pad + 1, code=short(command), does=_does(plan, pad, command, names, words))
        for pad, command in enumerate(program.pads)
        if command is not None
    ]
    return [words("panel.volt.outlook"), *lines]


def _does(plan: Plan, pad: int, command: Command, names: tuple[str, ...], words: Words) -> str:
    marks = [drawn for drawn in plan.marks if drawn.pad == pad]
    if not marks:
        return words("panel.volt.does.void")
    told = _shot(marks, names, words) if command.die == "red" else _move(plan.seat, marks, names, words)
    return words("panel.volt.does.and").join(told)


def _shot(marks: list[Mark], names: tuple[str, ...], words: Words) -> list[str]:
    gone = {drawn.seat for drawn in marks if drawn.kind == "destroyed"}
    told = [
        words(f"panel.volt.does.{'destroy' if drawn.seat in gone else 'hit'}", who=_name(names, drawn.seat))
        for drawn in marks
        if drawn.kind == "hit"
    ]
    return told or [words("panel.volt.does.miss")]


def _move(seat: Seat, marks: list[Mark], names: tuple[str, ...], words: Words) -> list[str]:
    """What the others suffer, then how far the robot itself gets, and who holds it up."""
    fallen = {drawn.seat for drawn in marks if drawn.kind == "fall"}
    others: list[str] = []
    own: list[str] = []
    for drawn in marks:
        mine = drawn.seat == seat
        who, first, last = _name(names, drawn.seat), cell_name(drawn.cells[0]), cell_name(drawn.cells[-1])
        if drawn.kind == "path" and drawn.seat not in fallen:
            own.append(words("panel.volt.does.drive", cell=last))
        elif drawn.kind == "push" and drawn.seat not in fallen:
            others.append(words("panel.volt.does.push", who=who, cell=last))
        elif drawn.kind == "fall" and mine:
            own.append(words("panel.volt.does.fall", cell=last))
        elif drawn.kind == "fall":
            others.append(words("panel.volt.does.drop", who=who, cell=last))
        elif drawn.kind == "blocked" and mine:
            own[:] = [words(f"panel.volt.does.{'short' if own else 'stop'}", cell=first)]
        elif drawn.kind == "blocked":
            own.append(words("panel.volt.does.pinned", who=who, cell=first))
    return [*others, *own]


def _name(names: tuple[str, ...], seat: Seat | None) -> str:
    return names[seat] if seat is not None and seat < len(names) else "?"
