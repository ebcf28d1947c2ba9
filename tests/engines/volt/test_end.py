"""Scoring, the end, ties, leaving (rulings 24, 47, 49 to 56, 60, 66, 72, 74)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.chance import FastChance
from engines.core import IllegalAction, Result, Turnout
from engines.volt import GAME, scoring
from engines.volt.model import BotSide, Program, State, View
from tests.engines.volt import matches
from tests.engines.volt.boards import cell, events, play, position, program, steps
from tests.engines.volt.matches import with_robot

IDLE = "B1N R6N R6N"


def finish(one: str, other: str, vp: tuple[int, int] = (2, 2)) -> Turnout[State, View]:
    """Quad: seats 0 and 1 each drive one cell onto a scoring cell; the others idle in row 1."""
    state = position("quad", "F3", "D7", "B1", "H1", vp={0: vp[0], 1: vp[1]})
    return play(state, one, other, IDLE, IDLE)


def test_ruling_47_all_on_scoring_cells_take_their_markers_at_the_same_time() -> None:
    turnout = finish("B1E R6N R6N", "B1W R6N R6N", vp=(0, 0))
    scored = steps(turnout, "round-end")[0]
    assert [robot.vp for robot in scored.view.robots] == [1, 1, 0, 0]
    assert scored.view.markers == ()
    assert [event.kind for event in scored.events] == ["claimed", "claimed"]


def test_ruling_47_a_robot_takes_all_markers_of_its_cell() -> None:
    state = replace(position("tri", "E5", "B1"), markers=((cell("E5"), 2),))
    after = scoring.collect(state, scoring.claims(state))
    assert after.robots[0].vp == 2
    assert after.markers == ()


def test_ruling_47_an_empty_scoring_cell_gives_nothing() -> None:
    state = replace(position("tri", "E5", "B1"), markers=())
    assert scoring.claims(state) == ()


def test_ruling_50_unclaimed_markers_stay() -> None:
    turnout = finish("B1E R6N R6N", "B1E R6N R6N", vp=(0, 0))
    assert steps(turnout, "round-end")[0].view.markers == ((cell("C7"), 1),)
    assert turnout.state.markers == ((cell("G3"), 1), (cell("C7"), 1))


def test_nobody_scoring_is_said() -> None:
    turnout = play(position("tri", "B1", "H1"), IDLE, IDLE)
    assert [event.kind for event in steps(turnout, "round-end")[0].events] == ["nobody_claimed"]


def test_ruling_51_case_4_9_8_a_kill_for_the_third_vp_ends_the_game_at_once() -> None:
    """Before the other's command of the same pad, before pads 2 and 3, and before phase 3 (ruling 49)."""
    state = position("tri", "A5", "I5", "D5", damage={1: 2}, vp={0: 2, 2: 2}, turn=(1, 2, 3))
    state = replace(state, robots=(state.robots[0], replace(state.robots[1], pos=cell("A7")), state.robots[2]))
    turnout = play(state, "R1S B1W R6W", "B6E R6N R6N", "B2E R6N R6N")
    assert turnout.state.winners == (0,)
    assert turnout.state.phase == "over"
    assert [step.chapter for step in turnout.steps] == ["reveal", "pad-1", "end"]
    assert turnout.state.robots[2].pos == cell("D5"), "it did not move any more"
    assert turnout.state.robots[2].vp == 2
    assert GAME.window(turnout.state) is None


def test_ruling_49_phase_3_is_not_reached_after_a_win_in_phase_2() -> None:
    """Seat 2 stands on the scoring cell with two VP when seat 0 shoots its third in pad 3."""
    state = position("tri", "A5", "A7", "D5", damage={1: 2}, vp={0: 2, 2: 2})
    turnout = play(state, "B1W R6W R1S", "R6E R6E B6E", "B1E R6N R6N")
    assert [robot.vp for robot in turnout.state.robots] == [3, 0, 2]
    assert turnout.state.robots[2].pos == cell("E5")
    assert turnout.state.markers == ((cell("E5"), 1),)
    assert turnout.state.winners == (0,)
    assert steps(turnout, "round-end") == []


def test_ruling_51_three_vp_in_phase_3_end_the_game_before_phase_0() -> None:
    turnout = finish("B1E R6N R6N", "B1E R6N R6N")
    assert GAME.result(turnout.state) == Result((1, 2, 3, 3), (3, 2, 0, 0), "target")
    assert turnout.state.markers == ((cell("C7"), 1),), "nothing is refilled any more"
    assert turnout.state.round == 2
    assert [step.chapter for step in turnout.steps][-2:] == ["round-end", "end"]


