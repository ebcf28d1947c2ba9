"""Power Arena in words: alt text for those who cannot see the picture, and the board in letters."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engines.grid import cell_name
from engines.volt.arenas import ARENAS
from engines.volt.model import Mark, RobotView, View
from engines.volt.programming import format_program, short
from locales import Words, speak
from render.studio import Look
from render.text import drawn_name, join

NAME_ROOM: Final = 20
"""Longest name in alt text, so that four robots and a busy step fit."""


def private_only(view: View) -> View:
    """The view with a plan only if it is the viewer's own: a second lock on the door that a View is."""
    if view.plan is None or view.plan.seat == view.seat:
        return view
    return replace(view, plan=None)


def describe(view: View, look: Look) -> str:
    """Round and phase, the step or the plan, every robot, the VP markers: at most 1024 characters."""
    view = private_only(view)
    words = speak(look.language)
    names = tuple(_short(drawn_name(seat, words, look.names)) for seat in range(len(view.robots)))
    parts = [_where(view, words)]
    if view.winners:
        parts.append(words("render.alt.winners", names=join([names[seat] for seat in view.winners], words)))
    if view.plan is not None:
        parts.append(words("render.alt.plan", program=format_program(view.plan.program)))
        parts += _marks(view.plan.marks, words, names)
    if view.command is not None and view.actor is not None:
        command = short(view.command)
        parts.append(words("render.alt.command", name=names[view.actor], command=command))
    parts += _marks(view.marks, words, names)
    parts += [_robot(view, robot, words, names[robot.seat]) for robot in view.robots]
    parts.append(_markers(view, words))
    return "\n".join(parts)


def standing(view: View, words: Words, names: tuple[str, ...]) -> tuple[str, ...]:
    """How each seat stands, one line a seat."""
    return tuple(_robot(view, robot, words, names[robot.seat]) for robot in view.robots)


def _short(name: str) -> str:
    return name if len(name) <= NAME_ROOM else name[: NAME_ROOM - 1].rstrip() + "…"


def _where(view: View, words: Words) -> str:
    phase = words(f"render.phase.{view.phase}")
    if view.phase == "activation" and view.pad is not None:
        return words("render.alt.where.pad", round=view.round, phase=phase, pad=view.pad + 1)
    return words("render.alt.where", round=view.round, phase=phase)


def _marks(marks: tuple[Mark, ...], words: Words, names: tuple[str, ...]) -> list[str]:
    """One sentence a mark; a way of no length is none."""
    told: list[str] = []
    for mark in marks:
        if mark.kind in ("path", "push", "beam") and len(mark.cells) < 2:
            continue
        told.append(
            words(
                f"render.alt.mark.{mark.kind}",
                name="" if mark.seat is None else names[mark.seat],
                start=cell_name(mark.cells[0]),
                end=cell_name(mark.cells[-1]),
                cells=join([cell_name(cell) for cell in mark.cells], words),
            )
        )
    return told


def _robot(view: View, robot: RobotView, words: Words, name: str) -> str:
    if robot.out:
        return words("render.alt.robot.out", name=name, vp=robot.vp)
    where = words("render.alt.gone") if robot.pos is None else cell_name(robot.pos)
    program = ""
    if robot.program is not None and view.plan is None:
        program = words("render.alt.robot.program", program=format_program(robot.program))
    return words(
        "render.alt.robot",
        name=name,
        where=where,
        damage=robot.damage,
        most=robot.max_damage,
        vp=robot.vp,
        target=view.target,
        turn=robot.marker,
        program=program,
    )


def _markers(view: View, words: Words) -> str:
    if not view.markers:
        return words("render.alt.markers.none")
    cells = [cell_name(cell) if count == 1 else f"{cell_name(cell)}×{count}" for cell, count in view.markers]
    return words("render.alt.markers", cells=join(cells, words))


# ---- the board in letters

LETTERS: Final = {"#": "#", "P": "#", "O": "O", "*": "+"}
"""How a cell without robot or marker is drawn; all else is floor."""


def text_board(view: View, words: Words, names: tuple[str, ...]) -> str:
    """Nine rows of nine cells, then what the signs mean and how each robot stands."""
    grid = ARENAS[view.arena].grid
    robots = {robot.pos: f"[{robot.seat + 1}]" for robot in view.robots if robot.pos is not None}
    markers = {cell for cell, _ in view.markers}
    lines = [_where(view, words), "", "   " + "".join(f" {chr(ord('A') + column)} " for column in range(len(grid[0])))]
    for row, line in enumerate(grid):
        cells = [
            robots.get((row, column)) or (" * " if (row, column) in markers else f" {LETTERS.get(kind, '.')} ")
            for column, kind in enumerate(line)
        ]
        lines.append(f"{row + 1:>2} " + "".join(cells).rstrip())
    lines += ["", words("render.board.legend"), ""]
    lines += [_line(view, robot, words, names) for robot in view.robots]
    covered = [cell_name(cell) for cell in sorted(markers) if cell in robots]
    if covered:
        lines.append(words("render.board.covered", cells=join(covered, words)))
    if view.winners:
        winners = [drawn_name(seat, words, names) for seat in view.winners]
        lines.append(words("render.alt.winners", names=join(winners, words)))
    return "\n".join(lines)


def _line(view: View, robot: RobotView, words: Words, names: tuple[str, ...]) -> str:
    name = _short(drawn_name(robot.seat, words, names))
    program = "" if robot.program is None else words("render.alt.robot.program", program=format_program(robot.program))
    key = "render.board.out" if robot.out else "render.board.robot"
    return words(
        key,
        seat=robot.seat + 1,
        name=name,
        where=words("render.alt.gone") if robot.pos is None else cell_name(robot.pos),
        damage=robot.damage,
        most=robot.max_damage,
        vp=robot.vp,
        target=view.target,
        turn=robot.marker,
        program=program,
    )
