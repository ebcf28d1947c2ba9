"""The tables of a fortnight: who plays what with whom, at which pace; and how their lobbies fill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tests.fortnight.chat import CHANNELS, GUILD
from tests.fortnight.habits import Person
from tests.fortnight.town import START, Town

PACES = ("day",) * 5 + ("slow", "live", "live", "hours", "hours")
HOURS = (6, 12, 36)


PATIENCE = timedelta(days=10)
"""In runs shorter than that, people sit down sooner."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A table that somebody means to play."""

    game: str
    pace: str
    host: Person
    others: tuple[Person, ...]
    bots: int
    at: datetime


def plan(town: Town, games: Sequence[str], tables: int) -> list[Plan]:
    """So many tables, opened in the first half of the time."""
    luck, people = town.luck, list(town.people.values())
    found: list[Plan] = []
    free: list[Person] = []
    for number in range(tables):
        game = games[number % len(games)]
        seats = town.house.games[game].seats
        count = luck.randint(max(2, seats.start), min(4, seats.stop - 1))
        if len(free) < count:
            free += luck.sample(people, len(people))
        chosen: list[Person] = []
        while len(chosen) < count:
            person = free.pop()
            if person not in chosen:
                chosen.append(person)
        pace = "day" if number < len(games) else luck.choice(PACES)
        at = START + town.length * luck.uniform(0, 0.25)
        bots = luck.randint(0, max(0, min(5, seats.stop - 1) - count)) if luck.random() < 0.15 else 0
        found.append(Plan(game, pace, chosen[0], tuple(chosen[1:]), bots, at))
    return found


class Lobbies:
    """Fills the lobbies and starts the games."""

    def __init__(self, town: Town, plans: Sequence[Plan]) -> None:
        self.town = town
        for plan in plans:
            self._soon(plan.host, plan.at, lambda plan=plan: self._open(plan))

    def _soon(self, person: Person, when: datetime, act: Any) -> None:
        start = person.waking(when, self.town.luck)
        if start is not None:
            self.town.at(start, act)

    async def _open(self, plan: Plan) -> None:
        town = self.town
        if not town.reachable:
            town.at(town.clock.now() + timedelta(minutes=30), lambda: self._open(plan))
            return
        info = await town.house.tables.open_lobby(
            town.press(plan.host),
            game=plan.game,
            guild_id=GUILD,
            channel_id=town.luck.choice([number for number in CHANNELS if number in town.chat.rooms]),
            language=plan.host.language,
            pace="day" if plan.pace == "hours" else plan.pace,  # type: ignore[arg-type]
        )
        if plan.pace == "hours":
            await town.do(plan.host, "configure", info.code, pace="hours", hours=town.luck.choice(HOURS))
        if town.luck.random() < 0.3:
            await town.do(plan.host, "configure", info.code, away_budget=town.luck.choice([0, 1, 5, 7]))
        town.ledger.counts["tables opened"] += 1
        await town.house.kick(info.code)
        now = town.clock.now()
        patience = 0.1 if plan.pace == "live" else min(1.0, town.length / PATIENCE)
        for other in plan.others:
            when = now + timedelta(hours=town.luck.uniform(0.05, 14) * patience)
            self._soon(other, when, lambda other=other: self._join(other, info.code))
        begins = now + timedelta(hours=town.luck.uniform(2, 20) * patience)
        self._soon(plan.host, begins, lambda: self._start(plan, info.code))

    async def _join(self, person: Person, code: str) -> None:
        town = self.town
        if person.absent is not None and person.absent[0] <= town.clock.now() < person.absent[1]:
            return
        if not town.reachable:
            town.at(town.clock.now() + timedelta(minutes=30), lambda: self._join(person, code))
            return
        await town.do(person, "join", code)

    async def _start(self, plan: Plan, code: str, tries: int = 0) -> None:
        """Start when enough are there; wait a while for those who are not; fill up with bot players, or let it be."""
        town, host = self.town, plan.host
        again = town.clock.now() + timedelta(hours=town.luck.uniform(3, 9))
        info = await town.read("find", code)
        if info is None:
            town.at(again, lambda: self._start(plan, code, tries))
            return
        if info.status != "lobby":
            return
        people = len(info.seats)
        if people <= len(plan.others) and tries < 2:
            self._soon(host, again, lambda: self._start(plan, code, tries + 1))
            return
        if town.luck.random() < 0.03:
            await town.do(host, "cancel", code)
            return
        wanted = plan.bots + max(0, 2 - people)
        for _ in range(wanted):
            await town.do(host, "add_bot", code)
        if await town.do(host, "start", code) is None and tries < 6:
            self._soon(host, again, lambda: self._start(plan, code, tries + 1))
