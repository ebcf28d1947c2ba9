"""Before the game: opening, joining, choosing, starting."""

from __future__ import annotations

from tables import lobby
from tables.doors.door import Door
from tables.model import Pace, Press, TableInfo
from tables.shielded import to_the_end


class LobbyDoor(Door):
    """Writes of the lobby."""

    @to_the_end
    async def open_lobby(
        self,
        press: Press,
        *,
        game: str,
        guild_id: int,
        channel_id: int,
        language: str,
        pace: Pace = "day",
        hours: int | None = None,
    ) -> TableInfo:
        """Make a table in this channel; whoever pressed hosts it. ``language`` is that of its public posts.

        ``hours``: how many, at the pace ``hours``. ``Refused``: ``unknown_game``, ``unknown_option``,
        ``too_many_tables`` (facts ``limit``: of one person, in all or on this server), ``too_many_here`` (of this
        channel).
        """
        async with self._kit.database.write() as connection:
            return await lobby.open_lobby(
                self._kit,
                connection,
                press,
                game=game,
                guild_id=guild_id,
                channel_id=channel_id,
                language=language,
                pace=pace,
                hours=hours,
            )

    @to_the_end
    async def join(self, press: Press, code: str) -> TableInfo:
        async with self._desk(press, code) as desk:
            await lobby.join(desk, press)
            return desk.sheet.info()

    @to_the_end
    async def leave(self, press: Press, code: str) -> TableInfo:
        """Leave the lobby. The next person becomes host; the last one to leave cancels the table."""
        async with self._desk(press, code) as desk:
            await lobby.leave(desk, press)
            return desk.sheet.info()

    @to_the_end
    async def add_bot(self, press: Press, code: str) -> TableInfo:
        """Host only."""
        async with self._desk(press, code) as desk:
            await lobby.add_bot(desk, press)
            return desk.sheet.info()

    @to_the_end
    async def remove_bot(self, press: Press, code: str) -> TableInfo:
        """Host only."""
        async with self._desk(press, code) as desk:
            await lobby.remove_bot(desk, press)
            return desk.sheet.info()

    @to_the_end
    async def cancel(self, press: Press, code: str) -> TableInfo:
        """Host only; a game that runs is not cancelled."""
        async with self._desk(press, code) as desk:
            await lobby.cancel(desk, press)
            return desk.sheet.info()

    @to_the_end
    async def configure(
        self,
        press: Press,
        code: str,
        *,
        option: tuple[str, str] | None = None,
        pace: Pace | None = None,
        language: str | None = None,
        hours: int | None = None,
        away_budget: int | None = None,
    ) -> TableInfo:
        """Host only. ``option`` is (field, value) of the game's Options.

        ``hours``: how many, at the pace ``hours`` (1 to 336). ``away_budget``: days that each player may be away, one
        of ``AWAY_BUDGETS``. ``Refused("unknown_option")`` for anything else.
        """
        async with self._desk(press, code) as desk:
            await lobby.configure(desk, press, option, pace, language, hours, away_budget)
            return desk.sheet.info()

    @to_the_end
    async def start(self, press: Press, code: str) -> TableInfo:
        """Host only. Raises ``IllegalAction`` when the game cannot be played by so many."""
        async with self._desk(press, code) as desk:
            await lobby.start(desk, press)
            return desk.sheet.info()
