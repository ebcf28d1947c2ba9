"""A fight's arithmetic as it is kept and shown, term by term (section 6). Computed by ``settlement``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engines.core import Seat


@dataclass(frozen=True, slots=True)
class Side:
    """One fighter's settlement, term by term (section 6). Public once settled."""

    seat: Seat
    mech: Literal["A", "B"]
    points: int
    """Of all assembled parts."""
    rolls: tuple[int, ...]
    """As rolled: two with Lock-on."""
    die: int
    """What the die counts in the end."""
    crush: int
    refit: int
    volley: int
    bulwark: int
    ammo: tuple[int, ...]
    """The values of the committed tokens."""
    cut: int
    """What an opponent's Cut-off takes from this side (duels)."""
    weakened: int
    """What an opponent's Suppress and Countermeasure take from this side (duels)."""
    total: int
    swift: bool
    against: int
    """The opponent's total as this fighter sees it: M_i, or the other side's total."""
    against_cut: int
    """Of it, what this fighter's Cut-off took."""
    against_weakened: int
    """Of it, what this fighter's Suppress and Countermeasure took."""
    beats: bool
    """In an invasion: beats the invader. In a duel: wins it."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """A fight's arithmetic (section 6)."""

    sides: tuple[Side, ...]
    """In seat order from the dealer; in a duel the challenger first."""
    points: int = 0
    """The invader's seven point values together; 0 in a duel."""
    rolls: tuple[int, ...] = ()
    """The invader's two dice."""
    ammo: tuple[int, ...] = ()
    """The values of the invader's tokens."""
