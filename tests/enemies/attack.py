"""A siege: inputs of every sort at running games, many at once, and what must hold after each lot of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest

import cogs.press
from cogs.bounds import Bounds
from render import Studio
from tests.enemies.figures import Figures
from tests.enemies.forging import AUTOCOMPLETE, COMMAND, COMPONENT, FORM, Forger, at
from tests.enemies.lawful import Rows, key_of, unlawful
from tests.enemies.odd import EVIL_NAME, ODD_NAME
from tests.enemies.quick import Stillness, run_quickly
from tests.enemies.said import check_requests
from tests.enemies.watching import Errors, Watching
from tests.play.harness import Person, Play, playing_as
from tests.white import leave_white

GAMES = ("volt", "thunder_road", "wasteland")
SEATED = {"volt": (0, 1), "thunder_road": (0, 2), "wasteland": (0, 1, 2)}
"""Who of the people sits at which table. The fourth sits nowhere; after them come those named below."""
WARDEN, STRANGER, GUEST, FOREIGNER = 4, 5, 6, 7
"""Moderates the server; sits nowhere; two of another server, who play there."""
IN_A_BATCH = 40
BATCHES = 25
"""After so many a minute passes, and all that the bot has left to do is done."""
A_MINUTE = 61
KEPT = ("seats", "states", "actions", "drafts", "steps", "votes", "claims", "aways", "tables", "tenures")
FAMILIES = {COMMAND: "command", COMPONENT: "component", AUTOCOMPLETE: "typing", FORM: "form"}


class Siege(Forger):
    """Three games, people who sit at them, a moderator, one who sits nowhere, and a game of another server."""

    def __init__(self, play: Play, seed: int) -> None:
        super().__init__(play, seed)
        self.watching = Watching()
        self.complaints = Errors()
        self.still = Stillness(play)
        self.far = ""
        """The code of the other server's game."""
        self._rows: Rows | None = None
        """As they were after the last batch; ``None`` when something else has happened since."""
        self._batches = 0

    def besieger(self) -> Person:
        chance, people = self.luck.random(), self.play.people
        for share, number in ((0.25, STRANGER), (0.4, WARDEN), (0.5, FOREIGNER)):
            if chance < share:
                return people[number]
        return self.luck.choice(people[:WARDEN])

    # ---- the games

    async def set_up(self) -> None:
        """Open the three tables, and let them begin."""
        self.codes = [self.far] if self.far else []
        for game in GAMES:
            host, *others = [self.play.people[number] for number in SEATED[game]]
            await self._begin(game, host, *others)
            self.codes.append(self.play.code)
        self.screens.forget()
        self._rows = None
        await self.still.full()

    async def set_up_elsewhere(self) -> None:
        with at(self.play, self.screens.channel_of(self.play.people[FOREIGNER])):
            await self._begin("volt", *self.play.people[GUEST : FOREIGNER + 1])
        self.far = self.play.code

    async def _begin(self, game: str, host: Person, *others: Person) -> None:
        await self.play.open_lobby(host, game)
        for person in others:
            await self.play.press(person, "join")
        await self.play.press(host, "start")

    # ---- a batch

    async def batch(self, person: Person, ways: Any = ()) -> None:
        """Send a lot at once, and see that each is answered, and that nothing of others has changed.

        ``ways``: these, once each; else some of all.
        """
        before = self._rows or await self._belongings()
        self.screens.forget()
        self.sent.clear()
        records = [way(person) for way in ways or self.luck.choices(self.ways, k=IN_A_BATCH)]
        await self._answered(records)
        self.complaints.check()
        self._count_outcomes(records)
        self._rows = await self._belongings()
        self._check_changes(before, self._rows, person)
        self._check_said(records, person)
        self._tidy()

    async def _answered(self, records: list[Any]) -> None:
        await self.still.soon()
        silent = [record for record in records if not record.responded]
        assert not silent, f"left without an answer: {self.sent[silent[0].id]}"
        mute = [record for record in records if not self.watching.told(record)]
        assert not mute, f"acknowledged, and told nothing: {[self.sent[record.id] for record in mute]}"

    def _count_outcomes(self, records: list[Any]) -> None:
        for record in records:
            self.figures.came_of_it[f"{FAMILIES[record.type]}: {self.watching.outcome(record)}"] += 1
        self.figures.refused += self.watching.refused
        self.watching.clear()

    def _check_changes(self, before: Rows, after: Rows, person: Person) -> None:
        for code in self.codes:
            for name in KEPT:
                if before[code][name] != after[code][name]:
                    count = len(before[code][name].items() ^ after[code][name].items())
                    self.figures.changed[name] += count
            if (code == self.far) != (person.id in self.screens.elsewhere):
                assert before[code] == after[code], f"{person.name} has changed another server's game: {self.sent}"
            elif person is not self.play.people[WARDEN]:  # who may end, skip and hand over
                found = unlawful(before[code], after[code], person.id)
                assert not found, f"{person.name} has changed what is not theirs: {found} {self.sent}"

    async def _belongings(self) -> Rows:
        """All rows of the games: by code and table of the database, each by its key."""
        found: Rows = {code: {name: {} for name in KEPT} for code in self.codes}
        marks = ", ".join("?" * len(self.codes))
        async with self.play.house.database.read() as connection:
            for name in KEPT:
                rows = await connection.exec_driver_sql(
                    f"select * from {name} where code in ({marks})", tuple(self.codes)
                )
                for row in map(dict, rows.mappings()):
                    found[row["code"]][name][key_of(name, row)] = tuple(row.items())
        return found

    def _check_said(self, records: list[Any], person: Person) -> None:
        stored = self.play.env.backend.messages
        for record in records:
            for number in {record.message_id, *record.followup_ids} - {record.source_message_id}:
                message = stored.get(record.channel_id, {}).get(number)
                private = message is None or message.is_ephemeral or message.channel_id == person.user.dm_channel.id
                assert private, f"told in public: {message}"
        check_requests(self.play.env.backend.http_requests, {one.id for one in self.play.people})

    def _tidy(self) -> None:
        """Forget what only the simulation keeps, so that what grows is the bot."""
        backend: Any = self.play.env.backend
        for kept in (backend.transcript, backend.http_requests, backend.interactions, backend.interaction_tokens):
            kept.clear()
        backend._reserved_ids.clear()
        for room in backend.messages.values():
            for number in [one.id for one in room.values() if one.is_ephemeral]:
                del room[number]

    async def pass_time(self) -> None:
        """Now and then a minute goes by; games that have ended are begun anew."""
        self._batches += 1
        if self._batches % BATCHES:
            return
        await self.still.full()
        await self.play.env.advance_time(A_MINUTE)
        await self.still.full()
        self._rows = None
        check_requests(self.play.env.backend.http_requests, {one.id for one in self.play.people})
        self.complaints.check()
        self._tidy()
        self.play.env.backend.cdn.__init__()
        tables = [await self.play.house.tables.find(code) for code in self.codes]
        if any(table.status != "running" for table in tables if table.code != self.far):
            await self.set_up()


