"""A Discord with a clock: every call takes time, some fail, and whoever is called notices it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord

from tests.cogs.fake_discord import DM, FakeDiscord, Lost, Message, Place, refusal

BOT, GUILD = 1, 900
CHANNELS = (801, 802, 803, 804)
"""Where tables are played."""
MODS_ROOM, ADS_ROOM = 810, 811
NONCES_KNOWN = timedelta(minutes=5)
"""How long Discord knows a nonce again."""
CALL_SECONDS = (0.12, 0.6)
"""What one call of the bot's takes."""
CLOSED, GONE = 50007, 50278
EDIT_ALLOWED = 24 * 3600


class Clock:
    """Time that jumps from one event to the next."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment

    def pass_by(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)

    def jump(self, moment: datetime) -> None:
        self.moment = max(self.moment, moment)


@dataclass(frozen=True, slots=True)
class Said:
    """A message that has come to stand somewhere, or that now says something else."""

    at: datetime
    new: bool
    channel: int
    message: int
    mark: int | None
    called: tuple[int, ...]
    """Whom Discord notified."""
    silent: bool
    files: int
    text: str


class Slim:
    """What is kept of a layout."""

    def __init__(self, mark: int | None) -> None:
        self.children = [SimpleNamespace(id=mark)]

    def walk_children(self) -> list[Any]:
        return []


@dataclass
class Chat(FakeDiscord):
    """One server, its people's DMs, and what befalls them."""

    clock: Clock = field(kw_only=True)
    luck: random.Random = field(kw_only=True)
    members: set[int] = field(default_factory=set[int])
    closed: set[int] = field(default_factory=set[int])
    """People who take no DMs from the server's members."""
    down: bool = False
    """Nothing gets through."""
    kicked: bool = False
    """The bot is not on the server."""
    trouble: float = 0.0
    """The part of the calls that fail, or whose answers are lost."""
    doomed: int | None = None
    """After so many calls the bot dies in the midst of one."""
    journal: list[Said] = field(default_factory=list[Said])
    heard: Callable[[Said], None] = lambda said: None
    rooms: dict[int, Any] = field(default_factory=dict[int, Any])
    lost: int = 0
    failed: int = 0

    def __post_init__(self) -> None:
        self.fault = self._fault
        self.rooms = {number: Channel(self, number) for number in (*CHANNELS, MODS_ROOM, ADS_ROOM)}

    def place(self, channel_id: int) -> Spot:
        return Spot(self, channel_id)

    def check(self) -> None:
        """Raise what any call of the bot's would meet now."""
        fault = self._fault("call", 0)
        if fault is not None:
            raise refusal(502) if isinstance(fault, Lost) else fault

    def _fault(self, what: str, channel: int) -> BaseException | None:
        self.clock.pass_by(self.luck.uniform(*CALL_SECONDS))
        if self.down:
            self.failed += 1
            return self.luck.choice([refusal(503), TimeoutError(), OSError("reset")])
        refused = self._shut(what, channel - DM) if channel > DM else self._closed(what, channel)
        if refused is not None:
            return refused
        if self.doomed is not None and what == "send":
            self.doomed -= 1
            if self.doomed < 0:
                self.doomed = None
                return asyncio.CancelledError()
        if self.luck.random() < self.trouble:
            self.failed += 1
            kind = self.luck.choice(["lost", "lost", "500", "limited", "timeout"])
            self.lost += kind == "lost"
            return {"lost": Lost(), "500": refusal(500), "limited": discord.RateLimited(7.0)}.get(kind, TimeoutError())
        return None

    def _shut(self, what: str, user: int) -> BaseException | None:
        """What keeps the bot from somebody's DM."""
        if what != "send" or (user in self.members and user not in self.closed):
            return None
        return refusal(403, CLOSED if user in self.members else GONE)

    def _closed(self, what: str, channel: int) -> BaseException | None:
        """What keeps the bot from a place of the server; 0 is no place."""
        if not channel:
            return None
        room = self.rooms.get(channel)
        if self.kicked:
            return refusal(403, 50001)
        if room is None:
            return refusal(404, 10003)
        if isinstance(room, Thread) and room.archived:
            if what == "edit" or room.locked:
                return refusal(400, 50083)
            room.archived = False
        return None

    def note(self, message: Message, mentions: Any, *, new: bool) -> None:
        channel = message.channel.id
        mark = message.view.children[0].id
        text = message.text[:400]
        message.view = Slim(mark)  # type: ignore[assignment]
        named = tuple(user.id for user in (mentions.users or ()))
        called = (named if channel < DM else (channel - DM,)) if new and not message.silent else ()
        if channel in self.rooms and self.rooms[channel].private:
            called = tuple(user for user in called if user in self.rooms[channel].inside)
        files = len(message.files)
        said = Said(self.clock.now(), new, channel, message.id, mark, called, message.silent, files, text)
        self.journal.append(said)
        self.heard(said)


