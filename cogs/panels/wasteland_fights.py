"""The questions of Invasion and Storm on the panel of Scorched Wasteland: tribute, battle, spoils, duel, upkeep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, cast

from cogs.panels.wasteland_fields import (
    ADD,
    NOTHING,
    Field,
    ListSheet,
    Sheet,
    allowed,
    kept,
    place_field,
    settled,
    wrong,
)
from engines.core import Seat
from engines.wasteland.cards import known, part_at, points
from engines.wasteland.holdings import cores, face_at, face_down, mechs, others, payable, spare
from engines.wasteland.legal_fights import left, lose_parts, stripped
from engines.wasteland.legal_storm import owed, trophy_slots
from engines.wasteland.model import (
    STACK,
    Action,
    Challenge,
    Commit,
    Declare,
    Defend,
    Lose,
    Spoils,
    Target,
    Tribute,
    Trophy,
    Upkeep,
    Wish,
)
from engines.wasteland.views import AreaView, View

LATER: Final = "later"
"""The dealer's target is chosen after the declarations."""
FLIP: Final = "flip:"
"""Before the slot that is turned up to join; alone for a dealer who has none."""
ROAMER: Final = "M"
"""Before the number of a roaming mech."""
SEAT: Final = "s:"


def _roamers(view: View) -> tuple[str, ...]:
    return tuple(f"{ROAMER}{roamer.number}" for roamer in view.supervision.roamers)


def _mech_field(view: View, seat: Seat, mech: str) -> list[Field]:
    """With which mech one fights, where there is a choice."""
    own = mechs(view.areas[seat])
    return [Field("mech", own, (mech or own[0],))] if len(own) > 1 else []


def _shuffles(view: View) -> bool:
    """Whether an order could change in the supervision stack."""
    return view.supervision.tokens > 1


def weakest_first(area: AreaView, slots: Sequence[str]) -> list[str]:
    """Parts by points, then tokens."""
    return sorted(slots, key=lambda slot: _value(area, slot))


def _value(area: AreaView, slot: str) -> tuple[int, int]:
    if slot == STACK:
        return 2, area.top or 0
    face = face_at(area, slot)
    return (3 if part_at(slot) == "C" else 1), points(face) if known(face) else 0


class TributeSheet(Sheet):
    """I1: which hand cards, or none. A token can be named as often as there are some: ``T``, ``T2``, ``T3``."""

    def fields(self, view: View, seat: Seat, action: Tribute, at: int) -> list[Field]:
        area, most = view.areas[seat], view.count
        ways = ("pay", "refuse") if payable(area) >= most else ("refuse",)
        found = [Field("tribute", ways, ("refuse" if action.refuse else "pay",))]
        if action.refuse:
            return found
        tokens = [STACK, *(f"{STACK}{n}" for n in range(2, most + 1))][: area.tokens or 0]
        hand = [slot for slot in (*spare(area), *self._cores(area)) if slot != STACK]
        chosen = [slot for slot in action.cards if slot != STACK] + tokens[: action.cards.count(STACK)]
        return [*found, Field("cards", (*hand, *tokens), tuple(chosen), 0, most)]

    def put(self, view: View, seat: Seat, action: Tribute, name: str, values: Sequence[str], at: int) -> Action:
        if name == "cards":
            named = [STACK if value.startswith(STACK) else value for value in values]
            parts = kept([card for card in action.cards if card != STACK], [card for card in named if card != STACK])
            return Tribute(cards=(*parts, *([STACK] * named.count(STACK))))
        if values[0] == "refuse":
            return Tribute(refuse=True)
        hand = weakest_first(view.areas[seat], (*spare(view.areas[seat]), *self._cores(view.areas[seat])))
        return Tribute(cards=tuple(hand[: view.count])) if action.refuse else action

    def _cores(self, area: AreaView) -> tuple[str, ...]:
        """Cores that may be given: any, as long as one stays."""
        return cores(area) if len(cores(area)) > 1 else ()


