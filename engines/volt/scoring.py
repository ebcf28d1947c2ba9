"""Phase 3 and the end: taking VP markers, and who has won (rulings 47 to 55)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engines.core import Seat
from engines.grid import Cell
from engines.volt.arenas import RULES
from engines.volt.model import Program, Robot, State

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


def claims(state: State) -> tuple[Claim, ...]:
    """Who takes what in phase 3, all at the same time (ruling 47)."""
    lying = dict(state.markers)
    return tuple(
        Claim(robot.seat, robot.pos, lying[robot.pos]) for robot in state.robots if robot.pos and robot.pos in lying
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
    """Whoever has won by reaching the target now (rulings 51, 52)."""
    there = [robot for robot in state.robots if robot.vp >= RULES.target_vp]
    if not there:
        return None
    leaders = _leaders(there)
    if len(leaders) == 1:
        return Verdict((leaders[0].seat,), "target" if len(there) == 1 else "more_vp")
    fastest = _fastest(leaders, state.programs)
    return Verdict(fastest, "faster_shot" if len(fastest) == 1 else "shared")


def safety_stop(state: State) -> Verdict | None:
    """After the last round: most VP, then as ever (ruling 55)."""
    if state.round < LAST_ROUND:
        return None
    leaders = _leaders([robot for robot in state.robots if not robot.out])
    return Verdict(_fastest(leaders, state.programs), "rounds")


def last_left(state: State) -> Verdict | None:
    """One seat left in play wins (ruling 24)."""
    left = [robot.seat for robot in state.robots if not robot.out]
    return Verdict(tuple(left), "last_left") if len(left) == 1 else None


def _leaders(robots: Sequence[Robot]) -> list[Robot]:
    most = max(robot.vp for robot in robots)
    return [robot for robot in robots if robot.vp == most]


def _fastest(robots: Sequence[Robot], programs: Sequence[Program | None]) -> tuple[Seat, ...]:
    lowest = min(shooting_die(programs[robot.seat]) for robot in robots)
    return tuple(robot.seat for robot in robots if shooting_die(programs[robot.seat]) == lowest)


def places(state: State) -> tuple[int, ...]:
    """1 for winners; the others by VP behind them, those who resigned last. Equals share a place."""
    keys = [(robot.seat not in state.winners, robot.out, -robot.vp) for robot in state.robots]
    keys = [(loser, out, 0 if not loser else vp) for loser, out, vp in keys]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
