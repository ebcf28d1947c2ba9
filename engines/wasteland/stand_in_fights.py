"""The stand-in in the invasion and in duels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engines.core import Seat
from engines.wasteland.cards import is_down, kind_of, known, part_at, points
from engines.wasteland.holdings import (
    company,
    cores,
    face_at,
    face_down,
    free_bays,
    losable,
    mechs,
    others,
    places,
    spare,
)
from engines.wasteland.legal_fights import left, my_mech, stripped
from engines.wasteland.legal_storm import loser, owed, trophy_slots
from engines.wasteland.model import (
    BAYS,
    SLOTS,
    Action,
    AskKind,
    BayName,
    Challenge,
    Commit,
    Declare,
    Defend,
    Lose,
    Spoils,
    Target,
    Tribute,
    Trophy,
    Wish,
)
from engines.wasteland.odds import (
    ammunition,
    best_mech,
    chance,
    expected,
    invader,
    lead_in_duel,
    weakens,
    words_of,
)
from engines.wasteland.views import AreaView, View
from engines.wasteland.worth import best_place, gained, kept, loss, might

SPOIL: Final = 0.75
"""What a part of the invader is worth to somebody who has room for it."""
JOINS: Final = 0.4
"""From which chance that anybody beats the invader it is worth joining."""
ENOUGH: Final = 0.7
"""Tokens are added until the chance to win is this good."""
HOPELESS: Final = 0.3
"""Below this chance, even with everything, tokens are saved."""
DUEL: Final = 2.5
"""By how much one must lead to challenge."""


def bay(name: str) -> BayName:
    return "A" if name == "A" else "B"


# ---- I1 to I3


def tribute(view: View, seat: Seat) -> Tribute:
    """Pay what is missed least, unless fighting promises more than the tribute costs."""
    cards = cheapest(view, seat, view.count)
    if cards is None:
        return Tribute(refuse=True)
    cost = sum(loss(view.areas[seat], card) for card in cards)
    return Tribute(refuse=True) if _fight(view, seat) > -cost else Tribute(cards=cards)


def cheapest(view: View, seat: Seat, count: int) -> tuple[str, ...] | None:
    """The hand cards that are missed least; ``None`` if there are too few (section 3.5)."""
    area = view.areas[seat]
    hand = sorted((*spare(area), *cores(area)[1:]), key=lambda place: loss(area, place))
    return tuple(hand[:count]) if len(hand) >= count else None


def _fight(view: View, seat: Seat) -> float:
    """What refusing and fighting is worth on average: spoils with others, tokens spent, a part lost."""
    area = view.areas[seat]
    mech = best_mech(area)
    target = _weakest(view)
    tokens = min(area.tokens or 0, 3)
    lead = expected(area, mech, tokens) + ammunition(area, tokens) + weakens(area, mech)
    lead -= invader(view, target) + 1.6  # the refusal adds ammunition
    wins = chance(lead)
    company_there = 0.5 * sum(bool(face_down(view.areas[other])) for other in others(view, seat))
    room = sum(bool(free_bays(area, part_at(slot))) for slot in SLOTS)
    share = min(7 / (1 + company_there), room + 0.5)
    return wins * share * SPOIL + (1 - wins) * (0.3 * share - 1.0) - 0.5 * tokens


def _weakest(view: View) -> int:
    """The roaming mech that is easiest to beat."""
    return min(view.supervision.roamers, key=lambda roamer: sum(points(card) for card in roamer.cards)).number


def declare(view: View, seat: Seat) -> Declare:
    """Join if somebody is likely to win; turn up what strengthens the fighting mech most."""
    area, dealer = view.areas[seat], seat == view.dealer
    down = face_down(area)
    mech = best_mech(area)
    if not dealer and (not down or not _hopeful(view, seat, mech)):
        return Declare(choice="out")
    flip = max(down, key=lambda slot: _turned(area, slot, mech)) if down else ""
    if not dealer:
        return Declare(choice="join", flip=flip, mech=bay(mech))
    return Declare(
        choice="join", flip=flip, mech=bay(mech), target=_weakest(view) if view.supervision.roamers else None
    )


def _turned(area: AreaView, slot: str, mech: str) -> float:
    """How good it is to turn this card up now."""
    card = face_at(area, slot)
    value = kind_of(card).points if known(card) else 0
    single = part_at(slot) == "L" and not any(pair for pair in area.bays[BAYS.index(bay(slot[0]))].pairs)
    return value * (1.0 if slot[0] == mech else 0.3) - (0.5 if single else 0.0)


def _hopeful(view: View, seat: Seat, mech: str) -> bool:
    """Whether anybody who fights is likely to beat what the dealer will choose."""
    number = _weakest(view) if view.supervision.roamers else None
    against = invader(view, number)
    chances = [chance(_strength(view, seat, mech) - against)]
    fighting = [(fighter.seat, str(fighter.mech)) for fighter in view.fighters] or [
        (view.dealer, best_mech(view.areas[view.dealer]))
    ]
    chances += [chance(_strength(view, other, name) - against) for other, name in fighting if other != seat]
    none = 1.0
    for one in chances:
        none *= 1.0 - one
    return 1.0 - none >= JOINS


def _strength(view: View, seat: Seat, mech: str) -> float:
    """A fighter's total with half its tokens, against an invader."""
    area = view.areas[seat]
    tokens = (area.tokens or 0) // 2
    return expected(area, mech, tokens) + ammunition(area, tokens) + weakens(area, mech)


