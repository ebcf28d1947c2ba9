"""What people do when they look in: answer, dither, press old buttons, wander off."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from engines.chance import FastChance
from engines.core import Level
from tests.fortnight.community import Community
from tests.fortnight.habits import Person
from tests.fortnight.town import Town

IN_ONE_SITTING = 14
"""Questions of one table that a person answers before they look elsewhere."""
CHOICES = 40


class Life:
    """Lets the people of a town live in it."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.community = Community(town)
        town.comes = self.visit
        for person in town.people.values():
            self._routine(person)

    async def begin(self) -> None:
        """Everybody says in their settings how they want to be called; moderators look after the server."""
        town = self.town
        for person in town.people.values():
            await self.community.settings(person)
            if person.habit.gone == "from the server" and person.absent is not None:
                self._leaves_the_server(person, *person.absent)
            if person.habit.forgets:
                when = town.clock.now() + town.length * town.luck.uniform(0.3, 0.8)
                town.at(when, lambda person=person: self._be_forgotten(person))
        await self.community.server()
        self.community.watch()

    def _leaves_the_server(self, person: Person, leaves: datetime, comes: datetime) -> None:
        members = self.town.chat.members

        async def leave() -> None:
            members.discard(person.id)
            self.town.ledger.left[person.id] = self.town.clock.now()
            self.town.ledger.counts["people who left the server"] += 1

        async def come() -> None:
            members.add(person.id)
            self.town.ledger.left.pop(person.id, None)

        self.town.at(leaves, leave)
        self.town.at(comes, come)

    async def _be_forgotten(self, person: Person) -> None:
        town = self.town
        if not town.reachable:
            town.at(town.clock.now() + timedelta(hours=1), lambda: self._be_forgotten(person))
            return
        for code in await town.press_any(person, "forget") or ():
            await town.house.kick(code)
        town.ledger.counts["people forgotten"] += 1
        person.absent = (town.clock.now(), town.clock.now() + timedelta(days=1000))

    def _routine(self, person: Person) -> None:
        """They look in by themselves, some times a day."""
        town = self.town

        async def look_in() -> None:
            await self.visit(person, None)
            self._routine(person)

        hours = town.luck.expovariate(person.habit.visits / 24)
        start = person.waking(town.clock.now() + timedelta(hours=min(hours, 60)), town.luck)
        if start is not None:
            town.at(start, look_in)

    async def visit(self, person: Person, code: str | None) -> None:
        """Look at one table, or at all where the person sits."""
        town, now = self.town, self.town.clock.now()
        if person.absent is not None and person.absent[0] <= now < person.absent[1]:
            return
        if not town.reachable:
            again = now + timedelta(minutes=town.luck.uniform(5, 120))
            if town.luck.random() < person.habit.reacts:
                start = person.waking(again, town.luck)
                if start is not None:
                    town.at(start, lambda: self.visit(person, code))
            return
        rows = [row for row in town.tables_of(person) if code is None or row["code"] == code]
        for row in rows:
            await self._sit(person, row["code"])
        if code is None:
            await self.community.around(person)
        town.ledger.counts["visits"] += 1

    async def _sit(self, person: Person, code: str) -> None:
        town = self.town
        for _ in range(IN_ONE_SITTING):
            row = next((row for row in town.tables_of(person) if row["code"] == code), None)
            if row is None or not town.is_asked(row) or not town.reachable:
                return
            if not await self._answer(person, code, row["window"]):
                return
            town.clock.pass_by(town.luck.uniform(4, 90))

    async def _answer(self, person: Person, code: str, window: int) -> bool:
        """Answer once, in this person's way. Whether they go on."""
        town, luck, habit = self.town, self.town.luck, person.habit
        panel = await town.read("panel", code, person.id)
        if panel is None or panel.ask is None or panel.window != window:
            return False
        action = await self._choose(panel, wild=luck.random() < habit.wild)
        if window > 1 and luck.random() < habit.old:
            await self._press_old(person, code, window - 1, action)
        if luck.random() < habit.drafts:
            await town.do(person, "save_draft", code, window, action)
            return False
        if luck.random() < 0.3:
            await town.do(person, "save_draft", code, window, action)
            town.clock.pass_by(luck.uniform(2, 60))
            done = await town.do(person, "ready", code, window)
        else:
            done = await town.do(person, "answer", code, window, action)
        if done is not None and luck.random() < habit.dithers:
            await self._dither(person, code, window, action)
        return done is not None

    async def _dither(self, person: Person, code: str, window: int, action: Any) -> None:
        """Take it back, if it still can be, and give it again or forget to."""
        town = self.town
        town.clock.pass_by(town.luck.uniform(2, 40))
        if await town.do(person, "unready", code, window) is not None and town.luck.random() < 0.8:
            town.clock.pass_by(town.luck.uniform(2, 90))
            await town.do(person, "answer", code, window, action)

    async def _press_old(self, person: Person, code: str, window: int, action: Any) -> None:
        town = self.town
        before = town.ledger.rows.one("select window from tables where code = ?", code)
        if await town.do(person, "answer", code, window, action) is not None:
            town.ledger.fault(town.clock.now(), "an old button answered", code=code, window=window, open=before)

    async def _choose(self, panel: Any, *, wild: bool) -> Any:
        town = self.town
        game = town.house.games[panel.table.game]
        if wild:
            choices = await town.house.tables.choices(panel.table.code, panel.seat, panel.window, CHOICES)
            if choices:
                return town.luck.choice(choices)
        chance = FastChance(town.luck.randrange(2**32))
        return game.stand_in(panel.view, panel.seat, Level.NORMAL, chance)
