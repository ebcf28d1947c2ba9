"""The bot without Discord and without a token: a simulated server in the browser, with four people to play as.

A start page lists, for each person, the channel, the private messages and the threads that this person can see. Each
is a page of simcord's preview, opened when somebody first follows its link. A pump keeps the simulated clock going, and
one lock keeps the pump and the clicks apart.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import click
import simcord
from aiohttp import web

from app.alone import alone
from app.house import House, opened
from app.run import on_stop_signals
from app.settings import Settings
from app.simulated import (
    LOCALES,
    SimulatedClock,
    may_see,
    messages_seen,
    settle_quickly,
    speak_locales,
    start_clock_at,
)
from app.start_page import Door, Guest, guests_html, page
from db.database import file_of
from locales import LANGUAGES, Language, speak

BOT: Final = "Scrapyard"
SERVER: Final = "Scrapyard Demo"
CHANNEL: Final = "board-games"
PEOPLE: Final[tuple[tuple[str, Language], ...]] = (("Rook", "en"), ("小满", "zh-CN"), ("Ibis", "en"), ("阿木", "zh-CN"))
LANGUAGE_CALLED: Final[dict[str, Language]] = {language: language for language in LANGUAGES}
BEAT: Final = 0.25
"""Seconds, real and simulated, from one turn of the pump to the next."""

PATIENCE: Final = 30.0
"""Real seconds that one press may take on a slow computer."""

log = logging.getLogger(__name__)


class PortTakenError(Exception):
    """The start page's port is in use."""

    def __init__(self, port: int) -> None:
        super().__init__(f"port {port} is in use")
        self.port = port


@dataclass
class Person:
    """One of the people at the demonstration server."""

    number: int
    member: simcord.MemberActor
    language: Language
    open: dict[int, simcord.Preview] = field(default_factory=dict)
    """The pages that somebody has opened, by channel."""


class Demo:
    """The simulated server, its people, and the pages on it."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        self.lock = asyncio.Lock()
        self._seen = 0
        env.backend.bot_user.name = BOT
        guild = env.create_guild(SERVER)
        self.channel = guild.create_text_channel(CHANNEL)
        members = [guild.add_member(env.create_user(name, global_name=name)) for name, _ in PEOPLE]
        pairs = zip(members, PEOPLE, strict=True)
        self.people = [Person(number, member, of[1]) for number, (member, of) in enumerate(pairs)]
        self.locales: dict[int, str] = {}
        for person in self.people:
            self.speak(person, person.language)
        speak_locales(env, self.locales)

    def speak(self, person: Person, language: Language) -> None:
        person.language = language
        self.locales[person.member.id] = LOCALES[language]

    def doors(self, person: Person) -> list[Door]:
        """What this person can look at now, in the order in which it came to be."""
        who = person.member.id
        threads = [thread for thread in self.channel.threads if may_see(self.env, thread.id, who)]
        private = person.member.user.dm_channel
        rooms = [
            ("channel", self.channel, CHANNEL),
            ("private", private, ""),
            *(("thread", t, t.name) for t in threads),
        ]
        return [Door(kind, room.id, name or "", messages_seen(self.env, room.id, who)) for kind, room, name in rooms]

    async def open(self, person: Person, channel_id: int) -> str:
        """The address of this person's page on that channel. Raises ``LookupError`` when there is no such door."""
        rooms = [self.channel, *self.channel.threads, person.member.user.dm_channel]
        room = next((room for room in rooms if room.id == channel_id), None)
        if room is None:
            raise LookupError(channel_id)
        async with self.lock:
            opened = person.open.get(channel_id)
            if opened is None or opened._closed:  # its visitor can end it
                opened = person.open[channel_id] = await self._enter(person, room)
            return opened.url

    async def _enter(self, person: Person, room: Any) -> simcord.Preview:
        viewer = person.member.user if room.guild is None else person.member
        self.env._preview = None  # simcord keeps to one page at a time; we keep to one action at a time instead
        preview = self.env.preview(room, viewers=[viewer], layout="channel", locale=LOCALES[person.language])
        await preview.__aenter__()
        act = preview._action

        async def in_turn(*arguments: Any, **options: Any) -> Any:
            async with self.lock:
                self.env._preview = preview
                return await act(*arguments, **options)

        preview._action = in_turn  # type: ignore[method-assign]
        return preview

    async def pump(self) -> None:
        """Let simulated time pass as fast as real time, and show what it brought."""
        while True:
            await asyncio.sleep(BEAT)
            async with self.lock:
                try:
                    await self.env.advance_time(BEAT)
                    await self.refresh()
                except (TimeoutError, simcord.SetupError) as error:
                    log.warning("the preview's clock stood still for a moment: %s", error)

    async def refresh(self) -> None:
        """Publish the pages anew if anything happened: a page published for nothing makes clicks on it stale."""
        happened = len(self.env.backend.transcript)
        if happened == self._seen:
            return
        for person in self.people:
            for preview in person.open.values():
                if not preview._closed:
                    await preview.refresh()
        self._seen = len(self.env.backend.transcript)

    async def close(self) -> None:
        for person in self.people:
            for preview in person.open.values():
                await preview.close()


