"""Whose panel is pressed: whoever has lost the seat loses what a private message of theirs still shows of it."""

from __future__ import annotations

from cogs.press import Address, Moment
from cogs.tabling import gone_line, said
from tables.model import Refused, SeatPanel


async def own_panel(moment: Moment, address: Address) -> SeatPanel:
    """The presser's panel. ``Refused("not_seated")`` for whoever has none, whose own message is emptied."""
    try:
        return await moment.bot.tables.panel(address.code, moment.press.user_id)
    except Refused as error:
        if error.reason == "not_seated" and await _was_theirs(moment, address):
            table = await moment.bot.tables.find(address.code)
            await moment.show(said(gone_line(table, moment.words)))
        raise


async def _was_theirs(moment: Moment, address: Address) -> bool:
    """Whether the pressed message was for the presser alone. Moderators see, and may press, in private threads."""
    message = moment.interaction.message
    if message is None or message.flags.ephemeral:
        return message is not None
    post = await moment.bot.tables.post_at(address.code, message.id)
    return post is not None and post.user_id == moment.press.user_id
