"""A bot player that plays legally and decently, from a View alone (ruling 96, and ruling 50 for rerolls)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engines.core import Chance, Level, Seat
from engines.thunder_road import legal
from engines.thunder_road.geometry import step
from engines.thunder_road.judgement import Judge, Trip
from engines.thunder_road.model import (
    FRONT,
    Action,
    Assign,
    Bonus,
    Drive,
    Reroll,
    Shoot,
    Spot,
    Vehicle,
    seat_of,
)
from engines.thunder_road.planning import setting_out
from engines.thunder_road.views import View

PIP: Final = 1.7
"""What a pip that a car has still to use this round is worth."""
COMMAND: Final = 2.0
"""What it is worth to keep a die for a command."""
WHIMS: Final = 12
"""How far off, in half spaces, an easy bot may judge an answer."""
MENDED: Final = 0.75
"""What a repaired car is worth, against one that was never hit."""


def answer(view: View, seat: Seat, level: Level, chance: Chance) -> Action:
    """A sound answer to what the seat is asked."""
    if view.question is not None:
        return Reroll(again=rolls_again(view, seat))
    judge = Judge(view, seat)
    stage = view.turn.stage
    if stage == "assign":
        return _assign(judge, level, chance)
    if stage == "shot":
        return _shoot(judge)
    drive = Drive()
    car, out = setting_out(judge.chart, view, drive)
    trip = Trip(judge, car)
    if stage == "bonus":
        return Bonus(take=trip.takes_bonus(out))
    return Drive(trip.path(out))


def rolls_again(view: View, seat: Seat) -> bool:
    """The policy of ruling 50: save one's own car, spoil an enemy's push forward."""
    slam = view.slam
    assert slam is not None
    assert slam.dir is not None
    mover = slam.top if slam.mover == "top" else slam.bottom
    spot = _where(view, slam.bottom)
    to = step(spot, slam.dir)
    deadly = Judge(view, seat).deadly(to)
    owner = seat_of(mover)
    if owner == seat:
        return deadly
    return owner is not None and not deadly and slam.dir in FRONT


def _where(view: View, vehicle: Vehicle) -> Spot:
    if vehicle < len(view.cars):
        spot = view.cars[vehicle].spot
        assert spot is not None
        return spot
    return next(wreck.spot for wreck in view.wrecks if wreck.id == vehicle)


# ---- assigning


def _assign(judge: Judge, level: Level, chance: Chance) -> Assign:
    """The best of what each car could do with each die and command."""
    trips = {car: Trip(judge, car) for car, _ in legal.assignments(judge.view, judge.seat)}
    best: tuple[float, Assign] | None = None
    for action in _candidates(judge):
        value = _value(judge, trips, action)
        if level is Level.EASY:
            value += chance.roll("whim", WHIMS)
        if best is None or value > best[0]:
            best = (value, action)
    assert best is not None, "a seat that is asked can answer"
    chosen = best[1]
    if chosen.target is not None:
        return chosen
    car, out = setting_out(judge.chart, judge.view, chosen)
    return replace(chosen, path=trips[car].path(out))


def _candidates(judge: Judge) -> Iterator[Assign]:
    view, seat = judge.view, judge.seat
    strike = _strike(judge)
    for car, die in legal.assignments(view, seat):
        yield Assign(car, die)
        for command, index in legal.commands(view, seat, car, die):
            if command == "repair":
                yield from (Assign(car, die, command, index, repaired=one) for one in legal.repairable(view, seat))
            elif command != "airstrike":
                yield Assign(car, die, command, index)
            elif strike is not None:
                yield Assign(car, die, command, index, spot=strike[0], target=strike[1])


def _value(judge: Judge, trips: dict[Vehicle, Trip], action: Assign) -> float:
    """What the drive brings, what the command brings, and what the dice that are left may still bring."""
    car, out = setting_out(judge.chart, judge.view, action)
    value = trips[car].best(out)[0] - judge.standing(judge.view.cars[car])
    return value + _commanding(judge, action) + _to_come(judge, action)


def _commanding(judge: Judge, action: Assign) -> float:
    if action.repaired is not None:
        return _mending(judge, action.repaired)
    return judge.shot(action.target) if action.target is not None else 0.0


def _mending(judge: Judge, number: Vehicle) -> float:
    """A car that runs again is worth nearly a car; a token less on one that runs is worth some of its first hit."""
    car = judge.view.cars[number]
    if car.operable:
        return judge.hurt(number) * 0.5
    return MENDED * judge.revival(car)


def _to_come(judge: Judge, action: Assign) -> float:
    """The largest of the dice left for the cars that have still to move, and a die kept for a command."""
    dice = judge.view.crews[judge.seat].dice
    used = {action.die, action.command_die}
    left = sorted((die.value for index, die in enumerate(dice) if die.use is None and index not in used), reverse=True)
    waiting = sum(number != action.car for number in legal.unmoved(judge.view, judge.seat))
    spare = len(left) > waiting and action.command is None and not legal.commanded(dice)
    return PIP * sum(left[:waiting]) * judge.pace + (COMMAND if spare and waiting else 0.0)


def _strike(judge: Judge) -> tuple[Spot, Vehicle] | None:
    """The chopper's best target, from the rearmost space that has it in its arc; none is no use."""
    view = judge.view
    if view.round == 1 or not _could_command(judge):
        return None
    best: tuple[float, Spot, Vehicle] | None = None
    for spot in legal.strike_spots(view, judge.chart):
        for target in legal.arc_targets(view, spot):
            value = judge.shot(target)
            if value > 0 and (best is None or value > best[0]):
                best = (value, spot, target)
    return None if best is None else best[1:]


def _could_command(judge: Judge) -> bool:
    dice = judge.view.crews[judge.seat].dice
    return not legal.commanded(dice) and sum(die.use is None for die in dice) > 1


def _shoot(judge: Judge) -> Shoot:
    """The target whose damage is worth most; one's own cars and wrecks are not shot at."""
    worth = [(judge.shot(target), target) for target in legal.shooting_at(judge.view)]
    value, target = max(worth, default=(0.0, 0))
    return Shoot(target if value > 0 else None)
