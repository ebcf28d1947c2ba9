"""What the grounds mean, for newcomers: in the room that is left under the boards."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engines.thunder_road.facts import FACES, HAZARDS, LANES, ROWS
from engines.thunder_road.model import COMMANDS, Spot
from engines.thunder_road.views import View
from locales import Words
from render.canvas import Sketch, place, stamp
from render.palette import GRAPHITE, INK, WHITE
from render.thunder_road import ground, pieces, signs
from render.thunder_road.lie import SMALL, corners
from render.type import fit_size, write

LINE: Final = 62
_DAMAGE: Final = ("dent", "skid_FR", "shrapnel", "dazed", "blast")
ORDER: Final = (
    *("mud", "rock", "hazard", "oil", "chopper", "road", "off"),
    *COMMANDS,
    *("mine", "wreck"),
    *_DAMAGE,
)
"""What newcomers must know first."""
_ENTRIES: Final = (("road", "C2", "R"), ("off", "C2", "O"), ("mud", "B1", "M"), ("rock", "C1", "X"))


def paint(image: Image.Image, view: View, words: Words, x: int, y: int, wide: int, tall: int) -> None:
    """As many lines as there is room for."""
    entries = ORDER[: (tall - 20) // LINE]
    if not entries:
        return
    place(image, _ground(wide, len(entries) * LINE + 20), x, y)
    for k, key in enumerate(entries):
        middle = y + 10 + LINE * k + LINE / 2
        stamp(image, _picture(key), x + 44, middle)
        text = words(f"render.thunder_road.legend.{key.partition('_')[0]}")
        room = wide - 92
        write(image, text, x + 82, middle, fit_size(text, 26, room, 18), WHITE, room=room)


@cache
def _ground(wide: int, tall: int) -> Image.Image:
    s = Sketch(wide, tall, unit=wide)
    s.rect(0, 0, wide, tall, INK, 14)
    s.rect(4, 4, wide - 4, tall - 4, GRAPHITE, 11)
    return s.done()


@cache
def _picture(key: str) -> Image.Image:
    """A space of that ground, or the thing itself."""
    if key == "hazard":
        return pieces.face_down(44)
    if key in HAZARDS and key != "mud":
        return pieces.token(key, 46)
    if key in COMMANDS:
        return signs.command(key, 46)
    if key in _DAMAGE:
        return signs.damage(key, 44)
    if key == "chopper":
        return pieces.chopper(0, 54)
    face, letter = next((face, letter) for name, face, letter in _ENTRIES if name == key)
    rows = FACES[face].rows
    spot = next(Spot(lane, row) for row in range(1, ROWS) for lane in range(LANES) if rows[row][lane] == letter)
    sheet, _ = ground.layer(face, SMALL)
    x, y = ground.middle(spot.lane, spot.row, SMALL)
    side, half = SMALL.side, SMALL.tall // 2
    cut = sheet.crop((round(x) - side, round(y) - half, round(x) + side, round(y) + half))
    s = Sketch(side * 2, half * 2, unit=side * 2)
    s.poly(corners(side, half, SMALL, 0), WHITE)
    cut.putalpha(s.done().getchannel("A"))
    return cut.resize((round(side * 1.36), round(half * 1.36)), Image.Resampling.LANCZOS)
