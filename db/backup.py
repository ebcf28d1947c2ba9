"""Copies of the database: made while the bot runs, checked before they count, and put back so that no cut can hurt.

SQLite alone, without SQLAlchemy: a copy must be possible when the program cannot open its database.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import sys
import time
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from db.migrate import SchemaTooNewError, known_revisions, newest_revision
from db.trouble import trouble_of, word_of

FOLDER: Final = "backups"
KEEP: Final = 10
"""Backups before a migration that are kept; those that somebody asked for are theirs to throw away."""
AUTOMATIC: Final = "before-update"
STALE: Final = 3600.0
"""Seconds after which a half-written copy belongs to nobody any more."""
PATIENCE: Final = 10.0
"""Seconds to wait for another process that holds the database."""
STAGED: Final = "restoring"
MARK: Final = ("tables", "seats", "states", "outbox", "interactions")
"""What every Scrapyard database has had since the first schema."""


class BackupError(Exception):
    """A copy that cannot be made, or not be used. ``reason`` ends the text key ``app.backup.``; ``facts`` fill it."""

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(f"{reason}: {', '.join(map(str, facts.values()))}")
        self.reason = reason
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a database file."""

    revision: str
    tables: int
    running: int
    people: int
    beat: datetime | None
    """When the bot that wrote it was last known to be up."""


@dataclass(frozen=True, slots=True)
class Backup:
    path: Path
    size: int
    """Bytes."""
    contents: Contents


# ---- looking


def look(path: Path, *, thoroughly: bool = True) -> Contents | None:
    """What is in that file, without changing a byte of it; ``None`` when it is empty.

    Raises ``BackupError`` for a file that is no database of ours (``foreign``), is damaged (``damaged``) or cannot be
    read (``unreadable``), and ``SchemaTooNewError``. ``thoroughly``: every page and every reference is looked at, not
    only that the pages hang together.
    """
    try:
        _require(path)
        if path.stat().st_size == 0 and not _log_of(path).exists():
            return None
        with closing(_connect(path, "ro")) as connection:
            return _contents(connection, path, thoroughly)
    except sqlite3.DatabaseError as error:
        raise _failure(error, path) from error
    except OSError as error:
        raise BackupError("unreadable", file=path, problem=error.strerror or error) from error


def _failure(error: sqlite3.Error, path: Path) -> BackupError:
    if word_of(error) == "SQLITE_NOTADB":
        return BackupError("foreign", file=path)
    match trouble_of(error):
        case "damaged":
            return BackupError("damaged", file=path, problem=error)
        case "full":
            return BackupError("full", file=path, problem=word_of(error))
        case _:
            return BackupError("unreadable", file=path, problem=error)


