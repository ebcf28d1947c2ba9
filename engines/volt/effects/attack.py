"""The attack deck (section 4.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core import Seat
from engines.grid import ALL_DIRECTIONS, ORTHOGONAL, Cell, Direction, beside
from engines.volt.happenings import Burst, Dud
from engines.volt.hooks import Effect
from engines.volt.model import Command

if TYPE_CHECKING:
    from engines.volt.floor import Floor

GRENADE_DAMAGE = 1
SAW_DAMAGE = 1


class Crossfire(Effect):
    """Four beams of the programmed direction's class, one after the other; a shooter destroyed in between stops."""

    id = "crossfire"
    lead = "crossfire"
    all_round = True

    def replace_action(self, floor: Floor, robot: Seat, command: Command) -> bool:
        straight = command.dir in ORTHOGONAL
        for direction in ALL_DIRECTIONS:
            if (direction in ORTHOGONAL) == straight and floor.pos[robot] is not None:
                floor.fire(robot, direction)
        return True


class Grenade(Effect):
    """Comes down a fixed distance away, over everything, and hurts the cell and its four neighbours."""

    id = "grenade"

    def replace_action(self, floor: Floor, robot: Seat, command: Command) -> bool:
        origin = floor.pos[robot]
        assert origin is not None, "only a robot on the board throws"
        centre = beside(origin, command.dir, self.params["distance"])
        if not floor.open(centre):
            floor.log.append(Dud(robot, centre))
            return True
        around = (beside(centre, direction) for direction in ORTHOGONAL)
        area = (centre, *(cell for cell in around if floor.open(cell)))
        floor.log.append(Burst(robot, "grenade", area))
        for cell in area:
            if cell in floor.at:
                floor.hurt(floor.at[cell], GRENADE_DAMAGE, robot, "blast")
        return True


class PowerBeam(Effect):
    """The beam goes on through robots."""

    id = "power_beam"
    trait = "pierce"

    def replace_action(self, floor: Floor, robot: Seat, command: Command) -> bool:
        floor.fire(robot, command.dir, pierce=True)
        return True


class Knockback(Effect):
    """The robot struck by the normal shot, if it still stands, is pushed one cell along the beam."""

    id = "knockback"

    def after_action(self, floor: Floor, robot: Seat, command: Command, start: Cell, struck: tuple[Seat, ...]) -> None:
        for victim in struck:
            if floor.pos[victim] is not None:
                floor.push(victim, command.dir, robot)


class SwivelHead(Effect):
    """A shot that would hit no robot turns 45 degrees, clockwise before counter-clockwise, if it hits one there."""

    id = "swivel_head"

    def choose_ray(self, floor: Floor, robot: Seat, direction: Direction) -> Direction:
        origin = floor.pos[robot]
        assert origin is not None, "only a robot on the board shoots"
        at = ALL_DIRECTIONS.index(direction)
        for ray in (direction, ALL_DIRECTIONS[(at + 1) % 8], ALL_DIRECTIONS[at - 1]):
            if floor.sight(origin, ray) is not None:
                return ray
        return direction


class SawBlade(Effect):
    """Each robot pushed directly takes damage after the first step of the move that pushes it."""

    id = "saw_blade"
    trait = "saw"

    def after_push_step(self, floor: Floor, robot: Seat, pushed: Seat) -> None:
        if floor.first_time(self, pushed):
            floor.hurt(pushed, SAW_DAMAGE, robot, "saw")
