"""People: what they have chosen for all their tables."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from datetime import timedelta
from typing import Any, Final, cast, get_args
from zoneinfo import available_timezones

from db import queries_tables
from db.database import Transaction
from db.rows import PersonRow
from tables.community import PersonSettings, Reminders
from tables.model import Press, Refused

DAY: Final = 24 * 60
"""Minutes of a day."""
LONGEST_QUIET: Final = timedelta(hours=12)
"""Quiet hours that a day may have at most: a table may still reach everybody every day."""
NAME_LENGTH: Final = 80


async def settings(connection: Transaction, user_id: int) -> PersonSettings:
    """What the person has chosen; the preset for one who has chosen nothing."""
    return (await settings_of(connection, [user_id]))[user_id]


async def settings_of(connection: Transaction, user_ids: Collection[int]) -> dict[int, PersonSettings]:
    """What each of these people has chosen; the preset for those who have chosen nothing."""
    known = await queries_tables.people_of(connection, user_ids)
    return {user_id: _settings(known.get(user_id)) for user_id in user_ids}


async def keep_settings(connection: Transaction, press: Press, **changes: Any) -> PersonSettings:
    """Change some fields of the person's settings. ``Refused`` and nothing kept: ``unknown_option`` (no such field or
    value), ``quiet_zone`` (quiet hours need a time zone), ``quiet_long`` (facts ``hours``: so many at most)."""
    before = await settings(connection, press.user_id)
    if not changes.keys() <= {field.name for field in fields(PersonSettings)}:
        raise Refused("unknown_option")
    after = PersonSettings(**{field.name: getattr(before, field.name) for field in fields(before)} | changes)
    _check(after)
    quiet = after.quiet or (None, None)
    await queries_tables.keep_person(connection, press.user_id, press.name[:NAME_LENGTH], press.language)
    await queries_tables.change_person(
        connection,
        press.user_id,
        asks_rights=after.asks_rights,
        zone=after.zone,
        quiet_from=quiet[0],
        quiet_to=quiet[1],
        reminders=after.reminders,
        digest_hour=after.digest_hour,
    )
    return after


def _check(chosen: PersonSettings) -> None:
    """Raise ``Refused`` for settings that nobody can have."""
    if chosen.zone is not None and chosen.zone not in available_timezones():
        raise Refused("unknown_option")
    if chosen.reminders not in get_args(Reminders) or chosen.digest_hour not in range(24):
        raise Refused("unknown_option")
    if chosen.quiet is None:
        return
    start, end = chosen.quiet
    if start not in range(DAY) or end not in range(DAY) or start == end:
        raise Refused("unknown_option")
    if chosen.zone is None:
        raise Refused("quiet_zone")
    if timedelta(minutes=(end - start) % DAY) > LONGEST_QUIET:
        raise Refused("quiet_long", hours=LONGEST_QUIET // timedelta(hours=1))


def _settings(row: PersonRow | None) -> PersonSettings:
    if row is None:
        return PersonSettings()
    quiet = None if row.quiet_from is None or row.quiet_to is None else (row.quiet_from, row.quiet_to)
    return PersonSettings(row.asks_rights, row.zone, quiet, cast("Reminders", row.reminders), row.digest_hour)
