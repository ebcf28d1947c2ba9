"""Small helpers for the complete game: matches with any options, robots put where a test needs them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.chance import FastChance
from engines.core import Turnout
from engines.volt import GAME
from engines.volt.cards import CARDS
from engines.volt.model import CATEGORIES, Card, Options, Outfit, Robot, State, View
from engines.volt.outfitting import PRESET
from engines.volt.programming import parse_program
from engines.volt.scoring import seats_of
from tests.engines.volt.boards import cell

IDLE = "B1N R6N R6N"
"""In a corner of row 1 this does nothing."""
DECKS = tuple(sum(card.category == category for card in CARDS.values()) for category in CATEGORIES)
"""How many cards each deck has."""


def begin(seats: int, seed: int = 1, **options: str) -> State:
    """The first position; with modules on, decks are still to be chosen."""
    return GAME.start(Options(**options), seats, FastChance(seed)).state  # type: ignore[arg-type]


def outfit(state: State, *outfits: Outfit, seed: int = 1) -> Turnout[State, View]:
    """Decks chosen by the seats in play; the preset by those not named."""
    seats = playing(state)
    chosen = dict(zip(seats, (*outfits, *(PRESET,) * len(seats)), strict=False))
    return GAME.advance(state, chosen, FastChance(seed))


def playing(state: State) -> list[int]:
    return [robot.seat for robot in seats_of(state) if not robot.out]


def ready(seats: int, seed: int = 1, **options: str) -> State:
    """The first position at which programs are asked for."""
    state = begin(seats, seed, **options)
    return outfit(state).state if state.phase == "outfitting" else state


def at(state: State, *cells: str | None) -> State:
    """Robots, killbots too, on these cells by index; ``None``: destroyed. Turn markers by index."""
    robots = tuple(
        replace(robot, pos=None if name is None else cell(name), marker=robot.seat + 1)
        for robot, name in zip(state.robots, cells, strict=True)
    )
    return replace(state, robots=robots)


def with_robot(state: State, index: int, **changes: Any) -> State:
    """One robot changed."""
    robots = tuple(replace(robot, **changes) if robot.seat == index else robot for robot in state.robots)
    return replace(state, robots=robots)


def hand(*ids: str) -> tuple[Card, ...]:
    return tuple(Card(card_id) for card_id in ids)


def play(state: State, *programs: str, seed: int = 1) -> Turnout[State, View]:
    """One round with these programs of the seats in play; those not named idle."""
    seats = playing(state)
    texts = (*programs, *(IDLE,) * len(seats))
    answers = {seat: parse_program(text) for seat, text in zip(seats, texts, strict=False)}
    return GAME.advance(state, answers, FastChance(seed))


def bots(state: State) -> list[Robot]:
    return [robot for robot in state.robots if robot.killbot is not None]
