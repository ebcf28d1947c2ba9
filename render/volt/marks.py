"""What is drawn over the board: what a command did, or what a plan would do.

``ground`` goes under the robots, ``air`` over them. A planned mark is dashed and carries the number of its pad.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PIL import Image

from engines.grid import STEPS, Cell, Direction
from engines.volt.model import Command, Mark, View
from render import robots, sprites
from render.canvas import Point, stamp, stroke
from render.palette import (
    FIRE,
    FIRE_DARK,
    FIRE_LIT,
    GEM,
    GEM_LIT,
    INK,
    SEAT,
    SEAT_DEEP,
    SEAT_LIT,
    WHITE,
    Colour,
)
from render.volt.arena import CELL, centre

LANE = 15
"""How far the ways of two pads are apart, so that one there and back can be read."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Marks that belong together, and the commands that they come from."""

    marks: tuple[Mark, ...]
    commands: dict[int | None, Command | None]
    """By pad; ``None`` for the one command of a step."""

    def aim(self, mark: Mark) -> Direction | None:
        """Where the command of a mark points."""
        command = self.commands.get(mark.pad) or self.commands.get(None)
        return None if command is None else command.dir

    def hits(self, beam: Mark) -> bool:
        """Whether the beam ends in a robot, not at something solid."""
        return any(
            other.kind == "hit" and other.cells[0] == beam.cells[-1] and other.pad == beam.pad for other in self.marks
        )

    def falls(self, mark: Mark) -> bool:
        """Whether it was a fall that destroyed the robot: the fall shows it."""
        return any(other.kind == "fall" and (other.seat, other.pad) == (mark.seat, mark.pad) for other in self.marks)


def happened(view: View) -> Scene:
    """What this step did."""
    return Scene(tuple(sorted(view.marks, key=_layer)), {None: view.command})


def planned(view: View) -> Scene:
    """What the viewer's plan would do."""
    if view.plan is None:
        return Scene((), {})
    return Scene(tuple(sorted(view.plan.marks, key=_layer)), dict(enumerate(view.plan.program.pads)))


def _layer(mark: Mark) -> int:
    """Lower layers are drawn first: light and rings, ways, beams, blasts."""
    return {"refill": 0, "restart": 0, "scored": 0, "path": 1, "push": 2, "fall": 3, "beam": 4}.get(mark.kind, 5)


def ground(image: Image.Image, view: View) -> None:
    """Everything that lies under the robots."""
    for scene, drawers in ((happened(view), _GROUND), (planned(view), _GROUND | _PLANNED)):
        for mark in scene.marks:
            drawers.get(mark.kind, _nothing)(image, mark, scene)


def air(image: Image.Image, view: View) -> None:
    """Everything that lies over the robots."""
    for scene in (happened(view), planned(view)):
        for mark in scene.marks:
            _AIR.get(mark.kind, _nothing)(image, mark, scene)
    if view.plan is not None:
        _planned_end(image, view)
        _pad_numbers(image, view.plan.marks)


