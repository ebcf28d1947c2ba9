"""Where posts go in Discord: the channel, the table's thread, a person's DM or, if that is closed, a private thread."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import discord

from cogs.composed import Composed, mark_of
from cogs.limits import ARCHIVE_MINUTES, THREAD_NAME, clip
from cogs.permits import NEEDED as NEEDED
from cogs.permits import NEEDED_IN_THREAD as NEEDED_IN_THREAD
from cogs.permits import missing as missing
from cogs.permits import permission_names as permission_names
from cogs.posts.parts import QUIET, box, reader_words, text
from cogs.words import table_words
from engines.core import Seat
from tables.model import Post, TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
CLOSED_DM: Final = 50007
NO_SHARED_SERVER: Final = 50278
NO_RECIPIENT: Final = (10013, 50033)
"""The account is deleted."""
ARCHIVED: Final = 50083
THREAD_EXISTS: Final = 160004
LOCKED: Final = 160005
THREADS_FULL: Final = (160006, 160007)
"""So many threads are active on the server that no other may be."""
NO_ACCESS: Final = (50001, 50013)

LOOK_BACK: Final = 30
"""Messages that are looked through for one that was posted but not recorded."""

log = logging.getLogger(__name__)


class NoPlaceError(Exception):
    """There is no place for this post any more, and there will be none. ``reason`` is for the record."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def holds(post: Post, table: TableInfo) -> bool:
    """Whether the private post was written to the person who holds its seat now."""
    if post.seat is None:
        return False
    seat = table.seats[post.seat]
    return seat.kind == "person" and seat.user_id is not None and seat.user_id == post.user_id


def _tenure(post: Post, table: TableInfo) -> tuple[str, Seat, int]:
    assert post.seat is not None
    return table.code, post.seat, table.seats[post.seat].tenure


