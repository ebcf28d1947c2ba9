"""The panel of Scorched Wasteland: it opens with a sensible answer, which one press gives; lists change it.

What is chosen is saved at once, as a draft, so that any copy of the panel shows the same. Which lists a question has is
said in ``wasteland_sheets``, what is legal by the engine. What is only looked at (a wish, a page) travels in the
``custom_id``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord

from cogs.composed import Composed
from cogs.games.wasteland import MANNER
from cogs.orders import with_orders
from cogs.panels import base
from cogs.panels import wasteland_presses as presses
from cogs.panels.wasteland_fields import ListSheet, wrong
from cogs.panels.wasteland_presses import FORMS, ITEMS, Row, Spot
from cogs.panels.wasteland_sheets import action_of, sheet_of
from cogs.panels.wasteland_words import Told, answer_text, card_lines, in_lists, in_text, warnings
from cogs.words import refusal
from engines.core import IllegalAction
from engines.wasteland.holdings import lying
from engines.wasteland.legal import drafted
from engines.wasteland.model import Action
from locales import Words
from tables.model import SeatPanel

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

__all__ = ["FORMS", "ITEMS", "answer", "compose"]


def answer(panel: SeatPanel, words: Words) -> str:
    """The saved answer in words."""
    assert panel.draft is not None
    return answer_text(in_text(panel, words), panel.draft)


async def compose(bot: ScrapyardBot, panel: SeatPanel, words: Words, spot: Spot | None = None) -> Composed:
    """The panel, at this wish and page."""
    state, action, told = base.state_of(panel), action_of(panel), in_text(panel, words)
    panel = _drawn(panel, action)
    file = await base.board(bot, panel, words)
    parts: list[discord.ui.Item[Any]] = [
        base.text(*_heading(panel, told)),
        discord.ui.MediaGallery(file.gallery_item()),
    ]
    if state == "ready":
        parts.append(base.text(words("panel.locked", choice=answer_text(told, action)), limit=base.BODY))
        parts.append(Row(base.ready_button(panel, words, complete=True), base.show_button(panel, words)))
    else:
        error = wrong(panel.view, panel.seat, action)
        parts.append(base.text(*_body(panel, told, action, error), limit=base.BODY))
        parts += _rows(panel, words, action, spot or Spot())
        confirm = presses.confirm_button(panel, words, action, legal=error is None)
        parts.append(Row(confirm, base.show_button(panel, words)))
    return with_orders(Composed(base.layout(state, parts), (file,)), panel, words)


def _drawn(panel: SeatPanel, action: Action) -> SeatPanel:
    """The panel with its answer in the picture, though nothing is saved yet."""
    if panel.draft is not None:
        return panel
    return replace(panel, view=drafted(panel.view, panel.seat, action))


def _heading(panel: SeatPanel, told: Told) -> list[str]:
    """Where the game stands, what is asked and until when, and whom all wait for."""
    words = told.words
    return [
        base.title_line(panel, words),
        MANNER.turn(words, panel.view, panel.window, told.names),
        f"**{base.ask_line(panel, words)}**",
        "" if panel.table.hidden else MANNER.why(words, panel.view, told.names),
        base.deadline_line(panel, words),
    ]


def _body(panel: SeatPanel, told: Told, action: Action, error: IllegalAction | None) -> list[str]:
    """The card that the question is about, what the answer would do, what it lacks, what it would cost."""
    words, looking = told.words, panel.view.looking
    lines: list[str] = []
    if looking is not None and panel.ask is not None and panel.ask.kind in ("look", "study"):
        lines += card_lines(words, lying(panel.view, looking))
    key = "panel.wasteland.preset" if panel.draft is None else "panel.wasteland.chosen"
    lines.append(words(key, answer=answer_text(told, action)))
    if error is not None:
        lines.append(words("panel.wasteland.lacks", why=refusal(words, error, panel.table.game, told.names)))
    return [*lines, *warnings(told, action)]


def _rows(panel: SeatPanel, words: Words, action: Action, spot: Spot) -> list[Row]:
    """The lists, what moves a wish, what is switched over."""
    sheet, told = sheet_of(panel), in_lists(panel, words)
    if isinstance(sheet, ListSheet):
        spot = replace(spot, at=min(spot.at, max(len(sheet.wishes(action)) - 1, 0)))
    rows: list[Row] = []
    for at, field in enumerate(sheet.fields(panel.view, panel.seat, action, spot.at)):
        if field.forced:
            continue
        wishes = field.name == presses.WISH
        seen = replace(spot, page=None) if wishes else spot
        rows.append(presses.list_row(panel, told, action, field, seen, at))
        if wishes:
            rows.append(presses.move_row(panel, words, action, len(field.values), spot))
        elif presses.pages(field) > 1:
            rows.append(presses.page_row(panel, words, field, spot))
    flags = sheet.flags(panel.view, panel.seat, action)
    return [*rows, presses.flag_row(panel, words, action, flags, spot)] if flags else rows
