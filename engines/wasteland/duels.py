"""The duel of a dealer whose invasion season was skipped (section 7, Z1 to Z4, ruling R16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from engines.core import Ask, Seat, Who
from engines.wasteland import settlement
from engines.wasteland.cards import is_down, part_at, up
from engines.wasteland.happenings import (
    Challenged,
    Committed,
    Defended,
    Drawn,
    LostPart,
    NoDuel,
    Settled,
    TookTrophy,
    Won,
)
from engines.wasteland.holdings import company, mechs, places, strongest
from engines.wasteland.invasion import commit_asks, ready_to_commit, set_tokens, shuffle_first, spend_tokens
from engines.wasteland.mech import keywords
from engines.wasteland.model import Action, BayName, Challenge, Commit, Defend, Fighter, Lose, Stage, Trophy
from engines.wasteland.sight import own
from engines.wasteland.stages import Asking, Phase
from engines.wasteland.yard import Yard

# ---- Z1, Z2


class DuelPhase:
    """Z1: the dealer may challenge anybody, once; the storm season begins with it (L53, L54)."""

    def asks(self, yard: Yard) -> Asking | None:
        may = yard.queue and yard.skipped and not yard.areas[yard.dealer].out
        return Asking("duel", {yard.dealer: Ask("challenge")}) if may else None

    def go_on(self, yard: Yard) -> None:
        yard.season_begins("storm")
        if yard.skipped and not yard.areas[yard.dealer].out:
            yard.queue = [yard.dealer]
        else:
            yard.enter("upkeep")

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        seat = yard.dealer
        choice = cast(Challenge, answers[seat])
        if choice.seat is None:
            yard.note(NoDuel(seat))
            yard.enter("upkeep")
            return
        mech = choice.mech or strongest(own(yard.areas[seat]))
        yard.fighters = [Fighter(seat, mech)]
        yard.note(Challenged(seat, mech, choice.seat))
        yard.enter("defend", [choice.seat])


class DefendPhase:
    """Z2: the challenged one's mech; nobody can refuse."""

    def asks(self, yard: Yard) -> Asking | None:
        seat = yard.queue[0]
        if len(mechs(own(yard.areas[seat]))) < 2:
            return None
        return Asking("defend", {seat: Ask("defend", {"who": Who(yard.dealer)})})

    def go_on(self, yard: Yard) -> None:
        _defend(yard, strongest(own(yard.areas[yard.queue[0]])))

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        _defend(yard, cast(Defend, answers[yard.queue[0]]).mech)


def _defend(yard: Yard, mech: BayName) -> None:
    seat = yard.queue[0]
    yard.fighters = [yard.fighters[0], Fighter(seat, mech)]
    yard.note(Defended(seat, mech))
    yard.enter("duel_ammo")


# ---- Z3


class DuelAmmoPhase:
    """Z3: both commit secretly and at the same time; nothing is shown before the settlement."""

    def asks(self, yard: Yard) -> Asking | None:
        return Asking("duel_ammo", commit_asks(yard)) if yard.queue else None

    def go_on(self, yard: Yard) -> None:
        ready_to_commit(yard, [fighter.seat for fighter in yard.fighters])
        if not yard.queue:
            _settle(yard)

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        counts: dict[Seat, int] = {}
        for fighter in yard.fighters:
            if fighter.seat in answers:
                choice = cast(Commit, answers[fighter.seat])
                counts[fighter.seat] = choice.count
                shuffled = shuffle_first(yard, fighter.seat, choice)
                yard.note(Committed(fighter.seat, None, None, shuffled))
        for seat, count in counts.items():
            set_tokens(yard, seat, yard.take_tokens(seat, count))
        _settle(yard)


def _settle(yard: Yard) -> None:
    """Section 6; equal totals without Swift are a draw, and nothing happens."""
    settled = settlement.duel(yard.areas, yard.fighters, yard.chance)
    spend_tokens(yard)
    yard.settlement = settled
    yard.note(Settled(settled, duel=True))
    winner = next((side for side in settled.sides if side.beats), None)
    if winner is None:
        yard.note(Drawn())
        yard.enter("upkeep")
        return
    loser = next(side for side in settled.sides if side is not winner)
    margin = winner.total - loser.total
    yard.damage = settlement.damage(margin, keywords(yard.bay(loser.seat, loser.mech)))
    bare = not company(own(yard.areas[loser.seat]), loser.mech)
    yard.note(Won(winner.seat, loser.seat, margin, yard.damage, bare))
    yard.enter("trophy", [winner.seat])


