"""What moderators are told, and what a table is told of their acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import discord
from discord.ui import Button

from cogs.composed import Composed
from cogs.limits import LABEL, clip
from cogs.modwords import deed, harmless, mention, person, seat_name, told
from cogs.permits import permission_names
from cogs.posts.parts import QUIET, accent, box, message_url, reader_words, row, table_url, text
from cogs.posts.play import chapter_title
from cogs.press import Address
from cogs.words import speak, table_words
from locales import Words, pick_language
from tables.model import Post, TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot
    from tables.community import ActInfo


async def act_line(bot: ScrapyardBot, words: Words, table: TableInfo, act_id: int) -> str:
    """What a moderator did at this table, with the reason; an announcement has lines of its own."""
    act = await bot.tables.act_info(act_id)
    return told(words, act, table, await step_of(bot, words, table, act))


async def step_of(bot: ScrapyardBot, words: Words, table: TableInfo | None, act: ActInfo) -> str:
    """Before what an undo goes back, as a heading; nothing for other acts, and where nothing had happened since."""
    seq = act.facts.get("seq")
    if act.act != "undo" or table is None or not isinstance(seq, int):
        return ""
    steps = await bot.tables.steps(table.code, after=seq, limit=1)
    return chapter_title(words, table, steps[0].chapter, steps[0].view, steps[0].window) if steps else ""


async def compose_request(bot: ScrapyardBot, post: Post) -> Composed | None:
    """A moderator who plays at the table asks for an act: another one must agree to it."""
    table = await bot.tables.find(post.table)
    act = await bot.tables.act_info(int(post.body["act"]))
    words = await _mods_words(bot, table)
    asks = words(
        "mod.request",
        who=person(act.actor_id, act.actor, words),
        wish=deed(words, act, table, "wish", await step_of(bot, words, table, act)),
        game=words(f"{table.game}.title"),
        code=table.code,
        url=table_url(table),
        reason=harmless(act.reason),
    )
    if act.status != "asked":
        return Composed(box(QUIET, text(asks, _ending(words, act))))
    return Composed(box(accent(table.game), text(asks, words("mod.request.hint")), act_buttons(words, act, table.code)))


def _ending(words: Words, act: ActInfo) -> str:
    if act.second_id is None:
        return words(f"mod.request.{act.status}.alone")
    return words(f"mod.request.{act.status}", who=mention(words, act.second_id))


def act_buttons(words: Words, act: ActInfo, code: str) -> discord.ui.ActionRow[Any]:
    """Yes and no to an act (handled in ``cogs.modacts``)."""
    kind = "confirm" if act.needs == "confirm" else "consent"
    return row(
        Button(
            label=clip(words(f"mod.{kind}.yes"), LABEL),
            style=discord.ButtonStyle.danger,
            custom_id=Address(code, 0, "act", f"{act.id}-yes").custom_id,
        ),
        Button(
            label=clip(words(f"mod.{kind}.no"), LABEL),
            style=discord.ButtonStyle.secondary,
            custom_id=Address(code, 0, "act", f"{act.id}-no").custom_id,
        ),
    )


async def compose_alarm(bot: ScrapyardBot, post: Post) -> Composed | None:
    """Something that moderators, or the host in a DM, must know of and can mend."""
    body = post.body
    if body.get("over") and post.message_id is None:
        return None
    table = await bot.tables.find(post.table)
    private = post.place == "person"
    words = await (reader_words(bot, post, table) if private else _mods_words(bot, table))
    about = words("mod.alarm.about", game=words(f"{table.game}.title"), code=table.code, url=table_url(table))
    key = f"mod.alarm.{_alarm(body)}"
    line = words(f"{key}.host" if private and words.has(f"{key}.host") else key, **_alarm_facts(words, body, table))
    return Composed(box(QUIET, text(about, line)))


def _alarm(body: Mapping[str, Any]) -> str:
    """Which alarm it is, for its text."""
    if body.get("over"):
        return f"{body['say']}.over"
    if body["say"] != "shut":
        return str(body["say"])
    return "shut.permission.any" if body["why"] == "permission" and not body["names"] else f"shut.{body['why']}"


def _alarm_facts(words: Words, body: Mapping[str, Any], table: TableInfo) -> dict[str, Any]:
    filled: dict[str, Any] = {"code": table.code}
    if "seat" in body:
        filled["who"] = seat_name(words, table, body["seat"])
    if "channel_id" in body:
        filled["place"] = message_url(table.guild_id, int(body["channel_id"]))
    if body.get("names"):
        filled["permissions"] = permission_names(words, [str(name) for name in body["names"]])
    return filled


async def _mods_words(bot: ScrapyardBot, table: TableInfo) -> Words:
    """What a server's moderators read: its own language, else the table's."""
    language = (await bot.tables.guild(table.guild_id)).language
    return speak(pick_language(language)) if language is not None else table_words(table)
