"""Cards, mines and killbots can be told apart by their form: in grey, and as outlines."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from engines.volt.cards import AI_CARDS, CARDS, CHAMPIONS, KILLBOTS
from engines.volt.model import CATEGORIES, Card
from render import robots
from render.palette import WHITE
from render.volt import gear, glyphs
from tests.render.test_palette_and_sprites import grey_difference, overlap

PHONE = 36
"""Pixels of a chip on a phone."""
BODIES: tuple[robots.Body, ...] = (0, 1, 2, 3, *KILLBOTS)


def test_everything_that_needs_a_sign_has_one() -> None:
    effects = {card.effect for card in CARDS.values()}
    modes = {order.mode for card in AI_CARDS.values() for order in card.slots}
    assert effects | set(CHAMPIONS) | modes | set(CATEGORIES) | {"least"} <= glyphs.drawn()


def shape(sprite: Image.Image) -> Image.Image:
    return sprite.getchannel("A").point([0] * 128 + [255] * 128)


def test_signs_differ_by_their_form_alone_at_the_size_of_a_phone() -> None:
    for a, b in combinations(sorted(glyphs.drawn()), 2):
        first, second = (shape(glyphs.glyph(name, PHONE, WHITE)) for name in (a, b))
        shared = ImageStat.Stat(ImageChops.multiply(first, second)).sum[0]
        joint = ImageStat.Stat(ImageChops.lighter(first, second)).sum[0]
        assert shared / joint < 0.75, (a, b)


def test_signs_fill_their_square() -> None:
    for name in glyphs.drawn():
        box = shape(glyphs.glyph(name, 72, WHITE)).getbbox()
        assert box is not None
        assert max(box[2] - box[0], box[3] - box[1]) >= 58, name
        assert min(box[2] - box[0], box[3] - box[1]) >= 32, name


def test_categories_differ_in_outline() -> None:
    outlines = [gear.plain_chip(category, "shield", 88) for category in (*CATEGORIES, "champion")]
    for a, b in combinations(outlines, 2):
        assert overlap(a, b) < 0.93
        assert ImageChops.difference(shape(a), shape(b)).getbbox() is not None


def fresh(card: str) -> Card:
    return Card(card, CARDS[card].charges)


@pytest.mark.parametrize("size", [PHONE, 92])
def test_all_cards_differ_in_grey(size: int) -> None:
    chips = {card: gear.chip(fresh(card), size) for card in CARDS}
    for a, b in combinations(chips, 2):
        same = CARDS[a].effect == CARDS[b].effect
        assert grey_difference(chips[a], chips[b]) > (1.0 if same else 6), (a, b)


def test_charges_and_use_show_in_grey() -> None:
    for card, most in (("shield_1", 2), ("shield_2", 3), ("emp_2", 1)):
        chips = [gear.chip(Card(card, left), PHONE) for left in range(most + 1)]
        for a, b in combinations(chips, 2):
            assert grey_difference(a, b) > 1
        assert grey_difference(chips[0], chips[-1]) > 15
    for module in CHAMPIONS:
        used = gear.champion_chip(module, PHONE, off=True)
        assert grey_difference(gear.champion_chip(module, PHONE), used) > 20
    for a, b in combinations(CHAMPIONS, 2):
        assert grey_difference(gear.champion_chip(a, PHONE), gear.champion_chip(b, PHONE)) > 6


def test_prizes_show_whether_they_are_held_or_at_stake() -> None:
    for module in CHAMPIONS:
        kinds = [gear.prize(module, 74, held=held, at_stake=stake) for held, stake in ((0, 0), (1, 0), (0, 1))]
        for a, b in combinations(kinds, 2):
            assert grey_difference(a, b) > 4


@pytest.mark.parametrize("size", [34, 84])
def test_mines_tell_their_owner_without_colour(size: int) -> None:
    owners = (None, 0, 1, 2, 3)
    for a, b in combinations(owners, 2):
        assert overlap(gear.mine(a, size), gear.mine(b, size)) < 0.9, (a, b)
        assert grey_difference(gear.mine(a, size), gear.mine(b, size)) > 12, (a, b)


@pytest.mark.parametrize("size", [38, 94])
def test_killbots_are_like_no_other_robot(size: int) -> None:
    for a, b in combinations(BODIES, 2):
        assert overlap(robots.robot(a, size), robots.robot(b, size)) < 0.8, (a, b)
        assert grey_difference(robots.robot(a, size), robots.robot(b, size)) > 20, (a, b)


def test_ice_and_wreckage_show_in_grey() -> None:
    for body in BODIES:
        states = [make(body, 40) for make in (robots.robot, robots.frozen, robots.wreck)]
        for a, b in combinations(states, 2):
            assert grey_difference(a, b) > 12, body


def test_modes_and_second_directions_differ() -> None:
    modes = sorted({order.mode for card in AI_CARDS.values() for order in card.slots})
    for a, b in combinations(modes, 2):
        assert grey_difference(gear.mode_badge(a, 54), gear.mode_badge(b, 54)) > 5
    turns = [gear.die_badge("maneuver_1", turn, 54) for turn in (None, "N", "E", "S", "W")]
    for a, b in combinations(turns, 2):
        assert grey_difference(a, b) > 2


def test_what_has_no_sign_yet_shows_two_letters_of_its_name() -> None:
    for name in ("tractor", "round_trip", "x"):
        sign = glyphs.glyph(name, 72, WHITE)
        assert sign.size == (72, 72)
        assert name not in glyphs.drawn()
        assert shape(sign).getbbox() is not None
    one, other = (shape(glyphs.glyph(name, PHONE, WHITE)) for name in ("tractor", "round_trip"))
    assert ImageChops.difference(one, other).getbbox() is not None
    assert gear.plain_chip("tactic", "tractor", 88).size == (88, 88)
