"""The questions of setup, War and Scavenge on the panel of Scorched Wasteland: assembly, scouting, picks and plans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Final, cast

from cogs.panels.wasteland_fields import (
    ADD,
    LOOK,
    NOTHING,
    UNSEEN,
    Field,
    ListSheet,
    Sheet,
    allowed,
    read_deed,
    write_deed,
)
from engines.core import Seat
from engines.wasteland import instinct
from engines.wasteland.cards import ammo, is_down, is_up, known, part_at, part_of, points
from engines.wasteland.holdings import face_down, free_bays, lying
from engines.wasteland.legal_war import deeds, researchable
from engines.wasteland.model import Action, Assemble, Deed, Forage, Pick, Scout, Study
from engines.wasteland.views import View

GAINED: Final = "gained"
"""The wasteland card itself becomes research."""
AND: Final = "+"
"""Between locomotion parts that are turned up together."""
CHOICES: Final = ("explore", "ammo", "research", "wait")
LISTED: Final = ("ammo", "research")
"""Choices that name wasteland cards."""


def card_value(number: int) -> str:
    """``#5``."""
    return f"#{number}"


def number_of(value: str) -> int:
    return int(value.removeprefix("#"))


def row(view: View) -> tuple[str, ...]:
    """Every card in the wasteland."""
    return tuple(card_value(card.number) for card in view.wasteland)


class AssembleSheet(Sheet):
    """S3: sensor and suppressor each by themselves, locomotion in pairs."""

    def fields(self, view: View, seat: Seat, action: Assemble, at: int) -> list[Field]:
        down = face_down(view.areas[seat])
        body = tuple(slot for slot in down if part_at(slot) != "L")
        legs = tuple(slot for slot in down if part_at(slot) == "L")
        found: list[Field] = []
        if body:
            chosen = tuple(slot for slot in action.slots if part_at(slot) != "L")
            found.append(Field("body", body, chosen, 0, len(body)))
        if len(legs) > 1:
            sets = [pair for size in range(0, len(legs) + 1, 2) for pair in combinations(legs, size)]
            chosen = AND.join(slot for slot in legs if slot in action.slots) or NOTHING
            found.append(Field("legs", tuple(AND.join(pair) or NOTHING for pair in reversed(sets)), (chosen,)))
        return found

    def put(self, view: View, seat: Seat, action: Assemble, name: str, values: Sequence[str], at: int) -> Action:
        body = tuple(slot for slot in action.slots if part_at(slot) != "L")
        legs = tuple(slot for slot in action.slots if part_at(slot) == "L")
        if name == "body":
            body = tuple(values)
        else:
            legs = () if values[0] == NOTHING else tuple(values[0].split(AND))
        return Assemble(slots=(*body, *legs))


class ScoutSheet(ListSheet):
    """W2: one's own way, and for what is taken from the wasteland the cards in the order of wish."""

    def __init__(self, *, planned: bool) -> None:
        self.planned = planned

    def fields(self, view: View, seat: Seat, action: Scout, at: int) -> list[Field]:
        offered = allowed(view, seat, ((choice, self._chosen(view, choice)) for choice in CHOICES))
        found = [Field("choice", offered, (action.choice,))]
        if action.choice not in LISTED:
            return found
        if not self.planned:
            return [*found, Field("card", row(view), tuple(map(card_value, action.cards[:1])))]
        wishes, more = self.list_fields(action, at, row(view))
        return [*found, *wishes, *more]

    def put(self, view: View, seat: Seat, action: Scout, name: str, values: Sequence[str], at: int) -> Action:
        if name == ADD:
            return self.added(view, seat, action, values)
        if name == "card":
            return replace(action, cards=(number_of(values[0]),))
        if values[0] in LISTED and action.choice in LISTED:
            return replace(action, choice=cast("Any", values[0]))
        return self._chosen(view, values[0])

    def flags(self, view: View, seat: Seat, action: Scout) -> dict[str, bool]:
        return {"rest": action.rest == "auto"} if self.planned and action.choice in LISTED else {}

    def switched(self, action: Scout, name: str) -> Action:
        return replace(action, rest="ask" if action.rest == "auto" else "auto")

    def wishes(self, action: Scout) -> tuple[int, ...]:
        return action.cards

    def listed(self, action: Scout, wishes: tuple[int, ...]) -> Action:
        return replace(action, cards=wishes)

    def wish(self, view: View, seat: Seat, value: str) -> int:
        return number_of(value)

    def value(self, wish: int) -> str:
        return card_value(wish)

    def _chosen(self, view: View, choice: str) -> Scout:
        """The choice, where it needs a card with the one that is worth most as ammo or shows most points."""
        action = Scout(choice=cast("Any", choice))
        if choice not in LISTED or not view.wasteland:
            return action
        by = ammo if choice == "ammo" else _shown
        return replace(action, cards=(max(view.wasteland, key=lambda card: by(card.card)).number,))


