"""Presses of one person at one table act one after the other; nobody else waits."""

from __future__ import annotations

import asyncio

from cogs.queues import Queues


async def test_whoever_came_first_acts_first() -> None:
    queues, acted = Queues(), list[str]()

    async def press(name: str, user: int, code: str, way: float) -> None:
        with queues.place(user, code) as place:
            await asyncio.sleep(way)
            await place.turn()
            acted.append(name)
            place.leave()
            await asyncio.sleep(0.05)

    await asyncio.gather(
        press("slow", 1, "ABCD", 0.03),
        press("fast", 1, "abcd", 0.0),
        press("another table", 1, "WXYZ", 0.01),
        press("another person", 2, "ABCD", 0.01),
    )
    assert acted.index("slow") < acted.index("fast")
    assert acted[:2] == ["another table", "another person"]
    assert not len(queues)


async def test_one_that_fails_lets_the_next_one_act() -> None:
    queues, acted = Queues(), list[str]()

    async def press(name: str, error: Exception | None) -> None:
        with queues.place(1, "ABCD") as place:
            await place.turn()
            acted.append(name)
            if error is not None:
                raise error

    told = await asyncio.gather(press("first", OSError()), press("second", None), return_exceptions=True)
    assert isinstance(told[0], OSError)
    assert acted == ["first", "second"]
    assert not len(queues)
