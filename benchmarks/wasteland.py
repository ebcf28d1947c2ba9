"""How games of Scorched Wasteland go: dealer turns, droughts, who wins by seat, questions and windows.

    python benchmarks/wasteland.py --games 2000

One row for each number of players and each sort of player: ``random`` picks any legal answer when it is its go,
``stand-in`` is the house's bot player, ``against`` is one stand-in, in each seat in turn, against random players.
`docs/rulings.md` holds the last figures. The same seed gives the same figures, whatever the number of jobs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Literal

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engines.chance import FastChance
from engines.core import Chance, Level, Seat
from engines.wasteland import flow, legal, stand_in
from engines.wasteland.holdings import cores, spare
from engines.wasteland.model import Action, Options, State, Upkeep
from engines.wasteland.viewing import view_of
from engines.wasteland.views import View

Players = Literal["random", "stand-in", "against"]
PLAYERS: tuple[Players, ...] = ("random", "stand-in", "against")
FAR_APART = 1_000_003
"""Between the seeds of two games, so that they share no luck."""
SIGHT = 500
"""Among how many answers a random player chooses."""
TURNS = 400
"""No game has so many dealer turns."""


@dataclass(frozen=True)
class Ended:
    """How one game went."""

    turns: int
    first_out: int
    drought: int
    """The dealer turn in which the drought began; 0 if it never did."""
    winner: int
    """The winner's place around the table, counted from the first dealer."""
    asked: int
    """Answers given, of all players together."""
    windows: tuple[int, ...]
    """Windows in each dealer turn."""
    favourite: bool
    """The stand-in that played ``against`` the others has won."""
    kinds: Counter[str]
    """Windows by kind."""


def any_answer(view: View, seat: Seat, will: Chance) -> Action:
    """A random legal answer, but no core is given up while something else can be paid."""
    if legal.asked(view, seat) == "upkeep" and (cheap := spare(view.areas[seat])):
        owed = len(cores(view.areas[seat]))
        if len(cheap) >= owed:
            return Upkeep(cards=will.shuffle("cards", cheap)[:owed])
    return will.pick("answer", list(islice(legal.answers(view, seat), SIGHT)))


def answer(state: State, seat: Seat, clever: bool, will: Chance) -> Action:
    view = view_of(state, seat)
    return stand_in.answer(view, seat, Level.NORMAL, will) if clever else any_answer(view, seat, will)


def play(seats: int, players: Players, length: str, seed: int, number: int) -> Ended:
    """One whole game."""
    luck, will = FastChance(seed + number * FAR_APART), FastChance(-seed - number * FAR_APART)
    planning = "plans" if players == "stand-in" else "turns"  # a plan that leaves things open plays by instinct
    state = flow.start(Options(length=length, planning=planning), seats, luck)  # type: ignore[arg-type]
    order, favourite = state.order, number % seats
    drought, asked, windows, kinds = 0, 0, Counter[int](), Counter[str]()
    while (window := flow.window(state)) is not None:
        assert state.turn < TURNS, "the game does not end"
        windows[state.turn] += 1
        kinds[window.kind] += 1
        asked += len(window.asks)
        answers = {
            seat: answer(state, seat, players == "stand-in" or (players == "against" and seat == favourite), will)
            for seat in window.asks
        }
        state = flow.advance(state, answers, luck)
        drought = drought or (state.turn if state.drought else 0)
    winner = state.places.index(1)
    out = min(turn for seat, turn in enumerate(state.lasted) if seat != winner)
    per_turn = tuple(count for turn, count in sorted(windows.items()) if turn)
    return Ended(state.turn, out, drought, order.index(winner), asked, per_turn, winner == favourite, kinds)


def at(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def row(players: Players, seats: int, ends: Sequence[Ended]) -> str:
    """A line of the table."""
    count = len(ends)
    turns = [end.turns for end in ends]
    places = Counter(end.winner for end in ends)
    shares = [places[place] / count for place in range(seats)]
    windows = [windows for end in ends for windows in end.windows]
    cells = [
        players,
        str(seats),
        " / ".join(f"{at(turns, share):.0f}" for share in (0.1, 0.5, 0.9, 1.0)),
        f"{at([turn / seats for turn in turns], 0.5):.1f}",
        f"{at([end.first_out for end in ends], 0.5):.0f}",
        f"{at([end.drought for end in ends if end.drought] or [0], 0.5):.0f}",
        f"{max(shares) / min(shares):.2f}" if min(shares) else "-",
        f"{at([end.asked / seats for end in ends], 0.5):.0f}",
        f"{at(windows, 0.5):.0f} ({sum(windows) / len(windows):.1f}; {at(windows, 0.9):.0f})",
    ]
    if players == "against":
        cells.append(f"{sum(end.favourite for end in ends) / count:.1%}")
    return " | ".join(cells)


def kinds(ends: Sequence[Ended]) -> str:
    """How often each kind of window comes in a dealer turn."""
    total = sum(end.turns for end in ends)
    counted = sum((end.kinds for end in ends), Counter[str]())
    return ", ".join(f"{kind} {times / total:.2f}" for kind, times in counted.most_common())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seats", type=int, nargs="*", default=[3, 4, 5, 6, 7])
    parser.add_argument("--players", choices=PLAYERS, nargs="*", default=list(PLAYERS))
    parser.add_argument("--length", choices=("standard", "short", "long"), default="standard")
    parser.add_argument("--kinds", action="store_true", help="how often each kind of window comes")
    given = parser.parse_args()
    print(
        "players | seats | dealer turns p10 / 50 / 90 / max | per player | first out | drought | win share max/min | "
        "answers each | windows a dealer turn median (mean; p90) | stand-in wins"
    )
    with ProcessPoolExecutor(given.jobs) as pool:
        for players in given.players:
            for seats in given.seats:
                game = partial(play, seats, players, given.length, given.seed)
                ends = list(pool.map(game, range(given.games), chunksize=max(1, given.games // 40)))
                print(row(players, seats, ends), flush=True)
                if given.kinds:
                    print(f"  {kinds(ends)}", flush=True)


if __name__ == "__main__":
    main()
