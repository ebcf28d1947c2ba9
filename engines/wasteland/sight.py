"""What a viewer may see. Views are built up from nothing; a new field is hidden until it is shown here (section 2)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final

from engines.core import Seat
from engines.wasteland.cards import KEYS, ammo, back, is_down
from engines.wasteland.lengths import maintenances
from engines.wasteland.mech import keywords, pairs, strength
from engines.wasteland.model import Area, AskKind, Bay, Card, Fighter, Lying, Stage, State
from engines.wasteland.terms import Settlement
from engines.wasteland.views import AreaView, BayView, Face, FighterView, Mark, SeasonSummary, SupervisionView, View

TOGETHER: Final[AbstractSet[Stage]] = frozenset(("assembly", "ammo", "duel_ammo", "upkeep"))
"""Stages that all play at the same time, so that nobody is next."""
PLANNED: Final[AbstractSet[Stage]] = frozenset(("scout", "scavenge", "declare", "spoils"))
"""Stages that begin with a window of plans, unless the host chose turns (section 14)."""


def seen(
    state: State,
    seat: Seat | None,
    marks: tuple[Mark, ...] = (),
    summary: SeasonSummary | None = None,
    asked: tuple[tuple[Seat, AskKind], ...] = (),
) -> View:
    """The table for this viewer; ``None`` is the public, and so is a seat that is out."""
    own = seat if seat is not None and 0 <= seat < len(state.areas) and not state.areas[seat].out else None
    covered = _covered(state, own)
    supervision = state.supervision
    return View(
        options=state.options,
        order=state.order,
        turn=state.turn,
        dealer=state.dealer,
        season=state.season,
        stage=state.stage,
        queue=() if _together(state) else state.queue,
        areas=tuple(
            [
                _area(area, place, lasted, at == own, at in covered)
                for at, (area, place, lasted) in enumerate(zip(state.areas, state.places, state.lasted, strict=True))
            ]
        ),
        pile=len(state.draw),
        discard=_counts(state.discard),
        wasteland=_row(state, own),
        supervision=SupervisionView(
            supervision.roamers, supervision.assembly, len(supervision.stack), _top(supervision.stack)
        ),
        count=len(supervision.roamers) + (state.invader is not None),
        reshuffles=state.reshuffles,
        drought=state.drought,
        storm=maintenances(state.options, len(state.areas), state.turn),
        asked=asked,
        explorers=state.explorers,
        looking=state.looking,
        invader=state.invader,
        invader_tokens=len(state.invader_stack),
        invader_top=_top(state.invader_stack),
        fighters=tuple([_fighter(state, fighter, own) for fighter in state.fighters]),
        settlement=state.settlement,
        skipped=state.skipped,
        damage=state.damage,
        seat=seat,
        marks=marks,
        summary=summary,
    )


def _together(state: State) -> bool:
    """Whether nobody is next: all act at the same time, or plans are asked."""
    if state.stage in TOGETHER:
        return True
    if state.options.planning == "turns":
        return False
    return state.stage == "failure" or (state.stage in PLANNED and not state.plans)


def _top(stack: tuple[Card, ...]) -> int | None:
    return ammo(stack[0]) if stack else None


@lru_cache(maxsize=4096)
def _counts(discard: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(map(discard.count, KEYS))


# ---- what a player has


def own(area: Area) -> AreaView:
    """What a player has as its owner sees it, so that the rules on holdings hold for states as well."""
    return _area(area, 0, 0, own=True, covered=False)


def _area(area: Area, place: int, lasted: int, own: bool, covered: bool) -> AreaView:
    a, b = area.bays
    return AreaView(
        (_bay(a, own), _bay(b, own)),
        area.research,
        None if covered else len(area.stack),
        None if covered else _top(area.stack),
        area.out,
        place,
        lasted,
    )


@lru_cache(maxsize=65536)
def _bay(bay: Bay, own: bool) -> BayView:
    slots = bay.slots if own else tuple([_public(card) for card in bay.slots])
    return BayView(slots, bay.came, pairs(bay), strength(bay))


def _public(card: Card) -> Face:
    return back(card) if is_down(card) else card


# ---- the wasteland


def _row(state: State, own: Seat | None) -> tuple[Lying, ...]:
    """The cards that lie there; fronts of those face down only for the one who looks, and with X-ray (section 1.2)."""
    if own is not None and _has_xray(state, own):
        return state.wasteland
    looked = state.looking if own is not None and state.queue[:1] == (own,) else None
    return tuple(
        [
            lying if lying.number == looked or not is_down(lying.card) else Lying(lying.number, back(lying.card))
            for lying in state.wasteland
        ]
    )


def _has_xray(state: State, own: Seat) -> bool:
    return state.season in ("war", "scavenge") and any("xray" in keywords(bay) for bay in state.areas[own].bays)


# ---- the fight


def _covered(state: State, own: Seat | None) -> AbstractSet[Seat]:
    """Whose stack is hidden, so that nobody can count what was committed until it is opened (section 5.4).

    In a duel not even whether anything was: but who has nothing left and committed nothing never had a token.
    """
    if not state.fighters or state.settlement is not None or state.season == "over":
        return frozenset()
    duel = state.season == "storm"
    return {
        fighter.seat
        for fighter in state.fighters
        if fighter.seat != own and fighter.tokens is not None
        if fighter.tokens or (duel and state.areas[fighter.seat].stack)
    }


def _fighter(state: State, fighter: Fighter, own: Seat | None) -> FighterView:
    """Before the settlement everybody learns whether, and the top value; in a duel nothing. The number is its own."""
    seat, mech, tokens = fighter.seat, fighter.mech, fighter.tokens
    if state.settlement is not None:
        return _opened(state.settlement, seat, fighter)
    if tokens is None:
        return FighterView(seat, mech, None, None, None)
    if seat == own or state.season == "over":
        return FighterView(seat, mech, bool(tokens), _top(tokens), len(tokens))
    if state.season == "storm":
        return FighterView(seat, mech, None, None, None)
    return FighterView(seat, mech, bool(tokens), _top(tokens), None if tokens else 0)


def _opened(settlement: Settlement, seat: Seat, fighter: Fighter) -> FighterView:
    """All is open; the tokens themselves have been discarded since."""
    values = next((side.ammo for side in settlement.sides if side.seat == seat), ())
    return FighterView(seat, fighter.mech, bool(values), values[0] if values else None, len(values))
