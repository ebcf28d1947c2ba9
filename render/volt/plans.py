"""What a plan would do: dashed ways and beams with the number of their pad, and a pale robot where it ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PIL import Image

from engines.grid import STEPS
from engines.volt.model import Mark, View
from render import robots, sprites
from render.canvas import Point, stamp, stroke
from render.palette import FIRE, GEM_DARK, INK, WHITE
from render.volt import gearmarks
from render.volt.arena import CELL, centre
from render.volt.names import body_of
from render.volt.scene import Drawer, Scene, beam_ends, corners, heading, way

LANE: Final = 15
"""How far the ways of two pads are apart, so that one there and back can be read."""


def _lane(mark: Mark) -> float:
    return ((mark.pad or 0) - 1) * LANE


def _way(image: Image.Image, mark: Mark, scene: Scene) -> None:
    tone = scene.tones(mark)
    wide = 16 if mark.kind == "path" else 9
    points = way(mark.cells, _lane(mark))
    for a, b in pairwise(corners(points)):
        stroke(image, a, b, wide + 10, INK)
        stroke(image, a, b, wide, tone.base, dash=18)
    if len(mark.cells) > 1:
        direction = heading(mark.cells[-2], mark.cells[-1])
        row, column = STEPS[direction]
        x, y = points[-1]
        stamp(image, sprites.arrow_head(direction, 58, tone.base), x + column * 8, y + row * 8)


def _beam(image: Image.Image, mark: Mark, scene: Scene) -> None:
    start, end = beam_ends(mark, scene)
    stroke(image, start, end, 20, INK)
    stroke(image, start, end, 12, GEM_DARK if scene.cools(mark) else FIRE, dash=18)
    stroke(image, start, end, 4, WHITE, dash=18)
    if not scene.hits(mark):
        stamp(image, sprites.burst(54), *end)


def _hit(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """In the sights, not hit yet."""
    stamp(image, sprites.halo(128, FIRE), *centre(mark.cells[0]))


GROUND: dict[str, Drawer] = {"path": _way, "push": _way, "beam": _beam, "hit": _hit, **gearmarks.PLANNED_GROUND}
AIR: dict[str, Drawer] = gearmarks.PLANNED_AIR


def finish(image: Image.Image, view: View) -> None:
    """The robot where the plan ends, and the pads' numbers."""
    assert view.plan is not None
    _end(image, view)
    _pad_numbers(image, view.plan.marks)


def _end(image: Image.Image, view: View) -> None:
    """A pale robot where the plan ends."""
    assert view.plan is not None
    seat = view.plan.seat
    ways = [mark for mark in view.plan.marks if mark.kind in ("path", "jump") and mark.seat == seat]
    lost = any(mark.kind == "destroyed" and mark.seat == seat for mark in view.plan.marks)
    if ways and not lost and ways[-1].cells[-1] != view.robots[seat].pos:
        x, y = centre(ways[-1].cells[-1])
        stamp(image, robots.ghost(body_of(view, seat), 84), x, y - 3)


_NUMBERED: Final = ("path", "jump", "beam", "blast", "dud", "pull")


def _pad_numbers(image: Image.Image, marks: Sequence[Mark]) -> None:
    """Each pad's number on its way or beam, once, where no other number lies yet."""
    taken: list[Point] = []
    numbered: set[int] = set()
    for mark in marks:
        if mark.pad is None or mark.kind not in _NUMBERED or mark.pad in numbered:
            continue
        numbered.add(mark.pad)
        shift = _lane(mark) if mark.kind == "path" else 0
        points = way(mark.cells[:1] if mark.kind == "blast" else mark.cells, shift)
        places = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]
        places.sort(
            key=lambda p: math.dist(p, ((points[0][0] + points[-1][0]) / 2, (points[0][1] + points[-1][1]) / 2))
        )
        places += [(points[0][0] + dx, points[0][1] + dy) for dx, dy in ((-36, -36), (36, -36), (36, 36), (-36, 36))]
        at = next((p for p in places if all(math.dist(p, other) >= CELL * 0.42 for other in taken)), places[0])
        taken.append(at)
        stamp(image, sprites.pad_badge(mark.pad + 1, 42), *at)
