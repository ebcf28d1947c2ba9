"""A sound answer for a seat, from what it may see alone."""

from __future__ import annotations

from engines.core import Chance, Level, Seat
from engines.volt import programming
from engines.volt.activation import Floor, sequence
from engines.volt.arenas import ARENAS
from engines.volt.model import Program, View


def choose(view: View, seat: Seat, level: Level, chance: Chance) -> Program:
    """A program that does not destroy its own robot if nobody else acted."""
    while True:
        program = programming.random_program(chance)
        floor = Floor(ARENAS[view.arena], view.robots)
        alone = tuple(program if robot.seat == seat else None for robot in view.robots)
        for _, actor, command in sequence(floor, alone, view.robots):
            floor.resolve(actor, command)
        if floor.pos[seat] is not None:
            return program
