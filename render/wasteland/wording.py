"""What is called what: cards, slots, wasteland numbers, and an answer in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from engines.core import Seat
from engines.wasteland.cards import ammo, is_down, known
from engines.wasteland.model import (
    EMPTY,
    SLOTS,
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
)
from engines.wasteland.views import Face, View
from locales import Words


def card_name(face: Face, words: Words) -> str:
    """A card's own name, whichever side is up; ``face down, ammo 2`` where its front is not known."""
    if face == EMPTY:
        return words("render.wasteland.seat.empty")
    if not known(face):
        return words(f"wasteland.facedown.{ammo(face)}")
    return words(f"wasteland.card.{face.upper()}")


def card_lying(face: Face, words: Words) -> str:
    """A card's name, and that it lies face down where it does."""
    name = card_name(face, words)
    return words("render.wasteland.seat.down", card=name) if is_down(face) and known(face) else name


def counted(told: Iterable[str], words: Words) -> Iterator[str]:
    """Equal things that follow each other as one, with their number."""
    for text, same in groupby(told):
        count = len(list(same))
        yield text if count == 1 else words("render.wasteland.alt.many", card=text, n=count)


def slot_name(slot: str, words: Words) -> str:
    """A place by its name in ``model``: a player's slot, research, the ammo stack, or a part of a roaming mech."""
    return words(f"wasteland.slot.{slot}")


def bay_name(name: str, words: Words) -> str:
    """A bay's name as it stands alone."""
    text = words(f"wasteland.bay.{name}")
    return text[:1].upper() + text[1:]


def face_at(view: View, seat: Seat, slot: str) -> Face:
    """The card in a player's slot; ``""`` for the stack."""
    bay, _, name = slot.partition(".")
    area = view.areas[seat]
    if bay == "R":
        return area.research["CSPL".index(name)]
    return area.bays["AB".index(bay)].slots[SLOTS.index(name)] if name else EMPTY


def own_card(view: View, seat: Seat, slot: str, words: Words) -> str:
    """A card of a player by its name and place."""
    face = face_at(view, seat, slot)
    if face == EMPTY:
        return slot_name(slot, words)
    return words("render.wasteland.seat.at", card=card_name(face, words), place=slot_name(slot, words))


def lying_face(view: View, number: int) -> Face:
    """A wasteland card by its number; ``""`` once it is gone."""
    return next((lying.card for lying in view.wasteland if lying.number == number), EMPTY)


def numbered(view: View, number: int, words: Words) -> str:
    """A wasteland card by number and name."""
    face = lying_face(view, number)
    return words("render.wasteland.seat.numbered", n=number, card=card_name(face, words)) if face else str(number)


def whither(where: str, words: Words) -> str:
    """Where a card that is kept goes (``Deed.where``)."""
    if not where:
        return words("render.wasteland.seat.where.free")
    if where in ("A", "B"):
        return words(f"wasteland.bay.{where}")
    return words("render.wasteland.seat.where.swap", place=slot_name(where, words))


def deed(made: Deed, words: Words, names: tuple[str, ...]) -> str:
    if made.act == "take" and made.where == "discard":
        return words("render.wasteland.seat.deed.discard")
    if made.act == "take":
        return words("render.wasteland.seat.deed.take", where=whither(made.where, words))
    name = "?" if made.seat is None else names[made.seat]
    bay = words(f"wasteland.bay.{made.where}") if made.where in ("A", "B") else "?"
    return words("render.wasteland.seat.deed.disrupt", name=name, bay=bay)


def answer(view: View, seat: Seat, action: Action, words: Words, names: tuple[str, ...]) -> str:
    """A seat's answer, finished or not, in one sentence; names are by seat."""
    told = words("render.join.list").join(_parts(view, seat, action, words, names))
    return words("render.wasteland.seat.answer", text=told)


def _parts(view: View, seat: Seat, action: Action, words: Words, names: tuple[str, ...]) -> Iterator[str]:
    match action:
        case Assemble(slots=slots) | Lose(slots=slots) | Upkeep(cards=slots):
            yield from _cards(view, seat, action.kind, slots, words)
        case Tribute(refuse=True):
            yield words("render.wasteland.seat.tribute.refuse")
        case Tribute(cards=slots):
            yield from _cards(view, seat, "tribute", slots, words)
        case Scout():
            yield from _scout(view, action, words)
        case Study():
            yield from _study(view, seat, action, words)
        case Deed():
            yield deed(action, words, names)
        case Pick():
            yield _pick(view, action, words, names)
        case Forage():
            yield from _forage(view, action, words, names)
        case Spoils():
            yield from _spoils(view, action, words)
        case _:
            yield from _fight(view, action, words, names)


