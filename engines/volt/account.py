"""The happenings of one command sorted by what they are about, and what to draw of them. No rule in here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from engines.core import Seat, Term, Who
from engines.grid import Cell
from engines.volt.activation import Blocked, Destroyed, Earned, Fired, Happening, Hurt, Moved
from engines.volt.arenas import RULES
from engines.volt.model import BotSide, Mark


class Named(Protocol):
    """What telling needs of a robot; both ``Robot`` and ``RobotView`` have it."""

    @property
    def seat(self) -> Seat: ...
    @property
    def pos(self) -> Cell | None: ...
    @property
    def killbot(self) -> str | None: ...
    @property
    def champion(self) -> str | None: ...
    @property
    def cooling(self) -> bool: ...


def named(robot: Named) -> Who | Term:
    """A seat's robot is called by its holder's name, a killbot by its own."""
    return Who(robot.seat) if robot.killbot is None else Term(f"volt.killbot.{robot.killbot}")


class Account:
    """The happenings of one command, sorted by what they are about."""

    def __init__(
        self,
        actor: Seat,
        happened: Iterable[Happening],
        robots: Sequence[Named] = (),
        target: int = RULES.target_vp,
        bots: BotSide | None = None,
    ) -> None:
        """``robots``, ``target`` and ``bots`` are as they stand after the command."""
        self.actor = actor
        self.happened = tuple(happened)
        self.robots = robots
        self.target = target
        self.bots = bots
        self.ways: dict[Seat, list[Cell]] = {}
        """Each robot that moved, with the cells it was on; the actor's own way too."""
        self.blocked: Blocked | None = None
        self.fired: Fired | None = None
        self.hurt: list[Hurt] = []
        self.destroyed: list[Destroyed] = []
        self.earned: list[Earned] = []
        for entry in self.happened:
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

    def name(self, robot: Seat) -> Who | Term:
        return named(self.robots[robot]) if robot < len(self.robots) else Who(robot)


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
    way = account.ways.get(account.actor)
    return None if way is None else way[-1]
