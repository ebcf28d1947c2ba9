"""Sends the outbox: posts what has no message yet, edits what has changed, tries again what did not get through."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Literal

import aiohttp
import discord
from discord.ui import LayoutView
from tenacity import RetryCallState, Retrying
from tenacity.wait import wait_base, wait_exponential_jitter, wait_fixed

from cogs.composed import Composed
from cogs.limits import NONCE
from cogs.places import (
    ARCHIVED,
    CLOSED_DM,
    NO_ACCESS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    NoPlaceError,
    Places,
    permission_names,
)
from cogs.posts import COMPOSERS, compose
from cogs.posts.lobby import lobby
from cogs.posts.parts import QUIET, box, message_url, text
from cogs.posts.scene import show_turn
from cogs.press import report
from cogs.words import speak
from locales import pick_language
from tables.model import Post, Refused, TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot
    from cogs.panels.base import Variant
    from cogs.press import Moment

AT_ONCE: Final = 200
"""Posts that are looked at in one go."""
TABLES_AT_ONCE: Final = 8
DOUBTS: Final = 10_000
PATIENCE: Final = 2
"""Seconds that a stopping bot waits for what it is sending."""
PASSES: Final = 50
"""Times that one flush asks for more; what is left waits for the next beat."""
HOPELESS: Final = 8
"""Failures of ours, or refusals of what we sent, after which a post is given up."""
SILENT: Final = ("opening", "chapter", "outage", "notice")
"""What nobody need be notified of."""
TROUBLE: Final = (discord.RateLimited, aiohttp.ClientError, OSError, asyncio.TimeoutError)

Outcome = Literal["done", "wait", "failed"]
"""``wait``: something else must be done first. ``failed``: left for later; what follows it in its place waits too."""

_soon = wait_exponential_jitter(max=300, jitter=2)
_later = wait_fixed(30) + wait_exponential_jitter(max=3600, exp_base=3)

log = logging.getLogger(__name__)


class Sender:
    """One flush at a time for each table.

    Nothing is lost or doubled: a post is sent until its message is recorded, with a nonce by which Discord knows it.
    """

    def __init__(self, bot: ScrapyardBot) -> None:
        self._bot = bot
        self.places = Places(bot)
        self._running: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._complete: set[str] = set()
        self._refused: set[str] = set()
        self._doubtful: set[str] = set()
        self._told: set[str] = set()

    async def flush(self, code: str | None = None) -> None:
        """Send what is due: of this table, or of all.

        For one table, the refreshing of open panels is left to the next flush of all: whoever changed their panel has
        it before their eyes already, and the DM would otherwise be edited twice at each press.
        """
        if code is not None:
            await self._flush_table(code)
            return
        posts = await self._bot.tables.due_posts(AT_ONCE)
        codes = list(dict.fromkeys(post.table for post in posts))
        self._complete.update(codes)
        for start in range(0, len(codes), TABLES_AT_ONCE):
            await asyncio.gather(*map(self._flush_table, codes[start : start + TABLES_AT_ONCE]))

    async def doubt(self) -> None:
        """At start-up: what is unsent now may have been posted by a bot that ended before it could note it down."""
        self._doubtful = {post.key for post in await self._bot.tables.due_posts(DOUBTS)}

    async def close(self) -> None:
        """Wait for what is being sent, for a while."""
        if self._running:
            await asyncio.wait(list(self._running.values()), timeout=PATIENCE)

    async def show_turn(self, moment: Moment, post: Post, asking: Variant | None = None) -> None:
        """After a press on a scene's public post: show there what is now (``cogs.posts.scene``)."""
        await show_turn(moment, post, asking)

    def refused(self, code: str) -> bool:
        """Whether Discord does not let the bot post for this table where it should."""
        return code in self._refused

    async def _flush_table(self, code: str) -> None:
        task = self._running.get(code)
        if task is not None:
            if task is asyncio.current_task():
                return
            self._again.add(code)
        else:
            task = asyncio.create_task(self._run(code), name=f"outbox of {code}")
            self._running[code] = task
        await asyncio.shield(task)

    async def _run(self, code: str) -> None:
        try:
            while True:
                self._again.discard(code)
                await self._send_all(code)
                if code not in self._again:
                    return
        except Exception as error:
            report(error, "outbox")
        finally:
            self._again.discard(code)
            self._complete.discard(code)
            del self._running[code]

    async def _send_all(self, code: str) -> None:
        held: set[tuple[str, int | None]] = set()
        for _ in range(PASSES):
            progress = False
            for post in await self._bot.tables.due_posts(AT_ONCE, table=code):
                if (post.place, post.seat) in held:
                    continue
                table = await self._bot.tables.find(post.table)
                if self._may_wait(post, table):
                    continue
                outcome = await self._deliver(post, table)
                progress |= outcome == "done"
                if outcome == "failed" and post.message_id is None:
                    held.add((post.place, post.seat))
            if not progress:
                return

    def _may_wait(self, post: Post, table: TableInfo) -> bool:
        refresh = post.kind == "panel" and post.message_id is not None
        current = table.status == "running" and post.body.get("window") == table.window
        return refresh and current and post.table not in self._complete

    # ---- one post

    async def _deliver(self, post: Post, table: TableInfo) -> Outcome:
        try:
            matters = await self._bot.tables.still_matters(post)
            return await (self._act(post, table) if matters else self._let_go(post, table))
        except (NoPlaceError, Refused) as error:
            await self._bot.tables.dropped(post.key, error.reason)
            return "done"
        except discord.HTTPException as error:
            return await self._after_refusal(post, table, error)
        except TROUBLE as error:
            await self._defer(post, error, _soon)
            return "failed"
        except Exception as error:
            report(error, f"post {post.kind}")
            return await self._give_up_slowly(post, error)

    async def _act(self, post: Post, table: TableInfo) -> Outcome:
        if post.kind == "thread":
            return await self._open_thread(post, table)
        if post.kind == "tidy":
            return await self._tidy(post, table)
        if post.kind == "lobby" and post.message_id and table.status == "running" and table.thread_id is None:
            return "wait"
        composed = await compose(self._bot, post)
        if composed is None:
            await self._bot.tables.dropped(post.key, "nothing to say", post.version)
            return "done"
        if post.message_id is not None and post.channel_id is not None:
            return await self._edit(post, table, composed)
        return await self._send(post, table, composed)

    async def _send(self, post: Post, table: TableInfo, composed: Composed, *, anew: bool = False) -> Outcome:
        # A message that was deleted must not come back as itself: Discord answers a known nonce with the old message.
        nonce = f"{post.nonce[: NONCE - 7]}-{post.version % 100000}" if anew else post.nonce
        place = await self.places.of(post, table)
        composed.mark(post.nonce)
        if not anew and (earlier := await self._earlier(post, place)) is not None:
            return await self._adopt(post, table, composed, earlier)
        composed = self._calling(post, place.id, composed)
        self._doubtful.add(post.key)  # until it is recorded, which a locked database or a full disk may prevent
        try:
            message = await place.send(nonce=nonce, silent=_silent(post, composed), **composed.to_send())
        except discord.HTTPException as error:
            if not await self._mend(post, table, place.id, error):
                raise
            place = await self.places.of(post, await self._bot.tables.find(post.table))
            if not anew and (earlier := await self._earlier(post, place)) is not None:
                return await self._adopt(post, table, composed, earlier)
            composed = self._calling(post, place.id, composed)
            message = await place.send(nonce=nonce, silent=_silent(post, composed), **composed.to_send())
        self._refused.discard(post.table)
        await self._bot.tables.sent(post.key, post.version, channel_id=message.channel.id, message_id=message.id)
        self._doubtful.discard(post.key)
        return "done"

    def _calling(self, post: Post, channel_id: int, composed: Composed) -> Composed:
        """A DM calls its reader by itself; in the private thread that stands in for it only a mention does."""
        if post.user_id is None or composed.mentions or not self.places.is_private(post, channel_id):
            return composed
        composed.view.add_item(discord.ui.TextDisplay(f"<@{post.user_id}>"))
        return replace(composed, mentions=(post.user_id,))

    async def _let_go(self, post: Post, table: TableInfo) -> Outcome:
        """The post tells nothing any more. Should it have been sent, its message must not go on asking for answers."""
        if post.kind in COMPOSERS and (post.key in self._doubtful or post.attempts):
            earlier = await self._earlier(post, await self.places.of(post, table))
            composed = await compose(self._bot, post) if earlier is not None else None
            if earlier is not None and composed is not None:
                return await self._adopt(post, table, composed, earlier)
        await self._bot.tables.dropped(post.key, "no longer matters")
        return "done"

    async def _earlier(self, post: Post, place: discord.PartialMessageable) -> discord.Message | None:
        """The post's message, if it may have been sent without that being recorded, and was."""
        if post.key in self._doubtful or post.attempts:
            return await self.places.find_earlier(place, post)
        return None

    async def _adopt(self, post: Post, table: TableInfo, composed: Composed, earlier: discord.Message) -> Outcome:
        """The post was sent before, but that was never recorded: make the message say what it should say now."""
        found = replace(post, channel_id=earlier.channel.id, message_id=earlier.id)
        outcome = await self._edit(found, table, composed)
        self._doubtful.discard(post.key)
        return outcome

    async def _edit(self, post: Post, table: TableInfo, composed: Composed) -> Outcome:
        assert post.channel_id is not None
        assert post.message_id is not None
        composed.mark(post.nonce)
        message = self.places.at(post.channel_id).get_partial_message(post.message_id)
        try:
            await message.edit(**composed.to_edit())
        except discord.HTTPException as error:
            if error.code == ARCHIVED:
                await self.places.unarchive(post.channel_id)
                await message.edit(**composed.to_edit())
            elif error.code in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, CLOSED_DM):
                return await self._replace(post, table, composed)
            else:
                raise
        await self._bot.tables.sent(post.key, post.version, channel_id=post.channel_id, message_id=post.message_id)
        return await self._overtaken(post, table)

    async def _overtaken(self, post: Post, table: TableInfo) -> Outcome:
        """If a press has shown something newer in a scene's message meanwhile, that must not stay overwritten."""
        now = await self._bot.tables.post(post.key) if post.kind == "turn" else None
        if now is None or now.version == post.version or now.sent_version < now.version:
            return "done"
        composed = await compose(self._bot, now)
        return "done" if composed is None else await self._edit(now, table, composed)

    async def _replace(self, post: Post, table: TableInfo, composed: Composed) -> Outcome:
        """The message is gone. Post it anew if it still asks somebody for something."""
        open_lobby = post.kind == "lobby" and table.status == "lobby"
        open_window = table.status == "running" and post.body.get("window") == table.window
        if open_lobby or (post.kind in ("window", "panel", "turn") and open_window):
            return await self._send(post, table, composed, anew=True)
        await self._bot.tables.dropped(post.key, "its message is gone", post.version)
        return "done"

    async def _mend(self, post: Post, table: TableInfo, channel_id: int, error: discord.HTTPException) -> bool:
        """Make a place where the post can go, if that is possible. Whether it is worth another try at once."""
        if error.code == ARCHIVED:
            await self.places.unarchive(channel_id)
            return True
        if post.place == "seat":
            if error.code == UNKNOWN_CHANNEL and self.places.forget(post, channel_id):
                return True
            if error.status == 403:
                await self.places.private_thread(post, table)
                return True
        if post.place == "table" and error.code == UNKNOWN_CHANNEL and channel_id != table.channel_id:
            await self._bot.tables.record_thread(table.code, await self.places.open_thread(table))
            return True
        return False

    # ---- acts

    async def _open_thread(self, post: Post, table: TableInfo) -> Outcome:
        thread_id = table.thread_id or await self.places.open_thread(table)
        await self._bot.tables.record_thread(table.code, thread_id)
        await self._bot.tables.sent(post.key, post.version, channel_id=table.channel_id, message_id=thread_id)
        return "done"

    async def _tidy(self, post: Post, table: TableInfo) -> Outcome:
        """Say in the lobby message how it ended, and put the thread away."""
        try:
            if table.lobby_message_id is not None:
                message = self.places.at(table.channel_id).get_partial_message(table.lobby_message_id)
                await message.edit(**lobby(table).to_edit())
            await self.places.archive(table)
            self.places.forget_table(table.code)
            self._refused.discard(table.code)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("table %s is left as it is: %s", table.code, error.code)
        await self._bot.tables.sent(post.key, post.version, channel_id=None, message_id=None)
        return "done"

    # ---- what did not get through

    async def _after_refusal(self, post: Post, table: TableInfo, error: discord.HTTPException) -> Outcome:
        if error.status >= 500 or error.status == 429:
            await self._defer(post, error, _soon)
            return "failed"
        if error.code in NO_ACCESS or error.status == 403:
            if post.place != "seat":
                self._refused.add(post.table)
                if post.attempts == 0 and post.kind != "lobby" and post.table not in self._told:
                    self._told.add(post.table)
                    await self._tell_host(post, table)
            await self._defer(post, error, _later)
            return "failed"
        if error.code == UNKNOWN_CHANNEL:
            await self._bot.tables.dropped(post.key, "its channel is gone")
            return "done"
        return await self._give_up_slowly(post, error)

    async def _give_up_slowly(self, post: Post, error: Exception) -> Outcome:
        if post.attempts >= HOPELESS:
            log.error("post %s is given up after %d tries", post.key, post.attempts)
            if post.kind == "thread":
                await self._bot.tables.record_thread(post.table, (await self._bot.tables.find(post.table)).channel_id)
            await self._bot.tables.dropped(post.key, "given up")
            return "done"
        await self._defer(post, error, _soon)
        return "failed"

    async def _defer(self, post: Post, error: Exception, wait: wait_base) -> None:
        mark = f"{error.status}/{error.code}" if isinstance(error, discord.HTTPException) else type(error).__name__
        seconds = wait(_after(post.attempts + 1))
        if isinstance(error, discord.RateLimited):
            seconds = max(seconds, error.retry_after)
        log.warning("post %s did not get through (%s); next try in %.0f s", post.key, mark, seconds)
        await self._bot.tables.deferred(post.key, self._bot.clock.now() + timedelta(seconds=seconds))

    async def _tell_host(self, post: Post, table: TableInfo) -> None:
        """Once, in a DM: what the bot is not allowed. If that does not get through either, so be it."""
        channel_id = table.thread_id if post.place == "table" and table.thread_id else table.channel_id
        words = speak(pick_language(await self._bot.tables.language_of(table.host_id) or table.language))
        names = self.places.lacking(channel_id, table.guild_id)
        line = words(
            "post.notice.permission",
            place=message_url(table.guild_id, channel_id),
            code=table.code,
            game=words(f"{table.game}.title"),
            permissions=permission_names(words, names) or words("post.notice.permission.any"),
        )
        view: LayoutView = box(QUIET, text(line))
        try:
            dm = await self._bot.create_dm(discord.Object(id=table.host_id))
            await dm.send(**Composed(view).to_send())
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("the host of %s could not be told: %s", table.code, type(error).__name__)


def _silent(post: Post, composed: Composed) -> bool:
    return post.kind in SILENT or (post.kind == "turn" and not composed.mentions)


def _after(attempts: int) -> RetryCallState:
    """What tenacity's waits ask for: how often it has been tried."""
    state = RetryCallState(Retrying(), None, (), {})
    state.attempt_number = attempts
    return state
