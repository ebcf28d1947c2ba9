"""The words on a panel of Scorched Wasteland: cards, places, deeds, and an answer in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, assert_never

from cogs.panels.wasteland_fields import settled
from cogs.tabling import marked
from cogs.words import plain_names, safe_names
from engines.core import Seat
from engines.wasteland.cards import ammo, is_down, kind_of, known, part_at, part_of
from engines.wasteland.holdings import DISCARD, cores, face_at, lying, mechs
from engines.wasteland.legal_storm import loser
from engines.wasteland.model import (
    BAYS,
    EMPTY,
    SLOTS,
    STACK,
    Action,
    Assemble,
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
    Wish,
)
from engines.wasteland.views import Face, View
from locales import Words
from render.text import join
from tables.model import SeatPanel

WISHES: Final = 4
"""Wishes that are told one by one."""


@dataclass(frozen=True, slots=True)
class Told:
    """Whose panel it is, what may be seen on it, and how people are called there."""

    words: Words
    view: View
    seat: Seat
    names: tuple[str, ...]
    """By seat, with their signs."""

    def name(self, seat: Seat) -> str:
        return self.names[seat] if seat < len(self.names) else str(seat + 1)

    def all_of(self, items: list[str]) -> str:
        return join(items, self.words)


def in_text(panel: SeatPanel, words: Words) -> Told:
    """For sentences in messages."""
    return Told(words, panel.view, panel.seat, marked(panel.table, safe_names(words, panel.table)))


def in_lists(panel: SeatPanel, words: Words) -> Told:
    """For labels and options: with the numbers by which the pictures call people."""
    names = [f"{seat + 1} {name}" for seat, name in enumerate(plain_names(words, panel.table))]
    return Told(words, panel.view, panel.seat, marked(panel.table, names))


# ---- cards and places


def front_name(words: Words, face: Face) -> str:
    """A card's name, or of one that the viewer does not know the value on its back."""
    if not known(face):
        return words(f"wasteland.facedown.{ammo(face)}") if face != EMPTY else words("panel.wasteland.gone")
    return words(f"wasteland.card.{face.upper()}")


def card_name(words: Words, face: Face) -> str:
    """The same, and that it lies face down where it does."""
    name = front_name(words, face)
    return words("panel.wasteland.down", card=name) if known(face) and is_down(face) else name


def card_facts(words: Words, face: Face) -> str:
    """What is printed on it, in short; nothing for a card that the viewer does not know."""
    if not known(face):
        return ""
    kind = kind_of(face)
    facts = words(
        "panel.wasteland.facts",
        part=words(f"wasteland.part.{part_of(face)}"),
        points=signed_number(kind.points),
        ammo=kind.ammo,
    )
    return " · ".join((facts, *(words(f"wasteland.keyword.{keyword}") for keyword in kind.keywords)))


def signed_number(number: int) -> str:
    """With a minus sign that is as wide as a plus sign."""
    return str(number).replace("-", "−")


def card_lines(words: Words, face: Face) -> list[str]:
    """The card and what its keywords do."""
    if not known(face):
        return []
    lines = [words("panel.wasteland.card", card=front_name(words, face), facts=card_facts(words, face))]
    lines += [
        words(
            "panel.wasteland.keyword",
            keyword=words(f"wasteland.keyword.{keyword}"),
            text=words(f"wasteland.keyword.{keyword}.text"),
        )
        for keyword in kind_of(face).keywords
    ]
    return lines


def numbered(told: Told, number: int) -> str:
    """A wasteland card by number and name."""
    return told.words("panel.wasteland.numbered", n=number, card=card_name(told.words, lying(told.view, number)))


def slot_name(words: Words, slot: str) -> str:
    return words(f"wasteland.slot.{slot}")


def bay_name(words: Words, bay: str) -> str:
    return words(f"wasteland.bay.{bay}")


def own_card(told: Told, slot: str, seat: Seat | None = None) -> str:
    """What lies in a slot of the viewer, or of that seat, by name and place, whichever side is up."""
    if slot == STACK:
        return slot_name(told.words, slot)
    face = face_at(told.view.areas[told.seat if seat is None else seat], slot)
    return told.words("panel.wasteland.at", card=front_name(told.words, face), place=slot_name(told.words, slot))


