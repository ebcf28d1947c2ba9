"""How Discord fails, and how what went wrong is logged: without its words, which can hold secrets."""

from __future__ import annotations

import logging
import secrets
import traceback
from typing import Final

import aiohttp
import discord

UNSENT: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""How Discord, or the way to it, fails. A timeout is an ``OSError``."""
LIBRARIES: Final = "site-packages"
"""What is not ours, in the paths of a traceback."""

log = logging.getLogger(__name__)


def report(error: BaseException, where: str) -> str:
    """Log a bug without its message, which can hold programs or seeds; gives the code that it is logged under."""
    reference = secrets.token_hex(3)
    chain: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(chain) < 5:
        frames = traceback.extract_tb(cause.__traceback__)
        ours = [frame for frame in frames[:-1] if LIBRARIES not in frame.filename][-12:] + frames[-1:]
        chain.append(mark(cause) + " " + " < ".join(f"{frame.filename}:{frame.lineno}" for frame in reversed(ours)))
        cause = cause.__cause__ or cause.__context__
    log.error("bug %s in %s: %s", reference, where, " | ".join(chain))
    return reference


def mark(error: BaseException) -> str:
    """An exception's kind, and Discord's numbers or the database's word (as SQLITE_FULL) for it; never its message."""
    if isinstance(error, discord.HTTPException):
        return f"{type(error).__name__} {error.status}/{error.code}"
    word: str = getattr(getattr(error, "orig", error), "sqlite_errorname", "")
    return f"{type(error).__name__} {word}".strip()