# ---- Z4


def _opponent(yard: Yard) -> Fighter:
    """The one of the two who is not to act now."""
    return next(fighter for fighter in yard.fighters if fighter.seat != yard.queue[0])


def trophies(yard: Yard) -> tuple[str, ...]:
    """What the winner may take of the losing mech: its core only where it is alone (core shield)."""
    loser = _opponent(yard)
    return company(own(yard.areas[loser.seat]), loser.mech) or (f"{loser.mech}.C",)


class TrophyPhase:
    """Z4: the winner gains a card of the losing mech, which may lie face down."""

    def asks(self, yard: Yard) -> Asking | None:
        seat, slots = yard.queue[0], trophies(yard)
        if len(slots) == 1 and len(places(own(yard.areas[seat]), part_at(slots[0]))) == 1:
            return None
        return Asking("trophy", {seat: Ask("trophy", {"who": Who(_opponent(yard).seat)})})

    def go_on(self, yard: Yard) -> None:
        _take(yard, Trophy(slot=trophies(yard)[0]))

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        _take(yard, cast(Trophy, answers[yard.queue[0]]))


def _take(yard: Yard, choice: Trophy) -> None:
    seat, loser = yard.queue[0], _opponent(yard)
    bare = choice.slot == f"{loser.mech}.C"
    card = yard.remove(loser.seat, choice.slot)
    kept, slot, old = yard.gain(seat, card, choice.where)
    face = up(card) if kept == "discarded" else yard.public(card)
    secret = card if is_down(face) else ""
    yard.damage = 0 if bare else yard.damage - 1
    yard.note(TookTrophy(seat, loser.seat, choice.slot, face, kept, slot, old, secret))
    yard.enter("damage", [loser.seat])


class DamagePhase:
    """Z4: the loser discards further cards of the mech, never its core; fewer if it runs out."""

    def asks(self, yard: Yard) -> Asking | None:
        seat = yard.queue[0]
        most = len(_company(yard))
        if not 0 < yard.damage < most:
            return None
        return Asking("damage", {seat: Ask("damage", {"n": yard.damage})})

    def go_on(self, yard: Yard) -> None:
        _lose(yard, tuple(_company(yard)) if yard.damage else ())

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        _lose(yard, cast(Lose, answers[yard.queue[0]]).slots)


def _company(yard: Yard) -> tuple[str, ...]:
    seat = yard.queue[0]
    mine = next(fighter for fighter in yard.fighters if fighter.seat == seat)
    return company(own(yard.areas[seat]), mine.mech)


def _lose(yard: Yard, slots: tuple[str, ...]) -> None:
    """The duel is over with that; only now is seen whether the loser still has a core (section 7, 6)."""
    seat = yard.queue[0]
    for slot in slots:
        card = yard.remove(seat, slot)
        yard.throw(card)
        yard.note(LostPart(seat, slot, up(card)))
    yard.damage = 0
    yard.check_out((seat,))
    if not yard.over:
        yard.enter("upkeep")


# ---- somebody leaves


def leaves(yard: Yard, seat: Seat) -> None:
    """A seat was just put out: where it is one of the two, the duel is over (ruling R26)."""
    yard.queue = [other for other in yard.queue if other != seat]
    if not yard.queue or len(yard.fighters) < _FIGHTERS[yard.stage]:
        yard.damage = 0
        yard.enter("upkeep")


_FIGHTERS: Final[Mapping[Stage, int]] = {"duel": 0, "defend": 1, "duel_ammo": 2, "trophy": 2, "damage": 2}
"""How many are known by then."""

PHASES: Final[dict[Stage, Phase]] = {
    "duel": DuelPhase(),
    "defend": DefendPhase(),
    "duel_ammo": DuelAmmoPhase(),
    "trophy": TrophyPhase(),
    "damage": DamagePhase(),
}
