"""What happened, as events for sentences and marks for pictures. No rule in here.

The first event of a command tells the whole of it in one line; what follows adds what did not fit, and repeats nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.core import Event, Listing, Seat, Term, Who
from engines.grid import Cell, cell_name
from engines.volt.activation import Blocked, Destroyed, Earned, Fired, Happening, Hurt, Moved
from engines.volt.arenas import RULES
from engines.volt.model import Command, Mark, Robot, State
from engines.volt.programming import format_program, short
from engines.volt.scoring import Claim


class Account:
    """The happenings of one command, sorted by what they are about."""

    def __init__(self, actor: Seat, happened: Iterable[Happening]) -> None:
        self.actor = actor
        self.ways: dict[Seat, list[Cell]] = {}
        """Each robot that moved, with the cells it was on; the actor's own way too."""
        self.blocked: Blocked | None = None
        self.fired: Fired | None = None
        self.hurt: list[Hurt] = []
        self.destroyed: list[Destroyed] = []
        self.earned: list[Earned] = []
        for entry in happened:
            match entry:
                case Moved(robot, start, end):
                    self.ways.setdefault(robot, [start]).append(end)
                case Blocked():
                    self.blocked = entry
                case Fired():
                    self.fired = entry
                case Hurt():
                    self.hurt.append(entry)
                case Destroyed():
                    self.destroyed.append(entry)
                case Earned():
                    self.earned.append(entry)
        self.pushed = [seat for seat in self.ways if seat != actor]
        self.fallen = [entry.robot for entry in self.destroyed if entry.reason == "pit"]


def command_marks(account: Account, pad: int) -> tuple[Mark, ...]:
    """What to draw of one command, in drawing order."""
    actor = account.actor
    marks: list[Mark] = []
    for seat in (*account.pushed, actor):
        way = account.ways.get(seat)
        if way is None:
            continue
        fell = seat in account.fallen
        stretch = way[:-1] if fell else way
        if len(stretch) > 1:
            marks.append(Mark("path" if seat == actor else "push", tuple(stretch), seat, pad))
        if fell:
            marks.append(Mark("fall", (way[-2], way[-1]), seat, pad))
    if account.blocked is not None:
        marks.append(Mark("blocked", (account.blocked.start, account.blocked.end), account.blocked.robot, pad))
    if account.fired is not None:
        marks.append(Mark("beam", account.fired.cells, actor, pad))
    marks.extend(Mark("hit", (entry.cell,), entry.robot, pad) for entry in account.hurt)
    marks.extend(Mark("destroyed", (entry.cell,), entry.robot, pad) for entry in account.destroyed)
    scorer = _scorer_cell(account)
    if scorer is not None:
        marks.append(Mark("scored", (scorer,) * len(account.earned), actor, pad))
    return tuple(marks)


def _scorer_cell(account: Account) -> Cell | None:
    """Where the actor stands after it has scored by a destruction; ``None`` when it fell itself or did not score."""
    if not account.earned or account.actor in account.fallen:
        return None
    if account.fired is not None:
        return account.fired.cells[0]
    return account.ways[account.actor][-1]


def command_events(account: Account, command: Command, start: Cell) -> tuple[Event, ...]:
    """The sentences of one command that began with its robot on ``start``."""
    first = _shot(account, start) if command.die == "red" else _drive(account, start)
    facts = {"who": Who(account.actor), "code": short(command), "dir": Term(f"volt.dir.{command.dir}"), **first.facts}
    return (
        Event(first.kind, facts),
        *(
            Event(
                "pushed",
                {"who": Who(seat), "start": cell_name(account.ways[seat][0]), "end": cell_name(account.ways[seat][-1])},
            )
            for seat in account.pushed
            if seat not in account.fallen
        ),
        *(_score(entry.robot, entry.vp) for entry in account.earned[-1:]),
    )


