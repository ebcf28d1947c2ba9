"""The invasion season up to its settlement: tribute, declarations, target, ammunition (section 5.4, I1 to I6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final, cast

from engines.core import Ask, Seat
from engines.wasteland import settlement, spoils
from engines.wasteland.cards import ammo, down, up
from engines.wasteland.happenings import (
    Committed,
    Declared,
    Invaded,
    NoTribute,
    Result,
    Settled,
    StayedOut,
    TributePaid,
    TributeRefused,
)
from engines.wasteland.holdings import face_down, mechs, payable, strongest
from engines.wasteland.model import FULL, Action, Commit, Declare, Fighter, Roamer, Stage, Target, Tribute
from engines.wasteland.sight import own
from engines.wasteland.stages import Asking, Phase
from engines.wasteland.yard import Yard

# ---- I1


class TributePhase:
    """I1: the dealer pays as many hand cards as there are roaming mechs, or refuses (L35 to L37)."""

    def asks(self, yard: Yard) -> Asking | None:
        if not yard.queue or not yard.count or payable(own(yard.areas[yard.dealer])) < yard.count:
            return None
        return Asking("tribute", {yard.dealer: Ask("tribute", {"n": yard.count})})

    def go_on(self, yard: Yard) -> None:
        if not yard.queue:
            if yard.areas[yard.dealer].out:
                spoils.season_over(yard)
            else:
                yard.queue = [yard.dealer]
        elif not yard.count:
            yard.note(NoTribute(yard.dealer))
            _skip(yard)
        else:
            _refuse(yard)

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        choice = cast(Tribute, answers[yard.dealer])
        if choice.refuse:
            _refuse(yard)
        else:
            _pay(yard, choice.cards)


def _skip(yard: Yard) -> None:
    """The season is skipped, so the dealer may duel (L35, ruling R11)."""
    yard.skipped = True
    spoils.season_over(yard)


def _pay(yard: Yard, cards: tuple[str, ...]) -> None:
    """Card by card into supervision; onto its ammo stack where it was full of mechs (ruling R28) or the slot is."""
    seat, full = yard.dealer, len(yard.supervision.roamers) >= FULL
    for source in cards:
        card = yard.remove(seat, source)
        if full or not yard.supervise(card, seat, partial(TributePaid, seat, source, up(card))):
            yard.stock([card])
            yard.note(TributePaid(seat, source, yard.public(down(card)), ""))
    _skip(yard)


def _refuse(yard: Yard) -> None:
    """As many cards as there are roaming mechs go unlooked onto the supervision stack (L37, ruling R20)."""
    tokens = 0
    for _ in range(yard.count):
        card = yard.draw_card()
        if card is not None:
            yard.stock([card])
            tokens += 1
    yard.note(TributeRefused(yard.dealer, tokens))
    yard.enter("declare")


# ---- I2


class DeclarePhase:
    """I2: who fights, in seat order; the dealer must (L38, L39)."""

    def asks(self, yard: Yard) -> Asking | None:
        if not yard.queue or not _decides(yard, yard.queue[0]):
            return None
        seat = yard.queue[0]
        if yard.options.planning == "plans" and not yard.plans:
            able = [seat for seat in yard.queue if _decides(yard, seat)]
            return Asking("declare", {seat: Ask("declare") for seat in able})
        plan = yard.plans.get(seat)
        if isinstance(plan, Declare) and plan.choice != "wait":
            return None
        return Asking("declare_now", {seat: Ask("declare_now")})

    def go_on(self, yard: Yard) -> None:
        if not yard.queue:
            yard.fighters = []
            yard.plans.clear()
            yard.queue = list(yard.living())
            return
        seat = yard.queue[0]
        plan = yard.plans.get(seat)
        if isinstance(plan, Declare):
            _declare(yard, seat, plan)
        else:
            _declare(yard, seat, Declare("declare", "join" if seat == yard.dealer else "out"))

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        asking = self.asks(yard)
        assert asking is not None
        plans = {seat: cast(Declare, action) for seat, action in answers.items()}
        if asking.kind == "declare":
            yard.plans = {**plans}
            return
        for seat, plan in plans.items():
            _declare(yard, seat, plan)


def _decides(yard: Yard, seat: Seat) -> bool:
    """Whether there is anything to decide: others may join with a face-down part; the dealer says how he fights."""
    down = face_down(own(yard.areas[seat]))
    if seat != yard.dealer:
        return bool(down)
    return len(down) > 1 or len(mechs(own(yard.areas[seat]))) > 1 or _target_matters(yard)


def _declare(yard: Yard, seat: Seat, plan: Declare) -> None:
    """The first of the queue joins or stays out; the flip happens at once."""
    down = face_down(own(yard.areas[seat]))
    yard.queue.pop(0)
    yard.plans.pop(seat, None)
    if seat != yard.dealer and (plan.choice != "join" or not down):
        yard.note(StayedOut(seat, unable=not down))
    else:
        slot = plan.flip if plan.flip in down else next(iter(down), "")
        mine = mechs(own(yard.areas[seat]))
        name = plan.mech if plan.mech in mine else strongest(own(yard.areas[seat]))
        face = yard.flip(seat, slot) if slot else ""
        yard.fighters.append(Fighter(seat, name))
        if plan.target is not None:
            yard.plans[seat] = plan  # for I3
        yard.note(Declared(seat, name, slot, face))
    if not yard.queue:
        yard.enter("target")


# ---- I3


class TargetPhase:
    """I3: which roaming mech invades, and with what tokens (L40 to L42, ruling R25)."""

    def asks(self, yard: Yard) -> Asking | None:
        if not yard.queue or _planned(yard) is not None or not _target_matters(yard):
            return None
        return Asking("target", {yard.dealer: Ask("target")})

    def go_on(self, yard: Yard) -> None:
        if not yard.queue:
            yard.queue = [yard.dealer]
            return
        _invade(yard, _planned(yard) or Target(mech=yard.supervision.roamers[0].number))

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        _invade(yard, cast(Target, answers[yard.dealer]))


def _target_matters(yard: Yard) -> bool:
    """Whether there is a choice of mechs, or a stack that could be shuffled."""
    return len(yard.supervision.roamers) > 1 or len(yard.supervision.stack) > 1


def _planned(yard: Yard) -> Target | None:
    """The target that the dealer named when declaring, if it is still there."""
    plan = yard.plans.get(yard.dealer)
    if isinstance(plan, Declare) and any(roamer.number == plan.target for roamer in yard.supervision.roamers):
        return Target(mech=plan.target or 0, shuffle=plan.shuffle)
    return None


def _invade(yard: Yard, choice: Target) -> None:
    tokens = yard.count
    shuffled = choice.shuffle and len(yard.supervision.stack) > 1
    if shuffled:
        yard.shuffle_supervision()
    chosen = next(roamer for roamer in yard.supervision.roamers if roamer.number == choice.mech)
    others = tuple(roamer for roamer in yard.supervision.roamers if roamer != chosen)
    stack = yard.supervision.stack
    yard.invader, yard.invader_stack = chosen, stack[:tokens]
    yard.supervision = replace(yard.supervision, roamers=others, stack=stack[tokens:])
    yard.plans.clear()
    top = ammo(stack[0]) if stack else None
    yard.note(Invaded(yard.dealer, chosen.number, len(yard.invader_stack), top, shuffled))
    yard.enter("ammo")


# ---- I4, I5


class AmmoPhase:
    """I4: the other fighters commit ammo tokens secretly and at the same time (L44)."""

    def asks(self, yard: Yard) -> Asking | None:
        return Asking("ammo", commit_asks(yard)) if yard.queue else None

    def go_on(self, yard: Yard) -> None:
        ready_to_commit(yard, [fighter.seat for fighter in yard.fighters if fighter.seat != yard.dealer])
        if not yard.queue:
            yard.enter("last_ammo")

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        _commit(yard, answers)
        yard.enter("last_ammo")


class LastAmmoPhase:
    """I5: the dealer commits, knowing who of the others has (L45)."""

    def asks(self, yard: Yard) -> Asking | None:
        return Asking("last_ammo", commit_asks(yard)) if yard.queue else None

    def go_on(self, yard: Yard) -> None:
        ready_to_commit(yard, [yard.dealer])
        if not yard.queue:
            _settle(yard)

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        _commit(yard, answers)
        _settle(yard)


def commit_asks(yard: Yard) -> Mapping[Seat, Ask]:
    return {seat: Ask("commit", {"tokens": len(yard.areas[seat].stack)}) for seat in yard.queue}


def ready_to_commit(yard: Yard, seats: list[Seat]) -> None:
    """Those of these fighters who have tokens will be asked; the others commit none."""
    yard.queue = [seat for seat in seats if yard.areas[seat].stack]
    for seat in seats:
        if seat not in yard.queue:
            set_tokens(yard, seat, ())


def set_tokens(yard: Yard, seat: Seat, tokens: tuple[str, ...]) -> None:
    """What the fighter has committed."""
    yard.fighters = [replace(fighter, tokens=tokens) if fighter.seat == seat else fighter for fighter in yard.fighters]


def shuffle_first(yard: Yard, seat: Seat, choice: Commit) -> bool:
    """Shuffles the seat's stack if it wants to and that changes anything (rulings R22, R31)."""
    shuffled = choice.shuffle and len(yard.areas[seat].stack) > 1
    if shuffled:
        yard.shuffle_stack(seat)
    return shuffled


