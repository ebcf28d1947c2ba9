"""What lies on the table: parts, mechs built of them, ammo stacks, research badges, discs of seats.

Everything is drawn once per size and remembered: copy what is to be changed.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, Literal

from PIL import Image

from engines.core import Seat
from engines.wasteland.cards import ammo, is_down, is_up, kind_of, known, part_at
from engines.wasteland.model import SLOTS, Part
from engines.wasteland.views import Face
from render.canvas import Point, Sketch, faded, ngon, polar, star
from render.palette import (
    ALLOY_LIT,
    COAL,
    FIRE,
    GRAPHITE,
    HAZARD,
    HAZARD_DARK,
    HAZARD_LIT,
    INK,
    IRON,
    PIT,
    RUST,
    SPARK,
    STEEL,
    STEEL_LIT,
    WHITE,
    Colour,
)
from render.sprites import write_on
from render.wasteland.glyphs import glyph
from render.wasteland.tints import OF_PART, of_seat

Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""
Show = Literal["both", "glyph", "label"]
_SHELL: Final = 0.06
"""How thick a tile's border is, as a share of its width."""


# ---- tiles


@lru_cache(maxsize=2048)
def tile(
    face: Face,
    part: Part | None,
    wide: int,
    tall: int,
    *,
    bright: bool = True,
    points: bool = False,
    show: Show = "both",
) -> Image.Image:
    """A card or an empty slot. ``part``: the type that its place makes public, ``None`` where it does not.

    ``bright``: assembled. ``points``: its number is printed in the corner. ``show``: half of what is on a front.
    A card that lies face down and is known (``"c1"``) shows what is on its front, pale on its back.
    """
    if is_up(face):
        return _front(face, wide, tall, bright=bright, points=points, show=show)
    if is_down(face):
        return _back(face, part, wide, tall, points=points, show=show)
    return _hole(part, wide, tall)


def outline(part: Part | None, wide: float, tall: float, inset: float) -> list[Point]:
    """What a part's tile looks like from outside: its type can be told without colour."""
    a, b, c, d = inset, inset, wide - inset, tall - inset
    w, h = c - a, d - b
    if part == "C":
        k = min(w, h) * 0.2
        return [(a + k, b), (c - k, b), (c, b + k), (c, d - k), (c - k, d), (a + k, d), (a, d - k), (a, b + k)]
    if part == "S":
        top = [polar(a + w / 2, b + h * 0.5, 1, bearing) for bearing in range(-90, 91, 15)]
        dome = [(a + w / 2 + (x - a - w / 2) * w / 2, b + h * 0.5 + (y - b - h * 0.5) * h * 0.5) for x, y in top]
        return [*dome, (c, d), (a, d)]
    if part == "P":
        return [
            (a, b + h * 0.1),
            (a + w / 2, b),
            (c, b + h * 0.1),
            (c, b + h * 0.78),
            (a + w / 2, d),
            (a, b + h * 0.78),
        ]
    if part == "L":
        return [(a + w * 0.14, b), (c - w * 0.14, b), (c, b + h * 0.3), (c, d), (a, d), (a, b + h * 0.3)]
    k = min(w, h) * 0.08
    return [(a + k, b), (c - k, b), (c, b + k), (c, d - k), (c - k, d), (a + k, d), (a, d - k), (a, b + k)]


def _front(key: str, wide: int, tall: int, *, bright: bool, points: bool, show: Show) -> Image.Image:
    part = part_at(key)
    tone = OF_PART[part]
    s = Sketch(wide, tall, unit=wide)
    edge = max(1.5, wide * _SHELL)
    s.poly(outline(part, wide, tall, 0), INK)
    s.poly(outline(part, wide, tall, edge * 0.7), tone.lit if bright else STEEL)
    s.poly(outline(part, wide, tall, edge * 1.8), tone.base if bright else tone.deep)
    image = s.done()
    _print(image, key, part, WHITE if bright else ALLOY_LIT, 1.0 if bright else 0.55, show, points=points)
    return image


