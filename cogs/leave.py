"""Away days, and coming back from them or from having been away without a word."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from cogs.asking import choice, number, own_seat, question
from cogs.press import Address, Moment, PressItem
from cogs.tabling import absent, said
from tables.model import Refused, TableInfo

LATEST = 59
"""Days ahead that away days may begin: less than the tables' own bound (``tables.aways.FURTHEST``), in any zone."""


async def ask_days(moment: Moment, table: TableInfo) -> None:
    """How many days, out of those that are left."""
    words, left = moment.words, await _left(moment, table)
    if left <= 0:
        await moment.show(said(words("life.away.none", code=table.code)))
        return
    options = [(str(days), words.count("life.days", days), "") for days in range(1, left + 1)]
    line = words("life.away.which", left=words.count("life.days", left), code=table.code)
    address = Address(table.code, 0, "away-days")
    await moment.show(question(line, choice(AwayDays, address, words("life.away.choose"), options)))


async def go_away(moment: Moment, table: TableInfo, days: int, in_days: int = 0) -> None:
    """Be away from now on, or from the beginning of a later day on the presser's own clock."""
    own_seat(moment, table)
    if not 0 <= in_days <= LATEST:
        raise Refused("unknown_option")  # Discord sees to the bounds of commands; a made-up one keeps none
    starts = await _midnight(moment, in_days) if in_days else None
    after = await moment.bot.tables.go_away(moment.press, table.code, days, starts)
    words, left = moment.words, await _left(moment, after)
    days_left = words.count("life.days", left)
    await moment.show(
        said(words("life.away.done", code=table.code, days=words.count("life.days", days), left=days_left))
    )
    await moment.bot.kick(table.code)


async def come_back(moment: Moment, table: TableInfo) -> None:
    """End the away days; take over from the stand-in."""
    mine = own_seat(moment, table)
    try:
        await moment.bot.tables.come_back(moment.press, table.code)
        line = moment.words("life.back.done")
    except Refused as error:
        if error.reason != "not_away" or not absent(mine):
            raise
        await moment.bot.tables.back(moment.press, table.code)
        line = moment.words("life.back.here")
    await moment.show(said(line))
    await moment.bot.kick(table.code)


async def _left(moment: Moment, table: TableInfo) -> int:
    return await moment.bot.tables.away_left(table.code, moment.press.user_id)


async def _midnight(moment: Moment, in_days: int) -> datetime:
    """When that day begins where the presser lives; in UTC where they have not said where that is."""
    settings = await moment.bot.tables.settings(moment.press.user_id)
    zone = ZoneInfo(settings.zone) if settings.zone is not None else UTC
    today = moment.bot.clock.now().astimezone(zone).date()
    return datetime.combine(today + timedelta(days=in_days), time(), zone).astimezone(UTC)


class AwayDays(PressItem, what="away-days"):
    """So many days, from now on."""

    async def act(self, moment: Moment) -> None:
        table = await moment.bot.tables.find(self.address.code)
        await go_away(moment, table, number("".join(self.values)))


ITEMS: tuple[type[PressItem], ...] = (AwayDays,)