def _cards(view: View, seat: Seat, kind: str, slots: tuple[str, ...], words: Words) -> Iterator[str]:
    if not slots:
        yield words(f"render.wasteland.seat.{kind}.none")
        return
    told = counted([own_card(view, seat, slot, words) for slot in slots], words)
    yield words(f"render.wasteland.seat.{kind}", cards=words("render.join").join(told))


def _scout(view: View, action: Scout, words: Words) -> Iterator[str]:
    cards = words("render.wasteland.seat.join.then").join(numbered(view, number, words) for number in action.cards)
    if action.choice in ("explore", "wait"):
        yield words(f"render.wasteland.seat.scout.{action.choice}")
        return
    yield words(f"render.wasteland.seat.scout.{action.choice}", cards=cards or words("render.wasteland.seat.open"))
    if action.rest == "auto":
        yield words("render.wasteland.seat.rest.auto")


def _study(view: View, seat: Seat, action: Study, words: Words) -> Iterator[str]:
    if action.bay:
        yield words("render.wasteland.seat.study.bay", bay=words(f"wasteland.bay.{action.bay}"))
    if action.part:
        yield words("render.wasteland.seat.study.part", card=own_card(view, seat, action.part, words))
    else:
        yield words("render.wasteland.seat.study.gained")


def _pick(view: View, pick: Pick, words: Words, names: tuple[str, ...]) -> str:
    card = numbered(view, pick.number, words)
    if pick.deed is None:
        return words("render.wasteland.seat.pick.look", card=card)
    return words("render.wasteland.seat.pick", card=card, deed=deed(pick.deed, words, names))


def _forage(view: View, action: Forage, words: Words, names: tuple[str, ...]) -> Iterator[str]:
    yield words(f"render.wasteland.seat.unseen.{action.unseen}")
    yield words(f"render.wasteland.seat.rest.{action.rest}")
    for place, pick in enumerate(action.picks, 1):
        yield words("render.wasteland.seat.wish", place=place, text=_pick(view, pick, words, names))


def _spoils(view: View, action: Spoils, words: Words) -> Iterator[str]:
    if not action.wishes:
        yield words("render.wasteland.seat.spoils.none")
    for place, wish in enumerate(action.wishes, 1):
        face = EMPTY if view.invader is None else view.invader.cards[SLOTS.index(wish.part)]
        text = words(
            "render.wasteland.seat.pick", card=card_name(face, words), deed=deed(Deed(where=wish.where), words, ())
        )
        yield words("render.wasteland.seat.wish", place=place, text=text)


def _fight(view: View, action: Action, words: Words, names: tuple[str, ...]) -> Iterator[str]:
    match action:
        case Declare():
            yield from _declare(view, action, words)
        case Target():
            yield from _target(action.mech, words, shuffle=action.shuffle)
        case Commit():
            if action.shuffle:
                yield words("render.wasteland.seat.commit.shuffle")
            count = action.count
            yield (
                words.count("render.wasteland.seat.commit", count)
                if count
                else words("render.wasteland.seat.commit.none")
            )
        case Challenge(seat=None):
            yield words("render.wasteland.seat.challenge.none")
        case Challenge(seat=other) if other is not None:
            yield words("render.wasteland.seat.challenge", name=names[other], mech=_mech(action.mech, words))
        case Defend():
            yield words("render.wasteland.seat.defend", mech=_mech(action.mech, words))
        case Trophy():
            yield from _trophy(view, action, words)
        case _:
            return


def _declare(view: View, action: Declare, words: Words) -> Iterator[str]:
    if action.choice != "join":
        yield words(f"render.wasteland.seat.declare.{action.choice}")
        return
    yield words("render.wasteland.seat.declare.join", mech=_mech(action.mech, words))
    if action.flip and view.seat is not None:
        yield words("render.wasteland.seat.declare.flip", card=own_card(view, view.seat, action.flip, words))
    if action.target is not None:
        yield from _target(action.target, words, shuffle=action.shuffle)


def _target(number: int, words: Words, *, shuffle: bool) -> Iterator[str]:
    yield words("render.wasteland.seat.target", n=number)
    if shuffle:
        yield words("render.wasteland.seat.target.shuffle")


def _trophy(view: View, action: Trophy, words: Words) -> Iterator[str]:
    rivals = [fighter.seat for fighter in view.fighters if fighter.seat != view.seat]
    card = (
        own_card(view, rivals[0], action.slot, words) if rivals and action.slot else words("render.wasteland.seat.open")
    )
    yield words("render.wasteland.seat.pick", card=card, deed=deed(Deed(where=action.where), words, ()))


def _mech(mech: str, words: Words) -> str:
    return words(f"wasteland.bay.{mech}") if mech else words("render.wasteland.seat.mech")
