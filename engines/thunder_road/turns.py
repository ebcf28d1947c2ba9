"""The flow of the game: turns by stages, rounds, leaving (3.2 to 3.5, 3.8, 3.11).

Each call ends where somebody must decide something, or the game is over.
"""

from __future__ import annotations

from dataclasses import replace

from engines.core import Chance, IllegalAction, Seat
from engines.thunder_road.facts import COAST_SLOTS, LAST_ROUND, TURNS
from engines.thunder_road.geometry import step
from engines.thunder_road.going import Going
from engines.thunder_road.happenings import (
    Assigned,
    Commanded,
    Held,
    Idle,
    Landed,
    Repaired,
    RoundBegan,
    TookBack,
)
from engines.thunder_road.journal import Journal
from engines.thunder_road.model import (
    FRONT,
    Action,
    Assign,
    Bonus,
    CommandName,
    Die,
    Drive,
    Options,
    Reroll,
    Shoot,
    Spot,
    State,
    TakeBack,
    Turn,
    Vehicle,
    seat_of,
)
from engines.thunder_road.moving import bonus_open, come_to_rest, drive, set_off, take_bonus
from engines.thunder_road.race import Race
from engines.thunder_road.road_end import checkpoint, foremost
from engines.thunder_road.setup import set_up
from engines.thunder_road.stack import decide, fire, lapse, resolve


def start(options: Options, seats: int, chance: Chance, journal: Journal | None = None) -> State:
    """The game up to the first decision."""
    state, began = set_up(options, seats, chance)
    race = Race.of(state, chance, journal)
    if journal is not None:
        journal.chapter = "setup"
    race.note(began)
    race.note(RoundBegan(1, race.first, race.road_die))
    if journal is not None:
        journal.chapter = None
    return race.state()


def advance(state: State, answer: Action, chance: Chance, journal: Journal | None = None) -> State:
    """The state after a legal answer of the seat that is asked, and all that follows from it at once."""
    if isinstance(answer, TakeBack):
        return _take_back(state, chance, journal)
    race = Race.of(state, chance, journal)
    match answer:
        case Assign():
            race.back = state
            _assign(race, answer)
        case Drive(path):
            race.turn.queue = path
        case Bonus(take):
            take_bonus(race, take)
        case Reroll(again):
            decide(race, again)
        case Shoot(target):
            _shoot(race, target)
    _go_on(race)
    return race.state()


def resign(state: State, seat: Seat, chance: Chance, journal: Journal | None = None) -> State:
    """The crew leaves for good (ruling 87); what was being resolved goes on without it.

    Raises ``IllegalAction`` when the seat is not in the game.
    """
    if state.winner is not None or not 0 <= seat < len(state.crews) or state.crews[seat].out is not None:
        raise IllegalAction("not_asked")
    race = Race.of(state, chance, journal)
    race.back = None
    if journal is not None:
        journal.chapter = "resign"
    race.put_out([seat], resigned=True)
    race.retire(seat)
    # With one crew left all is decided, also in the middle of a chain; else the checkpoint comes at the chain's end.
    if not race.stack or sum(crew.out is None for crew in race.crews) == 1:
        checkpoint(race)
    if journal is not None:
        journal.chapter = None
    if race.winner is None:
        _leave_turn(race, seat)
        _go_on(race)
    return race.state()


def _leave_turn(race: Race, seat: Seat) -> None:
    """A reroll asked of the seat lapses; in its own turn it loses its moves and the shot, but not a slam."""
    if race.question is not None and race.question.seat == seat:
        lapse(race)
    if race.turn.seat == seat:
        race.turn.queue, race.turn.left = (), 0
        come_to_rest(race)
        race.turn.stage = "end"


def _take_back(state: State, chance: Chance, journal: Journal | None) -> State:
    """The turn's beginning again, dice and all (ruling 95)."""
    back = state.back
    assert back is not None, "nothing was revealed yet"
    race = Race.of(back, chance, journal)
    race.turn.backs = state.turn.backs + 1
    race.note(TookBack(race.turn.seat))
    return race.state()


# ---- the stages of a turn


def _go_on(race: Race) -> None:
    """Until somebody must decide, or the game is over."""
    while race.winner is None:
        if race.stack:
            resolve(race)
            if race.question is not None or race.winner is not None:
                return
            checkpoint(race)
        elif not _stage(race):
            return


def _stage(race: Race) -> bool:
    """One thing of the turn's present stage; ``False`` when its player must decide."""
    turn = race.turn
    match turn.stage:
        case "assign":
            return _may_act_or_idles(race)
        case "strike":
            if race.turn.car is not None and race.operable(race.turn.car):
                set_off(race)
            else:
                turn.stage = "end"
        case "move":
            return _move(race)
        case "bonus":
            return False
        case "last-slam":
            turn.stage = "shot"
        case "shot":
            if _targets(race):
                return False
            turn.stage = "end"
        case "end":
            _end_turn(race)
    return True


def _move(race: Race) -> bool:
    turn = race.turn
    if turn.left > 0 and not turn.lost:
        if not turn.queue:
            return False
        drive(race)
    elif bonus_open(race):
        turn.queue = ()
        turn.stage = "bonus"
    else:
        turn.queue = ()
        come_to_rest(race)
    return True


def _targets(race: Race) -> list[Vehicle]:
    """What the active car may shoot at: operable cars and wrecks in its front arc (rulings 57, 58)."""
    if race.round == 1 or not race.active_on_road():
        return []
    assert race.turn.car is not None
    spot = race.spot(race.turn.car)
    assert spot is not None
    ahead = [vehicle for dir in FRONT for vehicle in race.vehicles(step(spot, dir))]
    return [vehicle for vehicle in ahead if seat_of(vehicle) is None or race.operable(vehicle)]


