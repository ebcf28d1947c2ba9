"""What was hidden and comes to light is found without knowing a rule, in a toy game and in a real one."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal

import pytest

from engines import GAMES
from engines.chance import FairChance, FastChance
from engines.core import Ask, Chance, Event, Level, Seat, Step, Turnout, Window
from tables.codec import Codec
from tables.revealed import reveals
from tests.scene_game import RELAY, Run, State


@dataclass(frozen=True, slots=True)
class Card:
    name: str
    up: bool = False


@dataclass(frozen=True, slots=True)
class Den:
    deck: tuple[str, ...] = ("bat", "bat", "bat", "cat", "bat")
    floor: tuple[Card, ...] = (Card("ant"), Card("eel", True), Card("fox"))
    hands: tuple[str, ...] = ("owl", "hen")
    lit: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    what: Literal["nothing", "lamp", "top", "bottom", "floor", "open", "hand", "own"]


@dataclass(frozen=True, slots=True)
class Sight:
    cards: int
    floor: tuple[str, ...]
    hand: str
    lit: int
    last: str = ""


class Dens:
    """A game of looking: each way to look reveals something else."""

    key = "dens"
    State = Den
    Action = Look
    View = Sight

    @dataclass(frozen=True, slots=True)
    class Options:
        pass

    def window(self, state: Den) -> Window:
        return Window("look", {0: Ask("look")}, hidden=False)

    def view(self, state: Den, seat: Seat | None) -> Sight:
        floor = tuple(card.name if card.up else "?" for card in state.floor)
        return Sight(len(state.deck), floor, "?" if seat is None else state.hands[seat], state.lit)

    def advance(self, state: Den, answers: Mapping[Seat, Look], chance: Chance) -> Turnout[Den, Sight]:
        seen = {
            "nothing": "",
            "lamp": "",
            "top": state.deck[0],
            "bottom": state.deck[-1],
            "floor": state.floor[2].name,
            "open": state.floor[1].name,
            "hand": state.hands[1],
            "own": state.hands[0],
        }
        what = answers[0].what
        after = replace(state, lit=state.lit + (what == "lamp"))
        return Turnout(after, (Step("look", (Event("saw", {"what": seen[what]}),), self.view(after, None)),))


DENS: Any = Dens()


@pytest.mark.parametrize(
    ("what", "revealed"),
    [
        ("nothing", False),
        ("lamp", False),
        ("open", False),
        ("own", False),
        ("top", True),
        ("bottom", True),
        ("floor", True),
        ("hand", True),
    ],
)
def test_what_could_not_be_seen_before_is_found(what: Any, revealed: bool) -> None:
    assert reveals(Codec(DENS), Den(), 0, Look(what)) is revealed


def test_where_all_is_open_nothing_is_revealed() -> None:
    assert not reveals(Codec(RELAY), State(7, (1, 2), (False, False)), 0, Run(steps=2))


def test_hidden_tokens_and_piles_of_a_real_game_are_found() -> None:
    """What a drive turns up, whatever it is, changes what lies hidden: it is found to reveal something."""
    game = GAMES["thunder_road"]
    codec, luck, turned = Codec(game), random.Random(3), 0
    chance = FairChance(bytes(32), "salt")
    state = game.start(game.Options(), 3, chance).state
    for number in range(80):
        [seat] = game.window(state).asks
        choices = list(islice(game.choices(state, seat), 60))
        for action in luck.sample(choices, min(5, len(choices))):
            tried = FairChance(bytes(32), "other")
            after = game.advance(state, {seat: action}, tried).state
            if not tried.log and _hidden(after) != _hidden(state):
                turned += 1
                assert reveals(codec, state, seat, action)
        action = game.stand_in(game.view(state, seat), seat, Level.EASY, FastChance(number))
        state = game.advance(state, {seat: action}, chance).state
    assert turned > 3


def _hidden(state: Any) -> Any:
    down = {token.spot for token in state.road.tokens if not token.up}
    return state.road.bag, state.road.damage, state.road.pile, down
