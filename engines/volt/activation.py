"""Phase 2: whose command comes when (rulings 26 to 28), and killbots' orders among them (section 4.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

from engines.core import Seat
from engines.volt import effects, killbots
from engines.volt.cards import AiCard, Order
from engines.volt.floor import Floor
from engines.volt.hooks import Effect
from engines.volt.model import PADS, Command, Program
from engines.volt.scene import Standing

Entry = Command | Order
"""What lies on one pad: a seat's command, or an AI card's order, whose direction is still open."""
Plan = Program | AiCard | None


_Row = tuple[Seat, Sequence[Entry | None], int, tuple[Effect, ...]]
"""A robot, what lies on its pads, its turn marker, and what it has that need not be declared."""


def order(programs: Sequence[Plan], robots: Sequence[Standing], pad: int) -> list[tuple[Seat, Entry]]:
    """What lies on one pad by pips, blue before red, then turn marker (rulings 26, 27)."""
    always = [effects.always(robot.cards, robot.champion, robot.killbot) for robot in robots]
    return _on_pad(_rows(programs, robots, always), pad)


def _rows(programs: Sequence[Plan], robots: Sequence[Standing], always: Sequence[tuple[Effect, ...]]) -> list[_Row]:
    return [
        (number, program.pads if isinstance(program, Program) else program.slots, robots[number].marker, always[number])
        for number, program in enumerate(programs)
        if program is not None
    ]


def _on_pad(rows: Sequence[_Row], pad: int) -> list[tuple[Seat, Entry]]:
    listed: list[tuple[int, bool, int, Seat, Entry]] = []
    for robot, pads, marker, always in rows:
        entry = pads[pad]
        if entry is not None:
            pip = entry.pip
            for effect in always:
                pip = effect.order_pip(pip, entry.die)
            listed.append((pip, entry.die == "red", marker, robot, entry))
    listed.sort(key=itemgetter(0, 1, 2))
    return [(robot, entry) for _, _, _, robot, entry in listed]


def sequence(floor: Floor, programs: Sequence[Plan], robots: Sequence[Standing]) -> Iterator[tuple[int, Seat, Entry]]:
    """Everything that still counts when its turn comes, as (pad, robot, command or order).

    The caller carries each out before asking for the next: a robot destroyed or cooled meanwhile is passed over
    (rulings 17, 28).
    """
    rows = _rows(programs, robots, floor.always)
    for pad in PADS:
        for robot, entry in _on_pad(rows, pad):
            if floor.pos[robot] is not None and not floor.cooling[robot]:
                yield pad, robot, entry


def act(floor: Floor, robots: Sequence[Standing], robot: Seat, entry: Entry) -> Command | None:
    """Carries out what lies on a robot's pad, and says what command it was.

    A killbot chooses the direction of its order now; ``None`` when it found none, and nothing has happened
    (section 4.6).
    """
    command = entry if isinstance(entry, Command) else killbots.decide(floor, robots, robot, entry)
    if command is not None:
        floor.resolve(robot, command)
    return command