def test_ruling_52_of_several_the_higher_vp_wins() -> None:
    """Two kills in one move and a marker: 4 against 3."""
    state = position("quad", "F3", "D7", "B1", "H1", vp={0: 2, 1: 2})
    state = replace(state, markers=((cell("G3"), 2), (cell("C7"), 1)))
    turnout = play(state, "B1E R6N R6N", "B1W R1N R1N", IDLE, IDLE)
    assert GAME.result(turnout.state) == Result((1, 2, 3, 3), (4, 3, 0, 0), "more_vp")


@pytest.mark.parametrize(
    ("one", "other", "winners", "reason"),
    [
        ("B1E R2N R6N", "B1W R3N R3N", (0,), "faster_shot"),
        ("B1E R6N R6N", "B1W R6N R5N", (1,), "faster_shot"),
        ("B1E R4N R6N", "B1W R6N R4N", (0, 1), "shared"),
    ],
)
def test_ruling_52_case_4_9_7_equal_vp_lowest_red_pip_wins_else_shared(
    one: str, other: str, winners: tuple[int, ...], reason: str
) -> None:
    turnout = finish(one, other)
    assert [robot.vp for robot in turnout.state.robots[:2]] == [3, 3]
    assert turnout.state.winners == winners
    result = GAME.result(turnout.state)
    assert result is not None
    assert result.reason == reason
    assert [seat for seat, place in enumerate(result.places) if place == 1] == list(winners)


def test_ruling_53_the_lowest_red_pip_counts_void_or_not() -> None:
    """Whether the die was fired does not matter; two reds count with the lower; none counts as 7."""
    assert scoring.shooting_die(program("R5N B1N R2N")) == 2
    assert scoring.shooting_die(program("B1N B1N R6N")) == 6
    assert scoring.shooting_die(None) == 7
    assert scoring.shooting_die(Program()) == 7


def test_ruling_54_two_kills_in_one_move_are_one_players_two_vp() -> None:
    state = position("tri", "F4", "E4", "D4", vp={0: 1})
    turnout = play(state, "B2W R6N R6N", "B6S R6N R6N", "B6S R6N R6N")
    assert GAME.result(turnout.state) == Result((1, 2, 2), (3, 0, 0), "target")


@pytest.mark.parametrize(
    ("vp", "dice", "winners"),
    [((1, 2), ("R6N", "R6N"), (1,)), ((1, 1), ("R2N", "R3N"), (0,)), ((0, 0), ("R6N", "R6N"), (0, 1))],
)
def test_ruling_55_after_round_30_the_most_vp_win_then_the_lowest_red(
    vp: tuple[int, int], dice: tuple[str, str], winners: tuple[int, ...]
) -> None:
    programs = [f"B1N {die} R6N" for die in dice]
    early = position("tri", "B1", "H1", vp=dict(enumerate(vp)), round=29)
    assert play(early, *programs).state.phase == "programming"
    turnout = play(replace(early, round=30), *programs)
    assert turnout.state.winners == winners
    assert turnout.state.reason == "rounds"


def test_ruling_55_whoever_reaches_the_target_in_round_30_has_won_by_it() -> None:
    state = position("tri", "D5", "H1", vp={0: 2}, round=30)
    assert GAME.result(play(state, "B1E R6N R6N", IDLE).state) == Result((1, 2), (3, 0), "target")


def test_ruling_24_resigning_removes_the_robot() -> None:
    state = position("quad", "B1", "D1", "F1", "H1", vp={1: 2}, damage={1: 1})
    turnout = GAME.resign(state, 1, FastChance(1))
    gone = turnout.state.robots[1]
    assert (gone.pos, gone.out, gone.vp) == (None, True, 2)
    assert turnout.state.phase == "programming"
    window = GAME.window(turnout.state)
    assert window is not None
    assert set(window.asks) == {0, 2, 3}
    assert list(GAME.choices(turnout.state, 1)) == []


def test_ruling_24_who_has_resigned_never_returns_and_never_wins() -> None:
    state = position("tri", "B1", "H1", "B9", vp={1: 2}, round=29)
    state = GAME.resign(state, 1, FastChance(1)).state
    state = play(state, IDLE, "B1S R6S R6S").state
    assert state.robots[1].pos is None
    state = play(state, IDLE, "B1S R5S R6S").state
    assert state.reason == "rounds"
    assert GAME.result(state) == Result((2, 3, 1), (0, 2, 0), "rounds")


