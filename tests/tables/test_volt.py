"""Power Arena at a table, through the same door as any other game."""

from __future__ import annotations

import random

from engines import GAMES
from tests.tables.world import ANNA, BORIS, World

VOLT = GAMES["volt"]


async def test_a_whole_game_with_restarts(world: World) -> None:
    code = await world.started(BORIS, bots=2, game="volt")
    luck = random.Random(7)
    world.restarting = True
    info = await world.tables.find(code)
    assert (info.window_kind is not None, info.hidden) == (True, True)
    for _ in range(60):
        if info.status == "over":
            break
        for user in (ANNA, BORIS):
            panel = await world.tables.panel(code, user)
            if panel.ask is not None:
                action = luck.choice(await world.tables.choices(code, panel.seat, panel.window))
                await world.do("save_draft", user, code, panel.window, action)
                await world.do("ready", user, code, panel.window)
        info = await world.tables.find(code)
    assert info.status == "over"
    assert info.result is not None
    report = await world.tables.fairness(code)
    assert (report.hash_matches, report.replay_agrees, report.first_difference) == (True, True, None)
    await world.flush()
    assert await world.tables.due_posts() == []


async def test_stand_ins_play_it_to_the_end(world: World) -> None:
    code = await world.started(BORIS, game="volt", pace="live")
    for _ in range(80):
        info = await world.tables.find(code)
        if info.status == "over":
            break
        world.clock.pass_by(minutes=5)
        await world.tables.beat()
    assert (await world.tables.find(code)).status == "over"
    assert (await world.tables.fairness(code)).replay_agrees
