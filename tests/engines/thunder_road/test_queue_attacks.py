"""A path that was tapped ahead is never driven anywhere but where it was tapped (ruling 27)."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any, cast

import pytest

from engines.chance import FastChance
from engines.thunder_road import GAME, turns
from engines.thunder_road.happenings import Drove, Happening
from engines.thunder_road.model import Assign, Drive, Options, Spot, State
from engines.thunder_road.planning import project

LOOKED_AT = 3000
ANSWERS = 250


class Ear:
    """Listens to what happens, as the journal does."""

    chapter: str | None = None

    def __init__(self) -> None:
        self.heard: list[Happening] = []

    def note(self, _race: object, happening: Happening) -> None:
        self.heard.append(happening)


def an_answer(state: State, seat: int, luck: random.Random) -> Any:
    """Mostly one with a long path; now and then any other."""
    answers = list(islice(GAME.choices(state, seat), LOOKED_AT))
    some = luck.sample(answers, min(12, len(answers)))
    return max(some, key=lambda action: len(getattr(action, "path", ())) if luck.random() < 0.9 else luck.random())


@pytest.mark.parametrize("seed", range(12))
def test_driven_spaces_are_those_that_were_planned(seed: int) -> None:
    luck, chance = random.Random(seed), FastChance(seed)
    state = GAME.start(Options(), 2 + seed % 3, chance).state
    longest = 0
    for number in range(ANSWERS):
        window = GAME.window(state)
        if window is None:
            break
        assert state.turn.queue == (), "nothing is left to be driven once somebody is asked"
        (seat,) = window.asks
        action = an_answer(state, seat, luck)
        ear = Ear()
        planned: tuple[Spot, ...] = ()
        if isinstance(action, Assign | Drive):
            planned = project(GAME.view(state, seat), action).trail
        state = turns.advance(state, action, chance, cast("Any", ear))
        driven = [spot for each in ear.heard if isinstance(each, Drove) for spot in each.spots]
        path = getattr(action, "path", ())
        assert tuple(driven) == planned[len(planned) - len(path) :], (number, action)
        longest = max(longest, len(path))
        if luck.random() < 0.01 and GAME.window(state) is not None and sum(c.out is None for c in state.crews) > 2:
            state = turns.resign(state, luck.choice([s for s, c in enumerate(state.crews) if c.out is None]), chance)
    assert longest > 3