def test_ruling_24_the_last_one_in_play_wins() -> None:
    state = position("tri", "B1", "H1", "B9", vp={1: 2})
    state = GAME.resign(state, 1, FastChance(1)).state
    turnout = GAME.resign(state, 0, FastChance(1))
    assert turnout.state.winners == (2,)
    assert [step.chapter for step in turnout.steps] == ["resign", "end"]
    assert GAME.result(turnout.state) == Result((3, 2, 1), (0, 2, 0), "last_left")


def test_ruling_24_nobody_resigns_twice_or_after_the_end() -> None:
    state = GAME.resign(position("tri", "B1", "H1", "B9"), 1, FastChance(1)).state
    with pytest.raises(IllegalAction, match="not_playing"):
        GAME.resign(state, 1, FastChance(1))
    state = GAME.resign(state, 0, FastChance(1)).state
    with pytest.raises(IllegalAction, match="not_playing"):
        GAME.resign(state, 2, FastChance(1))


def test_the_winner_is_announced() -> None:
    alone = finish("B1E R6N R6N", "B1E R6N R6N")
    assert [event.facts["vp"] for event in events(alone, "won")] == [3]
    assert alone.steps[-1].view.winners == (0,)
    together = finish("B1E R6N R6N", "B1W R6N R6N")
    assert len(events(together, "won_together")) == 1
    assert together.steps[-1].view.phase == "over"


def test_equals_share_a_place_behind_the_winner() -> None:
    state = replace(position("quad", "B1", "D1", "F1", "H1", vp={0: 1, 1: 3, 2: 1}), winners=(1,))
    assert scoring.places(state) == (2, 1, 2, 4)


# ---- targets, killbots, the bot side


@pytest.mark.parametrize("points", [3, 4, 5])
def test_ruling_51_the_chosen_target_wins(points: int) -> None:
    state = matches.at(matches.ready(2, target=str(points), arena="tri"), "D5", "B1")
    before = matches.play(with_robot(state, 0, vp=points - 2), "B1E R6N R6N").state
    assert before.phase == "programming"
    after = matches.play(with_robot(state, 0, vp=points - 1), "B1E R6N R6N").state
    assert GAME.result(after) == Result((1, 2), (points, 0), "target")


def test_ruling_47_killbots_take_no_markers_when_several_people_play() -> None:
    state = matches.at(matches.ready(2, killbots="one"), "B1", "F1", "E5")
    state = with_robot(state, 2, cooling=True)
    after = matches.play(state).state
    assert after.markers == ((cell("E5"), 1),)
    assert after.robots[2].vp == 0


def test_ruling_56_killbots_never_win_and_have_no_place_and_no_score() -> None:
    state = matches.at(matches.ready(2, killbots="two"), "D5", "B1", "I3", "A7")
    state = with_robot(state, 0, vp=2)
    state = replace(state, robots=tuple(replace(r, cooling=r.killbot is not None) for r in state.robots))
    assert GAME.result(matches.play(state, "B1E R6N R6N").state) == Result((1, 2), (3, 0), "target")
    never = with_robot(with_robot(state, 2, vp=5), 0, vp=0)
    assert scoring.verdict(never) is None
    assert scoring.bot_side(never) is None


def solo(human: int, *bots: int, difficulty: str = "normal", round: int = 2, target: str = "3") -> State:
    """One person against two killbots, out of reach of one another, with these VP."""
    state = matches.at(matches.ready(1, difficulty=difficulty, target=target), "B1", "I3", "A7")
    for at, vp in enumerate((human, *bots)):
        state = with_robot(state, at, vp=vp)
    return replace(state, round=round)


@pytest.mark.parametrize(
    ("human", "bots", "difficulty", "target", "expected"),
    [
        (3, (0, 0), "normal", "3", ((0,), "target")),
        (2, (1, 1), "normal", "3", None),
        (2, (2, 1), "normal", "3", ((), "bot_side")),
        (2, (1, 1), "hard", "3", ((), "bot_side")),
        (2, (0, 1), "hard", "3", None),
        (3, (2, 1), "normal", "3", ((0,), "target")),
        (3, (2, 0), "hard", "3", ((0,), "target")),
        (4, (2, 2), "normal", "5", None),
        (4, (2, 2), "hard", "5", ((), "bot_side")),
        (4, (2, 3), "normal", "5", ((), "bot_side")),
    ],
)
def test_rulings_60_and_74_the_bot_side_wins_with_its_common_vp_and_the_person_when_both_are_there(
    human: int, bots: tuple[int, int], difficulty: str, target: str, expected: object
) -> None:
    assert scoring.verdict(solo(human, *bots, difficulty=difficulty, target=target)) == expected


