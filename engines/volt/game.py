"""Power Arena: the sequence of play at a glance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engines.core import Ask, Chance, Event, IllegalAction, Level, Result, Seat, Step, Turnout, Window
from engines.volt import model, programming, scoring, setup, stand_in, telling, upkeep
from engines.volt.activation import Floor, sequence
from engines.volt.arenas import ARENAS
from engines.volt.model import Command, Mark, Plan, Program, Robot, State, View
from engines.volt.telling import Account
from engines.volt.viewing import plan_marks, view_of


class Volt:
    """The basic game: two to four robots, no modules, no mines (see ``engines.core.Game``)."""

    key: str = "volt"
    rules: int = 1
    seats: range = range(min(setup.AUTO), max(setup.AUTO) + 1)
    Options = model.Options
    State = State
    Action = Program
    View = View

    def fits(self, options: model.Options, seats: int) -> None:
        setup.fitting_arena(options, seats)

    def start(self, options: model.Options, seats: int, chance: Chance) -> Turnout[State, View]:
        state = setup.set_up(options, seats, chance)
        return Turnout(state, (Step("opening", telling.opened(state), view_of(state, None)),))

    def window(self, state: State) -> Window | None:
        """Everyone in play programs at the same time, in secret (ruling 22)."""
        if state.phase == "over":
            return None
        asks = {robot.seat: Ask("program", {"round": state.round}) for robot in state.robots if not robot.out}
        return Window("programming", asks, hidden=True)

    def choices(self, state: State, seat: Seat) -> Iterable[Program]:
        return programming.programs() if self._asked(state, seat) else ()

    def allows(self, state: State, seat: Seat, action: Program) -> None:
        if not self._asked(state, seat):
            raise IllegalAction("not_asked")
        programming.check_answer(action)

    def drafts(self, view: View, seat: Seat, action: Program) -> View:
        if view.phase != "programming" or view.robots[seat].out:
            raise IllegalAction("not_asked")
        programming.check_draft(action)
        return replace(view, plan=Plan(seat, action, plan_marks(view, seat, action)))

    def advance(self, state: State, answers: Mapping[Seat, Program], chance: Chance) -> Turnout[State, View]:
        """One round from the reveal on, up to the next programming or the end."""
        for seat, program in answers.items():
            self.allows(state, seat, program)
        window = self.window(state)
        if window is None or set(window.asks) != set(answers):
            raise ValueError("a round needs the program of every seat in play")
        play = _Round(state)
        play.reveal(answers)
        play.activate()
        play.resolve()
        play.prepare(chance)
        return Turnout(play.state, tuple(play.steps))

    def resign(self, state: State, seat: Seat, chance: Chance) -> Turnout[State, View]:
        """The robot is removed; one seat left in play wins (ruling 24)."""
        if not self._asked(state, seat):
            raise IllegalAction("not_playing")
        play = _Round(state)
        play.remove(seat)
        return Turnout(play.state, tuple(play.steps))

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def result(self, state: State) -> Result | None:
        if state.reason is None:
            return None
        return Result(scoring.places(state), tuple(robot.vp for robot in state.robots), state.reason)

    def stand_in(self, view: View, seat: Seat, level: Level, chance: Chance) -> Program:
        return stand_in.choose(view, seat, level, chance)

    def _asked(self, state: State, seat: Seat) -> bool:
        return state.phase == "programming" and seat in range(len(state.robots)) and not state.robots[seat].out


class _Round:
    """A state on its way through a round, and the steps told so far. Each phase does nothing once the game is over."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.steps: list[Step[View]] = []

    def reveal(self, answers: Mapping[Seat, Program]) -> None:
        """All programs are shown (end of phase 1)."""
        shown = tuple(answers.get(seat) for seat in range(len(self.state.robots)))
        self.state = replace(self.state, phase="activation", programs=shown)
        self._tell("reveal", telling.revealed(self.state))

    def activate(self) -> None:
        """Phase 2: command by command; whoever reaches the target ends the game (rulings 26 to 29, 51)."""
        floor = Floor(ARENAS[self.state.arena], self.state.robots)
        for pad, seat, command in sequence(floor, self.state.programs, self.state.robots):
            start = floor.pos[seat]
            assert start is not None, "only robots on the board act"
            floor.resolve(seat, command)
            self.state = replace(self.state, robots=_as_on(floor, self.state.robots), pad=pad)
            account = Account(seat, floor.log)
            floor.log.clear()
            self._tell(
                f"pad-{pad + 1}",
                telling.command_events(account, command, start),
                telling.command_marks(account, pad),
                seat,
                command,
            )
            if self._over(scoring.verdict(self.state)):
                return

    def resolve(self) -> None:
        """Phase 3: markers are taken, then the victory test (rulings 47 to 55)."""
        if self.state.phase == "over":
            return
        self.state = replace(self.state, phase="resolution", pad=None)
        taken = scoring.claims(self.state)
        self.state = scoring.collect(self.state, taken)
        marks = tuple(Mark("scored", (claim.cell,) * claim.markers, claim.seat) for claim in taken)
        self._tell("round-end", telling.claimed(self.state, taken), marks)
        self._over(scoring.verdict(self.state) or scoring.safety_stop(self.state))

    def prepare(self, chance: Chance) -> None:
        """Phase 0 of the next round: refill, restart, new turn markers (ruling 11)."""
        if self.state.phase == "over":
            return
        arena = ARENAS[self.state.arena]
        if bare := upkeep.missing_markers(arena, self.state):
            self.state = upkeep.refill(self.state, bare)
            self._tell("round-end", telling.refilled(bare), (Mark("refill", bare),))
        gone = [robot for robot in self.state.robots if robot.pos is None and not robot.out]
        if gone:
            self.state = upkeep.restart(arena, self.state)
            back = [self.state.robots[robot.seat] for robot in sorted(gone, key=lambda robot: robot.marker)]
            marks = tuple(Mark("restart", (robot.pos,), robot.seat) for robot in back if robot.pos is not None)
            self._tell("round-end", telling.restarted(back), marks)
        self.state = upkeep.deal_markers(replace(self.state, round=self.state.round + 1, phase="programming"), chance)
        self._tell("round-end", telling.new_round(self.state))

    def remove(self, seat: Seat) -> None:
        """A seat leaves for good (ruling 24)."""
        robots = tuple(
            replace(robot, pos=None, damage=0, out=True) if robot.seat == seat else robot for robot in self.state.robots
        )
        programs = tuple(None if at == seat else program for at, program in enumerate(self.state.programs))
        self.state = replace(self.state, robots=robots, programs=programs)
        self.state = upkeep.with_markers(self.state, upkeep.close_ranks(robots))
        self._tell("resign", telling.resigned(seat))
        self._over(scoring.last_left(self.state))

    def _over(self, verdict: scoring.Verdict | None) -> bool:
        if verdict is None:
            return False
        self.state = replace(self.state, phase="over", pad=None, winners=verdict.winners, reason=verdict.reason)
        self._tell("end", telling.ended(self.state))
        return True

    def _tell(
        self,
        chapter: str,
        events: tuple[Event, ...],
        marks: tuple[Mark, ...] = (),
        actor: Seat | None = None,
        command: Command | None = None,
    ) -> None:
        view = view_of(self.state, None, marks, actor, command)
        self.steps.append(Step(chapter, events, view))


def _as_on(floor: Floor, robots: Sequence[Robot]) -> tuple[Robot, ...]:
    """The robots as they are on the floor now; those that nothing happened to are shared."""
    return tuple(
        robot
        if robot.pos == pos and robot.damage == damage and robot.vp == vp
        else replace(robot, pos=pos, damage=damage, vp=vp)
        for robot, pos, damage, vp in zip(robots, floor.pos, floor.damage, floor.vp, strict=True)
    )
