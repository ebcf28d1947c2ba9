"""What a module, a champion module or a killbot's trait may change (section 4.7).

The floor asks every effect at work about every hook and knows none of them by name. An effect overrides what its card
says and leaves the rest. Effects have no memory: charges, mines and all that happens lie on the floor.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from engines.core import Seat
from engines.grid import ALL_DIRECTIONS, ORTHOGONAL, Cell, Direction
from engines.volt.happenings import Burst, Damage, Reason
from engines.volt.model import Command, DieColour

if TYPE_CHECKING:
    from engines.volt.floor import Floor


class Blast(NamedTuple):
    """An explosion that waits for the end of the command (ruling 67)."""

    burst: Burst
    """It hurts whoever then stands on any of its cells but the centre, in their order."""
    points: int


class Effect:
    """One card's effect. Each default is what happens without it.

    ``robot`` is the robot that has the effect. A module with a die is at work during the command that declares it, a
    trait during every command of its die; what has no die is at work always, except while its robot cools (ruling 17).
    """

    id: ClassVar[str]
    """As in the data file."""
    trait: ClassVar[str | None] = None
    """The killbot trait that does the same with every die of its colour (section 4.6)."""
    needs_turn: ClassVar[bool] = False
    """A command with it has a second direction (``Command.turn``)."""
    lead: ClassVar[str] = "fire_with"
    """The event that opens the tale of a red die with it."""
    all_round: ClassVar[bool] = False
    """A red die with it goes off in several directions at once, so that the programmed one says little."""
    jumps: ClassVar[bool] = False
    """A blue die with it crosses no cell."""
    shoves: ClassVar[bool] = False
    """A red die with it moves robots and hits none."""

    def __init__(self, card: str, die: DieColour | None, params: Mapping[str, Any]) -> None:
        self.card = card
        """The id of the card, champion module or trait."""
        self.die: DieColour | None = die
        """The colour that it works with; ``None`` works by itself."""
        self.params = params
        """The card's numbers."""

    def legal_dirs(self, die: DieColour) -> tuple[Direction, ...]:
        """The keys on which a die of this colour may lie (ruling 2)."""
        return ORTHOGONAL if die == "blue" else ALL_DIRECTIONS

    def order_pip(self, pip: int, die: DieColour) -> int:
        """The pip that counts for the order of commands (ruling 27)."""
        return pip

    def replace_action(self, floor: Floor, robot: Seat, command: Command) -> bool:
        """Do something instead of moving or firing, and say whether it was done."""
        return False

    def choose_ray(self, floor: Floor, robot: Seat, direction: Direction) -> Direction:
        """The direction in which the normal shot is fired."""
        return direction

    def before_own_step(self, floor: Floor, robot: Seat, cell: Cell) -> bool:
        """Whether ``cell`` is a wall to the robot's own step."""
        return False

    def wrap_edge(self, floor: Floor, here: Cell, direction: Direction) -> Cell | None:
        """Where the robot's own step leads from ``here`` over the edge of the board; ``None``: nowhere."""
        return None

    def after_own_step(self, floor: Floor, robot: Seat) -> bool:
        """Whether the robot's move ends where it now stands."""
        return False

    def after_push_step(self, floor: Floor, robot: Seat, pushed: Seat) -> None:
        """The robot's own step, now complete, has pushed the robot that stood next to it."""

    def on_blocked_push(self, floor: Floor, robot: Seat, front: Seat) -> None:
        """The robot's own step has failed, for the robot next to it, ``front``, could not be pushed."""

    def after_action(self, floor: Floor, robot: Seat, command: Command, start: Cell, struck: tuple[Seat, ...]) -> None:
        """The move or shot that began on ``start`` is over; its normal shot has struck these robots."""

    def on_beam_hit(self, floor: Floor, robot: Seat) -> bool:
        """Whether a beam that hits the robot now is sent back instead. Only tells; the floor does it."""
        return False

    def on_damage(self, floor: Floor, robot: Seat, kind: Damage) -> bool:
        """Cancel one point of damage, and say whether it was cancelled."""
        return False

    def max_hp(self, hp: int) -> int:
        """The damage that destroys the robot."""
        return hp

    def on_enter(self, floor: Floor, robot: Seat, cell: Cell, own: bool) -> bool:
        """Whether the robot, entering ``cell``, is safe from the pit or mine there. Only tells, changes nothing."""
        return False

    def on_destroyed(self, floor: Floor, robot: Seat, cell: Cell, reason: Reason) -> None:
        """The robot has been destroyed on ``cell``."""