class Places:
    """Finds, makes and opens the places of posts."""

    def __init__(self, bot: ScrapyardBot) -> None:
        self._bot = bot
        self._private: dict[tuple[str, Seat, int], int] = {}
        """Private threads that stand in for closed DMs, by tenure; found again by their name after a restart."""
        self._barred: set[tuple[str, int]] = set()
        """Posts, and channels chosen for them that are gone or closed to the bot."""
        self._left: set[tuple[int, int]] = set()
        """Private threads, and who was taken out of them."""

    def at(self, channel_id: int, guild_id: int | None = None) -> discord.PartialMessageable:
        """A channel, thread or DM by its number alone: an archived thread is in no cache."""
        return self._bot.get_partial_messageable(channel_id, guild_id=guild_id)

    async def of(self, post: Post, table: TableInfo) -> discord.PartialMessageable:
        """Where the post belongs. Raises ``discord.HTTPException``; ``NoPlaceError`` when that is nowhere."""
        if post.place == "channel":
            return self.at(table.channel_id, table.guild_id)
        if post.place == "table":
            return self.at(table.thread_id or table.channel_id, table.guild_id)
        if post.place in ("mods", "ads"):
            return self.at((await self._told_at(post, table))[0], table.guild_id)
        if post.user_id is None:
            raise NoPlaceError("no_holder")
        private = self._private.get(_tenure(post, table)) if holds(post, table) else None
        if private is not None:
            return self.at(private, table.guild_id)
        dm = await self._bot.create_dm(discord.Object(id=post.user_id))
        return self.at(dm.id)

    # ---- where a server wants things told

    async def _told_at(self, post: Post, table: TableInfo) -> list[int]:
        """Where a post to moderators, or to whoever seeks a seat, may go: what the server has chosen comes first."""
        chosen = await self._bot.tables.guild(table.guild_id)
        if post.place == "ads":
            rooms = [chosen.seek_channel, table.channel_id]
        else:
            rooms = [chosen.notice_channel, table.thread_id or table.channel_id, self._system_channel(table)]
        found = list(dict.fromkeys(room for room in rooms if room is not None))
        return [room for room in found if (post.key, room) not in self._barred] or found[-1:]

    def _system_channel(self, table: TableInfo) -> int | None:
        """Where Discord itself tells the server things; asked when the table's own place is gone."""
        guild = self._bot.get_guild(table.guild_id)
        channel = guild.system_channel if guild is not None and table.paused_why == "place" else None
        if channel is None or self.lacking(channel.id, table.guild_id):
            return None
        return channel.id

    async def turn_away(self, post: Post, table: TableInfo, channel_id: int) -> bool:
        """That channel takes nothing from the bot: let the post go where it goes otherwise, if that is anywhere."""
        if post.place not in ("mods", "ads") or len(await self._told_at(post, table)) < 2:
            return False
        self._barred.add((post.key, channel_id))
        return True

    def try_anew(self, post: Post) -> None:
        """Next time, the post tries the chosen channel first again."""
        self._barred = {(key, channel) for key, channel in self._barred if key != post.key}

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
            if error.code == THREAD_EXISTS and not await self.is_gone(table.lobby_message_id):
                return table.lobby_message_id
            if error.code not in (UNKNOWN_MESSAGE, THREAD_EXISTS):
                raise
        return await self._bare_thread(channel, name)

    async def _bare_thread(self, channel: discord.TextChannel, name: str) -> int:
        kind = discord.ChannelType.public_thread
        thread = await channel.create_thread(name=name, type=kind, auto_archive_duration=ARCHIVE_MINUTES)
        return thread.id

    async def is_gone(self, channel_id: int) -> bool:
        """Whether this channel or thread is deleted. Raises ``discord.HTTPException`` when that cannot be told."""
        try:
            await self._bot.fetch_channel(channel_id)
        except discord.Forbidden:
            return False
        except discord.NotFound:
            return True
        return False

    def is_locked(self, channel_id: int, guild_id: int) -> bool:
        """Whether that is a thread that is locked, as far as can be told from here."""
        guild = self._bot.get_guild(guild_id)
        thread = guild.get_thread(channel_id) if guild is not None else None
        return thread is not None and thread.locked

    async def unarchive(self, channel_id: int) -> bool:
        """Take the thread out of the archive. ``False`` when it is not there but locked, which is for people to mend.

        Raises ``discord.HTTPException`` where the bot may not.
        """
        thread = await self._thread(channel_id)
        if thread is None or (thread.locked and not thread.archived):
            return False
        await thread.edit(archived=False)
        return True

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
        """From now on the seat's secrets go to a private thread with its present holder in it.

        Raises ``NoPlaceError`` when there can be none: the *My seat* button is what is left.
        """
        assert post.user_id is not None
        channel = self._bot.get_channel(table.channel_id)
        if isinstance(channel, discord.Thread):
            channel = channel.parent
        if not isinstance(channel, discord.TextChannel) or not holds(post, table):
            raise NoPlaceError("closed_dm")
        key = _tenure(post, table)
        name = self._private_name(table, *key[1:])
        me = self._bot.user.id if self._bot.user is not None else 0
        ours = (known for known in channel.threads if known.owner_id == me and known.is_private())
        known = next((known for known in ours if known.name == name), None)
        try:
            self._private[key] = await self._with(post, known, channel, name, table)
        except discord.HTTPException as error:
            if error.status in (400, 403, 404):
                raise NoPlaceError("closed_dm") from error
            raise

    async def _with(
        self, post: Post, known: discord.Thread | None, channel: discord.TextChannel, name: str, table: TableInfo
    ) -> int:
        """The thread with the post's reader in it, whom the post itself calls. One without them is put away again."""
        assert post.user_id is not None
        kind = discord.ChannelType.private_thread
        thread = known or await channel.create_thread(
            name=name, type=kind, invitable=False, auto_archive_duration=ARCHIVE_MINUTES
        )
        try:
            await thread.add_user(discord.Object(id=post.user_id))
        except discord.HTTPException:
            with suppress(discord.HTTPException):
                await thread.edit(archived=True)
            raise
        if known is None:
            words = await reader_words(self._bot, post, table)
            hello = text(words("post.private_thread.hello", user=post.user_id))
            await thread.send(**Composed(box(QUIET, hello)).to_send())
        return thread.id

    @staticmethod
    def _private_name(table: TableInfo, seat: Seat, tenure: int) -> str:
        words = table_words(table)
        if not tenure:
            return clip(words("post.private_thread.name", n=seat + 1, code=table.code), THREAD_NAME)
        return clip(words("stale.private_thread.name", n=seat + 1, code=table.code, holder=tenure + 1), THREAD_NAME)

    async def put_out(self, post: Post) -> None:
        """The seat is in other hands: take whoever held it out of the private thread that the post stands in."""
        if post.channel_id is None or post.user_id is None or (post.channel_id, post.user_id) in self._left:
            return
        try:
            thread = await self._thread(post.channel_id)
            if thread is not None and thread.is_private():
                if thread.archived:
                    await thread.edit(archived=False)
                await thread.remove_user(discord.Object(id=post.user_id))
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("nobody could be taken out of thread %s: %s", post.channel_id, error.code)
        self._left.add((post.channel_id, post.user_id))

    def is_private(self, post: Post, channel_id: int) -> bool:
        """Whether that is a thread which stands in for a closed DM of the post's seat."""
        return any(
            key[:2] == (post.table, post.seat) and thread_id == channel_id for key, thread_id in self._private.items()
        )

    def forget(self, channel_id: int) -> bool:
        """Drop a private thread that is gone. Whether it was one."""
        kept = {key: thread_id for key, thread_id in self._private.items() if thread_id != channel_id}
        known, self._private = len(self._private), kept
        return len(kept) < known

    def forget_table(self, code: str) -> None:
        """The table is over. Should a private thread be needed all the same, it is found by its name."""
        self._private = {key: thread_id for key, thread_id in self._private.items() if key[0] != code}
        self._barred = {(key, channel) for key, channel in self._barred if not key.startswith(f"{code}:")}

    def lacking(self, channel_id: int, guild_id: int) -> list[str]:
        """The permissions that the bot lacks there, as far as can be told from here."""
        guild = self._bot.get_guild(guild_id)
        channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
        if guild is None or channel is None or guild.me is None:  # pyright: ignore[reportUnnecessaryComparison]
            return []
        return missing(channel.permissions_for(guild.me), thread=isinstance(channel, discord.Thread))
