"""Answers of setup, war and scavenge: assembly, scouting, research, and what is done with wasteland cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, permutations, product
from typing import Any, Final

from engines.core import IllegalAction, Seat, Term, Who
from engines.wasteland.cards import is_down, is_up, known, part_at, part_of
from engines.wasteland.holdings import (
    DISCARD,
    assembly,
    cores,
    face_down,
    free_bays,
    lying,
    open_bays,
    others,
    places,
    same_type,
)
from engines.wasteland.model import (
    BAYS,
    EMPTY,
    PARTS,
    SLOTS,
    STACK,
    Action,
    AskKind,
    Assemble,
    Deed,
    Forage,
    Part,
    Pick,
    Scout,
    Study,
)
from engines.wasteland.views import AreaView, View

_PLACES: Final = frozenset(
    (*SLOTS, STACK, *(f"{bay}.{slot}" for bay in BAYS for slot in SLOTS), *(f"R.{part}" for part in PARTS))
)
Rule = tuple[str, Callable[[View, Seat, Any, bool], None], Callable[[View, Seat], Iterator[Action]]]


def slot_term(slot: str) -> Term:
    """The place in words; a name that no place has is not repeated."""
    return Term(f"wasteland.slot.{slot if slot in _PLACES else 'unknown'}")


def part_term(part: Part) -> Term:
    return Term(f"wasteland.part.{part}")


def once_each(slots: Iterable[str]) -> None:
    """Refuse a place that is named twice."""
    seen: set[str] = set()
    for slot in slots:
        if slot in seen:
            raise IllegalAction("twice", slot=slot_term(slot))
        seen.add(slot)


# ---- S3: assembly


def check_assemble(view: View, seat: Seat, action: Assemble, draft: bool) -> None:
    """Any of the face-down parts, but locomotion in pairs (L16g)."""
    area = view.areas[seat]
    once_each(action.slots)
    down = face_down(area)
    for slot in action.slots:
        if slot not in down:
            filled = slot in assembly(area)
            raise IllegalAction("face_up" if filled else "slot_empty", slot=slot_term(slot))
    legs = sum(part_at(slot) == "L" for slot in action.slots)
    growing = draft and legs < sum(part_at(slot) == "L" for slot in down)
    if legs % 2 and not growing:
        raise IllegalAction("legs_even")


def assemblies(view: View, seat: Seat) -> Iterator[Action]:
    """The fullest first: it is what is taken up when nobody chooses."""
    down = face_down(view.areas[seat])
    for size in range(len(down), -1, -1):
        for slots in combinations(down, size):
            if sum(part_at(slot) == "L" for slot in slots) % 2 == 0:
                yield Assemble(slots=slots)


# ---- W2: scouting


def check_scout(view: View, seat: Seat, action: Scout, draft: bool) -> None:
    """A plan (``scout``) may wait; whoever is asked when it is its go may not."""
    if action.choice == "wait" and dict(view.asked)[seat] != "scout":
        raise IllegalAction("wait_now")
    if action.choice in ("ammo", "research"):
        if not view.wasteland:
            raise IllegalAction("explore_only")
        if not action.cards and not draft:
            raise IllegalAction("no_cards_named")
    elif action.cards:
        raise IllegalAction("no_card", number=action.cards[0])
    _lie_there(view, action.cards)


def _lie_there(view: View, numbers: tuple[int, ...]) -> None:
    for number in numbers:
        if lying(view, number) == EMPTY or numbers.count(number) > 1:
            raise IllegalAction("no_card", number=number)


def scouts(view: View, seat: Seat) -> Iterator[Action]:
    yield Scout(choice="explore")
    numbers = [card.number for card in view.wasteland]
    for number in numbers:
        yield Scout(choice="ammo", cards=(number,))
        yield Scout(choice="research", cards=(number,))
    if dict(view.asked)[seat] == "scout":
        yield Scout(choice="wait")
        for size in range(2, len(numbers) + 1):
            for cards in permutations(numbers, size):
                yield Scout(choice="ammo", cards=cards)
                yield Scout(choice="research", cards=cards)


# ---- W2b: research


def researchable(view: View, seat: Seat) -> tuple[str, ...]:
    """The slots whose card may become research: any but the last core, the gained card counted in (section 5.2)."""
    area = view.areas[seat]
    gained = lying(view, view.looking or 0)
    enough = len(cores(area)) + (known(gained) and part_of(gained) == "C") > 1
    return tuple(slot for slot in assembly(area) if part_at(slot) != "C" or enough)


def check_study(view: View, seat: Seat, action: Study, draft: bool) -> None:
    part = part_of(lying(view, view.looking or 0))
    free = free_bays(view.areas[seat], part)
    if action.bay and action.bay not in free:
        raise IllegalAction("bay_full", part=part_term(part))
    if not action.bay and len(free) > 1 and not draft:
        raise IllegalAction("no_bay")
    if action.part and action.part not in researchable(view, seat):
        if action.part in cores(view.areas[seat]):
            raise IllegalAction("last_core")
        raise IllegalAction("slot_empty", slot=slot_term(action.part))


def studies(view: View, seat: Seat) -> Iterator[Action]:
    free = free_bays(view.areas[seat], part_of(lying(view, view.looking or 0)))
    for part in ("", *researchable(view, seat)):
        for bay in free:
            yield Study(bay=bay, part=part)


# ---- C: scavenging


def check_deed(view: View, seat: Seat, action: Deed, card: str, *, planned: bool, draft: bool = False) -> None:
    """What may be done with a card whose front the seat knows.

    ``planned``: what is free now may be filled then, and the other way round; only what can never be is refused.
    """
    part = part_of(card)
    if action.act == "disrupt":
        _check_disrupt(view, seat, action, part, planned=planned, draft=draft)
        return
    if action.seat is not None:
        raise IllegalAction("own_area")
    if action.where and not (planned and action.where in (*BAYS, DISCARD, *same_type(part))):
        check_place(view.areas[seat], action.where, part)


def check_place(area: AreaView, where: str, part: Part) -> None:
    """Refuse what is none of ``places``, and say why."""
    allowed = places(area, part)
    if where in allowed:
        return
    if where in BAYS:
        raise IllegalAction("bay_full", part=part_term(part))
    if where == DISCARD or (where in same_type(part) and allowed[0] in BAYS):
        raise IllegalAction("swap_free", part=part_term(part))
    if where not in same_type(part):
        raise IllegalAction("swap_type", slot=slot_term(where))
    raise IllegalAction("swap_welded", slot=slot_term(where))


def _check_disrupt(view: View, seat: Seat, action: Deed, part: Part, *, planned: bool, draft: bool) -> None:
    if action.seat is None and draft:
        return
    if action.seat == seat:
        raise IllegalAction("own_area")
    if action.seat is None or action.seat not in others(view, seat):
        raise IllegalAction("no_target")
    if not action.where and draft:
        return
    if action.where not in BAYS:
        raise IllegalAction("no_bay")
    if not planned and (action.seat, action.where) not in open_bays(view, seat, part):
        raise IllegalAction("target_full", who=Who(action.seat), part=part_term(part))


def deeds(view: View, seat: Seat, card: str) -> Iterator[Deed]:
    """All that may be done now with a card whose front the seat knows."""
    part = part_of(card)
    for where in places(view.areas[seat], part):
        yield Deed(act="take", where=where)
    for other, bay in open_bays(view, seat, part):
        yield Deed(act="disrupt", where=bay, seat=other)


def check_look(view: View, seat: Seat, action: Deed, draft: bool) -> None:
    check_deed(view, seat, action, lying(view, view.looking or 0), planned=False, draft=draft)


def looks(view: View, seat: Seat) -> Iterator[Action]:
    return deeds(view, seat, lying(view, view.looking or 0))


def check_pick(view: View, seat: Seat, action: Pick, draft: bool) -> None:
    card = lying(view, action.number)
    if card == EMPTY:
        raise IllegalAction("no_card", number=action.number)
    if is_down(card):
        if action.deed is not None:
            raise IllegalAction("deed_unseen")
    elif action.deed is not None:
        check_deed(view, seat, action.deed, card, planned=False, draft=draft)
    elif not draft:
        raise IllegalAction("deed_missing")


def picks(view: View, seat: Seat) -> Iterator[Action]:
    for number, card in view.wasteland:
        if is_down(card):
            yield Pick(number=number)
        else:
            yield from (Pick(number=number, deed=deed) for deed in deeds(view, seat, card))


def check_forage(view: View, seat: Seat, action: Forage, draft: bool) -> None:
    _lie_there(view, tuple(pick.number for pick in action.picks))
    for pick in action.picks:
        card = lying(view, pick.number)
        if pick.deed is None:
            if is_up(card) and not draft:
                raise IllegalAction("deed_missing")
        elif known(card):
            check_deed(view, seat, pick.deed, card, planned=True, draft=draft)
        elif pick.deed.act != "take" or pick.deed.where not in ("", *BAYS) or pick.deed.seat is not None:
            raise IllegalAction("deed_unseen")


def wishes(view: View, seat: Seat) -> Iterator[Pick]:
    """Each single thing that a plan may hold, as far as it is possible now."""
    for number, card in view.wasteland:
        if is_down(card):
            yield Pick(number=number)
            yield Pick(number=number, deed=Deed())
        if known(card):
            yield from (Pick(number=number, deed=deed) for deed in deeds(view, seat, card))


def forages(view: View, seat: Seat) -> Iterator[Action]:
    """Plans of no wish, of one, of two, and so on."""
    single = list(wishes(view, seat))
    plans = chain.from_iterable(permutations(single, size) for size in range(len(view.wasteland) + 1))
    for plan in plans:
        if len({pick.number for pick in plan}) == len(plan):
            for unseen, rest in product(_ASK_OR_AUTO, repeat=2):
                yield Forage(picks=plan, unseen=unseen, rest=rest)


_ASK_OR_AUTO: Final = ("ask", "auto")

RULES: Final[dict[AskKind, Rule]] = {
    "assemble": ("assemble", check_assemble, assemblies),
    "scout": ("scout", check_scout, scouts),
    "scout_now": ("scout", check_scout, scouts),
    "study": ("study", check_study, studies),
    "scavenge": ("forage", check_forage, forages),
    "pick": ("pick", check_pick, picks),
    "look": ("deed", check_look, looks),
}
