"""What a stage of the game is to those who run it: it asks, it goes on by itself, it takes answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from engines.core import Ask, Seat
from engines.wasteland.model import Action

if TYPE_CHECKING:
    from engines.wasteland.yard import Yard


class Asking(NamedTuple):
    """What a stage waits for."""

    kind: str
    """Of the window."""
    asks: Mapping[Seat, Ask]


class Phase(Protocol):
    """One stage. A stage that was just entered may have an empty queue and makes its own then."""

    def asks(self, yard: Yard) -> Asking | None:
        """Who is asked what now, without changing anything; ``None``: nobody, it goes on by itself."""
        ...

    def go_on(self, yard: Yard) -> None:
        """The next thing that happens by itself; it changes queue or stage. Called only while nobody is asked."""
        ...

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        """What one legal answer of each seat that is asked does."""
        ...
