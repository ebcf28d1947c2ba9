"""Who has left the server is found out without being told, and without a storm of questions."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from cogs.members import SOON_AT_ONCE
from tables.model import Refused
from tests.cogs.fake_discord import refusal
from tests.cogs.stale_world import Stale, staling
from tests.tables.world import ANNA, BORIS, GUILD


@pytest.fixture
async def stale(tmp_path: Path) -> AsyncIterator[Stale]:
    async with staling(tmp_path) as stale:
        yield stale


async def gone(stale: Stale) -> list[bool]:
    return [seat.gone for seat in (await stale.tables.find(stale.code)).seats]


def looked_at(stale: Stale) -> list[int]:
    found = [who for what, who in stale.discord.calls if what == "member"]
    stale.discord.calls.clear()
    return found


async def test_everybody_is_looked_at_when_a_window_asks_them_but_only_once_in_ten_minutes(stale: Stale) -> None:
    await stale.begin()
    for _ in range(3):
        await stale.bot.members.look(0)
    assert looked_at(stale) == [ANNA, BORIS]
    await stale.play_window()
    await stale.bot.sender.flush()
    await stale.bot.members.look(5)
    assert looked_at(stale) == []
    stale.world.clock.pass_by(minutes=11)
    await stale.play_window()
    await stale.bot.sender.flush()
    await stale.bot.members.look(0)
    assert looked_at(stale) == [ANNA, BORIS]
    assert await gone(stale) == [False, False]


@pytest.mark.parametrize("code", [10007, 10013])
async def test_whoever_has_left_is_away_at_once_and_found_again(stale: Stale, code: int) -> None:
    await stale.begin()
    stale.guild.people.discard(BORIS)
    stale.fail(lambda: refusal(404, code), lambda what, who: (what, who) == ("member", BORIS))
    await stale.bot.members.look(0)
    assert await gone(stale) == [False, True]
    told = len(await stale.world.posts("alarm"))
    assert told
    stale.world.clock.pass_by(minutes=20)
    stale.bot.members.want(GUILD, [BORIS])
    await stale.bot.members.look(0)
    assert len(await stale.world.posts("alarm")) == told, "it is said once"
    stale.guild.people.add(BORIS)
    stale.heal()
    stale.world.clock.pass_by(minutes=20)
    stale.bot.members.want(GUILD, [BORIS])
    await stale.bot.members.look(0)
    assert await gone(stale) == [False, False]


@pytest.mark.parametrize("what", ["outage", "forbidden", "kicked", "other"])
async def test_nobody_is_held_for_gone_because_something_fails(stale: Stale, what: str) -> None:
    await stale.begin()
    stale.guild.people.clear()
    if what == "outage":
        stale.guild.unavailable = True
    elif what == "kicked":
        stale.bot.guilds.clear()
    else:
        error = refusal(403, 50001) if what == "forbidden" else refusal(404, 10004)
        stale.fail(lambda: error, lambda what, who: what == "member")
    await stale.bot.members.look(0)
    assert await gone(stale) == [False, False]


@pytest.mark.parametrize("error", [refusal(500), refusal(429), discord.RateLimited(90.0)])
async def test_whom_trouble_kept_from_being_looked_at_is_looked_at_later(stale: Stale, error: Exception) -> None:
    await stale.begin()
    stale.guild.people.discard(BORIS)
    stale.fail(lambda: error, lambda what, who: (what, who) == ("member", BORIS))
    with pytest.raises(type(error)):
        await stale.bot.members.look(0)
    assert looked_at(stale)[-2:] == [ANNA, BORIS]
    stale.heal()
    await stale.bot.members.look(0)
    assert looked_at(stale)[:1] == [BORIS]
    assert await gone(stale) == [False, True]


async def test_a_crowd_is_looked_at_in_small_parts(stale: Stale) -> None:
    stale.bot.members.want(GUILD, range(1000, 1500))
    stale.bot.members.want(GUILD, range(2000, 2500), soon=False)
    await stale.bot.members.look(3)
    assert len(looked_at(stale)) == SOON_AT_ONCE + 3


async def test_old_buttons_in_a_dm_do_nothing_for_whoever_has_left(stale: Stale) -> None:
    members = stale.bot.members
    await stale.begin()
    await members.admit(BORIS, stale.code)
    stale.guild.people.discard(BORIS)
    await members.look(0)
    for _ in range(3):
        with pytest.raises(Refused, match="left_server"):
            await members.admit(BORIS, stale.code)
    assert len(looked_at(stale)) <= 3, "however often they press"
    stale.guild.people.add(BORIS)
    stale.world.clock.pass_by(minutes=1)
    await members.admit(BORIS, stale.code)
    assert await gone(stale) == [False, False], "back on the server, the first press counts"
    await members.admit(999, stale.code)
    await members.admit(BORIS, "NOPE")


async def test_a_press_is_not_lost_because_discord_does_not_say_whether_somebody_is_back(stale: Stale) -> None:
    await stale.begin()
    await stale.tables.members_gone(GUILD, frozenset({BORIS}))
    stale.fail(lambda: refusal(503), lambda what, who: what == "member")
    await stale.bot.members.admit(BORIS, stale.code)
    assert looked_at(stale)[-1] == BORIS
