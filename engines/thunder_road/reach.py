"""How far an answer could go, for people who choose; and a good path for those who ask for one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engines.core import Seat
from engines.thunder_road.geometry import progress
from engines.thunder_road.judgement import Judge, Trip
from engines.thunder_road.model import Assign, Drive, Vehicle
from engines.thunder_road.planning import SPACES, Chart, Course, setting_out, walk
from engines.thunder_road.views import View

_Path = tuple[int, int, tuple[str, ...]]
BENDS: Final = ("FL", "FR")
EVEN: Final = 1e-9
"""Values that differ by less are the same."""


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
    """A whole good path for this car, die and command; of equally good ones the farthest, and the straightest."""
    judge = Judge(view, seat)
    car, out = setting_out(judge.chart, view, action)
    return _tidiest(judge.chart, Trip(judge, car), out, {})[2]


def _tidiest(chart: Chart, trip: Trip, going: Course, known: dict[Course, _Path]) -> _Path:
    """The best path on from there, as (how far it falls short, its changes of lane, its moves): the least is taken."""
    found = known.get(going)
    if found is None:
        best, move = trip.best(going)
        if going.over or move is None:
            short = -progress(chart.spot(going.at)) if 0 <= going.at < SPACES else 0
            found = (short, 0, ())
        else:
            found = min(
                _with(way, _tidiest(chart, trip, after, known))
                for way, to in chart.ways(going.at)
                if trip.best(after := chart.enter(going, to))[0] > best - EVEN
            )
        known[going] = found
    return found


def _with(way: str, rest: _Path) -> _Path:
    """The path that begins with this move."""
    short, bends, path = rest
    return short, bends + (way in BENDS), (way, *path)


def straight(view: View, action: Assign | Drive) -> tuple[str, ...]:
    """The answer's path, gone on straight ahead as far as nothing stops it."""
    chart = Chart(view)
    _, out = setting_out(chart, view, action)
    going, _ = walk(chart, out, action.path)
    path = list(action.path)
    while not going.over and (ahead := dict(chart.ways(going.at)).get("F")) is not None:
        after = chart.enter(going, ahead)
        if after.stop == "rock":
            break
        path.append("F")
        going = after
    return tuple(path)
