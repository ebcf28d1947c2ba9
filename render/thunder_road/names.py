"""Who and what is who and what: crews by whoever holds their seat, cars by kind, spaces by lane and row."""

from __future__ import annotations

from collections.abc import Sequence

from engines.thunder_road.facts import HAZARDS, LANES
from engines.thunder_road.model import CREWS, Car, Spot, Vehicle, seat_of, size_of, spot_name
from engines.thunder_road.views import View
from locales import Words
from render.text import drawn_name


def drawn_names(view: View, words: Words, names: Sequence[str]) -> tuple[str, ...]:
    """Names by seat, in characters that the font has."""
    return tuple(drawn_name(seat, words, names) for seat in range(len(view.crews)))


def crew(seat: int, words: Words) -> str:
    return words(f"thunder_road.crew.{CREWS[seat]}")


def kind(number: Vehicle, words: Words) -> str:
    """Dart, Fang, Maul, or a wreck."""
    if seat_of(number) is None:
        return words("render.thunder_road.wreck")
    return words(f"render.thunder_road.kind.{size_of(number)}")


def vehicle(number: Vehicle, words: Words) -> str:
    """Crew and kind."""
    seat = seat_of(number)
    if seat is None:
        return kind(number, words)
    return words("render.thunder_road.car", crew=crew(seat, words), kind=kind(number, words))


def place(view: View, spot: Spot, words: Words) -> str:
    """A space's name, or where off the road it is."""
    if not 0 <= spot.lane < LANES:
        return words("render.thunder_road.place.side")
    if spot.row < 0:
        return words("render.thunder_road.place.rear")
    if spot.row >= view.front:
        return words("render.thunder_road.place.front")
    return spot_name(spot)


def parked(view: View, car: Car, words: Words) -> str:
    """Where a car is: its space, the start area, over the finish line, or nowhere any more."""
    if car.place == "gone":
        return words("render.thunder_road.gone")
    if car.spot is None:
        return words("render.thunder_road.waiting")
    return words("render.thunder_road.home") if car.spot.row >= view.front else spot_name(car.spot)


def token(name: str, words: Words) -> str:
    """What a mark's ``text`` means: a hazard, a damage token, a reason."""
    if name in HAZARDS:
        return words(f"thunder_road.hazard.{name}")
    if name.startswith("skid_"):
        way = words(f"thunder_road.dir.{name.removeprefix('skid_')}")
        return words("render.thunder_road.alt.with", text=words("thunder_road.damage.skid"), more=way)
    if name == "virtual":
        name = "dent"
    key = f"thunder_road.damage.{name}"
    return words(key) if words.has(key) else words(f"thunder_road.gone.{name}")
