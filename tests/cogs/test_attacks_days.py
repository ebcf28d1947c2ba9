"""Forged presses from another server, in a simulated Discord: whatever they name, nothing happens, nothing is told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from render import Studio
from tables.model import Press
from tests.cogs.panel_maker import Blank
from tests.play.harness import Person, Play, Seen, playing

WITH_ITS_NUMBER = "claim-yes claim-no invite-yes invite-no vote-yes vote-no give-up keep claim log orders order"
BY_LIST = "menu-do seek vote-hours vote-whom undo-to away-days look-at option pace"
BARE = "menu recap seat resign join start cancel look p-ready p-show v-wipe vote-cancel"
BY_SEAT = ("claim", "give-up", "keep")
HUGE = "99999999999999999999"
CHOICES = ("leave", "undo", "cancel", "recap")
OWN = ("people", "interactions", "heartbeat")
"""What a press may change: that somebody was here."""


@pytest.fixture
async def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Play]:
    """Rook, 小满 and Ibis play, vote, and have a seat on offer; a moderator's act waits. Moth looks on."""
    blank = Blank()

    async def draw(self: Studio, game: str, view: Any, look: Any) -> Any:
        return await blank.draw(game, view, look)

    monkeypatch.setattr(Studio, "draw", draw)
    async with playing(tmp_path, beat_seconds=7200) as play:
        rook, _, ibis, _ = play.people
        await play.begin(*play.people[:3])
        tables = play.house.tables
        await tables.open_vote(Press(1, rook.id, "Rook", "en"), play.code, "pause")
        await tables.offer(Press(2, ibis.id, "Ibis", "en"), play.code)
        await tables.act(Press(3, 12345, "Marshal", "en"), play.guild.id, play.code, "cancel", "quarrel", {})
        await play.house.tables.beat()
        await play.settle()
        yield play


async def mallory(play: Play) -> tuple[Person, Seen, int]:
    """Somebody who manages another server, a message of the bot's there, and its channel."""
    guild = play.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("den")
    person = Person("Mallory", "en", guild.add_member(play.env.create_user("Mallory", global_name="Mallory")))
    play.locales[person.id] = "en-US"
    role = guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    play.env.backend.add_member_role(guild.id, person.id, role.id)
    await person.member.slash(channel, "play", game=play.game)
    await play.settle()
    return person, play.messages(channel.id)[-1], channel.id


def forged(code: str) -> list[tuple[str, list[str] | None]]:
    ids: list[tuple[str, list[str] | None]] = [(f"s1:{code}:0:act:1-yes", None), (f"s1:{code}:0:act:{HUGE}-no", None)]
    ids += [(f"s1:{code}:1:{what}:{2 if what in BY_SEAT else 1}", None) for what in WITH_ITS_NUMBER.split()]
    ids += [(f"s1:{code}:1:{what}:{HUGE}", None) for what in ("vote-yes", "claim", "log", "claim-yes")]
    ids += [(f"s1:{code}:1:{what}", ["1"]) for what in BY_LIST.split()]
    ids += [(f"s1:{code}:1:{what}", ["9" * 30]) for what in ("seek", "vote-hours", "away-days", "undo-to")]
    ids += [(f"s1:{code}:0:menu-do", [choice]) for choice in CHOICES]
    ids += [(f"s1:{code}:1:{what}", None) for what in BARE.split()]
    ids += [(f"s1:{code}:{window}:undo-to", ["1"]) for window in (0, 999999999)]
    return [*ids, (f"s1:{code}:0:audit:old-5", None), (f"s1:{code}:0:audit:old-{HUGE}", None)]


async def stored(play: Play) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in the database but who was here."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    async with play.house.tables._kit.database.read() as connection:
        names = await connection.exec_driver_sql("select name from sqlite_master where type = 'table'")
        for (name,) in names.all():
            if name not in OWN:
                found[name] = [tuple(row) for row in await connection.exec_driver_sql(f"select * from {name}")]
    return found


async def test_from_elsewhere_nothing_can_be_done_or_learnt(play: Play) -> None:
    """Not even by somebody who manages their own server."""
    person, message, channel_id = await mallory(play)
    before, known = await stored(play), {seen.id for seen in play.messages(channel_id, person)}
    presses = forged(play.code)
    for number, (custom_id, values) in enumerate(presses, 1):
        play.press_forged(person, message, custom_id, values)
        if number % 15 == 0:
            await play.settle()
    await play.settle()
    assert await stored(play) == before
    answers = [seen.text for seen in play.messages(channel_id, person) if seen.id not in known]
    assert len(answers) >= len(presses) - 2
    told = "\n".join(answers)
    for name in ("Rook", "小满", "Ibis", "Marshal", "quarrel", "Round"):
        assert name not in told
    assert "could be taken back" not in told
    assert "reference" not in told.lower(), "a forged press is no bug of ours"
