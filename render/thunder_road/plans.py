"""The answer being made, drawn in: path, ghost at its end, what can be entered next, the chopper's errand."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from PIL import Image

from engines.thunder_road.geometry import step
from engines.thunder_road.model import FRONT, LANES, Assign, Spot, seat_of, size_of
from engines.thunder_road.views import Plan, View
from render import sprites
from render.canvas import Point, Sketch, faded, stamp, stroke
from render.palette import FIRE, FIRE_LIT, HAZARD_LIT, INK, SEAT, SEAT_LIT, WHITE, Colour
from render.sprites import write_on
from render.thunder_road import crews, pieces, road, signs, ways
from render.thunder_road.lie import Lie


def flying(plan: Plan) -> bool:
    """Whether the chopper's space is to be chosen: it may be anywhere on the road."""
    return isinstance(plan.action, Assign) and plan.action.command == "airstrike" and plan.action.spot is None


def ground(image: Image.Image, view: View, where: Lie) -> None:
    """Under the cars: the way, and the spaces that can be entered next."""
    plan = view.plan
    if plan is None:
        return
    for spot in plan.options:
        stamp(image, road.lit(where.scale, SEAT[1]), *where.at(spot))
    tone = crews.tones(plan.seat)
    points = _points(view, plan, where)
    px = where.scale.px
    for wide, colour in ((0.24, INK), (0.14, tone.base)):
        for a, b in pairwise(points):
            stroke(image, a, b, px(wide), colour)


def _points(view: View, plan: Plan, where: Lie) -> list[Point]:
    """The way on the sheet; from the start area it begins in the car's bay."""
    points = [where.at(spot) for spot in plan.trail]
    car = None if plan.car is None else view.cars[plan.car]
    if car is not None and car.place == "start" and plan.car is not None and points:
        points.insert(0, road.bay(where, plan.car))
    return points


def air(image: Image.Image, view: View, where: Lie) -> None:
    """Over the cars: the car's ghost, numbers along the way, names of the next moves."""
    plan = view.plan
    if plan is None:
        return
    px = where.scale.px
    tone = crews.tones(plan.seat)
    if plan.car is not None and (now := road.at(view, where, plan.car)) is not None:
        stamp(image, sprites.halo(px(0.96), WHITE), *now)
    points = _points(view, plan, where)
    if len(points) > 1 and plan.car is not None:
        for k, (x, y) in enumerate(points[1:-1], 1):
            stamp(image, sprites.pad_badge(k, px(0.36)), x, y)
        x, y = points[-1]
        stamp(image, road.outline(where.scale, tone.lit, WHITE), x, y)
        stamp(image, _ghost(pieces.car(plan.seat, size_of(plan.car), px(0.84))), x, y)
        stamp(image, sprites.pad_badge(len(points) - 1, px(0.36)), x - px(0.36), y - px(0.3))
        _stop(image, plan.stop, x + px(0.34), y - px(0.36), px(0.5))
    _errand(image, view, plan, where)
    for name, spot in _named(view, plan):
        stamp(image, _tag(name, px(0.44)), *where.at(spot))


def _named(view: View, plan: Plan) -> list[tuple[str, Spot]]:
    """The next spaces with the name of the move that leads there."""
    here = plan.trail[-1] if plan.trail else None
    if here is None:
        return [(f"{LANES[spot.lane]}{spot.row + 1}", spot) for spot in plan.options]
    return [(way, spot) for way in FRONT if (spot := step(here, way)) in plan.options]


@cache
def _tag(text: str, size: int) -> Image.Image:
    s = Sketch(round(size * 1.7), size, unit=170)
    s.rect(0, 0, 170, 100, INK, 36)
    s.rect(7, 7, 163, 93, SEAT_LIT[1], 30)
    image = s.done()
    write_on(image, text, image.width * 0.5, size * 0.48, round(size * 0.72), INK)
    return image


def _stop(image: Image.Image, stop: str | None, x: float, y: float, size: int) -> None:
    """Why the path ends here."""
    if stop is None:
        return
    makers = {
        "rock": lambda: pieces.skull(size),
        "slam": lambda: sprites.bump(size, FIRE_LIT),
        "hazard": lambda: pieces.face_down(size),
        "oil": lambda: pieces.token("oil", size),
        "edge": lambda: sprites.chevron("N", size, HAZARD_LIT),
        "finish": lambda: signs.flag(size),
    }
    stamp(image, makers[stop](), x, y)


def _errand(image: Image.Image, view: View, plan: Plan, where: Lie) -> None:
    """The chopper's new place and what it shoots at; the car that is to be repaired."""
    action = plan.action
    if not isinstance(action, Assign):
        return
    px = where.scale.px
    if action.spot is not None:
        x, y = where.at(action.spot)
        if action.target is not None and (place := road.at(view, where, action.target)) is not None:
            ways.tracer(image, (x, y), place, px(0.12))
            stamp(image, aim(px(0.86), FIRE), *place)
        stamp(image, _ghost(pieces.chopper(plan.seat, px(1.0))), x, y)
        stamp(image, sprites.halo(px(1.0), WHITE), x, y)
    if action.repaired is not None and seat_of(action.repaired) is not None:
        place = road.at(view, where, action.repaired)
        if place is not None:
            stamp(image, signs.command("repair", px(0.46), state="chosen"), place[0] + px(0.3), place[1] - px(0.3))


@cache
def aim(pixels: int, colour: Colour) -> Image.Image:
    """Cross hairs."""
    s = Sketch(pixels)
    for r, wide, tone in ((48, 11, INK), (46, 6, colour)):
        s.arc(50, 50, r, 0, 360, wide, tone)
    for wide, tone in ((11, INK), (5, colour)):
        for line in ([(50, 4), (50, 28)], [(50, 72), (50, 96)], [(4, 50), (28, 50)], [(72, 50), (96, 50)]):
            s.line([(float(a), float(b)) for a, b in line], wide, tone)
    return s.done()


def _ghost(sprite: Image.Image) -> Image.Image:
    """Where a piece would stand."""
    return faded(sprite, 0.6)
