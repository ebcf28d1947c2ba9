"""What people are like: when they are awake, whether a call brings them, how they press, when they are gone."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

ZONES = ("Europe/Berlin", "Asia/Shanghai", "America/New_York", "Australia/Sydney", "America/Sao_Paulo", "Asia/Kolkata")
HOUR = 60


@dataclass(frozen=True, slots=True)
class Habit:
    """One kind of person."""

    name: str
    share: int
    """How many of a hundred people are like this."""
    wake: tuple[int, int] = (7, 23)
    """Hours of their day between which they look at Discord; past midnight counts on from 24."""
    reacts: float = 0.75
    """How likely a call brings them."""
    minutes: tuple[float, float] = (1, 180)
    """How long that takes them, when awake."""
    visits: float = 2.0
    """Times a day that they look in by themselves."""
    quiet: tuple[int, int] | None = None
    """Quiet hours that they have set, in minutes of the day."""
    reminders: Literal["both", "half", "tenth", "last", "digest", "off"] = "both"
    doubles: float = 0.05
    """How likely a press comes twice."""
    old: float = 0.03
    """How likely they press a button of a window that has passed."""
    wild: float = 0.2
    """How likely they choose any legal answer rather than a sound one."""
    drafts: float = 0.05
    """How likely they save a draft and leave it at that."""
    dithers: float = 0.05
    """How likely they take their answer back and give it again."""
    closed: bool = False
    """Takes no DMs."""
    gone: Literal["", "for good", "for days", "from the server"] = ""
    away: float = 0.0
    """How likely a visit makes them take away days, where they can."""
    leaves: float = 0.0
    """How likely a visit makes them give up a seat."""
    offers: float = 0.0
    votes: float = 0.7
    """How likely they vote when they see a vote."""
    calls: float = 0.03
    """How likely a visit makes them call a vote."""
    forgets: bool = False
    """Has themselves forgotten one day."""
    claims: float = 0.0
    """How likely they ask for a seat that they see offered."""


HABITS = (
    Habit("early bird", 10, wake=(5, 20), visits=3, quiet=(21 * HOUR, 5 * HOUR)),
    Habit("night owl", 10, wake=(14, 29), visits=3, quiet=(5 * HOUR, 13 * HOUR)),
    Habit("at work", 14, wake=(18, 23), reacts=0.85, quiet=(23 * HOUR, 7 * HOUR), reminders="tenth"),
    Habit("keen", 12, reacts=0.97, minutes=(0.3, 40), visits=5, calls=0.06),
    Habit("digest reader", 7, visits=1.2, reacts=0.15, reminders="digest"),
    Habit("last to move", 6, visits=1.0, reacts=0.3, reminders="last"),
    Habit("silent", 5, visits=2.2, reacts=0.4, reminders="off"),
    Habit("double-clicker", 7, doubles=0.8, old=0.3),
    Habit("ditherer", 6, drafts=0.45, dithers=0.4, reminders="half"),
    Habit("closed DMs", 6, closed=True),
    Habit("vanisher", 4, gone="for good", reacts=0.9),
    Habit("returner", 4, gone="for days", reacts=0.9),
    Habit("traveller", 5, away=0.12, reacts=0.8),
    Habit("leaver", 3, leaves=0.06, offers=0.08),
    Habit("banned", 3, gone="from the server"),
    Habit("private", 2, forgets=True),
    Habit("substitute", 6, visits=3, claims=0.8, reacts=0.9, calls=0.0),
)


@dataclass(slots=True)
class Person:
    """Somebody, and what they have been called for."""

    id: int
    name: str
    language: str
    habit: Habit
    zone: ZoneInfo
    absent: tuple[datetime, datetime] | None = None
    """From when until when they look at nothing."""
    coming: datetime | None = None
    """When they look in next because something called them."""
    seen_windows: dict[str, int] = field(default_factory=dict[str, int])
    """The last window that they answered, by table."""

    def waking(self, moment: datetime, luck: random.Random) -> datetime | None:
        """When they can come at the earliest; ``None``: never again."""
        if self.absent is not None and self.absent[0] <= moment < self.absent[1]:
            if self.absent[1] - self.absent[0] > timedelta(days=100):
                return None
            moment = self.absent[1] + timedelta(minutes=luck.uniform(0, 60))
        local = moment.astimezone(self.zone)
        start, end = self.habit.wake
        hour = local.hour + local.minute / 60
        if start <= hour < end or start <= hour + 24 < end:
            return moment
        wait = (start - hour) % 24
        return moment + timedelta(hours=wait, minutes=luck.uniform(0, 45))

    def quiet(self, moment: datetime) -> bool:
        """Whether it is one of the quiet hours that they have set."""
        if self.habit.quiet is None:
            return False
        start, end = self.habit.quiet
        local = moment.astimezone(self.zone)
        minute = local.hour * HOUR + local.minute
        return start <= minute < end if start < end else minute >= start or minute < end


def crowd(count: int, luck: random.Random, start: datetime, length: timedelta) -> list[Person]:
    """So many people of all kinds; every kind is there when there are enough of them."""
    kinds = [habit for habit in HABITS for _ in range(max(1, round(habit.share * count / 100)))]
    luck.shuffle(kinds)
    people: list[Person] = []
    for number in range(count):
        habit = kinds[number % len(kinds)]
        person = Person(
            2000 + number,
            f"{habit.name.title()} {number}",
            luck.choice(["en", "en", "zh-CN"]),
            habit,
            ZoneInfo(luck.choice(ZONES)),
        )
        went = start + length * luck.uniform(0.15, 0.6)
        if habit.gone == "from the server" and luck.random() < 0.4:
            person.absent = (went, went + timedelta(days=luck.uniform(0.5, 3)))
        elif habit.gone in ("for good", "from the server"):
            person.absent = (went, went + timedelta(days=1000))
        elif habit.gone == "for days":
            person.absent = (went, went + timedelta(days=luck.uniform(2, 5)))
        people.append(person)
    return people
