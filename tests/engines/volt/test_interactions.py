"""Effects that meet (sections 4.4 to 4.7; cases 11 to 14 of section 4.9).

Quad, with what matters here: solid C2, E2, B3, B5, H5, H7, E8, G8; pits C3, E5, G7; scoring G3, C7; row 4 open.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import engines.volt
from engines.volt.cards import CARDS, CHAMPIONS, KILLBOTS
from engines.volt.effects import EFFECTS, of, of_killbot
from engines.volt.happenings import (
    Burst,
    Cooled,
    Destroyed,
    Earned,
    Fired,
    Hurt,
    Laid,
    Moved,
    Shielded,
    Tripped,
)
from tests.engines.volt.boards import cell, command, done, happened, places, play, position

FAR = ("A8", "H9")
"""Where robots stand out of the way."""


# Every effect is found by itself


def test_every_card_champion_module_and_trait_has_its_effect() -> None:
    assert set(EFFECTS) == {card.effect for card in CARDS.values()} | set(CHAMPIONS)
    assert len(EFFECTS) == 18 + 4
    assert {card.id: of(card.id).die for card in CARDS.values()} == {card.id: card.die for card in CARDS.values()}
    assert {bot: (of_killbot(bot).id, of_killbot(bot).die) for bot in KILLBOTS} == {
        "ripper": ("saw_blade", "blue"),
        "watcher": ("power_beam", "red"),
    }


@pytest.mark.parametrize("module", ["floor", "activation", "hooks", "scene"])
def test_the_floor_knows_no_effect_by_name(module: str) -> None:
    source = (Path(engines.volt.__file__).parent / f"{module}.py").read_text(encoding="utf-8")
    assert [effect for effect in (*EFFECTS, "saw", "pierce") if f'"{effect}"' in source] == []


# Shield


def test_knockback_pushes_also_when_a_shield_took_the_damage() -> None:
    board = done(position("quad", "A4", "D4", *FAR, cards={0: ["knockback_1"], 1: ["shield_2"]}), "R1E@knockback_1")
    assert board.log[1:] == [Shielded(1, cell("D4"), 2), Moved(1, cell("D4"), cell("E4"), "push")]


def test_a_shield_takes_a_reflected_beam() -> None:
    state = position("quad", "A4", "D4", *FAR, cards={0: ["shield_2"]}, champion={1: "reflector"})
    assert done(state, "R1E").damage == [0] * 4
    assert done(state, "R1E").cards[0][0].charges == 2


# Reflector (ruling 62)


def test_a_power_beam_ends_at_a_reflector_and_comes_back_plain() -> None:
    """It has hit D4 before; on its way back from F4 it hits D4 again, and goes no further."""
    state = position("quad", "A4", "D4", "F4", "H4", cards={0: ["power_beam_1"]}, champion={2: "reflector"})
    board = done(state, "R1E@power_beam_1")
    assert [entry.hits for entry in board.log if isinstance(entry, Fired)] == [(1, 2), (1,)]
    assert board.damage == [0, 2, 0, 0]


def test_a_power_beam_that_destroyed_whoever_stood_between_comes_back_to_the_shooter() -> None:
    state = position(
        "quad", "A4", "D4", "F4", "H9", cards={0: ["power_beam_1"]}, champion={2: "reflector"}, damage={1: 2}
    )
    board = done(state, "R1E@power_beam_1")
    assert places(board) == ["A4", None, "F4", "H9"]
    assert (board.damage, board.vp) == ([1, 0, 0, 0], [1, 0, 0, 0])


def test_a_power_beam_passes_a_reflector_that_has_been_used() -> None:
    state = position(
        "quad", "A4", "D4", "F4", "H9", cards={0: ["power_beam_1"]}, champion={1: "reflector"}, reflected=[1]
    )
    assert done(state, "R1E@power_beam_1").damage == [0, 1, 1, 0]


def test_a_watcher_can_be_destroyed_by_its_own_beam() -> None:
    state = position(
        "quad", "D4", "B9", "H9", "A4", killbots=("ripper", "watcher"), champion={0: "reflector"}, damage={3: 2}
    )
    board = done(state, "R1E", robot=3)
    assert places(board)[3] is None
    assert board.vp == [1, 0, 0, 0]


def test_a_reflected_emp_cools_the_shooter() -> None:
    """Its charge is spent all the same (ruling 77)."""
    state = position("quad", "A4", "C4", *FAR, cards={0: ["emp_1"]}, champion={1: "reflector"})
    board = done(state, "R3E@emp_1")
    assert board.cooling == (True, False, False, False)
    assert board.log[-1] == Cooled(0, cell("A4"))
    assert board.damage == [0] * 4
    assert board.cards[0][0].charges == 0


def test_knockback_does_not_push_who_sent_the_beam_back() -> None:
    state = position("quad", "A4", "D4", *FAR, cards={0: ["knockback_1"]}, champion={1: "reflector"})
    board = done(state, "R1E@knockback_1")
    assert (places(board)[:2], board.damage[:2]) == (["A4", "D4"], [1, 0])


def test_crossfire_is_sent_back_beam_by_beam() -> None:
    state = position(
        "quad", "D4", "G4", "D6", "B4", cards={0: ["crossfire_1"]}, champion={1: "reflector", 2: "reflector"}
    )
    board = done(state, "R1N@crossfire_1")
    assert board.damage == [2, 0, 0, 1]


def test_crossfire_ends_with_its_shooter() -> None:
    """East comes back and destroys it; south and west are never fired."""
    state = position(
        "quad", "D4", "G4", "D6", "B4", cards={0: ["crossfire_1"]}, champion={1: "reflector"}, damage={0: 2}
    )
    board = done(state, "R1N@crossfire_1")
    assert places(board)[0] is None
    assert board.damage == [0] * 4
    assert board.vp == [0, 1, 0, 0]


def test_a_swivel_head_turns_to_a_reflector_too() -> None:
    state = position("quad", "D4", "F6", *FAR, cards={0: ["swivel_head_1"]}, champion={1: "reflector"})
    assert done(state, "R1E@swivel_head_1").damage == [1, 0, 0, 0]


def test_a_reflected_beam_sets_off_the_shooters_bomb() -> None:
    state = position("quad", "A4", "B4", *FAR, cards={0: ["bomb_1"]}, champion={1: "reflector"}, damage={0: 2, 1: 2})
    board = done(state, "R1E")
    assert places(board)[:2] == [None, None]
    assert board.vp == [1, 1, 0, 0]


# Bombs


def test_case_4_9_12_the_bomb_of_a_victim_scores_for_its_owner() -> None:
    state = position("quad", "A4", "D4", "E4", "H9", cards={1: ["bomb_1"]}, damage={1: 2, 2: 2})
    board = done(state, "R1E")
    assert places(board) == ["A4", None, None, "H9"]
    assert happened(board, Destroyed, Earned, Burst)[:2] == [Destroyed(1, cell("D4"), "beam"), Earned(0, 1)]
    assert happened(board, Destroyed, Earned)[2:] == [Destroyed(2, cell("E4"), "blast"), Earned(1, 1)]


@pytest.mark.parametrize(("reds", "winner"), [((2, 3), (0,)), ((3, 2), (1,)), ((2, 2), (0, 1))])
def test_case_4_9_12_both_at_three_the_tie_break_decides(reds: tuple[int, int], winner: tuple[int, ...]) -> None:
    """One command brings both to 3 VP: rulings 29 and 52, the lowest red pip of the round."""
    state = position(
        "quad", "A4", "D4", "E4", "H9", cards={1: ["bomb_1"]}, damage={1: 2, 2: 2}, vp={0: 2, 1: 2}, turn=(1, 2, 3, 4)
    )
    first, second = reds
    turnout = play(state, f"R{first}E B6N B6N", f"B6N B6N R{second}N", "B6N B6N R6N", "B6N B6N R6N")
    assert turnout.state.winners == winner
    assert [robot.vp for robot in turnout.state.robots] == [3, 3, 0, 0]


def test_bombs_go_off_one_after_the_other_first_in_first_out() -> None:
    """D4's blast destroys E4, whose blast then destroys F4; each scores for the bomb's owner."""
    state = position("quad", "A4", "D4", "E4", "F4", cards={1: ["bomb_1"], 2: ["bomb_1"]}, damage={1: 2, 2: 2, 3: 2})
    board = done(state, "R1E")
    assert places(board) == ["A4", None, None, None]
    assert board.vp == [1, 1, 1, 0]
    assert [entry.robot for entry in board.log if isinstance(entry, Burst)] == [1, 2]


def test_two_bombs_of_one_shot_keep_their_order() -> None:
    """The power beam destroys D4 first and F4 second; E5 is a pit, E4 stands between and takes both blasts."""
    state = position(
        "quad", "A4", "D4", "E4", "F4", cards={0: ["power_beam_1"], 1: ["bomb_1"], 3: ["bomb_2"]}, damage={1: 2, 3: 2}
    )
    board = done(state, "R1E@power_beam_1")
    assert [entry.robot for entry in board.log if isinstance(entry, Burst)] == [1, 3]
    assert places(board) == ["A4", None, None, None]
    assert board.vp == [2, 0, 0, 1]


def test_a_blast_finds_robots_where_they_stand_at_the_end_of_the_command() -> None:
    """B is pushed onto a mine and destroyed on C4; the mover stops on C4, the centre, and is spared."""
    state = position("quad", "A4", "B4", "D5", "H9", cards={1: ["bomb_1"]}, damage={1: 2}, mines={"C4": None})
    board = done(state, "B2E")
    assert (places(board)[0], board.damage[0], board.damage[2]) == ("C4", 0, 1)
    assert done(state, "B1E").damage[0] == 1
    assert done(state, "B4E").damage[0] == 0


def test_a_bomb_can_destroy_whoever_set_it_off() -> None:
    state = position("quad", "C4", "D4", *FAR, cards={1: ["bomb_2"]}, damage={0: 1, 1: 2})
    board = done(state, "R1E")
    assert places(board)[:2] == [None, None]
    assert board.vp == [1, 1, 0, 0]


# Hover Skids


def test_hover_skids_with_brake_stop_before_pits_and_cross_mines() -> None:
    """Ruling 63."""
    state = position("quad", "E4", "B9", *FAR, cards={0: ["brake_1"]}, champion={0: "hover_skids"})
    assert places(done(state, "B2S@brake_1"))[0] == "E4"
    state = position("quad", "A4", "B9", *FAR, cards={0: ["brake_1"]}, champion={0: "hover_skids"}, mines={"C4": None})
    board = done(state, "B3E@brake_1")
    assert places(board)[0] == "D4"
    assert board.mines == {cell("C4"): None}


def test_hover_skids_with_maneuver_fall_only_where_the_last_step_ends() -> None:
    """Ruling 64: the move ends over E5, the extra step leads off again; or onto it."""
    state = position("quad", "E4", "B9", *FAR, cards={0: ["maneuver_1"]}, champion={0: "hover_skids"})
    assert places(done(state, "B1S@maneuver_1:E"))[0] == "F5"
    state = position("quad", "C5", "B9", *FAR, cards={0: ["maneuver_1"]}, champion={0: "hover_skids"})
    assert places(done(state, "B1E@maneuver_1:E"))[0] is None


def test_hover_skids_fall_before_the_blasts() -> None:
    """Ruling 64: whoever fell from G7 is not there when the bomb of G6 goes off beside it."""
    state = position(
        "quad", "G4", "G5", *FAR,
        cards={1: ["bomb_2"]}, champion={0: "hover_skids"}, damage={0: 2, 1: 2}, mines={"G6": None},
    )  # fmt: skip
    board = done(state, "B3S")
    assert [(entry.robot, entry.reason) for entry in board.log if isinstance(entry, Destroyed)] == [
        (1, "mine"),
        (0, "pit"),
    ]
    assert isinstance(board.log[-1], Burst)
    assert board.vp == [1, 0, 0, 0]


def test_hover_skids_lay_a_mine_behind_them_when_they_fall() -> None:
    state = position("quad", "D5", "B9", *FAR, cards={0: ["mine_layer_1"]}, champion={0: "hover_skids"})
    board = done(state, "B1E@mine_layer_1")
    assert happened(board, Laid, Destroyed) == [Laid(0, cell("D5")), Destroyed(0, cell("E5"), "pit")]


@pytest.mark.parametrize(
    ("start", "victim", "text"),
    [("E3", "E4", "R1N@shock_wave_1"), ("E3", "E4", "R1S@knockback_1"), ("D5", "F5", "R1E@telescopic_arm_1")],
)
def test_hover_skids_do_not_help_when_others_move_the_robot(start: str, victim: str, text: str) -> None:
    cards = {0: [text.split("@")[1]]}
    board = done(position("quad", start, victim, *FAR, cards=cards, champion={1: "hover_skids"}), text)
    assert places(board)[1] is None
    assert board.vp[0] == 1


def test_hover_skids_push_others_into_pits_and_follow_over_them() -> None:
    board = done(position("quad", "E3", "E4", *FAR, champion={0: "hover_skids"}), "B3S")
    assert places(board)[:2] == ["E6", None]
    assert board.vp[0] == 1


# Saw, Crusher, Arm, mines


def test_a_mine_just_laid_goes_off_under_the_next_robot_and_scores_for_its_owner() -> None:
    state = position("quad", "B4", "A4", *FAR, cards={0: ["mine_layer_1"]}, damage={1: 2})
    board = done(state, "B2E@mine_layer_1")
    board.resolve(1, command("B1E"))
    assert places(board)[:2] == ["D4", None]
    assert (board.vp, board.mines) == ([1, 0, 0, 0], {})


def test_a_saw_does_not_cut_a_robot_that_has_fallen() -> None:
    board = done(position("quad", "E3", "E4", *FAR, cards={0: ["saw_blade_1"]}), "B1S@saw_blade_1")
    assert happened(board, Hurt) == []
    assert board.vp == [1, 0, 0, 0]


def test_a_saw_cuts_after_the_mine_that_the_push_set_off() -> None:
    """Section 4.7: the front resolves its cell first, then the mover, then the saw."""
    state = position("quad", "A4", "B4", *FAR, cards={0: ["saw_blade_1"]}, mines={"C4": None, "B4": 2})
    board = done(state, "B1E@saw_blade_1")
    assert [type(entry) for entry in board.log] == [Moved, Tripped, Hurt, Moved, Tripped, Hurt, Hurt]
    assert board.damage == [1, 2, 0, 0]


def test_a_saw_cuts_even_when_the_step_was_its_own_robots_last() -> None:
    """The step is complete only with the saw: the mover is destroyed by a mine, the robot pushed is cut."""
    state = position("quad", "A4", "B4", *FAR, cards={0: ["saw_blade_1"]}, mines={"B4": 2}, damage={0: 2, 1: 2})
    board = done(state, "B2E@saw_blade_1")
    assert places(board)[:2] == [None, None]
    assert board.vp == [1, 0, 1, 0]


def test_a_crusher_sets_off_a_bomb_in_front_of_itself() -> None:
    state = position("quad", "H4", "I4", *FAR, cards={0: ["crusher_1"], 1: ["bomb_2"]}, damage={1: 2})
    board = done(state, "B1E@crusher_1")
    assert (places(board)[:2], board.damage[0]) == (["H4", None], 2)


def test_an_arm_pulls_a_shielded_robot_over_a_mine() -> None:
    state = position("quad", "A4", "D4", *FAR, cards={0: ["telescopic_arm_1"], 1: ["shield_1"]}, mines={"C4": None})
    board = done(state, "R1E@telescopic_arm_1")
    assert (places(board)[1], board.damage[1], board.mines) == ("B4", 0, {})


def test_a_subway_sets_off_the_mine_at_the_other_end() -> None:
    board = done(position("quad", "A4", "B9", *FAR, cards={0: ["subway_1"]}, mines={"I4": None}), "B1W@subway_1")
    assert (places(board)[0], board.damage[0]) == ("I4", 1)


def test_titan_plating_takes_three_of_a_bomb_and_a_beam() -> None:
    state = position(
        "quad", "A4", "D4", "E4", "H9", cards={1: ["bomb_2"]}, champion={2: "titan_plating"}, damage={1: 2, 2: 1}
    )
    board = done(state, "R1E")
    assert (places(board)[2], board.damage[2]) == ("E4", 3)