def _shown(face: str) -> int:
    """Points that can be seen."""
    return points(face) if known(face) else 0


class StudySheet(Sheet):
    """W2b: where the gained card goes, and which part becomes research."""

    def fields(self, view: View, seat: Seat, action: Study, at: int) -> list[Field]:
        bays = free_bays(view.areas[seat], part_of(lying(view, view.looking or 0)))
        parts = Field("research", (GAINED, *researchable(view, seat)), (action.part or GAINED,))
        return [parts, Field("bay", bays, (action.bay or bays[0],))] if len(bays) > 1 else [parts]

    def put(self, view: View, seat: Seat, action: Study, name: str, values: Sequence[str], at: int) -> Action:
        if name == "bay":
            return replace(action, bay=cast("Any", values[0]))
        return replace(action, part="" if values[0] == GAINED else values[0])


class ForageSheet(ListSheet):
    """C: a plan for the season. Each wish is a card and what is done with it."""

    def fields(self, view: View, seat: Seat, action: Forage, at: int) -> list[Field]:
        wishes, more = self.list_fields(action, at, row(view))
        if not 0 <= at < len(action.picks):
            return [*wishes, *more]
        pick = action.picks[at]
        now = _write_pick(view, seat, pick)
        offered = tuple(dict.fromkeys((*_pick_values(view, seat, pick.number), now)))
        return [*wishes, Field("deed", offered, (now,)), *more]

    def put(self, view: View, seat: Seat, action: Forage, name: str, values: Sequence[str], at: int) -> Action:
        if name == "deed":
            return self.changed(action, at, replace(action.picks[at], deed=_read_pick(values[0])))
        return self.added(view, seat, action, values)

    def flags(self, view: View, seat: Seat, action: Forage) -> dict[str, bool]:
        return {"unseen": action.unseen == "auto", "rest": action.rest == "auto"}

    def switched(self, action: Forage, name: str) -> Action:
        if name == "unseen":
            return replace(action, unseen="ask" if action.unseen == "auto" else "auto")
        return replace(action, rest="ask" if action.rest == "auto" else "auto")

    def wishes(self, action: Forage) -> tuple[Pick, ...]:
        return action.picks

    def listed(self, action: Forage, wishes: tuple[Pick, ...]) -> Action:
        return replace(action, picks=wishes)

    def wish(self, view: View, seat: Seat, value: str) -> Pick:
        return picked(view, seat, number_of(value))

    def value(self, wish: Pick) -> str:
        return card_value(wish.number)


class PickSheet(Sheet):
    """C1: which card, and what is done with it where it lies face up."""

    def fields(self, view: View, seat: Seat, action: Pick, at: int) -> list[Field]:
        cards = Field("card", row(view), (card_value(action.number),))
        card = lying(view, action.number)
        if not is_up(card):
            return [cards]
        offered = _deed_values(view, seat, card)
        return [cards, Field("deed", offered, () if action.deed is None else (_write(view, seat, card, action.deed),))]

    def put(self, view: View, seat: Seat, action: Pick, name: str, values: Sequence[str], at: int) -> Action:
        if name == "card":
            return picked(view, seat, number_of(values[0]))
        return replace(action, deed=read_deed(values[0]))


class LookSheet(Sheet):
    """C2: what is done with the card that was looked at."""

    def fields(self, view: View, seat: Seat, action: Deed, at: int) -> list[Field]:
        card = lying(view, view.looking or 0)
        return [Field("deed", _deed_values(view, seat, card), (_write(view, seat, card, action),))]

    def put(self, view: View, seat: Seat, action: Deed, name: str, values: Sequence[str], at: int) -> Action:
        return read_deed(values[0])


def picked(view: View, seat: Seat, number: int) -> Pick:
    """The card, with what instinct would do where it lies face up."""
    return Pick(number=number, deed=instinct.deed(view, seat, number) if is_up(lying(view, number)) else None)


def _write(view: View, seat: Seat, card: str, deed: Deed) -> str:
    return write_deed(view.areas[seat], part_of(card), deed)


def _deed_values(view: View, seat: Seat, card: str) -> tuple[str, ...]:
    return tuple(_write(view, seat, card, deed) for deed in deeds(view, seat, card))


def _pick_values(view: View, seat: Seat, number: int) -> tuple[str, ...]:
    """What a plan may do with a card, as far as it is possible now."""
    card = lying(view, number)
    down = (LOOK, UNSEEN) if is_down(card) else ()
    return (*down, *(_deed_values(view, seat, card) if known(card) else ()))


def _write_pick(view: View, seat: Seat, pick: Pick) -> str:
    card = lying(view, pick.number)
    if pick.deed is None:
        return LOOK
    return _write(view, seat, card, pick.deed) if known(card) else UNSEEN


def _read_pick(value: str) -> Deed | None:
    if value == LOOK:
        return None
    return Deed() if value == UNSEEN else read_deed(value)
