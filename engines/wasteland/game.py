"""Scorched Wasteland: mechs built of what lies around, and the last one standing. The game at a glance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engines.core import Chance, IllegalAction, Level, Result, Seat, Turnout, Window
from engines.wasteland import ends, flow, legal, lengths, model, orders, stand_in
from engines.wasteland.journal import Journal
from engines.wasteland.model import Action, State
from engines.wasteland.viewing import view_of
from engines.wasteland.views import View


class Wasteland:
    """Three to seven players with two bays each; who has no core left is out (see ``engines.core.Game``).

    It takes standing orders, seats can be beaten before the end, and its length minds the pace.
    """

    key: str = "wasteland"
    rules: int = 1
    seats: range = range(3, 8)
    Options = model.Options
    State = State
    Action = Action
    View = View
    Orders = orders.Orders

    def fits(self, options: model.Options, seats: int) -> None:
        if seats not in self.seats:
            raise IllegalAction("seats", least=min(self.seats), most=max(self.seats), seats=seats)

    def offers(self, options: model.Options, seats: int) -> tuple[str, ...]:
        return lengths.offers(options, seats)

    def at_pace(self, options: model.Options, *, live: bool) -> model.Options:
        return lengths.at_pace(options, live=live)

    def start(self, options: model.Options, seats: int, chance: Chance) -> Turnout[State, View]:
        self.fits(options, seats)
        return _told(lambda journal: flow.start(options, seats, chance, journal))

    def window(self, state: State) -> Window | None:
        """Plans, and what is decided at the same time, of all at once and in secret; else one seat (section 14)."""
        return flow.window(state)

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
            raise ValueError("the window needs one answer of every seat that it asks")
        return _told(lambda journal: flow.advance(state, answers, chance, journal))

    def resign(self, state: State, seat: Seat, chance: Chance) -> Turnout[State, View]:
        return _told(lambda journal: flow.resign(state, seat, chance, journal))

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def result(self, state: State) -> Result | None:
        return ends.result(state)

    def beaten(self, state: State) -> frozenset[Seat]:
        return frozenset(seat for seat, area in enumerate(state.areas) if area.out)

    def ordered(self, view: View, seat: Seat, orders_: orders.Orders) -> Action | None:
        return orders.ordered(view, seat, orders_)

    def stand_in(self, view: View, seat: Seat, level: Level, chance: Chance) -> Action:
        return stand_in.answer(view, seat, level, chance)


def _told(play: Callable[[Journal], State]) -> Turnout[State, View]:
    journal = Journal()
    state = play(journal)
    return Turnout(state, tuple(journal.steps))
