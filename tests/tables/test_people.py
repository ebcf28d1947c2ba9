"""What people have chosen, what is stored on them, and that nothing is once they are forgotten."""

from __future__ import annotations

import json
import sqlite3
from datetime import timedelta
from typing import Any

import pytest

from db.queries_tables import replace_seats, seats_of
from db.rows import SeatRow
from tables import forgetting
from tables.community import PersonSettings
from tables.desk import Desk
from tables.model import AlreadyDone, Press, Refused
from tests.tables.world import ANNA, BORIS, CHEN, World
from tests.toy_game import Bid

RARE, NAME = 918273645546372819, "Quillip Vantreusen"
"""A person whose id and name stand nowhere by chance."""


def rare(world: World) -> Press:
    return Press(world.press(RARE).id, RARE, NAME, "en")


async def rarely(world: World, what: str, *args: Any, **more: Any) -> Any:
    return await getattr(world.tables, what)(rare(world), *args, **more)


# ---- settings


async def test_who_has_chosen_nothing_has_the_preset(world: World) -> None:
    assert await world.tables.settings(ANNA) == PersonSettings()


async def test_settings_are_kept_one_by_one(world: World) -> None:
    chosen = await world.do("keep_settings", ANNA, zone="Asia/Shanghai", quiet=(22 * 60, 8 * 60))
    assert chosen == PersonSettings(zone="Asia/Shanghai", quiet=(1320, 480))
    chosen = await world.do("keep_settings", ANNA, reminders="digest", digest_hour=0, asks_rights=False)
    assert chosen == await world.tables.settings(ANNA)
    assert chosen == PersonSettings(False, "Asia/Shanghai", (1320, 480), "digest", 0)
    assert (await world.do("keep_settings", ANNA, quiet=None)).quiet is None
    assert (await world.do("keep_settings", ANNA, zone=None)).zone is None
    assert await world.tables.settings(BORIS) == PersonSettings(), "nobody else's"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"zone": "Mars/Olympus"}, "unknown_option"),
        ({"zone": "../etc/passwd"}, "unknown_option"),
        ({"reminders": "always"}, "unknown_option"),
        ({"digest_hour": 24}, "unknown_option"),
        ({"digest_hour": -1}, "unknown_option"),
        ({"colour": "red"}, "unknown_option"),
        ({"quiet": (60, 120)}, "quiet_zone"),
        ({"zone": "UTC", "quiet": (0, 12 * 60 + 1)}, "quiet_long"),
        ({"zone": "UTC", "quiet": (18 * 60, 7 * 60)}, "quiet_long"),
        ({"zone": "UTC", "quiet": (60, 60)}, "unknown_option"),
        ({"zone": "UTC", "quiet": (60, 1440)}, "unknown_option"),
    ],
)
async def test_settings_out_of_bounds_are_refused(world: World, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused) as refused:
        await world.do("keep_settings", ANNA, **changes)
    assert refused.value.reason == reason
    assert await world.tables.settings(ANNA) == PersonSettings()


async def test_twelve_quiet_hours_are_the_most(world: World) -> None:
    chosen = await world.do("keep_settings", ANNA, zone="UTC", quiet=(20 * 60, 8 * 60))
    assert chosen.quiet == (1200, 480)


async def test_a_zone_cannot_be_taken_from_quiet_hours(world: World) -> None:
    await world.do("keep_settings", ANNA, zone="UTC", quiet=(60, 120))
    with pytest.raises(Refused, match="quiet_zone"):
        await world.do("keep_settings", ANNA, zone=None)


# ---- what is stored


