"""From a View to a picture: painters found by game, two worker threads, equal Views from memory."""

from __future__ import annotations

import asyncio
import importlib
import threading
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, cast

from PIL import Image

from engines.core import Seat
from locales import Language, Words
from render.png import encode

WORKERS: Final = 2
KEEP_BYTES: Final = 48 * 1024 * 1024
"""How much finished pictures may take in memory."""
ALT_LIMIT: Final = 1024
"""Longest alt text that Discord takes."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a View is shown: in whose language, with which names by seat, and how much of it.

    The whole board, one step of a series, or the page of one player.
    """

    language: Language
    names: tuple[str, ...]
    size: Literal["full", "step"] = "full"
    page: Seat | None = None
    """Whose page is shown, in a game that has pages (``has_pages``); ``None`` is the board."""


@dataclass(frozen=True, slots=True)
class Picture:
    png: bytes
    alt: str
    """What the picture shows, in the look's language; at most 1024 characters."""


class Painter(Protocol):
    """What ``render.<game key>`` offers. Views must be hashable.

    With ``PAGES: bool = True`` beside these, they can show the page of one player as well (``Look.page``).
    """

    def paint(self, view: Any, look: Look) -> Image.Image:
        """A fresh RGB image in palette colours; the caller owns it."""
        ...

    def describe(self, view: Any, look: Look) -> str:
        """The same in words."""
        ...

    def text_board(self, view: Any, words: Words, names: tuple[str, ...]) -> str:
        """The same in letters of one width."""
        ...

    def standing(self, view: Any, words: Words, names: tuple[str, ...]) -> tuple[str, ...]:
        """How each seat stands, one line a seat, then whoever else plays. Names are by seat, put in as they are."""
        ...

    def bare(self, view: Any) -> Any:
        """The view without what is drawn over the board: how things stand after a step, not what it did."""
        ...


def painter(game_key: str) -> Painter:
    """The game's painter. Raises ``ModuleNotFoundError`` for a game without one."""
    return cast(Painter, importlib.import_module(f"render.{game_key}"))


def has_pages(game_key: str) -> bool:
    """Whether the game's painter shows a page for each player."""
    return bool(getattr(painter(game_key), "PAGES", False))


def draw(game_key: str, view: Any, look: Look) -> Picture:
    """The picture, drawn here and now. Off the event loop use a ``Studio``."""
    artist = painter(game_key)
    return Picture(encode(artist.paint(view, look)), clip(artist.describe(view, look)))


def clip(text: str) -> str:
    """At most what Discord takes as alt text."""
    return text if len(text) <= ALT_LIMIT else text[: ALT_LIMIT - 1].rstrip() + "…"


_Key = tuple[str, Any, Look]


class Studio:
    """Draws off the event loop. Equal (game, view, look) gives the very same picture while it is remembered."""

    def __init__(self, *, workers: int = WORKERS, keep_bytes: int = KEEP_BYTES) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="render")
        self._keep_bytes = keep_bytes
        self._kept_bytes = 0
        self._kept: OrderedDict[_Key, Picture] = OrderedDict()
        self._running: dict[_Key, Future[Picture]] = {}
        self._lock = threading.Lock()

    async def draw(self, game_key: str, view: Any, look: Look) -> Picture:
        """The picture; requests for the same one while it is being drawn share the work."""
        key = (game_key, view, look)
        with self._lock:
            if (picture := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return picture
            running = self._running.get(key)
            if running is None:
                running = self._pool.submit(self._work, key)
                self._running[key] = running
        return await asyncio.shield(asyncio.wrap_future(running))

    def close(self) -> None:
        """Finish what is being drawn and stop the threads."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _work(self, key: _Key) -> Picture:
        try:
            picture = draw(*key)
        except BaseException:
            with self._lock:
                self._running.pop(key, None)
            raise
        with self._lock:
            self._running.pop(key, None)
            self._kept[key] = picture
            self._kept_bytes += len(picture.png)
            while self._kept_bytes > self._keep_bytes and len(self._kept) > 1:
                _, oldest = self._kept.popitem(last=False)
                self._kept_bytes -= len(oldest.png)
        return picture