class DeclareSheet(Sheet):
    """I2: out, later, or in with a face-down part turned up; for the dealer the target, if it is known already."""

    def fields(self, view: View, seat: Seat, action: Declare, at: int) -> list[Field]:
        ways = [("out", Declare(choice="out")), ("wait", Declare(choice="wait"))]
        ways += [(f"{FLIP}{slot}", self._join(view, seat, slot)) for slot in self._flips(view, seat)]
        now = f"{FLIP}{action.flip}" if action.choice == "join" else action.choice
        found = [Field("join", allowed(view, seat, ways), (now,))]
        if action.choice != "join":
            return found
        found += _mech_field(view, seat, action.mech)
        if seat == view.dealer and len(view.supervision.roamers) > 1:
            target = LATER if action.target is None else f"{ROAMER}{action.target}"
            found.append(Field("target", (LATER, *_roamers(view)), (target,)))
        return found

    def put(self, view: View, seat: Seat, action: Declare, name: str, values: Sequence[str], at: int) -> Action:
        value = values[0]
        match name:
            case "mech":
                return replace(action, mech=cast("Any", value))
            case "target" if value == LATER:
                return replace(action, target=None, shuffle=False)
            case "target":
                return replace(action, target=int(value.removeprefix(ROAMER)))
            case _ if value in ("out", "wait"):
                return Declare(choice=cast("Any", value))
            case _:
                joined = self._join(view, seat, value.removeprefix(FLIP))
                if action.choice != "join":
                    return joined
                return replace(action, flip=joined.flip)

    def flags(self, view: View, seat: Seat, action: Declare) -> dict[str, bool]:
        return {"shuffle": action.shuffle} if action.target is not None and _shuffles(view) else {}

    def switched(self, action: Declare, name: str) -> Action:
        return replace(action, shuffle=not action.shuffle)

    def _flips(self, view: View, seat: Seat) -> tuple[str, ...]:
        return face_down(view.areas[seat]) or ("",)

    def _join(self, view: View, seat: Seat, slot: str) -> Declare:
        own = mechs(view.areas[seat])
        strongest = max(own, key=lambda name: view.areas[seat].bays["AB".index(name)].points, default="")
        return Declare(choice="join", flip=slot, mech=cast("Any", strongest))


class TargetSheet(Sheet):
    """I3: which roaming mech invades."""

    def fields(self, view: View, seat: Seat, action: Target, at: int) -> list[Field]:
        return [Field("target", _roamers(view), (f"{ROAMER}{action.mech}",))]

    def put(self, view: View, seat: Seat, action: Target, name: str, values: Sequence[str], at: int) -> Action:
        return replace(action, mech=int(values[0].removeprefix(ROAMER)))

    def flags(self, view: View, seat: Seat, action: Target) -> dict[str, bool]:
        return {"shuffle": action.shuffle} if _shuffles(view) else {}

    def switched(self, action: Target, name: str) -> Action:
        return replace(action, shuffle=not action.shuffle)


class CommitSheet(Sheet):
    """I4, I5, Z3: how many tokens from the top."""

    def fields(self, view: View, seat: Seat, action: Commit, at: int) -> list[Field]:
        numbers = tuple(map(str, range((view.areas[seat].tokens or 0) + 1)))
        return [Field("count", numbers, (str(action.count),))]

    def put(self, view: View, seat: Seat, action: Commit, name: str, values: Sequence[str], at: int) -> Action:
        return replace(action, count=int(values[0]))

    def flags(self, view: View, seat: Seat, action: Commit) -> dict[str, bool]:
        return {"shuffle": action.shuffle} if (view.areas[seat].tokens or 0) > 1 else {}

    def switched(self, action: Commit, name: str) -> Action:
        return replace(action, shuffle=not action.shuffle)


class SpoilsSheet(ListSheet):
    """I7: parts in the order of wish, and where each would go; in turn only one."""

    def __init__(self, *, planned: bool) -> None:
        self.planned = planned

    def fields(self, view: View, seat: Seat, action: Spoils, at: int) -> list[Field]:
        if not self.planned:
            wish = action.wishes[0]
            return [Field("part", left(view), (wish.part,)), place_field(view, seat, wish.part, wish.where)]
        wishes, more = self.list_fields(action, at, left(view))
        if not 0 <= at < len(action.wishes):
            return [*wishes, *more]
        return [*wishes, place_field(view, seat, *action.wishes[at]), *more]

    def put(self, view: View, seat: Seat, action: Spoils, name: str, values: Sequence[str], at: int) -> Action:
        if name == ADD:
            return self.added(view, seat, action, values)
        if name == "where":
            return self.changed(action, at, action.wishes[at]._replace(where=values[0]))
        return replace(action, wishes=(self.wish(view, seat, values[0]),))

    def wishes(self, action: Spoils) -> tuple[Wish, ...]:
        return action.wishes

    def listed(self, action: Spoils, wishes: tuple[Wish, ...]) -> Action:
        return replace(action, wishes=wishes)

    def wish(self, view: View, seat: Seat, value: str) -> Wish:
        return Wish(value, settled(view.areas[seat], part_at(value), ""))

    def value(self, wish: Wish) -> str:
        return wish.part


