"""Kill the bot where it hurts, start it again, and play on: the game must come out as if nothing had happened."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.wire.limits import Fault
from tests.wire.playing import Evening, Plot
from tests.wire.process import BotProcess, Nursery, make
from tests.wire.server import Request, Wire
from tests.wire.story import Story, check, press_old_buttons, story_of

GONE = Fault(0, drop=True)
USUAL_START = 0.2
"""Seconds that a start out of the nursery takes on a machine that has nothing else to do."""


@dataclass
class Figures:
    """What happened in a run of games."""

    games: int = 0
    kills: Counter[str] = field(default_factory=Counter[str])
    starts: int = 0
    buttons: int = 0
    forgotten: int = 0
    """Restarts after which Discord knew no nonce any more."""
    slowest: float = 0.0
    """Seconds of the slowest restart, until the bot had identified."""

    def __add__(self, other: Figures) -> Figures:
        counts = (self.games + other.games, self.kills + other.kills, self.starts + other.starts)
        rest = (self.buttons + other.buttons, self.forgotten + other.forgotten, max(self.slowest, other.slowest))
        return Figures(*counts, *rest)


class Reaper:
    """Kills one bot: at points that are named, each once, or at random instants."""

    def __init__(self, wire: Wire, bot: BotProcess, points: Iterable[str], mean: float | None, luck: random.Random):
        self._wire, self._bot, self._mean, self._luck = wire, bot, mean, luck
        self.points = set(points)
        self.figures = Figures()
        self._trace = bot.folder / "points"
        self._next: asyncio.TimerHandle | None = None
        self.resting = False
        self._struck = False
        """It was killed from outside since its last start."""
        wire.before, wire.after = self._before, self._after

    async def _before(self, request: Request) -> Fault | None:
        return self._strike(f"before {request.kind}")

    async def _after(self, request: Request) -> Fault | None:
        return self._strike(f"after {request.kind}")

    def _strike(self, point: str) -> Fault | None:
        """Kill the bot if this is a point to die at; a bot that is dead gets nothing done and no answer."""
        if not self._bot.alive:
            return GONE
        if self.resting or point not in self.points:
            return None
        self.points.discard(point)
        self._kill(point)
        return GONE

    def _kill(self, why: str) -> None:
        self._struck = True
        self.figures.kills[why] += 1
        self._bot.kill()

    def _at_random(self) -> None:
        if self._bot.alive and not self.resting:
            self._kill("at random")

    async def start(self) -> None:
        """Start the bot; when it dies on the way, again."""
        while True:
            if self._bot.starts:
                await self._bot.ended()
                assert self._count_inner() or self._struck, f"it has ended by itself: {self._bot.log[-3000:]}"
                self._struck = False
                if self._luck.random() < 0.2:
                    self._wire.forget_nonces()
                    self.figures.forgotten += 1
            begun = time.monotonic()
            inner = () if self.resting else sorted(point for point in self.points if "/" not in point)
            await self._bot.start(WIRE_KILL=",".join(inner), WIRE_TRACE=str(self._trace))
            self.figures.starts += 1
            took = time.monotonic() - begun
            if self._bot.alive:
                self.figures.slowest = max(self.figures.slowest, took)
                break
        if self._mean is not None:
            # On a machine that is slow just now a life lasts longer, or the bot would come to nothing in it.
            life = self._luck.expovariate(1 / self._mean) * max(1.0, took / USUAL_START)
            self._next = asyncio.get_running_loop().call_later(life, self._at_random)

    def _count_inner(self) -> bool:
        """Whether the bot has died of its own hand: at the last point that it wrote down."""
        lines = self._trace.read_text(encoding="ascii").split("\n") if self._trace.exists() else []
        last = lines[-2] if len(lines) > 1 else ""
        if last not in self.points:
            return False
        self.points.discard(last)
        self.figures.kills[last] += 1
        return True

    def rest(self) -> None:
        """No more kills."""
        self.resting = True
        if self._next is not None:
            self._next.cancel()

    def passed(self) -> set[str]:
        """All points inside the bot that it came by."""
        return set(self._trace.read_text(encoding="ascii").splitlines())


@dataclass(frozen=True)
class Outcome:
    story: Story
    figures: Figures
    points: set[str]
    """Every point that was passed."""
    left: set[str]
    """Points that were to be died at and were not passed."""


async def play(
    folder: Path,
    plot: Plot,
    *,
    nursery: Nursery | None = None,
    points: Iterable[str] = (),
    mean: float | None = None,
    seed: int = 0,
    draw: bool = False,
    windows: int | None = None,
) -> Outcome:
    """A whole game; the bot dies at each of the points once, and at random instants ``mean`` seconds apart.

    ``windows``: only so many of them. Raises ``AssertionError`` for what was lost or doubled.
    """
    make(folder)
    wire = await Wire().start()
    settings = {"WIRE_SEED": f"{plot.game}", "WIRE_DRAW": str(int(draw)), "SCRAPYARD_LOG_LEVEL": "INFO"}
    async with BotProcess(wire, folder, nursery=nursery, **settings) as bot:
        reaper = Reaper(wire, bot, points, mean, random.Random(seed))

        evening = Evening(wire, bot, plot, reaper.start)
        await reaper.start()
        await evening.begin()
        await evening.play(windows)
        await evening.settle()
        reaper.rest()
        await evening.settle()
        check(evening)
        assert not bot.complaints, bot.complaints[:5]
        reaper.figures.buttons += await press_old_buttons(evening)
        story = story_of(evening)
        await bot.stop()
    await wire.stop()
    reaper.figures.games += 1
    outer = {f"{when} {request.kind}" for request in wire.requests for when in ("before", "after")}
    return Outcome(story, reaper.figures, outer | reaper.passed(), reaper.points)


def equal(calm: Story, stormy: Story) -> None:
    """Raises ``AssertionError`` with the first difference between the two stories."""
    for name in ("table", "actions", "states", "steps", "told"):
        first, second = getattr(calm, name), getattr(stormy, name)
        if first == second:
            continue
        if isinstance(first, list):
            for number, (one, other) in enumerate(zip(first, second, strict=False)):
                assert one == other, f"{name} {number} differs"
            assert len(first) == len(second), f"{name}: {len(first)} in the calm run, {len(second)} in the other"
        assert first == second, f"{name} differs"
    for key in calm.asked.keys() & stormy.asked.keys():
        assert stormy.asked[key] == calm.asked[key], f"{key}: {calm.asked[key]!r}, not {stormy.asked[key]!r}"
