"""How races of Thunder Road go: rounds, road tiles, ways to end, and who wins by the order of round 1.

    python benchmarks/race.py --games 10000

One row for each number of crews and each sort of player: ``random`` picks any legal answer, ``stand-in`` is the house's
bot player, ``against`` is one stand-in, in each seat in turn, against random players. `docs/rulings.md` holds the last
figures. The same seed gives the same figures, whatever the number of jobs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engines.chance import FastChance
from engines.core import Chance, Level, Seat
from engines.thunder_road import legal, stand_in, turns
from engines.thunder_road.model import Action, Assign, Drive, Options, TakeBack
from engines.thunder_road.planning import Chart, setting_out
from engines.thunder_road.viewing import view_of
from engines.thunder_road.views import View

Players = Literal["random", "stand-in", "against"]
PLAYERS: tuple[Players, ...] = ("random", "stand-in", "against")
FAR_APART = 1_000_003
"""Between the seeds of two races, so that they share no luck."""


@dataclass(frozen=True)
class Ended:
    """How one race went."""

    rounds: int
    tiles: int
    turns: int
    reason: str
    place: int
    """Where the winner sat in round 1, counted from the first player."""
    favourite: bool
    """The stand-in that played ``against`` the others has won."""


def any_answer(view: View, seat: Seat, will: Chance) -> Action:
    """A random legal answer: any car, die, command and way on, as far as can be seen."""
    if view.question is not None or view.turn.stage in ("bonus", "shot"):
        return will.pick("answer", [action for action in legal.answers(view, seat) if not isinstance(action, TakeBack)])
    if view.turn.stage == "move":
        return Drive(_any_path(view, Drive(), will))
    car, die = will.pick("assignment", legal.assignments(view, seat))
    action = _any_command(view, seat, Assign(car, die), will)
    return action if action.target is not None else replace(action, path=_any_path(view, action, will))


def _any_command(view: View, seat: Seat, action: Assign, will: Chance) -> Assign:
    assert action.car is not None
    assert action.die is not None
    given = will.pick("command", [None, *legal.commands(view, seat, action.car, action.die)])
    if given is None:
        return action
    action = replace(action, command=given[0], command_die=given[1])
    if action.command == "repair":
        return replace(action, repaired=will.pick("repaired", legal.repairable(view, seat)))
    if action.command == "airstrike":
        spot = will.pick("spot", legal.strike_spots(view))
        targets = legal.arc_targets(view, spot) if view.round > 1 else ()
        return replace(action, spot=spot, target=will.pick("target", [None, *targets]))
    return action


def _any_path(view: View, action: Assign | Drive, will: Chance) -> tuple[str, ...]:
    chart, path = Chart(view), list[str]()
    _, going = setting_out(chart, view, action)
    while not going.over:
        move, to = will.pick("way", list(chart.ways(going.at)))
        path.append(move)
        going = chart.enter(going, to)
    return tuple(path)


def race(seats: int, players: Players, seed: int, number: int) -> Ended:
    """One whole race."""
    luck, will = FastChance(seed + number * FAR_APART), FastChance(-seed - number * FAR_APART)
    state = turns.start(Options(), seats, luck)
    first, favourite = state.first, number % seats
    while state.winner is None:
        seat = state.question.seat if state.question is not None else state.turn.seat
        view = view_of(state, seat)
        if players == "stand-in" or (players == "against" and seat == favourite):
            action = stand_in.answer(view, seat, Level.NORMAL, will)
        else:
            action = any_answer(view, seat, will)
        state = turns.advance(state, action, luck)
    place = (state.order.index(state.winner) - state.order.index(first)) % seats
    tiles, reason = state.road.laid, state.reason or ""
    return Ended(state.round, tiles, state.turn.number, reason, place, state.winner == favourite)


def spread(values: Sequence[int]) -> str:
    """The median, what nine of ten do not exceed, and the largest."""
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 2]} / {ordered[len(ordered) * 9 // 10]} / {ordered[-1]}"


def row(players: Players, seats: int, ends: Sequence[Ended]) -> str:
    """A line of the table."""
    count = len(ends)
    reasons = Counter(end.reason for end in ends)
    places = Counter(end.place for end in ends)
    cells = [
        players,
        str(seats),
        spread([end.rounds for end in ends]),
        str(sorted(end.turns for end in ends)[count // 2]),
        spread([end.tiles for end in ends]),
        ", ".join(f"{reason} {share / count:.1%}" for reason, share in sorted(reasons.items())),
        " / ".join(f"{places[place] / count:.1%}" for place in range(seats)),
    ]
    if players == "against":
        cells.append(f"{sum(end.favourite for end in ends) / count:.1%}")
    return " | ".join(cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4])
    parser.add_argument("--players", choices=PLAYERS, nargs="*", default=list(PLAYERS))
    given = parser.parse_args()
    print("players | crews | rounds 50 % / 90 % / max | turns | tiles | ended by | won by place in round 1 | stand-in")
    with ProcessPoolExecutor(given.jobs) as pool:
        for players in given.players:
            for seats in given.seats:
                play = partial(race, seats, players, given.seed)
                ends = list(pool.map(play, range(given.games), chunksize=max(1, given.games // 40)))
                print(row(players, seats, ends), flush=True)


if __name__ == "__main__":
    main()
