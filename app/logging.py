"""Logging that never writes a secret: exceptions are told without their words, and each finished line is redacted."""

from __future__ import annotations

import logging
import re
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final, TextIO

from cogs.faults import causes

log = logging.getLogger(__name__)

MASK: Final = "[redacted]"
LIBRARIES: Final = ("alembic", "aiosqlite", "sqlalchemy", "discord", "aiohttp", "PIL", "simcord")
"""At ``DEBUG`` and partly at ``INFO`` they tell whole messages and statements, the players' secrets among them."""
ITEMS: Final = ("discord.ui.view", "discord.ui.modal")
"""Where discord.py tells what went wrong with a button or a form."""
FIRST: Final = 10
PERIOD: Final = 60.0
"""Of warnings and errors of the same sort, so many are written in so many seconds; of the others their number is."""
_SHAPES: Final = (
    # A bot token: three dotted parts, the first the application's id in base 64.
    (re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"), MASK),
    # The token of an interaction or a webhook, which lets anybody answer in the bot's name.
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w-]{20,}"), rf"\1{MASK}"),
    # A password in a database address.
    (re.compile(r"(\w+://[^\s:/@]+:)[^\s@/]+@"), rf"\1{MASK}@"),
)


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """The text without these secrets and without anything that has the shape of a token or password."""
    for secret in secrets:
        if secret:
            text = text.replace(secret, MASK)
    for shape, mask in _SHAPES:
        text = shape.sub(mask, text)
    return text


def wordless(error: BaseException | None) -> str:
    """Where the exception and its causes were raised, and their kinds; their words can hold answers and seeds."""
    frames = ("".join(traceback.format_tb(cause.__traceback__)) + type(cause).__qualname__ for cause in causes(error))
    return "\nafter\n".join(frames)


class RedactingFormatter(logging.Formatter):
    """Formats as usual, exceptions without their words, then takes the secrets out of the whole text."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__("{asctime} {levelname:<7} {name}: {message}", style="{")
        self._secrets = tuple(secrets)

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # another handler may have kept one with words
        return redact(super().format(record), self._secrets)

    def formatException(self, ei: Any) -> str:  # noqa: N802
        return wordless(ei[1])


class CountingHandler(logging.StreamHandler[TextIO]):
    """Writes records, and counts a storm instead of writing it: a log must not fill a disk, nor hide what else is said.

    Records are of one sort that come from the same line, or that say so themselves (``storm``). ``clock`` gives seconds
    that never go back.
    """

    def __init__(self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self._clock = clock
        self._began = clock()
        self._seen: Counter[object] = Counter()
        self._left_out: dict[object, tuple[int, logging.LogRecord]] = {}

    def emit(self, record: logging.LogRecord) -> None:
        if self._clock() - self._began >= PERIOD:
            self._tell()
        if record.levelno >= logging.WARNING:
            sort = (record.name, record.levelno, str(record.msg), getattr(record, "storm", None))
            self._seen[sort] += 1
            if self._seen[sort] > FIRST:
                number, _ = self._left_out.get(sort, (0, record))
                self._left_out[sort] = number + 1, record
                return
        super().emit(record)

    def close(self) -> None:
        self._tell()
        super().close()

    def _tell(self) -> None:
        """Write how much was left out, and the last of each sort. Then all is written again."""
        left_out, self._left_out = self._left_out, {}
        self._began = self._clock()
        self._seen.clear()
        for number, last in left_out.values():
            text = f"{last.getMessage()} (the last of {number} more like it)"
            super().emit(logging.LogRecord(last.name, last.levelno, last.pathname, last.lineno, text, None, None))


def calmly(record: logging.LogRecord) -> bool:
    """A filter: that the gateway was lost, and is looked for, is one line and no error."""
    if str(record.msg).startswith("Attempting a reconnect"):
        record.exc_info = None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


def without_items(record: logging.LogRecord) -> bool:
    """A filter: discord.py names the button or form that something went wrong with, and so what is written on it."""
    record.msg, record.args = str(record.msg).replace("%", ""), ()
    return True


def set_up(level: str, secrets: Iterable[str] = (), stream: TextIO | None = None) -> None:
    """Send all logs to the stream (standard error), redacted, storms counted. Libraries tell warnings only."""
    handler = CountingHandler(stream)
    handler.setFormatter(RedactingFormatter(secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for library in LIBRARIES:
        logging.getLogger(library).setLevel(logging.WARNING)
    logging.getLogger("discord.client").addFilter(calmly)
    for library in ITEMS:
        logging.getLogger(library).addFilter(without_items)


def on_lost_error(_loop: object, context: dict[str, Any]) -> None:
    """For an event loop: an exception that nobody awaited. asyncio's own line would hold its words."""
    what = " ".join(str(context.get("message", "")).split()[:3])  # behind that stand what was called and with what
    log.error("lost in the event loop: %s ...", what, exc_info=context.get("exception"))


def on_last_error(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    """For ``sys.excepthook``: what ends the program."""
    log.critical("the program ends", exc_info=(kind, error, trace))
