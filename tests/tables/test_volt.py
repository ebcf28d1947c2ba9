"""Power Arena at a table, through the same door as any other game."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from engines import GAMES
from engines.chance import FastChance
from engines.core import Level
from engines.volt.model import Outfit
from engines.volt.programming import count, program_at
from tests.tables.test_secrecy import public
from tests.tables.world import ANNA, BORIS, CHEN, THREAD, World

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


async def open_table(world: World, *others: int, **options: str) -> str:
    """A running table of Power Arena with these options."""
    code = await world.lobby(game="volt", pace="live")
    for option in options.items():
        await world.do("configure", ANNA, code, option=option)
    for other in others:
        await world.do("join", other, code)
    await world.do("start", ANNA, code)
    await world.tables.record_thread(code, THREAD)
    return code


@pytest.mark.parametrize(
    ("others", "options"),
    [
        ((), {"difficulty": "hard", "modules": "on"}),
        ((BORIS,), {"arena": "minefield", "modules": "on", "ai_cards": "open"}),
        ((BORIS, CHEN), {"mode": "championship", "modules": "on"}),
    ],
    ids=["alone", "minefield", "championship"],
)
async def test_the_complete_game_restarts_at_any_press_and_its_luck_can_be_checked(
    world: World, others: tuple[int, ...], options: dict[str, str]
) -> None:
    """Everybody answers through the panel, decks first; at the end the whole is rolled and played again."""
    code = await open_table(world, *others, **options)
    luck = FastChance(11)
    world.restarting = True
    info = await world.tables.find(code)
    assert info.window_kind == "outfit"
    while info.status != "over":
        window = info.window
        for user in (ANNA, *others):
            panel = await world.tables.panel(code, user)
            if panel.window == window and panel.ask is not None:
                action = VOLT.stand_in(panel.view, panel.seat, Level.EASY, luck)
                await world.do("answer", user, code, window, action)
        info = await world.tables.find(code)
        assert info.window > window or info.status == "over"
    assert info.result is not None
    assert len(info.result.places) == 1 + len(others)
    report = await world.tables.fairness(code)
    assert (report.hash_matches, report.replay_agrees, report.first_difference) == (True, True, None)
    labels = {draw["label"] for draw in report.log}
    assert {"deck attack", "deck movement", "deck tactic", "ai deck"} <= labels


async def while_secret(migrated: Path, path: Path, at: int, *, ready: bool) -> list[dict[str, Any]]:
    """What others get while Anna's decks, and then her program with a module or without, are drafted or ready."""
    shutil.copy(migrated, path)
    world = await World(path).open()
    code = await open_table(world, BORIS, modules="on", arena="minefield")
    decks = [Outfit("tactic", "attack", "least"), Outfit("attack", "attack", "tactic")]
    await world.do("save_draft", ANNA, code, 1, decks[at])
    if ready:
        await world.do("ready", ANNA, code, 1)
    seen = [await public(world, code, but=0)]
    await world.do("answer", ANNA, code, 1, decks[0])
    await world.do("answer", BORIS, code, 1, decks[0])
    cards = (await world.tables.panel(code, ANNA)).view.robots[0].cards
    plans = [program_at(0), program_at(count(cards) - 1, cards)]
    assert [any(pad and pad.module for pad in plan.pads) for plan in plans] == [False, True]
    await world.do("save_draft", ANNA, code, 2, plans[at])
    if ready:
        await world.do("ready", ANNA, code, 2)
    seen.append(await public(world, code, but=0))
    await world.close()
    return seen


@pytest.mark.parametrize("ready", [False, True])
async def test_other_decks_and_modules_are_the_same_to_everybody_else(
    migrated: Path, tmp_path: Path, ready: bool
) -> None:
    first, second = [await while_secret(migrated, tmp_path / f"{at}.db", at, ready=ready) for at in (0, 1)]
    for one, other in zip(first, second, strict=True):
        assert one["posts"]
        for name in one:
            assert one[name] == other[name], name
