"""The preview's start page, without a browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
import simcord

from app.house import opened
from app.preview import PEOPLE, Demo, PortTakenError, Site, furnish
from app.simulated import SimulatedClock


@pytest_asyncio.fixture
async def demo(tmp_path: Path) -> AsyncIterator[Demo]:
    clock = SimulatedClock()
    async with opened(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}", clock=clock) as house:
        env = simcord.Env(house.bot)
        made = await furnish(env, clock)
        yield made
        await made.close()
        await env.shutdown()


@pytest_asyncio.fixture
async def site(demo: Demo) -> AsyncIterator[Site]:
    made = Site(demo, "en")
    await made.start(0)
    yield made
    await made.close()


@pytest_asyncio.fixture
async def visitor(site: Site) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(site.url) as session:
        yield session


async def test_the_start_page_explains_itself_in_both_languages(visitor: aiohttp.ClientSession) -> None:
    text = await (await visitor.get("/")).text()
    assert 'lang="en"' in text
    assert 'lang="zh-CN"' in text
    assert all(name in text for name, _ in PEOPLE)


async def test_links_open_pages_that_can_be_ended_and_opened_again(demo: Demo, visitor: aiohttp.ClientSession) -> None:
    person = demo.people[0]
    for door in demo.doors(person):
        answer = await visitor.get(f"/open/0/{door.channel_id}", allow_redirects=False)
        assert answer.status == 302
        assert answer.headers["Location"].startswith("http://127.0.0.1:")
    await person.open[demo.channel.id].close()
    assert (await visitor.get(f"/open/0/{demo.channel.id}", allow_redirects=False)).status == 302


@pytest.mark.parametrize("path", ["/open/0/1", "/open/9/1", "/open/x/y", "/nothing"])
async def test_there_is_nothing_elsewhere(visitor: aiohttp.ClientSession, path: str) -> None:
    assert (await visitor.get(path)).status == 404


async def test_nobody_opens_the_private_messages_of_another(demo: Demo, visitor: aiohttp.ClientSession) -> None:
    private = demo.people[1].member.user.dm_channel.id
    assert (await visitor.get(f"/open/0/{private}", allow_redirects=False)).status == 404


async def test_a_person_can_be_given_another_language(demo: Demo, visitor: aiohttp.ClientSession) -> None:
    assert demo.locales[demo.people[0].member.id] == "en-US"
    assert (await visitor.post("/speak/0/zh-CN")).status == 200
    assert demo.locales[demo.people[0].member.id] == "zh-CN"
    assert (await visitor.post("/speak/0/fr")).status == 404


@pytest.mark.parametrize("headers", [{"Host": "elsewhere.example"}, {"Origin": "https://elsewhere.example"}])
async def test_other_sites_get_nothing(visitor: aiohttp.ClientSession, headers: dict[str, str]) -> None:
    assert (await visitor.get("/doors", headers=headers)).status == 403
    assert (await visitor.post("/speak/0/zh-CN", headers=headers)).status == 403


async def test_what_happens_shows_on_the_start_page(demo: Demo, visitor: aiohttp.ClientSession) -> None:
    before = await (await visitor.get("/doors")).text()
    await demo.people[0].member.slash(demo.channel, "play", game="volt")
    assert await (await visitor.get("/doors")).text() != before


async def test_a_taken_port_is_named(demo: Demo, site: Site) -> None:
    second = Site(demo, "en")
    with pytest.raises(PortTakenError) as taken:
        await second.start(site.port)
    assert taken.value.port == site.port
