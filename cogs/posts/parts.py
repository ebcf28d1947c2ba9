"""What all posts are built of: the box, the marks of the seats, pictures of steps, links, the reader's words."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, Literal

import discord
from discord.ui import ActionRow, Button, Container, Item, LayoutView, MediaGallery, TextDisplay

from cogs.composed import FileData, picture
from cogs.limits import TEXT, clip
from cogs.press import Address, report
from cogs.tabling import gone_line
from cogs.tabling import mark as mark
from cogs.tabling import table_url as table_url
from cogs.tabling import winners as winners
from cogs.words import plain_names, speak
from locales import Words, pick_language
from render import Look, has_pages
from tables.model import Post, TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

ACCENTS: Final = (0x34DCFF, 0xFF8A1E, 0x92DE30, 0xFAC414, 0xEE5CCE)
QUIET: Final = 0x485364
"""For what is over."""
GOLD: Final = 0xFFD23F

log = logging.getLogger(__name__)


def accent(game: str) -> int:
    """The colour of the bar beside a game's messages; always the same one for a game."""
    return ACCENTS[sum(game.encode()) % len(ACCENTS)]


def box(colour: int, *items: Item[Any] | None) -> LayoutView:
    """A message: everything in one container with a coloured bar; ``None`` is left out."""
    view = LayoutView(timeout=None)
    view.add_item(Container(*(item for item in items if item is not None), accent_colour=colour))
    return view


def text(*lines: str, limit: int = TEXT) -> TextDisplay[Any] | None:
    """Lines as one text; empty ones are left out, and so is a text without any."""
    whole = "\n".join(line for line in lines if line)
    return TextDisplay(clip(whole, limit)) if whole else None


def gallery(*files: FileData) -> MediaGallery[Any] | None:
    """The pictures in order, or nothing where there are none."""
    return MediaGallery(*(file.gallery_item() for file in files)) if files else None


def row(*items: Item[Any]) -> ActionRow[Any]:
    return ActionRow(*items)


def my_seat(table: TableInfo, words: Words, *, beside: bool = False) -> ActionRow[Any]:
    """The button that answers privately with the presser's own panel (handled in ``cogs.seat``), and what stands beside
    it: ``look_closer``, ``catch_up``, ``menu``.

    ``beside``: below buttons that matter more.
    """
    address = Address(table.code, 0, "seat")
    button: Button[Any] = Button(
        label=words("post.window.button"),
        emoji="🪑",
        style=discord.ButtonStyle.secondary if beside else discord.ButtonStyle.primary,
        custom_id=address.custom_id,
    )
    further = (look_closer(table, words), catch_up(table, words), menu(table, words))
    return row(button, *(item for item in further if item is not None))


def look_closer(table: TableInfo, words: Words) -> Button[Any] | None:
    """The button that shows each player's page privately (handled in ``cogs.closer``), in a game that has pages."""
    if not has_pages(table.game):
        return None
    address = Address(table.code, 0, "look")
    return Button(label=words("look.button"), emoji="🔍", custom_id=address.custom_id)


def catch_up(table: TableInfo, words: Words) -> Button[Any]:
    """The button that tells the presser privately what has happened since their last answer (``cogs.recap``)."""
    return Button(label=words("life.recap.button"), emoji="⏪", custom_id=Address(table.code, 0, "recap").custom_id)


def menu(table: TableInfo, words: Words) -> Button[Any]:
    """The button that shows privately all that the presser can do at the table besides answering (``cogs.menu``)."""
    return Button(label=words("life.menu.button"), emoji="⚙️", custom_id=Address(table.code, 0, "menu").custom_id)


def handed_over(post: Post, table: TableInfo) -> bool:
    """Whether the private post was written to somebody who does not hold its seat any more."""
    if post.seat is None:
        return False
    # A person who was forgotten is nobody, and so is the holder of a seat that nobody holds.
    return post.user_id is None or table.seats[post.seat].user_id != post.user_id


def gone_from(words: Words, table: TableInfo) -> LayoutView:
    """What takes the place of a private post in other hands: no picture, no plan, no button."""
    return box(QUIET, text(gone_line(table, words)))


def hours_text(words: Words, hours: int) -> str:
    """A length of time for people: whole days from three on."""
    days, rest = divmod(hours, 24)
    return words.count("life.hours", hours) if rest or days < 3 else words.count("life.days", days)


def until(words: Words, when: datetime) -> str:
    """A time and how far it is, on the reader's own clock."""
    return words("life.until", full=moment(when, "F"), rest=moment(when, "R"))


def moment(when: datetime, style: Literal["F", "R"]) -> str:
    """A time on the reader's own clock."""
    return discord.utils.format_dt(when, style)


def message_url(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    url = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return f"{url}/{message_id}" if message_id is not None else url


async def reader_words(bot: ScrapyardBot, post: Post, table: TableInfo) -> Words:
    """The language of a private post: its reader's, else that of their seat."""
    known = await bot.tables.language_of(post.user_id) if post.user_id is not None else None
    if known is None and post.seat is not None:
        known = table.seats[post.seat].language
    return speak(pick_language(known or table.language))


async def shot(
    bot: ScrapyardBot, table: TableInfo, words: Words, view: Any, step: str | int, window: int, *, full: bool = True
) -> FileData | None:
    """A picture of a view. A picture that cannot be drawn is left out, so that the news still gets through."""
    look = Look(language=words.language, names=plain_names(words, table), size="full" if full else "step")
    try:
        drawn = await bot.studio.draw(table.game, view, look)
    except Exception as error:
        report(error, "drawing")
        return None
    return picture(table.code, window, step, drawn.png, drawn.alt or words("error.alt", code=table.code))


def present(files: Sequence[FileData | None]) -> tuple[FileData, ...]:
    """The files that there are; equal ones once, because a message takes a name only once."""
    return tuple({file.name: file for file in files if file is not None}.values())
