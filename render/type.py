"""Type: one font for both languages, names made safe for it, labels drawn once."""

from __future__ import annotations

import threading
import unicodedata
from functools import cache, lru_cache
from typing import Literal

from PIL import Image, ImageDraw, ImageFont
from pylopdf_fonts_zh_cn import sans_path

from render.palette import Colour

Anchor = Literal["left", "middle", "right"]
ELLIPSIS = "…"
HEAVY = 0.022
"""Stroke that makes the regular weight bold, as a share of the size."""
MIDDLE = 0.37
"""Half the height of a capital or a Chinese character above the baseline, as a share of the size."""

_font_lock = threading.Lock()
"""FreeType faces are not safe to use from two threads at once."""


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(sans_path()), size, layout_engine=ImageFont.Layout.BASIC)


def _glyph(character: str) -> bytes:
    """What the font draws for one character."""
    image = Image.new("L", (48, 48), 0)
    with _font_lock:
        ImageDraw.Draw(image).text((4, 4), character, font=_font(24), fill=255)
    return image.tobytes()


@cache
def _missing() -> bytes:
    """The box that stands for a glyph that the font lacks."""
    return _glyph("\U0010fffd")


@lru_cache(maxsize=8192)
def covers(character: str) -> bool:
    """Whether the font has a glyph of its own for the character."""
    return character.isspace() or _glyph(character) != _missing()


@lru_cache(maxsize=1024)
def plain(text: str) -> str:
    """The text as the font can show it: styled letters plain, no emoji, marks, bidi or zero-width characters."""
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", text):
        for piece in character if covers(character) else unicodedata.normalize("NFKC", character):
            category = unicodedata.category(piece)
            if category.startswith("Z"):
                kept.append(" ")
            elif category[0] not in "CM" and covers(piece):
                kept.append(piece)
    return " ".join("".join(kept).split())


@lru_cache(maxsize=2048)
def width(text: str, size: int, bold: bool = True) -> int:
    """Pixels that the text takes in one line."""
    with _font_lock:
        return round(_font(size).getlength(text)) + (round(size * HEAVY * 2) if bold else 0)


@lru_cache(maxsize=1024)
def fit(text: str, size: int, room: int, bold: bool = True) -> str:
    """The text, shortened with an ellipsis until it fits into ``room`` pixels."""
    if width(text, size, bold) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, size, bold) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def fit_size(text: str, size: int, room: int, least: int, bold: bool = True) -> int:
    """The largest size from ``size`` down to ``least`` at which the text fits."""
    while size > least and width(text, size, bold) > room:
        size -= 2
    return size


@lru_cache(maxsize=1024)
def _label(text: str, size: int, bold: bool) -> Image.Image:
    """The text as a mask of the line's full height, drawn twice as large and reduced."""
    big = _font(size * 2)
    stroke = size * 2 * HEAVY if bold else 0
    with _font_lock:
        wide = max(2, round(big.getlength(text) + stroke * 2) + 4)
        mask = Image.new("L", (wide, size * 3), 0)
        where = (stroke + 1, size * 1.5 + size * 2 * MIDDLE)
        ImageDraw.Draw(mask).text(where, text, font=big, fill=255, stroke_width=stroke, anchor="ls")
    return mask.reduce(2)


def write(
    image: Image.Image,
    text: str,
    x: float,
    y: float,
    size: int,
    colour: Colour,
    *,
    anchor: Anchor = "left",
    bold: bool = True,
    room: int | None = None,
) -> int:
    """Write one line with its middle at height ``y``; returns its width. Shortened to ``room`` when given."""
    shown = fit(text, size, room, bold) if room is not None else text
    mask = _label(shown, size, bold)
    shift = {"left": 0.0, "middle": mask.width / 2, "right": float(mask.width)}[anchor]
    image.paste(colour, (round(x - shift), round(y - mask.height / 2)), mask)
    return mask.width
