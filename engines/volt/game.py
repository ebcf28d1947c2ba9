"""Power Arena: the sequence of play at a glance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import cast

from engines.core import Ask, Chance, IllegalAction, Level, Result, Seat, Step, Turnout, Window
from engines.volt import championship, model, offering, outfitting, programming, scoring, setup, stand_in, telling
from engines.volt.model import Outfit, Plan, Program, State, View
from engines.volt.rounds import Play
from engines.volt.viewing import plan_marks, view_of

Answer = Program | Outfit


class Volt:
    """One to four robots of people, up to two killbots, one match or a championship (see ``engines.core.Game``)."""

    key: str = "volt"
    rules: int = 1
    seats: range = range(min(setup.AUTO), max(setup.AUTO) + 1)
    Options = model.Options
    State = State
    Action = Answer
    View = View

    def fits(self, options: model.Options, seats: int) -> None:
        if options.mode == "match":
            setup.line_up(options, seats)
        else:
            championship.check(options, seats)

    def offers(self, options: model.Options, seats: int) -> tuple[str, ...]:
        return offering.offers(options, seats)

    def start(self, options: model.Options, seats: int, chance: Chance) -> Turnout[State, View]:
        begin = setup.set_up if options.mode == "match" else championship.begin
        state = begin(options, seats, chance)
        events = telling.opened(state) + telling.ai_turned(state)
        return Turnout(state, (Step("opening", events, view_of(state, None)),))

    def window(self, state: State) -> Window | None:
        """Everyone in play answers at the same time, in secret: first for decks, then for programs (rulings 22, 61)."""
        if state.phase == "over":
            return None
        playing = [robot.seat for robot in scoring.seats_of(state) if not robot.out]
        if state.phase == "outfitting":
            return Window("outfit", {seat: Ask("outfit") for seat in playing}, hidden=True)
        return Window("programming", {seat: Ask("program", {"round": state.round}) for seat in playing}, hidden=True)

    def choices(self, state: State, seat: Seat) -> Iterable[Answer]:
        if not self._asked(state, seat):
            return ()
        return outfitting.outfits() if state.phase == "outfitting" else programming.programs(state.robots[seat].cards)

    def allows(self, state: State, seat: Seat, action: Answer) -> None:
        if not self._asked(state, seat) or isinstance(action, Outfit) != (state.phase == "outfitting"):
            raise IllegalAction("not_asked")
        if isinstance(action, Outfit):
            outfitting.check(action)
        else:
            programming.check_answer(action, state.robots[seat].cards)

    def drafts(self, view: View, seat: Seat, action: Answer) -> View:
        phase = "outfitting" if isinstance(action, Outfit) else "programming"
        seated = 0 <= seat < len(view.robots) and view.robots[seat].killbot is None and not view.robots[seat].out
        if view.phase != phase or not seated:
            raise IllegalAction("not_asked")
        if isinstance(action, Outfit):
            outfitting.check(action)
            return replace(view, outfit=action)
        programming.check_draft(action, view.robots[seat].cards)
        return replace(view, plan=Plan(seat, action, plan_marks(view, seat, action)))

    def advance(self, state: State, answers: Mapping[Seat, Answer], chance: Chance) -> Turnout[State, View]:
        """The first cards; or one round from the reveal on, up to the next programming or the end."""
        for seat, action in answers.items():
            self.allows(state, seat, action)
        window = self.window(state)
        if window is None or set(window.asks) != set(answers):
            raise ValueError("a window needs the answer of every seat in play")
        play = Play(state)
        if state.phase == "outfitting":
            play.outfit(cast("Mapping[Seat, Outfit]", answers))
            return play.turnout()
        play.reveal(cast("Mapping[Seat, Program]", answers), chance)
        play.activate()
        play.resolve()
        play.prepare(chance)
        play.end(chance)
        return play.turnout()

    def resign(self, state: State, seat: Seat, chance: Chance) -> Turnout[State, View]:
        """The robot is removed; one seat left in play wins (ruling 24)."""
        if not self._asked(state, seat):
            raise IllegalAction("not_playing")
        play = Play(state)
        play.remove(seat)
        return play.turnout()

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def result(self, state: State) -> Result | None:
        return scoring.result(state) if state.championship is None else championship.result(state)

    def stand_in(self, view: View, seat: Seat, level: Level, chance: Chance) -> Answer:
        if view.phase == "outfitting":
            return outfitting.PRESET
        return stand_in.choose(view, seat, level, chance)

    def _asked(self, state: State, seat: Seat) -> bool:
        window = self.window(state)
        return window is not None and seat in window.asks
