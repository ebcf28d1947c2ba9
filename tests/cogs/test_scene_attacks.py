"""A scene's message never keeps an older text over a newer one, whatever order edits arrive in and whichever fail."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.posts.scene import CATCH_UP, show_turn
from tests.cogs.fake_discord import FakeBot, FakeDiscord, refusal
from tests.cogs.panel_maker import read
from tests.cogs.test_sender_faults import settle
from tests.cogs.test_sender_scenes import Pressing, say, scene_of, turns
from tests.cogs.test_sender_scenes import world as world
from tests.scene_game import Rest, Run
from tests.tables.world import ANNA, BORIS, THREAD, World

EVENT = "relay.event"
ROAD = "thunder_road"
"""A game in which nothing has happened yet when a scene is first asked."""


async def open_scene(world: World, discord_: FakeDiscord) -> tuple[FakeBot, str]:
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await world.started(BORIS, game="relay")
    await bot.sender.flush(code)
    return bot, code


async def has_sent(world: World, code: str) -> None:
    """Somebody else's edit has brought the newest there is."""
    post = await scene_of(world, code)
    await world.tables.sent(post.key, post.version, channel_id=THREAD, message_id=post.message_id)


@pytest.mark.parametrize("error", [TimeoutError, lambda: refusal(500), lambda: OSError("reset")])
async def test_an_old_edit_that_comes_late_and_unanswered_is_repaired(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Any
) -> None:
    """It arrives after a press has shown something newer, but the bot only hears that it failed."""
    discord_ = FakeDiscord()
    bot, code = await open_scene(world, discord_)
    await world.do("save_draft", ANNA, code, 1, Run(steps=1))
    place = type(discord_.place(THREAD))
    edit, late = place._edit, [True]

    async def lost(self: Any, message_id: int, **changes: Any) -> None:
        if not late:
            await edit(self, message_id, **changes)
            return
        late.clear()
        await say(world, ANNA, code, Run(steps=1))
        await has_sent(world, code)
        await edit(self, message_id, **changes)
        raise error()

    monkeypatch.setattr(place, "_edit", lost)
    await bot.sender.flush(code)
    assert turns(discord_)[0].text.count(EVENT) == 1, "the old text stands over the new one"
    await settle(world, bot)
    assert turns(discord_)[0].text.count(EVENT) == 2


@pytest.mark.parametrize("shows", [True, False])
async def test_a_press_that_is_overtaken_again_and_again_leaves_it_to_the_outbox(world: World, shows: bool) -> None:
    """Or whose own edit fails, perhaps after it has arrived."""
    discord_ = FakeDiscord()
    bot, code = await open_scene(world, discord_)
    await world.do("save_draft", ANNA, code, 1, Run(steps=1))
    press: Any = Pressing(bot, shows=shows)

    async def overtaken(steps: int = 1) -> None:
        await world.do("save_draft", ANNA, code, 1, Run(steps=1 + steps % 2))
        await has_sent(world, code)
        press.meanwhile = lambda: overtaken(steps + 1)

    press.meanwhile = overtaken
    await show_turn(press, await scene_of(world, code))
    assert len(press.shown) == (CATCH_UP if shows else 1)
    post = await scene_of(world, code)
    assert post.sent_version < post.version, "the newest is sent once more"
    await say(world, ANNA, code, Run(steps=1))
    await say(world, ANNA, code, Rest())
    await settle(world, bot)
    (first, _) = turns(discord_)
    assert first.text.count(EVENT) == 3
    assert read(press.shown[0]).count(EVENT) == 1


async def test_a_failed_edit_alone_is_sent_once_more_and_no_oftener(world: World) -> None:
    discord_ = FakeDiscord()
    bot, code = await open_scene(world, discord_)
    await say(world, ANNA, code, Run(steps=1))
    failing = [True]
    discord_.fault = lambda what, channel: refusal(500) if what == "edit" and failing else None
    await bot.sender.flush(code)
    version = (await scene_of(world, code)).version
    failing.clear()
    await settle(world, bot)
    assert turns(discord_)[0].edits == 1
    assert (await scene_of(world, code)).version == version


async def hurry(world: World, code: str) -> None:
    """Whoever is asked answers with the first thing that comes to mind."""
    info = await world.tables.find(code)
    first = (await world.tables.choices(code, info.asked[0], info.window, 1))[0]
    await world.do("answer", info.seats[info.asked[0]].user_id or 0, code, info.window, first)


@pytest.mark.parametrize("deleted", [False, True])
async def test_an_answer_while_the_post_is_on_its_way_does_not_lose_it(
    world: World, monkeypatch: pytest.MonkeyPatch, deleted: bool
) -> None:
    """From a private copy: what the sender has read is of the question before, which asks nothing any more."""
    discord_ = FakeDiscord()
    bot = FakeBot(discord_, world.tables, world.clock)
    code = await world.started(BORIS, game=ROAD)
    if deleted:
        await bot.sender.flush(code)
        discord_.messages[THREAD].pop()
        await hurry(world, code)
    (row,) = await world.posts("turn")
    matters, late = world.tables.still_matters, [True]

    async def slowly(post: Any) -> bool:
        if post.kind == "turn" and late:
            late.clear()
            await hurry(world, code)
        return await matters(post)

    monkeypatch.setattr(world.tables, "still_matters", slowly)
    await settle(world, bot)
    assert not late
    (now, *_) = await world.posts("turn")
    assert (now["key"], now["dropped"]) == (row["key"], None)
    post = await world.tables.post(now["key"])
    assert post is not None
    assert post.message_id in [message.id for message in discord_.messages[THREAD]]
    assert post.sent_version == post.version
