"""What can be added to an answer, and what a choice makes of it. No Discord in here; the engine says what is legal."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final, Literal

from engines.core import IllegalAction, Seat
from engines.thunder_road import legal
from engines.thunder_road.facts import SHOOT
from engines.thunder_road.geometry import progress, step
from engines.thunder_road.judgement import Judge, Trip
from engines.thunder_road.model import (
    FRONT,
    LANES,
    Action,
    Assign,
    CommandName,
    Drive,
    Spot,
    Vehicle,
    seat_of,
    size_of,
)
from engines.thunder_road.planning import SPACES, START, Chart, Course, setting_out, walk
from engines.thunder_road.reach import Reach, reach
from engines.thunder_road.views import View
from tables.model import SeatPanel

Sign = Literal["hazard", "oil", "slam", "rock", "edge", "finish", "mud", "chopper"]
SPOTS: Final = 24
"""Spaces offered for a chopper; one more may be the typed one."""
OTHERS: Final = 0.2
"""What a target beside the best one is worth, as a share."""
_TYPED: Final = re.compile(r"([A-F])\s*0*([1-9][0-9]{0,3})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Way:
    """A move that can be added to the path."""

    step: str
    """``FL``, ``F``, ``FR``, or a space's name from the start area."""
    spot: Spot
    left: int
    """Moves left after it."""
    sign: Sign | None
    """What is special about the space, the gravest thing first."""