def invader_part(told: Told, part: str) -> Face:
    invader = told.view.invader
    return EMPTY if invader is None else invader.cards[SLOTS.index(part)]


def where_to(told: Told, where: str, how: str = "place") -> str:
    """Where a card goes; ``how="deed"``: that it is taken, too."""
    if where == DISCARD:
        return told.words(f"panel.wasteland.{how}.discard")
    if where in BAYS:
        return told.words(f"panel.wasteland.{how}.bay", bay=bay_name(told.words, where))
    return told.words(f"panel.wasteland.{how}.swap", card=own_card(told, where))


def deed_done(told: Told, deed: Deed) -> str:
    """What is done with a card, where nothing is left open."""
    if deed.act == "disrupt" and deed.seat is not None:
        return told.words("panel.wasteland.deed.plant", who=told.name(deed.seat), bay=bay_name(told.words, deed.where))
    return where_to(told, deed.where, "deed")


def deed_text(told: Told, card: Face, deed: Deed) -> str:
    """What is done with a card."""
    if deed.act == "take" and not deed.where:
        if not known(card):
            return told.words("panel.wasteland.deed.unseen")
        return where_to(told, settled(told.view.areas[told.seat], part_of(card), ""), "deed")
    return deed_done(told, deed)


# ---- answers


def answer_text(told: Told, action: Action) -> str:
    """An answer, finished or not, in a line or two."""
    return told.words("panel.wasteland.say.and").join(_clauses(told, action))


def _listed(told: Told, wishes: list[str]) -> Iterator[str]:
    """The first wishes, and how many more there are."""
    yield from wishes[:WISHES]
    if len(wishes) > WISHES:
        yield told.words.count("panel.wasteland.say.more", len(wishes) - WISHES)


def _clauses(told: Told, action: Action) -> Iterator[str]:
    match action:
        case Assemble(slots=slots):
            yield _cards(told, "assemble", slots)
        case Lose(slots=slots):
            yield _cards(told, "lose", slots)
        case Upkeep(cards=cards):
            yield _cards(told, "upkeep", cards)
        case Tribute():
            yield (
                _cards(told, "tribute", action.cards)
                if not action.refuse
                else told.words.count("panel.wasteland.say.refuse", told.view.count)
            )
        case Scout():
            yield _scout(told, action)
            if action.cards and action.rest == "auto":
                yield told.words("panel.wasteland.say.rest.auto")
        case Study():
            yield from _study(told, action)
        case Deed():
            yield deed_text(told, lying(told.view, told.view.looking or 0), action)
        case Pick():
            yield _pick(told, action)
        case Forage():
            yield from _forage(told, action)
        case Spoils():
            yield from _spoils(told, action)
        case _:
            yield from _fight(told, action)


def _cards(told: Told, kind: str, slots: tuple[str, ...]) -> str:
    if not slots:
        return told.words(f"panel.wasteland.say.{kind}.none")
    return told.words(f"panel.wasteland.say.{kind}", cards=told.all_of([own_card(told, slot) for slot in slots]))


def _scout(told: Told, action: Scout) -> str:
    wishes = _listed(told, [numbered(told, number) for number in action.cards])
    cards = told.words("panel.wasteland.join.else").join(wishes)
    if action.choice in ("explore", "wait"):
        return told.words(f"panel.wasteland.say.scout.{action.choice}")
    return told.words(
        f"panel.wasteland.say.scout.{action.choice}", cards=cards or told.words("panel.wasteland.say.open")
    )


def _study(told: Told, action: Study) -> Iterator[str]:
    number = told.view.looking or 0
    part = numbered(told, number) if not action.part else own_card(told, action.part)
    yield told.words("panel.wasteland.say.study", card=part)
    if action.part and action.bay:
        yield told.words(
            "panel.wasteland.say.study.bay", card=numbered(told, number), bay=bay_name(told.words, action.bay)
        )