class Spot(Place):
    """Where messages are sent to, by its number."""

    world: Chat

    async def send(
        self, *, view: Any, files: Any = (), allowed_mentions: Any = None, nonce: str = "", silent: bool = False
    ) -> Message:
        room = self.world.messages.setdefault(self.id, [])
        for message in room[-50:]:
            if message.nonce == nonce and self.world.clock.now() - message.__dict__["at"] > NONCES_KNOWN:
                message.nonce = ""
        known = {message.id for message in room[-50:]}
        mentions = allowed_mentions or discord.AllowedMentions.none()
        try:
            return await super().send(view=view, files=files, allowed_mentions=mentions, nonce=nonce, silent=silent)
        finally:
            for message in room[-50:]:
                if message.id not in known and message.nonce == nonce and "at" not in message.__dict__:
                    message.__dict__["at"] = self.world.clock.now()
                    self.world.note(message, mentions, new=True)

    async def _edit(self, message_id: int, *, view: Any, attachments: Any, allowed_mentions: Any) -> None:
        await super()._edit(message_id, view=view, attachments=attachments, allowed_mentions=allowed_mentions)
        message = next(m for m in reversed(self.world.messages[self.id]) if m.id == message_id)
        self.world.note(message, allowed_mentions, new=False)

    async def fetch_message(self, message_id: int) -> Message:
        self.world.check()
        return next((m for m in self.world.messages.get(self.id, []) if m.id == message_id), None) or _unknown()

    async def history(self, limit: int) -> AsyncIterator[Message]:
        self.world.check()
        async for message in super().history(limit):
            yield message


def _unknown() -> Message:
    raise refusal(404, 10008)


class Channel(discord.TextChannel):
    """A text channel in which the bot may do everything."""

    private = False

    def __init__(self, chat: Chat, number: int) -> None:
        self.chat = chat
        self.id = number
        self.name = f"room-{number}"
        self._made: list[Thread] = []

    def drop(self, thread: Any) -> None:
        self._made.remove(thread)

    @property
    def threads(self) -> list[Any]:
        return list(self._made)

    def permissions_for(self, obj: Any, /) -> discord.Permissions:
        return discord.Permissions.all()

    def get_partial_message(self, message_id: int, /) -> Any:
        async def create_thread(*, name: str, auto_archive_duration: int) -> Thread:
            return await self.create_thread(name=name, type=discord.ChannelType.public_thread)

        return SimpleNamespace(id=message_id, create_thread=create_thread)

    async def create_thread(self, *, name: str, type: Any, **_: Any) -> Any:
        self.chat.check()
        thread = Thread(self, name, private=type is discord.ChannelType.private_thread)
        self._made.append(thread)
        self.chat.rooms[thread.id] = thread
        return thread

    async def send(self, **message: Any) -> Any:
        return await self.chat.place(self.id).send(**message)


class Thread(discord.Thread):
    """A thread of that channel."""

    def __init__(self, channel: Channel, name: str, *, private: bool) -> None:
        self.chat = channel.chat
        self.channel = channel
        self.id = channel.chat.number()
        self.name = name
        self.private = private
        self.owner_id = BOT
        self.archived = False
        self.locked = False
        self.inside: set[int] = set()

    @property
    def parent(self) -> Any:
        return self.channel

    def is_private(self) -> bool:
        return self.private

    def permissions_for(self, obj: Any, /) -> discord.Permissions:
        return discord.Permissions.all()

    async def edit(self, *, archived: bool | None = None, **_: Any) -> Any:
        self.chat.check()
        self.archived = self.archived if archived is None else archived
        self.locked = self.locked and self.archived
        return self

    async def add_user(self, user: Any, /) -> None:
        self.chat.check()
        if user.id not in self.chat.members:
            raise refusal(403, 10013)
        self.inside.add(user.id)

    async def remove_user(self, user: Any, /) -> None:
        self.chat.check()
        self.inside.discard(user.id)

    async def send(self, **message: Any) -> Any:
        return await self.chat.place(self.id).send(**message)
