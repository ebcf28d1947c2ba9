"""What a question inside a turn is about: where the car can go on, whom it can hit, where the dice send whom."""

from __future__ import annotations

from PIL import Image

from engines.thunder_road import legal
from engines.thunder_road.geometry import on_lanes, step
from engines.thunder_road.model import FRONT, Slam, Spot, seat_of, size_of
from engines.thunder_road.views import View
from render import sprites
from render.canvas import Point, faded, stamp, stroke
from render.palette import FIRE, INK, SEAT, WHITE, Colour
from render.thunder_road import crews, pieces, plans, road
from render.thunder_road.lie import Lie
from render.thunder_road.scene import head, seen

ONWARD = ("move", "bonus")


def about(view: View) -> bool:
    """Whether the view, seen from near, is one that a question is asked about: nothing else is drawn over it."""
    running = view.winner is None and not view.marks and view.plan is None
    return running and (view.turn.car is not None or view.slam is not None)


def ground(image: Image.Image, view: View, where: Lie) -> None:
    """Under the cars: the spaces that can be entered next."""
    for spot in _next(view):
        stamp(image, road.lit(where.scale, SEAT[1]), *where.at(spot))


def air(image: Image.Image, view: View, where: Lie) -> None:
    """Over the cars: moves left or to be had, cross hairs, the way of a slam."""
    if view.slam is not None:
        _slam(image, view, view.slam, where)
        return
    car = view.turn.car
    here = None if car is None else road.at(view, where, car)
    if view.turn.stage == "shot":
        for target in legal.shooting_at(view):
            if (aim := road.at(view, where, target)) is not None:
                stamp(image, plans.aim(where.scale.px(0.86), FIRE), *aim)
    elif view.turn.stage in ONWARD and here is not None:
        moves = view.road_die if view.turn.stage == "bonus" else view.turn.left
        size = where.scale.px(0.42)
        stamp(image, sprites.pad_badge(moves, size), here[0] + size, here[1] - size)


def _next(view: View) -> list[Spot]:
    """In front of the car that drives; nothing in other questions."""
    car = view.turn.car
    if view.slam is not None or view.turn.stage not in ONWARD or car is None or (spot := view.cars[car].spot) is None:
        return []
    return [to for way in FRONT if on_lanes(to := step(spot, way)) and to.row < view.front]


def _slam(image: Image.Image, view: View, slam: Slam, where: Lie) -> None:
    """Whom the dice send where; a wreck has no ghost."""
    start = road.at(view, where, slam.bottom)
    spot = _spot(view, slam)
    if slam.mover is None or slam.dir is None or start is None or spot is None:
        return
    mover = slam.top if slam.mover == "top" else slam.bottom
    end = seen(step(spot, slam.dir), where)
    seat = seat_of(mover)
    if seat is not None:
        stamp(image, faded(pieces.car(seat, size_of(mover), where.scale.px(0.84)), 0.6), *end)
    _arrow(image, start, end, where, WHITE if seat is None else crews.tones(seat).lit)


def _spot(view: View, slam: Slam) -> Spot | None:
    """Where the slam is."""
    if slam.bottom < len(view.cars):
        return view.cars[slam.bottom].spot
    return next((wreck.spot for wreck in view.wrecks if wreck.id == slam.bottom), None)


def _arrow(image: Image.Image, start: Point, end: Point, where: Lie, colour: Colour) -> None:
    px = where.scale.px
    for wide, tone in ((0.2, INK), (0.1, colour)):
        stroke(image, start, end, px(wide), tone)
    head(image, start, end, px(0.4), colour)
