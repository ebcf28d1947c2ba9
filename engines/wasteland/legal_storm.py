"""Answers of the storm: the duel and maintenance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from engines.core import IllegalAction, Seat, Term
from engines.wasteland.cards import part_at
from engines.wasteland.holdings import cores, is_mech, mechs, others, places, spare
from engines.wasteland.legal_fights import check_given, check_mech, my_mech, stripped
from engines.wasteland.legal_war import Rule, check_place, once_each, slot_term
from engines.wasteland.model import Action, AskKind, Challenge, Defend, Lose, Trophy, Upkeep
from engines.wasteland.views import AreaView, View

# ---- Z1, Z2


def check_challenge(view: View, seat: Seat, action: Challenge, draft: bool) -> None:
    """Any living other player; no duel is fine (section 7)."""
    if action.seat is None:
        if action.mech:
            raise IllegalAction("no_target")
        return
    if action.seat == seat:
        raise IllegalAction("self_duel")
    if action.seat not in others(view, seat):
        raise IllegalAction("no_target")
    check_mech(view.areas[seat], action.mech, draft)


def challenges(view: View, seat: Seat) -> Iterator[Action]:
    yield Challenge()
    for other in others(view, seat):
        for mech in mechs(view.areas[seat]):
            yield Challenge(seat=other, mech=mech)


def check_defend(view: View, seat: Seat, action: Defend, draft: bool) -> None:
    if not is_mech(view.areas[seat], action.mech):
        raise IllegalAction("no_mech", mech=Term(f"wasteland.bay.{action.mech}"))


def defences(view: View, seat: Seat) -> Iterator[Action]:
    for mech in mechs(view.areas[seat]):
        yield Defend(mech=mech)


# ---- Z4


def loser(view: View, seat: Seat) -> Seat:
    """The other one of the duel."""
    return next(fighter.seat for fighter in view.fighters if fighter.seat != seat)


def trophy_slots(view: View, seat: Seat) -> tuple[str, ...]:
    """What the winner may choose from: any card of the losing mech but its core, and that where it is alone."""
    other = loser(view, seat)
    return stripped(view, other) or (f"{my_mech(view, other)}.C",)


def check_trophy(view: View, seat: Seat, action: Trophy, draft: bool) -> None:
    if action.slot not in trophy_slots(view, seat) and not (draft and not action.slot):
        raise _not_offered(action.slot)
    if action.where and action.slot:
        check_place(view.areas[seat], action.where, part_at(action.slot))


def _not_offered(slot: str) -> IllegalAction:
    return IllegalAction("core_safe") if slot in ("A.C", "B.C") else IllegalAction("not_mech", slot=slot_term(slot))


def trophies(view: View, seat: Seat) -> Iterator[Action]:
    for slot in trophy_slots(view, seat):
        for where in places(view.areas[seat], part_at(slot)):
            yield Trophy(slot=slot, where=where)


def owed(view: View, seat: Seat) -> int:
    """How many cards the loser must choose now: fewer if the mech runs out."""
    return min(view.damage, len(stripped(view, seat)))


def check_damage(view: View, seat: Seat, action: Lose, draft: bool) -> None:
    count = owed(view, seat)
    once_each(action.slots)
    for slot in action.slots:
        if slot not in stripped(view, seat):
            raise _not_offered(slot)
    if len(action.slots) > count or (len(action.slots) < count and not draft):
        raise IllegalAction("count_damage", n=count)


def damages(view: View, seat: Seat) -> Iterator[Action]:
    for slots in combinations(stripped(view, seat), owed(view, seat)):
        yield Lose(slots=slots)


# ---- Z5


def check_upkeep(view: View, seat: Seat, action: Upkeep, draft: bool) -> None:
    """One card for each core; or, with two, one core for the other; or all cores (section 8.1)."""
    area = view.areas[seat]
    check_given(area, action.cards)
    given = [card for card in action.cards if card in cores(area)]
    owing = len(cores(area))
    if given and len(given) == len(action.cards):
        return
    few = len(action.cards) < owing
    if given or len(action.cards) > owing or (few and not (draft and _can_grow(area, action))):
        raise IllegalAction("count_upkeep", n=owing)


def _can_grow(area: AreaView, action: Upkeep) -> bool:
    return not action.cards or len(spare(area)) >= len(cores(area))


def upkeeps(view: View, seat: Seat) -> Iterator[Action]:
    area = view.areas[seat]
    mine = cores(area)
    for cards in dict.fromkeys(combinations(spare(area), len(mine))):
        yield Upkeep(cards=cards)
    for size in range(1, len(mine) + 1):
        for cards in combinations(mine, size):
            yield Upkeep(cards=cards)


RULES: Final[dict[AskKind, Rule]] = {
    "challenge": ("challenge", check_challenge, challenges),
    "defend": ("defend", check_defend, defences),
    "trophy": ("trophy", check_trophy, trophies),
    "damage": ("lose", check_damage, damages),
    "upkeep": ("upkeep", check_upkeep, upkeeps),
}
