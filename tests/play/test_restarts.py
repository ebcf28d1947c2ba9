"""The bot stops and starts again, in good order or not, and nobody notices."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.play.harness import Person, Play, playing

PROGRAMS = {0: "B3N R1NE B2E", 1: "B2S R3SW B4W"}
LONGEST = 3
"""Windows of the short game; afterwards one player resigns."""

Between = Callable[[], Awaitable[None]]


def long(*moments: int) -> list[Any]:
    """Further moments to be killed at, in the long form."""
    return [pytest.param(moment, marks=pytest.mark.long) for moment in moments]


async def short_game(play: Play, between: Between) -> None:
    """Two people, every kind of press once in a while, and ``between`` after each press."""
    rook, xiaoman = play.people
    await play.open_lobby(rook)
    await between()
    await play.press(xiaoman, "join")
    await between()
    await play.press(rook, "start")
    await between()
    for _ in range(LONGEST):
        for person in await play.asked():
            await plan(play, person, between)
        if (await play.table()).status != "running":
            return


async def plan(play: Play, person: Person, between: Between) -> None:
    program = await play.plan(person)
    if person is play.people[0]:
        first, *rest = program.split()
        await play.press(person, "v-die", values=[first[:2]])
        await between()
        await play.press(person, "v-dir", values=[first[2:]])
        await between()
        assert rest
    opened = await play.press(person, "v-type")
    await play.fill(person, opened, program)
    await between()
    await play.press(person, "p-ready")
    await between()


def told(play: Play) -> list[str]:
    """Every public message as it reads, without the ids in it."""
    return [seen.text for seen in play.public()]


async def test_a_restart_between_any_two_presses_changes_nothing(tmp_path: Path) -> None:
    async def nothing() -> None:
        pass

    restarts = 0
    async with playing(tmp_path / "plain", people=2) as play:
        await short_game(play, nothing)
        plain, view, secret = told(play), await play.view(), [seen.text for seen in play.dms(play.people[0])]
    async with playing(tmp_path / "restarted", people=2) as play:

        async def restart() -> None:
            nonlocal restarts
            restarts += 1
            await play.restart()

        await short_game(play, restart)
        assert restarts > 15
        assert await play.view() == view
        assert told(play) == plain
        assert [seen.text for seen in play.dms(play.people[0])] == secret


async def test_a_form_opened_before_a_restart_still_counts(tmp_path: Path) -> None:
    async with playing(tmp_path, people=2) as play:
        await play.begin()
        opened = await play.press(play.people[0], "v-type")
        await play.restart()
        await play.fill(play.people[0], opened, "B3N R1NE B2E")
        assert (await play.house.tables.panel(play.code, play.people[0].id)).draft is not None


@pytest.mark.parametrize("turns", [0, 6, 25, 90, *long(1, 3, 10, 15, 40, 60, 140, 200)])
async def test_killed_while_the_last_ready_is_handled(tmp_path: Path, turns: int) -> None:
    """However far it got: the window resolves once, and everything is told once."""
    async with playing(tmp_path, people=2) as play:
        rook, xiaoman = play.people
        await play.begin()
        for person in play.people:
            await play.type_program(person, PROGRAMS[play.people.index(person)])
        await play.press(rook, "p-ready")
        seen, ready = play.find(xiaoman, "p-ready")
        play.press_at_once(xiaoman, seen, ready["custom_id"])
        for _ in range(turns):
            await asyncio.sleep(0.0005)
        await play.kill()
        await play.revive()
        await play.wait(60)
        if (await play.table()).window == 1:
            await play.press(xiaoman, "p-ready")
            await play.wait(60)
        table = await play.table()
        assert table.window == 2
        everything = told(play)
        assert len(everything) == len(set(everything)), "something was told twice"
        chapters = {step.chapter for step in await play.house.tables.steps(play.code, window=1)}
        assert sum("Round 1 ·" in text for text in everything) == len(chapters)
        for person in play.people:
            assert play.find(person, "v-type")[0].channel_id == person.user.dm_channel.id
            assert sum(message.find("v-type") is not None for message in play.dms(person)) == 1


async def dealt(folder: Path, turns: int | None) -> list[Any]:
    """The table after the cards are drawn and after the hidden AI cards are turned, killed on the way to both."""
    views: list[Any] = []
    async with playing(folder, people=2) as play:
        rook, xiaoman = play.people
        await play.begin(options={"modules": "on", "arena": "minefield"})
        for window, what in enumerate(("v-fit", "p-ready"), start=1):
            if what == "p-ready":
                for person in play.people:
                    await play.type_program(person, PROGRAMS[play.people.index(person)])
            await play.press(rook, what)
            seen, last = play.find(xiaoman, what)
            play.press_at_once(xiaoman, seen, last["custom_id"])
            if turns is not None:
                for _ in range(turns):
                    await asyncio.sleep(0.0005)
                await play.kill()
                await play.revive()
                await play.wait(60)
                if (await play.table()).window == window:
                    await play.press(xiaoman, what)
            await play.settle()
            assert (await play.table()).window == window + 1
            views += [step.view for step in await play.house.tables.steps(play.code, window=window)]
    return views


@pytest.mark.parametrize("turns", [20, *long(0, 5, 80)])
async def test_a_kill_does_not_deal_anew(tmp_path: Path, turns: int) -> None:
    """Cards that were face down are the same afterwards: nobody stops the bot until the luck suits them."""
    assert await dealt(tmp_path / "killed", turns) == await dealt(tmp_path / "plain", None)


async def test_a_panel_in_a_private_thread_is_found_again_after_a_long_outage(tmp_path: Path) -> None:
    """It was posted, the bot died before it could note that down, and Discord has forgotten the nonce since."""
    async with playing(tmp_path, people=2) as play:
        rook = play.people[0]
        play.close_dm(rook)
        await play.begin()
        before, _ = play.find(rook, "v-type")
        async with play.house.database.write() as connection:
            await connection.exec_driver_sql(
                "update outbox set sent_version = 0, message_id = null, channel_id = null where kind = 'panel'"
            )
        play.env.backend.known_nonces.clear()  # type: ignore[attr-defined]
        await play.restart()
        await play.wait(60)
        panels = [seen for room in play.rooms(rook) for seen in play.messages(room, rook) if seen.find("v-type")]
        assert [seen.id for seen in panels] == [before.id]
