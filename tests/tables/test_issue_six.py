"""Hosting over days: what no other file here shows."""

from __future__ import annotations

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
