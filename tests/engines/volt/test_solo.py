"""One person against the killbots, from set-up to the end (rulings 58 to 60, 66, 69, 72, 74)."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product
from typing import Literal

import pytest

from engines.chance import FairChance, FastChance
from engines.core import Result, Turnout
from engines.volt import GAME, programming
from engines.volt.cards import AI_CARDS
from engines.volt.model import BotSide, Card, Command, Options, State, View
from engines.volt.outfitting import PRESET
from tests.engines.volt.boards import after_pad, cell, events, steps
from tests.engines.volt.matches import IDLE, at, begin, play, with_robot

HUMAN, RIPPER, WATCHER = 0, 1, 2
STILL = ("warden", "warden")


def solo(
    *cells: str | None,
    cards: tuple[str, str] = STILL,
    frozen: tuple[int, ...] = (),
    vp: tuple[int, int, int] = (0, 0, 0),
    damage: tuple[int, int, int] = (0, 0, 0),
    **options: str,
) -> State:
    """Human, Ripper and Watcher on these cells, with the AI cards that they are about to turn.

    ``frozen`` killbots cool: all their commands are void.
    """
    state = at(begin(1, markers="fixed", **options), *cells)
    for index in range(3):
        state = with_robot(state, index, vp=vp[index], damage=damage[index], cooling=index in frozen)
    rest = tuple(card for card in AI_CARDS if card not in cards)
    return replace(state, ai_deck=(*cards, *rest))


def bots(state: State) -> BotSide:
    side = GAME.view(state, None).bots
    assert side is not None
    return side


def winners(turnout: Turnout[State, View]) -> tuple[str | None, tuple[int, ...], Result | None]:
    return turnout.state.reason, turnout.state.winners, GAME.result(turnout.state)


# ---- set-up


def test_ruling_60_one_person_plays_the_duel_against_two_killbots() -> None:
    state = begin(1)
    assert state.arena == "duel"
    assert [robot.killbot for robot in state.robots] == [None, "ripper", "watcher"]
    assert [robot.start for robot in state.robots[1:]] == ["K1", "K2"]
    assert [robot.marker for robot in state.robots] == [1, 2, 3]
    window = GAME.window(state)
    assert window is not None
    assert set(window.asks) == {HUMAN}


@pytest.mark.parametrize(
    ("difficulty", "target", "expected"),
    [("normal", "3", 3), ("hard", "3", 2), ("normal", "5", 5), ("hard", "5", 4)],
)
def test_rulings_60_and_74_the_bot_side_needs_the_target_or_one_less(
    difficulty: str, target: str, expected: int
) -> None:
    state = begin(1, difficulty=difficulty, target=target)
    assert bots(state) == BotSide(0, expected)
    assert GAME.view(state, HUMAN).target == int(target)


def test_ruling_60_there_is_no_bot_side_when_two_people_play() -> None:
    assert GAME.view(begin(2, killbots="two"), None).bots is None


# ---- AI cards


def test_ruling_58_hidden_cards_are_turned_at_the_reveal_ripper_first() -> None:
    state = solo("A5", "I3", "A7", cards=("hunter", "sniper"))
    assert [robot.ai for robot in GAME.view(state, None).robots] == [None] * 3
    turnout = play(state, IDLE)
    (revealed,) = steps(turnout, "reveal")
    assert [robot.ai for robot in revealed.view.robots] == [None, "hunter", "sniper"]
    assert [robot.ai for robot in turnout.state.robots] == [None] * 3
    assert len(turnout.state.ai_deck) == 2


def test_ruling_58_hidden_cards_are_secret() -> None:
    state = solo("A5", "I3", "A7")
    other = replace(state, ai_deck=tuple(reversed(state.ai_deck)))
    for seat in (None, HUMAN):
        assert GAME.view(state, seat) == GAME.view(other, seat)


def test_ruling_58_open_cards_are_turned_before_people_program() -> None:
    turnout = GAME.start(Options(ai_cards="open"), 1, FastChance(3))
    turned = [robot.ai for robot in turnout.state.robots]
    assert turned[HUMAN] is None
    assert None not in turned[1:]
    assert [robot.ai for robot in turnout.steps[-1].view.robots] == turned
    round_1 = play(turnout.state, IDLE)
    assert [robot.ai for robot in steps(round_1, "reveal")[0].view.robots] == turned
    turned_next = [robot.ai for robot in round_1.steps[-1].view.robots]
    assert turned_next == [robot.ai for robot in round_1.state.robots]
    assert {*turned[1:], *turned_next[1:]} == set(AI_CARDS)


@pytest.mark.parametrize("ai_cards", ["hidden", "open"])
def test_ruling_69_all_four_cards_are_shuffled_again_when_none_is_left(ai_cards: Literal["hidden", "open"]) -> None:
    chance = FairChance(b"seed", "salt")
    state = GAME.start(Options(ai_cards=ai_cards, target="5"), 1, chance).state
    seen: list[str | None] = []
    for _ in range(4):
        state = solo_again(state)
        before = len(chance.log)
        turnout = GAME.advance(state, {HUMAN: programming.parse_program(IDLE)}, chance)
        seen += [robot.ai for robot in steps(turnout, "reveal")[0].view.robots[1:]]
        shuffled = "ai deck" in [draw.label for draw in chance.log[before:]]
        assert shuffled == (len(seen) in ((6,) if ai_cards == "hidden" else (4, 8)))
        state = turnout.state
    assert set(seen[:4]) == set(seen[4:]) == set(AI_CARDS)


def solo_again(state: State) -> State:
    """Everybody back where nobody is hurt soon, and no points."""
    state = at(state, "B1", "I3", "A7")
    for index in range(3):
        state = with_robot(state, index, vp=0, damage=0, cooling=index != HUMAN)
    return state


# ---- killbots' commands in the round


def test_a_killbots_command_is_told_with_its_direction() -> None:
    """Sniper fires on pad 1: from H1 at the human on E1."""
    turnout = play(solo("E1", "H1", "A7", cards=("sniper", "warden")), IDLE)
    told = [(step.view.actor, step.view.command) for step in steps(turnout, "pad-1")]
    assert (RIPPER, Command("red", 1, "W")) in told
    assert after_pad(turnout, 1).robots[HUMAN].damage == 1


def test_case_15_a_killbot_that_finds_nothing_to_do_changes_nothing_but_is_told() -> None:
    """No human in sight of H9 through the walls of the duel: Sniper has no shot on pad 1."""
    turnout = play(solo("B1", "H9", "A7", cards=("sniper", "warden")), IDLE)
    (idle,) = [step for step in steps(turnout, "pad-1") if step.view.actor == RIPPER]
    assert idle.view.command is None
    assert idle.view.marks == ()
    assert idle.events
    assert idle.view.robots[RIPPER].pos == cell("H9")


def test_ruling_26_killbots_act_by_pips_and_after_people_on_ties() -> None:
    """Both killbots fire a red 3 on pad 2 of Warden; so does the human."""
    turnout = play(solo("B1", "I3", "A7"), "B1N R3N B1N")
    assert [step.view.actor for step in steps(turnout, "pad-2")] == [HUMAN, RIPPER, WATCHER]


def test_ruling_28_a_killbot_destroyed_in_the_round_does_no_more_and_restarts_at_home() -> None:
    turnout = play(solo("E1", "H1", "A7", damage=(0, 2, 0)), "R1E B1N R6N")
    actors = [step.view.actor for pad in (1, 2, 3) for step in steps(turnout, f"pad-{pad}")]
    assert RIPPER not in actors
    ripper = turnout.state.robots[RIPPER]
    assert (ripper.pos, ripper.damage) == (cell("I3"), 0)


# ---- who scores


def test_ruling_59_destroying_a_killbot_scores() -> None:
    turnout = play(solo("E1", "H1", "A7", damage=(0, 2, 0), frozen=(WATCHER,)), "R1E B1N R6N")
    assert turnout.state.robots[HUMAN].vp == 1
    assert bots(turnout.state).vp == 0


def test_ruling_60_a_killbots_shot_that_destroys_scores_for_the_bot_side() -> None:
    turnout = play(solo("E1", "H1", "A7", cards=("sniper", "warden"), damage=(2, 0, 0), frozen=(WATCHER,)), IDLE)
    assert after_pad(turnout, 1).bots == BotSide(1, 3)
    assert turnout.state.robots[HUMAN].vp == 0
    assert turnout.state.robots[HUMAN].pos == cell("D1" if turnout.state.robots[HUMAN].start == "1" else "F9")


def test_ruling_60_a_killbots_push_into_a_pit_scores_for_the_bot_side() -> None:
    """Hunter's four steps from C4 end with the human in the pit of H4."""
    turnout = play(solo("G4", "C4", "A7", cards=("hunter", "warden"), frozen=(WATCHER,)), "B6N R6N R6N")
    view = after_pad(turnout, 1)
    assert view.robots[RIPPER].pos == cell("G4")
    assert view.robots[HUMAN].pos is None
    assert view.bots == BotSide(1, 3)


