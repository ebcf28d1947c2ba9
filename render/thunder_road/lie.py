"""Where a space lies in a picture: flat-top hexagons, front up, odd lanes half a space ahead (section 4.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engines.thunder_road.facts import LANES, ROWS
from engines.thunder_road.model import Spot
from render.canvas import Point


@dataclass(frozen=True, slots=True)
class Scale:
    """The size of a space, in pixels: corners lie ``side`` from the middle, a row is ``tall``, a lane ``across``."""

    side: int
    tall: int
    across: int

    @property
    def road(self) -> int:
        """How wide the six lanes are."""
        return self.across * (LANES - 1) + self.side * 2

    @property
    def tile(self) -> int:
        """How tall a tile is, the half space of the odd lanes included."""
        return self.tall * ROWS + self.tall // 2

    def px(self, share: float) -> int:
        """So much of a row's height, in whole pixels: the size of a piece."""
        return round(self.tall * share)


SMALL: Final = Scale(44, 76, 66)
"""For the whole road, and for long stretches."""
LARGE: Final = Scale(58, 100, 87)
"""For a step or a plan that needs few rows."""


def corners(x: float, y: float, scale: Scale, inset: float = 0.0) -> list[Point]:
    """The hexagon about (x, y), from the right corner clockwise; each side lies ``inset`` pixels nearer the middle."""
    share = 1 - inset / (scale.tall / 2)
    side, half = scale.side * share, scale.tall / 2 * share
    return [
        (x + side, y),
        (x + side / 2, y + half),
        (x - side / 2, y + half),
        (x - side, y),
        (x - side / 2, y - half),
        (x + side / 2, y - half),
    ]


@dataclass(frozen=True, slots=True)
class Lie:
    """The stretch of road in a picture: rows ``low`` up to, without, ``high``; in pixels of the road's own sheet."""

    scale: Scale
    low: int
    high: int
    left: int
    """Pixels beside lane A, for the rows' numbers."""
    right: int
    """Pixels beside lane F, for numbers and the tiles' names."""
    above: int
    """Pixels above the foremost odd space, the bar included."""
    below: int
    """Pixels below the rearmost even space, the bar included."""
    bar: int
    """Height of the bar with the lanes' letters at the top; 0 without."""

    @property
    def size(self) -> tuple[int, int]:
        return (self.left + self.scale.road + self.right, self.bottom + self.below)

    @property
    def bottom(self) -> int:
        """The lower edge of the rearmost even space."""
        return self.above + self.scale.tall * (self.high - self.low) + self.scale.tall // 2

    def at(self, spot: Spot) -> Point:
        """The middle of a space; it may lie off the road, or off the sheet."""
        x = self.left + self.scale.side + self.scale.across * spot.lane
        y = self.bottom - self.scale.tall // 2 - self.scale.tall * (spot.row - self.low)
        return (x, y - (self.scale.tall // 2 if spot.lane & 1 else 0))

    def tile_at(self, first_row: int) -> tuple[int, int]:
        """The top left corner of the tile whose rear row it is."""
        return (self.left, self.bottom - self.scale.tall * (first_row - self.low) - self.scale.tile)

    def shows(self, spot: Spot) -> bool:
        """Whether the space lies on the sheet, with a row to spare."""
        return self.low - 1 <= spot.row <= self.high
