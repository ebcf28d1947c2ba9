"""Cooling (ruling 17) on the floor, and who scores where killbots play (rulings 59, 60, 66)."""

from __future__ import annotations

import pytest

from engines.volt.activation import act, sequence
from engines.volt.cards import AI_CARDS
from engines.volt.floor import Floor
from engines.volt.model import Card, Program, State
from tests.engines.volt.boards import done, floor, places, position, program

FAR = ("A8", "H9")
"""Where robots stand out of the way, on quad."""


def played(state: State, *texts: str) -> tuple[Floor, list[tuple[int, int]]]:
    """The floor after a round, and (pad, robot) of everything that was carried out."""
    board = floor(state)
    programs: list[Program | None] = [program(text) if text else None for text in texts]
    acted: list[tuple[int, int]] = []
    for pad, robot, entry in sequence(board, programs, state.robots):
        act(board, state.robots, robot, entry)
        acted.append((pad, robot))
    return board, acted


def test_ruling_17_a_robot_that_cools_does_nothing_more_this_round() -> None:
    """Its command on the same pad and those on later pads are void."""
    state = position("quad", "A4", "C4", *FAR, cards={0: ["emp_1"]})
    board, acted = played(state, "R3E@emp_1 B1N R6N", "B4E B2E R1N", "", "")
    assert acted == [(0, 0), (1, 0), (2, 0)]
    assert places(board)[1] == "C4"


def test_ruling_17_what_was_done_before_counts() -> None:
    state = position("quad", "A4", "C4", *FAR, cards={0: ["emp_1"]})
    board, acted = played(state, "R3E@emp_1 B1N R6N", "B1W B2E R1N", "", "")
    assert acted == [(0, 1), (0, 0), (1, 0), (2, 0)]
    assert places(board)[1] == "B4"


def test_ruling_17_a_cooling_robot_is_not_even_listed() -> None:
    assert played(position("quad", "A4", "D4", *FAR, cooling=[0]), "B1E B1E R1N", "", "", "")[1] == []


def test_ruling_17_all_modules_are_off_from_the_hit_on() -> None:
    """Shield, Bomb and Titan Plating of a robot that an EMP has just cooled."""
    state = position("quad", "A4", "C4", "C5", "H9", cards={0: ["emp_1"], 1: ["shield_1", "bomb_1"]}, damage={1: 2})
    board = done(state, "R3E@emp_1", "R1E")
    assert (places(board)[1], board.damage[2]) == (None, 0)
    state = position("quad", "A4", "C4", *FAR, cards={0: ["emp_2"]}, champion={1: "titan_plating"}, damage={1: 2})
    assert places(done(state, "R5E@emp_2", "R1E"))[1] is None


def test_ruling_17_it_can_be_hit_and_pushed() -> None:
    state = position("quad", "A4", "B4", *FAR, cooling=[1])
    assert done(state, "R1E").damage[1] == 1
    assert places(done(state, "B1E"))[1] == "C4"


def test_ruling_17_it_still_scores_by_its_mines() -> None:
    board = done(position("quad", "A4", "B9", *FAR, mines={"B4": 1}, cooling=[1], damage={0: 2}), "B1E")
    assert board.vp == [0, 1, 0, 0]


@pytest.mark.parametrize("card", ["emp_1", "brake_1"])
def test_ruling_77_a_module_on_a_void_command_is_not_spent(card: str) -> None:
    state = position("quad", "A4", "D4", *FAR, cards={0: [card]}, cooling=[0])
    text = "R3E@emp_1 B1N B1N" if card == "emp_1" else "B1E@brake_1 R1N R1N"
    board, _ = played(state, text, "", "", "")
    assert board.cards[0] == (Card(card, 1 if card == "emp_1" else None),)


@pytest.mark.parametrize("text", ["B3E B1S R1N", "R1E@power_beam_1 B1S R1N", "R3E@emp_1 B1S R1N"])
def test_a_command_of_a_cooling_robot_changes_nothing(text: str) -> None:
    """With it or without, everything else goes the same way."""
    state = position("quad", "A4", "D4", "F4", "H9", cooling=[0], cards={0: ["power_beam_1", "emp_1"]})
    others = ("B2W R1W B1N", "B1E R2W B2S", "B1W B1N R3N")
    with_it, _ = played(state, text, *others)
    without, _ = played(state, "", *others)
    assert with_it.log == without.log


def test_section_3_7_killbots_score_nothing_where_people_play_against_each_other() -> None:
    state = position("quad", "A4", "D4", "F4", "H9", killbots=("ripper", "watcher"), damage={1: 2, 3: 2})
    assert done(state, "R1W", robot=2).vp == [0] * 4


def test_ruling_59_a_killbot_destroyed_scores_for_the_killer() -> None:
    state = position("quad", "A4", "B9", "D4", "H9", killbots=("ripper", "watcher"), damage={2: 2})
    assert done(state, "R1E").vp == [1, 0, 0, 0]


def test_ruling_66_alone_against_killbots_the_bot_side_scores_for_the_human_robot_only() -> None:
    state = position("duel", "A2", "A4", "E2", killbots=("ripper", "watcher"), damage={0: 2, 1: 2})
    board = done(state, "R1N", robot=1)
    assert places(board)[0] is None
    assert board.vp == [0, 1, 0]


def test_ruling_66_a_killbot_destroyed_by_a_killbot_scores_for_nobody() -> None:
    state = position("duel", "D5", "A3", "A6", killbots=("ripper", "watcher"), damage={1: 2})
    board = done(state, "R1N", robot=2)
    assert places(board)[1] is None
    assert board.vp == [0, 0, 0]


def test_ai_cards_take_their_place_in_the_order_of_a_pad() -> None:
    """The Bulldozer's first order is red 3: after a red 2, before a blue 4 (section 4.6)."""
    state = position("quad", "A4", "B9", "D6", "H9", killbots=("ripper", "watcher"))
    board = floor(state)
    programs = [program("R2N B1N B1N"), program("B4N R1N R1N"), AI_CARDS["bulldozer"], None]
    assert [robot for pad, robot, _ in sequence(board, programs, state.robots) if pad == 0] == [0, 2, 1]


def test_an_order_is_carried_out_in_the_direction_that_its_killbot_chooses() -> None:
    state = position("quad", "A4", "B9", "D4", "H9", killbots=("ripper", "watcher"))
    board = floor(state)
    command = act(board, state.robots, 2, AI_CARDS["sniper"].slots[0])
    assert command is not None
    assert (command.die, command.pip, command.dir) == ("red", 1, "W")
    assert board.damage[0] == 1


def test_case_4_9_15_a_killbot_that_finds_nothing_to_do_does_nothing() -> None:
    state = position("quad", None, None, "D4", "H9", killbots=("ripper", "watcher"))
    board = floor(state)
    assert act(board, state.robots, 2, AI_CARDS["sniper"].slots[0]) is None
    assert board.log == []
