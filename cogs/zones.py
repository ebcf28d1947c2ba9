"""Time zones of people: the usual ones by name, any other one typed, and what a clock shows there."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from locales import LANGUAGES, speak

COMMON: Final = (
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/Mexico_City",
    "America/New_York",
    "America/Sao_Paulo",
    "Atlantic/Reykjavik",
    "Europe/London",
    "Africa/Lagos",
    "Europe/Berlin",
    "Africa/Johannesburg",
    "Europe/Helsinki",
    "Europe/Moscow",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Dhaka",
    "Asia/Jakarta",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""What the list offers, from west to east. ``me.zone.<name>`` calls each by its cities."""
DAY: Final = 24 * 60
"""Minutes of a day."""
LONGEST_QUIET: Final = 12 * 60
"""Minutes of a day that may be quiet at most: some of it must be left to answer in."""
_OFFSET: Final = re.compile(r"(?:utc|gmt)?\s*([+-])\s*(\d{1,2})(?::?00)?", re.IGNORECASE)
_EASTMOST, _WESTMOST = 14, 12
"""Hours that clocks are ahead of UTC, and behind it, at most."""
SUGGESTED: Final = 3


@cache
def _names() -> dict[str, str]:
    """Every zone by its name in small letters."""
    return {name.casefold(): name for name in sorted(available_timezones())}


@cache
def _cities() -> dict[str, tuple[str, ...]]:
    """Zones by the last part of their name."""
    found: dict[str, tuple[str, ...]] = {}
    for name in _names().values():
        city = name.rpartition("/")[2].casefold()
        found[city] = (*found.get(city, ()), name)
    return found


def find_zone(typed: str) -> str | None:
    """The zone that is meant by an IANA name, by its city alone, or by whole hours from UTC (``UTC+8``)."""
    text = "_".join(typed.strip().split()).casefold()
    if text in _names():
        return _names()[text]
    offset = _OFFSET.fullmatch(typed.strip())
    if offset is not None:
        return _fixed(offset[1] == "+", int(offset[2]))
    # A city may stand under several old names; the one with its continent is the present one.
    named = [name for name in _cities().get(text, ()) if "/" in name]
    return named[0] if named else _called().get(typed.strip().casefold())


@cache
def _called() -> dict[str, str]:
    """The usual zones by each of the cities that the list names, in every language."""
    return {
        city.strip().casefold(): name
        for name in COMMON
        for language in LANGUAGES
        for city in re.split("[,、]", speak(language)(f"me.zone.{name}"))
    }


def _fixed(east: bool, hours: int) -> str | None:
    if hours > (_EASTMOST if east else _WESTMOST):
        return None
    # These names count the other way round: Etc/GMT-8 is eight hours ahead.
    return f"Etc/GMT{'-' if east else '+'}{hours}" if hours else "Etc/UTC"


def near(typed: str) -> list[str]:
    """Zones whose name is like what was typed, the most like first."""
    text = "_".join(typed.strip().split()).casefold()
    cities = get_close_matches(text.rpartition("/")[2], _cities(), SUGGESTED, 0.6)
    return [_cities()[city][0] for city in cities]


def zone_of(name: str | None) -> ZoneInfo:
    """The zone of this name; UTC without one, or for one that the machine does not know any more."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def clock(minutes: int) -> str:
    """``22:00`` for minutes of the day."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def clock_now(now: datetime, zone: str | None) -> str:
    """What a clock shows there now."""
    return f"{now.astimezone(zone_of(zone)):%H:%M}"


def next_at(now: datetime, minutes: int, zone: str | None) -> datetime:
    """When a clock there shows this time next, in its own summer or winter time."""
    there = now.astimezone(zone_of(zone))
    for days in (0, 1, 2):
        day = (there + timedelta(days=days)).date()
        found = datetime(day.year, day.month, day.day, minutes // 60, minutes % 60, tzinfo=zone_of(zone))
        if found > now:
            return found
    raise AssertionError("a day has a time of day")


def quiet_length(quiet: tuple[int, int]) -> int:
    """Minutes from the beginning to the end, over midnight too; none where both are the same."""
    return (quiet[1] - quiet[0]) % DAY