@asynccontextmanager
async def besieged(folder: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Siege]:
    """The siege, with pictures left white and every refusal noted."""
    monkeypatch.setattr(Studio, "draw", leave_white)
    run_quickly(monkeypatch, IN_A_BATCH + 2)
    async with playing_as(Play, folder, people=2, seed=f"siege {seed}") as play:
        play.add_person(ODD_NAME, "en")
        play.add_person("小满", "zh-CN")
        role = play.guild.create_role("Marshals", permissions=discord.Permissions(manage_guild=True))
        warden = play.guild.add_member(play.env.create_user("Warden", global_name="Warden"), roles=[role])
        play.people.append(Person("Warden", "en", warden))
        play.add_person(EVIL_NAME, "en")
        siege = Siege(play, seed)
        _add_foreigners(siege)
        siege.watching.install(monkeypatch)
        monkeypatch.setattr(cogs.press, "_bounds", Bounds(IN_A_BATCH * 2))
        with siege.complaints:
            await siege.set_up_elsewhere()
            await siege.set_up()
            yield siege


def _add_foreigners(siege: Siege) -> None:
    play = siege.play
    guild = play.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("games")
    for name in ("Far", "Away"):
        member = guild.add_member(play.env.create_user(name, global_name=name))
        play.people.append(Person(name, "en", member))
        siege.screens.elsewhere[member.id] = channel


async def attack(siege: Siege, inputs: int, tell: Callable[[Figures], None] = lambda _: None) -> Figures:
    """Send so many, one of each sort first; strangers and players by turns. ``tell`` is called after each tenth."""
    tenth = max(1, inputs // 10)
    sweep = siege.sweep()
    while siege.figures.inputs < inputs:
        await siege.batch(siege.besieger(), [sweep.pop() for _ in range(min(len(sweep), IN_A_BATCH))])
        await siege.pass_time()
        if len(siege.figures.memory) < siege.figures.inputs // tenth:
            siege.figures.measure()
            tell(siege.figures)
    return siege.figures
