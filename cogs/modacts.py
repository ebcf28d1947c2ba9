"""What moderators do: asked for by a command, confirmed or agreed to by a button, answered in private."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import discord

from cogs.composed import Composed
from cogs.fairness import table_file
from cogs.limits import TEXT, clip
from cogs.moderators import check, table_of
from cogs.modwords import deed, harmless
from cogs.posts.mods import act_buttons, step_of
from cogs.posts.together import undone_from
from cogs.press import Moment, PressItem
from cogs.tabling import in_one_line, said
from locales import Words
from tables.community import ActInfo, ActName
from tables.model import Refused, TableInfo

_ARG: Final = re.compile(r"(?P<act>[0-9]{1,9})-(?P<answer>yes|no)")


async def do(moment: Moment, code: str | None, what: ActName, reason: str, facts: Mapping[str, Any]) -> None:
    """Ask for the act and tell the moderator what has come of it. Whoever has to say something is told at once."""
    table = None if code is None else await table_of(moment, code)
    guild_id = await check(moment)
    tables = moment.bot.tables
    act = await tables.act(moment.press, guild_id, None if table is None else table.code, what, reason, facts)
    if what == "export" and table is not None:
        await moment.tell(await exported(moment, table))
    else:
        await moment.tell(await outcome(moment, act, table))
    await moment.bot.kick(None if table is None else table.code)


async def outcome(moment: Moment, act: ActInfo, table: TableInfo | None) -> Composed:
    """What has come of an act, as it is told to whoever acted."""
    words, reach = moment.words, ""
    if act.act == "undo" and act.needs == "confirm" and table is not None:
        far = await undone_from(moment.bot, table, words, int(act.facts["turn"]))
        reach = words.count("mod.sure.undo.steps", far.steps) if far is not None else ""
    return answer(words, act, table, await step_of(moment.bot, words, table, act), reach)


def answer(words: Words, act: ActInfo, table: TableInfo | None, step: str = "", reach: str = "") -> Composed:
    """What has come of an act: done, or the question whether it is to be done, or who is asked."""
    about = in_one_line(table, words) if table is not None else ""
    why = words("mod.reason", reason=harmless(act.reason))
    wish = deed(words, act, table, "wish", step)
    if act.needs == "confirm":
        composed = said(about, words("mod.sure", wish=wish), words(f"mod.sure.{act.act}"), reach, why)
        composed.view.add_item(act_buttons(words, act, act.code or ""))
        return composed
    key = "mod.asked" if act.needs == "other" else "mod.dropped" if act.status == "dropped" else "mod.done"
    return said(about, words(key, wish=wish), why)


async def exported(moment: Moment, table: TableInfo) -> Composed:
    """The table as a file."""
    data = await moment.bot.tables.export(table.code)
    hint = moment.words("mod.export.whole" if table.status == "over" else "mod.export.public")
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(clip(f"{in_one_line(table, moment.words)}\n{hint}", TEXT)))
    file = table_file(table.code, data, moment.words("mod.export.file"))
    view.add_item(discord.ui.File[Any](file.url))
    return Composed(view, (file,))


class Answer(PressItem, what="act"):
    """Yes or no: of the actor, who confirms, or of another moderator, who agrees."""

    async def act(self, moment: Moment) -> None:
        guild_id = await check(moment)
        found = _ARG.fullmatch(self.address.arg)
        if found is None:
            raise Refused("act_closed")
        tables, number = moment.bot.tables, int(found["act"])
        asked = await tables.act_info(number)
        if asked.guild_id != guild_id or asked.code is None or asked.code != self.address.code:
            raise Refused("act_closed")
        if found["answer"] == "yes":
            act = await tables.confirm(moment.press, number)
        else:
            act = await tables.drop(moment.press, number)
        await moment.show(await outcome(moment, act, await tables.find(asked.code)))
        await moment.bot.kick(asked.code)


ITEMS: tuple[type[PressItem], ...] = (Answer,)
