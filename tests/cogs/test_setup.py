"""/setup in a simulated Discord: what a server's owner chooses, what it does, and the check of what the bot needs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.checkup import NEEDS
from cogs.limits import faults
from cogs.lobby import elsewhere
from cogs.setup_pages import CHECK, PAGES, compose_page
from locales import LANGUAGES, speak
from tables.community import GuildSettings
from tables.model import Press
from tests.cogs.command_world import ask
from tests.cogs.panel_maker import read
from tests.play.harness import Person, Play, Seen, playing

STEWARD = discord.Permissions(manage_guild=True)


@pytest.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    async with playing(tmp_path, people=3) as opened:
        role = opened.guild.create_role("Stewards", permissions=STEWARD)
        for person in opened.people[:2]:
            opened.env.backend.add_member_role(opened.guild.id, person.id, role.id)
        await opened.env.settle()
        yield opened


async def turn(play: Play, person: Person, panel: Seen, to: int) -> Seen:
    button = next(c for c in panel.components if str(c.get("custom_id", "")).endswith(f":su-go:{to}"))
    await play.press_id(person, panel, button["custom_id"])
    return shown(play, person, panel)


async def choose(play: Play, person: Person, panel: Seen, page: int, field: str, *values: Any) -> Seen:
    await play.press_id(person, panel, f"s1:setup:{page}:su-set:{field}", list(values))
    return shown(play, person, panel)


def shown(play: Play, person: Person, panel: Seen) -> Seen:
    return next(seen for seen in play.messages(panel.channel_id, person) if seen.id == panel.id)


def preset(panel: Seen, field: str) -> list[int]:
    found = next(c for c in panel.components if str(c.get("custom_id", "")).endswith(f":{field}"))
    return [int(entry["id"]) for entry in found.get("default_values", ())]


async def settings(play: Play) -> GuildSettings:
    return await play.house.tables.guild(play.guild.id)


def deny(play: Play, channel: Any, *names: str) -> None:
    flags = discord.Permissions(**dict.fromkeys(names, True)).value
    backend = play.env.backend
    backend.set_overwrite(channel.id, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, deny=flags))


async def test_an_owner_walks_through_all_pages_and_new_tables_are_as_chosen(play: Play) -> None:
    rook, xiaoman, ibis = play.people
    board, lounge = play.guild.create_text_channel("tables"), play.guild.create_text_channel("lounge")
    role = play.guild.create_role("Referees")
    await play.env.settle()

    panel = await ask(play, rook, "setup", at=play.channel)
    assert "1/6" in panel.text
    for field, channel in (("play_channel", board), ("notice_channel", lounge), ("seek_channel", lounge)):
        panel = await choose(play, rook, panel, 0, field, channel)
        assert preset(panel, field) == [channel.id]
    panel = await turn(play, rook, panel, 1)
    panel = await choose(play, rook, panel, 1, "moderator_role", role)
    panel = await turn(play, rook, panel, 2)
    panel = await choose(play, rook, panel, 2, "language", "zh-CN")
    panel = await turn(play, rook, panel, 3)
    panel = await choose(play, rook, panel, 3, "pace", "slow")
    opened = await play.press_id(rook, panel, "s1:setup:3:su-hours")
    await play.fill(rook, opened, "337")
    assert "from 1 to 336" in play.messages(play.channel.id, rook)[-1].text
    assert ((await settings(play)).pace, (await settings(play)).hours) == ("slow", None)
    opened = await play.press_id(rook, panel, "s1:setup:3:su-hours")
    await play.fill(rook, opened, "30")
    panel = shown(play, rook, panel)
    assert "30 hours" in str(panel.raw.components)
    panel = await turn(play, rook, panel, 4)
    panel = await choose(play, rook, panel, 4, "tables_per_channel", "2")
    panel = await choose(play, rook, panel, 4, "tables_per_person", "1")
    panel = await turn(play, rook, panel, 5)
    for told in (
        f"<#{board.id}>",
        f"<#{lounge.id}>",
        f"<@&{role.id}>",
        "0 open tables",
        "all my commands",
        "0 of the 1,000",
    ):
        assert told in panel.text
    assert "❌" not in panel.text
    assert await settings(play) == GuildSettings(
        play.guild.id, role.id, board.id, lounge.id, lounge.id, "zh-CN", "hours", 30, 2, 1
    )

    where = await rook.member.slash(play.channel, "play", game="volt")
    assert f"<#{board.id}>" in where.response.content
    assert play.messages(play.channel.id) == []
    play.channel = board
    lobby = await play.open_lobby(rook)
    assert "每轮30小时" in lobby.text
    table = await play.table()
    assert (table.language, table.pace, table.hours) == ("zh-CN", "hours", 30)
    again = await rook.member.slash(board, "play", game="volt")
    assert "already sit at 1 open table" in again.response.content
    assert len(await play.house.tables.of_person(rook.id)) == 1, "one table for each person"
    await play.open_lobby(xiaoman)
    full = await ibis.member.slash(board, "play", game="volt")
    assert "already has 2 open tables" in full.response.content
    assert await play.house.tables.of_person(ibis.id) == [], "two tables in this channel"

    panel = await ask(play, xiaoman, "setup", at=board, page="check")
    assert "达到你设的上限2桌" in panel.text
    panel = await turn(play, xiaoman, panel, 4)
    panel = await choose(play, xiaoman, panel, 4, "tables_per_channel", "none")
    panel = await turn(play, xiaoman, await turn(play, xiaoman, await turn(play, xiaoman, panel, 3), 2), 1)
    panel = await turn(play, xiaoman, panel, 0)
    await choose(play, xiaoman, panel, 0, "play_channel")
    now = await settings(play)
    assert (now.tables_per_channel, now.play_channel, now.seek_channel) == (None, None, lounge.id)


async def test_only_who_may_manage_the_server_now_can_press(play: Play) -> None:
    rook, xiaoman, ibis = play.people
    panel = await ask(play, rook, "setup", at=play.channel, page="limits")
    (role,) = [role for role in play.guild.roles.values() if role.name == "Stewards"]
    play.env.backend.remove_member_role(play.guild.id, rook.id, role.id)
    await play.env.settle()
    before = await settings(play)
    await choose(play, rook, panel, 4, "tables_per_person", "3")
    assert "Manage Server" in play.messages(play.channel.id, rook)[-1].text
    assert "limits" in shown(play, rook, panel).text
    for pressed in ("su-go:5", "su-dm"):
        press = play.press_forged(rook, panel, f"s1:setup:4:{pressed}")
        await play.settle()
        assert press.responded
        assert "limits" in shown(play, rook, panel).text
    opened = play.press_forged(ibis, await lobby_of(play, xiaoman), "s1:setup:4:su-set:pace", ["live"])
    await play.settle()
    assert opened.responded
    assert "管理服务器" not in play.record(), "told to the presser alone"
    assert await settings(play) == before
    assert play.dms(rook) == []


async def lobby_of(play: Play, person: Person) -> Seen:
    return await play.open_lobby(person)


async def test_what_cannot_be_chosen_changes_nothing(play: Play) -> None:
    rook = play.people[0]
    panel = await ask(play, rook, "setup", at=play.channel, page="role")
    await choose(play, rook, panel, 1, "moderator_role", play.guild.default_role)
    assert "Nothing was changed" in play.messages(play.channel.id, rook)[-1].text, "not everybody is a moderator"
    for field, value in (
        ("play_channel", "12345"),
        ("moderator_role", "x"),
        ("language", "tlh"),
        ("pace", "never"),
        ("pace", "999"),
        ("tables_per_person", "0"),
        ("guild_id", "7"),
        ("absent_at", "1"),
    ):
        press = play.press_forged(rook, panel, f"s1:setup:1:su-set:{field}", [value])
        await play.settle()
        assert press.responded
    assert await settings(play) == GuildSettings(play.guild.id)


async def test_a_deleted_channel_and_role_are_named_and_hold_nobody_up(play: Play) -> None:
    rook, _, ibis = play.people
    board, role = play.guild.create_text_channel("tables"), play.guild.create_role("Referees")
    await play.env.settle()
    chosen = dict.fromkeys(("play_channel", "notice_channel", "seek_channel"), board.id)
    by = Press(1, rook.id, "Rook", "en")
    await play.house.tables.keep_guild(by, play.guild.id, moderator_role=role.id, **chosen)
    panel = await ask(play, rook, "setup", at=play.channel)
    assert "❌" not in panel.text
    play.env.backend.delete_channel(board.id)
    play.env.backend.delete_role(play.guild.id, role.id)
    await play.env.settle()
    # As after a time in which the bot was away and did not hear that the channel was deleted.
    await play.house.tables.keep_guild(replace(by, id=2), play.guild.id, **chosen)
    panel = await turn(play, rook, await turn(play, rook, panel, 1), 0)
    assert panel.text.count("❌ This channel is not there any more") == 3
    assert preset(panel, "play_channel") == []
    panel = await turn(play, rook, panel, 1)
    assert "❌ The moderators' role is not there any more" in panel.text
    panel = await turn(play, rook, panel, 5)
    assert panel.text.count("❌") == 4
    lobby = await play.open_lobby(ibis)
    assert lobby.find("join"), "tables can be opened anywhere again"


async def test_the_check_names_what_is_missing_what_breaks_and_how_to_mend_it(play: Play) -> None:
    rook, xiaoman, _ = play.people
    deny(play, play.channel, "attach_files", "create_private_threads", "manage_threads", "read_message_history")
    everybody = discord.Permissions(use_application_commands=True).value
    lounge = play.guild.create_text_channel("lounge")
    await play.env.settle()
    games, play.channel = play.channel, lounge
    await play.open_lobby(xiaoman)
    play.channel = games
    panel = await ask(play, rook, "setup", at=lounge)
    panel = await choose(play, rook, panel, 0, "play_channel", play.channel)
    assert "⚠️ I lack a permission there: Attach Files" in panel.text
    panel = await choose(play, rook, panel, 0, "notice_channel", lounge)
    backend = play.env.backend
    backend.set_overwrite(play.channel.id, Overwrite(play.guild.id, OverwriteType.ROLE, deny=everybody))
    deny(play, lounge, "send_messages")
    await play.env.settle()
    panel = await turn(play, rook, panel, 5)
    assert "❌ **Attach Files** is missing: no table can be opened there" in panel.text
    assert "⚠️ **Create Private Threads** is missing: whoever has closed their DMs" in panel.text
    assert "💡 **Manage Threads** is missing" in panel.text
    assert "allow Attach Files, Read Message History, Create Private Threads, Manage Threads." in panel.text
    assert "**Use Application Commands**" in panel.text
    assert "❌ **Send Messages** is missing: moderators are not told there" in panel.text
    assert f"❌ <#{lounge.id}>: Send Messages, Attach Files missing" in panel.text
    panel = await ask(play, xiaoman, "setup", at=lounge, page="check")
    assert "缺少**附加文件**" in panel.text
    backend.set_overwrite(play.channel.id, Overwrite(backend.bot_user.id, OverwriteType.MEMBER))
    await play.env.settle()
    assert f"<#{games.id}>\n✅ 我在这里需要的权限都有。" in (await turn(play, xiaoman, panel, 5)).text


async def test_the_budget_of_threads_and_the_reach_of_dms(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    rook, xiaoman, _ = play.people
    panel = await ask(play, rook, "setup", at=play.channel, page="check")
    await play.press_id(rook, panel, "s1:setup:5:su-dm")
    assert "got through" in play.messages(play.channel.id, rook)[-1].text
    assert "test that you asked for" in play.dms(rook)[-1].text
    play.close_dm(xiaoman)
    other = await ask(play, xiaoman, "setup", at=play.channel, page="check")
    await play.press_id(xiaoman, other, "s1:setup:5:su-dm")
    assert "不接收我的私信" in play.messages(play.channel.id, xiaoman)[-1].text

    async def many(number: int) -> Seen:
        async def threads(guild: discord.Guild) -> list[None]:
            return [None] * number

        monkeypatch.setattr(discord.Guild, "active_threads", threads)
        return await turn(play, rook, panel, 5)

    assert "✅ Active threads that I can see: 899" in (await many(899)).text
    assert "⚠️ 900 of the 1,000" in (await many(900)).text
    assert "❌ 1000 of the 1,000" in (await many(1000)).text

    async def unknown(*_: Any) -> None:
        raise discord.RateLimited(99)

    async def none(*_: Any) -> list[Any]:
        return []

    monkeypatch.setattr(discord.Guild, "active_threads", unknown)
    monkeypatch.setattr(discord.app_commands.CommandTree, "fetch_commands", unknown)
    panel = await turn(play, rook, panel, 5)
    assert panel.text.count("Check again in a minute") == 2
    monkeypatch.setattr(discord.app_commands.CommandTree, "fetch_commands", none)
    assert "`/play`" in (await turn(play, rook, panel, 5)).text


def test_threads_of_the_chosen_channel_will_do_and_a_channel_that_is_gone_holds_nobody_up() -> None:
    chosen = GuildSettings(1, play_channel=5)

    def refers(channel_id: int, parent_id: int | None, known: bool = True) -> int | None:
        guild = SimpleNamespace(get_channel=lambda number: object() if known else None)
        channel = SimpleNamespace(parent_id=parent_id)
        press: Any = SimpleNamespace(guild=guild, channel_id=channel_id, channel=channel)
        return elsewhere(press, chosen)

    assert refers(5, None) is None
    assert refers(9, 5) is None
    assert refers(6, None) == 5
    assert refers(9, 6) == 5
    assert refers(6, None, known=False) is None


class BareGuild:
    """A server on which the bot may see and not do anything; every channel and role is there."""

    id, me, default_role = 1, SimpleNamespace(), SimpleNamespace(id=1)

    def get_channel(self, channel_id: int) -> Any:
        return SimpleNamespace(id=channel_id, permissions_for=lambda _: discord.Permissions(view_channel=True))

    get_role = get_channel_or_thread = get_channel

    async def active_threads(self) -> list[None]:
        return [None] * 999


class BareBot:
    def __init__(self) -> None:
        commands = [SimpleNamespace(name=f"command-{n}") for n in range(20)]
        self.tree = SimpleNamespace(fetch_commands=self.nothing, get_commands=lambda: commands)
        self.tables = SimpleNamespace(running_in=self.tables_everywhere)

    async def nothing(self) -> list[Any]:
        return []

    async def tables_everywhere(self, guild_id: int, limit: int) -> list[Any]:
        return [SimpleNamespace(channel_id=number) for number in range(60)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(len(PAGES)))
async def test_every_page_keeps_discords_limits_where_everything_is_missing(language: Any, number: int) -> None:
    large = 10**19
    chosen = GuildSettings(1, large, large + 1, large + 2, large + 3, "zh-CN", "hours", 333, 99, 77)
    bot: Any = BareBot()
    guild: Any = BareGuild()
    composed = await compose_page(bot, speak(language), guild, chosen, number, large)
    assert faults(composed.view) == []
    assert "setup." not in read(composed)
    if number == CHECK:
        assert read(composed).count("❌") >= 10


def breaking() -> Iterator[str]:
    for use, names in NEEDS.items():
        yield from (f"setup.breaks.{use}.{name}" for name in names)
    yield from (f"permission.{name}" for names in NEEDS.values() for name in names)
    yield from (f"setup.{page}.title" for page in PAGES)
    yield from (f"command.setup.page.{page}" for page in PAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_be_missing_has_its_words(language: Any) -> None:
    assert [key for key in breaking() if not speak(language).has(key)] == []
