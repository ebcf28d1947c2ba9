"""Text in several lines: broken at blanks, or anywhere between Chinese characters; and parts of a page as values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PIL import Image

from render.palette import Colour
from render.type import width, write

Panel = Callable[[Image.Image, int], None]
"""Draws itself from a height on."""
Piece = tuple[int, Panel]
"""A part of a page: how tall it is, and how it is drawn."""


def signed(value: int) -> str:
    """A number with a minus sign as long as a plus."""
    return str(value).replace("-", "−")


def wrap(text: str, size: int, room: int, most: int, least: int) -> tuple[tuple[str, ...], int]:
    """The text in at most ``most`` lines, as large as ``size`` allows, no character alone on the last one.

    When even ``least`` is too large, the last line is left too long. Returns the lines and the size.
    """
    while True:
        lines = _lines(text, size, room)
        alone = len(lines) > 1 and len(lines[-1]) == 1
        fits = len(lines) <= most and not alone and all(width(line, size) <= room for line in lines)
        if fits or size <= least:
            return (tuple(lines) if len(lines) <= most else _cut(text, lines[: most - 1])), size
        size -= 1


def _cut(text: str, lines: list[str]) -> tuple[str, ...]:
    """These lines, and all the rest as one."""
    for line in lines:
        text = text[len(line) :].lstrip()
    return (*lines, text)


def _lines(text: str, size: int, room: int) -> list[str]:
    """Broken at blanks, and at any character that is no letter of an alphabet."""
    lines, line = [], ""
    for piece in _pieces(text):
        if line and width((line + piece).rstrip(), size) > room:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return [*lines, line.rstrip()] if line.strip() else lines or [""]


HAN: Final = "\u2e80"
"""Characters from here on can be broken anywhere."""
CLOSING: Final = "，。；：、）！？”》"
"""Never at the beginning of a line."""


def _pieces(text: str) -> list[str]:
    found: list[str] = []
    for character in text:
        word = character < HAN and bool(found) and not found[-1].endswith(" ") and found[-1][-1] < HAN
        if found and (word or character in CLOSING):
            found[-1] += character
        else:
            found.append(character)
    return found


def write_lines(
    image: Image.Image, lines: tuple[str, ...], x: float, middle: float, size: int, colour: Colour, pitch: int,
    room: int | None = None, *, bold: bool = True,
) -> None:  # fmt: skip
    """Lines about a middle, ``pitch`` pixels from one to the next."""
    top = middle - pitch * (len(lines) - 1) / 2
    for k, line in enumerate(lines):
        write(image, line, x, top + k * pitch, size, colour, bold=bold, room=room)
