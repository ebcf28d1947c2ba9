"""Phase 3 and the end: taking VP markers, and who has won (rulings 47 to 60, 72, 74)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engines.core import Result, Seat
from engines.grid import Cell
from engines.volt.model import BotSide, Program, Robot, State

LAST_ROUND: Final = 30
"""The safety stop (ruling 55)."""
NO_RED: Final = 7
"""The shooting die of a program without one (ruling 53)."""


class Claim(NamedTuple):
    """A robot takes all markers of the scoring cell that it stands on."""

    seat: Seat
    cell: Cell
    markers: int


class Verdict(NamedTuple):
    winners: tuple[Seat, ...]
    reason: str


_LOST: Final = Verdict((), "bot_side")
"""The killbots have beaten the person who plays alone."""


def seats_of(state: State) -> tuple[Robot, ...]:
    """The seats' robots, in play or out."""
    return tuple(robot for robot in state.robots if robot.killbot is None)


def solo(state: State) -> bool:
    """One person plays alone against the killbots (ruling 60)."""
    return len(seats_of(state)) == 1


def target(state: State) -> int:
    """VP that win the match."""
    return int(state.options.target)


def bot_side(state: State) -> BotSide | None:
    """The killbots' common score; ``None`` unless one person plays alone (rulings 60, 74)."""
    if not solo(state):
        return None
    handicap = 1 if state.options.difficulty == "hard" else 0
    return BotSide(sum(robot.vp for robot in state.robots if robot.killbot is not None), target(state) - handicap)


def claims(state: State) -> tuple[Claim, ...]:
    """Who takes what in phase 3, all at the same time; killbots only for the bot side (ruling 47)."""
    lying = dict(state.markers)
    claiming = state.robots if solo(state) else seats_of(state)
    return tuple(
        Claim(robot.seat, robot.pos, lying[robot.pos]) for robot in claiming if robot.pos and robot.pos in lying
    )


def collect(state: State, taken: Sequence[Claim]) -> State:
    """The state after these claims; what nobody claims stays (ruling 50)."""
    gains = {claim.seat: claim.markers for claim in taken}
    emptied = {claim.cell for claim in taken}
    return replace(
        state,
        robots=tuple(
            replace(robot, vp=robot.vp + gains[robot.seat]) if robot.seat in gains else robot for robot in state.robots
        ),
        markers=tuple(entry for entry in state.markers if entry[0] not in emptied),
    )


def shooting_die(program: Program | None) -> int:
    """The lowest red pip of the round's program, whether it was fired or not (ruling 53)."""
    commands = () if program is None else program.pads
    return min((command.pip for command in commands if command and command.die == "red"), default=NO_RED)


def verdict(state: State) -> Verdict | None:
    """Whoever has won by reaching the target now (rulings 51, 52, 60).

    Killbots never win but as the bot side, and a person who plays alone wins when both are there (ruling 56).
    """
    there = [robot for robot in seats_of(state) if robot.vp >= target(state)]
    if not there:
        bots = bot_side(state)
        return _LOST if bots is not None and bots.vp >= bots.target else None
    leaders = _leaders(there)
    if len(leaders) == 1:
        return Verdict((leaders[0].seat,), "target" if len(there) == 1 else "more_vp")
    fastest = _fastest(leaders, state.programs)
    return Verdict(fastest, "faster_shot" if len(fastest) == 1 else "shared")


def safety_stop(state: State) -> Verdict | None:
    """After the last round: most VP, then as ever (ruling 55).

    Against the bot side as many VP are enough (ruling 72).
    """
    if state.round < LAST_ROUND:
        return None
    leaders = _leaders([robot for robot in seats_of(state) if not robot.out])
    bots = bot_side(state)
    if bots is not None and bots.vp > leaders[0].vp:
        return _LOST
    return Verdict(_fastest(leaders, state.programs), "rounds")


def last_left(state: State) -> Verdict | None:
    """One seat left in play wins; none at all is lost to the bot side (rulings 24, 72)."""
    left = [robot.seat for robot in seats_of(state) if not robot.out]
    if not left:
        return _LOST
    return Verdict(tuple(left), "last_left") if len(left) == 1 and not solo(state) else None


def _leaders(robots: Sequence[Robot]) -> list[Robot]:
    most = max(robot.vp for robot in robots)
    return [robot for robot in robots if robot.vp == most]


def _fastest(robots: Sequence[Robot], programs: Sequence[Program | None]) -> tuple[Seat, ...]:
    lowest = min(shooting_die(programs[robot.seat]) for robot in robots)
    return tuple(robot.seat for robot in robots if shooting_die(programs[robot.seat]) == lowest)


def result(state: State) -> Result | None:
    """How a game of one match ended."""
    if state.reason is None:
        return None
    return Result(places(state), tuple(robot.vp for robot in seats_of(state)), state.reason)


def places(state: State) -> tuple[int, ...]:
    """1 for winners; the others by VP behind them, those who resigned last. Equals share a place.

    When the bot side has won nobody is first.
    """
    keys = [(robot.seat not in state.winners, robot.out, -robot.vp) for robot in seats_of(state)]
    keys = [(loser, out, vp if loser else 0) for loser, out, vp in keys]
    best = 1 if state.winners else 2
    return tuple(best + sum(other < key for other in keys) for key in keys)
