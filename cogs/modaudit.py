"""What moderators have done on a server, page by page, latest first."""

from __future__ import annotations

from typing import Any, Final

import discord

from cogs.composed import Composed
from cogs.limits import TEXT, fit_lines
from cogs.moderators import check, table_of
from cogs.modwords import MARKS, deed, harmless, mention, person
from cogs.posts.mods import step_of
from cogs.press import Address, Moment, PressItem
from tables.community import ActInfo
from tables.model import Refused, TableInfo

PAGE: Final = 8
"""Acts of a page."""
ALL: Final = "mods"
"""Stands where a custom id names a table, when it is about all of a server's."""


async def show_audit(moment: Moment, code: str | None) -> None:
    """The latest acts: at this table, or on the whole server."""
    table = None if code is None else await table_of(moment, code)
    await moment.tell(await page(moment, table, None))


async def page(moment: Moment, table: TableInfo | None, before: int | None) -> Composed:
    """The acts before this one, latest first."""
    guild_id, tables, words = await check(moment), moment.bot.tables, moment.words
    code = None if table is None else table.code
    acts = await tables.audit(guild_id, code=code, before=before, limit=PAGE + 1)
    shown = acts[:PAGE]
    known = {act.code: await _known(moment, act.code) for act in shown if act.code is not None}
    heading = words("mod.audit.title") if code is None else words("mod.audit.title.table", code=code)
    lines = [await _line(moment, act, known.get(act.code or "")) for act in shown] or [words("mod.audit.none")]
    view = discord.ui.LayoutView(timeout=None)
    whole = "\n".join(fit_lines(lines, TEXT - len(heading) - 1, words("mod.audit.more")))
    view.add_item(discord.ui.TextDisplay(f"{heading}\n{whole}"))
    older = shown[-1].id if len(acts) > PAGE else None
    if before is not None or older is not None:
        row = discord.ui.ActionRow[Any](
            _turn(words("mod.audit.newest"), code, None, "new", disabled=before is None),
            _turn(words("mod.audit.older"), code, older, "old", disabled=older is None),
        )
        view.add_item(row)
    return Composed(view)


async def _known(moment: Moment, code: str) -> TableInfo | None:
    try:
        return await moment.bot.tables.find(code)
    except Refused:
        return None


async def _line(moment: Moment, act: ActInfo, table: TableInfo | None) -> str:
    words = moment.words
    step = await step_of(moment.bot, words, table, act)
    line = words(
        "mod.audit.line",
        mark=MARKS[act.status],
        when=discord.utils.format_dt(act.at, "f"),
        who=person(act.actor_id, act.actor, words),
        code=act.code or words("mod.audit.everywhere"),
        did=deed(words, act, table, "did" if act.status == "done" else "wish", step),
        reason=harmless(act.reason),
    )
    if act.second_id is None:
        return line
    return f"{line}\n{words('mod.audit.second', who=mention(words, act.second_id))}"


def _turn(label: str, code: str | None, before: int | None, kind: str, *, disabled: bool) -> PressItem:
    button = discord.ui.Button[Any](label=label, disabled=disabled)
    return TurnAudit(button, Address(code or ALL, 0, "audit", f"{kind}-{before or 0}"))


class TurnAudit(PressItem, what="audit"):
    """Turn to another page."""

    async def act(self, moment: Moment) -> None:
        table = None if self.address.code == ALL else await table_of(moment, self.address.code)
        number = self.address.arg.partition("-")[2]
        before = int(number) if number.isdecimal() and len(number) < 10 else 0
        await moment.show(await page(moment, table, before or None))


ITEMS: tuple[type[PressItem], ...] = (TurnAudit,)
