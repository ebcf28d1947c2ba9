"""``bot.py backup`` and ``bot.py restore``: what they do to the settings' database, and what they say."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from app.alone import NotAloneError, alone
from app.settings import Settings
from db.backup import BackupError, Contents, back_up, look, restore
from db.migrate import SchemaTooNewError
from locales import Words

DONE: Final = 0
REFUSED: Final = 1
"""What the commands exit with."""
OF_THE_FILE: Final = ("foreign", "damaged", "unreadable", "read_only", "full")
"""What is wrong with a database itself, and not with the copy of it."""
MEBIBYTE: Final = 1024**2

Answer = tuple[int, str]
"""An exit code and what to say."""


def make(settings: Settings, target: Path | None, words: Words) -> Answer:
    """Back the database up, also while a bot serves it."""
    database = settings.database_file
    if database is None:
        return REFUSED, words("app.run.only_sqlite")
    try:
        made = back_up(database, target)
    except (BackupError, SchemaTooNewError) as error:
        return REFUSED, complaint(error, words)
    said = words("app.backup.made", file=made.path, size=f"{made.size / MEBIBYTE:.1f}")
    return DONE, f"{said}\n{_about(made.contents, words)}"


def put_back(settings: Settings, copy: Path, words: Words, sure: Callable[[str], bool]) -> Answer:
    """Put a copy in the database's place, if no bot serves that and whoever asked for it is ``sure``."""
    database = settings.database_file
    if database is None:
        return REFUSED, words("app.run.only_sqlite")
    try:
        with alone(database):
            found = look(copy, thoroughly=False)
            if found is None:
                raise BackupError("empty", file=copy)
            if not sure(f"{_about(found, words)}\n{words('app.backup.sure')}"):
                return REFUSED, words("app.backup.left")
            done = restore(copy, database)
    except NotAloneError:
        return REFUSED, words("app.backup.not_alone")
    except (BackupError, SchemaTooNewError) as error:
        return REFUSED, complaint(error, words)
    said = words("app.backup.restored", file=copy)
    return DONE, said if done.kept is None else f"{said}\n{words('app.backup.kept', file=done.kept)}"


def complaint(error: BackupError | SchemaTooNewError, words: Words) -> str:
    """Why a copy cannot be made, read or put back."""
    if isinstance(error, SchemaTooNewError):
        return words("app.check.database_new", revision=error.revision)
    return words(f"app.backup.{error.reason}", **error.facts)


def not_opened(error: BackupError | SchemaTooNewError, words: Words) -> str:
    """Why a database was not opened: it is no good, or the copy that a migration needs could not be made."""
    said = complaint(error, words)
    if isinstance(error, SchemaTooNewError) or error.reason in OF_THE_FILE:
        return said
    return words("app.run.no_backup", problem=said)


def age(then: datetime, words: Words) -> str:
    """How long ago that was, for people; a clock that was set back makes it no less than nothing."""
    hours = max(0, int((datetime.now(UTC) - then).total_seconds() // 3600))
    return words.count("app.backup.days", hours // 24) if hours >= 48 else words.count("app.backup.hours", hours)


def _about(contents: Contents, words: Words) -> str:
    beat = f"{contents.beat:%Y-%m-%d %H:%M} UTC" if contents.beat is not None else "-"
    facts = {"running": contents.running, "people": contents.people, "revision": contents.revision, "beat": beat}
    return words.count("app.backup.contents", contents.tables, **facts)
