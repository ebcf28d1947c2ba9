"""Phase 2 on the floor: moving, pushing, shooting, pits, mines and what modules make of them (rulings 30 to 46).

``Floor`` is a working copy of the robots while commands resolve. The real game and every look-ahead use the same one,
so a plan's drawing and a stand-in's guess can never follow other rules than the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

from engines.core import Seat
from engines.grid import OPPOSITE, Cell, Direction, beside
from engines.volt import effects
from engines.volt.arenas import ARENAS, RULES, Arena
from engines.volt.happenings import (
    Blocked,
    Burst,
    Cooled,
    Damage,
    Destroyed,
    Earned,
    Fired,
    Happening,
    Hurt,
    Jumped,
    Laid,
    Moved,
    Reason,
    Tripped,
)
from engines.volt.hooks import Blast, Effect
from engines.volt.model import Card, Command
from engines.volt.scene import Scene, Standing, prey, with_value

Outcome = Literal["moved", "blocked", "destroyed"]
How = Literal["own", "push", "pull"]
Strike = Callable[[Seat, Seat], None]
"""What a beam does: to whom, credited to whom."""
SHOT_DAMAGE: Final = 1
MINE_DAMAGE: Final = 1
ENDLESS: Final = 99
"""More cells than any line has."""


class Floor:
    """Where the robots stand and how they are, by index (``Robot.seat``), while commands resolve.

    Tuples and mappings in it are never changed in place, only replaced: copies share them.
    """

    __slots__ = (
        "ahead", "always", "arena", "at", "blasts", "cards", "cooling", "damage", "doing", "hazards", "log", "markers",
        "met", "mines", "pits", "pos", "prey", "reflected", "vp", "working",
    )  # fmt: skip

    def __init__(
        self,
        arena: Arena,
        robots: Sequence[Standing],
        markers: Iterable[tuple[Cell, int]] = (),
        mines: Iterable[tuple[Cell, Seat | None]] = (),
    ) -> None:
        self.arena = arena
        self.ahead = arena.ahead
        self.pits = arena.pits
        self.markers = dict(markers)
        """VP markers by cell; nothing changes them in phase 2."""
        self.pos: list[Cell | None] = [robot.pos for robot in robots]
        self.damage = [robot.damage for robot in robots]
        self.vp = [robot.vp for robot in robots]
        self.at: dict[Cell, Seat] = {pos: seat for seat, pos in enumerate(self.pos) if pos is not None}
        self.mines: dict[Cell, Seat | None] = dict(mines)
        """Owners by cell; ``None``: neutral."""
        self.hazards = self.pits.union(self.mines)
        """Where entering may have consequences."""
        self.cooling = tuple(robot.cooling for robot in robots)
        self.cards = tuple(robot.cards for robot in robots)
        self.reflected = tuple(robot.reflected for robot in robots)
        self.prey = prey(robots)
        self.always = tuple(effects.always(robot.cards, robot.champion, robot.killbot) for robot in robots)
        """What each robot has that need not be declared, cooling or not."""
        self.working = tuple(() if cools else has for cools, has in zip(self.cooling, self.always, strict=True))
        """The same without robots that cool (ruling 17)."""
        self.doing: tuple[Effect, ...] = ()
        """The effects at work in the command being resolved, of the robot whose it is."""
        self.met: frozenset[tuple[str, Seat]] = frozenset()
        self.blasts: tuple[Blast, ...] = ()
        self.log: list[Happening] = []
        """What has happened, in order; whoever tells it empties it."""

    @classmethod
    def of(cls, scene: Scene) -> Floor:
        """The floor of a state, or of a view as far as its viewer may see."""
        return cls(ARENAS[scene.arena], scene.robots, scene.markers, scene.mines)

    def copy(self) -> Floor:
        """The same position with an empty log. Only between commands."""
        twin = Floor.__new__(Floor)
        twin.arena = self.arena
        twin.ahead = self.ahead
        twin.pits = self.pits
        twin.markers = self.markers
        twin.pos = self.pos[:]
        twin.damage = self.damage[:]
        twin.vp = self.vp[:]
        twin.at = self.at.copy()
        twin.mines = self.mines
        twin.hazards = self.hazards
        twin.cooling = self.cooling
        twin.cards = self.cards
        twin.reflected = self.reflected
        twin.prey = self.prey
        twin.always = self.always
        twin.working = self.working
        twin.doing = ()
        twin.blasts = ()
        twin.log = []
        return twin

    # Looking

    def open(self, cell: Cell) -> bool:
        """On the board and not solid."""
        row, column = cell
        grid = self.arena.grid
        return 0 <= row < len(grid) and 0 <= column < len(grid[row]) and cell not in self.arena.solid

    def sight(self, origin: Cell, direction: Direction, reach: int | None = None) -> Seat | None:
        """The first robot on the ray from the next cell on, at most ``reach`` cells away (ruling 40)."""
        ahead = self.ahead[direction]
        cell = ahead.get(origin)
        while cell is not None and (reach is None or reach > 0):
            if cell in self.at:
                return self.at[cell]
            cell = ahead.get(cell)
            reach = None if reach is None else reach - 1
        return None

    def trips(self, robot: Seat, cell: Cell, own: bool) -> bool:
        """Whether a mine on the cell would go off under the robot (ruling 36)."""
        if cell not in self.mines or self.mines[cell] == robot:
            return False
        return not any(effect.on_enter(self, robot, cell, own) for effect in self.working[robot])

    def first_time(self, effect: Effect, other: Seat) -> bool:
        """Whether the effect meets this robot for the first time in this command."""
        meeting = (effect.card, other)
        if meeting in self.met:
            return False
        self.met |= {meeting}
        return True

    # Moving

    def step(self, robot: Seat, direction: Direction, actor: Seat, own: bool, how: How = "push") -> Outcome:
        """One cell, pushing what stands there first, front robot first (rulings 31 to 36).

        ``actor`` is the robot whose command it is; ``own`` when ``robot`` moves by its own command. ``how`` says
        what moves a robot that does not move by itself.
        """
        here = self.pos[robot]
        assert here is not None, "only a robot on the board steps"
        there = self.ahead[direction].get(here)
        doing = self.doing if own else ()
        if doing:
            there = self._own_way(robot, here, direction, there)
        if there is None:
            self.log.append(Blocked(robot, here, beside(here, direction)))
            return "blocked"
        other = self.at.get(there)
        if other is not None and self.push(other, direction, actor) == "blocked":
            for effect in doing:
                effect.on_blocked_push(self, robot, other)
            return "blocked"
        del self.at[here]
        self.at[there] = robot
        self.pos[robot] = there
        self.log.append(Moved(robot, here, there, "own" if own else how))
        if there in self.hazards:
            self._enter(robot, there, actor, own)
        elif other is None:
            return "moved"
        if other is not None:
            for effect in doing:
                effect.after_push_step(self, robot, other)
        return "destroyed" if self.pos[robot] is None else "moved"

    def push(self, robot: Seat, direction: Direction, actor: Seat) -> Outcome:
        """A robot is pushed one cell by somebody's command (rulings 31, 32)."""
        return self.step(robot, direction, actor, own=False)

    def pull(self, robot: Seat, direction: Direction, actor: Seat) -> Outcome:
        """A robot is pulled one cell by somebody's command."""
        return self.step(robot, direction, actor, own=False, how="pull")

    def jump(self, robot: Seat, end: Cell) -> None:
        """The robot, by its own command, goes to a free cell without crossing any."""
        here = self.pos[robot]
        assert here is not None, "only a robot on the board jumps"
        assert end not in self.at, "one robot a cell"
        del self.at[here]
        self.at[end] = robot
        self.pos[robot] = end
        self.log.append(Jumped(robot, here, end))
        self._enter(robot, end, robot, own=True)

    def _own_way(self, robot: Seat, here: Cell, direction: Direction, there: Cell | None) -> Cell | None:
        """Where the robot's own step leads, effects counted; ``there`` is the next cell unless that is a wall."""
        if there is None:
            ways = (effect.wrap_edge(self, here, direction) for effect in self.doing)
            there = next((way for way in ways if way is not None), None)
        if there is None or any(effect.before_own_step(self, robot, there) for effect in self.doing):
            return None
        return there

    def _enter(self, robot: Seat, cell: Cell, actor: Seat, own: bool) -> None:
        """The pit or the mine, if any, that the robot has come upon (rulings 33, 34, 36, 37)."""
        if cell in self.pits:
            if not any(effect.on_enter(self, robot, cell, own) for effect in self.working[robot]):
                self.destroy(robot, actor, "pit")  # by an own step it is the actor itself, and nobody scores
        elif self.trips(robot, cell, own):
            owner = self.mines[cell]
            self._mine({at: whose for at, whose in self.mines.items() if at != cell})
            self.log.append(Tripped(robot, cell, owner))
            self.hurt(robot, MINE_DAMAGE, owner if own else actor, "mine")

    # Shooting

    def beam(
        self, origin: Cell, direction: Direction, pierce: bool = False, mirror: Seat | None = None, reach: int = ENDLESS
    ) -> tuple[Seat, ...]:
        """The robots that a beam hits, nearest first: the first one (rulings 40, 42) or, piercing, all.

        A robot that would send it back is the last (ruling 62). ``mirror`` is the robot that has sent this one back;
        ``reach`` the cells after which it fades.
        """
        ahead = self.ahead[direction]
        at = self.at
        cells = [origin]
        hits: tuple[Seat, ...] = ()
        cell = ahead.get(origin)
        while cell is not None:
            cells.append(cell)
            if cell in at:
                hits = (*hits, at[cell])
                if not pierce or self.mirrors(at[cell]):
                    break
            cell = ahead.get(cell) if len(cells) <= reach else None
        self.log.append(Fired(tuple(cells), hits, mirror))
        return hits

    def mirrors(self, robot: Seat) -> bool:
        """Whether the robot would send back a beam that hits it now."""
        return any(effect.on_beam_hit(self, robot) for effect in self.working[robot])

    def fire(
        self,
        robot: Seat,
        direction: Direction,
        pierce: bool = False,
        strike: Strike | None = None,
        reach: int = ENDLESS,
    ) -> tuple[Seat, ...]:
        """A whole shot: the beam, what it does to each robot hit (``strike``; else damage), the way back of one sent
        back. Returns the robots struck; one that has sent the beam back is not among them.
        """
        origin = self.pos[robot]
        assert origin is not None, "only a robot on the board shoots"
        hits = self.beam(origin, direction, pierce, reach=reach)
        for victim in hits:
            if self.working[victim] and self.mirrors(victim):
                self._send_back(victim, direction, strike)
                return hits[:-1]
            self._strike(victim, robot, strike)
        return hits

    def _send_back(self, mirror: Seat, direction: Direction, strike: Strike | None) -> None:
        """The beam returns along its line and hits the first robot there; it is never sent back again (section 4.5)."""
        origin = self.pos[mirror]
        assert origin is not None, "only a robot on the board reflects"
        self.reflected = with_value(self.reflected, mirror, True)
        for victim in self.beam(origin, OPPOSITE[direction], mirror=mirror):
            self._strike(victim, mirror, strike)

    def _strike(self, victim: Seat, credit: Seat, strike: Strike | None) -> None:
        if strike is None:
            self.hurt(victim, SHOT_DAMAGE, credit, "beam")
        else:
            strike(victim, credit)

    # What happens to robots

    def hurt(self, robot: Seat, points: int, credit: Seat | None, kind: Damage) -> None:
        """Damage point by point, each of which may be cancelled; the last of its HP destroys the robot (ruling 44)."""
        for _ in range(points):
            cell = self.pos[robot]
            if cell is None:
                return
            hp = RULES.hp
            if working := self.working[robot]:
                if any(effect.on_damage(self, robot, kind) for effect in working):
                    continue
                hp = effects.hit_points(working)
            self.damage[robot] += 1
            self.log.append(Hurt(robot, cell, self.damage[robot], kind))
            if self.damage[robot] >= hp:
                self.destroy(robot, credit, kind)

    def destroy(self, robot: Seat, credit: Seat | None, reason: Reason) -> None:
        """Off the board, damage cleared; 1 VP to whoever is credited, never for oneself (section 3.7, ruling 66)."""
        cell = self.pos[robot]
        assert cell is not None, "only a robot on the board is destroyed"
        del self.at[cell]
        self.pos[robot] = None
        self.damage[robot] = 0
        self.log.append(Destroyed(robot, cell, reason))
        if credit is not None and robot in self.prey[credit]:
            self.vp[credit] += 1
            self.log.append(Earned(credit, self.vp[credit]))
        for effect in self.working[robot]:
            effect.on_destroyed(self, robot, cell, reason)

    def explode(self, burst: Burst, points: int) -> None:
        """Once the command is over, this blast hurts whoever then stands around its centre (ruling 67)."""
        self.blasts = (*self.blasts, Blast(burst, points))

    def cool(self, robot: Seat) -> None:
        """The robot's commands to come this round are void, and all its modules off (ruling 17)."""
        cell = self.pos[robot]
        assert cell is not None, "only a robot on the board begins to cool"
        if not self.cooling[robot]:
            self.cooling = with_value(self.cooling, robot, True)
            self.working = with_value(self.working, robot, ())
            self.log.append(Cooled(robot, cell))

    def held(self, robot: Seat, card_id: str) -> Card | None:
        """The card, if the robot holds it and it is not used up."""
        return next((card for card in self.cards[robot] if card.id == card_id and card.charges != 0), None)

    def spend(self, robot: Seat, card_id: str) -> int:
        """One charge of a card held is used up. Returns those left."""
        hand = self.cards[robot]
        left = next(card.charges for card in hand if card.id == card_id and card.charges) - 1
        self.cards = with_value(
            self.cards, robot, tuple(Card(card_id, left) if card.id == card_id else card for card in hand)
        )
        return left

    def lay(self, robot: Seat, cell: Cell) -> None:
        """A mine of the robot's comes to lie on a cell, if the supply has one left (rulings 8, 76)."""
        if len(self.mines) < RULES.mine_tokens:
            self._mine({**self.mines, cell: robot})
            self.log.append(Laid(robot, cell))

    def _mine(self, mines: dict[Cell, Seat | None]) -> None:
        self.mines = mines
        self.hazards = self.pits.union(mines)

    # Commands

    def resolve(self, robot: Seat, command: Command) -> None:
        """One whole command with everything that it sets off (ruling 29). Victory is the caller's to test."""
        if command.module is not None or self.working[robot]:
            self._resolve_equipped(robot, command)
        elif command.die == "blue":
            self._move(robot, command)
        else:
            self.fire(robot, command.dir)
        while self.blasts:
            self._explode()

    def _resolve_equipped(self, robot: Seat, command: Command) -> None:
        """A command of a robot with anything at work. Without a charge left a card does nothing."""
        start = self.pos[robot]
        assert start is not None, "only a robot on the board acts"
        self.doing = tuple(effect for effect in self.working[robot] if effect.die in (None, command.die))
        self.met = frozenset()
        if command.module is not None and (card := self.held(robot, command.module)) is not None:
            self.doing = (*self.doing, effects.of(card.id))
            if card.charges is not None:
                self.spend(robot, card.id)
        struck: tuple[Seat, ...] = ()
        if not any(effect.replace_action(self, robot, command) for effect in self.doing):
            if command.die == "blue":
                self._move(robot, command)
            else:
                struck = self.fire(robot, self._ray(robot, command.dir))
        for effect in self.doing:
            effect.after_action(self, robot, command, start, struck)
        if self.pos[robot] in self.pits:
            self.destroy(robot, None, "pit")  # it has passed over pits, and its command is over (ruling 64)
        self.doing = ()

    def _move(self, robot: Seat, command: Command) -> None:
        """Exactly the pips, cell by cell, unless stopped (ruling 30)."""
        direction = command.dir
        doing = self.doing
        for _ in range(command.pip):
            if self.step(robot, direction, robot, True) != "moved":
                return
            if doing and any(effect.after_own_step(self, robot) for effect in doing):
                return

    def _ray(self, robot: Seat, direction: Direction) -> Direction:
        for effect in self.doing:
            direction = effect.choose_ray(self, robot, direction)
        return direction

    def _explode(self) -> None:
        """The blast that has waited longest (section 4.7, end of a command)."""
        (burst, points), *rest = self.blasts
        self.blasts = tuple(rest)
        self.log.append(burst)
        for cell in burst.cells[1:]:
            if cell in self.at:
                self.hurt(self.at[cell], points, burst.robot, "blast")
