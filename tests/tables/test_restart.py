"""The bot may die between any two presses: everything goes on as if it had not."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from tables.model import AlreadyDone
from tests.tables.world import ANNA, BORIS, CHEN, TABLES, World
from tests.toy_game import Bid, Take


async def story(world: World) -> dict[str, list[dict[str, Any]]]:
    """A game with everything in it; what the database holds in the end."""
    code = await world.lobby(pace="live")
    await world.do("join", BORIS, code)
    await world.do("join", CHEN, code)
    await world.do("add_bot", ANNA, code)
    await world.do("configure", ANNA, code, option=("pile", "large"))
    await world.do("start", ANNA, code)
    await world.do("save_draft", BORIS, code, 1, Bid(amount=2))
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.do("unready", ANNA, code, 1)
    await world.do("ready", BORIS, code, 1)
    await world.do("ready", ANNA, code, 1)
    await world.do("resign", CHEN, code)
    await world.take(ANNA, code, 2)
    await world.do("save_draft", BORIS, code, 3, Take(count=1))
    world.clock.pass_by(minutes=5)
    if world.restarting:
        await world.restart()
    await world.tables.beat()
    await world.take(ANNA, code)
    await world.take(BORIS, code)
    await world.to_the_end(code)
    return await world.content()


async def test_restarts_between_any_two_presses_change_nothing(migrated: Path, tmp_path: Path) -> None:
    told: list[dict[str, list[dict[str, Any]]]] = []
    for name, restarting in (("calm", False), ("stormy", True)):
        path = tmp_path / f"{name}.db"
        shutil.copy(migrated, path)
        world = await World(path, restarting=restarting).open()
        told.append(await story(world))
        await world.close()
    calm, stormy = told
    assert calm["tables"][0]["status"] == "over"
    assert len(calm["actions"]) > 10
    for name in TABLES:
        assert stormy[name] == calm[name], name


async def test_an_old_press_stays_done_after_a_restart(world: World) -> None:
    code = await world.taking(BORIS)
    before = await world.rows("select * from actions")
    await world.restart()
    with pytest.raises(AlreadyDone):
        await world.tables.answer(world.press(BORIS, again=True), code, 1, Bid(amount=1))
    assert await world.rows("select * from actions") == before


@pytest.mark.parametrize("moments", range(0, 24, 3))
async def test_a_press_whose_caller_is_cancelled_is_applied_whole(world: World, moments: int) -> None:
    code = await world.lobby()
    press = world.press(BORIS)
    caller = asyncio.create_task(world.tables.join(press, code))
    for _ in range(moments + 1):
        await asyncio.sleep(0)
    caller.cancel()
    await asyncio.gather(caller, return_exceptions=True)
    assert (await world.do("join", CHEN, code)).seat_of(CHEN) is not None
    assert (await world.tables.find(code)).seat_of(BORIS) is not None
    with pytest.raises(AlreadyDone):
        await world.tables.join(press, code)
