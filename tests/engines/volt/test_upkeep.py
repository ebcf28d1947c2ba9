"""Workshops and phase 0 (rulings 11 to 18, 48, 58, 69, 75)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engines.chance import FastChance
from engines.core import Term, Who
from engines.volt import GAME, upkeep
from engines.volt.arenas import ARENAS
from engines.volt.cards import AI_CARDS, CARDS
from engines.volt.model import Card, Options, State
from tests.engines.volt import matches
from tests.engines.volt.boards import cell, events, play, position, steps
from tests.engines.volt.matches import hand, with_robot

IDLE = "B1N R6N R6N"
"""In a corner of row 1 this does nothing."""


def test_ruling_11_refill_then_restart_then_new_turn_markers() -> None:
    """Seat 1 is shot down, seat 0 scores: the round ends with all three in order."""
    state = position("tri", "D5", "I5", damage={1: 2}, dealt="shuffle")
    turnout = play(state, "R1E B1E R6W", "R6N R6N B6N")
    told = [step.events[0].kind for step in steps(turnout, "round-end")]
    assert told == ["claimed", "refilled", "restarted", "round"]
    assert turnout.steps[-1].events[-1].kind == "turn_order"


def test_ruling_11_round_one_begins_without_phase_0_work() -> None:
    opening = GAME.start(Options(), 2, FastChance(1))
    assert [step.chapter for step in opening.steps] == ["opening"]
    assert [event.kind for event in opening.steps[0].events] == ["opened", "turn_order"]
    assert opening.state.round == 1


def test_ruling_12_case_4_9_10_a_marker_is_refilled_under_a_robot_that_stays() -> None:
    """One that ends every round on its scoring cell scores every round."""
    state = position("tri", "D5", "B1")
    for vp in (1, 2):
        state = play(state, "B1E R6W R6W" if vp == 1 else "B1W B1E R6W", IDLE).state
        assert state.robots[0].pos == cell("E5")
        assert state.robots[0].vp == vp
        assert state.markers == ((cell("E5"), 1),)


def test_ruling_13_only_empty_cells_are_refilled() -> None:
    state = replace(position("quad", "B1", "D1", "F1", "H1"), markers=((cell("G3"), 1),))
    arena = ARENAS["quad"]
    assert upkeep.missing_markers(arena, state) == (cell("C7"),)
    filled = upkeep.refill(state, upkeep.missing_markers(arena, state))
    assert filled.markers == ((cell("G3"), 1), (cell("C7"), 1))
    assert upkeep.missing_markers(arena, filled) == ()


def back(start: str, *taken: str, arena: str = "tri") -> str:
    r, c = upkeep.start_cell(ARENAS[arena], start, {cell(name) for name in taken})
    return f"{'ABCDEFGHI'[c]}{r + 1}"


def test_ruling_14_home_then_the_alternates_in_order() -> None:
    assert back("1") == "D1"
    assert back("1", "D1") == "C1"
    assert back("1", "D1", "C1") == "E1"


def test_ruling_14_case_4_9_9_all_held_then_breadth_first_from_home() -> None:
    """Home D1, alternates C1 and E1 held: north is the edge, then E (held), S, W."""
    assert back("1", "D1", "C1", "E1") == "D2"
    assert back("1", "D1", "C1", "E1", "D2") == "F1", "two steps off, east first"


def test_ruling_14_the_search_leaves_out_pits_scoring_cells_and_walls() -> None:
    """Tri, start 2: home I4, alternates I3 and I5; west of home lies H4, then G4 below the wall G3 and above pit G6."""
    assert back("2", "I4", "I3", "I5") == "H4"
    free = {(r, c) for r in range(9) for c in range(9)} - ARENAS["tri"].solid
    names = {f"{'ABCDEFGHI'[c]}{r + 1}" for r, c in free}
    for name in ("F3", "C4", "G6", "D7", "E5"):
        with pytest.raises(ValueError, match="no free floor"):
            back("2", *(names - {name}))
    assert back("2", *(names - {"A9", "B9"})) == "B9"


def test_ruling_14_the_search_goes_through_pits_and_robots() -> None:
    """Only H4 leads on from the corner of start 2, and every cell before the free one is held."""
    arena = ARENAS["tri"]
    for free in {(r, c) for r in range(9) for c in range(9)} - arena.solid - arena.pits - set(arena.scoring):
        taken = {(r, c) for r in range(9) for c in range(9)} - {free}
        assert upkeep.start_cell(arena, "2", taken) == free


def test_ruling_14_a_blocked_home_in_a_real_round() -> None:
    state = position("tri", None, "D1", "B9")
    state = replace(state, robots=(replace(state.robots[0], start="1"), *state.robots[1:]))
    turnout = play(state, IDLE, IDLE, "B1S R6S R6S")
    assert turnout.state.robots[1].pos == cell("D1")
    assert turnout.state.robots[0].pos == cell("C1")


def test_ruling_15_restarts_go_by_the_turn_marker_of_the_round_just_ended() -> None:
    """Both come back to the same start here, so the order shows."""
    for turn, expected in (((1, 2, 3), ("D1", "C1")), ((2, 1, 3), ("C1", "D1"))):
        state = position("tri", None, None, "B9", turn=turn, dealt="shuffle")
        state = replace(state, robots=(*(replace(robot, start="1") for robot in state.robots[:2]), state.robots[2]))
        turnout = play(state, IDLE, IDLE, "B1S R6S R6S", seed=4)
        assert [robot.pos for robot in turnout.state.robots[:2]] == [cell(name) for name in expected]
        assert [event.facts["cell"] for event in events(turnout, "restarted")] == ["D1", "C1"]


def test_ruling_16_a_restart_clears_damage_and_keeps_vp() -> None:
    state = position("tri", "A5", "I5", damage={1: 2}, vp={1: 2})
    turnout = play(state, "R1E B1W R6W", "R6N R6N B1N")
    back_again = turnout.state.robots[1]
    assert back_again.pos == ARENAS["tri"].starts[back_again.start][0]
    assert (back_again.damage, back_again.vp) == (0, 2)


def test_a_robot_returns_in_the_next_round_even_if_destroyed_in_pad_one() -> None:
    """Ruling 28: not before phase 0."""
    turnout = play(position("tri", "A5", "I5", damage={1: 2}), "R1E B1W R6W", "R6N R6N B1N")
    during = [step.view.robots[1].pos for step in turnout.steps if step.chapter.startswith("pad-")]
    assert set(during) == {None}
    assert turnout.state.robots[1].pos is not None


def markers(*turn: int, dealt: str, seed: int = 1) -> tuple[int, ...]:
    state = position("quad", "B1", "D1", "F1", "H1", turn=turn, dealt=dealt)  # type: ignore[arg-type]
    return tuple(robot.marker for robot in upkeep.deal_markers(state, FastChance(seed)).robots)


def test_ruling_18_fixed_keeps_the_turn_markers() -> None:
    assert markers(3, 1, 4, 2, dealt="fixed") == (3, 1, 4, 2)


def test_ruling_18_rotate_moves_each_number_to_the_next_seat() -> None:
    assert markers(3, 1, 4, 2, dealt="rotate") == (2, 3, 1, 4)


def test_ruling_18_shuffle_deals_at_random() -> None:
    dealt = Counter(markers(1, 2, 3, 4, dealt="shuffle", seed=seed) for seed in range(600))
    assert len(dealt) == 24
    assert all(sorted(turn) == [1, 2, 3, 4] for turn in dealt)


@pytest.mark.parametrize("dealt", ["shuffle", "rotate", "fixed"])
def test_rulings_9_and_18_only_seats_in_play_hold_turn_markers(dealt: str) -> None:
    state = position("quad", "B1", "D1", "F1", "H1", turn=(3, 1, 4, 2), dealt=dealt)  # type: ignore[arg-type]
    state = GAME.resign(state, 0, FastChance(1)).state
    assert [robot.marker for robot in state.robots] == [0, 1, 3, 2], "the others close ranks"
    later = upkeep.deal_markers(state, FastChance(3))
    assert later.robots[0].marker == 0
    assert sorted(robot.marker for robot in later.robots) == [0, 1, 2, 3]
    if dealt == "rotate":
        assert [robot.marker for robot in later.robots] == [0, 2, 1, 3]


def test_turn_markers_are_public_before_programming() -> None:
    turnout = play(position("tri", "B1", "H1", dealt="shuffle"), IDLE, IDLE)
    assert turnout.state.phase == "programming"
    assert [robot.marker for robot in GAME.view(turnout.state, None).robots] == [
        robot.marker for robot in turnout.state.robots
    ]


# ---- workshops, cooling, module cards, killbots


STAY = "B1N R6N B1S"
"""Away from a workshop and back."""


def workshop(modules: str = "on", **changes: object) -> State:
    """Minefield: seat 0 stands on a workshop, the others where they idle."""
    state = matches.ready(4, arena="minefield", modules=modules, markers="fixed")
    return with_robot(matches.at(state, "B2", "C1", "D1", "H1"), 0, **changes)


def test_ruling_48_a_workshop_removes_one_damage_and_gives_a_card() -> None:
    state = workshop(damage=2, cards=hand("brake_1"))
    turnout = matches.play(state, STAY)
    mine = turnout.state.robots[0]
    assert (mine.pos, mine.damage) == (cell("B2"), 1)
    assert len(mine.cards) == 2
    told = [step for step in turnout.steps if step.events[0].kind == "repaired"]
    assert [event.kind for event in told[0].events] == ["repaired", "drew"]
    assert [(mark.kind, mark.cells, mark.seat) for mark in told[0].view.marks] == [("workshop", (cell("B2"),), 0)]


def test_ruling_48_with_three_cards_there_is_only_the_repair() -> None:
    state = workshop(damage=1, cards=hand("brake_1", "emp_1", "grenade_1"))
    turnout = matches.play(state, STAY)
    assert (turnout.state.robots[0].damage, len(turnout.state.robots[0].cards)) == (0, 3)
    assert len(events(turnout, "repaired")) == 1
    assert events(turnout, "drew") == []


def test_ruling_48_nothing_to_do_is_not_told() -> None:
    state = workshop(cards=hand("brake_1", "emp_1", "grenade_1"))
    turnout = matches.play(state, STAY)
    assert not [mark for step in turnout.steps for mark in step.view.marks if mark.kind == "workshop"]


def test_ruling_48_without_modules_a_workshop_only_repairs() -> None:
    turnout = matches.play(workshop("off", damage=2), STAY)
    assert (turnout.state.robots[0].damage, turnout.state.robots[0].cards) == (1, ())


def test_ruling_68_killbots_repair_but_hold_no_cards() -> None:
    """Both cool, so that they stay where they are."""
    state = matches.at(matches.ready(2, arena="minefield", modules="on"), "C1", "D1", "H8", "B2")
    state = with_robot(with_robot(state, 2, damage=2), 3, damage=1, cooling=True)
    state = with_robot(state, 2, cooling=True)
    turnout = matches.play(state)
    assert [robot.damage for robot in turnout.state.robots] == [0, 0, 1, 0]
    assert [event.facts["who"] for event in events(turnout, "repaired")] == [
        Term("volt.killbot.ripper"),
        Term("volt.killbot.watcher"),
    ]
    assert events(turnout, "drew") == []


def test_ruling_75_a_workshop_comes_after_the_victory_test() -> None:
    """Seat 1 takes its last VP in phase 3: nobody is repaired any more."""
    state = with_robot(workshop(damage=2), 1, pos=cell("C4"), vp=2)
    turnout = matches.play(state, STAY, "B1N R1W R6W")
    assert turnout.state.winners == (1,)
    assert turnout.state.robots[0].damage == 2
    assert events(turnout, "repaired") == []


def test_ruling_75_a_workshop_comes_before_phase_0() -> None:
    state = with_robot(workshop(damage=2), 1, pos=cell("C4"))
    turnout = matches.play(state, STAY, "B1N R1W R6W")
    told = [step.events[0].kind for step in steps(turnout, "round-end")]
    assert told[:3] == ["claimed", "repaired", "refilled"]


def test_workshops_are_served_in_turn_order() -> None:
    state = with_robot(with_robot(workshop(marker=2), 1, pos=cell("H8"), marker=1), 2, marker=3)
    assert upkeep.in_workshops(ARENAS["minefield"], state) == (1, 0)
    state = with_robot(with_robot(state, 0, cards=hand("grenade_1")), 1, cards=hand("grenade_2"))
    turnout = matches.play(state, STAY, "B1N R6N B1S")
    assert [event.facts["who"] for event in events(turnout, "drew")] == [Who(1), Who(0)]


def test_section_4_3_a_robot_that_restarts_draws_a_card() -> None:
    state = matches.ready(2, modules="on", markers="fixed")
    state = with_robot(matches.at(state, None, "B1"), 0, cards=hand("emp_1", "grenade_1"))
    turnout = matches.play(state)
    mine = turnout.state.robots[0]
    assert mine.pos is not None
    assert [CARDS[card.id].category for card in mine.cards] == ["tactic", "attack", "movement"], "least, as preset"
    told = next(step for step in turnout.steps if step.events[0].kind == "restarted")
    assert [event.kind for event in told.events] == ["restarted", "drew"]


def test_ruling_16_a_restart_keeps_cards_and_used_charges() -> None:
    spent = (Card("shield_1", 0), Card("emp_1", 1), Card("brake_1"))
    state = with_robot(matches.at(matches.ready(2, modules="on"), None, "B1"), 0, cards=spent)
    assert matches.play(state).state.robots[0].cards == spent


def test_ruling_11_cooling_ends_after_the_restart_and_before_new_turn_markers() -> None:
    state = matches.at(matches.ready(3, modules="on"), None, "B1", "H1")
    state = with_robot(with_robot(state, 1, cooling=True), 0, cooling=True)
    turnout = matches.play(state)
    assert not any(robot.cooling for robot in turnout.state.robots)
    told = [step.events[0].kind for step in steps(turnout, "round-end")]
    assert told[-3:] == ["restarted", "cooled_down", "round"]
    assert [event.facts["who"] for event in events(turnout, "cooled_down")] == [Who(1)], "a restarted robot is new"


def test_ruling_17_a_cooling_robot_scores_in_phase_3() -> None:
    state = with_robot(matches.at(matches.ready(3), "E5", "B1", "H1"), 0, cooling=True)
    assert matches.play(state).state.robots[0].vp == 1


def test_what_works_once_a_round_works_again() -> None:
    state = with_robot(matches.at(matches.ready(3), "E9", "B1", "H1"), 0, reflected=True)
    turnout = matches.play(state)
    assert not turnout.state.robots[0].reflected
    assert events(turnout, "cooled_down") == []


def test_ruling_14_the_search_for_a_start_leaves_out_workshops() -> None:
    arena = ARENAS["minefield"]
    free = {(r, c) for r in range(9) for c in range(9)} - arena.solid
    for at in arena.workshops:
        with pytest.raises(ValueError, match="no free floor"):
            upkeep.start_cell(arena, "1", free - {at})


def test_ruling_14_nobody_restarts_on_a_mine() -> None:
    """All starts are held; south of home lies a mine, then come the neighbours of the alternates."""
    arena = ARENAS["minefield"]
    state = matches.at(matches.ready(4, arena="minefield"), None, "E1", "G1", "F1")
    state = replace(with_robot(state, 0, start="1"), mines=((cell("F2"), 0),))
    assert upkeep.restart(arena, state).robots[0].pos == cell("H1")
    assert upkeep.restart(arena, replace(state, mines=())).robots[0].pos == cell("F2")


def test_ruling_15_killbots_restart_last() -> None:
    state = matches.at(matches.ready(1), None, None, None)
    turnout = matches.play(state)
    assert upkeep.destroyed(state) == (0, 1, 2)
    assert [event.facts["who"] for event in events(turnout, "restarted")] == [
        Who(0),
        Term("volt.killbot.ripper"),
        Term("volt.killbot.watcher"),
    ]
    assert [robot.pos for robot in turnout.state.robots] == [cell("D1"), cell("I3"), cell("A7")], "ruling 59"


@pytest.mark.parametrize("dealt", ["shuffle", "rotate", "fixed"])
def test_ruling_69_killbots_keep_the_markers_after_the_seats(dealt: str) -> None:
    state = matches.ready(2, arena="quad", markers=dealt)
    for seed in range(10):
        later = upkeep.deal_markers(state, FastChance(seed))
        assert [robot.marker for robot in later.robots[2:]] == [3, 4]
        assert sorted(robot.marker for robot in later.robots[:2]) == [1, 2]
    assert dealt != "rotate" or [robot.marker for robot in later.robots[:2]] == [
        state.robots[1].marker,
        state.robots[0].marker,
    ]


def test_ruling_69_markers_close_ranks_below_the_killbots() -> None:
    state = matches.at(matches.ready(3, killbots="one"), "B1", "D1", "F1", "H1")
    state = GAME.resign(state, 0, FastChance(1)).state
    assert [robot.marker for robot in state.robots] == [0, 1, 2, 3]
    assert sorted(robot.marker for robot in upkeep.deal_markers(state, FastChance(2)).robots) == [0, 1, 2, 3]


def turned(state: State, rounds: int) -> list[tuple[str | None, ...]]:
    cards: list[tuple[str | None, ...]] = []
    for seed in range(rounds):
        state = upkeep.turn_ai_cards(state, FastChance(seed))
        cards.append(tuple(robot.ai for robot in matches.bots(state)))
    return cards


def test_ruling_69_two_killbots_turn_all_four_ai_cards_in_two_rounds_ripper_first() -> None:
    state = replace(matches.ready(1), ai_deck=("sniper", "hunter", "warden", "bulldozer"))
    one, two, *later = turned(state, 6)
    assert (one, two) == (("sniper", "hunter"), ("warden", "bulldozer"))
    for first, second in (later[0:2], later[2:4]):
        assert sorted(str(card) for card in (*first, *second)) == sorted(AI_CARDS), "then all four are shuffled again"


def test_ruling_69_one_killbot_turns_all_four_in_four_rounds() -> None:
    drawn = turned(matches.ready(2, killbots="one"), 12)
    for at in (0, 4, 8):
        assert sorted(str(card) for (card,) in drawn[at : at + 4]) == sorted(AI_CARDS)


def test_ruling_58_hidden_ai_cards_are_turned_at_the_reveal_and_gone_next_round() -> None:
    state = matches.ready(1)
    turnout = matches.play(state)
    reveal = turnout.steps[0]
    assert [event.kind for event in reveal.events] == ["revealed", "ai_card", "ai_card"]
    assert tuple(robot.ai for robot in reveal.view.robots[1:]) == state.ai_deck[:2]
    assert [robot.ai for robot in turnout.state.robots] == [None, None, None]
    assert turnout.state.ai_deck == state.ai_deck[2:]


def test_ruling_58_open_ai_cards_are_turned_before_people_program_and_stay_for_the_round() -> None:
    state = matches.ready(1, ai_cards="open")
    before = [robot.ai for robot in GAME.view(state, None).robots]
    assert None not in before[1:]
    turnout = matches.play(state)
    assert [robot.ai for robot in turnout.steps[0].view.robots] == before
    assert [event.kind for event in turnout.steps[-1].events] == ["round", "turn_order", "ai_card", "ai_card"]
    assert sorted(str(robot.ai) for robot in (*state.robots[1:], *turnout.state.robots[1:])) == sorted(AI_CARDS)