def _shot(account: Account, start: Cell) -> Event:
    if not account.hurt:
        return Event("miss", {"start": cell_name(start)})
    hurt = account.hurt[-1]
    facts = {"start": cell_name(start), "victim": Who(hurt.robot), "cell": cell_name(hurt.cell)}
    if account.destroyed:
        return Event("shot_down", facts)
    return Event("hit", {**facts, "hp": RULES.hp - hurt.damage})


def _drive(account: Account, start: Cell) -> Event:
    actor = account.actor
    way = account.ways.get(actor)
    if way is None:
        assert account.blocked is not None, "a move has at least one step"
        front = account.blocked.robot
        if front == actor:
            return Event("drive_stuck", {"start": cell_name(start)})
        return Event("drive_pinned", {"start": cell_name(start), "victim": Who(front)})
    facts = {"start": cell_name(start), "end": cell_name(way[-1])}
    fell = actor in account.fallen
    victims = [seat for seat in account.fallen if seat != actor]
    if victims:
        # Everything on one line falls into the same pit: the first.
        pit = cell_name(account.destroyed[0].cell)
        told = {"start": facts["start"], "victims": _seats(victims), "pit": pit}
        return Event("kill_pit", told) if fell else Event("kill", {**told, "end": facts["end"]})
    if fell:
        # With nobody fallen ahead there was nobody to push.
        return Event("drive_pit", facts)
    if account.pushed:
        kind = "push_short" if account.blocked else "push"
        return Event(kind, {**facts, "victims": _seats(account.pushed)})
    return Event("drive_short" if account.blocked else "drive", facts)


def opened(state: State) -> tuple[Event, ...]:
    return (Event("opened", {"arena": Term(f"volt.arena.{state.arena}"), "target": RULES.target_vp}), turn_order(state))


def revealed(state: State) -> tuple[Event, ...]:
    """Every program, in turn order."""
    return tuple(
        Event("revealed", {"who": Who(robot.seat), "program": format_program(program)})
        for robot in _in_turn(state)
        if (program := state.programs[robot.seat]) is not None
    )


def claimed(state: State, claims: Sequence[Claim]) -> tuple[Event, ...]:
    """Phase 3, told from the state after it."""
    if not claims:
        return (Event("nobody_claimed"),)
    return tuple(
        Event(
            "claimed",
            {
                "who": Who(claim.seat),
                "cell": cell_name(claim.cell),
                "count": claim.markers,
                "vp": state.robots[claim.seat].vp,
                "target": RULES.target_vp,
            },
        )
        for claim in claims
    )


def refilled(cells: Sequence[Cell]) -> tuple[Event, ...]:
    return (Event("refilled", {"cells": Listing(tuple(cell_name(cell) for cell in cells))}),)


def restarted(robots: Iterable[Robot]) -> tuple[Event, ...]:
    return tuple(
        Event("restarted", {"who": Who(robot.seat), "cell": cell_name(robot.pos)})
        for robot in robots
        if robot.pos is not None
    )


def new_round(state: State) -> tuple[Event, ...]:
    return (Event("round", {"round": state.round}), turn_order(state))


def turn_order(state: State) -> Event:
    return Event("turn_order", {"order": _seats([robot.seat for robot in _in_turn(state)])})


def resigned(seat: Seat) -> tuple[Event, ...]:
    return (Event("resigned", {"who": Who(seat)}),)


def ended(state: State) -> tuple[Event, ...]:
    winners = state.winners
    vp = state.robots[winners[0]].vp
    if len(winners) == 1:
        return (Event("won", {"who": Who(winners[0]), "vp": vp}),)
    return (Event("won_together", {"who": _seats(winners), "vp": vp}),)


def _score(seat: Seat, vp: int) -> Event:
    return Event("vp", {"who": Who(seat), "vp": vp, "target": RULES.target_vp})


def _in_turn(state: State) -> list[Robot]:
    return sorted((robot for robot in state.robots if not robot.out), key=lambda robot: robot.marker)


def _seats(seats: Iterable[Seat]) -> Listing:
    return Listing(tuple(Who(seat) for seat in seats))
