"""Catch me up: what counts of what has happened since one's own last answer."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tables import recap, undo
from tables.model import Refused
from tests.tables.world import ANNA, BORIS, CHEN, START, World


async def seqs(world: World, code: str, user: int) -> list[int]:
    return [step.seq for step in (await world.tables.recap(code, user)).steps]


async def test_a_recap_begins_with_ones_own_last_answer(world: World) -> None:
    code = await world.taking(BORIS)
    world.clock.pass_by(hours=1)
    await world.take(ANNA, code, 2)
    world.clock.pass_by(hours=1)
    await world.take(BORIS, code)
    told = await world.tables.recap(code, ANNA)
    assert (told.seat, told.since) == (0, START + timedelta(hours=1))
    assert [(step.seq, step.window) for step in told.steps] == [(5, 2), (6, 3)]
    assert told.before.pile - told.after.pile == 3
    assert told.after == await world.tables.public_view(code)
    assert await seqs(world, code, BORIS) == [6]


async def test_who_has_not_answered_sees_it_from_the_beginning(world: World) -> None:
    code = await world.started(BORIS)
    told = await world.tables.recap(code, BORIS)
    assert (told.since, [step.seq for step in told.steps]) == (None, [1])
    assert told.before == told.after


async def test_what_the_stand_in_answered_is_news(world: World) -> None:
    code = await world.taking(BORIS, pace="live")
    world.clock.pass_by(minutes=6)
    await world.tables.beat()
    assert (await seqs(world, code, ANNA))[-1] == 5
    assert (await world.tables.recap(code, ANNA)).since == START, "the bid was the last answer of her own"


async def test_only_those_events_that_one_may_read(world: World) -> None:
    code = await world.taking(BORIS)
    mine = [event.kind for step in (await world.tables.recap(code, ANNA)).steps for event in step.events]
    theirs = [event.kind for step in (await world.tables.recap(code, BORIS)).steps for event in step.events]
    assert "your_turn" in mine
    assert "your_turn" not in theirs


async def test_what_was_undone_is_no_news(world: World) -> None:
    code = await world.taking(BORIS)
    await world.take(ANNA, code)
    await world.take(BORIS, code)
    async with world.tables._desk(None, code) as desk:
        await undo.go_back(desk, 2)
    told = await world.tables.recap(code, ANNA)
    assert told.since is not None
    assert [step.seq for step in told.steps] == [2, 3, 4], "her last answer that counts is her bid"
    await world.take(ANNA, code, 2)
    assert await seqs(world, code, ANNA) == [7]


async def test_a_newcomer_sees_it_all(world: World) -> None:
    code = await world.taking(BORIS)
    await world.take(ANNA, code)
    await world.do("offer", ANNA, code)
    claim = await world.do("claim", CHEN, code, 0)
    await world.do("decide", ANNA, code, claim.id, True)
    told = await world.tables.recap(code, CHEN)
    assert (told.since, [step.seq for step in told.steps]) == (None, [1, 2, 3, 4, 5])
    with pytest.raises(Refused, match="not_seated"):
        await world.tables.recap(code, ANNA)


async def test_a_long_recap_tells_the_last_of_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recap, "LONGEST", 2)
    code = await world.taking(BORIS)
    await world.take(ANNA, code)
    await world.take(BORIS, code, 3)
    await world.take(ANNA, code)
    told = await world.tables.recap(code, BORIS)
    assert [step.seq for step in told.steps] == [6, 7]
    await world.do("resign", BORIS, code)
    told = await world.tables.recap(code, BORIS)
    assert [step.seq for step in told.steps] == [7, 8]
    assert told.before.pile - told.after.pile == 1, "before is how it stood before the first step that is told"


async def test_there_is_no_recap_of_a_lobby(world: World) -> None:
    code = await world.lobby()
    with pytest.raises(Refused, match="not_started"):
        await world.tables.recap(code, ANNA)
    with pytest.raises(Refused, match="not_seated"):
        await world.tables.recap(code, BORIS)