class LosePartSheet(Sheet):
    """I8: one assembled part."""

    def fields(self, view: View, seat: Seat, action: Lose, at: int) -> list[Field]:
        slots = [answer.slots[0] for answer in lose_parts(view, seat) if isinstance(answer, Lose)]
        return [Field("lose", tuple(slots), action.slots)]

    def put(self, view: View, seat: Seat, action: Lose, name: str, values: Sequence[str], at: int) -> Action:
        return Lose(slots=tuple(values))


class DamageSheet(LosePartSheet):
    """Z4: what the loser of a duel discards besides the trophy."""

    def fields(self, view: View, seat: Seat, action: Lose, at: int) -> list[Field]:
        count = owed(view, seat)
        return [Field("lose", stripped(view, seat), action.slots, count, count)]


class ChallengeSheet(Sheet):
    """Z1: with whom, or with nobody, and with which mech."""

    def fields(self, view: View, seat: Seat, action: Challenge, at: int) -> list[Field]:
        rivals = tuple(f"{SEAT}{other}" for other in others(view, seat))
        if action.seat is None:
            return [Field("rival", (NOTHING, *rivals), (NOTHING,))]
        return [
            Field("rival", (NOTHING, *rivals), (f"{SEAT}{action.seat}",)),
            *_mech_field(view, seat, action.mech),
        ]

    def put(self, view: View, seat: Seat, action: Challenge, name: str, values: Sequence[str], at: int) -> Action:
        if name == "mech":
            return replace(action, mech=cast("Any", values[0]))
        if values[0] == NOTHING:
            return Challenge()
        area = view.areas[seat]
        mech = action.mech or max(mechs(area), key=lambda name: area.bays["AB".index(name)].points)
        return Challenge(seat=int(values[0].removeprefix(SEAT)), mech=mech)


class DefendSheet(Sheet):
    """Z2: the challenged one's mech."""

    def fields(self, view: View, seat: Seat, action: Defend, at: int) -> list[Field]:
        return [Field("mech", mechs(view.areas[seat]), (action.mech,))]

    def put(self, view: View, seat: Seat, action: Defend, name: str, values: Sequence[str], at: int) -> Action:
        return Defend(mech=cast("Any", values[0]))


class TrophySheet(Sheet):
    """Z4: a card of the losing mech, and where it goes."""

    def fields(self, view: View, seat: Seat, action: Trophy, at: int) -> list[Field]:
        return [
            Field("trophy", trophy_slots(view, seat), (action.slot,)),
            place_field(view, seat, action.slot, action.where),
        ]

    def put(self, view: View, seat: Seat, action: Trophy, name: str, values: Sequence[str], at: int) -> Action:
        if name == "where":
            return replace(action, where=values[0])
        return Trophy(slot=values[0], where=settled(view.areas[seat], part_at(values[0]), ""))


class UpkeepSheet(Sheet):
    """Z5: one card for each core, one core for the other, or all cores: a list for each card owed."""

    def fields(self, view: View, seat: Seat, action: Upkeep, at: int) -> list[Field]:
        first = self._firsts(view, seat)
        found = [Field("upkeep", first, action.cards[:1])]
        if len(cores(view.areas[seat])) > 1 and action.cards:
            second = self._seconds(view, seat, action.cards[0])
            if second != (NOTHING,):
                found.append(Field("besides", second, action.cards[1:2] or (NOTHING,)))
        return found

    def put(self, view: View, seat: Seat, action: Upkeep, name: str, values: Sequence[str], at: int) -> Action:
        if name == "besides":
            return Upkeep(cards=(action.cards[0], *(() if values[0] == NOTHING else values[:1])))
        second = self._seconds(view, seat, values[0])
        if action.cards[1:2] and action.cards[1] in second:
            return Upkeep(cards=(values[0], action.cards[1]))
        return Upkeep(cards=(values[0],) if NOTHING in second else (values[0], second[0]))

    def _all(self, area: AreaView) -> list[str]:
        return [*weakest_first(area, tuple(dict.fromkeys(spare(area)))), *cores(area)]

    def _firsts(self, view: View, seat: Seat) -> tuple[str, ...]:
        """What can be a part of a legal answer."""
        return tuple(slot for slot in self._all(view.areas[seat]) if self._seconds(view, seat, slot))

    def _seconds(self, view: View, seat: Seat, first: str) -> tuple[str, ...]:
        """What can come with it: nothing further where that is enough."""
        alone = (NOTHING,) if wrong(view, seat, Upkeep(cards=(first,))) is None else ()
        pairs = [(slot, Upkeep(cards=(first, slot))) for slot in self._all(view.areas[seat])]
        return (*alone, *allowed(view, seat, pairs))
