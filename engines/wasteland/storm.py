"""The storm season after the duel: maintenance, what supervision is supplied with, the epilogue (section 8.1, L55)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final, cast

from engines.core import Ask, Seat
from engines.wasteland import lengths, war
from engines.wasteland.cards import up
from engines.wasteland.happenings import PassedOn, Upheld
from engines.wasteland.holdings import cores, spare
from engines.wasteland.model import STACK, Action, Stage, Upkeep
from engines.wasteland.sight import own
from engines.wasteland.stages import Asking, Phase
from engines.wasteland.supply import supply
from engines.wasteland.yard import Yard

# ---- Z5


class UpkeepPhase:
    """Z5: everybody gives up a card for each core, secretly and at the same time; or a core (L55)."""

    def asks(self, yard: Yard) -> Asking | None:
        asks = {seat: Ask("upkeep", {"cores": yard.cores(seat)}) for seat in yard.queue if _chooses(yard, seat)}
        return Asking("upkeep", asks) if asks else None

    def go_on(self, yard: Yard) -> None:
        if yard.queue:
            _maintain(yard, {})
        else:
            yard.queue = list(yard.living())

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        _maintain(yard, {seat: cast(Upkeep, action).cards for seat, action in answers.items()})


def _chooses(yard: Yard, seat: Seat) -> bool:
    """Whoever has nothing to pay with but a single core must give that up."""
    return yard.cores(seat) > 1 or bool(spare(own(yard.areas[seat])))


def _maintain(yard: Yard, given: Mapping[Seat, tuple[str, ...]]) -> None:
    """All cards are moved in seat order; then all are checked together (ruling R18), and it may come again."""
    for seat in yard.living():
        for source in given.get(seat, cores(own(yard.areas[seat]))):
            _give(yard, seat, source)
    yard.check_out(yard.living())
    if yard.over:
        return
    yard.paid += 1
    if yard.paid < lengths.maintenances(yard.options, len(yard.order), yard.turn):
        yard.enter("upkeep")
    else:
        _end(yard)


def _give(yard: Yard, seat: Seat, source: str) -> None:
    """To the discard pile; a part or research card into a free supervision slot before the drought (ruling R17)."""
    card = up(yard.remove(seat, source))
    core = source.endswith(".C") and not source.startswith("R")
    tell = partial(Upheld, seat, source, card, core)
    if source != STACK and not yard.drought and yard.supervise(card, seat, tell):
        return
    yard.throw(card)
    yard.note(tell())


# ---- Z6, Z7


def _end(yard: Yard) -> None:
    """Z6, and the marker goes to the next living seat (L57, ruling R23)."""
    supply(yard, None)
    living = yard.living()
    yard.dealer = next(seat for seat in living if seat != yard.dealer)
    yard.note(PassedOn(yard.dealer))
    yard.season_ends("storm")
    war.begin_turn(yard)


PHASES: Final[dict[Stage, Phase]] = {"upkeep": UpkeepPhase()}