def _commit(yard: Yard, answers: Mapping[Seat, Action]) -> None:
    """All take their tokens; only then is told who did, and what lies on top (L42)."""
    shuffled: dict[Seat, bool] = {}
    for seat in yard.in_order(answers):
        choice = cast(Commit, answers[seat])
        shuffled[seat] = shuffle_first(yard, seat, choice)
        set_tokens(yard, seat, yard.take_tokens(seat, choice.count))
    for fighter in yard.fighters:
        if fighter.seat in shuffled:
            tokens = fighter.tokens or ()
            top = ammo(tokens[0]) if tokens else None
            yard.note(Committed(fighter.seat, bool(tokens), top, shuffled[fighter.seat]))


# ---- I6


def _settle(yard: Yard) -> None:
    """Everything is opened and added up; all committed tokens go to the discard pile (section 6, ruling R21)."""
    invader = cast(Roamer, yard.invader)
    settled = settlement.invasion(yard.areas, yard.fighters, invader.cards, yard.invader_stack, yard.chance)
    spend_tokens(yard)
    yard.settlement = settled
    yard.note(Settled(settled, duel=False, invader=invader.number))
    order = settlement.picking_order(settled, yard.dealer)
    if not order:
        losers = tuple(fighter.seat for fighter in yard.fighters)
        yard.note(Result("nobody", losers))
        yard.enter("failure", losers)
    else:
        won = next(side.beats for side in settled.sides if side.seat == yard.dealer)
        yard.note(Result("dealer" if won else "others", order))
        yard.enter("spoils", order)


