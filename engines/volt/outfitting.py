"""Module cards come into hands: chosen decks before round 1, one card at a time later (section 4.3, rulings 61, 68)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engines.core import IllegalAction, Seat
from engines.volt.arenas import RULES
from engines.volt.cards import CARDS
from engines.volt.model import CATEGORIES, Card, Category, Outfit, Robot, State
from engines.volt.scene import in_turn, with_value

PRESET: Final = Outfit("attack", "movement", "least")
"""What a seat gets that does not choose (ruling 61)."""
LATER: Final[tuple[Category | str, ...]] = (*CATEGORIES, "least")
"""What an ``Outfit`` may say of cards gained in play."""


class Drawing(NamedTuple):
    """A state after cards were drawn, and who drew which, in order."""

    state: State
    drawn: tuple[tuple[Seat, str], ...]


def outfits() -> Iterable[Outfit]:
    """Every choice of decks, the preset first."""
    yield PRESET
    for first in CATEGORIES:
        for second in CATEGORIES:
            for later in (*CATEGORIES, "least"):
                outfit = Outfit(first, second, later)
                if outfit != PRESET:
                    yield outfit


def check(outfit: Outfit) -> None:
    """Raise ``IllegalAction`` unless all three decks exist. The same may be named twice."""
    if not {outfit.first, outfit.second} <= set(CATEGORIES) or outfit.later not in LATER:
        raise IllegalAction("deck")


def deal(state: State) -> Drawing:
    """Everybody's first card in turn order, then everybody's second (ruling 61)."""
    drawn: list[tuple[Seat, str]] = []
    drawing = [robot for robot in in_turn(state.robots) if _draws(robot)]
    for choice in ("first", "second"):
        for robot in drawing:
            outfit = state.outfits[robot.seat] or PRESET
            state, gained = _draw_from(state, robot.seat, outfit.first if choice == "first" else outfit.second)
            drawn += gained
    return Drawing(state, tuple(drawn))


def draw_later(state: State, seats: Iterable[Seat]) -> Drawing:
    """One card each, in this order, for those seats that may hold another (section 4.3, ruling 68).

    It comes from the preferred deck; from the one of which the seat holds least when that is preferred or the deck is
    empty. Nothing is drawn without modules, nor by killbots.
    """
    drawn: list[tuple[Seat, str]] = []
    if state.decks:
        for seat in seats:
            robot = state.robots[seat]
            if _draws(robot) and len(robot.cards) < RULES.max_modules:
                category = _later(state, robot)
                if category is not None:
                    state, gained = _draw_from(state, seat, category)
                    drawn += gained
    return Drawing(state, tuple(drawn))


def put_back(state: State, seat: Seat) -> State:
    """The seat's cards go under their decks: it has left."""
    cards = state.robots[seat].cards
    if not cards:
        return state
    decks = tuple(
        (*deck, *(card.id for card in cards if CARDS[card.id].category == category))
        for category, deck in zip(CATEGORIES, state.decks, strict=True)
    )
    return replace(_holding(state, seat, ()), decks=decks)


def _draws(robot: Robot) -> bool:
    return robot.killbot is None and not robot.out


def _later(state: State, robot: Robot) -> Category | None:
    """The deck that a card gained in play comes from; ``None`` when all are empty."""
    outfit = state.outfits[robot.seat] or PRESET
    held: list[Category] = [CARDS[card.id].category for card in robot.cards]
    filled: list[Category] = [category for category, deck in zip(CATEGORIES, state.decks, strict=True) if deck]
    if outfit.later != "least" and outfit.later in filled:
        return outfit.later
    return min(filled, key=held.count, default=None)


def _draw_from(state: State, seat: Seat, category: Category) -> Drawing:
    """The top card whose effect the seat does not hold; those above it go to the bottom (ruling 61).

    A deck without such a card gives none, and stays as it is.
    """
    at = CATEGORIES.index(category)
    deck = state.decks[at]
    robot = state.robots[seat]
    held = {CARDS[card.id].effect for card in robot.cards}
    for skipped, card_id in enumerate(deck):
        if CARDS[card_id].effect not in held:
            left = (*deck[skipped + 1 :], *deck[:skipped])
            decks = with_value(state.decks, at, left)
            card = Card(card_id, CARDS[card_id].charges)
            return Drawing(replace(_holding(state, seat, (*robot.cards, card)), decks=decks), ((seat, card_id),))
    return Drawing(state, ())


def _holding(state: State, seat: Seat, cards: Sequence[Card]) -> State:
    return replace(
        state,
        robots=tuple(replace(robot, cards=tuple(cards)) if robot.seat == seat else robot for robot in state.robots),
    )
