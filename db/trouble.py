"""What ails a database, by SQLite's own name for an error."""

from __future__ import annotations

from typing import Final, Literal, cast

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


def trouble_of(error: BaseException) -> Trouble | None:
    """What ails the database, if that is what the error tells of."""
    name = word_of(error)
    return cast("Trouble | None", next((why for begins, why in TROUBLES.items() if name.startswith(begins)), None))


def word_of(error: BaseException) -> str:
    """SQLite's name for the error, as ``SQLITE_FULL``, also where SQLAlchemy has wrapped it; else empty."""
    return str(getattr(getattr(error, "orig", error), "sqlite_errorname", None) or "")
