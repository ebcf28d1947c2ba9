"""Sentences from events, and boards in letters, in the reader's language."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from engines.core import Event, Fact, Listing, Seat, Term, Who
from locales import Words
from render.studio import painter
from render.type import plain

ISOLATE, END_ISOLATE = "\u2068", "\u2069"
KEPT = frozenset(("\u200b", "\u200d", ISOLATE, END_ISOLATE))
"""Format characters that stay: the one that breaks mentions, the one that joins emoji, and those of ``isolated``."""
BOARD_LIMIT = 1800
"""Longest text board, so that it fits into one message with a line around it."""


def isolated(name: str) -> str:
    """A right-to-left name cannot turn round what stands beside it."""
    if ISOLATE not in name and any(unicodedata.bidirectional(character) in ("R", "AL") for character in name):
        return f"{ISOLATE}{name}{END_ISOLATE}"
    return name


def seat_name(seat: Seat, words: Words, names: Sequence[str]) -> str:
    """Who holds the seat, for a sentence; no name is a bot player."""
    name = names[seat] if seat < len(names) else ""
    shown = "".join(c for c in name if c in KEPT or unicodedata.category(c) not in ("Cc", "Cf")).strip()
    if not any(character not in KEPT for character in shown):
        return words("render.bot", n=seat + 1)
    return isolated(shown)


def drawn_name(seat: Seat, words: Words, names: Sequence[str]) -> str:
    """Who holds the seat, in characters that the font has."""
    name = names[seat] if seat < len(names) else ""
    if not name.strip():
        return words("render.bot", n=seat + 1)
    return plain(name) or words("render.player", n=seat + 1)


def join(items: Sequence[str], words: Words) -> str:
    """``a, b and c``."""
    if len(items) < 2:
        return "".join(items)
    return words("render.join").join(items[:-1]) + words("render.join.last") + items[-1]


def fact(value: Fact, words: Words, names: Sequence[str]) -> str:
    """One fact as it stands in a sentence."""
    if isinstance(value, Who):
        return seat_name(value.seat, words, names)
    if isinstance(value, Term):
        return words(value.key)
    if isinstance(value, Listing):
        return join([fact(item, words, names) for item in value.items], words)
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


def sentence(game_key: str, event: Event, words: Words, names: Sequence[str]) -> str:
    """The event told in the reader's language. Names are put in as they are: escape them before, if need be."""
    facts = {name: fact(value, words, names) for name, value in event.facts.items()}
    return words(f"{game_key}.event.{event.kind}", **facts)


def board(game_key: str, view: Any, words: Words, names: Sequence[str]) -> str:
    """The board in letters of one width and its legend, to be put into a code block; at most 1800 characters."""
    text = painter(game_key).text_board(view, words, tuple(names)).replace("`", "'")
    return text if len(text) <= BOARD_LIMIT else text[: BOARD_LIMIT - 1] + "…"


def standing(game_key: str, view: Any, words: Words, names: Sequence[str]) -> tuple[str, ...]:
    """How each seat stands, one line a seat, then whoever else plays.

    Names are by seat and put in as they are: escape them before, if need be.
    """
    shown = tuple(seat_name(seat, words, names) for seat in range(len(names)))
    return painter(game_key).standing(view, words, shown)
