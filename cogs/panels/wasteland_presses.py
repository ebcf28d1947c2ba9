"""What the presses on the panel of Scorched Wasteland do, and what each of its buttons and lists looks like."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

import discord

from cogs.limits import LABEL, OPTION_TEXT, OPTIONS, PLACEHOLDER, clip
from cogs.panels import base
from cogs.panels.base import BETWEEN, PanelPress, where
from cogs.panels.wasteland_fields import ADD, WISH, Field, ListSheet
from cogs.panels.wasteland_labels import hint, label
from cogs.panels.wasteland_sheets import action_of, sheet_of
from cogs.panels.wasteland_words import Told
from cogs.press import Moment, PressForm, PressItem
from engines.wasteland.model import Action
from locales import Words
from tables.model import SeatPanel

Row = discord.ui.ActionRow[Any]
Button = discord.ui.Button[Any]
Style = discord.ButtonStyle
NUMBERS: Final = 1000
SPAN: Final = 1 << 20
"""Component numbers: where those of the lists begin, and how many each list has."""
IMPRINT: Final = 8
MOVES: Final = {"up": ("⬆️", -1), "down": ("⬇️", 1)}


@dataclass(frozen=True, slots=True)
class Spot:
    """What is looked at on the panel: which wish, and which page of a long list. It lives in the ``custom_id``."""

    at: int = 0
    page: int | None = None
    """``None``: the one with what is chosen."""

    def write(self) -> str:
        return f"{self.at}{BETWEEN}{'' if self.page is None else self.page}"


def read_spot(text: str) -> Spot:
    """What ``Spot.write`` wrote; whatever cannot be is where everything begins."""
    at, page, *_ = (*text.split(BETWEEN), "")
    number = int(at) if at.isdecimal() and len(at) < 4 else 0
    return Spot(number, int(page) if page.isdecimal() and len(page) < 4 else None)


def imprint(action: Action) -> str:
    """A short sign of an answer, which another one has not."""
    return sha256(repr(action).encode()).hexdigest()[:IMPRINT]


# ---- what is shown


def list_row(panel: SeatPanel, told: Told, action: Action, field: Field, spot: Spot, at: int) -> Row:
    """One list, at the page that is looked at. ``at``: which of the panel's lists it is."""
    page = page_of(field, spot)
    values = field.values[page * OPTIONS : (page + 1) * OPTIONS]
    options = [_option(told, action, field, value) for value in values]
    most = min(field.most, len(values))
    look = f"{field.name}|{field.chosen}|{page}|{values}"
    select = discord.ui.Select[Any](
        placeholder=clip(hint(told, field), PLACEHOLDER),
        options=options,
        min_values=min(field.least, most),
        max_values=most,
        id=NUMBERS + at * SPAN + zlib.crc32(look.encode()) % SPAN,  # a screen keeps the pick of an unchanged number
    )
    return Row(Pick(select, where(panel, "w-pick", field.name, spot.write())))


def _option(told: Told, action: Action, field: Field, value: str) -> discord.SelectOption:
    text, more = label(told, field, value, action)
    return discord.SelectOption(
        label=clip(text, OPTION_TEXT),
        value=value,
        description=clip(more, OPTION_TEXT) or None,
        default=value in field.chosen,
    )


