"""People: how they are called, what they read, what they have chosen, and what is kept of them."""

from __future__ import annotations

from typing import Any

from db import queries_tables
from tables import forgetting, people, personal, tenures
from tables.community import PersonSettings, Record
from tables.doors.door import Door
from tables.model import AlreadyDone, Press
from tables.shielded import to_the_end


class PeopleDoor(Door):
    """Reads and writes of people."""

    @to_the_end
    async def remember_language(self, user_id: int, name: str, language: str) -> None:
        """Keep how the person is called and what they read; writes only when that has changed."""
        async with self._kit.database.read() as connection:
            known = await queries_tables.person(connection, user_id)
        if known != (name[:80], language):
            async with self._kit.database.write() as connection:
                await queries_tables.keep_person(connection, user_id, name[:80], language)

    async def settings(self, user_id: int) -> PersonSettings:
        """What the person has chosen for all their tables; the preset where they have chosen nothing."""
        async with self._kit.database.read() as connection:
            return await people.settings(connection, user_id)

    @to_the_end
    async def keep_settings(self, press: Press, **changes: Any) -> PersonSettings:
        """Change fields of ``PersonSettings``; good from the next window on. ``Refused``: ``unknown_option`` (no such
        field or value), ``quiet_zone`` (quiet hours need a time zone), ``quiet_long`` (at most 12 hours a day)."""
        async with self._kit.database.write() as connection:
            return await people.keep_settings(connection, press, **changes)

    async def asks_rights(self, user_id: int) -> bool:
        """Whether the person wants to be asked for rights that may lapse, at live tables."""
        return (await self.settings(user_id)).asks_rights

    async def record_of(self, user_id: int) -> Record:
        """How reliably the person has answered, over all their tenures."""
        async with self._kit.database.read() as connection:
            return await tenures.record(connection, user_id)

    async def data_of(self, user_id: int) -> dict[str, Any]:
        """Everything that is stored on this person, as data for JSON; empty where nothing is. Secrets of a running
        game are in it as far as they are their own."""
        async with self._kit.database.read() as connection:
            return await personal.data_of(connection, user_id)

    @to_the_end
    async def forget(self, press: Press) -> list[str]:
        """Forget the person: afterwards nothing stored tells who they were.

        Running games go on with a stand-in in their seats, lobbies are left, ended games stay whole. Codes of the
        tables that this changed. Raises ``AlreadyDone``.
        """
        async with self._kit.database.read() as connection:
            if await queries_tables.seen(connection, press.id):
                raise AlreadyDone
        changed: list[str] = []
        while True:
            async with self._kit.database.write() as connection:
                # Who has joined a table meanwhile leaves that as well.
                left = await forgetting.to_leave(connection, press.user_id)
                if not left:
                    await forgetting.forget(connection, press, self._kit.clock.now())
                    return changed
            for code in left:
                async with self._desk(None, code, think=True) as desk:
                    await forgetting.leave(desk, press.user_id)
            changed += left

    async def language_of(self, user_id: int) -> str | None:
        async with self._kit.database.read() as connection:
            known = await queries_tables.person(connection, user_id)
        return None if known is None else known[1]
