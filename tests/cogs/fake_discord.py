"""A Discord that keeps messages, knows nonces again, and fails on demand; and a bot that has nothing but it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord

from cogs.faults import report
from cogs.members import Members
from cogs.sender import Sender
from tests.cogs.panel_maker import Blank
from tests.honest.components import Upload
from tests.honest.watch import TRAFFIC

DM = 1_000_000
"""A person's DM is the channel of this number plus theirs."""


class Lost(Exception):
    """The message was posted, but its answer got lost on the way."""


SOMEWHERE = "/channels/1456074443980800012/messages"
"""These fakes have short ids; what is checked of a message is its body."""


def check_body(
    method: str, path: str, view: discord.ui.LayoutView, files: Any, mentions: discord.AllowedMentions, **rest: Any
) -> None:
    """Hold what discord.py would make of this message against Discord's description."""
    body = {
        "flags": 1 << 15,
        "components": view.to_components(),
        "attachments": [file.to_dict(number) for number, file in enumerate(files)],
        "allowed_mentions": mentions.to_dict(),
        **rest,
    }
    TRAFFIC.see(method, path, None, body, [Upload(file.filename, len(file.fp.getbuffer())) for file in files])


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="fault", headers={})
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    if status >= 500:
        kind = discord.DiscordServerError
    return kind(response, {"code": code, "message": "fault"})


@dataclass
class Message:
    id: int
    channel: Any
    nonce: str
    view: discord.ui.LayoutView
    files: list[str]
    silent: bool = False
    edits: int = 0
    mentions: Any = None

    @property
    def components(self) -> list[Any]:
        return [SimpleNamespace(id=child.id) for child in self.view.children]

    @property
    def text(self) -> str:
        items = self.view.walk_children()
        return "\n".join(item.content for item in items if isinstance(item, discord.ui.TextDisplay))


Fault = Callable[[str, int], BaseException | None]


@dataclass
class FakeDiscord:
    """``fault(what, channel)`` is asked at every ``send`` and ``edit``. ``forgetful``: nonces are not known again."""

    forgetful: bool = False
    fault: Fault = lambda what, channel: None
    messages: dict[int, list[Message]] = field(default_factory=dict)
    calls: list[tuple[str, int]] = field(default_factory=list)
    _numbers: int = 100

    def place(self, channel_id: int) -> Place:
        return Place(self, channel_id)

    def everything(self) -> list[Message]:
        return [message for messages in self.messages.values() for message in messages]

    def number(self) -> int:
        self._numbers += 1
        return self._numbers


class Place:
    """What ``get_partial_messageable`` gives."""

    def __init__(self, world: FakeDiscord, channel_id: int) -> None:
        self.world = world
        self.id = channel_id

    async def send(
        self, *, view: Any, files: Any, allowed_mentions: Any, nonce: str = "", silent: bool = False
    ) -> Message:
        await asyncio.sleep(0)
        self.world.calls.append(("send", self.id))
        check_body("POST", SOMEWHERE, view, files, allowed_mentions, **({"nonce": nonce} if nonce else {}))
        fault = self.world.fault("send", self.id)
        if fault is not None and not isinstance(fault, Lost | asyncio.CancelledError):
            raise fault
        room = self.world.messages.setdefault(self.id, [])
        message = next((m for m in room if nonce and m.nonce == nonce and not self.world.forgetful), None)
        if message is None:
            names = [file.filename for file in files]
            message = Message(self.world.number(), self, nonce, view, names, silent, mentions=allowed_mentions)
            room.append(message)
        if fault is not None:
            raise fault if isinstance(fault, asyncio.CancelledError) else refusal(502)
        return message

    async def fetch_message(self, message_id: int) -> Message:
        self.world.calls.append(("look", self.id))
        fault = self.world.fault("look", self.id)
        if fault is not None:
            raise fault
        found = next((m for m in self.world.messages.get(self.id, []) if m.id == message_id), None)
        if found is None:
            raise refusal(404, 10008)
        return found

    def get_partial_message(self, message_id: int) -> Any:
        return SimpleNamespace(edit=lambda **changes: self._edit(message_id, **changes))

    async def _edit(self, message_id: int, *, view: Any, attachments: Any, allowed_mentions: Any) -> None:
        await asyncio.sleep(0)
        self.world.calls.append(("edit", self.id))
        check_body("PATCH", f"{SOMEWHERE}/{SOMEWHERE.split('/')[2]}", view, attachments, allowed_mentions)
        fault = self.world.fault("edit", self.id)
        if fault is not None:
            raise refusal(502) if isinstance(fault, Lost) else fault
        found = next((m for m in self.world.messages.get(self.id, []) if m.id == message_id), None)
        if found is None:
            raise refusal(404, 10008)
        found.view, found.files = view, [file.filename for file in attachments]
        found.edits += 1

    async def history(self, limit: int) -> AsyncIterator[Message]:
        for message in reversed(self.world.messages.get(self.id, [])[-limit:]):
            yield message


class FakeGuild:
    """A server: who is on it, which of its channels the bot sees."""

    def __init__(self, world: FakeDiscord, guild_id: int, people: set[int], channels: set[int]) -> None:
        self.id, self.people, self.channels = guild_id, people, channels
        self.unavailable = False
        self.locked = False
        self.me = self.system_channel = None
        self._world = world

    def get_channel_or_thread(self, channel_id: int) -> Any:
        return SimpleNamespace(id=channel_id) if channel_id in self.channels else None

    def get_thread(self, channel_id: int) -> Any:
        return SimpleNamespace(locked=self.locked)

    async def fetch_member(self, user_id: int) -> Any:
        self._world.calls.append(("member", user_id))
        fault = self._world.fault("member", user_id)
        if fault is not None:
            raise fault
        if user_id not in self.people:
            raise refusal(404, 10007)
        return SimpleNamespace(id=user_id)


class FakeBot:
    """As much of the bot as the sender and the posts use."""

    def __init__(self, world: FakeDiscord, tables: Any, clock: Any) -> None:
        self.world, self.tables, self.clock = world, tables, clock
        self.studio = Blank()
        self.user = SimpleNamespace(id=1)
        self.guilds: dict[int, FakeGuild] = {}
        self.members = Members(self)  # type: ignore[arg-type]
        self.sender = Sender(self)  # type: ignore[arg-type]

    def get_partial_messageable(self, channel_id: int, guild_id: int | None = None) -> Place:
        return self.world.place(channel_id)

    def get_channel(self, channel_id: int) -> None:
        return None

    def get_guild(self, guild_id: int) -> FakeGuild | None:
        return self.guilds.get(guild_id)

    async def fetch_channel(self, channel_id: int) -> Any:
        self.world.calls.append(("fetch", channel_id))
        fault = self.world.fault("fetch", channel_id)
        if fault is not None:
            raise fault
        return self.world.place(channel_id)

    async def create_dm(self, user: discord.Object) -> Place:
        return self.world.place(DM + user.id)

    async def kick(self, code: str) -> None:
        try:
            await self.sender.flush(code)
        except Exception as error:
            report(error, "sender")
