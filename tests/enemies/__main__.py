"""Attack the bot with as many inputs as one likes: ``python -m tests.enemies --inputs 1000000``."""

from __future__ import annotations

import asyncio
import logging
import tempfile
import time
from pathlib import Path

import click
import pytest

from tests.conftest import Complaints
from tests.enemies.attack import Figures, attack, besieged


async def run(inputs: int, seed: int) -> Figures:
    complaints = Complaints()
    logging.getLogger().addHandler(complaints)
    with pytest.MonkeyPatch.context() as monkeypatch, tempfile.TemporaryDirectory() as folder:
        async with besieged(Path(folder), seed, monkeypatch) as siege:
            figures = await attack(siege, inputs)
    assert not complaints.records, f"errors were logged: {complaints.forgive()[:10]}"
    return figures


@click.command()
@click.option("--inputs", default=1_000_000, show_default=True, type=click.IntRange(min=1))
@click.option("--seed", default=1, show_default=True)
def main(inputs: int, seed: int) -> None:
    """Send made-up commands, presses, forms and typing to three running games; say what became of it."""
    begun = time.monotonic()
    figures = asyncio.run(run(inputs, seed))
    for name, counter in (
        ("sent", figures.sent),
        ("what came of it", figures.came_of_it),
        ("refused", figures.refused),
        ("rows changed", figures.changed),
    ):
        click.echo(f"{name}:")
        for what, count in counter.most_common():
            click.echo(f"  {count:8}  {what}")
    click.echo(
        f"{figures.inputs} inputs in {time.monotonic() - begun:.0f} s, all answered, none unlawful accepted, none "
        f"crashed; memory {figures.memory[0] // 1024} MiB after a tenth, {figures.memory[-1] // 1024} MiB at the end."
    )


if __name__ == "__main__":
    main()