def test_ruling_60_the_bot_side_takes_the_markers_that_its_robots_stand_on() -> None:
    state = with_robot(with_robot(solo(0, 0, 0), 1, pos=cell("E5"), cooling=True), 2, cooling=True)
    turnout = matches.play(state)
    assert scoring.bot_side(turnout.state) == BotSide(1, 3)
    assert turnout.state.markers == ((cell("E5"), 1),), "taken, and refilled in phase 0"


def test_rulings_60_and_66_a_person_shot_down_scores_for_the_bot_side() -> None:
    """Sniper, the first to fire, sees the person along column I."""
    state = with_robot(solo(0, 2, 0), 0, pos=cell("I7"), damage=2)
    turnout = matches.play(replace(state, ai_deck=("sniper", "warden", "hunter", "bulldozer")), "B1W R6N R6N")
    assert turnout.state.robots[1].vp == 3
    assert turnout.state.reason == "bot_side"


def test_ruling_72_a_lost_solo_game_has_no_first_place() -> None:
    state = with_robot(solo(1, 2, 0), 1, pos=cell("E5"), cooling=True)
    turnout = matches.play(with_robot(state, 2, cooling=True))
    assert turnout.steps[-1].chapter == "end"
    assert turnout.state.winners == ()
    assert GAME.result(turnout.state) == Result((2,), (1,), "bot_side")
    assert GAME.window(turnout.state) is None


@pytest.mark.parametrize(
    ("human", "bots", "expected"),
    [(1, (1, 0), ((0,), "rounds")), (2, (1, 1), ((0,), "rounds")), (1, (1, 1), ((), "bot_side"))],
)
def test_ruling_72_after_round_30_as_many_vp_as_the_bot_side_are_enough(
    human: int, bots: tuple[int, int], expected: object
) -> None:
    assert scoring.safety_stop(solo(human, *bots, round=30)) == expected
    assert scoring.safety_stop(solo(human, *bots, round=29)) is None


def test_ruling_72_resigning_alone_is_lost_to_the_bot_side() -> None:
    for state in (matches.begin(1), matches.begin(1, modules="on")):
        turnout = GAME.resign(state, 0, FastChance(1))
        assert [step.chapter for step in turnout.steps] == ["resign", "end"]
        assert GAME.result(turnout.state) == Result((2,), (0,), "bot_side")
        assert GAME.window(turnout.state) is None


def test_ruling_24_with_killbots_the_last_person_wins_all_the_same() -> None:
    state = GAME.resign(matches.ready(2, killbots="two"), 0, FastChance(1)).state
    assert GAME.result(state) == Result((2, 1), (0, 0), "last_left")
    assert scoring.bot_side(state) is None, "it was never a game alone"


def test_killbots_cannot_resign() -> None:
    state = matches.ready(1)
    for index in (1, 2):
        with pytest.raises(IllegalAction, match="not_playing"):
            GAME.resign(state, index, FastChance(1))
        assert list(GAME.choices(state, index)) == []
    window = GAME.window(state)
    assert window is not None
    assert set(window.asks) == {0}


def test_ruling_66_the_mines_of_who_has_left_are_neutral() -> None:
    state = matches.ready(3, modules="on")
    state = replace(state, mines=((cell("B2"), 0), (cell("B3"), 1), (cell("B4"), None)))
    after = GAME.resign(with_robot(state, 0, champion="overclock"), 0, FastChance(1)).state
    assert after.mines == ((cell("B2"), None), (cell("B3"), 1), (cell("B4"), None))
    assert after.robots[0].champion is None


def test_ruling_17_commands_of_a_cooling_robot_are_skipped() -> None:
    state = with_robot(matches.at(matches.ready(2), "B1", "H1"), 0, cooling=True)
    turnout = matches.play(state, "B1E B1E R6N")
    actors = [step.view.actor for step in turnout.steps if step.chapter.startswith("pad-")]
    assert set(actors) == {1}


def test_a_killbot_that_finds_nothing_to_do_is_told_of() -> None:
    """Sniper's first order is a shot, and nobody is in sight of Ripper or Watcher."""
    state = replace(solo(0, 0, 0), ai_deck=("sniper", "bulldozer", "hunter", "warden"))
    turnout = matches.play(state)
    idle = events(turnout, "idle_shot")
    assert idle
    step = next(step for step in turnout.steps if step.events[0] == idle[0])
    assert (step.view.actor, step.view.command, step.view.marks) == (1, None, ())
