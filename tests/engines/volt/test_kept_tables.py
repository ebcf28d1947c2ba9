"""Tables stored before the complete game existed go on as they would have: same luck, same telling, same states."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from engines.chance import FairChance
from engines.core import Event
from engines.volt import GAME
from engines.volt.model import Options, State

KEPT: list[dict[str, Any]] = json.loads((Path(__file__).parent / "kept" / "tables_rules_1.json").read_text("utf-8"))
EVERY = pytest.mark.parametrize("kept", KEPT, ids=[f"{kept['seats']}-{at}" for at, kept in enumerate(KEPT)])


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def load(kind: Any, stored: Any) -> Any:
    """As tables load it: from JSON, in which the fields that came later are missing."""
    return adapter(kind).validate_json(json.dumps(stored))


def test_the_kept_games_are_what_they_should_be() -> None:
    """Rules of the first edition, with all that a basic game has: any number of seats, any way to deal markers."""
    assert GAME.rules == 1
    assert {kept["seats"] for kept in KEPT} == {2, 3, 4}
    assert {"mines", "championship", "decks"}.isdisjoint(KEPT[0]["windows"][0]["state"])


@EVERY
def test_a_kept_game_is_played_again_draw_by_draw(kept: dict[str, Any]) -> None:
    chance = FairChance(bytes.fromhex(kept["seed"]), kept["salt"])
    state = GAME.start(Options(**kept["options"]), kept["seats"], chance).state
    for window in kept["windows"]:
        assert state == load(State, window["state"])
        answers = {int(seat): load(GAME.Action, answer) for seat, answer in window["answers"].items()}
        turnout = GAME.advance(state, answers, chance)
        assert [step.events for step in turnout.steps] == [load(tuple[Event, ...], told) for told in window["events"]]
        assert chance.drawn == window["drawn"]
        state = turnout.state
    assert state == load(State, kept["end"])
    assert GAME.window(state) is None


@EVERY
def test_a_kept_state_loads_as_a_basic_game(kept: dict[str, Any]) -> None:
    """What came later is absent from it, and it survives being stored again."""
    for window in kept["windows"]:
        state = load(State, window["state"])
        assert (state.mines, state.decks, state.ai_deck, state.outfits, state.championship) == ((), (), (), (), None)
        assert all(robot.killbot is None and not robot.cards and not robot.cooling for robot in state.robots)
        assert adapter(State).validate_json(adapter(State).dump_json(state)) == state
