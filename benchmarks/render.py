"""How fast pictures are, against common practice and against the floor, in one run: ``python -m benchmarks.render``.

- common practice: the same art without any memory, drawn anew at twice the size and reduced, saved as a default PNG;
- floor: copy the bare page, repeat the very pastes that the painter made, map to the palette, deflate.

Absolute times depend on the machine and its load; the ratios, taken in the same run, are what counts.
"""

from __future__ import annotations

import asyncio
import io
import statistics
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from PIL import Image

from engines.chance import FastChance
from engines.core import Level
from engines.volt.game import Volt
from engines.volt.model import Options, View
from render import Look, Studio, canvas, draw
from render.palette import palette_image
from render.volt import page

NAMES = ("Rook", "Mikaela", "小明", "")
ROUNDS = 3
SAMPLE = 10
"""Views that are drawn without memory in a round; it takes long."""
GOAL_FASTER, GOAL_FLOOR, GOAL_REPEAT_MS, GOAL_COLD_MS = 5.0, 3.0, 1.0, 700.0
KEPT = ("_font", "covers", "_missing", "palette_image", "colours", "speak")
"""What even the careless load once."""


def a_game(seed: int, options: Options) -> list[View]:
    """The public views of one whole game of four bot players."""
    game, chance = Volt(), FastChance(seed)
    turnout = game.start(options, 4, chance)
    views = [step.view for step in turnout.steps]
    while (window := game.window(turnout.state)) is not None:
        answers = {
            seat: game.stand_in(game.view(turnout.state, seat), seat, Level.NORMAL, chance) for seat in window.asks
        }
        turnout = game.advance(turnout.state, answers, chance)
        views += [step.view for step in turnout.steps]
    return views


def median_ms(job: Callable[[View], object], views: list[View]) -> float:
    times: list[float] = []
    for view in views:
        begin = time.perf_counter()
        job(view)
        times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(times)


def forget() -> None:
    """Empty every cache of the render room but the fonts'."""
    for name, module in list(sys.modules.items()):
        if name.startswith("render"):
            for key, value in vars(module).items():
                if key not in KEPT and hasattr(value, "cache_clear"):
                    value.cache_clear()


@contextmanager
def doubled() -> Iterator[None]:
    """Sprites drawn at twice instead of four times their size."""
    usual = canvas.LARGER
    canvas.LARGER = 2
    try:
        yield
    finally:
        canvas.LARGER = usual


def common(view: View, look: Look) -> bytes:
    forget()
    with doubled():
        image = page.paint(view, look)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


class Floor:
    """The pastes of one picture, to be made again with nothing around them."""

    def __init__(self, view: View, look: Look) -> None:
        self.pastes: list[tuple[Any, ...]] = []
        usual = Image.Image.paste

        def noting(image: Image.Image, *given: Any) -> None:
            if len(given) == 3:
                self.pastes.append(given)
            usual(image, *given)

        Image.Image.paste = noting  # type: ignore[method-assign]
        try:
            self.page = page.paint(view, look)
        finally:
            Image.Image.paste = usual  # type: ignore[method-assign]

    def draw(self) -> bytes:
        image = self.page.copy()
        for given in self.pastes:
            image.paste(*given)
        return zlib.compress(image.quantize(palette=palette_image(), dither=Image.Dither.NONE).tobytes(), 1)


def report(title: str, look: Look, views: list[View]) -> None:
    ours, usual, least = [], [], []
    for _ in range(ROUNDS):
        usual.append(median_ms(lambda view: common(view, look), views[:: max(1, len(views) // SAMPLE)]))
        forget()
        for view in views:
            draw("volt", view, look)
        floors = iter([Floor(view, look) for view in views])
        ours.append(median_ms(lambda view: draw("volt", view, look), views))
        least.append(median_ms(lambda _, left=floors: next(left).draw(), views))
    mine, theirs, floor = map(statistics.median, (ours, usual, least))
    kib = statistics.median(len(draw("volt", view, look).png) for view in views) / 1024
    print(f"{title}, {look.size}: {mine:.1f} ms, {kib:.0f} KiB (medians over {len(views)} views)")
    print(f"  common practice {theirs:7.1f} ms: {theirs / mine:5.1f} times ours (goal at least {GOAL_FASTER:g})")
    print(f"  floor           {floor:7.1f} ms: ours is {mine / floor:.2f} times that (goal at most {GOAL_FLOOR:g})")


def cold(view: View) -> None:
    forget()
    first = median_ms(lambda view: draw("volt", view, Look("en", NAMES)), [view])
    print(f"first picture of an arena: {first:.0f} ms (goal at most {GOAL_COLD_MS:g})")


async def repeated(view: View) -> None:
    studio = Studio()
    look = Look("en", NAMES)
    await studio.draw("volt", view, look)
    times: list[float] = []
    for _ in range(1000):
        begin = time.perf_counter()
        await studio.draw("volt", view, look)
        times.append((time.perf_counter() - begin) * 1000)
    studio.close()
    print(f"the same board again: {statistics.median(times):.3f} ms (goal at most {GOAL_REPEAT_MS:g})")


def main() -> None:
    games = {
        "basic game": a_game(7, Options()),
        "with modules and mines": a_game(7, Options(arena="minefield", modules="on")),
    }
    first = games["basic game"][0]
    cold(first)
    asyncio.run(repeated(first))
    for title, views in games.items():
        report(title, Look("en", NAMES, "full"), views)
        report(title, Look("en", NAMES, "step"), views)


if __name__ == "__main__":
    main()
