"""A sound player that sees a View only: keeps what pays for its cores, plants junk, fights where it should win."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Final

from engines.core import Chance, Level, Seat
from engines.wasteland import instinct, legal, stand_in_fights
from engines.wasteland.cards import part_at
from engines.wasteland.holdings import cores, face_at, face_down, spare
from engines.wasteland.model import Action, AskKind, Assemble, Forage, Upkeep
from engines.wasteland.views import View
from engines.wasteland.worth import kept, loss

CARELESS: Final = 0.35
"""How often an easy stand-in takes whatever comes first to its mind."""
SIGHT: Final = 40
"""Among how many answers it then chooses."""


def answer(view: View, seat: Seat, level: Level, chance: Chance) -> Action:
    """A sound answer to what the seat is asked."""
    question = legal.asked(view, seat)
    if question is None:
        raise ValueError("this seat is not asked")
    if level is Level.EASY and chance.roll("careless", 100) <= 100 * CARELESS:
        return chance.pick("answer", list(islice(legal.answers(view, seat), SIGHT)))
    return _ANSWERS[question](view, seat)


# ---- setup


def assemble(view: View, seat: Seat) -> Assemble:
    """Everything that may be turned up, but one part that adds the least: the ticket to an invasion."""
    area = view.areas[seat]
    down = face_down(area)
    legs = sorted((slot for slot in down if part_at(slot) == "L"), key=lambda slot: -kept(face_at(area, slot)))
    chosen = [slot for slot in down if part_at(slot) != "L"]
    chosen += legs[: len(legs) - len(legs) % 2]
    if len(chosen) == len(down) > 0:
        singles = [slot for slot in chosen if part_at(slot) != "L"]
        if singles:
            chosen.remove(min(singles, key=lambda slot: kept(face_at(area, slot))))
        else:
            chosen = chosen[2:] if len(chosen) > 1 else chosen
    return Assemble(slots=tuple(slot for slot in down if slot in chosen))


# ---- scavenge


def forage(view: View, seat: Seat) -> Forage:
    """All that lies there in the order of what it is worth; the rest as it comes."""
    return Forage(picks=instinct.ranked(view, seat), unseen="auto", rest="auto")


# ---- storm


def upkeep(view: View, seat: Seat) -> Upkeep:
    """The cards that are missed least; a second core when two cards would be missed more."""
    area = view.areas[seat]
    mine = cores(area)
    cheap = sorted(spare(area), key=lambda place: loss(area, place))[: len(mine)]
    weaker = min(mine, key=lambda slot: loss(area, slot))
    spared = len(mine) > 1 and loss(area, weaker) < sum(loss(area, card) for card in cheap)
    if len(cheap) < len(mine) or spared:
        return Upkeep(cards=(weaker,))
    return Upkeep(cards=tuple(cheap))


def weakest(view: View, seat: Seat) -> Upkeep:
    """The weakest parts first (section 10): fewest points among the parts, then research, then tokens, then a core."""
    return _paid(view, seat, tokens_first=False)


def tokens_first(view: View, seat: Seat) -> Upkeep:
    """Tokens as long as there are any, then the weakest parts."""
    return _paid(view, seat, tokens_first=True)


def _paid(view: View, seat: Seat, *, tokens_first: bool) -> Upkeep:
    area = view.areas[seat]
    mine, given = cores(area), list(spare(area))
    given.sort(key=lambda place: stand_in_fights.weak(area, place))
    if tokens_first:
        given.sort(key=lambda place: place != "T")
    if len(given) < len(mine):
        return Upkeep(cards=(mine[-1],))
    return Upkeep(cards=tuple(given[: len(mine)]))


_ANSWERS: Final[Mapping[AskKind, Callable[[View, Seat], Action]]] = {
    "assemble": assemble,
    "scout": instinct.scout,
    "scout_now": instinct.scout,
    "study": instinct.study,
    "scavenge": forage,
    "pick": instinct.pick,
    "look": lambda view, seat: instinct.deed(view, seat, view.looking or 0),
    "upkeep": upkeep,
    **stand_in_fights.ANSWERS,
}
