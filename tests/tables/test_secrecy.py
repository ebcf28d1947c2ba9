"""What one player saves in secret changes nothing that anybody else can see, not by a byte."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path
from typing import Any

import pytest

from db import queries_play
from engines.core import IllegalAction
from tests.tables.world import ANNA, BORIS, CHEN, World
from tests.toy_game import Bid, Take

PUBLIC = ("tables", "seats", "steps", "timers")


async def public(world: World, code: str, *, but: int) -> dict[str, Any]:
    """Everything that leaves the room but for what is meant for this seat alone."""
    info = await world.tables.find(code)
    others = [seat for seat in range(len(info.seats)) if seat != but]
    return {
        "info": repr(info),
        "view": repr(await world.tables.public_view(code)),
        "steps": repr(await world.tables.steps(code)),
        "panels": [repr(await world.tables.seat_panel(code, seat, info.window)) for seat in others],
        "fairness": repr(await world.tables.fairness(code)),
        "person": repr(await world.tables.of_person(BORIS)),
        "posts": [post for post in await world.posts() if post["seat"] != but],
        **{name: await world.rows(f"select * from {name}") for name in PUBLIC},
    }


async def played(migrated: Path, path: Path, bid: Bid, *, ready: bool) -> dict[str, Any]:
    shutil.copy(migrated, path)
    world = await World(path).open()
    code = await world.started(BORIS, CHEN, bots=1)
    await world.do("save_draft", ANNA, code, 1, bid)
    if ready:
        await world.do("ready", ANNA, code, 1)
    seen = await public(world, code, but=0)
    await world.close()
    return seen


@pytest.mark.parametrize("ready", [False, True])
async def test_another_draft_is_the_same_to_everybody_else(migrated: Path, tmp_path: Path, ready: bool) -> None:
    first = await played(migrated, tmp_path / "a.db", Bid(amount=0), ready=ready)
    second = await played(migrated, tmp_path / "b.db", Bid(amount=3), ready=ready)
    assert first["posts"]
    for name in first:
        assert first[name] == second[name], name


async def test_saving_a_draft_shows_nothing_to_anybody_else(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    before = await public(world, code, but=0)
    await world.do("save_draft", ANNA, code, 1, Bid(amount=2))
    after = await public(world, code, but=0)
    for name in before:
        assert before[name] == after[name], name
    assert [post["version"] for post in await world.posts() if post["seat"] == 0] == [2]


async def test_no_secret_stands_in_any_body(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("answer", ANNA, code, 1, Bid(amount=2))
    assert {post["body"] for post in await world.posts() if post["kind"] in ("window", "panel")} == {'{"window": 1}'}
    assert code in (await world.posts())[0]["key"]


async def test_the_seed_is_shown_at_the_end_only(world: World) -> None:
    code = await world.taking(BORIS)
    [row] = await world.rows("select seed from tables")
    assert row["seed"] not in repr(await public(world, code, but=0) | {"tables": None})
    assert (await world.to_the_end(code)).seed == row["seed"]


async def test_a_cancelled_table_keeps_its_seed(world: World) -> None:
    code = await world.lobby()
    assert (await world.do("cancel", ANNA, code)).seed is None


async def test_logs_hold_no_answers_and_no_seed(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await world.restart()
    code = await world.taking(BORIS)
    with pytest.raises(IllegalAction):
        await world.do("answer", ANNA, code, 2, Take(count=77))
    [row] = await world.rows("select seed from tables")
    for text in ("amount", "seed", row["seed"], '"bid"', "Bid(", "action_json"):
        assert text not in caplog.text, text


async def test_errors_hold_no_answers(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("save_draft", ANNA, code, 1, Bid(amount=2))
    await world.change("""update drafts set action_json = '{"kind": "bid", "amount": "the secret two"}'""")
    with pytest.raises(Exception, match="cannot be read") as caught:
        await world.tables.panel(code, ANNA)
    chain: BaseException | None = caught.value
    while chain is not None:
        assert "secret two" not in str(chain)
        chain = chain.__cause__ or (None if chain.__suppress_context__ else chain.__context__)


async def test_database_errors_hold_no_answers(world: World) -> None:
    code = await world.taking(BORIS)
    with pytest.raises(Exception, match="UNIQUE") as caught:
        await world.change(f"insert into actions values ('{code}', 1, 0, 'x', 'person', 0)")
    assert "action_json" not in str(caught.value)
    secret = {"code": code, "window": 1, "seat": 0, "action_json": "the secret two", "source": "person"}
    with pytest.raises(Exception, match="UNIQUE") as caught:
        async with world.database.write() as connection:
            await queries_play.add_actions(connection, [{**secret, "at": world.clock.now()}])
    assert "secret two" not in str(caught.value)