def pick_does(told: Told, pick: Pick) -> str:
    """What is done with the card of a pick."""
    if pick.deed is None:
        return told.words("panel.wasteland.deed.look")
    return deed_text(told, lying(told.view, pick.number), pick.deed)


def wish_place(told: Told, wish: Wish) -> str:
    """Where a part of the invader would go."""
    return where_to(told, settled(told.view.areas[told.seat], part_at(wish.part), wish.where))


def _pick(told: Told, pick: Pick) -> str:
    card = numbered(told, pick.number)
    return told.words("panel.wasteland.say.pick", card=card, does=pick_does(told, pick))


def _forage(told: Told, action: Forage) -> Iterator[str]:
    wishes = [_wish(told, place, _pick(told, pick)) for place, pick in enumerate(action.picks, 1)]
    yield from _listed(told, wishes)
    yield told.words(f"panel.wasteland.say.rest.{action.rest}" if wishes else f"panel.wasteland.say.all.{action.rest}")
    yield told.words(f"panel.wasteland.say.unseen.{action.unseen}")


def _wish(told: Told, place: int, text: str) -> str:
    return told.words("panel.wasteland.say.wish", place=place, text=text)


def _spoils(told: Told, action: Spoils) -> Iterator[str]:
    wishes: list[str] = []
    for wish in action.wishes:
        card = card_name(told.words, invader_part(told, wish.part))
        wishes.append(told.words("panel.wasteland.say.pick", card=card, does=wish_place(told, wish)))
    if len(wishes) > 1:
        wishes = [_wish(told, place, text) for place, text in enumerate(wishes, 1)]
    yield from _listed(told, wishes or [told.words("panel.wasteland.say.spoils.none")])


def _fight(told: Told, action: Declare | Target | Commit | Challenge | Defend | Trophy) -> Iterator[str]:
    words = told.words
    match action:
        case Declare():
            yield from _declare(told, action)
        case Target():
            yield from _target(told, action.mech, shuffle=action.shuffle)
        case Commit():
            if action.shuffle:
                yield words("panel.wasteland.say.shuffle.own")
            none = words("panel.wasteland.say.commit.none")
            yield words.count("panel.wasteland.say.commit", action.count) if action.count else none
        case Challenge(seat=None):
            yield words("panel.wasteland.say.challenge.none")
        case Challenge(seat=rival):
            yield words("panel.wasteland.say.challenge", who=told.name(rival or 0), mech=_mech(told, action.mech))
        case Defend():
            yield words("panel.wasteland.say.defend", mech=_mech(told, action.mech))
        case Trophy():
            where = where_to(told, settled(told.view.areas[told.seat], part_at(action.slot), action.where))
            card = own_card(told, action.slot, loser(told.view, told.seat))
            yield words("panel.wasteland.say.pick", card=card, does=where)
        case _:
            assert_never(action)


def _mech(told: Told, mech: str) -> str:
    """The mech that fights: where it is left open, the only one."""
    return bay_name(told.words, mech or next(iter(mechs(told.view.areas[told.seat])), "A"))


def _declare(told: Told, action: Declare) -> Iterator[str]:
    if action.choice != "join":
        yield told.words(f"panel.wasteland.say.declare.{action.choice}")
        return
    mech = _mech(told, action.mech)
    if action.flip:
        yield told.words("panel.wasteland.say.declare.flip", mech=mech, card=own_card(told, action.flip))
    else:
        yield told.words("panel.wasteland.say.declare.bare", mech=mech)
    if action.target is not None:
        yield from _target(told, action.target, shuffle=action.shuffle)


def _target(told: Told, number: int, *, shuffle: bool) -> Iterator[str]:
    yield told.words("panel.wasteland.say.target", n=number)
    if shuffle:
        yield told.words("panel.wasteland.say.shuffle.supervision")


def warnings(told: Told, action: Action) -> list[str]:
    """What an answer would cost that nobody means to pay."""
    area = told.view.areas[told.seat]
    if not isinstance(action, Upkeep) or not set(cores(area)) <= set(action.cards):
        return []
    return [told.words("panel.wasteland.warn.out" if area.research[0] == EMPTY else "panel.wasteland.warn.reserve")]
