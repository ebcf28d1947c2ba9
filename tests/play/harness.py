"""Whole games through a simulated Discord: people press what a person could press and see what a person would see."""

from __future__ import annotations

import asyncio
import copy
import gc
import hashlib
import json
import shutil
import tempfile
import warnings
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import simcord
import sqlalchemy
from simcord._runtime import _attach_bot
from simcord.components import walk_components

from app.house import House, build
from app.simulated import (
    LOCALES,
    SimulatedClock,
    honour_nonces,
    may_see,
    press_without_waiting,
    settle_quickly,
    snapshot,
    speak_locales,
)
from cogs import press
from db.migrate import bring_up_to_date
from engines import GAMES
from engines.chance import FastChance
from engines.core import Level
from engines.volt.programming import format_program
from locales import Language
from tables.model import TableInfo
from tests.play.seen import Person as Person
from tests.play.seen import Seen as Seen

PEOPLE: tuple[tuple[str, Language], ...] = (("Rook", "en"), ("小满", "zh-CN"), ("Ibis", "en"), ("Moth", "zh-CN"))
GAME = "volt"
MOST_WINDOWS = 40
BEAT_SECONDS = 5
PATIENT = 100_000
PATIENCE = 60
"""Real seconds that one press may take on a busy machine."""


def endless_seeds(first: str) -> Callable[[int], bytes]:
    """Entropy that is the same in every run."""
    numbers = count()

    def draw(length: int) -> bytes:
        return hashlib.shake_256(f"{first}|{next(numbers)}".encode()).digest(length)

    return draw


def wreck_of(database: Path) -> Path:
    """A copy of the database's files. The log's index (-shm) is made anew from the log, as after a power cut."""
    wreck = database.with_stem(f"{database.stem}-killed")
    for ending in ("", "-wal"):
        part = Path(f"{database}{ending}")
        if part.exists():
            shutil.copyfile(part, f"{wreck}{ending}")
    return wreck


