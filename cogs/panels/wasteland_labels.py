"""How each choice reads in a list on the panel of Scorched Wasteland."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from cogs.panels.wasteland_fields import LOOK, NOTHING, UNSEEN, WISH, Field, read_deed
from cogs.panels.wasteland_fights import FLIP, LATER, ROAMER, SEAT
from cogs.panels.wasteland_war import AND, GAINED, card_value, number_of
from cogs.panels.wasteland_words import (
    Told,
    bay_name,
    card_facts,
    card_name,
    deed_done,
    front_name,
    invader_part,
    numbered,
    own_card,
    pick_does,
    signed_number,
    slot_name,
    where_to,
    wish_place,
)
from engines.core import Seat
from engines.wasteland.cards import is_down, known, points
from engines.wasteland.holdings import bay_of, face_at, lying
from engines.wasteland.legal_storm import loser
from engines.wasteland.model import EMPTY, SLOTS, STACK, Action, Forage, Spoils


class Label(NamedTuple):
    """What an option says, and in small letters below."""

    text: str
    more: str = ""


def label(told: Told, field: Field, value: str, action: Action) -> Label:
    """How the choice reads in this list of an answer: a wish with what is done about it."""
    if field.name == WISH:
        return _wish(told, value, action)
    return _LABELS[field.name](told, value)


def hint(told: Told, field: Field) -> str:
    """What the list is for, while nothing is chosen in it."""
    return told.words(f"panel.wasteland.pick.{field.name}")


def _slot(told: Told, value: str, seat: Seat | None = None) -> Label:
    if value.startswith(STACK):
        nth, top = value.removeprefix(STACK), told.view.areas[told.seat].top or 0
        if nth:
            return Label(told.words("panel.wasteland.token", n=nth))
        return Label(slot_name(told.words, STACK), told.words("panel.wasteland.token.top", ammo=top))
    face = face_at(told.view.areas[told.seat if seat is None else seat], value)
    lies = [told.words("panel.wasteland.face_down")] if known(face) and is_down(face) else []
    return Label(own_card(told, value, seat), " · ".join((card_facts(told.words, face), *lies)))


def _trophy(told: Told, value: str) -> Label:
    return _slot(told, value, loser(told.view, told.seat))


def _legs(told: Told, value: str) -> Label:
    if value == NOTHING:
        return Label(told.words("panel.wasteland.choice.no_legs"))
    slots = value.split(AND)
    faces = [face_at(told.view.areas[told.seat], slot) for slot in slots]
    names = told.all_of([front_name(told.words, face) for face in faces])
    return Label(names, " · ".join(slot_name(told.words, slot) for slot in slots))


def _word(told: Told, value: str) -> Label:
    key = f"panel.wasteland.choice.{value}"
    return Label(told.words(key), told.words(f"{key}.text"))


def _card(told: Told, value: str) -> Label:
    """A wasteland card, or a part of the invader."""
    if value in SLOTS:
        face = invader_part(told, value)
        return Label(card_name(told.words, face), card_facts(told.words, face))
    number = number_of(value)
    return Label(numbered(told, number), card_facts(told.words, lying(told.view, number)))


def _wish(told: Told, value: str, action: Action) -> Label:
    found = _card(told, value)
    match action:
        case Forage():
            pick = next(pick for pick in action.picks if card_value(pick.number) == value)
            return Label(found.text, pick_does(told, pick))
        case Spoils():
            return Label(found.text, wish_place(told, next(wish for wish in action.wishes if wish.part == value)))
        case _:
            return found


def _research(told: Told, value: str) -> Label:
    if value == GAINED:
        number = told.view.looking or 0
        return Label(numbered(told, number), told.words("panel.wasteland.choice.gained"))
    return _slot(told, value)


def _deed(told: Told, value: str) -> Label:
    if value in (LOOK, UNSEEN):
        return Label(told.words(f"panel.wasteland.deed.{value}"))
    return Label(deed_done(told, read_deed(value)))


def _where(told: Told, value: str) -> Label:
    return Label(where_to(told, value))


def _mech(told: Told, value: str) -> Label:
    found = bay_of(told.view.areas[told.seat], value)
    return Label(told.words("panel.wasteland.choice.mech", bay=bay_name(told.words, value), points=found.points))


def _join(told: Told, value: str) -> Label:
    if not value.startswith(FLIP):
        return _word(told, value)
    slot = value.removeprefix(FLIP)
    if not slot:
        return Label(told.words("panel.wasteland.choice.fight"))
    face = face_at(told.view.areas[told.seat], slot)
    text = told.words("panel.wasteland.choice.flip", card=front_name(told.words, face))
    return Label(text, " · ".join((slot_name(told.words, slot), card_facts(told.words, face))))


def _target(told: Told, value: str) -> Label:
    if value == LATER:
        return _word(told, value)
    number = int(value.removeprefix(ROAMER))
    cards = next(roamer.cards for roamer in told.view.supervision.roamers if roamer.number == number)
    worth = sum(points(card) for card in cards if card != EMPTY)
    text = told.words("panel.wasteland.choice.roamer", n=number, points=signed_number(worth))
    return Label(text, " · ".join(card_name(told.words, card) for card in cards if card != EMPTY))


def _rival(told: Told, value: str) -> Label:
    if value == NOTHING:
        return Label(told.words("panel.wasteland.choice.no_duel"))
    seat = int(value.removeprefix(SEAT))
    area = told.view.areas[seat]
    return Label(
        told.name(seat),
        told.words(
            "panel.wasteland.choice.rival",
            points=signed_number(max(bay.points for bay in area.bays)),
            tokens=area.tokens or 0,
        ),
    )


def _count(told: Told, value: str) -> Label:
    return Label(told.words.count("panel.wasteland.choice.count", int(value)))


def _besides(told: Told, value: str) -> Label:
    return Label(told.words("panel.wasteland.choice.nothing")) if value == NOTHING else _slot(told, value)


_LABELS: Final[Mapping[str, Callable[[Told, str], Label]]] = {
    "body": _slot,
    "legs": _legs,
    "choice": _word,
    "card": _card,
    "add": _card,
    "deed": _deed,
    "research": _research,
    "bay": _mech,
    "tribute": _word,
    "cards": _slot,
    "join": _join,
    "mech": _mech,
    "target": _target,
    "count": _count,
    "part": _card,
    "where": _where,
    "lose": _slot,
    "rival": _rival,
    "trophy": _trophy,
    "upkeep": _slot,
    "besides": _besides,
}
