"""What stays true in any game with any options: cards, mines, markers, AI cards, and what nobody may see.

Games of random answers, over all options and all numbers of seats; in some of them people leave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple, get_args, get_type_hints

import pytest
from pydantic import TypeAdapter

from engines.chance import FastChance
from engines.core import IllegalAction, Turnout
from engines.volt import GAME
from engines.volt.arenas import ARENAS, RULES
from engines.volt.cards import AI_CARDS, CARDS
from engines.volt.model import Options, State, View
from engines.volt.scoring import LAST_ROUND, seats_of

STATES: TypeAdapter[State] = TypeAdapter(State)
VIEWS: TypeAdapter[View] = TypeAdapter(View)
HINTS = get_type_hints(Options)
VP_TOKENS = 24
LOOK = 60
"""How far into the list of choices a random answer looks."""
GAMES = 40


class Table(NamedTuple):
    options: Options
    seats: int
    seed: int
    leaving: int
    """Somebody leaves in one of so many windows; 0: nobody."""


def table(number: int) -> Table:
    """The table with this number: any options that fit, any number of seats."""
    chance = FastChance(number)
    while True:
        options = Options(**{name: chance.pick(name, get_args(kind)) for name, kind in HINTS.items()})
        if options.mode != "match":
            options = replace(options, arena="auto")  # a championship has arenas of its own
        seats = chance.pick("seats", GAME.seats)
        try:
            GAME.fits(options, seats)
        except IllegalAction:
            continue
        return Table(options, seats, number, chance.pick("leaving", (0, 0, 6, 20)))


def turnouts(at: Table) -> Iterator[Turnout[State, View]]:
    """The opening, then what every window led to."""
    luck, will = FastChance(at.seed), FastChance(at.seed + 1_000_003)
    turnout = GAME.start(at.options, at.seats, luck)
    yield turnout
    while (window := GAME.window(turnout.state)) is not None:
        state, asked = turnout.state, sorted(window.asks)
        if at.leaving and will.roll("leave", at.leaving) == 1:
            turnout = GAME.resign(state, will.pick("who", asked), luck)
        else:
            answers = {seat: will.pick("answer", [*islice(GAME.choices(state, seat), LOOK)]) for seat in asked}
            turnout = GAME.advance(state, answers, luck)
        yield turnout


def check_cards(state: State) -> None:
    """Decks and hands are the 36 cards, or there are none."""
    hands = [card for robot in state.robots for card in robot.cards]
    everywhere = Counter([card.id for card in hands] + [card for deck in state.decks for card in deck])
    assert everywhere == (Counter([*CARDS]) if state.options.modules == "on" else Counter())
    for robot in state.robots:
        effects = [CARDS[card.id].effect for card in robot.cards]
        assert len(set(effects)) == len(effects) <= RULES.max_modules
        assert not effects or (robot.killbot is None and not robot.out)
    for card in hands:
        printed = CARDS[card.id].charges
        assert (card.charges is None) == (printed is None)
        assert card.charges is None or 0 <= card.charges <= (printed or 0)


def check_mines(state: State) -> None:
    """Never more than there are, only where mines may lie, and nobody's who has left."""
    arena = ARENAS[state.arena]
    cells = [cell for cell, _ in state.mines]
    assert len(cells) == len(set(cells)) <= RULES.mine_tokens
    assert set(cells) <= arena.plain
    assert cells == sorted(cells)
    playing = {robot.seat for robot in seats_of(state) if not robot.out}
    assert {owner for _, owner in state.mines} <= playing | {None}


def check_robots(view: View) -> None:
    """Turn markers, places, damage and VP of one moment."""
    arena = ARENAS[view.arena]
    playing = [robot for robot in view.robots if not robot.out]
    assert sorted(robot.marker for robot in playing) == list(range(1, len(playing) + 1))
    bots = [robot.marker for robot in playing if robot.killbot is not None]
    assert bots == list(range(len(playing) - len(bots) + 1, len(playing) + 1)), "killbots hold the last"
    standing = [robot.pos for robot in view.robots if robot.pos is not None]
    assert len(set(standing)) == len(standing)
    assert not set(standing) & (arena.solid | arena.pits)
    assert all(0 <= robot.damage < robot.max_damage for robot in view.robots)
    assert all(robot.pos is None and robot.marker == 0 for robot in view.robots if robot.out)
    lying = dict(view.markers)
    assert set(lying) <= set(arena.scoring)
    assert sum(robot.vp for robot in view.robots) + sum(lying.values()) <= VP_TOKENS
    assert view.bots is not None or all(robot.vp == 0 for robot in view.robots if robot.killbot is not None)


def check_ai_cards(state: State, turned: list[str]) -> None:
    """All four are turned before they are shuffled again; ``turned`` are those of this match so far."""
    bots = [robot for robot in state.robots if robot.killbot is not None]
    if not bots:
        assert state.ai_deck == ()
        return
    now = turned + [robot.ai for robot in bots if robot.ai is not None and state.options.ai_cards == "open"]
    since = len(now) % len(AI_CARDS)
    assert Counter(now[len(now) - since :]) + Counter(state.ai_deck) in (Counter([*AI_CARDS]), Counter())


def check_secrets(state: State) -> None:
    """No view depends on the order of face-down cards, or on what was chosen while outfitting."""
    other = replace(
        state,
        decks=tuple(deck[::-1] for deck in state.decks),
        ai_deck=state.ai_deck[::-1],
        outfits=tuple(None for _ in state.outfits),
    )
    for seat in (None, *range(len(seats_of(state)))):
        view = GAME.view(state, seat)
        assert GAME.view(other, seat) == view
        assert VIEWS.validate_json(VIEWS.dump_json(view)) == view
        assert view.plan is None


def check_end(state: State, windows: int) -> None:
    result = GAME.result(state)
    assert result is not None
    seats = len(seats_of(state))
    assert len(result.places) == len(result.scores) == seats
    assert {seat for seat, place in enumerate(result.places) if place == 1} == set(state.winners)
    assert (result.places == (2,)) == (result.reason == "bot_side")
    matches = 1 if state.championship is None else state.championship.matches
    assert windows <= matches * LAST_ROUND + seats + 1
    if result.reason in ("championship", "clean_sweep"):
        assert state.championship is not None
        assert state.championship.match == len(state.championship.won) == matches


def check_game(at: Table) -> None:
    """A whole game."""
    turned: list[str] = []
    windows = 0
    state: State | None = None
    for turnout in turnouts(at):
        windows += 1
        for step in turnout.steps:
            check_robots(step.view)
            if step.chapter == "reveal":
                turned += [robot.ai for robot in step.view.robots if robot.ai is not None]
            if step.chapter == "match":
                turned = []
            assert step.view.seat is None
            assert step.view.outfit is None
        state = turnout.state
        check_cards(state)
        check_mines(state)
        check_secrets(state)
        if state.phase == "programming":
            check_ai_cards(state, turned)
        assert STATES.validate_json(STATES.dump_json(state)) == state
    assert state is not None
    check_end(state, windows)


@pytest.mark.parametrize("number", range(GAMES))
def test_any_game_with_any_options_ends_and_keeps_its_tokens(number: int) -> None:
    check_game(table(number))


def test_the_games_above_have_everything_in_them() -> None:
    tables = [table(number) for number in range(GAMES)]
    for name, kind in HINTS.items():
        assert {getattr(at.options, name) for at in tables} == set(get_args(kind))
    assert {at.seats for at in tables} == set(GAME.seats)
    assert {at.leaving for at in tables} == {0, 6, 20}
