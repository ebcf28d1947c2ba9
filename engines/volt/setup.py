"""Setting up: arena, seats, robots, markers (rulings 4 to 9)."""

from __future__ import annotations

from typing import Final

from engines.core import Chance, IllegalAction, Term
from engines.volt.arenas import ARENAS, Arena
from engines.volt.model import Options, Robot, State

AUTO: Final = {2: "duel", 3: "tri", 4: "quad"}
"""The arena made for each number of robots (ruling 5)."""


def fitting_arena(options: Options, seats: int) -> Arena:
    """The arena to play on. Raises ``IllegalAction`` when it is not made for so many robots (ruling 5)."""
    if seats not in AUTO:
        raise IllegalAction("seats", least=min(AUTO), most=max(AUTO), seats=seats)
    arena = ARENAS[AUTO[seats] if options.arena == "auto" else options.arena]
    if seats not in arena.seating:
        least, most = min(arena.seating), max(arena.seating)
        name = Term(f"volt.arena.{arena.id}")
        if least == most:
            raise IllegalAction("arena_exact", arena=name, robots=least, seats=seats)
        raise IllegalAction("arena_range", arena=name, least=least, most=most, seats=seats)
    return arena


def set_up(options: Options, seats: int, chance: Chance) -> State:
    """The first position: who starts where and with which turn marker is dealt at random (rulings 6, 9)."""
    arena = fitting_arena(options, seats)
    starts = chance.shuffle("starts", arena.seating[seats])
    numbers = chance.shuffle("turn markers", range(1, seats + 1))
    robots = tuple(
        Robot(seat=seat, start=start, pos=arena.starts[start][0], damage=0, marker=number, vp=0)
        for seat, (start, number) in enumerate(zip(starts, numbers, strict=True))
    )
    return State(
        arena=arena.id,
        options=options,
        round=1,
        phase="programming",
        robots=robots,
        markers=tuple((cell, 1) for cell in arena.scoring),
        programs=(None,) * seats,
    )
