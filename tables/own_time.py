"""When somebody's own time is up: pure reckoning with quiet hours in a time zone and with away days.

Moments are aware datetimes. What comes out is in UTC and never earlier than what went in.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

WAKING: Final = timedelta(hours=3)
"""So much of the time to answer lies outside of quiet hours; all of it, where it is less than that."""
_DAY: Final = timedelta(days=1)

Span = tuple[datetime, datetime]
"""From the first moment up to, but not including, the last one."""


@dataclass(frozen=True, slots=True)
class Habits:
    """When a person is not to be hurried."""

    zone: ZoneInfo | None = None
    quiet: tuple[int, int] | None = None
    """From and to, minutes of the day in ``zone`` (UTC without one)."""
    aways: tuple[Span, ...] = ()
    """Away days, in order and apart from each other."""


def zone_of(name: str | None) -> ZoneInfo | None:
    """The time zone of this name; ``None`` for one that this computer does not know (any more)."""
    try:
        return None if name is None else ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def due(opened: datetime, base: datetime, habits: Habits) -> datetime:
    """The own deadline of what was asked at ``opened`` and is due at ``base`` by the table's pace.

    On away days the clock stands still. Quiet hours never contain the deadline, and ``WAKING`` lies before it.
    """
    allowed = max(base - opened, timedelta())
    there = _run(opened, allowed, habits.aways)
    if habits.quiet is not None:
        awake = _run(opened, min(allowed, WAKING), heapq.merge(habits.aways, _quiet_spans(opened, habits)))
        there = max(there, awake)
    return _out_of_quiet(there, habits)


def later(moment: datetime, by: timedelta, habits: Habits) -> datetime:
    """The deadline ``moment``, given so much time more."""
    return _out_of_quiet(_run(moment, by, habits.aways), habits)


def anew(now: datetime, moment: datetime, before: Sequence[Span], habits: Habits) -> datetime:
    """The deadline ``moment`` after the away days have changed from ``before`` to those of ``habits``.

    What was left of the time by the days before is left by the new ones. Whole days leave quiet hours where they were:
    only a day that was cut short has it look for their end again, and never makes it later than it was. So nothing is
    won by going away and coming back, whatever quiet hours are chosen in between.
    """
    left = moment - now - sum((_overlap(span, (now, moment)) for span in before), timedelta())
    found = _run(now, left, habits.aways)
    return found if (moment - found) % _DAY == timedelta() else min(_out_of_quiet(found, habits), moment)


def free(moment: datetime, habits: Habits) -> datetime:
    """The first moment from this one on that is neither in quiet hours nor on away days."""
    found = moment
    while True:
        start = found
        for begins, ends in habits.aways:
            if begins <= found < ends:
                found = ends
        found = _out_of_quiet(found, habits, aways=False)
        if found == start:
            return found


def away_until(now: datetime, aways: Iterable[Span]) -> datetime | None:
    """Until when the person is on away days; ``None`` when they are not."""
    return next((ends for begins, ends in aways if begins <= now < ends), None)


def at_hour(now: datetime, hour: int, zone: ZoneInfo | None) -> datetime:
    """The last moment up to now at which it was this hour in the zone."""
    local = now.astimezone(zone or UTC)
    for days in (0, 1, 2):
        moment = datetime.combine(local.date() - days * _DAY, time(hour), zone or UTC).astimezone(UTC)
        if moment <= now:
            return moment
    raise AssertionError("a day has at most two dates")


def _run(start: datetime, amount: timedelta, stills: Iterable[Span]) -> datetime:
    """When so much time has run since the start, on a clock that stands still in these spans (by their beginnings)."""
    moment = start
    for begins, ends in stills:
        if begins > moment:
            if begins - moment >= amount:
                break
            amount -= begins - moment
            moment = begins
        moment = max(moment, ends)
    return moment + amount


def _overlap(one: Span, other: Span) -> timedelta:
    return max(min(one[1], other[1]) - max(one[0], other[0]), timedelta())


def _out_of_quiet(moment: datetime, habits: Habits, *, aways: bool = True) -> datetime:
    """The moment itself, or the end of the quiet hours that it falls into. ``aways``: time runs only beside them."""
    if habits.quiet is None:
        return moment
    for begins, ends in _quiet_spans(moment, habits):
        if begins > moment:
            return moment
        if moment < ends:
            moment = _run(moment, ends - moment, habits.aways if aways else ())
    return moment


def _quiet_spans(start: datetime, habits: Habits) -> Iterator[Span]:
    """The quiet hours from about ``start`` on, for ever. When clocks change they are rather too long than too short."""
    if habits.quiet is None or habits.quiet[0] == habits.quiet[1]:
        return
    from_, to = habits.quiet
    day = start.astimezone(habits.zone or UTC).date() - 2 * _DAY
    while True:
        yield (
            min(_both(day, from_, habits.zone)),
            max(_both(day if from_ < to else day + _DAY, to, habits.zone)),
        )
        day += _DAY


def _both(day: date, minutes: int, zone: ZoneInfo | None) -> tuple[datetime, datetime]:
    """The moments, in UTC, at which it is so many minutes of that day: two where clocks are turned."""
    clock = datetime.combine(day, time(minutes // 60 % 24, minutes % 60), zone or UTC)
    return clock.astimezone(UTC), clock.replace(fold=1).astimezone(UTC)
