"""Effects, one out of the other, depth first (3.7, 3.9, 3.10).

The stack is data: what is still to be resolved, the next thing last. So the race can stop in the middle of a chain to
ask for a reroll, be stored there, and go on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from engines.core import Seat
from engines.thunder_road import facts
from engines.thunder_road.geometry import COST, line, on_lanes, on_tiles, progress, step
from engines.thunder_road.happenings import (
    Absorbed,
    Chosen,
    Dazed,
    Disabled,
    Drove,
    Fired,
    Flipped,
    Hit,
    Moved,
    Passed,
    Shrapnel,
    Slammed,
)
from engines.thunder_road.model import (
    DIRS,
    Damage,
    Daze,
    Dir,
    Enter,
    Hurt,
    Place,
    Question,
    Slam,
    Spot,
    Vehicle,
    seat_of,
    size_of,
)
from engines.thunder_road.moving import note_ground, passes, pay
from engines.thunder_road.race import Race
from engines.thunder_road.road_end import extend

MOST_FORCED: Final = 100
"""Forced single-space moves of one stack, then the safety valve opens (ruling 56)."""


def resolve(race: Race) -> None:
    """Until nothing is left to resolve, somebody has won, or a reroll must be decided."""
    while race.stack and race.question is None and race.winner is None:
        frame = race.stack.pop()
        match frame:
            case Enter():
                _enter(race, frame)
            case Slam():
                _slam(race, frame)
            case Hurt(vehicle):
                _hurt(race, vehicle)
            case Place(vehicle, token):
                _place(race, vehicle, token)
            case Daze(vehicle, left):
                _stagger(race, vehicle, left)
    if not race.stack:
        race.turn.forced = 0


# ---- a vehicle enters a space


def _enter(race: Race, frame: Enter) -> None:
    """E1 to E8."""
    vehicle, spot, turn = frame.vehicle, frame.spot, race.turn
    if frame.cause not in {"drive", "blast"}:
        turn.forced += 1
    if vehicle == turn.car and turn.drift == "passing":
        turn.drift = "used"
    if not on_lanes(spot):
        _leave(race, frame, "side")
    elif spot.row < race.rear:
        _leave(race, frame, "rear")
    elif spot.row >= race.front and (race.finish or seat_of(vehicle) is None):
        _cross(race, frame)
    else:
        if spot.row >= race.front:
            extend(race)
        _arrive(race, frame)


def _leave(race: Race, frame: Enter, reason: Literal["side", "rear", "front"]) -> None:
    """Off the road (E1 to E3)."""
    _tell_move(race, frame, race.spot(frame.vehicle))
    race.eliminate(frame.vehicle, frame.spot, reason)


def _cross(race: Race, frame: Enter) -> None:
    """E3: over the finish any car of a crew in the game wins at once (rulings 83, 84); all else is removed."""
    seat = seat_of(frame.vehicle)
    if seat is None or not race.in_game(seat):
        _leave(race, frame, "front")
        return
    start = race.spot(frame.vehicle)
    race.put(frame.vehicle, frame.spot)
    if frame.cause == "drive":
        pay(race, COST["road"])
    _tell_move(race, frame, start)
    race.win(seat, "finish")


def _arrive(race: Race, frame: Enter) -> None:
    """E4 to E8: the vehicle is on a space of the road."""
    vehicle, spot, driven = frame.vehicle, frame.spot, frame.cause == "drive"
    start, before = race.spot(vehicle), race.ground(spot)
    race.put(vehicle, spot)
    if driven:
        pay(race, COST[before])
    _tell_move(race, frame, start)
    if before == "rock":
        race.eliminate(vehicle, spot, "rock")
        return
    if _flip(race, frame):
        return
    if vehicle == race.turn.car and frame.cause in {"drive", "oil"}:
        note_ground(race, spot)
    other = race.other(spot, vehicle)
    if other is not None:
        if not (driven and passes(race, vehicle)):
            _clash(race, vehicle, other)
            return
        race.turn.drift = "passing"
        race.note(Passed(vehicle, other, spot))
    _slide(race, vehicle, spot)


def _flip(race: Race, frame: Enter) -> bool:
    """E5: a face-down token is turned over; whether the vehicle is stopped by it."""
    vehicle, spot = frame.vehicle, frame.spot
    token = race.tokens.get(spot)
    if token is None or token.up:
        return False
    before = race.ground(spot)
    race.flip(token)
    wreck = race.new_wreck(spot) if token.kind == "wreck" else None
    if token.kind == "mud" and before != "mud":
        _pay_for_mud(race, frame)
    race.note(Flipped(vehicle, spot, token.kind))
    if token.kind == "mine":
        race.stack.append(Hurt(vehicle))
    if wreck is not None:
        _clash(race, vehicle, wreck)
    return token.kind in {"mine", "wreck"}


def _pay_for_mud(race: Race, frame: Enter) -> None:
    """Mud that nobody knew of costs one more, also of a dazed car's moves (rulings 33, 69)."""
    if frame.cause == "drive":
        pay(race, 1)
    elif frame.cause == "dazed":
        daze = race.stack[-1]
        assert isinstance(daze, Daze), "a dazed car's next move waits below"
        race.stack[-1] = replace(daze, left=max(0, daze.left - 1))