async def busy(world: World) -> tuple[str, str, str, str]:
    """The rare person sits in a lobby that they host, a running game, one that they host, and one that is over."""
    await rarely(world, "keep_settings", zone="Asia/Shanghai", quiet=(60, 120))
    lobby = (await rarely(world, "open_lobby", game="pebbles", guild_id=900, channel_id=800, language="en")).code
    await world.do("join", CHEN, lobby)
    running = await world.lobby()
    await world.do("join", BORIS, running)
    await rarely(world, "join", running)
    await world.do("start", ANNA, running)
    hosted = (await rarely(world, "open_lobby", game="relay", guild_id=900, channel_id=800, language="en")).code
    await world.do("join", BORIS, hosted)
    await rarely(world, "start", hosted)
    over = await world.lobby()
    await rarely(world, "join", over)
    await world.do("start", ANNA, over)
    await world.do("answer", ANNA, over, 1, Bid(amount=3))
    await rarely(world, "answer", over, 1, Bid(amount=1))
    await world.do("resign", ANNA, over)
    await world.do("answer", ANNA, running, 1, Bid(amount=2))
    await rarely(world, "save_draft", running, 1, Bid(amount=1))
    await rarely(world, "go_away", running, 1, world.clock.now() + timedelta(days=2))
    await rarely(world, "open_vote", running, "extend", amount=5)
    await world.flush()
    return lobby, running, hosted, over


async def test_everything_stored_on_a_person_is_told_to_them(world: World) -> None:
    lobby, running, hosted, over = await busy(world)
    data = await world.tables.data_of(RARE)
    json.dumps(data)
    assert data["person"]["zone"] == "Asia/Shanghai"
    tables = {table["code"]: table for table in data["tables"]}
    assert tables.keys() == {lobby, running, hosted, over}
    assert [table["host"] for code, table in tables.items() if code in (lobby, hosted)] == [True, True]
    assert tables[running]["drafts"][0]["answer"] == {"kind": "bid", "amount": 1}
    assert tables[over]["held"][0]["answers"][0]["answer"] == {"kind": "bid", "amount": 1}
    assert tables[running]["deadline"]["window"] == 1
    assert tables[running]["held"][0]["away"][0]["days"] == 1
    assert tables[running]["held"][0]["ballots"][0]["yes"] is True
    assert [vote["kind"] for vote in data["votes"]] == ["extend"]
    assert data["posts"]


async def test_nothing_of_others_is_in_it(world: World) -> None:
    """Another's secret answer at a running table changes not a byte."""
    _, running, _, _ = await busy(world)
    before = json.dumps(await world.tables.data_of(RARE))
    await world.do("save_draft", ANNA, running, 1, Bid(amount=0))
    assert json.dumps(await world.tables.data_of(RARE)) == before
    assert str(ANNA) not in before.replace(str(RARE), "")
    assert "Anna" not in before
    assert "seed" not in before


async def test_nothing_is_stored_on_a_stranger(world: World) -> None:
    await busy(world)
    assert await world.tables.data_of(4711) == {}


# ---- forgetting


def dump(world: World) -> str:
    """Every row of the database as text."""
    connection = sqlite3.connect(world.path)
    try:
        return "\n".join(connection.iterdump())
    finally:
        connection.close()


async def test_after_forgetting_nothing_tells_who_it_was(world: World) -> None:
    lobby, running, hosted, _ = await busy(world)
    assert str(RARE) in dump(world)
    assert NAME in dump(world)
    assert set(await rarely(world, "forget")) == {lobby, running, hosted}
    assert str(RARE) not in dump(world)
    assert NAME not in dump(world)
    assert await world.tables.data_of(RARE) == {}
    assert await world.tables.language_of(RARE) is None
    await world.flush()
    assert str(RARE) not in dump(world)


async def test_running_games_go_on_with_a_stand_in(world: World) -> None:
    lobby, running, hosted, _ = await busy(world)
    await rarely(world, "forget")
    info = await world.tables.find(running)
    assert (info.status, info.seats[2].kind, info.seats[2].user_id, info.seats[2].out) == (
        "running",
        "nobody",
        None,
        False,
    )
    await world.do("answer", BORIS, running, 1, Bid(amount=0))
    assert (await world.tables.find(running)).window > 1, "the window waits for nobody else"
    info = await world.tables.find(hosted)
    assert (info.status, info.host_id) == ("running", BORIS)
    info = await world.tables.find(lobby)
    assert (info.status, info.host_id, [seat.user_id for seat in info.seats]) == ("lobby", CHEN, [CHEN])


async def test_games_that_are_over_stay_whole_and_fair(world: World) -> None:
    *_, over = await busy(world)
    before = await world.tables.find(over)
    await rarely(world, "forget")
    after = await world.tables.find(over)
    assert (after.status, after.result, after.salt, len(after.seats)) == ("over", before.result, before.salt, 2)
    assert (await world.tables.fairness(over)).replay_agrees