def _print(
    image: Image.Image, key: str, part: Part | None, ink: Colour, strength: float, show: Show, *, points: bool
) -> None:
    """Picture and label, one above the other."""
    wide, tall = image.size
    label = min(round(tall * (0.48 if part == "S" else 0.42)), round(wide * 0.62), 40)
    picture = round(min(wide * 0.74, tall - label * 0.78 - tall * 0.14))
    top = 0.1
    if show == "glyph":
        picture = round(min(wide * 0.8, tall * 0.7))
        _lay(image, key, picture, wide / 2, tall * 0.46, strength)
        return
    if show == "label":
        write_on(image, key, wide / 2, tall * 0.46, round(min(wide * 0.6, tall * 0.5)), ink)
        return
    bottom = tall * (0.16 if part == "P" else 0.08)
    _lay(image, key, picture, wide / 2, tall * top + picture / 2 - (tall * 0.02 if part == "P" else 0), strength)
    middle = tall - bottom - label * 0.42
    write_on(image, key, wide / 2, middle, label, ink)
    if points:
        badge = worth(kind_of(key).points, max(14, round(label * 0.86)))
        image.alpha_composite(badge, (wide - badge.width, 0))


def _lay(image: Image.Image, key: str, size: int, x: float, y: float, strength: float) -> None:
    sprite = glyph(key, max(4, size))
    if strength < 1:
        sprite = faded(sprite, strength)
    image.alpha_composite(sprite, (max(0, round(x - size / 2)), max(0, round(y - size / 2))))


@cache
def worth(value: int, size: int) -> Image.Image:
    """A part's points."""
    s = Sketch(round(size * 1.25), size, unit=125)
    s.rect(0, 0, 125, 100, INK, 30)
    s.rect(6, 6, 119, 94, WHITE if value > 0 else FIRE, 26)
    image = s.done()
    text = str(value).replace("-", "−")
    write_on(image, text, image.width * 0.49, size * 0.48, round(size * 0.78), INK if value > 0 else WHITE)
    return image


def _back(face: Face, part: Part | None, wide: int, tall: int, *, points: bool, show: Show) -> Image.Image:
    s = Sketch(wide, tall, unit=wide)
    edge = max(1.5, wide * _SHELL)
    s.poly(outline(part, wide, tall, 0), INK)
    s.poly(outline(part, wide, tall, edge * 0.7), HAZARD_DARK)
    s.poly(outline(part, wide, tall, edge * 1.8), COAL)
    seen = known(face)
    size = min(wide, tall)
    value = ammo(face)
    r = size * (0.075 if seen else 0.115)
    y = tall * (0.9 if part != "P" else 0.84) - r if seen else tall * 0.5
    for k in range(value):
        x = wide / 2 + (k - (value - 1) / 2) * r * 2.5
        s.circle(x, y, r * 1.16, INK)
        s.circle(x, y, r, SPARK if not seen else HAZARD)
    if not seen:
        for side in (tall * 0.26, tall * 0.74):
            s.rect(wide * 0.28, side - size * 0.03, wide * 0.72, side + size * 0.03, HAZARD_DARK, size * 0.02)
    image = s.done()
    if seen:
        inner = Image.new("RGBA", (wide, round(tall * 0.86)), (0, 0, 0, 0))
        _print(inner, face.upper(), part, HAZARD_LIT, 0.7, show, points=points)
        image.alpha_composite(inner, (0, 0))
    return image


def _hole(part: Part | None, wide: int, tall: int) -> Image.Image:
    """A dashed outline."""
    s = Sketch(wide, tall, unit=wide)
    edge = max(2.0, wide * 0.045)
    s.poly(outline(part, wide, tall, edge), (*INK, 110))
    ring = outline(part, wide, tall, edge)
    for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
        length = max(1.0, ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)
        dashes = max(1, round(length / (edge * 5)))
        for k in range(dashes):
            start, end = (k + 0.2) / dashes, (k + 0.7) / dashes
            s.line(
                [
                    (a[0] + (b[0] - a[0]) * start, a[1] + (b[1] - a[1]) * start),
                    (a[0] + (b[0] - a[0]) * end, a[1] + (b[1] - a[1]) * end),
                ],
                edge,
                STEEL if part is None else OF_PART[part].base,
            )
    return s.done()


# ---- mechs

UNIT: Final = 140
"""A mech is measured in 140 by 168."""
TALL: Final = 168
_PLACES: Final[dict[str, Box]] = {
    "S": (45, 0, 95, 44),
    "C": (41, 43, 99, 103),
    "P": (1, 47, 39, 99),
    **{f"L{k + 1}": (2 + k * 34, 105, 36 + k * 34, 156) for k in range(4)},
}
_RIGHT: Final[Box] = (101, 47, 139, 99)
"""The suppressor's other half."""


