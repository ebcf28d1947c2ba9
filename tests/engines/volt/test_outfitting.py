"""Module cards come into hands (section 4.3, rulings 61, 68)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engines.chance import FastChance
from engines.core import IllegalAction, Level
from engines.volt import GAME, outfitting
from engines.volt.cards import CARDS
from engines.volt.model import CATEGORIES, Card, Outfit, Program, State
from engines.volt.outfitting import PRESET
from tests.engines.volt.matches import begin, hand, outfit, ready, with_robot

ATTACK_TWICE = Outfit("attack", "attack", "tactic")


def stacked(state: State, attack: str = "", movement: str = "", tactic: str = "") -> State:
    """The decks hold these cards, next first."""
    return replace(state, decks=tuple(tuple(cards.split()) for cards in (attack, movement, tactic)))


def held(state: State, seat: int) -> list[str]:
    return [card.id for card in state.robots[seat].cards]


def in_turn(state: State) -> State:
    """Turn markers by seat."""
    for seat in range(len(state.robots)):
        state = with_robot(state, seat, marker=seat + 1)
    return state


# ---- the window


def test_ruling_61_with_modules_a_hidden_window_asks_every_seat_for_its_decks() -> None:
    state = begin(3, modules="on", killbots="one")
    window = GAME.window(state)
    assert window is not None
    assert (window.kind, window.hidden, set(window.asks)) == ("outfit", True, {0, 1, 2})
    assert {ask.kind for ask in window.asks.values()} == {"outfit"}


def test_ruling_61_every_pair_of_decks_and_every_preference_can_be_chosen() -> None:
    state = begin(2, modules="on")
    choices = list(GAME.choices(state, 0))
    assert len(choices) == len(set(choices)) == 36
    assert choices[0] == PRESET == Outfit("attack", "movement", "least")
    assert {(choice.first, choice.second) for choice in choices if isinstance(choice, Outfit)} == {
        (first, second) for first in CATEGORIES for second in CATEGORIES
    }
    for choice in choices:
        GAME.allows(state, 1, choice)


def test_a_deck_that_does_not_exist_is_refused() -> None:
    state = begin(2, modules="on")
    for wrong in (Outfit("armour", "attack", "least"), Outfit("attack", "attack", "armour")):  # type: ignore[arg-type]
        with pytest.raises(IllegalAction, match="deck"):
            GAME.allows(state, 0, wrong)
        with pytest.raises(IllegalAction, match="deck"):
            GAME.drafts(GAME.view(state, 0), 0, wrong)


def test_each_window_takes_its_own_sort_of_answer() -> None:
    choosing = begin(2, modules="on")
    program = next(iter(GAME.choices(ready(2), 0)))
    assert isinstance(program, Program)
    for state, wrong in ((choosing, program), (ready(2, modules="on"), PRESET), (ready(2), PRESET)):
        with pytest.raises(IllegalAction, match="not_asked"):
            GAME.allows(state, 0, wrong)
        with pytest.raises(IllegalAction, match="not_asked"):
            GAME.drafts(GAME.view(state, 0), 0, wrong)


def test_a_draft_shows_in_its_owners_view_only_and_the_preset_before() -> None:
    state = begin(2, modules="on")
    mine = GAME.view(state, 0)
    assert mine.outfit == PRESET
    assert GAME.view(state, None).outfit is None
    drawn = GAME.drafts(mine, 0, ATTACK_TWICE)
    assert drawn.outfit == ATTACK_TWICE
    assert GAME.view(state, 0).outfit == PRESET
    assert GAME.view(ready(2, modules="on"), 0).outfit is None, "later it is chosen"


def test_ruling_61_the_stand_in_takes_the_preset() -> None:
    view = GAME.view(begin(2, modules="on"), 0)
    assert all(GAME.stand_in(view, 0, level, FastChance(1)) == PRESET for level in Level)


# ---- the first cards


def test_ruling_61_first_choices_in_turn_order_then_second_choices() -> None:
    state = in_turn(begin(3, modules="on"))
    state = with_robot(with_robot(state, 0, marker=3), 2, marker=1)
    state = stacked(state, "grenade_1 crossfire_1 swivel_head_1 power_beam_1", "brake_1 maneuver_1")
    turnout = outfit(state, Outfit("attack", "movement", "least"), Outfit("attack", "attack", "least"))
    assert [held(turnout.state, seat) for seat in range(3)] == [
        ["swivel_head_1", "maneuver_1"],
        ["crossfire_1", "power_beam_1"],
        ["grenade_1", "brake_1"],
    ]
    assert [event.facts["who"].seat for event in turnout.steps[0].events] == [2, 1, 0]  # type: ignore[union-attr]


def test_ruling_61_then_programs_are_asked_for() -> None:
    turnout = outfit(begin(2, modules="on"))
    assert [step.chapter for step in turnout.steps] == ["outfit"]
    assert (turnout.state.phase, turnout.state.round) == ("programming", 1)
    window = GAME.window(turnout.state)
    assert window is not None
    assert window.kind == "programming"
    assert turnout.state.outfits == (PRESET, PRESET)


def test_section_4_3_two_cards_each_and_none_for_killbots() -> None:
    state = ready(2, modules="on", arena="quad")
    assert [len(robot.cards) for robot in state.robots] == [2, 2, 0, 0]
    assert sum(len(deck) for deck in state.decks) == len(CARDS) - 4


def test_section_4_3_the_same_effect_goes_to_the_bottom_and_another_is_drawn() -> None:
    state = in_turn(begin(2, modules="on"))
    state = stacked(state, "grenade_1 saw_blade_1 grenade_2 crossfire_1 crossfire_2")
    after = outfit(state, ATTACK_TWICE, Outfit("tactic", "tactic", "least")).state
    assert held(after, 0) == ["grenade_1", "saw_blade_1"]
    after = outfit(stacked(state, "grenade_1 grenade_2 crossfire_1 crossfire_2"), ATTACK_TWICE, ATTACK_TWICE).state
    assert held(after, 0) == ["grenade_1", "crossfire_1"]
    assert held(after, 1) == ["grenade_2", "crossfire_2"]
    state = stacked(state, "grenade_1 grenade_2 crossfire_1 crossfire_2")
    after = outfit(state, ATTACK_TWICE, Outfit("tactic", "tactic", "least")).state
    assert after.decks[0] == ("crossfire_2", "grenade_2")


def test_ruling_61_a_deck_of_nothing_else_gives_nothing_and_so_does_an_empty_one() -> None:
    state = in_turn(begin(2, modules="on"))
    state = stacked(state, "grenade_1 grenade_2", "brake_1")
    after = outfit(state, ATTACK_TWICE, Outfit("tactic", "movement", "least")).state
    assert held(after, 0) == ["grenade_1"]
    assert after.decks[0] == ("grenade_2",)
    assert held(after, 1) == ["brake_1"]


def test_cards_come_with_the_charges_printed_on_them() -> None:
    state = stacked(in_turn(begin(2, modules="on")), tactic="shield_1 shield_2 emp_1 emp_2 mine_layer_1")
    tactic = Outfit("tactic", "tactic", "tactic")
    after = outfit(state, tactic, tactic).state
    assert after.robots[0].cards == (Card("shield_1", 2), Card("emp_1", 1))
    assert after.robots[1].cards == (Card("shield_2", 3), Card("emp_2", 1))
    assert CARDS["mine_layer_1"].charges is None


def test_the_deal_is_as_fair_as_the_shuffle() -> None:
    first = Counter(held(outfit(begin(2, seed, modules="on")).state, 0)[0] for seed in range(600))
    assert set(first) == {card.id for card in CARDS.values() if card.category == "attack"}
    assert min(first.values()) > 20


# ---- cards gained in play


def gained(later: str, *cards: str, decks: tuple[str, str, str] = ("crossfire_1", "brake_1", "bomb_1")) -> list[str]:
    state = stacked(ready(2, modules="on"), *decks)
    state = replace(state, outfits=(Outfit("attack", "attack", later), PRESET))  # type: ignore[arg-type]
    state = with_robot(state, 0, cards=hand(*cards))
    after, drawn = outfitting.draw_later(state, [0])
    assert [card for _, card in drawn] == held(after, 0)[len(cards) :]
    return [card for _, card in drawn]


@pytest.mark.parametrize(
    ("later", "cards", "drawn"),
    [
        ("attack", ["grenade_1", "saw_blade_1"], ["crossfire_1"]),
        ("movement", [], ["brake_1"]),
        ("tactic", ["shield_1", "emp_1"], ["bomb_1"]),
        ("least", ["grenade_1", "maneuver_1"], ["bomb_1"]),
        ("least", ["grenade_1", "shield_1"], ["brake_1"]),
        ("least", ["maneuver_1", "shield_1"], ["crossfire_1"]),
        ("least", ["shield_1"], ["crossfire_1"]),
        ("least", ["grenade_1"], ["brake_1"]),
        ("least", [], ["crossfire_1"]),
    ],
)
def test_ruling_68_a_card_comes_by_preference_least_being_the_category_held_least(
    later: str, cards: list[str], drawn: list[str]
) -> None:
    assert gained(later, *cards) == drawn


def test_section_4_3_nobody_holds_more_than_three() -> None:
    assert gained("attack", "grenade_1", "brake_1", "shield_1") == []


def test_ruling_68_an_empty_deck_is_replaced_by_the_next_one_held_least() -> None:
    assert gained("attack", decks=("", "brake_1", "bomb_1")) == ["brake_1"]
    assert gained("attack", "maneuver_1", decks=("", "brake_1", "bomb_1")) == ["bomb_1"]
    assert gained("least", "maneuver_1", "shield_1", decks=("", "brake_1", "bomb_1")) == ["brake_1"]
    assert gained("tactic", decks=("", "", "")) == []


def test_ruling_61_a_preferred_deck_of_nothing_else_gives_nothing_later_too() -> None:
    assert gained("attack", "crossfire_2") == []
    assert gained("attack", "crossfire_2", decks=("crossfire_1 grenade_1", "", "")) == ["grenade_1"]


def test_killbots_and_those_who_have_left_draw_nothing() -> None:
    state = ready(2, modules="on", arena="quad")
    assert outfitting.draw_later(state, [2, 3]).drawn == ()
    assert outfitting.draw_later(with_robot(state, 0, out=True), [0]).drawn == ()


def test_without_modules_nothing_is_drawn() -> None:
    assert outfitting.draw_later(ready(2), [0, 1]) == (ready(2), ())


# ---- leaving


def test_whoever_leaves_puts_the_cards_under_their_decks() -> None:
    state = stacked(ready(3, modules="on"), "crossfire_1", "brake_1", "bomb_1")
    state = with_robot(state, 0, cards=(Card("emp_1", 0), *hand("grenade_1", "shield_1")))
    after = GAME.resign(state, 0, FastChance(1)).state
    assert after.robots[0].cards == ()
    assert after.decks == (("crossfire_1", "grenade_1"), ("brake_1",), ("bomb_1", "emp_1", "shield_1"))


def test_leaving_while_decks_are_chosen_leaves_the_choice_to_the_others() -> None:
    state = GAME.resign(begin(3, modules="on"), 1, FastChance(1)).state
    window = GAME.window(state)
    assert window is not None
    assert (window.kind, set(window.asks)) == ("outfit", {0, 2})
    after = outfit(state).state
    assert after.outfits == (PRESET, None, PRESET)
    assert [len(robot.cards) for robot in after.robots] == [2, 0, 2]
    assert GAME.view(state, 1).outfit is None
    with pytest.raises(IllegalAction, match="not_asked"):
        GAME.drafts(GAME.view(state, 1), 1, PRESET)
