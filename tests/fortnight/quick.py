"""A quicker database, for long runs: it does not wait for the disk, and can do without threads of its own.

What dies here is the bot and never the computer, so nothing need be on the disk in time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import aiosqlite.core
import pytest

from tests.unsynced import do_not_sync


class AtOnce:
    """Stands in for the queue to a connection's thread."""

    def put_nowait(self, task: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, function = task
        try:
            result = function()
        except BaseException as error:
            if future is None:
                raise
            future.set_exception(error)
        else:
            if future is not None:
                future.set_result(result)

    def get(self) -> tuple[None, Callable[[], Any]]:
        """The thread has nothing to do and ends."""
        return None, lambda: aiosqlite.core._STOP_RUNNING_SENTINEL


@contextmanager
def quick(*, threads: bool) -> Iterator[None]:
    """Open databases like this for as long as it lasts."""
    with pytest.MonkeyPatch.context() as patch:
        do_not_sync(patch)
        if not threads:
            patch.setattr(aiosqlite.core, "SimpleQueue", AtOnce)
        yield
