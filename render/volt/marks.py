"""What is drawn over the board: what a command did, or what a plan would do.

``ground`` goes under the robots, ``air`` over them.
"""

from __future__ import annotations

from itertools import pairwise

from PIL import Image

from engines.volt.model import Mark, View
from render import robots, sprites
from render.canvas import stamp, stroke
from render.palette import FIRE, FIRE_DARK, FIRE_LIT, GEM, GEM_DARK, GEM_DEEP, GEM_LIT, INK, WHITE
from render.volt import gearmarks, plans
from render.volt.arena import centre
from render.volt.scene import Drawer, Scene, beam_ends, corners, happened, heading, planned, track, way


def ground(image: Image.Image, view: View) -> None:
    """Everything that lies under the robots."""
    for scene, drawers in ((happened(view), _GROUND), (planned(view), _GROUND | plans.GROUND)):
        for mark in scene.marks:
            drawers.get(mark.kind, _nothing)(image, mark, scene)


def air(image: Image.Image, view: View) -> None:
    """Everything that lies over the robots."""
    for scene, drawers in ((happened(view), _AIR), (planned(view), _AIR | plans.AIR)):
        for mark in scene.marks:
            drawers.get(mark.kind, _nothing)(image, mark, scene)
    if view.plan is not None:
        plans.finish(image, view)


def _nothing(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """This kind has nothing on this side of the robots."""


def _path(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """The actor's own way: a broad track with chevrons, a footprint where it began."""
    tone = scene.tones(mark)
    points = way(mark.cells)
    stamp(image, sprites.ring(92, tone.base, tone.deep), *points[0])
    track(image, corners(points), 40, tone.base, tone.deep)
    for (a, b), (start, end) in zip(pairwise(points), pairwise(mark.cells), strict=True):
        direction = heading(start, end)
        for share in (0.0, 0.5):
            at = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            stamp(image, sprites.chevron(direction, 32, INK), *at)


def _push(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """Another robot's way: a thin track from where it was hit."""
    tone = scene.tones(mark)
    points = way(mark.cells)
    track(image, corners(points), 20, tone.base, tone.deep)
    stamp(image, sprites.bump(70, tone.lit), *points[0])


def _push_heads(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """Solid heads on the borders that it was pushed over; the robots would hide them from below."""
    for start, end in pairwise(mark.cells):
        (ax, ay), (bx, by) = centre(start), centre(end)
        x, y = ax + (bx - ax) * 0.62, ay + (by - ay) * 0.62
        stamp(image, sprites.arrow_head(heading(start, end), 60, scene.tones(mark).lit), x, y)


def _beam(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """A red laser; one that only cools is as blue as ice."""
    start, end = beam_ends(mark, scene)
    edge, base, lit = (GEM_DEEP, GEM_DARK, GEM_LIT) if scene.cools(mark) else (FIRE_DARK, FIRE, FIRE_LIT)
    stroke(image, start, end, 46, base, opacity=0.32)
    stroke(image, start, end, 28, edge)
    stroke(image, start, end, 22, base)
    stroke(image, start, end, 13, lit)
    stroke(image, start, end, 7, WHITE)
    if not scene.hits(mark):
        stamp(image, sprites.burst(72), *end)


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
    stamp(image, robots.wreck(scene.body(mark), 54), x, y)


def _fall(image: Image.Image, mark: Mark, scene: Scene) -> None:
    tone = scene.tones(mark)
    start, end = centre(mark.cells[0]), centre(mark.cells[-1])
    track(image, (start, end), 22, tone.base, tone.deep)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    stamp(image, sprites.arrow_head(heading(mark.cells[0], mark.cells[-1]), 60, tone.lit), *middle)


def _falling(image: Image.Image, mark: Mark, scene: Scene) -> None:
    x, y = centre(mark.cells[-1])
    stamp(image, sprites.burst(92), x, y)
    stamp(image, sprites.swirl(98), x, y)
    stamp(image, robots.robot(scene.body(mark), 48), x, y + 2)


def _blocked(image: Image.Image, mark: Mark, scene: Scene) -> None:
    (ax, ay), (bx, by) = centre(mark.cells[0]), centre(mark.cells[-1])
    direction = heading(mark.cells[0], mark.cells[-1])
    stamp(image, sprites.barrier(direction, 92), ax + (bx - ax) * 0.5, ay + (by - ay) * 0.5)


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
    tone = scene.tones(mark)
    x, y = centre(mark.cells[0])
    stamp(image, sprites.rays(150, tone.lit), x, y)
    stamp(image, sprites.ring(108, tone.base, tone.deep), x, y)


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
    **gearmarks.GROUND,
}
_AIR: dict[str, Drawer] = {
    "push": _push_heads,
    "hit": _hit_tag,
    "destroyed": _destroyed_badge,
    "fall": _falling,
    "blocked": _blocked,
    "scored": _scored_tag,
    **gearmarks.AIR,
}
