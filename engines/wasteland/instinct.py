"""What is done in the war and scavenge seasons by instinct: by a stand-in, and where a plan leaves something open."""

from __future__ import annotations

from typing import Final

from engines.core import Seat
from engines.wasteland.cards import ammo, is_down, is_up, kind_of, known, part_at, part_of, welded
from engines.wasteland.holdings import free_bays, living, lying, open_bays
from engines.wasteland.legal_war import researchable
from engines.wasteland.model import BAYS, EMPTY, BayName, Deed, Lying, Pick, Scout, Study
from engines.wasteland.views import View
from engines.wasteland.worth import (
    PLANTED,
    SPOILED,
    UNKNOWN,
    as_research,
    best_place,
    front,
    kept,
    loss,
    might,
    rank,
    token,
)

DISCOUNT: Final = 0.75
"""A share of the wasteland that is only hoped for."""


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


# ---- war, before that


def scout(view: View, seat: Seat) -> Scout:
    """What is worth most: a share of the wasteland, a token for sure, or a card and a research effect for sure."""
    if not view.wasteland:
        return Scout(choice="explore")
    tokens = sorted(view.wasteland, key=lambda card: (-ammo(card.card), is_up(card.card) and not welded(card.card)))
    wishes = [_to_research(view, seat, card.number) for card in view.wasteland]
    studied = sorted(zip(wishes, view.wasteland, strict=True), key=lambda entry: -entry[0])
    best, value = studied[0][0], token(ammo(tokens[0].card))
    explore = _share(view, seat)
    if explore >= max(best, value):
        return Scout(choice="explore")
    rest = "ask" if dict(view.asked).get(seat) == "scout_now" else "auto"  # only a plan leaves a rest
    if best > value:
        return Scout(choice="research", cards=tuple(card.number for worth, card in studied if worth > value), rest=rest)
    return Scout(choice="ammo", cards=tuple(card.number for card in tokens), rest=rest)


def _share(view: View, seat: Seat) -> float:
    """What an expedition is likely to bring: as many cards as there are for each explorer, as far as there is room."""
    area = view.areas[seat]
    going = len(view.explorers) + 1 + max(0, len(view.queue) - 1 if view.queue else len(living(view)) - 1) // 2
    cards = len(view.wasteland) + (1 if view.pile else 0) * (going - len(view.explorers))
    mine = cards / going
    room = sum(len(free_bays(area, part)) for part in ("C", "S", "P")) * 0.6
    room += sum(face == EMPTY for bay in area.bays for face in bay.slots[3:])
    return DISCOUNT * min(mine, 0.5 + 0.7 * room) * 1.1


def _to_research(view: View, seat: Seat, number: int) -> float:
    """What taking this card for research brings."""
    area, card = view.areas[seat], lying(view, number)
    if not known(card):
        return 0.6
    part = part_of(card)
    if free_bays(area, part):
        return max(as_research(area, part), 0.2 + max(kept(card), 0.0))
    return as_research(area, part)


def study(view: View, seat: Seat) -> Study:
    """The part that gains most as research and is missed least; the gained card where it fights best."""
    area, card = view.areas[seat], lying(view, view.looking or 0)
    part = part_of(card)
    free = free_bays(area, part)
    manned: list[BayName] = [bay for bay in free if area.bays[0 if bay == "A" else 1].slots[0] != EMPTY]
    bay: BayName = (*manned, *free)[0]
    options: dict[str, float] = {"": as_research(area, part) - kept(card)}
    for slot in researchable(view, seat):
        if part_at(slot) != "C":
            options[slot] = as_research(area, part_at(slot)) - loss(area, slot)
    return Study(bay=bay, part=max(options, key=lambda slot: options[slot]))
