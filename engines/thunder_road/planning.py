"""How a path would go if nothing were revealed and no die rolled (rulings 27 to 45): for plans, legality, stand-ins.

A ``Chart`` numbers the spaces of the three tiles from the rear edge on, row by row, so that looking ahead is quick.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from engines.core import IllegalAction, Seat
from engines.thunder_road import facts
from engines.thunder_road.geometry import COST, Ground, effective, ground, step
from engines.thunder_road.model import (
    FRONT,
    Assign,
    Drive,
    Hazard,
    Spot,
    Vehicle,
    spot_name,
)
from engines.thunder_road.views import Plan, View

At = int
"""A space's number on the chart: ``6 * (row - rear) + lane``; from ``SPACES`` on it lies beyond the front edge."""
LANES: Final = facts.LANES
SPACES: Final = 3 * facts.ROWS * LANES
START: Final = -1
"""The start area, as a place to set out from."""
Stop = Literal["hazard", "oil", "slam", "rock", "edge", "finish"]
Drift = Literal["ready", "passing", "used"]


def _ways() -> tuple[tuple[tuple[str, At], ...], ...]:
    """For each space the moves of the front arc that stay in the lanes (ruling 30)."""
    found: list[tuple[tuple[str, At], ...]] = []
    for at in range(SPACES):
        here = Spot(at % LANES, at // LANES)
        around = ((move, step(here, move)) for move in FRONT)
        found.append(tuple((move, LANES * to.row + to.lane) for move, to in around if 0 <= to.lane < LANES))
    return tuple(found)


WAYS: Final = _ways()


class Course(NamedTuple):
    """A car on its way."""

    at: At
    left: int
    drift: Drift | None = None
    road: bool = True
    """Only road so far in the normal moves (ruling 37)."""
    bonus: bool = True
    """These are normal moves, after which the road bonus may be had (ruling 38)."""
    stop: Stop | None = None

    @property
    def over(self) -> bool:
        return self.left == 0 or self.stop is not None


class Chart:
    """What can be seen of the three tiles, by numbered space."""

    def __init__(self, view: View) -> None:
        self.rear = view.rear
        self.finish = view.finish
        self.vehicles: dict[At, Vehicle] = {}
        self.tokens: dict[At, Hazard | None] = {self.at(token.spot): token.kind for token in view.tokens}
        self.grounds: list[Ground] = [
            effective(ground(view.tiles, self.spot(at)), self.tokens.get(at)) for at in range(SPACES)
        ]
        for number, car in enumerate(view.cars):
            if car.spot is not None:
                self.vehicles[self.at(car.spot)] = number
        for wreck in view.wrecks:
            self.vehicles[self.at(wreck.spot)] = wreck.id
        self.choppers: dict[At, Seat] = {
            self.at(crew.chopper): seat for seat, crew in enumerate(view.crews) if crew.chopper is not None
        }

    def at(self, spot: Spot) -> At:
        return LANES * (spot.row - self.rear) + spot.lane

    def spot(self, at: At) -> Spot:
        return Spot(at % LANES, at // LANES + self.rear)

    def ways(self, at: At) -> Iterator[tuple[str, At]]:
        """The moves that lead on from a space, or from the start area onto the rear edge (ruling 28)."""
        if at == START:
            return ((spot_name(self.spot(lane)), lane) for lane in range(LANES))
        return iter(WAYS[at])

    def enter(self, going: Course, to: At) -> Course:
        """One driven space further: its cost and what stops the plan there (rulings 31 to 33, 40 to 45)."""
        if to >= SPACES:
            return Course(to, going.left - 1, going.drift, going.road, going.bonus, "finish" if self.finish else "edge")
        surface = self.grounds[to]
        if surface == "rock":
            return Course(to, 0, going.drift, False, going.bonus, "rock")
        left = max(0, going.left - COST[surface])
        road = going.road and (surface == "road" or not going.bonus)
        drift: Drift | None = "used" if going.drift == "passing" else going.drift
        lying = self.tokens.get(to, "clear")
        if lying is None:
            return Course(to, left, drift, road, going.bonus, "hazard")
        if to in self.vehicles:
            if drift != "ready" or not (left or (going.bonus and road)):
                return Course(to, left, drift, road, going.bonus, "slam")
            drift = "passing"
        return Course(to, left, drift, road, going.bonus, "oil" if lying == "oil" else None)


def setting_out(chart: Chart, view: View, action: Assign | Drive) -> tuple[Vehicle, Course]:
    """The car and how it sets out on the answer's path. The answer names its car and die."""
    turn = view.turn
    if isinstance(action, Drive):
        assert turn.car is not None, "a car that drives on has been assigned a die"
        car = view.cars[turn.car]
        at = START if car.spot is None else chart.at(car.spot)
        return turn.car, Course(at, turn.left, turn.drift, turn.all_road, not turn.on_bonus and not turn.coasting)
    assert action.car is not None
    assert action.die is not None
    car, dice = view.cars[action.car], view.crews[view.turn.seat].dice
    left = 1 if car.moved else dice[action.die].value
    if action.command == "nitro" and action.command_die is not None:
        left += dice[action.command_die].value
    at = START if car.spot is None else chart.at(car.spot)
    on_road = at == START or chart.grounds[at] == "road"
    return action.car, Course(at, left, "ready" if action.command == "drift" else None, on_road, not car.moved)


def walk(chart: Chart, going: Course, path: tuple[str, ...]) -> tuple[Course, tuple[At, ...]]:
    """The end of the path, and every space on it. Raises ``IllegalAction`` for a move that is not there."""
    spaces: list[At] = []
    for move in path:
        if going.over:
            raise IllegalAction("path_over")
        ways = dict(chart.ways(going.at))
        if move not in ways:
            raise IllegalAction("path_lane" if going.at == START else "path_step", step=move[:8])
        going = chart.enter(going, ways[move])
        spaces.append(going.at)
    return going, tuple(spaces)


def project(view: View, action: Assign | Drive, chart: Chart | None = None) -> Plan:
    """The answer's path as it would go; without car or die there is none. Raises ``IllegalAction``."""
    chart = chart or Chart(view)
    seat = view.turn.seat
    if isinstance(action, Assign) and (action.car is None or action.die is None):
        if action.path:
            raise IllegalAction("no_car" if action.car is None else "no_die")
        return Plan(seat, action, action.car, (), 0)
    car, out = setting_out(chart, view, action)
    end, spaces = walk(chart, out, action.path)
    first = () if out.at == START else (out.at,)
    shooting = isinstance(action, Assign) and action.target is not None
    onward = () if end.over or shooting else tuple(chart.spot(to) for _, to in chart.ways(end.at))
    trail = tuple(chart.spot(at) for at in (*first, *spaces))
    return Plan(seat, action, car, trail, end.left, end.stop, onward)
