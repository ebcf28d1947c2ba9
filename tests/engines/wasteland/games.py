"""Whole games of legal answers, some at random and some by the stand-in, with every state on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Literal, NamedTuple

import pytest

from engines.chance import FastChance
from engines.core import Level, Seat
from engines.wasteland import GAME, flow
from engines.wasteland.model import Action, Options, State
from tests.engines.wasteland.whims import anything

Planning = Literal["plans", "turns"]


class Moment(NamedTuple):
    """A state in which something is asked, and the answers that are then given; none at the end."""

    state: State
    answers: Mapping[Seat, Action]


def options(planning: Planning, number: int) -> Options:
    """All lengths, with and without the storm."""
    length = ("short", "standard", "long", "short")[number % 4]
    reshuffles = ("auto", "1", "0", "unlimited")[number // 2 % 4]
    storm = ("off", "4")[number // 3 % 2]
    return Options(planning=planning, length=length, reshuffles=reshuffles, storm=storm)  # type: ignore[arg-type]


def played(seats: int, seed: int, planning: Planning, sober: float = 0.6) -> Iterator[Moment]:
    """A game in which a seat decides with this probability as the stand-in would, else at random."""
    luck, whim, helper = FastChance(seed), Random(seed + 7_000_000), FastChance(seed + 9_000_000)
    state = flow.start(options(planning, seed), seats, luck)
    while (window := GAME.window(state)) is not None:
        answers: dict[Seat, Action] = {}
        for seat, ask in window.asks.items():
            if whim.random() < sober:
                answers[seat] = GAME.stand_in(GAME.view(state, seat), seat, Level.NORMAL, helper)
            else:
                answers[seat] = anything(state, seat, ask.kind, whim)  # type: ignore[arg-type]
        yield Moment(state, answers)
        state = flow.advance(state, answers, luck)
    yield Moment(state, {})


@cache
def game(seats: int, seed: int, planning: Planning) -> tuple[Moment, ...]:
    """All of it, kept for every property that looks at it."""
    return tuple(played(seats, seed, planning))


every_game = pytest.mark.parametrize(
    ("seats", "seed", "planning"),
    [
        (3, 0, "plans"),
        (3, 1, "turns"),
        (3, 2, "plans"),
        (3, 3, "turns"),
        (4, 4, "plans"),
        (4, 5, "turns"),
        (4, 7, "plans"),
        (5, 8, "turns"),
        (5, 11, "plans"),
        (6, 12, "plans"),
        (7, 15, "turns"),
        (7, 16, "plans"),
    ],
)
"""All numbers of players, both ways of planning, every length and number of reshuffles (``options``)."""
