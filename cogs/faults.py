"""How Discord fails, and how what went wrong is logged: without its words, which can hold secrets."""

from __future__ import annotations

import hashlib
import logging
import traceback
from collections.abc import Iterator
from typing import Final

import aiohttp
import discord

from tables.trouble import trouble_of, word_of

UNSENT: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""How Discord, or the way to it, fails. A timeout is an ``OSError``."""
LIBRARIES: Final = "site-packages"
"""What is not ours, in the paths of a traceback."""
CODE: Final = 6
"""Letters of the code by which a bug is found in the log."""
DEEPEST: Final = 5
"""Causes of an exception that are told."""

log = logging.getLogger(__name__)


def report(error: BaseException, where: str) -> str:
    """Log a bug without its message, which can hold programs or seeds; gives the code that it is logged under.

    The same bug has the same code: however often it comes, it need not be written each time (``app.logging``). What
    only ails the database is no bug, and the beat tells the host of it.
    """
    if trouble_of(error) is not None:
        log.warning("%s: the database took nothing (%s)", where, mark(error))
        return ""
    chain: list[str] = []
    for cause in causes(error):
        frames = traceback.extract_tb(cause.__traceback__)
        ours = [frame for frame in frames[:-1] if LIBRARIES not in frame.filename][-12:] + frames[-1:]
        chain.append(mark(cause) + " " + " < ".join(f"{frame.filename}:{frame.lineno}" for frame in reversed(ours)))
    told = " | ".join(chain)
    reference = hashlib.sha256(f"{where}: {told}".encode()).hexdigest()[:CODE]
    log.error("bug %s in %s: %s", reference, where, told, extra={"storm": reference})
    return reference


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, and what it was raised from or in the handling of, the last first."""
    for _ in range(DEEPEST):
        if error is None:
            return
        yield error
        error = error.__cause__ or error.__context__


def mark(error: BaseException) -> str:
    """An exception's kind, and Discord's numbers or the database's word (as SQLITE_FULL) for it; never its message."""
    if isinstance(error, discord.HTTPException):
        return f"{type(error).__name__} {error.status}/{error.code}"
    return f"{type(error).__name__} {word_of(error)}".strip()
