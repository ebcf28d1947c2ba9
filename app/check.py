"""Is everything there that the bot needs? Each finding says what is, and if something is wrong, how to mend it."""

from __future__ import annotations

import os
import platform
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import discord
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from app.backup import age, not_opened
from app.settings import Settings
from db.backup import BackupError, look, newest, unfinished
from db.database import Database
from db.migrate import SchemaTooNewError, newest_revision
from engines import GAMES
from locales import LANGUAGES, Words, speak
from render.type import covers

COPIES: Final = 3
"""How many times its own size a database may need beside it: a backup, the log of a busy day, a restore."""
TOKEN_SHAPE: Final = re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}")
LEAST_FREE: Final = 200 * 1024 * 1024
"""Bytes of disk below which SQLite and its log may soon be unable to write."""


@dataclass(frozen=True, slots=True)
class Finding:
    ok: bool
    text: str


async def everything(settings: Settings, words: Words) -> list[Finding]:
    """All findings, in the order in which one would mend them."""
    return [
        versions(words),
        token(settings, words),
        await database(settings, words),
        disk(settings, words),
        backups(settings, words),
        font(words),
        texts(words),
    ]


def versions(words: Words) -> Finding:
    facts = {"python": platform.python_version(), "discord": discord.__version__}
    return Finding(True, words("app.check.versions", **facts))


def token(settings: Settings, words: Words) -> Finding:
    """Only the shape: whether Discord takes it shows when the bot runs."""
    text = settings.token.get_secret_value()
    if not text:
        return Finding(False, words("app.check.no_token"))
    fits = TOKEN_SHAPE.fullmatch(text) is not None
    return Finding(fits, words("app.check.token" if fits else "app.check.token_shape"))


async def database(settings: Settings, words: Words) -> Finding:
    """Open it and take the right to write. One of an older schema is only looked at: a bot may be serving it."""
    file = settings.database_file
    if not settings.is_sqlite:
        return Finding(False, words("app.run.only_sqlite"))
    try:
        if file is not None and file.parent.is_dir() and unfinished(file):
            return Finding(True, words("app.check.unfinished"))
        found = look(file) if file is not None and file.is_file() else None
        if found is not None and found.revision != newest_revision():
            return Finding(True, words("app.check.database_old", revision=found.revision))
        opened = await Database.open(settings.database)
        try:
            async with opened.write():
                pass
        finally:
            await opened.close()
    except (SchemaTooNewError, BackupError) as error:
        return Finding(False, not_opened(error, words))
    except (SQLAlchemyError, ArgumentError, OSError, ImportError) as error:
        problem = str(getattr(error, "orig", None) or error).splitlines()[0]
        return Finding(False, words("app.check.database_wrong", problem=problem))
    where = settings.database_folder
    return Finding(True, words("app.check.database", where=where.resolve() if where else "-"))


def disk(settings: Settings, words: Words, free_bytes: Callable[[Path], int] | None = None) -> Finding:
    folder = settings.database_folder or Path.cwd()
    file = settings.database_file
    while not os.path.exists(folder):  # never raises, whatever is closed to us
        folder = folder.parent
    free = free_bytes(folder) if free_bytes else shutil.disk_usage(folder).free
    size = os.path.getsize(file) if file is not None and os.path.isfile(file) else 0
    enough = free >= max(LEAST_FREE, COPIES * size)
    facts = {"free": f"{free / 1024**3:.1f}", "size": f"{size / 1024**2:.1f}"}
    return Finding(enough, words("app.check.disk" if enough else "app.check.disk_full", **facts))


def backups(settings: Settings, words: Words) -> Finding:
    """How old the newest copy is. That there is none is nothing wrong with the program."""
    file = settings.database_file
    made = newest(file) if file is not None else None
    if made is None:
        return Finding(True, words("app.check.no_backup"))
    return Finding(True, words("app.check.backup", age=age(made, words)))


def font(words: Words) -> Finding:
    """The font loads and knows Chinese."""
    try:
        fine = covers("中") and covers("A")
    except OSError:
        fine = False
    return Finding(fine, words("app.check.font" if fine else "app.check.font_wrong"))


def texts(words: Words) -> Finding:
    """Every game has its name in every language."""
    missing = [
        f"{key} ({language})" for key in GAMES for language in LANGUAGES if not speak(language).has(f"{key}.title")
    ]
    if missing:
        return Finding(False, words("app.check.texts_wrong", missing=", ".join(missing)))
    titles = ", ".join(words(f"{key}.title") for key in GAMES)
    return Finding(True, words("app.check.texts", titles=titles))
