"""The sentences of one command.

A plain command is told in one line, to which is added what did not fit. Any other begins with a line that names the
module and ends with one for each thing that happened, in that order. Nothing is told twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeGuard

from engines.core import Event, Fact, Listing, Seat, Term
from engines.grid import ALL_DIRECTIONS, Cell, Direction, beside, cell_name
from engines.volt import effects
from engines.volt.account import Account, next_to
from engines.volt.happenings import (
    Blocked,
    Burst,
    Cooled,
    Destroyed,
    Dud,
    Earned,
    Fired,
    Happening,
    Hurt,
    Jumped,
    Laid,
    Moved,
    Shielded,
    Tripped,
)
from engines.volt.model import Command
from engines.volt.programming import short

FALL: Final = 2
"""The cells of a way that is nothing but a fall."""


def plain_code(command: Command) -> str:
    """The die in the short form, without its module."""
    return short(command if command.module is None else replace(command, module=None, turn=None))


def command_events(account: Account, command: Command, start: Cell) -> tuple[Event, ...]:
    """The sentences of one command that began with its robot on ``start``."""
    if command.module is None and not account.unusual:
        return _plain(account, command, start)
    return tuple(_Tale(account, command, start).tell())


# ---- plain commands


def _plain(account: Account, command: Command, start: Cell) -> tuple[Event, ...]:
    first = _shot(account, start) if command.die == "red" else _drive(account, start)
    facts = {
        "who": account.name(account.actor),
        "code": plain_code(command),
        "dir": _dir(command.dir),
        **first.facts,
    }
    pushed = [robot for robot in account.pushed if robot not in account.fallen]
    return (
        Event(first.kind, facts),
        *(_way(account, robot, account.ways[robot]) for robot in pushed),
        *(_score(account, entry) for entry in account.earned[-1:]),
    )


def _shot(account: Account, start: Cell) -> Event:
    if not account.hurt:
        return Event("miss", {"start": cell_name(start)})
    hurt = account.hurt[-1]
    facts = {"start": cell_name(start), "victim": account.name(hurt.robot), "cell": cell_name(hurt.cell)}
    if account.destroyed:
        return Event("shot_down", facts)
    return Event("hit", {**facts, "hp": account.hp_left(hurt)})


def _drive(account: Account, start: Cell) -> Event:
    actor = account.actor
    way = account.ways.get(actor)
    if way is None:
        return _stuck(account, start, account.blocked)
    facts = {"start": cell_name(start), "end": cell_name(way[-1])}
    fell = actor in account.fallen
    victims = [robot for robot in account.fallen if robot != actor]
    if victims:
        # Everything on one line falls into the same pit: the first.
        pit = cell_name(account.destroyed[0].cell)
        told = {"start": facts["start"], "victims": _listed(account, victims), "pit": pit}
        return Event("kill_pit", told) if fell else Event("kill", {**told, "end": facts["end"]})
    if fell:
        return Event("drive_pit", facts)
    if account.pushed:
        kind = "push_short" if account.blocked else "push"
        return Event(kind, {**facts, "victims": _listed(account, account.pushed)})
    return Event("drive_short" if account.blocked else "drive", facts)


def _stuck(account: Account, start: Cell, blocked: Iterable[Blocked]) -> Event:
    """The move failed at its first step: there is a wall, or a robot that cannot be pushed."""
    front = next((entry.robot for entry in blocked), account.actor)
    if front == account.actor:
        return Event("drive_stuck", {"start": cell_name(start)})
    return Event("drive_pinned", {"start": cell_name(start), "victim": account.name(front)})


# ---- all other commands


class _Tale:
    """One command on its way into sentences."""

    def __init__(self, account: Account, command: Command, start: Cell) -> None:
        self.account = account
        self.command = command
        self.start = start
        self.log = account.happened
        self.effect = None if command.module is None else effects.of(command.module)
        self.turning = self._turning()
        """Where in the log the step in the second direction begins; its length when there is none."""
        self.met = {entry.robot for entry in self.log if isinstance(entry, (Tripped, Hurt, Shielded))}
        """Robots to which more happened than being moved and falling."""
        self.walked: set[Seat] = set()
        """Robots whose way has been told."""
        self.fell: set[Seat] = set()
        """Robots whose fall has been told with their way."""

    def tell(self) -> Iterator[Event]:
        yield self._lead()
        for at, entry in enumerate(self.log):
            if at == self.turning:
                yield self._turned()
            yield from self._detail(at, entry)
        if self.command.die == "red" and not any(isinstance(entry, Dud) for entry in self.log):
            yield from self._nothing()

    # The opening line

    def _lead(self) -> Event:
        lead = self._shot_lead() if self.command.die == "red" else self._drive_lead()
        facts: dict[str, Fact] = {"who": self.account.name(self.account.actor), "code": plain_code(self.command)}
        if self.command.module is not None:
            facts["module"] = Term(f"volt.card.{self.command.module}")
        return Event(lead.kind, {**facts, **lead.facts})

    def _shot_lead(self) -> Event:
        facts: dict[str, Fact] = {"start": cell_name(self.start), "dir": _dir(self.command.dir)}
        if self.effect is None:
            pierced = any(len(entry.hits) > 1 for entry in self.account.fired)
            return Event("pierce" if pierced else "fire", facts)
        if any(isinstance(entry, Dud) for entry in self.log):
            return Event("grenade_dud", facts)
        if (burst := next((entry for entry in self.log if _is_grenade(entry)), None)) is not None:
            return Event("grenade", {**facts, "cell": cell_name(burst.cells[0])})
        if not self.effect.all_round and self.account.fired and (ray := self._ray()) != self.command.dir:
            return Event("swivel_head", {**facts, "ray": _dir(ray)})
        if self.effect.all_round:
            del facts["dir"]
        return Event(self.effect.lead, facts)

    def _ray(self) -> Direction:
        """Where the beam went; as programmed when it met a wall at once."""
        lit = self.account.fired[0].cells
        for direction in ALL_DIRECTIONS:
            if lit[1:2] == (beside(lit[0], direction),):
                return direction
        return self.command.dir

    def _drive_lead(self) -> Event:
        """The robot's own way in the direction of its die, with what ended it; not yet what it did to others."""
        actor = self.account.actor
        facts: dict[str, Fact] = {"dir": _dir(self.command.dir), "start": cell_name(self.start)}
        if self.effect is not None and self.effect.jumps:
            jump = next((entry for entry in self.log if isinstance(entry, Jumped)), None)
            if jump is None:
                return Event("teleport_stuck", facts)
            return Event("teleport", {**facts, "end": cell_name(jump.end)})
        log = self.log[: self.turning]
        suffix = "" if self.effect is None else "_with"
        ends = [entry.end for entry in log if isinstance(entry, Moved) and entry.robot == actor]
        blocked = [entry for entry in log if isinstance(entry, Blocked)]
        if not ends:
            stuck = _stuck(self.account, self.start, blocked)
            return Event(stuck.kind + suffix, {**facts, **stuck.facts})
        if any(isinstance(entry, Destroyed) and entry.robot == actor and entry.reason == "pit" for entry in log):
            if actor not in self.met or len(ends) == 1:
                self.fell.add(actor)
                return Event(f"drive_pit{suffix}", {**facts, "end": cell_name(ends[-1])})
            del ends[-1]
        kind = "drive_short" if blocked else "drive"
        return Event(kind + suffix, {**facts, "end": cell_name(ends[-1])})

    # The step in a second direction

    def _turning(self) -> int:
        """The first step after the move itself is over: all its pips are used, or something stopped it."""
        if self.command.turn is None:
            return len(self.log)
        left = self.command.pip
        over = False
        for at, entry in enumerate(self.log):
            if isinstance(entry, (Moved, Blocked)):
                if over:
                    return at
                left -= isinstance(entry, Moved) and entry.robot == self.account.actor
                over = left == 0 or isinstance(entry, Blocked)
        return len(self.log)

    def _turned(self) -> Event:
        assert self.command.turn is not None, "only a command with a second direction turns"
        actor = self.account.actor
        facts = {"who": self.account.name(actor), "dir": _dir(self.command.turn)}
        log = self.log[self.turning :]
        end = next((entry.end for entry in log if isinstance(entry, Moved) and entry.robot == actor), None)
        if end is None:
            return Event("turned_stuck", facts)
        if actor in self.account.fallen and actor not in self.met:
            self.fell.add(actor)
            return Event("turned_pit", {**facts, "pit": cell_name(end)})
        return Event("turned", {**facts, "end": cell_name(end)})

    # What happened, one by one

    def _detail(self, at: int, entry: Happening) -> Iterator[Event]:
        later = self.log[at + 1 :]
        after = later[0] if later else None
        match entry:
            case Moved(robot, start, end):
                yield from self._moved(robot, start, end)
            case Blocked(robot) if self.command.die == "red":
                yield Event("blocked_push", {"who": self.account.name(robot)})
            case Hurt() | Shielded() if _goes_on(entry, after):
                pass
            case Hurt(robot):
                if not (isinstance(after, Destroyed) and after.robot == robot):
                    yield self._hurt(entry)
            case Destroyed():
                yield from self._destroyed(entry)
            case Earned(robot):
                if not any(isinstance(other, Earned) and other.robot == robot for other in later):
                    yield _score(self.account, entry)
            case _:
                yield from _spot(self.account, entry)

    def _moved(self, robot: Seat, start: Cell, end: Cell) -> Iterator[Event]:
        """The actor's way is in the opening line; another robot's whole way is told at its first step."""
        name = self.account.name(robot)
        if robot == self.account.actor:
            if not next_to(start, end):
                yield Event("wrapped", {"who": name, "start": cell_name(start), "end": cell_name(end)})
            return
        if robot in self.walked:
            return
        self.walked.add(robot)
        how = "pulled" if robot in self.account.pulled else "pushed"
        way = self.account.ways[robot]
        if robot not in self.account.fallen:
            yield _way(self.account, robot, way, how)
        elif robot in self.met and len(way) > FALL:
            yield _way(self.account, robot, way[:-1], how)
        else:
            self.fell.add(robot)
            yield Event(f"{how}_pit", {"who": name, "start": cell_name(way[0]), "pit": cell_name(way[-1])})

    def _hurt(self, entry: Hurt) -> Event:
        facts: dict[str, Fact] = {"who": self.account.name(entry.robot), "hp": self.account.hp_left(entry)}
        if entry.kind != "mine":  # whose cell was told when it went off
            facts["cell"] = cell_name(entry.cell)
        return Event(f"hurt_{entry.kind}", facts)

    def _destroyed(self, entry: Destroyed) -> Iterator[Event]:
        if entry.robot not in self.fell:
            facts = {"who": self.account.name(entry.robot), "cell": cell_name(entry.cell)}
            yield Event(f"destroyed_{entry.reason}", facts)

    def _nothing(self) -> Iterator[Event]:
        """Said only when a red die has done nothing to anybody."""
        if any(not isinstance(entry, (Fired, Burst)) for entry in self.log):
            return
        if self.effect is not None and self.effect.shoves:
            yield Event("nobody_moved")
        elif any(entry.hits for entry in self.account.fired):
            yield Event("no_effect")
        else:
            yield Event("nobody_hit")


