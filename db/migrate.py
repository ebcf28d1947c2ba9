"""Migrations, applied at start. The steps live in ``db/migrations/versions``."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


class SchemaTooNewError(Exception):
    """The database was written by a newer version of the program than this one."""

    def __init__(self, revision: str) -> None:
        super().__init__(
            f"The database has schema {revision}, which this version of Scrapyard does not know. "
            "Install the version that wrote it, or a newer one."
        )
        self.revision = revision


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


@cache
def known_revisions() -> tuple[str, ...]:
    """Every schema that this version of the program can bring up to date, the newest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def newest_revision() -> str:
    """The schema that this version of the program works with."""
    return known_revisions()[0]


def bring_up_to_date(connection: Connection) -> None:
    """Apply every migration that is still missing, within the connection's transaction."""
    config = _config()
    config.attributes["connection"] = connection
    known = ScriptDirectory.from_config(config)
    heads = set(known.get_heads())
    applied = set(MigrationContext.configure(connection).get_current_heads())
    if applied == heads:
        return
    revisions = {script.revision for script in known.walk_revisions()}
    for revision in applied - revisions:
        raise SchemaTooNewError(revision)
    command.upgrade(config, "head")
