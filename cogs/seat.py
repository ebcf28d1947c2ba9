"""The *My seat* button: the same private panel, whether or not a DM gets through."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from cogs.panels import compose_panel
from cogs.press import Ack, Moment, PressItem
from cogs.tabling import absent

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot


class MySeat(PressItem, what="seat"):
    """Show the presser's own seat to the presser alone."""

    ack: ClassVar[Ack] = "private"

    async def act(self, moment: Moment) -> None:
        code, tables = self.address.code, moment.bot.tables
        panel = await tables.panel(code, moment.press.user_id)
        seat = panel.table.seats[panel.seat]
        returns = seat.missed > 0 or seat.gone
        if returns:
            panel = await tables.back(moment.press, code)
        await moment.tell(await compose_panel(moment.bot, panel, moment.words))
        if absent(seat) and panel.table.status == "running":
            await moment.say(moment.words("panel.away"))
        if returns:
            await moment.bot.kick(code)


ITEMS: tuple[type[PressItem], ...] = (MySeat,)


async def setup(bot: ScrapyardBot) -> None:
    bot.add_dynamic_items(*ITEMS)
