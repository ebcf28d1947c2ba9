"""What keeps background work steady: waits that grow while something fails, and a look at how late the loop is."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

LATE: Final = 1.0
"""Seconds that the event loop may be late before that is logged."""

log = logging.getLogger(__name__)


class Rest:
    """How long work that fails is left alone: twice as long after each failure in a row, never longer than ``most``."""

    def __init__(self, first: timedelta, most: timedelta) -> None:
        self._first, self._most = first, most
        self._failures = 0
        self._until: datetime | None = None

    def over(self, now: datetime) -> bool:
        """Whether the work may be tried. A clock that was set back holds nothing up."""
        return self._until is None or now >= self._until or now < self._until - self._most

    def failed(self, now: datetime) -> None:
        wait = min(self._first * 2 ** min(self._failures, 16), self._most)
        self._failures += 1
        self._until = now + wait

    def worked(self) -> None:
        self._failures = 0
        self._until = None


class Lateness:
    """How much later than planned something regular came, by the event loop's own clock."""

    def __init__(self, period: float) -> None:
        self._period = period
        self._last: float | None = None

    def came(self, now: float) -> float:
        """Note that it came now; seconds that it is late. More than ``LATE`` is logged."""
        late = 0.0 if self._last is None else max(0.0, now - self._last - self._period)
        self._last = now
        if late > LATE:
            log.warning("the event loop was %.1f s late", late)
        return late
