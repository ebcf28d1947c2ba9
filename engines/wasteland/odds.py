"""Guessing how a fight will end, from what a seat may see. No rule: the settlement is in ``settlement``."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final

from engines.core import Seat
from engines.wasteland.cards import KINDS, Keyword, is_up, kind_of
from engines.wasteland.holdings import assembled, bay_of, face_at
from engines.wasteland.mech import LEGS
from engines.wasteland.model import EMPTY
from engines.wasteland.views import AreaView, View

DIE: Final = 3.5
_COPIES: Final = sum(kind.full for kind in KINDS.values())
TOKEN: Final = sum(kind.ammo * kind.full for kind in KINDS.values()) / _COPIES
"""What an ammo token is worth of which only the back of the card above is seen."""


def words_of(area: AreaView, bay: str) -> tuple[Keyword, ...]:
    """The keywords that work in the mech as far as they can be seen; pair keywords only for matched pairs."""
    mech = bay_of(area, bay)
    if mech.slots[0] == EMPTY:
        return ()
    singles = [face for face in mech.slots[:LEGS] if is_up(face)]
    twins = [mech.slots[LEGS + a] for a, b in mech.pairs if mech.slots[LEGS + a] == mech.slots[LEGS + b]]
    return tuple(word for face in (*singles, *twins) for word in kind_of(face).keywords)


def expected(area: AreaView, bay: str, tokens: int = 0) -> float:
    """The mech's own points, a die, and what its keywords add on average (section 6), without ammunition."""
    words = words_of(area, bay)
    die = DIE + (1.0 if "lock_on" in words else 0.0) - (1.5 if "jam" in words else 0.0)
    volley = min(3, tokens) if "volley" in words else 0
    refit = 1 if face_at(area, "R.L") else 0
    return bay_of(area, bay).points + die + 2 * words.count("crush") + refit + volley


def ammunition(area: AreaView, tokens: int) -> float:
    """What so many tokens from the top are worth: the top one is seen, the others are guessed."""
    if tokens <= 0:
        return 0.0
    return (area.top or TOKEN) + (tokens - 1) * TOKEN


def weakens(area: AreaView, bay: str) -> float:
    """What the mech takes from its opponent's total, without Cut-off."""
    return (2.0 if "suppress" in words_of(area, bay) else 0.0) + (1.0 if face_at(area, "R.P") else 0.0)


def invader(view: View, number: int | None = None) -> float:
    """The total of the invader, or of this roaming mech if it invaded, on average."""
    mech = view.invader
    if number is not None:
        mech = next((roamer for roamer in view.supervision.roamers if roamer.number == number), mech)
    if mech is None:
        return 0.0
    points = sum(kind_of(card).points for card in mech.cards if card != EMPTY)
    tokens = view.invader_tokens if number is None else min(view.count, view.supervision.tokens)
    top = view.invader_top if number is None else view.supervision.top
    return points + 7.0 + ((top or TOKEN) + (tokens - 1) * TOKEN if tokens else 0.0)


@lru_cache(maxsize=512)
def beats(lead: int) -> float:
    """The chance that a die less two dice, less their averages, makes good a lead in half points."""
    rolls = [a - b - c for a, b, c in product(range(1, 7), repeat=3)]
    return sum(roll - (DIE - 7.0) + lead / 2 > 0 for roll in rolls) / len(rolls)


def chance(lead: float) -> float:
    """The chance to beat an invader that one leads by so much on average."""
    return beats(round(2 * lead))


def best_mech(area: AreaView) -> str:
    """The stronger mech: assembled points, then more assembled parts, then bay A."""
    names = [name for name in ("A", "B") if bay_of(area, name).slots[0] != EMPTY]
    return max(
        names, key=lambda name: (expected(area, name), len(assembled(bay_of(area, name), "A" if name == "A" else "B")))
    )


def rival_ammunition(area: AreaView) -> float:
    """What an opponent may be expected to commit in a duel: about a third of the stack."""
    return 0.35 * TOKEN * (area.tokens or 0)


def lead_in_duel(
    view: View, mine: tuple[Seat, str], theirs: tuple[Seat, str], tokens: int, *, challenged: bool
) -> float:
    """By how much one's mech (seat, bay) leads over the other's with so many tokens, on average."""
    my_area, my_bay = view.areas[mine[0]], mine[1]
    area, bay = view.areas[theirs[0]], theirs[1]
    defender = words_of(my_area, my_bay) if challenged else words_of(area, bay)
    bulwark = 3.0 if "bulwark" in defender else 0.0
    my_total = expected(my_area, my_bay, tokens) + ammunition(my_area, tokens) - weakens(area, bay)
    their_total = expected(area, bay) + rival_ammunition(area) - weakens(my_area, my_bay)
    return my_total - their_total + (bulwark if challenged else -bulwark)
