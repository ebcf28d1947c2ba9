"""A race on its way from one decision to the next: what is where, and the changes that every rule is made of.

``Race`` is the one mutable thing of this engine. It knows no flow: ``stack`` resolves effects, ``turns`` the turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeVar

from engines.core import Chance, Seat
from engines.thunder_road import facts
from engines.thunder_road.geometry import Ground, effective, ground
from engines.thunder_road.going import Going
from engines.thunder_road.happenings import CrewOut, Disabled, Gone, Happening, Reason, Won
from engines.thunder_road.model import (
    Car,
    Crew,
    Damage,
    Die,
    Dir,
    Frame,
    Hazard,
    Options,
    Place,
    Question,
    Road,
    Roll,
    Slam,
    Spot,
    State,
    Tile,
    Token,
    Vehicle,
    Wreck,
    seat_of,
)

if TYPE_CHECKING:
    from engines.thunder_road.journal import Journal

T = TypeVar("T")


class Race:
    """A working copy of a ``State``; ``state`` makes one again."""

    __slots__ = (
        "_at",
        "_lying",
        "back",
        "bag",
        "cars",
        "chance",
        "crews",
        "damage",
        "discard",
        "finish",
        "first",
        "journal",
        "laid",
        "next_wreck",
        "options",
        "order",
        "pile",
        "question",
        "reason",
        "road_die",
        "round",
        "stack",
        "tiles",
        "tokens",
        "turn",
        "winner",
        "wrecks",
    )

    def __init__(self, state: State, chance: Chance, journal: Journal | None = None) -> None:
        self.chance = chance
        self.journal = journal
        self.options: Options = state.options
        self.order: tuple[Seat, ...] = state.order
        self.round: int = state.round
        self.first: Seat = state.first
        self.road_die: int = state.road_die
        self.crews: list[Crew] = list(state.crews)
        self.cars: list[Car] = list(state.cars)
        self.wrecks: dict[Vehicle, Spot] = {wreck.id: wreck.spot for wreck in state.wrecks}
        self.next_wreck: Vehicle = state.next_wreck
        self.tiles: tuple[Tile, Tile, Tile] = state.road.tiles
        self.pile: tuple[str, ...] = state.road.pile
        self.laid: int = state.road.laid
        self.tokens: dict[Spot, Token] = {token.spot: token for token in state.road.tokens}
        self._lying: tuple[Token, ...] | None = state.road.tokens
        self.bag: tuple[Hazard, ...] = state.road.bag
        self.discard: tuple[Hazard, ...] = state.road.discard
        self.damage: tuple[Damage, ...] = state.road.damage
        self.finish: bool = state.road.finish
        self.turn: Going = Going.of(state.turn)
        self.stack: list[Frame] = list(state.stack)
        self.question: Question | None = state.question
        self.back: State | None = state.back
        self.winner: Seat | None = state.winner
        self.reason: str | None = state.reason
        self._at: dict[Spot, list[Vehicle]] = {}
        for number, car in enumerate(self.cars):
            if car.spot is not None:
                self._at.setdefault(car.spot, []).append(number)
        for number, spot in self.wrecks.items():
            self._at.setdefault(spot, []).append(number)

    @classmethod
    def of(cls, state: State, chance: Chance, journal: Journal | None = None) -> Race:
        return cls(state, chance, journal)

    def state(self) -> State:
        if self._lying is None:
            self._lying = tuple(sorted(self.tokens.values(), key=_reading))
        return State(
            self.options,
            self.order,
            self.round,
            self.first,
            self.road_die,
            tuple(self.crews),
            tuple(self.cars),
            tuple(Wreck(number, spot) for number, spot in self.wrecks.items()),
            self.next_wreck,
            Road(self.tiles, self.pile, self.laid, self._lying, self.bag, self.discard, self.damage, self.finish),
            self.turn.turn(),
            tuple(self.stack),
            self.question,
            self.back,
            self.winner,
            self.reason,
        )

    def note(self, happening: Happening) -> None:
        """Tell what has just happened, if anybody listens."""
        if self.journal is not None:
            self.journal.note(self, happening)

    # ---- what is where

    @property
    def rear(self) -> int:
        """The rear edge: the first row of the rear tile."""
        return facts.ROWS * self.tiles[0].number

    @property
    def front(self) -> int:
        """The front edge: the last row of the lead tile, and one."""
        return facts.ROWS * self.tiles[2].number + facts.ROWS

    def spot(self, vehicle: Vehicle) -> Spot | None:
        """Where the vehicle is on the road; ``None`` in the start area and once gone."""
        car = seat_of(vehicle) is not None
        return self.cars[vehicle].spot if car else self.wrecks.get(vehicle)

    def vehicles(self, spot: Spot) -> Sequence[Vehicle]:
        """What stands there; two only while a slam is being resolved or a drifting car passes."""
        return self._at.get(spot, ())

    def other(self, spot: Spot, vehicle: Vehicle) -> Vehicle | None:
        """The vehicle there that is not this one."""
        return next((there for there in self._at.get(spot, ()) if there != vehicle), None)

    def ground(self, spot: Spot) -> Ground:
        """The effective terrain of a space of the three tiles; a face-down token changes nothing (section 3)."""
        token = self.tokens.get(spot)
        return effective(ground(self.tiles, spot), token.kind if token is not None and token.up else None)

    def operable(self, vehicle: Vehicle) -> bool:
        return seat_of(vehicle) is not None and self.cars[vehicle].operable

    def active_on_road(self) -> bool:
        """The car assigned this turn is operable and on the road."""
        car = None if self.turn.car is None else self.cars[self.turn.car]
        return car is not None and car.operable and car.place == "road"

    def in_game(self, seat: Seat) -> bool:
        return self.crews[seat].out is None

    def clockwise(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats clockwise, this one first."""
        at = self.order.index(seat)
        return self.order[at:] + self.order[:at]

    def pending(self, vehicle: Vehicle) -> int:
        """How many damage tokens of the vehicle are being resolved (ruling 62)."""
        return sum(isinstance(frame, Place) and frame.vehicle == vehicle for frame in self.stack)

    # ---- luck: everything rolled or drawn ends the time in which the turn can be taken back (ruling 95)

    def reveal(self) -> None:
        """Something unknown has become known: the rest of a path is dropped (ruling 27)."""
        self.turn.queue = ()
        self._fix()

    def _fix(self) -> None:
        self.turn.revealed = True
        self.back = None

    def slam_dice(self) -> tuple[Literal["top", "bottom"], Dir]:
        """Slam and direction die, rolled together (ruling 48)."""
        mover = self._face("slam", facts.SLAM)
        self._keep("slam", mover)
        return mover, self.direction()

    def direction(self) -> Dir:
        dir = self._face("direction", facts.DIRECTION)
        self._keep("direction", dir)
        return dir

    def stunt(self) -> int:
        value = self._face("stunt", facts.STUNT)
        self._keep("stunt", str(value))
        return value

    def shot(self) -> tuple[str, ...]:
        """The sizes that the shooting die hits (ruling 59)."""
        face = self._face("shot", facts.SHOOT)
        self._keep("shoot", ",".join(face))
        return face

    def _face(self, label: str, faces: Sequence[T]) -> T:
        self.reveal()
        return faces[self.chance.roll(label, len(faces)) - 1]

    def _keep(self, die: Literal["slam", "direction", "stunt", "shoot"], face: str) -> None:
        self.turn.rolls = (*self.turn.rolls, Roll(die, face))

    def roll_dice(self, seat: Seat) -> int:
        """Four movement dice for a crew (rulings 5, 10); gives their total."""
        values = tuple(
            facts.MOVE[self.chance.roll(f"move die {number} of seat {seat}", len(facts.MOVE)) - 1]
            for number in range(1, facts.DICE + 1)
        )
        self.crews[seat] = replace(self.crews[seat], dice=tuple(Die(value) for value in values))
        return sum(values)

    def roll_road(self) -> None:
        """The first player's road die (rulings 6, 10)."""
        self.road_die = facts.ROAD[self.chance.roll("road die", len(facts.ROAD)) - 1]

    # ---- tokens

    def draw_damage(self) -> Damage:
        """The next token of the damage pile; a virtual one when there is none (ruling 62)."""
        self.reveal()
        if not self.damage:
            return "virtual"
        token, self.damage = self.damage[0], self.damage[1:]
        return token

    def return_tokens(self, tokens: Iterable[Damage]) -> None:
        """Damage tokens go back to the pile, which is shuffled (rulings 24, 65); a virtual one is no token."""
        real = _real(tokens)
        if real:
            self._fix()
            self.damage = self.chance.shuffle("damage pile", self.damage + real)

    def flip(self, token: Token) -> None:
        """A face-down token is turned over (E5); mines and wrecks leave the road at once."""
        self.reveal()
        if token.kind in {"mine", "wreck"}:
            self.remove(token.spot)
        else:
            self.tokens[token.spot] = replace(token, up=True)
            self._lying = None

    def remove(self, spot: Spot) -> None:
        """The token there goes to the discard."""
        self.discard = (*self.discard, self.tokens.pop(spot).kind)
        self._lying = None

    def lay(self, spots: Iterable[Spot]) -> None:
        """A face-down hazard token on each of these spaces, as far as they go (rulings 3, 79)."""
        self._lying = None
        for spot in spots:
            if not self.bag and self.discard:
                self.bag, self.discard = self.chance.shuffle("hazard bag", self.discard), ()
            if not self.bag:
                return
            self.tokens[spot] = Token(spot, self.bag[0])
            self.bag = self.bag[1:]

    # ---- vehicles

    def set_car(self, vehicle: Vehicle, car: Car) -> None:
        """The dashboard changes; ``put`` and ``eliminate`` change the place."""
        self.cars[vehicle] = car

    def put(self, vehicle: Vehicle, spot: Spot) -> None:
        """The vehicle stands there now."""
        self._lift(vehicle)
        self._at.setdefault(spot, []).append(vehicle)
        if seat_of(vehicle) is None:
            self.wrecks[vehicle] = spot
            return
        car = self.cars[vehicle]
        self.cars[vehicle] = Car("road", spot, car.damage, car.retired, car.moved, car.coasts)
        if vehicle == self.turn.car:
            self.turn.trail = (*self.turn.trail, spot)

    def _lift(self, vehicle: Vehicle) -> None:
        spot = self.spot(vehicle)
        if spot is None:
            return
        there = self._at[spot]
        there.remove(vehicle)
        if not there:
            del self._at[spot]

    def new_wreck(self, spot: Spot) -> Vehicle:
        """A wreck out of a token (ruling 91)."""
        number = self.next_wreck
        self.next_wreck += 1
        self.wrecks[number] = spot
        self._at.setdefault(spot, []).append(number)
        return number

    def eliminate(self, vehicle: Vehicle, spot: Spot, reason: Reason) -> None:
        """The vehicle is removed at once, with everything that it still had to do (3.10); its tokens return (65)."""
        self._lift(vehicle)
        gone = [frame for frame in self.stack if _concerns(frame, vehicle)]
        if gone:
            self.stack = [frame for frame in self.stack if not _concerns(frame, vehicle)]
        if seat_of(vehicle) is None:
            del self.wrecks[vehicle]
        else:
            car = self.cars[vehicle]
            self.cars[vehicle] = replace(car, place="gone", spot=None, damage=())
            self.return_tokens((*car.damage, *(frame.token for frame in gone if isinstance(frame, Place))))
        self.lose_moves(vehicle)
        self.note(Gone(vehicle, spot, reason))

    def lose_moves(self, vehicle: Vehicle) -> None:
        """The Move step of the active car is over (rulings 35, 63); before it nothing is lost (rulings 21, 47)."""
        if vehicle == self.turn.car and self.turn.stage == "move":
            self.turn.lost = True
            self.turn.left = 0
            self.turn.queue = ()

    # ---- crews and the end

    def put_out(self, seats: Sequence[Seat], resigned: bool = False) -> None:
        """These crews are out, in one moment; the earlier in the list, the better they rank (ruling 86)."""
        before = sum(crew.out is not None for crew in self.crews)
        for at, seat in enumerate(seats):
            number = before + len(seats) - at
            self.crews[seat] = replace(self.crews[seat], dice=(), chopper=None, out=number)
            self.note(CrewOut(seat, resigned))

    def retire(self, seat: Seat) -> None:
        """The cars of a crew that leaves become inoperable (ruling 87)."""
        for vehicle in range(3 * seat, 3 * seat + 3):
            car = self.cars[vehicle]
            if car.operable:
                self.cars[vehicle] = replace(car, retired=True)
                self.note(Disabled(vehicle, car.spot))

    def win(self, seat: Seat, reason: str) -> None:
        """The game is over, in the middle of a stack too; damage tokens that were being resolved go back."""
        self.damage += _real(frame.token for frame in self.stack if isinstance(frame, Place))
        self.stack = []
        self.question = None
        self.back = None
        self.turn.queue = ()
        self.winner, self.reason = seat, reason
        self.note(Won(seat, reason))


def _reading(token: Token) -> tuple[int, int]:
    return (token.spot.row, token.spot.lane)


def _real(tokens: Iterable[Damage]) -> tuple[Damage, ...]:
    """Without the virtual ones."""
    return tuple(token for token in tokens if token in facts.DAMAGE)


def _concerns(frame: Frame, vehicle: Vehicle) -> bool:
    if isinstance(frame, Slam):
        return vehicle in (frame.top, frame.bottom)
    return frame.vehicle == vehicle
