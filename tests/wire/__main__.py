"""Kill the bot in game after game: ``python -m tests.wire --kills 10000 --jobs 2``."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from multiprocessing import get_context
from pathlib import Path

import click

from tests.wire.killing import Figures, equal, play
from tests.wire.playing import PLOTS
from tests.wire.process import Nursery
from tests.wire.story import Story

MEANS = (0.2, 0.35, 0.6, 1.0)
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
            except BaseException as error:
                raise RuntimeError(f"{game}, seed {number}, mean {mean}, in {folder}") from error
            figures += storm.figures
            total = sum(figures.kills.values())
            click.echo(f"{game}: {sum(storm.figures.kills.values())} kills; {total} in {figures.games} games so far")
    return figures


def _job(kills: int, seed: int, games: list[str], folder: str) -> Figures:
    return asyncio.run(kill(kills, seed, games, Path(folder)))


@click.command()
@click.option("--kills", default=10_000, show_default=True, type=click.IntRange(min=1))
@click.option("--game", "games", multiple=True, type=click.Choice(sorted(PLOTS)), help="All three by default.")
@click.option("--seed", default=1, show_default=True, help="The same seed kills at the same intervals.")
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(min=1), help="Games at a time.")
def main(kills: int, games: tuple[str, ...], seed: int, jobs: int) -> None:
    """Play whole games with a bot that is killed at random instants; say what was found."""
    chosen = list(games) or sorted(PLOTS)
    begun = time.monotonic()
    folder = tempfile.mkdtemp(prefix="kills")  # kept: a failure is looked at there
    work = [(-(-kills // jobs), seed * 1000 + job, chosen, f"{folder}/{job}") for job in range(jobs)]
    with get_context("spawn").Pool(jobs) as pool:
        figures = sum(pool.starmap(_job, work), Figures())
    click.echo(
        f"{sum(figures.kills.values())} kills in {figures.games} games and {time.monotonic() - begun:.0f} s: nothing "
        f"lost, nothing doubled. {figures.starts} starts, the slowest {figures.slowest:.2f} s; {figures.forgotten} of "
        f"them after Discord had forgotten every nonce; {figures.buttons} old buttons pressed."
    )


if __name__ == "__main__":
    main()
