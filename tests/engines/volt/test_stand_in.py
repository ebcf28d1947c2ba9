"""The stand-in: legal, sound, better than chance."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from engines.chance import FastChance
from engines.core import Level
from engines.grid import ORTHOGONAL, beside, cell_name
from engines.volt import GAME
from engines.volt.activation import act, sequence
from engines.volt.arenas import ARENAS
from engines.volt.cards import CARDS
from engines.volt.floor import Floor
from engines.volt.model import Card, Command, Options, Program, Robot, State
from engines.volt.outfitting import PRESET
from engines.volt.programming import PIPS, random_program
from engines.volt.stand_in import Effort, moves_away, slides, think
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


# ---- modules, mines, killbots


def test_it_answers_where_no_program_saves_it() -> None:
    """One hit from the end, amid mines on all four sides."""
    state = position(
        "tri", "E7", "A5", damage={0: 2}, mines={"D7": 1, "F7": 1, "E6": 1, "E8": 1}, cards={0: ("grenade_1",)}
    )
    GAME.allows(state, 0, choose(state))


@pytest.mark.parametrize("seed", range(8))
def test_it_declares_only_what_is_legal(seed: int) -> None:
    """With hands of every kind, spent cards among them."""
    hands = FastChance(seed).shuffle("cards", tuple(CARDS))
    state = position(
        "minefield", "D1", "I4", "F9", "A6", cards={seat: hands[seat * 3 : seat * 3 + 3] for seat in range(4)}
    )
    state = replace(state, robots=tuple(replace(robot, cards=spent(robot.cards)) for robot in state.robots))
    for seat in range(4):
        GAME.allows(state, seat, choose(state, seat, seed=seed))


def spent(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card if card.charges is None else replace(card, charges=0) for card in cards)


def test_it_uses_a_module_where_that_wins() -> None:
    """Two VP already, and a Crossfire from where it stands hits a robot one hit from its end, whatever is aimed at."""
    state = position("tri", "A5", "I5", vp={0: 2}, damage={1: 2}, cards={0: ("power_beam_2", "crossfire_1")})
    programs = [choose(state, seed=seed) for seed in range(6)]
    assert any(command is not None and command.module for program in programs for command in program.pads)


LIGHT = Effort(ideas=16, worlds=2, finalists=4, more_worlds=5, rival_tries=3)


def test_with_modules_it_beats_itself_without() -> None:
    """Both hold the same two cards; one is blind to them."""
    games = 60
    won = 0.0
    for seed in range(games):
        luck, mind = FastChance(seed), FastChance(seed + 99_991)
        state = GAME.start(Options(), 2, luck).state
        state = replace(
            state,
            options=Options(modules="on"),
            decks=((), (), ()),
            outfits=(PRESET, PRESET),
            robots=tuple(replace(robot, cards=(Card("swivel_head_1"), Card("brake_2"))) for robot in state.robots),
        )
        while GAME.window(state) is not None:
            answers: dict[int, Program] = {}
            for seat in range(2):
                view = GAME.view(state, seat)
                if (seat + seed) % 2:
                    view = replace(view, robots=tuple(replace(robot, cards=()) for robot in view.robots))
                answers[seat] = think(view, seat, LIGHT, mind)
            state = GAME.advance(state, answers, luck).state
        won += (seed % 2 in state.winners) / len(state.winners)
    assert won > 0.55 * games


def test_secrets_do_not_move_it() -> None:
    """Other orders of decks and AI cards, the same answer."""
    state = GAME.start(Options(modules="on", arena="minefield"), 2, FastChance(3)).state
    state = GAME.advance(state, dict.fromkeys(range(2), PRESET), FastChance(4)).state
    other = replace(state, decks=tuple(tuple(reversed(deck)) for deck in state.decks), ai_deck=state.ai_deck[::-1])
    assert other != state
    assert [choose(state, seat) for seat in range(2)] == [choose(other, seat) for seat in range(2)]