def pages(field: Field) -> int:
    return max(1, -(-len(field.values) // OPTIONS))


def page_of(field: Field, spot: Spot) -> int:
    """The page that is shown: the one looked at, else that with what is chosen."""
    if spot.page is not None:
        return min(spot.page, pages(field) - 1)
    chosen = next((at for at, value in enumerate(field.values) if value in field.chosen), 0)
    return chosen // OPTIONS


def page_row(panel: SeatPanel, words: Words, field: Field, spot: Spot) -> Row:
    """Earlier and later, below a list that is too long."""
    page, last = page_of(field, spot), pages(field) - 1
    turns = [(words("panel.earlier"), page - 1), (words("panel.later"), page + 1)]
    return Row(
        *(
            Page(Button(label=text, disabled=not 0 <= to <= last), where(panel, "w-page", spot.at, to))
            for text, to in turns
        )
    )


def move_row(panel: SeatPanel, words: Words, action: Action, count: int, spot: Spot) -> Row:
    """Up, down and away, for the wish that is worked on; where the list is long, the next ones to work on."""
    sign = imprint(action)
    items: list[PressItem] = []
    for name, (emoji, by) in MOVES.items():
        button = Button(emoji=emoji, disabled=not 0 <= spot.at + by < count)
        items.append(Move(button, where(panel, "w-move", name, spot.write(), sign)))
    drop = Button(emoji="🗑️", label=clip(words("panel.wasteland.drop", n=spot.at + 1), LABEL))
    items.append(Move(drop, where(panel, "w-move", "drop", spot.write(), sign)))
    for emoji, by in (("⏪", -OPTIONS), ("⏩", OPTIONS)) if count > OPTIONS else ():
        to = replace(spot, at=(spot.at + by) // OPTIONS * OPTIONS)
        items.append(Page(Button(emoji=emoji, disabled=not 0 <= to.at < count), where(panel, "w-page", to.write())))
    return Row(*items)


def flag_row(panel: SeatPanel, words: Words, action: Action, flags: dict[str, bool], spot: Spot) -> Row:
    """What can be switched over; a button says how it stands."""
    return Row(
        *(
            Switch(
                Button(
                    label=clip(words(f"panel.wasteland.flag.{name}.{'on' if on else 'off'}"), LABEL),
                    style=Style.primary if on else Style.secondary,
                ),
                where(panel, "w-flag", name, spot.write(), imprint(action)),
            )
            for name, on in flags.items()
        )
    )


def confirm_button(panel: SeatPanel, words: Words, action: Action, *, legal: bool) -> PressItem:
    """Gives the answer that the panel tells."""
    style = Style.success if legal else Style.secondary
    button = Button(label=words("panel.wasteland.confirm"), emoji="✅", style=style, disabled=not legal)
    return Confirm(button, where(panel, "w-go", imprint(action)))


# ---- what it does


class _WastelandPress(PanelPress):
    """A press on this panel."""

    def spot(self) -> Spot:
        """What was looked at when it was pressed."""
        return read_spot(self.rest.partition(BETWEEN)[2])

    def is_late(self, action: Action) -> bool:
        """Whether the answer is another by now than the button stood under: a finger that came down twice must not
        switch back what it has just switched, nor drop the next wish as well. Buttons of old have no sign."""
        sign = self.rest.split(BETWEEN)[3:]
        return bool(sign) and sign[0] != imprint(action)

    async def keep(self, moment: Moment, panel: SeatPanel, action: Action, spot: Spot) -> None:
        """Save the answer as it is now and show it."""
        after = panel
        if action != panel.draft or panel.ready:
            after = await moment.bot.tables.save_draft(moment.press, self.address.code, self.address.window, action)
        await self.look(moment, after, spot)
        await moment.bot.kick(self.address.code)

    async def look(self, moment: Moment, panel: SeatPanel, spot: Spot) -> None:
        """Show the panel as it is looked at."""
        module: Any = base.module_of(panel.table.game)
        await base.refresh(moment, self.address, panel, await module.compose(moment.bot, panel, moment.words, spot))


class Pick(_WastelandPress, PressItem, what="w-pick"):
    """A choice in one of the lists. It is saved at once."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        name, spot, values = self.rest.partition(BETWEEN)[0], self.spot(), list(self.values)
        sheet, action = sheet_of(panel), action_of(panel)
        fields = sheet.fields(panel.view, panel.seat, action, spot.at)
        field = next((field for field in fields if field.name == name), None)
        if field is None or not set(values) <= set(field.values) or not field.least <= len(values) <= field.most:
            await moment.say(moment.words("panel.gone"))
        elif name == WISH:
            await self.look(moment, panel, Spot(field.values.index(values[0])))
        else:
            after = sheet.put(panel.view, panel.seat, action, name, values, spot.at)
            at = len(sheet.wishes(action)) if name == ADD and isinstance(sheet, ListSheet) else spot.at
            await self.keep(moment, panel, after, Spot(at, spot.page))


class Page(_WastelandPress, PressItem, what="w-page"):
    """Turn to another page of a long list."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        await self.look(moment, panel, read_spot(self.rest))


class Move(_WastelandPress, PressItem, what="w-move"):
    """Move a wish up or down, or take it out."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        verb, spot = self.rest.partition(BETWEEN)[0], self.spot()
        sheet, action = sheet_of(panel), action_of(panel)
        if not isinstance(sheet, ListSheet) or spot.at >= len(sheet.wishes(action)):
            await moment.say(moment.words("panel.gone"))
            return
        if self.is_late(action):
            await self.look(moment, panel, spot)
            return
        if verb in MOVES:
            by = MOVES[verb][1]
            to = min(max(spot.at + by, 0), len(sheet.wishes(action)) - 1)
            await self.keep(moment, panel, sheet.moved(action, spot.at, by), Spot(to, spot.page))
        else:
            await self.keep(moment, panel, sheet.dropped(action, spot.at), Spot(max(spot.at - 1, 0), spot.page))


class Switch(_WastelandPress, PressItem, what="w-flag"):
    """Switch something over."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        name = self.rest.partition(BETWEEN)[0]
        sheet, action = sheet_of(panel), action_of(panel)
        if name not in sheet.flags(panel.view, panel.seat, action):
            await moment.say(moment.words("panel.gone"))
            return
        if self.is_late(action):
            await self.look(moment, panel, self.spot())
            return
        await self.keep(moment, panel, sheet.switched(action, name), self.spot())


class Confirm(_WastelandPress, PressItem, what="w-go"):
    """The answer that the panel told is given. Has it changed since, it is shown anew instead."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        action = action_of(panel)
        if imprint(action) != self.rest:
            await base.refresh(moment, self.address, panel)
            await moment.say(moment.words("panel.wasteland.changed"))
            return
        tables, code = moment.bot.tables, self.address.code
        after = panel if panel.ready else await tables.answer(moment.press, code, self.address.window, action)
        await base.refresh(moment, self.address, after)
        await moment.bot.kick(code)


ITEMS: tuple[type[PressItem], ...] = (Pick, Page, Move, Switch, Confirm)
FORMS: tuple[type[PressForm], ...] = ()
