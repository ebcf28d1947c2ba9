"""One bot for each database: a second one that would serve the same tables is refused, whatever started it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from db.backup import BackupError, finish_restore

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class NotAloneError(Exception):
    """Another process serves this database."""


@contextmanager
def alone(database: Path | None) -> Iterator[None]:
    """Hold the SQLite file for this process. Raises ``NotAloneError``.

    The operating system lets go of it when the process ends, however it ends, so nothing is left to clear away. What
    cannot be locked at all (no file, a folder that cannot be written) is left to whoever opens the database to explain.
    Whoever holds it first ends a restore that was cut short; raises ``BackupError`` where that cannot be.
    """
    with ExitStack() as held:
        if database is not None:
            _hold(database, held)
        yield


def _hold(database: Path, held: ExitStack) -> None:
    try:
        database = database.resolve()  # one lock, by whatever name the file is called
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = _opened(Path(f"{database}.lock"))
    except OSError:
        return
    held.enter_context(file)
    try:
        _lock(file.fileno())
    except (BlockingIOError, PermissionError) as error:
        raise NotAloneError from error
    except OSError:  # a file system that knows no locks
        return
    try:
        finish_restore(database)
    except OSError as error:
        raise BackupError("not_written", file=database, problem=error.strerror or error) from error


def _opened(lock: Path) -> IO[bytes]:
    """The file to lock. One that another user has made, the administrator's restore for one, is locked all the same."""
    try:
        return lock.open("ab")
    except PermissionError:
        return lock.open("rb")
