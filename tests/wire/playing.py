"""A whole game over the wire: people who open a table, join, answer, and try again when the bot has died on them.

What they answer depends on the table's state alone, and each deed is repeated until it shows: so a game that is
disturbed has the same answers as one that is not.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engines import GAMES
from engines.chance import FastChance
from engines.core import Level
from engines.volt.programming import format_program
from tables.codec import codec_of
from tests.play.seen import Seen
from tests.wire.people import Person, Press
from tests.wire.process import BotProcess
from tests.wire.server import Wire, until

SHOWS_IN = 1.0
"""Seconds after which a person whose deed does not show tries again."""
HELPLESS = 240
"""Seconds after which a deed that does not show has failed; a bot that dies several times a second takes its time."""
FIRST_PRESS = 1 << 60
"""The ids of the presses that a table's luck is made of; Discord gives them, and gives the same in every run."""
NAMES = (("Rook", "en"), ("小满", "zh-CN"), ("Ibis", "en"), ("Moth", "zh-CN"))
A_WHILE = 50
"""Seconds by which the clock is moved on at a time: no more, or the bot takes itself for having slept."""


@dataclass(frozen=True)
class Plot:
    """A game as it is to be played."""

    game: str
    people: int
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    pace: str = "day"
    missed: frozenset[tuple[int, int]] = frozenset()
    """Windows, and the number of the person in them who lets the time pass."""
    closed: int | None = None
    """The number of the person who takes no DMs."""


PLOTS = {
    "volt": Plot("volt", 2, {"modules": "on"}, "live", frozenset({(2, 1)})),
    "thunder_road": Plot("thunder_road", 2),
    "wasteland": Plot("wasteland", 3, {"length": "short"}, "live", frozenset({(3, 2)}), closed=1),
}


