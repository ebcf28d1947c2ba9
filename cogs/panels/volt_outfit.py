"""The panel on which a seat names the decks that its modules come from, once before the first round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import discord

from cogs.composed import Composed
from cogs.limits import OPTION_TEXT, PLACEHOLDER, clip
from cogs.panels import base
from cogs.panels.base import PanelPress, where
from cogs.press import Moment, PressItem
from engines.volt.model import CATEGORIES, Category, Outfit
from locales import Words
from tables.model import SeatPanel

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

ASKED: Final = "outfit"
LATER: Final = (*CATEGORIES, "least")
FIELDS: Final = {"first": CATEGORIES, "second": CATEGORIES, "later": LATER}
"""What is chosen, and from what."""
NUMBERS: Final = 100
"""Where the component numbers of the lists begin."""
SIGNS: Final = {"attack": "💥", "movement": "🛞", "tactic": "🧠", "least": "⚖️"}
Row = discord.ui.ActionRow[Any]


def asked(panel: SeatPanel) -> bool:
    """Whether it is decks that the seat is asked for."""
    return panel.ask is not None and panel.ask.kind == ASKED


def outfit_of(panel: SeatPanel) -> Outfit:
    """What is saved, else what is preset."""
    if isinstance(panel.draft, Outfit):
        return panel.draft
    preset: Outfit = panel.view.outfit
    return preset


def answer(outfit: Outfit, words: Words) -> str:
    """The decks by name."""
    return words(
        "panel.volt.outfit.answer",
        first=words(f"volt.category.{outfit.first}"),
        second=words(f"volt.category.{outfit.second}"),
        later=words(f"volt.category.{outfit.later}"),
    )


async def compose(bot: ScrapyardBot, panel: SeatPanel, words: Words) -> Composed:
    """The three lists with what is chosen in each, and Ready, which takes what is preset as well."""
    state = base.state_of(panel)
    outfit = outfit_of(panel)
    file = await base.board(bot, panel, words)
    parts: list[discord.ui.Item[Any]] = [
        base.text(base.title_line(panel, words), base.ask_line(panel, words), base.deadline_line(panel, words)),
        discord.ui.MediaGallery(file.gallery_item()),
    ]
    if state == "ready":
        parts.append(base.text(words("panel.locked", choice=answer(outfit, words))))
        parts.append(Row(base.ready_button(panel, words, complete=True), base.show_button(panel, words)))
        return Composed(base.layout(state, parts), (file,))
    decks = [
        words(f"panel.volt.deck.{deck}", sign=SIGNS[deck], deck=words(f"volt.category.{deck}")) for deck in CATEGORIES
    ]
    parts.append(base.text(*decks, words("panel.volt.outfit.preset")))
    parts += [Row(PickDeck(_list(words, outfit, field), where(panel, "v-deck", field))) for field in FIELDS]
    ready = discord.ui.Button[Any](label=words("panel.ready"), emoji="✅", style=discord.ButtonStyle.success)
    parts.append(Row(Equipped(ready, where(panel, "v-fit")), base.show_button(panel, words)))
    return Composed(base.layout(state, parts), (file,))


def _list(words: Words, outfit: Outfit, field: str) -> discord.ui.Select[Any]:
    chosen = getattr(outfit, field)
    options = [
        discord.SelectOption(
            label=clip(words(f"panel.volt.outfit.{field}", deck=words(f"volt.category.{deck}")), OPTION_TEXT),
            value=deck,
            emoji=SIGNS[deck],
            default=deck == chosen,
        )
        for deck in FIELDS[field]
    ]
    number = NUMBERS + 10 * list(FIELDS).index(field) + LATER.index(chosen)
    hint = clip(words(f"panel.volt.outfit.{field}", deck="…"), PLACEHOLDER)
    return discord.ui.Select(placeholder=hint, options=options, id=number)


def with_deck(outfit: Outfit, field: str, deck: str) -> Outfit | None:
    """The outfit with this choice; ``None`` for one that nobody was offered."""
    if deck not in FIELDS.get(field, ()):
        return None
    match field:
        case "first":
            return replace(outfit, first=cast("Category", deck))
        case "second":
            return replace(outfit, second=cast("Category", deck))
        case _:
            return replace(outfit, later=cast("Any", deck))


class PickDeck(PanelPress, PressItem, what="v-deck"):
    """Choose one of the decks. It is saved at once."""

    asks: ClassVar[str | None] = ASKED

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        outfit = with_deck(outfit_of(panel), self.rest, "".join(self.values))
        if outfit is not None:
            tables = moment.bot.tables
            panel = await tables.save_draft(moment.press, self.address.code, self.address.window, outfit)
        await base.refresh(moment, self.address, panel)
        await moment.bot.kick(self.address.code)


class Equipped(PanelPress, PressItem, what="v-fit"):
    """Ready with the decks as they stand, chosen or preset."""

    asks: ClassVar[str | None] = ASKED

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        tables, code, window = moment.bot.tables, self.address.code, self.address.window
        after = panel if panel.ready else await tables.answer(moment.press, code, window, outfit_of(panel))
        await base.refresh(moment, self.address, after)
        await moment.bot.kick(code)


ITEMS: tuple[type[PressItem], ...] = (PickDeck, Equipped)