def _slide(race: Race, vehicle: Vehicle, spot: Spot) -> None:
    """E8: oil, new or old; the slide is free and forced (rulings 36, 43, 89)."""
    token = race.tokens.get(spot)
    if token is None or not token.up or token.kind != "oil":
        return
    if race.turn.forced < MOST_FORCED:
        race.stack.append(Enter(vehicle, step(spot, race.direction()), "oil"))


def _tell_move(race: Race, frame: Enter, start: Spot | None) -> None:
    vehicle, spot, turn = frame.vehicle, frame.spot, race.turn
    if race.journal is None:
        return
    if frame.cause == "drive":
        race.note(Drove(vehicle, start, (spot,), turn.left, turn.on_bonus))
    else:
        assert start is not None, "forces act on the road only (ruling 7)"
        dir, far = _heading(start, spot)
        race.note(Moved(vehicle, start, spot, dir, frame.cause, far))


def _heading(start: Spot, end: Spot) -> tuple[Dir, int]:
    """The straight line from one space to another."""
    far = abs(end.lane - start.lane) or abs(progress(end) - progress(start)) // 2
    return next(dir for dir in DIRS if line(start, dir, far) == end), far


# ---- slams


def _clash(race: Race, top: Vehicle, bottom: Vehicle) -> None:
    """A slam is to be resolved; its top vehicle moves no further, driven or dazed (rulings 35, 69)."""
    race.lose_moves(top)
    _come_to(race, top)
    race.stack.append(Slam(top, bottom))


def _slam(race: Race, frame: Slam) -> None:
    """The dice are rolled; then the larger vehicle's owner may ask for others (rulings 46 to 49, 56)."""
    spot = race.spot(frame.top)
    assert spot is not None, "both vehicles of a slam are on the road"
    if race.turn.forced >= MOST_FORCED:
        race.eliminate(frame.top, spot, "chain")
        return
    thrown = _throw(race, frame, spot, again=False)
    owner = _larger_owner(race, frame)
    if owner is None:
        _push(race, thrown)
    else:
        race.stack.append(thrown)
        race.question = Question(owner)


def _throw(race: Race, frame: Slam, spot: Spot, again: bool) -> Slam:
    mover, dir = race.slam_dice()
    race.note(Slammed(frame.top, frame.bottom, spot, mover, dir, again))
    return replace(frame, mover=mover, dir=dir)


def _larger_owner(race: Race, frame: Slam) -> Seat | None:
    """Who has the right to a reroll (ruling 49)."""
    top, bottom = facts.RANK[size_of(frame.top)], facts.RANK[size_of(frame.bottom)]
    if top == bottom:
        return None
    seat = seat_of(frame.top if top > bottom else frame.bottom)
    return seat if seat is not None and race.in_game(seat) else None


def _push(race: Race, frame: Slam) -> None:
    """The vehicle that the slam die names is moved one space (ruling 48)."""
    assert frame.dir is not None, "the dice have been rolled"
    vehicle = frame.top if frame.mover == "top" else frame.bottom
    spot = race.spot(vehicle)
    assert spot is not None, "both vehicles of a slam are on the road"
    race.stack.append(Enter(vehicle, step(spot, frame.dir), "slam"))