def _contents(connection: sqlite3.Connection, path: Path, thoroughly: bool) -> Contents | None:
    names = {name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")}
    if not names:
        return None
    if "alembic_version" not in names:
        raise BackupError("foreign", file=path)
    revisions = [str(number) for (number,) in connection.execute("select version_num from alembic_version")]
    if len(revisions) != 1 or not names.issuperset(MARK):
        raise BackupError("foreign", file=path)
    if revisions[0] not in known_revisions():
        raise SchemaTooNewError(revisions[0])
    check = "integrity_check" if thoroughly else "quick_check"
    problem = connection.execute(f"pragma {check}(1)").fetchone()[0]
    if problem != "ok":
        raise BackupError("damaged", file=path, problem=problem)
    if thoroughly and connection.execute("pragma foreign_key_check").fetchone() is not None:
        raise BackupError("damaged", file=path, problem="foreign_key_check")
    beat = connection.execute("select max(at) from heartbeat").fetchone()[0]
    return Contents(
        revisions[0],
        _count(connection, "select count(*) from tables"),
        _count(connection, "select count(*) from tables where status = 'running'"),
        _count(connection, "select count(*) from people"),
        None if beat is None else datetime.fromtimestamp(beat / 1_000_000, UTC),
    )


def _count(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    address = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)


def _log_of(path: Path) -> Path:
    return Path(f"{path}-wal")


# ---- making


def back_up(database: Path, target: Path | None = None, *, word: str = "") -> Backup:
    """Copy the database as it is at one moment, also while a bot writes to it, and check the copy.

    Without a ``target`` it goes to ``backups`` beside the database, named by the time and the schema (and the
    ``word``). Nothing is ever overwritten. Raises ``BackupError`` and ``SchemaTooNewError``; then there is no copy.
    """
    _require(database)
    part: Path | None = None
    try:
        folder = database.parent / FOLDER if target is None else target.parent
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _sweep(folder)
        if target is None:
            target = _free_name(folder, database, word)
        if target.exists():
            raise BackupError("exists", file=target)
        part = target.with_name(f"{target.name}.{os.getpid()}.part")
        with _removed_at_the_end(part):
            _private(part)
            _copy(database, part)
            contents = look(part)
            if contents is None:
                raise BackupError("empty", file=database)
            _sync(part)
            _publish(part, target)
        return Backup(target, target.stat().st_size, contents)
    except sqlite3.Error as error:
        raise _unwritten(error, target or database) from error
    except BackupError as error:
        mine = part is not None and error.facts.get("file") == part
        facts = {**error.facts, "file": database} if mine else error.facts
        raise BackupError(error.reason, **facts) from error
    except OSError as error:
        raise BackupError("not_written", file=target or database, problem=error.strerror or error) from error


def _require(path: Path) -> None:
    """Raise ``BackupError``, ``missing`` or ``unreadable``, unless that is a file."""
    try:
        if stat.S_ISREG(path.stat().st_mode):
            return
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:  # it may be there, behind a folder that is closed to us
        raise BackupError("unreadable", file=path, problem=error.strerror or error) from error
    raise BackupError("missing", file=path)


def _unwritten(error: sqlite3.Error, path: Path) -> BackupError:
    failure = _failure(error, path)
    return BackupError("not_written", **failure.facts) if failure.reason == "unreadable" else failure


def _free_name(folder: Path, database: Path, word: str) -> Path:
    revision = revision_of(database) or "empty"
    stem = f"{database.stem}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    tail = f"{revision}-{word}" if word else revision
    names = (folder / f"{stem}{again}-{tail}.db" for again in ("", *(f".{n}" for n in range(2, 1000))))
    return next(name for name in names if not name.exists())


def revision_of(database: Path) -> str | None:
    """The schema of the file, whatever it is; ``None`` when it has none."""
    with closing(_connect(database, "ro")) as connection:
        try:
            row = connection.execute("select version_num from alembic_version").fetchone()
        except sqlite3.OperationalError:
            return None
        return None if row is None else str(row[0])


def _copy(database: Path, part: Path) -> None:
    """All pages in one step: writers go on beside it, and the copy is of one moment."""
    with closing(_connect(database, "rw")) as source, closing(_connect(part, "rw")) as copy:
        copy.execute("pragma synchronous = off")  # it is synced when it is whole
        copy.execute("pragma journal_mode = off")
        schema = _schema(source)
        source.backup(copy)
    _to_one_file(part)
    with closing(_connect(part, "ro")) as copy:
        if _schema(copy) != schema:
            raise BackupError("damaged", file=part, problem="schema")


def _to_one_file(path: Path) -> None:
    """Without a log beside it: what is in one belongs into the file."""
    with closing(_connect(path, "rw")) as connection:
        connection.execute("pragma wal_checkpoint(truncate)").fetchall()
        connection.execute("pragma journal_mode = delete").fetchall()


def _begin_a_life(path: Path) -> None:
    """Write down that tables go on from an older copy, and since when: see ``db.lives``."""
    with closing(_connect(path, "rw")) as connection:
        connection.execute(f"pragma user_version = {-int(time.time())}")


def _schema(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    return connection.execute("select type, name, sql from sqlite_master order by type, name").fetchall()


def _private(path: Path) -> None:
    """An empty file that only its owner can read: a copy holds seeds and secret answers."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _publish(part: Path, target: Path) -> None:
    """Give the copy its name, never that of a file which is there already."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise BackupError("exists", file=target) from None
    except OSError:  # a file system without links
        if target.exists():
            raise BackupError("exists", file=target) from None
        part.rename(target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    """Wait until it is on the disk."""
    if sys.platform == "win32" and path.is_dir():
        return
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _removed_at_the_end(part: Path) -> Generator[None, None, None]:
    try:
        yield
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            with suppress(OSError):
                Path(f"{part}{ending}").unlink()


def _sweep(folder: Path) -> None:
    """Throw away what a backup that was cut short has left."""
    for part in folder.glob("*.db.*.part*"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > STALE:
                part.unlink()


# ---- before a migration


def before_migration(database: Path) -> Backup | None:
    """A copy of a database that is about to be changed to a newer schema; ``None`` when nothing is to be done.

    Raises ``BackupError`` (also for a file that is damaged or not ours) and ``SchemaTooNewError``: then the database
    must not be touched.
    """
    if not database.exists():
        return None
    for path in (database, database.parent):
        if not os.access(path, os.W_OK):  # SQLite would leave files beside it that nobody may write either
            raise BackupError("read_only", file=path)
    contents = look(database, thoroughly=False)
    if contents is None or contents.revision == newest_revision():
        return None
    made = back_up(database, word=AUTOMATIC)
    old = sorted(database.parent.glob(f"{FOLDER}/{database.stem}-*-{AUTOMATIC}.db"))[:-KEEP]
    for path in old:
        with suppress(OSError):
            path.unlink()
    return made


def newest(database: Path) -> datetime | None:
    """When the newest backup beside this database was made."""
    times = [path.stat().st_mtime for path in database.parent.glob(f"{FOLDER}/{database.stem}-*.db")]
    return datetime.fromtimestamp(max(times), UTC) if times else None


# ---- putting back


@dataclass(frozen=True, slots=True)
class Restored:
    contents: Contents
    kept: Path | None
    """Where the database that was replaced is now."""


def restore(copy: Path, database: Path) -> Restored:
    """Put a copy in the place of the database, which is kept beside it. Nobody else may have the database open.

    The copy is checked first and stays as it is. Until the checked copy has its name beside the database nothing has
    changed; from then on ``finish_restore`` ends the work, however often it is cut short. Raises ``BackupError`` and
    ``SchemaTooNewError``.
    """
    _require(copy)
    given = copy
    copy, database = copy.resolve(), database.resolve()  # a log lies beside the file, not beside a link to it
    try:
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        stamp = _free_stamp(database)
        part = database.with_name(f"{database.name}.{stamp}.part")
        with _removed_at_the_end(part):
            _private(part)
            shutil.copyfile(copy, part)
            if _log_of(copy).exists():  # a copy that was made by hand
                shutil.copyfile(_log_of(copy), _log_of(part))
            contents = look(part)
            if contents is None:
                raise BackupError("empty", file=copy)
            _to_one_file(part)
            _begin_a_life(part)
            _sync(part)
            part.rename(_staged(database, stamp))
        _sync(database.parent)
        kept = finish_restore(database)
    except sqlite3.Error as error:
        raise _unwritten(error, given) from error
    except BackupError as error:
        facts = {**error.facts, "file": given} if "file" in error.facts else error.facts
        raise BackupError(error.reason, **facts) from error
    except OSError as error:
        raise BackupError("not_written", file=database, problem=error.strerror or error) from error
    return Restored(contents, kept)


def _free_stamp(database: Path) -> str:
    first = f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
    stamps = (first, *(f"{first}.{n}" for n in range(2, 1000)))
    return next(stamp for stamp in stamps if not _kept(database, stamp).exists())


def _staged(database: Path, stamp: str) -> Path:
    return database.with_name(f"{database.name}.{STAGED}-{stamp}")


def _kept(database: Path, stamp: str) -> Path:
    return database.with_name(f"{database.stem}-replaced-{stamp}.db")


def unfinished(database: Path) -> list[Path]:
    """Copies that are checked and only wait to be put in the place of the database."""
    begins = f"{database.name}.{STAGED}-"
    return sorted(path for path in database.parent.iterdir() if path.name.startswith(begins))


def finish_restore(database: Path) -> Path | None:
    """Put a checked copy in its place, if one waits; gives where the database before it is now.

    The log goes first: it must never lie beside a file that it does not belong to, and it belongs to the file that is
    kept. Each step is done once or not at all, in this order, so that a cut anywhere leaves the rest to the next call.
    """
    kept: Path | None = None
    for staged in unfinished(database):
        kept = _kept(database, staged.name.rpartition(f"{STAGED}-")[2])
        log = _log_of(database)
        if log.exists() and not _log_of(kept).exists():
            log.rename(_log_of(kept))
            _sync(database.parent)
        if database.exists() and not kept.exists():
            database.rename(kept)
            _sync(database.parent)
        Path(f"{database}-shm").unlink(missing_ok=True)
        Path(f"{database}-journal").unlink(missing_ok=True)
        staged.replace(database)
        _sync(database.parent)
    return kept if kept is not None and kept.exists() else None
