"""The stand-in: legal, sound, better than chance."""

from __future__ import annotations

from typing import Literal

import pytest

from engines.chance import FastChance
from engines.core import Level
from engines.grid import ORTHOGONAL, beside, cell_name
from engines.volt import GAME
from engines.volt.activation import act, sequence
from engines.volt.arenas import ARENAS
from engines.volt.floor import Floor
from engines.volt.model import Command, Options, Program, Robot, State
from engines.volt.programming import PIPS, random_program
from engines.volt.stand_in import moves_away, slides
from tests.engines.volt.boards import cell, play, position


def choose(state: State, seat: int = 0, level: Level = Level.NORMAL, seed: int = 1) -> Program:
    return GAME.stand_in(GAME.view(state, seat), seat, level, FastChance(seed))


def alone(state: State, program: Program, seat: int = 0) -> Floor:
    """The floor after the program, if nobody else acts."""
    board = Floor.of(state)
    programs = [program if robot.seat == seat else None for robot in state.robots]
    for _, actor, entry in sequence(board, programs, state.robots):
        act(board, state.robots, actor, entry)
    return board


def duel(seed: int, level: Level, random_seat: int) -> float:
    """A duel of a stand-in against random legal programs; 1 when the stand-in wins, a half when it is shared."""
    chance = FastChance(seed)
    state = GAME.start(Options(), 2, chance).state
    while GAME.window(state) is not None:
        answers = {
            seat: random_program(chance) if seat == random_seat else choose(state, seat, level, seed + state.round)
            for seat in range(2)
        }
        state = GAME.advance(state, answers, chance).state
    return 0.0 if random_seat in state.winners and len(state.winners) == 1 else 1.0 / len(state.winners)


@pytest.mark.parametrize("level", Level)
def test_it_beats_random_play_clearly(level: Level) -> None:
    games = 60
    won = sum(duel(seed, level, random_seat=seed % 2) for seed in range(games))
    assert won >= 0.8 * games


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(("arena", "other"), [("duel", "A2"), ("tri", "A2")])
def test_it_never_drives_itself_into_a_pit(level: Level, arena: Literal["duel", "tri"], other: str) -> None:
    """From every cell beside a pit."""
    board = ARENAS[arena]
    edge = {beside(pit, direction) for pit in board.pits for direction in ORTHOGONAL} - board.solid - board.pits
    for number, start in enumerate(sorted(edge)):
        state = position(arena, cell_name(start), other)
        program = choose(state, 0, level, number)
        assert alone(state, program).pos[0] is not None


def test_it_takes_the_marker_that_wins() -> None:
    """Two moves away, nobody near, two VP already."""
    state = position("tri", "B8", "H1", vp={0: 2})
    for seed in range(5):
        assert alone(state, choose(state, seed=seed)).pos[0] == cell("E5")


def test_it_shoots_the_robot_that_is_about_to_fall_apart() -> None:
    """Straight ahead with one HP left, and that shot wins the game."""
    state = position("tri", "A5", "I5", vp={0: 2}, damage={1: 2})
    wins = 0
    for seed in range(6):
        answers = {0: choose(state, 0, seed=seed), 1: choose(state, 1, seed=seed)}
        wins += GAME.advance(state, answers, FastChance(seed)).state.winners == (0,)
    assert wins >= 3


def test_normal_looks_further_than_easy() -> None:
    games = 40
    won = 0.0
    for seed in range(games):
        chance = FastChance(seed)
        state = GAME.start(Options(), 2, chance).state
        strong = seed % 2
        while GAME.window(state) is not None:
            answers = {
                seat: choose(state, seat, Level.NORMAL if seat == strong else Level.EASY, seed + state.round)
                for seat in range(2)
            }
            state = GAME.advance(state, answers, chance).state
        won += (strong in state.winners) / len(state.winners)
    assert won > 0.6 * games


def test_its_map_of_moves_agrees_with_the_rules() -> None:
    """``slides`` leaves out exactly the moves that end in a pit, and ends where the rules end."""
    moves = [Command("blue", pip, direction) for direction in ORTHOGONAL for pip in PIPS]
    for arena in ARENAS.values():
        for start, ways in slides(arena.id).items():
            listed = dict(ways)
            for command in moves:
                board = Floor(arena, [Robot(seat=0, start="1", pos=start, damage=0, marker=1, vp=0)])
                board.resolve(0, command)
                assert board.pos[0] == listed.get(command)


def test_its_distances_cover_every_floor_cell() -> None:
    for arena in ARENAS.values():
        away = moves_away(arena.id)
        assert set(away) == set(slides(arena.id))
        assert {at for at, moves in away.items() if moves == 0} == set(arena.scoring)
        assert all(away[cells[0]] == 2 for cells in arena.starts.values())


def test_a_round_of_stand_ins_is_a_round() -> None:
    state = position("quad", "B1", "D1", "F1", "H1")
    answers = {seat: choose(state, seat) for seat in range(4)}
    assert GAME.advance(state, answers, FastChance(1)).state.round == 3
    assert play(state, *["B1N R6N R6N"] * 4).state.round == 3
