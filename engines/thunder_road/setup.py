"""The table before the first turn (3.1, 4.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from engines.core import Chance
from engines.thunder_road.facts import DAMAGE, HAZARDS, PAIRS, START_FACES
from engines.thunder_road.geometry import hazard_spots
from engines.thunder_road.happenings import Began
from engines.thunder_road.model import FIRST_WRECK, Car, Crew, Options, Road, State, Tile, Turn
from engines.thunder_road.race import Race

T = TypeVar("T")


def set_up(options: Options, seats: int, chance: Chance) -> tuple[State, Began]:
    """Tiles, tokens and dice; who begins (rulings 1 to 7). The first turn has not begun."""
    order = chance.shuffle("seats", range(seats))
    tiles, pile = _tiles(options, chance)
    road = Road(
        tiles=tiles,
        pile=pile,
        laid=len(tiles),
        tokens=(),
        bag=chance.shuffle("hazard bag", _all(HAZARDS)),
        discard=(),
        damage=chance.shuffle("damage pile", _all(DAMAGE)),
    )
    race = Race.of(
        State(
            options=options,
            order=order,
            round=1,
            first=order[0],
            road_die=0,
            crews=(Crew(),) * seats,
            cars=(Car(),) * (3 * seats),
            wrecks=(),
            next_wreck=FIRST_WRECK,
            road=road,
            turn=Turn(1, order[0]),
        ),
        chance,
    )
    start, *others = tiles
    race.lay(hazard_spots(start.face, start.number, seats))
    for tile in others:
        race.lay(hazard_spots(tile.face, tile.number))
    totals = tuple(race.roll_dice(seat) for seat in range(seats))
    lowest = [seat for seat in order if totals[seat] == min(totals)]
    first = chance.pick("first player", lowest) if len(lowest) > 1 else lowest[0]
    race.first = race.turn.seat = first
    race.roll_road()
    return race.state(), Began(start.face, totals, first, len(lowest) > 1)


def _tiles(options: Options, chance: Chance) -> tuple[tuple[Tile, Tile, Tile], tuple[str, ...]]:
    """Rear, middle and lead tile, and the faces that lie up in the pile (ruling 2)."""
    start = {"gate": START_FACES[0], "airstrip": START_FACES[1]}.get(options.start)
    if start is None:
        start = chance.pick("start face", START_FACES)
    pairs = chance.shuffle("tile order", [pair for pair in PAIRS if start not in pair])
    middle, lead, *pile = [chance.pick("tile face", pair) for pair in pairs]
    return (Tile(start, 0), Tile(middle, 1), Tile(lead, 2)), tuple(pile)


def _all(counts: Mapping[T, int]) -> list[T]:
    return [kind for kind, count in counts.items() for _ in range(count)]
