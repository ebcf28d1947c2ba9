"""Words for people: the reader's language, names that cannot break a message, refusals, and translated commands."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from cogs.limits import clip
from engines.core import Fact, IllegalAction, Seat
from locales import Language, Words, pick_language, speak
from render.text import fact, isolated, join
from tables.model import Refused, TableInfo

NAME: Final = 32
"""Characters of a name that are shown."""
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")
"""Format characters that emoji are made with."""
_BLANKS = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that nobody sees."""
_ACCENTS: Final = 3
"""Marks above and below one letter; more would run into the lines around it."""
_LOOKED_AT: Final = 400
"""Characters of a name that are looked at, whatever Discord may let through one day."""


def reads(interaction: discord.Interaction[discord.Client]) -> Language:
    """The language of the person who pressed."""
    return pick_language(str(interaction.locale))


def words_for(interaction: discord.Interaction[discord.Client]) -> Words:
    """What to tell the person who pressed, in their own language."""
    return speak(reads(interaction))


def table_words(table: TableInfo) -> Words:
    """What everybody at the table reads."""
    return speak(pick_language(table.language))


def plain(name: str) -> str:
    """A person's name as one clean line that can be seen.

    No line breaks, no control or direction characters, no towers of accents, at most 32 characters.
    """
    kept: list[str] = []
    accents = 0
    for char in name[:_LOOKED_AT]:
        kind = unicodedata.category(char)[0]
        if char in _BLANKS:
            continue
        if char not in _JOINERS:
            accents = accents + 1 if kind == "M" else 0
        if accents <= _ACCENTS:
            kept.append(char if char in _JOINERS or kind not in "CZ" else " ")
    shown = clip(" ".join("".join(kept).split()), NAME)
    return shown if shown.strip("".join(_JOINERS)) else "?"


def safe(name: str) -> str:
    """A name that cannot format, link or mention anything in a message, nor turn its line round."""
    escaped = discord.utils.escape_markdown(plain(name), ignore_links=False)
    unlinked = discord.utils.escape_mentions(escaped).replace("<", "<\u200b").replace("://", ":\u200b//")
    return isolated(unlinked)


def seat_name(words: Words, table: TableInfo, seat: Seat) -> str:
    """The name of whoever holds the seat, unescaped: for pictures, select options and file texts."""
    info = table.seats[seat]
    if info.kind == "bot":
        return words("seat.bot", n=seat + 1)
    return plain(info.name) if info.name else words("seat.nobody", n=seat + 1)


def plain_names(words: Words, table: TableInfo) -> tuple[str, ...]:
    """Names by seat for pictures and labels."""
    return tuple(seat_name(words, table, info.seat) for info in table.seats)


def safe_names(words: Words, table: TableInfo) -> tuple[str, ...]:
    """Names by seat for text in messages."""
    return tuple(safe(name) for name in plain_names(words, table))


def facts(words: Words, given: Mapping[str, Fact], names: Sequence[str] = ()) -> dict[str, str]:
    """All facts as text, to fill a message with."""
    return {key: fact(value, words, names) for key, value in given.items()}


def chapter_name(words: Words, game: str, chapter: str) -> str | None:
    """A chapter's name in the game's words: its own, else that of its kind, without the number behind it."""
    kind, dash, number = chapter.rpartition("-")
    own, general = f"{game}.chapter.{chapter}", f"{game}.chapter.{kind}"
    if words.has(own):
        return words(own)
    return words(general) if dash and number.isdecimal() and words.has(general) else None


def joined(words: Words, items: Sequence[str]) -> str:
    """``a, b and c`` in the reader's language."""
    return join(items, words)


def refusal(words: Words, error: Refused | IllegalAction, game: str | None = None, names: Sequence[str] = ()) -> str:
    """Why it is not possible, as a sentence for the person who asked."""
    key = f"table.refuse.{error.reason}" if isinstance(error, Refused) else f"{game}.refuse.{error.reason}"
    if not words.has(key):
        return words("error.refused")
    return words(key, **facts(words, error.facts, names))


def label(key: str) -> locale_str:
    """A command's name or description: English as the default, other languages from the same key."""
    return locale_str(speak("en")(key), key=key)


class CatalogueTranslator(app_commands.Translator):
    """Gives Discord the Chinese names and descriptions of commands, options and choices."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        key = string.extras.get("key")
        if key is None or locale not in (discord.Locale.chinese, discord.Locale.taiwan_chinese):
            return None
        words = speak("zh-CN")
        return words(key) if words.has(key) else None
