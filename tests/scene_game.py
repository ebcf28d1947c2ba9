"""Relay: a tiny game that is played in scenes, with a right of somebody else that may lapse.

In turn each seat runs a leg, which is a scene: it takes 1 to 3 steps, then it rests. Whoever takes three may be doubted
by the next seat (a right): then luck decides whether the third step counts. The first to reach the goal wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engines.core import (
    Ask,
    Chance,
    Event,
    IllegalAction,
    Level,
    Result,
    Seat,
    Step,
    Turnout,
    Who,
    Window,
)

GOALS = {"short": 7, "long": 40}
MOST = 3
PATIENCE = 15


@dataclass(frozen=True, slots=True)
class Options:
    goal: Literal["short", "long"] = "short"


@dataclass(frozen=True, slots=True)
class Run:
    kind: Literal["run"] = "run"
    steps: int | None = None


@dataclass(frozen=True, slots=True)
class Rest:
    kind: Literal["rest"] = "rest"


@dataclass(frozen=True, slots=True)
class Doubt:
    kind: Literal["doubt"] = "doubt"


@dataclass(frozen=True, slots=True)
class Decline:
    kind: Literal["decline"] = "decline"


Action = Run | Rest | Doubt | Decline
Stage = Literal["run", "right", "rest", "over"]


@dataclass(frozen=True, slots=True)
class State:
    goal: int
    at: tuple[int, ...]
    out: tuple[bool, ...]
    leg: int = 1
    active: Seat = 0
    stage: Stage = "run"
    winner: Seat | None = None


@dataclass(frozen=True, slots=True)
class View:
    goal: int
    at: tuple[int, ...]
    out: tuple[bool, ...]
    leg: int
    active: Seat
    stage: Stage
    winner: Seat | None
    seat: Seat | None = None
    plan: int | None = None
    mark: str = ""


class Relay:
    key = "relay"
    rules = 1
    seats = range(2, 5)
    Options = Options
    State = State
    Action = Action
    View = View

    def fits(self, options: Options, seats: int) -> None:
        if seats not in self.seats:
            raise IllegalAction("seats", seats=seats)

    def start(self, options: Options, seats: int, chance: Chance) -> Turnout[State, View]:
        state = State(GOALS[options.goal], (0,) * seats, (False,) * seats)
        return Turnout(state, (self._step("setup", state, "lined_up"), self._step("leg-1", state, "begins", 0)))

    def window(self, state: State) -> Window | None:
        scene = f"leg-{state.leg}"
        if state.stage == "right":
            ask = Ask("doubt", {"who": Who(state.active)}, may_decline=True)
            return Window(
                "right", {self._after(state, state.active): ask}, hidden=False, scene=scene, patience=PATIENCE
            )
        if state.stage == "over":
            return None
        return Window("leg", {state.active: Ask(state.stage)}, hidden=False, scene=scene)

    def choices(self, state: State, seat: Seat) -> Iterable[Action]:
        window = self.window(state)
        if window is None or seat not in window.asks:
            return ()
        if state.stage == "run":
            return tuple(Run(steps=steps) for steps in range(1, MOST + 1))
        return (Rest(),) if state.stage == "rest" else (Doubt(), Decline())

    def allows(self, state: State, seat: Seat, action: Action) -> None:
        if action not in self.choices(state, seat):
            raise IllegalAction("not_possible")

    def drafts(self, view: View, seat: Seat, action: Action) -> View:
        if isinstance(action, Run):
            if view.stage != "run" or seat != view.active or action.steps not in (None, *range(1, MOST + 1)):
                raise IllegalAction("not_possible")
            return replace(view, plan=action.steps)
        if (view.stage == "rest") is not isinstance(action, Rest) or view.stage == "run":
            raise IllegalAction("not_possible")
        return view

    def advance(self, state: State, answers: Mapping[Seat, Action], chance: Chance) -> Turnout[State, View]:
        for seat, action in answers.items():
            self.allows(state, seat, action)
        (action,) = answers.values()
        if isinstance(action, Run):
            return self._run(state, action.steps or 0)
        if isinstance(action, Rest):
            return self._next_leg(state, (self._step(f"leg-{state.leg}", state, "rested", state.active),))
        back = isinstance(action, Doubt) and chance.roll("doubt", 2) == 1
        at = tuple(spot - (back and seat == state.active) for seat, spot in enumerate(state.at))
        after = self._reached(replace(state, at=at))
        told = "doubted" if isinstance(action, Doubt) else "trusted"
        return Turnout(after, (self._step(f"leg-{state.leg}", after, told, state.active),))

    def resign(self, state: State, seat: Seat, chance: Chance) -> Turnout[State, View]:
        out = tuple(gone or other == seat for other, gone in enumerate(state.out))
        left = [other for other, gone in enumerate(out) if not gone]
        asked = self._after(state, state.active)
        state = replace(state, out=out)
        gone = self._step("resign", state, "resigned", seat)
        if len(left) == 1:
            state = replace(state, stage="over", winner=left[0])
            return Turnout(state, (gone, self._step("end", state, "won", left[0])))
        if seat == state.active:
            return self._next_leg(state, (gone,))
        if state.stage == "right" and seat == asked:
            state = self._reached(state)
            return Turnout(state, (gone, self._step(f"leg-{state.leg}", state, "lapsed", seat)))
        return Turnout(state, (gone,))

    def view(self, state: State, seat: Seat | None) -> View:
        return View(state.goal, state.at, state.out, state.leg, state.active, state.stage, state.winner, seat)

    def result(self, state: State) -> Result | None:
        if state.winner is None:
            return None
        return Result(tuple(1 if seat == state.winner else 2 for seat in range(len(state.at))), state.at, "arrived")

    def stand_in(self, view: View, seat: Seat, level: Level, chance: Chance) -> Action:
        if view.stage == "run":
            return Run(steps=2)
        return Rest() if view.stage == "rest" else Decline()

    def _run(self, state: State, steps: int) -> Turnout[State, View]:
        shown: list[Step[View]] = []
        for _ in range(steps):
            at = tuple(spot + (seat == state.active) for seat, spot in enumerate(state.at))
            state = replace(state, at=at)
            shown.append(self._step(f"leg-{state.leg}", state, "stepped", state.active, mark="→"))
        state = replace(state, stage="right") if steps == MOST else self._reached(state)
        return Turnout(state, tuple(shown))

    def _reached(self, state: State) -> State:
        if state.at[state.active] >= state.goal:
            return replace(state, stage="over", winner=state.active)
        return replace(state, stage="rest")

    def _next_leg(self, state: State, shown: tuple[Step[View], ...]) -> Turnout[State, View]:
        following = self._after(state, state.active)
        lap = () if following > state.active else (self._step("lap", state, "lap"),)
        state = replace(state, leg=state.leg + 1, active=following, stage="run")
        return Turnout(state, (*shown, *lap, self._step(f"leg-{state.leg}", state, "begins", following)))

    def _after(self, state: State, seat: Seat) -> Seat:
        count = len(state.out)
        return next(other % count for other in range(seat + 1, seat + count + 1) if not state.out[other % count])

    def _step(self, chapter: str, state: State, kind: str, who: Seat | None = None, *, mark: str = "") -> Step[View]:
        event = Event(kind, {} if who is None else {"who": Who(who)})
        return Step(chapter, (event,), replace(self.view(state, None), mark=mark))


RELAY = Relay()
