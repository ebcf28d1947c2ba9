"""/me data and /me forget: everything that is stored about a person, as a file; and no more of it."""

from __future__ import annotations

import gzip
import json
from typing import Any, ClassVar, Final

import discord

from cogs.composed import Composed, FileData
from cogs.limits import UPLOAD
from cogs.personal import NOBODYS
from cogs.press import Ack, Address, Moment, PressItem
from cogs.tabling import said

FORGET: Final = "me-forget"


async def show_data(moment: Moment) -> None:
    """All that is stored about the presser, to the presser alone."""
    words = moment.words
    found = await moment.bot.tables.data_of(moment.press.user_id)
    data = json.dumps(found, ensure_ascii=False, indent=2, default=str).encode()
    name, told = "scrapyard-me.json", words("me.data")
    if len(data) > UPLOAD:
        data, name, told = gzip.compress(data, mtime=0), f"{name}.gz", words("me.data.packed")
    if len(data) > UPLOAD:
        await moment.say(words("me.data.large"))
        return
    file = FileData(name, data, words("me.data.alt"))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(told))
    view.add_item(discord.ui.File[Any](file.url))
    await moment.tell(Composed(view, (file,)))


async def ask_to_forget(moment: Moment) -> None:
    """Say what exactly will happen; nothing happens yet."""
    words = moment.words
    tables = await moment.bot.tables.of_person(moment.press.user_id)
    lobbies = sum(table.status == "lobby" for table in tables)
    seats = [table.seat_of(moment.press.user_id) for table in tables if table.status == "running"]
    running = sum(seat is not None and not seat.out for seat in seats)
    lines = [
        words("me.forget.title"),
        words.count("me.forget.lobbies", lobbies) if lobbies else "",
        words.count("me.forget.running", running) if running else "",
        words("me.forget.over"),
        words("me.forget.settings"),
        words("me.forget.stays"),
        words("me.forget.final"),
    ]
    composed = said(*lines)
    yes = discord.ui.Button[Any](label=words("me.forget.yes"), style=discord.ButtonStyle.danger, emoji="🗑️")
    no = discord.ui.Button[Any](label=words("me.forget.no"))
    composed.view.add_item(
        discord.ui.ActionRow[Any](
            Forget(yes, Address(NOBODYS, 0, FORGET, "yes")), Forget(no, Address(NOBODYS, 0, FORGET, "no"))
        )
    )
    await moment.tell(composed)


class Forget(PressItem, what=FORGET):
    """The second press, after which there is no way back. It is always the presser who is forgotten."""

    ack: ClassVar[Ack] = "update"

    async def act(self, moment: Moment) -> None:
        if self.address.arg != "yes":
            await moment.show(said(moment.words("me.forget.kept")))
            return
        await moment.bot.tables.forget(moment.press)
        await moment.show(said(moment.words("me.forget.done")))
        await moment.bot.kick()


ITEMS: tuple[type[PressItem], ...] = (Forget,)
