"""Point settlement (section 6, ruling R15): who is how strong, term by term. Nothing on the table changes in here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from engines.core import Chance, Seat
from engines.wasteland import mech
from engines.wasteland.cards import Keyword, ammo, points
from engines.wasteland.model import BAYS, EMPTY, PARTS, Area, Bay, Card, Fighter, Part
from engines.wasteland.terms import Settlement, Side

BALLISTICS: Final = 3
"""What the die counts at least with a research sensor (section 1.3)."""
JAMMED: Final = 3
"""What the die counts at most with Jam."""
OVERLOADED: Final = {6: 9, 1: -2}
"""What Overload makes of a die."""
REFIT: Final = 1
VOLLEY: Final = 3
"""The most that Volley adds."""
BULWARK: Final = 3
SUPPRESS: Final = 2
COUNTERMEASURE: Final = 1


def researches(area: Area, part: Part) -> bool:
    """Whether a card of this type lies in the research area, so that its effect works (ruling R3)."""
    return area.research[PARTS.index(part)] != EMPTY


def fighting_bay(area: Area, fighter: Fighter) -> Bay:
    """The bay of the mech that this fighter, whose area it is, fights with."""
    return area.bays[BAYS.index(fighter.mech)]


def die_value(rolls: Sequence[int], words: Collection[Keyword], *, ballistics: bool) -> int:
    """What the die counts: Lock-on, Ballistics, Jam, Overload, in exactly this order."""
    value = max(rolls)
    if ballistics:
        value = max(value, BALLISTICS)
    if "jam" in words:
        value = min(value, JAMMED)
    return OVERLOADED.get(value, value) if "overload" in words else value


def values(tokens: Sequence[Card]) -> tuple[int, ...]:
    """The ammo values on the tokens' backs."""
    return tuple(ammo(token) for token in tokens)


def cut(words: Collection[Keyword], tokens: Sequence[int]) -> int:
    """What somebody with these keywords takes from the opponent's tokens: the single highest one with Cut-off."""
    return max(tokens, default=0) if "cut_off" in words else 0


def weakens(area: Area, words: Collection[Keyword]) -> int:
    """What somebody takes from the opponent's total, in the comparison with him only: Suppress and Countermeasure."""
    return SUPPRESS * ("suppress" in words) + COUNTERMEASURE * researches(area, "P")


def _own(area: Area, fighter: Fighter, chance: Chance, *, challenged: bool) -> Side:
    """A fighter's own terms: what no opponent has a hand in. ``total`` is still without what an opponent takes."""
    bay = fighting_bay(area, fighter)
    words = mech.keywords(bay)
    label = f"settlement die of seat {fighter.seat + 1}"
    rolls = tuple(chance.roll(label, 6) for _ in range(2 if "lock_on" in words else 1))
    tokens = values(fighter.tokens or ())
    side = Side(
        seat=fighter.seat,
        mech=fighter.mech,
        points=mech.strength(bay),
        rolls=rolls,
        die=die_value(rolls, words, ballistics=researches(area, "S")),
        crush=mech.CRUSH * words.count("crush"),
        refit=REFIT * researches(area, "L"),
        volley=min(VOLLEY, len(tokens)) if "volley" in words else 0,
        bulwark=BULWARK if challenged and "bulwark" in words else 0,
        ammo=tokens,
        cut=0,
        weakened=0,
        total=0,
        swift="swift" in words,
        against=0,
        against_cut=0,
        against_weakened=0,
        beats=False,
    )
    own = side.points + side.die + side.crush + side.refit + side.volley + side.bulwark
    return replace(side, total=own + sum(tokens))


def _words(areas: Sequence[Area], fighter: Fighter) -> tuple[Keyword, ...]:
    return mech.keywords(fighting_bay(areas[fighter.seat], fighter))


def invasion(
    areas: Sequence[Area],
    fighters: Sequence[Fighter],
    invader: Sequence[Card],
    stack: Sequence[Card],
    chance: Chance,
) -> Settlement:
    """Everybody against the invader: P_i, and M_i as each fighter sees it. ``stack``: the invader's tokens.

    The fighters' dice are rolled in their order, the invader's two dice last. Its keywords, pairs and research never
    count (section 1.2).
    """
    mine = [_own(areas[fighter.seat], fighter, chance, challenged=False) for fighter in fighters]
    rolls = (chance.roll("invader die", 6), chance.roll("invader die", 6))
    tokens = values(stack)
    strength = sum(points(card) for card in invader)
    sides: list[Side] = []
    for fighter, side in zip(fighters, mine, strict=True):
        words = _words(areas, fighter)
        missing, weaker = cut(words, tokens), weakens(areas[fighter.seat], words)
        against = strength + sum(rolls) + sum(tokens) - missing - weaker
        sides.append(
            replace(
                side,
                against=against,
                against_cut=missing,
                against_weakened=weaker,
                beats=side.total > against or (side.swift and side.total == against),
            )
        )
    return Settlement(tuple(sides), strength, rolls, tokens)


def duel(areas: Sequence[Area], fighters: Sequence[Fighter], chance: Chance) -> Settlement:
    """Challenger against challenged. Equal totals: Swift decides where exactly one side has it; else nobody beats."""
    one, other = (_own(areas[fighter.seat], fighter, chance, challenged=at == 1) for at, fighter in enumerate(fighters))
    one, other = (
        _weakened(one, areas[fighters[1].seat], _words(areas, fighters[1])),
        _weakened(other, areas[fighters[0].seat], _words(areas, fighters[0])),
    )
    return Settlement((_facing(one, other), _facing(other, one)))


def _weakened(side: Side, opponent: Area, words: Collection[Keyword]) -> Side:
    missing, weaker = cut(words, side.ammo), weakens(opponent, words)
    return replace(side, cut=missing, weakened=weaker, total=side.total - missing - weaker)


def _facing(side: Side, other: Side) -> Side:
    quicker = side.swift and not other.swift
    return replace(
        side,
        against=other.total,
        against_cut=other.cut,
        against_weakened=other.weakened,
        beats=side.total > other.total or (quicker and side.total == other.total),
    )


def picking_order(settlement: Settlement, dealer: Seat) -> tuple[Seat, ...]:
    """Who takes a part of the invader after whom; empty when nobody beats it (section 5.5, L48, L51).

    Equal totals: seat order from the dealer decides, in both directions (ruling R13).
    """
    sides = settlement.sides
    if not any(side.beats for side in sides):
        return ()
    if any(side.beats for side in sides if side.seat == dealer):
        others = sorted((side for side in sides if side.seat != dealer), key=lambda side: side.total)
        return (dealer, *(side.seat for side in others))
    return tuple(side.seat for side in sorted(sides, key=lambda side: -side.total))


def damage(margin: int, loser: Collection[Keyword]) -> int:
    """How many cards a lost duel costs: 1 to 3 by the margin, Brittle one more, Armour one less (section 7)."""
    return max(1, min(3, 1 + margin // 4) + ("brittle" in loser) - ("armour" in loser))
