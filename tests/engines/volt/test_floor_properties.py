"""Whatever is on the floor and whoever acts: what must hold after every command; and look-aheads leave no trace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.grid import Cell
from engines.volt import effects
from engines.volt.activation import Plan, act, sequence
from engines.volt.arenas import ARENAS, RULES
from engines.volt.cards import AI_CARDS, CARDS, CHAMPIONS
from engines.volt.floor import Floor
from engines.volt.happenings import (
    Cooled,
    Destroyed,
    Earned,
    Fired,
    Happening,
    Hurt,
    Jumped,
    Laid,
    Moved,
    Shielded,
    Tripped,
)
from engines.volt.model import Card, Command, DieColour, Options, Program, Robot, State
from engines.volt.programming import legal_dirs

DICE: tuple[tuple[DieColour, ...], ...] = (
    ("blue", "blue", "red"),
    ("blue", "red", "blue"),
    ("red", "blue", "blue"),
    ("blue", "red", "red"),
    ("red", "blue", "red"),
    ("red", "red", "blue"),
)
TOKENS = RULES.mine_tokens


@st.composite
def hands(draw: st.DrawFn) -> tuple[Card, ...]:
    """At most three cards of different effects, some used up already."""
    ids = draw(st.lists(st.sampled_from(list(CARDS)), max_size=3, unique_by=lambda card: CARDS[card].effect))
    charges = {card: CARDS[card].charges for card in ids}
    return tuple(Card(card, None if full is None else draw(st.integers(0, full))) for card, full in charges.items())


@st.composite
def commands(draw: st.DrawFn, die: DieColour, cards: Sequence[Card]) -> Command:
    """One die, with a card that fits it where one is held and drawn."""
    fitting = [card.id for card in cards if CARDS[card.id].die == die and card.charges != 0]
    module = draw(st.sampled_from([None, *fitting, *fitting]))
    pip = draw(st.integers(1, 6) if module is None else st.sampled_from(CARDS[module].pips or ()))
    turns = module is not None and effects.of(module).needs_turn
    turn = draw(st.sampled_from(legal_dirs("blue"))) if turns else None
    return Command(die, pip, draw(st.sampled_from(legal_dirs(die, module))), module, turn)


@st.composite
def programs(draw: st.DrawFn, cards: Sequence[Card]) -> Program:
    """Three dice; a card is declared on one pad at most."""
    declared: set[str | None] = {None}
    pads: list[Command] = []
    for die in draw(st.sampled_from(DICE)):
        command = draw(commands(die, [card for card in cards if card.id not in declared]))
        declared.add(command.module)
        pads.append(command)
    return Program((pads[0], pads[1], pads[2]))


@st.composite
def scenes(draw: st.DrawFn) -> tuple[State, list[Plan]]:
    """Four robots, up to two of them killbots, on any arena, mines anywhere, and what each will do."""
    arena = ARENAS[draw(st.sampled_from(list(ARENAS)))]
    side = range(len(arena.grid))
    free = [(row, column) for row in side for column in side if (row, column) not in arena.solid | arena.pits]
    places = draw(st.lists(st.sampled_from(free), min_size=4, max_size=4, unique=True))
    count = draw(st.sampled_from([0, 0, 1, 2, 3]))
    killbots = [None] * (4 - count) + ["ripper", "watcher", "watcher"][:count]
    robots: list[Robot] = []
    plans: list[Plan] = []
    for number, (pos, killbot) in enumerate(zip(places, killbots, strict=True)):
        cards = draw(hands()) if killbot is None else ()
        champion = draw(st.sampled_from([None, *CHAMPIONS])) if killbot is None else None
        robots.append(
            Robot(
                seat=number,
                start="1",
                pos=draw(st.sampled_from([pos, pos, pos, None])),
                damage=draw(st.integers(0, 2)),
                marker=number + 1,
                vp=0,
                killbot=killbot,
                cooling=draw(st.sampled_from([False, False, False, True])),
                cards=cards,
                champion=champion,
                reflected=draw(st.booleans()),
            )
        )
        plans.append(draw(programs(cards)) if killbot is None else draw(st.sampled_from(list(AI_CARDS.values()))))
    owners = st.sampled_from([None, *(robot.seat for robot in robots if robot.killbot is None)])
    mines = draw(st.dictionaries(st.sampled_from(free), owners, max_size=TOKENS))
    state = State(
        arena=arena.id,
        options=Options(),
        round=2,
        phase="activation",
        robots=tuple(robots),
        markers=tuple((scoring, 1) for scoring in arena.scoring),
        programs=(None,) * 4,
        mines=tuple(sorted(mines.items())),
    )
    return state, plans


def play(board: Floor, state: State, plans: Sequence[Plan]) -> list[Happening]:
    """A whole phase 2 on the floor; everything that happened."""
    for _, robot, entry in sequence(board, plans, state.robots):
        act(board, state.robots, robot, entry)
    return board.log


def snapshot(board: Floor) -> dict[str, Any]:
    """All that a floor holds, as it is now."""
    held = {name: getattr(board, name) for name in Floor.__slots__ if hasattr(board, name)}
    return {name: value.copy() if isinstance(value, list | dict) else value for name, value in held.items()}


class Retold:
    """What the log alone says of robots and mines."""

    def __init__(self, state: State) -> None:
        self.pos: list[Cell | None] = [robot.pos for robot in state.robots]
        self.damage = [robot.damage for robot in state.robots]
        self.vp = [robot.vp for robot in state.robots]
        self.cooling = [robot.cooling for robot in state.robots]
        self.reflected = [robot.reflected for robot in state.robots]
        self.mines = dict(state.mines)
        self.shields = [
            {card.id: card.charges for card in robot.cards if CARDS[card.id].effect == "shield"}
            for robot in state.robots
        ]

    def follow(self, entry: Happening) -> None:
        match entry:
            case Moved(robot, start, end) | Jumped(robot, start, end):
                assert self.pos[robot] == start
                assert end not in self.pos, "one robot a cell"
                self.pos[robot] = end
            case Hurt(robot, at, damage):
                assert self.pos[robot] == at
                self.damage[robot] += 1
                assert self.damage[robot] == damage
            case Shielded(robot, at, left):
                assert self.pos[robot] == at
                (card,) = self.shields[robot]
                assert self.shields[robot][card] == left + 1
                self.shields[robot][card] = left
            case Destroyed(robot, at):
                assert self.pos[robot] == at
                self.pos[robot] = None
                self.damage[robot] = 0
            case Earned(robot, vp):
                self.vp[robot] += 1
                assert self.vp[robot] == vp
            case Cooled(robot, at):
                assert self.pos[robot] == at
                assert not self.cooling[robot]
                self.cooling[robot] = True
            case Tripped(robot, at, owner):
                assert self.pos[robot] == at
                assert self.mines.pop(at) == owner
                assert owner != robot
            case Laid(robot, at):
                assert at not in self.mines
                self.mines[at] = robot
            case Fired(mirror=mirror) if mirror is not None:
                assert not self.reflected[mirror]
                self.reflected[mirror] = True
            case _:
                pass


def check(board: Floor, state: State) -> None:
    """What holds between any two commands."""
    standing = {pos: robot for robot, pos in enumerate(board.pos) if pos is not None}
    assert len(standing) == sum(pos is not None for pos in board.pos), "one robot a cell"
    assert board.at == standing
    assert not standing.keys() & board.pits
    assert all(board.open(pos) for pos in standing)
    for robot, damage in zip(state.robots, board.damage, strict=True):
        # A plating that is off keeps what it took (ruling 65).
        assert 0 <= damage < (4 if robot.champion == "titan_plating" else RULES.hp)
    assert len(board.mines) <= TOKENS
    assert not board.mines.keys() & (board.pits | board.arena.solid)
    assert board.hazards == board.pits | board.mines.keys()
    assert all(card.charges is None or card.charges >= 0 for hand in board.cards for card in hand)
    assert all(not board.working[robot] for robot, cooling in enumerate(board.cooling) if cooling)
    assert (board.doing, board.blasts) == ((), ())


@given(scenes())
@settings(max_examples=200, deadline=None)
def test_nothing_that_commands_do_breaks_the_floor_and_the_log_tells_all_of_it(scene: tuple[State, list[Plan]]) -> None:
    state, plans = scene
    board = Floor.of(state)
    retold = Retold(state)
    told = 0
    for _, robot, entry in sequence(board, plans, state.robots):
        act(board, state.robots, robot, entry)
        check(board, state)
        for happening in board.log[told:]:
            retold.follow(happening)
        told = len(board.log)
        assert (retold.pos, retold.damage, retold.vp) == (board.pos, board.damage, board.vp)
        assert (retold.mines, tuple(retold.cooling), tuple(retold.reflected)) == (
            board.mines,
            board.cooling,
            board.reflected,
        )
        for shields, hand in zip(retold.shields, board.cards, strict=True):
            assert shields.items() <= {card.id: card.charges for card in hand}.items()


@given(scenes())
@settings(max_examples=80, deadline=None)
def test_a_copy_goes_its_own_way(scene: tuple[State, list[Plan]]) -> None:
    """What is tried on a copy is not seen on the floor, and the other way round; both go the same way."""
    state, plans = scene
    board = Floor.of(state)
    before = snapshot(board)
    twin = board.copy()
    tried = play(twin, state, plans)
    assert snapshot(board) == before
    after = snapshot(twin)
    assert play(board, state, plans) == tried
    assert snapshot(twin) == after


@given(scenes(), st.integers(0, 3), st.data())
@settings(max_examples=80, deadline=None)
def test_the_program_of_a_robot_that_cools_or_is_destroyed_changes_nothing(
    scene: tuple[State, list[Plan]], number: int, data: st.DataObject
) -> None:
    """Rulings 17, 28: with it and without, the round goes the same way, charges and all."""
    state, plans = scene
    void = replace(state.robots[number], **data.draw(st.sampled_from([{"cooling": True}, {"pos": None}])))
    robots = (*state.robots[:number], void, *state.robots[number + 1 :])
    state = replace(state, robots=robots)
    with_it, without = Floor.of(state), Floor.of(state)
    play(with_it, state, plans)
    play(without, state, [None if at == number else plan for at, plan in enumerate(plans)])
    assert snapshot(with_it) == snapshot(without)