def test_ruling_60_both_killbots_score_together() -> None:
    turnout = play(solo("E1", "H1", "A7", cards=("sniper", "warden"), damage=(2, 0, 0), vp=(0, 1, 1)), IDLE)
    assert winners(turnout) == ("bot_side", (), Result((2,), (0,), "bot_side"))


def test_ruling_66_a_killbot_destroyed_by_a_killbot_scores_for_nobody() -> None:
    """Watcher's beam goes through the human and on to Ripper."""
    state = solo("E1", "B1", "H1", cards=("hunter", "sniper"), damage=(0, 2, 0))
    view = after_pad(play(state, IDLE), 1)
    assert view.robots[RIPPER].pos is None
    assert view.robots[HUMAN].damage == 1
    assert view.bots == BotSide(0, 3)
    assert view.robots[HUMAN].vp == 0


def test_section_3_7_the_human_who_drives_into_a_pit_gives_the_bot_side_nothing() -> None:
    turnout = play(solo("G4", "I3", "A7", frozen=(RIPPER, WATCHER)), "B1E R6N R6N")
    assert after_pad(turnout, 1).robots[HUMAN].pos is None
    assert bots(turnout.state).vp == 0


def test_ruling_47_a_killbot_takes_the_markers_it_stands_on_for_the_bot_side() -> None:
    turnout = play(solo("B1", "E5", "A7", frozen=(RIPPER, WATCHER)), IDLE)
    assert bots(turnout.state) == BotSide(1, 3)
    assert turnout.state.robots[HUMAN].vp == 0
    assert turnout.state.markers == ((cell("E5"), 1),)  # refilled under it (ruling 12)
    assert len(events(turnout, "refilled")) == 1


