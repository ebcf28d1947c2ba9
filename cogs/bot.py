"""The bot: its parts wired to Discord, its start and its beat."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from datetime import timedelta
from itertools import count
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands, tasks

import render
from cogs import closer, fairness, lobby, me, mod, orders, pace, panels, rules, seat, setup, table, watch
from cogs.faults import UNSENT, mark, report
from cogs.members import Members
from cogs.press import Interaction, Moment, PressForm, attend, form_fields, unknown
from cogs.sender import PATIENCE, Sender
from cogs.steady import Lateness, Rest
from cogs.words import CatalogueTranslator
from tables.model import Clock
from tables.service import Tables
from tables.timers import OUTAGE
from tables.trouble import Trouble, trouble_of

PARTS: Final = (lobby, seat, closer, panels, orders, table, me, rules, fairness, pace, setup, mod, watch)
"""What brings commands and components. Set up directly: as extensions they would be executed a second time."""
RATE_LIMIT_SECONDS: Final = 60.0
"""Longer waits that Discord asks for go back to the outbox instead of holding a call."""
FIRST_WAIT: Final = 60
LONGEST_WAIT: Final = 3600
"""Seconds until the commands are registered again when Discord did not take them."""
BEAT_RESTS: Final = timedelta(minutes=1)
FLUSH_RESTS: Final = timedelta(minutes=5)
WATCH_RESTS: Final = timedelta(minutes=30)
"""How long the deadlines, the sending and the looking around rest at most while they fail."""

log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree["ScrapyardBot"]):
    """The commands. What goes wrong in one is told to its caller alone."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error

        async def tell(moment: Moment) -> None:
            if isinstance(cause, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
                await moment.say(moment.words("error.outdated"))
                return
            raise cause

        await attend(interaction, tell)


class ScrapyardBot(commands.Bot):
    """Everything that Discord sees of the house.

    ``tables`` and ``studio`` are made and closed by the caller. ``beat_seconds`` is how often overdue timers and unsent
    posts are looked for.
    """

    def __init__(self, tables: Tables, studio: render.Studio, clock: Clock, *, beat_seconds: float = 5) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            help_command=None,
            max_ratelimit_timeout=RATE_LIMIT_SECONDS,
        )
        self.tables = tables
        self.studio = studio
        self.clock = clock
        self.sender = Sender(self)
        self.members = Members(self)
        self.watch = watch.Watch(self, beat_seconds)
        self.forms: list[type[PressForm]] = []
        self.tell_host: Callable[[Trouble | None, str], None] = _tell_log
        """Called when the database begins to fail, with why and its own word; with ``None`` when it works again."""
        self._trouble: Trouble | None = None
        self._items: list[type[discord.ui.DynamicItem[Any]]] = []
        self._beating: asyncio.Task[None] | None = None
        self._flushing: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._registering: asyncio.Task[None] | None = None
        self._cut_off = False
        self._looked = clock.now()
        # A beat that comes later than this tells that the whole program stood still, as on a machine that slept.
        self._longest = timedelta(seconds=beat_seconds) + OUTAGE
        first = timedelta(seconds=beat_seconds)
        self._beat_rest, self._flush_rest = Rest(first, BEAT_RESTS), Rest(first, FLUSH_RESTS)
        self._watch_rest = Rest(first, WATCH_RESTS)
        self._lateness = Lateness(beat_seconds)
        self._beat = tasks.loop(seconds=beat_seconds)(self._on_beat)

    async def setup_hook(self) -> None:
        await self.tree.set_translator(CatalogueTranslator())
        for part in PARTS:
            await part.setup(self)
        self._registering = asyncio.create_task(self._register(), name="register the commands")
        await self._resume()
        await self.sender.doubt()
        self._beat.start()

    async def _resume(self) -> None:
        outage = await self.tables.resume()
        if outage > OUTAGE:
            log.info("back after %s; open deadlines were moved by it", outage)

    async def _register(self) -> None:
        """Tell Discord the commands, until it takes them. Tables go on meanwhile, with the commands that it has."""
        for tries in count():
            try:
                await self.tree.sync()
                return
            except Exception as error:
                wait = min(FIRST_WAIT * 2 ** min(tries, 16), LONGEST_WAIT)
                log.error("the commands could not be registered: %s; next try in %d s", mark(error), wait)
            await asyncio.sleep(wait)

    async def close(self) -> None:
        self._beat.cancel()
        if self._registering is not None:
            self._registering.cancel()
        if self._beating is not None and not self._beating.done():
            await asyncio.wait([self._beating], timeout=PATIENCE)
        await self.sender.close()
        background = [task for task in (self._flushing, self._watching) if task is not None and not task.done()]
        for task in background:
            task.cancel()
        if background:  # they may be reading: the database must not be closed under them, or they hang for ever
            await asyncio.wait(background, timeout=PATIENCE)
        await super().close()

    async def kick(self, code: str | None = None) -> None:
        """Send what this table has to say, or what all have to, now. Never raises."""
        try:
            await self.sender.flush(code)
        except Exception as error:
            report(error, "sender")

    async def _on_beat(self) -> None:
        # A stop must not tear a transaction apart: the loop is cancelled, what it does is waited for.
        self._lateness.came(asyncio.get_running_loop().time())
        self._beating = asyncio.create_task(self._look_after(), name="beat")
        await asyncio.shield(self._beating)

    async def _look_after(self) -> None:
        """Handle what is overdue, send what is due, look around.

        While Discord cannot be reached nobody can answer: then no time runs out, and it is credited afterwards like
        time that the bot was down. Sending is not waited for: a call that hangs must not hold up the deadlines.
        Whatever fails is tried again at a later beat, after waits that grow.
        """
        if self._cut_off:
            return
        await self._steadily(self._beat_rest, self._handle_overdue, "beat")
        if not self.is_ready():
            return
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.create_task(
                self._steadily(self._flush_rest, self.sender.flush, "flush"), name="flush"
            )
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(
                self._steadily(self._watch_rest, self.watch.step, "watch"), name="watch"
            )

    async def _steadily(self, rest: Rest, work: Callable[[], Awaitable[None]], name: str) -> None:
        """Do it, unless it has failed lately. Never raises."""
        if not rest.over(self.clock.now()):
            return
        try:
            await work()
        except UNSENT as error:
            log.warning("the %s was cut short: %s", name, mark(error))
            rest.failed(self.clock.now())
        except Exception as error:
            report(error, name)
            rest.failed(self.clock.now())
        else:
            rest.worked()

    async def _handle_overdue(self) -> None:
        try:
            if self.clock.now() - self._looked > self._longest:
                await self._resume()
            await self.tables.beat()
        except Exception as error:
            self._note(trouble_of(error), mark(error))
            raise
        self._note(None)
        self._looked = self.clock.now()

    def _note(self, trouble: Trouble | None, word: str = "") -> None:
        """Every beat writes to the database, so the first that is taken again tells that it works."""
        if trouble == self._trouble or (trouble is None and word):
            return
        self._trouble = trouble
        self.tell_host(trouble, word)
        if trouble is None:
            self._flush_rest.worked()
            self.sender.wake()

    async def on_disconnect(self) -> None:
        self._cut_off = True

    async def on_connect(self) -> None:
        self._cut_off = False

    async def on_resumed(self) -> None:
        self._cut_off = False

    def add_dynamic_items(self, *items: type[discord.ui.DynamicItem[Any]]) -> None:
        self._items += items
        super().add_dynamic_items(*items)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Route forms that were sent in, and answer what nobody handles any more; discord.py itself routes the rest."""
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            for form in self.forms:
                address = form.matches(custom_id)
                if address is not None:
                    await form(address, form_fields(data.get("components", ()))).submit(interaction)
                    return
        elif interaction.type is not discord.InteractionType.component or self._routed(interaction, custom_id):
            return
        await attend(interaction, unknown)

    def _routed(self, interaction: Interaction, custom_id: str) -> bool:
        """Whether discord.py brings this press to a handler: it drops one whose message bears no such component."""
        fits = any(item.__discord_ui_compiled_template__.fullmatch(custom_id) for item in self._items)
        return fits and interaction.message is not None and _bears(interaction.message, custom_id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        error = sys.exc_info()[1]
        if error is not None:
            report(error, event_method)


def _tell_log(trouble: Trouble | None, word: str) -> None:
    log.warning("the database: %s", f"{trouble} ({word})" if trouble else "works again")


def _bears(message: discord.Message, custom_id: str) -> bool:
    return any(getattr(part, "custom_id", None) == custom_id for part in _parts(message.components))


def _parts(components: Iterable[Any]) -> Iterator[Any]:
    """The components and all that is in them; what stands beside a text is an ``accessory``."""
    for component in components:
        yield component
        yield from _parts(getattr(component, "children", ()))
        if hasattr(component, "accessory"):
            yield component.accessory
