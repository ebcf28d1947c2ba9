"""A round and the match around it, phase by phase, each change told as it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.core import Chance, Event, Seat, Step, Turnout
from engines.volt import championship, outfitting, scoring, telling, upkeep
from engines.volt.activation import act, sequence
from engines.volt.arenas import ARENAS
from engines.volt.cards import AI_CARDS, AiCard, Order
from engines.volt.floor import Floor
from engines.volt.model import Command, Mark, MarkKind, Outfit, Program, Robot, State, View
from engines.volt.telling import Account
from engines.volt.viewing import view_of


class Play:
    """A state on its way to the next window, and the steps told so far.

    Each phase does nothing once somebody has won. In a championship ``end`` then opens the next match.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.steps: list[Step[View]] = []

    def turnout(self) -> Turnout[State, View]:
        return Turnout(self.state, tuple(self.steps))

    # ---- before round 1

    def outfit(self, answers: Mapping[Seat, Outfit]) -> None:
        """Everybody draws from the decks chosen (ruling 61)."""
        outfits = tuple(answers.get(seat) for seat in range(len(self.state.programs)))
        self.state, drawn = outfitting.deal(replace(self.state, phase="programming", outfits=outfits))
        self._tell("outfit", telling.outfitted(self.state, drawn))

    # ---- a round

    def reveal(self, answers: Mapping[Seat, Program], chance: Chance) -> None:
        """All programs are shown (end of phase 1), and the AI cards that are still hidden (ruling 58)."""
        shown = tuple(answers.get(seat) for seat in range(len(self.state.programs)))
        self.state = replace(self.state, phase="activation", programs=shown)
        if self.state.options.ai_cards == "hidden":
            self.state = upkeep.turn_ai_cards(self.state, chance)
        self._tell("reveal", telling.revealed(self.state) + telling.ai_turned(self.state))

    def activate(self) -> None:
        """Phase 2: command by command; whoever reaches the target ends the match (rulings 26 to 29, 51)."""
        floor = Floor.of(self.state)
        for pad, robot, entry in sequence(floor, self._entries(), self.state.robots):
            start = floor.pos[robot]
            assert start is not None, "only robots on the board act"
            command = act(floor, self.state.robots, robot, entry)
            self.state = replace(_as_on(floor, self.state), pad=pad)
            chapter = f"pad-{pad + 1}"
            if command is None:
                assert isinstance(entry, Order), "only a killbot finds nothing to do"
                self._tell(chapter, telling.idle(self.state, robot, entry), actor=robot)
            else:
                bots = scoring.bot_side(self.state)
                account = Account(robot, floor.log, self.state.robots, scoring.target(self.state), bots)
                events = telling.command_events(account, command, start)
                self._tell(chapter, events, telling.command_marks(account, pad), robot, command)
            floor.log.clear()
            if self._won(scoring.verdict(self.state)):
                return

    def resolve(self) -> None:
        """Phase 3: markers are taken, then the victory test, then workshops (rulings 47 to 55, 75)."""
        if self.state.phase == "over":
            return
        self.state = replace(self.state, phase="resolution", pad=None)
        taken = scoring.claims(self.state)
        self.state = scoring.collect(self.state, taken)
        marks = tuple(Mark("scored", (claim.cell,) * claim.markers, claim.seat) for claim in taken)
        self._tell("round-end", telling.claimed(self.state, taken), marks)
        if not self._won(scoring.verdict(self.state) or scoring.safety_stop(self.state)):
            self._work()

    def _work(self) -> None:
        """Workshops repair and give module cards (rulings 48, 68)."""
        visitors = upkeep.in_workshops(ARENAS[self.state.arena], self.state)
        mended = tuple(at for at in visitors if self.state.robots[at].damage)
        self.state, drawn = outfitting.draw_later(upkeep.repair(self.state, mended), visitors)
        events = telling.repaired(self.state, mended) + telling.drew(self.state, drawn)
        if events:
            served = {*mended, *(seat for seat, _ in drawn)}
            self._tell("round-end", events, self._marks("workshop", [at for at in visitors if at in served]))

    def prepare(self, chance: Chance) -> None:
        """Phase 0 of the next round: refill, restart, end of cooling, new turn markers (ruling 11)."""
        if self.state.phase == "over":
            return
        arena = ARENAS[self.state.arena]
        if bare := upkeep.missing_markers(arena, self.state):
            self.state = upkeep.refill(self.state, bare)
            self._tell("round-end", telling.refilled(bare), (Mark("refill", bare),))
        if gone := upkeep.destroyed(self.state):
            self.state, drawn = outfitting.draw_later(upkeep.restart(arena, self.state), gone)
            back = [self.state.robots[at] for at in gone]
            events = telling.restarted(back) + telling.drew(self.state, drawn)
            self._tell("round-end", events, self._marks("restart", gone))
        cooled = upkeep.cooling(self.state)
        self.state = upkeep.restore(self.state)
        if cooled:
            self._tell("round-end", telling.cooled_down(self.state, cooled))
        self._next_round(chance)

    def _next_round(self, chance: Chance) -> None:
        state = replace(upkeep.discard_ai_cards(self.state), round=self.state.round + 1, phase="programming")
        self.state = upkeep.deal_markers(state, chance)
        events = telling.new_round(self.state)
        if self.state.options.ai_cards == "open":
            self.state = upkeep.turn_ai_cards(self.state, chance)
            events += telling.ai_turned(self.state)
        self._tell("round-end", events)

    # ---- leaving and ending

    def remove(self, seat: Seat) -> None:
        """A seat leaves for good (rulings 24, 66): its cards go back, its mines become anybody's."""
        state = outfitting.put_back(self.state, seat)
        robots = tuple(
            replace(robot, pos=None, damage=0, out=True, champion=None) if robot.seat == seat else robot
            for robot in state.robots
        )
        programs = tuple(None if at == seat else program for at, program in enumerate(state.programs))
        mines = tuple((cell, None if owner == seat else owner) for cell, owner in state.mines)
        state = replace(state, robots=robots, programs=programs, mines=mines)
        state = upkeep.with_markers(state, upkeep.close_ranks(robots))
        self.state = state if state.championship is None else championship.leave(state, seat)
        self._tell("resign", telling.resigned(seat))
        if verdict := scoring.last_left(self.state):
            if self.state.championship is not None:
                self.state = championship.abandon(self.state)
            self._finish(verdict)

    def end(self, chance: Chance) -> None:
        """After a match: the game is over, or the next match of the championship opens (ruling 73)."""
        if self.state.phase != "over":
            return
        if self.state.championship is None:
            self._tell("end", telling.ended(self.state))
            return
        self.state = championship.settle(self.state)
        self._tell("match-end", telling.match_won(self.state))
        if championship.is_over(self.state):
            self._finish(championship.verdict(self.state))
            return
        self.state, drawn = championship.next_match(self.state, chance)
        events = telling.match_opened(self.state) + telling.outfitted(self.state, drawn)
        self._tell("match", events + telling.ai_turned(self.state))

    def _won(self, verdict: scoring.Verdict | None) -> bool:
        """Whether somebody has won the match with this verdict."""
        if verdict is not None:
            self.state = replace(self.state, phase="over", pad=None, winners=verdict.winners, reason=verdict.reason)
        return verdict is not None

    def _finish(self, verdict: scoring.Verdict) -> None:
        """The game is over at once, all of a championship too."""
        self._won(verdict)
        self._tell("end", telling.ended(self.state))

    # ---- helpers

    def _entries(self) -> list[Program | AiCard | None]:
        """Programs and AI cards, by robot."""
        bots = self.state.robots[len(self.state.programs) :]
        return [*self.state.programs, *(None if robot.ai is None else AI_CARDS[robot.ai] for robot in bots)]

    def _marks(self, kind: MarkKind, robots: Sequence[Seat]) -> tuple[Mark, ...]:
        """A mark where each of these robots stands."""
        return tuple(Mark(kind, (pos,), at) for at in robots if (pos := self.state.robots[at].pos) is not None)

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


def _as_on(floor: Floor, state: State) -> State:
    """The state with everything as it is on the floor now; robots that nothing happened to are shared."""
    mines = state.mines
    if floor.mines != dict(mines):
        mines = tuple(sorted(floor.mines.items()))
    return replace(state, robots=tuple(_robot_on(floor, robot) for robot in state.robots), mines=mines)


def _robot_on(floor: Floor, robot: Robot) -> Robot:
    at = robot.seat
    now = (floor.pos[at], floor.damage[at], floor.vp[at], floor.cooling[at], floor.cards[at], floor.reflected[at])
    if now == (robot.pos, robot.damage, robot.vp, robot.cooling, robot.cards, robot.reflected):
        return robot
    pos, damage, vp, cooling, cards, reflected = now
    return replace(robot, pos=pos, damage=damage, vp=vp, cooling=cooling, cards=cards, reflected=reflected)
