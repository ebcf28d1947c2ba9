"""Where the road goes on or ends, who is out, who has won and how all rank (3.12, checkpoints C1 to C4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.core import Result, Seat
from engines.thunder_road.facts import OTHER_SIDE
from engines.thunder_road.geometry import hazard_spots, on_tiles, progress
from engines.thunder_road.happenings import Extended, Final
from engines.thunder_road.model import Car, State, Tile
from engines.thunder_road.race import Race
from engines.thunder_road.viewing import final_tile

# ---- the road goes on


def extend(race: Race) -> None:
    """The rear tile goes with all that is on it, and a new lead tile is laid (rulings 76 to 81, 85)."""
    rear = race.tiles[0]
    _clear_vehicles(race, rear)
    _clear_tokens(race, rear)
    home = _call_choppers(race, rear)
    race.reveal()
    race.pile = (*race.pile, OTHER_SIDE[rear.face])
    face, race.pile = race.pile[0], race.pile[1:]
    lead = Tile(face, race.tiles[2].number + 1)
    race.tiles = (race.tiles[1], race.tiles[2], lead)
    race.laid += 1
    race.lay(hazard_spots(face, lead.number))
    race.note(Extended(rear.face, face, lead.number, home))
    if race.laid == final_tile(len(race.crews)):
        race.finish = True
        race.note(Final("tile" if len(race.crews) == 2 else "safety"))


def _clear_vehicles(race: Race, rear: Tile) -> None:
    """Cars die in turn order, operable or not; wrecks go back to the supply."""
    own = [vehicle for seat in race.clockwise(race.turn.seat) for vehicle in range(3 * seat, 3 * seat + 3)]
    for vehicle in (*own, *race.wrecks):
        spot = race.spot(vehicle)
        if spot is not None and on_tiles((rear,), spot):
            race.eliminate(vehicle, spot, "road")


def _clear_tokens(race: Race, rear: Tile) -> None:
    for _, _, spot in sorted((spot.row, spot.lane, spot) for spot in race.tokens if on_tiles((rear,), spot)):
        race.remove(spot)


def _call_choppers(race: Race, rear: Tile) -> tuple[Seat, ...]:
    home = tuple(
        seat for seat, crew in enumerate(race.crews) if crew.chopper is not None and on_tiles((rear,), crew.chopper)
    )
    for seat in home:
        race.crews[seat] = replace(race.crews[seat], chopper=None)
    return home


# ---- checkpoints


def checkpoint(race: Race) -> None:
    """Who is out, whether one has won, whether the lead road becomes final; the stack is empty (C1 to C4)."""
    out = [seat for seat in race.clockwise(race.turn.seat) if race.in_game(seat) and not _can_race(race, seat)]
    if out:
        race.put_out(out)
    left = [seat for seat in race.order if race.in_game(seat)]
    if not left:
        race.win(out[0], "nobody")
    elif len(left) == 1:
        race.win(left[0], "last")
    elif len(left) < len(race.crews) and not race.finish:
        race.finish = True
        race.note(Final("out"))


def _can_race(race: Race, seat: Seat) -> bool:
    cars = race.cars
    return cars[3 * seat].operable or cars[3 * seat + 1].operable or cars[3 * seat + 2].operable


# ---- the foremost car, ranking and scores


def foremost(race: Race) -> Seat:
    """The seat in the game whose operable car is foremost (rulings 85, 93)."""
    order = [seat for seat in race.clockwise(race.first) if race.in_game(seat)]
    return max(order, key=lambda seat: _reach(race.cars, seat))


def _reach(cars: Sequence[Car], seat: Seat) -> int:
    """How far the seat's foremost operable car is; those in the start area are behind all others."""
    own = cars[3 * seat : 3 * seat + 3]
    return max((progress(car.spot) for car in own if car.operable and car.spot is not None), default=-1)


def result(state: State) -> Result | None:
    """Places by ruling 86: the winner, those in the game by their foremost car, then those out, the latest first."""
    if state.winner is None or state.reason is None:
        return None
    at = state.order.index(state.first)
    turn_order = state.order[at:] + state.order[:at]
    ranked = sorted(turn_order, key=lambda seat: _rank(state, seat))
    places = tuple(ranked.index(seat) + 1 for seat in range(len(state.crews)))
    return Result(places, tuple(_score(state, seat) for seat in range(len(state.crews))), state.reason)


def _rank(state: State, seat: Seat) -> tuple[int, int]:
    """Sorted by it, seats come best first; equals stay in turn order (ruling 93)."""
    out = state.crews[seat].out
    if seat == state.winner:
        return (0, 0)
    return (1, -_reach(state.cars, seat)) if out is None else (2, -out)


def _score(state: State, seat: Seat) -> int:
    """Rows made by the seat's foremost car on the road, operable or not; the finish counts as one row."""
    rows = [car.spot.row for car in state.cars[3 * seat : 3 * seat + 3] if car.spot is not None]
    return min(max(rows, default=-1), state.road.front) + 1
