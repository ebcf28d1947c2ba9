"""Seats of running games: given up, offered, sought for; members who leave the server; who hosts."""

from __future__ import annotations

import json

import pytest

from tables.model import Refused, TableInfo
from tests.conftest import Complaints
from tests.tables.world import ANNA, BORIS, CHEN, DORA, GUILD, World
from tests.toy_game import Bid


async def refused(reason: str, doing: object) -> None:
    with pytest.raises(Refused) as caught:
        await doing  # type: ignore[misc]
    assert caught.value.reason == reason


async def told(world: World, what: str) -> list[dict[str, object]]:
    """The bodies of the notices of this kind."""
    bodies = [json.loads(post["body"]) for post in await world.posts("notice")]
    return [body for body in bodies if body["say"] == what]


async def absent(world: World, seat: int) -> None:
    """Have the seat's holder be away, as after two missed windows."""
    await world.change(f"update seats set missed = 2 where seat = {seat}")


async def versions(world: World, kind: str) -> list[tuple[int, int]]:
    return [(post["version"], post["sent_version"]) for post in await world.posts(kind)]


def holder(info: TableInfo, seat: int) -> tuple[str, int | None, int]:
    return info.seats[seat].kind, info.seats[seat].user_id, info.seats[seat].tenure


# ---- giving up


