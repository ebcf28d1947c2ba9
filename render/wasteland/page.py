"""Which picture a view is: the table, a step, a season's end, a settlement, or what one seat sees."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engines.wasteland.views import View
from locales import Words, speak
from render.palette import COAL
from render.studio import Look
from render.wasteland import overview, seat_page, settle, steps, summary
from render.wasteland.heading import WIDE
from render.wasteland.names import drawn_names

PAGES = True
"""``Look.page`` is known: a page of its own for each player."""

TALLEST: Final = 1700
"""A table of figures stands alone where it and the overview together would be taller than this, in pixels."""


def paint(view: View, look: Look) -> Image.Image:
    """A fresh picture, 800 pixels wide."""
    if look.page is not None:
        return seat_page.paint_page(view, look, look.page)
    if view.seat is not None:
        return seat_page.paint_seat(view, look)
    words = speak(look.language)
    names = drawn_names(view, words, look.names)
    told = _told(view, words, names)
    if look.size == "step":
        return told or steps.paint(view, words, names)
    if told is not None and told.height + overview.height(view) > TALLEST:
        return told
    whole = overview.paint(view, words, names)
    return whole if told is None else _below(told, whole)


def _told(view: View, words: Words, names: tuple[str, ...]) -> Image.Image | None:
    """The table of figures that the step is about."""
    if view.summary is not None:
        return summary.picture(view, view.summary, words, names)
    if view.settlement is not None and view.marks and all(mark.kind == "settled" for mark in view.marks):
        return settle.picture(view, view.settlement, words, names)
    return None


def _below(first: Image.Image, second: Image.Image) -> Image.Image:
    """One picture under the other."""
    image = Image.new("RGB", (WIDE, first.height + second.height), COAL)
    image.paste(first, (0, 0))
    image.paste(second, (0, first.height))
    return image