def spend_tokens(yard: Yard) -> None:
    """All committed tokens of both sides go to the discard pile."""
    for fighter in yard.fighters:
        for card in fighter.tokens or ():
            yard.throw(card)
    for card in yard.invader_stack:
        yard.throw(card)
    yard.fighters = [replace(fighter, tokens=()) for fighter in yard.fighters]
    yard.invader_stack = ()


# ---- somebody leaves


def leaves(yard: Yard, seat: Seat) -> None:
    """A seat that was just put out takes no part any more; a dealer's invasion is called off (ruling R26).

    Asked of whichever module the stage belongs to.
    """
    yard.queue = [other for other in yard.queue if other != seat]
    if seat == yard.dealer:
        spend_tokens(yard)
        yard.plans.clear()
        yard.fighters = []
        spoils.send_back(yard)
        spoils.season_over(yard)
    elif not yard.queue:
        yard.enter(_AFTER[yard.stage])


_AFTER: Final[Mapping[Stage, Stage]] = {"declare": "target", "ammo": "last_ammo"}
"""What follows where nobody is left to act; the other stages are the dealer's alone."""

PHASES: Final[dict[Stage, Phase]] = {
    "tribute": TributePhase(),
    "declare": DeclarePhase(),
    "target": TargetPhase(),
    "ammo": AmmoPhase(),
    "last_ammo": LastAmmoPhase(),
}