async def test_a_game_with_nobody_left_ends(world: World) -> None:
    code = (await rarely(world, "open_lobby", game="pebbles", guild_id=900, channel_id=800, language="en")).code
    await rarely(world, "add_bot", code)
    await rarely(world, "start", code)
    await rarely(world, "forget")
    info = await world.tables.find(code)
    assert (info.status, info.ended_why) == ("cancelled", "empty")
    assert str(RARE) not in dump(world)


async def test_what_moderators_wrote_of_them_names_them_no_more(world: World) -> None:
    code = await world.lobby()
    await rarely(world, "join", code)
    await world.do("start", ANNA, code)
    await world.do("act", CHEN, 900, code, "announce", f"{NAME} asked", {"text": f"Thank you <@{RARE}>, {NAME}!"})
    await rarely(world, "act", 900, code, "pause", "a break", {})
    other = await world.started(BORIS)
    await world.do(
        "act", CHEN, 900, other, "replace", "x", {"seat": 0, "user_id": RARE, "name": NAME, "language": "en"}
    )
    await rarely(world, "forget")
    assert str(RARE) not in dump(world)
    assert NAME not in dump(world)
    [act] = [act for act in await world.tables.audit(900) if act.act == "announce"]
    assert (act.reason, act.actor_id) == ("… asked", CHEN)


async def test_a_claim_of_theirs_is_void(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("offer", BORIS, code)
    claim = await rarely(world, "claim", code, 1)
    await rarely(world, "forget")
    after = await world.tables.claim_info(code, claim.id)
    assert (after.status, after.user_id, after.name) == ("void", None, "")
    assert str(RARE) not in dump(world)
    assert NAME not in dump(world)


async def test_a_table_joined_meanwhile_is_left_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = await world.lobby(), await world.lobby(BORIS)
    await rarely(world, "join", first)
    leave = forgetting.leave

    async def slowly(desk: Desk, user_id: int) -> None:
        await leave(desk, user_id)
        if desk.table.code == first:
            now = SeatRow(second, 1, "person", user_id, NAME, "en", 77, out=False, missed=0)
            columns = {name: getattr(now, name) for name in SeatRow.__slots__}
            seats = [{name: getattr(row, name) for name in columns} for row in await seats_of(desk.connection, second)]
            await replace_seats(desk.connection, second, [*seats, columns])

    monkeypatch.setattr(forgetting, "leave", slowly)
    assert await rarely(world, "forget") == [first, second]
    assert [seat.user_id for seat in (await world.tables.find(second)).seats] == [BORIS]
    assert str(RARE) not in dump(world)


async def test_forgetting_happens_once_for_each_press(world: World) -> None:
    press = rare(world)
    await world.tables.forget(press)
    with pytest.raises(AlreadyDone):
        await world.tables.forget(press)


async def test_whoever_comes_again_is_a_newcomer(world: World) -> None:
    _, running, _, _ = await busy(world)
    await rarely(world, "forget")
    with pytest.raises(Refused, match="not_seated"):
        await world.tables.panel(running, RARE)
    code = await world.lobby()
    await rarely(world, "join", code)
    assert [table["code"] for table in (await world.tables.data_of(RARE))["tables"]] == [code]


async def test_not_even_the_file_holds_their_name(world: World) -> None:
    """What SQLite frees it may leave lying in the file; here nothing of it is left once the journal is taken in."""
    await busy(world)
    await rarely(world, "forget")
    await world.flush()
    await world.close()
    connection = sqlite3.connect(world.path)
    connection.execute("pragma wal_checkpoint(truncate)")
    connection.close()
    files = [path for path in world.path.parent.iterdir() if path.name.startswith(world.path.name)]
    assert files
    assert all(NAME.encode() not in path.read_bytes() for path in files)
    await world.open()


async def test_who_only_agreed_to_or_is_named_in_an_act_finds_it(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("act", CHEN, 900, code, "announce", "x", {"text": f"Thank you, <@{RARE}>"})
    await world.do("act", CHEN, 900, code, "announce", "y", {"text": f"Not {RARE}1"})
    [act] = (await world.tables.data_of(RARE))["acts"]
    assert (act["reason"], act["did"], act["actor"]) == ("x", False, None)
