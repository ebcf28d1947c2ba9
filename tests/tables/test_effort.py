"""Stand-ins think only for a press that can resolve the window: nobody can keep the house busy for nothing."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from engines.core import IllegalAction
from engines.volt.model import Command, Program
from tables import proof, turns
from tables.model import Refused
from tests.tables.world import ANNA, BORIS, CHEN, World
from tests.toy_game import Bid


async def test_one_game_at_a_time_is_proven(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await world.taking(BORIS)
    await world.to_the_end(code)
    prove, under_way, most = proof.prove, [0], [0]

    def counted(*arguments: Any) -> Any:
        under_way[0] += 1
        most[0] = max(most[0], under_way[0])
        try:
            time.sleep(0.01)
            return prove(*arguments)
        finally:
            under_way[0] -= 1

    monkeypatch.setattr(proof, "prove", counted)
    reports = await asyncio.gather(*(world.tables.fairness(code) for _ in range(5)))
    assert all(report.replay_agrees for report in reports)
    assert most == [1]


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats that a stand-in thought for."""
    seats: list[int] = []
    think = turns.think

    def noted(game: object, state: object, seed: str, window: int, seat: int) -> object:
        seats.append(seat)
        return think(game, state, seed, window, seat)  # type: ignore[arg-type]

    monkeypatch.setattr(turns, "think", noted)
    return seats


async def test_nobody_thinks_for_a_stranger(world: World, thoughts: list[int]) -> None:
    code = await world.started(BORIS, bots=1)
    await world.change("update seats set missed = 2 where kind = 'person'")
    for what in ("resign", "ready", "answer"):
        arguments = {"resign": (), "ready": (1,), "answer": (1, Bid(amount=1))}[what]
        with pytest.raises(Refused) as refused:
            await world.do(what, CHEN, code, *arguments)
        assert refused.value.reason == "not_seated"
    assert thoughts == []


async def test_nobody_thinks_for_an_unfinished_draft(world: World, thoughts: list[int]) -> None:
    code = await world.started(game="volt", bots=1)
    await world.do("save_draft", ANNA, code, 1, Program((None, Command("blue", 3, "N"), None)))
    with pytest.raises(IllegalAction):
        await world.do("ready", ANNA, code, 1)
    assert thoughts == []


async def test_nobody_thinks_for_whoever_has_resigned(world: World, thoughts: list[int]) -> None:
    code = await world.started(BORIS, game="volt", bots=1)
    await world.do("resign", BORIS, code)
    await world.change(f"update seats set missed = 2 where user_id = {ANNA}")
    thoughts.clear()
    for what in ("resign", "ready"):
        with pytest.raises(Refused):
            await world.do(what, BORIS, code, *((1,) if what == "ready" else ()))
    assert thoughts == []


async def test_nobody_thinks_for_ready_without_a_draft(world: World, thoughts: list[int]) -> None:
    code = await world.started(bots=2)
    with pytest.raises(Refused) as refused:
        await world.do("ready", ANNA, code, 1)
    assert refused.value.reason == "no_draft"
    assert thoughts == []
    await world.do("save_draft", ANNA, code, 1, Bid(amount=1))
    assert thoughts == []
    await world.do("ready", ANNA, code, 1)
    assert {1, 2} <= set(thoughts)
