"""The four champion modules (section 4.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core import Seat
from engines.grid import Cell
from engines.volt.hooks import Effect
from engines.volt.model import DieColour

if TYPE_CHECKING:
    from engines.volt.floor import Floor

TITAN_HP = 4


class Overclock(Effect):
    """For the order only every red die counts one pip lower.

    Not a blue one: whoever drives last on pad 3 has the last word, and to drive early is a handicap (ruling 78).
    """

    id = "overclock"

    def order_pip(self, pip: int, die: DieColour) -> int:
        return pip - 1 if die == "red" else pip


class Reflector(Effect):
    """Sends back the first beam that hits it each round (ruling 62)."""

    id = "reflector"

    def on_beam_hit(self, floor: Floor, robot: Seat) -> bool:
        return not floor.reflected[robot]


class TitanPlating(Effect):
    """Destroyed at 4 damage; while it is off, by the next point that brings the damage to 3 or more (ruling 65)."""

    id = "titan_plating"

    def max_hp(self, hp: int) -> int:
        return TITAN_HP


class HoverSkids(Effect):
    """Never sets off mines, and passes over pits by itself; pushed into one it falls (ruling 64)."""

    id = "hover_skids"

    def on_enter(self, floor: Floor, robot: Seat, cell: Cell, own: bool) -> bool:
        return own or cell not in floor.pits
