"""What becomes of a post that did not get through: when it is tried again, and who is told that something is amiss."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, Literal

import discord
from tenacity import RetryCallState, Retrying
from tenacity.wait import wait_base, wait_exponential_jitter, wait_fixed

from cogs.places import (
    ARCHIVED,
    CLOSED_DM,
    LOCKED,
    NO_ACCESS,
    NO_RECIPIENT,
    NO_SHARED_SERVER,
    THREADS_FULL,
    UNKNOWN_CHANNEL,
    Places,
)
from tables.model import Post, TableInfo
from tables.shut import ShutWhy

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

HOPELESS: Final = 8
"""Failures of ours, or refusals of what we sent, after which a post is given up."""
REHOMED: Final = timedelta(minutes=10)
"""A table's place is looked for anew at most this often."""
AGAIN: Final = timedelta(seconds=20)
"""A place that seems open again is tried at most this often."""
PUBLIC: Final = ("channel", "table")
UNREACHABLE: Final = (CLOSED_DM, NO_SHARED_SERVER, *NO_RECIPIENT)
"""How Discord says that somebody gets no DM from the bot: closed, left, or deleted."""

Outcome = Literal["done", "wait", "failed"]
"""``wait``: something else must be done first. ``failed``: left for later; what follows it in its place waits too."""

