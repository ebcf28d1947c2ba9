"""The palette keeps its bounds, and robots and dice can be told apart without colour."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from engines.grid import ALL_DIRECTIONS, ORTHOGONAL
from render import robots, sprites
from render.palette import APART, LIMIT, PLATE, colours, distance
from render.png import encode

SEATS = range(4)


def test_the_palette_is_small_and_its_colours_lie_apart() -> None:
    assert 32 < len(colours()) <= LIMIT
    assert all(distance(a, b) >= APART for a, b in combinations(colours(), 2))


def test_every_colour_of_the_palette_survives_the_encoder() -> None:
    row = Image.new("RGB", (len(colours()), 1))
    row.putdata(colours())
    back = Image.open(io.BytesIO(encode(row))).convert("RGB")
    assert list(back.get_flattened_data()) == list(colours())


def silhouette(sprite: Image.Image) -> Image.Image:
    return sprite.getchannel("A").point([0] * 200 + [255] * 56)


def overlap(a: Image.Image, b: Image.Image) -> float:
    """Shared area by joint area of two silhouettes."""
    shared = ImageStat.Stat(ImageChops.multiply(silhouette(a), silhouette(b))).sum[0]
    joint = ImageStat.Stat(ImageChops.lighter(silhouette(a), silhouette(b))).sum[0]
    return shared / joint


@pytest.mark.parametrize("size", [38, 94])
def test_robots_differ_in_outline(size: int) -> None:
    for a, b in combinations(SEATS, 2):
        assert overlap(robots.robot(a, size), robots.robot(b, size)) < 0.8, (a, b)


def test_robots_fill_their_size() -> None:
    for seat in SEATS:
        box = silhouette(robots.robot(seat, 94)).getbbox()
        assert box is not None
        assert box[2] - box[0] >= 75
        assert box[3] - box[1] >= 75


def grey(sprite: Image.Image) -> Image.Image:
    ground = Image.new("RGB", sprite.size, PLATE)
    ground.paste(sprite, (0, 0), sprite)
    return ground.convert("L")


def grey_difference(a: Image.Image, b: Image.Image) -> float:
    return ImageStat.Stat(ImageChops.difference(grey(a), grey(b))).mean[0]


def test_robots_differ_without_colour() -> None:
    for a, b in combinations(SEATS, 2):
        assert grey_difference(robots.robot(a, 40), robots.robot(b, 40)) > 20, (a, b)


def test_dice_differ_in_outline_by_colour_and_direction() -> None:
    red = {way: sprites.die("red", 3, way, 90) for way in ALL_DIRECTIONS}
    blue = {way: sprites.die("blue", 3, way, 90) for way in ORTHOGONAL}
    for way in ORTHOGONAL:
        assert overlap(red[way], blue[way]) < 0.93
    for a, b in combinations([*red.values(), *blue.values()], 2):
        assert ImageChops.difference(silhouette(a), silhouette(b)).getbbox() is not None


def test_every_number_on_a_die_looks_different() -> None:
    for colour in ("blue", "red"):
        for a, b in combinations(range(1, 7), 2):
            first, second = sprites.die(colour, a, "N", 90), sprites.die(colour, b, "N", 90)
            assert ImageChops.difference(first.convert("RGB"), second.convert("RGB")).getbbox() is not None


def test_whole_and_broken_hull_and_lit_and_dark_gem_differ_without_colour() -> None:
    assert grey_difference(sprites.hull(36, whole=True), sprites.hull(36, whole=False)) > 40
    assert grey_difference(sprites.gem(40), sprites.gem(40, lit=False)) > 40
