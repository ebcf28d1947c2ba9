"""The stack against the same rules written a second time, on crowded roads where much happens at once."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import NamedTuple

import pytest

from engines.chance import FastChance
from engines.thunder_road import facts
from engines.thunder_road.geometry import ground, step
from engines.thunder_road.model import (
    FIRST_WRECK,
    FRONT,
    Car,
    Crew,
    Damage,
    Enter,
    Hazard,
    Hurt,
    Options,
    Road,
    Spot,
    State,
    Tile,
    Token,
    Turn,
    Vehicle,
    Wreck,
)
from engines.thunder_road.race import Race
from engines.thunder_road.stack import decide, resolve
from tests.engines.thunder_road.by_the_book import Book, Won

MANY = 1500
"""Crowded roads for each kind of beginning."""


class Case(NamedTuple):
    state: State
    begins: Enter | Hurt
    luck: int


def crowded(seed: int, kind: str) -> Case:
    """Cars, wrecks and tokens close together, near an edge or in the middle; a car drives, or the chopper has hit."""
    luck = random.Random(f"{kind} {seed}")
    players, base = luck.choice((2, 3, 4)), luck.choice((0, 1, 4))
    faces = [luck.choice(pair) for pair in luck.sample(facts.PAIRS, len(facts.PAIRS))]
    tiles = (Tile(faces[0], base), Tile(faces[1], base + 1), Tile(faces[2], base + 2))
    near = 8 * base + luck.choice((0, 7, 13, 20))
    dense = [Spot(lane, row) for lane in range(facts.LANES) for row in range(near, near + 4)]
    wide = [Spot(lane, row) for lane in range(facts.LANES) for row in range(8 * base, 8 * base + 24)]
    free = [spot for spot in luck.sample(dense, len(dense)) + wide if ground(tiles, spot) != "rock"]
    free = list(dict.fromkeys(free))
    out = luck.choice((0, 1)) if players > 2 and luck.random() < 0.3 else None
    sound = Car("road", free.pop(0))
    cars = (*(_car(luck, free, out == number // 3) for number in range(3 * players - 1)), sound)
    wrecks = tuple(Wreck(FIRST_WRECK + number, free.pop(0)) for number in range(luck.choice((0, 1, 3))))
    standing = [car.spot for car in cars if car.spot is not None]
    tokens, rest = _tokens(luck, luck.sample(free[:16], 12), luck.sample(standing, 2))
    spent = luck.random()
    active = luck.choice([v for v, car in enumerate(cars) if car.operable and car.place == "road"])
    seat = active // 3
    finish = out is not None or luck.random() < 0.15
    state = State(
        options=Options(),
        order=tuple(luck.sample(range(players), players)),
        round=3,
        first=0,
        road_die=1,
        crews=tuple(
            Crew(chopper=luck.choice((None, *free[-9:])) if at != out else None, out=1 if at == out else None)
            for at in range(players)
        ),
        cars=cars,
        wrecks=wrecks,
        next_wreck=FIRST_WRECK + len(wrecks),
        road=Road(
            tiles=tiles,
            pile=tuple(faces[3:]),
            laid=luck.choice((3, 4)) if players == 2 else luck.choice((3, 9)),
            tokens=tokens,
            bag=rest if spent < 0.6 else (),
            discard=rest if 0.6 <= spent < 0.8 else (),
            damage=_damage(luck),
            finish=finish,
        ),
        turn=Turn(
            number=9,
            seat=seat,
            stage="move" if kind == "driven" else "strike",
            car=active,
            left=luck.randint(1, 5),
            on_bonus=luck.random() < 0.2,
            all_road=luck.random() < 0.7,
            drift=luck.choice((None, "ready", "used")),
        ),
    )
    if kind == "driven":
        ways = [step(_spot(state, active), dir) for dir in FRONT]
        begins = Enter(active, luck.choice([spot for spot in ways if 0 <= spot.lane < facts.LANES]), "drive")
        return Case(state, begins, luck.getrandbits(40))
    hit = luck.choice([v for v, car in enumerate(cars) if car.operable and car.place == "road"])
    return Case(state, Hurt(hit), luck.getrandbits(40))


def _car(luck: random.Random, free: list[Spot], out: bool) -> Car:
    held: tuple[Damage, ...] = luck.choice(((), (), ("dent",), ("dent",), ("dent", "skid_F")))
    if out:
        held = ("dent", "dent")
    return Car("gone") if luck.random() < 0.08 else Car("road", free.pop(0), held)


def _tokens(luck: random.Random, spots: list[Spot], under: list[Spot]) -> tuple[tuple[Token, ...], tuple[Hazard, ...]]:
    """Some on free spaces, either side up, and some that stay under vehicles; and what is left of the bag."""
    kinds = [kind for kind, count in facts.HAZARDS.items() for _ in range(count)]
    luck.shuffle(kinds)
    tokens = [Token(spot, kind := kinds.pop(), _stays(kind) and luck.random() < 0.5) for spot in spots]
    tokens += [Token(spot, kind, up=True) for spot in under if _stays(kind := kinds.pop())]
    return tuple(sorted(tokens, key=lambda token: (token.spot.row, token.spot.lane))), tuple(kinds)


def _stays(kind: Hazard) -> bool:
    return kind in ("clear", "mud", "oil")


def _damage(luck: random.Random) -> tuple[Damage, ...]:
    """A pile of what moves and hurts more than dents, sometimes nearly used up."""
    tokens = [kind for kind, count in facts.DAMAGE.items() for _ in range(min(count, 3))]
    luck.shuffle(tokens)
    return tuple(tokens[: luck.choice((1, 4, 20))])


def _spot(state: State, vehicle: Vehicle) -> Spot:
    spot = state.cars[vehicle].spot
    assert spot is not None
    return spot


def by_the_stack(case: Case, answers: random.Random) -> Race:
    race = Race.of(case.state, FastChance(case.luck))
    race.stack.append(case.begins)
    resolve(race)
    while race.question is not None:
        race = Race.of(race.state(), race.chance)
        decide(race, answers.random() < 0.5)
        resolve(race)
    return race


def by_the_book(case: Case, answers: random.Random) -> Book:
    book = Book(case.state, FastChance(case.luck), lambda: answers.random() < 0.5)
    try:
        if isinstance(case.begins, Hurt):
            book.hurt(case.begins.vehicle)
        else:
            book.enter(case.begins.vehicle, case.begins.spot, "drive")
    except Won:
        pass
    return book


@pytest.mark.parametrize("kind", ["driven", "hit"])
def test_both_come_to_the_same_end(kind: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(MANY):
        case = crowded(seed, kind)
        race, book = by_the_stack(case, random.Random(seed)), by_the_book(case, random.Random(seed))
        state, where = race.state(), f"{kind} {seed}"
        stand = {number: car.spot for number, car in enumerate(state.cars) if car.spot is not None}
        assert stand | {wreck.id: wreck.spot for wreck in state.wrecks} == book.at, where
        assert (-1 if state.winner is None else state.winner) == book.winner, where
        seen.update(_what_happened(case.state, state))
        if state.winner is not None:
            continue
        assert [list(car.damage) for car in state.cars] == book.damage, where
        assert {token.spot: (token.kind, token.up) for token in state.road.tokens} == book.tokens, where
        assert (list(state.road.bag), list(state.road.discard)) == (book.bag, book.discard), where
        assert list(state.road.damage) == book.pile, where
        assert [(tile.face, tile.number) for tile in state.road.tiles] == book.tiles, where
        assert (list(state.road.pile), state.road.finish) == (book.faces, book.finish), where
        assert [crew.chopper for crew in state.crews] == book.choppers, where
        assert (state.turn.left, state.turn.lost, state.turn.drift) == (book.left, book.lost, book.drift), where
        assert state.turn.lost or state.turn.all_road == book.flag, where
        assert not state.stack, where
    assert min(seen[what] for what in ("won", "extended", "gone", "chain", "second token", "reroll")) >= 10, seen


def _what_happened(before: State, after: State) -> list[str]:
    """Of a rule that is never met nothing is proved."""
    dice = Counter(roll.die for roll in after.turn.rolls)
    gone = sum(car.place == "gone" for car in after.cars) - sum(car.place == "gone" for car in before.cars)
    seconds = [
        number
        for number, car in enumerate(after.cars)
        if car.place == "road" and len(before.cars[number].damage) < len(car.damage) == facts.DAMAGE_SLOTS
    ]
    happened = {
        "won": after.winner is not None,
        "extended": after.road.laid > before.road.laid,
        "gone": gone > 0,
        "chain": dice["slam"] > 2,
        "second token": bool(seconds),
        "reroll": dice["slam"] > 1,
    }
    return [what for what, is_so in happened.items() if is_so]


def test_a_difference_would_be_found() -> None:
    """The book with one rule changed comes to another end."""
    different = 0
    for seed in range(200):
        case = crowded(seed, "driven")
        tame = case._replace(
            state=replace(case.state, road=replace(case.state.road, finish=not case.state.road.finish))
        )
        race, book = by_the_stack(case, random.Random(seed)), by_the_book(tame, random.Random(seed))
        stand = {number: car.spot for number, car in enumerate(race.cars) if car.spot is not None}
        different += stand | race.wrecks != book.at
    assert different
