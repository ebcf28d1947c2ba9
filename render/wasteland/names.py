"""Who is who: names by seat, in characters that the font has."""

from __future__ import annotations

from collections.abc import Sequence

from engines.wasteland.views import View
from locales import Words
from render.text import drawn_name


def drawn_names(view: View, words: Words, names: Sequence[str]) -> tuple[str, ...]:
    """By seat."""
    return tuple(drawn_name(seat, words, names) for seat in range(len(view.areas)))
