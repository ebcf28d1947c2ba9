"""Answers of the invasion: tribute, declaration, target, ammunition, spoils, and what a failure takes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, permutations
from typing import Final

from engines.core import IllegalAction, Seat, Term
from engines.wasteland.cards import part_at, welded
from engines.wasteland.holdings import (
    DISCARD,
    assembly,
    company,
    cores,
    face_at,
    face_down,
    is_mech,
    losable,
    mechs,
    payable,
    places,
    research,
    same_type,
    spare,
)
from engines.wasteland.legal_war import Rule, check_place, once_each, slot_term
from engines.wasteland.model import (
    BAYS,
    EMPTY,
    SLOTS,
    STACK,
    Action,
    AskKind,
    Commit,
    Declare,
    Lose,
    Spoils,
    Target,
    Tribute,
    Wish,
)
from engines.wasteland.views import AreaView, View

# ---- I1: tribute


def check_given(area: AreaView, cards: tuple[str, ...]) -> None:
    """Refuse what nobody may give up: Welded cards, empty places, more tokens than there are, one place twice."""
    if cards.count(STACK) > (area.tokens or 0):
        raise IllegalAction("tokens", most=area.tokens or 0)
    named = tuple(card for card in cards if card != STACK)
    once_each(named)
    for slot in named:
        if slot not in (*assembly(area), *research(area)):
            raise IllegalAction("slot_empty", slot=slot_term(slot))
        if part_at(slot) != "C" and slot in assembly(area) and welded(face_at(area, slot)):
            raise IllegalAction("welded", slot=slot_term(slot))


def check_tribute(view: View, seat: Seat, action: Tribute, draft: bool) -> None:
    """Exactly N hand cards, or none (L35, ruling R7)."""
    area, count = view.areas[seat], view.count
    if action.refuse:
        if action.cards:
            raise IllegalAction("count_tribute", n=count)
        return
    check_given(area, action.cards)
    if cores(area) and set(cores(area)) <= set(action.cards):
        raise IllegalAction("last_core")
    too_many = len(action.cards) > count
    if too_many or (len(action.cards) < count and not (draft and payable(area) >= count)):
        raise IllegalAction("count_tribute", n=count)


def tributes(view: View, seat: Seat) -> Iterator[Action]:
    yield Tribute(refuse=True)
    area = view.areas[seat]
    hand = (*spare(area), *cores(area))
    seen: set[tuple[str, ...]] = set()
    for cards in permutations(hand, view.count):
        if cards not in seen and not set(cores(area)) <= set(cards):
            seen.add(cards)
            yield Tribute(cards=cards)


# ---- I2: declaration


def check_declare(view: View, seat: Seat, action: Declare, draft: bool) -> None:
    dealer, down = seat == view.dealer, face_down(view.areas[seat])
    if action.choice == "wait" and dict(view.asked)[seat] != "declare":
        raise IllegalAction("wait_now")
    if action.choice == "out" and dealer:
        raise IllegalAction("dealer_fights")
    if action.choice != "join" and (action.flip or action.mech):
        raise IllegalAction("no_flip")
    if action.flip and action.flip not in down:
        raise IllegalAction("no_flip")
    if action.choice == "join" and not action.flip and not draft and (down or not dealer):
        raise IllegalAction("flip_needed")
    if action.choice == "join":
        check_mech(view.areas[seat], action.mech, draft)
    _check_target(view, dealer, action)


def _check_target(view: View, dealer: bool, action: Declare) -> None:
    if action.target is None:
        if action.shuffle:
            raise IllegalAction("no_roamer", number=0)
        return
    if not dealer:
        raise IllegalAction("not_dealer")
    if action.choice != "join" or action.target not in [roamer.number for roamer in view.supervision.roamers]:
        raise IllegalAction("no_roamer", number=action.target)
    check_shuffle(action.shuffle, view.supervision.tokens)


def check_shuffle(shuffle: bool, tokens: int) -> None:
    """Refuse to shuffle what has no order (ruling R22)."""
    if shuffle and tokens < 2:
        raise IllegalAction("no_shuffle")


def check_mech(area: AreaView, name: str, draft: bool) -> None:
    """Refuse what is no mech; nothing need be named where there is only one."""
    if name and not is_mech(area, name):
        raise IllegalAction("no_mech", mech=Term(f"wasteland.bay.{name}"))
    if not name and len(mechs(area)) != 1 and not draft:
        raise IllegalAction("mech_needed")


def declarations(view: View, seat: Seat) -> Iterator[Action]:
    dealer, area = seat == view.dealer, view.areas[seat]
    targets: list[tuple[int | None, bool]] = [(None, False)]
    if dealer:
        orders = (False, True) if view.supervision.tokens > 1 else (False,)
        targets += [(roamer.number, shuffle) for roamer in view.supervision.roamers for shuffle in orders]
    else:
        yield Declare(choice="out")
    if dict(view.asked)[seat] == "declare":
        yield Declare(choice="wait")
    for flip in face_down(area) or (("",) if dealer else ()):
        for mech in mechs(area):
            for target, shuffle in targets:
                yield Declare(choice="join", flip=flip, mech=mech, target=target, shuffle=shuffle)


# ---- I3: the target


def check_target(view: View, seat: Seat, action: Target, draft: bool) -> None:
    if action.mech not in [roamer.number for roamer in view.supervision.roamers]:
        raise IllegalAction("no_roamer", number=action.mech)
    check_shuffle(action.shuffle, view.supervision.tokens)


def targets(view: View, seat: Seat) -> Iterator[Action]:
    orders = (False, True) if view.supervision.tokens > 1 else (False,)
    for roamer in view.supervision.roamers:
        for shuffle in orders:
            yield Target(mech=roamer.number, shuffle=shuffle)


# ---- I4, I5, Z3: ammunition


def check_commit(view: View, seat: Seat, action: Commit, draft: bool) -> None:
    most = view.areas[seat].tokens or 0
    if not 0 <= action.count <= most:
        raise IllegalAction("tokens", most=most)
    check_shuffle(action.shuffle, most)


def commitments(view: View, seat: Seat) -> Iterator[Action]:
    most = view.areas[seat].tokens or 0
    for count in range(most + 1):
        yield Commit(count=count)
    if most > 1:
        for count in range(most + 1):
            yield Commit(count=count, shuffle=True)


# ---- I7: spoils


def left(view: View) -> tuple[str, ...]:
    """The parts of the invader that nobody has taken yet."""
    cards = view.invader.cards if view.invader is not None else ()
    return tuple(slot for slot, card in zip(SLOTS, cards, strict=False) if card != EMPTY)


def check_spoils(view: View, seat: Seat, action: Spoils, draft: bool) -> None:
    planned = dict(view.asked)[seat] == "spoils"
    if not planned and len(action.wishes) != 1 and not (draft and not action.wishes):
        raise IllegalAction("one_wish")
    once_each(wish.part for wish in action.wishes)
    for part, where in action.wishes:
        if part not in left(view):
            raise IllegalAction("no_part", part=slot_term(part))
        kind = part_at(part)
        if where and not (planned and where in (*BAYS, DISCARD, *same_type(kind))):
            check_place(view.areas[seat], where, kind)


def spoils(view: View, seat: Seat) -> Iterator[Action]:
    area = view.areas[seat]
    single = [Wish(part, where) for part in left(view) for where in places(area, part_at(part))]
    if dict(view.asked)[seat] != "spoils":
        yield from (Spoils(wishes=(wish,)) for wish in single)
        return
    plans = chain.from_iterable(permutations(single, size) for size in range(len(left(view)) + 1))
    for plan in plans:
        if len({wish.part for wish in plan}) == len(plan):
            yield Spoils(wishes=plan)


# ---- I8, and Z4's loser: what is lost


def my_mech(view: View, seat: Seat) -> str:
    """The seat's fighting mech."""
    return next(fighter.mech for fighter in view.fighters if fighter.seat == seat)


