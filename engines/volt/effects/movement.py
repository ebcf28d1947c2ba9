"""The movement deck (section 4.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core import Seat
from engines.grid import ALL_DIRECTIONS, ORTHOGONAL, Cell, Direction, beside
from engines.volt.hooks import Effect
from engines.volt.model import Command, DieColour

if TYPE_CHECKING:
    from engines.volt.floor import Floor

CRUSH_DAMAGE = 1


class Brake(Effect):
    """Own steps treat pits and mines that would go off as walls; the move ends on a cell with a VP marker.

    A pit is a wall even to a robot that could pass over it (ruling 63).
    """

    id = "brake"

    def before_own_step(self, floor: Floor, robot: Seat, cell: Cell) -> bool:
        return cell in floor.pits or floor.trips(robot, cell, own=True)

    def after_own_step(self, floor: Floor, robot: Seat) -> bool:
        return floor.pos[robot] in floor.markers


class Maneuver(Effect):
    """After the move one more step in the second direction."""

    id = "maneuver"
    needs_turn = True

    def after_action(self, floor: Floor, robot: Seat, command: Command, start: Cell, struck: tuple[Seat, ...]) -> None:
        if floor.pos[robot] is not None and command.turn is not None:
            floor.step(robot, command.turn, robot, own=True)


class Teleport(Effect):
    """To the cell as many steps off as the pips say, or else the next nearer one that can be stood on."""

    id = "teleport"
    jumps = True

    def replace_action(self, floor: Floor, robot: Seat, command: Command) -> bool:
        here = floor.pos[robot]
        assert here is not None, "only a robot on the board teleports"
        for steps in range(command.pip, 0, -1):
            end = beside(here, command.dir, steps)
            if floor.open(end) and end not in floor.pits and end not in floor.at:
                floor.jump(robot, end)
                break
        return True


class Subway(Effect):
    """An own step over the edge comes in again at the other end of the row or column."""

    id = "subway"

    def wrap_edge(self, floor: Floor, here: Cell, direction: Direction) -> Cell | None:
        side = len(floor.arena.grid)
        row, column = beside(here, direction)
        if row in range(side) and column in range(side):
            return None
        end = (row % side, column % side)
        return end if floor.open(end) else None


class Crusher(Effect):
    """A push that fails hurts the robot directly in front."""

    id = "crusher"

    def on_blocked_push(self, floor: Floor, robot: Seat, front: Seat) -> None:
        floor.hurt(front, CRUSH_DAMAGE, robot, "crush")


class DiagonalDrive(Effect):
    """The blue die lies on a diagonal key; the move and its pushes are diagonal."""

    id = "diagonal_drive"

    def legal_dirs(self, die: DieColour) -> tuple[Direction, ...]:
        return tuple(direction for direction in ALL_DIRECTIONS if direction not in ORTHOGONAL)
