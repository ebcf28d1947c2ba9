"""/table status, board, log and resign: what anybody may know of a table, and the way out of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.composed import Composed, picture
from cogs.limits import TEXT, clip
from cogs.posts.parts import my_seat
from cogs.press import Address, Interaction, Moment, PressItem, attend
from cogs.settings import changed_lines
from cogs.tablelog import ITEMS as LOG_ITEMS
from cogs.tablelog import last_page
from cogs.tabling import chosen_table, codes, in_one_line, mark, table_url
from cogs.words import joined, label, plain_names, safe_names
from locales import Words
from render import Look
from render import text as told
from tables.model import SeatInfo, TableInfo
from tables.sheet import AWAY

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot


def said(*lines: str) -> Composed:
    """A message of nothing but text."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(clip("\n".join(line for line in lines if line), TEXT)))
    return Composed(view)


def status_lines(table: TableInfo, words: Words, standing: Sequence[str] = ()) -> list[str]:
    """All that anybody may know, without a board. While answers are secret: how many are ready, never who.

    ``standing``: how each seat stands, from the public view.
    """
    names = safe_names(words, table)
    return [
        words("tablecmd.status.title", game=words(f"{table.game}.title"), code=table.code, url=table_url(table)),
        words(f"tablecmd.status.{table.status}"),
        _waiting_line(table, names, words),
        *_result_lines(table, names, words),
        "",
        *(_seat_line(table, seat, names[seat.seat], words) for seat in table.seats),
        *(f"-# {line}" for line in standing),
        "",
        *_option_lines(table, words),
        words("tablecmd.status.hash", hash=table.seed_hash),
    ]


def _waiting_line(table: TableInfo, names: tuple[str, ...], words: Words) -> str:
    if table.deadline is None or table.status not in ("lobby", "running"):
        return ""
    when = discord.utils.format_dt(table.deadline, "R")
    if table.status == "lobby":
        return words("tablecmd.status.expires", when=when)
    if table.hidden:
        return words("tablecmd.status.ready", ready=table.ready, asked=len(table.asked), when=when)
    who = joined(words, [names[seat] for seat in table.asked])
    return words("tablecmd.status.waiting", who=who, when=when)


def _result_lines(table: TableInfo, names: tuple[str, ...], words: Words) -> list[str]:
    if table.result is None:
        return []
    places = sorted(enumerate(table.result.places), key=lambda entry: entry[1])
    return [
        words(f"{table.game}.end.{table.result.reason}"),
        *(
            words("tablecmd.status.place", place=place, who=names[seat], score=table.result.scores[seat])
            for seat, place in places
        ),
    ]


def _seat_line(table: TableInfo, seat: SeatInfo, name: str, words: Words) -> str:
    kind = "plays"
    if seat.out:
        kind = "out"
    elif seat.beaten:
        kind = "beaten"
    elif seat.kind != "person":
        kind = seat.kind
    elif seat.missed >= AWAY:
        kind = "away"
    elif seat.missed:
        kind = "missed"
    return words(f"tablecmd.seat.{kind}", mark=mark(table, seat.seat), name=name)


def _option_lines(table: TableInfo, words: Words) -> list[str]:
    """The settings that matter and are not as preset, and the pace."""
    pace = words(f"tablecmd.pace.{table.pace}")
    return [
        *changed_lines(table, words, "tablecmd.status.option"),
        words("tablecmd.status.option", name=words("tablecmd.pace"), value=pace),
    ]


async def show_status(moment: Moment, code: str | None) -> None:
    table = await chosen_table(moment, code)
    if table is None:
        return
    standing: Sequence[str] = ()
    if table.status == "running":
        view = await moment.bot.tables.public_view(table.code)
        standing = told.standing(table.game, view, moment.words, safe_names(moment.words, table))
    composed = said(*status_lines(table, moment.words, standing))
    if table.status == "running" and table.seat_of(moment.press.user_id) is not None:
        composed.view.add_item(my_seat(table, moment.words))  # the post that asks may have been deleted
    await moment.tell(composed)


