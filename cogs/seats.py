"""Seats that change hands: leaving, offering, looking for a substitute, asking for a seat, and who decides on that."""

from __future__ import annotations

from typing import Any, ClassVar

import discord

from cogs.asking import choice, number, own_seat, question, seat_number
from cogs.moderators import is_moderator
from cogs.press import Ack, Address, Moment, PressItem
from cogs.tabling import absent, mark, marked, said, table_url, visible_table
from cogs.words import plain_names, safe, safe_names
from tables.model import Refused, SeatInfo, TableInfo

# ---- giving up


async def ask_to_leave(moment: Moment, table: TableInfo) -> None:
    """Say what leaving means, with the button that does it."""
    mine, words = own_seat(moment, table), moment.words
    if mine.out:
        raise Refused("resigned")
    if table.status == "lobby":
        raise Refused("not_started")
    if table.status != "running":
        await moment.show(said(words(f"tablecmd.status.{table.status}")))
        return
    button = discord.ui.Button[Any](label=words("life.leave.yes"), emoji="🚪", style=discord.ButtonStyle.danger)
    sure = words("life.leave.sure", code=table.code)
    await moment.show(question(sure, GiveUp(button, Address(table.code, 0, "give-up", str(mine.seat)))))


class GiveUp(PressItem, what="give-up"):
    """The second press, after which the seat is somebody else's."""

    async def act(self, moment: Moment) -> None:
        table = await moment.bot.tables.find(self.address.code)
        if own_seat(moment, table).seat != number(self.address.arg):
            raise Refused("claim_closed")  # the button is of an earlier time at this table
        table = await moment.bot.tables.give_up(moment.press, self.address.code)
        await moment.show(said(moment.words("life.leave.done", code=table.code, url=table_url(table))))
        await moment.bot.kick(self.address.code)


async def offer(moment: Moment, table: TableInfo, *, offered: bool) -> None:
    """Offer the presser's own seat, or keep it after all."""
    mine, words = own_seat(moment, table), moment.words
    table = await moment.bot.tables.offer(moment.press, table.code, offered)
    if offered:
        button = discord.ui.Button[Any](label=words("life.offer.back"), emoji="↩️")
        keep = Keep(button, Address(table.code, 0, "keep", str(mine.seat)))
        await moment.show(question(words("life.offer.done", code=table.code), keep))
    else:
        await moment.show(said(words("life.offer.taken_back")))
    await moment.bot.kick(table.code)


class Keep(PressItem, what="keep"):
    """Take the offer back."""

    async def act(self, moment: Moment) -> None:
        await offer(moment, await moment.bot.tables.find(self.address.code), offered=False)


# ---- looking for somebody


def seekable(table: TableInfo) -> list[SeatInfo]:
    """The seats that a substitute could be looked for: played by nobody, a bot player, or somebody absent."""
    return [
        seat
        for seat in table.seats
        if not (seat.out or seat.beaten or seat.offered) and (seat.kind != "person" or absent(seat))
    ]


async def ask_which_seat(moment: Moment, table: TableInfo) -> None:
    """The seats to choose from."""
    own_seat(moment, table)
    words, names = moment.words, plain_names(moment.words, table)
    seats = seekable(table)
    if not seats:
        await moment.show(said(words("life.seek.none")))
        return
    options = [(str(seat.seat), f"{mark(table, seat.seat)} {names[seat.seat]}", "") for seat in seats]
    address = Address(table.code, 0, "seek")
    await moment.show(question(words("life.seek.which"), choice(Seek, address, words("life.seek.which"), options)))


class Seek(PressItem, what="seek"):
    """Look for a substitute for the chosen seat."""

    async def act(self, moment: Moment) -> None:
        table = await moment.bot.tables.find(self.address.code)
        seat = seat_number(table, "".join(self.values))
        table = await moment.bot.tables.seek(moment.press, table.code, seat)
        who = marked(table, safe_names(moment.words, table))[seat]
        await moment.show(said(moment.words("life.seek.done", who=who)))
        await moment.bot.kick(table.code)


# ---- asking for a seat


class Claim(PressItem, what="claim"):
    """Ask for the seat that is offered."""

    ack: ClassVar[Ack] = "private"

    async def act(self, moment: Moment) -> None:
        table = await visible_table(moment, self.address.code)
        await moment.bot.tables.claim(moment.press, table.code, seat_number(table, self.address.arg))
        await moment.say(moment.words("life.claim.asked"))
        await moment.bot.kick(table.code)


class Decide(PressItem, what="claim-yes|claim-no"):
    """The host, a moderator, or whoever offers their own seat decides on a claim."""

    ack: ClassVar[Ack] = "private"

    async def act(self, moment: Moment) -> None:
        code, answer = self.address.code, self.address.what.removeprefix("claim-")
        table = await moment.bot.tables.find(code)
        moderates = moment.interaction.guild_id == table.guild_id and await is_moderator(moment.interaction)
        claim = await moment.bot.tables.decide(
            moment.press, code, number(self.address.arg), answer == "yes", moderator=moderates
        )
        await moment.say(moment.words(f"life.claim.done.{claim.status}", who=f"**{safe(claim.name)}**"))
        await moment.bot.kick(code)


class Invited(PressItem, what="invite-yes|invite-no"):
    """Whoever was invited takes the seat, or does not."""

    ack: ClassVar[Ack] = "private"

    async def act(self, moment: Moment) -> None:
        code, answer = self.address.code, self.address.what.removeprefix("invite-")
        claim = await moment.bot.tables.answer_invite(moment.press, code, number(self.address.arg), answer == "yes")
        await moment.say(moment.words(f"life.invite.done.{claim.status}"))
        await moment.bot.kick(code)


ITEMS: tuple[type[PressItem], ...] = (GiveUp, Keep, Seek, Claim, Decide, Invited)
