"""How posts and lobbies speak of a game. A game overrides what it says better itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engines.core import Seat
from locales import Words

MARKS: Final = ("🟠", "🟢", "🟣", "⚪", "🔵", "🔴", "🟡", "🟤")
"""The seats' colours as the pictures have them."""


class Manner:
    """What suits any game. Views are the game's own public ones; ``game`` is its key.

    ``names`` are by seat, with their signs, as they stand in a sentence; a place that has none gives none.
    """

    def __init__(self, game: str) -> None:
        self.game = game

    def mark(self, seat: Seat) -> str:
        """The seat's sign before its holder's name, as the pictures have it: its colour."""
        return MARKS[seat % len(MARKS)]

    def score(self, words: Words, score: int) -> str:
        """What a seat has reached, in the final ranking."""
        return words.count("post.result.score", score)

    def turn(self, words: Words, view: Any, number: int, names: Sequence[str] = ()) -> str:
        """Where in the game a view stands, as in a heading: its round, else ``number``, that of the window."""
        return words("post.turn.round", n=getattr(view, "round", number))

    def heading(self, words: Words, chapter: str, view: Any, number: int, title: str, names: Sequence[str] = ()) -> str:
        """The heading of what happened in a chapter; ``title`` is the chapter's name in the game's words."""
        return words("post.chapter.turn", turn=self.turn(words, view, number, names), title=title)

    def answered(self, words: Words, chapter: str, view: Any, number: int, names: Sequence[str] = ()) -> str:
        """What a window that has passed asked for, by the first chapter and view that its answers led to."""
        return self.turn(words, view, number, names)

    def why(self, words: Words, view: Any, names: Sequence[str]) -> str:
        """Who comes after whoever is asked now, and why the table waits for one at a time; else nothing."""
        return ""

    def howto(self, words: Words, view: Any) -> list[str]:
        """How to play what stands on the table, in a few lines."""
        key = f"post.{self.game}.howto"
        return [words(key)] if words.has(key) else []

    def final(self, words: Words, view: Any, names: Sequence[str]) -> list[str]:
        """What belongs to the final standing beside places and scores."""
        return []

    def alone(self, words: Words, options: Any) -> str:
        """Whom a single seat would play against if it started now; nothing where the game is not played alone."""
        return ""
