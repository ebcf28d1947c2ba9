"""The tactic deck (section 4.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engines.core import Seat
from engines.grid import ALL_DIRECTIONS, OPPOSITE, ORTHOGONAL, Cell, Direction, beside
from engines.volt.happenings import Burst, Damage, Reason, Shielded
from engines.volt.hooks import Effect
from engines.volt.model import Command

if TYPE_CHECKING:
    from engines.volt.floor import Floor

AREAS: Final[dict[str, tuple[Direction, ...]]] = {"neighbours8": ALL_DIRECTIONS, "neighbours4": ORTHOGONAL}
"""Where a bomb hurts, in this order (ruling 67)."""


class Shield(Effect):
    """Cancels a point of damage for a charge: Mk I of any kind, Mk II of beams only."""

    id = "shield"

    def on_damage(self, floor: Floor, robot: Seat, kind: Damage) -> bool:
        cell = floor.pos[robot]
        assert cell is not None, "only a robot on the board is hurt"
        if self.params["scope"] not in ("any", kind) or floor.held(robot, self.card) is None:
            return False
        floor.log.append(Shielded(robot, cell, floor.spend(robot, self.card)))
        return True


class ShockWave(Effect):
    """Pushes each neighbour one cell straight away, clockwise from N. No such push moves another neighbour."""

    id = "shock_wave"
    lead = "shock_wave"
    all_round = True
    shoves = True

    def replace_action(self, floor: Floor, robot: Seat, command: Command) -> bool:
        centre = floor.pos[robot]
        assert centre is not None, "only a robot on the board acts"
        for direction in ALL_DIRECTIONS:
            neighbour = floor.at.get(beside(centre, direction))
            if neighbour is not None:
                floor.push(neighbour, direction, robot)
        return True


class Bomb(Effect):
    """Goes off at the end of the command when damage, not a pit, has destroyed its robot."""

    id = "bomb"

    def on_destroyed(self, floor: Floor, robot: Seat, cell: Cell, reason: Reason) -> None:
        if reason != "pit":
            around = (beside(cell, direction) for direction in AREAS[self.params["area"]])
            area = (cell, *(at for at in around if floor.open(at)))
            floor.explode(Burst(robot, "bomb", area), self.params["damage"])


class MineLayer(Effect):
    """Leaves a mine on the cell where a move began: plain floor, free, and within the robot's own limit."""

    id = "mine_layer"

    def after_action(self, floor: Floor, robot: Seat, command: Command, start: Cell, struck: tuple[Seat, ...]) -> None:
        left = floor.pos[robot] != start  # and nobody else can have come there by this move
        fits = start in floor.arena.plain and start not in floor.mines
        own = list(floor.mines.values()).count(robot)
        if left and fits and own < self.params["max_own_mines"]:
            floor.lay(robot, start)


class TelescopicArm(Effect):
    """Pulls the first robot within reach, cell by cell, until it stands next to the puller."""

    id = "telescopic_arm"
    lead = "telescopic_arm"
    shoves = True

    def replace_action(self, floor: Floor, robot: Seat, command: Command) -> bool:
        origin = floor.pos[robot]
        assert origin is not None, "only a robot on the board pulls"
        victim = floor.sight(origin, command.dir, self.params["reach"])
        if victim is not None:
            here = beside(origin, command.dir)
            while floor.pos[victim] not in (None, here):
                floor.pull(victim, OPPOSITE[command.dir], robot)
        return True


class Emp(Effect):
    """A beam of short reach that does no damage; whom it hits begins to cool (rulings 17, 79)."""

    id = "emp"

    def replace_action(self, floor: Floor, robot: Seat, command: Command) -> bool:
        floor.fire(robot, command.dir, strike=lambda victim, _: floor.cool(victim), reach=self.params["reach"])
        return True
