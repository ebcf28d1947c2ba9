"""What is done with wasteland cards by instinct: by a stand-in, and where a plan says "as it comes"."""

from __future__ import annotations

from engines.core import Seat
from engines.wasteland.cards import is_down, kind_of, known, part_of, welded
from engines.wasteland.holdings import lying, open_bays
from engines.wasteland.model import BAYS, Deed, Lying, Pick
from engines.wasteland.views import View
from engines.wasteland.worth import PLANTED, SPOILED, UNKNOWN, best_place, front, might, rank


def deed(view: View, seat: Seat, number: int) -> Deed:
    """The best that can be done with a card whose front the seat knows."""
    return _best(view, seat, lying(view, number))[1]


def pick(view: View, seat: Seat) -> Pick:
    """The best card to choose next, and what to do with it where it lies face up."""
    worth = {card.number: _worth(view, seat, card) for card in view.wasteland}
    number = max(worth, key=lambda number: worth[number])
    card = lying(view, number)
    return Pick(number=number, deed=None if is_down(card) else deed(view, seat, number))


def ranked(view: View, seat: Seat) -> tuple[Pick, ...]:
    """All that lies there, the best first."""
    cards = sorted(view.wasteland, key=lambda card: -_worth(view, seat, card))
    return tuple(
        Pick(number=card.number, deed=None if is_down(card.card) else deed(view, seat, card.number)) for card in cards
    )


def _worth(view: View, seat: Seat, card: Lying) -> float:
    if known(card.card):
        return _best(view, seat, card.card)[0]
    value = int(card.card[1])
    return UNKNOWN + 0.1 - 0.25 * (value == 3)  # junk has good backs (ruling R1)


def _best(view: View, seat: Seat, card: str) -> tuple[float, Deed]:
    part = part_of(card)
    value, where = best_place(view.areas[seat], card, part)
    best = (value, Deed(act="take", where=where))
    planted = _planted(view, seat, card)
    return max(best, planted, key=lambda entry: entry[0]) if planted is not None else best


def _planted(view: View, seat: Seat, card: str) -> tuple[float, Deed] | None:
    """Junk goes to the strongest rival who has room for it, into the mech rather than beside it."""
    if not (welded(card) or kind_of(card).points < 0):
        return None
    room = open_bays(view, seat, part_of(card))
    if not room:
        return None
    seats = rank(view, tuple(dict.fromkeys(other for other, _ in room)))
    bays = [bay for other, bay in room if other == seats[0]]
    manned = [bay for bay in bays if view.areas[seats[0]].bays[BAYS.index(bay)].slots[0]]
    value = PLANTED + SPOILED - 0.3 * front(card) + 0.01 * might(view.areas[seats[0]])
    return value, Deed(act="disrupt", where=(manned or bays)[0], seat=seats[0])
