"""What stands on the road: cars of three outlines, wrecks, choppers, hazard tokens. Front is up; light from the left.

Each is drawn once per size and reduced.
"""

from __future__ import annotations

from functools import cache

from PIL import Image

from engines.core import Seat
from engines.thunder_road.model import Hazard, Size
from render.canvas import Sketch, ngon, polar, star, turned
from render.palette import (
    ALLOY,
    ALLOY_LIT,
    ASPHALT,
    ASPHALT_DARK,
    BOT_LIT,
    COAL,
    FIRE,
    FIRE_LIT,
    FLAME,
    GRAPHITE,
    HAZARD,
    HAZARD_LIT,
    INK,
    IRON,
    MUD,
    MUD_DARK,
    MUD_LIT,
    PIT,
    ROCK,
    RUST,
    SAND_LIT,
    SEAT,
    SILVER,
    SPARK,
    STEEL,
    STEEL_LIT,
    TEAL,
    WHITE,
)
from render.thunder_road.crews import BONE, Tones, emblem, tones
from render.thunder_road.ground import mud
from render.thunder_road.lie import Scale, corners


@cache
def car(seat: Seat, size: Size, pixels: int, *, broken: bool = False, shadow: bool = True) -> Image.Image:
    """A car that faces the front; ``broken``: it faces the rear and smokes."""
    s = Sketch(pixels)
    tone = tones(seat)
    if broken:
        tone = Tones(tone.dark, tone.base, tone.deep, INK)
    _BODIES[size](s, tone)
    x, y, r = _ROOF[size]
    emblem(s, seat, x, y, r, INK if seat == BONE and not broken else WHITE, tone.base)
    sprite = s.image.rotate(180) if broken else s.image
    if broken:
        over = s.sheet()
        _smoke(over)
        sprite.alpha_composite(over.image)
    if shadow:
        sprite = _shaded(sprite)
    return sprite.reduce(4)


