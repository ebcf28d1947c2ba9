"""How Discord fails, and how what went wrong is logged: without its words, which can hold secrets."""

from __future__ import annotations

import hashlib
import logging
import traceback
from typing import Final, Literal, cast

import aiohttp
import discord

UNSENT: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""How Discord, or the way to it, fails. A timeout is an ``OSError``."""
LIBRARIES: Final = "site-packages"
"""What is not ours, in the paths of a traceback."""
CODE: Final = 6
"""Letters of the code by which a bug is found in the log."""
Trouble = Literal["full", "read_only", "busy", "damaged", "broken"]
"""Why the database takes nothing: no bug of ours, and nothing that a player can mend."""
TROUBLES: Final = {
    "SQLITE_FULL": "full",
    "SQLITE_IOERR_WRITE": "full",  # so SQLite names a quota or another limit that is reached
    "SQLITE_IOERR_SHMSIZE": "full",  # and no room for the log's index
    "SQLITE_READONLY": "read_only",
    "SQLITE_BUSY": "busy",
    "SQLITE_LOCKED": "busy",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_NOTADB": "damaged",
    "SQLITE_IOERR": "broken",
    "SQLITE_CANTOPEN": "broken",
}
"""By what SQLite's name for it begins with."""

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
    cause: BaseException | None = error
    while cause is not None and len(chain) < 5:
        frames = traceback.extract_tb(cause.__traceback__)
        ours = [frame for frame in frames[:-1] if LIBRARIES not in frame.filename][-12:] + frames[-1:]
        chain.append(mark(cause) + " " + " < ".join(f"{frame.filename}:{frame.lineno}" for frame in reversed(ours)))
        cause = cause.__cause__ or cause.__context__
    told = " | ".join(chain)
    reference = hashlib.sha256(f"{where}: {told}".encode()).hexdigest()[:CODE]
    log.error("bug %s in %s: %s", reference, where, told, extra={"storm": reference})
    return reference


def trouble_of(error: BaseException) -> Trouble | None:
    """What ails the database, if that is what the error tells of."""
    name = _word(error)
    return cast("Trouble | None", next((why for begins, why in TROUBLES.items() if name.startswith(begins)), None))


def mark(error: BaseException) -> str:
    """An exception's kind, and Discord's numbers or the database's word (as SQLITE_FULL) for it; never its message."""
    if isinstance(error, discord.HTTPException):
        return f"{type(error).__name__} {error.status}/{error.code}"
    return f"{type(error).__name__} {_word(error)}".strip()


def _word(error: BaseException) -> str:
    return str(getattr(getattr(error, "orig", error), "sqlite_errorname", None) or "")
