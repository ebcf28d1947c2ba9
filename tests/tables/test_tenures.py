"""Records belong to each person's time in a seat, not to the seat."""

from __future__ import annotations

from typing import Any

from tests.tables.test_claims import taken_over
from tests.tables.world import ANNA, BORIS, CHEN, DORA, World
from tests.toy_game import Bid

KEPT = "select seat, tenure, user_id, answered, missed, came, left, place from tenures order by seat, tenure"


async def kept(world: World) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in await world.rows(KEPT)]


async def test_tenures_begin_with_the_game(world: World) -> None:
    code = await world.lobby()
    await world.do("join", BORIS, code)
    assert await kept(world) == []
    await world.do("add_bot", ANNA, code)
    await world.do("start", ANNA, code)
    assert await kept(world) == [(0, 0, ANNA, 0, 0, "joined", None, None), (1, 0, BORIS, 0, 0, "joined", None, None)]


async def test_each_window_is_answered_or_missed(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.do("save_draft", BORIS, code, 1, Bid(amount=1))
    world.clock.pass_by(hours=25)
    await world.tables.beat()
    assert [(row[0], row[3], row[4]) for row in await kept(world)] == [(0, 1, 0), (1, 1, 0), (2, 0, 1)]
    record = await world.tables.record_of(CHEN)
    assert (record.games, record.answered, record.missed) == (1, 0, 1)


async def test_a_newcomer_does_not_inherit_what_the_seat_missed(world: World) -> None:
    code = await world.started(BORIS)
    await world.change("update tenures set missed = 5 where seat = 1")
    await world.do("offer", BORIS, code)
    await taken_over(world, code)
    await world.do("answer", DORA, code, 1, Bid(amount=0))
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    rows = await kept(world)
    assert rows[1:] == [
        (1, 0, BORIS, 0, 5, "joined", "replaced", None),
        (1, 1, DORA, 1, 0, "claim", None, None),
    ]
    assert (await world.tables.record_of(DORA)).missed == 0
    assert (await world.tables.record_of(BORIS)).missed == 5


async def test_what_the_stand_in_plays_for_an_empty_seat_is_nobodys(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("give_up", CHEN, code)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.do("answer", BORIS, code, 1, Bid(amount=0))
    assert (await kept(world))[2] == (2, 0, CHEN, 0, 0, "joined", "left", None)


async def test_the_end_closes_every_tenure_with_its_place(world: World) -> None:
    code = await world.taking(BORIS, CHEN)
    await world.do("give_up", CHEN, code)
    await world.to_the_end(code)
    result = (await world.tables.find(code)).result
    assert result is not None
    rows = await kept(world)
    assert [row[6:] for row in rows] == [("ended", result.places[0]), ("ended", result.places[1]), ("left", None)]


async def test_a_game_without_a_result_has_no_places(world: World) -> None:
    code = await world.started(BORIS)
    vote = await world.do("open_vote", ANNA, code, "cancel")
    await world.do("cast", BORIS, code, vote.id, True)
    assert [row[6:] for row in await kept(world)] == [("ended", None), ("ended", None)]


async def test_a_record_sums_all_tenures(world: World) -> None:
    first = await world.taking(BORIS)
    await world.taking(BORIS)
    await world.take(ANNA, first)
    record = await world.tables.record_of(ANNA)
    assert (record.games, record.answered, record.missed) == (2, 3, 0)
    nobody = await world.tables.record_of(DORA)
    assert (nobody.games, nobody.answered, nobody.missed) == (0, 0, 0)
