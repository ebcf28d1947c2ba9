"""A sound answer for a seat, from what it may see alone.

It dreams up what the rivals could plausibly do, their modules and the killbots' cards included, tries own programs
against some of those worlds, and takes the one that does best on average. It likes points, dislikes damage, and never
plans a way that ends in a pit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from engines.core import Chance, Level, Seat
from engines.grid import Cell
from engines.volt.activation import act, sequence
from engines.volt.arenas import ARENAS, Arena
from engines.volt.cards import AI_CARDS, CARDS, AiCard, CardType
from engines.volt.floor import Floor
from engines.volt.model import PADS, Command, DieColour, Outfit, Program, RobotView, View
from engines.volt.outfitting import PRESET
from engines.volt.programming import PIPS, legal_dice, legal_dirs, needs_turn, random_program, with_command

WIN: Final = 100.0
POINT: Final = 10.0
RIVAL_POINT: Final = -6.0
LOST: Final = -6.0
WOUND: Final = -1.2
RIVAL_WOUND: Final = 0.8
FAR: Final = -1.0
"""What each move that still lies between the robot and a scoring cell costs."""
CHARGE: Final = -0.3
"""A charge spent, of a shield too. Games are short: one that is kept to the end is worth nothing."""
OWN_MINE: Final = 0.3
RIVAL_COOL: Final = 0.5
PATIENCE: Final = 20
"""How many programs are thought of in vain for each idea: one hit from the end amid mines, none may survive."""


@dataclass(frozen=True, slots=True)
class Effort:
    ideas: int
    """Own programs tried."""
    worlds: int
    """Rival programs that every idea is tried against."""
    finalists: int
    more_worlds: int
    """Further worlds for the best ideas."""
    rival_tries: int
    """Programs among which a rival is thought to choose."""


EFFORT: Final = {
    Level.EASY: Effort(ideas=10, worlds=2, finalists=3, more_worlds=0, rival_tries=1),
    Level.NORMAL: Effort(ideas=60, worlds=4, finalists=10, more_worlds=12, rival_tries=6),
}
World = tuple[Program | AiCard | None, ...]
"""What each robot would do, by robot."""


def choose(view: View, seat: Seat, level: Level, chance: Chance) -> Program | Outfit:
    """A legal answer for the seat. Its program does not destroy its own robot if that can be helped."""
    if view.phase == "outfitting":
        return PRESET
    return think(view, seat, EFFORT[level], chance)


def think(view: View, seat: Seat, effort: Effort, chance: Chance) -> Program:
    """A program for the seat, found with this much effort."""
    assert view.robots[seat].pos is not None, "only a robot on the board is programmed"
    return _Mind(view, seat, effort, chance).choose()


class _Mind:
    def __init__(self, view: View, seat: Seat, effort: Effort, chance: Chance) -> None:
        self.view = view
        self.seat = seat
        self.effort = effort
        self.chance = chance
        self.floor = Floor.of(view)
        self.lying = dict(view.markers)
        self.away = moves_away(view.arena)
        self.people = [robot for robot in view.robots if robot.killbot is None]
        self.killbots = [robot for robot in view.robots if robot.killbot is not None]
        self.rivals = [robot.seat for robot in self.people if robot.seat != seat and not robot.out]
        self.gear = {robot.seat: _declarable(robot) for robot in self.people}
        self.nobody: World = (None,) * len(view.robots)

    def choose(self) -> Program:
        effort = self.effort
        worlds = [self._world() for _ in range(effort.worlds)]
        ranked = self._rank(self._ideas(self.seat, effort.ideas), worlds)[: effort.finalists]
        if effort.more_worlds:
            worlds += [self._world() for _ in range(effort.more_worlds)]
            varied = [self._varied(program) for program in ranked]
            ranked = self._rank(self._with_modules(self.seat, [*ranked, *varied]), worlds)
        return ranked[0]

    def _rank(self, ideas: Sequence[Program], worlds: Sequence[World]) -> list[Program]:
        """Best first."""
        worth = [
            (sum(self._worth(self.seat, program, world) for world in worlds), -number)
            for number, program in enumerate(ideas)
        ]
        return [ideas[-number] for _, number in sorted(worth, reverse=True)]

    def _world(self) -> World:
        """What the others could do: rivals each the best of a few programs as if alone, killbots any card."""
        world: list[Program | AiCard | None] = list(self.nobody)
        for rival in self.rivals:
            ideas = self._ideas(rival, self.effort.rival_tries)
            world[rival] = max(ideas, key=lambda program: self._worth(rival, program, self.nobody))
        for robot in self.killbots:
            world[robot.seat] = AI_CARDS[robot.ai or self.chance.pick("ai card", tuple(AI_CARDS))]
        return tuple(world)

    def _ideas(self, seat: Seat, count: int) -> list[Program]:
        """Programs after which the robot still stands if nobody else acts; any, when there seem to be none.

        Every second one aims for a scoring cell.
        """
        routes = self._routes(seat)
        ideas: list[Program] = []
        doomed: list[Program] = []
        while len(ideas) < count and len(doomed) < count * PATIENCE:
            if routes and len(ideas) % 2 == 0:
                program = self._along(self.chance.pick("route", routes))
            else:
                program = random_program(self.chance)
            (ideas if self._survives(seat, program) else doomed).append(program)
        return self._with_modules(seat, ideas or doomed[:count])

    def _with_modules(self, seat: Seat, programs: list[Program]) -> list[Program]:
        """These programs, and each once more with a module where the seat has one that fits and is not its end.

        Trying what its cards could do never costs a seat other thoughts.
        """
        if not self.gear[seat]:
            return programs
        equipped = [self._with(program, self.chance.pick("card", self.gear[seat])) for program in programs]
        return [*programs, *(program for program in equipped if self._survives(seat, program))]

    def _varied(self, program: Program) -> Program:
        """The program with one pad changed; the program itself when that would be its end."""
        pad = self.chance.roll("pad", len(PADS)) - 1
        die = self.chance.pick("die", legal_dice(program, pad))
        varied = with_command(program, pad, self._any(die))
        return varied if self._survives(self.seat, varied) else program

    def _any(self, die: DieColour) -> Command:
        return Command(die, self.chance.pick("pip", PIPS), self.chance.pick("dir", legal_dirs(die)))

    def _with(self, program: Program, card: CardType) -> Program:
        """The program with this module on a pad of its colour, often aimed anew; the pip changes only if it must."""
        assert card.pips is not None, "only a module with a die is declared"
        fitting = [
            (pad, command)
            for pad, command in enumerate(program.pads)
            if command is not None and command.die == card.die and command.module in (None, card.id)
        ]
        if not fitting:
            return program
        program = _without(program, card.id)
        pad, command = self.chance.pick("pad", fitting)
        dirs = legal_dirs(command.die, card.id)
        pip = command.pip if command.pip in card.pips else self.chance.pick("pip", card.pips)
        keeps = command.dir in dirs and self.chance.roll("keep", 2) == 1
        way = command.dir if keeps else self.chance.pick("dir", dirs)
        turn = self.chance.pick("turn", legal_dirs("blue")) if needs_turn(card.id) else None
        return with_command(program, pad, Command(command.die, pip, way, card.id, turn))

    def _along(self, route: tuple[Command, ...]) -> Program:
        """A program that drives this route and fires in between."""
        pads: list[Command] = list(route)
        while len(pads) < len(PADS):
            pads.insert(self.chance.roll("pad", len(pads) + 1) - 1, self._any("red"))
        return Program((pads[0], pads[1], pads[2]))

    def _routes(self, seat: Seat) -> list[tuple[Command, ...]]:
        """One or two moves that end on a VP marker, as far as walls and pits go."""
        pos = self.view.robots[seat].pos
        if pos is None:
            return []
        moves = slides(self.view.arena)
        routes: list[tuple[Command, ...]] = []
        for first, middle in moves[pos]:
            if middle in self.lying:
                routes.append((first,))
            routes.extend((first, second) for second, end in moves[middle] if end in self.lying)
        return routes

    def _survives(self, seat: Seat, program: Program) -> bool:
        return self._play(seat, program, self.nobody).pos[seat] is not None

    def _play(self, seat: Seat, program: Program, world: World) -> Floor:
        """The floor after phase 2, or when somebody has reached the target."""
        floor = self.floor.copy()
        programs = (*world[:seat], program, *world[seat + 1 :])
        for _, actor, entry in sequence(floor, programs, self.view.robots):
            act(floor, self.view.robots, actor, entry)
            if floor.vp[actor] >= self.view.target:
                break
        return floor

    def _worth(self, seat: Seat, program: Program, world: World) -> float:
        """How good the round is for the seat."""
        floor = self._play(seat, program, world)
        vp = floor.vp
        if max(vp) < self.view.target:
            self._collect(floor)
        worth = 0.0
        for robot in self.view.robots:
            gain = vp[robot.seat] - robot.vp
            wound = floor.damage[robot.seat] - robot.damage
            if robot.seat == seat:
                worth += POINT * gain + WOUND * wound
            else:
                worth += RIVAL_POINT * gain + RIVAL_WOUND * wound + RIVAL_COOL * floor.cooling[robot.seat]
        pos = floor.pos[seat]
        worth += LOST if pos is None else FAR * self.away[pos]
        if self.view.modules:
            worth += CHARGE * self._spent(floor, seat)
            worth += OWN_MINE * sum(owner == seat for owner in floor.mines.values())
        return worth + self._ending(vp, seat)

    def _collect(self, floor: Floor) -> None:
        """Phase 3. Killbots score against a single person only."""
        for cell, count in self.lying.items():
            holder = floor.at.get(cell)
            if holder is not None and (holder < len(self.people) or self.view.bots is not None):
                floor.vp[holder] += count

    def _spent(self, floor: Floor, seat: Seat) -> int:
        """Charges that the round has cost the seat."""
        before, after = self.view.robots[seat].cards, floor.cards[seat]
        return sum((old.charges or 0) - (new.charges or 0) for old, new in zip(before, after, strict=True))

    def _ending(self, vp: Sequence[int], seat: Seat) -> float:
        """Winning and losing, for the people at the table and, against one person, for the killbots together."""
        people = vp[: len(self.people)]
        most = max(people)
        if most >= self.view.target:
            return WIN / people.count(most) if people[seat] == most else -WIN
        if self.view.bots is not None and sum(vp[len(people) :]) >= self.view.bots.target:
            return -WIN
        return 0.0


def _declarable(robot: RobotView) -> tuple[CardType, ...]:
    """The modules that the robot could declare now."""
    return tuple(CARDS[card.id] for card in robot.cards if CARDS[card.id].die is not None and card.charges != 0)


def _without(program: Program, card_id: str) -> Program:
    """The program with this module, which may lie on one pad only, taken off its pad."""
    for pad, command in enumerate(program.pads):
        if command is not None and command.module == card_id:
            return with_command(program, pad, _bare(command))
    return program


def _bare(command: Command) -> Command:
    keys = legal_dirs(command.die)
    return Command(command.die, command.pip, command.dir if command.dir in keys else keys[0])


@cache
def slides(arena_id: str) -> dict[Cell, tuple[tuple[Command, Cell], ...]]:
    """From each floor cell every move that ends on the floor, and where, as if the arena were empty."""
    arena = ARENAS[arena_id]
    side = range(len(arena.grid))
    floor = [(row, column) for row in side for column in side if (row, column) not in arena.solid | arena.pits]
    return {cell: tuple(_slides_from(arena, cell)) for cell in floor}


def _slides_from(arena: Arena, start: Cell) -> Iterator[tuple[Command, Cell]]:
    for direction in legal_dirs("blue"):
        ahead = arena.ahead[direction]
        cell = start
        for pip in PIPS:
            cell = ahead.get(cell, cell)
            if cell in arena.pits:
                break
            yield Command("blue", pip, direction), cell


@cache
def moves_away(arena_id: str) -> dict[Cell, int]:
    """How many moves each floor cell is from standing on a scoring cell."""
    away: dict[Cell, int] = {}
    layer = set(ARENAS[arena_id].scoring)
    while layer:
        away.update(dict.fromkeys(layer, 1 + max(away.values(), default=-1)))
        layer = {
            cell for cell, ways in slides(arena_id).items() if cell not in away and any(end in layer for _, end in ways)
        }
    return away