class Site:
    """The start page, for this computer only."""

    def __init__(self, demo: Demo, language: Language) -> None:
        self._demo = demo
        self._language: Language = language
        self.port = 0
        self._runner: web.AppRunner | None = None

    async def start(self, port: int) -> None:
        application = web.Application(middlewares=[self._at_home])
        application.router.add_get("/", self._start_page)
        application.router.add_get("/doors", self._doors)
        application.router.add_get("/open/{person}/{channel}", self._open)
        application.router.add_post("/speak/{person}/{language}", self._speak)
        self._runner = web.AppRunner(application, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        try:
            await site.start()
        except OSError as error:
            await self._runner.cleanup()
            raise PortTakenError(port) from error
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @web.middleware
    async def _at_home(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Only pages of our own may ask: the links carry the keys to everybody's private messages."""
        homes = {f"127.0.0.1:{self.port}", f"localhost:{self.port}"}
        origin = request.headers.get("Origin")
        if request.host not in homes or (origin is not None and origin.removeprefix("http://") not in homes):
            raise web.HTTPForbidden
        return await handler(request)

    def _guests(self) -> list[Guest]:
        people = self._demo.people
        return [
            Guest(person.number, person.member.name, person.language, self._demo.doors(person)) for person in people
        ]

    async def _start_page(self, _request: web.Request) -> web.Response:
        return web.Response(text=page(self._guests(), self._language), content_type="text/html")

    async def _doors(self, _request: web.Request) -> web.Response:
        return web.Response(text=guests_html(self._guests(), self._language), content_type="text/html")

    def _person(self, request: web.Request) -> Person:
        number = request.match_info["person"]
        if not number.isdecimal() or int(number) >= len(self._demo.people):
            raise web.HTTPNotFound
        return self._demo.people[int(number)]

    async def _open(self, request: web.Request) -> web.Response:
        try:
            url = await self._demo.open(self._person(request), int(request.match_info["channel"]))
        except (LookupError, ValueError, simcord.SetupError):
            raise web.HTTPNotFound from None
        raise web.HTTPFound(url)

    async def _speak(self, request: web.Request) -> web.Response:
        language = LANGUAGE_CALLED.get(request.match_info["language"])
        if language is None:
            raise web.HTTPNotFound
        self._demo.speak(self._person(request), language)
        return web.Response()


async def furnish(env: simcord.Env, clock: SimulatedClock) -> Demo:
    """Start the simulation at the present moment and build the demonstration server in it."""
    settle_quickly()
    start_clock_at(env, datetime.now(UTC))
    clock.follow(env)
    await env.start()
    return Demo(env)


async def serve(settings: Settings, *, port: int, language: Language, database: str | None = None) -> None:
    """Show the preview until Ctrl-C. Raises ``PortTakenError``, ``NotAloneError`` and what ``build`` raises."""
    words = speak(language)
    async with AsyncExitStack() as closing:
        folder = closing.enter_context(tempfile.TemporaryDirectory(prefix="scrapyard-"))
        address = database or f"sqlite+aiosqlite:///{Path(folder) / 'preview.db'}"
        closing.enter_context(alone(file_of(address)))
        clock = SimulatedClock()
        house: House = await closing.enter_async_context(
            opened(address, clock=clock, lobby_hours=settings.lobby_hours, beat_seconds=settings.beat_seconds)
        )
        env = simcord.Env(house.bot, check_errors=False, settle_timeout=PATIENCE)
        demo = await furnish(env, clock)
        closing.push_async_callback(env.shutdown)
        closing.push_async_callback(demo.close)
        site = Site(demo, language)
        closing.push_async_callback(site.close)
        await site.start(port)
        stop = asyncio.Event()
        closing.callback(on_stop_signals(stop.set))
        pump = asyncio.create_task(demo.pump())
        click.echo(words("app.preview.open", url=site.url))
        asked = asyncio.create_task(stop.wait())
        await asyncio.wait({pump, asked}, return_when=asyncio.FIRST_COMPLETED)
        pump.cancel()
        asked.cancel()
        await asyncio.gather(pump, asked, return_exceptions=True)
        click.echo(words("app.preview.bye"))
