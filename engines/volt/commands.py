"""The sentences of one command.

The first event tells the whole of a plain command in one line; what follows adds what did not fit, and repeats nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engines.core import Event, Listing, Seat, Term, Who
from engines.grid import Cell, cell_name
from engines.volt.account import Account
from engines.volt.arenas import RULES
from engines.volt.model import Command
from engines.volt.programming import short


def plain_code(command: Command) -> str:
    """The die in the short form, without its module."""
    return short(replace(command, module=None, turn=None) if command.module else command)


def command_events(account: Account, command: Command, start: Cell) -> tuple[Event, ...]:
    """The sentences of one command that began with its robot on ``start``."""
    first = _shot(account, start) if command.die == "red" else _drive(account, start)
    facts = {
        "who": account.name(account.actor),
        "code": plain_code(command),
        "dir": Term(f"volt.dir.{command.dir}"),
        **first.facts,
    }
    return (
        Event(first.kind, facts),
        *(
            Event(
                "pushed",
                {
                    "who": account.name(seat),
                    "start": cell_name(account.ways[seat][0]),
                    "end": cell_name(account.ways[seat][-1]),
                },
            )
            for seat in account.pushed
            if seat not in account.fallen
        ),
        *(_score(account, entry.robot, entry.vp) for entry in account.earned[-1:]),
    )


def _shot(account: Account, start: Cell) -> Event:
    if not account.hurt:
        return Event("miss", {"start": cell_name(start)})
    hurt = account.hurt[-1]
    facts = {"start": cell_name(start), "victim": account.name(hurt.robot), "cell": cell_name(hurt.cell)}
    if account.destroyed:
        return Event("shot_down", facts)
    return Event("hit", {**facts, "hp": RULES.hp - hurt.damage})


def _drive(account: Account, start: Cell) -> Event:
    actor = account.actor
    way = account.ways.get(actor)
    if way is None:
        front = actor if account.blocked is None else account.blocked.robot
        if front == actor:
            return Event("drive_stuck", {"start": cell_name(start)})
        return Event("drive_pinned", {"start": cell_name(start), "victim": account.name(front)})
    facts = {"start": cell_name(start), "end": cell_name(way[-1])}
    fell = actor in account.fallen
    victims = [seat for seat in account.fallen if seat != actor]
    if victims:
        # Everything on one line falls into the same pit: the first.
        pit = cell_name(account.destroyed[0].cell)
        told = {"start": facts["start"], "victims": _listed(account, victims), "pit": pit}
        return Event("kill_pit", told) if fell else Event("kill", {**told, "end": facts["end"]})
    if fell:
        # With nobody fallen ahead there was nobody to push.
        return Event("drive_pit", facts)
    if account.pushed:
        kind = "push_short" if account.blocked else "push"
        return Event(kind, {**facts, "victims": _listed(account, account.pushed)})
    return Event("drive_short" if account.blocked else "drive", facts)


def _score(account: Account, robot: Seat, vp: int) -> Event:
    name = account.name(robot)
    if account.bots is not None and not isinstance(name, Who):
        return Event("bots_vp", {"vp": account.bots.vp, "target": account.bots.target})
    return Event("vp", {"who": name, "vp": vp, "target": account.target})


def _listed(account: Account, robots: Iterable[Seat]) -> Listing:
    return Listing(tuple(account.name(robot) for robot in robots))
