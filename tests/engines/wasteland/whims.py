"""A player without a plan: any legal answer at random, and all answers to a question, by the rules text alone.

Nothing here asks the engine what is legal.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

from engines.core import Seat
from engines.wasteland.model import (
    SLOTS,
    Action,
    Area,
    AskKind,
    Assemble,
    Bay,
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
    State,
    Study,
    Target,
    Tribute,
    Trophy,
    Upkeep,
    Wish,
)

WELDED = ("S4", "P4", "L5")
POINTS = {
    "C1": 4,
    "C2": 5,
    "C3": 3,
    "C4": 2,
    "S1": 3,
    "S2": 2,
    "S3": 1,
    "S4": 0,
    "P1": 2,
    "P2": 1,
    "P3": 2,
    "P4": -2,
    "L1": 1,
    "L2": 1,
    "L3": 1,
    "L4": 2,
    "L5": -1,
}
PLANS = ("scout", "scavenge", "declare", "spoils")
"""Questions with more answers than one would list."""


def slots(area: Area) -> dict[str, str]:
    """The filled slots of both bays."""
    return {
        f"{name}.{slot}": card
        for name, bay in zip("AB", area.bays, strict=True)
        for slot, card in zip(SLOTS, bay.slots, strict=True)
        if card
    }


def mechs(area: Area) -> list[str]:
    return [name for name, bay in zip("AB", area.bays, strict=True) if bay.slots[0]]


def free(area: Area, part: str) -> list[str]:
    """The bays with a free slot of this type."""
    return [
        name
        for name, bay in zip("AB", area.bays, strict=True)
        if any(not card for slot, card in zip(SLOTS, bay.slots, strict=True) if slot[0] == part)
    ]


def homes(area: Area, part: str) -> list[str]:
    """Where a gained card may go (3.4)."""
    if free(area, part):
        return free(area, part)
    same = [slot for slot, card in slots(area).items() if slot[2] == part and card.upper() not in WELDED]
    return [*same, "discard"]


def others(state: State, seat: Seat) -> list[Seat]:
    return [other for other, area in enumerate(state.areas) if other != seat and not area.out]


def deeds(state: State, seat: Seat, card: str) -> list[Deed]:
    """What may be done with a wasteland card (5.3)."""
    part = card[0].upper()
    found = [Deed(act="take", where=where) for where in homes(state.areas[seat], part)]
    for other in others(state, seat):
        found += [Deed(act="disrupt", where=where, seat=other) for where in free(state.areas[other], part)]
    return found


def payable(area: Area) -> list[str]:
    """Non-core cards that can be given up (8.1, R7); a token each time it lies there."""
    parts = [slot for slot, card in slots(area).items() if slot[2] != "C" and card.upper() not in WELDED]
    research = [f"R.{part}" for part, card in zip("CSPL", area.research, strict=True) if card]
    return [*parts, *research, *("T" for _ in area.stack)]


def bay_of(state: State, seat: Seat) -> tuple[str, Bay]:
    """The mech that the seat fights with."""
    name = next(fighter.mech for fighter in state.fighters if fighter.seat == seat)
    return name, state.areas[seat].bays["AB".index(name)]


def pairs(bay: Bay) -> list[int]:
    """The locomotion slots, 0 to 3, of the assembled pairs, by trying all (3.3)."""
    up = [leg for leg in bay.came if bay.slots[3 + leg].isupper()]
    pairings = [
        pairing
        for pairing in combinations(list(combinations(up, 2)), len(up) // 2)
        if len({leg for pair in pairing for leg in pair}) == 2 * (len(up) // 2)
    ]

    def worth(pairing: tuple[tuple[int, int], ...]) -> tuple[int, int]:
        cards = [(bay.slots[3 + a], bay.slots[3 + b]) for a, b in pairing]
        equal = [a for a, b in cards if a == b]
        return sum(POINTS[card] for pair in cards for card in pair) + 2 * equal.count("L2"), len(equal)

    return [leg for pair in max(pairings, key=worth) for leg in pair]


def assembled(bay: Bay) -> list[str]:
    """The slots of the assembled parts (3.2)."""
    if not bay.slots[0]:
        return []
    single = [slot for slot, card in zip(SLOTS[:3], bay.slots, strict=False) if card.isupper()]
    return [*single, *(f"L{leg + 1}" for leg in sorted(pairs(bay)))]


def losable(state: State, seat: Seat) -> list[str]:
    """What a failure may take (5.5 b-i)."""
    name, bay = bay_of(state, seat)
    here = assembled(bay)
    parts = [f"{name}.{slot}" for slot in here if slot != "C"]
    return parts or [f"{name}.{slot}" for slot in here]


def answers(state: State, seat: Seat, kind: AskKind) -> list[Action]:  # noqa: C901, PLR0911
    """All legal answers to a question that is no plan."""
    area = state.areas[seat]
    lying = dict(state.wasteland)
    match kind:
        case "assemble":
            down = [slot for slot, card in slots(area).items() if card.islower()]
            chosen = [some for size in range(len(down) + 1) for some in combinations(down, size)]
            return [Assemble(slots=some) for some in chosen if sum(slot[2] == "L" for slot in some) % 2 == 0]
        case "scout_now":
            taken = [Scout(choice=choice, cards=(n,)) for n in lying for choice in ("ammo", "research")]
            return [Scout(choice="explore"), *taken]
        case "study":
            card = lying[state.looking or 0]
            cores = len(mechs(area)) + (card[0] in "Cc")
            parts = [slot for slot in slots(area) if slot[2] != "C" or cores > 1]
            return [Study(bay=bay, part=part) for bay in free(area, card[0].upper()) for part in ("", *parts)]
        case "pick":
            up = {n: card for n, card in lying.items() if card.isupper()}
            unseen = [Pick(number=n) for n in lying if n not in up]
            return [
                *unseen,
                *(Pick(number=n, deed=deed) for n, card in up.items() for deed in deeds(state, seat, card)),
            ]
        case "look":
            return [*deeds(state, seat, lying[state.looking or 0])]
        case "declare_now":
            return _declarations(state, seat)
        case "target":
            shuffles = (False, True) if len(state.supervision.stack) > 1 else (False,)
            return [Target(mech=mech.number, shuffle=yes) for mech in state.supervision.roamers for yes in shuffles]
        case "commit":
            most = len(area.stack)
            shuffles = (False, True) if most > 1 else (False,)
            return [Commit(count=count, shuffle=yes) for count in range(most + 1) for yes in shuffles]
        case "spoil_now":
            return [Spoils(wishes=(wish,)) for wish in _wishes(state, seat)]
        case "lose_part":
            return [Lose(slots=(slot,)) for slot in losable(state, seat)]
        case "challenge":
            duels = [Challenge(seat=other, mech=mech) for other in others(state, seat) for mech in mechs(area)]  # type: ignore[arg-type]
            return [Challenge(), *duels]
        case "defend":
            return [Defend(mech=mech) for mech in mechs(area)]  # type: ignore[arg-type]
        case "trophy":
            loser = next(fighter.seat for fighter in state.fighters if fighter.seat != seat)
            return [Trophy(slot=slot, where=where) for slot in company(state, loser) for where in homes(area, slot[2])]
        case "damage":
            mine = company(state, seat)
            return [Lose(slots=some) for some in combinations(mine, min(state.damage, len(mine)))]
        case "upkeep":
            cores = [f"{name}.C" for name in mechs(area)]
            given = dict.fromkeys(combinations(payable(area), len(cores)))
            spent = [some for size in range(1, len(cores) + 1) for some in combinations(cores, size)]
            return [Upkeep(cards=some) for some in (*given, *spent)]
        case _:
            raise AssertionError(f"{kind} is not listed")


def company(state: State, seat: Seat) -> list[str]:
    """What a duel may take of the seat's mech; its core where it is alone (section 7)."""
    name, bay = bay_of(state, seat)
    here = [f"{name}.{slot}" for slot, card in zip(SLOTS, bay.slots, strict=True) if card]
    return here[1:] or here