async def show_board(moment: Moment, code: str | None, as_text: bool) -> None:
    table = await chosen_table(moment, code)
    if table is None:
        return
    view = await moment.bot.tables.public_view(table.code)
    names = plain_names(moment.words, table)
    line = in_one_line(table, moment.words)
    if as_text:
        await moment.tell(said(line, f"```\n{told.board(table.game, view, moment.words, names)}\n```"))
        return
    drawn = await moment.bot.studio.draw(table.game, view, Look(language=moment.words.language, names=names))
    file = picture(table.code, table.window, "board", drawn.png, drawn.alt)
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay(line))
    layout.add_item(discord.ui.MediaGallery(file.gallery_item()))
    await moment.tell(Composed(layout, (file,)))


async def show_log(moment: Moment, code: str | None) -> None:
    table = await chosen_table(moment, code)
    if table is not None:
        await moment.tell(await last_page(moment, table))


async def ask_to_resign(moment: Moment, code: str | None) -> None:
    table = await chosen_table(moment, code)
    if table is None:
        return
    panel = await moment.bot.tables.panel(table.code, moment.press.user_id)  # refuses whoever holds no seat
    seat = panel.table.seats[panel.seat]
    if seat.out or (seat.beaten and table.status == "running"):
        await moment.say(moment.words("panel.out" if seat.out else "table.refuse.beaten"))
        return
    if table.status != "running":
        await moment.say(moment.words(f"tablecmd.status.{table.status}"))
        return
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(moment.words("tablecmd.resign.sure", code=table.code)))
    button = discord.ui.Button[Any](
        label=moment.words("tablecmd.resign.yes"), style=discord.ButtonStyle.danger, emoji="🏳️"
    )
    view.add_item(discord.ui.ActionRow[Any](Resign(button, Address(table.code, 0, "resign"))))
    await moment.tell(Composed(view))


class Resign(PressItem, what="resign"):
    """The second press, after which there is no way back."""

    async def act(self, moment: Moment) -> None:
        table = await moment.bot.tables.resign(moment.press, self.address.code)
        await moment.show(said(moment.words("tablecmd.resign.done", code=table.code, url=table_url(table))))
        await moment.bot.kick(self.address.code)


ITEMS: tuple[type[PressItem], ...] = (Resign, *LOG_ITEMS)


class TableGroup(app_commands.Group):
    """The commands about one table. Without a code: the table of this channel or thread."""

    def __init__(self) -> None:
        super().__init__(
            name=label("command.table.name"),
            description=label("command.table.description"),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    @app_commands.command(
        name=label("command.table.status.name"), description=label("command.table.status.description")
    )
    @app_commands.rename(code=label("command.table.code.name"))
    @app_commands.describe(code=label("command.table.code.description"))
    @app_commands.autocomplete(code=codes)
    async def status(self, interaction: Interaction, code: str | None = None) -> None:
        await attend(interaction, partial(show_status, code=code))

    @app_commands.command(name=label("command.table.board.name"), description=label("command.table.board.description"))
    @app_commands.rename(code=label("command.table.code.name"), text=label("command.table.text.name"))
    @app_commands.describe(code=label("command.table.code.description"), text=label("command.table.text.description"))
    @app_commands.autocomplete(code=codes)
    async def board(self, interaction: Interaction, code: str | None = None, text: bool = False) -> None:
        await attend(interaction, partial(show_board, code=code, as_text=text))

    @app_commands.command(name=label("command.table.log.name"), description=label("command.table.log.description"))
    @app_commands.rename(code=label("command.table.code.name"))
    @app_commands.describe(code=label("command.table.code.description"))
    @app_commands.autocomplete(code=codes)
    async def log(self, interaction: Interaction, code: str | None = None) -> None:
        await attend(interaction, partial(show_log, code=code))

    @app_commands.command(
        name=label("command.table.resign.name"), description=label("command.table.resign.description")
    )
    @app_commands.rename(code=label("command.table.code.name"))
    @app_commands.describe(code=label("command.table.code.description"))
    @app_commands.autocomplete(code=codes)
    async def resign(self, interaction: Interaction, code: str | None = None) -> None:
        await attend(interaction, partial(ask_to_resign, code=code))


async def setup(bot: ScrapyardBot) -> None:
    bot.add_dynamic_items(*ITEMS)
    bot.tree.add_command(TableGroup())
