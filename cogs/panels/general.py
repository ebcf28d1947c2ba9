"""The panel of any game that brings none of its own: what may be answered, in a list.

An answer is chosen by its number in the game's own list, which stays as it is while a window is open. In a hidden
window it is kept until *Ready*; in an open one it counts at once. ``<game>.action.<kind>`` names an answer, filled with
its fields; an answer of the kind ``decline`` is a button where the question may be declined.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final

import discord

from cogs.composed import Composed
from cogs.limits import LABEL, OPTION_TEXT, OPTIONS, PLACEHOLDER, clip
from cogs.panels import base
from cogs.panels.base import PanelPress, where
from cogs.press import Moment, PressForm, PressItem
from cogs.words import facts, plain_names
from locales import Words
from tables.model import SeatPanel

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

MOST: Final = 20 * OPTIONS
"""How many answers are offered at most; a game with more needs a panel of its own."""
DECLINE: Final = "decline"
Row = discord.ui.ActionRow[Any]


def kind_of(action: Any) -> str:
    """What sort of answer it is."""
    return str(getattr(action, "kind", type(action).__name__.lower()))


def name_of(action: Any, panel: SeatPanel, words: Words) -> str:
    """The answer in words."""
    names = plain_names(words, panel.table)
    found = {
        field.name: getattr(action, field.name)
        for field in (fields(action) if is_dataclass(action) else ())
        if field.name != "kind"
    }
    told = facts(words, found, names)
    key = f"{panel.table.game}.action.{kind_of(action)}"
    return words(key, **told) if words.has(key) else " ".join((kind_of(action), *told.values()))


async def offered(bot: ScrapyardBot, panel: SeatPanel) -> tuple[Any, ...]:
    """The legal answers in the game's order."""
    found: list[Any] = list(await bot.tables.choices(panel.table.code, panel.seat, panel.window, limit=MOST))
    return tuple(found)


def answer(panel: SeatPanel, words: Words) -> str:
    """The chosen answer."""
    return name_of(panel.draft, panel, words)


async def compose(bot: ScrapyardBot, panel: SeatPanel, words: Words, page: int | None = None) -> Composed:
    """The panel, opened at this page of answers: by default at the one with the chosen answer."""
    if panel.table.scene is not None:
        return await base.scene_panel(bot, panel, words)
    file = await base.board(bot, panel, words)
    state = base.state_of(panel)
    chosen = name_of(panel.draft, panel, words) if panel.draft is not None else ""
    parts: list[discord.ui.Item[Any]] = [
        base.text(base.title_line(panel, words), base.ask_line(panel, words), base.deadline_line(panel, words)),
        discord.ui.MediaGallery(file.gallery_item()),
    ]
    if state == "ready":
        parts.append(base.text(words("panel.locked", choice=chosen)))
        parts.append(Row(base.ready_button(panel, words, complete=True), base.show_button(panel, words)))
        return Composed(base.layout(state, parts), (file,))
    if chosen:
        parts.append(base.text(words("panel.saved", choice=chosen)))
    rows, last = _rows(panel, words, await offered(bot, panel), page)
    parts += [*rows, Row(*last, base.show_button(panel, words))]
    return Composed(base.layout(state, parts), (file,))


def question(panel: SeatPanel, words: Words) -> str:
    """What a scene asks, in the game's words."""
    return base.ask_line(panel, words)


async def controls(
    bot: ScrapyardBot, panel: SeatPanel, words: Words, page: int | None = None
) -> list[discord.ui.Item[Any]]:
    """What answers a scene's question: the list of answers, and *no* where it may be declined."""
    rows, last = _rows(panel, words, await offered(bot, panel), page)
    return [*rows, Row(*last)] if last else [*rows]