@dataclass(frozen=True, slots=True)
class Strike:
    """A space for the chopper and whom it could shoot from there."""

    spot: Spot
    targets: tuple[Vehicle, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """A car with a die, and what it can reach."""

    car: Vehicle
    die: int
    reach: Reach


def draft_of(panel: SeatPanel) -> Assign | Drive:
    """What is saved of a path question's answer."""
    if isinstance(panel.draft, Assign | Drive):
        return panel.draft
    assert panel.ask is not None
    return Assign() if panel.ask.kind == "assign" else Drive()


def starts(view: View, seat: Seat) -> tuple[Start, ...]:
    """Each car with each die that it may get, what brings the crew most first."""
    judge = Judge(view, seat)
    trips = {car: Trip(judge, car) for car, _ in legal.assignments(view, seat)}

    def gain(start: Start) -> float:
        _, out = setting_out(judge.chart, view, Assign(start.car, start.die))
        return trips[start.car].best(out)[0] - judge.standing(view.cars[start.car])

    found = [Start(car, die, reach(view, Assign(car, die))) for car, die in legal.assignments(view, seat)]
    return tuple(sorted(found, key=gain, reverse=True))


def _end(view: View, action: Assign | Drive) -> tuple[Chart, Course] | None:
    """Where the path has led to so far; ``None`` while there is no car on its way."""
    if isinstance(action, Assign) and (action.car is None or action.die is None):
        return None
    chart = Chart(view)
    _, out = setting_out(chart, view, action)
    return chart, walk(chart, out, action.path)[0]


def ways(view: View, action: Assign | Drive) -> tuple[Way, ...]:
    """The moves that can follow the path, left to right; none once it has stopped, or when a shot comes before it."""
    found = _end(view, action)
    if found is None or found[1].over or (isinstance(action, Assign) and action.target is not None):
        return ()
    chart, end = found
    return tuple(
        Way(move, chart.spot(to), (after := chart.enter(end, to)).left, _sign(chart, to, after))
        for move, to in chart.ways(end.at)
    )


def _sign(chart: Chart, to: int, after: Course) -> Sign | None:
    if after.stop is not None:
        return after.stop
    if after.left == 0 and to in chart.choppers:
        return "chopper"
    return "mud" if to < SPACES and chart.grounds[to] == "mud" else None


def starting(view: View, action: Assign | Drive) -> bool:
    """Whether the next move is the one from the start area onto the road."""
    found = _end(view, action)
    return found is not None and found[1].at == START


def left(view: View, action: Assign | Drive) -> tuple[int, str | None]:
    """Moves left after the path, and what stops it."""
    found = _end(view, action)
    return (0, None) if found is None else (found[1].left, found[1].stop)


def road_so_far(view: View, action: Assign | Drive) -> bool:
    """Whether the road bonus may still follow (ruling 38)."""
    found = _end(view, action)
    return found is not None and found[1].bonus and found[1].road and found[1].stop is None


def possible(view: View, seat: Seat, action: Action) -> bool:
    """Whether a legal answer can grow from it."""
    try:
        legal.drafted(view, seat, action)
    except IllegalAction:
        return False
    return True


def complete(view: View, seat: Seat, action: Action) -> bool:
    """Whether it is a legal answer as it is."""
    try:
        legal.check(view, seat, action)
    except IllegalAction:
        return False
    return True


def _first_possible(view: View, seat: Seat, *candidates: Assign) -> Assign:
    """The first that is possible, else the last."""
    return next((action for action in candidates if possible(view, seat, action)), candidates[-1])


def with_car(view: View, seat: Seat, draft: Assign, car: Vehicle, die: int) -> Assign:
    """Another car or die. The path stays where the same car can still drive it, the command where its die is free."""
    chosen = replace(draft, car=car, die=die)
    if draft.car != car:
        chosen = replace(chosen, path=())
    return _first_possible(view, seat, chosen, replace(chosen, path=()), Assign(car, die))


def with_command(
    view: View, seat: Seat, draft: Assign, command: CommandName | None, die: int | None, repaired: Vehicle | None = None
) -> Assign:
    """Another command, or none. The path stays where it can still be driven."""
    chosen = Assign(draft.car, draft.die, command, die, repaired=repaired, path=draft.path)
    if command == draft.command == "airstrike":
        chosen = replace(chosen, spot=draft.spot, target=draft.target)
    return _first_possible(view, seat, chosen, replace(chosen, path=()))


def with_spot(view: View, seat: Seat, draft: Assign, spot: Spot) -> Assign:
    """The chopper flies there, and shoots at the best target that is not one's own."""
    return with_target(replace(draft, spot=spot), best_target(view, seat, spot))


def with_target(draft: Assign, target: Vehicle | None) -> Assign:
    """The chopper shoots at this; the path is asked for afterwards, for nobody knows what the shot does."""
    return replace(draft, target=target, path=() if target is not None else draft.path)


def shorter(draft: Assign | Drive) -> Assign | Drive:
    """The last choice undone: a move, else the chopper's space, else the command, else the car."""
    if draft.path:
        return replace(draft, path=draft.path[:-1])
    if isinstance(draft, Drive):
        return draft
    if draft.spot is not None:
        return replace(draft, spot=None, target=None)
    return Assign(draft.car, draft.die) if draft.command is not None else Assign()


# ---- airstrikes


def hit_faces(vehicle: Vehicle) -> int:
    """On how many of the shooting die's faces it is hit (ruling 59)."""
    return sum(size_of(vehicle) in face for face in SHOOT)


def best_target(view: View, seat: Seat, spot: Spot) -> Vehicle | None:
    """What a chopper there best shoots at; ``None`` in the first round, or when nobody else's car is there."""
    targets = legal.arc_targets(view, spot) if view.round > 1 else ()
    judge = Judge(view, seat)
    best = max(targets, key=judge.shot, default=None)
    return best if best is not None and judge.shot(best) > 0 else None


def strikes(view: View, seat: Seat) -> tuple[Strike, ...]:
    """The most useful spaces for the chopper, best first: much to shoot at, else right in front of others."""
    judge = Judge(view, seat)
    ahead = [
        step(car.spot, way)
        for number, car in enumerate(view.cars)
        if car.spot is not None and car.operable and seat_of(number) != seat
        for way in FRONT
    ]

    def rank(strike: Strike) -> tuple[float, int, int]:
        worth = [judge.shot(target) for target in strike.targets if seat_of(target) != seat]
        shot = max(worth, default=0.0) + OTHERS * sum(worth) if view.round > 1 else 0.0
        return shot, ahead.count(strike.spot), progress(strike.spot)

    found = [Strike(spot, legal.arc_targets(view, spot)) for spot in legal.strike_spots(view)]
    return tuple(sorted(found, key=rank, reverse=True)[:SPOTS])


def read_spot(typed: str) -> Spot | None:
    """The space of this name, as ``C14``, however it is typed; ``None`` for anything else."""
    found = _TYPED.fullmatch(unicodedata.normalize("NFKC", typed).strip())
    return None if found is None else Spot(LANES.index(found[1].upper()), int(found[2]) - 1)


def imprint(action: Action) -> str:
    """Tells answers apart, in a few letters: a yes counts for the answer that was asked about."""
    return sha256(repr(action).encode()).hexdigest()[:10]