def _nothing(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """This kind has nothing on this side of the robots."""


def _seat(mark: Mark) -> int:
    return (mark.seat or 0) % len(SEAT)


def _way(cells: Sequence[Cell], shift: float = 0.0) -> list[Point]:
    return [(x + shift, y + shift) for x, y in map(centre, cells)]


def _heading(start: Cell, end: Cell) -> Direction:
    """The compass direction from one cell to another."""
    sign = ((end[0] > start[0]) - (end[0] < start[0]), (end[1] > start[1]) - (end[1] < start[1]))
    for name, step in STEPS.items():
        if step == sign:
            return name
    return "N"


def _track(image: Image.Image, points: Sequence[Point], wide: float, colour: Colour, edge: Colour) -> None:
    for extra, tone in ((12, INK), (0, edge), (-8, colour)):
        for a, b in pairwise(points):
            stroke(image, a, b, wide + extra, tone)


def _path(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """The actor's own way: a broad track with chevrons, a footprint where it began."""
    seat = _seat(mark)
    points = _way(mark.cells)
    stamp(image, sprites.ring(92, SEAT[seat], SEAT_DEEP[seat]), *points[0])
    _track(image, _corners(points), 40, SEAT[seat], SEAT_DEEP[seat])
    for (a, b), (start, end) in zip(pairwise(points), pairwise(mark.cells), strict=True):
        heading = _heading(start, end)
        for share in (0.0, 0.5):
            at = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            stamp(image, sprites.chevron(heading, 32, INK), *at)


def _corners(points: Sequence[Point]) -> list[Point]:
    """The same way without the points in the middle of a straight run."""
    bends = [
        b
        for a, b, c in zip(points, points[1:], points[2:], strict=False)
        if (b[0] - a[0], b[1] - a[1]) != (c[0] - b[0], c[1] - b[1])
    ]
    return [points[0], *bends, *points[-1:]] if len(points) > 1 else []


def _push(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """Another robot's way: a thin track from where it was hit."""
    seat = _seat(mark)
    points = _way(mark.cells)
    _track(image, _corners(points), 20, SEAT[seat], SEAT_DEEP[seat])
    stamp(image, sprites.bump(70, SEAT_LIT[seat]), *points[0])


def _push_heads(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """Solid heads on the borders that it was pushed over; the robots would hide them from below."""
    for start, end in pairwise(mark.cells):
        (ax, ay), (bx, by) = centre(start), centre(end)
        x, y = ax + (bx - ax) * 0.62, ay + (by - ay) * 0.62
        stamp(image, sprites.arrow_head(_heading(start, end), 60, SEAT_LIT[_seat(mark)]), x, y)


def _beam(image: Image.Image, mark: Mark, scene: Scene) -> None:
    start, end = _beam_ends(mark, scene)
    stroke(image, start, end, 46, FIRE, opacity=0.32)
    stroke(image, start, end, 28, FIRE_DARK)
    stroke(image, start, end, 22, FIRE)
    stroke(image, start, end, 13, FIRE_LIT)
    stroke(image, start, end, 7, WHITE)
    if not scene.hits(mark):
        stamp(image, sprites.burst(72), *end)


def _beam_ends(mark: Mark, scene: Scene) -> tuple[Point, Point]:
    """From the shooter to the robot hit, else on to the edge of the last lit cell, where something solid stands."""
    start, end = centre(mark.cells[0]), centre(mark.cells[-1])
    heading = scene.aim(mark)
    if heading is None and start != end:
        heading = _heading(mark.cells[0], mark.cells[-1])
    if heading is None or scene.hits(mark):
        return start, end
    row, column = STEPS[heading]
    return start, (end[0] + column * CELL * 0.46, end[1] + row * CELL * 0.46)


def _hit(image: Image.Image, mark: Mark, scene: Scene) -> None:
    stamp(image, sprites.burst(168), *centre(mark.cells[0]))


def _hit_tag(image: Image.Image, mark: Mark, scene: Scene) -> None:
    x, y = centre(mark.cells[0])
    stamp(image, sprites.tag("-1", 40, FIRE, WHITE), x + 36, y - 42)


def _destroyed(image: Image.Image, mark: Mark, scene: Scene) -> None:
    if scene.falls(mark):
        return
    stamp(image, sprites.blast(136), *centre(mark.cells[0]))


def _destroyed_badge(image: Image.Image, mark: Mark, scene: Scene) -> None:
    if scene.falls(mark):
        return
    x, y = centre(mark.cells[0])
    stamp(image, robots.wreck(_seat(mark), 54), x, y)


def _fall(image: Image.Image, mark: Mark, scene: Scene) -> None:
    seat = _seat(mark)
    start, end = centre(mark.cells[0]), centre(mark.cells[-1])
    _track(image, (start, end), 22, SEAT[seat], SEAT_DEEP[seat])
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    stamp(image, sprites.arrow_head(_heading(mark.cells[0], mark.cells[-1]), 60, SEAT_LIT[seat]), *middle)


def _falling(image: Image.Image, mark: Mark, scene: Scene) -> None:
    x, y = centre(mark.cells[-1])
    stamp(image, sprites.burst(92), x, y)
    stamp(image, sprites.swirl(98), x, y)
    stamp(image, robots.robot(_seat(mark), 48), x, y + 2)


def _blocked(image: Image.Image, mark: Mark, scene: Scene) -> None:
    (ax, ay), (bx, by) = centre(mark.cells[0]), centre(mark.cells[-1])
    heading = _heading(mark.cells[0], mark.cells[-1])
    stamp(image, sprites.barrier(heading, 92), ax + (bx - ax) * 0.5, ay + (by - ay) * 0.5)


def _scored(image: Image.Image, mark: Mark, scene: Scene) -> None:
    stamp(image, sprites.rays(150, GEM_LIT), *centre(mark.cells[0]))


def _scored_tag(image: Image.Image, mark: Mark, scene: Scene) -> None:
    x, y = centre(mark.cells[0])
    stamp(image, sprites.gem(46), x - 40, y - 36)
    stamp(image, sprites.tag(f"+{len(mark.cells)}", 42, GEM, INK), x + 38, y - 38)


def _refill(image: Image.Image, mark: Mark, scene: Scene) -> None:
    for cell in mark.cells:
        stamp(image, sprites.rays(124, GEM), *centre(cell))


def _restart(image: Image.Image, mark: Mark, scene: Scene) -> None:
    seat = _seat(mark)
    x, y = centre(mark.cells[0])
    stamp(image, sprites.rays(150, SEAT_LIT[seat]), x, y)
    stamp(image, sprites.ring(108, SEAT[seat], SEAT_DEEP[seat]), x, y)


Drawer = Callable[[Image.Image, Mark, Scene], None]

_GROUND: dict[str, Drawer] = {
    "path": _path,
    "push": _push,
    "beam": _beam,
    "hit": _hit,
    "destroyed": _destroyed,
    "fall": _fall,
    "scored": _scored,
    "refill": _refill,
    "restart": _restart,
}
_AIR: dict[str, Drawer] = {
    "push": _push_heads,
    "hit": _hit_tag,
    "destroyed": _destroyed_badge,
    "fall": _falling,
    "blocked": _blocked,
    "scored": _scored_tag,
}


# ---- plans


def _lane(mark: Mark) -> float:
    return ((mark.pad or 0) - 1) * LANE


def _planned_way(image: Image.Image, mark: Mark, scene: Scene) -> None:
    seat = _seat(mark)
    wide = 16 if mark.kind == "path" else 9
    for a, b in pairwise(_corners(_way(mark.cells, _lane(mark)))):
        stroke(image, a, b, wide + 10, INK)
        stroke(image, a, b, wide, SEAT[seat], dash=18)
    if len(mark.cells) > 1:
        heading = _heading(mark.cells[-2], mark.cells[-1])
        x, y = _way(mark.cells, _lane(mark))[-1]
        row, column = STEPS[heading]
        stamp(image, sprites.arrow_head(heading, 58, SEAT[seat]), x + column * 8, y + row * 8)


def _planned_beam(image: Image.Image, mark: Mark, scene: Scene) -> None:
    start, end = _beam_ends(mark, scene)
    stroke(image, start, end, 20, INK)
    stroke(image, start, end, 12, FIRE, dash=18)
    stroke(image, start, end, 4, WHITE, dash=18)
    if not scene.hits(mark):
        stamp(image, sprites.burst(54), *end)


def _planned_hit(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """In the sights, not hit yet."""
    stamp(image, sprites.halo(128, FIRE), *centre(mark.cells[0]))


_PLANNED: dict[str, Drawer] = {
    "path": _planned_way,
    "push": _planned_way,
    "beam": _planned_beam,
    "hit": _planned_hit,
}


def _planned_end(image: Image.Image, view: View) -> None:
    """A pale robot where the plan ends."""
    assert view.plan is not None
    ways = [mark for mark in view.plan.marks if mark.kind == "path" and mark.seat == view.plan.seat]
    lost = any(mark.kind == "destroyed" and mark.seat == view.plan.seat for mark in view.plan.marks)
    if ways and not lost and ways[-1].cells[-1] != view.robots[view.plan.seat].pos:
        x, y = centre(ways[-1].cells[-1])
        stamp(image, robots.ghost(view.plan.seat, 84), x, y - 3)


def _pad_numbers(image: Image.Image, marks: Sequence[Mark]) -> None:
    """Each pad's number on its way or beam, where no other number lies yet."""
    taken: list[Point] = []
    for mark in marks:
        if mark.pad is None or mark.kind not in ("path", "beam"):
            continue
        shift = _lane(mark) if mark.kind == "path" else 0
        points = _way(mark.cells, shift)
        places = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]
        places.sort(
            key=lambda p: math.dist(p, ((points[0][0] + points[-1][0]) / 2, (points[0][1] + points[-1][1]) / 2))
        )
        places += [(points[0][0] + dx, points[0][1] + dy) for dx, dy in ((-36, -36), (36, -36), (36, 36), (-36, 36))]
        at = next((p for p in places if all(math.dist(p, other) >= CELL * 0.42 for other in taken)), places[0])
        taken.append(at)
        stamp(image, sprites.pad_badge(mark.pad + 1, 42), *at)
