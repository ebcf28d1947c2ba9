"""What a stage of the game is to the flow: what it asks, what it does while nothing is asked, what answers do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from engines.core import Ask, Seat
from engines.wasteland.model import Action
from engines.wasteland.yard import Yard


class Asking(NamedTuple):
    """What is asked now: the window's kind, and each seat's question."""

    kind: str
    asks: Mapping[Seat, Ask]


class Phase(Protocol):
    """One stage. ``asks`` changes nothing; it is called again and again for the same state."""

    def asks(self, yard: Yard) -> Asking | None:
        """Who must answer what; ``None`` where the stage goes on by itself."""
        ...

    def go_on(self, yard: Yard) -> None:
        """Called while nothing is asked: the next piece that happens by itself. It changes the queue or the stage."""
        ...

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        """What the legal answers of all who were asked do."""
        ...
