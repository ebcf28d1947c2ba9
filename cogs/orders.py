"""Standing orders: a private list for each of them, behind a button in the panels of a game that takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import discord

from cogs.composed import Composed
from cogs.limits import OPTION_TEXT, PLACEHOLDER, ROW_BUTTONS, TEXT, clip
from cogs.press import Ack, Address, Moment, PressItem
from cogs.tabling import table_url
from engines import GAMES
from engines.core import TakesOrders
from locales import Words
from tables.model import SeatOrders, SeatPanel

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

BAR = 0x485364
"""The bar at the side: nothing here waits for an answer."""
HEAD = 1500


def with_orders(composed: Composed, panel: SeatPanel, words: Words) -> Composed:
    """The panel with the way to its seat's orders: in its last row of buttons, else in a row of its own.

    A panel that has the button already keeps it where it is. What orders have answered is said, if there is room.
    """
    view = composed.view
    if not isinstance(GAMES.get(panel.table.game), TakesOrders) or any(map(_leads_here, view.walk_children())):
        return composed
    box: Any = view.children[0]
    row = box.children[-1]
    if not isinstance(row, discord.ui.ActionRow) or sum(item.width for item in row.children) >= ROW_BUTTONS:
        row = discord.ui.ActionRow[Any]()
        box.add_item(row)
    row.add_item(orders_button(panel, words))
    said = words("orders.answered") if panel.ordered else ""
    used = sum(len(item.content) for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay))
    if said and used + len(said) <= TEXT:
        box.add_item(discord.ui.TextDisplay(said))
    return composed


def orders_button(panel: SeatPanel, words: Words) -> PressItem:
    """Shows the seat's orders. It works for ever: orders belong to no window."""
    button = discord.ui.Button[Any](label=words("orders.button"), emoji="📜")
    return ShowOrders(button, Address(panel.table.code, 0, "orders", str(panel.seat)))


def _leads_here(item: discord.ui.Item[Any]) -> bool:
    return isinstance(item, ShowOrders)


def orders_panel(orders: SeatOrders, words: Words) -> Composed:
    """Every order with what is set. Each list shows its name with its choice, so that ten stay short on a phone."""
    table = orders.table
    lines = [
        words("orders.title", game=words(f"{table.game}.title"), code=table.code, url=table_url(table)),
        words("orders.hint"),
        words("orders.answered") if orders.answering else "",
    ]
    text = discord.ui.TextDisplay[Any](clip("\n".join(line for line in lines if line), HEAD))
    rows = [discord.ui.ActionRow[Any](_list(orders, field, words)) for field in orders.possible]
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(text, *rows, accent_colour=BAR))
    return Composed(view)


def _list(orders: SeatOrders, field: str, words: Words) -> PressItem:
    key = f"{orders.table.game}.order.{field}"
    name = words(key)
    options = [
        discord.SelectOption(
            label=clip(words("orders.choice", name=name, value=words(f"{key}.{value}")), OPTION_TEXT),
            value=value,
            default=value == orders.current[field],
        )
        for value in orders.possible[field]
    ]
    select = discord.ui.Select[Any](placeholder=clip(name, PLACEHOLDER), options=options)
    return GiveOrder(select, Address(orders.table.code, 0, "order", f"{orders.seat}.{field}"))


async def _own(moment: Moment, code: str, seat: str) -> SeatOrders | None:
    """The presser's own orders. ``None`` where the press is on somebody else's, or nobody plays on; that is said."""
    orders = await moment.bot.tables.orders(code, moment.press.user_id)
    holder = orders.table.seats[orders.seat]
    if str(orders.seat) != seat:
        await moment.say(moment.words("panel.not_yours"))
    elif not orders.possible:
        await moment.say(moment.words("panel.gone"))
    elif orders.table.status != "running" or holder.out or holder.beaten:
        await moment.say(moment.words("orders.over"))
    else:
        return orders
    return None


class ShowOrders(PressItem, what="orders"):
    """Show the presser's own orders, to the presser alone."""

    ack: ClassVar[Ack] = "private"

    async def act(self, moment: Moment) -> None:
        orders = await _own(moment, self.address.code, self.address.arg)
        if orders is not None:
            await moment.tell(orders_panel(orders, moment.words))


class GiveOrder(PressItem, what="order"):
    """Give an order, or take it back. It may answer what is asked just now."""

    async def act(self, moment: Moment) -> None:
        code, value = self.address.code, "".join(self.values)
        seat, _, field = self.address.arg.partition(".")
        orders = await _own(moment, code, seat)
        if orders is None:
            return
        if value not in orders.possible.get(field, ()):
            await moment.say(moment.words("panel.gone"))
            return
        after = await moment.bot.tables.keep_order(moment.press, code, field, value)
        await moment.show(orders_panel(after, moment.words))
        await moment.bot.kick(code)


ITEMS: tuple[type[PressItem], ...] = (ShowOrders, GiveOrder)


async def setup(bot: ScrapyardBot) -> None:
    bot.add_dynamic_items(*ITEMS)
