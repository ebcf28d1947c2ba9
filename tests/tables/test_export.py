"""A table as a file: nothing secret while it runs, and all that it takes to play it again when it is over."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

import pytest

from engines.chance import FairChance
from tables.codec import Codec
from tests.tables.test_undo import back, play_on
from tests.tables.world import ANNA, BORIS, CHEN, World
from tests.toy_game import Bid


async def exported(world: World, code: str) -> bytes:
    return json.dumps(await world.tables.export(code), sort_keys=True).encode()


async def test_a_saved_answer_changes_not_a_byte(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    before = await exported(world, code)
    for amount in (0, 3):
        await world.do("save_draft", ANNA, code, 1, Bid(amount=amount))
        assert await exported(world, code) == before
    await world.do("ready", ANNA, code, 1)
    assert await exported(world, code) == before


async def test_standing_orders_change_not_a_byte(world: World) -> None:
    code = await world.started(BORIS, game="embers")
    before = await exported(world, code)
    await world.do("keep_order", ANNA, code, "watch", "keep")
    assert await exported(world, code) == before


async def test_two_states_that_differ_in_secrets_only_are_exported_alike(world: World) -> None:
    """Everything that a running game keeps to itself is replaced in the database by something else."""
    code = await world.started(BORIS, CHEN, game="embers", pace="live")
    await play_on(world, code, 3, random.Random(1))
    before = await exported(world, code)
    codec = Codec(world.games["embers"])
    for row in await world.rows("select turn, state_json from states"):
        state = json.loads(row["state_json"])
        state["marks"] = [mark + 1 for mark in state["marks"]]
        other = codec.state.dump(codec.state.load(json.dumps(state)))
        assert other != row["state_json"]
        await world.change(f"update states set state_json = '{other}' where turn = {row['turn']}")
    await world.change("update tables set seed = 'ab' || substr(seed, 3)")
    await world.change("update actions set action_json = 'secret'")
    await world.change("update states set draws_json = 'secret', drawn = drawn + 5")
    await world.change('update seats set orders = \'{"stoke": "most"}\', join_press = 5')
    await world.change("delete from drafts")
    assert await exported(world, code) == before


@pytest.mark.parametrize("game", ["thunder_road", "wasteland"])
async def test_a_running_game_shows_no_more_than_its_public_view(world: World, game: str) -> None:
    code = await world.started(BORIS, CHEN, game=game, pace="live")
    await play_on(world, code, 4, random.Random(2))
    data = await world.tables.export(code)
    assert not data.keys() & {"seed", "turns", "answers"}
    codec = Codec(world.games[game])
    assert data["view"] == json.loads(codec.view.dump(await world.tables.public_view(code)))
    public = [step["events"] for step in data["steps"]]
    stored = await world.tables.steps(code, limit=10_000)
    assert [len(events) for events in public] == [len(step.events) for step in stored], "those that all may read"
    assert all(event["audience"] is None for events in public for event in events)
    [row] = await world.rows("select seed from tables")
    assert row["seed"] not in json.dumps(data)


async def test_nobodys_id_is_in_it(world: World) -> None:
    code = await world.taking(BORIS)
    await world.to_the_end(code)
    text = json.dumps(await world.tables.export(code))
    assert "user_id" not in text
    assert "host_id" not in text


async def test_a_game_that_was_called_off_is_exported_whole(world: World) -> None:
    code = await world.taking(BORIS)
    await world.change("update tables set status = 'cancelled', ended_why = 'vote'")
    data = await world.tables.export(code)
    assert data["table"]["ended_why"] == "vote"
    assert data.keys() >= {"seed", "turns", "answers"}


async def test_a_lobby_that_was_called_off_shows_no_seed(world: World) -> None:
    code = await world.lobby()
    await world.do("cancel", ANNA, code)
    assert "seed" not in await world.tables.export(code)


async def test_a_lobby_can_be_exported(world: World) -> None:
    data = await world.tables.export(await world.lobby())
    assert (data["table"]["status"], data["steps"]) == ("lobby", [])


@pytest.mark.parametrize("game", ["embers", "volt", "thunder_road", "wasteland"])
async def test_a_game_that_is_over_can_be_played_again_from_its_export(world: World, game: str) -> None:
    """From the file alone, with nothing else of the bot than the game's rules."""
    luck = random.Random(game)
    code = await world.started(BORIS, CHEN, game=game, pace="live")
    await play_on(world, code, 3, luck)
    await back(world, code, (await world.tables.undo_points(code))[0].turn)
    await play_on(world, code, 2, luck)
    for user in (BORIS, CHEN, ANNA):
        if (await world.tables.find(code)).status == "running":
            await world.do("resign", user, code)
    data = json.loads(json.dumps(await world.tables.export(code)))
    codec = Codec(world.games[game])
    chance = FairChance(bytes.fromhex(data["seed"]), data["table"]["salt"])
    assert hashlib.sha256(bytes.fromhex(data["seed"])).hexdigest() == data["table"]["seed_hash"]
    state: Any = None
    states: dict[int, Any] = {}
    window = 0
    for turn in data["turns"]:
        given = {answer["seat"]: answer["action"] for answer in data["answers"] if answer["window"] == window}
        match turn["cause"]:
            case "start":
                options = codec.game.Options(**data["table"]["options"])
                state = codec.game.start(options, len(data["seats"]), chance).state
            case "answers":
                answers = {seat: codec.action.load(json.dumps(action)) for seat, action in given.items()}
                state = codec.game.advance(state, answers, chance).state
            case "resign":
                state = codec.game.resign(state, turn["seat"], chance).state
            case _:
                state = states[turn["back_to"]]
        states[turn["turn"]], window = state, turn["window"]
        assert hashlib.sha256(codec.state.dump(state).encode()).hexdigest() == turn["state_sha256"]
        assert chance.drawn == turn["drawn"]
    assert [step["seq"] for step in data["steps"]] == list(range(1, len(data["steps"]) + 1))
    assert any(step["undone"] for step in data["steps"])
