"""Newcomers: who may ask for a seat, who decides, and what changes hands with it."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from tables import claims
from tables.model import Post, Refused
from tables.service import Tables
from tests.tables.test_seats import absent, holder, refused, told, versions
from tests.tables.world import ANNA, BORIS, CHEN, DORA, GUILD, World
from tests.toy_game import Bid

EMIL = 15


async def invited(world: World, code: str, seat: int, user: int, name: str = "Dora") -> int:
    """As a moderator's act does it."""
    async with world.tables._desk(None, code) as desk:  # pyright: ignore[reportPrivateUsage]
        return await claims.invite(desk, seat, user, name, "en")


async def offered(world: World, *others: int) -> str:
    """A running table of Anna, Boris (who offers seat 1) and these others."""
    code = await world.started(BORIS, *others)
    await world.do("offer", BORIS, code)
    return code


async def taken_over(world: World, code: str, seat: int = 1, user: int = DORA) -> Any:
    claim = await world.do("claim", user, code, seat)
    return await world.do("decide", (await world.tables.find(code)).host_id, code, claim.id, True)


# ---- asking


async def test_a_claim_is_put_before_the_host_with_the_claimants_record(world: World) -> None:
    past = await world.started(DORA)
    await world.do("answer", ANNA, past, 1, Bid(amount=3))
    await world.do("answer", DORA, past, 1, Bid(amount=0))
    code = await offered(world)
    claim = await world.do("claim", DORA, code, 1)
    assert (claim.code, claim.seat, claim.kind, claim.user_id, claim.status) == (code, 1, "claim", DORA, "open")
    assert (claim.record.games, claim.record.answered, claim.record.missed) == (1, 1, 0)
    (post,) = await world.posts("claim")
    assert (post["place"], post["key"]) == ("table", f"{code}:claim:{claim.id}")
    assert (await world.tables.find(code)).seats[1].user_id == BORIS, "nothing is decided yet"