def _shaded(sprite: Image.Image) -> Image.Image:
    """The sprite on its own shadow."""
    shade = Image.new("RGBA", sprite.size, (0, 0, 0, 0))
    level = Image.new("L", sprite.size, 0)
    away = sprite.width // 20
    level.paste(sprite.getchannel("A").point([k * 130 // 255 for k in range(256)]), (away, away))
    shade.putalpha(level)
    shade.alpha_composite(sprite)
    return shade


_ROOF = {"S": (50, 55, 13.5), "M": (50, 57, 14.5), "L": (50, 67, 18)}
"""Where the crew's sign is painted."""


def _dart(s: Sketch, tone: Tones) -> None:
    """A buggy: a bare frame, a needle nose, four wheels far outside."""
    for x, y, tall in ((25, 27, 21), (75, 27, 21), (23, 69, 27), (77, 69, 27)):
        s.line([(x, y + tall / 2), (50, y + tall / 2)], 6, INK)
        s.rect(x - 9, y, x + 9, y + tall, INK, 5)
        for k in range(3):
            s.rect(x - 6, y + 4 + k * tall * 0.27, x + 6, y + 4 + k * tall * 0.27 + 3, STEEL, 1)
    s.blob([(50, 10), (60, 40), (66, 62), (62, 88), (38, 88), (34, 62), (40, 40)], 4, INK)
    s.blob([(50, 12), (59, 41), (64, 62), (61, 86), (39, 86), (36, 62), (41, 41)], 1.5, tone.dark)
    s.blob([(50, 12), (54, 41), (57, 62), (55, 84), (39, 84), (36, 62), (41, 41)], 1.2, tone.base)
    s.line([(49, 14), (42, 42)], 3, tone.lit)
    s.rect(41, 33, 59, 43, INK, 4)
    s.rect(43, 35, 57, 39, TEAL, 2)
    s.rect(40, 74, 60, 91, INK, 3)
    for x in (45, 55):
        s.rect(x - 3, 77, x + 3, 89, STEEL_LIT, 1)
    s.rect(36, 7, 64, 13, INK, 2)
    s.rect(38, 8.5, 62, 11.5, ALLOY_LIT, 1)


def _fang(s: Sketch, tone: Tones) -> None:
    """A muscle car: a long bonnet with an engine through it, broad shoulders, a spoiler."""
    for x in (20, 70):
        for y in (18, 68):
            s.rect(x, y, x + 10, y + 19, INK, 4)
    s.blob([(34, 10), (66, 10), (74, 26), (72, 46), (77, 70), (72, 92), (28, 92), (23, 70), (28, 46), (26, 26)], 4, INK)
    s.blob(
        [(35, 11), (65, 11), (73, 27), (71, 46), (75, 70), (71, 90), (29, 90), (25, 70), (29, 46), (27, 27)],
        1.5,
        tone.dark,
    )
    s.blob(
        [(35, 11), (60, 11), (65, 27), (63, 46), (67, 70), (63, 86), (29, 86), (25, 70), (29, 46), (27, 27)],
        1.5,
        tone.base,
    )
    s.line([(32, 14), (29, 28), (30, 42)], 3.4, tone.lit)
    s.rect(40, 13, 60, 37, INK, 4)
    for y in (16, 23, 30):
        s.rect(43, y, 57, y + 4, ALLOY_LIT, 1.5)
    s.poly([(32, 42), (68, 42), (63, 50), (37, 50)], INK)
    s.poly([(36, 43.5), (64, 43.5), (61, 48.5), (39, 48.5)], TEAL)
    s.poly([(36, 75), (64, 75), (67, 81), (33, 81)], INK)
    s.rect(22, 87, 78, 96, INK, 3)
    s.rect(25, 89, 75, 93, tone.lit, 1.5)
    for x in (33, 67):
        s.circle(x, 11, 4, INK)
        s.circle(x, 11, 2.6, HAZARD_LIT)


def _maul(s: Sketch, tone: Tones) -> None:
    """A truck: a plough in front, a cab, an armoured bed, six wheels."""
    for x in (8, 80):
        for y in (20, 54, 76):
            s.rect(x, y, x + 12, y + 18, INK, 4)
    s.poly([(4, 17), (50, 1), (96, 17), (96, 25), (50, 11), (4, 25)], INK)
    s.poly([(8, 18), (50, 4), (50, 8.5), (8, 22)], SILVER)
    s.poly([(92, 18), (50, 4), (50, 8.5), (92, 22)], STEEL_LIT)
    s.rect(16, 14, 84, 48, INK, 8)
    s.rect(19, 17, 81, 46, tone.dark, 6)
    s.rect(19, 17, 72, 43, tone.base, 6)
    s.rect(22, 19, 66, 23, tone.lit, 2)
    s.rect(24, 28, 76, 39, INK, 4)
    s.rect(27, 30, 73, 34, TEAL, 2)
    s.rect(12, 45, 88, 98, INK, 6)
    s.rect(15, 48, 85, 95, tone.deep, 4)
    s.rect(15, 48, 85, 91, tone.dark, 4)
    s.rect(23, 48, 77, 87, tone.base, 3)
    for x in (18, 79):
        for y in (54, 66, 78):
            s.rect(x - 1, y, x + 4, y + 6, tone.lit, 1)
    for x in (18, 82):
        s.circle(x, 46, 6, INK)
        s.circle(x, 46, 3.4, STEEL_LIT)


_BODIES = {"S": _dart, "M": _fang, "L": _maul}


def _smoke(s: Sketch) -> None:
    for x, y, r in ((50, 84, 17), (34, 74, 12), (66, 72, 14), (56, 58, 10), (72, 54, 8)):
        s.circle(x, y, r + 3, INK)
    for x, y, r in ((66, 72, 14), (34, 74, 12), (56, 58, 10), (72, 54, 8), (50, 84, 17)):
        s.circle(x, y, r, IRON)
        s.circle(x - r * 0.2, y - r * 0.24, r * 0.62, STEEL)
    s.poly(star(50, 86, 14, 7, 6, 10), FLAME)
    s.poly(star(50, 87, 8, 4, 6, 30), SPARK)


@cache
def silhouette(size: Size, pixels: int, *, pale: bool = False) -> Image.Image:
    """A car of nobody, for signs: the outline says the size."""
    s = Sketch(pixels)
    _BODIES[size](s, Tones(SILVER, WHITE, ALLOY, STEEL) if pale else tones(None))
    return s.done()


@cache
def wreck(pixels: int) -> Image.Image:
    """A burnt shell across the road."""
    s = Sketch(pixels)
    for x, y in ((24, 26), (76, 32), (22, 74), (80, 80)):
        s.poly(turned([(x - 9, y - 11), (x + 9, y - 11), (x + 9, y + 11), (x - 9, y + 11)], 28, x, y), INK)
    shell = turned([(34, 12), (66, 16), (72, 50), (66, 88), (36, 90), (28, 52)], 24)
    s.blob(shell, 5, INK)
    s.blob(shell, 1.5, MUD_DARK)
    s.poly(turned([(36, 16), (58, 18), (60, 40), (38, 44)], 24), RUST)
    s.poly(turned([(40, 62), (62, 60), (60, 84), (42, 84)], 24), RUST)
    s.poly(turned([(38, 18), (48, 18), (44, 36)], 24), ROCK)
    s.poly(turned([(38, 44), (62, 42), (60, 58), (40, 60)], 24), INK)
    s.line([(26, 60), (44, 52), (38, 40)], 4, STEEL_LIT)
    s.line([(62, 70), (78, 58)], 4, STEEL)
    return _shaded(s.image).reduce(4)


@cache
def chopper(seat: Seat, pixels: int) -> Image.Image:
    """A gunship over a space: thin enough that what is beneath it can be seen."""
    tone = tones(seat)
    s = Sketch(pixels)
    s.circle(50, 44, 48, (*WHITE, 46))
    under = s.sheet()
    under.blob([(50, 12), (60, 30), (57, 52), (52, 92), (48, 92), (43, 52), (40, 30)], 4, INK)
    under.rect(36, 86, 64, 95, INK, 3)
    under.rect(22, 36, 78, 44, INK, 3)
    under.blob([(50, 13), (59, 30), (56, 52), (51, 90), (49, 90), (44, 52), (41, 30)], 1.4, tone.dark)
    under.blob([(49, 13), (54, 30), (52, 52), (49, 90), (48, 90), (44, 52), (41, 30)], 1.2, tone.base)
    under.rect(38, 88, 62, 93, tone.base, 2)
    for x in (23, 69):
        under.rect(x, 32, x + 8, 48, INK, 3)
        under.rect(x + 2, 34, x + 6, 44, FIRE, 1)
    under.poly([(46, 15), (54, 15), (57, 27), (43, 27)], INK)
    under.poly([(47.5, 17), (52.5, 17), (54.5, 25), (45.5, 25)], BOT_LIT[1])
    s.over(under)
    for bearing in (40, 130, 220, 310):
        tip, root = polar(50, 44, 49, bearing), polar(50, 44, 4, bearing)
        s.line([root, tip], 6.5, INK)
        s.line([root, polar(50, 44, 47.5, bearing)], 3, SILVER)
    s.circle(50, 44, 17.5, INK)
    s.circle(50, 44, 14.5, tone.base)
    emblem(s, seat, 50, 44, 11.5, INK if seat == BONE else WHITE, tone.dark)
    return _shaded(s.image).reduce(4)


# ---- hazard tokens


@cache
def face_down(pixels: int) -> Image.Image:
    """A token that nobody has turned over."""
    s = Sketch(pixels)
    s.circle(53, 55, 45, (0, 0, 0, 120))
    s.circle(50, 50, 46, INK)
    s.circle(50, 50, 42, FIRE)
    s.circle(50, 50, 34, INK)
    s.circle(50, 50, 31, COAL)
    s.arc(50, 50, 41, 190, 260, 4, FIRE_LIT)
    s.arc(50, 44, 15, 175, 370, 8, WHITE)
    s.line([(62.5, 46), (50, 56), (50, 60)], 8, WHITE)
    s.circle(50, 71, 5, WHITE)
    return s.done()


@cache
def face_up(kind: Hazard, scale: Scale) -> Image.Image:
    """A token that stays: the space is road, mud, or slippery for everybody."""
    wide, tall = scale.side * 2, scale.tall
    s = Sketch(wide, tall, unit=wide)
    x, y, u = wide / 2, tall / 2, tall / 100
    if kind == "oil":
        _oil(s, x, y, u)
        return s.done()
    s.poly(corners(x, y, scale, 8 * u), INK)
    s.poly(corners(x, y, scale, 10 * u), SEAT[1] if kind == "clear" else MUD_LIT)
    s.poly(corners(x, y, scale, 14 * u), ASPHALT_DARK if kind == "clear" else MUD)
    if kind == "clear":
        s.poly(corners(x, y, scale, 19 * u), ASPHALT)
        for dy in (-30, -6, 18):
            s.rect(x - 3 * u, y + dy * u, x + 3 * u, y + (dy + 14) * u, HAZARD_LIT, 2 * u)
        for side in (-1, 1):
            s.line([(x + side * 26 * u, y - 22 * u), (x + side * 26 * u, y + 22 * u)], 4 * u, SAND_LIT)
    else:
        inner = s.sheet()
        mud(inner, x, y, u * 0.72, 1)
        s.over(inner)
    return s.done()


def _oil(s: Sketch, x: float, y: float, u: float) -> None:
    """A black slick that shines in colours."""
    for grow, tone in ((3.5, STEEL_LIT), (0, INK)):
        for dx, dy, rx, ry in (
            (0, 2, 36, 25),
            (-22, -12, 20, 15),
            (22, 14, 21, 15),
            (26, -16, 12, 9),
            (-24, 22, 12, 8),
        ):
            s.oval(x + dx * u, y + dy * u, (rx + grow) * u, (ry + grow) * u, tone)
    for dx, dy, r, tone in (
        (-12, -4, 19, BOT_LIT[0]),
        (-12, -4, 14, TEAL),
        (12, 8, 16, HAZARD),
        (12, 8, 11, BOT_LIT[0]),
    ):
        s.arc(x + dx * u, y + dy * u, r * u, 190, 300, 3.4 * u, tone)
    s.oval(x - 20 * u, y - 14 * u, 6 * u, 3 * u, WHITE)


@cache
def token(kind: Hazard, pixels: int) -> Image.Image:
    """A hazard as a round sign: the same disc as the face-down one, its picture up."""
    s = Sketch(pixels)
    s.circle(50, 50, 48, INK)
    s.circle(50, 50, 44, WHITE)
    s.circle(50, 50, 38, PIT)
    if kind == "clear":
        s.circle(50, 50, 38, ASPHALT)
        for y in (20, 43, 66):
            s.rect(46.5, y, 53.5, y + 15, HAZARD_LIT, 2)
    elif kind == "mud":
        s.circle(50, 50, 38, MUD)
        mud(s, 50, 52, 0.72, 1)
    elif kind == "oil":
        _oil(s, 50, 50, 0.78)
    elif kind == "mine":
        for bearing in range(0, 360, 45):
            s.line([(50, 50), polar(50, 50, 29, bearing)], 7, STEEL_LIT)
        s.circle(50, 50, 21, STEEL)
        s.circle(50, 50, 16, GRAPHITE)
        s.circle(50, 50, 9, FIRE)
        s.circle(47, 47, 3, WHITE)
    else:
        s.circle(50, 50, 38, SAND_LIT)
        s.image.alpha_composite(wreck(round(s.image.width * 0.62)), (round(s.image.width * 0.19),) * 2)
    return s.done()


# ---- small signs on and beside cars


@cache
def pips(damage: int, pixels: int) -> Image.Image:
    """A car's two damage slots; ``pixels`` tall."""
    s = Sketch(round(pixels * 1.9), pixels, unit=190)
    s.rect(0, 0, 190, 100, INK, 22)
    for k in range(2):
        x = 12 + k * 90
        s.rect(x, 14, x + 76, 86, FIRE if k < damage else STEEL, 12)
        if k < damage:
            s.line([(x + 20, 32), (x + 56, 68)], 15, WHITE)
            s.line([(x + 56, 32), (x + 20, 68)], 15, WHITE)
        else:
            s.rect(x, 14, x + 76, 74, SILVER, 12)
    return s.done()


@cache
def check(pixels: int) -> Image.Image:
    """The car has moved this round."""
    s = Sketch(pixels)
    s.circle(50, 50, 48, INK)
    s.circle(50, 50, 39, SEAT[1])
    s.line([(30, 52), (45, 67), (71, 35)], 14, INK)
    return s.done()


@cache
def coast(pixels: int, *, lit: bool = True) -> Image.Image:
    """The car has coasted once."""
    s = Sketch(pixels)
    s.poly(ngon(50, 50, 49, 6, 30), INK)
    s.poly(ngon(50, 50, 40, 6, 30), HAZARD if lit else GRAPHITE)
    for y in (40, 62):
        s.line([(31, y + 9), (50, y - 10), (69, y + 9)], 10, INK if lit else STEEL)
    return s.done()


@cache
def skull(pixels: int) -> Image.Image:
    """Gone for good."""
    s = Sketch(pixels)
    s.circle(50, 50, 48, INK)
    s.circle(50, 50, 43, FIRE)
    emblem(s, BONE, 50, 50, 36, INK, FIRE)
    emblem(s, BONE, 50, 50, 31, WHITE, INK)
    return s.done()
