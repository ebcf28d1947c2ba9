"""How far an answer could go, for people who choose; and a good path for those who ask for one."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core import Seat
from engines.thunder_road.judgement import Judge, Trip
from engines.thunder_road.model import Assign, Drive, Vehicle
from engines.thunder_road.planning import SPACES, Chart, Course, setting_out
from engines.thunder_road.views import View


@dataclass(frozen=True, slots=True)
class Reach:
    """What a car can get to, as far as anybody can see."""

    row: int
    """The farthest row, absolute; spaces beyond the front edge are not counted."""
    clear: bool
    """Some path meets nothing on its whole way: no hazard, vehicle, rock or edge."""
    bonus: bool
    """Some path leaves the road bonus open."""
    edge: bool
    """It can cross the front edge and make the road go on."""
    finish: bool
    """It can win."""
    rams: tuple[Vehicle, ...]
    """The vehicles that it can slam into, by number."""


def reach(view: View, action: Assign | Drive) -> Reach:
    """Of an answer that names car and die, with its command; its path is not looked at."""
    chart = Chart(view)
    _, out = setting_out(chart, view, action)
    rows, stops, rams = [view.rear], set[str | None](), set[Vehicle]()
    bonus = False
    level = {out}
    while level:
        after: set[Course] = set()
        for going in level:
            if 0 <= going.at < SPACES:
                rows.append(chart.spot(going.at).row)
            if going.stop == "slam":
                rams.add(chart.vehicles[going.at])
            if not going.over:
                after |= {chart.enter(going, to) for _, to in chart.ways(going.at)}
            else:
                stops.add(going.stop)
                bonus |= going.stop is None and going.bonus and going.road
        level = after
    return Reach(max(rows), None in stops, bonus, "edge" in stops, "finish" in stops, tuple(sorted(rams)))


def suggest(view: View, seat: Seat, action: Assign | Drive) -> tuple[str, ...]:
    """A whole good path for this car, die and command."""
    judge = Judge(view, seat)
    car, out = setting_out(judge.chart, view, action)
    return Trip(judge, car).path(out)


def straight(view: View, action: Assign | Drive) -> tuple[str, ...]:
    """The answer's path, gone on straight ahead as far as nothing stops it."""
    chart = Chart(view)
    _, going = setting_out(chart, view, action)
    path = list(action.path)
    for move in path:
        going = chart.enter(going, dict(chart.ways(going.at))[move])
    while not going.over and (ahead := dict(chart.ways(going.at)).get("F")) is not None:
        after = chart.enter(going, ahead)
        if after.stop == "rock":
            break
        path.append("F")
        going = after
    return tuple(path)