def _declarations(state: State, seat: Seat) -> list[Action]:
    area, dealer = state.areas[seat], seat == state.dealer
    flips = [slot for slot, card in slots(area).items() if card.islower()]
    shuffles = (False, True) if len(state.supervision.stack) > 1 else (False,)
    targets: list[tuple[int | None, bool]] = [(None, False)]
    if dealer:
        targets += [(mech.number, yes) for mech in state.supervision.roamers for yes in shuffles]
    joining: list[Action] = [
        Declare(choice="join", flip=flip, mech=mech, target=target, shuffle=yes)  # type: ignore[arg-type]
        for flip in flips or ([""] if dealer else [])
        for mech in mechs(area)
        for target, yes in targets
    ]
    return joining if dealer else [*joining, Declare(choice="out")]


def _wishes(state: State, seat: Seat) -> list[Wish]:
    cards = state.invader.cards if state.invader else ()
    parts = [slot for slot, card in zip(SLOTS, cards, strict=False) if card]
    return [Wish(part, where) for part in parts for where in homes(state.areas[seat], part[0])]


def anything(state: State, seat: Seat, kind: AskKind, whim: Random) -> Action:  # noqa: PLR0911
    """Some legal answer."""
    area = state.areas[seat]
    lying = dict(state.wasteland)
    match kind:
        case "scout":
            choice = whim.choice(("explore", "explore", "ammo", "research", "wait"))
            named = tuple(whim.sample(sorted(lying), whim.randint(1, len(lying))))
            named = named if choice in ("ammo", "research") else ()
            return Scout(choice=choice, cards=named, rest=whim.choice(("ask", "auto")))  # type: ignore[arg-type]
        case "scavenge":
            wishes: list[Pick] = []
            for n in whim.sample(sorted(lying), whim.randint(0, len(lying))):
                unseen = Deed(act="take", where=whim.choice(("", "A", "B"))) if whim.random() < 0.5 else None
                known = lying[n].isupper()
                wishes.append(Pick(number=n, deed=whim.choice(deeds(state, seat, lying[n])) if known else unseen))
            unseen_, rest = whim.choice(("ask", "auto")), whim.choice(("ask", "auto"))
            return Forage(picks=tuple(wishes), unseen=unseen_, rest=rest)  # type: ignore[arg-type]
        case "tribute":
            n = len(state.supervision.roamers)
            cores = [f"{name}.C" for name in mechs(area)]
            hand = [*payable(area), *cores[1:]]
            if whim.random() < 0.5 or len(hand) < n:
                return Tribute(refuse=True)
            return Tribute(cards=tuple(whim.sample(hand, n)))
        case "declare":
            found = [*_declarations(state, seat), Declare(choice="wait")]
            return whim.choice(found)
        case "spoils":
            found_ = {wish.part: wish for wish in whim.sample(_wishes(state, seat), len(_wishes(state, seat)))}
            return Spoils(wishes=tuple(found_.values())[: whim.randint(0, 7)])
        case "upkeep":
            owed = len(mechs(area))
            if len(payable(area)) >= owed and whim.random() < 0.95:  # who gives up cores is soon out
                return Upkeep(cards=tuple(whim.sample(payable(area), owed)))
            return whim.choice(answers(state, seat, kind))
        case _:
            return whim.choice(answers(state, seat, kind))
