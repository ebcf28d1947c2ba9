"""What a second engine, written from the rules alone, found by playing against this one."""

from __future__ import annotations

import pytest

from engines.chance import FastChance
from engines.core import Level
from engines.wasteland import GAME
from engines.wasteland.model import Challenge, Options, Scout
from engines.wasteland.orders import Orders
from tests.engines.wasteland.boards import Play, area, table


def test_a_first_dealer_who_leaves_while_setting_up_leaves_the_marker_to_the_next() -> None:
    luck = FastChance(3)
    state = GAME.start(Options(), 4, luck).state
    assert state.stage == "assembly"
    first, second, *_ = state.order
    state = GAME.resign(state, first, luck).state
    while state.stage == "assembly":
        window = GAME.window(state)
        assert window is not None
        answers = {seat: next(iter(GAME.choices(state, seat))) for seat in window.asks}
        state = GAME.advance(state, answers, luck).state
    assert (state.turn, state.dealer) == (1, second)


def test_a_duellist_without_a_token_has_no_hidden_stack() -> None:
    mine, other, third = area("C1 S1", stack="l1 l1"), area("C1 S1"), area("C1", stack="l1")
    play = Play(table(mine, other, third, stage="duel", skipped=True, queue=[0]))
    play.give(Challenge(seat=1, mech="A"))
    assert play.asked == "commit 0"
    for viewer in (None, 0, 2):
        assert [GAME.view(play.state, viewer).areas[seat].tokens for seat in (0, 1)] == [2, 0]


def test_who_ordered_ammunition_never_sets_out_while_a_card_lies_there() -> None:
    """Its plan's cards are gone, another has come: the order is asked again, not the stand-in's own mind."""
    bare, third = area("C1"), area("C1 S1 P1 L1 L1 L1 L1")
    play = Play(table(bare, bare, third, wasteland="L1", draw="L1 L1 L1 L1", planning="plans"))
    declines = Orders(scout="ammo")
    plan = GAME.ordered(GAME.view(play.state, 2), 2, declines)
    assert plan is not None
    play.all({0: Scout(choice="ammo", cards=(1,)), 1: Scout(choice="explore"), 2: plan})
    assert play.asked == "scout_now 2"
    now = GAME.ordered(GAME.view(play.state, 2), 2, declines)
    assert now is not None
    play.give(now)
    assert play.state.areas[2].stack == ("l1",)
    assert play.state.explorers == (1,)


def test_who_leaves_while_setting_up_has_survived_no_turn() -> None:
    luck = FastChance(3)
    state = GAME.start(Options(length="short"), 3, luck).state
    gone, stays, wins = state.order
    state = GAME.resign(state, gone, luck).state
    while state.turn < 2:
        window = GAME.window(state)
        assert window is not None
        answers = {seat: next(iter(GAME.choices(state, seat))) for seat in window.asks}
        state = GAME.advance(state, answers, luck).state
    result = GAME.result(GAME.resign(state, stays, luck).state)
    assert result is not None
    assert [result.scores[seat] for seat in (gone, stays, wins)] == [0, 2, 2]


@pytest.mark.parametrize(("planning", "rest"), [("plans", "auto"), ("turns", "ask")])
def test_only_a_plan_leaves_a_rest_to_the_stand_in(planning: str, rest: str) -> None:
    """Whoever is asked on its go is asked about the researched card as well, so nothing else may be said before."""
    full = area("C1 S1 P1 L1 L1 L1 L1", "C1 S1 P1 L1 L1 L1 L1")
    play = Play(table(full, full, full, wasteland="L3 L3", planning=planning))
    answer = GAME.stand_in(GAME.view(play.state, 0), 0, Level.NORMAL, FastChance(1))
    assert isinstance(answer, Scout)
    assert answer.choice in ("ammo", "research")
    assert answer.rest == rest
