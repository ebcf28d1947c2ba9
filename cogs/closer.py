"""Look closer: the table and each player's page on demand, to the presser alone. Nothing is kept between presses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

import discord

from cogs.composed import Composed, picture
from cogs.games import manner
from cogs.limits import OPTION_TEXT, PLACEHOLDER, clip
from cogs.press import Ack, Address, Moment, PressItem
from cogs.tabling import in_one_line, mark, marked, may_see
from cogs.words import plain_names, safe_names
from engines.core import Seat
from locales import Words
from render import Look, has_pages
from tables.model import Refused, TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

ALL: Final = "all"
"""Chooses the whole table."""


async def close_up(moment: Moment, table: TableInfo, page: Seat | None) -> Composed:
    """The whole table, or this player's page, as the presser may see it now; below it the list of players."""
    words, names = moment.words, plain_names(moment.words, table)
    view = await _view(moment, table, page)
    drawn = await moment.bot.studio.draw(table.game, view, Look(language=words.language, names=names, page=page))
    file = picture(table.code, table.window, ALL if page is None else f"page{page + 1}", drawn.png, drawn.alt)
    turn = manner(table.game).turn(words, view, table.window, marked(table, safe_names(words, table)))
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay(f"{in_one_line(table, words)}\n### {turn}"))
    layout.add_item(discord.ui.MediaGallery(file.gallery_item()))
    layout.add_item(discord.ui.ActionRow[Any](_players(table, names, page, words)))
    return Composed(layout, (file,))


async def _view(moment: Moment, table: TableInfo, page: Seat | None) -> Any:
    """What everybody may see; of their own seat, what the presser may."""
    mine = table.seat_of(moment.press.user_id)
    if page is not None and mine is not None and mine.seat == page:
        return (await moment.bot.tables.panel(table.code, moment.press.user_id)).view
    return await moment.bot.tables.public_view(table.code)


def _players(table: TableInfo, names: tuple[str, ...], page: Seat | None, words: Words) -> PressItem:
    options = [discord.SelectOption(label=words("look.all"), value=ALL, default=page is None)]
    for seat, name in enumerate(names):
        label = clip(words("look.player", mark=mark(table, seat), name=name), OPTION_TEXT)
        options.append(discord.SelectOption(label=label, value=str(seat), default=page == seat))
    select = discord.ui.Select[Any](placeholder=clip(words("look.choose"), PLACEHOLDER), options=options)
    return LookAt(select, Address(table.code, 0, "look-at"))


async def _table(moment: Moment, code: str) -> TableInfo:
    """The table. Raises ``Refused`` for one that the presser may not see, or whose game has no pages."""
    table = await moment.bot.tables.find(code)
    if not may_see(moment.interaction, table) or not has_pages(table.game):
        raise Refused("unknown_table", code=table.code)
    return table


class LookCloser(PressItem, what="look"):
    """Show the whole table, and the list of players."""

    ack: ClassVar[Ack] = "private"

    async def act(self, moment: Moment) -> None:
        await moment.tell(await close_up(moment, await _table(moment, self.address.code), None))


class LookAt(PressItem, what="look-at"):
    """Show the page of the player who was chosen, as it is now."""

    async def act(self, moment: Moment) -> None:
        table, value = await _table(moment, self.address.code), "".join(self.values)
        pages: dict[str, Seat | None] = {ALL: None, **{str(seat.seat): seat.seat for seat in table.seats}}
        if value not in pages:
            await moment.say(moment.words("panel.gone"))
            return
        await moment.show(await close_up(moment, table, pages[value]))


ITEMS: tuple[type[PressItem], ...] = (LookCloser, LookAt)


async def setup(bot: ScrapyardBot) -> None:
    bot.add_dynamic_items(*ITEMS)
