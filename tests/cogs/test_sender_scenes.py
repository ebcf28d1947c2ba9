"""Posts of scenes on their way to Discord: silent where nobody is called, never lost, never overwritten by the old."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.composed import Composed
from cogs.posts.scene import show_turn
from tests.cogs.fake_discord import FakeBot, FakeDiscord, Message
from tests.cogs.panel_maker import control, read
from tests.cogs.test_sender_faults import KINDS, assert_all_said_once, settle
from tests.scene_game import Decline, Rest, Run
from tests.scene_painter import register
from tests.tables.world import ANNA, BORIS, THREAD, World


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    register(monkeypatch)
    world = await World(tmp_path / "tables.db").open()
    yield world
    await world.close()


def turns(discord_: FakeDiscord) -> list[Message]:
    return [message for message in discord_.messages.get(THREAD, []) if "relay.event.begins" in message.text]


async def say(world: World, user: int, code: str, action: Any) -> None:
    await world.do("answer", user, code, (await world.tables.find(code)).window, action)


async def test_scenes_of_bots_are_silent_and_those_of_people_call_them(world: World) -> None:
    discord_ = FakeDiscord()
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await world.started(bots=1, game="relay")
    await bot.sender.flush(code)
    await say(world, ANNA, code, Run(steps=1))
    await say(world, ANNA, code, Rest())
    await bot.sender.flush(code)
    assert [message.silent for message in turns(discord_)] == [False, True, False]
    called = [[user.id for user in message.mentions.users or ()] for message in turns(discord_)]
    assert called == [[ANNA], [], [ANNA]]


async def test_an_open_scene_that_was_deleted_comes_back_once_and_a_record_does_not(world: World) -> None:
    discord_ = FakeDiscord()
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await world.started(BORIS, game="relay")
    await bot.sender.flush(code)
    (lost,) = turns(discord_)
    discord_.messages[THREAD].remove(lost)
    await say(world, ANNA, code, Run(steps=1))
    await settle(world, bot)
    (back,) = turns(discord_)
    assert back.id != lost.id
    assert back.text.count("relay.event") == 2
    discord_.messages[THREAD].remove(back)
    await say(world, ANNA, code, Rest())
    await settle(world, bot)
    assert len(turns(discord_)) == 1, "that of Boris"
    (row,) = (row for row in await world.posts("turn") if row["dropped"])
    assert row["key"].endswith("leg-1")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "crash"])
async def test_whatever_fails_each_scene_stands_there_once(world: World, kind: str) -> None:
    discord_ = FakeDiscord()
    seen: list[str] = []

    def fault(what: str, channel: int) -> BaseException | None:
        seen.append(what)
        return KINDS[kind]() if len(seen) % 3 == 2 and len(seen) < 30 else None

    discord_.fault = fault
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await world.started(BORIS, game="relay", pace="slow")
    for user in (ANNA, BORIS, ANNA):
        for action in (Run(steps=2), Rest()):
            for _ in range(3):
                await bot.kick(code)
            await say(world, user, code, action)
    for _ in range(30):
        await bot.kick(code)
        world.clock.pass_by(hours=2)
    await assert_all_said_once(world, discord_)
    assert [message.text.count("relay.event") for message in turns(discord_)] == [4, 4, 4, 1]


async def test_what_a_press_has_shown_is_not_overwritten_by_an_edit_under_way(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    discord_ = FakeDiscord()
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await world.started(BORIS, game="relay")
    await bot.sender.flush(code)
    await world.do("save_draft", ANNA, code, 1, Run(steps=1))
    place, pressed = type(discord_.place(THREAD)), False
    edit = place._edit

    async def slowly(self: Any, message_id: int, **changes: Any) -> None:
        nonlocal pressed
        if not pressed:
            pressed = True
            await say(world, ANNA, code, Run(steps=1))
            (post,) = [post for post in await world.tables.due_posts(table=code) if post.kind == "turn"]
            await world.tables.sent(post.key, post.version, channel_id=THREAD, message_id=message_id)
        await edit(self, message_id, **changes)

    monkeypatch.setattr(place, "_edit", slowly)
    await bot.sender.flush(code)
    (message,) = turns(discord_)
    assert message.edits == 2
    assert "relay.event.stepped" in message.text


class Pressing:
    """As much of a press as showing needs; ``meanwhile`` happens while the first edit is under way."""

    def __init__(self, bot: FakeBot, meanwhile: Any = None, *, shows: bool = True) -> None:
        self.bot, self.meanwhile, self.shows = bot, meanwhile, shows
        self.shown: list[Composed] = []
        self.interaction = SimpleNamespace(message=None)

    async def show(self, composed: Composed, *, everyone: bool = False) -> bool:
        assert everyone
        self.shown.append(composed)
        if self.meanwhile is not None:
            happens, self.meanwhile = self.meanwhile, None
            await happens()
        return self.shows


async def scene_of(world: World, code: str) -> Any:
    post = await world.tables.post(f"{code}:turn:leg-1")
    assert post is not None
    return post


async def test_a_press_that_another_one_overtakes_shows_what_came_of_that(world: World) -> None:
    bot = FakeBot(FakeDiscord(), world.tables, world.clock)
    code = await world.started(BORIS, game="relay", pace="live")
    await bot.sender.flush(code)
    await say(world, ANNA, code, Run(steps=3))
    press: Any = Pressing(bot, lambda: say(world, BORIS, code, Decline()))
    await show_turn(press, await scene_of(world, code))
    assert [read(composed).count("relay.event") for composed in press.shown] == [4, 5]
    assert control(press.shown[1], "g-decline") is None
    post = await scene_of(world, code)
    assert post.sent_version == post.version


async def test_a_press_whose_edit_fails_leaves_it_to_the_outbox(world: World) -> None:
    bot = FakeBot(FakeDiscord(), world.tables, world.clock)
    code = await world.started(BORIS, game="relay")
    await bot.sender.flush(code)
    await say(world, ANNA, code, Run(steps=1))
    press: Any = Pressing(bot, shows=False)
    await show_turn(press, await scene_of(world, code))
    post = await scene_of(world, code)
    assert post.sent_version < post.version
