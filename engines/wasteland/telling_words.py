"""The words of which lines are made: cards and places as facts, and the arithmetic of a fight. No rule in here."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core import Event, Fact, Listing, Seat, Term, Who
from engines.wasteland.cards import ammo, is_up, up
from engines.wasteland.happenings import Settled
from engines.wasteland.model import BayName
from engines.wasteland.terms import Settlement, Side
from engines.wasteland.views import Face


def card_term(face: Face) -> Term:
    """A card's name, or of one that lies face down only the value on its back: never its name, even where known."""
    return Term(f"wasteland.card.{face}") if is_up(face) else Term(f"wasteland.facedown.{ammo(face)}")


def slot_term(slot: str) -> Term:
    """A place as ``model`` names it: ``"A.L2"``, ``"R.S"``, ``"T"``, ``"L3"``."""
    return Term(f"wasteland.slot.{slot}")


def mech_term(mech: BayName) -> Term:
    return Term(f"wasteland.bay.{mech}")


def card_terms(faces: tuple[Face, ...]) -> Listing:
    return Listing(tuple(map(card_term, faces)))


def _sum(values: tuple[int, ...]) -> str:
    """``3+1``, so that people can add it up; ``0`` for nothing."""
    return "+".join(map(str, values)) or "0"


def secretly(kind: str, seat: Seat, secret: Face, facts: dict[str, Fact]) -> Iterator[Event]:
    """What the seat alone is told: which card it is. Nothing where there is no secret."""
    if secret:
        yield Event(kind, {"card": card_term(up(secret)), **facts}, audience=(seat,))


def settled_lines(settled: Settled) -> Iterator[Event]:
    """Every term of section 6, a zero as well: people add it up."""
    settlement = settled.settlement
    if settled.duel:
        for side in settlement.sides:
            yield Event("side_duel", {**_own(side), **_against_me(side)})
    else:
        yield Event("settled", _invader(settled.invader, settlement))
        for side in settlement.sides:
            yield Event("side", _own(side))
            yield Event(_verdict(side), _target(side))


def _invader(number: int, settlement: Settlement) -> dict[str, Fact]:
    return {
        "number": number,
        "points": settlement.points,
        "rolls": _sum(settlement.rolls),
        "ammo": _sum(settlement.ammo),
        "total": settlement.points + sum(settlement.rolls) + sum(settlement.ammo),
    }


def _own(side: Side) -> dict[str, Fact]:
    return {
        "who": Who(side.seat),
        "mech": mech_term(side.mech),
        "points": side.points,
        "rolls": " / ".join(map(str, side.rolls)),
        "die": side.die,
        "crush": side.crush,
        "refit": side.refit,
        "volley": side.volley,
        "ammo": _sum(side.ammo),
        "total": side.total,
    }


def _against_me(side: Side) -> dict[str, Fact]:
    """What only duels have: the challenged one's Bulwark, and what the opponent takes off."""
    return {"bulwark": side.bulwark, "cut": side.cut, "weakened": side.weakened}


def _target(side: Side) -> dict[str, Fact]:
    """The invader as this fighter sees it."""
    return {
        "who": Who(side.seat),
        "total": side.total,
        "full": side.against + side.against_cut + side.against_weakened,
        "cut": side.against_cut,
        "weakened": side.against_weakened,
        "against": side.against,
    }


def _verdict(side: Side) -> str:
    if not side.beats:
        return "side_fails"
    return "side_beats" if side.total > side.against else "side_beats_swift"
