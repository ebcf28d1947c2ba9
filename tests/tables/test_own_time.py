"""The reckoning of own deadlines: quiet hours, away days, and clocks that are turned."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import own_time
from tables.own_time import WAKING, Habits, Span

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ZONES = ("UTC", "Asia/Shanghai", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia")
NIGHT = Habits(ZoneInfo("UTC"), (23 * 60, 7 * 60))


def is_quiet(moment: datetime, habits: Habits) -> bool:
    """By the clock on the person's wall."""
    if habits.quiet is None:
        return False
    local = moment.astimezone(habits.zone or UTC)
    minutes, (from_, to) = local.hour * 60 + local.minute, habits.quiet
    return from_ <= minutes < to if from_ < to else minutes >= from_ or minutes < to


def is_away(moment: datetime, aways: tuple[Span, ...]) -> bool:
    return any(begins <= moment < ends for begins, ends in aways)


moments = st.datetimes(datetime(2025, 1, 1), datetime(2027, 12, 31)).map(
    lambda moment: moment.replace(second=0, microsecond=0, tzinfo=UTC)
)
lengths = st.integers(1, 14 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes))
minute_of_day = st.integers(0, 24 * 60 - 1)


@st.composite
def quiet_hours(draw: st.DrawFn) -> tuple[int, int]:
    """At most twelve hours, as people may choose them."""
    from_ = draw(minute_of_day)
    return from_, (from_ + draw(st.integers(1, 12 * 60))) % (24 * 60)


@st.composite
def away_days(draw: st.DrawFn, near: datetime) -> tuple[Span, ...]:
    """Up to three times away, apart from each other."""
    moment, spans = near - 3 * DAY, list[Span]()
    for _ in range(draw(st.integers(0, 3))):
        begins = moment + timedelta(minutes=draw(st.integers(1, 5 * 24 * 60)))
        moment = begins + draw(st.integers(1, 5)) * DAY
        spans.append((begins, moment))
    return tuple(spans)


@st.composite
def cases(draw: st.DrawFn) -> tuple[datetime, datetime, Habits]:
    opened = draw(moments)
    zone = ZoneInfo(draw(st.sampled_from(ZONES)))
    quiet = draw(st.none() | quiet_hours())
    return opened, opened + draw(lengths), Habits(zone, quiet, draw(away_days(opened)))


def minutes_awake(start: datetime, end: datetime, habits: Habits) -> timedelta:
    """Counted minute by minute."""
    count, moment = 0, start
    while moment < end:
        count += not is_quiet(moment, habits) and not is_away(moment, habits.aways)
        moment += timedelta(minutes=1)
    return timedelta(minutes=count)


def running(start: datetime, end: datetime, aways: tuple[Span, ...]) -> timedelta:
    """Time from start to end that is no away day."""
    parts = [max(min(end, ends) - max(start, begins), timedelta()) for begins, ends in aways]
    return end - start - sum(parts, timedelta())


@given(cases())
def test_never_earlier_than_the_tables_own(case: tuple[datetime, datetime, Habits]) -> None:
    opened, base, habits = case
    assert own_time.due(opened, base, habits) >= base
    assert own_time.due(opened, base, Habits()) == base, "who has chosen nothing has the table's"


@given(cases())
def test_never_in_quiet_hours(case: tuple[datetime, datetime, Habits]) -> None:
    opened, base, habits = case
    due = own_time.due(opened, base, habits)
    assert not is_quiet(due, habits)
    assert not is_quiet(own_time.later(due, 5 * HOUR, habits), habits)
    awake = own_time.free(base, habits)
    assert awake >= base
    assert not is_quiet(awake, habits)
    assert not is_away(awake, habits.aways)


@given(cases())
def test_away_days_stand_still_whatever_the_rest(case: tuple[datetime, datetime, Habits]) -> None:
    opened, base, habits = case
    due = own_time.due(opened, base, habits)
    assert running(opened, due, habits.aways) >= base - opened
    if habits.quiet is None:
        assert running(opened, due, habits.aways) == base - opened


@given(cases())
def test_waking_time_lies_before_it(case: tuple[datetime, datetime, Habits]) -> None:
    opened, base, habits = case
    short = min(base, opened + 6 * HOUR)
    due = own_time.due(opened, short, habits)
    assert minutes_awake(opened, due, habits) >= min(short - opened, WAKING), "of three hours, or of all"


@given(cases(), lengths)
def test_more_time_is_never_less(case: tuple[datetime, datetime, Habits], more: timedelta) -> None:
    opened, base, habits = case
    due = own_time.due(opened, base, habits)
    assert own_time.due(opened, base + more, habits) >= due
    assert own_time.later(due, more, habits) >= due + more
    at_home = Habits(habits.zone, habits.quiet)
    assert own_time.due(opened, base, at_home) <= due, "away days give, and never take"
    assert own_time.due(opened, base, Habits(aways=habits.aways)) <= due, "so do quiet hours"


@given(moments, lengths, st.integers(1, 5), st.integers(0, 20 * 24 * 60))
def test_going_away_and_coming_back_at_once_changes_nothing(
    opened: datetime, allowed: timedelta, days: int, after: int
) -> None:
    due, begins = opened + allowed, opened + timedelta(minutes=after)
    aways = ((begins, begins + days * DAY),)
    moved = own_time.anew(opened, due, (), Habits(aways=aways))
    assert moved == (due + days * DAY if begins < due else due)
    assert own_time.anew(opened, moved, aways, Habits()) == due


