"""A siege in a process of its own."""

from __future__ import annotations

import asyncio
import gc
import tempfile
import time
import traceback
from pathlib import Path

import click
import pytest

from tests.enemies.attack import attack, besieged
from tests.enemies.figures import Figures

OBJECTS = 50_000
"""Made before Python looks for rings of them again; at its usual 700 that is a tenth of all work."""


async def run(inputs: int, seed: int) -> Figures:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as monkeypatch:
        async with besieged(Path(folder), seed, monkeypatch) as siege:
            return await attack(siege, inputs, lambda figures: _tell(seed, figures))


def one(job: tuple[int, int]) -> tuple[Figures, float]:
    """A siege in a process of its own, and the seconds of processor that it took."""
    gc.set_threshold(OBJECTS)
    try:
        return asyncio.run(run(*job)), time.process_time()
    except BaseException:
        traceback.print_exc()  # at once: the others may go on for hours
        raise


def _tell(seed: int, figures: Figures) -> None:
    click.echo(f"seed {seed}: {figures.inputs} inputs, {time.process_time():.0f} s, {figures.memory[-1]} KB", err=True)
