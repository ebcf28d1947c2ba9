"""Anybody can check the luck of a game that is over; whatever was tampered with is found."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from engines.chance import FairChance
from tables.fairness import FairnessReport
from tests.tables.world import ANNA, BORIS, CHEN, World
from tests.toy_game import Bid


async def over(world: World) -> tuple[str, FairnessReport]:
    """A game with luck, a resignation and a stand-in in it, played to its end."""
    code = await world.started(BORIS, CHEN, bots=1, pile="large")
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.do("answer", BORIS, code, 1, Bid(amount=3))
    await world.do("resign", CHEN, code)
    await world.to_the_end(code)
    return code, await world.tables.fairness(code)


async def test_before_the_end_only_the_hash_shows(world: World) -> None:
    report = await world.tables.fairness(await world.lobby())
    assert (report.hash_matches, report.replay_agrees, report.draws, report.log) == (None, None, 0, ())
    report = await world.tables.fairness(await world.taking(BORIS))
    assert (report.hash_matches, report.replay_agrees, report.draws, report.log) == (None, None, 2, ())


async def test_a_true_game_agrees(world: World) -> None:
    _, report = await over(world)
    assert (report.hash_matches, report.replay_agrees, report.first_difference, report.draws) == (True, True, None, 2)
    assert [(draw["number"], draw["label"], draw["below"]) for draw in report.log] == [(0, "pile", 3), (1, "first", 2)]


async def test_the_draws_can_be_made_anew_by_hand(world: World) -> None:
    code, report = await over(world)
    info = await world.tables.find(code)
    assert info.seed is not None
    assert info.salt is not None
    assert hashlib.sha256(bytes.fromhex(info.seed)).hexdigest() == info.seed_hash
    chance = FairChance(bytes.fromhex(info.seed), info.salt)
    assert [chance.below(draw["label"], draw["below"]) for draw in report.log] == [draw["value"] for draw in report.log]


TAMPERED = [
    ("""update actions set action_json = '{"kind":"bid","amount":1}' where window = 1 and seat = 0""", 1),
    ("""update actions set action_json = '{"kind":"bid","amount":9}' where window = 1 and seat = 0""", 1),
    ("""update actions set action_json = 'nonsense' where window = 3""", 3),
    ("""delete from actions where window = 3""", 3),
    ("""delete from actions where window = 1 and seat = 3""", 1),
    ("""update states set state_json = replace(state_json, '"pile":1', '"pile":2') where turn = 1""", 0),
    ("""update states set state_json = replace(state_json, '"pile":', '"pile":1') where window = 4""", 3),
    ("""update states set state_json = 'nonsense' where window = 4""", 3),
    ("""update states set drawn = drawn + 1 where turn = 3""", 1),
    ("""update states set draws_json = replace(draws_json, '"value":', '"value":1') where turn = 1""", 0),
    ("""update states set seat = 0 where cause = 'resign'""", 1),
    ("""update states set seat = null where cause = 'resign'""", 1),
    ("""delete from states where turn = 1""", 0),
    ("""delete from states where turn = (select max(turn) from states)""", None),
    ("""update steps set view_json = replace(view_json, '"pile":', '"pile":1') where window = 4""", 4),
    ("""update steps set view_json = 'nonsense' where window = 4""", 4),
    ("""update steps set events_json = replace(events_json, 'took', 'stole') where window = 2""", 2),
    ("""delete from steps where seq = 1""", 0),
    ("""update tables set salt = '1-' || salt""", 0),
    ("""update tables set options = '{"pile": "small"}'""", 0),
    ("""update tables set seed = 'aa' || substr(seed, 3)""", 1),
]


@pytest.mark.parametrize(("statement", "window"), TAMPERED)
async def test_whatever_was_tampered_with_is_found(world: World, statement: str, window: int | None) -> None:
    code, before = await over(world)
    assert before.replay_agrees
    await world.change(statement)
    report = await world.tables.fairness(code)
    assert report.replay_agrees is False
    last = (await world.tables.find(code)).window - 1
    assert report.first_difference == (last if window is None else window)
    assert report.hash_matches == ("set seed" not in statement)


# ---- rows stored before a game's states and views had all their fields

OLD = {
    "state": {
        "arena", "options", "round", "phase", "robots", "markers", "programs", "pad", "winners", "reason", "view",
    },
    "view": {
        "arena", "round", "phase", "pad", "robots", "markers", "target", "seat", "actor", "command", "marks", "plan",
        "winners",
    },
    "options": {"arena", "markers"},
    "robots": {"seat", "start", "pos", "damage", "max_damage", "marker", "vp", "out", "program"},
    "pads": {"die", "pip", "dir"},
    "command": {"die", "pip", "dir"},
}  # fmt: skip
"""The fields that states and views of Power Arena had in its first edition, by the field that they lie in."""


def as_of_old(value: Any, within: str) -> Any:
    """The JSON value without the fields that came later."""
    if isinstance(value, list):
        return [as_of_old(entry, within) for entry in value]
    if isinstance(value, dict):
        kept = OLD.get(within)
        return {name: as_of_old(entry, name) for name, entry in value.items() if kept is None or name in kept}
    return value


async def old_table(world: World) -> str:
    """A game of Power Arena played to its end, its rows as the first edition would have stored them."""
    code = await world.started(BORIS, game="volt", pace="live")
    while (await world.tables.find(code)).status != "over":
        world.clock.pass_by(minutes=5)
        await world.tables.beat()
    async with world.database.write() as connection:
        for table, key, column, kind in (
            ("states", "turn", "state_json", "state"),
            ("steps", "seq", "view_json", "view"),
            ("tables", "code", "options", "options"),
            ("actions", "rowid", "action_json", "program"),
        ):
            query = f"select {key} as at, {column} as stored from {table}"
            for row in (await connection.exec_driver_sql(query)).mappings().all():
                old = json.dumps(as_of_old(json.loads(row["stored"]), kind), separators=(",", ":"))
                change = f"update {table} set {column} = ? where {key} = ?"
                await connection.exec_driver_sql(change, (old, row["at"]))
    return code


async def test_a_game_stored_before_later_fields_existed_still_agrees(world: World) -> None:
    code = await old_table(world)
    stored = [row["state_json"] for row in await world.rows("select state_json from states")]
    assert all("mines" not in state and "killbots" not in state and "cooling" not in state for state in stored)
    report = await world.tables.fairness(code)
    assert (report.hash_matches, report.replay_agrees, report.first_difference) == (True, True, None)


@pytest.mark.parametrize(
    "statement",
    [
        """update states set state_json = replace(state_json, '"damage":0', '"damage":1')""",
        """update states set state_json = replace(state_json, '"round":2', '"round":2,"mines":[[[4,3],0]]')""",
        """update steps set view_json = replace(view_json, '"vp":0', '"vp":1') where window = 1""",
        """update steps set view_json = replace(view_json, '"out":false', '"out":false,"cooling":true')""",
    ],
)
async def test_a_changed_value_is_found_in_such_a_game_too(world: World, statement: str) -> None:
    code = await old_table(world)
    assert (await world.tables.fairness(code)).replay_agrees
    await world.change(statement)
    assert (await world.tables.fairness(code)).replay_agrees is False
