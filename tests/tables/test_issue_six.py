"""Hosting over days: what no other file here shows."""

from __future__ import annotations

from sqlalchemy import event

from tests.tables.world import ANNA, BORIS, CHEN, DORA, World
from tests.toy_game import Bid


async def test_a_panel_that_is_late_calls_nobody_who_has_answered(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("answer", ANNA, code, 1, Bid(amount=1))
    assert [post.seat for post in await world.flush() if post.kind == "panel"] == [1]


async def test_a_panel_that_was_not_needed_comes_when_it_is(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("answer", ANNA, code, 1, Bid(amount=1))
    await world.flush()
    await world.do("unready", ANNA, code, 1)
    assert [post.seat for post in await world.flush() if post.kind == "panel"] == [0]


async def sent(world: World, *kinds: str) -> list[str]:
    """Flush; what was sent of these kinds."""
    return [post.kind for post in await world.flush() if post.kind in kinds]


async def test_a_vote_that_is_over_before_it_is_posted_calls_nobody(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    vote = await world.do("open_vote", BORIS, code, "pause")
    await world.do("cast", ANNA, code, vote.id, False)
    assert await sent(world, "vote", "notice") == ["notice"], "how it ended is told all the same"


async def test_a_claim_that_is_void_before_it_is_posted_calls_nobody(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("offer", BORIS, code)
    await world.do("claim", DORA, code, 1)
    await world.do("offer", BORIS, code, False)
    assert await sent(world, "claim", "ad") == []


async def test_an_offer_made_again_is_advertised_although_the_first_was_never_posted(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    for offered in [True, False] * 4:
        await world.do("offer", BORIS, code, offered)
    assert await sent(world, "ad") == []
    await world.do("offer", BORIS, code)
    assert await sent(world, "ad") == ["ad"]


async def test_a_reminder_says_so_when_its_game_is_over(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.flush()
    world.clock.pass_by(hours=13)
    await world.tables.beat()
    assert await sent(world, "reminder") == ["reminder"] * 3
    vote = await world.do("open_vote", ANNA, code, "cancel")
    for user in (BORIS, CHEN):
        await world.do("cast", user, code, vote.id, True)
    assert (await world.tables.find(code)).status == "cancelled"
    assert sorted(await sent(world, "reminder", "result")) == [*["reminder"] * 3, "result"], "what stands is edited"


async def test_a_press_takes_few_statements(world: World) -> None:
    """However many sit at the table, and however often it went back."""
    statements: list[str] = []
    event.listen(
        world.database._engine.sync_engine, "before_cursor_execute", lambda *facts: statements.append(facts[2])
    )
    code = await world.started(BORIS, CHEN, DORA)
    for user in (ANNA, BORIS, CHEN):
        statements.clear()
        await world.do("answer", user, code, 1, Bid(amount=0))
        assert len(statements) <= 27
    statements.clear()
    await world.do("answer", DORA, code, 1, Bid(amount=3))
    assert len(statements) <= 56, "the window resolves and another opens"
    await world.change("update tables set line = 300")
    statements.clear()
    await world.take(DORA, code)
    assert len(statements) <= 70, "what was looked for in a statement for each way back made hundreds"
