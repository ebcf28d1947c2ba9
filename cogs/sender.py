"""Sends the outbox: posts what has no message yet, edits what has changed, tries again what did not get through."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from cogs.composed import Composed
from cogs.faults import report
from cogs.limits import NONCE
from cogs.places import ARCHIVED, CLOSED_DM, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, NoPlaceError, Places, holds
from cogs.posts import COMPOSERS, compose
from cogs.posts.lobby import lobby
from cogs.posts.scene import show_turn
from cogs.setbacks import UNREACHABLE, Outcome, Setbacks, home, soon
from cogs.steady import Rest
from cogs.words import table_words
from tables import mattering, outbox
from tables.model import Post, Refused, TableInfo
from tables.trouble import trouble_of

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
TRIES: Final = 4
"""Places that one post is taken to in one go: each try has found out that the place before is no good."""
SILENT: Final = ("opening", "chapter", "outage", "notice")
"""What nobody need be notified of."""
ASKING: Final = ("vote", "claim", "ad", "request")
"""What comes again when its message is deleted, as long as it asks for something."""
FIRST_REST: Final = timedelta(seconds=5)
LONGEST_REST: Final = timedelta(minutes=5)
"""How long the posts of a table are left alone when looking at them fails."""
TROUBLE: Final = (discord.RateLimited, aiohttp.ClientError, OSError, asyncio.TimeoutError)

log = logging.getLogger(__name__)


class Sender:
    """One flush at a time for each table.

    Nothing is lost or doubled: a post is sent until its message is recorded, with a nonce by which Discord knows it.
    """

    def __init__(self, bot: ScrapyardBot) -> None:
        self._bot = bot
        self.places = Places(bot)
        self._setbacks = Setbacks(bot, self.places)
        self._running: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._complete: set[str] = set()
        self._doubtful: set[str] = set()
        self._missing: dict[str, set[str]] = {}
        """Posts whose messages are deleted, by table."""
        self._rests: dict[str, Rest] = {}

    async def flush(self, code: str | None = None) -> None:
        """Send what is due: of this table, or of all.

        For one table, the refreshing of open panels is left to the next flush of all: whoever changed their panel has
        it before their eyes already, and the DM would otherwise be edited twice at each press.
        """
        if code is not None:
            await self._flush_table(code)
            return
        posts = await self._bot.tables.due_posts(AT_ONCE)
        now = self._bot.clock.now()
        found = dict.fromkeys(post.table for post in posts)
        codes = [code for code in found if code not in self._rests or self._rests[code].over(now)]
        self._complete.update(codes)
        for start in range(0, len(codes), TABLES_AT_ONCE):
            await asyncio.gather(*map(self._flush_table, codes[start : start + TABLES_AT_ONCE]))

    async def doubt(self) -> None:
        """At start-up: what is unsent now may have been posted by a bot that ended before it could note it down."""
        self._doubtful = {post.key for post in await self._bot.tables.due_posts(DOUBTS)}

    def wake(self) -> None:
        """What has been left alone because it failed is tried again at the next beat."""
        self._rests.clear()

    async def close(self) -> None:
        """Wait for what is being sent, for a while."""
        if self._running:
            await asyncio.wait(list(self._running.values()), timeout=PATIENCE)

    async def show_turn(self, moment: Moment, post: Post, asking: Variant | None = None) -> None:
        """After a press on a scene's public post: show there what is now (``cogs.posts.scene``)."""
        await show_turn(moment, post, asking)

    def refused(self, code: str) -> bool:
        """Whether Discord does not let the bot post for this table where it should."""
        return self._setbacks.refused(code)

    async def opened(self, guild_id: int) -> None:
        """Rights have changed on this server: send what was refused, where it may go through now."""
        for code in await self._setbacks.opened(guild_id):
            await self._flush_table(code)

    async def look_at(self, table: TableInfo) -> None:
        """See whether the message that asks something at the table is still there; if it is not, post it anew."""
        for key in mattering.asking(table):
            post = await self._bot.tables.post(key)
            if post is None or post.message_id is None or post.channel_id is None:
                continue
            try:
                await self.places.at(post.channel_id, table.guild_id).fetch_message(post.message_id)
            except discord.NotFound:
                self._missing.setdefault(table.code, set()).add(key)
                await self._flush_table(table.code)
            except discord.Forbidden:
                log.info("the messages of table %s may not be read", table.code)

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
                self._rests.pop(code, None)
                if code not in self._again:
                    return
        except Exception as error:
            report(error, "outbox")
            self._rests.setdefault(code, Rest(FIRST_REST, LONGEST_REST)).failed(self._bot.clock.now())
        finally:
            self._again.discard(code)
            self._complete.discard(code)
            del self._running[code]

    async def _send_all(self, code: str) -> None:
        await self._setbacks.look(code)
        await self._send_missing(code)
        held: set[tuple[str, int | None, int | None]] = set()
        for _ in range(PASSES):
            progress = False
            for post in await self._bot.tables.due_posts(AT_ONCE, table=code):
                where = post.place, post.seat, post.user_id if post.place == "person" else None
                if where in held:
                    continue
                table = await self._bot.tables.find(post.table)
                if self._may_wait(post, table):
                    continue
                outcome = await self._deliver(post, table)
                progress |= outcome == "done"
                if outcome == "failed" and post.message_id is None:
                    held.add(where)
            if not progress:
                return

    async def _send_missing(self, code: str) -> None:
        for key in sorted(self._missing.pop(code, ())):
            post = await self._bot.tables.post(key)
            if post is not None:
                await self._bring_back(post, await self._bot.tables.find(code))

    async def _bring_back(self, post: Post, table: TableInfo) -> None:
        async def bring_back() -> Outcome:
            composed = await compose(self._bot, post)
            return "done" if composed is None else await self._replace(post, table, composed)

        await self._attempt(post, table, bring_back)

    def _may_wait(self, post: Post, table: TableInfo) -> bool:
        refresh = post.kind == "panel" and post.message_id is not None
        current = table.status == "running" and post.body.get("window") == table.window and holds(post, table)
        return refresh and current and post.table not in self._complete

    # ---- one post

    async def _deliver(self, post: Post, table: TableInfo) -> Outcome:
        async def deliver() -> Outcome:
            if not await self._bot.tables.still_matters(post):
                return await self._let_go(post, table)
            if self._setbacks.waits(post, table):
                await self._setbacks.hold(post, table, None)
                return "failed"
            return await self._act(post, table)

        return await self._attempt(post, table, deliver)

    async def _attempt(self, post: Post, table: TableInfo, act: Callable[[], Awaitable[Outcome]]) -> Outcome:
        """Do it; what goes wrong is met here, and decides when it is tried again."""
        try:
            return await act()
        except (NoPlaceError, Refused) as error:
            await self._bot.tables.dropped(post.key, error.reason)
            return "done"
        except discord.HTTPException as error:
            self._suspect(post, table, error)
            return await self._setbacks.after_refusal(post, table, error)
        except TROUBLE as error:
            await self._setbacks.defer(post, error, soon)
            return "failed"
        except Exception as error:
            if trouble_of(error):  # no fault of the post, which is not to be given up for it
                raise
            report(error, f"post {post.kind}")
            return await self._setbacks.give_up_slowly(post, error)

    def _suspect(self, post: Post, table: TableInfo, error: discord.HTTPException) -> None:
        """Whoever gets no DM from the bot may have left the server: that is looked at."""
        if post.place in ("seat", "person") and post.user_id is not None and error.code in UNREACHABLE:
            self._bot.members.want(table.guild_id, (post.user_id,))

    async def _act(self, post: Post, table: TableInfo) -> Outcome:
        if post.kind == "thread":
            return await self._open_thread(post, table)
        if post.kind == "tidy":
            return await self._tidy(post, table)
        if post.kind == "lobby" and post.message_id and table.status == "running" and table.thread_id is None:
            return "wait"
        if post.kind == "alarm":  # what was sent just before may have shown that all is well again
            post = await self._bot.tables.post(post.key) or post
        composed = await compose(self._bot, post)
        if composed is None:
            await self._bot.tables.dropped(post.key, "nothing to say", post.version)
            return "done"
        if post.message_id is not None and post.channel_id is not None:
            return await self._edit(post, table, composed)
        return await self._send(post, table, composed)

    async def _send(self, post: Post, table: TableInfo, composed: Composed, *, anew: bool = False) -> Outcome:
        if post.place == "seat" and not holds(post, table):
            raise NoPlaceError("handed_over")
        # A message that was deleted must not come back as itself: Discord answers a known nonce with the old message.
        nonce = f"{post.nonce[: NONCE - 7]}-{post.version % 100000}" if anew else post.nonce
        message: discord.Message | None = None
        met: set[tuple[int, int]] = set()
        for tries in range(TRIES):
            place = await self.places.of(post, table)
            composed.mark(post.nonce)
            earlier = await self._earlier(post, place)
            if earlier is not None and earlier.id != post.message_id:
                return await self._adopt(post, table, composed, earlier)
            composed = self._calling(post, place.id, composed)
            self._doubtful.add(post.key)  # until it is recorded, which a locked database or a full disk may prevent
            try:
                message = await place.send(nonce=nonce, silent=_silent(post, composed), **composed.to_send())
                break
            except discord.HTTPException as error:
                self._suspect(post, table, error)
                again = (place.id, error.code) in met or tries == TRIES - 1
                met.add((place.id, error.code))
                if again or not await self._mend(post, table, place.id, error):
                    raise
                if tries == 0 and post.place in ("mods", "ads"):
                    instead = table_words(table)("stale.instead", channel=f"<#{place.id}>")
                    composed.view.add_item(discord.ui.TextDisplay(instead))
            table = await self._bot.tables.find(post.table)
        assert message is not None
        await self._bot.tables.sent(post.key, post.version, channel_id=message.channel.id, message_id=message.id)
        self._doubtful.discard(post.key)
        await self._setbacks.went_through(post)
        self._look_who_is_asked(post, table)
        return "done"

    def _look_who_is_asked(self, post: Post, table: TableInfo) -> None:
        """A window has opened: are those whom it asks still on the server?"""
        if post.kind in ("window", "panel", "turn") and post.body.get("window") == table.window:
            asked = (table.seats[seat] for seat in table.asked)
            self._bot.members.want(table.guild_id, [seat.user_id for seat in asked if seat.user_id is not None])

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
        await self._bot.tables.dropped(post.key, outbox.PASSED)
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
        if post.place == "seat" and not holds(post, table):
            await self.places.put_out(post)
        composed.mark(post.nonce)
        message = self.places.at(post.channel_id).get_partial_message(post.message_id)
        try:
            await message.edit(**composed.to_edit())
        except discord.HTTPException as error:
            if error.code == ARCHIVED and await self.places.unarchive(post.channel_id):
                await message.edit(**composed.to_edit())
            elif error.code == UNKNOWN_CHANNEL and post.channel_id == home(post, table):
                raise
            elif error.code in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, CLOSED_DM):
                return await self._replace(post, table, composed)
            else:
                raise
        await self._bot.tables.sent(post.key, post.version, channel_id=post.channel_id, message_id=post.message_id)
        await self._setbacks.went_through(post)
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
        if await self._asks(post, table):
            return await self._send(post, table, composed, anew=True)
        await self._bot.tables.dropped(post.key, "its message is gone", post.version)
        return "done"

    async def _asks(self, post: Post, table: TableInfo) -> bool:
        if post.kind == "lobby":
            return table.status == "lobby"
        if post.place == "seat" and not holds(post, table):
            return False
        if post.kind in ("window", "panel", "turn"):
            current = table.status == "running" and post.body.get("window") == table.window
            if not current or post.kind != "panel" or post.seat is None:
                return current
            return not (await self._bot.tables.seat_panel(table.code, post.seat, table.window)).ready
        return post.kind in ASKING and await self._bot.tables.still_matters(replace(post, sent_version=0))

    async def _mend(self, post: Post, table: TableInfo, channel_id: int, error: discord.HTTPException) -> bool:
        """Make a place where the post can go, if that is possible. Whether it is worth another try at once."""
        if error.code == ARCHIVED:
            return await self.places.unarchive(channel_id)
        if post.place == "seat":
            if error.code == UNKNOWN_CHANNEL and self.places.forget(channel_id):
                return True
            if (error.code in UNREACHABLE or error.status == 403) and not self.places.is_private(post, channel_id):
                await self.places.private_thread(post, table)
                return True
        if post.place in ("mods", "ads") and (error.code == UNKNOWN_CHANNEL or error.status == 403):
            elsewhere = await self.places.turn_away(post, table, channel_id)
            if elsewhere and error.code == UNKNOWN_CHANNEL:
                await self._bot.tables.place_lost(channel_id)
            return elsewhere
        return False

    # ---- acts

    async def _open_thread(self, post: Post, table: TableInfo) -> Outcome:
        thread_id = table.thread_id or await self.places.open_thread(table)
        await self._bot.tables.record_thread(table.code, thread_id, table.channel_id)
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
            self._setbacks.forget(table.code)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("table %s is left as it is: %s", table.code, error.code)
        await self._bot.tables.sent(post.key, post.version, channel_id=None, message_id=None)
        return "done"


def _silent(post: Post, composed: Composed) -> bool:
    if post.kind == "notice" and composed.mentions:
        return False
    return post.kind in SILENT or (post.kind == "turn" and not composed.mentions)
