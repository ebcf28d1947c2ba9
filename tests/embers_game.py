"""Embers: a tiny game with secrets, standing orders, players who are beaten before the end, and a length by pace.

In each round everybody still in play stokes in secret with 0 to as many coals as players are left; whoever stokes least
loses a life, unless all do. Then one player says openly whether to keep watch. The last one with a life left wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engines.core import Ask, Chance, Event, IllegalAction, Level, Result, Seat, Step, Turnout, Who, Window

LIVES = {"auto": 2, "short": 1, "long": 3}


@dataclass(frozen=True, slots=True)
class Options:
    length: Literal["auto", "short", "long"] = "auto"


@dataclass(frozen=True, slots=True)
class Orders:
    stoke: Literal["ask", "none", "most", "three"] = "ask"
    watch: Literal["ask", "keep", "leave"] = "ask"


@dataclass(frozen=True, slots=True)
class Stoke:
    kind: Literal["stoke"] = "stoke"
    coals: int | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    kind: Literal["watch"] = "watch"
    keep: bool = False


Phase = Literal["stoke", "watch", "over"]


@dataclass(frozen=True, slots=True)
class State:
    lives: tuple[int, ...]
    marks: tuple[int, ...]
    """Each seat's secret."""
    round: int = 1
    phase: Phase = "stoke"
    watch: Seat = 0


@dataclass(frozen=True, slots=True)
class View:
    lives: tuple[int, ...]
    round: int
    phase: Phase
    watch: Seat
    seat: Seat | None = None
    mark: int | None = None
    plan: int | None = None


class Embers:
    key = "embers"
    rules = 1
    seats = range(2, 6)
    Options = Options
    Orders = Orders
    State = State
    Action = Stoke | Watch
    View = View

    def fits(self, options: Options, seats: int) -> None:
        if seats not in self.seats:
            raise IllegalAction("seats", seats=seats)

    def at_pace(self, options: Options, *, live: bool) -> Options:
        if options.length != "auto":
            return options
        return replace(options, length="long" if live else "short")

    def start(self, options: Options, seats: int, chance: Chance) -> Turnout[State, View]:
        marks = tuple(chance.roll(f"mark of seat {seat + 1}", 1000) for seat in range(seats))
        state = State((LIVES[options.length],) * seats, marks)
        return Turnout(state, (self._step("setup", state, Event("lit")),))

    def window(self, state: State) -> Window | None:
        if state.phase == "over":
            return None
        if state.phase == "watch":
            return Window("watch", {state.watch: Ask("watch")}, hidden=False)
        return Window("stoke", {seat: Ask("stoke") for seat in self._living(state)}, hidden=True)

    def choices(self, state: State, seat: Seat) -> Iterable[Stoke | Watch]:
        window = self.window(state)
        if window is None or seat not in window.asks:
            return ()
        if state.phase == "watch":
            return (Watch(keep=True), Watch())
        return tuple(Stoke(coals=coals) for coals in range(len(self._living(state)) + 1))

    def allows(self, state: State, seat: Seat, action: Stoke | Watch) -> None:
        if action not in self.choices(state, seat):
            raise IllegalAction("not_possible")

    def drafts(self, view: View, seat: Seat, action: Stoke | Watch) -> View:
        if action.kind != view.phase:
            raise IllegalAction("not_possible")
        return replace(view, plan=action.coals if isinstance(action, Stoke) else int(action.keep))

    def advance(self, state: State, answers: Mapping[Seat, Stoke | Watch], chance: Chance) -> Turnout[State, View]:
        for seat, action in answers.items():
            self.allows(state, seat, action)
        if state.phase == "watch":
            told = "kept" if answers[state.watch] == Watch(keep=True) else "left"
            after = replace(state, round=state.round + 1, phase="stoke")
            return Turnout(after, (self._step(f"watch-{state.round}", after, Event(told, {"who": Who(state.watch)})),))
        coals = {seat: action.coals or 0 for seat, action in answers.items() if isinstance(action, Stoke)}
        least = [seat for seat, count in coals.items() if count == min(coals.values())]
        losing = least if len(least) < len(coals) else []
        lives = tuple(left - (seat in losing) for seat, left in enumerate(state.lives))
        after = self._watched(replace(state, lives=lives))
        events = [Event("cold", {"who": Who(seat)}) for seat in losing] or [Event("warm")]
        return Turnout(after, (self._step(f"stoke-{state.round}", after, *events),))

    def resign(self, state: State, seat: Seat, chance: Chance) -> Turnout[State, View]:
        after = replace(state, lives=tuple(0 if other == seat else left for other, left in enumerate(state.lives)))
        if len(self._living(after)) == 1:
            after = replace(after, phase="over")
        elif state.phase == "watch" and state.watch == seat:
            after = replace(after, round=state.round + 1, phase="stoke")
        return Turnout(after, (self._step("resign", after, Event("resigned", {"who": Who(seat)})),))

    def view(self, state: State, seat: Seat | None) -> View:
        mark = None if seat is None or not state.lives[seat] else state.marks[seat]
        return View(state.lives, state.round, state.phase, state.watch, seat, mark)

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        return Result(tuple(1 if left else 2 for left in state.lives), state.lives, "burnt_out")

    def stand_in(self, view: View, seat: Seat, level: Level, chance: Chance) -> Stoke | Watch:
        return Watch() if view.phase == "watch" else Stoke(coals=chance.roll("coals", 3) - 1)

    def ordered(self, view: View, seat: Seat, orders: Orders) -> Stoke | Watch | None:
        if view.phase == "watch":
            return None if orders.watch == "ask" else Watch(keep=orders.watch == "keep")
        most = sum(left > 0 for left in view.lives)
        coals = {"ask": None, "none": 0, "most": most, "three": 3}[orders.stoke]
        return None if coals is None else Stoke(coals=coals)

    def beaten(self, state: State) -> frozenset[Seat]:
        return frozenset(seat for seat, left in enumerate(state.lives) if not left)

    def _living(self, state: State) -> list[Seat]:
        return [seat for seat, left in enumerate(state.lives) if left]

    def _watched(self, state: State) -> State:
        """Whose watch it is after the fires: the next in play after the round's number."""
        living = self._living(state)
        if len(living) == 1:
            return replace(state, phase="over")
        return replace(state, phase="watch", watch=living[state.round % len(living)])

    def _step(self, chapter: str, state: State, *events: Event) -> Step[View]:
        return Step(chapter, events, self.view(state, None))


EMBERS = Embers()
