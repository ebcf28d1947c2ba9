"""Which marks are drawn together, and where: the geometry that every drawer of marks shares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PIL import Image

from engines.grid import STEPS, Cell, Direction
from engines.volt.cards import CARDS
from engines.volt.model import Command, Mark, View
from render import robots
from render.canvas import Point, stroke
from render.palette import INK, Colour
from render.robots import Body, Tones
from render.volt.arena import CELL, SIDE, centre
from render.volt.names import body

_STRUCK = ("hit", "shield", "cooled", "mirror")
"""What shows that a beam has met a robot."""
_COMPASS: tuple[tuple[Direction, ...], tuple[Direction, ...]] = (("N", "E", "S", "W"), ("NE", "SE", "SW", "NW"))
"""Straight and diagonal directions in the order of Crossfire's beams."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Marks that belong together, and the commands that they come from."""

    marks: tuple[Mark, ...]
    commands: dict[int | None, Command | None]
    """By pad; ``None`` for the one command of a step."""
    bodies: tuple[Body, ...]
    """How each robot looks, by its index."""
    actor: Cell | None = None
    """Where the robot that acts stands now."""

    def body(self, mark: Mark) -> Body:
        """How the robot of a mark looks."""
        return self.bodies[mark.seat] if mark.seat is not None and mark.seat < len(self.bodies) else 0

    def tones(self, mark: Mark) -> Tones:
        return robots.tones(self.body(mark))

    def command(self, mark: Mark) -> Command | None:
        """The command that a mark comes from."""
        return self.commands.get(mark.pad) or self.commands.get(None)

    def cools(self, beam: Mark) -> bool:
        """Whether the beam does no damage but cools (EMP)."""
        command = self.command(beam)
        return command is not None and command.module is not None and CARDS[command.module].effect == "emp"

    def aim(self, beam: Mark) -> Direction | None:
        """Where a beam points: its cells say it; one that left no cell goes where its command points.

        Of the four beams of a command that fires four, each has its own direction, in the order of the compass.
        """
        if len(beam.cells) > 1:
            return heading(beam.cells[0], beam.cells[1])
        command = self.command(beam)
        if command is None:
            return None
        mates = [other for other in self.marks if other.kind == "beam" and other.pad == beam.pad]
        ways = _COMPASS[command.dir in _COMPASS[1]]
        return ways[next(k for k, other in enumerate(mates) if other is beam)] if len(mates) == 4 else command.dir

    def hits(self, beam: Mark) -> bool:
        """Whether the beam ends in a robot, not at something solid."""
        return any(
            other.kind in _STRUCK and other.cells[0] == beam.cells[-1] and other.pad == beam.pad
            for other in self.marks
            if other is not beam
        )

    def falls(self, mark: Mark) -> bool:
        """Whether it was a fall that destroyed the robot: the fall shows it."""
        return any(other.kind == "fall" and (other.seat, other.pad) == (mark.seat, mark.pad) for other in self.marks)


def happened(view: View) -> Scene:
    """What this step did."""
    actor = None if view.actor is None else view.robots[view.actor].pos
    return Scene(tuple(sorted(view.marks, key=_layer)), {None: view.command}, _bodies(view), actor)


def planned(view: View) -> Scene:
    """What the viewer's plan would do."""
    if view.plan is None:
        return Scene((), {}, ())
    return Scene(tuple(sorted(view.plan.marks, key=_layer)), dict(enumerate(view.plan.program.pads)), _bodies(view))


def _bodies(view: View) -> tuple[Body, ...]:
    return tuple(body(robot) for robot in view.robots)


_LAYERS = {
    "refill": 0, "restart": 0, "scored": 0, "workshop": 0, "path": 1, "jump": 1, "push": 2, "pull": 2, "fall": 3,
    "beam": 4, "mirror": 4,
}  # fmt: skip


def _layer(mark: Mark) -> int:
    """Lower layers are drawn first: light and rings, ways, beams, blasts."""
    return _LAYERS.get(mark.kind, 5)


Drawer = Callable[[Image.Image, Mark, Scene], None]


def way(cells: Sequence[Cell], shift: float = 0.0) -> list[Point]:
    return [(x + shift, y + shift) for x, y in map(centre, cells)]


def heading(start: Cell, end: Cell) -> Direction:
    """The compass direction from one cell to another."""
    sign = ((end[0] > start[0]) - (end[0] < start[0]), (end[1] > start[1]) - (end[1] < start[1]))
    for name, step in STEPS.items():
        if step == sign:
            return name
    return "N"


def track(image: Image.Image, points: Sequence[Point], wide: float, colour: Colour, edge: Colour) -> None:
    for extra, tone in ((12, INK), (0, edge), (-8, colour)):
        for a, b in pairwise(points):
            stroke(image, a, b, wide + extra, tone)


def over_edge(mark: Mark) -> tuple[tuple[Point, Point], tuple[Point, Point]] | None:
    """A jump from one edge to the opposite one (Subway) in two pieces: out over the edge, and in again."""
    (a, b), (c, d) = mark.cells[0], mark.cells[-1]
    if sorted((abs(a - c), abs(b - d))) != [0, SIDE - 1]:
        return None
    start, end = centre(mark.cells[0]), centre(mark.cells[-1])
    across = ((b > d) - (b < d), (a > c) - (a < c))
    x, y = across[0] * CELL * 0.7, across[1] * CELL * 0.7
    return (start, (start[0] + x, start[1] + y)), ((end[0] - x, end[1] - y), end)


def corners(points: Sequence[Point]) -> list[Point]:
    """The same way without the points in the middle of a straight run."""
    bends = [
        b
        for a, b, c in zip(points, points[1:], points[2:], strict=False)
        if (b[0] - a[0], b[1] - a[1]) != (c[0] - b[0], c[1] - b[1])
    ]
    return [points[0], *bends, *points[-1:]] if len(points) > 1 else []


def beam_ends(mark: Mark, scene: Scene) -> tuple[Point, Point]:
    """From the shooter to the robot hit, else on to the edge of the last lit cell, where something solid stands."""
    start, end = centre(mark.cells[0]), centre(mark.cells[-1])
    way = scene.aim(mark)
    if way is None or scene.hits(mark):
        return start, end
    row, column = STEPS[way]
    return start, (end[0] + column * CELL * 0.46, end[1] + row * CELL * 0.46)