def test_a_night_is_waited_out() -> None:
    evening, late = NOON + 9 * HOUR, NOON + 14 * HOUR
    assert own_time.due(NOON, evening, NIGHT) == evening
    assert own_time.due(NOON, late, NIGHT) == NOON + 19 * HOUR, "seven in the morning"
    assert own_time.due(NOON, NOON + 11 * HOUR, NIGHT) == NOON + 19 * HOUR, "the night begins at eleven sharp"


def test_who_is_asked_at_night_has_three_hours_in_the_morning_or_the_whole_pace() -> None:
    midnight, seven = NOON + 12 * HOUR, NOON + 19 * HOUR
    assert own_time.due(midnight, midnight + 8 * HOUR, NIGHT) == seven + 3 * HOUR
    assert own_time.due(midnight, midnight + 2 * HOUR, NIGHT) == seven + 2 * HOUR
    ten = NOON + 10 * HOUR
    assert own_time.due(ten, ten + 2 * HOUR, NIGHT) == seven + HOUR, "an hour before the night, and one after it"
    assert own_time.due(midnight, midnight + 24 * HOUR, NIGHT) == seven + DAY, "sixteen waking hours are enough"


def test_the_time_that_was_left_is_left_afterwards() -> None:
    begins = NOON + 20 * HOUR
    away = Habits(aways=((begins, begins + 3 * DAY),))
    assert own_time.due(NOON, NOON + DAY, away) == begins + 3 * DAY + 4 * HOUR
    during = begins + DAY
    assert own_time.due(during, during + DAY, away) == begins + 4 * DAY, "asked while away: all of it afterwards"
    assert own_time.due(NOON, begins, away) == begins, "what is due when they go is due when they go"


def test_away_days_end_in_the_night() -> None:
    begins = NOON + 10 * HOUR
    habits = Habits(NIGHT.zone, NIGHT.quiet, ((begins, begins + 2 * DAY + 3 * HOUR),))
    due = own_time.due(NOON, begins + 2 * HOUR, habits)
    assert due == datetime(2026, 3, 4, 7, tzinfo=UTC), "two hours are left at one in the night"


@pytest.mark.parametrize(
    ("zone", "evening", "morning"),
    [
        ("Europe/Berlin", "2026-03-28T22:30:00Z", "2026-03-29T05:00:00Z"),
        ("Europe/Berlin", "2026-10-24T22:30:00Z", "2026-10-25T06:00:00Z"),
        ("Asia/Shanghai", "2026-03-28T15:30:00Z", "2026-03-28T23:00:00Z"),
    ],
)
def test_seven_is_seven_when_clocks_are_turned(zone: str, evening: str, morning: str) -> None:
    habits = Habits(ZoneInfo(zone), NIGHT.quiet)
    base = datetime.fromisoformat(evening)
    assert own_time.due(base - DAY, base, habits) == datetime.fromisoformat(morning)


def test_quiet_hours_around_the_turn_itself_are_rather_too_long() -> None:
    """Clocks go from two to three: half past two does not exist. They go from three to two: it comes twice."""
    habits = Habits(ZoneInfo("Europe/Berlin"), (2 * 60 + 15, 2 * 60 + 30))
    spring = datetime(2026, 3, 29, 1, 20, tzinfo=UTC)
    assert not is_quiet(own_time.due(spring - DAY, spring, habits), habits)
    autumn = datetime(2026, 10, 25, 0, 20, tzinfo=UTC)
    assert own_time.due(autumn - DAY, autumn, habits) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC), "after the second"


def test_the_hour_of_a_digest_is_that_of_the_zone() -> None:
    shanghai = ZoneInfo("Asia/Shanghai")
    assert own_time.at_hour(NOON, 9, shanghai) == datetime(2026, 3, 1, 1, tzinfo=UTC)
    assert own_time.at_hour(NOON, 21, shanghai) == datetime(2026, 2, 28, 13, tzinfo=UTC)
    assert own_time.at_hour(NOON, 12, None) == NOON
    assert own_time.at_hour(NOON, 13, None) == NOON - 23 * HOUR


@given(moments, st.integers(0, 23), st.sampled_from(ZONES))
def test_every_hour_comes_once_a_day(now: datetime, hour: int, zone: str) -> None:
    found = own_time.at_hour(now, hour, ZoneInfo(zone))
    assert now - DAY - 2 * HOUR <= found <= now


def test_a_zone_that_nobody_knows_is_none() -> None:
    assert own_time.zone_of(None) is None
    for name in ("Mars/Olympus", "", "../../etc/passwd", "\0"):
        assert own_time.zone_of(name) is None, name
    assert str(own_time.zone_of("Asia/Shanghai")) == "Asia/Shanghai"


@given(cases())
def test_free_moments_are_the_first_ones(case: tuple[datetime, datetime, Habits]) -> None:
    moment, _, habits = case
    found = own_time.free(moment, habits)
    steps = [moment + number * timedelta(minutes=30) for number in range(60)]
    for one, following in pairwise(steps):
        if following <= found:
            assert is_quiet(one, habits) or is_away(one, habits.aways) or near_turn(one, habits)


def near_turn(moment: datetime, habits: Habits) -> bool:
    """Around the turning of clocks quiet hours may be an hour too long."""
    zone = habits.zone or UTC
    return (moment - 4 * HOUR).astimezone(zone).utcoffset() != (moment + 4 * HOUR).astimezone(zone).utcoffset()
