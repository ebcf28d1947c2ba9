"""What the person who runs the bot may set, from the environment or the file ``.env``; see ``.env.example``."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from db.database import file_of
from locales import Language

PREFIX = "SCRAPYARD_"
_SOURCES = SettingsConfigDict(env_prefix=PREFIX, env_file=".env", env_file_encoding="utf-8", extra="ignore")


class Settings(BaseSettings):
    """Each field is one variable, ``SCRAPYARD_`` and its name in capitals."""

    model_config = _SOURCES

    token: SecretStr = SecretStr("")
    database: str = "sqlite+aiosqlite:///data/scrapyard.db"
    """SQLAlchemy address; a relative path counts from the folder that the program is started in."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    lobby_hours: float = Field(default=48, gt=0, le=24 * 30)
    """Hours until a lobby that nobody started expires."""
    language: Language = "en"
    """What the program itself speaks in the terminal and on the preview's start page."""
    beat_seconds: float = Field(default=5, ge=1, le=60)
    """Seconds between two looks at deadlines and unsent messages."""

    @field_validator("token")
    @classmethod
    def _copied(cls, value: SecretStr) -> SecretStr:
        return SecretStr(value.get_secret_value().strip())

    @field_validator("database")
    @classmethod
    def _address(cls, value: str) -> str:
        try:
            make_url(value)
        except (ArgumentError, ValueError):  # the latter where its port is no number
            raise ValueError("not a database address like sqlite+aiosqlite:///data/scrapyard.db") from None
        return value

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is of the only kind that is built."""
        return make_url(self.database).drivername == "sqlite+aiosqlite"

    @property
    def database_file(self) -> Path | None:
        """The SQLite file; ``None`` for any other database."""
        return file_of(self.database)

    @property
    def database_folder(self) -> Path | None:
        """Where the SQLite file lies; ``None`` for any other database."""
        return None if self.database_file is None else self.database_file.parent


class _Tongue(BaseSettings):
    model_config = _SOURCES
    language: Language = "en"


def tongue() -> Language:
    """What the program speaks when its other settings cannot be used."""
    try:
        return _Tongue().language
    except (ValidationError, OSError, UnicodeError):
        return "en"
