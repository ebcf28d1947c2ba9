"""Small helpers that build races and play turns, in the words that people use (``ES C12 dent``, ``FL F F``).

Vehicles: the crew's letter (Ember, Tide, Bone, Viper) and the size, ``EL`` is Ember's Maul; ``W0`` is the first wreck.
Spaces: lane and row as people read them, ``C12``. Face ``C2``, of which a default road is made three times, is road in
the lanes B to E and off-road in A and F, so that most positions need no map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, TypeVar, cast

import pytest

from engines.core import IllegalAction, Seat, Step, Window
from engines.thunder_road import GAME
from engines.thunder_road.model import (
    FIRST_WRECK,
    LANES,
    SIZES,
    Action,
    Assign,
    Bonus,
    Car,
    CommandName,
    Crew,
    Damage,
    Die,
    Drive,
    Hazard,
    Options,
    Reroll,
    Road,
    Shoot,
    Spot,
    State,
    TakeBack,
    Tile,
    Token,
    Turn,
    Vehicle,
    Wreck,
    spot_name,
)
from engines.thunder_road.views import View

T = TypeVar("T")
CREW = "ETBV"
USES = {"m": "move", "c": "coast", "a": "airstrike", "n": "nitro", "d": "drift", "r": "repair"}
FACES: Mapping[str, tuple[str, ...]] = {
    "slam": ("top", "top", "bottom", "bottom", "bottom", "bottom"),
    "direction": ("F", "FL", "FR", "B", "BL", "BR"),
    "stunt": ("1", "2", "2", "3", "3", "4"),
    "road die": ("1", "1", "1", "2", "2", "3"),
    "shot": ("S,M", "M", "L", "L", "L", "S,M,L"),
}
"""The faces of section 4.3, each as it is written in a wish."""
ORDERS = ("hazard bag", "damage pile")
"""Shuffles that keep the order as it is, so that a test knows it."""


def spot(name: str) -> Spot:
    return Spot(LANES.index(name[0]), int(name[1:]) - 1)


def seat(letter: str) -> Seat:
    return CREW.index(letter)


def vehicle(name: str) -> Vehicle:
    if name[0] == "W":
        return FIRST_WRECK + int(name[1:])
    return 3 * seat(name[0]) + SIZES.index(cast(Any, name[1]))


# ---- luck


class Fate:
    """Luck that gives what is wanted: ``Fate("slam top", "direction FL", "move die 6")``.

    Of each kind the wishes come in their order; a draw that nobody wished for fails the test, and so does a wish that
    was never drawn (``conftest.py``). With ``rounds`` the dice that begin a round need no wish: they show 1.
    """

    made: ClassVar[list[Fate]] = []

    def __init__(self, *wishes: str, rounds: bool = False) -> None:
        self.wishes: dict[str, list[str]] = {}
        self.rounds = rounds
        self.log: list[str] = []
        for wish in wishes:
            kind, value = wish.rsplit(" ", 1)
            self.wishes.setdefault(kind, []).append(value)
        Fate.made.append(self)

    @property
    def left(self) -> dict[str, list[str]]:
        return {kind: values for kind, values in self.wishes.items() if values}

    def _wanted(self, label: str) -> str:
        kind = "move die" if label.startswith("move die") else label
        self.log.append(kind)
        if self.wishes.get(kind):
            return self.wishes[kind].pop(0)
        begins = self.rounds and kind in ("move die", "road die")
        assert begins, f"an unexpected draw: {label}"
        return "1"

    def roll(self, label: str, faces: int) -> int:
        wanted = self._wanted(label)
        known = FACES.get(label)
        if known is None:
            assert 1 <= int(wanted) <= faces
            return int(wanted)
        assert len(known) == faces
        return known.index(wanted) + 1

    def pick(self, label: str, items: Sequence[T]) -> T:
        wanted = self._wanted(label)
        return next(item for item in items if _written(item) == wanted)

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        self.log.append(label)
        assert label in ORDERS, f"an unexpected shuffle: {label}"
        return tuple(items)


def _written(item: object) -> str:
    if isinstance(item, str | int):
        return str(item)
    return ",".join(sorted(map(str, cast(Any, item)), key="SML".index))


# ---- positions


def board(
    *pieces: str,
    tiles: str = "C2 C2 C2",
    base: int = 0,
    laid: int | None = None,
    pile: str = "A1 B1 D1",
    tokens: Mapping[str, str] | None = None,
    choppers: Mapping[str, str] | None = None,
    dice: Mapping[str, str] | None = None,
    turns: Mapping[str, int] | None = None,
    out: Mapping[str, int] | None = None,
    bag: str = "",
    discard: str = "",
    damage: str = "dent dent dent dent",
    seats: int = 2,
    turn: str = "E",
    first: str = "E",
    order: str | None = None,
    round: int = 2,
    road: int = 1,
    finish: bool = False,
) -> State:
    """The beginning of a turn.

    A piece is a vehicle, where it is (a space, ``start``, ``gone``), then its damage tokens, ``moved``, ``coast`` (once
    or twice), ``retired``. A crew in the game that has no piece has its Dart in the start area, where nothing happens
    to it; every other car that is not named is gone. ``base`` is the rear tile's number. A die that was used ends with
    the first letter of its use: ``6r``.
    """
    dice, choppers, tokens, out, turns = dice or {}, choppers or {}, tokens or {}, out or {}, turns or {}
    placed = {piece.split()[0]: piece.split()[1:] for piece in pieces}
    assert len(placed) == len(pieces), "a vehicle is named twice"
    seats = max(seats, *(seat(name[0]) + 1 for name in placed if name[0] != "W"), 2)
    cars: list[Car] = []
    for letter in CREW[:seats]:
        named = any(name[0] == letter for name in placed)
        for size in SIZES:
            words = placed.get(letter + size, ["start" if size == "S" and not named and letter not in out else "gone"])
            cars.append(_car(words))
    names = sorted(name for name in placed if name[0] == "W")
    faces = tiles.split()
    crews = tuple(
        Crew(
            dice=() if letter in out else tuple(_die(word) for word in dice.get(letter, "1 2 3 4").split()),
            chopper=spot(choppers[letter]) if letter in choppers else None,
            turns=turns.get(letter, 0),
            out=out.get(letter),
        )
        for letter in CREW[:seats]
    )
    lying = sorted((spot(name) for name in tokens), key=lambda at: (at.row, at.lane))
    return State(
        options=Options(),
        order=tuple(map(seat, order or CREW[:seats])),
        round=round,
        first=seat(first),
        road_die=road,
        crews=crews,
        cars=tuple(cars),
        wrecks=tuple(Wreck(vehicle(name), spot(placed[name][0])) for name in names),
        next_wreck=FIRST_WRECK + len(names),
        road=Road(
            tiles=(Tile(faces[0], base), Tile(faces[1], base + 1), Tile(faces[2], base + 2)),
            pile=tuple(pile.split()),
            laid=base + 3 if laid is None else laid,
            tokens=tuple(_token(at, tokens[spot_name(at)]) for at in lying),
            bag=cast(Any, tuple(bag.split())),
            discard=cast(Any, tuple(discard.split())),
            damage=cast(Any, tuple(damage.split())),
            finish=finish,
        ),
        turn=Turn(number=7, seat=seat(turn)),
    )


def _car(words: Sequence[str]) -> Car:
    where, marks = words[0], words[1:]
    flags = [mark for mark in marks if mark in ("moved", "coast", "retired")]
    hits = cast("tuple[Damage, ...]", tuple(mark for mark in marks if mark not in flags))
    place: Any = where if where in ("start", "gone") else "road"
    coasts = flags.count("coast")
    return Car(
        place=place,
        spot=spot(where) if place == "road" else None,
        damage=hits,
        retired="retired" in flags,
        moved="moved" in flags or coasts > 0,
        coasts=coasts,
    )


def _die(word: str) -> Die:
    return Die(int(word[0]), cast(Any, USES[word[1]]) if word[1:] else None)


def _token(at: Spot, words: str) -> Token:
    kind, *rest = words.split()
    return Token(at, cast(Hazard, kind), up=rest == ["up"])


# ---- playing


LISTED = 2000
"""So many legal answers are looked through for one that is refused; short ones come first."""


class Scene:
    """A race that is being played by a test."""

    def __init__(self, state: State, *wishes: str, rounds: bool = False) -> None:
        self.state = state
        self.fate = Fate(*wishes, rounds=rounds)
        self.steps: list[Step[View]] = []
        """The steps of the last answer."""

    # what is asked

    @property
    def window(self) -> Window:
        window = GAME.window(self.state)
        assert window is not None, "the game is over"
        return window

    @property
    def asked(self) -> str:
        """Who is asked what: ``E drive``; ``T reroll`` also when it is not T's turn. ``over`` after the game."""
        window = GAME.window(self.state)
        if window is None:
            return "over"
        ((who, ask),) = window.asks.items()
        return f"{CREW[who]} {ask.kind}"

    def answer(self, action: Action) -> Scene:
        (who,) = self.window.asks
        GAME.allows(self.state, who, action)
        turnout = GAME.advance(self.state, {who: action}, self.fate)
        self.state, self.steps = turnout.state, list(turnout.steps)
        return self

    def refused(self, reason: str, action: Action) -> IllegalAction:
        (who,) = self.window.asks
        with pytest.raises(IllegalAction) as caught:
            GAME.allows(self.state, who, action)
        assert caught.value.reason == reason
        assert action not in islice(GAME.choices(self.state, who), LISTED)
        return caught.value

    # answers

    def assignment(self, car: str, die: int, path: str = "", command: str = "") -> Assign:
        """``command`` is its name, its die and what it needs: ``airstrike 4 C12 TS``, ``repair 6 EL``, ``nitro 2``."""
        dice = self.state.crews[self.state.turn.seat].dice
        normal = next(index for index, each in enumerate(dice) if each.value == die and each.use is None)
        moves = tuple(path.split())
        if not command:
            return Assign(vehicle(car), normal, path=moves)
        name, value, *rest = command.split()
        other = next(
            index for index, each in enumerate(dice) if each.value == int(value) and not each.use and index != normal
        )
        strike, repair = name == "airstrike", name == "repair"
        return Assign(
            vehicle(car),
            normal,
            cast(CommandName, name),
            other,
            spot=spot(rest[0]) if strike else None,
            target=vehicle(rest[1]) if strike and rest[1:] else None,
            repaired=vehicle(rest[0]) if repair else None,
            path=moves,
        )

    def assign(self, car: str, die: int, path: str = "", command: str = "") -> Scene:
        return self.answer(self.assignment(car, die, path, command))

    def drive(self, path: str) -> Scene:
        return self.answer(Drive(tuple(path.split())))

    def bonus(self, take: bool) -> Scene:
        return self.answer(Bonus(take))

    def reroll(self, again: bool) -> Scene:
        return self.answer(Reroll(again))

    def shoot(self, target: str) -> Scene:
        return self.answer(Shoot(vehicle(target)))

    def hold(self) -> Scene:
        return self.answer(Shoot(None))

    def back(self) -> Scene:
        return self.answer(TakeBack())

    def resign(self, letter: str) -> Scene:
        turnout = GAME.resign(self.state, seat(letter), self.fate)
        self.state, self.steps = turnout.state, list(turnout.steps)
        return self

    # what there is

    def at(self, name: str) -> str | None:
        """The vehicle's space, ``start``; ``None`` when it is gone."""
        number = vehicle(name)
        if number >= FIRST_WRECK:
            return next((spot_name(wreck.spot) for wreck in self.state.wrecks if wreck.id == number), None)
        car = self.state.cars[number]
        if car.place == "road":
            assert car.spot is not None
            return spot_name(car.spot)
        assert car.spot is None
        return None if car.place == "gone" else "start"

    def car(self, name: str) -> Car:
        return self.state.cars[vehicle(name)]

    def crew(self, letter: str) -> Crew:
        return self.state.crews[seat(letter)]

    @property
    def turn(self) -> Turn:
        return self.state.turn

    @property
    def road(self) -> Road:
        return self.state.road

    @property
    def tokens(self) -> dict[str, str]:
        """As in ``board``."""
        return {spot_name(each.spot): each.kind + " up" * each.up for each in self.road.tokens}

    @property
    def damage(self) -> list[str]:
        """The damage pile, without its order."""
        return sorted(self.road.damage)

    @property
    def faces(self) -> str:
        return " ".join(tile.face for tile in self.road.tiles)

    @property
    def targets(self) -> set[str | None]:
        """What the shot that is asked for may be aimed at; ``None`` is to hold fire."""
        (who,) = self.window.asks
        found: set[str | None] = set()
        for action in GAME.choices(self.state, who):
            if isinstance(action, TakeBack):
                continue
            assert isinstance(action, Shoot)
            found.add(None if action.target is None else name_of(action.target))
        return found

    @property
    def view(self) -> View:
        return GAME.view(self.state, None)

    @property
    def chapters(self) -> list[str]:
        """The chapters that the last answer's steps belong to, each once."""
        return list(dict.fromkeys(step.chapter for step in self.steps))


def name_of(number: Vehicle) -> str:
    return f"W{number - FIRST_WRECK}" if number >= FIRST_WRECK else CREW[number // 3] + SIZES[number % 3]