soon: Final = wait_exponential_jitter(max=300, jitter=2)
later: Final = wait_fixed(30) + wait_exponential_jitter(max=3600, exp_base=3)
"""For what only people can mend: from half a minute up to an hour."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Held:
    """Posts of one table that wait for people to mend something, and how things stood when they began to."""

    table: TableInfo
    keys: set[str] = field(default_factory=set[str])
    tried: datetime | None = None

    def differs(self, table: TableInfo) -> bool:
        """Whether the table has a new place, or waits no more."""
        return _situation(table) != _situation(self.table)


def _situation(table: TableInfo) -> tuple[object, ...]:
    return table.channel_id, table.thread_id, table.paused_why in ("place", "server"), table.status


class Setbacks:
    """Remembers what was refused and why, so that it is tried again in good time and told once."""

    def __init__(self, bot: ScrapyardBot, places: Places) -> None:
        self._bot = bot
        self._places = places
        self._refused: dict[str, set[str]] = {}
        """What Discord does not let the bot do where these tables are: ``send``, ``edit``."""
        self._sound: set[str] = set()
        """Tables whose place is known to work."""
        self._held: dict[str, _Held] = {}
        self._rehomed: dict[str, datetime] = {}
        self._hopeless: Counter[str] = Counter()
        """By post: failures of ours, or refusals of what it says."""

    def refused(self, code: str) -> bool:
        """Whether Discord does not let the bot post for this table where it should."""
        return code in self._refused

    def forget(self, code: str) -> None:
        """The table is over."""
        self._refused.pop(code, None)
        self._sound.discard(code)
        self._held.pop(code, None)
        self._rehomed.pop(code, None)

    @staticmethod
    def waits(post: Post, table: TableInfo) -> bool:
        """Whether there is no use in trying: the place is gone, or the bot is not let in."""
        if table.paused_why == "server":
            return post.place not in ("seat", "person")
        return table.paused_why == "place" and post.place in (*PUBLIC, "ads")

    # ---- when it works again

    async def went_through(self, post: Post) -> None:
        """Discord took the post. What was refused there before is tried at once, and what was told is taken back."""
        self._hopeless.pop(post.key, None)
        if post.place not in PUBLIC:
            return
        refused = self._refused.get(post.table, set())
        refused.discard(_what(post))
        if refused or post.table in self._sound:
            return
        self._refused.pop(post.table, None)
        self._sound.add(post.table)
        await self._bot.tables.let_in(post.table)
        await self._revive(post.table)

    async def look(self, code: str) -> None:
        """If the table has got a new place, or goes on, then so does what waited for that."""
        held = self._held.get(code)
        if held is not None and held.differs(await self._bot.tables.find(code)):
            await self._revive(code)

    async def opened(self, guild_id: int) -> list[str]:
        """Something about rights has changed on the server: which tables seem to be let in again.

        Their posts are due now. Nothing is asked of Discord where the bot can see that it still lacks a permission.
        """
        now, found = self._bot.clock.now(), list[str]()
        for code, held in list(self._held.items()):
            table = held.table
            if table.guild_id != guild_id or (held.tried is not None and now - held.tried < AGAIN):
                continue
            place = table.thread_id or table.channel_id
            if not self._places.lacking(place, guild_id) and not self._places.is_locked(place, guild_id):
                held.tried = now
                await self._revive(code, held)
                found.append(code)
        return found

    async def _revive(self, code: str, keep: _Held | None = None) -> None:
        held = self._held.pop(code, None)
        if keep is not None:
            self._held[code] = _Held(keep.table, tried=keep.tried)
        for key in sorted(held.keys) if held is not None else ():
            await self._bot.tables.deferred(key, self._bot.clock.now())

    # ---- when it does not

    async def after_refusal(self, post: Post, table: TableInfo, error: discord.HTTPException) -> Outcome:
        if error.status >= 500 or error.status == 429:
            await self.defer(post, error, soon)
            return "failed"
        if post.place == "person" and (error.status == 403 or error.code in UNREACHABLE):
            await self._bot.tables.dropped(post.key, "closed_dm")
            return "done"
        if error.code == UNKNOWN_CHANNEL:
            return await self.lost(post, table)
        why = self._why(post, table, error)
        if why is None:
            return await self.give_up_slowly(post, error)
        await self._shut_out(post, table, why)
        await self.hold(post, table, error)
        return "failed"

    def _why(self, post: Post, table: TableInfo, error: discord.HTTPException) -> ShutWhy | None:
        if error.code in THREADS_FULL:
            return "full"
        if error.code in (LOCKED, ARCHIVED):
            return "locked"
        if error.code in NO_ACCESS or error.status == 403:
            return "locked" if self._places.is_locked(home(post, table), table.guild_id) else "permission"
        return None

    async def _shut_out(self, post: Post, table: TableInfo, why: ShutWhy) -> None:
        if post.place not in PUBLIC:
            self._places.try_anew(post)
            return
        self._sound.discard(post.table)
        self._refused.setdefault(post.table, set()).add(_what(post))
        if post.kind != "lobby":  # whoever opens one is told right there
            place = home(post, table)
            names = self._places.lacking(place, table.guild_id) if why == "permission" else []
            await self._bot.tables.shut_out(post.table, place, why, names)

    async def lost(self, post: Post, table: TableInfo) -> Outcome:
        """The place is deleted: the table gets another, or waits for one."""
        if post.place in ("seat", "person"):
            await self._bot.tables.dropped(post.key, "its channel is gone")
            return "done"
        now = self._bot.clock.now()
        known = self._rehomed.get(post.table)
        if known is None or now - known >= REHOMED:
            self._rehomed[post.table] = now
            await self._bot.tables.place_lost(home(post, table))
            fresh = await self._bot.tables.find(post.table)
            if fresh.status not in ("lobby", "running"):
                await self._bot.tables.dropped(post.key, "its channel is gone")
                return "done"
            if (fresh.channel_id, fresh.thread_id) != (table.channel_id, table.thread_id):
                return "done"
            table = fresh
        await self.hold(post, table, None)
        return "failed"

    async def give_up_slowly(self, post: Post, error: Exception) -> Outcome:
        self._hopeless[post.key] += 1  # not the tries that waited for a place, or for Discord
        if self._hopeless[post.key] > HOPELESS:
            log.error("post %s is given up after %d tries", post.key, self._hopeless.pop(post.key))
            if post.kind == "thread":
                await self._bot.tables.record_thread(post.table, (await self._bot.tables.find(post.table)).channel_id)
            await self._bot.tables.dropped(post.key, "given up")
            return "done"
        await self.defer(post, error, soon)
        return "failed"

    async def hold(self, post: Post, table: TableInfo, error: Exception | None) -> None:
        """Leave the post until somebody may have mended what is in its way."""
        held = self._held.setdefault(post.table, _Held(table))
        held.table = table
        held.keys.add(post.key)
        await self.defer(post, error, later)

    async def defer(self, post: Post, error: Exception | None, wait: wait_base) -> None:
        seconds = wait(_after(post.attempts + 1))
        if isinstance(error, discord.RateLimited):
            seconds = max(seconds, error.retry_after)
        log.warning("post %s did not get through (%s); next try in %.0f s", post.key, _mark(error), seconds)
        await self._bot.tables.deferred(post.key, self._bot.clock.now() + timedelta(seconds=seconds))


def home(post: Post, table: TableInfo) -> int:
    """Where the post belongs, unless the server has chosen another place for its kind."""
    if post.place in ("channel", "ads") or table.thread_id is None:
        return table.channel_id
    return table.thread_id


def _what(post: Post) -> str:
    return "send" if post.message_id is None else "edit"


def _mark(error: Exception | None) -> str:
    if error is None:
        return "no place"
    return f"{error.status}/{error.code}" if isinstance(error, discord.HTTPException) else type(error).__name__


def _after(attempts: int) -> RetryCallState:
    """What tenacity's waits ask for: how often it has been tried."""
    state = RetryCallState(Retrying(), None, (), {})
    state.attempt_number = attempts
    return state