def mech_tall(wide: int) -> int:
    """How tall a mech of this width is."""
    return round(wide * TALL / UNIT)


def slot_box(slot: str, wide: int) -> Box:
    """Where a slot (``"L2"``, ``"A.L2"``) is on a mech of this width."""
    k = wide / UNIT
    a, b, c, d = _PLACES[slot.rpartition(".")[2]]
    return round(a * k), round(b * k), round(c * k), round(d * k)


@lru_cache(maxsize=512)
def mech(
    slots: tuple[Face, ...],
    pairs: tuple[tuple[int, int], ...],
    wide: int,
    seat: Seat | None = None,
    *,
    points: bool = False,
) -> Image.Image:
    """A bay seen as the mech that is built in it; ``pairs`` as in a ``BayView``, ``seat`` for the frame's colour.

    Assembled parts are bright, the others dim; without a core there is no frame and nothing is bright.
    """
    image = _frame(wide, None if not slots[0] else of_seat(seat).base, bool(slots[0])).copy()
    legs = {leg for pair in pairs for leg in pair}
    for at, name in enumerate(SLOTS):
        lit = bool(slots[0]) and (at < 3 or at - 3 in legs)
        _part(image, slots[at], name, wide, bright=lit, points=points)
    _brackets(image, slots, pairs, wide)
    return image


@lru_cache(maxsize=256)
def roamer(cards: tuple[Face, ...], wide: int, *, points: bool = False, whole: bool = True) -> Image.Image:
    """A roaming mech, all its parts bright, on rust; not ``whole``: the parts that supervision has for the next."""
    image = _frame(wide, RUST, whole).copy()
    for at, name in enumerate(SLOTS):
        _part(image, cards[at], name, wide, bright=True, points=points)
    return image


def _part(image: Image.Image, face: Face, name: str, wide: int, *, bright: bool, points: bool) -> None:
    a, b, c, d = slot_box(name, wide)
    part = part_at(name)
    if part != "P" or not face:
        image.alpha_composite(tile(face, part, c - a, d - b, bright=bright, points=points), (a, b))
        if part != "P":
            return
    right = round(_RIGHT[0] * wide / UNIT)
    if not face:
        image.alpha_composite(tile(face, part, c - a, d - b), (right, b))
        return
    image.alpha_composite(tile(face, part, c - a, d - b, bright=bright, show="glyph"), (a, b))
    image.alpha_composite(tile(face, part, c - a, d - b, bright=bright, show="label"), (right, b))


@cache
def _frame(wide: int, colour: Colour | None, whole: bool) -> Image.Image:
    """Neck, arms and hips behind the parts."""
    s = Sketch(wide, mech_tall(wide), unit=UNIT)
    if whole and colour is not None:
        for grow, tone in ((3, INK), (0, colour)):
            s.rect(14 - grow, 66 - grow, 126 + grow, 76 + grow, tone, 4)
            s.rect(60 - grow, 36 - grow, 80 + grow, 120 + grow, tone, 2)
            s.rect(16 - grow, 101 - grow, 124 + grow, 110 + grow, tone, 4)
    return s.done()


def _brackets(image: Image.Image, slots: tuple[Face, ...], pairs: tuple[tuple[int, int], ...], wide: int) -> None:
    """Which legs belong together: a bar under both; a gold one where they are alike."""
    if not pairs:
        return
    s = Sketch(wide, mech_tall(wide), unit=UNIT)
    crossing = len(pairs) == 2 and max(pairs[0]) > min(pairs[1])
    for k, (a, b) in enumerate(pairs):
        y = 159 + (5 if crossing and k else 0)
        tone = HAZARD if slots[3 + a] == slots[3 + b] else WHITE
        ends = (19 + a * 34, 19 + b * 34)
        for grow, colour in ((1.6, INK), (0.0, tone)):
            for x in ends:
                s.rect(x - 2 - grow, 155 - grow, x + 2 + grow, y + 3 + grow, colour)
            s.rect(ends[0] - grow, y - grow, ends[1] + grow, y + 3.4 + grow, colour)
    image.alpha_composite(s.done())


# ---- tokens, research, seats


