"""A seat's answer, drawn in: what of the table is pointed out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engines.core import Seat
from engines.wasteland.model import (
    STACK,
    Action,
    Assemble,
    BayName,
    Challenge,
    Commit,
    Declare,
    Deed,
    Defend,
    Forage,
    Lose,
    Pick,
    Scout,
    Spoils,
    Study,
    Target,
    Tribute,
    Trophy,
    Upkeep,
)
from engines.wasteland.views import View
from locales import Words
from render.wasteland.nameplates import Point
from render.wasteland.own_area import Chosen

CHECK: Final = "✓"
SHUFFLED: Final = "⇄"
"""The own stack is shuffled first."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Everything that an answer points out."""

    own: Chosen = field(default_factory=Chosen)
    wasteland: Mapping[int, Point] = field(default_factory=dict[int, Point])
    """By wasteland number."""
    parts: Mapping[str, Point] = field(default_factory=dict[str, Point])
    """By the invader's slot."""
    rival: Mapping[str, Point] = field(default_factory=dict[str, Point])
    """By slot of the losing mech, without its bay."""
    roamer: int | None = None
    seat: Seat | None = None
    """Who is challenged."""


def drawn(view: View, words: Words) -> Drawn:
    """What the view's own answer points out, without one what has just happened; the mech that fights in any case."""
    mech: BayName | None = next((fighter.mech for fighter in view.fighters if fighter.seat == view.seat), None)
    if view.drafted is None:
        own = {mark.place: Point() for mark in view.marks if mark.seat == view.seat and mark.place}
        row = {int(mark.place[1:]): Point() for mark in view.marks if mark.place.startswith("#")}
        return Drawn(Chosen(own, mech), row)
    return _drawn(view, view.drafted.action, mech, words)


def _drawn(view: View, action: Action, mech: BayName | None, words: Words) -> Drawn:
    match action:
        case Assemble() | Lose() | Tribute() | Upkeep():
            made = Drawn(Chosen(_cards(action), mech))
        case Scout() | Deed() | Pick() | Forage():
            made = Drawn(Chosen(mech=mech), _numbers(view, action, words))
        case Study():
            made = _study(view, action, words)
        case Spoils(wishes=wishes):
            parts = {wish.part: deed(Deed(where=wish.where), str(k)) for k, wish in enumerate(wishes, 1)}
            made = Drawn(Chosen(mech=mech), parts=parts)
        case Trophy():
            taken = deed(Deed(where=action.where), CHECK)
            made = Drawn(Chosen(mech=mech), rival={action.slot.rpartition(".")[2]: taken} if action.slot else {})
        case _:
            made = _fight(action, mech)
    return made


def _cards(action: Assemble | Lose | Tribute | Upkeep) -> dict[str, Point]:
    """The own cards that are chosen; what is given is numbered in its order."""
    if isinstance(action, Assemble | Lose):
        return {slot: Point(CHECK) for slot in action.slots}
    return _ordered(action.cards)


def _numbers(view: View, action: Scout | Deed | Pick | Forage, words: Words) -> dict[int, Point]:
    """The wasteland cards that are chosen, in their order, and where they go."""
    match action:
        case Scout(choice="explore" | "wait"):
            made: dict[int, Point] = {}
        case Scout():
            label = words(f"render.wasteland.seat.pill.{action.choice}")
            made = {number: Point(str(k), label) for k, number in enumerate(action.cards, 1)}
        case Deed():
            made = {} if view.looking is None else {view.looking: deed(action, CHECK)}
        case Pick():
            made = {action.number: deed(action.deed, CHECK)}
        case Forage(picks=picks):
            made = {pick.number: deed(pick.deed, str(k)) for k, pick in enumerate(picks, 1)}
    return made


def _fight(action: Action, mech: BayName | None) -> Drawn:
    made = Drawn(Chosen(mech=mech))
    match action:
        case Declare(choice="join"):
            flips = {action.flip: Point(CHECK)} if action.flip else {}
            made = Drawn(Chosen(flips, action.mech or None), roamer=action.target)
        case Target():
            made = Drawn(Chosen(mech=mech), roamer=action.mech)
        case Commit():
            made = Drawn(Chosen({STACK: Point(str(action.count), SHUFFLED if action.shuffle else "")}, mech))
        case Challenge():
            made = Drawn(Chosen(mech=action.mech or None), seat=action.seat)
        case Defend():
            made = Drawn(Chosen(mech=action.mech))
        case _:
            pass
    return made


def _ordered(slots: tuple[str, ...]) -> dict[str, Point]:
    """Cards in the order in which they are given; several tokens are one stack."""
    tokens = slots.count(STACK)
    return {
        slot: Point(str(slots.index(slot) + 1), f"×{tokens}" if slot == STACK and tokens > 1 else "") for slot in slots
    }


def _study(view: View, action: Study, words: Words) -> Drawn:
    label = words("render.wasteland.seat.pill.research")
    where = f"→{action.bay}" if action.bay else ""
    looked = {} if view.looking is None else {view.looking: Point("", where if action.part else label)}
    return Drawn(Chosen({action.part: Point(CHECK, label)} if action.part else {}), looked)


def deed(made: Deed | None, order: str) -> Point:
    """What becomes of a card: taken to a bay, swapped in, discarded, or planted on somebody."""
    if made is None:
        return Point(order)
    if made.act == "disrupt":
        return Point(order, "" if made.seat is None else f"→{made.seat + 1}{made.where}", made.seat)
    if made.where == "discard":
        return Point(order, "×")
    return Point(order, f"⇄{made.where}" if "." in made.where else f"→{made.where}" if made.where else "")