async def test_who_may_not_ask(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await refused("seat_not_free", world.do("claim", DORA, code, 1))
    await refused("seat_not_free", world.do("claim", DORA, code, 7))
    await refused("seat_not_free", world.do("claim", DORA, code, -1))
    await world.do("offer", BORIS, code)
    await refused("already_seated", world.do("claim", CHEN, code, 1))
    await refused("already_seated", world.do("claim", BORIS, code, 1))
    await world.do("claim", DORA, code, 1)
    await refused("claimed", world.do("claim", DORA, code, 1))
    await world.do("give_up", CHEN, code)
    await refused("knows_secrets", world.do("claim", CHEN, code, 1))
    await refused("not_started", world.do("claim", DORA, await world.lobby(), 0))
    await world.do("give_up", ANNA, code)
    await world.do("give_up", BORIS, code)
    await refused("table_closed", world.do("claim", DORA, code, 1))


async def test_who_gave_a_seat_up_may_ask_for_that_very_seat(world: World) -> None:
    code = await world.started(BORIS)
    await world.flush()
    await world.do("give_up", BORIS, code)
    await world.flush()
    await taken_over(world, code, user=BORIS)
    assert holder(await world.tables.find(code), 1) == ("person", BORIS, 1)
    stale = [post for post in await world.posts("panel") if post["seat"] == 1 and post["user_id"] == BORIS]
    assert all(post["version"] > post["sent_version"] for post in stale), "their old panels tell them all again"


async def test_whoever_sits_at_too_many_tables_takes_no_further_seat(world: World) -> None:
    world.tables = Tables(world.database, world.games, world.clock, tables_per_person=1)
    code = await offered(world)
    mine = await world.lobby(DORA)
    await refused("too_many_tables", world.do("claim", DORA, code, 1))
    await world.do("cancel", DORA, mine)
    claim = await world.do("claim", DORA, code, 1)
    await world.lobby(DORA)
    assert (await world.do("decide", ANNA, code, claim.id, True)).status == "void", "the limit holds when it is decided"
    assert (await world.tables.find(code)).seats[1].user_id == BORIS


# ---- deciding


async def test_who_decides(world: World) -> None:
    code = await offered(world, CHEN)
    claim = await world.do("claim", DORA, code, 1)
    await refused("host_only", world.do("decide", CHEN, code, claim.id, True))
    await refused("host_only", world.do("decide", EMIL, code, claim.id, True))
    await refused("own_claim", world.do("decide", DORA, code, claim.id, True, moderator=True))
    await refused("host_only", world.do("decide", CHEN, code, claim.id, True, moderator=True))
    await refused("claim_closed", world.do("decide", ANNA, code, claim.id + 1, True))
    await refused("claim_closed", world.do("decide", ANNA, await world.started(BORIS), claim.id, True))
    assert (await world.do("decide", EMIL, code, claim.id, True, moderator=True)).status == "accepted"
    await refused("claim_closed", world.do("decide", ANNA, code, claim.id, True))


async def test_a_holder_decides_who_gets_the_seat_that_they_offer(world: World) -> None:
    code = await offered(world)
    claim = await world.do("claim", DORA, code, 1)
    assert (await world.do("decide", BORIS, code, claim.id, True)).status == "accepted"
    assert holder(await world.tables.find(code), 1) == ("person", DORA, 1)


async def test_a_claim_that_is_declined_is_told_and_can_be_made_again(world: World) -> None:
    code = await offered(world)
    claim = await world.do("claim", DORA, code, 1)
    await world.flush()
    assert (await world.do("decide", ANNA, code, claim.id, False)).status == "declined"
    assert await versions(world, "claim") == [(2, 1)]
    assert await told(world, "claim_declined") == [{"say": "claim_declined", "claim": claim.id}]
    assert (await world.do("claim", DORA, code, 1)).status == "open"


async def test_of_two_claims_at_once_one_gets_the_seat_and_the_other_is_void(world: World) -> None:
    code = await offered(world)
    first = await world.do("claim", DORA, code, 1)
    second = await world.do("claim", EMIL, code, 1)
    await world.do("decide", ANNA, code, second.id, True)
    assert (await world.tables.claim_info(code, first.id)).status == "void"
    await refused("claim_closed", world.do("decide", ANNA, code, first.id, True))
    assert holder(await world.tables.find(code), 1) == ("person", EMIL, 1)


async def test_who_asks_for_two_seats_gets_one(world: World) -> None:
    code = await offered(world, CHEN)
    await world.do("offer", CHEN, code)
    first = await world.do("claim", DORA, code, 1)
    second = await world.do("claim", DORA, code, 2)
    await world.do("decide", ANNA, code, first.id, True)
    assert (await world.tables.claim_info(code, second.id)).status == "void"
    assert [seat.user_id for seat in (await world.tables.find(code)).seats] == [ANNA, DORA, CHEN]


async def test_an_absent_host_leaves_the_decision_to_somebody_who_is_there(world: World) -> None:
    code = await offered(world)
    await absent(world, 0)
    claim = await world.do("claim", DORA, code, 1)
    assert (await world.tables.find(code)).host_id == BORIS
    assert (await world.do("decide", BORIS, code, claim.id, True)).status == "accepted"


async def test_where_nobody_is_there_the_host_stays(world: World) -> None:
    code = await world.started(BORIS)
    await absent(world, 1)
    await world.do("seek", ANNA, code, 1)
    await absent(world, 0)
    await world.do("claim", DORA, code, 1)
    assert (await world.tables.find(code)).host_id == ANNA


async def test_a_holder_who_is_back_by_deciding_on_their_own_seat_keeps_it(world: World) -> None:
    code = await world.started(BORIS)
    await absent(world, 1)
    await world.do("seek", ANNA, code, 1)
    claim = await world.do("claim", DORA, code, 1)
    assert (await world.do("decide", BORIS, code, claim.id, False)).status == "void"
    assert (await world.tables.find(code)).seats[1].missed == 0


# ---- handing over


async def test_a_newcomer_gets_the_seat_and_its_question_with_time_to_answer_it(world: World) -> None:
    code = await offered(world)
    await world.do("answer", BORIS, code, 1, Bid(amount=2))
    await world.flush()
    world.clock.pass_by(hours=20)
    await taken_over(world, code)
    info = await world.tables.find(code)
    assert (holder(info, 1), info.seats[1].offered, info.ready) == (("person", DORA, 1), False, 0)
    panel = await world.tables.panel(code, DORA)
    assert (panel.ask is not None, panel.draft, panel.ready) == (True, None, False), "what the old holder chose is gone"
    mine = next(own for own in info.own if own.seat == 1)
    assert mine.due >= world.clock.now() + timedelta(hours=12), "half the pace at least"
    assert next(own for own in info.own if own.seat == 0).due == world.clock.now() + timedelta(hours=4)
    keys = {post["key"]: post["user_id"] for post in await world.posts("panel") if post["seat"] == 1}
    assert keys == {f"{code}:panel:1-1": BORIS, f"{code}:panel:1-1-1": DORA}
    assert await told(world, "handed_over") == [{"say": "handed_over", "seat": 1, "tenure": 1}]
    assert (await world.do("answer", DORA, code, 1, Bid(amount=3))).ready


async def test_the_old_holder_loses_the_secrets_at_once_old_panels_included(world: World) -> None:
    code = await offered(world)
    await world.do("answer", BORIS, code, 1, Bid(amount=2))
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.do("save_draft", ANNA, code, 2, (await world.tables.choices(code, 0, 2))[0])
    await world.do("answer", ANNA, code, 2, (await world.tables.choices(code, 0, 2))[0])
    await world.flush()
    theirs = [post["key"] for post in await world.posts() if post["place"] == "seat" and post["user_id"] == BORIS]
    assert len(theirs) >= 2
    await taken_over(world, code)
    stale = {post["key"] for post in await world.posts() if post["version"] > post["sent_version"]}
    assert set(theirs) <= stale
    for doing in (
        world.tables.panel(code, BORIS),
        world.tables.recap(code, BORIS),
        world.do("save_draft", BORIS, code, 3, Bid(amount=1)),
        world.do("answer", BORIS, code, 3, Bid(amount=1)),
        world.do("keep_order", BORIS, code, "bid", "ask"),
        world.do("unready", BORIS, code, 3),
        world.do("resign", BORIS, code),
    ):
        await refused("not_seated", doing)


async def test_what_is_on_its_way_to_the_old_holder_is_edited_afterwards(world: World) -> None:
    code = await offered(world)
    panel = await world.tables.post(f"{code}:panel:1-1")
    assert panel is not None
    await taken_over(world, code)
    await world.tables.sent(panel.key, panel.version, channel_id=1, message_id=2)
    due: list[Post] = await world.tables.due_posts()
    assert panel.key in {post.key for post in due}
    again = await world.tables.post(panel.key)
    assert again is not None
    assert again.user_id == BORIS, "the message is still theirs, so that whoever writes it knows"


async def test_a_newcomer_plays_a_bot_players_seat_that_was_filled_in_the_lobby(world: World) -> None:
    code = await world.started(bots=1)
    await world.do("seek", ANNA, code, 1)
    await taken_over(world, code)
    assert holder(await world.tables.find(code), 1) == ("person", DORA, 1)
    assert (await world.do("answer", DORA, code, 1, Bid(amount=1))).ready
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    assert (await world.tables.find(code)).window == 2


async def test_a_newcomer_has_a_clean_record_at_a_seat_that_missed_windows(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await absent(world, 1)
    await world.do("seek", ANNA, code, 1)
    await taken_over(world, code)
    assert (await world.tables.find(code)).seats[1].missed == 0
    assert (await world.tables.record_of(DORA)).missed == 0


async def test_standing_orders_and_away_days_go_with_their_holder(world: World) -> None:
    code = await offered(world)
    await world.change('update seats set orders = \'{"bid": "low"}\' where seat = 1')
    await world.do("go_away", BORIS, code, 2)
    await taken_over(world, code)
    assert (await world.rows("select orders from seats where seat = 1")) == [{"orders": "{}"}]
    assert (await world.tables.find(code)).away_until == {}
    assert await world.tables.away_left(code, DORA) == 3


async def test_a_public_post_tells_nothing_of_who_is_ready(world: World) -> None:
    """The same votes and claims at two tables, one of them with an answer given: the posts are alike."""
    seen: list[list[tuple[str, str, dict[str, Any]]]] = []
    for ready in (True, False):
        code = await offered(world, CHEN)
        if ready:
            await world.do("answer", BORIS, code, 1, Bid(amount=2))
        await world.do("open_vote", ANNA, code, "pause")
        claim = await world.do("claim", DORA, code, 1)
        await world.do("decide", ANNA, code, claim.id, False)
        told_of = [post for post in await world.posts() if post["key"].startswith(f"{code}:")]
        bodies = [(post["kind"], post["place"], json.loads(post["body"])) for post in told_of]
        for _, _, body in bodies:
            for number in ("vote", "claim"):
                body.pop(number, None)
        seen.append([post for post in bodies if post[0] in ("vote", "claim", "ad", "notice")])
    assert seen[0] == seen[1]
    assert len(seen[0]) == 5


async def test_all_of_it_survives_a_restart_before_every_press(world: World) -> None:
    world.restarting = True
    code = await offered(world)
    vote = await world.do("open_vote", ANNA, code, "pause")
    await world.do("cast", BORIS, code, vote.id, True)
    await taken_over(world, code)
    vote = await world.do("open_vote", DORA, code, "resume")
    assert (await world.do("cast", ANNA, code, vote.id, True)).status == "passed"
    info = await world.tables.find(code)
    assert (holder(info, 1), info.paused_at) == (("person", DORA, 1), None)


# ---- invites


async def test_an_invited_person_takes_the_seat_by_accepting(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    number = await invited(world, code, 1, DORA)
    assert (await world.tables.claim_info(code, number)).kind == "invite"
    await refused("not_invited", world.do("answer_invite", CHEN, code, number, True))
    await refused("claim_closed", world.do("decide", ANNA, code, number, True))
    assert holder(await world.tables.find(code), 1) == ("person", BORIS, 0), "nobody is dragged into a game"
    assert (await world.do("answer_invite", DORA, code, number, True)).status == "accepted"
    assert holder(await world.tables.find(code), 1) == ("person", DORA, 1)
    await refused("claim_closed", world.do("answer_invite", DORA, code, number, True))


async def test_an_invite_is_a_moderators_and_stays_when_the_holder_is_back(world: World) -> None:
    code = await world.started(BORIS)
    await absent(world, 1)
    number = await invited(world, code, 1, DORA)
    await world.do("back", BORIS, code)
    assert (await world.tables.claim_info(code, number)).status == "open"


async def test_an_invite_can_be_declined(world: World) -> None:
    code = await world.started(BORIS)
    number = await invited(world, code, 1, DORA)
    assert (await world.do("answer_invite", DORA, code, number, False)).status == "declined"
    assert (await world.tables.find(code)).seats[1].user_id == BORIS


async def test_who_cannot_be_invited(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await refused("invite_seated", invited(world, code, 1, CHEN))
    await refused("unknown_option", invited(world, code, 5, DORA))
    await invited(world, code, 1, DORA)
    await refused("seat_invited", invited(world, code, 1, DORA))
    await world.do("give_up", CHEN, code)
    await refused("invite_knows", invited(world, code, 1, CHEN))
    await world.do("resign", BORIS, code)
    await refused("seat_out", invited(world, code, 1, EMIL))


async def test_an_invite_to_a_seat_that_is_out_by_now_is_void(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    number = await invited(world, code, 1, DORA)
    await world.do("resign", BORIS, code)
    assert (await world.do("answer_invite", DORA, code, number, True)).status == "void"


async def test_a_claim_that_can_no_longer_be_is_void_and_not_an_error(world: World) -> None:
    code = await offered(world, CHEN)
    claim = await world.do("claim", DORA, code, 1)
    number = await invited(world, code, 2, DORA)
    await world.do("answer_invite", DORA, code, number, True)
    assert (await world.tables.claim_info(code, claim.id)).status == "void"


@pytest.mark.parametrize("end", ["over", "cancelled"])
async def test_no_claim_or_offer_outlives_the_table(world: World, end: str) -> None:
    code = await offered(world)
    claim = await world.do("claim", DORA, code, 1)
    number = await invited(world, code, 0, EMIL, "Emil")
    await world.flush()
    if end == "over":
        await world.do("resign", ANNA, code)
    else:
        await world.do("give_up", ANNA, code)
        await world.do("give_up", BORIS, code)
    info = await world.tables.find(code)
    assert (info.status, [seat.offered for seat in info.seats]) == (end, [False, False])
    for asked in (claim.id, number):
        assert (await world.tables.claim_info(code, asked)).status == "void"
    posted = [*(await versions(world, "ad"))[:1], *await versions(world, "claim")]
    assert all(version > sent for version, sent in posted), "they lose their buttons"
    with pytest.raises(Refused):
        await world.do("answer_invite", EMIL, code, number, True)


async def test_the_same_press_claims_and_decides_once(world: World) -> None:
    code = await offered(world)
    press = world.press(DORA)
    await world.tables.claim(press, code, 1)
    await refused("already_done", world.tables.claim(press, code, 1))
    assert len(await world.posts("claim")) == 1


async def test_whoever_is_gone_is_replaced_like_anybody(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.tables.members_gone(GUILD, frozenset({BORIS}))
    await world.do("seek", ANNA, code, 1)
    await taken_over(world, code)
    info = await world.tables.find(code)
    assert (holder(info, 1), info.seats[1].gone) == (("person", DORA, 1), False)
