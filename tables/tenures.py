"""Each person's time in a seat: records belong to it, not to the seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engines.core import Seat

if TYPE_CHECKING:
    from tables.desk import Desk


async def begin(desk: Desk) -> None:
    """The game begins: everybody who is seated has been there from the start."""


async def count(desk: Desk, sources: Mapping[Seat, str]) -> None:
    """Count what answered the window that closes (``turns.Answer.source``) for the tenure of each seat."""


async def end_all(desk: Desk) -> None:
    """The game is over: close the tenures, with the place that each has come to."""