@cache
def stack(count: int | None, top: int | None, size: int) -> Image.Image:
    """An ammo stack: the value on its top token as dots and number; empty: a dashed ring. ``None``: hidden."""
    s = Sketch(size)
    if count == 0:
        for start in range(0, 360, 45):
            s.arc(50, 46, 40, start, start + 24, 6, STEEL)
        return s.done()
    under = 2 if count is None else min(count, 4) - 1
    for k in range(under, 0, -1):
        s.circle(50, 42 + k * 5, 42, INK)
        s.circle(50, 42 + k * 5, 38, HAZARD_DARK)
    s.circle(50, 42, 42, INK)
    s.circle(50, 42, 37, HAZARD)
    s.circle(50, 42, 30, COAL)
    if top is not None:
        for k in range(top):
            s.circle(50 + (k - (top - 1) / 2) * 14, 62, 5, SPARK)
    image = s.done()
    write_on(
        image,
        "?" if top is None else str(top),
        size * 0.5,
        size * (0.44 if top is None else 0.37),
        round(size * 0.42),
        WHITE,
    )
    return image


@cache
def token(value: int, size: int, *, dull: bool = False) -> Image.Image:
    """One ammo token; ``dull``: it counts nothing."""
    s = Sketch(size)
    s.circle(50, 50, 49, INK)
    s.circle(50, 50, 43, STEEL if dull else HAZARD)
    s.circle(50, 50, 34, COAL)
    image = s.done()
    write_on(image, str(value), size * 0.5, size * 0.49, round(size * 0.54), STEEL_LIT if dull else WHITE)
    return image


@cache
def none(size: int) -> Image.Image:
    """No token: an empty one, struck through."""
    s = Sketch(size)
    s.circle(50, 50, 49, INK)
    s.circle(50, 50, 43, STEEL)
    s.circle(50, 50, 34, COAL)
    s.line([(20, 80), (80, 20)], 16, INK)
    s.line([(20, 80), (80, 20)], 8, FIRE)
    return s.done()


@cache
def research(part: Part, face: Face, size: int) -> Image.Image:
    """A research card as a hexagon of its type's colour with its key; empty: the place for it."""
    s = Sketch(size)
    tone = OF_PART[part]
    s.poly(ngon(50, 50, 50, 6), INK)
    s.poly(ngon(50, 50, 44, 6), tone.lit if face else IRON)
    s.poly(ngon(50, 50, 37, 6), tone.dark if face else PIT)
    image = s.done()
    if face:
        write_on(image, face.upper(), size * 0.5, size * 0.48, round(size * 0.42), WHITE)
    else:
        write_on(image, part, size * 0.5, size * 0.48, round(size * 0.36), STEEL)
    return image


@cache
def disc(seat: Seat, size: int, *, dull: bool = False) -> Image.Image:
    """Whose something is: the seat's colour and number (from 1)."""
    s = Sketch(size)
    tone = of_seat(None if dull else seat)
    s.circle(50, 50, 50, INK)
    s.circle(50, 50, 43, tone.dark)
    s.circle(50, 48, 41, tone.base)
    image = s.done()
    write_on(image, str(seat + 1), size * 0.5, size * 0.475, round(size * 0.64), tone.ink)
    return image


@cache
def dealer(size: int, letter: str) -> Image.Image:
    """The dealer marker: a gold star with a letter of the reader's language."""
    s = Sketch(size)
    s.poly(star(50, 50, 50, 38, 8), INK)
    s.poly(star(50, 50, 44, 33, 8), HAZARD)
    s.circle(50, 50, 28, HAZARD_LIT)
    image = s.done()
    write_on(image, letter, size * 0.5, size * 0.485, round(size * 0.46), INK)
    return image


@cache
def cross(size: int) -> Image.Image:
    """Gone: a red cross."""
    s = Sketch(size)
    for wide, tone in ((26, INK), (15, FIRE)):
        s.line([(18, 18), (82, 82)], wide, tone)
        s.line([(82, 18), (18, 82)], wide, tone)
    return s.done()


@cache
def panel(wide: int, tall: int, ground: Colour = GRAPHITE, edge: Colour = IRON) -> Image.Image:
    """A ground with a border for whatever is laid on it."""
    s = Sketch(wide, tall, unit=wide)
    s.rect(0, 0, wide, tall, INK, 12)
    s.rect(3, 3, wide - 3, tall - 3, edge, 10)
    s.rect(6, 6, wide - 6, tall - 6, ground, 8)
    return s.done()
