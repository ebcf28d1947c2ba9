"""What cards are worth to a player, for those who decide by instinct: stand-ins, and plans that leave something open.

The unit is one card that can be given up: it pays for one core in one turn. Nothing here is a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.core import Seat
from engines.wasteland.cards import Keyword, is_up, kind_of, known, part_at, part_of, welded
from engines.wasteland.holdings import assembled, bay_of, cores, face_at, places, spare
from engines.wasteland.model import BAYS, EMPTY, Card, Part
from engines.wasteland.views import AreaView, View

POINT: Final = 0.22
"""A point on a part that fights, or will."""
RESERVE: Final = 1.6
"""What a research core saves."""
RESEARCH: Final = 0.5
"""Any other research effect."""
SPARE_CORE: Final = 0.9
"""A second core pays for one turn, and then costs no more."""
UNKNOWN: Final = 0.75
"""A card whose front cannot be seen yet, in a free slot."""
TICKET: Final = 0.15
"""A face-down part can join an invasion."""
TOKEN: Final = 0.8
"""An ammo token of the value 1; it needs no slot."""
TOKEN_VALUE: Final = 0.25
"""Each further value on its back."""
PLANTED: Final = 0.45
"""A Welded card in a rival's slot."""
SPOILED: Final = 0.2
"""A junk card thrown away: at least nobody has it."""
KEYWORDS: Final[Mapping[Keyword, float]] = {
    "overload": 0.1,
    "bulwark": 0.25,
    "brittle": -0.2,
    "lock_on": 0.35,
    "xray": 0.25,
    "jam": -0.4,
    "welded": 0.0,
    "suppress": 0.4,
    "cut_off": 0.25,
    "armour": 0.2,
    "swift": 0.2,
    "crush": 0.3,
    "volley": 0.25,
    "evade": 0.2,
}


def front(card: Card) -> float:
    """How much its front adds to a mech: points and keyword, whether or not it is assembled yet."""
    kind = kind_of(card)
    return POINT * kind.points + sum(KEYWORDS[word] for word in kind.keywords)


def kept(card: Card) -> float:
    """A card in one's own assembly slot. A Welded one pays for nothing and keeps the slot."""
    if not known(card):
        return UNKNOWN
    if welded(card):
        return front(card) - 0.5
    return 1.0 + front(card) + (0.0 if is_up(card) else TICKET)


def token(value: int) -> float:
    return TOKEN + TOKEN_VALUE * (value - 1)


def as_research(area: AreaView, part: Part) -> float:
    """One more research card of this type, the replaced one lost."""
    if face_at(area, f"R.{part}") != EMPTY:
        return 0.0
    return 1.0 + (RESERVE if part == "C" else RESEARCH)


def gained(area: AreaView, card: Card, where: str) -> float:
    """What it is worth to gain this card and put it there (``Deed.where``)."""
    if where in BAYS:
        if known(card) and part_of(card) == "C":
            return SPARE_CORE + 0.1 * front(card)
        return kept(card)
    old = face_at(area, where)
    return kept(card) - kept(old) if old != EMPTY else 0.0


def best_place(area: AreaView, card: Card, part: Part) -> tuple[float, str]:
    """Where the card is worth most, and how much. In doubt where a mech is being built."""
    scored = [(gained(area, card, where) + _fitting(area, where), where) for where in places(area, part)]
    return max(scored, key=lambda entry: entry[0])


def _fitting(area: AreaView, where: str) -> float:
    """A little for a bay with a core: what lies there can fight."""
    return 0.05 if where in BAYS and bay_of(area, where).slots[0] != EMPTY else 0.0


def loss(area: AreaView, place: str) -> float:
    """What giving up this card costs: a slot's, a research card's, the top token's."""
    if place == "T":
        return token(area.top or 1)
    if place.startswith("R."):
        return 1.0 + (RESERVE if place == "R.C" else RESEARCH)
    if part_at(place) == "C":
        return SPARE_CORE + 0.1 * strength(area, place[0])
    card = face_at(area, place)
    fights = place in assembled(bay_of(area, place[0]), "A" if place[0] == "A" else "B")
    return kept(card) - (0.0 if fights or not known(card) else 0.5 * max(0.0, front(card)))


def strength(area: AreaView, bay: str) -> int:
    return bay_of(area, bay).points


def might(area: AreaView) -> float:
    """How far from being out a player looks to everybody."""
    best = max(strength(area, bay) for bay in BAYS)
    return len(spare(area)) + 0.5 * len(cores(area)) + POINT * best


def rank(view: View, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The strongest first."""
    return tuple(sorted(seats, key=lambda seat: -might(view.areas[seat])))