def target(view: View, seat: Seat) -> Target:
    return Target(mech=_weakest(view))


# ---- I4, I5, Z3


def commit(view: View, seat: Seat) -> Commit:
    """As few tokens as make winning likely; none where even all would not."""
    area = view.areas[seat]
    most = area.tokens or 0
    mine = str(my_mech(view, seat))
    if view.invader is None:
        rival = next(fighter for fighter in view.fighters if fighter.seat != seat)
        challenged = view.fighters[0].seat != seat

        def lead(tokens: int) -> float:
            theirs = (rival.seat, str(rival.mech))
            return chance(lead_in_duel(view, (seat, mine), theirs, tokens, challenged=challenged))

        return _enough(most, lead, limit=4)

    def odds(tokens: int) -> float:
        strength = expected(area, mine, tokens) + ammunition(area, tokens) + weakens(area, mine)
        if "cut_off" in words_of(area, mine) and view.invader_tokens:
            strength += 2
        return chance(strength - invader(view))

    return _enough(most, odds, limit=6 if seat == view.dealer else 3)


def _enough(most: int, odds: Callable[[int], float], limit: int) -> Commit:
    possible = range(min(most, limit) + 1)
    if odds(possible[-1]) < HOPELESS:
        return Commit()
    return Commit(count=next((count for count in possible if odds(count) >= ENOUGH), possible[-1]))


# ---- I7, I8


def spoils(view: View, seat: Seat) -> Spoils:
    """The invader's parts in the order of what they are worth here."""
    area = view.areas[seat]
    assert view.invader is not None, "spoils are taken from an invader"
    faces: dict[str, str] = dict(zip(SLOTS, view.invader.cards, strict=True))
    scored = [(*best_place(area, faces[part], part_at(part)), part) for part in left(view)]
    scored.sort(key=lambda entry: -entry[0])
    wishes = tuple(Wish(part, where) for _, where, part in scored)
    return Spoils(wishes=wishes if dict(view.asked)[seat] == "spoils" else wishes[:1])


def lose_part(view: View, seat: Seat) -> Lose:
    area = view.areas[seat]
    slots = losable(area, bay(my_mech(view, seat)))
    return Lose(slots=(min(slots, key=lambda slot: kept(face_at(area, slot))),))


# ---- Z1 to Z4


def challenge(view: View, seat: Seat) -> Challenge:
    """The duel with the best lead: every rival is thought to defend with the stronger mech."""
    mine = best_mech(view.areas[seat])
    leads = {other: _lead(view, (seat, mine), other) for other in others(view, seat)}
    best = max(leads, key=lambda other: leads[other])
    return Challenge(seat=best, mech=bay(mine)) if leads[best] >= DUEL else Challenge()


def _lead(view: View, mine: tuple[Seat, str], other: Seat) -> float:
    area = view.areas[other]
    return lead_in_duel(view, mine, (other, best_mech(area)), 0, challenged=False) + _prize(area)


def _prize(area: AreaView) -> float:
    """Somebody with nothing but a core can be put out."""
    names = mechs(area)
    bare = len(names) == 1 and not company(area, names[0])
    return 1.5 if bare else 0.02 * might(area)


def defend(view: View, seat: Seat) -> Defend:
    area = view.areas[seat]
    strong = {name: expected(area, name) + 3 * ("bulwark" in words_of(area, name)) for name in mechs(area)}
    return Defend(mech=max(mechs(area), key=lambda name: strong[name]))


def trophy(view: View, seat: Seat) -> Trophy:
    """The best card that fits; a face-down one is a guess."""
    area, rival = view.areas[seat], view.areas[loser(view, seat)]
    scored: list[tuple[float, str, str]] = []
    for slot in trophy_slots(view, seat):
        card = face_at(rival, slot)
        value, where = max(
            ((gained(area, card, where), where) for where in places(area, part_at(slot))), key=lambda entry: entry[0]
        )
        junk = known(card) and kept(card) < 0.5
        scored.append((value + (0.1 if is_down(card) else 0.0) - (1.0 if junk else 0.0), slot, where))
    _, slot, where = max(scored, key=lambda entry: entry[0])
    return Trophy(slot=slot, where=where)


def damage(view: View, seat: Seat) -> Lose:
    """What is missed least, Welded junk first."""
    area = view.areas[seat]
    slots = sorted(stripped(view, seat), key=lambda slot: kept(face_at(area, slot)))
    return Lose(slots=tuple(slots[: owed(view, seat)]))


def weak(area: AreaView, place: str) -> tuple[int, int]:
    """The order of section 10: parts by points, then research by points, then tokens."""
    if place == "T":
        return (2, 0)
    return (int(place.startswith("R.")), points(face_at(area, place)))


ANSWERS: Final[Mapping[AskKind, Callable[[View, Seat], Action]]] = {
    "tribute": tribute,
    "declare": declare,
    "declare_now": declare,
    "target": target,
    "commit": commit,
    "spoils": spoils,
    "spoil_now": spoils,
    "lose_part": lose_part,
    "challenge": challenge,
    "defend": defend,
    "trophy": trophy,
    "damage": damage,
}
