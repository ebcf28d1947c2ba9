"""The championship: matches, prizes, defenders, the champions (section 4.5, rulings 61, 73, 74)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engines.chance import FairChance, FastChance
from engines.core import Chance, IllegalAction, Result, Turnout
from engines.volt import GAME
from engines.volt.arenas import ARENAS
from engines.volt.cards import CARDS
from engines.volt.model import Championship, Options, Outfit, Program, State, View
from engines.volt.programming import parse_program
from tests.engines.volt.boards import steps
from tests.engines.volt.matches import DECKS, IDLE, begin, bots, outfit, playing, with_robot

PRIZES = ("overclock", "reflector", "titan_plating", "hover_skids")
BOARDS = ("duel", "tri", "quad", "minefield")


def series(state: State) -> Championship:
    assert state.championship is not None
    return state.championship


def won_by(state: State, *winners: int, vp: int = 3, chance: Chance | None = None) -> Turnout[State, View]:
    """The round in which these seats take their last VP, all on scoring cells; the others idle and killbots cool."""
    scoring = list(ARENAS[state.arena].scoring)
    top = [(0, column) for column in (1, 2, 3, 5, 7)]
    answers: dict[int, Program] = {}
    for robot in state.robots:
        if robot.out:
            continue
        if robot.seat in winners:
            row, column = scoring.pop(0)
            state = with_robot(state, robot.seat, pos=(row, column - 1), vp=vp - 1)
            answers[robot.seat] = parse_program("B1E R6N R6N")
        else:
            state = with_robot(state, robot.seat, pos=top.pop(0), cooling=robot.killbot is not None)
            answers[robot.seat] = parse_program(IDLE)
    return GAME.advance(state, {seat: answers[seat] for seat in playing(state)}, chance or FastChance(1))


def run(state: State, *winners: Sequence[int]) -> State:
    """The matches from this one on, won by these."""
    for seats in winners:
        state = won_by(state, *seats).state
    return state


# ---- who may play


@pytest.mark.parametrize("mode", ["championship", "double"])
@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (1, {}, "championship_seats"),
        (5, {}, "seats"),
        (2, {"arena": "duel"}, "championship_arena"),
        (2, {"killbots": "none"}, "arena_exact"),
        (3, {"killbots": "none"}, "arena_exact"),
        (4, {"killbots": "none"}, None),
        (2, {"killbots": "one"}, None),
        (4, {"killbots": "two"}, None),
        (2, {}, None),
        (3, {}, None),
        (4, {}, None),
    ],
)
def test_ruling_73_who_can_play_a_championship(
    mode: str, seats: int, options: dict[str, str], reason: str | None
) -> None:
    chosen = Options(mode=mode, **options)  # type: ignore[arg-type]
    if reason is None:
        GAME.fits(chosen, seats)
        assert series(GAME.start(chosen, seats, FastChance(1)).state).match == 1
        return
    for refused in (GAME.fits, lambda *args: GAME.start(*args, FastChance(1))):
        with pytest.raises(IllegalAction) as refusal:
            refused(chosen, seats)
        assert refusal.value.reason == reason


# ---- the matches


@pytest.mark.parametrize(
    ("seats", "killbots", "boards", "joined"),
    [
        (2, "auto", BOARDS, [0, 0, 2, 2]),
        (3, "auto", ("quad", "tri", "quad", "minefield"), [1, 0, 1, 1]),
        (4, "auto", ("quad", "tri", "quad", "minefield"), [0, 0, 0, 0]),
        (4, "none", ("quad", "tri", "quad", "minefield"), [0, 0, 0, 0]),
        (2, "one", BOARDS, [1, 1, 2, 2]),
        (2, "two", BOARDS, [2, 2, 2, 2]),
        (3, "one", ("quad", "tri", "quad", "minefield"), [1, 1, 1, 1]),
        (3, "two", ("quad", "tri", "quad", "minefield"), [1, 1, 1, 1]),
        (4, "two", ("quad", "tri", "quad", "minefield"), [0, 0, 0, 0]),
    ],
)
def test_ruling_73_four_matches_over_the_arenas_with_killbots_as_they_fit(
    seats: int, killbots: str, boards: tuple[str, ...], joined: list[int]
) -> None:
    state = begin(seats, mode="championship", killbots=killbots)
    for match, (board, count) in enumerate(zip(boards, joined, strict=True), start=1):
        assert (series(state).match, series(state).matches) == (match, 4)
        assert (state.arena, len(bots(state)), series(state).prize) == (board, count, PRIZES[match - 1])
        assert (state.round, state.phase) == (1, "programming")
        state = won_by(state, 0).state
    assert state.phase == "over"


def test_ruling_73_a_match_ends_and_the_next_opens_in_the_same_turnout() -> None:
    turnout = won_by(begin(2, mode="championship"), 1)
    chapters = list(dict.fromkeys(step.chapter for step in turnout.steps))
    assert chapters[-3:] == ["round-end", "match-end", "match"]
    (end,), (opened,) = steps(turnout, "match-end"), steps(turnout, "match")
    assert (end.view.phase, end.view.winners, end.view.arena) == ("over", (1,), "duel")
    assert end.view.championship is not None
    assert (end.view.championship.match, end.view.championship.holders) == (1, (1, None, None, None))
    assert [event.kind for event in end.events][:2] == ["match_won", "prize"]
    assert (opened.view.phase, opened.view.winners, opened.view.arena) == ("programming", (), "tri")
    assert [event.kind for event in opened.events] == ["match_opened", "turn_order"]
    assert GAME.result(turnout.state) is None


def test_ruling_73_each_match_is_dealt_anew() -> None:
    state = outfit(begin(2, mode="championship", modules="on", ai_cards="open")).state
    state = with_robot(run(state, [0]), 1, damage=2)
    chance = FairChance(bytes(32), "salt")
    after = won_by(state, 0, chance=chance).state
    labels = list(dict.fromkeys(draw.label for draw in chance.log))
    assert labels == ["starts", "turn markers", "ai deck", "deck attack", "deck movement", "deck tactic"]
    assert after.arena == "quad"
    assert [(robot.damage, robot.vp) for robot in after.robots] == [(0, 0)] * 4
    assert sorted(robot.marker for robot in after.robots) == [1, 2, 3, 4]
    assert all(robot.ai is not None for robot in bots(after)), "open AI cards are turned at once"
    assert after.programs == (None, None)
    assert after.markers == tuple((cell, 1) for cell in ARENAS["quad"].scoring)


def test_ruling_61_decks_are_chosen_once_and_dealt_anew_for_each_match() -> None:
    state = begin(2, mode="championship", modules="on")
    window = GAME.window(state)
    assert window is not None
    assert window.kind == "outfit"
    tactic = Outfit("tactic", "tactic", "attack")
    state = outfit(state, tactic).state
    for _ in range(3):
        turnout = won_by(with_robot(state, 0, cards=()), 0)
        state = turnout.state
        assert state.phase == "programming"
        assert state.outfits[0] == tactic
        assert [len(robot.cards) for robot in state.robots[:2]] == [2, 2]
        assert {CARDS[card.id].category for card in state.robots[0].cards} == {"tactic"}
        drawn = [full - len(deck) for full, deck in zip(DECKS, state.decks, strict=True)]
        assert drawn == [1, 1, 2]
        assert [event.kind for event in steps(turnout, "match")[0].events].count("drew") == 2


# ---- prizes


def test_ruling_73_the_winner_takes_the_prize_and_a_shared_win_gives_it_to_nobody() -> None:
    state = begin(3, mode="championship")
    state = run(state, [2])
    assert series(state).holders == (2, None, None, None)
    state = run(state, [1])
    assert series(state).holders == (2, 1, None, None)
    shared = won_by(state, 0, 1)
    assert series(shared.state).holders == (2, 1, None, None)
    assert [event.kind for event in steps(shared, "match-end")[0].events][:2] == ["match_shared", "prize_free"]
    assert series(shared.state).won == ((2,), (1,), (0, 1))


def test_ruling_73_vp_of_all_matches_count() -> None:
    state = run(with_robot(begin(2, mode="championship"), 1, vp=2), [0])
    assert series(state).vp == (3, 2)
    state = run(with_robot(state, 0, vp=1), [1])
    assert series(state).vp == (4, 5)
    assert [robot.vp for robot in state.robots[:2]] == [0, 0], "each match begins from nothing"


def test_a_double_championship_is_eight_matches_with_defenders_in_the_second_cycle() -> None:
    state = begin(2, mode="double")
    assert series(state).matches == 8
    for match in range(1, 5):
        assert all(robot.champion is None for robot in state.robots), "the first cycle has no holders"
        state = run(state, [match % 2])
    assert series(state).holders == (1, 0, 1, 0)
    for match in range(5, 9):
        assert (series(state).match, series(state).prize, state.arena) == (match, PRIZES[match - 5], BOARDS[match - 5])
        holder = match % 2
        champions = [None, None]
        champions[holder] = PRIZES[match - 5]  # type: ignore[call-overload]
        assert [robot.champion for robot in state.robots[:2]] == champions
        assert all(robot.champion is None for robot in bots(state))
        state = run(state, [1 - holder])
    assert series(state).holders == (0, 1, 0, 1), "each was taken from its defender"
    assert state.phase == "over"


def test_ruling_73_a_defender_that_shares_or_wins_keeps_the_prize() -> None:
    state = run(begin(3, mode="double"), [0], [0], [0], [0])
    shared = won_by(state, 0, 2)
    assert series(shared.state).holders == (0, 0, 0, 0)
    assert steps(shared, "match-end")[0].events[0].kind == "match_shared"
    assert series(won_by(state, 0).state).holders == (0, 0, 0, 0)


def test_section_4_5_the_defenders_module_works() -> None:
    """Overclock on quad: an equal red die acts before those of seats with lower turn markers."""
    state = run(begin(3, mode="double"), [2], [0], [0], [0])
    assert (state.arena, state.robots[2].champion) == ("quad", "overclock")
    for seat, column in ((0, 1), (1, 2), (2, 5)):
        state = with_robot(state, seat, pos=(0, column), marker=seat + 1)
    state = with_robot(state, 3, pos=(0, 7), cooling=True)
    answers = {0: "B2N R5N R4N", 1: "B2N R5N R4N", 2: "B3N R5N R6N"}
    turnout = GAME.advance(state, {seat: parse_program(text) for seat, text in answers.items()}, FastChance(1))
    acting = [[step.view.actor for step in steps(turnout, f"pad-{pad}")] for pad in (1, 2, 3)]
    assert acting == [[0, 1, 2], [2, 0, 1], [0, 1, 2]], "blue 3 stays 3, red 5 counts as 4, red 6 as 5"


def test_section_4_5_only_the_prize_at_stake_is_used() -> None:
    state = run(begin(2, mode="double"), [0], [1], [1], [1])
    assert [robot.champion for robot in state.robots[:2]] == ["overclock", None]
    assert GAME.view(state, None).robots[0].champion == "overclock"
    opened = steps(won_by(run(begin(2, mode="double"), [0], [1], [1]), 1), "match")[0]
    assert "defender" in [event.kind for event in opened.events]


# ---- the end


def test_ruling_73_most_champion_modules_win() -> None:
    state = run(begin(2, mode="championship"), [0], [0], [0])
    turnout = won_by(with_robot(state, 0, vp=2), 1)
    assert [step.chapter for step in turnout.steps][-2:] == ["match-end", "end"]
    assert turnout.steps[-1].view.winners == (0,)
    assert GAME.result(turnout.state) == Result((1, 2), (11, 3), "championship")
    assert GAME.window(turnout.state) is None


def test_ruling_73_all_four_are_a_clean_sweep() -> None:
    state = run(begin(2, mode="championship"), [1], [1], [1], [1])
    assert GAME.result(state) == Result((2, 1), (0, 12), "clean_sweep")


def test_ruling_73_equal_modules_go_by_vp_over_all_matches() -> None:
    state = run(begin(2, mode="championship"), [0], [1], [0])
    state = won_by(with_robot(state, 0, vp=2), 1).state
    assert GAME.result(state) == Result((1, 2), (8, 6), "championship")


def test_ruling_73_equal_vp_too_share_the_championship() -> None:
    state = run(begin(2, mode="championship"), [0], [1], [0], [1])
    assert GAME.result(state) == Result((1, 1), (6, 6), "shared")
    assert state.winners == (0, 1)


def test_places_behind_the_champion_go_by_modules_then_vp_and_are_shared() -> None:
    state = run(begin(4, mode="championship"), [0], [0], [1])
    state = won_by(with_robot(with_robot(state, 2, vp=2), 3, vp=2), 0).state
    assert GAME.result(state) == Result((1, 2, 3, 3), (9, 3, 2, 2), "championship")


def test_nobody_holds_anything_after_shared_wins_only() -> None:
    """Tri has one scoring cell: its match is shared by the safety stop."""
    state = begin(3, mode="championship")
    state = won_by(state, 0, 1).state
    idle = {seat: parse_program(IDLE) for seat in range(3)}
    state = replace(state, round=30)
    for seat, column in enumerate((1, 2, 3)):
        state = with_robot(state, seat, pos=(0, column))
    state = GAME.advance(state, idle, FastChance(1)).state
    assert series(state).won == ((0, 1), (0, 1, 2))
    state = run(state, [0, 1], [0, 1])
    assert series(state).holders == (None,) * 4
    assert GAME.result(state) == Result((1, 1, 3), (9, 9, 0), "shared")


# ---- leaving


def test_ruling_73_who_has_left_stays_out_and_boards_follow_the_number_in_play() -> None:
    state = run(begin(4, mode="championship"), [0])
    state = GAME.resign(state, 3, FastChance(1)).state
    assert state.phase == "programming"
    state = won_by(state, 0).state
    assert (state.arena, len(bots(state)), playing(state)) == ("quad", 1, [0, 1, 2])
    assert (state.robots[3].out, state.robots[3].pos, state.robots[3].marker) == (True, None, 0)
    assert [robot.marker for robot in bots(state)] == [4]
    window = GAME.window(state)
    assert window is not None
    assert set(window.asks) == {0, 1, 2}
    state = GAME.resign(state, 1, FastChance(1)).state
    state = won_by(state, 2).state
    assert (state.arena, len(bots(state)), playing(state)) == ("minefield", 2, [0, 2])
    assert len(state.robots) == 6
    used = [robot.start for robot in state.robots if not robot.out]
    assert len(set(used)) == 4
    state = won_by(state, 0).state
    assert GAME.result(state) == Result((1, 3, 2, 3), (9, 0, 3, 0), "championship")


def test_ruling_73_killbots_fill_in_for_those_who_left_even_if_none_were_chosen() -> None:
    state = GAME.resign(begin(4, mode="championship", killbots="none"), 3, FastChance(1)).state
    state = run(state, [0])
    assert (state.arena, bots(state)) == ("tri", [])
    assert len(bots(run(state, [0]))) == 1


def test_a_duel_repeated_by_two_who_are_left_is_played_on_duel() -> None:
    state = run(begin(3, mode="double"), [0], [0], [0])
    assert run(state, [0]).arena == "quad"
    assert run(GAME.resign(state, 2, FastChance(1)).state, [0]).arena == "duel"


def test_ruling_73_the_last_one_in_play_wins_the_championship_at_once() -> None:
    state = run(begin(3, mode="championship"), [0], [0])
    state = GAME.resign(with_robot(state, 0, vp=2), 0, FastChance(1)).state
    turnout = GAME.resign(with_robot(state, 2, vp=1), 1, FastChance(1))
    assert [step.chapter for step in turnout.steps] == ["resign", "end"]
    assert turnout.state.winners == (2,)
    assert GAME.result(turnout.state) == Result((2, 3, 1), (8, 0, 1), "last_left")
    assert GAME.window(turnout.state) is None


def test_who_leaves_gives_up_champion_modules() -> None:
    state = run(begin(3, mode="double"), [0], [1], [1], [1])
    assert state.robots[0].champion == "overclock"
    state = GAME.resign(state, 0, FastChance(1)).state
    assert series(state).holders == (None, 1, 1, 1)
    assert state.robots[0].champion is None
    assert series(run(state, [2])).holders == (2, 1, 1, 1)


def test_leaving_while_decks_are_chosen_changes_nothing_for_the_others() -> None:
    state = GAME.resign(begin(3, mode="championship", modules="on"), 0, FastChance(1)).state
    state = run(outfit(state).state, [1])
    assert state.outfits[0] is None
    assert [len(robot.cards) for robot in state.robots] == [0, 2, 2]
    assert state.arena == "tri"
