"""The whole picture: the band at the top, the road at the left, the crews' boards at the right."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engines.thunder_road.facts import ROWS
from engines.thunder_road.model import Assign, Spot
from engines.thunder_road.views import View
from locales import speak
from render.palette import COAL
from render.studio import Look
from render.thunder_road import asked, boards, heading, legend, marks, plans, road
from render.thunder_road.heading import WIDE
from render.thunder_road.lie import Lie
from render.thunder_road.names import drawn_names

GAP: Final = 8
LEAST: Final = 6
"""At least so many rows are shown of a step."""
START_LEAST: Final = 4
"""At least so many where the start area is shown as well."""
AHEAD: Final = 3
"""So far a car's driver looks ahead, in rows."""


def paint(view: View, look: Look) -> Image.Image:
    """A fresh picture, 800 pixels wide: the whole road, or the rows that matter to a step, a plan or a question."""
    words = speak(look.language)
    names = drawn_names(view, words, look.names)
    near = look.size == "step"
    question = near and asked.about(view)
    planned = view.plan is not None and not plans.flying(view.plan)
    small = planned or question or (near and bool(view.marks))
    where = road.stretch(view, *rows(view)) if small else road.whole(view)
    sheet = _sheet(view, where, look, question=question)
    top = heading.height(view, small=small)
    image = Image.new("RGB", (WIDE, top + sheet.height + 4), COAL)
    heading.paint(image, view, words, names, small=small)
    image.paste(sheet, (GAP // 2, top))
    left = sheet.width + GAP
    wide = WIDE - left - 4
    if small:
        boards.beside(image, view, names, left, top, wide, image.height - top - 4)
    else:
        end = boards.paint(image, view, words, names, left, top, wide)
        legend.paint(image, view, words, left, end, wide, image.height - end - 4)
    return image


def _sheet(view: View, where: Lie, look: Look, *, question: bool) -> Image.Image:
    image = road.base(view, where, look.language)
    road.pave(image, view, where)
    marks.ground(image, view, where)
    plans.ground(image, view, where)
    if question:
        asked.ground(image, view, where)
    road.populate(image, view, where)
    road.fly(image, view, where)
    marks.air(image, view, where)
    plans.air(image, view, where)
    if question:
        asked.air(image, view, where)
    road.frame(image, where)
    return image


def rows(view: View) -> tuple[int, int]:
    """The rows that matter: first, and one past the last."""
    spots = _matter(view)
    low = min((spot.row for spot in spots), default=view.rear) - 1
    high = max((spot.row for spot in spots), default=view.rear) + 2
    low, high = max(low, view.rear), min(high, view.front)
    least = START_LEAST if low == view.rear and road.waiting(view) else LEAST
    while high - low < least:
        if high < view.front:
            high += 1
        if high - low < least and low > view.rear:
            low -= 1
    return low, high


def _matter(view: View) -> list[Spot]:
    """Where something happens: what the step did, or the plan; else where the turn's car goes on; else its crew."""
    spots = [spot for mark in view.marks for spot in (mark.spots[-1:] if mark.kind == "chopper" else mark.spots)]
    kinds = {mark.kind for mark in view.marks}
    if kinds & {"extended", "finish"}:
        spots.append(Spot(0, view.front - 1))
    if "extended" in kinds:
        spots.append(Spot(0, view.front - ROWS))
    plan = view.plan
    if plan is not None:
        spots += [*plan.trail, *plan.options]
        spots += _cars(view, plan.car)
        if isinstance(plan.action, Assign):
            spots += [plan.action.spot] if plan.action.spot is not None else []
            spots += _cars(view, plan.action.target, plan.action.repaired)
    if not spots and view.turn.stage in asked.ONWARD:
        spots = [Spot(spot.lane, row) for spot in _cars(view, view.turn.car) for row in (spot.row, spot.row + AHEAD)]
    if not spots:
        spots = _cars(view, view.turn.car)
    if view.slam is not None:
        spots += _cars(view, view.slam.top, view.slam.bottom)
    if not spots:
        seat = view.turn.seat if plan is None else plan.seat
        spots = _cars(view, *range(seat * 3, seat * 3 + 3))
    return [Spot(spot.lane, min(max(spot.row, view.rear), view.front - 1)) for spot in spots]


def _cars(view: View, *vehicles: int | None) -> list[Spot]:
    """Where these vehicles are; the start area lies at the rear edge."""
    spots: list[Spot] = []
    for vehicle in vehicles:
        if vehicle is None:
            continue
        if vehicle >= len(view.cars):
            spots += [wreck.spot for wreck in view.wrecks if wreck.id == vehicle]
        elif (spot := view.cars[vehicle].spot) is not None:
            spots.append(spot)
        elif view.cars[vehicle].place == "start":
            spots.append(Spot(0, view.rear))
    return spots