def decide(race: Race, again: bool) -> None:
    """The reroll that was asked for is taken or declined; the second dice stand (ruling 49)."""
    frame, question = race.stack.pop(), race.question
    assert isinstance(frame, Slam), "a reroll is asked for a slam"
    assert question is not None, "it has been asked"
    race.question = None
    race.note(Chosen(question.seat, again))
    if again:
        spot = race.spot(frame.top)
        assert spot is not None
        frame = _throw(race, frame, spot, again=True)
    _push(race, frame)


def lapse(race: Race) -> None:
    """Nobody is left to decide the reroll: the dice stand (rulings 49, 87)."""
    frame = race.stack.pop()
    assert isinstance(frame, Slam), "a reroll is asked for a slam"
    race.question = None
    _push(race, frame)


# ---- damage


def fire(race: Race, seat: Seat, car: Vehicle | None, start: Spot, target: Vehicle) -> None:
    """One shot of a car or, without one, of the seat's chopper (rulings 20, 59)."""
    end = race.spot(target)
    assert end is not None, "only what is on the road can be shot at"
    face = race.shot()
    hit = size_of(target) in face
    race.note(Fired(seat, car, start, target, end, face, hit))
    if hit:
        race.stack.append(Hurt(target))


def _hurt(race: Race, vehicle: Vehicle) -> None:
    """A wreck is removed; a car draws a token, whose effect comes before the token is placed (rulings 62 to 64)."""
    spot = race.spot(vehicle)
    assert spot is not None, "only what is on the road is hurt"
    if seat_of(vehicle) is None:
        race.eliminate(vehicle, spot, "hit")
        return
    car = race.cars[vehicle]
    if not car.operable or len(car.damage) + race.pending(vehicle) >= facts.DAMAGE_SLOTS:
        race.note(Absorbed(vehicle, spot))
        return
    race.lose_moves(vehicle)
    _come_to(race, vehicle)
    token = race.draw_damage()
    race.stack.append(Place(vehicle, token))
    race.note(Hit(vehicle, spot, token))
    match token:
        case "dent" | "virtual":
            pass
        case "shrapnel":
            _scatter(race, vehicle, spot)
        case "dazed":
            moves = race.stunt()
            race.stack.append(Daze(vehicle, moves))
            race.note(Dazed(vehicle, spot, moves))
        case "blast":
            dir, far = race.direction(), race.stunt()
            race.stack.append(Enter(vehicle, line(spot, dir, far), "blast"))
        case _:
            race.stack.append(Enter(vehicle, step(spot, _SKIDS[token]), "skid"))


_SKIDS: Final[dict[str, Dir]] = {f"skid_{dir}": dir for dir in DIRS}
"""The directions printed on the skid tokens; absolute, up is the front (ruling 68)."""


def _scatter(race: Race, vehicle: Vehicle, start: Spot) -> None:
    """Shrapnel hurts the first vehicle on a straight line (ruling 67)."""
    dir = race.direction()
    end, spot, target = start, step(start, dir), None
    while target is None and on_tiles(race.tiles, spot):
        end, target = spot, race.other(spot, vehicle)
        spot = step(spot, dir)
    if target is not None:
        race.stack.append(Hurt(target))
    race.note(Shrapnel(vehicle, start, dir, end, target))


def _stagger(race: Race, vehicle: Vehicle, left: int) -> None:
    """A dazed car moves at random while it has moves (ruling 69)."""
    if left <= 0:
        return
    spot = race.spot(vehicle)
    assert spot is not None, "a car that goes takes its daze with it"
    target = step(spot, race.direction())
    cost = COST[race.ground(target)] if on_tiles(race.tiles, target) else COST["road"]
    race.stack.append(Daze(vehicle, max(0, left - cost)))
    race.stack.append(Enter(vehicle, target, "dazed"))


def _come_to(race: Race, vehicle: Vehicle) -> None:
    """A dazed car that slams or takes damage moves no further (ruling 69)."""
    if any(isinstance(frame, Daze) and frame.vehicle == vehicle for frame in race.stack):
        race.stack = [frame for frame in race.stack if not (isinstance(frame, Daze) and frame.vehicle == vehicle)]


def _place(race: Race, vehicle: Vehicle, token: Damage) -> None:
    """The token goes on the dashboard; the second one turns the car backwards (ruling 64)."""
    car = race.cars[vehicle]
    race.set_car(vehicle, replace(car, damage=(*car.damage, token)))
    if car.operable and not race.operable(vehicle):
        race.note(Disabled(vehicle, car.spot))
