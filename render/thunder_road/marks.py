"""What is drawn over the road: the turn's trail, and what a step did. ``ground`` goes under the cars, ``air`` over."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from PIL import Image

from engines.thunder_road.views import Mark, View
from render.canvas import stroke
from render.palette import (
    INK,
)
from render.thunder_road import crews, fates, ways
from render.thunder_road.lie import Lie
from render.thunder_road.scene import seen

Drawer = Callable[[Image.Image, Mark, View, Lie], None]


def ground(image: Image.Image, view: View, where: Lie) -> None:
    """Everything that lies under the cars."""
    trail(image, view, where)
    for mark in view.marks:
        _GROUND.get(mark.kind, _nothing)(image, mark, view, where)


def air(image: Image.Image, view: View, where: Lie) -> None:
    """Everything that lies over the cars."""
    for mark in view.marks:
        _AIR.get(mark.kind, _nothing)(image, mark, view, where)


def _nothing(image: Image.Image, mark: Mark, view: View, where: Lie) -> None:
    """This kind has nothing on this side of the cars."""


def trail(image: Image.Image, view: View, where: Lie) -> None:
    """Where the active car has been this turn: tyre tracks in its crew's colour."""
    spots = view.turn.trail
    if len(spots) < 2 or view.winner is not None or any(mark.kind == "drive" for mark in view.marks):
        return
    tone = crews.tones(view.turn.seat)
    px = where.scale.px
    for a, b in pairwise([seen(spot, where) for spot in spots]):
        for shift in (-px(0.1), px(0.1)):
            start, end = (a[0] + shift, a[1]), (b[0] + shift, b[1])
            stroke(image, start, end, px(0.11), INK)
            stroke(image, start, end, px(0.055), tone.lit)


_GROUND: Final[dict[str, Drawer]] = {
    "drive": ways.drive,
    "slide": ways.slide,
    "chopper": ways.chopper,
    "flip": fates.flip,
    "slam": fates.slam,
    "hit": fates.hit,
    "gone": fates.gone,
    "disabled": fates.disabled,
    "repaired": fates.repaired,
    "passed": fates.passed,
    "extended": fates.extended,
}
_AIR: Final[dict[str, Drawer]] = {
    "drive": ways.drive_head,
    "slide": ways.slide_head,
    "fly": ways.fly,
    "shot": ways.shot,
    "miss": ways.miss,
    "shrapnel": ways.shrapnel,
    "flip": fates.flip_sign,
    "slam": fates.slam_sign,
    "hit": fates.hit_sign,
    "gone": fates.gone_sign,
    "disabled": fates.disabled_sign,
    "repaired": fates.repaired_sign,
    "absorbed": fates.absorbed,
    "finish": fates.finish,
}
