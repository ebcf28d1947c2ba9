"""What anybody may check of a table's luck: little before the end, and after it the whole game's proof."""

from __future__ import annotations

import asyncio

from db import queries_play
from db.database import Transaction
from tables import proof
from tables.desk import Kit
from tables.export import export
from tables.model import FairnessReport
from tables.sheet import Sheet
from tables.verifier import Difference, Record, UnreadableError


async def report(connection: Transaction, kit: Kit, sheet: Sheet) -> FairnessReport:
    """Before the end: the hash, the salt and how many draws there were. After it: everything, and whether it is true.

    What is proved is what is handed out: the exported game.
    """
    info, table = sheet.info(), sheet.table
    if info.seed is None:
        row = await queries_play.state(connection, table.code, table.turn) if table.turn else None
        return FairnessReport(info, None, 0 if row is None else row.drawn, None, None)
    record = await export(connection, kit, sheet)
    found = await asyncio.to_thread(_proved, kit, record)
    first = found.first
    return FairnessReport(
        info,
        found.hash_matches,
        found.draws,
        found.agrees,
        None if found.agrees or first is None else first.window or 0,
        found.log,
        first,
        record,
    )


def _proved(kit: Kit, record: Record) -> proof.Proof:
    try:
        return proof.prove(record, kit.codecs.get)
    except UnreadableError:
        return proof.Proof((Difference("record", 0, "", None),), 0, ())
