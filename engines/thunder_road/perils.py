"""What an answer would surely destroy of the seat's own: asked about once more before it counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engines.core import Seat
from engines.thunder_road import facts
from engines.thunder_road.model import Action, Assign, Bonus, Drive, Shoot, Spot, Vehicle, seat_of
from engines.thunder_road.planning import Chart, setting_out, walk
from engines.thunder_road.views import View


@dataclass(frozen=True, slots=True)
class Peril:
    """``rock``: the path ends in an impassable space. ``chopper``: the car would end its turn under one.

    ``rear``: the road goes on and leaves this car behind (ruling 77). ``own_target``: a shot at a car of one's own.
    """

    kind: Literal["rock", "chopper", "rear", "own_target"]
    vehicle: Vehicle
    spot: Spot


def perils(view: View, seat: Seat, action: Action) -> tuple[Peril, ...]:
    """What a legal answer would destroy or harm if nothing unknown happens, of the seat's own cars."""
    if isinstance(action, Bonus):
        return () if action.take else _staying(view)
    if isinstance(action, Shoot):
        return _own_target(view, seat, action.target)
    if isinstance(action, Assign):
        if action.car is None or action.die is None:
            return ()
        return (*_own_target(view, seat, action.target), *_driving(view, seat, action))
    return _driving(view, seat, action) if isinstance(action, Drive) else ()


def _staying(view: View) -> tuple[Peril, ...]:
    car = view.turn.car
    spot = None if car is None else view.cars[car].spot
    if car is None or spot is None or all(crew.chopper != spot for crew in view.crews):
        return ()
    return (Peril("chopper", car, spot),)


def _own_target(view: View, seat: Seat, target: Vehicle | None) -> tuple[Peril, ...]:
    if target is None or seat_of(target) != seat:
        return ()
    spot = view.cars[target].spot
    return () if spot is None else (Peril("own_target", target, spot),)


def _driving(view: View, seat: Seat, action: Assign | Drive) -> tuple[Peril, ...]:
    chart = Chart(view)
    car, out = setting_out(chart, view, action)
    end, _ = walk(chart, out, action.path)
    if end.stop == "rock":
        return (Peril("rock", car, chart.spot(end.at)),)
    if end.stop == "edge":
        return tuple(
            Peril("rear", other, spot)
            for other in range(3 * seat, 3 * seat + 3)
            if other != car and (spot := view.cars[other].spot) is not None and spot.row < chart.rear + facts.ROWS
        )
    stays = end.left == 0 and end.stop is None and action.path and not (end.bonus and end.road)
    if stays and chart.spot(end.at) in _choppers(view, seat, action):
        return (Peril("chopper", car, chart.spot(end.at)),)
    return ()


def _choppers(view: View, seat: Seat, action: Assign | Drive) -> set[Spot]:
    """Where choppers will stand when the car has driven."""
    found = {at: crew.chopper for at, crew in enumerate(view.crews) if crew.chopper is not None}
    if isinstance(action, Assign) and action.spot is not None:
        found[seat] = action.spot
    return set(found.values())
