"""/table pace: any number of hours for each question, before the game starts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from discord import app_commands

from cogs.press import Interaction, Moment, attend
from cogs.settings import pace_name
from cogs.tabling import chosen_table, codes
from cogs.words import label
from tables.model import LONGEST_PACE

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot


async def set_pace(moment: Moment, hours: int, code: str | None) -> None:
    """Host only; the lobby tells it at once."""
    table = await chosen_table(moment, code)
    if table is None:
        return
    changed = await moment.bot.tables.configure(moment.press, table.code, pace="hours", hours=hours)
    pace = pace_name(moment.words, changed.pace, changed.hours)
    await moment.say(moment.words("lobby.pace.set", code=changed.code, pace=pace))
    await moment.bot.kick(changed.code)


@app_commands.command(name=label("command.table.pace.name"), description=label("command.table.pace.description"))
@app_commands.rename(hours=label("command.table.pace.hours.name"), code=label("command.table.code.name"))
@app_commands.describe(
    hours=label("command.table.pace.hours.description"), code=label("command.table.code.description")
)
@app_commands.autocomplete(code=codes)
async def pace(
    interaction: Interaction, hours: app_commands.Range[int, 1, LONGEST_PACE], code: str | None = None
) -> None:
    await attend(interaction, partial(set_pace, hours=hours, code=code))


async def setup(bot: ScrapyardBot) -> None:
    """Add to the commands about one table, which are there already."""
    group = bot.tree.get_command("table")
    assert isinstance(group, app_commands.Group)
    group.add_command(pace)