def check_lose_part(view: View, seat: Seat, action: Lose, draft: bool) -> None:
    """One assembled part of the fighting mech, the core only if nothing else is assembled there (L50)."""
    mech = my_mech(view, seat)
    allowed = losable(view.areas[seat], "A" if mech == "A" else "B")
    if len(action.slots) > 1 or (not action.slots and not draft):
        raise IllegalAction("one_slot")
    for slot in action.slots:
        if slot not in allowed:
            core = slot == f"{mech}.C" and face_at(view.areas[seat], slot) != EMPTY
            raise IllegalAction("core_last") if core else IllegalAction("not_assembled", slot=slot_term(slot))


def lose_parts(view: View, seat: Seat) -> Iterator[Action]:
    mech = my_mech(view, seat)
    for slot in losable(view.areas[seat], "A" if mech == "A" else "B"):
        yield Lose(slots=(slot,))


def stripped(view: View, seat: Seat) -> tuple[str, ...]:
    """The cards of the seat's fighting mech that a duel may take: any but the core (section 7)."""
    return company(view.areas[seat], "A" if my_mech(view, seat) == "A" else "B")


RULES: Final[dict[AskKind, Rule]] = {
    "tribute": ("tribute", check_tribute, tributes),
    "declare": ("declare", check_declare, declarations),
    "declare_now": ("declare", check_declare, declarations),
    "target": ("target", check_target, targets),
    "commit": ("commit", check_commit, commitments),
    "spoils": ("spoils", check_spoils, spoils),
    "spoil_now": ("spoils", check_spoils, spoils),
    "lose_part": ("lose", check_lose_part, lose_parts),
}
