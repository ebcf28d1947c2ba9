"""The happenings of one command sorted by what they are about, and what to draw of them. No rule in here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engines.core import Seat, Term, Who
from engines.grid import ALL_DIRECTIONS, Cell, beside
from engines.volt import effects
from engines.volt.arenas import RULES
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
from engines.volt.model import BotSide, Mark, MarkKind
from engines.volt.scene import Standing


def named(robot: Standing) -> Who | Term:
    """A seat's robot is called by its holder's name, a killbot by its own."""
    return Who(robot.seat) if robot.killbot is None else Term(f"volt.killbot.{robot.killbot}")


def hit_points(robot: Standing) -> int:
    """The damage that destroys the robot, as its modules now stand (rulings 7, 65)."""
    return effects.hit_points(() if robot.cooling else effects.always(robot.cards, robot.champion, robot.killbot))


def next_to(one: Cell, other: Cell) -> bool:
    """One step apart, straight or diagonal."""
    return any(beside(one, direction) == other for direction in ALL_DIRECTIONS)


class Account:
    """The happenings of one command, sorted by what they are about."""

    def __init__(
        self,
        actor: Seat,
        happened: Iterable[Happening],
        robots: Sequence[Standing] = (),
        target: int = RULES.target_vp,
        bots: BotSide | None = None,
        places: Sequence[Cell | None] = (),
    ) -> None:
        """``robots``, ``target`` (VP that win) and ``bots`` are as they stand after the command.

        ``places``: where each robot stands then, if ``robots`` are older. Without robots every robot is taken for a
        seat's with nothing that changes its HP.
        """
        self.actor = actor
        self.happened = tuple(happened)
        self.robots = robots
        self.target = target
        self.bots = bots
        self.places = places or [robot.pos for robot in robots]
        self.ways: dict[Seat, list[Cell]] = {}
        """Each robot that moved step by step, with the cells it was on; the actor's own way too."""
        self.blocked: list[Blocked] = []
        self.fired: list[Fired] = []
        self.hurt: list[Hurt] = []
        self.destroyed: list[Destroyed] = []
        self.earned: list[Earned] = []
        self.pulled: set[Seat] = set()
        self.unusual = False
        """Something happened that no plain move or shot does."""
        for entry in self.happened:
            match entry:
                case Moved(robot, start, end, how):
                    self.ways.setdefault(robot, [start]).append(end)
                    if how == "pull":
                        self.pulled.add(robot)
                    self.unusual |= not next_to(start, end)
                case Blocked():
                    self.blocked.append(entry)
                case Fired(_, hits, mirror):
                    self.fired.append(entry)
                    self.unusual |= mirror is not None or len(hits) > 1
                case Hurt():
                    self.hurt.append(entry)
                    self.unusual |= entry.kind != "beam"
                case Destroyed():
                    self.destroyed.append(entry)
                case Earned():
                    self.earned.append(entry)
                    self.unusual |= entry.robot != actor
                case _:
                    self.unusual = True
        self.pushed = [robot for robot in self.ways if robot != actor]
        self.fallen = [entry.robot for entry in self.destroyed if entry.reason == "pit"]
        self.unusual |= len({entry.cell for entry in self.destroyed}) > 1

    def name(self, robot: Seat) -> Who | Term:
        return named(self.robots[robot]) if robot < len(self.robots) else Who(robot)

    def hp_left(self, hurt: Hurt) -> int:
        full = hit_points(self.robots[hurt.robot]) if hurt.robot < len(self.robots) else RULES.hp
        return full - hurt.damage

    def place(self, robot: Seat) -> Cell | None:
        """Where a robot stands when the command is over; ``None`` when it does not, or nothing tells."""
        if any(entry.robot == robot for entry in self.destroyed):
            return None
        for entry in reversed(self.happened):
            if isinstance(entry, (Moved, Jumped)) and entry.robot == robot:
                return entry.end
            if isinstance(entry, Fired) and entry.mirror is None and robot == self.actor:
                return entry.cells[0]
        return self.places[robot] if robot < len(self.places) else None


def command_marks(account: Account, pad: int) -> tuple[Mark, ...]:
    """What to draw of one command, in drawing order."""
    marks = [mark for robot in (*account.pushed, account.actor) for mark in _way_marks(account, robot, pad)]
    marks += [Mark("jump", (e.start, e.end), e.robot, pad) for e in account.happened if isinstance(e, Jumped)]
    marks += [Mark("blocked", (entry.start, entry.end), entry.robot, pad) for entry in account.blocked]
    marks += [
        Mark("beam", entry.cells, account.actor, pad)
        if entry.mirror is None
        else Mark("mirror", entry.cells, entry.mirror, pad)
        for entry in account.fired
    ]
    marks += [mark for entry in account.happened for mark in _spot_marks(account, entry, pad)]
    marks += [Mark("hit", (entry.cell,), entry.robot, pad) for entry in account.hurt]
    marks += [Mark("destroyed", (entry.cell,), entry.robot, pad) for entry in account.destroyed]
    return (*marks, *_scored_marks(account, pad))


def _way_marks(account: Account, robot: Seat, pad: int) -> Iterator[Mark]:
    """A robot's way, with a jump where it left the board and came in at the other end, and its fall."""
    way = account.ways.get(robot)
    if way is None:
        return
    kind: MarkKind = "path" if robot == account.actor else "pull" if robot in account.pulled else "push"
    stretch = [way[0]]
    for cell in way[1:]:
        if next_to(stretch[-1], cell):
            stretch.append(cell)
            continue
        if len(stretch) > 1:
            yield Mark(kind, tuple(stretch), robot, pad)
        yield Mark("jump", (stretch[-1], cell), robot, pad)
        stretch = [cell]
    fell = robot in account.fallen and len(stretch) > 1
    walked = stretch[:-1] if fell else stretch
    if len(walked) > 1:
        yield Mark(kind, tuple(walked), robot, pad)
    if fell:
        yield Mark("fall", (stretch[-2], stretch[-1]), robot, pad)


def _spot_marks(account: Account, entry: Happening, pad: int) -> Iterator[Mark]:
    """What lies on one place or goes off there."""
    match entry:
        case Burst(robot, _, cells):
            yield Mark("blast", cells, robot, pad)
        case Dud(robot, cell):
            start = account.place(robot)
            yield Mark("dud", (cell,) if start is None else (start, cell), robot, pad)
        case Tripped(_, cell, owner):
            yield Mark("mine", (cell,), owner, pad)
        case Laid(robot, cell):
            yield Mark("laid", (cell,), robot, pad)
        case Shielded(robot, cell):
            yield Mark("shield", (cell,), robot, pad)
        case Cooled(robot, cell):
            yield Mark("cooled", (cell,), robot, pad)
        case _:
            pass


def _scored_marks(account: Account, pad: int) -> Iterator[Mark]:
    """Where those who have scored by a destruction stand now, unless they fell or blew up themselves."""
    for robot in dict.fromkeys(entry.robot for entry in account.earned):
        cell = account.place(robot)
        if cell is not None:
            yield Mark("scored", (cell,) * sum(entry.robot == robot for entry in account.earned), robot, pad)
