"""Discord fails in every way it knows: nothing is lost or doubled, and whoever must know is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from tests.wire.killing import equal
from tests.wire.limits import Fault, too_many
from tests.wire.people import Person, Press
from tests.wire.playing import A_WHILE, PLOTS, Evening
from tests.wire.process import Nursery
from tests.wire.server import Request, until
from tests.wire.story import Story, check, story_of
from tests.wire.weather import BROKEN, Weather, evening, quick_clock, story_to_the_end, story_under

LIVE = PLOTS["volt"]
SLOW = replace(LIVE, pace="day", missed=frozenset())
OFTEN = ("POST /channels/#/messages", "PATCH /channels/#/messages/#", "POST /interactions/#/token/callback")
SKIES: dict[str, Callable[[], Weather]] = {
    "broken after it was carried out": lambda: Weather(after=[BROKEN, None, BROKEN]),
    "500 before, 502 after": lambda: Weather(before=[Fault(500), None], after=[None, Fault(502)]),
    "429": lambda: Weather(before=[too_many(0.4), None, too_many(1.5), None, too_many(0.2, shared=True)]),
    "429 for ten minutes": lambda: Weather(before=[too_many(600), None, None, too_many(600)]),
}
SKIES_AT_ONCE = [name for name in SKIES if "broken" in name]
SKIES_LATER = [pytest.param(name, marks=pytest.mark.long) for name in SKIES if "broken" not in name]

pytestmark = pytest.mark.timeout(300)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def nursery() -> AsyncIterator[Nursery]:
    async with Nursery() as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def calm(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Story]:
    """How the game goes when nothing is wrong, at both paces."""
    told: dict[str, Story] = {}
    for plot in (LIVE, SLOW):
        async with evening(tmp_path_factory.mktemp("calm") / plot.pace, plot, nursery) as table:
            told[plot.pace] = await story_under(table)
    return told


def same_game(calm: Story, other: Story) -> None:
    """The game is the same, whatever became of messages that Discord has lost."""
    equal(replace(calm, told=[]), replace(other, told=[]))


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("sky", [*SKIES_AT_ONCE, *SKIES_LATER])
async def test_a_game_comes_out_the_same(tmp_path: Path, nursery: Nursery, calm: dict[str, Story], sky: str) -> None:
    weather = SKIES[sky]()
    plot = SLOW if "minutes" in sky else LIVE
    async with evening(tmp_path / "bad", plot, nursery) as table:
        weather.over(table.wire)
        if plot is SLOW:
            async with quick_clock(table):
                story = await story_under(table)
        else:
            story = await story_under(table)
        equal(calm[plot.pace], story)
    assert all(weather.met[kind] for kind in OFTEN)


@pytest.mark.asyncio(loop_scope="module")
async def test_every_event_twice(tmp_path: Path, nursery: Nursery, calm: dict[str, Story]) -> None:
    async with evening(tmp_path / "twice", LIVE, nursery) as table:
        table.wire.gateway.copies = 2
        equal(calm["live"], await story_under(table))


@pytest.mark.asyncio(loop_scope="module")
async def test_a_press_that_comes_too_late_to_be_answered_counts(tmp_path: Path, nursery: Nursery) -> None:
    """10062: whoever pressed sees nothing, and finds it done."""
    async with evening(tmp_path / "late", SLOW, nursery) as table:
        await table.open_lobby()
        gateway, other = table.wire.gateway, table.people[1]
        gateway.late = 3.2
        press = await until(lambda: join(table, other))
        assert not table.seated(other)
        await until(lambda: table.seated(other))
        await until(lambda: refused(table, press.record.id), 10, "the refusal of an answer that is late")
        gateway.late = 0


def join(table: Evening, person: Person) -> Press | None:
    found = person.find("join", table.code)
    return None if found is None else person.press(found[0], str(found[1]["custom_id"]))


def refused(table: Evening, press: int) -> bool:
    """Whether Discord did not take the first answer to this press."""
    return any(one.path.startswith(f"/interactions/{press}/") and one.status == 404 for one in table.wire.requests)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060)])
async def test_no_press_is_ever_acknowledged(tmp_path: Path, nursery: Nursery, status: int, code: int) -> None:
    """Every button counts all the same, and what came of it is told by the posts."""
    async with evening(tmp_path / "deaf", replace(PLOTS["wasteland"], closed=None), nursery) as table:
        await table.begin()

        async def deaf(request: Request) -> Fault | None:
            return Fault(status, code) if request.kind.endswith("/callback") else None

        table.wire.before, table.patient = deaf, False
        await table.play(2)
        await table.settle()
        check(table)
        assert table.table["window"] == 3
        counted = table.rows.all("select seat from actions where source != 'person'")
        assert not counted, "a press did not count"


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("forgotten", [False, True], ids=["resumed", "anew"])
async def test_the_gateway_is_away_for_minutes(
    tmp_path: Path, nursery: Nursery, calm: dict[str, Story], forgotten: bool
) -> None:
    """No time runs out meanwhile; what was pressed just before counts; then everything goes on."""
    async with evening(tmp_path / "away", LIVE, nursery) as table:
        await table.begin()
        gateway, window = table.wire.gateway, table.table["window"]
        before = gateway.identified, gateway.resumed
        gateway.forgetting = forgotten
        await gateway.drop(refuse=2.5)
        for _ in range(8):  # 400 seconds: more than anybody has at a live table
            table.move_clock(A_WHILE)
            await asyncio.sleep(0.3)
        assert not table.passed(window), "time ran out while nobody could answer"
        await asyncio.wait_for(gateway.ready.wait(), 60)
        came_back = gateway.identified - before[0], gateway.resumed - before[1]
        assert came_back == ((1, 0) if forgotten else (0, 1))
        same_game(calm["live"], await story_to_the_end(table))
        assert table.rows.all("select key from outbox where kind = 'outage'"), "nobody was told"


@pytest.mark.asyncio(loop_scope="module")
async def test_a_dm_is_closed_in_the_middle(tmp_path: Path, nursery: Nursery, calm: dict[str, Story]) -> None:
    """50007: the next panel comes in a private thread, and the game never waited."""
    async with evening(tmp_path / "closed", LIVE, nursery) as table:
        await table.begin()
        await table.play(1)
        person = table.people[1]
        table.wire.closed_dms.add(person.dm)
        equal(calm["live"], await story_to_the_end(table))
        private = [one for one in table.wire.backend.channels.values() if one.type == 12]
        assert len(private) == 1
        assert any(str(person.id) in seen.text for seen in person.sees(private[0].id)), "nobody called them there"


def in_the_thread(table: Evening) -> Callable[[Request], bool]:
    """Whether a request is about messages of the table's thread."""

    def told(request: Request) -> bool:
        return request.path.startswith(f"/channels/{table.table['thread_id']}/messages")

    return told


