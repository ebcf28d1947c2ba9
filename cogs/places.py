"""Where posts go in Discord: the channel, the table's thread, a person's DM or, if that is closed, a private thread."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord

from cogs.composed import Composed, mark_of
from cogs.limits import ARCHIVE_MINUTES, THREAD_NAME, clip
from cogs.posts.parts import QUIET, box, text
from cogs.words import table_words
from engines.core import Seat
from locales import Words
from tables.model import Post, TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
CLOSED_DM: Final = 50007
ARCHIVED: Final = 50083
THREAD_EXISTS: Final = 160004
NO_ACCESS: Final = (50001, 50013)

NEEDED: Final = ("view_channel", "send_messages", "attach_files")
"""What the bot must be allowed in a channel to play there."""
NEEDED_IN_THREAD: Final = ("view_channel", "send_messages_in_threads", "attach_files")

LOOK_BACK: Final = 30
"""Messages that are looked through for one that was posted but not recorded."""

log = logging.getLogger(__name__)


class NoPlaceError(Exception):
    """There is no place for this post any more, and there will be none. ``reason`` is for the record."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def missing(permissions: discord.Permissions, *, thread: bool) -> list[str]:
    """The names of the permissions that the bot lacks."""
    return [name for name in (NEEDED_IN_THREAD if thread else NEEDED) if not getattr(permissions, name)]


def permission_names(words: Words, names: list[str]) -> str:
    """Permissions as Discord calls them in the reader's language."""
    return words("permission.and").join(words(f"permission.{name}") for name in names)


