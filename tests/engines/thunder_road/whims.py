"""A player without a plan: any legal answer, each part of it at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.core import Chance
from engines.thunder_road import legal
from engines.thunder_road.geometry import step
from engines.thunder_road.model import (
    FRONT,
    Action,
    Assign,
    Bonus,
    Drive,
    Reroll,
    Shoot,
    Spot,
    State,
    Vehicle,
    spot_name,
)
from engines.thunder_road.planning import project
from engines.thunder_road.viewing import view_of
from engines.thunder_road.views import View


def anything(state: State, whim: Chance, commands: int = 2) -> Action:
    """A legal answer of the seat that is asked; a command is tried in one of so many turns."""
    if state.question is not None:
        return Reroll(whim.pick("reroll", (True, False)))
    view = view_of(state, state.turn.seat)
    match state.turn.stage:
        case "assign":
            return _assign(view, whim, commands)
        case "move":
            return _drive(view, whim)
        case "bonus":
            return Bonus(whim.pick("bonus", (True, False)))
        case _:
            return Shoot(whim.pick("shoot", (None, *legal.shooting_at(view))))


def _assign(view: View, whim: Chance, commands: int) -> Assign:
    seat = view.turn.seat
    car, die = whim.pick("assign", legal.assignments(view, seat))
    answer = Assign(car, die)
    offered = legal.commands(view, seat, car, die)
    if not offered or whim.roll("command", commands) > 1:
        return answer
    command, other = whim.pick("command", offered)
    answer = replace(answer, command=command, command_die=other)
    if command == "repair":
        return replace(answer, repaired=whim.pick("repair", legal.repairable(view, seat)))
    if command == "airstrike":
        spot = whim.pick("spot", _near(view))
        targets: tuple[Vehicle | None, ...] = (None, *(legal.arc_targets(view, spot) if view.round > 1 else ()))
        return replace(answer, spot=spot, target=whim.pick("target", targets[-2:]))
    return answer


def _near(view: View) -> Sequence[Spot]:
    """Where a chopper has something to do, if there is such a space; else any."""
    spots = legal.strike_spots(view)
    return [spot for spot in spots if legal.arc_targets(view, spot)] or spots


def _drive(view: View, whim: Chance) -> Drive:
    options = project(view, Drive()).options
    assert view.turn.car is not None
    here = view.cars[view.turn.car].spot
    to = whim.pick("move", options)
    if here is None:
        return Drive((spot_name(to),))
    return Drive((next(dir for dir in FRONT if step(here, dir) == to),))
