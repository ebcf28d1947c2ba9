"""Going back: the state of an earlier turn, fresh luck, and nothing that does not count left standing as if it did."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engines.chance import FairChance, FastChance
from engines.core import Level
from tables import undo
from tables.codec import Codec
from tables.model import Refused
from tests.scene_game import Rest, Run
from tests.tables.world import ANNA, BORIS, CHEN, World
from tests.toy_game import Bid, Take

GAMES = ("pebbles", "relay", "embers", "volt", "thunder_road", "wasteland")
PEOPLE = (ANNA, BORIS, CHEN)


async def back(world: World, code: str, turn: int) -> None:
    """Have the table go back, as a vote or a moderator would."""
    async with world.tables._desk(None, code) as desk:
        await undo.go_back(desk, turn)


async def turns(world: World) -> list[dict[str, Any]]:
    return await world.rows("select * from states order by turn")


async def play_on(world: World, code: str, windows: int, luck: random.Random) -> None:
    """Let people answer some windows, as stand-ins would."""
    info = await world.tables.find(code)
    game, last = world.games[info.game], info.window + windows
    while info.status == "running" and info.window < last:
        seat = next(seat for seat in info.asked if seat not in info.answered)
        for seat in info.asked:
            user = info.seats[seat].user_id
            if user is None or (await world.tables.find(code)).window != info.window:
                continue
            panel = await world.tables.panel(code, user)
            if not panel.ready and panel.ask is not None:
                action = game.stand_in(panel.view, seat, Level.NORMAL, FastChance(luck.randrange(1000)))
                await world.do("answer", user, code, info.window, action)
        info = await world.tables.find(code)


async def replayed(world: World, code: str) -> list[str]:
    """The state of each turn, as playing the stored answers again makes them; independent of what going back does."""
    info, [table] = await world.tables.find(code), await world.rows("select seed, options from tables")
    codec = Codec(world.games[info.game])
    game, made, line, before = codec.game, {}, [], None
    for row in await turns(world):
        drawn = 0 if before is None else before["drawn"]
        chance = FairChance(bytes.fromhex(table["seed"]), info.salt or "", drawn)
        if row["cause"] == "undo":
            line = line[: line.index(row["back_to"])]
            state = made[row["back_to"]]
        elif before is None:
            state = game.start(game.Options(**json.loads(table["options"])), len(info.seats), chance).state
        elif row["cause"] == "resign":
            state = game.resign(made[line[-1]], row["seat"], chance).state
        else:
            query = f"select seat, action_json from actions where window = {before['window']} order by seat"
            answers = {given["seat"]: codec.action.load(given["action_json"]) for given in await world.rows(query)}
            state = game.advance(made[line[-1]], answers, chance).state
        made[row["turn"]] = state
        line.append(row["turn"])
        before = row
    return [codec.state.dump(state) for _, state in sorted(made.items())]


@pytest.mark.parametrize("game", GAMES)
async def test_going_back_gives_what_replaying_gives(world: World, game: str) -> None:
    luck = random.Random(game)
    code = await world.started(BORIS, CHEN, game=game, pace="live")
    for _ in range(4):
        await play_on(world, code, luck.randint(2, 5), luck)
        points = await world.tables.undo_points(code)
        if not points:
            break
        point = luck.choice(points[:8])
        before, latest = await turns(world), await world.tables.find(code)
        await back(world, code, point.turn)
        after = await turns(world)
        assert after[: len(before)] == before, "nothing that was stored is touched"
        new = after[len(before)]
        assert (new["cause"], new["back_to"], new["window"]) == ("undo", point.turn, latest.window + 1)
        assert new["state_json"] == before[point.turn - 1]["state_json"], (
            "the undo of what was done is as if never done"
        )
        assert (new["drawn"], new["draws_json"]) == (before[-1]["drawn"], "[]"), "luck does not go back"
    assert [row["state_json"] for row in await turns(world)] == await replayed(world, code)
    drawn = [draw["number"] for row in await turns(world) for draw in json.loads(row["draws_json"])]
    assert drawn == list(range(len(drawn))), "each draw is made once, and none again"
    steps = await world.tables.steps(code, limit=10_000)
    assert [step.seq for step in steps] == list(range(1, len(steps) + 1))


@pytest.mark.parametrize("game", GAMES)
async def test_luck_of_a_game_that_went_back_can_be_proved(world: World, game: str) -> None:
    luck = random.Random(game)
    code = await world.started(BORIS, CHEN, game=game, pace="live")
    for _ in range(3):
        await play_on(world, code, 2, luck)
        points = await world.tables.undo_points(code)
        await back(world, code, points[min(2, len(points) - 1)].turn)
    for user in PEOPLE:
        if (await world.tables.find(code)).status == "running":
            await world.do("resign", user, code)
    report = await world.tables.fairness(code)
    assert (report.hash_matches, report.replay_agrees, report.first_difference) == (True, True, None)
    assert report.draws == len(report.log)


async def gone_back(world: World) -> str:
    """A game of pebbles that went back over a draw and a resignation, and on to its end."""
    code = await world.taking(BORIS, CHEN)
    await world.take(ANNA, code)
    await world.do("resign", CHEN, code)
    await back(world, code, 1)
    await world.do("answer", ANNA, code, 4, Bid(amount=2))
    await world.do("answer", BORIS, code, 4, Bid(amount=2))
    assert (await world.tables.find(code)).window == 4, "Chen is back, and asked"
    await world.do("answer", CHEN, code, 4, Bid(amount=0))
    assert (await world.to_the_end(code)).status == "over"
    return code


FORGED = [
    ("update states set back_to = 2 where cause = 'undo'", 3),
    ("update states set back_to = 4 where cause = 'undo'", 3),
    ("update states set back_to = null where cause = 'undo'", 3),
    ("update states set drawn = drawn - 1 where cause = 'undo'", 3),
    ("update states set state_json = replace(state_json, '\"pile\":1', '\"pile\":2') where cause = 'undo'", 3),
    ("update steps set undone = 0 where window = 2", 2),
    ("update steps set undone = 1 where window = 4", 4),
]


@pytest.mark.parametrize(("statement", "window"), FORGED)
async def test_a_forged_way_back_is_found(world: World, statement: str, window: int) -> None:
    code = await gone_back(world)
    assert (await world.tables.fairness(code)).replay_agrees
    await world.change(statement)
    report = await world.tables.fairness(code)
    assert (report.replay_agrees, report.first_difference) == (False, window)
