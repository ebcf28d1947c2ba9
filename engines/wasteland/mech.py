"""What a bay is worth: assembled parts, pairs, keywords (sections 3.1 to 3.3)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engines.wasteland.cards import PAIRED, Keyword, is_up, kind_of, points
from engines.wasteland.model import EMPTY, Bay, Card

LEGS: Final = 3
"""The first locomotion slot in ``SLOTS``."""
CRUSH: Final = 2
"""Added for each matched Track pair."""
Pairs = tuple[tuple[int, int], ...]
"""Pairs of locomotion slots, 0 to 3."""
_PAIRINGS: Final[dict[int, tuple[Pairs, ...]]] = {
    0: ((),),
    1: ((),),
    2: (((0, 1),),),
    3: (((0, 1),), ((0, 2),), ((1, 2),)),
    4: (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))),
}
"""By how many lie face up, in the order of preference (3.3 c)."""


def is_mech(bay: Bay) -> bool:
    """Its core slot is filled, face up or down (section 3.1)."""
    return bay.slots[0] != EMPTY


@lru_cache(maxsize=65536)
def pairs(bay: Bay) -> Pairs:
    """The assembled pairs of locomotion slots (section 3.3); none without a core."""
    if not is_mech(bay):
        return ()
    legs = [leg for leg in bay.came if is_up(bay.slots[LEGS + leg])]

    def worth(pairing: Pairs) -> tuple[int, int]:
        cards = [(bay.slots[LEGS + legs[a]], bay.slots[LEGS + legs[b]]) for a, b in pairing]
        matched = [pair for pair in cards if pair[0] == pair[1]]
        tracks = sum("crush" in kind_of(pair[0]).keywords for pair in matched)
        return sum(points(card) for pair in cards for card in pair) + CRUSH * tracks, len(matched)

    best = max(_PAIRINGS[len(legs)], key=worth)  # the first of equals
    return tuple((min(legs[a], legs[b]), max(legs[a], legs[b])) for a, b in best)


@lru_cache(maxsize=65536)
def assembled(bay: Bay) -> tuple[int, ...]:
    """The indices in ``SLOTS`` of the assembled parts: face up, in a mech, locomotion in pairs (3.2, ruling R5)."""
    if not is_mech(bay):
        return ()
    single = [at for at in range(LEGS) if is_up(bay.slots[at])]
    return (*single, *sorted(LEGS + leg for pair in pairs(bay) for leg in pair))


def strength(bay: Bay) -> int:
    """The points of all assembled parts."""
    return sum(points(bay.slots[at]) for at in assembled(bay))


def matched(bay: Bay) -> tuple[Card, ...]:
    """The keys of the matched pairs, one entry each."""
    cards = [(bay.slots[LEGS + a], bay.slots[LEGS + b]) for a, b in pairs(bay)]
    return tuple(a for a, b in cards if a == b)


@lru_cache(maxsize=65536)
def keywords(bay: Bay) -> tuple[Keyword, ...]:
    """Those that work in this mech, once each time they do: pair keywords for each matched pair (section 1.2)."""
    singles: list[Keyword] = [
        word for at in assembled(bay) for word in kind_of(bay.slots[at]).keywords if word not in PAIRED
    ]
    paired: list[Keyword] = [word for key in matched(bay) for word in kind_of(key).keywords if word in PAIRED]
    return (*singles, *paired)


def put(bay: Bay, at: int, card: Card) -> Bay:
    """The bay with this card in the slot of this index; it has arrived last."""
    slots = (*bay.slots[:at], card, *bay.slots[at + 1 :])
    if at < LEGS:
        return Bay(slots, bay.came)
    leg = at - LEGS
    return Bay(slots, (*(other for other in bay.came if other != leg), leg))


def take(bay: Bay, at: int) -> Bay:
    """The bay without the card of this slot."""
    slots = (*bay.slots[:at], EMPTY, *bay.slots[at + 1 :])
    return Bay(slots, tuple(leg for leg in bay.came if leg != at - LEGS))


def turn_up(bay: Bay, at: int) -> Bay:
    """The bay with the card of this slot face up; it has not arrived anew."""
    return Bay((*bay.slots[:at], bay.slots[at].upper(), *bay.slots[at + 1 :]), bay.came)
