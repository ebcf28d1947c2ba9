"""The board in letters of one width, and its legend."""

from __future__ import annotations

from typing import Final

from engines.grid import Cell, cell_name
from engines.volt.arenas import ARENAS
from engines.volt.model import View
from locales import Words
from render.text import join
from render.volt.alt import mines, robot_line, series, shortened, where, winners
from render.volt.names import drawn_names, private_only

LETTERS: Final = {"#": "#", "P": "#", "O": "O", "*": "+", "W": "W"}
"""How a cell without robot, marker or mine is drawn; all else is floor."""


def text_board(view: View, words: Words, names: tuple[str, ...]) -> str:
    """Nine rows of nine cells, then what the signs mean and how each robot stands; names are by seat."""
    view = private_only(view)
    grid = ARENAS[view.arena].grid
    named = tuple(shortened(name) for name in drawn_names(view, words, names))
    robots = {robot.pos for robot in view.robots if robot.pos is not None}
    lines = [where(view, words), *series(view, words, named), ""]
    lines += _rows(view, grid)
    lines += ["", words("render.board.legend")]
    if any("W" in line for line in grid):
        lines.append(words("render.board.legend.workshop"))
    if view.mines:
        lines.append(words("render.board.legend.mines"))
    lines.append("")
    for robot in view.robots:
        lines.append(
            words("render.board.line", seat=robot.seat + 1, text=robot_line(view, robot, words, named[robot.seat]))
        )
    covered = [cell_name(cell) for cell, _ in sorted(view.markers) if cell in robots]
    if covered:
        lines.append(words("render.board.covered", cells=join(covered, words)))
    if view.mines:
        lines.append(mines(view, words, named))
    lines += winners(view, words, named)
    return "\n".join(lines)


def _rows(view: View, grid: tuple[str, ...]) -> list[str]:
    signs = _signs(view)
    lines = ["   " + "".join(f" {chr(ord('A') + column)} " for column in range(len(grid[0])))]
    for row, line in enumerate(grid):
        cells = [signs.get((row, column), f" {LETTERS.get(kind, '.')} ") for column, kind in enumerate(line)]
        lines.append(f"{row + 1:>2} " + "".join(cells).rstrip())
    return lines


def _signs(view: View) -> dict[Cell, str]:
    """What lies or stands on the cells: a robot over a marker over a mine."""
    signs = {cell: " x " if owner is None else f" x{owner + 1}" for cell, owner in view.mines}
    signs |= {cell: " * " for cell, _ in view.markers}
    signs |= {robot.pos: f"[{robot.seat + 1}]" for robot in view.robots if robot.pos is not None}
    return signs
