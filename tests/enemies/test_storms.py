"""One person who presses everything at once, and one who has many accounts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import cogs.press
from cogs.bounds import COMMANDS, IN_FLIGHT, Allowance
from engines import GAMES
from render import Studio
from tests.enemies.quick import Stillness, run_quickly
from tests.play.harness import Play, playing_as
from tests.white import leave_white

AT_ONCE = 200


@asynccontextmanager
async def house(folder: Path, monkeypatch: pytest.MonkeyPatch, slowed: list[int]) -> AsyncIterator[Play]:
    """A bot with its real bounds; ``slowed`` gets whom it asks to slow down."""
    monkeypatch.setattr(Studio, "draw", leave_white)
    run_quickly(monkeypatch)
    ask = cogs.press._slow_down

    async def noted(interaction: Any) -> None:
        slowed.append(interaction.user.id)
        await ask(interaction)

    monkeypatch.setattr(cogs.press, "_slow_down", noted)
    async with playing_as(Play, folder, people=3, seed="storm") as play:
        yield play


async def test_a_button_pressed_two_hundred_times_counts_once_and_each_press_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slowed: list[int] = []
    async with house(tmp_path, monkeypatch, slowed) as play:
        host, stormer, other = play.people
        lobby = await play.open_lobby(host)
        still = Stillness(play)
        await still.full()
        records = [play.press_at_once(stormer, lobby, f"s1:{play.code}:0:join") for _ in range(AT_ONCE)]
        late = play.press_at_once(other, lobby, f"s1:{play.code}:0:join")
        await still.full()
        assert all(record.responded for record in (*records, late))
        assert slowed == [stormer.id] * (AT_ONCE - IN_FLIGHT)
        table = await play.table()
        assert sorted(seat.user_id or 0 for seat in table.seats) == sorted([host.id, stormer.id, other.id])


async def test_commands_cool_down_for_each_person_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slowed: list[int] = []
    async with house(tmp_path, monkeypatch, slowed) as play:
        monkeypatch.setattr(cogs.press, "allowance", Allowance())
        stormer, other = play.people[:2]
        for _ in range(COMMANDS + 3):
            await stormer.member.slash(play.channel, "me games")
        await other.member.slash(play.channel, "me games")
        assert slowed == [stormer.id] * 3
        play.env.backend.advance_clock(timedelta(minutes=1).total_seconds())
        await stormer.member.slash(play.channel, "me games")
        assert slowed == [stormer.id] * 3


async def test_many_accounts_fill_a_lobby_and_no_more_and_the_host_closes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limits that stand: one seat for each account, as many as the game has, and the host's right to close it.

    Accounts are not tied to persons: Discord tells no bot who is behind one.
    """
    slowed: list[int] = []
    async with house(tmp_path, monkeypatch, slowed) as play:
        host = play.people[0]
        lobby = await play.open_lobby(host)
        puppets = [play.add_person(f"Puppet {number}", "en") for number in range(12)]
        await play.env.settle()
        for puppet in (*puppets, *puppets):
            play.press_at_once(puppet, lobby, f"s1:{play.code}:0:join")
        await play.settle()
        seated = [seat.user_id for seat in (await play.table()).seats]
        most = max(GAMES[play.game].seats)
        await play.press(host, "cancel")
        assert seated[0] == host.id
        assert len(seated) == len(set(seated)) == most
        assert (await play.table()).status == "cancelled"