def _is_grenade(entry: Happening) -> TypeGuard[Burst]:
    return isinstance(entry, Burst) and entry.cause == "grenade"


def _spot(account: Account, entry: Happening) -> Iterator[Event]:
    """What goes off or comes to be on one place."""
    match entry:
        case Fired(cells, _, mirror) if mirror is not None:
            yield Event("reflected", {"who": account.name(mirror), "cell": cell_name(cells[0])})
        case Burst(robot, "bomb", cells):
            yield Event("bomb", {"who": account.name(robot), "cell": cell_name(cells[0])})
        case Shielded(robot, cell, left):
            yield Event("shielded", {"who": account.name(robot), "cell": cell_name(cell), "left": left})
        case Cooled(robot, cell):
            yield Event("cooled", {"who": account.name(robot), "cell": cell_name(cell)})
        case Tripped(robot, cell, None):
            yield Event("mine_neutral", {"who": account.name(robot), "cell": cell_name(cell)})
        case Tripped(robot, cell, owner) if owner is not None:
            facts = {"who": account.name(robot), "cell": cell_name(cell), "owner": account.name(owner)}
            yield Event("mine", facts)
        case Laid(robot, cell):
            yield Event("laid", {"who": account.name(robot), "cell": cell_name(cell)})
        case _:
            pass


def _goes_on(entry: Hurt | Shielded, after: Happening | None) -> bool:
    """The next point of the same damage, which is told with this one."""
    if isinstance(entry, Hurt):
        return isinstance(after, Hurt) and (after.robot, after.kind) == (entry.robot, entry.kind)
    return isinstance(after, Shielded) and after.robot == entry.robot


def _way(account: Account, robot: Seat, way: Sequence[Cell], how: str = "pushed") -> Event:
    facts = {"who": account.name(robot), "start": cell_name(way[0]), "end": cell_name(way[-1])}
    return Event(how, facts)


def _score(account: Account, entry: Earned) -> Event:
    name = account.name(entry.robot)
    if account.bots is not None and isinstance(name, Term):
        return Event("bots_vp", {"vp": account.bots.vp, "target": account.bots.target})
    return Event("vp", {"who": name, "vp": entry.vp, "target": account.target})


def _dir(direction: Direction) -> Term:
    return Term(f"volt.dir.{direction}")


def _listed(account: Account, robots: Iterable[Seat]) -> Listing:
    return Listing(tuple(account.name(robot) for robot in robots))