@cache
def blank() -> bytes:
    """An empty database of the newest schema, made once: migrations take longer than most presses."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "blank.db"
        connection = sqlalchemy.create_engine(f"sqlite:///{file}")
        with connection.begin() as transaction:
            bring_up_to_date(transaction)
        connection.dispose()
        return file.read_bytes()


class Play:
    """A server with people, our bot on it, and a database that outlives the bot.

    Another game brings a subclass with its key and ``play_window``.
    """

    game: ClassVar[str] = GAME
    most_windows: ClassVar[int] = MOST_WINDOWS

    def __init__(self, database: Path, seed: str, beat_seconds: float) -> None:
        self._beat_seconds = beat_seconds
        self.clock = SimulatedClock()
        self.database = database
        self._entropy = endless_seeds(seed)
        self.locales: dict[int, str] = {}
        self.house: House
        self.env: simcord.Env
        self.people: list[Person] = []
        self.guild: simcord.GuildHandle
        self.channel: simcord.ChannelHandle
        self.code = ""
        """Of the newest table."""

    # ------------------------------------------------------------------ the house

    async def open(self, people: int) -> None:
        settle_quickly()
        honour_nonces()
        press.allowance.limit = PATIENT  # people here live through a day in a moment
        if not self.database.exists():
            self.database.parent.mkdir(parents=True, exist_ok=True)
            self.database.write_bytes(blank())
        self.house = await self._build()
        self.env = simcord.Env(self.house.bot, settle_timeout=PATIENCE)
        self.clock.follow(self.env)
        speak_locales(self.env, self.locales)
        await self.env.start()
        self.guild = self.env.create_guild("Scrapyard Club")
        self.channel = self.guild.create_text_channel("games")
        for name, language in PEOPLE[:people]:
            self.add_person(name, language)
        await self.env.settle()

    def add_person(self, name: str, language: Language) -> Person:
        person = Person(name, language, self.guild.add_member(self.env.create_user(name, global_name=name)))
        self.locales[person.id] = LOCALES[language]
        self.people.append(person)
        return person

    async def _build(self) -> House:
        return await build(
            f"sqlite+aiosqlite:///{self.database}",
            clock=self.clock,
            entropy=self._entropy,
            beat_seconds=self._beat_seconds,
        )

    async def close(self) -> None:
        try:
            await self.env.shutdown()
        finally:
            await self.house.close()
        self.env._raise_errors_since(self.env._errors_acknowledged)

    async def restart(self, meanwhile: Callable[[Path], object] = lambda database: None) -> None:
        """Stop the bot in good order and start another one on the same database, with which something may be done."""
        await self.env.settle()
        await self.house.close()
        meanwhile(self.database)
        self.house = await self._build()
        await self.env.restart_bot(self.house.bot)

    async def kill(self) -> None:
        """Take the bot away in the middle of whatever it does, and its files as they lie on the disk at that moment."""
        self.database = wreck_of(self.database)
        await self.env._detach_bot()
        await self.house.close()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what was cut off still holds connections; a dead process would not
            gc.collect()

    async def revive(self) -> None:
        """Start another bot after ``kill``."""
        self.house = await self._build()
        self.env._begin_operation("revive")
        try:
            await _attach_bot(self.env, self.house.bot)
        finally:
            self.env._end_operation()

    async def wait(self, seconds: float) -> None:
        """Let simulated time pass, in parts that the simulation settles in."""
        while seconds > 0:
            await self.env.advance_time(min(seconds, 3600))
            seconds -= 3600

    def close_dm(self, person: Person) -> None:
        """This person takes no private messages from now on."""
        self.env.inject_error(
            "POST",
            f"/channels/{person.user.dm_channel.id}/messages",
            status=403,
            code=50007,
            message="Cannot send messages to this user",
            times=None,
        )

    # ------------------------------------------------------------------ seeing

    def rooms(self, person: Person) -> list[int]:
        """Where the person can read, the most private first."""
        threads = [thread.id for thread in self.channel.threads if may_see(self.env, thread.id, person.id)]
        return [person.user.dm_channel.id, *reversed(threads), self.channel.id]

    def messages(self, channel_id: int, viewer: Person | None = None) -> list[Seen]:
        """Messages there, oldest first; without a viewer only those that everybody sees."""
        stored = self.env.backend.messages.get(channel_id, {})
        visible = [raw for raw in stored.values() if raw.visible_to(viewer.id if viewer else None)]
        return [Seen(channel_id, raw.id, raw) for raw in sorted(visible, key=lambda raw: raw.id)]

    def dms(self, person: Person) -> list[Seen]:
        return self.messages(person.user.dm_channel.id, person)

    @property
    def thread(self) -> simcord.ChannelHandle:
        """The newest public thread: where the table plays."""
        return next(t for t in reversed(self.channel.threads) if t._channel.type == 11)

    def table_messages(self) -> list[Seen]:
        return self.messages(self.thread.id)

    def public(self) -> Iterator[Seen]:
        """Every message that everybody can read."""
        for room in (self.channel, *(t for t in self.channel.threads if t._channel.type == 11)):
            yield from self.messages(room.id)

    def record(self) -> str:
        """Everything public as one text: layouts, files with their bytes and alt texts, component ids."""
        return "\n".join(json.dumps(self._as_data(seen), sort_keys=True, default=str) for seen in self.public())

    def _as_data(self, seen: Seen) -> dict[str, Any]:
        files = [
            {**attachment, "sha256": hashlib.sha256(self.file(attachment)).hexdigest()}
            for attachment in seen.raw.attachments
        ]
        raw = seen.raw
        return {
            "id": raw.id,
            "in": raw.channel_id,
            "content": raw.content,
            "components": raw.components,
            "files": files,
        }

    def file(self, attachment: dict[str, Any]) -> bytes:
        data = self.env.backend.cdn.get(attachment["url"])
        assert data is not None, "an attachment without its bytes"
        return data

    # ------------------------------------------------------------------ pressing

    def find(self, person: Person, what: str) -> tuple[Seen, dict[str, Any]]:
        """The newest usable component for ``what`` that the person can see."""
        for room in self.rooms(person):
            for seen in reversed(self.messages(room, person)):
                component = seen.find(what)
                if component is not None and str(component["custom_id"]).split(":")[1] == self.code:
                    return seen, component
        raise AssertionError(f"{person.name} finds nothing to press for {what}")

    def _hand(self, person: Person, seen: Seen) -> Any:
        return person.user if seen.channel_id == person.user.dm_channel.id else person.member

    async def press(self, person: Person, what: str, seen: Seen | None = None, values: list[str] | None = None) -> Any:
        """Press a button, or choose in a select; gives simcord's result."""
        if seen is None:
            seen, component = self.find(person, what)
        else:
            found = seen.find(what)
            assert found is not None, f"no {what} in that message: {seen.text}"
            component = found
        return await self.press_id(person, seen, component["custom_id"], values)

    async def press_id(self, person: Person, seen: Seen, custom_id: str, values: list[str] | None = None) -> Any:
        hand, message = self._hand(person, seen), self.shown(seen)
        if values is None:
            return await hand.click(message, custom_id=custom_id)
        return await hand.select(message, values, custom_id=custom_id)

    def shown(self, seen: Seen) -> Any:
        return simcord.ResponseMessage(self.env, seen.raw)

    def screen(self, seen: Seen) -> dict[str, Any]:
        """The message as a person's screen shows it now, for a press that happens later."""
        return copy.deepcopy(snapshot(self.env, seen.channel_id, seen.id))

    def press_at_once(
        self,
        person: Person,
        on: Seen | dict[str, Any],
        custom_id: str,
        values: list[str] | None = None,
        *,
        late: float = 0,
    ) -> Any:
        """Put a press on its way without waiting for what it does; ``settle`` waits."""
        screen = self.screen(on) if isinstance(on, Seen) else on
        return press_without_waiting(self.env, person.id, screen, custom_id, values, late=late)

    def press_forged(self, person: Person, seen: Seen, custom_id: str, values: list[str] | None = None) -> Any:
        """A press on a component that the bot never made."""
        made_up: dict[str, Any] = {"type": 2, "style": 1, "label": "?", "custom_id": custom_id}
        if values is not None:
            options = [{"label": value, "value": value} for value in values]
            made_up = {"type": 3, "custom_id": custom_id, "options": options}
        screen = {**self.screen(seen), "components": [{"type": 1, "components": [made_up]}]}
        return self.press_at_once(person, screen, custom_id, values)

    async def settle(self) -> None:
        """Wait until the bot has nothing left to do."""
        await self.env.settle(idle=0.001)

    async def fill(self, person: Person, opened: Any, text: str) -> Any:
        """Type into the only field of the form that a press has opened, and send it."""
        assert opened.modal is not None, "no form was opened"
        fields = [part["custom_id"] for part in walk_components(opened.modal["components"]) if part["type"] == 4]
        assert len(fields) == 1
        in_dm = opened._interaction.guild_id is None
        return await (person.user if in_dm else person.member).submit_modal(opened, {fields[0]: text})

    # ------------------------------------------------------------------ playing

    async def open_lobby(self, host: Person, game: str = "", **options: str) -> Seen:
        await host.member.slash(self.channel, "play", game=game or self.game, **options)
        lobby = self.lobby()
        self.code = self.code_in(lobby)
        return lobby

    def lobby(self) -> Seen:
        """The newest message with a Join button, or the newest of all once the lobby is closed."""
        everything = self.messages(self.channel.id)
        return next((seen for seen in reversed(everything) if seen.find("join")), everything[-1])

    @staticmethod
    def code_in(seen: Seen) -> str:
        ids = [str(component["custom_id"]) for component in seen.components if component.get("custom_id")]
        return ids[0].split(":")[1]

    async def begin(self, *people: Person, options: Mapping[str, str] | None = None) -> None:
        """Open a lobby, seat everybody, choose the game's options, start."""
        host, *others = people or self.people
        await self.open_lobby(host)
        for person in others:
            await self.press(person, "join")
        for name, value in (options or {}).items():
            await self.set_option(host, name, value)
        await self.press(host, "start")

    async def set_option(self, host: Person, name: str, value: str) -> None:
        """Choose one of the game's options in the host's settings, opened anew."""
        answer = await self.press(host, "options")
        raw = answer.response._message
        await self.press_id(host, Seen(raw.channel_id, raw.id, raw), f"s1:{self.code}:0:option:{name}", [value])

    async def equip(self, person: Person, **decks: str) -> None:
        """Choose decks in the lists (``first="tactic"``) and be ready."""
        for field, deck in decks.items():
            seen, _ = self.find(person, "v-deck")
            window = (await self.table()).window
            seat = (await self.table()).seat_of(person.id)
            assert seat is not None
            await self.press_id(person, seen, f"s1:{self.code}:{window}:v-deck:{seat.seat}.{field}", [deck])
        await self.press(person, "v-fit")

    async def type_program(self, person: Person, program: str) -> Any:
        return await self.fill(person, await self.press(person, "v-type"), program)

    async def pick_program(self, person: Person, program: str) -> None:
        """By the selects, pad after pad: ``B3N R1NE B2E@maneuver_1:W``."""
        for command in program.split():
            dice, _, declared = command.partition("@")
            module, _, turn = declared.partition(":")
            await self.press(person, "v-die", values=[dice[:2]])
            if module:
                await self.press(person, "v-mod", values=[module])
            if turn:
                await self.press(person, "v-turn", values=[turn])
            await self.press(person, "v-dir", values=[dice[2:]])

    async def table(self) -> TableInfo:
        return await self.house.tables.find(self.code)

    async def view(self) -> Any:
        return await self.house.tables.public_view(self.code)

    async def plan(self, person: Person) -> str:
        """A sound program for the person's seat, in the short form, from what the person may see."""
        panel = await self.house.tables.panel(self.code, person.id)
        chance = FastChance(panel.window * 100 + panel.seat)
        return format_program(GAMES[GAME].stand_in(panel.view, panel.seat, Level.EASY, chance))

    async def asked(self) -> list[Person]:
        """The people whom the open window asks."""
        table = await self.table()
        return [person for person in self.people if (seat := table.seat_of(person.id)) and seat.seat in table.asked]

    async def play_window(self) -> None:
        """Everybody who is asked types a sound program, or takes the decks that are preset, and is ready."""
        for person in await self.asked():
            if (await self.table()).window_kind == "outfit":
                await self.equip(person)
                continue
            await self.type_program(person, await self.plan(person))
            await self.press(person, "p-ready")

    async def play_on(self) -> TableInfo:
        """To the end of the game."""
        for _ in range(self.most_windows):
            table = await self.table()
            if table.status != "running":
                return table
            await self.play_window()
        raise AssertionError("the game does not end")


AnyPlay = TypeVar("AnyPlay", bound=Play)


@asynccontextmanager
async def playing_as(
    kind: type[AnyPlay], folder: Path, *, people: int = 4, seed: str = "luck", beat_seconds: float = BEAT_SECONDS
) -> AsyncIterator[AnyPlay]:
    """A server with so many people and our bot, from nothing; ``kind`` says which game they play."""
    play = kind(folder / "tables.db", seed, beat_seconds)
    await play.open(people)
    try:
        yield play
    except BaseException:
        await asyncio.gather(play.env.shutdown(), return_exceptions=True)
        await play.house.close()
        raise
    await play.close()


@asynccontextmanager
async def playing(
    folder: Path, *, people: int = 4, seed: str = "luck", beat_seconds: float = BEAT_SECONDS
) -> AsyncIterator[Play]:
    """The same with this house's first game."""
    async with playing_as(Play, folder, people=people, seed=seed, beat_seconds=beat_seconds) as play:
        yield play
