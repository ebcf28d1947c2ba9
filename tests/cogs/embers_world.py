"""A table of embers in a simulated Discord: what each person sees, and everybody."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from cogs.limits import check_view
from tests.embers_painter import register
from tests.play.harness import Person, Seen, playing
from tests.play.toy_table import ToyTable


class Fire(ToyTable):
    """The table, and the hands of its people."""

    game = "embers"

    async def stoke(self, person: Person, coals: int, seen: Seen | None = None) -> None:
        """By the lists of the general panel: choose, then be ready."""
        await self.play.press(person, "g-pick", seen=seen, values=[str(coals)])
        await self.play.press(person, "p-ready", seen=seen)

    def asking(self) -> Seen:
        """The newest public post with the button My seat."""
        return next(seen for seen in reversed(self.play.table_messages()) if seen.find("seat"))

    def private(self, person: Person) -> list[Seen]:
        """What the person alone can see in the thread."""
        public = {seen.id for seen in self.play.table_messages()}
        return [seen for seen in self.play.messages(self.play.thread.id, person) if seen.id not in public]

    async def seat(self, person: Person) -> Seen:
        """The person's own panel, fetched by My seat."""
        await self.play.press(person, "seat", seen=self.asking())
        return self.private(person)[-1]

    async def orders(self, person: Person, seen: Seen | None = None) -> Seen:
        """The person's orders, opened from their panel."""
        mine = seen or await self.seat(person)
        await self.play.press(person, "orders", seen=mine)
        return self.play.messages(mine.channel_id, person)[-1]

    async def order(self, person: Person, orders: Seen, field: str, value: str) -> Seen:
        """Choose an order in the list; gives the message as it stands afterwards."""
        seat = (await self.play.table()).seat_of(person.id)
        assert seat is not None
        await self.play.press_id(person, orders, f"s1:{self.play.code}:0:order:{seat.seat}.{field}", [value])
        return next(seen for seen in self.play.messages(orders.channel_id, person) if seen.id == orders.id)

    def chosen(self, seen: Seen) -> list[str]:
        """What the lists of a message have as chosen."""
        lists = [component for component in seen.components if component.get("options")]
        return [option["value"] for entry in lists for option in entry["options"] if option.get("default")]


@asynccontextmanager
async def burning(folder: Path, monkeypatch: pytest.MonkeyPatch, *, people: int = 3) -> AsyncIterator[Fire]:
    """A server where embers can be played. Every message must be one that Discord takes."""
    from cogs.composed import Composed

    register(monkeypatch)
    send, edit = Composed.to_send, Composed.to_edit

    def checked(call: Any) -> Any:
        def to(self: Composed, *args: Any) -> Any:
            check_view(self.view, self.files, strict=True)
            return call(self, *args)

        return to

    monkeypatch.setattr(Composed, "to_send", checked(send))
    monkeypatch.setattr(Composed, "to_edit", checked(edit))
    async with playing(folder, people=people) as play:
        yield Fire(play)
