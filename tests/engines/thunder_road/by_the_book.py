"""Section 3.10 a second time, straight from the text: recursive, with nothing of the engine but its data types.

It resolves one thing, a driven space or a hit, and asks ``again`` at once where a reroll may be decided. The race's own
stack must come to the same end with the same luck.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import engines.thunder_road as package
from engines.core import Chance
from engines.thunder_road.model import State

Place = tuple[int, int]
"""Lane and row."""
DATA: Final[dict[str, Any]] = json.loads(
    (Path(package.__file__).parent / "data" / "thunder_road.json").read_text(encoding="utf-8")
)
DRAWN: Final[dict[str, list[str]]] = {face["id"]: face["rows"] for tile in DATA["tiles"] for face in tile["faces"]}
BACK: Final[dict[str, str]] = {
    one["id"]: other["id"] for tile in DATA["tiles"] for one, other in (tile["faces"], tile["faces"][::-1])
}
DICE: Final[dict[str, list[Any]]] = DATA["dice"]


def beside(place: Place, dir: str) -> Place:
    """The table of section 4.1."""
    x, y = place
    p = x & 1
    return {
        "F": (x, y + 1), "FL": (x - 1, y + p), "FR": (x + 1, y + p),
        "B": (x, y - 1), "BL": (x - 1, y - 1 + p), "BR": (x + 1, y - 1 + p),
    }[dir]  # fmt: skip


class Won(Exception):
    """A car has crossed the finish: everything stops."""


class Book:
    """The road and what stands on it, as one resolves effects by hand."""

    def __init__(self, state: State, chance: Chance, again: Callable[[], bool]) -> None:
        self.chance, self.again, self.players = chance, again, len(state.crews)
        self.at: dict[int, Place] = {n: tuple(c.spot) for n, c in enumerate(state.cars) if c.spot is not None}
        self.at |= {wreck.id: tuple(wreck.spot) for wreck in state.wrecks}
        self.damage = [list(car.damage) for car in state.cars]
        self.gone = {number for number, car in enumerate(state.cars) if car.place == "gone"}
        self.resolving: list[tuple[int, str]] = []
        self.tokens: dict[Place, tuple[str, bool]] = {tuple(t.spot): (t.kind, t.up) for t in state.road.tokens}
        self.bag, self.discard = list(state.road.bag), list(state.road.discard)
        self.pile = list(state.road.damage)
        self.tiles = [(tile.face, tile.number) for tile in state.road.tiles]
        self.faces, self.laid, self.finish = list(state.road.pile), state.road.laid, state.road.finish
        self.choppers = [None if c.chopper is None else tuple(c.chopper) for c in state.crews]
        self.out = {seat for seat, crew in enumerate(state.crews) if crew.out is not None}
        at = state.order.index(state.turn.seat)
        self.order = state.order[at:] + state.order[:at]
        self.active, self.moving = state.turn.car, state.turn.stage == "move"
        self.left, self.lost, self.drift = state.turn.left, state.turn.lost, state.turn.drift
        self.flag, self.bonus_possible = state.turn.all_road, not (state.turn.on_bonus or state.turn.coasting)
        self.next_wreck, self.winner = state.next_wreck, -1
        self.stagger: list[list[int]] = []
        """Moves left of the dazed cars, the one that moves now last."""

    # ---- what is where

    @property
    def rear(self) -> int:
        return 8 * self.tiles[0][1]

    @property
    def front(self) -> int:
        return 8 * self.tiles[2][1] + 8

    def on_tiles(self, place: Place) -> bool:
        return 0 <= place[0] < 6 and self.rear <= place[1] < self.front

    def terrain(self, place: Place) -> str:
        """The effective one: R, O, M or X."""
        kind, up = self.tokens.get(place, ("", False))
        if up and kind in ("clear", "mud"):
            return "R" if kind == "clear" else "M"
        face = next(face for face, number in self.tiles if number == place[1] // 8)
        return DRAWN[face][place[1] % 8][place[0]].upper().translate(str.maketrans("234", "RRR"))

    def there(self, place: Place, but: int) -> int | None:
        return next((other for other, at in self.at.items() if at == place and other != but), None)

    def roll(self, label: str, die: str) -> Any:
        return DICE[die][self.chance.roll(label, len(DICE[die])) - 1]

    # ---- 3.10

    def enter(self, v: int, place: Place, cause: str) -> bool:
        """E1 to E3; whether the vehicle was stopped (by damage or a slam) or is gone."""
        if v == self.active and self.drift == "passing":
            self.drift = "used"
        if not 0 <= place[0] < 6 or place[1] < self.rear:
            return self.eliminate(v)
        if place[1] >= self.front:
            if self.finish and v < 100 and v // 3 not in self.out:
                self.at[v], self.winner = place, v // 3
                raise Won
            if self.finish or v >= 100:
                return self.eliminate(v)
            self.extend()
        return self.stand(v, place, cause)

    def stand(self, v: int, place: Place, cause: str) -> bool:
        """E4 and E5."""
        self.at[v] = place
        before = self.terrain(place)
        if cause == "drive":
            self.left = max(0, self.left - (2 if before == "M" else 1))
        if before == "X":
            return self.eliminate(v)
        kind, up = self.tokens.get(place, ("", True))
        if not up and kind in ("mine", "wreck"):
            del self.tokens[place]
            self.discard.append(kind)  # type: ignore[arg-type]
            return self.hurt(v) if kind == "mine" else self.wreck(v, place)
        if not up:
            self.tokens[place] = (kind, True)
            if kind == "mud" and before != "M" and cause == "drive":
                self.left = max(0, self.left - 1)
            if kind == "mud" and before != "M" and cause == "dazed":
                self.stagger[-1][0] -= 1
        return self.meet(v, place, cause)

    def meet(self, v: int, place: Place, cause: str) -> bool:
        """E6 to E8."""
        if v == self.active and self.moving and cause in ("drive", "oil") and self.bonus_possible:
            self.flag = self.flag and self.terrain(place) == "R"
        other = self.there(place, v)
        if other is not None and not (cause == "drive" and self.drifts(v)):
            return self.slam(v, other)
        kind, up = self.tokens.get(place, ("", False))
        if up and kind == "oil":
            return self.enter(v, beside(place, self.roll("direction", "direction")), "oil")
        return False

    def drifts(self, v: int) -> bool:
        """Rulings 40 and 41."""
        can_leave = self.left > 0 or (self.flag and self.bonus_possible and not self.lost)
        if v != self.active or self.drift != "ready" or not can_leave:
            return False
        self.drift = "passing"
        return True

    def wreck(self, v: int, place: Place) -> bool:
        number, self.next_wreck = self.next_wreck, self.next_wreck + 1
        self.at[number] = place
        return self.slam(v, number)

    def slam(self, top: int, bottom: int) -> bool:
        """Rulings 46 to 52."""
        self.lose(top)
        mover, dir = self.roll("slam", "slam"), self.roll("direction", "direction")
        sizes = [0 if v >= 100 else v % 3 for v in (top, bottom)]
        larger = top if sizes[0] > sizes[1] else bottom
        if sizes[0] != sizes[1] and larger // 3 not in self.out and self.again():
            mover, dir = self.roll("slam", "slam"), self.roll("direction", "direction")
        moved = top if mover == "top" else bottom
        self.enter(moved, beside(self.at[moved], dir), "slam")
        return True

    def lose(self, v: int) -> None:
        if v == self.active and self.moving:
            self.lost, self.left = True, 0

    def eliminate(self, v: int) -> bool:
        """Its tokens go back, those being resolved too (ruling 65)."""
        self.lose(v)
        self.at.pop(v)
        self.gone.add(v)
        if v < 100:
            back = [*self.damage[v], *(token for car, token in self.resolving if car == v)]
            self.damage[v] = []
            self.resolving = [each for each in self.resolving if each[0] != v]
            self.give_back([token for token in back if token != "virtual"])
        return True

    def give_back(self, tokens: list[Any]) -> None:
        if tokens:
            self.pile = list(self.chance.shuffle("damage pile", self.pile + tokens))

    # ---- 3.9

    def hurt(self, v: int) -> bool:
        """Whether it has taken damage (rulings 62 to 65)."""
        if v >= 100:
            return self.eliminate(v)
        if len(self.damage[v]) + sum(car == v for car, _ in self.resolving) >= 2:
            return False
        self.lose(v)
        token = self.pile.pop(0) if self.pile else "virtual"
        self.resolving.append((v, token))
        self.effect(v, token)
        if v not in self.gone:
            self.resolving.remove((v, token))
            self.damage[v].append(token)
        return True

    def effect(self, v: int, token: str) -> None:
        """Rulings 66 to 70."""
        if token == "shrapnel":
            self.shrapnel(v, self.roll("direction", "direction"))
        elif token == "dazed":
            self.daze(v)
        elif token == "blast":
            dir, far, place = self.roll("direction", "direction"), self.roll("stunt", "stunt"), self.at[v]
            for _ in range(far):
                place = beside(place, dir)
            self.enter(v, place, "blast")
        elif token.startswith("skid_"):
            self.enter(v, beside(self.at[v], token.removeprefix("skid_")), "skid")

    def shrapnel(self, v: int, dir: str) -> None:
        place = beside(self.at[v], dir)
        while self.on_tiles(place):
            other = self.there(place, v)
            if other is not None:
                self.hurt(other)
                return
            place = beside(place, dir)

    def daze(self, v: int) -> None:
        left = [self.roll("stunt", "stunt")]
        self.stagger.append(left)
        stopped = False
        while left[0] > 0 and not stopped:
            place = beside(self.at[v], self.roll("direction", "direction"))
            left[0] -= 2 if self.on_tiles(place) and self.terrain(place) == "M" else 1
            stopped = self.enter(v, place, "dazed")
        self.stagger.pop()

    # ---- ruling 76

    def extend(self) -> None:
        """The rear tile and all that is on it, then the new lead tile."""
        face, number = self.tiles.pop(0)
        for v in [3 * seat + size for seat in self.order for size in range(3)] + sorted(v for v in self.at if v >= 100):
            if v in self.at and self.at[v][1] // 8 == number:
                self.eliminate(v)
        for place in sorted(self.tokens, key=lambda at: (at[1], at[0])):
            if place[1] // 8 == number:
                self.discard.append(self.tokens.pop(place)[0])  # type: ignore[arg-type]
        self.choppers = [None if at is None or at[1] // 8 == number else at for at in self.choppers]
        self.faces.append(BACK[face])
        lead, first = self.faces.pop(0), 8 * number + 24
        self.tiles.append((lead, number + 3))
        self.laid += 1
        for y, row in enumerate(DRAWN[lead]):
            for x, letter in enumerate(row):
                if letter in "ro234":
                    self.lay((x, first + y))
        self.finish = self.laid == (5 if self.players == 2 else 10)

    def lay(self, place: Place) -> None:
        if not self.bag and self.discard:
            self.bag, self.discard = list(self.chance.shuffle("hazard bag", self.discard)), []
        if self.bag:
            self.tokens[place] = (self.bag.pop(0), False)
