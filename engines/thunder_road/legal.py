"""What a seat may answer now (rulings 15 to 31, 38, 49, 57, 95): written once, to refuse and to list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from engines.core import Fact, IllegalAction, Listing, Seat, Term
from engines.thunder_road import facts
from engines.thunder_road.geometry import step
from engines.thunder_road.model import (
    COMMANDS,
    FIRST_WRECK,
    FRONT,
    Action,
    Assign,
    Bonus,
    Car,
    CommandName,
    Die,
    Drive,
    Reroll,
    Shoot,
    Spot,
    TakeBack,
    Vehicle,
    seat_of,
)
from engines.thunder_road.planning import SPACES, Chart, Course, project, setting_out
from engines.thunder_road.telling import vehicle_term
from engines.thunder_road.views import View


def asked(view: View) -> Seat | None:
    """Whose answer the race waits for."""
    if view.reason is not None:
        return None
    return view.question.seat if view.question is not None else view.turn.seat


def check(view: View, seat: Seat, action: Action, *, draft: bool = False) -> None:
    """Raise ``IllegalAction`` unless the seat may answer so; a draft may lack parts, but not break a rule."""
    if seat != asked(view):
        raise IllegalAction("not_asked")
    if isinstance(action, TakeBack):
        if not view.may_take_back or seat != view.turn.seat:
            raise IllegalAction("cannot_take_back")
        return
    wanted = Reroll if view.question is not None else _WANTED.get(view.turn.stage)
    if wanted is None or not isinstance(action, wanted):
        raise IllegalAction("kind")
    if isinstance(action, Assign):
        _check_assign(view, seat, action, draft=draft)
    elif isinstance(action, Drive):
        if not action.path and not draft:
            raise IllegalAction("no_path")
        project(view, action)
    elif isinstance(action, Shoot) and action.target is not None and action.target not in shooting_at(view):
        raise IllegalAction("no_target", **_target_fact(action.target))


def drafted(view: View, seat: Seat, action: Action) -> View:
    """The view with the unfinished answer drawn in (the contract's ``drafts``). Raises ``IllegalAction``."""
    check(view, seat, action, draft=True)
    return replace(view, plan=project(view, action)) if isinstance(action, Assign | Drive) else view


_WANTED: Final[dict[str, type]] = {"assign": Assign, "move": Drive, "bonus": Bonus, "shot": Shoot}


def _target_fact(target: Vehicle) -> dict[str, Fact]:
    return {"target": vehicle_term(target) if 0 <= target < 12 or target >= FIRST_WRECK else "?"}


# ---- assigning


def _check_assign(view: View, seat: Seat, action: Assign, *, draft: bool) -> None:
    dice = view.crews[seat].dice
    if action.car is None:
        if not draft:
            raise IllegalAction("no_car")
    else:
        _check_car(view, seat, action.car)
    if action.die is None:
        if not draft:
            raise IllegalAction("no_die")
    else:
        _unused(dice, action.die)
    if action.command is None:
        if (action.command_die, action.spot, action.target, action.repaired) != (None, None, None, None):
            raise IllegalAction("kind")
    else:
        _check_command(view, seat, action, draft=draft)
    if action.path and action.target is not None:
        raise IllegalAction("path_after_shot")
    project(view, action)


def _check_car(view: View, seat: Seat, number: Vehicle) -> None:
    if not 0 <= number < len(view.cars):
        raise IllegalAction("no_car")
    car, fact = view.cars[number], vehicle_term(number)
    if seat_of(number) != seat:
        raise IllegalAction("not_your_car", car=fact)
    if car.place == "gone":
        raise IllegalAction("car_gone", car=fact)
    if not car.operable:
        raise IllegalAction("inoperable", car=fact)
    if not car.moved:
        return
    waiting = unmoved(view, seat)
    if waiting:
        raise IllegalAction("unmoved_first", car=vehicle_term(waiting[0]))
    if car.coasts >= facts.COAST_SLOTS:
        raise IllegalAction("coasted_out", car=fact)


def _unused(dice: tuple[Die, ...], index: int) -> Die:
    if not 0 <= index < len(dice):
        raise IllegalAction("no_die")
    if dice[index].use is not None:
        raise IllegalAction("die_used", die=dice[index].value)
    return dice[index]


def _check_command(view: View, seat: Seat, action: Assign, *, draft: bool) -> None:
    assert action.command is not None
    dice = view.crews[seat].dice
    if action.car is not None and view.cars[action.car].moved:
        raise IllegalAction("command_coasting")
    if commanded(dice):
        raise IllegalAction("command_used")
    if action.command_die is not None:
        die = _unused(dice, action.command_die)
        if action.command_die == action.die:
            raise IllegalAction("die_used", die=die.value)
        fitting = facts.COMMAND_DICE[action.command]
        if die.value not in fitting:
            command = Term(f"thunder_road.command.{action.command}")
            raise IllegalAction("command_die", command=command, dice=Listing(tuple(sorted(fitting))))
    elif not draft:
        raise IllegalAction("no_command_die")
    if draft:
        _check_command_can_be(view, seat, action)
    if action.command != "airstrike" and (action.spot, action.target) != (None, None):
        raise IllegalAction("kind")
    if action.command != "repair" and action.repaired is not None:
        raise IllegalAction("kind")
    if action.command == "airstrike":
        _check_strike(view, seat, action, draft=draft)
    elif action.command == "repair":
        _check_repair(view, seat, action, draft=draft)


def _check_command_can_be(view: View, seat: Seat, action: Assign) -> None:
    """A draft's command still finds a car, two dice, and something to repair (the contract's ``drafts``)."""
    assert action.command is not None
    if not unmoved(view, seat):
        raise IllegalAction("command_coasting")
    if action.command == "repair" and not repairable(view, seat):
        raise IllegalAction("no_repair")
    dice, fitting = view.crews[seat].dice, facts.COMMAND_DICE[action.command]
    free = [index for index, die in enumerate(dice) if die.use is None and index != action.die]
    if (action.die is None and len(free) < 2) or not any(dice[index].value in fitting for index in free):
        command = Term(f"thunder_road.command.{action.command}")
        raise IllegalAction("command_die", command=command, dice=Listing(tuple(sorted(fitting))))


def _check_strike(view: View, seat: Seat, action: Assign, *, draft: bool) -> None:
    if action.spot is None:
        if not draft:
            raise IllegalAction("no_spot")
        if action.target is not None:
            raise IllegalAction("no_target", **_target_fact(action.target))
        return
    why = _barred(Chart(view), action.spot)
    if why is not None:
        name = Term(f"thunder_road.why.{why}")
        raise IllegalAction("strike_space", why=name)
    if action.target is not None:
        if view.round == 1:
            raise IllegalAction("shot_round_one")
        if action.target not in arc_targets(view, action.spot):
            raise IllegalAction("no_target", **_target_fact(action.target))


def _check_repair(view: View, seat: Seat, action: Assign, *, draft: bool) -> None:
    if action.repaired is None:
        if not draft:
            raise IllegalAction("no_repair")
        return
    if not 0 <= action.repaired < len(view.cars) or seat_of(action.repaired) != seat:
        raise IllegalAction("no_repair")
    if action.repaired not in repairable(view, seat):
        raise IllegalAction("not_damaged", car=vehicle_term(action.repaired))


def commanded(dice: Iterable[Die]) -> bool:
    """A command has been given this round (section 3.4)."""
    return any(die.use in COMMANDS for die in dice)


def _barred(chart: Chart, spot: Spot) -> str | None:
    """Why no chopper may land there (ruling 19)."""
    at = chart.at(spot)
    if not (0 <= spot.lane < facts.LANES and 0 <= at < SPACES):
        return "off"
    if chart.grounds[at] == "rock":
        return "rock"
    if at in chart.vehicles:
        return "vehicle"
    if at in chart.tokens:
        return "token"
    return "chopper" if at in chart.choppers else None


# ---- what there is to choose from


def unmoved(view: View, seat: Seat) -> list[Vehicle]:
    """The seat's operable cars that have not been assigned a die this round (ruling 13)."""
    return [number for number, car in _own(view, seat) if car.operable and not car.moved]


def _own(view: View, seat: Seat) -> Iterator[tuple[Vehicle, Car]]:
    return ((number, view.cars[number]) for number in range(3 * seat, 3 * seat + 3))


def assignments(view: View, seat: Seat) -> list[tuple[Vehicle, int]]:
    """Each car that may get a die, with each die of another value (rulings 13 to 17)."""
    cars = unmoved(view, seat)
    coasting = not cars
    if coasting:
        cars = [number for number, car in _own(view, seat) if car.operable and car.coasts < facts.COAST_SLOTS]
    return [(car, index) for car in cars for index in _distinct(view.crews[seat].dice)]


def _distinct(dice: tuple[Die, ...], but: int | None = None) -> list[int]:
    """Unused dice, one of each value."""
    found: dict[int, int] = {}
    for index, die in enumerate(dice):
        if die.use is None and index != but:
            found.setdefault(die.value, index)
    return list(found.values())


def commands(view: View, seat: Seat, car: Vehicle, die: int) -> list[tuple[CommandName, int]]:
    """The commands that may go with this assignment, each with each die of another value (section 3.4)."""
    dice = view.crews[seat].dice
    if view.cars[car].moved or commanded(dice):
        return []
    others = _distinct(dice, die)
    return [
        (command, index)
        for command in COMMANDS
        if command != "repair" or repairable(view, seat)
        for index in others
        if dice[index].value in facts.COMMAND_DICE[command]
    ]


def repairable(view: View, seat: Seat) -> list[Vehicle]:
    """The seat's cars that have a token to lose (ruling 24)."""
    return [number for number, car in _own(view, seat) if car.place != "gone" and car.damage]


def strike_spots(view: View, chart: Chart | None = None) -> tuple[Spot, ...]:
    """Where a chopper may land (ruling 19)."""
    chart = chart or Chart(view)
    return tuple(spot for spot in map(chart.spot, range(SPACES)) if _barred(chart, spot) is None)


def arc_targets(view: View, spot: Spot) -> tuple[Vehicle, ...]:
    """Whom a car or chopper there may shoot: operable cars and wrecks in its front arc (rulings 20, 57, 58)."""
    around = {step(spot, way) for way in FRONT}
    cars = (number for number, car in enumerate(view.cars) if car.operable and car.spot in around)
    return (*cars, *(wreck.id for wreck in view.wrecks if wreck.spot in around))


def shooting_at(view: View) -> tuple[Vehicle, ...]:
    """Whom the active car may shoot after its moves (rulings 55, 57)."""
    car = view.turn.car
    if car is None or view.round == 1 or not view.cars[car].operable:
        return ()
    spot = view.cars[car].spot
    return () if spot is None else arc_targets(view, spot)


def answers(view: View, seat: Seat) -> Iterator[Action]:
    """Every legal answer, lazily: short paths of every car, die and command first, then the longer ones."""
    if seat != asked(view):
        return
    stage = view.turn.stage
    if view.question is not None:
        yield from (Reroll(again=False), Reroll(again=True))
        return
    if stage == "assign":
        yield from _assigns(view, seat)
    elif stage == "move":
        for path in _paths(view, Drive(), Chart(view)):
            if path:
                yield Drive(path)
    elif stage == "bonus":
        yield from (Bonus(take=True), Bonus(take=False))
    elif stage == "shot":
        yield from (Shoot(target) for target in shooting_at(view))
        yield Shoot(None)
    if view.may_take_back and seat == view.turn.seat:
        yield TakeBack()


def _assigns(view: View, seat: Seat) -> Iterator[Assign]:
    chart = Chart(view)
    bare = [Assign(car=car, die=die) for car, die in assignments(view, seat)]
    plain = [*bare, *(given for action in bare for given in _simple(view, seat, action))]
    struck = (given for action in bare for given in _strikes(view, seat, action, chart))
    yield from plain
    yield from _driven(view, plain, chart)
    for action in struck:
        yield action
        if action.target is None:
            yield from _driven(view, [action], chart)


def _simple(view: View, seat: Seat, action: Assign) -> Iterator[Assign]:
    """The commands that need no space."""
    assert action.car is not None
    assert action.die is not None
    for command, index in commands(view, seat, action.car, action.die):
        if command == "repair":
            for car in repairable(view, seat):
                yield Assign(action.car, action.die, command, index, repaired=car)
        elif command != "airstrike":
            yield Assign(action.car, action.die, command, index)


def _strikes(view: View, seat: Seat, action: Assign, chart: Chart) -> Iterator[Assign]:
    assert action.car is not None
    assert action.die is not None
    for command, index in commands(view, seat, action.car, action.die):
        if command != "airstrike":
            continue
        for spot in strike_spots(view, chart):
            targets = arc_targets(view, spot) if view.round > 1 else ()
            for target in (None, *targets):
                yield Assign(action.car, action.die, command, index, spot, target)


def _driven(view: View, actions: list[Assign], chart: Chart) -> Iterator[Assign]:
    """The same answers with every path, the short ones of all before the longer ones."""
    every = [(action, iter(_paths(view, action, chart))) for action in actions]
    while every:
        going: list[tuple[Assign, Iterator[tuple[str, ...]]]] = []
        for action, paths in every:
            path = next(paths, None)
            if path is None:
                continue
            going.append((action, paths))
            if path:
                yield Assign(
                    action.car, action.die, action.command, action.command_die,
                    action.spot, action.target, action.repaired, path,
                )  # fmt: skip
        every = going


def _paths(view: View, action: Assign | Drive, chart: Chart) -> Iterator[tuple[str, ...]]:
    """Every beginning of every path, by length."""
    _, out = setting_out(chart, view, action)
    level: list[tuple[tuple[str, ...], Course]] = [((), out)]
    while level:
        yield from (path for path, _ in level)
        level = [
            ((*path, move), chart.enter(going, to))
            for path, going in level
            if not going.over
            for move, to in chart.ways(going.at)
        ]
