"""Phase 0: refill, restart, new turn markers, in this order (rulings 11 to 18)."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import replace

from engines.core import Chance, Seat
from engines.grid import ORTHOGONAL, Cell
from engines.volt.arenas import Arena
from engines.volt.model import Robot, State


def missing_markers(arena: Arena, state: State) -> tuple[Cell, ...]:
    """Scoring cells without a VP marker, whoever stands on them (ruling 12)."""
    lying = dict(state.markers)
    return tuple(cell for cell in arena.scoring if cell not in lying)


def refill(state: State, cells: Collection[Cell]) -> State:
    """One new marker on each of these cells (ruling 13)."""
    return replace(state, markers=tuple(sorted((*state.markers, *((cell, 1) for cell in cells)))))


def restart(arena: Arena, state: State) -> State:
    """Destroyed robots come back undamaged, lowest old turn marker first; VP are kept (rulings 14 to 16)."""
    robots = list(state.robots)
    taken = {robot.pos for robot in robots if robot.pos is not None}
    gone = [robot for robot in robots if robot.pos is None and not robot.out]
    for robot in sorted(gone, key=lambda robot: robot.marker):
        cell = start_cell(arena, robot.start, taken)
        taken.add(cell)
        robots[robot.seat] = replace(robot, pos=cell, damage=0)
    return replace(state, robots=tuple(robots))


def start_cell(arena: Arena, start: str, taken: Collection[Cell]) -> Cell:
    """Home, else an alternate, else the nearest plain floor by breadth-first search (ruling 14)."""
    cells = arena.starts[start]
    for cell in cells:
        if cell not in taken:
            return cell
    queue = deque([cells[0]])
    seen = {cells[0]}
    while queue:
        cell = queue.popleft()
        if cell not in taken and cell not in arena.pits and cell not in arena.scoring:
            return cell
        for direction in ORTHOGONAL:
            beyond = arena.ahead[direction].get(cell)
            if beyond is not None and beyond not in seen:
                seen.add(beyond)
                queue.append(beyond)
    raise ValueError(f"{arena.id}: no free floor is left")


def deal_markers(state: State, chance: Chance) -> State:
    """New turn markers for the seats in play, as the options say (ruling 18)."""
    playing = [robot.seat for robot in state.robots if not robot.out]
    if state.options.markers == "fixed":
        return state
    if state.options.markers == "rotate":
        old = [state.robots[seat].marker for seat in playing]
        dealt = (*old[-1:], *old[:-1])
    else:
        dealt = chance.shuffle("turn markers", range(1, len(playing) + 1))
    return with_markers(state, dict(zip(playing, dealt, strict=True)))


def with_markers(state: State, dealt: dict[Seat, int]) -> State:
    """The state with these turn markers; a seat that is out holds none."""
    return replace(state, robots=tuple(replace(robot, marker=dealt.get(robot.seat, 0)) for robot in state.robots))


def close_ranks(robots: Collection[Robot]) -> dict[Seat, int]:
    """Markers 1..N for those still in play, in the order that they hold now (ruling 9)."""
    playing = sorted((robot for robot in robots if not robot.out), key=lambda robot: robot.marker)
    return {robot.seat: number for number, robot in enumerate(playing, start=1)}
