"""Kill the bot in game after game: ``python -m tests.wire --kills 10000 --jobs 2``."""

from __future__ import annotations

import tempfile
import time
from multiprocessing import get_context

import click

from tests.wire.killing import Figures
from tests.wire.nights import job_of
from tests.wire.playing import PLOTS


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
        figures = sum(pool.starmap(job_of, work), Figures())
    click.echo(
        f"{sum(figures.kills.values())} kills in {figures.games} games and {time.monotonic() - begun:.0f} s: nothing "
        f"lost, nothing doubled. {figures.starts} starts, the slowest {figures.slowest:.2f} s; {figures.forgotten} of "
        f"them after Discord had forgotten every nonce; {figures.buttons} old buttons pressed."
    )


if __name__ == "__main__":
    main()
