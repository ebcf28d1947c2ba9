"""Standing orders: what a seat would always answer (section 14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from engines.core import Seat
from engines.wasteland import instinct, legal, stand_in
from engines.wasteland import stand_in_fights as fights
from engines.wasteland.cards import ammo
from engines.wasteland.model import Action, AskKind, Challenge, Commit, Declare, Scout, Tribute
from engines.wasteland.views import View


@dataclass(frozen=True, slots=True)
class Orders:
    """One order for each kind of question. ``auto`` is what the stand-in would do."""

    scout: Literal["ask", "explore", "ammo", "auto"] = "ask"
    """``ammo``: decline every expedition and take the highest ammunition."""
    scavenge: Literal["ask", "auto"] = "ask"
    """The plan for the wasteland, and single picks."""
    unseen: Literal["ask", "auto"] = "ask"
    """What is done with a face-down card that was looked at, and how a researched card is used."""
    tribute: Literal["ask", "pay", "above_1", "above_2", "above_3", "refuse", "auto"] = "ask"
    """``above_2``: refuse more than two cards, pay up to two with the weakest."""
    invasion: Literal["ask", "out", "auto"] = "ask"
    """Declarations; a dealer who cannot stay out is asked."""
    ammo: Literal["ask", "none", "all", "auto"] = "ask"
    spoils: Literal["ask", "auto"] = "ask"
    """Spoils and trophies."""
    losses: Literal["ask", "weakest"] = "ask"
    """What a failed annihilation or a lost duel takes."""
    duel: Literal["ask", "never", "auto"] = "ask"
    """Whether to challenge; and with which mech to defend."""
    upkeep: Literal["ask", "weakest", "token", "auto"] = "ask"


def ordered(view: View, seat: Seat, orders: Orders) -> Action | None:
    """The answer of a seat with these orders; ``None`` when they do not cover the question."""
    question = legal.asked(view, seat)
    rule = _RULES.get(question) if question is not None else None
    return rule(view, seat, orders) if rule is not None else None


def _scout(view: View, seat: Seat, orders: Orders) -> Action | None:
    if orders.scout == "auto":
        return instinct.scout(view, seat)
    if orders.scout == "explore":
        return Scout(choice="explore")
    if orders.scout == "ammo" and view.wasteland:
        best = sorted(view.wasteland, key=lambda card: -ammo(card.card))
        return Scout(choice="ammo", cards=tuple(card.number for card in best))  # none left: asked, and ordered, again
    return None


def _study(view: View, seat: Seat, orders: Orders) -> Action | None:
    return instinct.study(view, seat) if orders.unseen == "auto" else None


def _forage(view: View, seat: Seat, orders: Orders) -> Action | None:
    return stand_in.forage(view, seat) if orders.scavenge == "auto" else None


def _pick(view: View, seat: Seat, orders: Orders) -> Action | None:
    return instinct.pick(view, seat) if orders.scavenge == "auto" else None


def _look(view: View, seat: Seat, orders: Orders) -> Action | None:
    return instinct.deed(view, seat, view.looking or 0) if orders.unseen == "auto" else None


def _tribute(view: View, seat: Seat, orders: Orders) -> Action | None:
    if orders.tribute == "ask":
        return None
    if orders.tribute == "auto":
        return fights.tribute(view, seat)
    limit = view.count if orders.tribute == "pay" else _LIMITS[orders.tribute]
    cards = fights.cheapest(view, seat, view.count) if view.count <= limit else None
    return Tribute(refuse=True) if cards is None else Tribute(cards=cards)


_LIMITS: Final = {"refuse": 0, "above_1": 1, "above_2": 2, "above_3": 3}


def _declare(view: View, seat: Seat, orders: Orders) -> Action | None:
    if orders.invasion == "auto":
        return fights.declare(view, seat)
    return Declare(choice="out") if orders.invasion == "out" and seat != view.dealer else None


def _target(view: View, seat: Seat, orders: Orders) -> Action | None:
    return fights.target(view, seat) if orders.invasion == "auto" else None


def _commit(view: View, seat: Seat, orders: Orders) -> Action | None:
    if orders.ammo == "ask":
        return None
    if orders.ammo == "auto":
        return fights.commit(view, seat)
    return Commit(count=(view.areas[seat].tokens or 0) if orders.ammo == "all" else 0)


def _spoils(view: View, seat: Seat, orders: Orders) -> Action | None:
    return fights.spoils(view, seat) if orders.spoils == "auto" else None


def _trophy(view: View, seat: Seat, orders: Orders) -> Action | None:
    return fights.trophy(view, seat) if orders.spoils == "auto" else None


def _lose_part(view: View, seat: Seat, orders: Orders) -> Action | None:
    return fights.lose_part(view, seat) if orders.losses == "weakest" else None


def _damage(view: View, seat: Seat, orders: Orders) -> Action | None:
    return fights.damage(view, seat) if orders.losses == "weakest" else None


def _challenge(view: View, seat: Seat, orders: Orders) -> Action | None:
    if orders.duel == "auto":
        return fights.challenge(view, seat)
    return Challenge() if orders.duel == "never" else None


def _defend(view: View, seat: Seat, orders: Orders) -> Action | None:
    return fights.defend(view, seat) if orders.duel == "auto" else None


def _upkeep(view: View, seat: Seat, orders: Orders) -> Action | None:
    if orders.upkeep == "auto":
        return stand_in.upkeep(view, seat)
    if orders.upkeep == "weakest":
        return stand_in.weakest(view, seat)
    return stand_in.tokens_first(view, seat) if orders.upkeep == "token" else None


_RULES: Final[Mapping[AskKind, Callable[[View, Seat, Orders], Action | None]]] = {
    "scout": _scout,
    "scout_now": _scout,
    "study": _study,
    "scavenge": _forage,
    "pick": _pick,
    "look": _look,
    "tribute": _tribute,
    "declare": _declare,
    "declare_now": _declare,
    "target": _target,
    "commit": _commit,
    "spoils": _spoils,
    "spoil_now": _spoils,
    "trophy": _trophy,
    "lose_part": _lose_part,
    "damage": _damage,
    "challenge": _challenge,
    "defend": _defend,
    "upkeep": _upkeep,
}
"""What the initial assembly is nobody can order: it comes but once."""