def test_ruling_47_killbots_take_no_markers_when_more_than_one_person_plays() -> None:
    state = at(begin(2, killbots="one", markers="fixed"), "B1", "H9", "E5")
    turnout = play(with_robot(state, 2, cooling=True), IDLE, "B1S R6S R6S")
    assert [robot.vp for robot in turnout.state.robots] == [0, 0, 0]
    assert len(events(turnout, "refilled")) == 0


# ---- the end


def test_ruling_60_the_human_who_gets_there_first_wins() -> None:
    state = solo("E1", "H1", "A7", damage=(0, 2, 0), vp=(2, 2, 0), frozen=(WATCHER,))
    turnout = play(state, "R1E B1N R6N")
    assert winners(turnout) == ("target", (HUMAN,), Result((1,), (3,), "target"))
    assert GAME.window(turnout.state) is None


@pytest.mark.parametrize(("difficulty", "over"), [("normal", False), ("hard", True)])
def test_rulings_60_and_74_the_bot_side_that_gets_there_first_wins(difficulty: str, over: bool) -> None:
    state = solo("B1", "E5", "A7", frozen=(RIPPER, WATCHER), vp=(2, 0, 1), difficulty=difficulty)
    turnout = play(state, IDLE)
    assert bots(turnout.state).vp == 2
    lost = ("bot_side", (), Result((2,), (2,), "bot_side"))
    assert winners(turnout) == (lost if over else (None, (), None))


