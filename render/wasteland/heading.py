"""The band at the top: the four seasons, the turn, the dealer, and what everybody counts."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engines.wasteland.model import Season
from engines.wasteland.views import View
from locales import Words
from render import sprites
from render.canvas import Sketch, place, stamp
from render.palette import (
    ALLOY,
    BOT_DARK,
    FIRE_DARK,
    FIRE_LIT,
    GRAPHITE,
    HAZARD,
    HAZARD_DARK,
    HAZARD_LIT,
    INK,
    PIT,
    PLATE_LIT,
    RUST,
    SAND_LIT,
    SEAT_DARK,
    WHITE,
    Colour,
)
from render.type import fit_size, width, write
from render.wasteland import pieces, signs

WIDE: Final = 800
"""How wide every picture is."""
HEAD: Final = 118
SEASONS: Final[tuple[Season, ...]] = ("war", "scavenge", "invasion", "storm")
TONES: Final[dict[Season, Colour]] = {
    "setup": PLATE_LIT,
    "war": RUST,
    "scavenge": SEAT_DARK[1],
    "invasion": FIRE_DARK,
    "storm": BOT_DARK[0],
    "over": HAZARD_DARK,
}
_LEFT: Final = 70


def paint(image: Image.Image, view: View, words: Words, names: tuple[str, ...]) -> int:
    """Draw the band; names are by seat, in characters that the font has. Returns where its figures begin."""
    if view.winner is not None:
        _winner(image, view, words, names)
        return WIDE // 2
    place(image, _band(TONES[view.season]), 0, 0)
    stamp(image, sprites.turn_badge(view.turn, 58) if view.turn else signs.roamers(50), 38, 33)
    _seasons(image, view, words)
    right = _counts(image, view, words)
    stamp(image, pieces.dealer(46, words("render.wasteland.table.dealer_letter")), 34, 88)
    stamp(image, pieces.disc(view.dealer, 42), 82, 88)
    name, room = names[view.dealer], right - 112 - 10
    write(image, name, 112, 88, fit_size(name, 32, room, 22), WHITE, room=room)
    return right


@cache
def _band(edge: Colour) -> Image.Image:
    s = Sketch(WIDE, HEAD, unit=WIDE)
    s.rect(2, 2, WIDE - 2, HEAD - 2, INK, 14)
    s.rect(5, 5, WIDE - 5, HEAD - 5, GRAPHITE, 11)
    s.rect(5, 62, WIDE - 5, 66, edge)
    return s.done()


def _seasons(image: Image.Image, view: View, words: Words) -> None:
    """Where in the turn we are; before the first turn it says so."""
    if view.season not in SEASONS:
        label = words(f"wasteland.season.{view.season}")
        write(image, label, _LEFT + 8, 33, fit_size(label, 34, 600, 22), WHITE, room=600)
        return
    each = (WIDE - _LEFT - 12) / 4
    for k, season in enumerate(SEASONS):
        here = season == view.season
        x = round(_LEFT + k * each)
        place(image, _season(round(each) - 4, TONES[season] if here else PIT, here=here), x, 10)
        label, room = words(f"render.wasteland.table.season.{season}"), round(each) - 40
        size = fit_size(label, 28 if here else 24, room, 16)
        write(image, label, x + each / 2, 33, size, WHITE if here else ALLOY, anchor="middle", room=room)


SMALL: Final = 58


def small(image: Image.Image, view: View, words: Words, names: tuple[str, ...], ended: Season | None = None) -> None:
    """One line over a step: turn, season, dealer; ``ended``: the season that is over."""
    season = ended or view.season
    place(image, _line(TONES[season]), 0, 0)
    stamp(image, sprites.turn_badge(view.turn, 46) if view.turn else signs.roamers(42), 34, 29)
    label = words(f"render.wasteland.table.season.{season}" if season in SEASONS else f"wasteland.season.{season}")
    if ended is not None:
        label = words("render.wasteland.table.ended", season=label)
    used = write(image, label, 68, 29, fit_size(label, 30, 300, 20), WHITE, room=300)
    left = max(68 + used + 30, 400)
    stamp(image, pieces.dealer(42, words("render.wasteland.table.dealer_letter")), left + 21, 29)
    stamp(image, pieces.disc(view.dealer, 38), left + 66, 29)
    name, room = names[view.dealer], WIDE - 16 - (left + 94)
    write(image, name, left + 94, 29, fit_size(name, 28, room, 20), WHITE, room=room)


@cache
def _line(ground: Colour) -> Image.Image:
    s = Sketch(WIDE, SMALL, unit=WIDE)
    s.rect(2, 2, WIDE - 2, SMALL - 2, INK, 12)
    s.rect(5, 5, WIDE - 5, SMALL - 5, ground, 9)
    return s.done()


@cache
def _season(wide: int, ground: Colour, *, here: bool) -> Image.Image:
    s = Sketch(wide, 46, unit=wide)
    s.poly([(0, 0), (wide - 14, 0), (wide, 23), (wide - 14, 46), (0, 46), (12, 23)], WHITE if here else INK)
    s.poly([(6, 3), (wide - 16, 3), (wide - 4, 23), (wide - 16, 43), (6, 43), (17, 23)], ground)
    return s.done()


def _counts(image: Image.Image, view: View, words: Words) -> int:
    """The figures at the right; returns where they begin."""
    left = "∞" if view.reshuffles is None else str(view.reshuffles)
    shown = [(signs.roamers(38), str(view.count), WHITE), (signs.pile(38), str(view.pile), WHITE)]
    if view.drought:
        shown.append((signs.mark("drought", 40), words("render.wasteland.table.drought"), FIRE_LIT))
    else:
        shown.append((signs.anew(38), left, WHITE))
    if view.storm > 1:
        shown.append((signs.storm(38), f"×{view.storm}", SAND_LIT))
    x = WIDE - 16
    for sprite, text, tone in reversed(shown):
        size = fit_size(text, 30, 110, 18)
        x -= width(text, size) + 2
        write(image, text, x, 90, size, tone)
        x -= 42
        stamp(image, sprite, x + 18, 89)
        x -= 14
    return x


def _winner(image: Image.Image, view: View, words: Words, names: tuple[str, ...]) -> None:
    assert view.winner is not None
    place(image, _gold(), 0, 0)
    stamp(image, pieces.disc(view.winner, 72), 66, 68)
    stamp(image, sprites.crown(52), 66, 26)
    room = WIDE - 130 - 24
    write(image, words("render.winner"), 122, 30, 26, INK)
    name = names[view.winner]
    write(image, name, 122, 64, fit_size(name, 40, room, 26), INK, room=room)
    line = words("render.wasteland.table.won", n=view.turn)
    write(image, line, 122, 98, fit_size(line, 24, room, 16), INK, room=room)


@cache
def _gold() -> Image.Image:
    s = Sketch(WIDE, HEAD, unit=WIDE)
    s.rect(2, 2, WIDE - 2, HEAD - 2, INK, 14)
    s.rect(6, 6, WIDE - 6, HEAD - 6, HAZARD_LIT, 11)
    s.rect(6, 10, WIDE - 6, HEAD - 6, HAZARD, 11)
    return s.done()
