"""A game in bad weather: Discord fails, is late, says things twice, or goes away; it must come out the same."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from tests.wire.limits import Fault
from tests.wire.playing import A_WHILE, Evening, Plot
from tests.wire.process import BotProcess, Nursery, make
from tests.wire.server import Request, Wire
from tests.wire.story import Story, check, story_of

BROKEN: Final = Fault(0, drop=True)
"""The connection breaks before there is an answer."""
START: Final = ("GET /users/@me", "GET /oauth2/applications/@me", "GET /gateway/bot")
"""What a bot asks before it is one: who starts it starts it again."""


class Weather:
    """Faults for each sort of request, one for each time that it comes: before it is carried out, or after."""

    def __init__(self, before: Sequence[Fault | None] = (), after: Sequence[Fault | None] = ()) -> None:
        self._faults = {"before": before, "after": after}
        self._came: Counter[tuple[str, str]] = Counter()
        self.met: Counter[str] = Counter()
        """How often each sort of request met a fault."""
        self.only: Callable[[Request], bool] = lambda request: request.kind not in START

    def over(self, wire: Wire) -> None:
        """Let it come down on this Discord."""
        wire.before, wire.after = self._before, self._after

    async def _before(self, request: Request) -> Fault | None:
        return self._strike("before", request)

    async def _after(self, request: Request) -> Fault | None:
        return self._strike("after", request)

    def _strike(self, when: str, request: Request) -> Fault | None:
        if not self.only(request):
            return None
        faults, number = self._faults[when], self._came[when, request.kind]
        self._came[when, request.kind] += 1
        fault = faults[number] if number < len(faults) else None
        if fault is not None:
            self.met[request.kind] += 1
        return fault


@asynccontextmanager
async def evening(folder: Path, plot: Plot, nursery: Nursery) -> AsyncIterator[Evening]:
    """A server and a bot that is up; at the end it must have said everything, once, and complained of nothing."""
    wire = await Wire().start()
    make(folder)
    async with BotProcess(wire, folder, nursery=nursery, WIRE_SEED=plot.game, WIRE_DRAW="0") as bot:

        async def revive() -> None:
            raise AssertionError(f"the bot has ended:\n{bot.log[-3000:]}")

        await bot.start()
        yield Evening(wire, bot, plot, revive)
        await bot.stop()
        assert not bot.complaints, bot.complaints[:5]
    await wire.stop()


async def story_under(table: Evening) -> Story:
    """Play the whole game, and see that nothing is lost or doubled."""
    await table.begin()
    return await story_to_the_end(table)


async def story_to_the_end(table: Evening) -> Story:
    """The same of a game that is under way."""
    await table.play()
    await table.settle()
    check(table)
    return story_of(table)


@asynccontextmanager
async def quick_clock(table: Evening) -> AsyncIterator[None]:
    """Let the bot's clock run about forty times as fast."""

    async def run() -> None:
        while True:
            await asyncio.sleep(A_WHILE / 50)
            table.move_clock(A_WHILE * 0.8)

    task = asyncio.create_task(run())
    try:
        yield
    finally:
        task.cancel()
