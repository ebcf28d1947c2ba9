"""What a path is worth to the crew that drives it: looked ahead over every space, with averages for what is unknown.

The unit is half a space of progress. None of this is a rule: it is the taste of the stand-in and of *suggest*.
"""

from __future__ import annotations

from typing import Final

from engines.core import Seat
from engines.thunder_road import facts
from engines.thunder_road.geometry import on_lanes, step
from engines.thunder_road.model import DIRS, FIRST_WRECK, SIZES, Car, Hazard, Spot, Vehicle, seat_of, size_of
from engines.thunder_road.planning import LANES, SPACES, WAYS, At, Chart, Course
from engines.thunder_road.views import View

WIN: Final = 1000.0
OWN: Final = (0.0, 70.0, 24.0, 16.0)
"""What losing one operable car costs a crew that has so many."""
DUEL: Final = (0.0, 90.0, 22.0, 14.0)
"""What an operable car of the only rival is worth to us, of so many."""
CROWD: Final = (0.0, 20.0, 11.0, 8.0)
"""The same with several rivals, who profit as well."""
FIRST_TOKEN: Final = 0.4
"""The share of a car that its first damage costs."""
AHEAD: Final = 1.7
"""Half spaces that a move still to be made is expected to bring."""
HIT: Final = {size: sum(size in face for face in facts.SHOOT) / len(facts.SHOOT) for size in SIZES}
"""How often a shot hits a vehicle of that size."""

Choice = tuple[float, str | None]
"""A value, and the move that it takes; none to stop here."""


class Judge:
    """Values for one seat, from one View."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        self.chart = Chart(view)
        self.operable = [sum(car.operable for car in view.cars[3 * at : 3 * at + 3]) for at in range(len(view.crews))]
        rivals = sum(crew.out is None for crew in view.crews) - 1
        self._theirs = DUEL if rivals == 1 else CROWD
        self.pace = 1.6 if view.finish else 1.0
        self._threat = self._extension_near()
        self.luck = self._unknown_tokens()
        self._deadly: dict[At, float] = {}

    # ---- worth of cars

    def loss(self, vehicle: Vehicle) -> float:
        """What it costs this seat that the vehicle stops being operable; below 0 where that is good."""
        owner = seat_of(vehicle)
        if owner is None or not self.view.cars[vehicle].operable:
            return 0.0
        table = OWN if owner == self.seat else self._theirs
        worth = table[self.operable[owner]]
        return worth if owner == self.seat else -worth

    def hurt(self, vehicle: Vehicle) -> float:
        """What one damage to it costs."""
        if vehicle >= FIRST_WRECK or not self.view.cars[vehicle].operable:
            return 0.0
        share = 1.0 if self.view.cars[vehicle].damage else FIRST_TOKEN
        return share * self.loss(vehicle)

    def revival(self, car: Car) -> float:
        """What it brings this crew that an inoperable car of its own runs again where it stands."""
        behind = 0.0 if car.spot is None else self._behind(self.chart.at(car.spot) // LANES)
        return OWN[min(3, self.operable[self.seat] + 1)] - behind

    def shot(self, target: Vehicle) -> float:
        """What a shot at it is worth."""
        return -self.hurt(target) * HIT[size_of(target)]

    # ---- worth of places

    def place(self, at: At) -> float:
        """How far it is, and how safe from being left behind."""
        lane, row = at % LANES, at // LANES
        ahead = (2 * row + (lane & 1)) * self.pace
        return ahead - self._behind(row)

    def _behind(self, row: int) -> float:
        """The rear tile goes when anybody crosses the front edge (ruling 76)."""
        if self.view.finish or row >= facts.ROWS:
            return 0.0
        return self._threat * OWN[max(1, self.operable[self.seat])]

    def standing(self, car: Car) -> float:
        """The worth of where a car is now."""
        return -2.0 if car.spot is None else self.place(self.chart.at(car.spot))

    def _extension_near(self) -> float:
        """How likely the road goes on before this crew's cars move again."""
        front = self.view.front
        near = [front - car.spot.row for car in self.view.cars if car.operable and car.spot is not None]
        return min(0.9, max(0.0, (13 - min(near, default=24)) / 12))

    def best_shot(self, at: At) -> float:
        if self.view.round == 1:
            return 0.0
        targets = (self.chart.vehicles.get(to) for _, to in WAYS[at])
        return max((self.shot(target) for target in targets if target is not None), default=0.0)

    def _unknown_tokens(self) -> list[tuple[Hazard, float]]:
        left = dict(facts.HAZARDS)
        known: list[Hazard] = [token.kind for token in self.view.tokens if token.kind is not None]
        known.extend(self.view.discard)
        for kind in known:
            left[kind] = max(0, left[kind] - 1)
        total = sum(left.values()) or 1
        return [(kind, count / total) for kind, count in left.items() if count]

    def deadly_about(self, at: At) -> float:
        """How many of the six directions are deadly, as a share."""
        found = self._deadly.get(at)
        if found is None:
            spot = self.chart.spot(at)
            found = self._deadly[at] = sum(self.deadly(step(spot, dir)) for dir in DIRS) / len(DIRS)
        return found

    def deadly(self, to: Spot) -> bool:
        """Whether whoever is pushed there is eliminated (ruling 53)."""
        if not on_lanes(to) or to.row < self.view.rear:
            return True
        return to.row < self.view.front and self.chart.grounds[self.chart.at(to)] == "rock"


