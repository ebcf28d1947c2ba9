"""Marks that only modules, mines, killbots and workshops make."""

from __future__ import annotations

from itertools import pairwise

from PIL import Image

from engines.grid import STEPS
from engines.volt.model import Mark
from render import sprites
from render.canvas import Point, stamp, stroke
from render.palette import (
    ALLOY,
    FIRE,
    FIRE_DARK,
    FLAME,
    GEM_DARK,
    GEM_LIT,
    HAZARD,
    HAZARD_LIT,
    INK,
    SILVER,
    STEEL,
    WHITE,
)
from render.volt import gear
from render.volt.arena import BOARD, CELL, RIM, centre
from render.volt.scene import Drawer, Scene, beam_ends, corners, heading, over_edge, track, way


def _pull(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """An arm reaches out to where the robot stood; the robot's own way lies on it."""
    if len(mark.cells) < 2:
        return
    direction = heading(mark.cells[0], mark.cells[1])
    start, end = centre(mark.cells[0]), centre(mark.cells[-1])
    row, column = STEPS[direction]
    base = (end[0] + column * CELL, end[1] + row * CELL)
    if scene.actor is not None and heading(mark.cells[0], scene.actor) == direction:
        base = centre(scene.actor)
    for wide, colour in ((34, INK), (26, STEEL), (14, SILVER)):
        stroke(image, base, start, wide, colour)
    tone = scene.tones(mark)
    track(image, (start, end), 12, tone.base, tone.deep)
    stamp(image, gear.claw(76, direction), *start)


def _pull_heads(image: Image.Image, mark: Mark, scene: Scene) -> None:
    for start, end in pairwise(mark.cells):
        (ax, ay), (bx, by) = centre(start), centre(end)
        x, y = ax + (bx - ax) * 0.62, ay + (by - ay) * 0.62
        stamp(image, sprites.arrow_head(heading(start, end), 56, scene.tones(mark).lit), x, y)


def _jump(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """Out of one ring and into another; what lies between is not touched. Over the edge the way goes on outside."""
    tone = scene.tones(mark)
    if (pieces := over_edge(mark)) is not None:
        for piece in pieces:
            track(image, piece, 40, tone.base, tone.deep)
        direction = heading(mark.cells[-1], mark.cells[0])
        for (ax, ay), (bx, by) in pieces:
            stamp(image, sprites.chevron(direction, 32, INK), (ax + bx) / 2, (ay + by) / 2)
        return
    start, end = centre(mark.cells[0]), centre(mark.cells[-1])
    stroke(image, start, end, 20, INK, dash=16)
    stroke(image, start, end, 11, tone.lit, dash=16)
    stamp(image, gear.portal(96, tone.base, tone.deep, out=False), *start)
    stamp(image, gear.portal(112, tone.base, tone.deep, out=True), *end)


def _mirror(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """A beam sent back: a thin double line beside the one that came."""
    start, end = beam_ends(mark, scene)
    if len(mark.cells) > 1:
        row, column = STEPS[heading(mark.cells[0], mark.cells[1])]
        shift = (-row * 15, column * 15)
        start, end = (start[0] + shift[0], start[1] + shift[1]), (end[0] + shift[0], end[1] + shift[1])
    for wide, colour in ((22, INK), (16, FIRE_DARK), (11, HAZARD), (5, WHITE)):
        stroke(image, start, end, wide, colour)
    if not scene.hits(mark):
        stamp(image, sprites.burst(60), *end)


def _mirror_plate(image: Image.Image, mark: Mark, scene: Scene) -> None:
    x, y = centre(mark.cells[0])
    direction = heading(mark.cells[0], mark.cells[1]) if len(mark.cells) > 1 else "N"
    row, column = STEPS[direction]
    stamp(image, gear.mirror_plate(92, direction), x + column * 46, y + row * 46)


def _blast(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """A flash on every cell in reach, the fire in the middle."""
    for cell in mark.cells[1:]:
        stamp(image, gear.scorch(98), *centre(cell))
    stamp(image, sprites.burst(150), *centre(mark.cells[0]))


def _dud(image: Image.Image, mark: Mark, scene: Scene) -> None:
    start, end = centre(mark.cells[0]), _inside(centre(mark.cells[-1]))
    stroke(image, start, end, 14, INK, dash=14)
    stroke(image, start, end, 7, ALLOY, dash=14)


def _inside(at: Point) -> Point:
    """A point off the board moved to the rim."""
    return (min(max(at[0], RIM * 0.8), BOARD - RIM * 0.8), min(max(at[1], RIM * 0.8), BOARD - RIM * 0.8))


def _dud_sign(image: Image.Image, mark: Mark, scene: Scene) -> None:
    stamp(image, gear.dud(74), *_inside(centre(mark.cells[-1])))


def _shield(image: Image.Image, mark: Mark, scene: Scene) -> None:
    x, y = centre(mark.cells[0])
    stamp(image, gear.shield_bubble(116), x, y - 3)
    stamp(image, gear.shield_badge(46), x + 38, y - 38)


def _cooled(image: Image.Image, mark: Mark, scene: Scene) -> None:
    stamp(image, sprites.rays(160, GEM_LIT), *centre(mark.cells[0]))


def _cooled_ring(image: Image.Image, mark: Mark, scene: Scene) -> None:
    x, y = centre(mark.cells[0])
    stamp(image, sprites.halo(128, GEM_LIT), x, y)
    stamp(image, gear.frost_badge(54), x + 36, y + 2)


def _mine(image: Image.Image, mark: Mark, scene: Scene) -> None:
    x, y = centre(mark.cells[0])
    stamp(image, sprites.burst(150), x, y)
    stamp(image, gear.mine(mark.seat, 92), x, y)


def _mine_flash(image: Image.Image, mark: Mark, scene: Scene) -> None:
    x, y = centre(mark.cells[0])
    stamp(image, gear.spark(64, FLAME, HAZARD_LIT), x - 32, y + 32)
    stamp(image, gear.mine(mark.seat, 42), x - 32, y + 32)


def _laid(image: Image.Image, mark: Mark, scene: Scene) -> None:
    tone = scene.tones(mark)
    stamp(image, sprites.rays(130, tone.lit), *centre(mark.cells[0]))


def _laid_mine(image: Image.Image, mark: Mark, scene: Scene) -> None:
    x, y = centre(mark.cells[0])
    stamp(image, gear.mine(mark.seat, 84), x, y)
    stamp(image, sprites.halo(104, WHITE), x, y)


def _workshop(image: Image.Image, mark: Mark, scene: Scene) -> None:
    stamp(image, sprites.rays(150, HAZARD_LIT), *centre(mark.cells[0]))


def _workshop_badge(image: Image.Image, mark: Mark, scene: Scene) -> None:
    x, y = centre(mark.cells[0])
    stamp(image, gear.wrench_badge(54), x - 38, y - 36)


GROUND: dict[str, Drawer] = {
    "pull": _pull,
    "jump": _jump,
    "mirror": _mirror,
    "blast": _blast,
    "dud": _dud,
    "cooled": _cooled,
    "mine": _mine,
    "laid": _laid,
    "workshop": _workshop,
}
AIR: dict[str, Drawer] = {
    "pull": _pull_heads,
    "mirror": _mirror_plate,
    "dud": _dud_sign,
    "shield": _shield,
    "cooled": _cooled_ring,
    "mine": _mine_flash,
    "laid": _laid_mine,
    "workshop": _workshop_badge,
}


# ---- what a plan would do: the same, dashed or pale


def _planned_pull(image: Image.Image, mark: Mark, scene: Scene) -> None:
    points = way(mark.cells)
    for a, b in pairwise(corners(points)):
        stroke(image, a, b, 20, INK)
        stroke(image, a, b, 12, SILVER, dash=18)
    stamp(image, gear.claw(60, heading(mark.cells[0], mark.cells[-1])), *points[0])


def _planned_jump(image: Image.Image, mark: Mark, scene: Scene) -> None:
    tone = scene.tones(mark)
    if (pieces := over_edge(mark)) is not None:
        for a, b in pieces:
            stroke(image, a, b, 26, INK)
            stroke(image, a, b, 16, tone.base, dash=18)
        return
    start, end = centre(mark.cells[0]), centre(mark.cells[-1])
    stroke(image, start, end, 15, INK, dash=12)
    stroke(image, start, end, 8, tone.base, dash=12)
    stamp(image, gear.portal(84, tone.base, tone.deep, out=False), *end)


def _planned_mirror(image: Image.Image, mark: Mark, scene: Scene) -> None:
    start, end = beam_ends(mark, scene)
    stroke(image, start, end, 14, INK)
    stroke(image, start, end, 8, HAZARD, dash=14)


def _planned_blast(image: Image.Image, mark: Mark, scene: Scene) -> None:
    for cell in mark.cells[1:]:
        stamp(image, sprites.halo(94, FIRE), *centre(cell))
    stamp(image, sprites.burst(96), *centre(mark.cells[0]))


def _planned_cooled(image: Image.Image, mark: Mark, scene: Scene) -> None:
    stamp(image, sprites.halo(128, GEM_DARK), *centre(mark.cells[0]))


def _planned_laid(image: Image.Image, mark: Mark, scene: Scene) -> None:
    stamp(image, gear.ghost_mine(mark.seat, 70), *centre(mark.cells[0]))


def _nothing(image: Image.Image, mark: Mark, scene: Scene) -> None:
    """Drawn on one side of the robots only."""


PLANNED_GROUND: dict[str, Drawer] = {
    "pull": _planned_pull,
    "jump": _planned_jump,
    "mirror": _planned_mirror,
    "blast": _planned_blast,
    "cooled": _planned_cooled,
    "laid": _planned_laid,
}
PLANNED_AIR: dict[str, Drawer] = {"laid": _nothing}
