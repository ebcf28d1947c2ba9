"""Seats that a game has beaten before its end, and games whose length goes by the table's pace."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tables import turns
from tables.model import Refused, TableInfo
from tests.embers_game import EMBERS, Stoke, Watch
from tests.tables.world import ANNA, BORIS, CHEN, DORA, World


async def embers(world: World, *others: int, **more: Any) -> str:
    return await world.started(*others, game="embers", **more)


async def stoked(world: World, code: str, coals: dict[int, int]) -> TableInfo:
    """Everybody stokes; whoever has the watch then leaves it."""
    for user, count in coals.items():
        await world.do("answer", user, code, (await world.tables.find(code)).window, Stoke(coals=count))
    info = await world.tables.find(code)
    if info.window_kind == "watch":
        await world.do("answer", info.seats[info.asked[0]].user_id, code, info.window, Watch())
    return await world.tables.find(code)


async def without_boris(world: World, *, bots: int = 0) -> str:
    """A table at which Boris is beaten and Anna and Chen play on."""
    code = await embers(world, BORIS, CHEN, bots=bots)
    await stoked(world, code, {ANNA: 2, BORIS: 0, CHEN: 2})
    return code


async def test_who_is_beaten_is_known_after_the_state_that_beat_them(world: World) -> None:
    code = await embers(world, BORIS, CHEN, pace="live")
    for beaten in (False, False, True):
        assert [seat.beaten for seat in (await world.tables.find(code)).seats] == [False] * 3
        info = await stoked(world, code, {ANNA: 2, BORIS: 0, CHEN: 2})
        assert [seat.beaten for seat in info.seats] == [False, beaten, False]
    assert [seat.out for seat in info.seats] == [False] * 3
    await world.restart()
    assert (await world.tables.find(code)).seats == info.seats


async def test_a_beaten_seat_is_not_asked_and_not_waited_for(world: World) -> None:
    code = await without_boris(world)
    info = await world.tables.find(code)
    assert (info.window_kind, info.asked) == ("stoke", (0, 2))
    with pytest.raises(Refused, match="beaten"):
        await world.do("answer", BORIS, code, info.window, Stoke(coals=1))
    await world.do("answer", ANNA, code, info.window, Stoke(coals=1))
    info = await stoked(world, code, {CHEN: 0})
    assert (info.status, info.result and info.result.places) == ("over", (1, 2, 2))
    assert [post["seat"] for post in await world.posts("missed")] == []


async def test_a_beaten_seat_still_sees_what_is_public(world: World) -> None:
    code = await without_boris(world)
    panel = await world.tables.panel(code, BORIS)
    assert (panel.ask, panel.draft, panel.ready) == (None, None, False)
    assert panel.view.mark is None
    assert panel.view.lives == (await world.tables.public_view(code)).lives


async def test_who_is_beaten_can_neither_resign_nor_order(world: World) -> None:
    code = await without_boris(world)
    states = len(await world.rows("select * from states"))
    with pytest.raises(Refused, match="beaten"):
        await world.do("resign", BORIS, code)
    with pytest.raises(Refused, match="beaten"):
        await world.do("keep_order", BORIS, code, "stoke", "most")
    assert len(await world.rows("select * from states")) == states


async def test_who_has_resigned_is_told_so_even_where_the_game_counts_them_as_beaten(world: World) -> None:
    code = await embers(world, BORIS, CHEN)
    await world.do("resign", BORIS, code)
    seat = (await world.tables.find(code)).seats[1]
    assert (seat.out, seat.beaten) == (True, True)
    with pytest.raises(Refused, match="resigned"):
        await world.do("resign", BORIS, code)


async def test_the_beaten_are_nobody_who_is_present(world: World) -> None:
    """While all who can still play are away, the table waits for its deadlines, whoever watches."""
    code = await embers(world, BORIS, CHEN, pace="live")
    for _ in range(3):
        await stoked(world, code, {ANNA: 2, BORIS: 0, CHEN: 2})
    await world.change("update seats set missed = 2 where seat != 1")
    await world.do("back", BORIS, code)
    window = (await world.tables.find(code)).window
    for later in (window + 1, window + 2):
        world.clock.pass_by(minutes=5)
        await world.tables.beat()
        await world.tables.beat()
        info = await world.tables.find(code)
        assert (info.status, info.window, info.seats[1].beaten) == ("running", later, True)


async def test_when_only_bots_are_left_the_game_is_played_to_its_end_at_once(world: World) -> None:
    code = await embers(world, bots=3)
    info = await world.do("answer", ANNA, code, 1, Stoke(coals=0))
    while info.table.status == "running" and not info.table.seats[0].beaten:
        info = await world.do("answer", ANNA, code, info.table.window, Stoke(coals=0))
    table = await world.tables.find(code)
    assert table.status == "over"
    assert table.result is not None
    assert table.result.places[0] == 2
    assert table.window > 2, "the bots played on without her"
    assert (await world.tables.fairness(code)).replay_agrees


async def test_a_long_end_among_bots_goes_on_beat_by_beat(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "LONGEST_RUN", 1)
    code = await embers(world, bots=4)
    await world.do("answer", ANNA, code, 1, Stoke(coals=0))
    beats = 0
    while (info := await world.tables.find(code)).status == "running":
        assert info.seats[0].beaten
        await world.tables.beat()
        beats += 1
        assert (await world.tables.find(code)).window == info.window + 1
    assert beats > 1


async def test_when_the_last_who_could_play_resigns_the_beaten_see_the_end(world: World) -> None:
    code = await without_boris(world, bots=2)
    await world.do("resign", ANNA, code)
    assert (await world.tables.find(code)).status == "running"
    await world.do("resign", CHEN, code)
    info = await world.tables.find(code)
    assert (info.status, info.result is not None) == ("over", True)
    assert (await world.tables.fairness(code)).replay_agrees


async def test_a_game_that_everybody_has_left_ends_where_it_is(world: World) -> None:
    code = await embers(world, BORIS, bots=3)
    await world.do("resign", ANNA, code)
    await world.do("resign", BORIS, code)
    info = await world.tables.find(code)
    assert (info.status, info.result) == ("over", None)
    assert (await world.tables.fairness(code)).replay_agrees


async def test_a_seat_that_is_beaten_counts_as_none_that_a_person_plays(world: World) -> None:
    world.tables._kit = replace(world.tables._kit, tables_per_person=1)
    code = await embers(world, BORIS, CHEN)
    with pytest.raises(Refused, match="too_many_tables"):
        await world.lobby(BORIS)
    await stoked(world, code, {ANNA: 2, BORIS: 0, CHEN: 2})
    assert await world.lobby(BORIS)


@pytest.mark.parametrize(("pace", "length", "lives"), [("live", "long", 3), ("day", "short", 1), ("slow", "short", 1)])
async def test_what_is_left_open_is_settled_by_the_pace(world: World, pace: str, length: str, lives: int) -> None:
    code = await world.lobby(game="embers", pace=pace)
    assert (await world.tables.find(code)).options == {"length": "auto"}
    await world.do("join", DORA, code)
    info = await world.do("start", ANNA, code)
    assert info.options == {"length": length}
    assert (await world.tables.public_view(code)).lives == (lives, lives)
    await world.do("resign", DORA, code)
    assert (await world.tables.fairness(code)).replay_agrees


async def test_what_the_host_has_chosen_stays_whatever_the_pace(world: World) -> None:
    code = await world.lobby(game="embers", pace="live")
    await world.do("configure", ANNA, code, option=("length", "short"))
    await world.do("join", DORA, code)
    assert (await world.do("start", ANNA, code)).options == {"length": "short"}


async def test_what_is_settled_must_fit(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is asked with the options that it will be played with."""
    fits: list[str] = []
    monkeypatch.setattr(EMBERS, "fits", lambda options, seats: fits.append(options.length))
    await embers(world, BORIS, pace="live")
    assert fits == ["long"]
