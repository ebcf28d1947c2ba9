"""Presses of one person at one table act one after the other; nobody else waits, and nothing waits for ever."""

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


async def test_one_that_hangs_holds_nobody_up_for_long() -> None:
    queues = Queues()
    with queues.place(1, "ABCD"), queues.place(1, "ABCD") as second:
        await asyncio.wait_for(second.turn(patience=0.01), 5)
    assert not len(queues)