def _shoot(race: Race, target: Vehicle | None) -> None:
    """The turn's shot; then the turn ends."""
    turn = race.turn
    assert turn.car is not None
    spot = race.spot(turn.car)
    assert spot is not None, "only a car on the road shoots"
    turn.stage = "end"
    if target is None:
        race.note(Held(turn.car))
    else:
        fire(race, turn.seat, turn.car, spot, target)


# ---- assign and command


def _may_act_or_idles(race: Race) -> bool:
    """A crew that can do nothing passes (ruling 13)."""
    seat = race.turn.seat
    free = any(die.use is None for die in race.crews[seat].dice)
    cars = race.cars[3 * seat : 3 * seat + 3]
    if free and any(car.operable and (not car.moved or car.coasts < COAST_SLOTS) for car in cars):
        return False
    race.note(Idle(seat))
    race.turn.stage = "end"
    return True


def _assign(race: Race, answer: Assign) -> None:
    """A die for a car, a die for a command, and off (rulings 15 to 26)."""
    assert answer.car is not None, "a whole answer names the car"
    assert answer.die is not None, "and its die"
    turn, car, value = race.turn, race.cars[answer.car], race.crews[race.turn.seat].dice[answer.die].value
    turn.car, turn.coasting = answer.car, car.moved
    turn.trail = () if car.spot is None else (car.spot,)
    turn.queue = answer.path
    _use(race, answer.die, Die(value, "coast" if car.moved else "move", answer.car))
    race.set_car(answer.car, replace(car, moved=True, coasts=car.coasts + car.moved))
    turn.left = 1 if turn.coasting else value
    command = None
    if answer.command is not None and answer.command_die is not None:
        command = race.crews[turn.seat].dice[answer.command_die].value
        turn.left += command if answer.command == "nitro" else 0
        _use(race, answer.command_die, Die(command, answer.command, None))
    race.note(Assigned(answer.car, value, turn.left, turn.coasting))
    turn.stage = "strike"
    if answer.command is not None and command is not None:
        race.note(Commanded(turn.seat, answer.command, command))
        _command(race, answer.command, answer)


def _use(race: Race, index: int, die: Die) -> None:
    crew = race.crews[race.turn.seat]
    race.crews[race.turn.seat] = replace(crew, dice=(*crew.dice[:index], die, *crew.dice[index + 1 :]))


def _command(race: Race, command: CommandName, answer: Assign) -> None:
    match command:
        case "nitro":
            pass
        case "drift":
            race.turn.drift = "ready"
        case "repair":
            assert answer.repaired is not None
            _repair(race, answer.repaired)
        case "airstrike":
            assert answer.spot is not None
            _strike(race, answer.spot, answer.target)


def _repair(race: Race, vehicle: Vehicle) -> None:
    """The token placed last goes back (ruling 24); moved and coast marks stay (ruling 17)."""
    car = race.cars[vehicle]
    race.set_car(vehicle, replace(car, damage=car.damage[:-1]))
    race.return_tokens(car.damage[-1:])
    race.note(Repaired(vehicle, car.spot, race.operable(vehicle) and not car.operable))


def _strike(race: Race, spot: Spot, target: Vehicle | None) -> None:
    """The chopper flies to a free space and may shoot from there (rulings 19, 20)."""
    seat = race.turn.seat
    crew = race.crews[seat]
    race.crews[seat] = replace(crew, chopper=spot)
    race.note(Landed(seat, spot, crew.chopper))
    if target is not None:
        fire(race, seat, None, spot, target)


# ---- the end of a turn, and the next


def _end_turn(race: Race) -> None:
    """The choppers' sweep, a checkpoint, and the next turn begins (rulings 11, 12, 73)."""
    _sweep(race)
    checkpoint(race)
    if race.winner is not None:
        return
    seat = race.turn.seat
    race.back = None
    race.crews[seat] = replace(race.crews[seat], turns=race.crews[seat].turns + 1)
    left = [other for other in (*race.clockwise(seat)[1:], seat) if _has_turns(race, other)]
    if left:
        _begin_turn(race, left[0])
    elif race.round >= LAST_ROUND:
        race.win(foremost(race), "foremost")
    else:
        _begin_round(race)


def _has_turns(race: Race, seat: Seat) -> bool:
    return race.in_game(seat) and race.crews[seat].turns < TURNS


def _sweep(race: Race) -> None:
    """Every vehicle under a chopper goes, whosever both are, all at the same time (rulings 73 to 75)."""
    under = [
        (vehicle, crew.chopper)
        for crew in race.crews
        if crew.chopper is not None
        for vehicle in race.vehicles(crew.chopper)
    ]
    for vehicle, spot in under:
        race.eliminate(vehicle, spot, "chopper")


def _begin_turn(race: Race, seat: Seat) -> None:
    race.turn = Going.of(Turn(race.turn.number + 1, seat))


def _begin_round(race: Race) -> None:
    """Marks are cleared, everybody in the game rolls, the next one to the left begins (rulings 10, 11)."""
    race.round += 1
    race.first = next(seat for seat in race.clockwise(race.first)[1:] if race.in_game(seat))
    for vehicle, car in enumerate(race.cars):
        if car.moved or car.coasts:
            race.set_car(vehicle, replace(car, moved=False, coasts=0))
    for seat in race.clockwise(race.first):
        crew = race.crews[seat]
        race.crews[seat] = replace(crew, turns=0)
        if crew.out is None:
            race.roll_dice(seat)
    race.roll_road()
    _begin_turn(race, race.first)
    if race.journal is not None:
        race.journal.chapter = "round"
    race.note(RoundBegan(race.round, race.first, race.road_die))
    if race.journal is not None:
        race.journal.chapter = None