@pytest.mark.asyncio(loop_scope="module")
async def test_the_thread_takes_no_posts_for_a_while(tmp_path: Path, nursery: Nursery, calm: dict[str, Story]) -> None:
    """50013: the host is told, once; what was held back comes in its order when the right is back."""
    async with evening(tmp_path / "mute", LIVE, nursery) as table:
        await table.begin()
        await table.settle()
        inside, mute = in_the_thread(table), True

        async def refuse(request: Request) -> Fault | None:
            return Fault(403, 50013) if mute and inside(request) else None

        table.wire.before = refuse
        await table.play(3)
        host = table.people[0]
        await until(lambda: alarms(table), 20, "word to the host")
        mute = False
        table.wire.backend.announce_channel_update(table.wire.channel.id)
        equal(calm["live"], await story_to_the_end(table))
        assert len([seen for seen in host.sees(host.dm) if seen.id in alarms(table)]) <= 1


def alarms(table: Evening) -> list[int]:
    query = "select message_id from outbox where kind = 'alarm' and message_id is not null"
    return [row["message_id"] for row in table.rows.all(query)]


@pytest.mark.asyncio(loop_scope="module")
async def test_an_archived_thread_is_opened_again(tmp_path: Path, nursery: Nursery, calm: dict[str, Story]) -> None:
    """50083."""
    async with evening(tmp_path / "archived", LIVE, nursery) as table:
        await table.begin()
        await table.settle()
        inside, archived = in_the_thread(table), True

        async def refuse(request: Request) -> Fault | None:
            nonlocal archived
            if request.kind == "PATCH /channels/#" and request.body.get("archived") is False:
                archived = False
            writes = request.method in ("POST", "PATCH")
            return Fault(400, 50083) if archived and writes and inside(request) else None

        table.wire.before = refuse
        equal(calm["live"], await story_to_the_end(table))
        assert not archived


Loss = Callable[[Evening], Awaitable[None]]


async def lose_thread(table: Evening) -> None:
    table.wire.backend.delete_channel(table.table["thread_id"])


async def lose_panel(table: Evening) -> None:
    person = table.people[0]
    found = await until(lambda: person.find("v-type", table.code))
    table.wire.backend.delete_message(found[0].channel_id, found[0].id)
    seat = await until(lambda: person.find("seat", table.code))
    await person.press(seat[0], str(seat[1]["custom_id"])).acknowledged()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("loss", [lose_thread, lose_panel], ids=["10003", "10008"])
async def test_what_is_deleted_is_made_again(
    tmp_path: Path, nursery: Nursery, calm: dict[str, Story], loss: Loss
) -> None:
    async with evening(tmp_path / "lost", LIVE, nursery) as table:
        await table.begin()
        await table.play(1)
        await table.settle()
        await loss(table)
        await table.play()
        await table.settle()
        same_game(calm["live"], story_of(table))
        thread = table.table["thread_id"]
        assert thread in table.wire.backend.channels
        assert any(seen.raw.author_id == table.wire.backend.bot_user.id for seen in table.people[0].sees(thread))
