"""What the lists on a panel of Scorched Wasteland are, whatever is asked. No Discord and no rule in here.

A choice is a short text: a place (``A.L2``), a wasteland card (``#5``), a mech (``A``), a roaming mech (``M3``) or a
word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engines.core import IllegalAction, Seat
from engines.wasteland import legal
from engines.wasteland.cards import part_at
from engines.wasteland.holdings import DISCARD, places
from engines.wasteland.model import BAYS, Action, Deed, Part
from engines.wasteland.views import AreaView, View

NOTHING: Final = "-"
"""No card, nobody, nothing further."""
LOOK: Final = "look"
UNSEEN: Final = "unseen"
"""What a plan may do with a face-down card: look at it and decide then, or take it as it lies."""
TAKE: Final = "take:"
PLANT: Final = "plant:"
ADD: Final = "add"
WISH: Final = "wish"
"""The list of what can be wished for besides, and the list of the wishes, in their order."""


@dataclass(frozen=True, slots=True)
class Field:
    """A list to choose from: what it offers and what is chosen."""

    name: str
    values: tuple[str, ...]
    chosen: tuple[str, ...] = ()
    least: int = 1
    most: int = 1

    @property
    def forced(self) -> bool:
        """There is nothing to choose: everything that it offers is chosen and must be."""
        return self.chosen == self.values and self.least == len(self.values) and self.name != WISH


class Sheet:
    """One kind of question: its lists, and what a choice makes of an answer.

    An answer is a whole one wherever that is possible: a choice brings a sensible rest with it.
    """

    def fields(self, view: View, seat: Seat, action: Any, at: int) -> list[Field]:
        """In the order in which they are best used. ``at``: which wish is worked on, where there are wishes."""
        raise NotImplementedError

    def put(self, view: View, seat: Seat, action: Any, name: str, values: Sequence[str], at: int) -> Action:
        """The answer with these chosen in the list of this name, which offers them; ``at`` as in ``fields``."""
        raise NotImplementedError

    def flags(self, view: View, seat: Seat, action: Any) -> dict[str, bool]:
        """What can be switched on and off, and how it stands."""
        return {}

    def switched(self, action: Any, name: str) -> Action:
        """The answer with this switched over."""
        raise NotImplementedError


class ListSheet(Sheet):
    """A question that is answered with wishes in an order."""

    def wishes(self, action: Any) -> tuple[Any, ...]:
        raise NotImplementedError

    def listed(self, action: Any, wishes: tuple[Any, ...]) -> Action:
        """The answer with these wishes."""
        raise NotImplementedError

    def wish(self, view: View, seat: Seat, value: str) -> Any:
        """A new wish for this, with a sensible rest."""
        raise NotImplementedError

    def value(self, wish: Any) -> str:
        """What the wish is for, as ``wish`` takes it."""
        raise NotImplementedError

    def list_fields(self, action: Any, at: int, offered: Iterable[str]) -> tuple[list[Field], list[Field]]:
        """The list of the wishes, which says which one is worked on, and the list of what can be added."""
        named = tuple(map(self.value, self.wishes(action)))
        more = tuple(value for value in offered if value not in named)
        wishes = [Field(WISH, named, named[at : at + 1])] if named else []
        return wishes, [Field(ADD, more, (), 1, len(more))] if more else []

    def added(self, view: View, seat: Seat, action: Any, values: Sequence[str]) -> Action:
        return self.listed(action, (*self.wishes(action), *(self.wish(view, seat, value) for value in values)))

    def moved(self, action: Any, at: int, by: int) -> Action:
        """The answer with this wish so many places later."""
        wishes = list(self.wishes(action))
        if 0 <= at < len(wishes) and 0 <= at + by < len(wishes):
            wishes.insert(at + by, wishes.pop(at))
        return self.listed(action, tuple(wishes))

    def dropped(self, action: Any, at: int) -> Action:
        """The answer without this wish."""
        wishes = self.wishes(action)
        return self.listed(action, (*wishes[:at], *wishes[at + 1 :]))

    def changed(self, action: Any, at: int, wish: Any) -> Action:
        """The answer with this wish in place of the one there."""
        wishes = self.wishes(action)
        return self.listed(action, (*wishes[:at], wish, *wishes[at + 1 :]))


def wrong(view: View, seat: Seat, action: Action) -> IllegalAction | None:
    """Why it cannot be given as it is; ``None`` for a legal answer."""
    try:
        legal.check(view, seat, action)
    except IllegalAction as error:
        return error
    return None


def allowed(view: View, seat: Seat, answers: Iterable[tuple[str, Action]]) -> tuple[str, ...]:
    """The choices whose answers are legal."""
    return tuple(value for value, action in answers if wrong(view, seat, action) is None)


def kept(before: Sequence[str], values: Sequence[str]) -> tuple[str, ...]:
    """What is chosen now, in the order in which it was chosen."""
    return (*(value for value in before if value in values), *(value for value in values if value not in before))


# ---- places and deeds


def settled(area: AreaView, part: Part, where: str) -> str:
    """Where a gained card goes as things stand: left open, it is the first free bay, and nothing is swapped."""
    free = places(area, part)
    return where or (free[0] if free[0] in BAYS else DISCARD)


def place_field(view: View, seat: Seat, slot: str, where: str) -> Field:
    """Where a part of this slot's type goes."""
    area, part = view.areas[seat], part_at(slot)
    now = settled(area, part, where)
    return Field("where", tuple(dict.fromkeys((*places(area, part), now))), (now,))


def write_deed(area: AreaView, part: Part, deed: Deed) -> str:
    """``take:A``, ``take:A.S``, ``take:discard`` or ``plant:3.B``."""
    if deed.act == "disrupt":
        return f"{PLANT}{deed.seat}.{deed.where}"
    return f"{TAKE}{settled(area, part, deed.where)}"


def read_deed(value: str) -> Deed:
    """What ``write_deed`` wrote."""
    if value.startswith(PLANT):
        seat, _, bay = value.removeprefix(PLANT).partition(".")
        return Deed(act="disrupt", where=bay, seat=int(seat))
    return Deed(act="take", where=value.removeprefix(TAKE))
