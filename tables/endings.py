"""What must end with a game, and games that end before they are over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tables import tenures

if TYPE_CHECKING:
    from tables.desk import Desk


async def wind_up(desk: Desk) -> None:
    """The table has ended: no vote, claim, offer, reminder or act that was asked for outlives it."""
    await tenures.end_all(desk)
