"""The flow of the game: stage after stage until somebody must decide something, or the game is over (section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.chance import FastChance
from engines.core import Chance, IllegalAction, Seat, Window
from engines.wasteland import duels, invasion, scavenge, setup, spoils, storm, war
from engines.wasteland.happenings import Undecided
from engines.wasteland.journal import Journal
from engines.wasteland.model import Action, Options, Stage, State
from engines.wasteland.stages import Phase
from engines.wasteland.yard import Yard

PHASES: Final[Mapping[Stage, Phase]] = {
    **setup.PHASES,
    **war.PHASES,
    **scavenge.PHASES,
    **invasion.PHASES,
    **spoils.PHASES,
    **duels.PHASES,
    **storm.PHASES,
}
"""Every stage but the end, in the order of play."""


def start(options: Options, seats: int, chance: Chance, journal: Journal | None = None) -> State:
    """The game up to the first decision."""
    yard = Yard(setup.set_up(options, seats, chance), chance, journal)
    setup.deal(yard)
    _run(yard)
    return yard.state()


def advance(state: State, answers: Mapping[Seat, Action], chance: Chance, journal: Journal | None = None) -> State:
    """The state after one legal answer of every seat that is asked, and all that follows from it at once."""
    yard = Yard(state, chance, journal)
    PHASES[state.stage].answer(yard, answers)
    _run(yard)
    if journal is not None and not journal.steps:
        yard.note(Undecided(yard.queue[0]))
    return yard.state()


def window(state: State) -> Window | None:
    """Who must answer what; ``None`` once the game is over. Answers are secret where several are asked."""
    if state.season == "over":
        return None
    asking = PHASES[state.stage].asks(Yard(state, FastChance(0)))
    assert asking is not None, "the flow stops only where somebody is asked"
    return Window(asking.kind, asking.asks, hidden=len(asking.asks) > 1)


def resign(state: State, seat: Seat, chance: Chance, journal: Journal | None = None) -> State:
    """The seat leaves for good, with all its cards (ruling R26); what was going on goes on without it.

    Raises ``IllegalAction`` when the seat is not in the game.
    """
    if state.season == "over" or not 0 <= seat < len(state.areas) or state.areas[seat].out:
        raise IllegalAction("not_asked")
    yard = Yard(state, chance, journal)
    if journal is not None:
        journal.chapter = "resign"
    yard.check_out((seat,), "resigned")
    if not yard.over:
        _leave(yard, seat)
    if journal is not None:
        journal.chapter = None
    _run(yard)
    return yard.state()


def _leave(yard: Yard, seat: Seat) -> None:
    """Nothing waits for the seat any more; a card that it looked at stays as it lies."""
    if yard.stage in ("study", "scavenge") and yard.queue[:1] == [seat]:
        yard.looking = None
    if yard.stage == "study" and yard.looking is None:
        yard.stage = "scout"
    yard.explorers = [other for other in yard.explorers if other != seat]
    for stages in (invasion, spoils, duels):
        if yard.stage in stages.PHASES:
            stages.leaves(yard, seat)
            return
    yard.queue = [other for other in yard.queue if other != seat]


def _run(yard: Yard) -> None:
    while not yard.over:
        phase = PHASES[yard.stage]
        if phase.asks(yard) is not None:
            return
        phase.go_on(yard)
