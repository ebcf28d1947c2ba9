"""Private panels, through which a seat answers: a game's own where it brings one, else the general one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.panels import base
from cogs.panels.base import compose_panel
from cogs.press import PressForm, PressItem

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

ITEMS: tuple[type[PressItem], ...] = (*base.ITEMS, *(item for module in base.modules() for item in module.ITEMS))
FORMS: tuple[type[PressForm], ...] = tuple(form for module in base.modules() for form in module.FORMS)

__all__ = ["FORMS", "ITEMS", "compose_panel", "setup"]


async def setup(bot: ScrapyardBot) -> None:
    """Called by discord.py when the bot starts."""
    bot.add_dynamic_items(*ITEMS)
    bot.forms.extend(FORMS)
