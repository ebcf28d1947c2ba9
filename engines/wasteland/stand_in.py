"""A sound player that sees a View only: keeps what pays for its cores, plants junk, fights where it should win."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Final

from engines.core import Chance, Level, Seat
from engines.wasteland import instinct, legal, stand_in_fights
from engines.wasteland.cards import ammo, is_up, known, part_at, part_of, welded
from engines.wasteland.holdings import cores, face_at, face_down, free_bays, living, lying, spare
from engines.wasteland.legal_war import researchable
from engines.wasteland.model import EMPTY, Action, AskKind, Assemble, BayName, Forage, Scout, Study, Upkeep
from engines.wasteland.views import View
from engines.wasteland.worth import as_research, kept, loss, token

CARELESS: Final = 0.35
"""How often an easy stand-in takes whatever comes first to its mind."""
SIGHT: Final = 40
"""Among how many answers it then chooses."""
DISCOUNT: Final = 0.75
"""A share of the wasteland that is only hoped for."""


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


# ---- war


def scout(view: View, seat: Seat) -> Scout:
    """What is worth most: a share of the wasteland, a token for sure, or a card and a research effect for sure."""
    if not view.wasteland:
        return Scout(choice="explore")
    tokens = sorted(view.wasteland, key=lambda card: (-ammo(card.card), is_up(card.card) and not welded(card.card)))
    wishes = [_to_research(view, seat, card.number) for card in view.wasteland]
    studied = sorted(zip(wishes, view.wasteland, strict=True), key=lambda entry: -entry[0])
    best, value = studied[0][0], token(ammo(tokens[0].card))
    explore = _share(view, seat)
    if explore >= max(best, value):
        return Scout(choice="explore")
    if best > value:
        return Scout(choice="research", cards=tuple(card.number for worth, card in studied if worth > value))
    return Scout(choice="ammo", cards=tuple(card.number for card in tokens))


def _share(view: View, seat: Seat) -> float:
    """What an expedition is likely to bring: as many cards as there are for each explorer, as far as there is room."""
    area = view.areas[seat]
    going = len(view.explorers) + 1 + max(0, len(view.queue) - 1 if view.queue else len(living(view)) - 1) // 2
    cards = len(view.wasteland) + (1 if view.pile else 0) * (going - len(view.explorers))
    mine = cards / going
    room = sum(len(free_bays(area, part)) for part in ("C", "S", "P")) * 0.6
    room += sum(face == EMPTY for bay in area.bays for face in bay.slots[3:])
    return DISCOUNT * min(mine, 0.5 + 0.7 * room) * 1.1


def _to_research(view: View, seat: Seat, number: int) -> float:
    """What taking this card for research brings."""
    area, card = view.areas[seat], lying(view, number)
    if not known(card):
        return 0.6
    part = part_of(card)
    if free_bays(area, part):
        return max(as_research(area, part), 0.2 + max(kept(card), 0.0))
    return as_research(area, part)


def study(view: View, seat: Seat) -> Study:
    """The part that gains most as research and is missed least; the gained card where it fights best."""
    area, card = view.areas[seat], lying(view, view.looking or 0)
    part = part_of(card)
    free = free_bays(area, part)
    manned: list[BayName] = [bay for bay in free if area.bays[0 if bay == "A" else 1].slots[0] != EMPTY]
    bay: BayName = (*manned, *free)[0]
    options: dict[str, float] = {"": as_research(area, part) - kept(card)}
    for slot in researchable(view, seat):
        if part_at(slot) != "C":
            options[slot] = as_research(area, part_at(slot)) - loss(area, slot)
    return Study(bay=bay, part=max(options, key=lambda slot: options[slot]))


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
    if len(cheap) < len(mine) or (len(mine) > 1 and _second(view, seat) < sum(loss(area, card) for card in cheap)):
        return Upkeep(cards=(min(mine, key=lambda slot: loss(area, slot)),))
    return Upkeep(cards=tuple(cheap))


def _second(view: View, seat: Seat) -> float:
    """What giving up the weaker core costs."""
    area = view.areas[seat]
    return min(loss(area, slot) for slot in cores(area))


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
    "scout": scout,
    "scout_now": scout,
    "study": study,
    "scavenge": forage,
    "pick": instinct.pick,
    "look": lambda view, seat: instinct.deed(view, seat, view.looking or 0),
    "upkeep": upkeep,
    **stand_in_fights.ANSWERS,
}
