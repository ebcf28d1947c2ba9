"""A random walk of moderators and players over one table: nothing breaks, and what was done is told once."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from engines.core import IllegalAction
from tables.community import ActInfo
from tables.model import Refused, Stale
from tests.tables.world import ANNA, BORIS, CHANNEL, CHEN, DORA, GUILD, World
from tests.toy_game import Bid, Take

MODS = (31, 32, ANNA)
"""Two who do not play and one who does."""
PEOPLE = (ANNA, BORIS, CHEN, DORA)


def facts_of(luck: Random, what: str) -> dict[str, Any]:
    """Facts of an act, possible or not."""
    seat = luck.randrange(-1, 4)
    facts: dict[str, dict[str, Any]] = {
        "extend": {"hours": luck.choice((0, 1, 30))},
        "skip": {"seat": luck.choice((None, seat))},
        "replace": {"seat": seat, "user_id": luck.choice((*PEOPLE, *MODS)), "name": "New", "language": "en"},
        "remove": {"seat": seat},
        "undo": {"turn": luck.randrange(0, 9)},
        "move": {"channel_id": CHANNEL + luck.randrange(3), "thread_id": luck.choice((None, 5, 6))},
        "announce": {"text": "Hello"},
    }
    return facts.get(what, {})


async def step(world: World, luck: Random, code: str, acts: list[ActInfo]) -> None:
    kind = luck.randrange(10)
    if kind < 4:
        what = luck.choice(
            (
                "pause",
                "resume",
                "resume",
                "extend",
                "skip",
                "skip",
                "replace",
                "remove",
                "undo",
                "undo",
                "move",
                "announce",
            )
        )
        acts.append(await world.do("act", luck.choice(MODS), GUILD, code, what, "a reason", facts_of(luck, what)))
    elif kind < 6 and acts:
        await world.do(luck.choice(("confirm", "confirm", "drop")), luck.choice(MODS), luck.choice(acts).id)
    elif kind == 6:
        world.clock.pass_by(hours=luck.choice((1, 5, 30)))
        await world.tables.beat()
    elif kind == 7:
        await luck.choice((world.tables.place_lost, world.tables.guild_lost))(luck.choice((CHANNEL, GUILD, 5)))
        await world.tables.guild_found(GUILD)
    else:
        table = await world.tables.find(code)
        action = Bid(amount=luck.randrange(3)) if table.window_kind == "bid" else Take(count=1)
        await world.do("answer", luck.choice(PEOPLE), code, table.window, action)


SEEDS = [*range(2), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 12))]


@pytest.mark.parametrize("seed", SEEDS)
async def test_moderators_and_players_get_in_each_others_way_and_nothing_breaks(world: World, seed: int) -> None:
    luck, acts = Random(seed), list[ActInfo]()
    code = await world.started(BORIS, CHEN, pile="large" if seed % 2 else "small")
    refused: set[str] = set()
    for _ in range(60):
        try:
            await step(world, luck, code, acts)
        except (Refused, IllegalAction) as error:
            refused.add("stale" if isinstance(error, Stale) else error.reason)
        if luck.random() < 0.3:
            await world.flush()
    done = [act for act in await world.tables.audit(GUILD, limit=1000) if act.status == "done"]
    told = [json.loads(post["body"]).get("act") for post in await world.posts("notice")]
    assert sorted(number for number in told if number is not None) == sorted(act.id for act in done)
    assert done
    assert refused
    info = await world.tables.find(code)
    if info.status != "running":
        assert all(act.status != "asked" for act in await world.tables.audit(GUILD, limit=1000))
        return
    if info.paused_at is not None:
        if info.paused_why == "place":
            await world.do("act", 31, GUILD, code, "move", "on", {"channel_id": 990, "thread_id": None})
        else:
            await world.do("act", 31, GUILD, code, "resume", "on", {})
    for _ in range(400):
        if (await world.tables.find(code)).status != "running":
            return
        world.clock.pass_by(hours=25)
        await world.tables.beat()
    raise AssertionError("the table stands still")