def _rows(
    panel: SeatPanel, words: Words, answers: tuple[Any, ...], page: int | None
) -> tuple[list[Row], list[PressItem]]:
    """The rows of the lists, and the buttons below them."""
    assert panel.ask is not None
    listed = [
        (number, action)
        for number, action in enumerate(answers)
        if not (panel.ask.may_decline and kind_of(action) == DECLINE)
    ]
    pages = [listed[start : start + OPTIONS] for start in range(0, len(listed), OPTIONS)]
    chosen = next((at for at, entries in enumerate(pages) if panel.draft in [action for _, action in entries]), 0)
    at = min(max(chosen if page is None else page, 0), max(len(pages) - 1, 0))
    rows = [Row(_select(panel, words, pages[at], at, len(pages)))] if pages else []
    if len(pages) > 1:
        earlier, later = words("panel.earlier"), words("panel.later")
        rows.append(Row(_turn(panel, earlier, at - 1, len(pages)), _turn(panel, later, at + 1, len(pages))))
    last: list[PressItem] = []
    if panel.table.hidden:
        last.append(base.ready_button(panel, words, complete=panel.draft is not None))
    if len(listed) < len(answers):
        declining = next(action for action in answers if kind_of(action) == DECLINE)
        label = clip(name_of(declining, panel, words), LABEL)
        last.append(Decline(discord.ui.Button(label=label), where(panel, "g-decline")))
    return rows, last


def _select(panel: SeatPanel, words: Words, entries: list[tuple[int, Any]], page: int, pages: int) -> PressItem:
    hint = words("panel.choose") if pages == 1 else words("panel.choose.page", page=page + 1, pages=pages)
    options = [
        discord.SelectOption(
            label=clip(name_of(action, panel, words), OPTION_TEXT), value=str(number), default=action == panel.draft
        )
        for number, action in entries
    ]
    select = discord.ui.Select[Any](placeholder=clip(hint, PLACEHOLDER), options=options)
    return Pick(select, where(panel, "g-pick", page))


def _turn(panel: SeatPanel, label: str, to: int, pages: int) -> PressItem:
    button = discord.ui.Button[Any](label=label, disabled=not 0 <= to < pages)
    return Page(button, where(panel, "g-page", to))


class _GeneralPress(PanelPress):
    """A press that chooses one of the listed answers."""

    async def give(self, moment: Moment, panel: SeatPanel, action: Any) -> None:
        """Keep the answer in a hidden window; give it in an open one."""
        tables, code, window = moment.bot.tables, panel.table.code, panel.window
        if panel.table.hidden:
            after = await tables.save_draft(moment.press, code, window, action)
        else:
            after = await tables.answer(moment.press, code, window, action)
        await base.refresh(moment, self.address, after)
        await moment.bot.kick(code)


class Pick(_GeneralPress, PressItem, what="g-pick"):
    """Choose an answer from the list."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        answers = await offered(moment.bot, panel)
        value = "".join(self.values)
        if not value.isdecimal() or int(value) >= len(answers):
            await moment.say(moment.words("panel.gone"))
            return
        await self.give(moment, panel, answers[int(value)])


class Decline(_GeneralPress, PressItem, what="g-decline"):
    """Answer with no."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        answers = await offered(moment.bot, panel)
        declining = next((action for action in answers if kind_of(action) == DECLINE), None)
        if declining is None:
            await moment.say(moment.words("panel.gone"))
            return
        await self.give(moment, panel, declining)


class Page(PanelPress, PressItem, what="g-page"):
    """Turn to another page of the list."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        page = int(self.rest) if self.rest.isdecimal() else 0
        if panel.table.scene is None:
            composed = await compose(moment.bot, panel, moment.words, page)
            await base.refresh(moment, self.address, panel, composed)
            return

        async def turned(words: Words) -> base.Asking:
            return base.Asking(question(panel, words), await controls(moment.bot, panel, words, page))

        await base.refresh(moment, self.address, panel, asking=turned)


ITEMS: tuple[type[PressItem], ...] = (Pick, Decline, Page)
FORMS: tuple[type[PressForm], ...] = ()
