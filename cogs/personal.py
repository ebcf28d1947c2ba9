"""/me settings: what a person has chosen for themselves, at every table. One list for each setting."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import discord

from cogs.composed import Composed
from cogs.limits import OPTION_TEXT, PLACEHOLDER, clip
from cogs.press import Address, Moment, PressItem
from locales import Words
from tables.model import Press

if TYPE_CHECKING:
    from tables.service import Tables

NOBODYS: Final = "me"
"""In place of a table's code: these presses belong to no table."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing to choose. ``me.settings.<name>`` names it, ``.hint`` explains it, ``.<value>`` names each value."""

    name: str
    values: tuple[str, ...]
    read: Callable[[Tables, int], Awaitable[str]]
    keep: Callable[[Tables, Press, str], Awaitable[None]]


async def _read_rights(tables: Tables, user_id: int) -> str:
    return "ask" if await tables.asks_rights(user_id) else "auto"


async def _keep_rights(tables: Tables, press: Press, value: str) -> None:
    await tables.keep_asks_rights(press, value == "ask")


SETTINGS: Final = (Setting("rights", ("ask", "auto"), _read_rights, _keep_rights),)


async def settings_panel(tables: Tables, user_id: int, words: Words) -> Composed:
    """Every setting with its choice."""
    items: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay(words("me.settings.title"))]
    for setting in SETTINGS:
        chosen = await setting.read(tables, user_id)
        items.append(discord.ui.TextDisplay(f"-# {words(f'me.settings.{setting.name}.hint')}"))
        items.append(discord.ui.ActionRow[Any](_list(setting, chosen, words)))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*items))
    return Composed(view)


def _list(setting: Setting, chosen: str, words: Words) -> PressItem:
    name = words(f"me.settings.{setting.name}")
    labels = {value: words(f"me.settings.{setting.name}.{value}") for value in setting.values}
    options = [
        discord.SelectOption(
            label=clip(words("me.settings.choice", name=name, value=text), OPTION_TEXT),
            value=value,
            default=value == chosen,
        )
        for value, text in labels.items()
    ]
    select = discord.ui.Select[Any](placeholder=clip(name, PLACEHOLDER), options=options)
    return Choose(select, Address(NOBODYS, 0, "me-set", setting.name))


async def show_settings(moment: Moment) -> None:
    """The presser's own settings, to the presser alone."""
    await moment.tell(await settings_panel(moment.bot.tables, moment.press.user_id, moment.words))


class Choose(PressItem, what="me-set"):
    """Choose a value. It is always the presser's own setting that changes."""

    async def act(self, moment: Moment) -> None:
        value = "".join(self.values)
        setting = next((setting for setting in SETTINGS if setting.name == self.address.arg), None)
        if setting is None or value not in setting.values:
            await moment.say(moment.words("panel.gone"))
            return
        await setting.keep(moment.bot.tables, moment.press, value)
        await moment.show(await settings_panel(moment.bot.tables, moment.press.user_id, moment.words))


ITEMS: tuple[type[PressItem], ...] = (Choose,)
