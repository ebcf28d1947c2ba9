"""Game after game with a bot that is killed at random instants, until it has died often enough."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import click

from tests.honest.watch import TRAFFIC
from tests.wire.killing import Figures, equal, play
from tests.wire.playing import PLOTS
from tests.wire.process import Nursery
from tests.wire.story import Story

MEANS = (0.25, 0.35, 0.5, 0.8)
"""Mean seconds from a start to the kill, one for each game by turns."""


async def kill(kills: int, seed: int, games: list[str], folder: Path) -> Figures:
    """Play games until so many kills have come together. A failure names the game's seed and keeps its folder."""
    calm: dict[str, Story] = {}
    figures = Figures()
    luck = random.Random(seed)
    async with Nursery() as nursery:
        while sum(figures.kills.values()) < kills:
            game = games[figures.games % len(games)]
            if game not in calm:
                calm[game] = (await play(folder / "calm", PLOTS[game], nursery=nursery)).story
            number, mean = luck.randrange(1 << 30), luck.choice(MEANS)
            try:
                storm = await play(folder / "storm", PLOTS[game], nursery=nursery, mean=mean, seed=number)
                equal(calm[game], storm.story)
                assert not (found := TRAFFIC.take()), found[:3]
            except BaseException as error:
                raise RuntimeError(f"{game}, seed {number}, mean {mean}, in {folder}") from error
            figures += storm.figures
            total = sum(figures.kills.values())
            click.echo(f"{game}: {sum(storm.figures.kills.values())} kills; {total} in {figures.games} games so far")
    return figures


def job_of(kills: int, seed: int, games: list[str], folder: str) -> Figures:
    return asyncio.run(kill(kills, seed, games, Path(folder)))