class Rows:
    """The database as somebody who only looks finds it."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def all(self, query: str, *values: Any) -> list[dict[str, Any]]:
        if not self._file.exists():
            return []
        with closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True, timeout=10)) as connection:
            connection.row_factory = sqlite3.Row
            try:
                return [dict(row) for row in connection.execute(query, values)]
            except sqlite3.OperationalError as error:
                if "no such table" in str(error):
                    return []
                raise

    def one(self, query: str, *values: Any) -> dict[str, Any] | None:
        return next(iter(self.all(query, *values)), None)


class Evening:
    """One table, its people, and the bot that serves it as long as it lives."""

    def __init__(self, wire: Wire, bot: BotProcess, plot: Plot, revive: Callable[[], Awaitable[None]]) -> None:
        self.wire, self.bot, self.plot = wire, bot, plot
        self.rows = Rows(bot.database)
        self._revive = revive
        self._codec = codec_of(GAMES[plot.game])
        self.people = [Person(wire, name, language) for name, language in NAMES[: plot.people]]  # type: ignore[arg-type]
        if plot.closed is not None:
            wire.closed_dms.add(self.people[plot.closed].dm)
        self.deeds = 0
        self.patient = True
        """People wait for the answer to a press."""
        self.pressed: list[tuple[Person, Seen, str, dict[str, Any]]] = []
        """Every button that somebody pressed, with the message as it was then."""

    # ---- what is so

    @property
    def table(self) -> dict[str, Any]:
        return self.rows.one("select * from tables") or {"code": "", "status": "", "window": -1, "turn": 0}

    @property
    def code(self) -> str:
        return self.table["code"]

    def seated(self, person: Person) -> bool:
        return self.rows.one("select seat from seats where user_id = ?", person.id) is not None

    def draft(self, window: int, seat: int) -> dict[str, Any] | None:
        return self.rows.one('select * from drafts where "window" = ? and seat = ?', window, seat)

    def passed(self, window: int) -> bool:
        table = self.table
        return table["window"] != window or table["status"] != "running"

    def state(self) -> Any:
        row = self.rows.one("select state_json from states order by turn desc limit 1")
        assert row is not None
        return self._codec.state.load(row["state_json"])

    # ---- doing

    async def until(self, so: Callable[[], Any], act: Callable[[], Awaitable[Press | None]]) -> None:
        """Act, and again after a while or when the bot has died, until it is so."""
        end = time.monotonic() + HELPLESS
        while not so():
            assert time.monotonic() < end, f"nothing helps: {self.table}\n{self.bot.log[-3000:]}"
            if not self.bot.alive:
                await self._revive()
                continue
            self.deeds += 1
            if await act() is None:
                await asyncio.sleep(0.01)
            else:
                await self._soon(so)

    async def _soon(self, so: Callable[[], Any]) -> None:
        """Wait a while for it to be so, unless the bot dies."""
        with suppress(TimeoutError):
            await until(lambda: so() or not self.bot.alive, SHOWS_IN)

    async def press(self, person: Person, what: str, window: int = 0, number: int | None = None) -> Press | None:
        """Press the newest button for this in this window that the person sees, if there is one."""
        found = person.find(what, self.code, window)
        if found is None:
            return None
        seen, component = found
        return await self._press(person, seen, str(component["custom_id"]), number)

    async def _press(self, person: Person, seen: Seen, custom_id: str, number: int | None = None) -> Press:
        self.pressed.append((person, seen, custom_id, person.screen(seen)))
        return await self._answered(person.press(seen, custom_id, number=number))

    async def _answered(self, press: Press) -> Press:
        """Wait for the first answer to a press, as long as the bot lives."""
        if self.patient:
            await self._soon(lambda: self.wire.is_acknowledged(press.record.id))
        return press

    async def open_lobby(self) -> None:
        host = self.people[0]

        async def command() -> Press | None:
            if not self.wire.backend.commands.get(None):
                return None
            return await self._answered(host.slash("play", number=FIRST_PRESS, game=self.plot.game))

        await self.until(lambda: self.code, command)

    async def begin(self) -> None:
        """From the command to the start."""
        await self.open_lobby()
        host, *others = self.people
        for number, person in enumerate(others, 1):
            await self.until(lambda p=person: self.seated(p), lambda p=person, n=number: self._join(p, n))
        for name, value in self.plot.options.items():
            await self.until(
                lambda n=name, v=value: self._chosen(n) == v, lambda n=name, v=value: self._choose(f"option:{n}", v)
            )
        await self.until(lambda: self.table["pace"] == self.plot.pace, lambda: self._choose("pace", self.plot.pace))
        started = lambda: self.table["status"] != "lobby"  # noqa: E731
        await self.until(started, lambda: self.press(host, "start", number=FIRST_PRESS + 99))

    async def _join(self, person: Person, number: int) -> Press | None:
        return await self.press(person, "join", number=FIRST_PRESS + number)

    def _chosen(self, name: str) -> str:
        return json.loads(self.table["options"])[name]

    async def _choose(self, what: str, value: str) -> Press | None:
        """Choose in the host's settings, opened anew."""
        opened = await self.press(self.people[0], "options")
        if opened is None:
            return None
        await self._soon(opened.said)
        for seen in opened.said():
            return await self._answered(self.people[0].press(seen, f"s1:{self.code}:0:{what}", [value]))
        return None

    async def play(self, windows: int | None = None) -> None:
        """To the end of the game, or for so many windows."""
        while self.table["status"] == "running" and (windows is None or self.table["window"] <= windows):
            await self.play_window()

    async def play_window(self) -> None:
        table = self.table
        window, state = table["window"], self.state()
        if table["turn"] != self.table["turn"]:
            return
        question = self._codec.game.window(state)
        asked = [] if question is None else sorted(question.asks)
        late = [seat for seat in asked if (window, seat) in self.plot.missed]
        for seat in asked:
            if seat not in late:
                await self._answer(seat, window, state)
        if late:
            await self.until(lambda: self.passed(window), self._let_time_pass)
        await self.until(lambda: self.passed(window), self._wait)

    async def _wait(self) -> None:
        return None

    async def _let_time_pass(self) -> None:
        self.move_clock(A_WHILE)
        await asyncio.sleep(0.3)

    def move_clock(self, seconds: float) -> None:
        """Move the bot's clock on, or back."""
        ahead = float(self.bot.clock.read_text(encoding="ascii") if self.bot.clock.exists() else 0)
        self.bot.clock.write_text(str(ahead + seconds), encoding="ascii")

    async def _answer(self, seat: int, window: int, state: Any) -> None:
        person = self.people[seat]

        def done() -> bool:
            draft = self.draft(window, seat)
            return self.passed(window) or (draft is not None and bool(draft["ready"]))

        while not done():
            before = self._stage(person, seat, window)
            moved = lambda: done() or self._stage(person, seat, window) != before  # noqa: B023, E731
            await self.until(moved, lambda: self._deed(person, seat, window, state))

    def _stage(self, person: Person, seat: int, window: int) -> tuple[bool, bool]:
        """How far an answer of several deeds has come: whether there is a draft, and a second question about it."""
        doubted = self.plot.game == "thunder_road" and person.find("t-sure", self.code, window) is not None
        return self.draft(window, seat) is not None, doubted

    async def _deed(self, person: Person, seat: int, window: int, state: Any) -> Press | None:
        """The next thing that the person does for their answer."""
        drafted, doubted = self._stage(person, seat, window)
        if self.plot.game == "wasteland":
            return await self.press(person, "w-go", window)
        if self.plot.game == "thunder_road":
            return (
                await self.press(person, "t-sure", window)
                if doubted
                else await self._drive(person, seat, window, state, drafted)
            )
        if self.table["window_kind"] == "outfit":
            return await self.press(person, "v-fit", window)
        return (
            await self.press(person, "p-ready", window) if drafted else await self._program(person, seat, window, state)
        )

    async def _program(self, person: Person, seat: int, window: int, state: Any) -> Press | None:
        game = GAMES["volt"]
        plan = game.stand_in(game.view(state, seat), seat, Level.EASY, FastChance(window * 100 + seat))
        opened = await self.press(person, "v-type", window)
        if opened is None or opened.modal is None:
            return None
        return await self._answered(person.submit(opened, format_program(plan)))

    async def _drive(self, person: Person, seat: int, window: int, state: Any, drafted: bool) -> Press | None:
        game = GAMES["thunder_road"]
        question = game.window(state)
        assert question is not None
        kind = question.asks[seat].kind
        if kind in ("assign", "drive"):
            return await self.press(person, "t-go" if drafted else "t-hint", window)
        action = game.stand_in(game.view(state, seat), seat, Level.NORMAL, FastChance(window * 100 + seat))
        if kind == "bonus":
            return await self._press_named(person, window, "t-bonus", "y" if action.take else "n")
        if kind == "reroll":
            return await self._press_named(person, window, "t-roll", "y" if action.again else "n")
        return await self._press_named(person, window, "t-fire", "-" if action.target is None else str(action.target))

    async def _press_named(self, person: Person, window: int, what: str, rest: str) -> Press | None:
        """Press the button for this that means ``rest``."""
        found = person.find(what, self.code, window)
        for component in [] if found is None else found[0].components:
            custom_id = str(component.get("custom_id", ""))
            if found is not None and f":{what}:" in custom_id and custom_id.endswith(f".{rest}"):
                return await self._press(person, found[0], custom_id)
        return None

    async def settle(self, seconds: float = HELPLESS) -> None:
        """Wait until the bot has said all that it has to say."""
        end = time.monotonic() + seconds
        while unsaid := self.unsaid():
            if not self.bot.alive:
                await self._revive()
            assert time.monotonic() < end, f"not said: {unsaid}\n{self.bot.log[-3000:]}"
            await asyncio.sleep(0.02)

    def unsaid(self) -> list[str]:
        """The posts that must still be sent, or edited."""
        query = "select key from outbox where dropped is null and sent_version < version"
        return [row["key"] for row in self.rows.all(query)]
