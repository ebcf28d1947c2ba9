"""The town: its people, the bot's house, the weather. Events follow each other on a heap; nothing sleeps."""

from __future__ import annotations

import asyncio
import hashlib
import heapq
import json
import logging
import random
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from db.schema import EPOCH
from engines.core import IllegalAction
from tables.model import AlreadyDone, Press, Refused
from tests.fortnight.chat import Chat, Clock, Said
from tests.fortnight.habits import Person, crowd
from tests.fortnight.house import House
from tests.fortnight.ledger import Down, Ledger, Rows, moment

START = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
SAFE_TWICE = ("keep_settings", "keep_guild", "forget")
"""What does the same however often it is done."""
SETTLED = 60
"""Beats at the most until all has been said."""

log = logging.getLogger(__name__)

Act = Callable[[], Awaitable[None]]


class Town:
    """Everything that happens, in the order in which it happens."""

    def __init__(
        self, path: Path, seed: int, *, people: int, days: float, beat_minutes: float, games: dict[str, Any]
    ) -> None:
        self.luck = random.Random(seed)
        self.length = timedelta(days=days)
        self.beat = timedelta(minutes=beat_minutes)
        self.end = START + self.length
        self.clock = Clock(START)
        self.people = {person.id: person for person in crowd(people, self.luck, START, self.length)}
        self.chat = Chat(clock=self.clock, luck=random.Random(seed + 1), members=set(self.people))
        self.chat.closed = {person.id for person in self.people.values() if person.habit.closed}
        self.chat.heard = self._heard
        self.house = House(path, self.chat, self.clock, games, _entropy(seed), self.beat)
        self.house.died = lambda: self._down("bot")
        self.path = path
        self.ledger: Ledger
        self._heap: list[tuple[datetime, int, Act]] = []
        self._numbers = count()
        self._presses = count(10_000)
        self._beat_at = START
        self._spans: list[tuple[datetime, datetime]] = []
        self.comes: Callable[[Person, str | None], Awaitable[None]]
        """What a person does who looks in (``people.visit``)."""

    # ---- time

    def at(self, when: datetime, act: Act) -> None:
        heapq.heappush(self._heap, (max(when, self.clock.now()), next(self._numbers), act))

    async def open(self) -> None:
        await self.house.open()
        self.ledger = Ledger(Rows(self.path), self.people)

    async def run(self) -> None:
        """Let the time pass until the end."""
        day = 0
        while self.clock.now() < self.end:
            if (self.clock.now() - START).days > day:
                day = (self.clock.now() - START).days
                log.info("day %d: %s", day, dict(self.ledger.counts))
            beat = self._next_beat()
            if self._heap and self._heap[0][0] <= beat:
                when, _, act = heapq.heappop(self._heap)
                self.clock.jump(when)
                await act()
            else:
                self.clock.jump(beat)
                self._beat_at = self.clock.now()
                await self.house.beat()
            self.ledger.look(self.clock.now())

    def _next_beat(self) -> datetime:
        following = self._beat_at + self.beat
        if not self.house.up:
            return following
        due = self.ledger.rows.one("select min(coalesce(retry_at, due)) as due from timers")
        unsent = "version > sent_version and dropped is null"
        query = f"select min(not_before) as due from outbox where {unsent} and not_before > ?"
        again = self.ledger.rows.one(query, (self._beat_at - EPOCH) // timedelta(microseconds=1))
        moments = [moment(row["due"]) for row in (due, again) if row is not None]
        soonest = self._beat_at + timedelta(seconds=5)
        return max(soonest, min([following, *(each for each in moments if each is not None)]))

    async def settle(self) -> None:
        """The weather is fair and nobody presses any more: let the bot say what it has to say."""
        self.chat.down, self.chat.trouble, self.chat.doomed = False, 0.0, None
        if not self.house.up:
            await self._start()
        if self.house.bot._cut_off:
            await self._mend()
        for _ in range(SETTLED):
            self.clock.pass_by(240)
            await self.house.beat()
            self.ledger.look(self.clock.now())
            unsaid = "select 1 from outbox where version > sent_version and dropped is null"
            if self.ledger.rows.one(unsaid) is None:
                break
        self.ledger.counts["calls failed"] = self.chat.failed
        self.ledger.counts["answers lost"] = self.chat.lost

    async def close(self) -> None:
        self.ledger.rows.close()
        if self.house.up:
            await self.house.tables.close()
            self.house.up = False

    # ---- the weather

    def forecast(self, *, deaths: int, cuts: int, storms: int) -> None:
        """The bot dies so often, Discord is cut off so often, and so often its calls fail now and then."""
        for _ in range(deaths):
            self._weather("bot", 1, 300, self._die, self._start)
        for _ in range(cuts):
            self._weather("discord", 2, 240, self._cut, self._mend)
        for _ in range(storms):
            begin, end = self._span(5, 120)
            self.at(begin, self._storm)
            self.at(end, self._calm)

    def _span(self, least: float, most: float) -> tuple[datetime, datetime]:
        begin = START + self.length * self.luck.uniform(0.04, 0.93)
        minutes = least * (most / least) ** self.luck.random()
        return begin, begin + timedelta(minutes=minutes)

    def _weather(self, what: str, least: float, most: float, begins: Act, ends: Act) -> None:
        """Something that cannot come while the same is under way."""
        for _ in range(50):
            begin, end = self._span(least, most)
            if all(end + self.beat < start or stop + self.beat < begin for start, stop in self._spans):
                self._spans.append((begin, end))
                self.at(begin, begins)
                self.at(end, ends)
                return

    async def _die(self) -> None:
        self.ledger.counts["outages of the bot"] += 1
        await self.house.beat()
        if self.luck.random() < 0.5:
            await self.house.die()
        else:
            self.chat.doomed = self.luck.randrange(3)  # in the midst of what it sends next

    async def _start(self) -> None:
        self.chat.doomed = None
        if self.house.up:
            await self.house.die()
        self._up("bot")
        await self.house.open()

    async def _cut(self) -> None:
        self.ledger.counts["outages of Discord"] += 1
        await self.house.beat()
        self._down("discord")
        await self.house.cut_off()

    async def _mend(self) -> None:
        self._up("discord")
        await self.house.connect()

    async def _storm(self) -> None:
        self.ledger.counts["storms"] += 1
        self._down("storm")
        self.chat.trouble = 0.5

    async def _calm(self) -> None:
        self.chat.trouble = 0.0
        self._up("storm")

    def _down(self, what: str) -> None:
        # Until its end is known it lasts for ever.
        self.ledger.downs.append(Down(self.clock.now(), self.end + timedelta(days=100), what))

    def _up(self, what: str) -> None:
        at = max(n for n, down in enumerate(self.ledger.downs) if down.what == what)
        self.ledger.downs[at] = Down(self.ledger.downs[at].start, self.clock.now(), what)

    @property
    def reachable(self) -> bool:
        """Whether a press would be heard at all."""
        return self.house.up and not self.chat.down

    # ---- people

    def _heard(self, said: Said) -> None:
        self.ledger.heard(said)
        for user in said.called:
            person = self.people.get(user)
            if person is not None and self.luck.random() < person.habit.reacts:
                self.call(person, self._code_of(said))

    def _code_of(self, said: Said) -> str | None:
        key = self.ledger.key_of(said.mark)
        return None if key is None else key.split(":", 1)[0]

    def call(self, person: Person, code: str | None) -> None:
        """Something brings the person; at a table that plays live they sit there already."""
        now = self.clock.now()
        table = self.ledger.rows.one("select pace from tables where code = ?", code) if code else None
        if table is not None and table["pace"] == "live" and person.absent is None:
            self.at(now + timedelta(seconds=self.luck.uniform(5, 200)), lambda: self.comes(person, code))
            return
        start = person.waking(now + timedelta(minutes=self.luck.uniform(*person.habit.minutes)), self.luck)
        if start is not None and (person.coming is None or start < person.coming or person.coming <= now):
            person.coming = start
            self.at(start, lambda: self.comes(person, None))

    def press(self, person: Person) -> Press:
        return Press(next(self._presses), person.id, person.name, person.language)

    async def do(self, person: Person, what: str, code: str, *more: Any, **named: Any) -> Any:
        """One press, perhaps twice; ``None`` where it was refused or nobody heard it."""
        return await self.press_any(person, what, code, *more, flush=code, **named)

    async def press_any(self, person: Person, what: str, *more: Any, flush: str | None = None, **named: Any) -> Any:
        """One press on whatever it is; ``flush``: the table whose posts follow at once."""
        if not self.reachable:
            return None
        twice = self.luck.random() < person.habit.doubles
        press = self.press(person)
        presses = [press]
        if twice:
            presses.append(press if self.luck.random() < 0.5 else self.press(person))
        call = getattr(self.house.tables, what)
        found = await asyncio.gather(*(call(one, *more, **named) for one in presses), return_exceptions=True)
        self.ledger.counts["presses"] += len(found)
        done = [one for one in found if not isinstance(one, BaseException)]
        for error in found:
            if isinstance(error, BaseException) and not isinstance(error, Refused | IllegalAction):
                raise error
            if isinstance(error, Refused | IllegalAction):
                self.ledger.counts[f"refused: {what} {error.reason}"] += 1
        same = len(presses) == 2 and presses[0] is presses[1]
        if same and len(done) == 2 and what not in SAFE_TWICE:
            self.ledger.fault(self.clock.now(), "one press applied twice", press=what, facts=more)
        if any(isinstance(error, AlreadyDone) for error in found) and not done:
            self.ledger.counts["both of a double press refused"] += 1
        if flush is not None:
            await self.house.kick(flush)
        return done[0] if done else None

    async def read(self, what: str, *more: Any) -> Any:
        """What a person reads; ``None`` where nothing is to be had."""
        if not self.reachable:
            return None
        try:
            return await getattr(self.house.tables, what)(*more)
        except Refused:
            return None

    def tables_of(self, person: Person) -> list[Any]:
        """Codes of the running tables where the person sits, and what they are asked there."""
        query = (
            "select tables.code, tables.window, tables.asked, tables.scene, tables.paused_at, tables.pace, seats.seat,"
            " seats.out, seats.beaten, tables.host_id from tables join seats on seats.code = tables.code"
            " where tables.status = 'running' and seats.user_id = ?"
        )
        return self.ledger.rows.all(query, person.id)

    def is_asked(self, row: Any) -> bool:
        """Whether that seat has still to answer."""
        if row["seat"] not in json.loads(row["asked"]) or row["out"] or row["beaten"]:
            return False
        query = "select ready from drafts where code = ? and window = ? and seat = ?"
        draft = self.ledger.rows.one(query, row["code"], row["window"], row["seat"])
        return draft is None or not draft["ready"]


def _entropy(seed: int) -> Callable[[int], bytes]:
    numbers = count()

    def draw(length: int) -> bytes:
        return hashlib.shake_256(f"fortnight {seed} {next(numbers)}".encode()).digest(length)

    return draw
