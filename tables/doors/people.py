"""People: how they are called, what they read, what they have chosen, and what is kept of them."""

from __future__ import annotations

from db import queries_tables
from tables.doors.door import Door
from tables.model import Press
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

    async def asks_rights(self, user_id: int) -> bool:
        """Whether the person wants to be asked for rights that may lapse, at live tables."""
        async with self._kit.database.read() as connection:
            return await queries_tables.asks_rights(connection, user_id)

    @to_the_end
    async def keep_asks_rights(self, press: Press, wanted: bool) -> None:
        """Keep what the person has chosen in their settings; good from the next such right on."""
        async with self._kit.database.write() as connection:
            await queries_tables.keep_person(connection, press.user_id, press.name[:80], press.language)
            await queries_tables.keep_asks_rights(connection, press.user_id, wanted)

    async def language_of(self, user_id: int) -> str | None:
        async with self._kit.database.read() as connection:
            known = await queries_tables.person(connection, user_id)
        return None if known is None else known[1]
