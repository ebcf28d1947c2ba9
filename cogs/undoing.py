"""Undo: what is one's own and showed nothing is taken back at once; anything further is put to the vote."""

from __future__ import annotations

from cogs.asking import own_seat
from cogs.press import Moment
from cogs.tabling import said
from cogs.votes import offer_points
from tables.model import Refused, TableInfo


async def undo(moment: Moment, table: TableInfo) -> None:
    """Take the presser's last answer back where that is free; else offer the vote."""
    own_seat(moment, table)
    try:
        await moment.bot.tables.undo(moment.press, table.code)
    except Refused as error:
        if error.reason != "undo_vote":
            raise
        await offer_points(moment, table)
        return
    await moment.show(said(moment.words("life.undo.done")))
    await moment.bot.kick(table.code)
