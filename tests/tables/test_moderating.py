"""What moderators do to tables: each act with its reason, logged, told, confirmed where it destroys something."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tables.community import ActInfo
from tables.model import AlreadyDone, Refused
from tests.tables.world import ANNA, BORIS, CHEN, DORA, GUILD, World
from tests.toy_game import Bid

MODA, MODB = 31, 32
"""Two moderators who do not play."""
WHY = "because it must be"


async def act(world: World, user: int, code: str | None, what: str, reason: str = WHY, **facts: Any) -> ActInfo:
    done: ActInfo = await world.do("act", user, GUILD, code, what, reason, facts)
    return done


async def notices(world: World) -> list[dict[str, Any]]:
    return [post for post in await world.posts("notice") if '"act"' in post["body"]]


async def refused(world: World, what: str, *args: Any, **facts: Any) -> str:
    with pytest.raises(Refused) as error:
        await (act(world, *args, **facts) if what == "act" else world.do(what, *args))
    return error.value.reason


async def test_pause_and_resume_are_done_at_once_logged_and_told(world: World) -> None:
    code = await world.started(BORIS)
    done = await act(world, MODA, code, "pause")
    assert (done.status, done.needs, done.reason, done.actor_id) == ("done", "", WHY, MODA)
    table = await world.tables.find(code)
    assert (table.paused_at is not None, table.paused_why) == (True, "mod")
    [told] = await notices(world)
    assert f'"act": {done.id}' in told["body"]
    assert WHY not in told["body"], "a body holds numbers, never prose"
    assert await refused(world, "act", MODA, code, "pause") == "paused"
    await act(world, MODA, code, "resume")
    assert (await world.tables.find(code)).paused_at is None
    assert await refused(world, "act", MODA, code, "resume") == "not_paused"
    assert [entry.act for entry in await world.tables.audit(GUILD)] == ["resume", "pause"]


@pytest.mark.parametrize(
    ("reason", "why"), [("", "no_reason"), (" \n\u200b\t ", "no_reason"), ("x" * 4000, "reason_long")]
)
async def test_every_act_needs_a_reason_of_some_length(world: World, reason: str, why: str) -> None:
    code = await world.started(BORIS)
    for what, facts in (("pause", {}), ("cancel", {}), ("announce", {"text": "Hello"}), ("export", {})):
        assert await refused(world, "act", MODA, code, what, reason, **facts) == why
    assert await world.tables.audit(GUILD) == []
    assert await notices(world) == []
    assert (await act(world, MODA, code, "pause", "x" * 400)).status == "done"


async def test_extending_moves_everybodys_deadline(world: World) -> None:
    code = await world.started(BORIS)
    before = (await world.tables.find(code)).deadline
    await act(world, MODA, code, "extend", hours=5)
    after = (await world.tables.find(code)).deadline
    assert before is not None
    assert after == before + timedelta(hours=5)
    for wrong in (0, 337, "5", None, True):
        assert await refused(world, "act", MODA, code, "extend", hours=wrong) == "unknown_option"


async def test_skipping_lets_the_stand_in_answer_now_and_is_nobodys_miss(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await act(world, MODA, code, "skip", seat=1)
    assert (await world.tables.find(code)).window == 1, "Chen is still waited for"
    await act(world, MODA, code, "skip", seat=None)
    table = await world.tables.find(code)
    assert table.window == 2
    assert [seat.missed for seat in table.seats] == [0, 0, 0]


async def test_whether_somebody_is_ready_is_not_told_by_skipping_them(world: World) -> None:
    """In a hidden window everything public is alike for somebody who is ready and for somebody who is not."""
    seen: list[Any] = []
    for ready in (ANNA, BORIS):
        code = await world.started(BORIS, CHEN)
        await world.do("answer", ready, code, 1, Bid(amount=3))
        done = await act(world, MODA, code, "skip", seat=0)
        table = await world.tables.find(code)
        assert table.hidden
        posts = [(post["kind"], post["version"]) for post in await world.posts() if post["code"] == code]
        public = [post for post in posts if post[0] in ("window", "notice")]
        seen.append((done.status, table.ready, table.own, table.asked, table.deadline, table.window, public))
    assert seen[0] == seen[1]
    assert await refused(world, "act", MODA, code, "skip", seat=7) == "unknown_option"


async def test_a_destroying_act_is_confirmed_once_by_its_actor(world: World) -> None:
    code = await world.started(BORIS)
    asked = await act(world, MODA, code, "cancel")
    assert (asked.status, asked.needs) == ("asked", "confirm")
    assert (await world.tables.find(code)).status == "running"
    assert await notices(world) == []
    assert await refused(world, "confirm", MODB, asked.id) == "act_actor"
    assert await refused(world, "confirm", ANNA, asked.id) == "act_actor"
    done = await world.do("confirm", MODA, asked.id)
    assert (done.status, done.second_id) == ("done", None)
    table = await world.tables.find(code)
    assert (table.status, table.ended_why, table.result) == ("cancelled", "mod", None)
    assert len(await notices(world)) == 1
    assert await refused(world, "confirm", MODA, asked.id) == "act_closed", "a confirmation that is sent again"


async def test_a_press_that_is_replayed_does_nothing_twice(world: World) -> None:
    code = await world.started(BORIS)
    before = (await world.tables.find(code)).deadline
    await act(world, MODA, code, "extend", hours=1)
    with pytest.raises(AlreadyDone):
        await world.tables.act(world.press(MODA, again=True), GUILD, code, "extend", WHY, {"hours": 1})
    with pytest.raises(AlreadyDone):
        await world.tables.act(world.press(MODA, again=True), GUILD, None, "announce", WHY, {"text": "again"})
    assert before is not None
    assert (await world.tables.find(code)).deadline == before + timedelta(hours=1)
    assert len(await world.tables.audit(GUILD)) == 1


async def test_what_was_not_confirmed_can_be_dropped_and_lapses_by_itself(world: World) -> None:
    code = await world.started(BORIS)
    first = await act(world, MODA, code, "cancel")
    assert await refused(world, "drop", MODB, first.id) == "act_actor"
    assert (await world.do("drop", MODA, first.id)).status == "dropped"
    assert await refused(world, "confirm", MODA, first.id) == "act_closed"
    second = await act(world, MODA, code, "cancel")
    world.clock.pass_by(hours=2)
    assert (await world.tables.act_info(second.id)).status == "dropped"
    assert await refused(world, "confirm", MODA, second.id) == "act_closed"
    assert await refused(world, "drop", MODA, second.id) == "act_closed"
    assert (await world.tables.find(code)).status == "running"


async def test_an_act_does_not_outlive_its_table(world: World) -> None:
    code = await world.taking(BORIS)
    mine, theirs = await act(world, MODA, code, "cancel"), await act(world, ANNA, code, "pause")
    await world.to_the_end(code)
    for asked, who in ((mine, MODA), (theirs, MODB)):
        assert (await world.tables.act_info(asked.id)).status == "dropped"
        assert await refused(world, "confirm", who, asked.id) == "act_closed"
    assert (await world.tables.find(code)).status == "over"
    assert await refused(world, "act", MODA, code, "pause") == "table_closed"
    sent = await world.flush()
    assert [post for post in sent if post.kind == "request"] == [], "nobody is asked for what cannot be any more"


async def test_an_act_does_not_outlive_its_lobby_either(world: World) -> None:
    code = await world.lobby()
    asked = await act(world, ANNA, code, "cancel")
    [request] = await world.posts("request")
    await world.do("cancel", ANNA, code)
    assert (await world.tables.act_info(asked.id)).status == "dropped"
    [renewed] = await world.posts("request")
    assert renewed["version"] > request["version"], "its buttons go"


async def test_a_moderator_who_plays_needs_another_who_does_not(world: World) -> None:
    code = await world.started(BORIS)
    asked = await act(world, ANNA, code, "pause")
    assert (asked.status, asked.needs) == ("asked", "other")
    assert (await world.tables.find(code)).paused_at is None
    [request] = await world.posts("request")
    assert (request["place"], request["user_id"]) == ("mods", None)
    assert await refused(world, "confirm", ANNA, asked.id) == "act_own"
    assert await refused(world, "confirm", BORIS, asked.id) == "act_plays"
    assert await refused(world, "drop", BORIS, asked.id) == "act_plays"
    done = await world.do("confirm", MODA, asked.id)
    assert (done.status, done.actor_id, done.second_id) == ("done", ANNA, MODA)
    assert (await world.tables.find(code)).paused_why == "mod"
    [renewed] = await world.posts("request")
    assert renewed["version"] > request["version"], "its buttons go"


async def test_whoever_has_left_the_game_knows_too_much_to_act_alone(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("give_up", BORIS, code)
    asked = await act(world, BORIS, code, "extend", hours=4)
    assert asked.needs == "other"
    await world.do("confirm", MODA, asked.id)
    other = await act(world, ANNA, code, "pause")
    assert await refused(world, "confirm", BORIS, other.id) == "act_plays"


async def test_a_moderator_who_plays_may_announce_and_export_alone(world: World) -> None:
    code = await world.started(BORIS)
    assert (await act(world, ANNA, code, "announce", text="Tea at five")).status == "done"
    assert (await act(world, ANNA, code, "export")).status == "done"


async def test_who_has_sat_down_since_cannot_confirm_what_they_asked_for(world: World) -> None:
    code = await world.lobby()
    asked = await act(world, MODA, code, "cancel")
    await world.do("join", MODA, code)
    assert await refused(world, "confirm", MODA, asked.id) == "act_plays"


async def test_nobody_gives_themselves_a_seat(world: World) -> None:
    code = await world.started(BORIS)
    facts = {"seat": 1, "user_id": MODA, "name": "Mo", "language": "en"}
    asked = await act(world, MODA, code, "replace", **facts)
    assert asked.needs == "other"
    assert await refused(world, "confirm", MODA, asked.id) == "act_own"
    other = await act(world, MODB, code, "replace", **facts)
    assert other.needs == "confirm"
    theirs = await act(world, ANNA, code, "replace", **facts)
    assert await refused(world, "confirm", MODA, theirs.id) == "act_plays", "they would gain by it"


async def test_replacing_invites_and_changes_nothing_until_the_invited_accept(world: World) -> None:
    code = await world.started(BORIS)
    asked = await act(world, MODA, code, "replace", seat=1, user_id=DORA, name="Dora", language="en")
    assert await world.posts("claim") == []
    await world.do("confirm", MODA, asked.id)
    assert (await world.tables.find(code)).seats[1].user_id == BORIS
    [invite] = await world.posts("claim")
    number = int(invite["body"].split('"claim": ')[1].rstrip("}").split(",")[0])
    await world.do("answer_invite", DORA, code, number, True)
    assert (await world.tables.find(code)).seats[1].user_id == DORA
    assert await refused(world, "act", MODA, code, "replace", seat=0, user_id=DORA, name="", language="en") == (
        "invite_seated"
    )


async def test_removing_takes_whoever_was_meant_and_nobody_else(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    asked = await act(world, MODA, code, "remove", seat=1)
    assert asked.facts == {"seat": 1, "user_id": BORIS}
    await world.do("confirm", MODA, asked.id)
    table = await world.tables.find(code)
    assert (table.seats[1].kind, table.seats[1].user_id, table.status) == ("nobody", None, "running")
    assert await refused(world, "act", MODA, code, "remove", seat=1) == "seat_empty"
    again = await act(world, MODA, code, "remove", seat=2)
    await world.do("give_up", CHEN, code)
    assert await refused(world, "confirm", MODA, again.id) == "seat_empty"


async def test_in_a_lobby_seats_close_up_and_still_nobody_else_is_removed(world: World) -> None:
    code = await world.lobby()
    for person in (BORIS, CHEN, DORA):
        await world.do("join", person, code)
    asked = await act(world, MODA, code, "remove", seat=2)
    await world.do("leave", BORIS, code)
    assert await refused(world, "confirm", MODA, asked.id) == "seat_changed"
    again = await act(world, MODA, code, "remove", seat=0)
    await world.do("confirm", MODA, again.id)
    table = await world.tables.find(code)
    assert [seat.user_id for seat in table.seats] == [CHEN, DORA]
    assert table.host_id == CHEN
    [told] = await notices(world)
    assert told["place"] == "channel", "a lobby has no thread yet"


async def test_undo_goes_back_to_the_step_and_only_to_one_that_was(world: World) -> None:
    code = await world.taking(BORIS)
    turn = (await world.tables.undo_points(code))[0].turn
    await world.take(ANNA, code)
    points = await world.tables.undo_points(code)
    asked = await act(world, MODA, code, "undo", turn=points[0].turn)
    assert (asked.needs, asked.facts["window"]) == ("confirm", 2)
    await world.do("confirm", MODA, asked.id)
    table = await world.tables.find(code)
    assert (table.asked, table.line, table.window) == ((0,), 1, 4)
    for wrong in (0, 99, -1, None, "1"):
        assert await refused(world, "act", MODA, code, "undo", turn=wrong) == "unknown_option"
    assert turn < 99


async def test_announcements_reach_one_table_or_all_that_are_open(world: World) -> None:
    first, second = await world.started(BORIS), await world.lobby(CHEN)
    other = await world.lobby(DORA, guild_id=GUILD + 1)
    ended = await world.lobby(DORA)
    await world.do("cancel", DORA, ended)
    await act(world, MODA, first, "announce", text="Here only")
    told = await act(world, MODA, None, "announce", text="Everywhere")
    assert (told.code, told.facts) == (None, {"text": "Everywhere"})
    codes = [post["code"] for post in await notices(world)]
    assert sorted(codes) == sorted([first, first, second])
    assert other not in codes
    assert await refused(world, "act", MODA, first, "announce", text="  ") == "no_reason"
    assert await refused(world, "act", MODA, first, "announce", text="x" * 1001) == "reason_long"
    assert await refused(world, "act", MODA, None, "pause") == "unknown_option"


async def test_tables_of_another_server_are_unknown(world: World) -> None:
    code = await world.started(BORIS)
    for what, facts in (
        ("pause", {}),
        ("cancel", {}),
        ("skip", {"seat": None}),
        ("export", {}),
        ("remove", {"seat": 0}),
    ):
        with pytest.raises(Refused, match="unknown_table"):
            await world.tables.act(world.press(MODA), GUILD + 1, code, what, WHY, facts)  # type: ignore[arg-type]
    assert await world.tables.audit(GUILD) == []
    assert await world.tables.audit(GUILD + 1) == []
    await act(world, MODA, code, "pause")
    assert await world.tables.audit(GUILD + 1, code=code) == []


async def test_what_nobody_offers_is_refused(world: World) -> None:
    code = await world.started(BORIS)
    assert await refused(world, "act", MODA, code, "explode") == "unknown_option"
    for what in ("confirm", "drop"):
        assert await refused(world, what, MODA, 999) == "act_closed"
    everywhere = await act(world, MODA, None, "announce", text="All")
    assert await refused(world, "confirm", MODA, everywhere.id) == "act_closed"
    lobby = await world.lobby(DORA)
    for what in ("pause", "resume", "extend", "skip", "replace", "undo", "move"):
        assert await refused(world, "act", MODA, lobby, what) == "not_started"


async def test_a_lobby_is_cancelled_for_its_reason(world: World) -> None:
    code = await world.lobby()
    asked = await act(world, MODA, code, "cancel")
    await world.do("confirm", MODA, asked.id)
    table = await world.tables.find(code)
    assert (table.status, table.ended_why) == ("cancelled", "mod")


async def test_the_tables_of_a_server_by_state_those_waiting_longest_first(world: World) -> None:
    first = await world.started(BORIS)
    world.clock.pass_by(hours=1)
    second = await world.started(CHEN)
    lobby = await world.lobby(DORA)
    paused = await world.started(DORA)
    await act(world, MODA, paused, "pause")
    await world.lobby(DORA, guild_id=GUILD + 1)
    ended = await world.lobby(DORA)
    await world.do("cancel", DORA, ended)

    async def found(only: Any, **more: Any) -> list[str]:
        return [table.code for table in await world.tables.tables_in(GUILD, only, **more)]

    everything = await found("open")
    assert everything[0] == first
    assert (set(everything), everything[-1]) == ({first, second, lobby, paused}, lobby)
    assert set(await found("waiting")) == {first, second}
    assert await found("paused") == [paused]
    assert await found("lobby") == [lobby]
    assert await found("ended") == [ended]
    assert await found("away") == []
    assert await found("open", game="volt") == []
    assert await found("open", part=f" {first[1:].lower()}") == [first]
    assert await found("open", part="%") == await found("ended", part="_") == []
    await world.do("go_away", BORIS, first, 1)
    assert await found("away") == [first]
    tables = await world.tables.tables_in(GUILD)
    since = await world.tables.opened_at(tables)
    assert since[first] == world.clock.now() - timedelta(hours=1)
    assert since[paused] == world.clock.now()


async def test_the_audit_goes_by_pages_and_by_table(world: World) -> None:
    code, other = await world.started(BORIS), await world.started(CHEN)
    for hours in range(1, 6):
        await act(world, MODA, code, "extend", hours=hours)
    await act(world, MODB, other, "pause")
    page = await world.tables.audit(GUILD, limit=4)
    assert [entry.facts.get("hours") for entry in page] == [None, 5, 4, 3]
    rest = await world.tables.audit(GUILD, before=page[-1].id, limit=4)
    assert [entry.facts["hours"] for entry in rest] == [2, 1]
    assert [entry.act for entry in await world.tables.audit(GUILD, code=f" {other.lower()}")] == ["pause"]


async def test_whoever_has_asked_for_a_seat_acts_there_no_more_than_those_who_play(world: World) -> None:
    """Or a moderator would hold the others up, and then play on in the seat that gained by it."""
    code = await world.started(BORIS)
    await world.do("offer", BORIS, code)
    claim = await world.do("claim", MODA, code, 1)
    assert (await act(world, MODA, code, "skip", seat=0)).needs == "other"
    undone = await act(world, MODB, code, "cancel")
    assert undone.needs == "confirm"
    asked = await act(world, ANNA, code, "extend", hours=5)
    assert await refused(world, "confirm", MODA, asked.id) == "act_plays"
    await world.do("decide", ANNA, code, claim.id, False)
    assert (await act(world, MODA, code, "extend", hours=5)).status == "done"
