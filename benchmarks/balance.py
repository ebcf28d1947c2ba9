"""How much each module of Power Arena is worth: games of robots with it against robots without.

    python benchmarks/balance.py --games 2000

Both sides look one round ahead (``engines.volt.stand_in``) and think alike: where a command with the module does what
the plain command does and more, those without hold a blank of the same die and pips, for who has a module to try tries
more commands, and would win by that alone. Nobody gains further modules in play. A share of 50 % means that the module
is worth nothing; `docs/rulings.md` holds the last figures and what was retuned.
The same seed gives the same figures, whatever the number of jobs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Literal

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engines.chance import FastChance
from engines.core import Seat
from engines.volt import GAME
from engines.volt.cards import CARDS, CHAMPIONS
from engines.volt.effects import EFFECTS
from engines.volt.hooks import Effect
from engines.volt.model import Card, Options, Robot, State
from engines.volt.outfitting import PRESET
from engines.volt.stand_in import Effort, think

MODULES = [*CARDS, *CHAMPIONS]
EFFORT = Effort(ideas=14, worlds=2, finalists=4, more_worlds=4, rival_tries=3)
"""Less than a bot player thinks, so that two thousand games of each module can be played."""
FAR_APART = 1_000_003
"""Between the seeds of two games, so that their thoughts share none."""
Arena = Literal["duel", "tri", "quad", "minefield"]
ROBOTS: dict[Arena, int] = {"duel": 2, "tri": 4, "quad": 4, "minefield": 4}


@dataclass(frozen=True)
class Setting:
    """Every second robot holds ``module``, the others a blank or nothing."""

    module: str
    arena: Arena
    seed: int


@dataclass(frozen=True)
class Outcome:
    share: float
    """The part of the victory that went to robots with the module."""
    rounds: int
    used: int
    """How often it was declared."""


class Blank(Effect):
    """Does nothing."""

    id = "blank"


EFFECTS[Blank.id] = Blank
INSTEAD = ("grenade", "teleport", "diagonal_drive", "shock_wave", "telescopic_arm", "emp")
"""The effects that take the plain command's place altogether."""
BLANKS = {
    card.id: card.model_copy(update={"id": f"blank_{card.id}", "effect": Blank.id, "charges": None})
    for card in CARDS.values()
    if card.die is not None and card.effect not in INSTEAD
}
"""For each module that adds to the plain command a card of the same die and pips, without effect."""
CARDS.update({blank.id: blank for blank in BLANKS.values()})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="games of each module")
    parser.add_argument("--arena", choices=tuple(ROBOTS), default="duel")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--modules", nargs="*", default=MODULES, metavar="ID")
    chosen = parser.parse_args()
    print("module               games  with  ±se   rounds  used a game")
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for module in chosen.modules:
            setting = Setting(module, chosen.arena, chosen.seed)
            outcomes = pool.map(partial(play, setting), range(chosen.games), chunksize=25)
            print(line(module, list(outcomes)), flush=True)


def line(module: str, outcomes: list[Outcome]) -> str:
    games = len(outcomes)
    share = sum(outcome.share for outcome in outcomes) / games
    rounds = sum(outcome.rounds for outcome in outcomes) / games
    used = sum(outcome.used for outcome in outcomes) / games
    error = sqrt(share * (1 - share) / games)
    return f"{module:<20} {games:>5}  {share:.3f} {error:.3f}  {rounds:5.2f}  {used:6.2f}"


def play(setting: Setting, number: int) -> Outcome:
    """One game; who holds the module changes from game to game."""
    luck, mind = FastChance(setting.seed + number), FastChance(setting.seed + number * FAR_APART)
    seats = ROBOTS[setting.arena]
    holders = [seat for seat in range(seats) if (seat + number) % 2 == 0]
    state = equipped(GAME.start(Options(arena=setting.arena), seats, luck).state, setting.module, holders)
    used: Counter[Seat] = Counter()
    rounds = 0
    while (window := GAME.window(state)) is not None:
        answers = {seat: think(GAME.view(state, seat), seat, EFFORT, mind) for seat in window.asks}
        for seat, program in answers.items():
            used[seat] += sum(command is not None and command.module == setting.module for command in program.pads)
        rounds = state.round
        state = GAME.advance(state, answers, luck).state
    share = sum(seat in holders for seat in state.winners) / len(state.winners)
    return Outcome(share, rounds, used.total())


def equipped(state: State, module: str, holders: Iterable[Seat]) -> State:
    """The opening with this module in the holders' hands, its blank if any in the others', and nothing left to draw."""
    blank = BLANKS[module].id if module in BLANKS else None
    robots = tuple(_holding(robot, module if robot.seat in holders else blank) for robot in state.robots)
    options = replace(state.options, modules="on")
    return replace(state, options=options, robots=robots, decks=((), (), ()), outfits=(PRESET,) * len(robots))


def _holding(robot: Robot, module: str | None) -> Robot:
    if module is None:
        return robot
    if module in CHAMPIONS:
        return replace(robot, champion=module)
    return replace(robot, cards=(Card(module, CARDS[module].charges),))


if __name__ == "__main__":
    main()
