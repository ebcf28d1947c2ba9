"""How acts of moderators are told: what was done, by whom and why. What they wrote cannot do harm in a message."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, Final

import discord

from cogs.limits import clip
from cogs.words import safe, safe_names
from locales import Words
from render.text import isolated
from tables.community import ActInfo
from tables.model import TableInfo
from tables.moderating import ANNOUNCEMENT, REASON

MARKS: Final[Mapping[str, str]] = {"done": "✅", "asked": "⏳", "dropped": "✖️"}
_ACCENTS: Final = 3
"""Marks above and below one letter."""


def harmless(text: str, most: int = REASON) -> str:
    """What a moderator wrote, in one line that formats, links and mentions nothing."""
    kept: list[str] = []
    accents = 0
    for char in text:
        kind = unicodedata.category(char)
        accents = accents + 1 if kind[0] == "M" else 0
        if accents <= _ACCENTS:
            kept.append(" " if kind[0] in "CZ" and char != "\u200d" else char)
    line = clip(" ".join("".join(kept).split()), most)
    escaped = discord.utils.escape_mentions(discord.utils.escape_markdown(line, ignore_links=False))
    return isolated(escaped.replace("<", "<\u200b").replace("://", ":\u200b//"))


def quoted(text: str) -> str:
    """An announcement line by line, as a quotation; no line begins with a sign that Discord would take for its own."""
    lines = [harmless(line, ANNOUNCEMENT) for line in text.splitlines()]
    return "\n".join(f"> \u200b{line}" for line in lines)


def person(user_id: int | None, name: str, words: Words) -> str:
    """Somebody by the name that they had when they acted."""
    return safe(name) if user_id is not None and name else words("mod.nobody")


def deed(words: Words, act: ActInfo, table: TableInfo | None, manner: str = "did", step: str = "") -> str:
    """What was done (``did``) or is asked for (``wish``), without who and why. ``step``: before what an undo goes."""
    facts, kind = act.facts, str(act.act)
    if act.act == "skip" and facts.get("seat") is None:
        kind = "skip_all"
    elif act.act == "announce" and act.code is None:
        kind = "announce_all"
    elif act.act == "undo" and not step:
        kind = "undo_plain"
    return words(f"mod.{manner}.{kind}", **_filling(words, act, table, step))


def _filling(words: Words, act: ActInfo, table: TableInfo | None, step: str) -> dict[str, Any]:
    facts = act.facts
    if act.act == "extend":
        return {"hours": facts.get("hours", 0)}
    if act.act in ("skip", "remove"):
        return {"who": mention(words, facts.get("user_id"))}
    if act.act == "replace":
        holder = facts.get("holder")
        who = mention(words, holder) if holder is not None else seat_name(words, table, facts.get("seat"))
        return {"who": who, "newcomer": mention(words, facts.get("user_id"))}
    if act.act == "undo":
        return {"title": step, "window": facts.get("window", 0)}
    if act.act == "move":
        return {"place": f"<#{facts.get('thread_id') or facts.get('channel_id')}>"}
    return {}


def mention(words: Words, user_id: object) -> str:
    """Somebody who may hold no seat; whoever was forgotten has no number."""
    return f"<@{user_id}>" if isinstance(user_id, int) else words("mod.nobody")


def seat_name(words: Words, table: TableInfo | None, seat: object) -> str:
    """Who holds the seat now."""
    if table is None or not isinstance(seat, int) or seat >= len(table.seats):
        return words("mod.nobody")
    return safe_names(words, table)[seat]


def told(words: Words, act: ActInfo, table: TableInfo, step: str = "") -> str:
    """For everybody at the table: what was done, by whom and why; announcements with what they say."""
    who = person(act.actor_id, act.actor, words)
    lines = [words("mod.told", who=who, did=deed(words, act, table, step=step), reason=harmless(act.reason))]
    if act.act == "announce":
        lines.append(quoted(str(act.facts.get("text", ""))))
    if act.second_id is not None and act.status == "done":
        lines.append(words("mod.told.second", who=mention(words, act.second_id)))
    return "\n".join(lines)
