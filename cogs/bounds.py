"""What one person may ask of the bot, so that nobody fills the house and no flood holds up those who play."""

from __future__ import annotations

from collections import Counter, deque
from datetime import datetime, timedelta
from typing import Final

COMMANDS: Final = 30
A_WHILE: Final = timedelta(minutes=1)
"""So many commands in that time; nobody who plays needs as many."""
IN_FLIGHT: Final = 20
"""Presses of one person that may be under way at a time."""


class Bounds:
    """How many presses of each person are under way, so that one person cannot fill the house."""

    def __init__(self, limit: int = IN_FLIGHT) -> None:
        self.limit = limit
        self._under_way: Counter[int] = Counter()

    def enter(self, user_id: int) -> bool:
        if self._under_way[user_id] >= self.limit:
            return False
        self._under_way[user_id] += 1
        return True

    def leave(self, user_id: int) -> None:
        self._under_way[user_id] -= 1
        if self._under_way[user_id] <= 0:
            del self._under_way[user_id]


class Allowance:
    """How many commands each person gave in the last while. Presses at a table have a lane of their own."""

    def __init__(self, limit: int = COMMANDS, span: timedelta = A_WHILE) -> None:
        self.limit = limit
        self._span = span
        self._given: dict[int, deque[datetime]] = {}

    def take(self, user_id: int, now: datetime) -> bool:
        """Count one; ``False`` when that is too many. Nothing is kept of whoever has been quiet for a while."""
        for person, given in list(self._given.items()):
            while given and abs(now - given[0]) >= self._span:
                given.popleft()
            if not given:
                del self._given[person]
        given = self._given.setdefault(user_id, deque())
        if len(given) >= self.limit:
            return False
        given.append(now)
        return True
