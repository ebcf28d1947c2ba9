"""Where time comes from outside of tests."""

from __future__ import annotations

from datetime import UTC, datetime


class SystemClock:
    """The computer's clock."""

    def now(self) -> datetime:
        """The present moment in UTC."""
        return datetime.now(UTC)