class Trip:
    """Every way on of one car, each valued once."""

    def __init__(self, judge: Judge, car: Vehicle) -> None:
        self._judge = judge
        self.car = car
        self._ends: dict[At, float] = {}
        self._known: dict[Course, Choice] = {}
        self._pushes: dict[At, float] = {}

    def best(self, going: Course) -> Choice:
        """The best that can come of it, and the next move towards it."""
        found = self._known.get(going)
        if found is None:
            found = self._known[going] = self._stopped(going) if going.stop else self._moving(going)
        return found

    def end(self, at: At) -> float:
        """The worth of ending the moves there: the place, whom one may shoot from it, a chopper above."""
        found = self._ends.get(at)
        if found is None:
            dead = at in self._judge.chart.choppers
            found = -self._judge.loss(self.car) if dead else self._judge.place(at) + self._judge.best_shot(at)
            self._ends[at] = found
        return found

    def path(self, going: Course) -> tuple[str, ...]:
        """The best path, as far as it can be seen."""
        moves: list[str] = []
        while not going.over:
            move = self.best(going)[1]
            if move is None:
                break
            moves.append(move)
            going = self._judge.chart.enter(going, dict(self._judge.chart.ways(going.at))[move])
        return tuple(moves)

    def _moving(self, going: Course) -> Choice:
        chart = self._judge.chart
        if going.left > 0:
            ways = chart.ways(going.at)
            return max(((self.best(chart.enter(going, to))[0], move) for move, to in ways), key=_worth)
        stay = self._slam(going) if going.drift == "passing" else self.end(going.at)
        if going.bonus and going.road:
            more = self.best(self._onward(going))[0]
            return max(stay, more), None
        return stay, None

    def takes_bonus(self, going: Course) -> bool:
        """Whether the road die's moves are worth taking, at the end of the normal ones."""
        stay = self._slam(going) if going.drift == "passing" else self.end(going.at)
        return self.best(self._onward(going))[0] > stay

    def _onward(self, going: Course) -> Course:
        """The same car with the road die's moves."""
        return Course(going.at, self._judge.view.road_die, going.drift, going.road, bonus=False)

    def _stopped(self, going: Course) -> Choice:
        if going.stop == "finish":
            return WIN, None
        if going.stop == "rock":
            return -self._judge.loss(self.car), None
        if going.stop == "edge":
            return self._over_the_edge(going), None
        if going.stop == "slam":
            return self._slam(going), None
        return (self._oil(going) if going.stop == "oil" else self._hazard(going)), None

    def _over_the_edge(self, going: Course) -> float:
        """The road goes on: whoever stands on the rear tile is left behind (rulings 76, 77)."""
        left_behind = sum(
            self._judge.loss(number) + (2.0 if number // 3 == self._judge.seat else 0.0)
            for number, other in enumerate(self._judge.view.cars)
            if number != self.car and other.spot is not None and other.spot.row < self._judge.view.rear + facts.ROWS
        )
        lane, row = going.at % LANES, going.at // LANES
        return (2 * row + (lane & 1) + going.left * AHEAD) * self._judge.pace - left_behind

    def _hazard(self, going: Course) -> float:
        """What the unknown token may be, by what has not been seen yet."""
        on = going._replace(stop=None)
        total = 0.0
        for kind, share in self._judge.luck:
            if kind == "clear":
                value = self.best(on)[0]
            elif kind == "mud":
                muddy = on._replace(left=max(0, on.left - 1), road=on.road and not on.bonus)
                value = self.best(muddy)[0]
            elif kind == "oil":
                value = self._oil(on)
            elif kind == "mine":
                value = self._judge.place(going.at) - self._judge.hurt(self.car)
            else:
                value = self._shoved(going.at, None)
            total += share * value
        return total

    def _oil(self, going: Course) -> float:
        """A slide in any direction, then on with what is left."""
        return self._pushed_about(going.at) + going.left * AHEAD * self._judge.pace

    def _slam(self, going: Course) -> float:
        return self._shoved(going.at, self._judge.chart.vehicles[going.at])

    def _shoved(self, at: At, other: Vehicle | None) -> float:
        """A slam's average (ruling 48); ``other`` is ``None`` for a wreck. The larger one's owner would roll again."""
        mine, deadly = self._pushed_about(at), self._judge.deadly_about(at)
        larger = facts.RANK[size_of(self.car)] - facts.RANK[size_of(FIRST_WRECK if other is None else other)]
        if larger > 0:
            mine += 0.15 * self._judge.loss(self.car) * deadly
        theirs = 0.0
        if other is not None:
            if larger < 0 and seat_of(other) != self._judge.seat:
                deadly *= deadly
            theirs = -self._judge.loss(other) * deadly
        return mine / 3 + 2 / 3 * (self._judge.place(at) + theirs + self._judge.best_shot(at) * 0.5)

    def _pushed_about(self, at: At) -> float:
        """The average worth of being pushed from there in a random direction."""
        found = self._pushes.get(at)
        if found is None:
            spot = self._judge.chart.spot(at)
            found = self._pushes[at] = sum(self._pushed(step(spot, dir)) for dir in DIRS) / len(DIRS)
        return found

    def _pushed(self, to: Spot) -> float:
        """The worth of being pushed there."""
        if self._judge.deadly(to):
            return -self._judge.loss(self.car)
        if to.row >= self._judge.view.front:
            return WIN if self._judge.view.finish else self._judge.place(SPACES - LANES) + 2
        return self._judge.place(self._judge.chart.at(to)) - (
            1.0 if self._judge.chart.at(to) in self._judge.chart.vehicles else 0.0
        )


def _worth(choice: tuple[float, str]) -> float:
    return choice[0]
