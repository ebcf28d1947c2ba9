"""Setting up a match: arena, seats, killbots, robots, markers, decks (rulings 4 to 9, 57, 69 to 71)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engines.core import Chance, IllegalAction, Seat, Term
from engines.volt import upkeep
from engines.volt.arenas import ARENAS, RULES, Arena
from engines.volt.cards import AI_CARDS, CARDS, KILLBOTS
from engines.volt.model import CATEGORIES, Options, Robot, State

AUTO: Final = {1: "duel", 2: "duel", 3: "tri", 4: "quad"}
"""The arena made for each number of seats (ruling 5)."""
CHOSEN: Final = {"none": 0, "one": 1, "two": 2}
ALONE: Final = 2
"""Killbots against a single person, unless chosen otherwise (ruling 60)."""


class LineUp(NamedTuple):
    """Where a match is played, and how many killbots join the seats."""

    arena: Arena
    killbots: int


def line_up(options: Options, seats: int) -> LineUp:
    """What a single match with these options is played on (rulings 5, 57, 71).

    Raises ``IllegalAction`` when the arena is not made for so many seats or robots.
    """
    check_seats(seats)
    arena = ARENAS[AUTO[seats] if options.arena == "auto" else options.arena]
    check_people(arena, seats)
    if options.killbots == "auto":
        return LineUp(arena, killbots_needed(arena, seats))
    killbots = CHOSEN[options.killbots]
    robots = seats + killbots
    if robots == 1:
        raise IllegalAction("alone")
    if robots > RULES.max_robots:
        raise IllegalAction("too_many_robots", most=RULES.max_robots, robots=robots)
    if arena.fill_exact and robots < RULES.max_robots:
        raise not_full(arena, robots)
    return LineUp(arena, killbots)


def check_seats(seats: int) -> None:
    """Raise ``IllegalAction`` unless so many seats can play at all."""
    if seats not in AUTO:
        raise IllegalAction("seats", least=min(AUTO), most=max(AUTO), seats=seats)


def check_people(arena: Arena, seats: int) -> None:
    """Raise ``IllegalAction`` unless the arena is made for so many seats (ruling 6)."""
    if seats not in arena.seating:
        least, most = min(arena.seating), max(arena.seating)
        raise IllegalAction("arena_range", arena=_name(arena), least=least, most=most, seats=seats)


def killbots_needed(arena: Arena, seats: int) -> int:
    """As many as an arena needs that must be full; two against a single person; else none (ruling 71)."""
    if arena.fill_exact:
        return RULES.max_robots - seats
    return ALONE if seats == 1 else 0


def not_full(arena: Arena, robots: int) -> IllegalAction:
    """The refusal of an arena that needs more robots than these (ruling 71)."""
    return IllegalAction("arena_exact", arena=_name(arena), robots=RULES.max_robots, seats=robots)


def _name(arena: Arena) -> Term:
    return Term(f"volt.arena.{arena.id}")


def set_up(options: Options, seats: int, chance: Chance) -> State:
    """The first position of a game of one match. Raises ``IllegalAction`` as ``line_up`` does."""
    return deal(options, line_up(options, seats), range(seats), seats, chance)


def deal(options: Options, line_up: LineUp, playing: Sequence[Seat], seats: int, chance: Chance) -> State:
    """The first position of a match for the seats still in play, out of so many.

    Who starts where and with which turn marker is dealt at random (rulings 6, 9). Killbots' starts and markers are
    fixed, and so are they unless there is only one (rulings 69, 70); then cards are shuffled.
    """
    arena = line_up.arena
    starts = dict(zip(playing, chance.shuffle("starts", arena.seating[len(playing)]), strict=True))
    numbers = dict(zip(playing, chance.shuffle("turn markers", range(1, len(playing) + 1)), strict=True))
    robots = [
        Robot(seat, starts[seat], arena.starts[starts[seat]][0], damage=0, marker=numbers[seat], vp=0)
        if seat in starts
        else Robot(seat, next(iter(arena.starts)), None, damage=0, marker=0, vp=0, out=True)
        for seat in range(seats)
    ]
    robots += _killbots(arena, line_up.killbots, robots, chance)
    state = State(
        arena=arena.id,
        options=options,
        round=1,
        phase="outfitting" if options.modules == "on" else "programming",
        robots=tuple(robots),
        markers=tuple((cell, 1) for cell in arena.scoring),
        programs=(None,) * seats,
        mines=tuple((cell, None) for cell in arena.mines),
        ai_deck=chance.shuffle("ai deck", tuple(AI_CARDS)) if line_up.killbots else (),
        decks=_decks(chance) if options.modules == "on" else (),
    )
    return upkeep.turn_ai_cards(state, chance) if options.ai_cards == "open" else state


def _killbots(arena: Arena, count: int, seated: Sequence[Robot], chance: Chance) -> list[Robot]:
    """The killbots on their own starts, else on the starts of seats that are free (ruling 6)."""
    names = list(KILLBOTS)
    if count < len(names):
        names = [chance.pick("killbot", names)] if count else []
    used = {robot.start for robot in seated if not robot.out}
    free = [start for start in arena.killbot_starts or arena.starts if start not in used]
    playing = sum(not robot.out for robot in seated)
    return [
        Robot(len(seated) + at, start, arena.start(start)[0], damage=0, marker=playing + 1 + at, vp=0, killbot=name)
        for at, (name, start) in enumerate(zip(names, free, strict=False))
    ]


def _decks(chance: Chance) -> tuple[tuple[str, ...], ...]:
    """The three module decks, shuffled (section 4.3)."""
    return tuple(
        chance.shuffle(f"deck {category}", [card.id for card in CARDS.values() if card.category == category])
        for category in CATEGORIES
    )
