"""Between resolution and programming: workshops, then phase 0 (rulings 11 to 18, 48, 69, 75).

Phase 0 goes in this order: refill, restart, end of cooling, new turn markers; then open AI cards are turned.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import replace

from engines.core import Chance, Seat
from engines.grid import ORTHOGONAL, Cell
from engines.volt.arenas import Arena
from engines.volt.cards import AI_CARDS
from engines.volt.model import Robot, State
from engines.volt.scene import in_turn


def in_workshops(arena: Arena, state: State) -> tuple[Seat, ...]:
    """The robots that stand on workshops, in turn order (ruling 48)."""
    return tuple(robot.seat for robot in in_turn(state.robots) if robot.pos in arena.workshops)


def repair(state: State, robots: Collection[Seat]) -> State:
    """One damage less on each of these (ruling 48)."""
    return replace(
        state,
        robots=tuple(
            replace(robot, damage=robot.damage - 1) if robot.seat in robots else robot for robot in state.robots
        ),
    )


def missing_markers(arena: Arena, state: State) -> tuple[Cell, ...]:
    """Scoring cells without a VP marker, whoever stands on them (ruling 12)."""
    lying = dict(state.markers)
    return tuple(cell for cell in arena.scoring if cell not in lying)


def refill(state: State, cells: Collection[Cell]) -> State:
    """One new marker on each of these cells (ruling 13)."""
    return replace(state, markers=tuple(sorted((*state.markers, *((cell, 1) for cell in cells)))))


def destroyed(state: State) -> tuple[Seat, ...]:
    """The robots to be restarted, by the turn markers of the round just ended; killbots hold the last (ruling 15)."""
    return tuple(robot.seat for robot in in_turn(state.robots) if robot.pos is None)


def restart(arena: Arena, state: State) -> State:
    """Destroyed robots come back undamaged and cool no longer; VP and cards are kept (rulings 14 to 16)."""
    robots = list(state.robots)
    taken = {robot.pos for robot in robots if robot.pos is not None} | {cell for cell, _ in state.mines}
    for at in destroyed(state):
        cell = start_cell(arena, robots[at].start, taken)
        taken.add(cell)
        robots[at] = replace(robots[at], pos=cell, damage=0, cooling=False)
    return replace(state, robots=tuple(robots))


def start_cell(arena: Arena, start: str, taken: Collection[Cell]) -> Cell:
    """Home, else an alternate, else the nearest plain floor by breadth-first search (ruling 14).

    ``taken`` are the cells with a robot or a mine.
    """
    cells = arena.start(start)
    for cell in cells:
        if cell not in taken:
            return cell
    closed = {*taken, *arena.pits, *arena.scoring, *arena.workshops}
    queue = deque([cells[0]])
    seen = {cells[0]}
    while queue:
        cell = queue.popleft()
        if cell not in closed:
            return cell
        for direction in ORTHOGONAL:
            beyond = arena.ahead[direction].get(cell)
            if beyond is not None and beyond not in seen:
                seen.add(beyond)
                queue.append(beyond)
    raise ValueError(f"{arena.id}: no free floor is left")


def cooling(state: State) -> tuple[Seat, ...]:
    """The robots that are cooling."""
    return tuple(robot.seat for robot in state.robots if robot.cooling)


def restore(state: State) -> State:
    """Cooling ends, and what works once a round works again (rulings 11, 17)."""
    if not any(robot.cooling or robot.reflected for robot in state.robots):
        return state
    return replace(state, robots=tuple(replace(robot, cooling=False, reflected=False) for robot in state.robots))


def deal_markers(state: State, chance: Chance) -> State:
    """New turn markers for the seats in play, as the options say; killbots take those after (rulings 18, 69)."""
    playing = [robot.seat for robot in state.robots if not robot.out and robot.killbot is None]
    if state.options.markers == "fixed":
        return state
    if state.options.markers == "rotate":
        old = [state.robots[seat].marker for seat in playing]
        dealt = (*old[-1:], *old[:-1])
    else:
        dealt = chance.shuffle("turn markers", range(1, len(playing) + 1))
    killbots = {robot.seat: robot.marker for robot in state.robots if robot.killbot is not None}
    return with_markers(state, {**dict(zip(playing, dealt, strict=True)), **killbots})


def with_markers(state: State, dealt: dict[Seat, int]) -> State:
    """The state with these turn markers; a seat that is out holds none."""
    return replace(state, robots=tuple(replace(robot, marker=dealt.get(robot.seat, 0)) for robot in state.robots))


def close_ranks(robots: Collection[Robot]) -> dict[Seat, int]:
    """Markers 1..N for those still in play, in the order that they hold now (ruling 9)."""
    return {robot.seat: number for number, robot in enumerate(in_turn(robots), start=1)}


def turn_ai_cards(state: State, chance: Chance) -> State:
    """Each killbot turns a card of the AI deck; when that is empty, all four are shuffled again (ruling 69)."""
    deck = list(state.ai_deck)
    robots = list(state.robots)
    for robot in state.robots:
        if robot.killbot is not None:
            if not deck:
                deck = list(chance.shuffle("ai deck", tuple(AI_CARDS)))
            robots[robot.seat] = replace(robot, ai=deck.pop(0))
    return replace(state, robots=tuple(robots), ai_deck=tuple(deck))


def discard_ai_cards(state: State) -> State:
    """The cards turned in the round that is over are put aside until the deck is empty."""
    if all(robot.ai is None for robot in state.robots):
        return state
    return replace(state, robots=tuple(replace(robot, ai=None) for robot in state.robots))