class Places:
    """Finds, makes and opens the places of posts."""

    def __init__(self, bot: ScrapyardBot) -> None:
        self._bot = bot
        self._private: dict[tuple[str, Seat], int] = {}
        """Private threads that stand in for closed DMs; found again by their name after a restart."""

    def at(self, channel_id: int, guild_id: int | None = None) -> discord.PartialMessageable:
        """A channel, thread or DM by its number alone: an archived thread is in no cache."""
        return self._bot.get_partial_messageable(channel_id, guild_id=guild_id)

    async def of(self, post: Post, table: TableInfo) -> discord.PartialMessageable:
        """Where the post belongs. Raises ``discord.HTTPException``; ``NoPlaceError`` when that is nowhere."""
        if post.place == "channel":
            return self.at(table.channel_id, table.guild_id)
        if post.place == "table":
            return self.at(table.thread_id or table.channel_id, table.guild_id)
        if post.user_id is None or post.seat is None:
            raise NoPlaceError("no_holder")
        private = self._private.get((table.code, post.seat))
        if private is not None:
            return self.at(private, table.guild_id)
        dm = await self._bot.create_dm(discord.Object(id=post.user_id))
        return self.at(dm.id)

    async def find_earlier(self, place: discord.PartialMessageable, post: Post) -> discord.Message | None:
        """The message of this post, if it stands among the last ones there already (and those may be read)."""
        try:
            async for message in place.history(limit=LOOK_BACK):
                if message.components and getattr(message.components[0], "id", None) == mark_of(post.nonce):
                    return message
        except discord.Forbidden:
            log.info("earlier messages of %s may not be read", place.id)
        return None

    # ---- the table's thread

    async def open_thread(self, table: TableInfo) -> int:
        """Make the table's thread from its lobby message; the channel itself where no thread can be."""
        words = table_words(table)
        name = clip(words("post.thread.name", game=words(f"{table.game}.title"), code=table.code), THREAD_NAME)
        channel = self._bot.get_channel(table.channel_id)
        if not isinstance(channel, discord.TextChannel):
            return table.channel_id
        try:
            return await self._start_thread(channel, table, name)
        except discord.HTTPException as error:
            if error.status not in (400, 403, 404):
                raise
            log.info("table %s plays in its channel: no thread (%s)", table.code, error.code)
            return table.channel_id

    async def _start_thread(self, channel: discord.TextChannel, table: TableInfo, name: str) -> int:
        if table.lobby_message_id is None:
            return await self._bare_thread(channel, name)
        start = channel.get_partial_message(table.lobby_message_id)
        try:
            return (await start.create_thread(name=name, auto_archive_duration=ARCHIVE_MINUTES)).id
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                return table.lobby_message_id
            if error.code != UNKNOWN_MESSAGE:
                raise
        return await self._bare_thread(channel, name)

    async def _bare_thread(self, channel: discord.TextChannel, name: str) -> int:
        kind = discord.ChannelType.public_thread
        thread = await channel.create_thread(name=name, type=kind, auto_archive_duration=ARCHIVE_MINUTES)
        return thread.id

    async def unarchive(self, channel_id: int) -> None:
        thread = await self._thread(channel_id)
        if thread is not None:
            await thread.edit(archived=False)

    async def archive(self, table: TableInfo) -> None:
        """Put the table's thread away, unlocked, so that people can still write there."""
        if table.thread_id is None or table.thread_id == table.channel_id:
            return
        thread = await self._thread(table.thread_id)
        if thread is not None and not thread.archived:
            await thread.edit(archived=True)

    async def _thread(self, channel_id: int) -> discord.Thread | None:
        found = self._bot.get_channel(channel_id) or await self._bot.fetch_channel(channel_id)
        return found if isinstance(found, discord.Thread) else None

    # ---- closed DMs

    async def private_thread(self, post: Post, table: TableInfo) -> None:
        """From now on the seat's secrets go to a private thread with its holder in it.

        Raises ``NoPlaceError`` when there can be none: the *My seat* button is what is left.
        """
        assert post.seat is not None
        assert post.user_id is not None
        words = table_words(table)
        channel = self._bot.get_channel(table.channel_id)
        if isinstance(channel, discord.Thread):
            channel = channel.parent
        if not isinstance(channel, discord.TextChannel):
            raise NoPlaceError("closed_dm")
        name = clip(words("post.private_thread.name", n=post.seat + 1, code=table.code), THREAD_NAME)
        me = self._bot.user.id if self._bot.user is not None else 0
        ours = (known for known in channel.threads if known.owner_id == me and known.is_private())
        known = next((known for known in ours if known.name == name), None)
        try:
            thread = known
            if thread is None:
                thread = await channel.create_thread(
                    name=name,
                    type=discord.ChannelType.private_thread,
                    invitable=False,
                    auto_archive_duration=ARCHIVE_MINUTES,
                )
            await thread.add_user(discord.Object(id=post.user_id))
            if known is None:
                hello = text(words("post.private_thread.hello", user=post.user_id))
                await thread.send(**Composed(box(QUIET, hello), mentions=(post.user_id,)).to_send())
        except discord.HTTPException as error:
            if error.status in (400, 403, 404):
                raise NoPlaceError("closed_dm") from error
            raise
        self._private[table.code, post.seat] = thread.id

    def is_private(self, post: Post, channel_id: int) -> bool:
        """Whether that is the thread which stands in for the closed DM of the post's seat."""
        return post.seat is not None and self._private.get((post.table, post.seat)) == channel_id

    def forget(self, post: Post, channel_id: int) -> bool:
        """Drop a private thread that is gone. Whether it was one."""
        if post.seat is None or not self.is_private(post, channel_id):
            return False
        del self._private[post.table, post.seat]
        return True

    def forget_table(self, code: str) -> None:
        """The table is over. Should a private thread be needed all the same, it is found by its name."""
        self._private = {key: thread_id for key, thread_id in self._private.items() if key[0] != code}

    def lacking(self, channel_id: int, guild_id: int) -> list[str]:
        """The permissions that the bot lacks there, as far as can be told from here."""
        guild = self._bot.get_guild(guild_id)
        channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
        if guild is None or channel is None or guild.me is None:  # pyright: ignore[reportUnnecessaryComparison]
            return []
        return missing(channel.permissions_for(guild.me), thread=isinstance(channel, discord.Thread))
