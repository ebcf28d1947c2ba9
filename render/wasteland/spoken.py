"""Parts of the table in words, as much of each as there is room for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engines.core import Seat
from engines.wasteland.cards import ammo, is_down, is_up, kind_of, known, part_at, points
from engines.wasteland.mech import LEGS
from engines.wasteland.model import BAYS, SLOTS, Lying, Roamer
from engines.wasteland.terms import Side
from engines.wasteland.views import AreaView, BayView, Face, FighterView, Mark, View
from locales import Words
from render.wasteland.lines import signed
from render.wasteland.wording import card_lying, card_name, counted, lying_face, slot_name

Depth = Literal["cards", "counts", "short", "tiny"]
"""How much is told of an area: every card; how many lie up and down; only points and ammo; hardly anything."""


def head(view: View, words: Words, names: tuple[str, ...]) -> Iterator[str]:
    """Turn, season and dealer, or who has won; and what everybody counts."""
    facts = {"season": words(f"wasteland.season.{view.season}"), "name": names[view.dealer]}
    if view.turn:
        yield words("render.wasteland.alt.where", turn=view.turn, **facts)
    else:
        yield words("render.wasteland.alt.setup", **facts)
    if view.winner is not None:
        yield words("render.wasteland.alt.winner", name=names[view.winner])
        return
    if view.drought:
        yield words("render.wasteland.alt.counts.drought", n=view.count, pile=view.pile)
    elif view.reshuffles is None:
        yield words("render.wasteland.alt.counts.endless", n=view.count, pile=view.pile)
    else:
        yield words("render.wasteland.alt.counts", n=view.count, pile=view.pile, left=view.reshuffles)
    if view.storm > 1:
        yield words("render.wasteland.alt.storm", n=view.storm)


def tokens(count: int | None, top: int | None, words: Words) -> str:
    """An ammo stack: how many, and the value on top."""
    if count is None:
        return words("render.wasteland.alt.tokens.hidden")
    if not count or top is None:
        return words("render.wasteland.alt.tokens.none") if not count else str(count)
    return words("render.wasteland.alt.tokens", n=count, top=top)


# ---- areas


def area_parts(area: AreaView, words: Words, depth: Depth) -> str:
    """Both bays, research and ammo."""
    parts = [bay(area.bays[k], name, words, depth) for k, name in enumerate(BAYS)]
    held = [face for face in area.research if face]
    if depth == "cards":
        if held:
            text = words("render.join").join(card_name(face, words) for face in held)
            parts.append(words("render.wasteland.alt.research", cards=text))
    elif held:
        parts.append(words("render.wasteland.alt.research.short", n=len(held)))
    parts.append(words("render.wasteland.alt.ammo", tokens=tokens(area.tokens, area.top, words)))
    return words("render.join.list").join(parts)


def bay(shown: BayView, name: str, words: Words, depth: Depth) -> str:
    """A bay with its cards, or with how many it has."""
    facts = {"bay": words(f"wasteland.bay.{name}"), "points": signed(shown.points)}
    if not any(shown.slots):
        return words("render.wasteland.alt.bay.empty", bay=facts["bay"])
    if depth == "cards":
        cards = bay_cards(shown, words)
        if not shown.slots[0]:
            return words("render.wasteland.alt.bay.idle", bay=facts["bay"], cards=cards)
        return words("render.wasteland.alt.bay.cards", **facts, cards=cards)
    up, down = sum(map(is_up, shown.slots)), sum(map(is_down, shown.slots))
    return words("render.wasteland.alt.bay.counts", **facts, up=up, down=down)


def bay_cards(shown: BayView, words: Words) -> str:
    """Every card of a bay; equal ones together."""
    paired = {LEGS + leg for legs in shown.pairs for leg in legs}
    told = [
        _card(face, at, words, idle=bool(shown.slots[0]) and at >= LEGS and at not in paired)
        for at, face in enumerate(shown.slots)
        if face
    ]
    return words("render.join").join(counted(told, words))


def _card(face: Face, at: int, words: Words, *, idle: bool) -> str:
    if not known(face):
        part = words(f"wasteland.part.{part_at(SLOTS[at])}")
        return words("render.wasteland.alt.unknown", part=part, n=ammo(face))
    if idle and is_up(face):
        return words("render.wasteland.alt.idle", card=card_name(face, words))
    return card_lying(face, words)


def seat(view: View, number: Seat, words: Words, name: str, depth: Depth) -> str:
    """A player in a line."""
    area = view.areas[number]
    if area.out:
        return words("render.wasteland.alt.seat.out", n=number + 1, name=name, place=area.place)
    facts = {"n": number + 1, "name": name, "a": signed(area.bays[0].points), "b": signed(area.bays[1].points)}
    if depth == "tiny":
        return words("render.wasteland.alt.seat.tiny", **facts)
    if depth == "short":
        return words("render.wasteland.alt.seat.short", **facts, tokens=tokens(area.tokens, area.top, words))
    return words("render.wasteland.alt.seat", n=number + 1, name=name, text=area_parts(area, words, depth))


def changes(view: View, words: Words, names: tuple[str, ...], *, short: bool) -> Iterator[str]:
    """What the season changed, a line each."""
    made = view.summary
    if made is None:
        return
    yield words("render.wasteland.alt.summary", season=words(f"wasteland.season.{made.season}"))
    for number in view.order:
        old, new = made.before[number], made.after[number]
        facts = {"n": number + 1, "name": names[number], "a": signed(old.points), "b": signed(new.points)}
        if short:
            yield words("render.wasteland.alt.change.short", **facts)
            continue
        more = {"c": old.parts, "d": new.parts, "e": old.tokens, "f": new.tokens, "g": old.research, "h": new.research}
        yield words("render.wasteland.alt.change", **facts, **more)


# ---- the wasteland, supervision, fights


def wasteland(view: View, words: Words, *, counts: bool) -> str:
    """The row by number, or how many cards lie there."""
    if not view.wasteland:
        return words("render.wasteland.alt.wasteland.none")
    if counts:
        up = sum(is_up(lying.card) for lying in view.wasteland)
        return words("render.wasteland.alt.wasteland.counts", up=up, down=len(view.wasteland) - up)
    cards = words("render.join.list").join(_lying(lying, words) for lying in view.wasteland)
    return words("render.wasteland.alt.wasteland", cards=cards)


def _lying(lying: Lying, words: Words) -> str:
    if not known(lying.card):
        return words("render.wasteland.alt.wasteland.down", n=lying.number, ammo=ammo(lying.card))
    return words("render.wasteland.alt.wasteland.card", n=lying.number, card=card_lying(lying.card, words))


def looked(view: View, words: Words) -> Iterator[str]:
    """The card that the viewer looks at, and what it does."""
    face = "" if view.looking is None else lying_face(view, view.looking)
    if not face or not known(face) or is_up(face):
        return
    kind = kind_of(face)
    facts = {"part": words(f"wasteland.part.{kind.key[0]}"), "points": signed(kind.points), "ammo": kind.ammo}
    text = [words("render.wasteland.seat.worth", **facts)]
    for word in kind.keywords:
        effect = words(f"wasteland.keyword.{word}.text").rstrip(".。")
        text.append(words("render.wasteland.seat.keyword", name=words(f"wasteland.keyword.{word}"), text=effect))
    told = words("render.join.list").join(text)
    yield words("render.wasteland.alt.looked", n=view.looking, card=card_name(face, words), text=told)


def supervision(view: View, words: Words, *, short: bool) -> Iterator[str]:
    """The roaming mechs, what is forming, the stack."""
    shown = view.supervision
    if shown.roamers:
        text = words("render.join.list").join(roamer(made, words, short=short) for made in shown.roamers)
        yield words("render.wasteland.alt.roamers", text=text)
    stack = tokens(shown.tokens, shown.top, words)
    held = [face for face in shown.assembly if face]
    if short:
        yield words("render.wasteland.alt.forming.short", n=len(held), tokens=stack)
    else:
        cards = words("render.join").join(counted([card_name(face, words) for face in held], words))
        yield words("render.wasteland.alt.forming", cards=cards or words("render.wasteland.alt.none"), tokens=stack)


def roamer(made: Roamer, words: Words, *, short: bool) -> str:
    facts = {"n": made.number, "points": signed(sum(points(card) for card in made.cards if card))}
    if short:
        return words("render.wasteland.alt.roamer.short", **facts)
    cards = words("render.join").join(counted([card_name(face, words) for face in made.cards if face], words))
    return words("render.wasteland.alt.roamer", **facts, cards=cards)


def invader(view: View, words: Words, *, short: bool) -> Iterator[str]:
    """The invader and its tokens."""
    if view.invader is not None:
        stack = tokens(view.invader_tokens, view.invader_top, words)
        yield words("render.wasteland.alt.invader", text=roamer(view.invader, words, short=short), tokens=stack)


def fight(view: View, words: Words, names: tuple[str, ...], *, short: bool) -> Iterator[str]:
    """Who fights, or the settlement with every term of it."""
    if view.settlement is not None:
        sides = (_side(side, words, names[side.seat], short=short) for side in view.settlement.sides)
        yield words("render.wasteland.alt.settled", text=words("render.join.list").join(sides))
    elif view.fighters:
        told = (_fighter(fighter, words, names[fighter.seat]) for fighter in view.fighters)
        yield words("render.wasteland.alt.fighters", text=words("render.join.list").join(told))


def _fighter(fighter: FighterView, words: Words, name: str) -> str:
    facts = {"name": name, "mech": words(f"wasteland.bay.{fighter.mech}")}
    if fighter.committed is None:
        return words("render.wasteland.alt.fighter", **facts)
    if not fighter.committed:
        return words("render.wasteland.alt.fighter.empty", **facts)
    if fighter.count is not None:
        return words("render.wasteland.alt.fighter.count", **facts, n=fighter.count)
    return words("render.wasteland.alt.fighter.committed", **facts, top="?" if fighter.top is None else fighter.top)


def _side(side: Side, words: Words, name: str, *, short: bool) -> str:
    outcome = words(f"render.wasteland.alt.side.{'beats' if side.beats else 'fails'}")
    facts = {"name": name, "total": signed(side.total), "against": signed(side.against), "outcome": outcome}
    if short:
        return words("render.wasteland.alt.side.short", **facts)
    extra = side.crush + side.refit + side.volley + side.bulwark - side.weakened
    more = {"points": signed(side.points), "die": signed(side.die), "extra": signed(extra)}
    return words("render.wasteland.alt.side", **facts, **more, ammo=sum(side.ammo) - side.cut)


def mark(made: Mark, words: Words, names: tuple[str, ...]) -> str:
    """What a step did."""
    facts = [card_lying(made.face, words)] if made.face else []
    facts += [names[made.seat]] if made.seat is not None else []
    facts += [_place(made, words)] if made.place else []
    what = words(f"render.wasteland.alt.mark.{made.kind}")
    if not facts:
        return words("render.wasteland.alt.mark.plain", what=what)
    return words("render.wasteland.alt.mark", what=what, facts=words("render.join").join(facts))


def _place(made: Mark, words: Words) -> str:
    place = made.place
    if place[0] == "#":
        return words("render.wasteland.alt.place.number", n=place[1:])
    if place[0] == "M":
        return words("render.wasteland.alt.place.roamer", n=place[1:])
    name = slot_name(place, words)
    return name if made.seat is not None else words("render.wasteland.alt.place.supervision", place=name)
