"""What a Power Arena plan would do if nobody else acted, in words: one line for each pad, read off the plan's marks."""

from __future__ import annotations

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
        return [words("panel.volt.begin")]
    names = safe_names(words, panel.table)
    lines = [
        words("panel.volt.pad", n=pad + 1, code=short(command), does=_does(plan, pad, command, names, words))
        for pad, command in enumerate(program.pads)
        if command is not None
    ]
    return [words("panel.volt.outlook"), *lines]


def _does(plan: Plan, pad: int, command: Command, names: tuple[str, ...], words: Words) -> str:
    marks = [mark for mark in plan.marks if mark.pad == pad]
    if not marks:
        return words("panel.volt.does.void")
    told = _shot(marks, names, words) if command.die == "red" else _move(plan.seat, marks, names, words)
    return words("panel.volt.does.and").join(told)


def _shot(marks: list[Mark], names: tuple[str, ...], words: Words) -> list[str]:
    gone = {mark.seat for mark in marks if mark.kind == "destroyed"}
    told = [
        words(f"panel.volt.does.{'destroy' if mark.seat in gone else 'hit'}", who=_name(names, mark.seat))
        for mark in marks
        if mark.kind == "hit"
    ]
    return told or [words("panel.volt.does.miss")]


def _move(seat: Seat, marks: list[Mark], names: tuple[str, ...], words: Words) -> list[str]:
    told: list[str] = []
    for mark in marks:
        mine = mark.seat == seat
        first, last = cell_name(mark.cells[0]), cell_name(mark.cells[-1])
        if mark.kind == "path":
            told.append(words("panel.volt.does.drive", cell=last))
        elif mark.kind == "push":
            told.append(words("panel.volt.does.push", who=_name(names, mark.seat), cell=last))
        elif mark.kind == "fall":
            kind = "fall" if mine else "drop"
            told.append(words(f"panel.volt.does.{kind}", who=_name(names, mark.seat), cell=last))
        elif mark.kind == "blocked":
            kind = "stop" if mine else "pinned"
            told.append(words(f"panel.volt.does.{kind}", who=_name(names, mark.seat), cell=first))
    return told


def _name(names: tuple[str, ...], seat: Seat | None) -> str:
    return names[seat] if seat is not None and seat < len(names) else "?"
