"""Time: what is due, and the time that the bot was down."""

from __future__ import annotations

from datetime import timedelta

from tables import timers
from tables.doors.door import Door
from tables.shielded import to_the_end


class TimeDoor(Door):
    """The beat, and taking up work after an outage."""

    @to_the_end
    async def resume(self) -> timedelta:
        """At start-up, before the first beat: credit the time that the bot was down. Returns how long that was."""
        return await timers.credit_outage(self._kit)

    @to_the_end
    async def beat(self) -> None:
        """Note that the bot is up, handle what is overdue, write the day's digests.

        A table that fails is logged and left for later; so are the digests.
        """
        for timer in await timers.tick(self._kit):
            try:
                async with self._desk(None, timer.code, think=timer.kind in ("deadline", "go_on")) as desk:
                    await timers.fire(desk, timer.kind)
            except Exception as error:
                await timers.postpone(self._kit, timer, error)
        await timers.digests(self._kit)