async def test_who_gives_up_leaves_the_seat_to_the_stand_in_and_a_substitute_is_sought(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("answer", BORIS, code, 1, Bid(amount=3))
    info = await world.do("give_up", BORIS, code)
    assert holder(info, 1) == ("nobody", None, 0)
    assert (info.seats[1].name, info.seats[1].offered, info.seats[1].out) == ("", True, False)
    assert await world.rows("select * from drafts where seat = 1") == [], "an answer goes with whoever gave it"
    assert await told(world, "gave_up") == [{"say": "gave_up", "seat": 1, "tenure": 0}]
    assert await world.tables.holder_name(code, 1, 0) == "Boris"
    assert await world.tables.holder_name(code, 1, 1) == ""
    (ad,) = await world.posts("ad")
    assert (ad["place"], json.loads(ad["body"])) == ("ads", {"seat": 1, "tenure": 0, "own": False})
    await world.do("answer", ANNA, code, 1, Bid(amount=1))
    await world.do("answer", CHEN, code, 1, Bid(amount=1))
    assert (await world.tables.find(code)).window == 2, "nobody waits for the seat"
    (given,) = await world.rows("select source from actions where seat = 1")
    assert given["source"] == "stand_in"
    assert (await world.tables.find(code)).seats[1].missed == 0, "nobody misses anything there"
    assert [post for post in await world.posts("missed") if post["seat"] == 1] == []


async def test_a_window_that_waited_only_for_who_gives_up_resolves(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    assert (await world.do("give_up", BORIS, code)).window > 1


async def test_nobody_gives_up_what_they_do_not_play(world: World) -> None:
    lobby = await world.lobby()
    await refused("not_started", world.do("give_up", ANNA, lobby))
    code = await world.started(BORIS, CHEN)
    await refused("not_seated", world.do("give_up", DORA, code))
    await world.do("resign", BORIS, code)
    await refused("resigned", world.do("give_up", BORIS, code))
    await world.do("cancel", ANNA, lobby)
    await refused("table_closed", world.do("give_up", ANNA, lobby))


async def test_the_last_one_to_leave_ends_the_table_and_everybody_is_told(world: World) -> None:
    code = await world.started(BORIS, bots=1)
    await world.do("give_up", ANNA, code)
    info = await world.do("give_up", BORIS, code)
    assert (info.status, info.ended_why, info.asked, info.deadline) == ("cancelled", "empty", (), None)
    assert [post["kind"] for post in await world.posts()][-2:] == ["result", "tidy"]
    assert await world.rows("select * from timers") == []
    assert [seat.offered for seat in info.seats] == [False, False, False]


async def test_whoever_resigned_does_not_keep_a_table_alone(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("resign", BORIS, code)
    await world.do("give_up", ANNA, code)
    assert (await world.do("give_up", CHEN, code)).status == "cancelled"


async def test_who_left_has_no_say_and_sees_no_secret_any_more(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("give_up", BORIS, code)
    for doing in (
        world.do("save_draft", BORIS, code, 1, Bid(amount=1)),
        world.do("offer", BORIS, code),
        world.tables.panel(code, BORIS),
        world.tables.orders(code, BORIS),
        world.do("open_vote", BORIS, code, "pause"),
    ):
        await refused("not_seated", doing)


async def test_what_was_said_to_the_old_holder_is_said_anew_and_what_was_not_is_not(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.flush()
    window = await world.posts("panel")
    await world.do("save_draft", CHEN, code, 1, Bid(amount=1))
    await world.do("give_up", CHEN, code)
    renewed = {post["seat"]: post["version"] - post["sent_version"] for post in await world.posts("panel")}
    assert renewed[1] == 0
    assert renewed[2] > 0, "the old panel loses its secrets"
    assert len(window) == 3
    await world.do("save_draft", BORIS, code, 1, Bid(amount=1))
    late = await world.started(BORIS)
    await world.do("give_up", BORIS, late)
    sent = [(post.kind, post.user_id) for post in await world.flush() if post.table == late and post.place == "seat"]
    assert sent == [("panel", ANNA)], "whoever left before the panel was sent never gets it"


# ---- who hosts


async def test_the_next_person_hosts_when_the_host_leaves(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await absent(world, 1)
    assert (await world.do("give_up", ANNA, code)).host_id == CHEN, "those who are there come first"
    assert await told(world, "host") == [{"say": "host", "seat": 2}]
    assert (await world.do("give_up", CHEN, code)).host_id == BORIS


async def test_a_host_who_resigns_or_leaves_the_server_hands_over(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    assert (await world.do("resign", ANNA, code)).host_id == BORIS
    await world.tables.members_gone(GUILD, frozenset({BORIS}))
    assert (await world.tables.find(code)).host_id == CHEN


async def test_a_table_whose_people_were_all_gone_is_hosted_by_who_is_back(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.tables.members_gone(GUILD, frozenset({ANNA, BORIS, CHEN}))
    last = (await world.tables.find(code)).host_id
    back = next(user for user in (ANNA, BORIS) if user != last)
    await world.do("back", back, code)
    assert (await world.tables.find(code)).host_id == back


async def test_no_table_is_hosted_by_somebody_who_left_it(world: World) -> None:
    code = await world.started(BORIS)
    await world.tables.members_gone(GUILD, frozenset({ANNA}))
    assert (await world.do("give_up", BORIS, code)).host_id == ANNA


# ---- offering and seeking


async def test_a_holder_offers_the_seat_and_plays_on(world: World) -> None:
    code = await world.started(BORIS)
    info = await world.do("offer", BORIS, code)
    assert (info.seats[1].offered, info.seats[1].user_id) == (True, BORIS)
    assert (await world.do("answer", BORIS, code, 1, Bid(amount=1))).ready
    assert await told(world, "offered") == [{"say": "offered", "seat": 1}]
    await world.do("offer", BORIS, code)
    assert len(await world.posts("ad")) == 1, "one ad for one offer"
    assert json.loads((await world.posts("ad"))[0]["body"])["own"] is True


async def test_an_offer_can_be_taken_back_and_its_ad_loses_its_button(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("offer", BORIS, code)
    await world.flush()
    claim = await world.do("claim", DORA, code, 1)
    info = await world.do("offer", BORIS, code, False)
    assert not info.seats[1].offered
    assert (await world.tables.claim_info(code, claim.id)).status == "void"
    assert await versions(world, "ad") == [(2, 1)]
    await world.do("offer", BORIS, code, False)
    assert len(await told(world, "offer_back")) == 1
    await world.do("offer", BORIS, code)
    assert len(await world.posts("ad")) == 2, "a new offer is a new ad"


async def test_only_who_plays_offers(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await refused("not_seated", world.do("offer", DORA, code))
    await world.do("resign", CHEN, code)
    await refused("resigned", world.do("offer", CHEN, code))
    await refused("not_started", world.do("offer", ANNA, await world.lobby()))


@pytest.mark.parametrize("who", ["bot", "away", "gone", "nobody"])
async def test_anybody_seated_asks_for_a_substitute_where_nobody_is_there(world: World, who: str) -> None:
    code = await world.started(BORIS, CHEN, bots=1)
    seat = 3 if who == "bot" else 1
    if who == "away":
        await absent(world, 1)
    elif who == "gone":
        await world.tables.members_gone(GUILD, frozenset({BORIS}))
    elif who == "nobody":
        await world.do("give_up", BORIS, code)
    info = await world.do("seek", CHEN, code, seat)
    assert info.seats[seat].offered
    assert len(await world.posts("ad")) == 1
    told_by = await told(world, "sought")
    assert told_by == ([] if who == "nobody" else [{"say": "sought", "seat": seat, "by": 2}])


async def test_no_substitute_is_sought_for_who_is_there_or_out(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await refused("seat_held", world.do("seek", ANNA, code, 1))
    await refused("seat_held", world.do("seek", ANNA, code, 0))
    await refused("unknown_option", world.do("seek", ANNA, code, 9))
    await refused("unknown_option", world.do("seek", ANNA, code, -1))
    await refused("not_seated", world.do("seek", DORA, code, 1))
    await world.do("resign", CHEN, code)
    await refused("seat_out", world.do("seek", ANNA, code, 2))


async def test_a_seat_whose_holder_is_back_is_not_sought_any_more(world: World) -> None:
    code = await world.started(BORIS)
    await absent(world, 1)
    await world.do("seek", ANNA, code, 1)
    claim = await world.do("claim", DORA, code, 1)
    await world.flush()
    await world.do("back", BORIS, code)
    info = await world.tables.find(code)
    assert (info.seats[1].offered, info.seats[1].missed) == (False, 0)
    assert (await world.tables.claim_info(code, claim.id)).status == "void"
    assert [await versions(world, kind) for kind in ("ad", "claim")] == [[(2, 1)], [(2, 1)]]


async def test_a_holder_who_offered_and_was_away_still_offers_when_back(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("offer", BORIS, code)
    await absent(world, 1)
    await world.do("back", BORIS, code)
    assert (await world.tables.find(code)).seats[1].offered


async def test_a_resigned_seat_is_not_on_offer(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("offer", CHEN, code)
    claim = await world.do("claim", DORA, code, 2)
    await world.do("resign", CHEN, code)
    assert not (await world.tables.find(code)).seats[2].offered
    assert (await world.tables.claim_info(code, claim.id)).status == "void"


# ---- members


async def test_a_member_who_leaves_the_server_is_away_at_once_and_the_moderators_are_told(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.do("answer", CHEN, code, 1, Bid(amount=0))
    assert await world.tables.members_gone(GUILD, frozenset({BORIS, DORA})) == [code]
    info = await world.tables.find(code)
    assert (info.seats[1].gone, holder(info, 1)) == (True, ("person", BORIS, 0))
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 2, "nobody waits for them"
    assert await told(world, "gone") == [{"say": "gone", "seat": 1}]
    (alarm,) = await world.posts("alarm")
    assert (alarm["place"], json.loads(alarm["body"])) == ("mods", {"say": "gone", "seat": 1, "user_id": BORIS})
    assert await world.tables.members_gone(GUILD, frozenset({BORIS})) == [], "once"
    assert len(await world.posts("alarm")) == 1


async def test_only_tables_of_that_server_are_concerned(world: World) -> None:
    code = await world.started(BORIS)
    assert await world.tables.members_gone(GUILD + 1, frozenset({BORIS})) == []
    assert not (await world.tables.find(code)).seats[1].gone


async def test_a_member_who_is_back_is_waited_for_once_they_press(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.tables.members_gone(GUILD, frozenset({BORIS}))
    assert await world.tables.members_back(GUILD, frozenset({BORIS, CHEN})) == [code]
    info = await world.tables.find(code)
    assert (info.seats[1].gone, info.seats[1].missed) == (False, 2)
    assert await told(world, "member_back") == [{"say": "member_back", "seat": 1}]
    assert await world.tables.members_back(GUILD, frozenset({BORIS})) == []
    panel = await world.do("back", BORIS, code)
    assert (panel.table.seats[1].missed, panel.ask is not None) == (0, True)


async def test_a_press_is_proof_enough_that_a_member_is_back(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.tables.members_gone(GUILD, frozenset({BORIS}))
    await world.do("answer", BORIS, code, 1, Bid(amount=3))
    info = await world.tables.find(code)
    assert (info.seats[1].gone, info.seats[1].missed, info.ready) == (False, 0, 1)
    assert await told(world, "back") == [{"say": "back", "seat": 1}]


async def test_members_who_leave_the_server_leave_its_lobbies(world: World) -> None:
    code = await world.lobby()
    await world.do("join", BORIS, code)
    assert await world.tables.members_gone(GUILD, frozenset({ANNA})) == [code]
    info = await world.tables.find(code)
    assert ([seat.user_id for seat in info.seats], info.host_id) == ([BORIS], BORIS)
    await world.tables.members_gone(GUILD, frozenset({BORIS}))
    assert (await world.tables.find(code)).status == "cancelled"
    assert await world.posts("alarm") == []


async def test_members_who_leave_the_server_claim_nothing_on_it(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("offer", BORIS, code)
    claim = await world.do("claim", DORA, code, 1)
    assert await world.tables.members_gone(GUILD, frozenset({DORA})) == [code]
    assert (await world.tables.claim_info(code, claim.id)).status == "void"


async def test_a_table_that_cannot_be_read_keeps_no_other_from_noting_who_is_gone(
    world: World, complaints: Complaints
) -> None:
    broken, whole = await world.started(BORIS), await world.started(BORIS, CHEN)
    await world.change(f"update tables set options = 'x' where code = '{broken}'")
    assert await world.tables.members_gone(GUILD, frozenset({BORIS})) == [whole]
    assert len(complaints.forgive()) == 1


async def test_whose_being_there_matters(world: World) -> None:
    await world.started(BORIS, CHEN)
    other = await world.lobby(DORA, guild_id=GUILD + 1)
    code = await world.started(BORIS, CHEN)
    await world.do("resign", CHEN, code)
    await world.tables.members_gone(GUILD, frozenset({BORIS}))
    everybody = {GUILD: frozenset({ANNA, BORIS, CHEN}), GUILD + 1: frozenset({DORA})}
    assert await world.tables.members_waited_for() == everybody
    await world.do("cancel", DORA, other)
    assert GUILD + 1 not in await world.tables.members_waited_for()


async def test_a_table_of_members_who_are_all_gone_still_comes_to_its_end(world: World) -> None:
    code = await world.started(BORIS)
    await world.tables.members_gone(GUILD, frozenset({ANNA, BORIS}))
    for _ in range(30):
        world.clock.pass_by(hours=25)
        await world.tables.beat()
    info = await world.tables.find(code)
    assert info.status == "over"
    assert (await world.tables.fairness(code)).replay_agrees


# ---- the proof of luck


async def test_luck_is_proved_after_seats_have_changed_hands(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.do("give_up", CHEN, code)
    claim = await world.do("claim", DORA, code, 2)
    await world.do("decide", ANNA, code, claim.id, True)
    await world.do("give_up", BORIS, code)
    await world.do("answer", DORA, code, 1, Bid(amount=1))
    info = await world.to_the_end(code)
    assert info.status == "over"
    report = await world.tables.fairness(code)
    assert (report.hash_matches, report.replay_agrees) == (True, True)


async def test_that_the_host_has_left_is_told_before_who_hosts_now(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("give_up", ANNA, code)
    said = [json.loads(post["body"])["say"] for post in await world.posts("notice")]
    assert said == ["gave_up", "host"]
