"""What holds in every test: an error that was only logged fails it, and a request that Discord would not take."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.honest.plugin import (  # noqa: F401 - pytest finds them here
    pytest_configure,
    pytest_sessionfinish,
    pytest_terminal_summary,
    pytest_testnodedown,
    traffic,
)
from tests.unsynced import do_not_sync

# A busy machine must not fail a test: speed is measured in benchmarks/.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

SYNCED = ("db", "host", "wire", "app")
"""Rooms whose databases are on the disk when they say so, as the bot's are."""
WATCHED = ("discord", "cogs", "tables", "db", "render", "engines", "app", "locales", "asyncio")


class Complaints(logging.Handler):
    """Errors that discord.py and the bot log instead of raising them. ``forgive`` those that are meant."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.split(".")[0] in WATCHED:
            self.records.append(record)

    def forgive(self) -> list[str]:
        """Take the errors logged so far as expected; gives their texts."""
        texts = [record.getMessage() for record in self.records]
        self.records.clear()
        return texts


@pytest.fixture(autouse=True)
def unsynced(request: pytest.FixtureRequest) -> Iterator[None]:
    """The other tests do not wait for the disk."""
    room = request.path.relative_to(Path(__file__).parent).parts[0]
    with pytest.MonkeyPatch.context() as patch:
        if room not in SYNCED:
            do_not_sync(patch)
        yield


@pytest.fixture(autouse=True)
def complaints() -> Iterator[Complaints]:
    handler = Complaints()
    root = logging.getLogger()
    root.addHandler(handler)
    yield handler
    root.removeHandler(handler)
    logged = [f"{record.name}: {record.getMessage()}" for record in handler.records]
    assert not logged, "errors were logged: " + "; ".join(logged)
