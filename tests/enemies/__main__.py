"""A long siege: ``python -m tests.enemies --inputs 1000000 --jobs 2``."""

from __future__ import annotations

import multiprocessing
import time
from functools import reduce
from operator import add

import click

from tests.enemies.running import one


@click.command()
@click.option("--inputs", default=1_000_000, show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--jobs", default=1, show_default=True, help="Processes, each with a seed of its own.")
def main(inputs: int, seed: int, jobs: int) -> None:
    """Send made-up commands, presses, forms and typing to running games; say what became of it."""
    begun = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        done = pool.map(one, [(-(-inputs // jobs), seed + number) for number in range(jobs)], chunksize=1)
    figures = reduce(add, (figures for figures, _ in done))
    for name, counter in (
        ("sent", figures.sent),
        ("what came of it", figures.came_of_it),
        ("refused", figures.refused),
        ("rows changed", figures.changed),
    ):
        click.echo(f"{name}:")
        for what, count in counter.most_common():
            click.echo(f"  {count:8}  {what}")
    took, worked = time.monotonic() - begun, sum(seconds for _, seconds in done)
    click.echo(f"{figures.inputs} inputs in {took:.0f} s, {worked:.0f} s of processor; memory {figures.memory} KB")


if __name__ == "__main__":
    main()