def test_ruling_60_the_bot_side_wins_in_the_middle_of_a_round() -> None:
    """Nothing is resolved after the shot that decides it."""
    state = solo("E1", "H1", "A7", cards=("sniper", "warden"), damage=(2, 0, 0), vp=(2, 2, 0))
    turnout = play(state, IDLE)
    assert turnout.state.reason == "bot_side"
    assert steps(turnout, "pad-2") == []
    assert steps(turnout, "round-end") == []
    assert turnout.steps[-1].chapter == "end"


def test_ruling_60_the_human_wins_when_both_get_there_at_once() -> None:
    """Ripper's shot destroys the human, whose bomb destroys Watcher: both sides have their third VP."""
    state = solo("E1", "H1", "E2", cards=("sniper", "warden"), damage=(2, 0, 2), vp=(2, 2, 0), frozen=(WATCHER,))
    turnout = play(with_robot(state, HUMAN, cards=(Card("bomb_1"),)), IDLE)
    assert bots(turnout.state) == BotSide(3, 3)
    assert winners(turnout) == ("target", (HUMAN,), Result((1,), (3,), "target"))


@pytest.mark.parametrize(
    ("vp", "reason", "place"),
    [((1, 1, 0), "rounds", 1), ((0, 0, 0), "rounds", 1), ((2, 1, 0), "rounds", 1), ((1, 1, 1), "bot_side", 2)],
)
def test_ruling_72_after_round_30_as_many_vp_as_the_bot_side_are_enough(
    vp: tuple[int, int, int], reason: str, place: int
) -> None:
    state = replace(solo("B1", "I3", "A7", frozen=(RIPPER, WATCHER), vp=vp), round=30)
    turnout = play(state, IDLE)
    assert winners(turnout) == (reason, (HUMAN,) if place == 1 else (), Result((place,), (vp[0],), reason))


def test_ruling_72_the_game_goes_on_before_round_30_is_over() -> None:
    state = replace(solo("B1", "I3", "A7", frozen=(RIPPER, WATCHER), vp=(1, 1, 1)), round=29)
    turnout = play(state, IDLE)
    assert winners(turnout) == (None, (), None)
    assert turnout.state.round == 30


def test_ruling_72_resigning_alone_is_a_loss_to_the_bot_side() -> None:
    turnout = GAME.resign(solo("B1", "I3", "A7", vp=(2, 0, 0)), HUMAN, FastChance(1))
    assert winners(turnout) == ("bot_side", (), Result((2,), (2,), "bot_side"))
    assert GAME.window(turnout.state) is None


# ---- whole games


@pytest.mark.parametrize(
    ("difficulty", "ai_cards", "modules"), list(product(["normal", "hard"], ["hidden", "open"], ["off", "on"]))
)
def test_whole_games_end_and_the_result_is_what_the_vp_say(difficulty: str, ai_cards: str, modules: str) -> None:
    """Played at random; the bot side never loses a point."""
    ends: set[str] = set()
    for seed in range(12):
        chance = FastChance(seed)
        state = begin(1, seed, difficulty=difficulty, ai_cards=ai_cards, modules=modules)
        if modules == "on":
            state = GAME.advance(state, {HUMAN: PRESET}, chance).state
        earlier = 0
        while GAME.window(state) is not None:
            program = programming.random_program(chance, state.robots[HUMAN].cards)
            turnout = GAME.advance(state, {HUMAN: program}, chance)
            for step in turnout.steps:
                assert step.view.bots is not None
                assert step.view.bots.vp >= earlier
                earlier = step.view.bots.vp
            state = turnout.state
        result = GAME.result(state)
        assert result is not None
        human, side = state.robots[HUMAN].vp, bots(state)
        won = human >= 3 or (result.reason == "rounds" and human >= side.vp)
        assert result == Result((1 if won else 2,), (human,), result.reason)
        assert (result.reason == "bot_side") == (not won)
        ends.add(result.reason)
    assert "bot_side" in ends


def test_the_same_luck_and_answers_give_the_same_solo_game() -> None:
    programs = list(islice(programming.programs(), 6))

    def played() -> list[State]:
        chance = FairChance(b"seed", "salt")
        state = GAME.start(Options(), 1, chance).state
        states = [state]
        for program in programs:
            if GAME.window(state) is not None:
                state = GAME.advance(state, {HUMAN: program}, chance).state
                states.append(state)
        return states

    assert played() == played()
