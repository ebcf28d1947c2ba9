"""Phase 2: whose command comes when (rulings 26 to 28), and killbots' orders among them (section 4.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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


def order(programs: Sequence[Plan], robots: Sequence[Standing], pad: int) -> list[tuple[Seat, Entry]]:
    """What lies on one pad by pips, blue before red, then turn marker (rulings 26, 27)."""
    return _ordered(programs, robots, pad, [effects.always(bot.cards, bot.champion, bot.killbot) for bot in robots])


def _ordered(
    programs: Sequence[Plan], robots: Sequence[Standing], pad: int, always: Sequence[tuple[Effect, ...]]
) -> list[tuple[Seat, Entry]]:
    listed: list[tuple[int, bool, int, Seat, Entry]] = []
    for robot, program in enumerate(programs):
        if program is None:
            continue
        entry = program.pads[pad] if isinstance(program, Program) else program.slots[pad]
        if entry is not None:
            pip = entry.pip
            for effect in always[robot]:
                pip = effect.order_pip(pip)
            listed.append((pip, entry.die == "red", robots[robot].marker, robot, entry))
    listed.sort(key=_rank)
    return [(robot, entry) for _, _, _, robot, entry in listed]


def _rank(entry: tuple[int, bool, int, Seat, Entry]) -> tuple[int, bool, int]:
    return entry[:3]


def sequence(floor: Floor, programs: Sequence[Plan], robots: Sequence[Standing]) -> Iterator[tuple[int, Seat, Entry]]:
    """Everything that still counts when its turn comes, as (pad, robot, command or order).

    The caller carries each out before asking for the next: a robot destroyed or cooled meanwhile is passed over
    (rulings 17, 28).
    """
    for pad in PADS:
        for robot, entry in _ordered(programs, robots, pad, floor.always):
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
