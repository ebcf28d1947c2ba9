"""The driven move of the active car: what it costs, when drifting helps, and what comes after it (3.5, 3.6)."""

from __future__ import annotations

from typing import Final

from engines.thunder_road.geometry import step
from engines.thunder_road.happenings import Offered
from engines.thunder_road.model import LANES, Dir, Enter, Roll, Slam, Spot, Vehicle
from engines.thunder_road.race import Race

_DRIVEN: Final[dict[str, Dir]] = {"FL": "FL", "F": "F", "FR": "FR"}


def set_off(race: Race) -> None:
    """The Move step begins. The road flag is true on road and in the start area (rulings 29, 37)."""
    turn = race.turn
    assert turn.car is not None
    spot = race.spot(turn.car)
    turn.stage = "move"
    turn.all_road = spot is None or race.ground(spot) == "road"


def drive(race: Race) -> None:
    """The next space of the queued path is entered; each costs what lies there (rulings 27, 28, 32)."""
    turn = race.turn
    assert turn.car is not None
    move, turn.queue = turn.queue[0], turn.queue[1:]
    start = race.spot(turn.car)
    spot = Spot(LANES.index(move[0]), race.rear) if start is None else step(start, _DRIVEN[move])
    race.stack.append(Enter(turn.car, spot, "drive"))


def pay(race: Race, cost: int) -> None:
    """With one move left mud can be entered and takes it (ruling 32)."""
    race.turn.left = max(0, race.turn.left - cost)


def note_ground(race: Race, spot: Spot) -> None:
    """E6: the road condition of the normal moves (ruling 37)."""
    if race.turn.stage == "move" and not race.turn.on_bonus and race.ground(spot) != "road":
        race.turn.all_road = False


def bonus_open(race: Race) -> bool:
    """The road bonus can be had when the moves are used up (ruling 38)."""
    turn = race.turn
    if turn.stage != "move" or turn.on_bonus or turn.coasting or turn.lost or not turn.all_road:
        return False
    return race.active_on_road()


def passes(race: Race, vehicle: Vehicle) -> bool:
    """The drift test: the first occupied space is driven through, if the car can still leave it (rulings 40, 41)."""
    turn = race.turn
    return vehicle == turn.car and turn.drift == "ready" and (turn.left > 0 or bonus_open(race))


def take_bonus(race: Race, take: bool) -> None:
    """The road die's moves are taken, or the car stays where it is (rulings 38, 42)."""
    turn = race.turn
    assert turn.car is not None
    if take:
        turn.stage, turn.on_bonus, turn.left = "move", True, race.road_die
        turn.rolls = (*turn.rolls, Roll("road", str(race.road_die)))
    race.note(Offered(turn.car, race.road_die if take else 0))
    if not take:
        come_to_rest(race)


def come_to_rest(race: Race) -> None:
    """No move is left: a drifting car that stays in an occupied space slams there (rulings 41, 42)."""
    turn = race.turn
    turn.stage = "shot"
    if turn.drift != "passing" or turn.car is None:
        return
    turn.drift = "used"
    spot = race.spot(turn.car)
    other = None if spot is None else race.other(spot, turn.car)
    if other is not None:
        turn.stage = "last-slam"
        race.stack.append(Slam(turn.car, other))
