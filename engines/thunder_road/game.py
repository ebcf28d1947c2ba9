"""Thunder Road: three cars a crew, a road without end, and one who gets out of it first. The game at a glance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engines.core import Ask, Chance, IllegalAction, Level, Result, Seat, Turnout, Window
from engines.thunder_road import legal, model, road_end, stand_in, turns
from engines.thunder_road.journal import Journal
from engines.thunder_road.model import Action, Slam, State
from engines.thunder_road.telling import vehicle_term
from engines.thunder_road.viewing import view_of
from engines.thunder_road.views import View

PATIENCE = 15
"""Seconds in which another player's reroll must be decided (ruling 50)."""


class ThunderRoad:
    """Two to four crews of three cars, one turn at a time (see ``engines.core.Game``)."""

    key: str = "thunder_road"
    rules: int = 1
    seats: range = range(2, len(model.CREWS) + 1)
    Options = model.Options
    State = State
    Action = Action
    View = View

    def fits(self, options: model.Options, seats: int) -> None:
        if seats not in self.seats:
            raise IllegalAction("seats", least=min(self.seats), most=max(self.seats), seats=seats)

    def start(self, options: model.Options, seats: int, chance: Chance) -> Turnout[State, View]:
        self.fits(options, seats)
        return _told(lambda journal: turns.start(options, seats, chance, journal))

    def window(self, state: State) -> Window | None:
        """One seat at a time, in public: the active one, or whoever may have a slam rolled again (ruling 50)."""
        if state.winner is not None:
            return None
        seat, ask = _ask(state)
        others = state.question is not None and seat != state.turn.seat
        return Window(
            kind="right" if others else "turn",
            asks={seat: ask},
            hidden=False,
            scene=f"turn-{state.turn.number}",
            patience=PATIENCE if others else None,
        )

    def choices(self, state: State, seat: Seat) -> Iterable[Action]:
        return legal.answers(view_of(state, seat), seat)

    def allows(self, state: State, seat: Seat, action: Action) -> None:
        legal.check(view_of(state, seat), seat, action)

    def drafts(self, view: View, seat: Seat, action: Action) -> View:
        return legal.drafted(view, seat, action)

    def advance(self, state: State, answers: Mapping[Seat, Action], chance: Chance) -> Turnout[State, View]:
        for seat, action in answers.items():
            self.allows(state, seat, action)
        window = self.window(state)
        if window is None or set(window.asks) != set(answers):
            raise ValueError("the window needs the answer of the seat that it asks")
        (answer,) = answers.values()
        return _told(lambda journal: turns.advance(state, answer, chance, journal))

    def resign(self, state: State, seat: Seat, chance: Chance) -> Turnout[State, View]:
        return _told(lambda journal: turns.resign(state, seat, chance, journal))

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def result(self, state: State) -> Result | None:
        return road_end.result(state)

    def stand_in(self, view: View, seat: Seat, level: Level, chance: Chance) -> Action:
        return stand_in.answer(view, seat, level, chance)


def _told(play: Callable[[Journal], State]) -> Turnout[State, View]:
    journal = Journal()
    state = play(journal)
    return Turnout(state, tuple(journal.steps))


def _ask(state: State) -> tuple[Seat, Ask]:
    """Who is asked what."""
    turn = state.turn
    if state.question is not None:
        slam = state.stack[-1]
        assert isinstance(slam, Slam), "a reroll is asked for the slam on top of the stack"
        return state.question.seat, Ask("reroll", {"top": vehicle_term(slam.top), "bottom": vehicle_term(slam.bottom)})
    if turn.car is None:
        return turn.seat, Ask("assign")
    car = vehicle_term(turn.car)
    match turn.stage:
        case "move":
            return turn.seat, Ask("drive", {"left": turn.left, "car": car})
        case "bonus":
            return turn.seat, Ask("bonus", {"moves": state.road_die, "car": car})
        case _:
            return turn.seat, Ask("shoot", {"car": car})
